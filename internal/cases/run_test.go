package cases_test

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cases"
)

// A named is a fact about a function whose name begins with F.
type named struct{}

func (*named) AFact()         {}
func (*named) String() string { return "named" }

// marks reports each string, and each call of a function that it knows by its fact. The fix of a string is to have it be empty; of a call of fmt.Print, to leave it out.
var marks = &analysis.Analyzer{
	Name:      "marks",
	Doc:       "reports strings and calls",
	FactTypes: []analysis.Fact{new(named)},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec:
					return false
				case *ast.FuncDecl:
					if strings.HasPrefix(n.Name.Name, "F") {
						pass.ExportObjectFact(pass.TypesInfo.Defs[n.Name], new(named))
					}
				case *ast.BasicLit:
					fix := analysis.SuggestedFix{Message: "Empty", TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.End(), NewText: []byte(`""`)}}}
					pass.Report(analysis.Diagnostic{Pos: n.Pos(), Message: "string " + n.Value, SuggestedFixes: []analysis.SuggestedFix{fix}})
				case *ast.ExprStmt:
					call := n.X.(*ast.CallExpr)
					sel := call.Fun.(*ast.SelectorExpr)
					if pass.ImportObjectFact(pass.TypesInfo.Uses[sel.Sel], new(named)) {
						pass.Reportf(n.Pos(), "call of %s", sel.Sel.Name)
					} else {
						fix := analysis.SuggestedFix{Message: "Leave out", TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.End()}}}
						pass.Report(analysis.Diagnostic{Pos: n.Pos(), Message: "print", SuggestedFixes: []analysis.SuggestedFix{fix}})
					}
				}
				return true
			})
		}
		return nil, nil
	},
}

// A recorder takes what is said of a test.
type recorder struct{ said []string }

func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

// files are two packages in a GOPATH. The other one is not asked for.
var files = map[string]string{
	"src/a/a.go": `package a

import (
	"b"
	"fmt"
)

const one = "1" // want "string .1."

// want +1 "string .2."
const two = "2"

func F() {} // want F:"named"

func f() {
	b.F() // want "call of F"
	fmt.Print() // want "print"
}
`,

	"src/a/a_test.go": `package a

const three = "3" // want "string .3."
`,

	"src/a/a.go.golden": `-- Empty --
package a

import (
	"b"
	"fmt"
)

const one = "" // want "string .1."

// want +1 "string .2."
const two = ""

func F() {} // want F:"named"

func f() {
	b.F()       // want "call of F"
	fmt.Print() // want "print"
}
-- Leave out --
package a

import (
	"b"
)

const one = "1" // want "string .1."

// want +1 "string .2."
const two = "2"

func F() {} // want F:"named"

func f() {
	b.F() // want "call of F"
	// want "print"
}
`,

	"src/a/a_test.go.golden": `package a

const three = "" // want "string .3."
`,

	"src/b/b.go": `package b

const four = "4"

func F() {}
`,
}

// TestRun checks that what is as expected passes, and that nothing else does.
func TestRun(t *testing.T) {
	for _, test := range []struct {
		name    string
		changes []string // file, old text, new text, ...; without an old text there is no such file
		want    []string // regular expressions of what is said
	}{
		{"as expected", nil, nil},
		{"unexpected",
			[]string{
				"a.go", `"string .1."`, `"string .1." "string .1." F:"named"`,
				"a.go", `"string .2."`, `"(" "string .2."`,
				"a.go", `// want F:"named"`, ``,
				"a.go", `"call of F"`, `"call of G"`,
				"a.go", `// want "print"`, `// want print`,
				"a_test.go", `.3.`, `.4.`,
			},
			[]string{
				`a\.go:10:1: error parsing regexp`,
				`a\.go:17:14: want print: no colon behind print`,
				`a\.go:11:13: unexpected:  string "2"`,
				`a\.go:16:2: unexpected:  call of F`,
				`a\.go:17:2: unexpected:  print`,
				`a\.go:13:6: unexpected: F named`,
				`a\.go:8: there is nothing that matches:  .string .1.`,
				`a\.go:8: there is nothing that matches: F .named.`,
				`a\.go:16: there is nothing that matches:  .call of G.`,
				`a_test\.go:3:15: unexpected:  string "3"`,
				`a_test\.go:3: there is nothing that matches:  .string \.4\.`,
				`a(_test)?\.go: (Empty|Leave out|all fixes):`, // comments are part of it
			}},
		{"ill-typed", []string{"a.go", `const two = "2"`, `const two int = "2"`}, []string{`analyzing marks@a: analysis skipped`, `analyzing marks@a \[a.test\]: analysis skipped`}},
		{"import missing", []string{"a.go", `"b"`, `"c"`}, []string{`analyzing marks@a: analysis skipped.* could not import c`, `analyzing marks@a \[a.test\]: `}},
		{"other fixes",
			[]string{"a.go.golden", `const two = ""`, `const two = "x"`, "a.go.golden", `-- Leave out --`, `-- Drop --`, "a_test.go.golden", "", ""},
			[]string{`a\.go: Empty: .*\n(.*\n)*-.*const two = "x"\n *\+.*const two = ""`, `a\.go: Drop: there is no such fix`, `a_test\.go\.golden: no such file`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range files {
				there := true
				for c := range slices.Chunk(test.changes, 3) {
					if c[0] != filepath.Base(name) {
						continue
					}
					if there = c[1] != ""; !strings.Contains(text, c[1]) {
						t.Fatalf("%s has no %s", name, c[1])
					}
					text = strings.Replace(text, c[1], c[2], 1)
				}
				name = filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, []byte(text), 0o666); there && err != nil || !there && os.Remove(name) != nil {
					t.Fatal(name, err)
				}
			}
			r := new(recorder)
			cases.RunWithFixes(r, dir, marks, "a")
			for _, want := range test.want {
				if !slices.ContainsFunc(r.said, regexp.MustCompile(want).MatchString) {
					t.Errorf("nothing that is said matches %s", want)
				}
			}
			for _, said := range r.said {
				if !slices.ContainsFunc(test.want, func(want string) bool { return regexp.MustCompile(want).MatchString(said) }) {
					t.Errorf("it says: %s", said)
				}
			}
		})
	}
}
