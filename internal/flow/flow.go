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

// A Node is a part of a value: the unit of value flow.
type Node struct {
	V ssa.Value
	P Path // the part of V; nil for all of it
}

// A Source is where a node's value comes from, in one step.
type Source struct {
	Node
	// Block is where the value is taken over, and Succ the block that it is
	// handed to if that is along an edge (for a phi): what is known on the way is
	// known of the value. Block is nil for sources in no certain place: stores
	// that are not ordered with the load, or in another function.
	Block, Succ *ssa.BasicBlock
	Instr       ssa.Instruction // the store, where it is one
}

// An index holds what one step of value flow needs to know of the whole
// package: what is stored where.
type index struct {
	Paths    *PathTable
	stores   map[ssa.Value][]Store  // by the variable or container that the address is in
	fields   map[*types.Var][]Store // by field, whatever the struct
	elements map[*types.Var][]Store // in parts of the container that a field is: s.errs[i] = err, s.errc <- err
	storing  map[fieldIn]bool
	within   map[storeIn][]Store // of whole variables, by the variable and a function that the store is in or around
	bound    map[*ssa.FreeVar][]ssa.Value
	closures map[*ssa.Function]*ssa.MakeClosure // the first that makes a literal a value
	maps     map[ssa.Value][]*ssa.MapUpdate
	argsOnce sync.Once
	args     map[ssa.Value][]argument                // see argumentsOf
	all      []ssa.CallInstruction                   // see Calls
	calls    map[*ssa.Function][]ssa.CallInstruction // of the package's functions, by name
	values   map[*ssa.Function][]ssa.Instruction     // what uses a function as a value
	invoke   map[string]bool                         // the names of methods that are called by way of interfaces
	dead     map[*ssa.BasicBlock]bool

	// What grows with the questions.
	targets   worklist.SharedMemo[ssa.Value, targetSet]
	recovers  worklist.SharedMemo[*ssa.Function, bool]
	tests     worklist.SharedMemo[*ssa.Function, *tests]                        // by declared function
	first     worklist.SharedMemo[*ssa.Function, map[*ssa.UnOp]ssa.Value]       // see again.go
	contracts worklist.SharedMemo[*types.Package, map[string][]*types.TypeName] // see contract.go
	leaks     worklist.SharedMemo[*ssa.Alloc, leaks]                            // see reaching.go
	premises  worklist.SharedMemo[premiseKey, *Premise]
	loops     worklist.SharedMemo[*ssa.Function, []int]
	places    worklist.SharedMemo[*ssa.BasicBlock, map[ssa.Instruction]int] // of long blocks
	tables    worklist.SharedMemo[ssa.Value, *Table]                        // see table.go; nil for what is none
	nilMu     sync.Mutex
	nilIn     map[valueIn]bool
}

// A Store is one assignment to (a part of) a variable or container.
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
		nilIn:    make(map[valueIn]bool),
	}
	for _, fn := range x.funcs {
		maps.Copy(x.dead, deadBlocks(fn))
	}
	// Captures first: to know what a free variable is, decompose needs them.
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

// uses notes the functions that an instruction calls, and those of its operands that it uses otherwise.
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

// CallsOf is the calls of one of the package's functions; all tells that there are no
// others: that it is not exported, nor used as a value, nor a method that may be called by way
// of an interface. Of a literal, that nothing is done with it but to call it.
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

// UsedAsValue reports whether one of the package's functions is used in other ways than to be called.
func (x *Program) UsedAsValue(fn *ssa.Function) bool { return len(x.values[fn]) > 0 }

// ValueUses is the instructions that use one of the package's functions in other ways than to call it.
func (x *Program) ValueUses(fn *ssa.Function) []ssa.Instruction { return x.values[fn] }

func (x *Program) each(visit func(ssa.Instruction)) {
	for _, fn := range x.funcs {
		for instr := range LiveInstrs[ssa.Instruction](x, fn) {
			visit(instr)
		}
	}
}

// StoresTo is the stores to v, a variable or container, and to its parts.
func (x *Program) StoresTo(v ssa.Value) []Store { return x.stores[v] }

// StoresToField is the stores of the package to field f, of whatever struct, but not those to elements of the container that it is.
func (x *Program) StoresToField(f *types.Var) []Store { return x.fields[f.Origin()] }

// StoresToElements is the stores of the package to elements of the container that field f is, of whatever struct; they are at parts of that.
func (x *Program) StoresToElements(f *types.Var) []Store { return x.elements[f.Origin()] }

// StoresField reports whether function fn itself stores in field f, of whatever struct, or in the container that it is.
func (x *Program) StoresField(fn *ssa.Function, f *types.Var) bool {
	return x.storing[fieldIn{f.Origin(), fn}]
}

// StoresWithin is the stores to variable addr in function fn, or in a literal within it.
func (x *Program) StoresWithin(addr ssa.Value, fn *ssa.Function) []Store {
	base, _ := x.Split(addr, nil)
	return x.within[storeIn{base, fn}]
}

// Bindings is the variables that a captured variable is.
func (x *Program) Bindings(fv *ssa.FreeVar) []ssa.Value { return x.bound[fv] }

// ClosureOf is the first instruction that makes a value of literal fn; nil for one that captures nothing.
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

// inField is the field that the container is which an address leads into an element of, and the part of it that part p at the
// address is; nil if it leads nowhere of the kind.
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

// Split splits part p of what an address, or a reference to a container, leads to: into the
// variable (or value) that it is in, and the part of that.
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

// maxBindings is how many literals in each other a captured variable is followed through.
const maxBindings = 64

// Step is one step of value flow backwards from n: the sources of its value
// within the package, and if there may be others, or n is where a value
// begins, the kind of leaf that it is.
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
			return nil, OriginUnknown // the tuple; Extract looks through
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

// elementsOf is where part p comes from of what a function of the standard library returns that makes a container of the elements of others; nil if
// it is no such function, or p no part of an element.
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

// StoredIn is what has been stored in part p of a variable or container.
func (x *Program) StoredIn(base ssa.Value, p Path) []Source {
	return x.partsStored(x.stores[base], p)
}

// partsStored is what some stores to a value have stored in part p of it.
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

// PartlyStored reports whether fields of a struct variable are assigned one by one.
func (x *Program) PartlyStored(base ssa.Value) bool {
	return slices.ContainsFunc(x.stores[base], func(s Store) bool { return s.At != nil })
}

// Shared reports whether something else than the loads and stores of its function has the
// address of a variable: a callee, an interface, another variable.
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

// onlyReturned reports whether nothing is done with v but that it is returned.
func onlyReturned(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		_, ret := ref.(*ssa.Return)
		return !ret
	})
}

// Received returns the channel that result index of a select statement is received from, nil if that is none.
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

// FieldsOf is fieldPart for a value that comes from somewhere unknown, where the flow ends.
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

// FieldPart is n's path from the first field of one of the package's own structs that something is stored in, nil if there
// is none: what any code of the package stores in that field, of whatever struct, may be in n.
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

// FieldSources is what any code of the package stores in the field that p begins with, or in the container that it is, of
// whatever struct.
func (x *Program) FieldSources(p Path) []Source {
	var out []Source
	for _, s := range x.fields[p.Field] {
		out = append(out, Source{Node: Node{s.Val, p.Rest}, Instr: s.Instr})
	}
	return append(out, x.partsStored(x.elements[p.Field], p.Rest)...)
}

// FieldOf is the field that n's path selects first, if it selects one.
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

// StoredAt is what has been stored in the part of a variable or container of type t that some fields lead to: by
// index, -1 for the elements of a container.
func (x *Program) StoredAt(base ssa.Value, t types.Type, fields []int) []Source {
	p, ok := x.PathAt(base, t, fields)
	if !ok {
		return nil
	}
	return x.StoredIn(base, p)
}

// PathAt is the path from base, a value of type t or a pointer to one, to what is at a sequence of fields, as StoredAt has it.
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

// StructField is field i of a struct type or of a pointer to one, as its
// generic origin declares it.
func StructField(t types.Type, i int) *types.Var {
	if s, ok := types.Unalias(Deref(t)).Underlying().(*types.Struct); ok && i >= 0 && i < s.NumFields() {
		return s.Field(i).Origin()
	}
	return nil
}

// Deref is what a pointer type points to; other types are returned as they are.
func Deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// ElemType is the type of the elements of a slice, array, map or channel, or of a pointer to
// one; nil for other types.
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

// StringConst is the constant string that v is.
func StringConst(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// Variadic splits the last argument of a call into the values that were
// written for a variadic parameter, in order, or in a literal that is only there for the call (f([]T{x, y}...)); ok is false where the
// caller passes another slice on (f(xs...)), or the slice was changed after it was made.
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

// Captured yields the free variables that v is in the literal of a closure: none if the closure does not capture it.
func Captured(mc *ssa.MakeClosure, v ssa.Value) iter.Seq[*ssa.FreeVar] {
	return func(yield func(*ssa.FreeVar) bool) {
		for i, b := range mc.Bindings {
			if b == v && !yield(mc.Fn.(*ssa.Function).FreeVars[i]) {
				return
			}
		}
	}
}

// Strip removes the conversions that leave a value what it is: to an
// interface, from one interface to another, between named types.
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
