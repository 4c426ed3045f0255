package driver

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/finding"
)

// Options say what to analyse, and how.
type Options struct {
	// Dir is the directory that patterns are relative to, and whose module
	// is loaded. Empty means the current directory of the process.
	Dir string

	// Patterns are package patterns as the go command understands them: import
	// paths, directories, wildcards, "std", or a list of Go files that make up
	// one package. "file=NAME" stands for the package that the file is part of.
	// None at all means "./...".
	Patterns []string

	Tags  []string // build tags
	Tests bool     // also analyse test files, in the packages that contain them

	// Cgo runs cgo and the C compiler for packages that use C, with the flags and on the files
	// that these bring along, to know the types of what C declares. Otherwise functions in which C has a part
	// are not looked at, and nothing that the code brings along is run.
	Cgo bool

	// Env is the environment of the go command, each entry "KEY=value". The
	// last entry of a key counts. Nil means the environment of the process.
	Env []string

	// Overlay has the contents of files, by absolute name, that are to be taken for
	// what is on disk. It may add files, but only to directories that exist.
	Overlay map[string][]byte

	// Analyzers are those whose diagnostics become findings. What they
	// require runs too.
	Analyzers []*analysis.Analyzer

	// Cache is where results are kept between runs; nil keeps none.
	Cache *cache.Cache

	// ConfigKey stands for the configuration of the analyzers: results are
	// used again only under the same key.
	ConfigKey string

	// Stats, if not nil, is filled in.
	Stats *Stats

	// Progress, if not nil, is told how far the run has come, by one goroutine
	// at a time. It should return quickly.
	Progress func(Progress)
}

// A Progress is a state of a run.
type Progress struct {
	Phase       string // one of the Phase constants
	Done, Total int    // steps of the phase: queries or packages
}

// The phases of a run, in order.
const (
	PhaseLoading   = "loading"   // the go command is asked
	PhaseAnalysing = "analysing" // packages are type-checked and analysed
)

// A Result is what a run yields.
type Result struct {
	Findings []finding.Finding // sorted, none twice
	Hidden   []finding.Hidden  // by directives; sorted, none twice
	Problems []finding.Problem // sorted, none twice

	// Checked are the import paths of the packages that the patterns matched and
	// that were analysed with nothing in the way. Sorted, none twice.
	Checked []string

	// Packages is the number of packages that the patterns matched and that
	// have Go files, and Lines that of the lines in those. A package and its
	// variant for tests count once.
	Packages int
	Lines    int

	// WithoutC is the number of functions and variables in these packages that were not looked at since C has a part in them.
	WithoutC int
}

// Run loads packages and runs analyzers on them. The result is not nil
// exactly if the error is.
//
// An error means that nothing could be done: there is no go command or no
// module, the go command does not accept go.mod, the analyzers do not
// [analysis.Validate], or ctx is done, in which case the error is ctx's own.
// Whatever befell single packages is in Result.Problems.
//
// When ctx is done, the go command is stopped, and no further step begins:
// Run returns when the steps under way end (a step is one package's type-check, or
// one analyzer on one package).
func Run(ctx context.Context, opts Options) (*Result, error) {
	res, err := start(ctx, opts)
	if cerr := ctx.Err(); cerr != nil {
		// Whatever else failed, failed because of that.
		return nil, cerr
	}
	return res, err
}

// A run is the state of one call of Run.
type run struct {
	opts  Options
	dir   string   // opts.Dir, absolute
	env   []string // environment of the go command
	goenv goEnv
	tool  digest // of this program; if there is a cache

	// The analyzers, each after what it requires: all, and those without which
	// there would be no facts for the packages that import one.
	all, factual []*analysis.Analyzer
	processors   chan struct{} // one for each analyzer that may run at a time

	fset     *token.FileSet
	sources  *sources
	graph    *graph
	places   *places
	world    *world
	progress reporter
	problems []finding.Problem

	background sync.WaitGroup // work that the run does not wait for until its end
}

func start(ctx context.Context, opts Options) (*Result, error) {
	if err := analysis.Validate(opts.Analyzers); err != nil {
		return nil, fmt.Errorf("analyzers cannot run together: %w", err)
	}
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, fmt.Errorf("working directory: %w", err)
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("working directory: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("working directory: %w", &os.PathError{Op: "chdir", Path: dir, Err: errors.New("not a directory")})
	}
	if len(opts.Patterns) == 0 {
		opts.Patterns = []string{"./..."}
	}
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	if opts.Cache != nil {
		go cache.Program() // while the go command is asked
	}
	r := newRun(opts, dir, env)
	res, err := r.run(ctx)
	if r.world.corrupt != nil && ctx.Err() == nil {
		// An entry that checks out and cannot be read is for the next version to worry
		// about. This run does without.
		opts.Cache = nil
		r = newRun(opts, dir, env)
		res, err = r.run(ctx)
	}
	opts.Stats.finish(r)
	return res, err
}

func newRun(opts Options, dir string, env []string) *run {
	fset := token.NewFileSet()
	r := &run{
		opts:       opts,
		dir:        dir,
		env:        append(slices.Clone(env), "GOPACKAGESDRIVER=off"),
		all:        closure(opts.Analyzers),
		processors: make(chan struct{}, runtime.GOMAXPROCS(0)),
		fset:       fset,
		sources:    newSources(fset, opts.Overlay),
		progress:   reporter{report: opts.Progress},
	}
	r.factual = closure(slices.DeleteFunc(slices.Clone(r.all), func(a *analysis.Analyzer) bool { return len(a.FactTypes) == 0 }))
	r.world = newWorld(r)
	return r
}

func (r *run) run(ctx context.Context) (*Result, error) {
	defer r.background.Wait()
	r.progress.begin(PhaseLoading, 2)
	r.opts.Stats.phase("asking the go command for its settings")
	if err := r.queryEnv(ctx); err != nil {
		return nil, err
	}
	if r.opts.Cache != nil {
		program, err := cache.Program()
		if err != nil {
			r.opts.Cache = nil // without it, nobody knows what wrote an entry
		}
		r.tool = sha256.Sum256([]byte(program))
	}
	r.opts.Stats.phase("looking for packages")
	s := r.survey(ctx)
	if s != nil {
		if res, ok := s.lookup(); ok {
			return res, nil
		}
		maps.Copy(r.sources.byName, s.files)
	}
	roots, err := r.metadata(ctx, s)
	if err != nil {
		return nil, err
	}
	r.progress.step()
	r.opts.Stats.phase("reading files")
	if err := r.load(ctx, roots); err != nil {
		return nil, err
	}
	r.progress.step()
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	res := r.result()
	if r.background.Wait(); s != nil && s.sound && ctx.Err() == nil && !r.sources.changed.Load() {
		s.keep(res)
	}
	return res, nil
}

// load makes the graph of packages, and reads what is needed of the packages that
// are looked at from source.
func (r *run) load(ctx context.Context, roots []*packages.Package) error {
	g := r.newGraph(roots)
	r.graph = g
	r.places = &places{g: g}
	r.checkPatterns(roots)
	var files []string
	for _, n := range g.nodes {
		if n.kind != external {
			files = append(files, n.meta.GoFiles...)
			files = append(files, n.meta.OtherFiles...)
			files = append(files, n.meta.IgnoredFiles...)
		} else if r.immutable(n.meta) == "" {
			files = append(files, n.meta.GoFiles...)
		}
	}
	r.sources.stat(ctx, files)
	for _, n := range g.nodes {
		if n.kind != external {
			r.sources.reserve(n, n.meta.GoFiles)
		}
		if n.kind == own {
			sum, ok := r.sources.fileSum(n.meta.GoFiles, n.meta.OtherFiles, n.meta.IgnoredFiles)
			n.input, n.noInput = sum, !ok
		}
	}
	if err := r.loadCgo(ctx, g); err != nil {
		return err
	}
	r.sources.seal()
	r.connect(ctx, g)
	return ctx.Err()
}

// settle gets the results for all own packages that are wanted: from the cache or, where
// something has changed, by analysis.
func (r *run) settle(ctx context.Context) error {
	r.opts.Stats.phase("looking into the cache")
	r.probe(ctx)
	open := r.open()
	// Those that depend on nothing that is open have changed. The others may not see the change, and then need no
	// types. But if nobody knows where to find the types, this is a first run, in which they do, and to ask the go command
	// twice would take longer. Nor may any come from source that export data has already spoken of.
	changed := slices.DeleteFunc(slices.Clone(open), func(n *node) bool { return slices.ContainsFunc(n.deps, (*node).pending) })
	if len(changed) < len(open) && r.located(open) {
		if err := r.settleOpen(ctx, changed); err != nil {
			return err
		}
		r.opts.Stats.phase("looking into the cache again")
		r.probe(ctx)
		open = r.open()
	}
	return r.settleOpen(ctx, open)
}

// open returns the packages that are to be settled and are not, each after those that it depends on.
func (r *run) open() []*node {
	return slices.DeleteFunc(dependenciesFirst(r.wanted()), func(n *node) bool { return !n.pending() })
}

func (n *node) pending() bool { return n.kind != external && !n.resolved }

// settleOpen settles packages that are in an order in which each comes after those that it depends on.
func (r *run) settleOpen(ctx context.Context, open []*node) error {
	if len(open) == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	r.opts.Stats.phase("types of external packages")
	if err := r.loadExternal(ctx, typed(open)); err != nil {
		return err
	}
	r.world.load(ctx, open)
	r.opts.Stats.phase("analysis")
	r.progress.begin(PhaseAnalysing, len(open))
	r.walk(ctx, open, func(n *node) {
		if n.kind == above {
			r.settleAbove(ctx, n)
		} else {
			r.settleOwn(ctx, n)
		}
		r.progress.step()
	})
	return ctx.Err()
}

// typed returns the packages whose declarations may be needed for the analysis of others: these, and those that
// they depend on, unless they are external.
func typed(nodes []*node) []*node {
	return slices.DeleteFunc(dependenciesFirst(nodes), func(n *node) bool { return n.kind == external })
}

// wanted returns the packages that are to be settled: the targets and, for the facts, the own
// packages among what they depend on. Without analyzers, all own packages are type-checked.
func (r *run) wanted() []*node {
	var wanted []*node
	for _, n := range r.graph.order {
		if n.kind == own && (n.target || len(r.opts.Analyzers) == 0) {
			wanted = append(wanted, n)
		}
	}
	return wanted
}

// analyzers returns those that run on a package.
func (r *run) analyzers(n *node) []*analysis.Analyzer {
	if n.target {
		return r.all
	}
	return r.factual
}

// probe settles what can be settled without a look into any package.
func (r *run) probe(ctx context.Context) {
	r.walk(ctx, r.graph.order, func(n *node) {
		if n.resolved || slices.ContainsFunc(n.deps, func(dep *node) bool { return !dep.resolved }) {
			return
		}
		if n.kind == own {
			r.lookup(n)
			return
		}
		n.sum, n.solid = r.typesSum(n)
		n.resolved = n.kind == external
	})
}

// lookup settles an own package if the cache has its result.
func (r *run) lookup(n *node) bool {
	for _, target := range slices.Compact([]bool{n.target, true}) {
		key, ok := r.resultKey(n, target)
		if !ok || r.opts.Cache == nil {
			return false
		}
		text, ok := r.opts.Cache.Get(key)
		if !ok {
			continue
		}
		if n.result, ok = r.places.decode(text); !ok {
			continue
		}
		if !n.target {
			n.result.Findings, n.result.Hidden = nil, nil
		}
		n.hit, n.solid, n.resolved = true, true, true
		r.setSum(n)
		return true
	}
	return false
}

// settleAbove type-checks the declarations of a package that is not analysed.
func (r *run) settleAbove(ctx context.Context, n *node) {
	r.world.enter(ctx, n.deps)
	defer r.world.leave()
	if ctx.Err() != nil {
		return
	}
	r.declareOnly(ctx, n)
	n.sum, n.solid = r.typesSum(n)
	n.resolved = true
}

// declareOnly type-checks the declarations of a package that is not analysed, and keeps the first problem. The caller is in the world.
func (r *run) declareOnly(ctx context.Context, n *node) {
	problems := r.world.declare(ctx, n)
	n.result.Problems = problems[:min(1, len(problems))]
	n.result.Broken = len(problems) > 0
	n.result.Shaky = n.dependsOnBroken()
	n.result.FakeC = n.withoutC()
}

// settleOwn analyses a package, unless by now, with its dependencies settled, the cache has the result.
// Whatever panics on the way costs the package, and no other.
func (r *run) settleOwn(ctx context.Context, n *node) {
	if r.lookup(n) {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			n.result = result{Broken: true, Problems: []finding.Problem{{
				Package: n.meta.PkgPath,
				Message: fmt.Sprintf("package is not analysed: errlint panicked: %v%s", v, panicSite()),
			}}}
			n.failed, n.solid, n.resolved = true, false, true
			n.files, n.info = nil, nil
		}
	}()
	began := time.Now()
	r.world.enter(ctx, n.deps)
	defer r.world.leave()
	if ctx.Err() != nil {
		return
	}
	defer r.opts.Stats.pkg(n.meta.ID, began)
	c := r.check(ctx, n, true)
	r.world.register(n, c.pkg)
	n.result.Broken = n.result.Broken || len(c.problems) > 0
	n.result.Shaky = n.dependsOnBroken()
	n.result.FakeC = n.withoutC()
	if n.result.Shaky && !n.result.Broken {
		if p, ok := r.unusable(c); ok {
			n.result.Broken = true
			c.problems = append(c.problems, p)
		}
	}
	n.result.Problems = c.all()
	if ctx.Err() != nil {
		return
	}
	if !n.result.Broken {
		if !r.analyseOwn(ctx, n, c) {
			return // cancelled
		}
		n.result.API = apiSum(n.types, n.result.Facts.list())
	}
	if n.result.Broken || n.result.Shaky {
		// What is wrong with external packages is found where they are read from source.
		for _, dep := range dependenciesFirst(n.deps) {
			if dep.kind == external {
				n.result.Problems = append(n.result.Problems, dep.result.Problems...)
			}
		}
	}
	r.setSum(n)
	n.resolved = true
	n.solid = !n.failed && n.onSolid() && !r.sources.changed.Load() &&
		!((n.result.Broken || n.result.Shaky) && (n.noInput || n.usesC || len(n.loop) > 0))
	if key, ok := r.resultKey(n, n.target); ok && n.solid && r.opts.Cache != nil {
		if text, ok := r.places.encode(n); ok {
			r.opts.Cache.Put(key, text)
		}
	}
}

// analyseOwn runs the analyzers on a package that has been type-checked. It reports false if the run is cancelled.
func (r *run) analyseOwn(ctx context.Context, n *node, c *checking) bool {
	n.files, n.info = c.files, c.info
	s, err := r.analyse(ctx, n, r.analyzers(n))
	if err != nil {
		return false
	}
	n.files, n.info = nil, nil
	n.failed = len(s.problems) > 0
	n.result.Problems = append(n.result.Problems, s.problems...)
	n.result.Findings = finding.Sort(s.findings)
	n.result.Hidden = finding.SortHidden(s.hidden)
	facts, err := s.facts.store()
	if err != nil {
		n.failed = true
		n.result.Problems = append(n.result.Problems, finding.Problem{Package: n.meta.PkgPath, Message: oneLine(err.Error())})
	}
	n.result.Facts = facts
	return true
}

// walk calls f for each of the nodes once it has returned for those that the node
// depends on, on as many goroutines at a time as there are processors. The nodes are in an order
// in which each comes after those. Once ctx is done, the rest is left out.
func (r *run) walk(ctx context.Context, order []*node, f func(*node)) {
	var (
		wg       sync.WaitGroup
		mu       sync.Mutex
		waits    = make(map[*node]int, len(order))
		blocks   = make(map[*node][]*node, len(order))
		ready    = make(chan *node, len(order))
		left     = len(order)
		included = make(map[*node]bool, len(order))
	)
	for _, n := range order {
		included[n] = true
	}
	for _, n := range order {
		for _, dep := range n.deps {
			if included[dep] {
				waits[n]++
				blocks[dep] = append(blocks[dep], n)
			}
		}
		if waits[n] == 0 {
			ready <- n
		}
	}
	if left == 0 {
		return
	}
	for range min(runtime.GOMAXPROCS(0), left) {
		wg.Go(func() {
			for n := range ready {
				if ctx.Err() == nil {
					f(n)
				}
				mu.Lock()
				for _, next := range blocks[n] {
					if waits[next]--; waits[next] == 0 {
						ready <- next
					}
				}
				if left--; left == 0 {
					close(ready)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// result puts together what there is of all packages.
func (r *run) result() *Result {
	res := new(Result)
	bad := make(map[string]bool)
	withoutC := make(map[string]int)
	for _, n := range r.graph.nodes {
		if n.kind == own {
			r.listErrors(n.meta)
		}
		r.problems = append(r.problems, n.result.Problems...)
		bad[n.meta.PkgPath] = bad[n.meta.PkgPath] || n.result.Broken || n.failed
	}
	for _, n := range r.graph.nodes {
		if !n.target {
			continue
		}
		res.Findings = append(res.Findings, n.result.Findings...)
		res.Hidden = append(res.Hidden, n.result.Hidden...)
		withoutC[n.meta.PkgPath] = max(withoutC[n.meta.PkgPath], n.result.WithoutC)
		if !bad[n.meta.PkgPath] {
			res.Checked = append(res.Checked, n.meta.PkgPath)
		}
	}
	res.Findings = finding.Sort(res.Findings)
	res.Hidden = finding.SortHidden(res.Hidden)
	slices.Sort(res.Checked)
	res.Checked = slices.Compact(res.Checked)
	for _, n := range withoutC {
		res.WithoutC += n
	}
	res.Packages, res.Lines = r.size()
	if len(r.problems) > 0 {
		r.explainVersions(r.graph)
	}
	res.Problems = sortProblems(r.problems)
	return res
}

// size returns how many packages and lines were asked for.
func (r *run) size() (packages, lines int) {
	paths := make(map[string]bool)
	files := make(map[string]bool)
	for _, n := range r.graph.nodes {
		if !n.target {
			continue
		}
		paths[n.meta.PkgPath] = true
		for _, name := range n.meta.GoFiles {
			if !files[name] {
				files[name] = true
				lines += r.sources.lines(name)
			}
		}
	}
	return len(paths), lines
}

// sortProblems sorts problems and removes the ones that are there twice.
func sortProblems(ps []finding.Problem) []finding.Problem {
	slices.SortFunc(ps, finding.CompareProblems)
	return slices.Compact(ps)
}

// A reporter passes progress on. Its methods may be called concurrently.
type reporter struct {
	report func(Progress)

	mu  sync.Mutex
	cur Progress
}

func (r *reporter) begin(phase string, total int) { r.set(Progress{Phase: phase, Total: total}) }

func (r *reporter) set(p Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cur = p
	if r.report != nil {
		r.report(p)
	}
}

// step reports that one more step of the phase is done.
func (r *reporter) step() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cur.Done++
	if r.report != nil {
		r.report(r.cur)
	}
}

// parallel calls f for each item, on as many goroutines as there are
// processors, and returns when all calls have. Once ctx is done, the
// remaining items are left out.
func parallel[T any](ctx context.Context, items []T, f func(T)) {
	var (
		wg   sync.WaitGroup
		next atomic.Int64
	)
	for range min(runtime.GOMAXPROCS(0), len(items)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(items) {
					return
				}
				f(items[i])
			}
		})
	}
	wg.Wait()
}

// sortedBy returns the values of a map in the order of a key of theirs.
func sortedBy[M ~map[K]V, K comparable, V any](m M, key func(V) string) []V {
	out := make([]V, 0, len(m))
	for _, v := range m {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b V) int { return cmp.Compare(key(a), key(b)) })
	return out
}
