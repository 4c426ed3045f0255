package driver

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/cache"
)

var realSteps = flag.Int("edit.real", 15, "number of edits of a real module")

// A realModule is a copy of errlint's own module.
type realModule struct {
	t     *testing.T
	rng   *rand.Rand
	dir   string
	files []string // Go files that are edited, relative to dir
	undo  map[string]string
}

func newRealModule(t *testing.T, seed uint64) *realModule {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &realModule{t: t, rng: rand.New(rand.NewPCG(seed, 1)), dir: dir, undo: make(map[string]string)}
	root := filepath.Join("..", "..")
	skip := []string{"testdata", "e2e", "bench", "examples", "docs", "cmd", "gclplugin"}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != root && (strings.HasPrefix(base, ".") || slices.Contains(skip, base)) {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(rel, ".go") && !strings.HasSuffix(rel, "_test.go") {
			m.files = append(m.files, rel)
		}
		m.write(rel, string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *realModule) write(name, text string) {
	m.t.Helper()
	file := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

// edit changes a random file, and says how.
func (m *realModule) edit() string {
	m.t.Helper()
	if len(m.undo) > 0 && m.rng.IntN(3) == 0 {
		for _, name := range slices.Sorted(mapKeys(m.undo)) {
			m.write(name, m.undo[name])
			delete(m.undo, name)
			return "undo " + name
		}
	}
	for range 100 {
		name := pick(m.rng, m.files)
		text, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil {
			m.t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil || len(f.Decls) < 2 {
			continue
		}
		what, changed := m.change(fset, f, string(text))
		if changed == string(text) {
			continue
		}
		if _, ok := m.undo[name]; !ok {
			m.undo[name] = string(text)
		}
		m.write(name, changed)
		return what + " in " + name
	}
	return "nothing"
}

func (m *realModule) change(fset *token.FileSet, f *ast.File, text string) (what, changed string) {
	at := func(pos token.Pos) int { return fset.Position(pos).Offset }
	replace := func(from, to token.Pos, by string) string { return text[:at(from)] + by + text[at(to):] }
	insert := func(pos token.Pos, by string) string { return replace(pos, pos, by) }
	decl := pick(m.rng, f.Decls[1:])
	fn, isFunc := decl.(*ast.FuncDecl)
	start := decl.Pos()
	if isFunc && fn.Doc != nil {
		start = fn.Doc.Pos()
	} else if g, ok := decl.(*ast.GenDecl); ok && g.Doc != nil {
		start = g.Doc.Pos()
	}
	switch k := m.rng.IntN(10); {
	case k == 0:
		return "lines", insert(start, "// Lines.\n\n// More.\n\n")
	case k == 1:
		return "exported function", text + "\nfunc Exported() error { return nil }\n"
	case k == 2:
		return "unexported function", text + "\nfunc unexported() error { return nil }\n"
	case k == 3 && isFunc && fn.Body != nil:
		return "body of " + fn.Name.Name, insert(fn.Body.Lbrace+1, " _ = 1; ")
	case k == 4 && isFunc && fn.Doc != nil:
		return "doc comment of " + fn.Name.Name, replace(fn.Doc.Pos(), fn.Doc.End(), "// "+fn.Name.Name+" is edited.\n//\n// Errors:\n//   - [ErrNothing] if it likes")
	case k == 5 && isFunc && fn.Name.IsExported() && fn.Recv == nil:
		return "parameter of " + fn.Name.Name, insert(fn.Type.Params.Closing, map[bool]string{true: ", "}[len(fn.Type.Params.List) > 0]+"more ...int")
	case k == 6:
		return "wrapped causes", strings.Replace(text, "%w", "%v", 1)
	case k == 7:
		return "syntax error", text + "\nfunc {\n"
	case k == 8:
		return "field", strings.Replace(text, " struct {\n", " struct {\n\tAdded int\n", 1)
	case k == 9:
		return "returned error", strings.Replace(text, "return nil, err\n", "return nil, nil\n", 1)
	}
	return "", text
}

// TestRealEdits is [TestEdits] for errlint's own module.
func TestRealEdits(t *testing.T) {
	t.Parallel()
	seed := max(*editSeed, 1)
	m := newRealModule(t, seed)
	cacheDir := filepath.Join(t.TempDir(), "cache")
	set := setting{}
	var log []string
	var with, without atomic.Int32
	trouble := 0
	steps := *realSteps
	if !*full {
		steps = min(steps, 1)
	}
	for i := range steps + 1 {
		what := "new"
		if i > 0 {
			what = m.edit()
		}
		patterns := [][]string{{"./internal/errdoc", "./internal/nearest"}, {"./internal/pkgglob"}}
		if *full {
			patterns = [][]string{{"./internal/..."}, {"./passes/opname", "./passes/directive"}, {"./internal/errflow"}, {"./internal/errdoc", "./internal/printer", "./passes/opname"}}
		}
		set.Patterns = pick(m.rng, patterns)
		set.Config = m.rng.IntN(3)
		log = append(log, fmt.Sprintf("%d: %s; %v, configuration %d", i, what, set.Patterns, set.Config))
		plain := set.options(m.dir, testEnv(), &without)
		cached := set.options(m.dir, testEnv(), &with)
		cached.Cache = cache.Open(cacheDir)
		want, got := see(mustRun(t, plain)), see(mustRun(t, cached))
		if err := cached.Cache.Err(); err != nil {
			t.Error(err)
		}
		if len(want.Problems) > 0 {
			trouble++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d: the result with the cache differs (-without +with) after\n%s\n%s", seed, strings.Join(log, "\n"), diff)
		}
	}
	t.Logf("%d packages analysed without and %d with the cache in %d steps, of which %d had problems", without.Load(), with.Load(), steps, trouble)
}
