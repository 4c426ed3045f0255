package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/confignames"
	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/lazyregexp"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/rules"
)

// check checks the packages that match the patterns, by default ./...
func (c *command) check(ctx context.Context, patterns []string) int {
	end, err := c.profile()
	if err != nil {
		return c.fail(err)
	}
	code := c.checkPackages(ctx, patterns)
	if err := end(); err != nil {
		return c.fail(err)
	}
	return code
}

func (c *command) checkPackages(ctx context.Context, patterns []string) int {
	g, err := c.newGate(patterns)
	if err != nil {
		return c.fail(err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if c.baseRef != "" {
		g.base = c.startBase(ctx, g.job, cancel)
	}
	var v *verdict
	if c.fix || c.diff {
		v, err = g.mend(ctx)
	} else {
		v, err = g.judge(ctx, nil)
	}
	if err != nil {
		return c.fail(err)
	}
	c.problem(v.Problems...)
	for _, note := range v.Notes {
		c.note(note)
	}
	leftOut := sumLeftOut(v.leftOut)
	if leftOut != "" {
		v.Notes = append(v.Notes, leftOut)
	}
	if err := g.print(ctx, v); err != nil {
		return c.fail(err)
	}
	if g.talks() && (c.stderrIsTerm || len(v.Findings) > 0 || len(v.Problems) > 0) {
		fmt.Fprintln(c.stderr, v.count())
		if s := v.fixable(); s != "" && !c.fix && !c.diff {
			fmt.Fprintln(c.stderr, s)
		}
	}
	if leftOut != "" && g.talks() && (c.stderrIsTerm || c.stats) {
		fmt.Fprintln(c.stderr, leftOut)
	}
	if s := toldTools(v.tools, v.unread, g.everything && len(v.Problems) == 0, c.stderrIsTerm || c.stats); s != "" && g.talks() {
		fmt.Fprintln(c.stderr, s)
	}
	return g.code(v)
}

// code returns the exit code for a verdict.
func (g *gate) code(v *verdict) int {
	found := slices.ContainsFunc(v.Findings, func(f finding.Finding) bool { return f.Level() == finding.Error })
	if g.diff {
		found = len(v.patch) > 0
	}
	return outcome(v.Problems, found || g.baselineStrict && v.stale > 0)
}

// A job is a configuration with the analyzers and packages of a run.
type job struct {
	patterns   []string
	everything bool // the patterns are all packages of the module, or the workspace
	config     errlint.Config
	names      []confignames.Name // in the configuration
	excluded   *errlint.Exclusions
	configKey  string // stands for the configuration of the analyzers
	analyzers  []*analysis.Analyzer
}

// newJob returns the job that the configuration and the flags ask for.
func (c *command) newJob(patterns []string) (job, error) {
	patterns, everything, err := c.allPackages(patterns)
	if err != nil {
		return job{}, err
	}
	cfg, err := c.readConfig()
	if err != nil {
		return job{}, err
	}
	// Exclusions and severities apply to the findings afterwards: see settle.
	of := cfg
	of.Exclude, of.Severity = nil, nil
	analyzers := errlint.Analyzers(of)
	if len(analyzers) == 0 {
		return job{}, errors.New("no rule is enabled")
	}
	names, err := cfg.Names()
	if err != nil {
		return job{}, err
	}
	if len(names) > 0 {
		analyzers = append(analyzers, confignames.Analyzer(names))
	}
	if tools := toolsOf(analyzers); tools != nil {
		analyzers = append(analyzers, inventory(tools))
	}
	return job{patterns, everything, cfg, names, errlint.NewExclusions(cfg), of.Key(), analyzers}, nil
}

// allPackages returns the patterns of a run, and whether they match all packages of the module or workspace.
// At the root of a workspace, no pattern or ./... stands for all of its modules.
func (c *command) allPackages(patterns []string) ([]string, bool, error) {
	const all = "./..."
	if len(patterns) == 0 {
		patterns = []string{all}
	}
	root, ok := errlint.WorkspaceRoot(c.dir)
	if !ok || root != c.dir || !slices.Equal(patterns, []string{all}) {
		return patterns, false, nil
	}
	dirs, err := c.workspace(root)
	if err != nil {
		return nil, false, err
	}
	if dirs == nil {
		return patterns, true, nil
	}
	patterns = nil
	for _, dir := range dirs {
		if dir == "." {
			patterns = append(patterns, all)
			continue
		}
		if !filepath.IsAbs(dir) && !strings.HasPrefix(dir, "../") {
			dir = "./" + dir
		}
		patterns = append(patterns, dir+"/...")
	}
	slices.Sort(patterns)
	return patterns, len(patterns) > 0, nil
}

// workspace returns the directories of the modules in a directory's go.work, absolute or relative to the directory, with
// slashes; nil if there is no such file, or if GOWORK is set.
func (c *command) workspace(root string) ([]string, error) {
	file := filepath.Join(root, "go.work")
	text, err := os.ReadFile(file)
	if c.getenv("GOWORK") != "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	work, err := modfile.ParseWork(file, text, nil)
	if err != nil {
		return nil, err
	}
	dirs := []string{}
	for _, use := range work.Use {
		dirs = append(dirs, filepath.ToSlash(filepath.Clean(filepath.FromSlash(use.Path))))
	}
	return dirs, nil
}

// editable returns the directories below which files may be edited: the root of the module or the workspace and the directories of
// modules of the workspace that are elsewhere.
func (c *command) editable() ([]string, error) {
	root, ok := errlint.ModuleRoot(c.dir)
	if !ok {
		return nil, errNoModule(c.dir)
	}
	roots := []string{root}
	dirs, err := c.workspace(root)
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		dir = filepath.FromSlash(dir)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(root, dir)
		}
		if !within(root, dir) {
			roots = append(roots, dir)
		}
	}
	return roots, nil
}

// settled is what the findings of a run say of the module, besides findings.
type settled struct {
	tools  []tool
	unread []string // see splitTools
	notes  []string
}

// settle sets the severities of the findings, and hides those that the
// configuration excludes, in place. An exclusion without effect becomes a finding if the run was
// of everything.
func (j job) settle(r *driver.Result) (s settled, err error) {
	if s.tools, s.unread, err = splitTools(r); err != nil {
		return settled{}, err
	}
	var unmatched []confignames.Name
	var messages []string
	r.Findings, unmatched, messages = confignames.Split(j.names, r.Findings)
	if j.everything && len(r.Problems) == 0 {
		var inherited []string
		for i, n := range unmatched {
			if n.Inherited {
				inherited = append(inherited, strconv.Quote(n.Value))
				continue
			}
			p := finding.Problem{Message: fmt.Sprintf("key %q: %s", n.Key, messages[i])}
			p.Pos.File, p.Pos.Line, p.Pos.Column = j.config.Place(n.Key)
			r.Problems = append(r.Problems, p)
		}
		slices.SortStableFunc(r.Problems, finding.CompareProblems)
		if inherited != nil {
			s.notes = append(s.notes, "the preset names what this module does not have, and finds nothing there: "+
				strings.Join(slices.Compact(slices.Sorted(slices.Values(inherited))), ", "))
		}
	}
	used := make([]bool, len(j.config.Exclude))
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool {
		found := j.excluded.Find(f.Rule, f.Category, f.Pos.File)
		for _, i := range found {
			used[i] = true
		}
		if len(found) > 0 {
			r.Hidden = append(r.Hidden, finding.Hidden{Finding: f, By: finding.ByConfig, Reason: j.config.Exclude[found[0]].Reason})
		}
		return len(found) > 0
	})
	for i, e := range j.config.Exclude {
		if !used[i] && j.everything && len(r.Problems) == 0 && j.covers(e.Rules) {
			r.Findings = append(r.Findings, j.vain(i))
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if s := j.config.SeverityOf(f.Rule, f.Category); s != finding.Error {
			f.Severity = s
		}
		f.Fixes = slices.Clone(f.Fixes)
		for k := range f.Fixes {
			f.Fixes[k].Unsafe = rules.UnsafeFix(f.Rule, f.Category)
		}
		if len(f.Fixes) == 0 {
			f.NoFix = rules.NoFix(f.Rule, f.Category)
			for _, r := range f.Related {
				if r.Message == directive.Withheld || r.Message == directive.Mistyped {
					f.NoFix = r.Message
				}
			}
		}
	}
	r.Findings = finding.Sort(r.Findings)
	r.Hidden = finding.SortHidden(r.Hidden)
	return s, nil
}

// covers reports whether the job runs the rules of ids, by default all stable
// rules, and the rule directive.
func (j job) covers(ids []string) bool {
	if len(ids) == 0 {
		ids = errlint.RuleNames()
	}
	return j.runs("directive") && !slices.ContainsFunc(ids, func(id string) bool {
		name, _, _ := strings.Cut(id, "/")
		return !j.runs(name) && rules.StageOf(name) == rules.Stable
	})
}

// vain returns the finding that the i-th exclusion excludes nothing.
func (j job) vain(i int) finding.Finding {
	key := fmt.Sprintf("exclude[%d]", i)
	f := finding.Finding{
		Rule:     "directive",
		Category: rules.Unused,
		Message:  key + " excludes nothing",
		Decl:     key,
		Code:     strings.Join(j.config.Exclude[i].Paths, " "),
	}
	f.URL = ruleNamed(f.Rule).URL
	f.Pos.File, f.Pos.Line, f.Pos.Column = j.config.Place(key)
	f.End = f.Pos
	return f
}

// runs reports whether a rule is part of the job.
func (j job) runs(rule string) bool {
	return slices.ContainsFunc(j.analyzers, func(a *analysis.Analyzer) bool { return a.Name == rule })
}

// described returns descriptions of the rules that are part of the job.
func (j job) described() []printer.Rule {
	var out []printer.Rule
	for _, a := range j.analyzers {
		if !rules.Known(a.Name) {
			continue
		}
		out = append(out, printer.Rule{Name: a.Name, Stage: string(rules.StageOf(a.Name)), Summary: ruledoc.Summary(a.Doc), URL: a.URL, Page: func() (text, markdown string) {
			r := ruleNamed(a.Name)
			return r.Text(), r.Markdown()
		}})
	}
	return out
}

// ruleNamed returns the rule with a name, which must exist.
func ruleNamed(name string) errlint.Rule {
	all := errlint.Rules()
	return all[slices.IndexFunc(all, func(r errlint.Rule) bool { return r.Name == name })]
}

// A gate is a job, with the baseline and the base that decide which of its findings count.
type gate struct {
	*command
	job
	outputs  []output
	accepted *accepted // the baseline; nil: none
	base     *base     // nil: none
}

// newGate returns the gate that the flags ask for. It returns every error that does not
// depend on the packages.
func (c *command) newGate(patterns []string) (*gate, error) {
	g := &gate{command: c}
	var err error
	c.fix = c.fix && !c.diff // a user who adds -diff to a command wants to see first what it does
	if c.unsafe && !c.fix && !c.diff {
		return nil, errors.New("-unsafe needs -fix or -diff")
	}
	if g.job, err = c.newJob(patterns); err != nil {
		return nil, err
	}
	if g.outputs, err = c.outputs(); err != nil {
		return nil, err
	}
	if g.accepted, err = c.readAccepted(); err != nil {
		return nil, err
	}
	return g, nil
}

// A verdict is the result of a run, and which of its findings count.
type verdict struct {
	printer.Report
	checked []string // as the driver's
	leftOut []driver.LeftOut
	tools   []tool   // that are registered
	unread  []string // see splitTools
	stale   int      // the number of findings in the baseline that are gone
	patch   []byte   // what -diff prints
}

// judge runs the job, on the files as they are in the overlay or else on disk,
// and decides which findings count: those that neither a comment in the source, nor the
// baseline, nor the base hides.
func (g *gate) judge(ctx context.Context, overlay map[string][]byte) (*verdict, error) {
	head, err := g.drive(ctx, driver.Options{Patterns: g.patterns, Analyzers: g.analyzers, ConfigKey: g.configKey, Overlay: overlay})
	if err != nil {
		return nil, err
	}
	s, err := g.settle(head)
	if err != nil {
		return nil, err
	}
	head.Problems = withoutModules(head.Problems)
	v := &verdict{checked: head.Checked, leftOut: head.LeftOut, tools: s.tools, unread: s.unread, Report: printer.Report{
		Notes:    s.notes,
		Problems: head.Problems,
		Compared: g.accepted != nil || g.base != nil,
		Version:  version(),
		Rules:    g.described(),
		Packages: head.Packages,
	}}
	fresh, old := head.Findings, []finding.Finding(nil)
	if g.base != nil {
		if fresh, old, err = g.compare(ctx, head, v); err != nil {
			return nil, err
		}
	}
	var hidden []finding.Hidden
	v.Findings, hidden = g.accepted.hide(fresh, old)
	v.Hidden = finding.SortHidden(slices.Concat(head.Hidden, hidden))
	if g.accepted != nil {
		gone := g.gone(g.accepted, g.job, head)
		if g.base == nil {
			v.Gone = goneFindings(gone)
		}
		v.stale = size(gone)
		v.Notes = append(v.Notes, g.accepted.notes(gone)...)
	}
	return v, nil
}

// noModule matches the problem of a package that imports a package of a missing module: the module, and the error of the go command.
var noModule = lazyregexp.New(`^could not import \S+ \((?:(\S+@v\S+): |missing go\.sum entry|module lookup disabled by )(.+)\)$`)

// withoutModules replaces the problems of packages that import missing modules by one problem for
// each module.
func withoutModules(problems []finding.Problem) []finding.Problem {
	type lack struct {
		module, why string
		packages    []string
	}
	var modules []lack
	lacking := make(map[string]bool)
	for _, p := range problems {
		m := noModule().FindStringSubmatch(p.Message)
		if m == nil {
			continue
		}
		module, why := "module "+m[1], m[2]
		switch {
		case strings.Contains(why, "GOPROXY=off"):
			module, why = "modules that they import", "not downloaded, and GOPROXY=off: run go mod download without that"
		case m[1] == "":
			module, why = "entries in go.sum for modules that they import", "run go mod tidy"
		}
		i := slices.IndexFunc(modules, func(l lack) bool { return l.module == module })
		if i < 0 {
			i = len(modules)
			modules = append(modules, lack{module: module, why: why})
		}
		if l := &modules[i]; !slices.Contains(l.packages, p.Package) {
			l.packages = append(l.packages, p.Package)
		}
		lacking[p.Package] = true
	}
	var out []finding.Problem
	for _, l := range modules {
		out = append(out, finding.Problem{Message: fmt.Sprintf("%s not checked without %s: %s", printer.Count(len(l.packages), "package"), l.module, l.why)})
	}
	return append(out, slices.DeleteFunc(slices.Clone(problems), func(p finding.Problem) bool { return lacking[p.Package] })...)
}

// compare separates the findings that are not at the base from those that are, and adds notes
// and the findings that are gone to the verdict.
func (g *gate) compare(ctx context.Context, head *driver.Result, v *verdict) (fresh, old []finding.Finding, err error) {
	commit, err := g.base.commit()
	if err != nil {
		return nil, nil, err
	}
	v.Notes = append(v.Notes, commit)
	if !g.showsGone() && !g.accepted.lacksAny(head.Findings) {
		return head.Findings, nil, nil // the baseline has them all
	}
	have, notes, err := g.base.findings(ctx)
	if err != nil {
		return nil, nil, err
	}
	v.Notes = append(v.Notes, notes...)
	at := &driver.Result{Findings: slices.Clone(have), Problems: head.Problems}
	j := g.job
	j.everything = false // an exclusion may have no effect there
	if _, err := j.settle(at); err != nil {
		return nil, nil, err
	}
	have = at.Findings
	fresh, old, gone := finding.Diff(have, head.Findings)
	v.Gone = slices.DeleteFunc(gone, func(f finding.Finding) bool { return !wouldShow(head, f.Package, true) })
	return fresh, old, nil
}

// wouldShow reports whether a run would have found a finding in a package, so
// that the finding is gone if it did not: the package was checked, or does not exist
// any longer among the packages that the run covers.
func wouldShow(r *driver.Result, pkg string, covered bool) bool {
	if _, ok := slices.BinarySearch(r.Checked, pkg); ok {
		return true
	}
	return covered && len(r.Problems) == 0
}

// count returns "2 findings (1 warning) in 35 packages; 1 problem".
func (v *verdict) count() string {
	noun := "finding"
	if v.Compared {
		noun = "new finding"
	}
	levels := make(map[finding.Severity]int)
	for _, f := range v.Findings {
		levels[f.Level()]++
	}
	var mild []string
	for _, level := range []finding.Severity{finding.Warning, finding.Note} {
		if n := levels[level]; n > 0 {
			mild = append(mild, printer.Count(n, string(level)))
		}
	}
	s := printer.Count(len(v.Findings), noun)
	if len(mild) > 0 {
		s += " (" + strings.Join(mild, ", ") + ")"
	}
	s += " in " + printer.Count(v.Packages, "package")
	if v.Packages == 0 && len(v.Findings) == 0 {
		s = "nothing was checked"
	}
	hidden := make(map[finding.Hider]int)
	for _, h := range v.Hidden {
		hidden[h.By]++
	}
	if n := hidden[finding.ByBaseline]; n > 0 {
		s += fmt.Sprintf("; %d in the baseline", n)
	}
	if n := hidden[finding.ByBase]; n > 0 {
		s += fmt.Sprintf("; %d at the base", n)
	}
	if n := len(v.Problems); n > 0 {
		s += "; " + printer.Count(n, "problem")
	}
	return s
}

// fixable returns how many of the findings can be fixed, in words; "" if none can.
func (v *verdict) fixable() string {
	safe, unsafe := 0, 0
	for _, f := range v.Findings {
		switch {
		case len(f.Fixes) == 0:
		case f.Fixes[0].Unsafe:
			unsafe++
		default:
			safe++
		}
	}
	switch {
	case safe+unsafe == 0:
		return ""
	case unsafe == 0:
		return fmt.Sprintf("%d of %d fixable with -fix", safe, len(v.Findings))
	case safe == 0:
		return fmt.Sprintf("%d of %d fixable with -fix -unsafe", unsafe, len(v.Findings))
	}
	return fmt.Sprintf("%d of %d fixable: %d with -fix, %d more with -fix -unsafe", safe+unsafe, len(v.Findings), safe, unsafe)
}

// sumLeftOut returns how many files build constraints exclude, and by which tags, in words; "" if there are none.
func sumLeftOut(list []driver.LeftOut) string {
	const named = 3
	files, rest := 0, 0
	var parts []string
	for _, l := range list {
		files += l.Files
		if l.Word == "" || len(parts) == named {
			rest += l.Files
		} else {
			parts = append(parts, fmt.Sprintf("%d %s", l.Files, l.Word))
		}
	}
	if files == 0 {
		return ""
	}
	sum := printer.Count(files, "Go file") + " left out by build constraints"
	if len(parts) == 0 {
		return sum
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d for other reasons", rest))
	}
	return sum + ": " + strings.Join(parts, ", ")
}

// readConfig reads the configuration, and applies the flags to it.
func (c *command) readConfig() (errlint.Config, error) {
	file := c.configFile
	if file != "" {
		file = c.abs(file)
	} else {
		var err error
		if file, err = errlint.FindConfig(c.dir); err != nil {
			return errlint.Config{}, err
		}
	}
	cfg, err := errlint.ReadConfig(file, c.underlying...)
	if err != nil {
		return errlint.Config{}, err
	}
	if c.enable != nil {
		cfg.Enable, cfg.Disable = c.enable, nil
	}
	cfg.Disable = append(cfg.Disable, c.disable...)
	cfg.Preview = cfg.Preview || c.preview
	c.tests = c.tests || cfg.Tests
	return cfg, nil
}

// drive runs the driver, with the options that are flags, and shows its
// progress. The directory and the environment are the command's unless o has
// others. When ctx is cancelled, it returns soon, even if the driver does not.
func (c *command) drive(ctx context.Context, o driver.Options) (*driver.Result, error) {
	o.Dir = cmp.Or(o.Dir, c.dir)
	if o.Env == nil {
		o.Env = c.env
	}
	o.Tags = c.tags
	o.Tests = c.tests
	o.Cgo = c.cgo
	if o.ConfigKey != "" {
		o.Cache, o.Memory = c.cache(), c.memory
	}
	if c.stats {
		o.Stats = new(driver.Stats)
	}
	o.Progress = c.progress
	if c.stderrIsTerm && c.getenv("TERM") != "dumb" {
		bar := newProgress(c.stderr, progressDelay)
		o.Progress = bar.update
		defer bar.close()
	}
	result, err := await(ctx, func() (*driver.Result, error) { return driver.Run(ctx, o) })
	if err == nil {
		c.showStats(o.Stats)
		if result.WithoutC > 0 && !c.saidC {
			c.saidC = true
			c.note(withoutC(result.WithoutC))
		}
		c.endCache()
	}
	return result, err
}

// withoutC returns the note that n declarations, at least one, were not checked because they use cgo.
func withoutC(n int) string {
	if n == 1 {
		return "1 declaration uses cgo and was not checked; -cgo checks it and runs the C compiler"
	}
	return fmt.Sprintf("%d declarations use cgo and were not checked; -cgo checks them and runs the C compiler", n)
}

// errInterrupted is the error of a run that a signal has ended.
var errInterrupted = errors.New("interrupted")

// interruption returns the reason why ctx is done: a *baseError, or else
// [errInterrupted].
func interruption(ctx context.Context) error {
	if err, ok := errors.AsType[*baseError](context.Cause(ctx)); ok {
		return err
	}
	return errInterrupted
}

// grace is how long an interrupted run may take to stop the programs that it
// has started.
const grace = 200 * time.Millisecond

// await calls f and returns its results. When ctx is cancelled, it returns the reason,
// and does not wait longer than grace for f to return.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		v, err := f()
		done <- outcome{v, err}
	}()
	var zero T
	select {
	case out := <-done:
		if ctx.Err() != nil {
			return zero, interruption(ctx)
		}
		return out.value, out.err
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(grace):
		}
		return zero, interruption(ctx)
	}
}
