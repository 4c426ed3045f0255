package mapped

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/errlint/errlint/internal/errflow"
)

// An injection is an error that is made to come to a mapping.
type injection struct {
	arrival
	id    string   // by which the program is asked for it
	what  string   // the error
	codes []string // that the reply has to have
}

// An edit is a text that is put into a file.
type edit struct {
	offset int
	text   string
}

// An injector makes the overlay.
type injector struct {
	t       *testing.T
	edits   map[string][]edit // by file
	sites   []*site
	imports []string       // paths of packages of errors; the name of each is its index
	unnamed map[place]bool // where an error without a name is injected
}

// A site is a function that stands between a call of another module's function and its results.
type site struct {
	at    place
	one   bool // the error is the only result
	cases strings.Builder
}

// inject plans the injection of an arrival, and at each place once that of an error without a name.
func (in *injector) inject(a arrival, n int) []injection {
	in.t.Helper()
	if a.From.File == "" {
		in.t.Errorf("%s: no place is known where %s comes from", a.Mapping, a.Error)
		return nil
	}
	out := []injection{{a, fmt.Sprintf("e%d", n), a.Error.String(), a.Codes}}
	if !in.unnamed[a.From] {
		in.unnamed[a.From] = true
		out = append(out, injection{a, fmt.Sprintf("u%d", n), "an error without a name", a.Otherwise})
	}
	fset := token.NewFileSet()
	src, err := os.ReadFile(a.From.File)
	if err != nil {
		in.t.Fatal(err)
	}
	file, err := parser.ParseFile(fset, a.From.File, src, parser.SkipObjectResolution)
	if err != nil {
		in.t.Fatal(err)
	}
	pos := fset.File(file.FileStart).Pos(a.From.Offset)
	path, _ := astutil.PathEnclosingInterval(file, pos, pos+1)
	ok := false
	if a.From.Callee != "" {
		ok = in.call(a, out, fset, path)
	} else {
		ok = in.made(a, out, fset, src, path)
	}
	if !ok {
		in.t.Errorf("%s: %s cannot be injected at %s", a.Mapping, a.Error, a.From)
	}
	return out
}

// made has the statement that makes and returns an error run, before that of the function's own in which it is.
func (in *injector) made(a arrival, out []injection, fset *token.FileSet, src []byte, path []ast.Node) bool {
	var ret *ast.ReturnStmt
	for i, n := range path {
		if r, ok := n.(*ast.ReturnStmt); ok && ret == nil {
			ret = r
		}
		_, isDecl := n.(*ast.FuncDecl)
		_, isLit := n.(*ast.FuncLit)
		if !isDecl && !isLit {
			continue
		}
		if ret == nil || i < 2 || len(ret.Results) == 0 {
			return false
		}
		at := fset.Position(path[i-2].Pos()).Offset // path[i-1] is the function's block
		last := ret.Results[len(ret.Results)-1]
		text := func(from, to token.Pos) string {
			return string(src[fset.Position(from).Offset:fset.Position(to).Offset])
		}
		stmt := fmt.Sprintf("if inject.Is(%q) { %s }; ", out[0].id, text(ret.Pos(), ret.End()))
		if len(out) > 1 {
			stmt += fmt.Sprintf("if inject.Is(%q) { %sinject.Unnamed() }; ", out[1].id, text(ret.Pos(), last.Pos()))
		}
		in.edit(a.From.File, at, stmt)
		return true
	}
	return false
}

// call has a call return an error.
func (in *injector) call(a arrival, out []injection, fset *token.FileSet, path []ast.Node) bool {
	i := slices.IndexFunc(path, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && fset.Position(call.Lparen).Offset == a.From.Offset
	})
	if i < 0 {
		return false
	}
	assign, ok := path[i+1].(*ast.AssignStmt)
	if !ok || len(assign.Lhs) > 2 {
		return false
	}
	var at *site
	for _, s := range in.sites {
		if s.at == a.From {
			at = s
		}
	}
	if at == nil {
		at = &site{at: a.From, one: len(assign.Lhs) == 1}
		in.edit(a.From.File, fset.Position(path[i].Pos()).Offset, fmt.Sprintf("inject.Site%d(", len(in.sites)))
		in.edit(a.From.File, fset.Position(path[i].End()).Offset, ")")
		in.sites = append(in.sites, at)
	}
	for _, i := range out {
		value := "Unnamed()"
		if i.id == out[0].id {
			value = in.value(a.Error)
		}
		fmt.Fprintf(&at.cases, "\tif Is(%q) {\n\t\terr = %s\n\t}\n", i.id, value)
	}
	return true
}

// value is an expression for an error in package inject.
func (in *injector) value(a errflow.Atom) string {
	i := slices.Index(in.imports, a.Pkg)
	if i < 0 {
		i = len(in.imports)
		in.imports = append(in.imports, a.Pkg)
	}
	name := fmt.Sprintf("p%d.%s", i, a.Name)
	switch {
	case a.Kind == errflow.Sentinel:
		return name
	case a.Ptr:
		return "filled(new(" + name + "))"
	}
	return "*filled(new(" + name + "))"
}

func (in *injector) edit(file string, offset int, text string) {
	in.edits[file] = append(in.edits[file], edit{offset, text})
}

// files returns the changed files of the examples, and the text of package inject.
func (in *injector) files() (changed map[string]string, inject string) {
	changed = make(map[string]string)
	for file, edits := range in.edits {
		slices.SortStableFunc(edits, func(a, b edit) int { return a.offset - b.offset })
		src, err := os.ReadFile(file)
		if err != nil {
			in.t.Fatal(err)
		}
		var b strings.Builder
		offset := 0
		for _, e := range edits {
			b.Write(src[offset:e.offset])
			b.WriteString(e.text)
			offset = e.offset
		}
		b.Write(src[offset:])
		changed[file] = strings.Replace(b.String(), "import (\n", "import (\n\t\""+module+"/internal/inject\"\n", 1)
	}
	var b strings.Builder
	b.WriteString("// Package inject says which error is injected.\npackage inject\n\nimport (\n\t\"errors\"\n\t\"os\"\n\t\"reflect\"\n")
	for i, path := range in.imports {
		fmt.Fprintf(&b, "\tp%d %q\n", i, path)
	}
	b.WriteString(`)

// Done tells that an error was injected.
var Done bool

// Is reports whether the program was asked for an injection.
func Is(id string) bool {
	is := os.Args[1] == id
	Done = Done || is
	return is
}

// Unnamed returns an error without a name.
func Unnamed() error { return errors.New("injected") }

// filled fills in the causes of an error, without which many have no text.
func filled[T any](p *T) *T {
	v := reflect.ValueOf(p).Elem()
	for i := 0; v.Kind() == reflect.Struct && i < v.NumField(); i++ {
		if f := v.Field(i); f.CanSet() && f.Type() == reflect.TypeFor[error]() {
			f.Set(reflect.ValueOf(Unnamed()))
		}
	}
	return p
}
`)
	for i, s := range in.sites {
		if s.one {
			fmt.Fprintf(&b, "\nfunc Site%d(err error) error {\n%s\treturn err\n}\n", i, s.cases.String())
		} else {
			fmt.Fprintf(&b, "\nfunc Site%d[A any](a A, err error) (A, error) {\n%s\treturn a, err\n}\n", i, s.cases.String())
		}
	}
	return changed, b.String()
}
