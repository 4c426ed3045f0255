package flow

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// TestDeclareImports checks that of an imported package only what is used is declared, and that
// this is enough to build what uses it, in all the ways there are.
func TestDeclareImports(t *testing.T) {
	const dep = `package dep

type T struct{ Field int }

func (T) Used()        {}
func (*T) Value() error { return nil }
func (T) Unused()      {}
func (T) Promoted()    {}

type Generic[E any] struct{ Elem E }

func (Generic[E]) Used()   {}
func (Generic[E]) Unused() {}

type Interface interface{ Method() }

const Const = 1

var Var, UnusedVar int

func Func() T          { return T{} }
func Map[E any](e E) E { return e }
func Unused()          {}
`
	const src = `package own

import (
	"dep"
	"unsafe"
)

type embeds struct{ dep.T }

type promoted interface{ Promoted() }

var size = unsafe.Sizeof(dep.Var)

func use(i dep.Interface) promoted {
	t := dep.Func()
	t.Used()
	t.Field = dep.Map(dep.Const + dep.Var)
	value := t.Value
	_ = value()
	dep.Generic[int]{}.Used()
	i.Method()
	return embeds{t}
}
`
	fset := token.NewFileSet()
	packages := map[string]*types.Package{"unsafe": types.Unsafe}
	check := func(path, src string) (*types.Package, []*ast.File, *types.Info) {
		t.Helper()
		file, err := parser.ParseFile(fset, path+".go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		files := []*ast.File{file}
		info := &types.Info{
			Types:        make(map[ast.Expr]types.TypeAndValue),
			Instances:    make(map[*ast.Ident]types.Instance),
			Defs:         make(map[*ast.Ident]types.Object),
			Uses:         make(map[*ast.Ident]types.Object),
			Implicits:    make(map[ast.Node]types.Object),
			Selections:   make(map[*ast.SelectorExpr]*types.Selection),
			Scopes:       make(map[ast.Node]*types.Scope),
			FileVersions: make(map[*ast.File]string),
		}
		conf := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
			if p := packages[path]; p != nil {
				return p, nil
			}
			return nil, fmt.Errorf("no package %s", path)
		})}
		p, err := conf.Check(path, fset, files, info)
		if err != nil {
			t.Fatal(err)
		}
		return p, files, info
	}
	packages["dep"], _, _ = check("dep", dep)
	own, files, info := check("own", src)

	pass := &analysis.Pass{Fset: fset, Files: files, Pkg: own, TypesInfo: info}
	prog := ssa.NewProgram(fset, ssa.SanityCheckFunctions)
	declareImports(prog, pass)
	p := prog.CreatePackage(own, files, info, false)
	p.Build()

	imported := prog.ImportedPackage("dep")
	var got []string
	for name := range imported.Members {
		got = append(got, name)
	}
	slices.Sort(got)
	if want := []string{"Func", "Map", "Var", "init", "init$guard"}; !slices.Equal(got, want) {
		t.Errorf("declared of the import: %q, want %q", got, want)
	}
	for _, name := range []string{"T", "Generic"} {
		named := packages["dep"].Scope().Lookup(name).Type().(*types.Named)
		for m := range named.Methods() {
			declared := prog.FuncValue(m) != nil
			if used := m.Name() == "Used" || m.Name() == "Value"; declared != used {
				t.Errorf("method %s of %s being declared is %t, want %t", m.Name(), name, declared, used)
			}
		}
	}
	fn := packages["dep"].Scope().Lookup("Func").(*types.Func)
	if f := prog.FuncValue(fn); f == nil || f.Synthetic != "from type information" || f.Syntax() != nil || f.Blocks != nil {
		t.Errorf("Func is not declared as that of a package without source: %v", f)
	}
	if p.Func("use").Blocks == nil {
		t.Error("the function that uses them is not built")
	}
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
