package flow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A Program is a package in SSA form, with what is needed to follow values through it. Once it is made, its methods may
// be called concurrently.
type Program struct {
	pass *analysis.Pass
	Pkg  *ssa.Package // nil if the package is out of scope

	funcs  []*ssa.Function
	byObj  map[*types.Func]*ssa.Function
	decls  map[*types.Func]*ast.FuncDecl
	syntax func() map[token.Pos]ast.Node // by the position of the instruction, see placeOf
	index
}

// New builds the SSA form of the package. Imports are declared but not built, so no function body outside of the
// package is ever looked at. For a package that is out of scope (see [InScope]), New returns a program without
// functions.
func New(pass *analysis.Pass) *Program {
	x := &Program{pass: pass}
	if InScope(pass) {
		x.build()
		x.buildIndex()
	}
	return x
}

// InScope reports whether the package is analysed: it has source and belongs to the module that is being checked.
func (x *Program) InScope() bool { return x.Pkg != nil }

func (x *Program) build() {
	pass := x.pass
	x.syntax = sync.OnceValue(func() map[token.Pos]ast.Node { return indexSyntax(pass.Files) })
	go x.syntax() // concurrently with what follows, which uses one processor
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(noReturn)
	declareImports(prog, pass)
	x.Pkg = prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	x.Pkg.Build()

	x.byObj = make(map[*types.Func]*ssa.Function)
	x.decls = make(map[*types.Func]*ast.FuncDecl)
	add := func(fn *ssa.Function) { x.funcs = slices.AppendSeq(x.funcs, Literals(fn)) }
	// The package initializer comes first. It has the initial values of package-level variables, and their literals.
	if init := x.Pkg.Func("init"); init != nil {
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
			x.decls[obj] = decl
			fn := prog.FuncValue(obj)
			if fn == nil || fn.Blocks == nil {
				continue // blank, or without a body
			}
			x.byObj[obj] = fn
			add(fn)
		}
	}
	x.fixFlags()
}

// fixFlags replaces conditions on package-level variables that are never set by constants: var debug = false is as good
// as a constant.
func (x *Program) fixFlags() {
	flags := make(map[*ssa.Global]*ssa.Const)
	for _, m := range x.Pkg.Members {
		if g, ok := m.(*ssa.Global); ok && !token.IsExported(g.Name()) && g.Object() != nil && IsBasic(Deref(g.Type()), types.IsBoolean) {
			flags[g] = ssa.NewConst(constant.MakeBool(false), Deref(g.Type()))
		}
	}
	if len(flags) == 0 {
		return
	}
	var asked []*ssa.If
	var operands []*ssa.Value
	for i, fn := range x.funcs {
		for instr := range Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.If:
				asked = append(asked, instr)
			case *ssa.UnOp:
				continue // a load does not set it
			case *ssa.Store:
				g, ok := instr.Addr.(*ssa.Global)
				if value, isConst := instr.Val.(*ssa.Const); ok && isConst && i == 0 && flags[g] != nil && fn.Name() == "init" && fn.Parent() == nil {
					flags[g] = value
					continue // its initial value
				}
			}
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				if g, ok := (*op).(*ssa.Global); ok {
					delete(flags, g)
				}
			}
		}
	}
	for _, cond := range asked {
		if load, ok := cond.Cond.(*ssa.UnOp); ok {
			if g, ok := load.X.(*ssa.Global); ok && flags[g] != nil {
				cond.Cond = flags[g]
			}
		}
	}
}

// noReturn reports whether control never continues after a call of fn.
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

// Funcs yields the package's functions, methods and function literals in source order, each literal after the function
// that encloses it. The first is the package initializer.
func (x *Program) Funcs() iter.Seq[*ssa.Function] { return slices.Values(x.funcs) }

// ExportedFuncs yields those of them that are exported by their names, with their objects: what facts are about.
func (x *Program) ExportedFuncs() iter.Seq2[*types.Func, *ssa.Function] {
	return func(yield func(*types.Func, *ssa.Function) bool) {
		for _, fn := range x.funcs {
			if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() && !yield(obj, fn) {
				return
			}
		}
	}
}

// Size returns the number of functions that Funcs yields.
func (x *Program) Size() int { return len(x.funcs) }

// Func returns the SSA form of a function or method that the package declares (of its generic origin, for an instance).
// It returns nil if there is no body.
func (x *Program) Func(obj *types.Func) *ssa.Function {
	if obj == nil {
		return nil
	}
	return x.byObj[obj.Origin()]
}

// Decl returns the declaration of fn, nil for function literals and the initializer.
func (x *Program) Decl(fn *ssa.Function) *ast.FuncDecl {
	decl, _ := fn.Syntax().(*ast.FuncDecl)
	return decl
}

// DeclOf returns the declaration of a function or method of the package.
func (x *Program) DeclOf(obj *types.Func) *ast.FuncDecl { return x.decls[obj.Origin()] }

// Outermost returns the declared function that encloses fn, which is fn itself if it is declared.
func Outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// Calls yields all call, defer and go instructions of the package, with the functions that they are in, by functions in
// source order.
func (x *Program) Calls() iter.Seq2[*ssa.Function, ssa.CallInstruction] {
	return func(yield func(*ssa.Function, ssa.CallInstruction) bool) {
		for _, call := range x.all {
			if !yield(call.Parent(), call) {
				return
			}
		}
	}
}

// Returns yields the reachable return instructions of fn.
func Returns(fn *ssa.Function) iter.Seq[*ssa.Return] {
	return func(yield func(*ssa.Return) bool) {
		dead := deadBlocks(fn)
		for _, b := range fn.Blocks {
			if dead[b] {
				continue
			}
			if b == fn.Recover && !Recovers(fn) {
				continue // the exit after a recovered panic, but nothing recovers
			}
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !yield(ret) {
				return
			}
		}
	}
}

// Returned returns the value of result i at a return. In a function with deferred calls, results live in memory, and a
// return is a store, the deferred calls, and a load. If the store is in another block, Returned returns the load.
func Returned(ret *ssa.Return, i int) ssa.Value {
	load, ok := ret.Results[i].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return ret.Results[i]
	}
	for _, instr := range slices.Backward(ret.Block().Instrs) {
		if st, ok := instr.(*ssa.Store); ok && st.Addr == load.X {
			return st.Val
		}
	}
	return load
}

// AllReturned returns the values of all results at a return, as Returned does.
func AllReturned(ret *ssa.Return) []ssa.Value {
	vals := make([]ssa.Value, len(ret.Results))
	for i := range vals {
		vals[i] = Returned(ret, i)
	}
	return vals
}

// VariableOf returns the name of the variable that v is or is loaded from, "" if there is none.
func VariableOf(v ssa.Value) string {
	for {
		switch u := v.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return v.Name()
		case *ssa.Global:
			return u.Name()
		case *ssa.Alloc:
			return identifier(u.Comment)
		case *ssa.Phi:
			return identifier(u.Comment)
		case *ssa.UnOp:
			if u.Op == token.MUL {
				v = u.X
				continue
			}
		}
		return ""
	}
}

func identifier(name string) string {
	if token.IsIdentifier(name) {
		return name
	}
	return ""
}

// Recovers reports whether a function that fn defers may stop a panic: it calls recover, or it is an unknown function
// value. Functions and methods that are declared elsewhere are assumed not to, since what is usually deferred closes,
// unlocks or logs.
func Recovers(fn *ssa.Function) bool {
	for instr := range Instrs(fn) {
		d, ok := instr.(*ssa.Defer)
		if !ok || d.Call.IsInvoke() {
			continue
		}
		if callee, _ := Resolve(d.Call.Value); callee == nil || CallsRecover(callee) {
			return true
		}
	}
	return false
}

// CallsRecover reports whether fn itself calls recover.
func CallsRecover(fn *ssa.Function) bool {
	for instr := range Instrs(fn) {
		if call, ok := instr.(*ssa.Call); ok && IsBuiltin(call, "recover") {
			return true
		}
	}
	return false
}

// indexSyntax returns the syntax of instructions by their positions. Each position is that of a token of a single node.
func indexSyntax(files []*ast.File) map[token.Pos]ast.Node {
	nodes := make(map[token.Pos]ast.Node)
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if pos := placeOf(n); pos.IsValid() {
				nodes[pos] = n
			}
			return true
		})
	}
	return nodes
}

// placeOf returns the position of the instruction for a node: a call, literal, return or operation, or what is assigned
// to, which is a key and value in a literal, or m[k] or x.f on the left side of an assignment.
func placeOf(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.CallExpr:
		return n.Lparen
	case *ast.CompositeLit:
		return n.Lbrace
	case *ast.ReturnStmt:
		return n.Return
	case *ast.BinaryExpr:
		return n.OpPos
	case *ast.KeyValueExpr:
		return n.Colon
	case *ast.IndexExpr:
		return n.Lbrack
	case *ast.SelectorExpr:
		return n.Sel.Pos()
	}
	return token.NoPos
}

// CallExpr returns the syntax of a call, nil for a call that the compiler inserted.
func (x *Program) CallExpr(call ssa.CallInstruction) *ast.CallExpr {
	expr, _ := x.syntax()[call.Common().Pos()].(*ast.CallExpr)
	return expr
}

// CompositeLit returns the composite literal that alloc holds, nil if there is none.
func (x *Program) CompositeLit(alloc *ssa.Alloc) *ast.CompositeLit {
	lit, _ := x.syntax()[alloc.Pos()].(*ast.CompositeLit)
	return lit
}

// ReturnStmt returns the syntax of a return, nil for the implicit one at the end of a body.
func (x *Program) ReturnStmt(ret *ssa.Return) *ast.ReturnStmt {
	stmt, _ := x.syntax()[ret.Pos()].(*ast.ReturnStmt)
	return stmt
}

// Assignment returns the syntax of what an instruction assigns to, of a key and value in a literal, or of a call. It
// returns nil for other instructions.
func (x *Program) Assignment(instr ssa.Instruction) ast.Expr {
	if call, ok := instr.(ssa.CallInstruction); ok {
		if e := x.CallExpr(call); e != nil {
			return e
		}
		return nil
	}
	switch n := x.syntax()[instr.Pos()].(type) {
	case *ast.KeyValueExpr, *ast.IndexExpr, *ast.SelectorExpr:
		return n.(ast.Expr)
	}
	return nil
}

// BinaryExpr returns the syntax of an operation, nil for one that the compiler inserted.
func (x *Program) BinaryExpr(op *ssa.BinOp) *ast.BinaryExpr {
	expr, _ := x.syntax()[op.Pos()].(*ast.BinaryExpr)
	return expr
}

// IsBuiltin reports whether a call is one of the named builtin function.
func IsBuiltin(call *ssa.Call, name string) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}

// Callee returns the declared function or method that a call names, through generic origins, aliases and dot imports.
// For a call through an interface it returns the interface's method. It returns nil for a call of a function value,
// including a method value, whose receiver is not among the call's arguments: see [Called].
func Callee(call *ssa.CallCommon) *types.Func {
	if _, bound := Resolve(call.Value); bound != nil && !call.IsInvoke() {
		return nil
	}
	return Called(call)
}

// CalleeName returns the full name of what [Callee] returns, such as "(*os.File).Name"; "" if call is nil, or calls a function value.
func CalleeName(call *ssa.Call) string {
	if call == nil {
		return ""
	}
	fn := Callee(call.Common())
	if fn == nil {
		return ""
	}
	return fn.FullName()
}

// PkgPath returns the path of the package that declares fn; "" if fn is nil, or a method of the universe's error.
func PkgPath(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	return fn.Pkg().Path()
}

// Called returns what [Callee] does, and for a call of a method value its method.
func Called(call *ssa.CallCommon) *types.Func {
	if call.IsInvoke() {
		return call.Method.Origin()
	}
	fn, _ := Resolve(call.Value)
	if fn == nil {
		return nil
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return nil
	}
	return obj.Origin()
}

// Resolve returns the function that a value is, without following any flow: a function, a literal, a method value or a
// method expression, resolved to its generic origin. bound is the receiver of a method value.
func Resolve(v ssa.Value) (fn *ssa.Function, bound ssa.Value) {
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
