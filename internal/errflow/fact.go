package errflow

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A funcFact is the summary of an exported function or method, or what the doc comment of an interface's method
// declares. A function that errlint has analysed and that has no fact returns errors of which nothing is known.
type funcFact struct {
	Results []resultFact    // by index; those of which something is known
	Given   []givenFact     // by parameter and value; where the value of a parameter makes a difference
	Preds   []predicateFact // by parameter; for a predicate: a function of an error that returns a bool
	Finds   *findsFact      // for a function that does what errors.As does
	Texts   []string        // of the unnamed errors, if there are named ones too; see [Model.MadeTexts]. Empty if not all are known
}

type resultFact struct {
	Index int
	Set   setFact
}

// A givenFact says what a function returns if a parameter has a value.
type givenFact struct {
	Param   int
	Value   string // as flow.Program.Tests has it
	Results []resultFact
}

// A setFact is a [Set] without its provenance.
type setFact struct {
	Atoms   []string // in the form of elemTable.encode, sorted
	Refs    []refFact
	Opaque  bool
	Unknown bool
	Input   bool
	Unnamed bool
	Made    bool
	Here    bool
	Others  bool
	Itself  bool
	Own     bool
}

type refFact struct {
	Param   int
	Mode    RefMode
	Wrapped bool
	In      string   // the type that it is wrapped in, in the form of encodeAtom
	Only    string   // a pattern, in the form of elemTable.encode
	Minus   []string // patterns
}

type predicateFact struct {
	Param   int
	Yes, No setFact
}

// A findsFact has the parameters for the error and the pointer.
type findsFact struct{ Err, Target int }

// A heldFact is about a package-level variable that is another name of a function: var Is = errors.Is.
type heldFact struct{ Pkg, Name string }

// A sentinelFact says what is known about a package-level error variable.
type sentinelFact struct {
	Wraps []string // other than itself, sorted
	Same  string   // the sentinel whose value it has, if it is another name of one: var ErrGone = other.ErrGone
	Plain bool     // it is made where it is declared, and contains nothing but itself and Wraps
	Text  string   // its text, if that is constant
}

// wraps returns what the sentinel wraps, nothing if f is nil.
func (f *sentinelFact) wraps() []Atom {
	if f == nil {
		return nil
	}
	return decodeAtoms(f.Wraps)
}

// A typeFact says how values of an error type hold the errors that they wrap, and their code. The fact of T holds for
// *T too.
type typeFact struct {
	Unwraps    bool     // it has an Unwrap method
	Causes     [][]int  // the fields that Unwrap returns, by index; -1 for the elements of a container
	Wraps      []string // the sentinels that Unwrap always returns, alone or in a slice
	Codes      []string // the constants that Code returns, sorted
	CodeFields [][]int  // the fields that Code returns
	OtherCodes bool     // Code returns something else as well
}

// An ownFact marks a package that errlint analyses from source.
type ownFact struct {
	Own     bool
	Private []string // its private sentinels, sorted; see private.go
}

func (*funcFact) AFact()     {}
func (*heldFact) AFact()     {}
func (*sentinelFact) AFact() {}
func (*typeFact) AFact()     {}
func (*ownFact) AFact()      {}

func (f *funcFact) String() string {
	var parts []string
	for _, r := range f.Results {
		parts = append(parts, fmt.Sprintf("result %d: %s", r.Index, r.Set))
	}
	for _, g := range f.Given {
		for _, r := range g.Results {
			parts = append(parts, fmt.Sprintf("result %d if param %d is %s: %s", r.Index, g.Param, g.Value, r.Set))
		}
	}
	for _, p := range f.Preds {
		parts = append(parts, fmt.Sprintf("param %d: true %s, false %s", p.Param, p.Yes, p.No))
	}
	if f.Finds != nil {
		parts = append(parts, fmt.Sprintf("finds in param %d what param %d points to", f.Finds.Err, f.Finds.Target))
	}
	return "errors(" + strings.Join(parts, "; ") + ")"
}

func (f setFact) String() string {
	return f.set(&engine{table: newElemTable()}).String()
}

func (f *sentinelFact) String() string {
	s := "wraps(" + strings.Join(f.Wraps, " ") + ")"
	if f.Text != "" {
		s += fmt.Sprintf(" %q", f.Text)
	}
	return s
}

func (f *typeFact) String() string {
	other := ""
	if f.OtherCodes {
		other = " and others"
	}
	if len(f.Wraps) > 0 {
		other += fmt.Sprintf(", wraps %v", f.Wraps)
	}
	return fmt.Sprintf("errorType(causes %v, codes %q, code fields %v%s)", f.Causes, f.Codes, f.CodeFields, other)
}

func (f *ownFact) String() string { return "own" }

func (f *heldFact) String() string { return "holds " + f.Pkg + "." + f.Name }

// encodeAtom returns a readable, unambiguous form of an atom: a letter for its kind, its name, and its code.
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
	case target:
		return "p " + a.Name + " " + a.Code
	case ParamCode:
		return "i " + s + " " + a.Code
	case UnknownCode:
		return "u " + s + " "
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
	case "p":
		a.Kind = target
		a.Name, a.Code, ok = strings.Cut(s, " ")
		return a, ok
	case "c", "i", "u":
		a.Kind = map[string]Kind{"c": Code, "i": ParamCode, "u": UnknownCode}[kind]
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

func decodeAtoms(texts []string) (atoms []Atom) {
	for _, text := range texts {
		if a, ok := decodeAtom(text); ok {
			atoms = append(atoms, a)
		}
	}
	return atoms
}

func encodeAtoms(atoms []Atom) []string {
	var out []string
	for _, a := range atoms {
		out = append(out, encodeAtom(a))
	}
	slices.Sort(out)
	return out
}

// encode returns an element as text: its atom, preceded by its form unless it has the usual one. The form is "w" for a
// wrapped error, "w:TYPE" for one that is wrapped in an error of a type, and "=" for a pattern that asks for the error
// itself.
func (t *elemTable) encode(id elemID, usual form) string {
	e := t.elems[id]
	text := encodeAtom(e.Atom)
	switch {
	case e.form == usual:
	case e.form == isBare:
		text = "= " + text
	case e.in == 0:
		text = "w " + text
	default:
		text = "w:" + strings.TrimPrefix(encodeAtom(t.elems[e.in].Atom), "t ") + " " + text
	}
	return text
}

func (t *elemTable) encodeAll(ids []elemID, usual form) []string {
	var out []string
	for _, id := range ids {
		out = append(out, t.encode(id, usual))
	}
	slices.Sort(out)
	return out
}

// decode is the inverse of encodeAll.
func (t *elemTable) decode(texts []string, usual form) []elemID {
	var ids []elemID
	for _, text := range texts {
		e := element{form: usual}
		if rest, ok := strings.CutPrefix(text, "= "); ok {
			e.form, text = isBare, rest
		} else if rest, ok := strings.CutPrefix(text, "w "); ok {
			e.form, text = isWrapped, rest
		} else if rest, ok := strings.CutPrefix(text, "w:"); ok {
			in, rest, _ := strings.Cut(rest, " ")
			e.form, text = isWrapped, rest
			if a, ok := decodeAtom("t " + in); ok {
				e.in = t.id(element{Atom: a, form: anyForm})
			}
		}
		if a, ok := decodeAtom(text); ok {
			e.Atom = a
			ids = append(ids, t.id(e))
		}
	}
	return sortedIDs(ids)
}

func encodeSet(s Set) setFact {
	f := setFact{Opaque: s.opaque, Unknown: s.unknown, Input: s.input, Unnamed: s.unnamed, Made: s.made, Here: s.here, Others: s.others, Itself: s.itself, Own: s.own}
	if len(s.elems) > 0 {
		f.Atoms = s.table.encodeAll(s.elems, isBare)
	}
	for _, r := range s.refs {
		ref := refFact{Param: r.Param, Mode: r.Mode, Wrapped: r.form == isWrapped}
		if r.in != 0 {
			ref.In = encodeAtom(s.table.elems[r.in].Atom)
		}
		if r.only != 0 {
			ref.Only = s.table.encode(r.only, anyForm)
		}
		if len(r.minus) > 0 {
			ref.Minus = s.table.encodeAll(r.minus, anyForm)
		}
		f.Refs = append(f.Refs, ref)
	}
	// Refs are ordered by the numbers of their patterns, which depend on the order in which the patterns were met.
	slices.SortFunc(f.Refs, func(a, b refFact) int {
		return cmp.Or(cmp.Compare(a.Param, b.Param), cmp.Compare(a.Mode, b.Mode), cmp.Compare(btoi(a.Wrapped), btoi(b.Wrapped)), cmp.Compare(a.In, b.In), cmp.Compare(a.Only, b.Only))
	})
	return f
}

// set returns the fact as a set, whose refs belong to no function.
func (f setFact) set(e *engine) Set {
	s := Set{table: e.table, opaque: f.Opaque, unknown: f.Unknown, input: f.Input, unnamed: f.Unnamed, made: f.Made, here: f.Here, others: f.Others, itself: f.Itself, own: f.Own, elems: e.table.decode(f.Atoms, isBare)}
	for _, r := range f.Refs {
		ref := Ref{Param: r.Param, Mode: r.Mode, minus: e.table.decode(r.Minus, anyForm)}
		if r.Wrapped {
			ref.form = isWrapped
		}
		if ids := e.table.decode([]string{r.Only}, anyForm); len(ids) == 1 {
			ref.only = ids[0]
		}
		if a, ok := decodeAtom(r.In); ok {
			ref.in = e.table.id(element{Atom: a, form: anyForm})
		}
		s.refs = append(s.refs, ref)
	}
	s.refs = sortedRefs(s.refs)
	return s
}

// set returns what the fact says about result i. A result that it does not mention is opaque.
func (f *funcFact) set(e *engine, i int) Set {
	for _, r := range f.Results {
		if r.Index == i {
			return r.Set.set(e)
		}
	}
	s := anything
	s.unnamed = true
	return s
}

// setFor returns what the fact says about result i of a call with these arguments.
func (f *funcFact) setFor(e *engine, i int, args []ssa.Value) Set {
	for _, g := range f.Given {
		if g.Param < len(args) && g.Value == flow.GivenBy(args[g.Param]) {
			if at := slices.IndexFunc(g.Results, func(r resultFact) bool { return r.Index == i }); at >= 0 {
				return g.Results[at].Set.set(e)
			}
		}
	}
	return f.set(e, i)
}

// exportFacts exports what importers need to know about the package.
func (m *Model) exportFacts() {
	pass := m.pass
	pass.ExportPackageFact(&ownFact{Own: true, Private: m.private()})

	for fn := range m.Funcs() {
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
			if g, ok := m.Pkg.Members[name].(*ssa.Global); ok && obj.Exported() {
				if fn := m.eng.heldBy(g); fn != nil && fn.Pkg() != nil {
					pass.ExportObjectFact(obj, &heldFact{fn.Pkg().Path(), fn.Name()})
				}
			}
			if !IsError(obj.Type()) {
				continue
			}
			if f := m.eng.sentinelFactOf(SentinelAtom(obj)); f != nil && (len(f.Wraps) > 0 || f.Plain) {
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
				for _, i := range ErrorResults(method.Signature()) {
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

// visibleOutside reports whether another package can call fn, so that a fact on it is of use. Unwrap methods are part
// of the facts on their types.
func visibleOutside(fn *types.Func) bool {
	return fn.Exported() && !(fn.Name() == "Unwrap" && fn.Signature().Recv() != nil)
}

// factOf returns the fact for one of the package's functions, nil if there is nothing to say.
func (e *engine) factOf(obj *types.Func, fn *ssa.Function) *funcFact {
	fact := &funcFact{}
	for _, i := range ErrorResults(fn.Signature) {
		s := e.result(fn, i)
		if s.unknown && s.itself && s.own && s.unnamed && len(s.elems) == 0 && len(s.refs) == 0 {
			continue // what is assumed without a fact
		}
		fact.Results = append(fact.Results, resultFact{Index: i, Set: encodeSet(s)})
		if len(s.elems) > 0 && s.opaque && len(ErrorResults(fn.Signature)) == 1 {
			fact.Texts, _ = e.madeTexts(s, evalKey{node: whole(fn), kind: resultOfFn, index: i})
		}
	}
	fact.Given = e.givenFacts(fn, fact.Results)
	for _, p := range e.predicatesOf(obj) {
		if e.tells(guard{kind: isPredicate, pred: p}) {
			fact.Preds = append(fact.Preds, predicateFact{Param: p.param, Yes: encodeSet(e.says(p, true)), No: encodeSet(e.says(p, false))})
		}
	}
	if f := e.finderOf(obj); f != nil {
		fact.Finds = &findsFact{f.err, f.target}
	}
	if len(fact.Results) == 0 && fact.Preds == nil && fact.Finds == nil {
		return nil
	}
	return fact
}

// givenFacts returns what fn returns for those values of its parameters that make a difference.
func (e *engine) givenFacts(fn *ssa.Function, results []resultFact) []givenFact {
	var out []givenFact
	tests := e.m.Tests(fn)
	for _, param := range slices.Sorted(maps.Keys(tests)) {
		for _, value := range tests[param] {
			p := e.m.PremiseOf(fn, param, value)
			if p == nil {
				continue
			}
			g := givenFact{Param: param, Value: value}
			for _, r := range results {
				s := encodeSet(e.get(evalKey{node: whole(fn), kind: resultOfFn, index: r.Index, given: p}))
				if !reflect.DeepEqual(s, r.Set) {
					g.Results = append(g.Results, resultFact{Index: r.Index, Set: s})
				}
			}
			if g.Results != nil {
				out = append(out, g)
			}
		}
	}
	return out
}

// predicatesOf returns the predicates that fn is: one for each error parameter, if fn returns a bool.
func (e *engine) predicatesOf(fn *types.Func) []*predicate {
	return e.predicates.Get(fn.Origin(), e.findPredicates)
}

func (e *engine) findPredicates(obj *types.Func) []*predicate {
	if boolResult(obj.Signature()) < 0 {
		return nil
	}
	var ps []*predicate
	fn := e.m.Func(obj)
	if fn == nil {
		if fact := e.factFor(obj); fact != nil && obj.Pkg() != e.m.pass.Pkg {
			for i := range fact.Preds {
				ps = append(ps, &predicate{fact: &fact.Preds[i], param: fact.Preds[i].Param})
			}
		}
		return ps
	}
	for i, param := range fn.Params {
		if IsErrorInterface(param.Type()) {
			ps = append(ps, &predicate{fn: fn, param: i})
		}
	}
	return ps
}

// tells reports whether the outcome of a condition says something about its subject. A predicate says nothing if its
// argument may be anything whichever bool it returns. tells is not for use in transfer functions.
func (e *engine) tells(g guard) bool {
	if g.kind != isPredicate || g.pred.fn == nil {
		return true
	}
	all := Set{table: e.table, refs: []Ref{{Fn: g.pred.fn, Param: g.pred.param, Mode: ParamValue}}}
	return !all.leq(e.says(g.pred, true)) || !all.leq(e.says(g.pred, false))
}

// outcomes returns what error parameter param of fn may be where fn returns want.
func (e *engine) outcomes(fn *ssa.Function, param *ssa.Parameter, want bool) Set {
	type place struct {
		v ssa.Value
		b *ssa.BasicBlock
	}
	var s Set
	var answers worklist.List[place]
	result := boolResult(fn.Signature)
	for ret := range flow.Returns(fn) {
		answers.Push(place{e.answerOf(ret, result), ret.Block()})
	}
	for p := range answers.All() {
		cell := e.cellOf(param, p.b.Parent())
		switch v := p.v.(type) {
		case *ssa.Const:
			if isTrue(v) == want {
				s = s.union(e.paramAt(param, cell, p.b))
			}
			continue
		case *ssa.Phi:
			if v.Block() != p.b {
				break
			}
			for i, edge := range v.Edges {
				pred := p.b.Preds[i]
				if c, ok := edge.(*ssa.Const); !ok {
					answers.Push(place{edge, pred})
				} else if isTrue(c) != want {
					continue
				} else if cell != nil {
					s = s.union(e.contentAlong(way{}, cell, pred, p.b))
				} else {
					s = s.union(e.along(whole(param), pred, p.b))
				}
			}
			continue
		case *ssa.Call:
			if lit, _ := flow.Resolve(v.Call.Value); lit != nil && lit.Parent() != nil && lit.Blocks != nil && lit.Signature.Results().Len() == 1 {
				for ret := range flow.Returns(lit) {
					answers.Push(place{e.answerOf(ret, 0), ret.Block()})
				}
				continue
			}
		}
		in := e.paramAt(param, cell, p.b)
		said := false
		for _, g := range e.condition(p.v) {
			if load, ok := g.subject.(*ssa.UnOp); g.subject == param || ok && cell != nil && load.X == cell && e.loadsLast(load, cell, p.b) {
				said = true
				s = s.union(e.apply(g, in, want))
			}
		}
		if !said {
			s = s.union(in)
		}
	}
	return s
}

// answerOf returns the value of result i at the point where it is returned, unless a deferred call may change it.
func (e *engine) answerOf(ret *ssa.Return, i int) ssa.Value {
	if load, ok := ret.Results[i].(*ssa.UnOp); ok && load.Op == token.MUL {
		captured := func(ref ssa.Instruction) bool { _, ok := ref.(*ssa.MakeClosure); return ok }
		if refs := load.X.Referrers(); refs == nil || e.m.Shared(load.X) || slices.ContainsFunc(*refs, captured) {
			return load
		}
	}
	return flow.Returned(ret, i)
}

// cellOf returns the variable in memory that holds a parameter because a literal captures it, nil if there is none. The
// variable is the one that fn sees, which is the parameter's function or a literal within it.
func (e *engine) cellOf(param *ssa.Parameter, fn *ssa.Function) ssa.Value {
	var cell ssa.Value
	for _, ref := range *param.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Val == param && isCell(st.Addr) {
			cell = st.Addr
		}
	}
	if cell == nil || fn == param.Parent() {
		return cell
	}
	for _, fv := range fn.FreeVars {
		if base, p := e.m.Split(fv, nil); base == cell && p == nil {
			return fv
		}
	}
	return nil
}

// paramAt returns what a parameter may be at the end of block b.
func (e *engine) paramAt(param *ssa.Parameter, cell ssa.Value, b *ssa.BasicBlock) Set {
	if cell != nil {
		return e.content(cell, b, len(b.Instrs))
	}
	if b.Parent() != param.Parent() {
		return e.base(whole(param)) // a literal that does not capture it
	}
	return e.at(whole(param), b)
}

func isTrue(c *ssa.Const) bool { return c.Value != nil && c.Value.String() == "true" }

// wraps reports whether a is a sentinel that wraps want.
func (e *engine) wraps(a, want Atom) bool { return a.Kind == Sentinel && e.wrappedBy(a)[want] }

// wrappedBy returns what a sentinel wraps.
func (e *engine) wrappedBy(a Atom) map[Atom]bool {
	return e.wrapping.Get(a, func(a Atom) map[Atom]bool {
		wrapped := make(map[Atom]bool)
		for _, b := range e.sentinelFactOf(a).wraps() {
			wrapped[b] = true
		}
		return wrapped
	})
}

// maxNames bounds how many names a sentinel is followed through.
const maxNames = 16

// same returns the sentinel whose value a has: a itself, unless a is another name of one.
func (e *engine) same(a Atom) Atom {
	for range maxNames {
		f := e.sentinelFactOf(a)
		if f == nil || f.Same == "" {
			break
		}
		b, ok := decodeAtom(f.Same)
		if !ok {
			break
		}
		a = b
	}
	return a
}

// sentinelFactOf returns what is known about a sentinel, nil if nothing is.
func (e *engine) sentinelFactOf(a Atom) *sentinelFact {
	if a.Kind != Sentinel {
		return nil
	}
	f, ok := e.sentinels[a]
	if !ok && a.Pkg != e.m.pass.Pkg.Path() {
		f = new(sentinelFact)
		if obj := e.m.Object(a); obj == nil || !e.m.pass.ImportObjectFact(obj, f) {
			f = nil
		}
		e.sentinels[a] = f
	}
	return f
}

// findSentinels finds what the package's sentinels wrap. Guards depend on the result, so it is found before everything
// else, and as if the package's own sentinels wrapped nothing. This makes a difference only for a sentinel that is made
// by a function which tells apart others of the same package.
func (e *engine) findSentinels() {
	wraps := make(map[Atom][]Atom)
	plain := make(map[Atom]bool)
	same := make(map[Atom]string)
	for _, name := range e.m.pass.Pkg.Scope().Names() {
		g, ok := e.m.Pkg.Members[name].(*ssa.Global)
		if !ok {
			continue
		}
		if a, ok := e.sentinel(g); ok {
			st := e.m.StoresTo(g)[0]
			s := e.get(evalKey{node: whole(st.Val), block: st.Instr.Block(), kind: answer})
			wraps[a] = e.table.atoms(s.elems)
			plain[a] = e.plain(st.Val, s)
			if load, ok := st.Val.(*ssa.UnOp); ok && load.Op == token.MUL {
				if other, ok := load.X.(*ssa.Global); ok {
					if b, ok := e.sentinel(other); ok {
						same[a] = encodeAtom(b)
					}
				}
			}
		}
	}
	e.solver.Forget(func(evalKey) bool { return false })
	e.wrapping = worklist.SharedMemo[Atom, map[Atom]bool]{}
	for a := range wraps {
		var all []Atom
		within := worklist.Of(wraps[a]...)
		for b := range within.All() {
			if b == a {
				continue
			}
			all = append(all, b)
			within.Push(wraps[b]...)
			if b.Pkg == e.m.pass.Pkg.Path() {
				continue
			}
			all = append(all, e.sentinelFactOf(b).wraps()...)
		}
		e.sentinels[a] = &sentinelFact{Wraps: slices.Compact(encodeAtoms(all)), Same: same[a], Plain: plain[a]}
	}
	e.findTexts()
}

// factOfType is typeOf for an atom.
func (e *engine) factOfType(a Atom) *typeFact {
	if tn, ok := e.m.Object(a).(*types.TypeName); ok && a.Kind == Type {
		return e.typeOf(tn.Type())
	}
	return nil
}

// typeOf returns what is known about an error type, T or *T, nil if there is nothing to say.
func (e *engine) typeOf(t types.Type) *typeFact {
	named, ok := types.Unalias(flow.Deref(t)).(*types.Named)
	if !ok {
		return nil
	}
	return e.types.Get(named.Origin(), e.findTypeFact)
}

func (e *engine) findTypeFact(named *types.Named) *typeFact {
	obj := named.Obj()
	f := new(typeFact)
	if obj.Pkg() != nil && obj.Pkg() != e.m.pass.Pkg {
		if e.m.pass.ImportObjectFact(obj, f) {
			return f
		}
		// The type is not analysed. By the convention of the standard library, a type with an Unwrap method has its
		// cause in its one field of type error.
		if m, _ := unwrapMethod(named); m == nil {
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
	if m, in := unwrapMethod(named); m != nil {
		f.Unwraps = true
		f.Causes, _, _ = e.returnedFields(m, in)
		f.Wraps = e.returnedSentinels(m)
	}
	if m, in := stringMethod(named, "Code", "ErrorCode"); m != nil {
		f.CodeFields, f.Codes, f.OtherCodes = e.returnedFields(m, in)
		f.Codes = slices.DeleteFunc(f.Codes, func(code string) bool { return code == "" })
		slices.Sort(f.Codes)
	}
	if !f.Unwraps && len(f.Codes) == 0 && f.CodeFields == nil && !f.OtherCodes {
		return nil
	}
	return f
}

// unwrapMethod returns the Unwrap method of T or *T, nil if there is none. If it is promoted, in leads to the embedded
// field that it belongs to.
func unwrapMethod(named *types.Named) (m *types.Func, in []int) {
	obj, index, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, named.Obj().Pkg(), "Unwrap")
	m, ok := obj.(*types.Func)
	if !ok || m.Signature().Params().Len() != 0 || m.Signature().Results().Len() != 1 {
		return nil, nil
	}
	t := m.Signature().Results().At(0).Type()
	if s, ok := types.Unalias(t).(*types.Slice); ok {
		t = s.Elem()
	}
	if !IsErrorInterface(t) {
		return nil, nil
	}
	return m, index[:len(index)-1]
}

// stringMethod returns the first of the named methods that T or *T has and that returns just a string. in is as for
// unwrapMethod.
func stringMethod(named *types.Named, names ...string) (m *types.Func, in []int) {
	for _, name := range names {
		obj, index, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, named.Obj().Pkg(), name)
		m, ok := obj.(*types.Func)
		if ok && m.Signature().Params().Len() == 0 && m.Signature().Results().Len() == 1 && flow.IsString(m.Signature().Results().At(0).Type()) {
			return m, index[:len(index)-1]
		}
	}
	return nil, nil
}

// HasCode reports whether errors of type t provide a code.
func HasCode(t types.Type) bool {
	named := flow.Named(t)
	if named == nil {
		return false
	}
	m, _ := stringMethod(named, "Code", "ErrorCode")
	return m != nil
}

// returnedFields returns the fields of its receiver, and the constants, that a method returns. For a method that
// returns a slice, it is the elements that count. other reports whether the method returns anything else. in leads from
// the struct that is asked about to the receiver.
func (e *engine) returnedFields(m *types.Func, in []int) (fields [][]int, consts []string, other bool) {
	fn := e.m.Func(m)
	if fn == nil || len(fn.Params) == 0 {
		return nil, nil, true
	}
	// What other code stores in the receiver's fields does not matter.
	opts := flow.OriginOptions{Local: true}
	if _, ok := types.Unalias(fn.Signature.Results().At(0).Type()).Underlying().(*types.Slice); ok {
		opts.Fields = []*types.Var{nil}
	}
	for ret := range flow.Returns(fn) {
		for _, o := range e.m.Origins(ret.Results[0], opts) {
			if text, ok := flow.StringConst(o.Value); ok {
				if !slices.Contains(consts, text) {
					consts = append(consts, text)
				}
				continue
			}
			if o.Kind != flow.OriginParam || o.Value != fn.Params[0] || len(o.Fields) == 0 {
				other = other || !flow.IsNil(o.Value) && o.Kind != flow.OriginZero
				continue
			}
			index := slices.Clone(in)
			t := o.Value.Type()
			for _, f := range o.Fields {
				if f == nil {
					index, t = append(index, -1), flow.ElemType(t)
				} else {
					index, t = append(index, flow.FieldIndex(t, f)), f.Type()
				}
			}
			if !slices.ContainsFunc(fields, func(f []int) bool { return slices.Equal(f, index) }) {
				fields = append(fields, index)
			}
		}
	}
	return fields, consts, other
}

// returnedSentinels returns the sentinels that a method returns, alone or in a slice, if the method has a single
// return.
func (e *engine) returnedSentinels(m *types.Func) []string {
	fn := e.m.Func(m)
	if fn == nil {
		return nil
	}
	var out []string
	n := 0
	for ret := range flow.Returns(fn) {
		n++
		vals, ok := flow.Variadic(ret.Results[0])
		if !ok {
			vals = ret.Results
		}
		for _, v := range vals {
			if a, ok := e.sentinelLoad(v); ok {
				out = append(out, encodeAtom(a))
			}
		}
	}
	if n != 1 {
		return nil
	}
	slices.Sort(out)
	return out
}
