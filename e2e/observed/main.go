package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "observed:", err)
		os.Exit(1)
	}
}

// run runs the command.
//
// Errors:
//   - [flag.ErrHelp] if that is all that was asked for
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("observed", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: observed [flags] [NAME=]DIR [PATTERN...]\n\nDIR is in the module whose packages match the patterns, by default ./...")
		flags.PrintDefaults()
	}
	timeout := flags.Duration("timeout", 5*time.Minute, "stop the tests of a package after this `TIME`")
	short := flags.Bool("short", false, "run short tests only")
	verbose := flags.Bool("v", false, "show what go test prints")
	all := flags.Bool("all", false, "list what is opaque, too")
	keep := flags.String("keep", "", "leave the instruments and the observations in `DIR`")
	again := flags.Bool("again", false, "run no tests, but take the observations that -keep has left; the module must be as it was")
	codes := flags.String("codes", "", "run nothing, but compare codes with those in the comments // want F:\"ErrorCodes: a b\" of the modules in `DIR`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *codes != "" {
		return compareCodes(ctx, *codes, stdout)
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return flag.ErrHelp
	}
	name, dir, ok := strings.Cut(flags.Arg(0), "=")
	if !ok {
		name, dir = filepath.Base(flags.Arg(0)), flags.Arg(0)
	}
	patterns := flags.Args()[1:]
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	tmp := *keep
	if tmp != "" {
		if err := os.MkdirAll(tmp, 0o777); err != nil {
			return fmt.Errorf("directory for -keep: %w", err)
		}
	} else {
		var err error
		if tmp, err = os.MkdirTemp("", "errlint-observed-"); err != nil {
			return fmt.Errorf("temporary directory: %w", err)
		}
		defer os.RemoveAll(tmp)
	}
	r, err := observe(ctx, dir, patterns, tmp, options{timeout: *timeout, short: *short, verbose: *verbose, again: *again, stderr: stderr})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.write(stdout, name, *all)
	return nil
}

type options struct {
	timeout               time.Duration
	short, verbose, again bool
	stderr                io.Writer
}

// A comparison is what was seen of a subject, and what the model says.
type comparison struct {
	subject     *subject
	failed      []string // packages whose tests fail, as they may without instruments
	problems    []string // errlint's
	seen        []observation
	predictions map[result]prediction
	verdicts    map[identity]seen
}

// observe runs the tests of the packages that match the patterns, with instruments, and compares what they see with the model.
func observe(ctx context.Context, dir string, patterns []string, tmp string, opts options) (*comparison, error) {
	s, err := instrument(dir, patterns, tmp)
	if err != nil {
		return nil, err
	}
	observations := filepath.Join(tmp, "observations")
	c := &comparison{subject: s}
	if !opts.again {
		if c.failed, err = test(ctx, s, observations, opts); err != nil {
			return nil, err
		}
	}
	if c.seen, err = read(observations, s.funcs); err != nil {
		return nil, err
	}
	if len(c.seen) == 0 {
		return nil, errors.New("nothing was observed; -v shows what the tests print")
	}
	if c.predictions, c.problems, err = predict(ctx, s, isErrorType); err != nil {
		return nil, err
	}
	c.verdicts = judge(c.seen, c.predictions)
	return c, nil
}

// test runs the tests of a subject, and returns the packages whose tests fail.
func test(ctx context.Context, s *subject, observations string, opts options) (failed []string, err error) {
	if err := os.RemoveAll(observations); err != nil {
		return nil, fmt.Errorf("observations: %w", err)
	}
	if err := os.MkdirAll(observations, 0o777); err != nil {
		return nil, fmt.Errorf("observations: %w", err)
	}
	args := []string{"test", "-vet=off", "-count=1", "-overlay", s.overlay, "-timeout", opts.timeout.String()}
	if opts.short {
		args = append(args, "-short")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, s.packages...)...)
	cmd.Dir, cmd.Env = s.dir, append(slices.Clone(s.env), "ERRLINT_OBSERVED="+observations)
	out, err := cmd.CombinedOutput()
	if opts.verbose {
		fmt.Fprintf(opts.stderr, "%s", out)
	}
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		return nil, fmt.Errorf("go test: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		if rest, ok := strings.CutPrefix(line, "FAIL\t"); ok {
			failed = append(failed, strings.TrimSpace(rest))
		}
	}
	return failed, nil
}

// write writes a report in Markdown.
func (c *comparison) write(w io.Writer, name string, all bool) {
	returns := 0
	functions := make(map[string]bool)
	for _, o := range c.seen {
		returns += o.times
		functions[o.result.function] = true
	}
	counts := make(map[verdict]int)
	for _, s := range c.verdicts {
		counts[s.verdict]++
	}
	known, opaqueResults := 0, 0
	reasons := make(map[string]int)
	for _, p := range c.predictions {
		known++
		if p.opaque {
			opaqueResults++
			reasons[p.why]++
		}
	}
	fmt.Fprintln(w, "| module | returns | functions | identities | predicted | given | parametric | opaque | unknown | missing | results | opaque results |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|---|")
	fmt.Fprintf(w, "| %s | %d | %d of %d | %d |", name, returns, len(functions), len(c.subject.funcs), len(c.verdicts))
	for v := range verdicts {
		fmt.Fprintf(w, " %d |", counts[verdict(v)])
	}
	fmt.Fprintf(w, " %d | %d |\n", known, opaqueResults)

	if len(c.failed) > 0 {
		fmt.Fprintln(w, "\nTests fail:")
	}
	for _, f := range c.failed {
		fmt.Fprintf(w, "- %s\n", f)
	}
	if len(c.problems) > 0 {
		fmt.Fprintln(w, "\nProblems:")
	}
	for _, p := range c.problems {
		fmt.Fprintf(w, "- %s\n", p)
	}
	places := make(map[string]string)
	for _, f := range c.subject.funcs {
		places[f.name] = f.place
	}
	for _, v := range []verdict{missing, unknown, opaque} {
		ids := sortedIdentities(c.verdicts, v)
		if len(ids) == 0 || v == opaque && !all {
			continue
		}
		fmt.Fprintf(w, "\n%s:\n", strings.ToUpper(verdicts[v][:1])+verdicts[v][1:])
		for _, id := range ids {
			s := c.verdicts[id]
			fmt.Fprintf(w, "- %s: %s result %d: %s; seen %s; the set is %s\n", places[id.result.function], id.result.function, id.result.index, id.identity,
				s.in, c.predictions[id.result])
		}
	}
	fmt.Fprintln(w, "\nOpaque, because the function:")
	for _, why := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return cmp.Or(-cmp.Compare(reasons[a], reasons[b]), cmp.Compare(a, b)) }) {
		fmt.Fprintf(w, "- %d: %s\n", reasons[why], why)
	}
}

func (o observation) String() string {
	var parts []string
	for _, n := range o.tree {
		text := n.typ
		if len(n.names) > 0 {
			text = strings.Join(n.names, "|")
		}
		parts = append(parts, strings.Repeat(">", n.depth)+text)
	}
	return strings.Join(parts, " ")
}

func (p prediction) String() string {
	var parts []string
	for a := range p.atoms {
		parts = append(parts, a.String())
	}
	slices.Sort(parts)
	if p.value {
		parts = append(parts, "what a parameter is")
	}
	if p.call {
		parts = append(parts, "what a parameter returns")
	}
	if p.opaque {
		parts = append(parts, "opaque")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
