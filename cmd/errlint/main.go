package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/baseline"
	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/rules"
)

// The exit codes.
const (
	exitClean    = 0 // no finding counts
	exitFindings = 1 // at least one does
	exitFailure  = 2 // errlint could not do all of its job, whatever it found
)

func main() {
	if args := os.Args[1:]; isVetTool(args) {
		os.Exit(vetTool(args, os.Stderr))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], host{
		stdin:        os.Stdin,
		stdout:       os.Stdout,
		stderr:       os.Stderr,
		env:          os.Environ(),
		getwd:        os.Getwd,
		stdoutIsTerm: isTerminal(os.Stdout),
		width:        width(os.Stdout),
		stderrIsTerm: isTerminal(os.Stderr),
		heap:         startingHeap(),
	})
	stop()
	os.Exit(code)
}

// startingHeap delays the first garbage collection until the heap has 16 MiB, instead of 4: a run in which little has changed ends before. The first
// collection restores the usual setting, unless the returned Cleanup is stopped. If the user has set GOGC or GOMEMLIMIT, startingHeap does nothing.
func startingHeap() runtime.Cleanup {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return runtime.Cleanup{}
	}
	return runtime.AddCleanup(new(*int), func(percent int) { debug.SetGCPercent(percent) }, debug.SetGCPercent(400))
}

// A host is the environment that the command runs in.
type host struct {
	stdin                      io.Reader
	stdout, stderr             io.Writer
	stdoutIsTerm, stderrIsTerm bool
	width                      int // of the terminal, in columns; 0 if it is not known
	env                        []string
	getwd                      func() (string, error)
	heap                       runtime.Cleanup // see startingHeap
}

// getenv returns the value of an environment variable, the last one set.
func (h host) getenv(name string) string {
	for _, kv := range slices.Backward(h.env) {
		if k, v, _ := strings.Cut(kv, "="); k == name {
			return v
		}
	}
	return ""
}

// isTerminal reports whether f is a terminal, which /dev/null is not, although it is a character device.
func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// width returns the number of columns of a terminal; 0 if f is none.
func width(f *os.File) int {
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// A command is one invocation.
type command struct {
	host
	sub       string   // the command that was named; empty: none
	as        string   // the form of a command's output
	forms     []string // the forms that it has
	redefined []string // the flags for checking packages that have another meaning for the command
	asking    asking   // of the commands whicherrs and why
	agreement agreement
	flags     *flag.FlagSet

	// The flags.
	chdir           string
	configFile      string
	enable, disable []string
	preview         bool
	tests           bool
	tags            []string
	color           string
	formats         string // all values of -format, one list
	summary         string
	baseRef         string
	baseline        string
	baselineStrict  bool
	fix, diff       bool
	unsafe          bool
	update, add     bool // of the command baseline
	cacheDir        string
	stats           bool
	cgo             bool
	cacheReadOnly   bool
	cpuProfile      string
	memProfile      string
	trace           string
	presets         []string // of the command init
	underlying      []string // the presets for keys that the configuration does not set
	clean           bool     // of the command cache
	reason          string   // of the command suppress
	showVersion     bool

	dir     string         // the absolute working directory, -C applied
	memory  *driver.Memory // of runs of one process; nil: none
	results *cache.Cache   // see cache
	opened  bool           // results is set
	warned  bool           // the user has been warned about the cache
	saidC   bool           // the user has been told what is not checked without cgo

	progress func(driver.Progress) // is told the progress of a run; nil: progress is shown on a terminal
}

// A subcommand is a command that is named in the place of the packages.
type subcommand struct {
	name, args, summary string
	maxArgs             int              // the number of arguments that it takes; -1: any number of packages
	flags               func(c *command) // adds the flags that only it has; nil if there are none
	run                 func(c *command, ctx context.Context, args []string) int
}

func subcommands() []subcommand {
	return []subcommand{
		{"explain", "RULE", "show what a rule or a category finds, and why; \"explain preset [NAME]\": a preset", 2, nil, (*command).explain},
		{"rules", "", "list the rules", 0, nil, (*command).rules},
		{"init", "[-preset NAMES]", "write a commented " + errlint.ConfigName + " for the module", 0, (*command).initFlags, (*command).init},
		{
			"baseline", "[-update [-add]] [packages]", "record all current findings in " + baseline.Name + "; from then on, only new ones fail the run",
			-1, (*command).baselineFlags, (*command).writeBaseline,
		},
		{"cache", "[-clean]", "show the location and the size of the cache", 0, (*command).cacheFlags, (*command).showCache},
		{
			"suppress", "-reason TEXT [packages]", "suppress all current findings with //errlint:ignore comments and one reason",
			-1, (*command).suppressFlags, (*command).suppress,
		},
		{"tools", "[-as FORM] [packages]", "list the registered tools, and what turns their errors into results", -1, (*command).toolsFlags, (*command).tools},
		{
			"whicherrs", "[-never] [packages, functions, or FILE:LINE:COL]", "show which errors a function may return, or an expression may be",
			-1, (*command).whicherrsFlags, (*command).whicherrs,
		},
		{"why", "[-all] [-not] FUNC [ERROR]", "show how an error comes to be returned by a function, or where it is lost", 2, (*command).whyFlags, (*command).why},
		{"lsp", "", "run a language server for editors, on standard input and output", 0, nil, (*command).lsp},
		{"watch", "[packages]", "check the packages after each change of a file, and show which findings are new or gone", -1, nil, (*command).watch},
		{
			"contract", "[-write FILE] [-check FILE] [-base REF] [packages]", "show, record or compare which errors exported functions may return",
			-1, (*command).contractFlags, (*command).contract,
		},
		{"spec", "[DOC] [packages]", "report which clauses of the documents in docs/spec.md, or of DOC alone, the packages follow; not those with findings in the baseline", -1, (*command).specFlags, (*command).spec},
		{"completion", "SHELL", "show the completions for a shell: " + strings.Join(shells, ", "), 1, nil, (*command).completion},
		{"man", "", "show the manual page, for man -l or a file errlint.1", 0, nil, (*command).man},
		{"version", "", "show the version", 0, nil, (*command).version},
	}
}

// checkFlags are the flags that have an effect only when packages are
// checked. With a command they are an error: a user who writes
// "errlint baseline -base main" expects an effect.
var checkFlags = []string{"format", "summary", "base", "baseline-strict", "fix", "diff", "unsafe", "stats", "cpuprofile", "memprofile", "trace"}

// run runs the command with the arguments, and returns its exit code.
func run(ctx context.Context, args []string, h host) int {
	c := newCommand(h)
	if len(args) > 1 && args[0] == "completion" && args[1] == completeWords {
		return c.write(strings.Join(c.complete(args[2:]), "\n"))
	}
	defer func() { c.results.Close() }()
	if err := c.flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return c.write(c.usage())
	} else if err != nil {
		return c.failUsage(c.flagError(err))
	}
	if c.showVersion {
		return c.version(ctx, nil)
	}
	if err := c.enter(); err != nil {
		return c.fail(err)
	}
	if c.flags.NArg() == 0 {
		return c.check(ctx, nil)
	}
	name, rest := c.flags.Arg(0), c.flags.Args()[1:]
	if name == "help" {
		return c.help(rest)
	}
	var names []string
	for _, sub := range subcommands() {
		if sub.name != name {
			names = append(names, sub.name)
			continue
		}
		c.sub = name
		before := c.firstSet(checkFlags)
		// Flags may follow the name, too.
		if sub.flags != nil {
			sub.flags(c)
		}
		if err := c.flags.Parse(rest); errors.Is(err, flag.ErrHelp) {
			return c.write(newCommand(h).usageOf(sub))
		} else if err != nil {
			return c.failUsage(c.flagError(err))
		}
		if err := c.enter(); err != nil {
			return c.fail(err)
		}
		if slices.Contains(c.redefined, before) {
			return c.failUsage(fmt.Errorf("put -%s after %s: before it, the flag is about checking packages", before, sub.name))
		}
		others := slices.DeleteFunc(slices.Clone(checkFlags), func(f string) bool { return slices.Contains(c.redefined, f) })
		if f := c.firstSet(others); f != "" {
			hint := ""
			if f == "format" && c.flags.Lookup("as") != nil {
				hint = ": its flag is -as"
			}
			return c.failUsage(fmt.Errorf("-%s is for checking packages, not for %s%s", f, sub.name, hint))
		}
		if err := noFlags(c.flags.Args(), sub.maxArgs < 0); err != nil {
			return c.failUsage(err)
		}
		// The command spec takes a document before the packages.
		if strings.HasSuffix(sub.args, "[packages]") && sub.name != "spec" {
			if err := c.checkPatterns(ctx, c.flags.Args()); err != nil {
				return c.failUsage(err)
			}
		}
		if sub.maxArgs >= 0 && c.flags.NArg() > sub.maxArgs {
			return c.failUsage(fmt.Errorf("%s takes no argument %q", strings.TrimSpace(sub.name+" "+sub.args), c.flags.Arg(sub.maxArgs)))
		}
		return sub.run(c, ctx, c.flags.Args())
	}
	patterns := c.flags.Args()
	if err := noFlags(patterns, true); err != nil {
		return c.failUsage(err)
	}
	if err := c.notCommand(ctx, name, names); err != nil {
		return c.failUsage(err)
	}
	if err := c.checkPatterns(ctx, patterns); err != nil {
		return c.failUsage(err)
	}
	return c.check(ctx, patterns)
}

// colors are the values of -color.
var colors = []string{"auto", "always", "never"}

func newCommand(h host) *command {
	c := &command{host: h, flags: flag.NewFlagSet("errlint", flag.ContinueOnError)}
	c.flags.SetOutput(io.Discard) // run reports the errors
	c.flags.StringVar(&c.chdir, "C", "", "run as if started in `DIR`")
	c.flags.StringVar(&c.configFile, "config", "", "read the configuration from `FILE`, not from the nearest "+errlint.ConfigName)
	c.flags.Func("enable", "run only these `RULES` or categories, a comma-separated list, whatever the configuration enables", rulesVar(&c.enable))
	c.flags.Func("disable", "do not run these `RULES` or categories, a comma-separated list", rulesVar(&c.disable))
	c.flags.BoolVar(&c.preview, "preview", false, "also run the rules and categories that are in preview")
	c.flags.BoolVar(&c.tests, "tests", false, "check test files, too")
	c.flags.Func("tags", "build with these `TAGS`, a comma-separated list", func(s string) error {
		c.tags = append(c.tags, splitList(s)...)
		return nil
	})
	c.flags.Func("format", "print the findings as `SPEC`: formats, each for standard output or a file, as in sarif=FILE,text", func(s string) error {
		spec := s
		if c.formats != "" {
			spec = c.formats + "," + s
		}
		_, err := printer.ParseSpec(spec)
		c.formats = spec
		return err
	})
	c.flags.Func("summary", "write a summary in Markdown to `FILE`, or with \"-\" to standard output", notEmpty(&c.summary, "the name of a file"))
	c.flags.Func("base", "report only findings that are new since the merge base with `REF`, a branch, tag or commit", notEmpty(&c.baseRef, "a branch, a tag or a commit"))
	c.flags.Func("baseline", "do not report the findings in `FILE`, by default the module's "+baseline.Name+"; \"off\" reports all", notEmpty(&c.baseline, "the name of a file, or off"))
	c.flags.BoolVar(&c.baselineStrict, "baseline-strict", false, "fail if the baseline lists findings that are gone")
	c.flags.BoolVar(&c.fix, "fix", false, "apply the safe fixes, and report the remaining findings")
	c.flags.BoolVar(&c.unsafe, "unsafe", false, "with -fix or -diff: also apply fixes that change the program's behaviour")
	c.flags.BoolVar(&c.diff, "diff", false, "print what -fix would do as a patch, and nothing else; also together with -fix")
	c.flags.Func("cache", "cache results in `DIR`; \"off\" disables the cache", notEmpty(&c.cacheDir, "the name of a directory, or off"))
	c.flags.BoolVar(&c.cacheReadOnly, "cache-readonly", false, "read the cache without writing to it")
	c.flags.BoolVar(&c.cgo, "cgo", false, "check code that uses cgo, which runs the C compiler; only for code that you trust")
	c.flags.BoolVar(&c.stats, "stats", false, "show on standard error where the run spent its time")
	c.flags.Func("cpuprofile", "write a profile of processor time to `FILE`", notEmpty(&c.cpuProfile, "the name of a file"))
	c.flags.Func("memprofile", "write a profile of allocations to `FILE`", notEmpty(&c.memProfile, "the name of a file"))
	c.flags.Func("trace", "write an execution trace to `FILE`", notEmpty(&c.trace, "the name of a file"))
	c.flags.BoolVar(&c.showVersion, "version", false, "show the version")
	c.color = "auto"
	c.flags.Func("color", "print in colour, with source lines, `WHEN`: auto (on a terminal), always or never", oneOf(&c.color, colors...))
	return c
}

// firstSet returns the first of the flags that is set; "" if none is.
func (c *command) firstSet(names []string) string {
	first := ""
	c.flags.Visit(func(f *flag.Flag) {
		if first == "" && slices.Contains(names, f.Name) {
			first = f.Name
		}
	})
	return first
}

// noFlags returns an error if a flag is among the arguments.
func noFlags(args []string, packages bool) error {
	what := "an argument"
	if packages {
		what = "a package"
	}
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") && arg != "-" {
			return fmt.Errorf("flag %s follows %s; flags come first", arg, what)
		}
	}
	return nil
}

// notEmpty returns the function of a flag whose value must not be empty. The value of
// -base="$BASE" is empty if the variable is not set: to check without a
// base would then be silently wrong.
func notEmpty(value *string, want string) func(string) error {
	return func(s string) error {
		if s == "" {
			return errors.New("want " + want)
		}
		*value = s
		return nil
	}
}

// oneOf returns the function of a flag whose value must be one of choices.
func oneOf(value *string, choices ...string) func(string) error {
	return func(s string) error {
		if !slices.Contains(choices, s) {
			return fmt.Errorf("want one of %s%s", strings.Join(choices, ", "), nearest.Hint(s, choices))
		}
		*value = s
		return nil
	}
}

// rulesVar returns the function of a flag that adds rules and categories to a list.
func rulesVar(list *[]string) func(string) error {
	return func(s string) error {
		ids := splitList(s)
		if len(ids) == 0 {
			return errors.New("want the name of a rule")
		}
		for _, id := range ids {
			if !rules.Known(id) {
				return unknownRule(id)
			}
		}
		*list = append(*list, ids...)
		return nil
	}
}

func unknownRule(id string) error {
	what := "rule"
	if strings.Contains(id, "/") {
		what = "category"
	}
	return fmt.Errorf("unknown %s %q%s", what, id, rules.Hint(id))
}

func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// flagError adds the flag that was probably meant to an error of package flag.
func (c *command) flagError(err error) error {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return err
	}
	var names []string
	c.flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	near := nearest.Of(name, names)
	if len(name) < 3 {
		// Edit distance says little about so short a name. It may be the beginning of a flag, if only one begins so.
		names = slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, name) })
		near = ""
		if len(names) == 1 {
			near = names[0]
		}
	}
	hint := ""
	if near != "" {
		hint = "; did you mean -" + near + "?"
	}
	return fmt.Errorf("unknown flag -%s%s", name, hint)
}

// enter sets c.dir.
func (c *command) enter() error {
	wd, err := c.getwd()
	if err != nil {
		return fmt.Errorf("find the working directory: %w", err)
	}
	c.dir = wd
	if c.chdir == "" {
		return nil
	}
	c.dir = c.chdir
	if !filepath.IsAbs(c.dir) {
		c.dir = filepath.Join(wd, c.dir)
	}
	info, err := os.Stat(c.dir)
	if err != nil {
		return fmt.Errorf("-C: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("-C: %s is no directory", c.chdir)
	}
	return nil
}

// write writes text to the standard output, and returns the exit code.
func (c *command) write(text string) int {
	if _, err := io.WriteString(c.stdout, text); err != nil {
		return c.fail(fmt.Errorf("write the output: %w", err))
	}
	return exitClean
}

// outcome returns the exit code for problems and for whether a finding counts.
func outcome(problems []finding.Problem, found bool) int {
	switch {
	case len(problems) > 0:
		return exitFailure
	case found:
		return exitFindings
	}
	return exitClean
}

// fail reports an error, which may be several joined ones, and returns the exit code.
func (c *command) fail(err error) int {
	if mistakes, ok := errors.AsType[errlint.ConfigErrors](err); ok {
		c.problem(problemsOf(mistakes)...)
		return exitFailure
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(c.stderr, "errlint: %s\n", printer.Clean(strings.TrimSuffix(line, "\n")))
	}
	return exitFailure
}

// failUsage is fail for mistakes in the arguments.
func (c *command) failUsage(err error) int {
	c.fail(err)
	if c.sub != "" {
		fmt.Fprintf(c.stderr, "errlint: \"errlint help %s\" shows what that takes\n", c.sub)
	} else {
		fmt.Fprintln(c.stderr, `errlint: "errlint -h" lists the flags and commands`)
	}
	return exitFailure
}

// errNoModule is the error for a directory that is in no module. The driver has the same message.
func errNoModule(dir string) error {
	return fmt.Errorf("no go.mod in %s or in a directory above it", dir)
}

// note shows a note to the user.
func (c *command) note(text string) {
	fmt.Fprintf(c.stderr, "errlint: %s\n", printer.Clean(text))
}

func (c *command) problem(problems ...finding.Problem) {
	for _, p := range problems {
		fmt.Fprintln(c.stderr, printer.Problem(c.dir, p))
	}
}
