package driver

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/finding"
)

// Options say what to analyse, and how.
type Options struct {
	// Dir is the directory that patterns are relative to, and whose module
	// is loaded. The default is the current directory of the process.
	Dir string

	// Patterns are package patterns as the go command understands them: import
	// paths, directories, wildcards, "std", or a list of Go files that make up
	// one package. "file=NAME" stands for the package that the file is part of.
	// The default is "./...".
	Patterns []string

	Tags  []string // build tags
	Tests bool     // also analyse test files, in the packages that contain them

	// Cgo runs cgo and the C compiler for packages that use C, with the flags and files
	// in these packages, to get the types of C declarations. Without it, functions that depend on C
	// are not analysed, and nothing that the code contains is run.
	Cgo bool

	// Env is the environment of the go command, each entry "KEY=value". The
	// last entry of a key counts. Nil means the environment of the process.
	Env []string

	// Overlay has contents of files, by absolute name, that replace those on disk.
	// It may add files, but only to directories that exist.
	Overlay map[string][]byte

	// Analyzers are those whose diagnostics become findings. The analyzers that
	// they require run, too.
	Analyzers []*analysis.Analyzer

	// Cache is where results are kept between runs; nil keeps none.
	Cache *cache.Cache

	// Memory, if not nil, is shared by the runs of a language server. Runs with Cgo do not use it.
	Memory *Memory

	// ConfigKey identifies the configuration of the analyzers: cached results are
	// used only under the same key.
	ConfigKey string

	// Summarize, if not nil, returns all that the caller wants of a result. It becomes Result.Summary, in place of the findings, and is cached, so
	// that a run in which nothing has changed neither reads the findings nor calls Summarize. It returns "" if the findings are wanted after all. The
	// summary may depend only on the result, SummaryKey, and the names of the files on this machine.
	Summarize  func(*Result) string
	SummaryKey string

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
	Summary  string            // what Options.Summarize returns; if not empty, there are neither findings nor hidden ones

	// Checked are the import paths of the packages that the patterns matched and
	// that were analysed with nothing in the way. Sorted, none twice.
	Checked []string

	// Packages is the number of packages that the patterns matched and that
	// have Go files. A package and its variant for tests count once.
	Packages int

	// WithoutC is the number of functions and variables in these packages that were not analysed because they depend on C.
	WithoutC int

	// LeftOut counts the Go files of these packages that build constraints exclude.
	LeftOut []LeftOut
}

// Run loads packages and runs analyzers on them. The result is not nil
// exactly if the error is.
//
// An error means that nothing could be done: there is no go command or no
// module, the go command does not accept go.mod, the analyzers do not
// [analysis.Validate], or ctx is done, in which case the error is ctx's own.
// What went wrong with single packages is in Result.Problems.
//
// When ctx is done, the go command is stopped, and no further step begins:
// Run returns when the steps under way end (a step is one package's type-check, or
// one analyzer on one package).
func Run(ctx context.Context, opts Options) (*Result, error) {
	q, err := newRequest(ctx, opts)
	var res *Result
	if err == nil {
		if m := opts.Memory; m != nil && !opts.Cgo && m.mu.TryLock() {
			defer m.mu.Unlock()
			q.memory = m
		}
		res, err = q.run(ctx)
	}
	if errors.Is(err, errCorrupt) {
		// The entry has the right digest, but x/tools cannot read the types in it.
		// This run does without the cache.
		again := *q
		again.opts.Cache, again.memory = nil, nil
		res, err = again.run(ctx)
	}
	if cerr := ctx.Err(); cerr != nil {
		// Any other error is a consequence.
		return nil, cerr
	}
	return res, err
}

// run goes through the phases that the package comment lists.
func (q *request) run(ctx context.Context) (*Result, error) {
	stats := q.opts.Stats
	defer stats.finish(q.all)
	q.progress.begin(PhaseLoading, 2)
	stats.phase("looking for packages")
	files := newFiles(q.opts.Overlay)
	s := q.survey(ctx, files)
	if res, ok := s.lookup(); ok {
		return res, nil
	}
	background, cancel := context.WithCancel(ctx)
	defer cancel()
	list, err := q.list(background, s)
	if err != nil {
		return nil, err
	}
	defer func() {
		// What goes on in the background comes to an end.
		cancel()
		list.sound()
	}()
	q.progress.step()
	stats.phase("reading files")
	p, err := q.plan(ctx, list, files)
	if err != nil {
		return nil, err
	}
	q.progress.step()
	w := newWorld(p)
	done, err := p.settle(ctx, w)
	if err != nil {
		return nil, err
	}
	run := &storedRun{Result: *p.result(done)}
	run.LeftOut = p.leftOut()
	stats.settled(p, done)
	sound := list.sound() && ctx.Err() == nil && !files.changed.Load() && s.describe(p, done, run)
	if sound {
		s.keep(run)
	}
	if q.summarize(run) && sound {
		s.keep(run)
	}
	return &run.Result, nil
}

// summarize replaces the findings by the summary, and reports whether there is one.
func (q *request) summarize(run *storedRun) bool {
	if q.opts.Summarize == nil {
		return false
	}
	run.Summary = q.opts.Summarize(&run.Result)
	if run.Summary == "" {
		return false
	}
	run.Findings, run.Hidden = nil, nil
	return true
}

// A request is the options, checked, with the settings of the go command.
type request struct {
	opts Options
	goCommand
	tool   digest  // of this program; if there is a cache
	memory *Memory // nil if there is none, or another run has it

	// The analyzers, each after those that it requires: all of them, and those that
	// produce facts for the packages that import one.
	all, factual []*analysis.Analyzer

	processors chan struct{} // one for each analyzer that may run at a time
	progress   *reporter
}

// newRequest checks the options, and asks the go command for its settings.
func newRequest(ctx context.Context, opts Options) (*request, error) {
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
	if opts.Env == nil {
		opts.Env = os.Environ()
	}
	if opts.Stats == nil {
		opts.Stats = new(Stats)
	}
	opts.Stats.phase("asking the go command for its settings")
	if opts.Cache != nil {
		go cache.Program() // while the go command is asked
	}
	q := &request{
		opts:       opts,
		all:        closure(opts.Analyzers),
		processors: make(chan struct{}, runtime.GOMAXPROCS(0)),
		progress:   &reporter{report: opts.Progress},
	}
	q.factual = closure(slices.DeleteFunc(slices.Clone(q.all), func(a *analysis.Analyzer) bool { return len(a.FactTypes) == 0 }))
	q.goCommand = goCommand{dir: dir, env: append(slices.Clone(opts.Env), "GOPACKAGESDRIVER=off"), tags: opts.Tags, tests: opts.Tests, overlay: opts.Overlay}
	if q.goenv, err = q.queryEnv(ctx, opts.Cache.Local()); err != nil {
		return nil, err
	}
	if q.goenv.GOMOD == os.DevNull && q.goenv.GOWORK == "" && slices.ContainsFunc(opts.Patterns, isDirPattern) {
		return nil, fmt.Errorf("no go.mod in %s or in a directory above it", dir)
	}
	if opts.Cache != nil {
		program, err := cache.Program()
		if err != nil {
			q.opts.Cache = nil // entries of other programs could not be told from this one's
		}
		q.tool = sha256.Sum256([]byte(program))
	}
	return q, nil
}

// walk calls f for each of the nodes, after it has returned for the node's
// dependencies, in as many goroutines at a time as there are processors. The order
// has each node after its dependencies. Once ctx is done, walk skips the rest.
func walk(ctx context.Context, order []*node, f func(*node)) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	done := make(map[*node]chan struct{}, len(order)) // closed when f has returned
	for _, n := range order {
		var waits []chan struct{}
		for _, dep := range n.deps {
			if c := done[dep]; c != nil {
				waits = append(waits, c)
			}
		}
		ended := make(chan struct{})
		done[n] = ended
		wg.Go(func() {
			defer close(ended)
			for _, c := range waits {
				<-c
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			if ctx.Err() == nil {
				f(n)
			}
		})
	}
	wg.Wait()
}

// sortProblems sorts problems and removes duplicates.
func sortProblems(ps []finding.Problem) []finding.Problem {
	slices.SortFunc(ps, finding.CompareProblems)
	return slices.Compact(ps)
}

// A reporter reports progress. Its methods may be called concurrently.
type reporter struct {
	report func(Progress)

	mu  sync.Mutex
	cur Progress
}

// begin reports that a phase begins.
func (r *reporter) begin(phase string, total int) {
	r.change(func(p *Progress) { *p = Progress{Phase: phase, Total: total} })
}

// step reports that one more step of the phase is done.
func (r *reporter) step() { r.change(func(p *Progress) { p.Done++ }) }

func (r *reporter) change(f func(*Progress)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(&r.cur)
	if r.report != nil {
		r.report(r.cur)
	}
}

// parallel calls f for each of the numbers below n, in as many goroutines as there are
// processors, and returns when all calls have. Once ctx is done, it skips the rest.
func parallel(ctx context.Context, n int, f func(int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// sortedNodes returns the nodes in a map in the order of their IDs.
func sortedNodes(m map[string]*node) []*node {
	return slices.SortedFunc(maps.Values(m), func(a, b *node) int { return cmp.Compare(a.meta.ID, b.meta.ID) })
}
