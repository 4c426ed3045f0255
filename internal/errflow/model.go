package errflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Analyzer computes the error-flow model of a package. It reports nothing;
// the rules require it and query its result, a [*Model].
var Analyzer = &analysis.Analyzer{
	Name:       "errflow",
	Doc:        "infer which errors may leave each function\n\nThis is the model that the rules of errlint query. It reports nothing.",
	URL:        "https://pkg.go.dev/github.com/errlint/errlint/internal/errflow",
	Run:        run,
	ResultType: reflect.TypeFor[*Model](),
	FactTypes:  []analysis.Fact{new(funcFact), new(sentinelFact), new(typeFact), new(ownFact)},
}

// A Model answers the rules' questions about one package. Hosts run the rules of a
// package at the same time, so its methods may be called from several goroutines.
type Model struct {
	pass *analysis.Pass
	mu   sync.Mutex   // guards what the engine works out on demand
	Pkg  *ssa.Package // nil where the package is out of scope

	funcs  []*ssa.Function
	byObj  map[*types.Func]*ssa.Function
	syntax *syntaxIndex
	flow   *flowIndex
	eng    *engine

	decls map[*types.Func]*ast.FuncDecl

	importsOnce sync.Once
	imports     map[string]*types.Package // by path: this package, and all that it imports, directly or not
}

func run(pass *analysis.Pass) (any, error) {
	m := &Model{pass: pass}
	if !InScope(pass) {
		return m, nil
	}
	m.build()
	m.flow = newFlowIndex(m)
	m.eng = newEngine(m)
	m.eng.solve()
	m.exportFacts()
	return m, nil
}

// InScope reports whether the package was analysed: whether it has source and
// belongs to the module that is being checked. Out of scope, a model has no
// functions and knows nothing.
func (m *Model) InScope() bool { return m.Pkg != nil }

// build creates the SSA form of the package's own bodies. Imports are declared,
// not built: no body outside the package is ever looked at.
func (m *Model) build() {
	pass := m.pass
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(noReturn)
	declareImports(prog, pass)
	m.Pkg = prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	m.Pkg.Build()

	m.byObj = make(map[*types.Func]*ssa.Function)
	m.decls = make(map[*types.Func]*ast.FuncDecl)
	add := func(fn *ssa.Function) {
		// Each literal follows the function that it is in.
		todo := []*ssa.Function{fn}
		for len(todo) > 0 {
			fn := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			m.funcs = append(m.funcs, fn)
			for _, anon := range slices.Backward(fn.AnonFuncs) {
				todo = append(todo, anon)
			}
		}
	}
	// The package initialiser first: it holds the values of package-level
	// variables, and the function literals in them.
	if init := m.Pkg.Func("init"); init != nil {
		add(init)
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			m.decls[obj] = decl
			fn := prog.FuncValue(obj)
			if fn == nil || fn.Blocks == nil {
				continue // blank, or without a body
			}
			m.byObj[obj] = fn
			add(fn)
		}
	}
	m.syntax = &syntaxIndex{files: pass.Files}
}

// noReturn reports the calls after which control does not go on.
func noReturn(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "Exit"
	case "runtime":
		return fn.Name() == "Goexit"
	case "log":
		return strings.HasPrefix(fn.Name(), "Fatal") || strings.HasPrefix(fn.Name(), "Panic")
	case "testing":
		return slices.Contains([]string{"Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow"}, fn.Name())
	case "github.com/sirupsen/logrus", "go.uber.org/zap":
		return strings.HasPrefix(fn.Name(), "Fatal") || strings.HasPrefix(fn.Name(), "Panic")
	}
	return false
}

// Funcs yields the package's functions, methods and function literals in
// source order, each literal after the function that it is in. The first is
// the package initialiser.
func (m *Model) Funcs() iter.Seq[*ssa.Function] { return slices.Values(m.funcs) }

// Func is the SSA form of a function or method that the package declares (its
// generic origin, for an instance); nil where there is no body.
func (m *Model) Func(obj *types.Func) *ssa.Function {
	if obj == nil {
		return nil
	}
	return m.byObj[obj.Origin()]
}

// Decl is the declaration of fn, nil for function literals and the initialiser.
func (m *Model) Decl(fn *ssa.Function) *ast.FuncDecl {
	decl, _ := fn.Syntax().(*ast.FuncDecl)
	return decl
}

// DeclOf is the declaration of a function or method of the package.
func (m *Model) DeclOf(obj *types.Func) *ast.FuncDecl { return m.decls[obj.Origin()] }

// Outermost is the declared function that fn is in: fn itself if it is declared.
func Outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// Calls yields every call, defer and go instruction of the package, in source
// order of functions, with the function that it stands in.
func (m *Model) Calls() iter.Seq2[*ssa.Function, ssa.CallInstruction] {
	return func(yield func(*ssa.Function, ssa.CallInstruction) bool) {
		for fn := range m.Funcs() {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok && !yield(fn, call) {
						return
					}
				}
			}
		}
	}
}

// Returns yields the return instructions of fn that control can reach.
func Returns(fn *ssa.Function) iter.Seq[*ssa.Return] {
	return func(yield func(*ssa.Return) bool) {
		for _, b := range fn.Blocks {
			if b == fn.Recover && !Recovers(fn) {
				continue // the way out of a recovered panic, and nothing recovers
			}
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !yield(ret) {
				return
			}
		}
	}
}

// Recovers reports whether a function that fn defers may stop a panic: whether it calls recover, or
// is a function value that is not known. Functions and methods declared elsewhere are taken to be what
// one defers of them: they close, unlock and log.
func Recovers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok || d.Call.IsInvoke() {
				continue
			}
			if callee, _ := resolveFunc(d.Call.Value); callee == nil || callsRecover(callee) {
				return true
			}
		}
	}
	return false
}

func callsRecover(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
					return true
				}
			}
		}
	}
	return false
}

// Object is the variable or type that a names, if the package or one that it
// imports, directly or not, declares it.
func (m *Model) Object(a Atom) types.Object {
	pkg := m.findPackage(a.Pkg)
	if pkg == nil {
		return nil
	}
	return pkg.Scope().Lookup(a.Name)
}

// findPackage returns the package of a path, if it is this one or one that it imports, directly or not.
func (m *Model) findPackage(path string) *types.Package {
	if path == m.pass.Pkg.Path() {
		return m.pass.Pkg
	}
	for _, p := range m.pass.Pkg.Imports() {
		if p.Path() == path {
			return p
		}
	}
	// There may be thousands of them, and the errors of one function may come from many.
	m.importsOnce.Do(func() {
		m.imports = make(map[string]*types.Package)
		for todo := []*types.Package{m.pass.Pkg}; len(todo) > 0; {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if m.imports[p.Path()] == nil {
				m.imports[p.Path()] = p
				todo = append(todo, p.Imports()...)
			}
		}
	})
	return m.imports[path]
}

// Own reports whether a is declared in the code that is being checked: in this
// package, or in one that errlint has analysed before it.
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

// A syntaxIndex finds the syntax of instructions by their positions.
type syntaxIndex struct {
	files []*ast.File
	once  sync.Once
	nodes map[token.Pos][]ast.Node
}

func (x *syntaxIndex) at(pos token.Pos) []ast.Node {
	x.once.Do(func() {
		x.nodes = make(map[token.Pos][]ast.Node)
		for _, file := range x.files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					x.nodes[n.Lparen] = append(x.nodes[n.Lparen], n)
				case *ast.CompositeLit:
					x.nodes[n.Lbrace] = append(x.nodes[n.Lbrace], n)
				case *ast.ReturnStmt:
					x.nodes[n.Return] = append(x.nodes[n.Return], n)
				}
				return true
			})
		}
	})
	return x.nodes[pos]
}

func nodeAt[N ast.Node](x *syntaxIndex, pos token.Pos) N {
	for _, n := range x.at(pos) {
		if n, ok := n.(N); ok {
			return n
		}
	}
	return *new(N)
}

// CallExpr is the syntax of a call; nil for a call that the compiler inserted.
func (m *Model) CallExpr(call ssa.CallInstruction) *ast.CallExpr {
	return nodeAt[*ast.CallExpr](m.syntax, call.Common().Pos())
}

// CompositeLit is the literal that alloc holds; nil where it is none.
func (m *Model) CompositeLit(alloc *ssa.Alloc) *ast.CompositeLit {
	return nodeAt[*ast.CompositeLit](m.syntax, alloc.Pos())
}

// ReturnStmt is the syntax of a return; nil for the one at the end of a body.
func (m *Model) ReturnStmt(ret *ssa.Return) *ast.ReturnStmt {
	return nodeAt[*ast.ReturnStmt](m.syntax, ret.Pos())
}

// Callee is the declared function or method that a call names, through
// generic origins, aliases and dot imports; for a call by way of an interface,
// the interface's method; nil for a call of a function value.
func Callee(call *ssa.CallCommon) *types.Func {
	if call.IsInvoke() {
		return call.Method.Origin()
	}
	fn, _ := resolveFunc(call.Value)
	if fn == nil {
		return nil
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return nil
	}
	return obj.Origin()
}

// resolveFunc is the function that a value is, without following any flow: a
// function, a literal, a method value or a method expression, to its origin.
// bound is the receiver of a method value.
func resolveFunc(v ssa.Value) (fn *ssa.Function, bound ssa.Value) {
	for {
		ct, ok := v.(*ssa.ChangeType)
		if !ok {
			break
		}
		v = ct.X
	}
	switch v := v.(type) {
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
		if fn.Synthetic != "" && fn.Object() != nil && len(v.Bindings) == 1 {
			bound = v.Bindings[0]
		}
	case *ssa.Function:
		fn = v
	default:
		return nil, nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Synthetic != "" { // a bound method, a thunk, a promoted method
		if obj, ok := fn.Object().(*types.Func); ok {
			if decl := fn.Prog.FuncValue(obj.Origin()); decl != nil {
				fn = decl
			}
		}
	}
	return fn, bound
}

var errorType = types.Universe.Lookup("error").Type()
var errorInterface = errorType.Underlying().(*types.Interface)

// IsError reports whether values of type t are errors: whether t implements
// the error interface. A pointer to an interface does not.
func IsError(t types.Type) bool {
	if t == nil {
		return false
	}
	t = types.Unalias(t)
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.UntypedNil {
		return false
	}
	return types.Implements(t, errorInterface)
}

// IsErrorInterface reports whether t is an interface that errors are held in:
// error itself, or one that embeds it.
func IsErrorInterface(t types.Type) bool { return types.IsInterface(t) && IsError(t) }

// typeAtom is the atom of a concrete error type; ok is false for types without
// a package-level name.
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

// sentinelAtom is the atom of a package-level variable.
func sentinelAtom(v types.Object) Atom {
	a := Atom{Kind: Sentinel, Pkg: v.Pkg().Path(), Name: v.Name()}
	if a.Pkg == "os" {
		switch a.Name {
		case "ErrInvalid", "ErrPermission", "ErrExist", "ErrNotExist", "ErrClosed":
			a.Pkg = "io/fs" // os declares them as the variables of io/fs
		}
	}
	return a
}
