package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

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

	// Env is the environment of the go command, each entry "KEY=value". The
	// last entry of a key counts. Nil means the environment of the process.
	Env []string

	// Overlay has the contents of files, by absolute name, that are to be taken for
	// what is on disk. It may add files, but only to directories that exist.
	Overlay map[string][]byte

	// Analyzers are those whose diagnostics become findings. What they
	// require runs too.
	Analyzers []*analysis.Analyzer

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
	PhaseLoading   = "loading"       // the go command is asked
	PhaseChecking  = "type-checking" // packages are type-checked from source
	PhaseAnalysing = "analysing"     // analyzers run
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

	fset     *token.FileSet
	sources  *sources
	exports  *exports
	progress reporter
	problems []finding.Problem
	hidden   []finding.Hidden
	checked  []string // import paths
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
	fset := token.NewFileSet()
	r := &run{
		opts:     opts,
		dir:      dir,
		env:      append(slices.Clone(env), "GOPACKAGESDRIVER=off"),
		fset:     fset,
		sources:  newSources(fset, opts.Overlay),
		exports:  newExports(fset),
		progress: reporter{report: opts.Progress},
	}
	return r.run(ctx)
}

func (r *run) run(ctx context.Context) (*Result, error) {
	r.progress.begin(PhaseLoading, 2)
	if err := r.queryEnv(ctx); err != nil {
		return nil, err
	}
	roots, err := r.queryMetadata(ctx)
	if err != nil {
		return nil, err
	}
	r.progress.step()

	g := r.newGraph(roots)
	r.checkPatterns(roots)
	if err := r.load(ctx, g); err != nil {
		return nil, err
	}
	r.progress.step()

	r.check(ctx, g)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	res := new(Result)
	if res.Findings, err = r.analyse(ctx, g); err != nil {
		return nil, err
	}
	res.Hidden = r.hidden
	slices.Sort(r.checked)
	res.Checked = slices.Compact(r.checked)
	res.Packages, res.Lines = r.size(g)
	if len(r.problems) > 0 {
		r.explainVersions(g)
	}
	res.Problems = sortProblems(r.problems)
	return res, nil
}

// size returns how many packages and lines were asked for.
func (r *run) size(g *graph) (packages, lines int) {
	paths := make(map[string]bool)
	files := make(map[string]bool)
	for _, n := range g.nodes {
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
