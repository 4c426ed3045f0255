package errflow

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/counter"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// Analyzer computes the error-flow model of a package. It reports nothing. Rules require it and query its result, a
// [*Model].
var Analyzer = &analysis.Analyzer{
	Name:       "errflow",
	Doc:        "infer which errors may leave each function\n\nThis is the model that the rules of errlint query. It reports nothing.",
	URL:        "https://pkg.go.dev/github.com/errlint/errlint/internal/errflow",
	Run:        run,
	ResultType: reflect.TypeFor[*Model](),
	FactTypes:  []analysis.Fact{new(funcFact), new(sentinelFact), new(typeFact), new(ownFact), new(heldFact)},
}

// A Model answers the rules' questions about one package. Hosts run the rules of a package concurrently, so its methods
// may be called from several goroutines.
type Model struct {
	*flow.Program
	pass *analysis.Pass
	mu   sync.Mutex // guards what the engine computes on demand
	eng  *engine

	methodDocs  func() map[*types.Func]methodDoc     // of the methods of the package's interfaces
	accessors   func() map[*ssa.Call]*ssa.Call       // calls that ask again, each with the first such call; see identity
	imports     func() map[string]*types.Package     // this package and all that it imports, directly or not, by path
	private     func() []string                      // see private.go
	constraints worklist.SharedMemo[*ast.File, bool] // see constrained
}

func run(pass *analysis.Pass) (any, error) {
	m := &Model{pass: pass}
	m.methodDocs = sync.OnceValue(m.findMethodDocs)
	m.accessors = sync.OnceValue(m.findAccessors)
	m.imports = sync.OnceValue(m.findImports)
	m.private = sync.OnceValue(m.findPrivate)
	if flow.InScope(pass) {
		go m.methodDocs() // concurrently with what follows, which uses one processor
	}
	m.Program = flow.New(pass)
	if m.InScope() {
		m.eng = newEngine(m)
		m.eng.solve()
		m.exportFacts()
		counter.Add(pass, "functions whose budget of steps was spent", m.eng.spent())
	}
	return m, nil
}

// Object returns the variable or type that a names, nil if neither the package nor its direct and indirect imports
// declare it.
func (m *Model) Object(a Atom) types.Object {
	pkg := m.findPackage(a.Pkg)
	if pkg == nil {
		return nil
	}
	return pkg.Scope().Lookup(a.Name)
}

// findPackage returns the package of a path if it is this one or a direct or indirect import, nil otherwise.
func (m *Model) findPackage(path string) *types.Package {
	if path == m.pass.Pkg.Path() {
		return m.pass.Pkg
	}
	for _, p := range m.pass.Pkg.Imports() {
		if p.Path() == path {
			return p
		}
	}
	// There may be thousands of imports, and the errors of a function may come from many of them.
	return m.imports()[path]
}

func (m *Model) findImports() map[string]*types.Package {
	imports := make(map[string]*types.Package)
	for _, p := range typeutil.Dependencies(m.pass.Pkg) {
		imports[p.Path()] = p
	}
	return imports
}

// Own reports whether a is declared in the code that is being checked: in this package, or in one that errlint has
// analysed.
func (m *Model) Own(a Atom) bool {
	if a.Pkg == m.pass.Pkg.Path() {
		return true
	}
	pkg := m.findPackage(a.Pkg)
	return pkg != nil && m.pass.ImportPackageFact(pkg, new(ownFact))
}

// OwnPackage reports whether errlint analyses pkg from source.
func (m *Model) OwnPackage(pkg *types.Package) bool {
	return pkg != nil && (pkg == m.pass.Pkg || m.pass.ImportPackageFact(pkg, new(ownFact)))
}

// Names reports whether a name in the configuration refers to obj: it is obj's name preceded by its import path, or
// just its name if the module declares obj.
func (m *Model) Names(name string, obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	return name == obj.Pkg().Path()+"."+obj.Name() || name == obj.Name() && m.OwnPackage(obj.Pkg())
}

var errorType = types.Universe.Lookup("error").Type()
var errorInterface = errorType.Underlying().(*types.Interface)

// IsError reports whether values of type t are errors: whether t implements the error interface. A pointer to an
// interface does not.
func IsError(t types.Type) bool {
	return t != nil && (types.Unalias(t) == errorType || flow.MayHaveMethod(t, "Error") && types.Implements(t, errorInterface))
}

// IsErrorInterface reports whether t is an interface type for errors: error itself, or one that embeds it.
func IsErrorInterface(t types.Type) bool { return types.IsInterface(t) && IsError(t) }

// typeAtom returns the atom of a concrete error type. ok is false for types without a package-level name.
func typeAtom(t types.Type) (a Atom, ok bool) {
	t = types.Unalias(t)
	ptr := false
	if p, isPtr := t.(*types.Pointer); isPtr {
		t, ptr = types.Unalias(p.Elem()), true
	}
	named, isNamed := t.(*types.Named)
	if !isNamed {
		return Atom{}, false
	}
	obj := named.Origin().Obj()
	if obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return Atom{}, false
	}
	return Atom{Kind: Type, Pkg: obj.Pkg().Path(), Name: obj.Name(), Ptr: ptr}, true
}

// SentinelAtom returns the atom of a package-level variable.
func SentinelAtom(v types.Object) Atom {
	a := Atom{Kind: Sentinel, Pkg: v.Pkg().Path(), Name: v.Name()}
	if a.Pkg == "os" {
		switch a.Name {
		case "ErrInvalid", "ErrPermission", "ErrExist", "ErrNotExist", "ErrClosed":
			a.Pkg = "io/fs" // os declares them as the variables of io/fs
		}
	}
	return a
}
