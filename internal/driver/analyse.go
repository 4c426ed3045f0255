package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/errlint/errlint/internal/counter"
	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/worklist"
)

// A session is the analysis of one package.
type session struct {
	ctx context.Context
	*settling
	c     *checking
	facts facts

	mu       sync.Mutex
	findings []finding.Finding
	hidden   []finding.Hidden
	problems []finding.Problem

	contexts *finding.Contexts
}

// An action is an analyzer's work on the package.
type action struct {
	a    *analysis.Analyzer
	deps []*action
	done chan struct{} // closed when value and ok are set

	value any
	ok    bool
	uses  int // analyzers that still need the value; under session.mu
}

// runAnalyzers runs the analyzers on a package that has been type-checked, each after those that it
// requires. If an analyzer fails, only its own findings in the package are lost.
func (s *settling) runAnalyzers(ctx context.Context, c *checking) (*session, error) {
	sess := &session{ctx: ctx, settling: s, c: c, contexts: finding.NewContexts(s.w.fset, c.files, c.info, func(name string) []byte { return s.files.layout(name).text })}
	sess.facts = facts{s: s, c: c, problem: sess.problem, live: make(map[liveKey]analysis.Fact), paths: objectpath.Encoder{}}
	sess.facts.words, _ = c.n.named()

	analyzers := s.factual
	if c.n.target {
		analyzers = s.all
	}
	actions := make(map[*analysis.Analyzer]*action)
	var wg sync.WaitGroup
	for _, a := range analyzers {
		act := &action{a: a, done: make(chan struct{})}
		for _, req := range a.Requires {
			act.deps = append(act.deps, actions[req])
			actions[req].uses++
		}
		actions[a] = act
	}
	for _, a := range analyzers {
		act := actions[a]
		delete(actions, a) // only its dependents may retain it
		wg.Go(func() { sess.do(act) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return sess, nil
}

// do waits for the analyzers that an action requires, and runs its own.
func (s *session) do(act *action) {
	defer close(act.done)
	for _, dep := range act.deps {
		<-dep.done
	}
	s.processors <- struct{}{}
	defer func() { <-s.processors }()
	defer s.release(act)
	if s.ctx.Err() != nil {
		return
	}

	n := s.c.n
	pass := &analysis.Pass{
		Analyzer:     act.a,
		Fset:         s.w.fset,
		Files:        s.c.files,
		OtherFiles:   n.meta.OtherFiles,
		IgnoredFiles: n.meta.IgnoredFiles,
		Pkg:          s.c.pkg,
		TypesInfo:    s.c.info,
		TypesSizes:   s.sizes(),
		Module:       moduleOf(n.meta.Module),
		ResultOf:     make(map[*analysis.Analyzer]any),
	}
	pass.ReadFile = readFileFunc(pass, s.files.read)
	report := func(d analysis.Diagnostic, take func(finding.Finding)) {
		if f, ok := s.finding(act.a, d); ok {
			s.mu.Lock()
			defer s.mu.Unlock()
			take(f)
		}
	}
	pass.Report = func(d analysis.Diagnostic) {
		report(d, func(f finding.Finding) { s.findings = append(s.findings, f) })
	}
	pass.ResultOf[directive.Suppressed] = directive.Sink(func(d analysis.Diagnostic, reason string) {
		report(d, func(f finding.Finding) {
			s.hidden = append(s.hidden, finding.Hidden{Finding: f, By: finding.ByDirective, Reason: reason})
		})
	})
	pass.ResultOf[counter.Sinks] = counter.Sink(s.opts.Stats.count)
	s.facts.bind(pass)
	for _, dep := range act.deps {
		if !dep.ok {
			return // the reason has been reported
		}
		pass.ResultOf[dep.a] = dep.value
	}
	end := s.opts.Stats.rule(act.a.Name)
	value, ok := s.call(act.a, pass)
	end()
	s.mu.Lock()
	defer s.mu.Unlock()
	if act.ok = ok; act.uses > 0 {
		act.value = value
	}
}

// release drops the values of an action's dependencies that no other action needs.
func (s *session) release(act *action) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, dep := range act.deps {
		if dep.uses--; dep.uses == 0 {
			dep.value = nil
		}
	}
}

// moduleOf returns a module as analyzers see it, with no more than is in the keys of results. Without a module, it is empty.
func moduleOf(m *packages.Module) *analysis.Module {
	if m == nil {
		return new(analysis.Module)
	}
	return &analysis.Module{Path: m.Path, Version: m.Version, Main: m.Main, GoVersion: m.GoVersion}
}

// call calls the analyzer, and turns errors and panics into problems.
func (s *session) call(a *analysis.Analyzer, pass *analysis.Pass) (value any, ok bool) {
	defer func() {
		if v := recover(); v != nil {
			value, ok = nil, false
			s.problem(fmt.Sprintf("analyzer %s panicked: %v%s", a.Name, v, panicSite()))
		}
	}()
	value, err := a.Run(pass)
	if err != nil {
		s.problem(fmt.Sprintf("analyzer %s failed: %s", a.Name, oneLine(err.Error())))
		return nil, false
	}
	if got := reflect.TypeOf(value); got != a.ResultType {
		s.problem(fmt.Sprintf("analyzer %s failed: its result is of type %v, not %v", a.Name, got, a.ResultType))
		return nil, false
	}
	return value, true
}

func (s *session) problem(msg string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problems = append(s.problems, finding.Problem{Package: s.c.n.meta.PkgPath, Message: msg})
}

// finding makes a finding of a diagnostic, if it is reported at all. If one of its
// fixes is malformed, all are dropped.
func (s *session) finding(a *analysis.Analyzer, d analysis.Diagnostic) (finding.Finding, bool) {
	if !s.c.n.target || !slices.Contains(s.opts.Analyzers, a) {
		return finding.Finding{}, false
	}
	for _, fix := range d.SuggestedFixes {
		if err := validate(s.w.fset, s.c.files, fix); err != nil {
			s.problem(fmt.Sprintf("analyzer %s: fix %q: %v", a.Name, fix.Message, err))
			d.SuggestedFixes = nil
			break
		}
	}
	link, err := resolveURL(a, d)
	if err != nil {
		s.problem(fmt.Sprintf("analyzer %s: %v", a.Name, err))
	}
	d.URL = link
	f, ok := s.w.finding(a.Name, s.c.n, d)
	if ok {
		f.Decl, f.Code = s.contexts.At(d.Pos, d.End)
	}
	return f, ok
}

// resolveURL returns the URL of a diagnostic as package analysis defines it:
// relative to the analyzer's, and by default the fragment of that page
// that is about the category.
func resolveURL(a *analysis.Analyzer, d analysis.Diagnostic) (string, error) {
	ref := d.URL
	if ref == "" && d.Category != "" {
		ref = "#" + d.Category
	}
	base, err := url.Parse(a.URL)
	if err != nil {
		return "", fmt.Errorf("its URL: %w", err)
	}
	u, err := base.Parse(ref)
	if err != nil {
		return "", fmt.Errorf("URL of a diagnostic: %w", err)
	}
	return u.String(), nil
}

// validate checks that the edits of a fix are in the package's files and do not overlap.
func validate(fset *token.FileSet, files []*ast.File, fix analysis.SuggestedFix) error {
	edits := slices.SortedFunc(slices.Values(fix.TextEdits), func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
	var last token.Pos
	for _, e := range edits {
		end := max(e.Pos, e.End)
		file := fset.File(e.Pos)
		switch {
		case file == nil:
			return fmt.Errorf("an edit is nowhere")
		case e.End.IsValid() && e.End < e.Pos:
			return fmt.Errorf("an edit ends before it begins")
		case int(end) > file.Base()+file.Size() && slices.ContainsFunc(files, func(f *ast.File) bool { return fset.File(f.FileStart) == file }):
			return fmt.Errorf("an edit ends after its file")
		case e.Pos < last:
			return fmt.Errorf("its edits overlap")
		}
		last = end
	}
	return nil
}

// closure returns the analyzers and those that they require, transitively, each after its requirements.
func closure(as []*analysis.Analyzer) []*analysis.Analyzer {
	return worklist.Postorder(as, func(a *analysis.Analyzer) []*analysis.Analyzer { return a.Requires })
}

// panicSite describes where the panic that is being recovered was raised; "" if that is not known.
func panicSite() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !strings.HasPrefix(f.Function, "runtime."):
			name := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
			return fmt.Sprintf(" (in %s, line %d)", name, f.Line)
		}
		if !more {
			return ""
		}
	}
}

// readFileFunc returns the ReadFile function of a pass, which reads only files of the package.
func readFileFunc(pass *analysis.Pass, read func(string) ([]byte, error)) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		known := slices.Contains(pass.OtherFiles, name) || slices.Contains(pass.IgnoredFiles, name)
		for _, f := range pass.Files {
			known = known || pass.Fset.File(f.FileStart).Name() == name
		}
		if !known {
			return nil, fmt.Errorf("%s is not a file of package %s", name, pass.Pkg.Path())
		}
		return read(name)
	}
}
