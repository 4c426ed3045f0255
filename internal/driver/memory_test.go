package driver

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cache"
)

// TestRemembers checks what a run of text that is being typed takes over from the one before: the syntax of files that are as they were, in its place, and types of what
// they import; and that it takes over nothing of what has changed, nor what has no room.
func TestRemembers(t *testing.T) {
	t.Parallel()
	dir := hereModule(t, map[string]string{
		"a/a.go":   "package a\n\nfunc A() int { return 1 }\n",
		"first.go": "package m\n\nimport \"example.com/m/a\"\n\nvar _ = a.A()\n",
		"typed.go": "package m\n",
	})
	var syntax []*ast.File
	var imported *types.Package
	look := &analysis.Analyzer{Name: "look", Doc: "looks", Run: func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "m" {
			syntax, imported = pass.Files, pass.Pkg.Imports()[0]
			for _, f := range pass.Files {
				if got := pass.Fset.File(f.Pos()); got.Base() != int(f.FileStart) || got.Size() != int(f.FileEnd-f.FileStart) {
					t.Errorf("%s is at %d, with %d bytes; its syntax at %d to %d", got.Name(), got.Base(), got.Size(), f.FileStart, f.FileEnd)
				}
			}
		}
		return nil, nil
	}}
	opts := hereOptions(dir)
	opts.Analyzers, opts.Patterns = append(opts.Analyzers, look), []string{"."}
	opts.Cache, opts.Memory = cache.Open(t.TempDir()), new(Memory)
	typed, below := filepath.Join(dir, "typed.go"), filepath.Join(dir, "a", "a.go")
	opts.Overlay = make(map[string][]byte)
	run := func(name, text string) (*Result, []*ast.File, *types.Package) {
		opts.Overlay[name] = []byte(text)
		res := mustRun(t, opts)
		return res, syntax, imported
	}
	for i := range 2 { // the first run asks for the listing, and of the second something is left
		run(typed, fmt.Sprintf("package m\n\nvar _ = %d\n", i))
	}
	_, files, pkg := run(typed, "package m\n\nvar _ = 2\n")
	res, again, same := run(typed, "package m\n\nvar _ = here()\n")
	if again[0] != files[0] || same != pkg {
		t.Error("what is as it was was not taken over")
	}
	if again[2] == files[2] || len(res.Findings) != 1 {
		t.Errorf("what was typed has not been seen: %+v", res.Findings)
	}
	res, long, same := run(typed, "package m\n\n// "+strings.Repeat("x", 1<<14)+"\n\nvar _ = here()\n")
	if long[0] == again[0] || long[2].FileStart <= long[1].FileEnd || same != pkg || len(res.Findings) != 1 || res.Findings[0].Pos.Line != 5 {
		t.Errorf("files that need another place: %+v", res.Findings)
	}
	res, _, other := run(below, "package a\n\nfunc A() string { return \"\" }\n")
	if other == pkg || len(res.Problems) > 0 {
		t.Errorf("types of what has changed: %v", res.Problems)
	}
	if res, _, _ = run(below, "package a\n"); len(res.Problems) != 1 || !strings.Contains(res.Problems[0].Message, "undefined: a.A") {
		t.Errorf("what is gone: %v", res.Problems)
	}
}
