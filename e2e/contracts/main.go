package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "contracts:", err)
		os.Exit(1)
	}
}

// run runs the command.
//
// Errors:
//   - [flag.ErrHelp] if that is all that was asked for
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("contracts", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: contracts [flags] REPOSITORY...")
		flags.PrintDefaults()
	}
	last := flags.Int("last", 20, "compare the last `N` tags")
	binary := flags.String("errlint", "", "the errlint to ask; by default it is built")
	keep := flags.String("keep", "", "leave what is made in `DIR`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return flag.ErrHelp
	}
	tmp, err := os.MkdirTemp("", "errlint-contracts-")
	if err != nil {
		return fmt.Errorf("temporary directory: %w", err)
	}
	defer os.RemoveAll(tmp)
	if *keep != "" {
		if tmp, err = filepath.Abs(*keep); err != nil {
			return fmt.Errorf("directory for -keep: %w", err)
		}
	}
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return fmt.Errorf("temporary directory: %w", err)
	}
	c := &comparer{errlint: *binary, tmp: tmp}
	if c.errlint == "" {
		if c.errlint, err = build(ctx, tmp); err != nil {
			return err
		}
	}
	fmt.Fprintln(stdout, "| library | from | to | incompatible | shown | gone | not shown |\n|---|---|---|---|---|---|---|")
	var rest []result
	for _, dir := range flags.Args() {
		results, err := c.repository(ctx, dir, *last, stdout)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		rest = append(rest, results...)
	}
	for _, r := range rest {
		if r.verdict != shown {
			fmt.Fprintf(stdout, "\n- %s: %s %s %s: before %v, after %v %s", verdicts[r.verdict], r.Function, r.Kind, r.Error, r.before, r.after, r.note)
		}
	}
	fmt.Fprintln(stdout)
	return nil
}

// build builds errlint, of which this module is two directories below the root.
func build(ctx context.Context, tmp string) (string, error) {
	out := filepath.Join(tmp, "errlint")
	dir, err := output(exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}"))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", out, "./cmd/errlint")
	cmd.Dir = filepath.Join(strings.TrimSpace(string(dir)), "..", "..")
	_, err = output(cmd)
	return out, err
}

// output runs a command and returns what it prints. An error has what it says.
func output(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	if err != nil {
		text := ""
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			text = string(exit.Stderr)
		}
		return out, fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(text))
	}
	return out, nil
}

// A change is one of errlint's.
type change struct {
	Function   string
	Kind       string
	Error      string
	Compatible bool

	errorKind string // of the error, which its name does not say
}

// A verdict is what becomes of a change.
type verdict int

const (
	shown verdict = iota
	gone
	notShown
)

var verdicts = []string{"shown", "gone", "not shown"}

type result struct {
	change
	verdict       verdict
	before, after []string
	note          string
}

// A comparer compares versions.
type comparer struct {
	errlint, tmp string
	n            int
}

// repository compares the last tags of a repository, each with the one before it.
func (c *comparer) repository(ctx context.Context, dir string, last int, w io.Writer) ([]result, error) {
	var clones [2]string
	for i := range clones {
		c.n++
		clones[i] = filepath.Join(c.tmp, fmt.Sprintf("clone%d", c.n))
		if _, err := output(exec.CommandContext(ctx, "git", "clone", "-q", "--shared", dir, clones[i])); err != nil {
			return nil, err
		}
	}
	tags, err := tagsOf(ctx, clones[0], last+1)
	if err != nil {
		return nil, err
	}
	var all []result
	name := strings.TrimSuffix(filepath.Base(strings.TrimSuffix(dir, "/repo")), ".git")
	for i := range len(tags) - 1 {
		from, to := tags[i+1], tags[i]
		results, note, err := c.compare(ctx, clones, from, to)
		if err != nil {
			return nil, fmt.Errorf("%s to %s: %w", from, to, err)
		}
		var counts [3]int
		for _, r := range results {
			counts[r.verdict]++
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d | %d | %d | %d | %s\n", name, from, to, len(results), counts[shown], counts[gone], counts[notShown], note)
		all = append(all, results...)
	}
	return all, nil
}

// tagsOf is the last tags of versions that the newest is made from, the newest first.
func tagsOf(ctx context.Context, dir string, n int) ([]string, error) {
	list := func(args ...string) ([]string, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "versionsort.suffix=-", "tag", "--sort=-v:refname"}, args...)...)
		cmd.Dir = dir
		out, err := output(cmd)
		return slices.DeleteFunc(strings.Fields(string(out)), func(s string) bool { return !strings.HasPrefix(s, "v") }), err
	}
	all, err := list()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("no tag of a version")
	}
	merged, err := list("--merged", all[0])
	if err != nil {
		return nil, err
	}
	return merged[:min(n, len(merged))], nil
}

// compare compares two tags. A note says why they cannot be.
func (c *comparer) compare(ctx context.Context, clones [2]string, from, to string) ([]result, string, error) {
	for i, tag := range []string{from, to} {
		cmd := exec.CommandContext(ctx, "git", "checkout", "-q", "-f", tag)
		cmd.Dir = clones[i]
		if _, err := output(cmd); err != nil {
			return nil, "", err
		}
		if _, err := os.Stat(filepath.Join(clones[i], "go.mod")); err != nil {
			return nil, "no module", nil
		}
	}
	var report struct{ Changes []change }
	if err := c.ask(ctx, clones[1], &report, "contract", "-base", from); err != nil {
		return nil, err.Error(), nil
	}
	changes := slices.DeleteFunc(report.Changes, func(ch change) bool { return ch.Compatible })
	if len(changes) == 0 {
		return nil, "", nil
	}
	var libs [2]*library
	for i, dir := range clones {
		c.n++
		tmp := filepath.Join(c.tmp, fmt.Sprintf("overlay%d", c.n))
		if err := os.MkdirAll(tmp, 0o777); err != nil {
			return nil, "", fmt.Errorf("directory for the overlay: %w", err)
		}
		var err error
		if libs[i], err = open(ctx, dir, tmp); err != nil {
			return nil, "", err
		}
	}
	results, err := c.show(ctx, libs, changes)
	note := fmt.Sprintf("%d ways forced before, %d after; %d do not compile", libs[0].ways(), libs[1].ways(), libs[0].unforced+libs[1].unforced)
	return results, note, err
}

// ask runs a command of errlint, whose answer is JSON.
func (c *comparer) ask(ctx context.Context, dir string, answer any, args ...string) error {
	cmd := exec.CommandContext(ctx, c.errlint, append([]string{args[0], "-format", "json"}, args[1:]...)...)
	cmd.Dir, cmd.Env = dir, environment(dir)
	out, err := output(cmd)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(out, answer); err != nil {
		return fmt.Errorf("answer of errlint: %w", err)
	}
	return nil
}

// A part is what a client needs for one change.
type part struct {
	result
	known   []named  // what the function returned before
	outside []string // functions outside the module, and the errors that they return: os.Open=io/fs.ErrNotExist
}

// show shows changes, each by a part of one client for both versions.
func (c *comparer) show(ctx context.Context, libs [2]*library, changes []change) ([]result, error) {
	var parts []*part
	var injected []named
	for _, ch := range changes {
		p := &part{result: result{change: ch, verdict: notShown}}
		parts = append(parts, p)
		if err := c.prepare(ctx, libs, p, &injected); err != nil {
			return nil, err
		}
	}
	cl := newClient()
	var hooks [2][]string
	for id, p := range parts {
		fns := [2]bool{libs[0].funcs[p.Function] != nil, libs[1].funcs[p.Function] != nil}
		switch fn := libs[1].funcs[p.Function]; {
		case !fns[0] || !fns[1]:
			p.note = "; no such function"
			continue
		case fn.Signature().TypeParams() != nil || fn.Signature().RecvTypeParams() != nil:
			p.note = "; generic"
			continue
		case p.Error != "" && !declares(libs[1], p):
			p.verdict = gone
			continue
		}
		if err := cl.add(id, p.change, libs[1].funcs[p.Function], p.known); err != nil {
			return nil, err
		}
		for i := range libs {
			hooks[i] = append(hooks[i], p.Function)
		}
	}
	program := cl.source()
	for i, l := range libs {
		var fns = l.named(hooks[i])
		if err := l.instrument(fns, injected); err != nil {
			return nil, err
		}
		bin := filepath.Join(l.tmp, "client")
		if err := l.build(ctx, program, bin); err != nil {
			return nil, err
		}
		for id, p := range parts {
			if p.verdict == gone || p.note != "" {
				continue
			}
			said, err := l.run(ctx, bin, id, l.funcs[p.Function].FullName(), p.outside)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				p.before = said
			} else {
				p.after = said
			}
		}
	}
	var out []result
	for _, p := range parts {
		if p.verdict == notShown && p.note == "" {
			p.judge()
		}
		out = append(out, p.result)
	}
	return out, nil
}

// judge says whether the client does something else.
func (p *part) judge() {
	has := func(said []string, what string) bool { return slices.Contains(said, what) }
	different := has(p.before, "matches") && !has(p.after, "matches")
	if p.Kind == "added" || p.Kind == "now-unnamed" {
		different = !has(p.before, "other") && has(p.after, "other")
	}
	if different {
		p.verdict = shown
	}
}

// prepare asks errlint what a client for a change has to know.
func (c *comparer) prepare(ctx context.Context, libs [2]*library, p *part, injected *[]named) error {
	var before struct {
		Functions []struct{ Errors []struct{ Name, Kind string } }
	}
	if err := c.ask(ctx, libs[0].dir, &before, "whicherrs", p.Function); err != nil {
		return err
	}
	for _, f := range before.Functions {
		for _, e := range f.Errors {
			n, err := parse(e.Name, e.Kind)
			if err != nil {
				return err
			}
			p.known = append(p.known, n)
			if e.Name == p.Error {
				p.errorKind = e.Kind
			}
		}
	}
	// What leaves before, or after, comes from functions outside of the module.
	of, name := libs[0], p.Error
	if p.Kind == "added" || p.Kind == "now-unnamed" {
		of = libs[1]
	}
	args := []string{"why", "-all", p.Function}
	if name != "" {
		args = append(args, name)
	}
	var paths struct {
		Paths []struct{ Error, Beyond string }
	}
	if err := c.ask(ctx, of.dir, &paths, args...); err != nil {
		return err
	}
	value := ""
	if name != "" {
		n, err := parse(name, p.errorKind)
		if err != nil {
			return err
		}
		if n.kind != "code" && !strings.HasPrefix(n.pkg, of.path) {
			value = n.String()
			if !slices.Contains(*injected, n) {
				*injected = append(*injected, n)
			}
		}
	}
	for _, path := range paths.Paths {
		if path.Beyond == "" || path.Error != name {
			continue
		}
		for full := range of.outside() {
			if plain(full) == path.Beyond {
				p.outside = append(p.outside, full+"="+value)
			}
		}
	}
	return nil
}

// declares reports whether the error of a change is declared in a version, so that a client can name it.
func declares(l *library, p *part) bool {
	n, err := parse(p.Error, p.errorKind)
	if err != nil || n.kind == "code" || p.Kind == "added" {
		return true
	}
	for _, pkg := range l.pkgs {
		if pkg.PkgPath == n.pkg {
			return pkg.Types.Scope().Lookup(n.name) != nil
		}
	}
	return !strings.HasPrefix(n.pkg, l.path)
}
