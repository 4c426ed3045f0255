package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/lazyregexp"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/whicherrs"
)

// asking are the flags of the commands that ask which errors there are.
type asking struct {
	unexported, own, never, deps bool // of whicherrs
	all, not                     bool // of why
}

func (c *command) whicherrsFlags() {
	c.formFlag("text", "json", "markdown")
	c.flags.BoolVar(&c.asking.unexported, "unexported", false, "for packages: also show unexported functions")
	c.flags.BoolVar(&c.asking.own, "own", false, "show only errors that the packages themselves declare")
	c.flags.BoolVar(&c.asking.never, "never", false, "show exported errors that nothing returns, and conditions that are never true")
	c.flags.BoolVar(&c.asking.deps, "deps", false, depsUsage)
}

const depsUsage = "also analyse imported packages, including those of other modules"

func (c *command) whyFlags() {
	c.formFlag("text", "json")
	c.flags.BoolVar(&c.asking.all, "all", false, "show all paths, not only the shortest")
	c.flags.BoolVar(&c.asking.not, "not", false, "show where an error that FUNC does not return is lost")
	c.flags.BoolVar(&c.asking.deps, "deps", false, depsUsage)
}

// formFlag makes -format the flag for the form of a command's output, by default the first.
func (c *command) formFlag(forms ...string) {
	c.as, c.forms = forms[0], forms
	c.redefine("format", "show it as `FORM`: "+strings.Join(forms, ", "), oneOf(&c.as, forms...))
}

// redefine gives one of checkFlags another meaning for a command.
func (c *command) redefine(name, usage string, set func(string) error) {
	f := c.flags.Lookup(name)
	f.Usage, f.Value, f.DefValue = usage, setter(set), ""
	c.redefined = append(c.redefined, name)
}

// A setter is a flag.Value that calls a function.
type setter func(string) error

func (setter) String() string       { return "" }
func (s setter) Set(v string) error { return s(v) }

// whicherrs shows which errors functions may return, or an expression may be.
func (c *command) whicherrs(ctx context.Context, args []string) int {
	if c.asking.never {
		return c.never(ctx, args)
	}
	q, problems, err := c.ask(ctx, args, c.tell)
	if err == nil && q.told == "" {
		q.told, err = c.tell(q)
	}
	if err != nil {
		return c.fail(err)
	}
	if len(problems) > 0 && len(q.funcs) == 0 && c.as == "text" {
		q.told = "" // there may be functions where something is wrong
	}
	return c.say(problems, q.told)
}

// tell returns the answers on all functions, as they are shown.
func (c *command) tell(q *question) (string, error) {
	answers := q.answers()
	return c.render(func() string {
		switch {
		case c.as == "markdown":
			return whicherrs.Markdown(answers)
		case len(answers) == 0 && c.asking.unexported:
			return "no function that returns errors\n"
		case len(answers) == 0:
			return "no function that other packages can call returns errors; -unexported shows the others\n"
		}
		return whicherrs.Text(answers)
	}, "functions", answers)
}

// why shows how errors come to be returned by a function, or where one is lost.
func (c *command) why(ctx context.Context, args []string) int {
	if len(args) == 0 || c.asking.not && len(args) < 2 {
		return c.failUsage(errors.New("why needs a function, and with -not also an error: why -not store.Open fs.ErrNotExist"))
	}
	if c.asking.not && c.asking.all {
		return c.failUsage(errors.New("-all and -not exclude each other"))
	}
	q, problems, err := c.ask(ctx, args[:1], nil)
	if err != nil {
		return c.fail(err)
	}
	if len(q.funcs) != 1 {
		return c.failUsage(fmt.Errorf("why needs one function, not %q", args[0]))
	}
	f := q.funcs[0]
	if c.asking.not && f.Expression() {
		return c.failUsage(fmt.Errorf("why -not wants a function, not the place %s", args[0]))
	}
	var a *whicherrs.Atom
	if len(args) > 1 {
		found, err := q.FindError(f, args[1])
		if err != nil {
			var ok bool
			if found, ok = c.declaredElsewhere(ctx, f, args[1]); !ok {
				return c.fail(err)
			}
		}
		a = &found
	}
	if c.asking.not && q.Leaving(f, *a) == nil {
		losses, unsure := q.Lost(f, *a), q.Unsure(f, *a)
		code := c.showAll(problems, func() string { return whicherrs.LossText(f, *a, losses, unsure) }, map[string]any{"lost": losses, "unsure": unsure})
		if code == exitClean && len(unsure) > 0 {
			return exitFindings // it is not known to be absent
		}
		return code
	}
	traces := q.Whys(f, a, c.asking.all)
	unsure := []string{}
	if len(traces) == 0 && a != nil {
		unsure = q.Unsure(f, *a)
	}
	code := c.showAll(problems, func() string {
		switch {
		case len(traces) == 0 && a != nil && f.Expression():
			return whicherrs.NotText(f, *a, unsure) + "\n"
		case len(traces) == 0 && a != nil:
			return whicherrs.NotText(f, *a, unsure) + "; errlint why -not says where it is lost\n"
		case len(traces) == 0:
			return fmt.Sprintf("%s no error\n", f.May())
		}
		return whicherrs.TraceText(traces)
	}, map[string]any{"paths": traces, "unsure": unsure})
	if code == exitClean && a != nil && (len(traces) == 0) != c.asking.not {
		return exitFindings
	}
	return code
}

// declaredElsewhere returns the error with a name that does not occur in the analysed packages. The name is qualified by the path of a package or, for
// dependencies of f's package, by its name or the end of its path. It may be an alias of an error that does occur.
func (c *command) declaredElsewhere(ctx context.Context, f *whicherrs.Func, name string) (whicherrs.Atom, bool) {
	name = strings.TrimPrefix(name, "*")
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 1 || strings.HasPrefix(name, "-") || strings.ContainsAny(name, " \t\n@=") {
		return whicherrs.Atom{}, false
	}
	pkg := name[:slash+1+dot]
	dir := c.dir
	if root, ok := errlint.WorkspaceRoot(c.dir); ok {
		dir = root
	}
	out, err := c.goOutput(ctx, dir, "list", "-deps", "-e", "-f", "{{if and (not .Error) .GoFiles}}{{.ImportPath}} {{.Name}}{{end}}", "--", f.Table().Path, pkg)
	if err != nil {
		return whicherrs.Atom{}, false
	}
	var exact, found []string
	for line := range strings.Lines(out) {
		path, called, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case path == pkg:
			exact = append(exact, path)
		case called == pkg, strings.HasSuffix(path, "/"+pkg):
			found = append(found, path)
		}
	}
	if len(exact) > 0 {
		found = exact
	}
	if len(found) == 0 {
		return whicherrs.Atom{}, false
	}
	of := *c
	of.asking = asking{}
	run := &tables{command: &of, dir: dir}
	if err := run.add(ctx, found); err != nil {
		return whicherrs.Atom{}, false
	}
	q, err := run.question()
	if err != nil {
		return whicherrs.Atom{}, false
	}
	return q.FindDeclared(name)
}

// never shows which exported errors nothing returns, and which conditions are never true.
func (c *command) never(ctx context.Context, args []string) int {
	q, problems, err := c.ask(ctx, args, nil)
	if err != nil {
		return c.fail(err)
	}
	if leftOut := sumLeftOut(q.leftOut); leftOut != "" {
		c.note(leftOut) // what is never returned here may be returned there
	}
	never := q.Never(q.match)
	return c.show(problems, func() string { return whicherrs.NeverText(never) }, "never", never)
}

// show writes the answer of a command, as text or as one JSON object, and returns the exit code.
func (c *command) show(problems []finding.Problem, text func() string, key string, value any) int {
	return c.showAll(problems, text, map[string]any{key: value})
}

// showAll is show for an object with several fields.
func (c *command) showAll(problems []finding.Problem, text func() string, fields map[string]any) int {
	out, err := c.renderAll(text, fields)
	if err != nil {
		return c.fail(err)
	}
	return c.say(problems, out)
}

// render returns the answer of a command, as text without control characters, or as one JSON object.
func (c *command) render(text func() string, key string, value any) (string, error) {
	return c.renderAll(text, map[string]any{key: value})
}

func (c *command) renderAll(text func() string, fields map[string]any) (string, error) {
	if c.as == "json" {
		fields["version"] = whicherrs.Version
		return printer.Indented(fields)
	}
	return cleanLines(text()), nil
}

// A question is a question about functions.
type question struct {
	whicherrs.Asker
	funcs []*whicherrs.Func             // those that were named, and those of the packages
	match func(t *whicherrs.Table) bool // reports whether a package was named; by default, all of the module are
	told  string                        // the answer, if it is known without the rest

	leftOut []driver.LeftOut // files of the packages that were not looked at
}

// answers returns the answers about all functions.
func (q *question) answers() []whicherrs.Answer {
	out := []whicherrs.Answer{}
	for _, f := range q.funcs {
		out = append(out, q.Answer(f))
	}
	return out
}

// placeArg matches a place in a file: main.go:12:3, main.go:12.
var placeArg = lazyregexp.New(`^(.+\.go):([0-9]{1,9})(?::([0-9]{1,9}))?$`)

// ask analyses the packages of the module, those that are named, and those of named functions, and returns the question about them. If tell is
// not nil, its result, which depends on the question alone, may be all that is wanted: it is cached like the result of a run.
func (c *command) ask(ctx context.Context, args []string, tell func(*question) (string, error)) (*question, []finding.Problem, error) {
	var places, names []string
	var patterns []string // of packages
	for _, arg := range args {
		if local(arg) && !strings.Contains(arg, "...") && !placeArg().MatchString(arg) && !strings.ContainsAny(arg, "()") && !c.isDir(arg) {
			return nil, nil, fmt.Errorf("no such directory: %s", arg)
		}
		switch {
		case placeArg().MatchString(arg):
			places = append(places, arg)
		case c.isPattern(arg):
			patterns = append(patterns, arg)
		default:
			names = append(names, arg)
		}
	}
	run := &tables{command: c, dir: c.dir}
	if len(places) > 0 {
		if len(places) < len(args) || len(places) > 1 {
			return nil, nil, errors.New("a position in a file must be the only argument")
		}
		return run.at(ctx, placeArg().FindStringSubmatch(places[0]))
	}
	if err := c.checkPatterns(ctx, patterns); err != nil {
		return nil, nil, err
	}
	all := len(args) == 0
	if all || slices.Equal(patterns, []string{"./..."}) {
		// At the root of a workspace these are its modules, wherever they are.
		var err error
		if patterns, _, err = c.allPackages(patterns); err != nil {
			return nil, nil, err
		}
	}
	if tell != nil {
		run.summaryKey = fmt.Sprintf("%q %q %+v %q %q", c.dir, c.as, c.asking, patterns, names)
		run.summarize = func(res *driver.Result) string {
			q, err := (&tables{command: c, findings: res.Findings}).question()
			if err == nil && c.choose(q, patterns, names) == nil {
				if text, err := tell(q); err == nil {
					return text
				}
			}
			return "" // more packages are needed to tell, or to tell what is wrong
		}
	}
	if root, ok := errlint.WorkspaceRoot(c.dir); ok {
		// A path may lead through any package of the module.
		of := *c
		of.dir, run.dir = root, root
		every, _, err := of.allPackages(nil)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range patterns {
			if c.dir == root && slices.Contains(every, p) {
				continue // so that the patterns, and the cached result, are the same as for other questions
			}
			if strings.HasPrefix(p, ".") {
				p = c.abs(p)
			}
			every = append(every, p)
		}
		if err := run.add(ctx, every); err != nil {
			return nil, nil, err
		}
	} else if all {
		return nil, nil, errNoModule(c.dir)
	} else if len(patterns) > 0 {
		if err := run.add(ctx, patterns); err != nil {
			return nil, nil, err
		}
	}
	if run.summary != "" {
		return &question{told: run.summary}, run.problems, nil
	}
	run.summarize = nil
	q, err := run.question()
	if err != nil {
		return nil, nil, err
	}
	// A name that is not in the module may be a package, or in another one.
	var unknown []string
	for _, name := range names {
		if _, err := q.Find(name, q.here()); err != nil && q.Table(name) == nil && !ambiguous(err) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		if outside := c.packagesOf(ctx, unknown); len(outside) > 0 {
			if err := run.add(ctx, outside); err != nil {
				return nil, nil, err
			}
			if q, err = run.question(); err != nil {
				return nil, nil, err
			}
		}
	}
	if err := c.choose(q, patterns, names); err != nil {
		return nil, nil, err
	}
	return q, run.problems, nil
}

// choose sets the functions of q: those with names, and those in the packages of names and patterns.
func (c *command) choose(q *question, patterns, names []string) error {
	var matches []func(*whicherrs.Table) bool
	for _, name := range names {
		if f, err := q.Find(name, q.here()); err == nil {
			q.funcs = append(q.funcs, f)
		} else if q.Table(name) != nil {
			matches = append(matches, func(t *whicherrs.Table) bool { return t.Path == name })
		} else {
			return c.unnamed(name, err)
		}
	}
	for _, p := range patterns {
		matches = append(matches, c.matcher(p))
	}
	q.match = func(t *whicherrs.Table) bool {
		return slices.ContainsFunc(matches, func(m func(*whicherrs.Table) bool) bool { return m(t) })
	}
	q.funcs = append(q.funcs, q.In(q.match, c.asking.unexported)...)
	return nil
}

// unnamed returns the error for a name that is neither a function nor a package, given the error of the lookup.
func (c *command) unnamed(name string, err error) error {
	if _, ok := errlint.WorkspaceRoot(c.dir); !ok {
		return fmt.Errorf("no function %q: %w", name, errNoModule(c.dir))
	}
	if !ambiguous(err) && !filepath.IsAbs(name) && c.isDir(name) {
		return fmt.Errorf("no package %q; did you mean ./%s?", name, name)
	}
	return err
}

func ambiguous(err error) bool {
	e, ok := errors.AsType[*whicherrs.NameError](err)
	return ok && len(e.Those) > 0
}

// isPattern reports whether an argument can only be a pattern of packages.
func (c *command) isPattern(arg string) bool {
	return strings.Contains(arg, "...") || arg == "std" || local(arg) && c.isDir(arg)
}

// matcher returns a function that reports whether a pattern matches the package of a table.
func (c *command) matcher(pattern string) func(*whicherrs.Table) bool {
	if pattern == "std" {
		return func(t *whicherrs.Table) bool { return t.Module == "std" }
	}
	if !strings.HasPrefix(pattern, ".") && !filepath.IsAbs(pattern) {
		return func(t *whicherrs.Table) bool { return pkgglob.MatchPath(pattern, t.Path) }
	}
	dir := c.abs(strings.TrimSuffix(strings.TrimSuffix(pattern, "..."), "/"))
	if !strings.HasSuffix(pattern, "...") {
		return func(t *whicherrs.Table) bool { return t.Dir == dir }
	}
	return func(t *whicherrs.Table) bool { return within(dir, t.Dir) }
}

// packagesOf returns the existing packages that the names are, or begin with.
func (c *command) packagesOf(ctx context.Context, names []string) []string {
	var candidates []string
	for _, name := range names {
		name = strings.NewReplacer("(", "", "*", "", ")", "").Replace(name)
		slash := strings.LastIndexByte(name, '/')
		candidates = append(candidates, name)
		for i, r := range name {
			if r == '.' && i > slash+1 {
				candidates = append(candidates, name[:i])
			}
		}
	}
	candidates = slices.DeleteFunc(candidates, func(s string) bool { return s == "" || strings.HasPrefix(s, "-") || strings.ContainsAny(s, " \t\n@=") })
	out, err := c.goList(ctx, c.dir, append([]string{"-find", "-e", "-f", "{{if not .Error}}{{.ImportPath}}{{end}}", "--"}, candidates...)...)
	if err != nil {
		return nil
	}
	return out
}

// goList returns the words in the output of go list in dir.
func (c *command) goList(ctx context.Context, dir string, args ...string) ([]string, error) {
	out, err := c.goOutput(ctx, dir, append([]string{"list"}, args...)...)
	return strings.Fields(out), err
}

// goOutput returns the standard output of the go command in dir.
func (c *command) goOutput(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(slices.Clone(c.env), "PWD="+dir, "GOPACKAGESDRIVER=off")
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}

// tables gathers the tables of packages.
type tables struct {
	*command
	dir      string // in which the go command runs
	overlay  map[string][]byte
	findings []finding.Finding
	problems []finding.Problem

	summarize           func(*driver.Result) string // nil: the tables are wanted
	summaryKey, summary string
	leftOut             []driver.LeftOut // of the last run
}

// tablesKey is the configuration key of the analyzer, which has no configuration.
const tablesKey = "whicherrs 1"

// add adds the tables of the packages that the patterns match.
func (t *tables) add(ctx context.Context, patterns []string) error {
	if t.asking.deps {
		deps, err := t.goList(ctx, t.dir, append([]string{"-deps", "-e", "-f", "{{if and .GoFiles (ne .ImportPath \"unsafe\")}}{{.ImportPath}}{{end}}", "--"}, patterns...)...)
		if err != nil {
			return err
		}
		patterns = deps
	}
	analyzers := []*analysis.Analyzer{whicherrs.Analyzer}
	if t.asking.not {
		analyzers = append(analyzers, whicherrs.Fates)
	}
	return t.run(ctx, patterns, analyzers...)
}

func (t *tables) run(ctx context.Context, patterns []string, analyzers ...*analysis.Analyzer) error {
	result, err := t.drive(ctx, driver.Options{Dir: t.dir, Patterns: patterns, Analyzers: analyzers, ConfigKey: tablesKey, Overlay: t.overlay, Summarize: t.summarize, SummaryKey: t.summaryKey})
	if err != nil {
		return err
	}
	t.summary, t.leftOut = result.Summary, result.LeftOut
	t.findings = append(t.findings, result.Findings...)
	t.problems = append(t.problems, withoutModules(result.Problems)...)
	return nil
}

// question returns a question about the tables.
func (t *tables) question() (*question, error) {
	joined, err := whicherrs.Join(t.findings)
	if err != nil {
		return nil, err
	}
	lines := make(map[string][]string)
	return &question{leftOut: t.leftOut, Asker: whicherrs.Asker{
		Program: joined,
		Own:     t.asking.own,
		Name:    t.shown,
		Line: func(file string, line int) string {
			if _, ok := lines[file]; !ok {
				text, _ := os.ReadFile(file) // a file that cannot be read has no lines
				lines[file] = strings.Split(string(text), "\n")
			}
			if all := lines[file]; line >= 1 && line <= len(all) {
				return all[line-1]
			}
			return ""
		},
	}}, nil
}

// shown returns the name of a file as it is shown: relative to the working directory if it is inside.
func (c *command) shown(file string) string {
	if rel, err := filepath.Rel(c.dir, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(file)
}

// here returns the path of the package in the working directory; "" if there is none.
func (q *question) here() string {
	for _, t := range q.Tables {
		if q.Name(t.Dir) == "." {
			return t.Path
		}
	}
	return ""
}

// at asks about the expression at a place in a file: its name, line and column.
func (t *tables) at(ctx context.Context, place []string) (*question, []finding.Problem, error) {
	file := t.abs(place[1])
	line, err := strconv.Atoi(place[2])
	if err != nil {
		return nil, nil, err
	}
	column, err := strconv.Atoi(cmp.Or(place[3], "1"))
	if err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(file); err != nil {
		return nil, nil, err
	}
	q, err := t.expression(ctx, "file="+file, file, line, column)
	if err != nil {
		return nil, nil, err
	}
	if len(q.funcs) == 0 && len(t.problems) == 0 {
		return nil, nil, fmt.Errorf("%s:%d:%d: no expression there is an error, or a call that returns one", place[1], line, column)
	}
	return q, t.problems, nil
}

// expression asks about the expression at a place in a file, which is in the package of a pattern. If there is none, the question has no functions.
func (t *tables) expression(ctx context.Context, pattern, file string, line, column int) (*question, error) {
	a := whicherrs.At(file, line, column)
	if err := t.run(ctx, []string{pattern}, a); err != nil {
		return nil, err
	}
	for i := range t.findings {
		if t.findings[i].Rule == a.Name {
			t.findings[i].Rule = whicherrs.Analyzer.Name
		}
	}
	q, err := t.question()
	if err != nil {
		return nil, err
	}
	q.funcs = slices.Collect(q.All())
	q.match = func(*whicherrs.Table) bool { return true }
	return q, nil
}
