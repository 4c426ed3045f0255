package makeflow

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// A places has uses of the package that SSA form does not list.
type places struct {
	uses    map[*ssa.Global][]ssa.Instruction
	fields  map[*types.Var][]ssa.Value          // the values and addresses of fields
	blurred map[*types.Var]bool                 // the fields of structs that are converted to another struct type, which has fields of its own
	invokes map[string][]ssa.CallInstruction    // calls through interfaces, by the name of the method
	made    map[types.Type][]ssa.Value          // values that are converted to interfaces, by their type; nil stands for what is passed for a type parameter
	unnamed typeutil.Map                        // the first of several identical struct types without a name
	types   []types.Type                        // those of made
	alone   worklist.Memo[*types.Package, bool] // see [Model.alone]
}

// placesOf reads the package without its tests.
func (m *Model) placesOf() *places {
	p := &places{
		uses:    make(map[*ssa.Global][]ssa.Instruction),
		fields:  make(map[*types.Var][]ssa.Value),
		blurred: make(map[*types.Var]bool),
		invokes: make(map[string][]ssa.CallInstruction),
		made:    make(map[types.Type][]ssa.Value),
	}
	var operands []*ssa.Value
	for fn := range m.Funcs() {
		if m.conf.InTest(fn.Pos()) {
			continue
		}
		for instr := range flow.Instrs(fn) {
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				if g, ok := (*op).(*ssa.Global); ok {
					p.uses[g] = append(p.uses[g], instr)
				}
			}
			p.add(instr)
		}
	}
	return p
}

func (p *places) add(instr ssa.Instruction) {
	made := func(t types.Type, v ssa.Value) {
		t = types.Unalias(t)
		p.types = append(p.types, t)
		p.made[t] = append(p.made[t], v)
	}
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		p.field(instr.X.Type(), instr.Field, instr)
	case *ssa.Field:
		p.field(instr.X.Type(), instr.Field, instr)
	case *ssa.ChangeType:
		p.blur(flow.Struct(instr.X.Type()), flow.Struct(instr.Type()))
	case *ssa.MakeInterface:
		made(instr.X.Type(), instr)
	case ssa.CallInstruction:
		common := instr.Common()
		if common.IsInvoke() {
			p.invokes[common.Method.Name()] = append(p.invokes[common.Method.Name()], instr)
		} else if callee := common.StaticCallee(); callee != nil {
			for _, t := range callee.TypeArgs() {
				made(t, nil)
			}
		}
	}
}

// field records that a field is loaded, or its address taken. Struct types without a name may be identical although each has fields of its own.
func (p *places) field(t types.Type, i int, at ssa.Value) {
	f := flow.StructField(t, i)
	p.fields[f] = append(p.fields[f], at)
	if st, ok := types.Unalias(flow.Deref(t)).(*types.Struct); ok {
		if same, ok := p.unnamed.At(st).(*types.Struct); ok {
			p.blur(same, st)
		} else {
			p.unnamed.Set(st, st)
		}
	}
}

// blur records that values of one struct type are converted to another.
func (p *places) blur(a, b *types.Struct) {
	if a == nil || b == nil || a == b {
		return
	}
	for i := range min(a.NumFields(), b.NumFields()) {
		p.blurred[a.Field(i).Origin()], p.blurred[b.Field(i).Origin()] = true, true
	}
}

// ReadFromFound reports whether the package reads an error, and not only its text, from a field of what errors.As or a type assertion has found.
func (m *Model) ReadFromFound(f *types.Var) bool {
	found := func(v ssa.Value) bool { return m.takenFrom(flow.Strip(v)) != nil }
	taken := func(ref ssa.Instruction) bool {
		if call, ok := ref.(ssa.CallInstruction); ok {
			return textflow.Stringified(call.Common()) == nil
		}
		_, compared := ref.(*ssa.BinOp)
		return !compared
	}
	return slices.ContainsFunc(m.asking.places().fields[f], func(field ssa.Value) bool {
		of := *field.(ssa.Instruction).Operands(nil)[0]
		if !found(of) && !slices.ContainsFunc(m.StoresTo(of), func(s flow.Store) bool { return s.At == nil && found(s.Val) }) {
			return false
		}
		return slices.ContainsFunc(*field.Referrers(), func(ref ssa.Instruction) bool {
			if load, ok := ref.(*ssa.UnOp); ok {
				return slices.ContainsFunc(*load.Referrers(), taken)
			}
			return taken(ref)
		})
	})
}

// A hands is a walk from a function, or from values of a type in interfaces, to where they go: through variables, fields and containers that
// only the package reads, and the parameters and results of its functions.
type hands struct {
	*asking
	values worklist.List[ssa.Value]
	calls  []ssa.CallInstruction // of the function, or of methods of the interface; and of others in the same variables
	told   bool                  // some code gets it that uses only the texts of the errors that it returns
	out    bool                  // code that is not seen may get it
}

// walk follows all values that were pushed.
func (h *hands) walk() {
	for v := range h.values.All() {
		if g, ok := v.(*ssa.Global); ok {
			for _, ref := range h.places().uses[g] {
				h.use(v, ref)
			}
			continue
		}
		for _, ref := range *v.Referrers() {
			if !h.m.conf.InTest(ref.Parent().Pos()) {
				h.use(v, ref)
			}
		}
	}
}

// use follows one use of a value that is, or contains, what is followed.
func (h *hands) use(v ssa.Value, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.BinOp:
	case *ssa.MakeInterface:
		h.push(ref)
		h.receivers(ref.X.Type())
	case *ssa.MapUpdate:
		if ref.Value == v || ref.Key == v {
			h.container(ref.Map)
		}
	case *ssa.Return:
		fn := ref.Parent()
		calls, all := h.m.CallsOf(fn)
		// The other callers of an exported function of a command are packages of that command.
		h.out = h.out || !all && !(h.command() && fn.Object() != nil && fn.Signature.Recv() == nil && !h.m.UsedAsValue(fn))
		for i, r := range ref.Results {
			if r != v {
				continue
			}
			for _, call := range calls {
				h.push(resultOf(call, i)...)
			}
		}
	case ssa.CallInstruction:
		h.call(v, ref)
	case *ssa.MakeClosure:
		to, _ := h.m.onward(v, ref)
		h.push(to...)
		h.out = h.out || ref.Fn != v && ref.Fn.(*ssa.Function).Synthetic != "" // the method of an interface as a value
	case *ssa.Store:
		if vars, local := h.m.onward(v, ref); local {
			h.push(vars...)
		} else {
			h.stored(ref.Addr, ref.Val)
		}
	default:
		to, ok := h.m.onward(v, ref)
		h.push(to...)
		h.out = h.out || !ok // a channel, a panic, a field of a struct that contains it
	}
}

// receivers follows a value of a type that is no struct to the receivers of its methods, which are called through interfaces.
func (h *hands) receivers(t types.Type) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return
	}
	for method := range named.Origin().Methods() {
		if fn := h.m.Func(method); fn != nil {
			h.push(fn.Params[0])
		} else {
			h.out = true
		}
	}
}

// push adds values to the walk, unless their types tell that they need not be followed: structs are followed by their fields, and
// methods of a value that was taken out of an interface are called by name.
func (h *hands) push(vals ...ssa.Value) {
	for _, v := range vals {
		t := types.Unalias(v.Type()).Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		switch t.(type) {
		case *types.Basic, *types.Struct:
		default:
			h.values.Push(v)
		}
	}
}

// stored follows a value from the address that it is stored at.
func (h *hands) stored(addr, val ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		f := flow.StructField(addr.X.Type(), addr.Field)
		switch {
		case h.takes(f.Pkg(), fieldName(addr), val):
			h.told = true
			h.push(h.places().fields[f]...)
		case f.Pkg() != nil && commands[f.Pkg().Path()] != nil && returnsError(val):
			// If the package executes no command, another one of the program does, and prints the error.
			h.told = h.told || len(h.executions()) == 0
			h.calls = append(h.calls, h.executions()...)
		default:
			h.location(addr)
		}
	case *ssa.IndexAddr:
		h.container(addr.X)
	default:
		h.location(addr)
	}
}

// location follows what is stored in a variable, or in a field of any struct of its type, to where it is loaded, if only the package can read it. The
// methods of an embedded field are promoted, so it cannot be followed. It returns what the package stores there.
func (h *hands) location(addr ssa.Value) (stores []flow.Store) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		h.push(addr)
		return h.m.StoresTo(addr)
	case *ssa.FreeVar:
		cells := h.m.cellsOf(addr)
		h.push(cells...)
		for _, v := range cells {
			stores = append(stores, h.m.StoresTo(v)...)
		}
		return stores
	case *ssa.Global:
		if obj := addr.Object(); addr.Pkg == h.m.Pkg && obj != nil && (!obj.Exported() || h.main()) {
			h.push(addr)
			return h.m.StoresTo(addr)
		}
	case *ssa.FieldAddr:
		f := flow.StructField(addr.X.Type(), addr.Field)
		if f.Pkg() == h.m.Pkg.Pkg && !f.Exported() && !f.Embedded() && !h.places().blurred[f] {
			h.push(h.places().fields[f]...)
			return h.m.StoresToField(f)
		}
	}
	h.out = true
	return nil
}

// container follows what is put into a map, slice or array to where that goes, from where it was made.
func (h *hands) container(v ssa.Value) {
	made := worklist.Of(v)
	for v := range made.All() {
		switch v := v.(type) {
		case *ssa.Const:
		case *ssa.MakeMap, *ssa.MakeSlice, *ssa.Alloc:
			h.push(v)
		case *ssa.Global, *ssa.FieldAddr:
			h.location(v)
		case *ssa.Slice:
			made.Push(v.X)
		case *ssa.ChangeType:
			made.Push(v.X)
		case *ssa.Phi:
			made.Push(v.Edges...)
		case *ssa.UnOp:
			for _, s := range h.location(v.X) {
				if s.At == nil {
					made.Push(s.Val)
				}
			}
		case *ssa.Call:
			if flow.IsBuiltin(v, "append") {
				h.push(v)
				made.Push(v.Call.Args[0])
			} else {
				h.out = true
			}
		default:
			h.out = true
		}
	}
}

// call records a call of what is followed, and follows it to the parameters that it is passed for.
func (h *hands) call(v ssa.Value, call ssa.CallInstruction) {
	common := call.Common()
	if common.Value == v {
		h.calls = append(h.calls, call)
	}
	if !slices.Contains(common.Args, v) {
		return
	}
	if to, ok := h.m.givenTo(v, call); ok {
		h.push(to...)
		return
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "copy":
			h.container(common.Args[0])
		case "len", "cap", "delete", "clear", "print", "println":
		default:
			h.out = true
		}
		return
	}
	callee := flow.Callee(common)
	switch {
	case h.m.conf.Prints(call), describes(call):
	case callee != nil && h.takes(callee.Pkg(), callee.Name(), v), h.m.tells(common, v):
		h.told = true
	case isListed(walkers, callee):
		h.calls = append(h.calls, call) // it returns the error of the function
	case groupMethod(common) != "":
		calls, ok := h.m.waits(common.Args[0])
		h.calls, h.out = append(h.calls, calls...), h.out || !ok
	default:
		h.out = true
	}
}

// ends reports whether a panic in a function ends the program, which then prints it: the function is main, or only main calls it, and there are no
// deferred calls.
func (a *asking) ends(fn *ssa.Function) bool {
	callers := worklist.Of(fn)
	for fn := range callers.All() {
		calls, all := a.m.CallsOf(fn)
		isMain := a.main() && fn == a.m.Pkg.Func("main")
		if fn.Recover != nil || !isMain && (!all || len(calls) == 0) {
			return false
		}
		for _, call := range calls {
			callers.Push(call.Parent())
		}
	}
	return true
}

// runs reports whether a parameter is a function that returns an error, and no caller asks about the error.
func (m *Model) runs(p *ssa.Parameter) bool {
	if sig, ok := types.Unalias(p.Type()).Underlying().(*types.Signature); !ok || ErrorResult(sig) < 0 {
		return false
	}
	h := hands{asking: m.asking}
	h.push(p)
	h.walk()
	var errs []passing
	for _, call := range h.calls {
		errs = append(errs, errorsOf(call)...)
	}
	return !h.out && !m.ask(errs...)
}

// describes reports whether a call runs reflect.ValueOf, and only numbers and texts are taken from the result, such as the address or the kind of a function.
func describes(call ssa.CallInstruction) bool {
	v := call.Value()
	return v != nil && IsFunc(flow.Callee(call.Common()), "reflect", "ValueOf") && !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		of, ok := ref.(*ssa.Call)
		return !ok || len(of.Call.Args) != 1 || !isBasic(of.Type())
	})
}

// takers lists fields, functions and types of parameters of other modules that take a function and use no more of its error than the text and whether
// it is of a type of their own.
//
//   - go-jsonnet makes a runtime error of the text of a native function's error (thunks.go, nativeFunction).
//   - jsonrpc2 logs the error of a notification, and answers a request with the text, or with the error if it is a *jsonrpc2.Error itself
//     (handler_with_error.go).
//   - mcp-go answers a request with the text of its handler's error (server.go, requestError). It asks whether the error of a handler of tasks is context.Canceled.
//   - The official SDK of MCP makes a result of the text of a typed tool's error, or answers with the error if it is a *jsonrpc.Error itself
//     (server.go, toolForErr). It looks for a *jsonrpc.Error in those of all other kinds of handlers.
var takers = map[string][]string{
	"github.com/google/go-jsonnet":               {"NativeFunction.Func"},
	"github.com/sourcegraph/jsonrpc2":            {"HandlerWithError"},
	"github.com/mark3labs/mcp-go/server":         {"ToolHandlerFunc", "ResourceHandlerFunc", "ResourceTemplateHandlerFunc", "PromptHandlerFunc"},
	"github.com/modelcontextprotocol/go-sdk/mcp": {"ToolHandlerFor"},
}

// A servers has the function by which a package of [takers] makes a server, the type of its options, and the functions by which
// other code gets the errors of handlers first, or a handler of tools runs as one of tasks.
type servers struct {
	maker, option string
	listeners     []string
}

var serversOf = map[string]servers{
	"github.com/mark3labs/mcp-go/server": {"NewMCPServer", "ServerOption", []string{"WithHooks", "WithToolHandlerMiddleware",
		"WithResourceHandlerMiddleware", "WithPromptHandlerMiddleware", "Use", "WithTaskCapabilities"}},
	"github.com/modelcontextprotocol/go-sdk/mcp": {"NewServer", "", []string{"AddReceivingMiddleware"}},
}

// isOption reports whether t is the type of an option, of several options, or of a function that returns them.
func (s servers) isOption(pkg *types.Package, t types.Type) bool {
	if sig, ok := types.Unalias(t).(*types.Signature); ok && sig.Results().Len() > 0 {
		t = sig.Results().At(0).Type()
	}
	if slice, ok := types.Unalias(t).(*types.Slice); ok {
		t = slice.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() == pkg && named.Obj().Name() == s.option
}

// alone reports whether this package makes servers of another package itself, and no other code gets the errors of their handlers: the package uses no
// listener, and no options from elsewhere.
func (m *Model) alone(pkg *types.Package, s servers) (makes bool) {
	for _, objs := range []map[*ast.Ident]types.Object{m.pass.TypesInfo.Defs, m.pass.TypesInfo.Uses} {
		for id, obj := range objs {
			if obj == nil || m.conf.InTest(id.Pos()) {
				continue
			}
			v, isVar := obj.(*types.Var)
			switch {
			case obj.Pkg() == pkg && slices.Contains(s.listeners, obj.Name()):
				return false
			case obj.Pkg() == pkg:
				makes = makes || obj.Name() == s.maker
			case obj.Pkg() == m.Pkg.Pkg && (!isVar || v.Kind() == types.LocalVar || v.Kind() == types.ResultVar):
			case s.isOption(pkg, obj.Type()):
				return false
			}
		}
	}
	return makes
}

// walkers lists functions of the standard library that return the error of a function parameter, and only compare it with ==.
var walkers = map[string][]string{"io/fs": {"WalkDir"}, "path/filepath": {"Walk", "WalkDir"}}

// takes reports whether [takers] has a function or field of a package, or the type that it has for v.
func (h *hands) takes(pkg *types.Package, name string, v ssa.Value) bool {
	if pkg == nil || takers[pkg.Path()] == nil {
		return false
	}
	named, ok := types.Unalias(v.Type()).(*types.Named)
	if list := takers[pkg.Path()]; !slices.Contains(list, name) && !(ok && named.Obj().Pkg() == pkg && slices.Contains(list, named.Obj().Name())) {
		return false
	}
	s, serves := serversOf[pkg.Path()]
	return h.places().alone.Get(pkg, func(pkg *types.Package) bool { return !serves || h.m.alone(pkg, s) })
}

// fieldName returns the name of a field, qualified with that of its struct type.
func fieldName(f *ssa.FieldAddr) string {
	if named := flow.Named(f.X.Type()); named != nil {
		return named.Obj().Name() + "." + flow.StructField(named, f.Field).Name()
	}
	return ""
}

// methodCalls returns the calls of a method of a type of the package through interfaces, and whether no other code can call
// it through an interface.
func (a *asking) methodCalls(method *types.Func) (calls []ssa.CallInstruction, all bool) {
	named, ok := types.Unalias(flow.Deref(method.Signature().Recv().Type())).(*types.Named)
	if !ok {
		return nil, false
	}
	if !method.Exported() {
		// Only this package calls the interfaces that contain it.
		return a.places().invokes[method.Name()], true
	}
	h := a.methods[named.Obj()]
	if h == nil {
		h = &hands{asking: a, out: !a.command() && a.seenOutside()[named.Obj().Type()]}
		for _, v := range a.holding(named.Obj()) {
			h.out = h.out || v == nil
			if v != nil {
				h.push(v)
			}
		}
		h.walk()
		a.methods[named.Obj()] = h
	}
	for _, call := range h.calls {
		if common := call.Common(); common.IsInvoke() && common.Method.Name() == method.Name() {
			calls = append(calls, call)
		}
	}
	return calls, !h.out
}

// exposedTypes returns the types of which other packages can have values: those that something leads to which they can name.
func (m *Model) exposedTypes() map[types.Type]bool {
	exposed := make(map[types.Type]bool)
	var found worklist.List[types.Type]
	scope := m.Pkg.Pkg.Scope()
	for _, n := range scope.Names() {
		if obj := scope.Lookup(n); obj.Exported() {
			found.Push(types.Unalias(obj.Type()))
		}
	}
	for t := range found.All() {
		exposed[t] = true
		found.Push(m.parts(t, true)...)
	}
	return exposed
}

// wholesOf returns, by types, those that may contain them: of the values that are converted to interfaces, or passed for a type parameter.
func (a *asking) wholesOf() map[types.Type][]types.Type {
	wholes := make(map[types.Type][]types.Type)
	found := worklist.Of(a.places().types...)
	for t := range found.All() {
		for _, part := range a.m.parts(t, false) {
			wholes[part] = append(wholes[part], t)
			found.Push(part)
		}
	}
	return wholes
}

// holding returns the values of a type, and of types that may contain it, that are converted to interfaces, or passed for a
// type parameter.
func (a *asking) holding(name *types.TypeName) (out []ssa.Value) {
	wholes := worklist.Of(name.Type())
	for t := range wholes.All() {
		out = append(out, a.places().made[t]...)
		wholes.Push(a.wholes()[t]...)
	}
	return out
}

// parts returns the types that a type is composed of; if public is set, only those that another package can reach from it.
func (m *Model) parts(t types.Type, public bool) (parts []types.Type) {
	switch t := t.(type) {
	case *types.Named:
		switch {
		case t.Origin() != t:
			parts = append(parts, t.Origin())
			for arg := range t.TypeArgs().Types() {
				parts = append(parts, arg)
			}
		case t.Obj().Pkg() == m.Pkg.Pkg:
			parts = append(parts, t.Underlying())
			for method := range t.Methods() {
				if public && method.Exported() {
					parts = append(parts, method.Type())
				}
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if !public || f.Exported() || f.Embedded() {
				parts = append(parts, f.Type())
			}
		}
	case *types.Map:
		parts = append(parts, t.Key(), t.Elem())
	case *types.Pointer:
		parts = append(parts, t.Elem())
	case *types.Signature:
		for _, vars := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range vars.Variables() {
				parts = append(parts, v.Type())
			}
		}
	case *types.Interface:
		for method := range t.Methods() {
			parts = append(parts, method.Type())
		}
	default:
		if elem := flow.ElemType(t); elem != nil {
			parts = append(parts, elem)
		}
	}
	for i, t := range parts {
		parts[i] = types.Unalias(t)
	}
	return parts
}
