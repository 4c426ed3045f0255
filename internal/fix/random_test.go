package fix_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
)

// TestRandom applies random fixes of the kind that rules make to the files of this package: expressions replaced and
// wrapped, statements and comments inserted and removed, with the imports that they need and
// no longer need. What comes out must be what each fix says, whichever others there are, and its diff
// what writing it does.
func TestRandom(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no files: ", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < 3000 || !bytes.Contains(text, []byte("import (")) {
			continue // too small for much to happen in it
		}
		for seed := range 2 {
			src := string(text)
			if seed == 1 {
				src = strings.ReplaceAll(src, "\n", "\r\n")
			}
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) { tryRandom(t, src, uint64(seed)) })
		}
	}
}

func tryRandom(t *testing.T, src string, seed uint64) {
	dir := t.TempDir()
	file := write(t, dir, "p.go", src)
	r := rand.New(rand.NewPCG(seed, uint64(len(src))))
	findings := randomFindings(t, r, file, src)
	res := apply(t, dir, findings...)
	if len(res.Applied) == 0 || len(res.Files) != 1 {
		t.Fatalf("of %d fixes, %d applied; skipped %v", len(findings), len(res.Applied), res.Skipped)
	}
	for _, s := range res.Skipped {
		if strings.Contains(s.Reason, "does not parse") {
			t.Errorf("%s: %s", s.Finding.Message, s.Reason)
		}
	}
	fixed := res.Files[0].New
	f, err := parser.ParseFile(token.NewFileSet(), "", fixed, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	formatted := func(text []byte) bool { return isFormatted(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))) }
	if formatted([]byte(src)) != formatted(fixed) {
		t.Error("not formatted")
	}
	for _, a := range res.Applied {
		// Each has left its mark, once.
		if n := bytes.Count(fixed, []byte(a.Message)); n != 1 {
			t.Errorf("%s is there %d times", a.Message, n)
		}
	}
	// Imports are those that are used, and used are those that are imported.
	imported := make(map[string]int)
	for _, spec := range f.Imports {
		path := strings.TrimSuffix(strings.Trim(spec.Path.Value, `"`), "/v2")
		name := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name]++
	}
	used := make(map[string]int)
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			// The parser's scopes suffice to tell a package from a variable.
			if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil && (imported[id.Name] > 0 || strings.HasPrefix(id.Name, "random")) {
				used[id.Name] = 1
			}
		}
		return true
	})
	if diff := cmp.Diff(used, imported); diff != "" {
		t.Errorf("-used +imported:\n%s", diff)
	}
	checkDiff(t, dir, res.Files)
}

// randomFindings returns findings whose fixes leave a mark in the code, which is their message.
func randomFindings(t *testing.T, r *rand.Rand, file, src string) []finding.Finding {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	offset := func(pos token.Pos) int { return fset.PositionFor(pos, false).Offset }
	edit := func(from, to token.Pos, text string) finding.Edit {
		return finding.Edit{Pos: at(file, src, offset(from)), End: at(file, src, offset(to)), New: text}
	}
	// Edits add imports in one of several ways.
	imports := func(path string) finding.Edit {
		spec := f.Imports[r.IntN(len(f.Imports))]
		switch r.IntN(3) {
		case 0:
			return edit(f.Name.End(), f.Name.End(), "\n\nimport \""+path+"\"")
		case 1:
			return edit(spec.Pos(), spec.Pos(), "\""+path+"\"\n\t")
		default:
			return edit(spec.End(), spec.End(), "\n\t\""+path+"\"")
		}
	}
	var findings []finding.Finding
	ast.Inspect(f, func(n ast.Node) bool {
		if _, ok := n.(*ast.GenDecl); ok || n == nil || r.IntN(6) > 0 {
			return true
		}
		mark := fmt.Sprintf("mark_%d_", len(findings))
		var edits []finding.Edit
		switch n := n.(type) {
		case *ast.CallExpr:
			path := fmt.Sprintf("random%d", r.IntN(5))
			switch r.IntN(3) {
			case 0: // replaced: imports may be used no longer
				edits = append(edits, edit(n.Pos(), n.End(), mark+"()"))
			case 1: // wrapped
				edits = append(edits, edit(n.Pos(), n.Pos(), path+".Wrap("), edit(n.End(), n.End(), ", "+mark+")"), imports("example.com/"+path))
			case 2:
				edits = append(edits, edit(n.Pos(), n.End(), path+"."+mark+"()"), imports("example.com/"+path))
			}
		case *ast.FuncDecl:
			if n.Doc == nil {
				edits = append(edits, edit(n.Pos(), n.Pos(), "// "+mark+"\n"))
			} else {
				edits = append(edits, edit(n.Doc.End(), n.Doc.End(), "\n//\n// Errors:\n//   - "+mark))
			}
		case *ast.ExprStmt:
			edits = append(edits, edit(n.Pos(), n.End(), "if "+mark+" {\n"), edit(n.End(), n.End(), "}"))
		}
		if len(edits) > 0 {
			findings = append(findings, found(mark, edits...))
		}
		return true
	})
	return findings
}
