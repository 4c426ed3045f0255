package driver

import (
	"context"
	"fmt"
	"go/types"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
)

// analyse runs the analyzers on the own packages, and returns what they find
// in the targets.
func (r *run) analyse(ctx context.Context, g *graph) ([]finding.Finding, error) {
	s := r.newSession(ctx, g)
	if len(s.roots) == 0 || len(s.targets) == 0 {
		return nil, nil
	}
	r.progress.begin(PhaseAnalysing, len(s.left))
	graph, err := checker.Analyze(s.roots, s.targets, nil)
	if err != nil {
		return nil, fmt.Errorf("analyzers cannot run together: %w", err)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}

	r.problems = append(r.problems, s.problems...)
	for act := range graph.All() {
		// Those of analyzers are in s.problems; these are of the checker.
		if act.Err != nil && !dependsOnFailed(act) {
			r.problems = append(r.problems, finding.Problem{
				Package: act.Package.PkgPath,
				Message: fmt.Sprintf("analyzer %s failed: %s", act.Analyzer.Name, oneLine(act.Err.Error())),
			})
		}
	}
	bad := make(map[string]bool)
	for _, n := range g.nodes {
		bad[n.meta.PkgPath] = bad[n.meta.PkgPath] || n.broken || s.failed[n]
	}
	for _, n := range g.nodes {
		if n.target && !bad[n.meta.PkgPath] {
			r.checked = append(r.checked, n.meta.PkgPath)
		}
	}
	r.hidden = finding.SortHidden(s.hidden)
	return finding.Sort(s.findings), nil
}

func dependsOnFailed(act *checker.Action) bool {
	return slices.ContainsFunc(act.Deps, func(dep *checker.Action) bool { return dep.Err != nil })
}

// A session is one run of the analyzers.
//
// The checker decides what runs when. It runs copies of the analyzers, which
// put the session between it and them. So an analyzer that fails takes only its own
// finding with it, not all that depends on it; and what is no
// longer needed can be dropped early, for the checker itself, which
// holds on to everything, is given neither syntax nor types nor results.
type session struct {
	ctx      context.Context
	r        *run
	nodes    map[*types.Package]*node
	original map[*analysis.Analyzer]*analysis.Analyzer // by copy
	roots    []*analysis.Analyzer                      // copies
	targets  []*packages.Package
	sem      chan struct{}

	mu       sync.Mutex
	findings []finding.Finding
	hidden   []finding.Hidden
	problems []finding.Problem
	failed   map[*node]bool                 // an analyzer has failed on the node
	runs     map[*node][]*analysis.Analyzer // the originals that run on a node
	left     map[*node]int                  // how many of them have not ended
}

// A result is what an analyzer had for those that require it.
type result struct {
	value any
	uses  int // analyzers that still need it
	ok    bool
}

func (r *run) newSession(ctx context.Context, g *graph) *session {
	s := &session{
		ctx:      ctx,
		r:        r,
		nodes:    make(map[*types.Package]*node),
		original: make(map[*analysis.Analyzer]*analysis.Analyzer),
		sem:      make(chan struct{}, runtime.GOMAXPROCS(0)),
		failed:   make(map[*node]bool),
		runs:     make(map[*node][]*analysis.Analyzer),
		left:     make(map[*node]int),
	}

	copies := make(map[*analysis.Analyzer]*analysis.Analyzer)
	for _, a := range r.opts.Analyzers {
		s.roots = append(s.roots, s.copy(a, copies))
	}
	s.roots = slices.CompactFunc(s.roots, func(a, b *analysis.Analyzer) bool { return a == b })

	// A package that is only imported is analysed for facts.
	var all, facts []*analysis.Analyzer
	for a := range copies {
		all = append(all, a)
		if len(a.FactTypes) > 0 {
			facts = append(facts, a)
		}
	}
	facts = closure(facts)

	analysed := make(map[*node]*packages.Package)
	for _, n := range g.nodes {
		if !n.own || n.broken {
			continue
		}
		analysed[n] = &packages.Package{
			ID:           n.meta.ID,
			Name:         n.types.Name(),
			PkgPath:      n.meta.PkgPath,
			Dir:          n.meta.Dir,
			OtherFiles:   n.meta.OtherFiles,
			IgnoredFiles: n.meta.IgnoredFiles,
			Module:       n.meta.Module,
			Fset:         r.fset,
			Types:        n.types,
			TypesSizes:   r.sizes(),
			Imports:      make(map[string]*packages.Package),
		}
		s.nodes[n.types] = n
	}
	// Facts come by way of imports. Where an imported package is not analysed, those
	// of its own imports are to be had all the same.
	for n, p := range analysed {
		seen := make(map[*node]bool)
		var visit func(n *node)
		visit = func(n *node) {
			for _, dep := range n.deps {
				if seen[dep] {
					continue
				}
				seen[dep] = true
				if imp := analysed[dep]; imp != nil {
					p.Imports[dep.meta.ID] = imp
				} else {
					visit(dep)
				}
			}
		}
		visit(n)
	}

	for _, n := range g.nodes {
		if p := analysed[n]; p != nil && n.target {
			s.targets = append(s.targets, p)
			s.runs[n] = all
		}
	}
	if len(facts) > 0 {
		var visit func(p *packages.Package)
		visit = func(p *packages.Package) {
			for _, imp := range p.Imports {
				n := s.nodes[imp.Types]
				if s.runs[n] == nil {
					s.runs[n] = facts
					visit(imp)
				}
			}
		}
		for _, p := range s.targets {
			visit(p)
		}
	}
	for n, as := range s.runs {
		s.left[n] = len(as)
	}
	// Nobody will look at the others.
	for _, n := range g.nodes {
		if s.runs[n] == nil {
			n.files, n.info = nil, nil
		}
	}
	return s
}

// copy returns the copy of an analyzer, and makes it on first use.
func (s *session) copy(a *analysis.Analyzer, copies map[*analysis.Analyzer]*analysis.Analyzer) *analysis.Analyzer {
	c := copies[a]
	if c == nil {
		c = &analysis.Analyzer{
			Name:       a.Name,
			Doc:        a.Doc,
			URL:        a.URL,
			Run:        func(pass *analysis.Pass) (any, error) { return s.run(a, pass) },
			ResultType: reflect.TypeFor[*result](),
			FactTypes:  a.FactTypes,
		}
		copies[a] = c
		s.original[c] = a
		for _, req := range a.Requires {
			c.Requires = append(c.Requires, s.copy(req, copies))
		}
	}
	return c
}

// closure returns the analyzers and all that they require.
func closure(as []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if !seen[a] {
			seen[a] = true
			out = append(out, a)
			for _, req := range a.Requires {
				visit(req)
			}
		}
	}
	for _, a := range as {
		visit(a)
	}
	return out
}

// run runs an analyzer on a package. It fails only if the session was cancelled.
func (s *session) run(a *analysis.Analyzer, outer *analysis.Pass) (any, error) {
	s.sem <- struct{}{}
	defer func() { <-s.sem }()
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	n := s.nodes[outer.Pkg]
	res := new(result)
	for _, b := range s.runs[n] {
		if slices.Contains(b.Requires, a) {
			res.uses++
		}
	}
	defer s.end(n, outer)

	pass := *outer
	pass.Analyzer = a
	pass.Files = n.files
	pass.TypesInfo = n.info
	pass.ReadFile = readFileFunc(&pass, s.r.sources.readFile)
	pass.Report = func(d analysis.Diagnostic) { s.report(a, n, &pass, outer.Report, d) }
	pass.ResultOf = make(map[*analysis.Analyzer]any)
	pass.ResultOf[directive.Suppressed] = directive.Sink(func(d analysis.Diagnostic, reason string) { s.suppressed(a, n, &pass, d, reason) })
	for c, v := range outer.ResultOf {
		in := v.(*result)
		if !in.ok {
			return res, nil // the reason has been reported
		}
		pass.ResultOf[s.original[c]] = in.value
	}
	res.value, res.ok = s.call(a, n, &pass)
	if res.uses == 0 {
		res.value = nil
	}
	return res, nil
}

// end notes that an analyzer has ended, and drops what nobody needs any longer.
func (s *session) end(n *node, outer *analysis.Pass) {
	s.mu.Lock()
	for _, v := range outer.ResultOf {
		if in := v.(*result); in.uses > 0 {
			if in.uses--; in.uses == 0 {
				in.value = nil
			}
		}
	}
	s.left[n]--
	done := s.left[n] == 0
	s.mu.Unlock()
	if done {
		n.files, n.info = nil, nil
		s.r.progress.step()
	}
}

// call calls the analyzer, and turns whatever goes wrong into a problem.
func (s *session) call(a *analysis.Analyzer, n *node, pass *analysis.Pass) (value any, ok bool) {
	defer func() {
		if v := recover(); v != nil {
			value, ok = nil, false
			s.problem(n, fmt.Sprintf("analyzer %s panicked: %v%s", a.Name, v, panicSite()))
		}
	}()
	value, err := a.Run(pass)
	if err != nil {
		s.problem(n, fmt.Sprintf("analyzer %s failed: %s", a.Name, oneLine(err.Error())))
		return nil, false
	}
	if got := reflect.TypeOf(value); got != a.ResultType {
		s.problem(n, fmt.Sprintf("analyzer %s failed: its result is of type %v, not %v", a.Name, got, a.ResultType))
		return nil, false
	}
	return value, true
}

// report takes a diagnostic. The checker, which gets it too, panics if a fix is
// malformed; the diagnostic is then taken without fixes.
func (s *session) report(a *analysis.Analyzer, n *node, pass *analysis.Pass, report func(analysis.Diagnostic), d analysis.Diagnostic) {
	defer func() {
		if v := recover(); v != nil {
			s.problem(n, fmt.Sprintf("analyzer %s: %v", a.Name, v))
			d.SuggestedFixes = nil
			s.take(a, n, pass, d)
		}
	}()
	report(d)
	s.take(a, n, pass, d)
}

// take makes a finding of a diagnostic, if it is one of the analyzers' that were asked for.
func (s *session) take(a *analysis.Analyzer, n *node, pass *analysis.Pass, d analysis.Diagnostic) {
	if f, ok := s.finding(a, n, pass, d); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.findings = append(s.findings, f)
	}
}

// suppressed is take for what a directive hides.
func (s *session) suppressed(a *analysis.Analyzer, n *node, pass *analysis.Pass, d analysis.Diagnostic, reason string) {
	if f, ok := s.finding(a, n, pass, d); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.hidden = append(s.hidden, finding.Hidden{Finding: f, By: finding.ByDirective, Reason: reason})
	}
}

func (s *session) finding(a *analysis.Analyzer, n *node, pass *analysis.Pass, d analysis.Diagnostic) (finding.Finding, bool) {
	if !n.target || !slices.Contains(s.r.opts.Analyzers, a) {
		return finding.Finding{}, false
	}
	d.URL = resolveURL(a, d)
	return s.r.sources.finding(a.Name, n.meta.PkgPath, pass.Files, d)
}

// resolveURL returns the URL of a diagnostic as package analysis defines it:
// relative to its analyzer's, and without one of its own the part of that page
// that is about the category.
func resolveURL(a *analysis.Analyzer, d analysis.Diagnostic) string {
	ref := d.URL
	if ref == "" && d.Category != "" {
		ref = "#" + d.Category
	}
	base, err := url.Parse(a.URL)
	if err != nil {
		return d.URL
	}
	u, err := base.Parse(ref)
	if err != nil {
		return d.URL
	}
	return u.String()
}

func (s *session) problem(n *node, msg string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed[n] = true
	s.problems = append(s.problems, finding.Problem{Package: n.meta.PkgPath, Message: msg})
}

// panicSite says where the panic came from that is being recovered from, if that can be told.
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

// readFileFunc returns an analyzer's way to read files: only those of the package.
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
