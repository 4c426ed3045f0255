package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// A Node is a part of a value, the unit of value flow.
type Node struct {
	V ssa.Value
	P Path // the part of V; nil for the whole value
}

// A Source is where the value of a node comes from, in one step.
type Source struct {
	Node
	// Block is where the value is taken over. Where the value flows along an edge of a phi, Succ is the block at the
	// end of the edge, and what is known on that edge is known of the value. Block is nil if there is no particular
	// place: for stores that are not ordered with the load, or that are in another function.
	Block, Succ *ssa.BasicBlock
	Instr       ssa.Instruction // the store, if the source is one
}

// An index holds what a step of value flow has to know about the whole package: what is stored where.
type index struct {
	Paths    *PathTable
	stores   map[ssa.Value][]Store  // by the variable or container that the address is in
	fields   map[*types.Var][]Store // by field, for all structs
	elements map[*types.Var][]Store // stores to parts of the container that a field holds: s.errs[i] = err, s.errc <- err
	storing  map[fieldIn]bool
	within   map[storeIn][]Store // stores to whole variables, by the variable and each function that contains the store
	bound    map[*ssa.FreeVar][]ssa.Value
	closures map[*ssa.Function]*ssa.MakeClosure // the first instruction that makes a closure of the literal
	maps     map[ssa.Value][]*ssa.MapUpdate
	args     func() map[ssa.Value][]argument         // see argumentsOf
	all      []ssa.CallInstruction                   // see Calls
	calls    map[*ssa.Function][]ssa.CallInstruction // direct calls, by callee
	values   map[*ssa.Function][]ssa.Instruction     // the instructions that use a function as a value
	invoke   map[string]bool                         // names of the methods that are called through interfaces
	dead     map[*ssa.BasicBlock]bool

	// Filled on demand.
	targets   worklist.SharedMemo[ssa.Value, targetSet]
	recovers  worklist.SharedMemo[*ssa.Function, bool]
	tests     worklist.SharedMemo[*ssa.Function, *tests]                        // by declared function
	first     worklist.SharedMemo[*ssa.Function, map[*ssa.UnOp]ssa.Value]       // see again.go
	contracts worklist.SharedMemo[*types.Package, map[string][]*types.TypeName] // see InterfacesOf
	leaks     worklist.SharedMemo[*ssa.Alloc, leaks]                            // see reaching.go
	premises  worklist.SharedMemo[premiseKey, *Premise]
	loops     worklist.SharedMemo[*ssa.Function, []int]
	places    worklist.SharedMemo[*ssa.BasicBlock, map[ssa.Instruction]int] // of the instructions of long blocks
	tables    worklist.SharedMemo[ssa.Value, *Table]                        // see table.go; nil for containers that are not tables
	nilMu     sync.Mutex
	nilIn     map[valueIn]bool
	nilPhis   map[*ssa.Phi]bool // see mergesNil
}

// A Store is an assignment to (a part of) a variable or container.
type Store struct {
	At    Path // the part that is assigned
	Val   ssa.Value
	Instr ssa.Instruction
}

// A fieldIn is a field and a function.
type fieldIn struct {
	field *types.Var
	fn    *ssa.Function
}

// A valueIn is a value and a block.
type valueIn struct {
	v ssa.Value
	b *ssa.BasicBlock
}

// A storeIn is a variable and a function.
type storeIn struct {
	base ssa.Value
	fn   *ssa.Function
}

func (x *Program) buildIndex() {
	x.index = index{
		Paths:    newPathTable(),
		stores:   make(map[ssa.Value][]Store),
		fields:   make(map[*types.Var][]Store),
		elements: make(map[*types.Var][]Store),
		storing:  make(map[fieldIn]bool),
		within:   make(map[storeIn][]Store),
		bound:    make(map[*ssa.FreeVar][]ssa.Value),
		closures: make(map[*ssa.Function]*ssa.MakeClosure),
		maps:     make(map[ssa.Value][]*ssa.MapUpdate),
		calls:    make(map[*ssa.Function][]ssa.CallInstruction),
		values:   make(map[*ssa.Function][]ssa.Instruction),
		invoke:   make(map[string]bool),
		dead:     make(map[*ssa.BasicBlock]bool),
		args:     sync.OnceValue(x.findArguments),
		nilIn:    make(map[valueIn]bool),
		nilPhis:  make(map[*ssa.Phi]bool),
	}
	for _, fn := range x.funcs {
		maps.Copy(x.dead, deadBlocks(fn))
	}
	// Captures come first, because Split needs them to resolve free variables.
	x.each(func(instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.MakeClosure:
			fn := instr.Fn.(*ssa.Function)
			if x.closures[fn] == nil {
				x.closures[fn] = instr
			}
			for i, b := range instr.Bindings {
				x.bound[fn.FreeVars[i]] = append(x.bound[fn.FreeVars[i]], b)
			}
		case ssa.CallInstruction:
			x.all = append(x.all, instr)
		}
	})
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() {
		var operands []*ssa.Value
		x.each(func(instr ssa.Instruction) {
			operands = instr.Operands(operands[:0])
			x.uses(instr, operands)
		})
	})
	x.each(func(instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.Store:
			x.add(instr.Addr, nil, instr.Val, instr)
			if fa, ok := instr.Addr.(*ssa.FieldAddr); ok {
				if f := StructField(fa.X.Type(), fa.Field); f != nil {
					x.fields[f] = append(x.fields[f], Store{nil, instr.Val, instr})
					x.storing[fieldIn{f, instr.Parent()}] = true
				}
			}
		case *ssa.MapUpdate:
			x.add(instr.Map, x.Paths.Elem(instr.Map.Type(), nil), instr.Value, instr)
			base, at := x.Split(instr.Map, nil)
			if at == nil {
				x.maps[base] = append(x.maps[base], instr)
			}
		case *ssa.Send:
			x.add(instr.Chan, x.Paths.Elem(instr.Chan.Type(), nil), instr.X, instr)
		case *ssa.Select:
			for _, st := range instr.States {
				if st.Dir == types.SendOnly {
					x.add(st.Chan, x.Paths.Elem(st.Chan.Type(), nil), st.Send, instr)
				}
			}
		}
	})
}

// uses records the functions that an instruction calls directly, and those that it uses as values.
func (x *Program) uses(instr ssa.Instruction, operands []*ssa.Value) {
	var callee ssa.Value
	if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
		x.invoke[call.Common().Method.Name()] = true
	} else if ok {
		callee = call.Common().Value
		if fn, bound := Resolve(callee); fn != nil && bound == nil && fn.Pkg == x.Pkg {
			x.calls[fn] = append(x.calls[fn], call)
		}
	}
	for _, op := range operands {
		if *op == nil || *op == callee {
			continue
		}
		if fn, _ := Resolve(*op); fn != nil {
			x.values[fn] = append(x.values[fn], instr)
		}
	}
}

// CallsOf returns the direct calls of one of the package's functions. all reports whether there can be no other calls:
// the function is not exported, is not used as a value, and is not a method that may be called through an interface.
// For a function literal, all reports whether the literal is only ever called.
func (x *Program) CallsOf(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	if mc := x.closures[fn]; mc != nil {
		for _, ref := range *mc.Referrers() {
			if call, ok := ref.(ssa.CallInstruction); !ok || call.Common().Value != mc || slices.Contains(call.Common().Args, ssa.Value(mc)) {
				return x.calls[fn], false
			}
		}
		return x.calls[fn], true
	}
	obj, _ := fn.Object().(*types.Func)
	switch {
	case x.UsedAsValue(fn) || obj != nil && obj.Exported():
		return x.calls[fn], false
	case obj == nil:
		return x.calls[fn], fn.Parent() != nil // a literal that captures nothing
	}
	return x.calls[fn], obj.Signature().Recv() == nil || !x.invoke[obj.Name()]
}

// UsedAsValue reports whether one of the package's functions is used other than by calling it.
func (x *Program) UsedAsValue(fn *ssa.Function) bool { return len(x.values[fn]) > 0 }

// ValueUses returns the instructions that use one of the package's functions other than by calling it.
func (x *Program) ValueUses(fn *ssa.Function) []ssa.Instruction { return x.values[fn] }

func (x *Program) each(visit func(ssa.Instruction)) {
	for _, fn := range x.funcs {
		for instr := range LiveInstrs[ssa.Instruction](x, fn) {
			visit(instr)
		}
	}
}

// StoresTo returns the stores to v, a variable or container, and to its parts.
func (x *Program) StoresTo(v ssa.Value) []Store { return x.stores[v] }

// StoresToField returns the package's stores to field f of any struct. Stores to elements of the container that the
// field holds are not among them.
func (x *Program) StoresToField(f *types.Var) []Store { return x.fields[f.Origin()] }

// StoresToElements returns the package's stores to elements of the container that field f of any struct holds. Their
// paths begin at the container.
func (x *Program) StoresToElements(f *types.Var) []Store { return x.elements[f.Origin()] }

// StoresField reports whether function fn itself stores in field f of any struct, or in the container that the field
// holds.
func (x *Program) StoresField(fn *ssa.Function, f *types.Var) bool {
	return x.storing[fieldIn{f.Origin(), fn}]
}

// StoresWithin returns the stores to variable addr in function fn and the literals within it.
func (x *Program) StoresWithin(addr ssa.Value, fn *ssa.Function) []Store {
	base, _ := x.Split(addr, nil)
	return x.within[storeIn{base, fn}]
}

// Bindings returns the variables that a captured variable may be.
func (x *Program) Bindings(fv *ssa.FreeVar) []ssa.Value { return x.bound[fv] }

// ClosureOf returns the first instruction that makes a closure of literal fn, nil if fn captures nothing.
func (x *Program) ClosureOf(fn *ssa.Function) *ssa.MakeClosure { return x.closures[fn] }

func (x *Program) add(addr ssa.Value, at Path, val ssa.Value, instr ssa.Instruction) {
	base, p := x.Split(addr, at)
	st := Store{p, val, instr}
	x.stores[base] = append(x.stores[base], st)
	if f, part := x.inField(addr, at); f != nil {
		x.elements[f] = append(x.elements[f], Store{part, val, instr})
		x.storing[fieldIn{f, instr.Parent()}] = true
	}
	if p == nil {
		for fn := instr.Parent(); fn != nil; fn = fn.Parent() {
			key := storeIn{base, fn}
			x.within[key] = append(x.within[key], st)
		}
	}
}

// inField returns the field whose container an address leads into, and the part of that container that part p at the
// address is. It returns nil if the address does not lead into the container of a field.
func (x *Program) inField(addr ssa.Value, p Path) (*types.Var, Path) {
	for {
		if f, of := fieldLoaded(addr), p; f != nil && of != nil {
			return StructField(f.X.Type(), f.Field), of
		}
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			p, addr = x.Paths.FieldOf(a.X.Type(), a.Field, p), a.X
		case *ssa.IndexAddr:
			p, addr = x.Paths.Elem(a.X.Type(), p), a.X
		default:
			return nil, nil
		}
	}
}

// Split resolves part p of what an address, or a reference to a container, leads to. It returns the variable (or value)
// that contains this part, and the path to it from there.
func (x *Program) Split(addr ssa.Value, p Path) (ssa.Value, Path) {
	hops := 0 // a free variable of a recursive closure can be bound to itself
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			p, addr = x.Paths.FieldOf(a.X.Type(), a.Field, p), a.X
		case *ssa.IndexAddr:
			p, addr = x.Paths.Elem(a.X.Type(), p), a.X
		case *ssa.UnOp:
			if a.Op != token.MUL {
				return addr, p
			}
			addr = a.X
		case *ssa.Slice:
			addr = a.X
		case *ssa.ChangeType:
			p, addr = x.Paths.converted(p, a.Type(), a.X.Type()), a.X
		case *ssa.FreeVar:
			b := x.bound[a]
			if hops++; len(b) == 0 || hops > maxBindings {
				return addr, p
			}
			addr = b[0]
		default:
			return addr, p
		}
	}
}

// maxBindings bounds how many nested literals a captured variable is followed through.
const maxBindings = 64

// Step goes one step of value flow backwards from n. It returns the sources of the value within the package. If there
// may be other sources, or if the value begins at n, the kind says which kind of origin n is.
func (x *Program) Step(n Node) ([]Source, OriginKind) {
	switch v := n.V.(type) {
	case *ssa.Const:
		return nil, OriginConst
	case *ssa.Function, *ssa.MakeClosure:
		return nil, OriginFunc
	case *ssa.Phi:
		var out []Source
		for i, e := range v.Edges {
			if !x.Comes(v.Block().Preds[i], v.Block()) {
				continue
			}
			out = append(out, Source{Node: Node{e, n.P}, Block: v.Block().Preds[i], Succ: v.Block()})
		}
		return out, NotOrigin
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.SliceToArrayPointer, *ssa.TypeAssert, *ssa.Slice:
		at := v.(ssa.Instruction)
		return x.through(at, *at.Operands(nil)[0], n.P)
	case *ssa.ChangeType:
		return x.through(v, v.X, x.Paths.converted(n.P, v.Type(), v.X.Type()))
	case *ssa.Field:
		return x.through(v, v.X, x.Paths.FieldOf(v.X.Type(), v.Field, n.P))
	case *ssa.FieldAddr:
		return x.through(v, v.X, x.Paths.FieldOf(v.X.Type(), v.Field, n.P))
	case *ssa.Index:
		return x.through(v, v.X, x.Paths.Elem(v.X.Type(), n.P))
	case *ssa.IndexAddr:
		return x.through(v, v.X, x.Paths.Elem(v.X.Type(), n.P))
	case *ssa.Lookup:
		if v.CommaOk {
			return nil, OriginUnknown // the tuple; Extract handles it
		}
		if IsString(v.X.Type()) {
			return nil, OriginOp
		}
		return x.through(v, v.X, x.Paths.Elem(v.X.Type(), n.P))
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			if n.P == nil {
				if out, ok := x.reaching(v); ok && len(out) > 0 {
					return out, NotOrigin
				}
			}
			return x.through(v, v.X, n.P)
		case token.ARROW:
			return x.through(v, v.X, x.Paths.Elem(v.X.Type(), n.P))
		}
		return nil, OriginOp
	case *ssa.Extract:
		return x.extract(v, n.P)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok {
			if b.Name() == "append" && len(v.Call.Args) == 2 {
				srcs := []Source{
					{Node: Node{v.Call.Args[0], n.P}, Block: v.Block()},
					{Node: Node{v.Call.Args[1], n.P}, Block: v.Block()},
				}
				if n.P == nil {
					return srcs[:1], OriginMake
				}
				return srcs, NotOrigin
			}
			return nil, OriginOp
		}
		if out := x.elementsOf(v, n.P); out != nil {
			return out, NotOrigin
		}
		return nil, OriginCall
	case *ssa.Parameter:
		return nil, OriginParam
	case *ssa.FreeVar:
		var out []Source
		for _, b := range x.bound[v] {
			out = append(out, Source{Node: Node{b, n.P}})
		}
		if len(out) == 0 {
			return nil, OriginUnknown
		}
		return out, NotOrigin
	case *ssa.Global:
		out := x.StoredIn(v, n.P)
		if v.Pkg != x.Pkg || len(out) == 0 {
			return out, OriginGlobal
		}
		return out, NotOrigin
	case *ssa.Alloc:
		out := x.StoredIn(v, n.P)
		if n.P == nil {
			switch types.Unalias(Deref(v.Type())).Underlying().(type) {
			case *types.Struct:
				if len(out) == 0 || x.PartlyStored(v) {
					return out, OriginMake
				}
				return out, NotOrigin
			case *types.Array:
				return out, OriginMake
			}
		}
		if len(out) == 0 {
			return nil, OriginZero
		}
		return out, NotOrigin
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		if n.P == nil {
			return nil, OriginMake
		}
		out := x.StoredIn(v, n.P)
		if len(out) == 0 {
			return nil, OriginZero
		}
		return out, NotOrigin
	case *ssa.BinOp, *ssa.Convert, *ssa.MultiConvert:
		return nil, OriginOp
	}
	return nil, OriginUnknown
}

// elementsOf returns the sources of part p of the result of a standard library function that builds a container out of
// the elements of others. It returns nil for other functions, and if p is not a part of an element.
func (x *Program) elementsOf(call *ssa.Call, p Path) []Source {
	if p == nil || p.Kind != SelectElem {
		return nil
	}
	fn := Callee(call.Common())
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil || len(call.Call.Args) == 0 {
		return nil
	}
	args := call.Call.Args
	of := func(v ssa.Value, p Path) Source { return Source{Node: Node{v, p}, Block: call.Block()} }
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "slices.Concat":
		return []Source{of(args[0], x.Paths.Elem(args[0].Type(), p))}
	case "slices.Clone", "slices.Clip", "slices.Grow", "slices.Compact", "slices.CompactFunc", "slices.Delete", "slices.DeleteFunc", "slices.Repeat", "maps.Clone":
		return []Source{of(args[0], p)}
	case "slices.Insert", "slices.Replace": // the last argument is variadic
		return []Source{of(args[0], p), of(args[len(args)-1], p)}
	case "slices.Collect", "slices.Sorted", "slices.SortedFunc", "slices.SortedStableFunc":
		seq, ok := args[0].(*ssa.Call)
		if !ok || len(seq.Call.Args) != 1 {
			return nil
		}
		from := Callee(seq.Common())
		if from == nil || from.Pkg() == nil || from.Name() != "Values" || from.Pkg().Path() != "maps" && from.Pkg().Path() != "slices" {
			return nil
		}
		return []Source{of(seq.Call.Args[0], x.Paths.Elem(seq.Call.Args[0].Type(), p.Rest))}
	}
	return nil
}

func (x *Program) through(at ssa.Instruction, v ssa.Value, p Path) ([]Source, OriginKind) {
	return []Source{{Node: Node{v, p}, Block: at.Block()}}, NotOrigin
}

func (x *Program) extract(v *ssa.Extract, p Path) ([]Source, OriginKind) {
	switch t := v.Tuple.(type) {
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return x.through(v, t.X, p)
		}
	case *ssa.Lookup, *ssa.UnOp: // the latter receives
		if v.Index == 0 {
			from := *t.(ssa.Instruction).Operands(nil)[0]
			return x.through(v, from, x.Paths.Elem(from.Type(), p))
		}
	case *ssa.Next:
		if r, ok := t.Iter.(*ssa.Range); ok && v.Index == 2 {
			return x.through(v, r.X, x.Paths.Elem(r.X.Type(), p))
		}
	case *ssa.Select:
		if from := Received(t, v.Index); from != nil {
			return x.through(v, from, x.Paths.Elem(from.Type(), p))
		}
	case *ssa.Call:
		return nil, OriginCall
	}
	return nil, OriginUnknown
}

// StoredIn returns what has been stored in part p of a variable or container.
func (x *Program) StoredIn(base ssa.Value, p Path) []Source {
	return x.partsStored(x.stores[base], p)
}

// partsStored returns what some stores to a value have stored in part p of it.
func (x *Program) partsStored(stores []Store, p Path) []Source {
	var out []Source
	for _, s := range stores {
		if s.At == nil {
			if fits(s.Val.Type(), p) {
				out = append(out, Source{Node: Node{s.Val, p}, Block: s.Instr.Block(), Instr: s.Instr})
			}
			continue
		}
		for _, rest := range x.Paths.cut(p, s.At) {
			if fits(s.Val.Type(), rest) {
				out = append(out, Source{Node: Node{s.Val, rest}, Block: s.Instr.Block(), Instr: s.Instr})
			}
		}
	}
	return out
}

// PartlyStored reports whether parts of a variable are assigned separately, such as the fields of a struct.
func (x *Program) PartlyStored(base ssa.Value) bool {
	return slices.ContainsFunc(x.stores[base], func(s Store) bool { return s.At != nil })
}

// Shared reports whether anything other than the loads and stores of its function has the address of a variable: a
// callee, an interface, another variable.
func (x *Program) Shared(addr ssa.Value) bool {
	addrs := worklist.Of(addr)
	for addr := range addrs.All() {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr, *ssa.IndexAddr:
				addrs.Push(ref.(ssa.Value))
			case ssa.CallInstruction:
				if _, builtin := ref.Common().Value.(*ssa.Builtin); !builtin {
					return true
				}
			case *ssa.MakeInterface:
				if !onlyReturned(ref) {
					return true
				}
			case *ssa.Send, *ssa.MapUpdate:
				return true
			case *ssa.Store:
				if ref.Val == addr {
					return true
				}
			}
		}
	}
	return false
}

// onlyReturned reports whether v is used by return instructions only.
func onlyReturned(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		_, ret := ref.(*ssa.Return)
		return !ret
	})
}

// Received returns the channel that result index of a select statement is received from, nil if the result is not a
// received value.
func Received(sel *ssa.Select, index int) ssa.Value {
	i := 2 // behind the index of the case, and whether the channel is open
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly {
			continue
		}
		if i == index {
			return st.Chan
		}
		i++
	}
	return nil
}

// FieldsOf returns what [Program.FieldPart] does if the flow ends at n, in a value from an unknown place. It returns
// nil otherwise.
func (x *Program) FieldsOf(n Node) Path {
	switch v := n.V.(type) {
	case *ssa.Call:
		if _, builtin := v.Call.Value.(*ssa.Builtin); builtin || x.elementsOf(v, n.P) != nil {
			return nil
		}
	case *ssa.Extract:
		if _, call := v.Tuple.(*ssa.Call); !call {
			return nil
		}
	case *ssa.FreeVar:
		if len(x.bound[v]) > 0 {
			return nil
		}
	case *ssa.Parameter:
	default:
		return nil
	}
	return x.FieldPart(n)
}

// FieldPart returns the part of n's path that begins at the first field of one of the package's own structs that
// something is stored in, nil if there is none. Whatever the package stores in that field, of any struct, may be in n.
func (x *Program) FieldPart(n Node) Path {
	if n.P != nil && n.P.Kind == SelectField && FieldIndex(n.V.Type(), n.P.Field) < 0 {
		return nil // behind an interface, or a pointer to a pointer
	}
	for p := n.P; p != nil; p = p.Rest {
		if p.Kind == SelectField && len(x.fields[p.Field])+len(x.elements[p.Field]) > 0 && p.Field.Pkg() == x.pass.Pkg {
			return p
		}
	}
	return nil
}

// FieldSources returns all that the package stores in the field that p begins with, of any struct, and in the container
// that this field holds.
func (x *Program) FieldSources(p Path) []Source {
	var out []Source
	for _, s := range x.fields[p.Field] {
		out = append(out, Source{Node: Node{s.Val, p.Rest}, Instr: s.Instr})
	}
	return append(out, x.partsStored(x.elements[p.Field], p.Rest)...)
}

// FieldOf returns the first field that n's path selects, nil if it selects none.
func FieldOf(n Node) *types.Var {
	p := n.P
	for p != nil && (p.Kind == SelectRecursive || p.Kind == SelectAny) {
		p = p.Rest
	}
	if p == nil {
		return nil
	}
	return p.Field
}

// StoredAt returns what has been stored in the part of a variable or container of type t that a sequence of fields
// leads to. Fields are given by index, and -1 stands for the elements of a container.
func (x *Program) StoredAt(base ssa.Value, t types.Type, fields []int) []Source {
	p, ok := x.PathAt(base, t, fields)
	if !ok {
		return nil
	}
	return x.StoredIn(base, p)
}

// PathAt returns the path of a sequence of fields, in the form that StoredAt takes, from base, whose type is t or a
// pointer to t.
func (x *Program) PathAt(base ssa.Value, t types.Type, fields []int) (Path, bool) {
	var objs []*types.Var
	for _, f := range fields {
		if f < 0 {
			objs, t = append(objs, nil), ElemType(t)
		} else if v := StructField(t, f); v != nil {
			objs, t = append(objs, v), v.Type()
		} else {
			return nil, false
		}
		if t == nil {
			return nil, false
		}
	}
	return x.PathTo(base.Type(), objs)
}

// StructField returns field i of a struct type, or of a pointer to one, as its generic origin declares it.
func StructField(t types.Type, i int) *types.Var {
	if s, ok := types.Unalias(Deref(t)).Underlying().(*types.Struct); ok && i >= 0 && i < s.NumFields() {
		return s.Field(i).Origin()
	}
	return nil
}

// Deref returns the type that a pointer type points to, and other types as they are.
func Deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// ElemType returns the element type of a slice, array, map or channel, or of a pointer to one; nil for other types.
func ElemType(t types.Type) types.Type {
	switch t := types.Unalias(Deref(t)).Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	case *types.Chan:
		return t.Elem()
	}
	return nil
}

func IsString(t types.Type) bool { return IsBasic(t, types.IsString) }

func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// StringConst returns the constant string that v is.
func StringConst(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// StringOf returns the constant string that v is, or the one that an unexported package-level variable ever has, if v is read from one; see [Program.Held].
func (x *Program) StringOf(v ssa.Value) (string, bool) {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if g, ok := load.X.(*ssa.Global); ok && g.Pkg == x.Pkg && g.Object() != nil && !g.Object().Exported() {
			v = x.Held(g)
		}
	}
	return StringConst(v)
}

// BoolConst returns the constant boolean that v is.
func BoolConst(v ssa.Value) (is, ok bool) {
	c, isConst := v.(*ssa.Const)
	if !isConst || c.Value == nil || c.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Value), true
}

// IntConst returns the constant integer that v is.
func IntConst(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok {
		return 0, false
	}
	return IntValue(c.Value)
}

// IntValue returns the integer that a constant is. There may be none: v may be nil.
func IntValue(v constant.Value) (int64, bool) {
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// Variadic splits the last argument of a call into the values that were written for a variadic parameter, in order. It
// does the same for a literal that exists only for the call, f([]T{x, y}...). ok is false where the caller passes on
// another slice, f(xs...), and where the slice was changed after it was made.
func Variadic(arg ssa.Value) (vals []ssa.Value, ok bool) {
	if IsNil(arg) {
		return nil, true
	}
	s, isSlice := arg.(*ssa.Slice)
	if !isSlice || s.Low != nil || s.High != nil {
		return nil, false
	}
	array, isAlloc := s.X.(*ssa.Alloc)
	if !isAlloc || array.Comment != "varargs" && (array.Comment != "slicelit" || len(*s.Referrers()) != 1) {
		return nil, false
	}
	n := types.Unalias(Deref(array.Type())).Underlying().(*types.Array).Len()
	vals = make([]ssa.Value, n)
	for _, ref := range *array.Referrers() {
		ia, isIndex := ref.(*ssa.IndexAddr)
		if !isIndex {
			continue
		}
		i, isConst := ia.Index.(*ssa.Const)
		if !isConst {
			return nil, false
		}
		for _, r := range *ia.Referrers() {
			if st, isStore := r.(*ssa.Store); isStore && st.Addr == ia {
				vals[i.Int64()] = st.Val
			}
		}
	}
	for _, v := range vals {
		if v == nil {
			return nil, false
		}
	}
	return vals, true
}

// Captured yields the free variables that v is bound to in the literal of a closure, none if the closure does not
// capture v.
func Captured(mc *ssa.MakeClosure, v ssa.Value) iter.Seq[*ssa.FreeVar] {
	return func(yield func(*ssa.FreeVar) bool) {
		for i, b := range mc.Bindings {
			if b == v && !yield(mc.Fn.(*ssa.Function).FreeVars[i]) {
				return
			}
		}
	}
}

// Strip removes conversions that do not change the value: to an interface, from one interface to another, and between
// named types.
func Strip(v ssa.Value) ssa.Value {
	for {
		switch c := v.(type) {
		case *ssa.MakeInterface:
			v = c.X
		case *ssa.ChangeInterface:
			v = c.X
		case *ssa.ChangeType:
			v = c.X
		default:
			return v
		}
	}
}
