package errflow

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A funcFact is the summary of an exported function or method, or what the
// documentation of an interface's method declares. A function that errlint
// has analysed and that has no fact returns errors of which nothing is known.
type funcFact struct {
	Results []resultFact   // those of which something is known, by index
	Pred    *predicateFact // for a function of an error that returns a bool
}

type resultFact struct {
	Index int
	Set   setFact
}

// A setFact is a [Set] without its provenance.
type setFact struct {
	Atoms  []string // in the form of encodeAtom, sorted
	Refs   []refFact
	Opaque bool
}

type refFact struct {
	Param int
	Mode  RefMode
	Minus []string
}

type predicateFact struct {
	Param   int
	Yes, No setFact
}

// A sentinelFact says what a package-level error variable wraps, besides being itself.
type sentinelFact struct {
	Wraps []string // sorted
}

// A typeFact says how values of an error type hold the errors that they wrap,
// and their code. It is on T for both T and *T.
type typeFact struct {
	Unwraps   bool    // has an Unwrap method
	Causes    [][]int // the fields that Unwrap returns: by index, -1 for the elements of a container
	Code      string  // the constant that Code returns
	CodeField []int   // the field that Code returns
}

// An ownFact marks a package that errlint analyses from source.
type ownFact struct {
	Own bool
}

func (*funcFact) AFact()     {}
func (*sentinelFact) AFact() {}
func (*typeFact) AFact()     {}
func (*ownFact) AFact()      {}

func (f *funcFact) String() string {
	var parts []string
	for _, r := range f.Results {
		parts = append(parts, fmt.Sprintf("result %d: %s", r.Index, r.Set.set()))
	}
	if f.Pred != nil {
		parts = append(parts, fmt.Sprintf("param %d: true %s, false %s", f.Pred.Param, f.Pred.Yes.set(), f.Pred.No.set()))
	}
	return "errors(" + strings.Join(parts, "; ") + ")"
}

func (f *sentinelFact) String() string { return "wraps(" + strings.Join(f.Wraps, " ") + ")" }

func (f *typeFact) String() string {
	return fmt.Sprintf("errorType(causes %v, code %q, code field %v)", f.Causes, f.Code, f.CodeField)
}

func (f *ownFact) String() string { return "own" }

// encodeAtom is a readable, unambiguous form of an atom: a letter for its kind, then
// its name, then its code.
func encodeAtom(a Atom) string {
	star := ""
	if a.Ptr {
		star = "*"
	}
	s := fmt.Sprintf("%s%s.%s", star, a.Pkg, a.Name)
	switch a.Kind {
	case Sentinel:
		return "v " + s
	case Type:
		return "t " + s
	default:
		return "c " + s + " " + a.Code
	}
}

func decodeAtom(s string) (Atom, bool) {
	kind, s, ok := strings.Cut(s, " ")
	if !ok {
		return Atom{}, false
	}
	var a Atom
	switch kind {
	case "v":
		a.Kind = Sentinel
	case "t":
		a.Kind = Type
	case "c":
		a.Kind = Code
		s, a.Code, ok = strings.Cut(s, " ")
	default:
		return Atom{}, false
	}
	s, a.Ptr = strings.CutPrefix(s, "*")
	dot := strings.LastIndexByte(s, '.')
	if !ok || dot < 0 {
		return Atom{}, false
	}
	a.Pkg, a.Name = s[:dot], s[dot+1:]
	return a, true
}

func encodeAtoms(atoms []Atom) []string {
	var out []string
	for _, a := range atoms {
		out = append(out, encodeAtom(a))
	}
	slices.Sort(out)
	return out
}

func encodeSet(s Set) setFact {
	f := setFact{Opaque: s.opaque}
	var atoms []Atom
	for a := range s.Atoms() {
		atoms = append(atoms, a)
	}
	f.Atoms = encodeAtoms(atoms)
	for _, r := range s.refs {
		f.Refs = append(f.Refs, refFact{r.Param, r.Mode, encodeAtoms(r.Minus)})
	}
	return f
}

// set is the fact as a set, whose refs belong to no function.
func (f setFact) set() Set {
	var s Set
	for _, text := range f.Atoms {
		if a, ok := decodeAtom(text); ok {
			s = s.union(atomSet(a, nil))
		}
	}
	for _, r := range f.Refs {
		var minus []Atom
		for _, text := range r.Minus {
			if a, ok := decodeAtom(text); ok {
				minus = append(minus, a)
			}
		}
		slices.SortFunc(minus, compareAtoms)
		s = s.union(refSet(Ref{Param: r.Param, Mode: r.Mode, Minus: minus}, nil))
	}
	if f.Opaque {
		s = s.union(opaqueSet(nil))
	}
	return s
}

// set is what the fact says of result i; a result that it does not speak of is opaque.
func (f *funcFact) set(i int) Set {
	for _, r := range f.Results {
		if r.Index == i {
			return r.Set.set()
		}
	}
	return opaqueSet(nil)
}

// exportFacts tells the packages that import this one what they need to know of it.
func (m *Model) exportFacts() {
	pass := m.pass
	pass.ExportPackageFact(&ownFact{Own: true})

	for _, fn := range m.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || m.Decl(fn) == nil || !visibleOutside(obj) {
			continue
		}
		fact := m.eng.factOf(obj, fn)
		if fact != nil {
			pass.ExportObjectFact(obj, fact)
		}
	}
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.TypeName:
			m.exportTypeFacts(obj)
		case *types.Var:
			if !IsError(obj.Type()) {
				continue
			}
			if f := m.eng.sentinelFactOf(sentinelAtom(obj)); f != nil && len(f.Wraps) > 0 {
				pass.ExportObjectFact(obj, f)
			}
		}
	}
}

func (m *Model) exportTypeFacts(obj *types.TypeName) {
	if obj.IsAlias() {
		return
	}
	t := obj.Type()
	if iface, ok := t.Underlying().(*types.Interface); ok {
		for method := range iface.ExplicitMethods() {
			// Of "type T other.Interface", the methods are the other package's.
			if s, ok := m.eng.declaredBy(method); ok && method.Pkg() == m.pass.Pkg {
				fact := &funcFact{}
				for _, i := range errorResults(method.Signature()) {
					fact.Results = append(fact.Results, resultFact{Index: i, Set: encodeSet(s)})
				}
				m.pass.ExportObjectFact(method, fact)
			}
		}
		return
	}
	if !IsError(t) && !IsError(types.NewPointer(t)) {
		return
	}
	if f := m.eng.typeOf(t); f != nil {
		m.pass.ExportObjectFact(obj, f)
	}
}

// visibleOutside reports whether another package can call fn: whether a fact on it
// is of use. Unwrap methods are described with their types.
func visibleOutside(fn *types.Func) bool {
	return fn.Exported() && !(fn.Name() == "Unwrap" && fn.Signature().Recv() != nil)
}

// factOf is the fact for one of the package's functions, nil where there is nothing to say.
func (e *engine) factOf(obj *types.Func, fn *ssa.Function) *funcFact {
	fact := &funcFact{}
	if sum := e.summaries[fn]; sum != nil {
		for _, i := range errorResults(fn.Signature) {
			s := sum.results[i]
			if s.opaque && len(s.atoms) == 0 && len(s.refs) == 0 {
				continue // what is assumed without a fact
			}
			fact.Results = append(fact.Results, resultFact{Index: i, Set: encodeSet(s)})
		}
	}
	if p := e.predicateOf(obj); p != nil {
		fact.Pred = &predicateFact{Param: p.param, Yes: encodeSet(p.yes), No: encodeSet(p.no)}
	}
	if len(fact.Results) == 0 && fact.Pred == nil {
		return nil
	}
	return fact
}

// predicateOf is the summary of a function of an error that returns a bool; nil
// if fn is none, or tells nothing of its argument.
func (e *engine) predicateOf(fn *types.Func) *predicate {
	fn = fn.Origin()
	if p, ok := e.predicates[fn]; ok {
		return p
	}
	e.predicates[fn] = nil // while it is in progress, a recursive predicate tells nothing
	results := fn.Signature().Results()
	if results.Len() != 1 || !isBool(results.At(0).Type()) {
		return nil
	}
	p := e.inferPredicate(fn)
	e.predicates[fn] = p
	return p
}

func isBool(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func (e *engine) inferPredicate(obj *types.Func) *predicate {
	fn := e.m.Func(obj)
	if fn == nil {
		var fact funcFact
		if obj.Pkg() == e.m.pass.Pkg || !e.m.pass.ImportObjectFact(obj, &fact) || fact.Pred == nil {
			return nil
		}
		return &predicate{param: fact.Pred.Param, yes: fact.Pred.Yes.set(), no: fact.Pred.No.set()}
	}
	for i, param := range fn.Params {
		if !IsErrorInterface(param.Type()) {
			continue
		}
		prev := e.current
		e.current = nil
		ev := e.newEval()
		var yes, no Set
		ev.solve(func() Set {
			yes, no = Set{}, Set{}
			for ret := range Returns(fn) {
				y, n := ev.outcomes(ret.Results[0], param, ret.Block())
				yes, no = yes.union(y), no.union(n)
			}
			return yes.union(no)
		})
		e.current = prev
		all := refSet(Ref{Fn: fn, Param: i, Mode: ParamValue}, nil)
		if all.leq(yes) && all.leq(no) {
			return nil // whatever it returns, the error may be any
		}
		return &predicate{param: i, yes: yes.closed(fn), no: no.closed(fn)}
	}
	return nil
}

// outcomes is what the error param may be where bool v, looked at in block b, is true, and
// where it is false.
func (ev *eval) outcomes(v ssa.Value, param *ssa.Parameter, b *ssa.BasicBlock) (yes, no Set) {
	in := func() Set { return ev.at(node{param, ""}, b) }
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.String() == "true" {
			return in(), Set{}
		}
		return Set{}, in()
	case *ssa.Phi:
		if v.Block() != b {
			break
		}
		for i, edge := range v.Edges {
			pred := b.Preds[i]
			if c, ok := edge.(*ssa.Const); ok {
				s := ev.along(node{param, ""}, pred, b)
				if c.Value != nil && c.Value.String() == "true" {
					yes = yes.union(s)
				} else {
					no = no.union(s)
				}
				continue
			}
			y, n := ev.outcomes(edge, param, pred)
			yes, no = yes.union(y), no.union(n)
		}
		return yes, no
	}
	gs := ev.e.condition(v, true)
	for _, g := range gs {
		if g.subject == param {
			s := in()
			yes = yes.union(ev.e.apply(g, s, true))
			no = no.union(ev.e.apply(g, s, false))
		}
	}
	if yes.Empty() && no.Empty() {
		s := in()
		return s, s
	}
	return yes, no
}

// wraps reports whether a sentinel wraps another.
func (e *engine) wraps(a, want Atom) bool {
	if a.Kind != Sentinel {
		return false
	}
	f := e.sentinelFactOf(a)
	return f != nil && slices.Contains(f.Wraps, encodeAtom(want))
}

func (e *engine) sentinelFactOf(a Atom) *sentinelFact {
	if f, ok := e.sentinels[a]; ok {
		return f
	}
	e.sentinels[a] = nil
	f := e.findSentinelFact(a)
	e.sentinels[a] = f
	return f
}

func (e *engine) findSentinelFact(a Atom) *sentinelFact {
	if a.Kind != Sentinel {
		return nil
	}
	if a.Pkg != e.m.pass.Pkg.Path() {
		obj := e.m.Object(a)
		var f sentinelFact
		if obj == nil || !e.m.pass.ImportObjectFact(obj, &f) {
			return nil
		}
		return &f
	}
	g, ok := e.m.Pkg.Members[a.Name].(*ssa.Global)
	if !ok {
		return nil
	}
	if _, ok := e.sentinel(g); !ok {
		return nil
	}
	prev := e.current
	e.current = nil
	defer func() { e.current = prev }()
	ev := e.newEval()
	st := e.m.flow.stores[g][0]
	s := ev.solve(func() Set { return ev.at(node{st.val, ""}, st.instr.Block()) })
	var wraps []Atom
	for b := range s.Atoms() {
		wraps = append(wraps, b)
		if f := e.sentinelFactOf(b); f != nil {
			for _, text := range f.Wraps {
				if c, ok := decodeAtom(text); ok {
					wraps = append(wraps, c)
				}
			}
		}
	}
	return &sentinelFact{Wraps: slices.Compact(encodeAtoms(wraps))}
}

// typeOf describes an error type, T or *T; nil where there is nothing to say.
func (e *engine) typeOf(t types.Type) *typeFact {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok {
		return nil
	}
	obj := named.Origin().Obj()
	if f, ok := e.types[obj]; ok {
		return f
	}
	e.types[obj] = nil
	f := e.findTypeFact(named.Origin())
	e.types[obj] = f
	return f
}

func (e *engine) findTypeFact(named *types.Named) *typeFact {
	obj := named.Obj()
	f := new(typeFact)
	if obj.Pkg() != nil && obj.Pkg() != e.m.pass.Pkg {
		if e.m.pass.ImportObjectFact(obj, f) {
			return f
		}
		// Not analysed. By the convention of the standard library the cause
		// of a type that unwraps is its one field of type error.
		if unwrapMethod(named) == nil {
			return nil
		}
		f.Unwraps = true
		if s, ok := named.Underlying().(*types.Struct); ok {
			for i := range s.NumFields() {
				if IsErrorInterface(s.Field(i).Type()) {
					f.Causes = append(f.Causes, []int{i})
				}
			}
		}
		if len(f.Causes) != 1 {
			f.Causes = nil
		}
		return f
	}
	if m := unwrapMethod(named); m != nil {
		f.Unwraps = true
		f.Causes, _ = e.returnedFields(m)
	}
	if m := stringMethod(named, "Code", "ErrorCode"); m != nil {
		fields, consts := e.returnedFields(m)
		if len(fields) == 1 && len(consts) == 0 {
			f.CodeField = fields[0]
		}
		if len(consts) == 1 && len(fields) == 0 {
			f.Code = consts[0]
		}
	}
	if !f.Unwraps && f.Code == "" && f.CodeField == nil {
		return nil
	}
	return f
}

// unwrapMethod is the Unwrap method of T or *T, promoted ones too.
func unwrapMethod(named *types.Named) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, named.Obj().Pkg(), "Unwrap")
	m, ok := obj.(*types.Func)
	if !ok || m.Signature().Params().Len() != 0 || m.Signature().Results().Len() != 1 {
		return nil
	}
	t := m.Signature().Results().At(0).Type()
	if s, ok := types.Unalias(t).(*types.Slice); ok {
		t = s.Elem()
	}
	if !IsErrorInterface(t) {
		return nil
	}
	return m
}

func stringMethod(named *types.Named, names ...string) *types.Func {
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, named.Obj().Pkg(), name)
		m, ok := obj.(*types.Func)
		if ok && m.Signature().Params().Len() == 0 && m.Signature().Results().Len() == 1 && isString(m.Signature().Results().At(0).Type()) {
			return m
		}
	}
	return nil
}

// returnedFields is the fields of its receiver, and the constants, that a method returns.
func (e *engine) returnedFields(m *types.Func) (fields [][]int, consts []string) {
	fn := e.m.Func(m)
	if fn == nil || len(fn.Params) == 0 {
		return nil, nil
	}
	slice := false
	if _, ok := types.Unalias(fn.Signature.Results().At(0).Type()).Underlying().(*types.Slice); ok {
		slice = true
	}
	for ret := range Returns(fn) {
		for _, o := range e.m.Origins(ret.Results[0], OriginOptions{Stop: func(v ssa.Value) bool {
			// A load of a field of the receiver is what is asked for, not what is stored in it.
			base, at := e.m.flow.decompose(v)
			return at != "" && isReceiver(e.m, base, fn)
		}}) {
			if text, ok := StringConst(o.Value); ok {
				if !slices.Contains(consts, text) {
					consts = append(consts, text)
				}
				continue
			}
			base, at := e.m.flow.decompose(o.Value)
			if f, ok := o.Value.(*ssa.Field); ok {
				base, at = f.X, field(f.Field)
			}
			if at == "" || !isReceiver(e.m, base, fn) {
				continue
			}
			var index []int
			for p := at; p != ""; {
				i, rest := p.first()
				if i < 0 {
					i = -1
				}
				index = append(index, i)
				p = rest
			}
			if slice {
				index = append(index, -1)
			}
			if !slices.ContainsFunc(fields, func(f []int) bool { return slices.Equal(f, index) }) {
				fields = append(fields, index)
			}
		}
	}
	return fields, consts
}

// isReceiver reports whether v is fn's receiver, or the variable that a receiver
// that is no pointer was copied to.
func isReceiver(m *Model, v ssa.Value, fn *ssa.Function) bool {
	if v == fn.Params[0] {
		return true
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	stores := m.flow.stores[alloc]
	return len(stores) == 1 && stores[0].at == "" && stores[0].val == fn.Params[0]
}

func (e *engine) concreteOrOpaque(t types.Type, pos token.Pos) Set {
	if types.IsInterface(t) {
		return opaqueSet(&Step{Pos: pos, What: "asserts its type"})
	}
	return e.concrete(t, pos)
}
