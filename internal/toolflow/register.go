package toolflow

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

const (
	// session is the server of a registrar that adds tools to a session.
	session = -2
	// called is the server of a registrar that is a function value: the server that the value is bound to.
	called = -3
)

// A registrar says how a function registers tools.
type registrar struct {
	registerFact

	list *types.Var // the field with the list of which it registers all elements, if it does; see [engine.keep]

	inside []wrapper // what it has around the handlers, where the SDK is given them
}

// noRegistrar is a registrar without any parameters.
var noRegistrar = registrar{registerFact: registerFact{Handler: none, Tool: none, Server: none, Op: none}}

func (r registrar) equal(s registrar) bool {
	return r.list == s.list && slices.Equal(r.inside, s.inside) && reflect.DeepEqual(r.registerFact, s.registerFact)
}

// An engine finds the tools of one package.
type engine struct {
	pass *analysis.Pass
	m    *errflow.Model
	opts Options
	rows rowIndex
	out  *Tools

	texts *textflow.Texts

	calls        map[*types.Func][]ssa.CallInstruction // by callee
	partsOf      worklist.Memo[partsKey, []path]
	declared     worklist.Memo[*types.Func, *decorator]
	recognisedAs worklist.Memo[*types.Func, *decorator] // of recognised
	wrappings    worklist.Memo[*ssa.Function, *wrapping]
	replacing    worklist.Memo[*ssa.Call, bool] // of replaces
	litNames     map[*ast.CompositeLit]string
	entryKeys    map[token.Pos]string               // see keyAt
	coded        worklist.Memo[*ssa.Function, bool] // of answersInCode
	toolsOf      worklist.Memo[*types.Func, string] // of toolOf

	called      *flow.Solver[*ssa.Function, textflow.Params]
	failures    *flow.Solver[*ssa.Function, failure]
	solver      *flow.Solver[question, *leafSet]
	nameSolver  *flow.Solver[question, *nameSet]
	origins     worklist.Memo[question, []flow.Origin] // of the questions to solver, which asks more than once
	nameOrigins worklist.Memo[question, []flow.Origin] // the same of nameSolver
	tooMany     bool                                   // an answer that solve has asked for is full

	covered       map[root]bool
	coveredParams worklist.List[*ssa.Parameter]
	serverIDs     map[root]int                       // numbers of servers; see groupOf
	groups        worklist.Memo[ssa.Value, string]   // by the server of a site; see groupOf
	handedServers *flow.Solver[*ssa.Parameter, bool] // whether all servers that a parameter is given are covered; asked once covered is complete

	lists           map[string]bool     // see keep
	listed          map[*types.Var]bool // the fields of these lists
	registrars      map[any][]registrar // derived: by *types.Func or, for a literal, by *ssa.Function
	operationParams map[*ssa.Function][]int
	pending         []site
}

// A site is a call that registers handlers.
type site struct {
	call ssa.CallInstruction
	r    registrar
	kept *kept // where its handlers are kept until then, nil if they are arguments

	covered bool // its server is covered; see [engine.register]
}

// A kept is something that is put into a list or map of tools, which a registrar registers later; see [engine.keep].
type kept struct {
	field         *types.Var // that the list is in
	value         ssa.Value
	handler, name path // that lead from value; no name: it is not known
}

func run(pass *analysis.Pass, opts Options) (any, error) {
	e := &engine{
		pass: pass, opts: opts,
		m:               pass.ResultOf[errflow.Analyzer].(*errflow.Model),
		calls:           make(map[*types.Func][]ssa.CallInstruction),
		serverIDs:       make(map[root]int),
		covered:         make(map[root]bool),
		lists:           make(map[string]bool),
		listed:          make(map[*types.Var]bool),
		registrars:      make(map[any][]registrar),
		operationParams: make(map[*ssa.Function][]int),
	}
	e.called = flow.NewUnionSolver(e.calledParams, textflow.Params.Or)
	e.failures = flow.NewUnionSolver(func(fn *ssa.Function) failure {
		w := e.describe(fn)
		return failure{leaks: !w.converts, panics: !w.guarded}
	}, failure.or)
	e.solver = flow.NewSolver(flow.Equations[question, *leafSet]{Transfer: e.solve, Join: join[leafKey, leaf]})
	e.nameSolver = flow.NewSolver(flow.Equations[question, *nameSet]{Transfer: e.solveNames, Join: join[nameKey, nameLeaf]})
	e.handedServers = flow.NewUnionSolver(e.givenCovered, func(old, covered bool) bool { return old || covered })
	e.out = &Tools{engine: e, inside: make(map[*ssa.Function]bool), handlers: make(map[*types.Func]bool)}
	if !e.m.InScope() {
		return e.out, nil
	}
	e.rows = pass.ResultOf[rows].(rowIndex)
	e.texts = textflow.New(e.m.Program, pass.TypesInfo)
	for _, call := range e.m.Calls() {
		if callee := flow.Called(call.Common()); callee != nil {
			e.calls[callee] = append(e.calls[callee], call)
		}
	}
	e.findCovered()
	e.findRegistrations()
	e.findApplications()
	e.findDecorators()
	e.findHandlers()
	e.exportFacts()
	e.origins.Clear() // most questions from now on are answered already
	e.nameOrigins.Clear()
	return e.out, nil
}

// server returns the server of a site, or nil if it is not known.
func (s site) server() ssa.Value {
	if s.r.Server == called {
		return s.call.Common().Value
	}
	return argumentOf(s.call, s.r.Server)
}

// callsOf returns the package's static calls of one of its declared functions.
func (e *engine) callsOf(fn *ssa.Function) []ssa.CallInstruction {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return e.calls[obj.Origin()]
}

// passed returns what these calls pass for an SSA parameter of the function.
func (e *engine) passed(fn *ssa.Function, param int) (vals []ssa.Value) {
	for _, call := range e.callsOf(fn) {
		if v := argumentOf(call, param); v != nil {
			vals = append(vals, v)
		}
	}
	return vals
}

func (e *engine) findRegistrations() {
	for fn := range e.m.Funcs() {
		// The functions of an SDK, or of a fork of one, are registrars by shape for its importers.
		if obj, ok := fn.Object().(*types.Func); ok && e.m.Decl(fn) != nil {
			e.known(obj)
		}
	}
	for _, call := range e.m.Calls() {
		var registrars []registrar
		if callee := flow.Called(call.Common()); callee != nil {
			registrars = e.known(callee)
		} else {
			registrars = e.calledRegistrars(call.Common())
		}
		for _, r := range registrars {
			e.pending = append(e.pending, site{call: call, r: r})
		}
	}
	for len(e.pending) > 0 {
		s := e.pending[0]
		e.pending = e.pending[1:]
		e.register(s)
	}
	e.merge()
}

// known returns how fn registers tools, as far as that does not follow from the package's own code.
func (e *engine) known(fn *types.Func) []registrar {
	for _, c := range e.opts.Registrars {
		if c.Function == qualifiedName(fn) {
			if r, ok := configured(c, fn); ok {
				return []registrar{r}
			}
		}
	}
	if fn.Pkg() != nil && fn.Pkg() != e.pass.Pkg && e.m.OwnPackage(fn.Pkg()) && !isInterfaceMethod(fn) {
		var out []registrar
		for _, f := range e.factElsewhere(fn).Registers {
			out = append(out, registrar{registerFact: f})
		}
		return out
	}
	r, ok := byShape(fn)
	if !ok {
		if r, ok = foreignRegistrar(fn); ok && e.m.Func(fn) == nil && !e.m.OwnPackage(fn.Pkg()) {
			return []registrar{r}
		}
		return nil
	}
	if own := e.m.Func(fn); own != nil {
		if e.registersElsewhere(own) {
			return nil // it hands on to another registrar: that one's rules apply
		}
		e.makeRegistrar(fn, r, nil)
	}
	return []registrar{r}
}

// calledRegistrars returns how the function values that a call may call register tools: add, for which a caller has given s.AddTool.
func (e *engine) calledRegistrars(call *ssa.CallCommon) []registrar {
	takes := func(t types.Type) bool {
		if isHandler(signature(t)) {
			return true
		}
		elem := flow.ElemType(t)
		if elem == nil {
			return false
		}
		_, handler := serverTool(elem)
		return handler != nil
	}
	if call.IsInvoke() || !flow.HasVar(call.Signature().Params(), takes) {
		return nil
	}
	var out []registrar
	values := worklist.Of(call.Value)
	for v := range values.All() {
		for _, o := range e.m.Origins(v, flow.OriginOptions{Local: true}) {
			switch o.Kind {
			case flow.OriginParam:
				if param := o.Value.(*ssa.Parameter); o.Whole {
					values.Push(e.passed(param.Parent(), slices.Index(param.Parent().Params, param))...)
				}
			case flow.OriginFunc:
				fn, bound := o.Func()
				if fn == nil {
					continue
				}
				obj, ok := fn.Object().(*types.Func)
				if !ok {
					continue
				}
				for _, r := range e.known(obj) {
					if bound != nil {
						r = r.bound()
					}
					if r.Handler != none && !slices.ContainsFunc(out, r.equal) {
						out = append(out, r)
					}
				}
			}
		}
	}
	return out
}

// bound returns r, of a method, for calls of a method value, which leave out the receiver.
func (r registrar) bound() registrar {
	for _, i := range []*int{&r.Handler, &r.Tool, &r.Op, &r.Server} {
		switch {
		case i == &r.Server && *i == 0:
			*i = called
		case *i == 0:
			*i = none
		case *i > 0:
			*i--
		}
	}
	return r
}

func isInterfaceMethod(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
}

// registersElsewhere reports whether fn, which looks like a registrar, calls another one.
func (e *engine) registersElsewhere(fn *ssa.Function) bool {
	for instr := range flow.Instrs(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			callee := flow.Called(call.Common())
			if callee == nil || e.m.Func(callee) == fn {
				continue
			}
			if _, ok := byShape(callee); ok {
				return true
			}
		}
	}
	return false
}

// configured returns the registrar that the configuration describes.
func configured(c Registrar, fn *types.Func) (registrar, bool) {
	r := noRegistrar
	sig := fn.Signature()
	at := func(spec string) (int, path) {
		name, field, _ := strings.Cut(spec, ".")
		for i := range sig.Params().Len() {
			if v := sig.Params().At(i); v.Name() == name {
				var p path
				if flow.ElemType(v.Type()) != nil && sig.Variadic() && i == sig.Params().Len()-1 {
					p = path{elem}
				}
				if field != "" {
					p = p.plus(strings.Split(field, ".")...)
				}
				return i + shift(sig), p
			}
		}
		return none, nil
	}
	r.Handler, r.HandlerPath = at(c.Handler)
	r.Tool, r.ToolPath = at(c.Name)
	if sig.Recv() != nil {
		r.Server = 0
	}
	return r, r.Handler != none
}

// register notes the handlers of one site. If a handler is a parameter of the function that the site is in, the calls of that function
// become sites.
func (e *engine) register(s site) {
	leaves, names := e.registered(s)
	server := s.server()
	s.covered = s.r.Covered || !s.r.Bypass && (server != nil && e.isCovered(server) || s.r.Server == session && e.someCovered())
	leaves = slices.DeleteFunc(leaves, func(l leaf) bool { return e.keep(s, l, names) })
	for i, l := range leaves {
		if l.owner == nil || len(e.callsOf(l.owner)) > 0 {
			continue
		}
		if own := e.implemented(l); len(own) > 0 {
			leaves[i] = own[0]
			leaves = append(leaves, own[1:]...)
			continue
		}
		leaves = append(leaves, e.partsStored(l)...)
	}
	at := make(map[token.Pos]int) // how many of the handlers came by a place
	for _, l := range leaves {
		for _, pos := range l.places {
			at[pos]++
		}
	}
	paired := e.rows.pair(leaves, names)
	e.keyed(s, leaves, names, paired)
	given := s // for those who call the function
	if given.r.inside == nil {
		given.r.inside = e.wrappers(s, leaves)
	}
	// An unknown leaf around a handler that the callers know is not another handler.
	handedOn := false
	for i, name := range paired {
		l := leaves[i]
		if l.owner == nil || l.owner.Parent() != nil || l.State != Unknown || len(l.Path) > 0 && l.owner != flow.Outermost(s.call.Parent()) && s.kept == nil {
			continue
		}
		if e.derive(given, l, name) {
			leaves[i].nothing, handedOn = true, true
		}
	}
	for i, name := range paired {
		l := leaves[i]
		own := func(pos token.Pos) bool { return at[pos] < len(leaves) }
		switch {
		case l.nothing || handedOn && l.fn == nil && l.owner == nil && l.Label == "":
			continue
		case l.owner != nil && l.owner.Parent() == nil && l.State != Unknown:
			if e.derive(given, l, name) && !(slices.ContainsFunc(l.Path, isMethod) && len(e.callsOf(l.owner)) == 0) {
				continue // else those who call it may do so by an interface, too, and nobody sees them
			}
			l.State, l.Why = Unknown, e.whyOpen(l)
		case l.owner != nil:
			if l.State != Unknown && e.handOn(given, l, name) {
				continue
			}
			l.State, l.Why = Unknown, cmp.Or(l.Why, "it is a parameter of a function literal")
		}
		if s.r.Unknown != "" {
			l.State, l.Why = Unknown, s.r.Unknown
		}
		e.note(s, l, name, own, s.r.Server == session || server != nil && e.isForeign(server))
	}
}

// wrappers returns those of a site's handlers that are around others.
func (e *engine) wrappers(s site, leaves []leaf) (out []wrapper) {
	for _, l := range leaves {
		if w := (wrapper{l.fn, s.call}); l.fn != nil && len(e.wrapping(l.fn).calls) > 0 && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// whyOpen returns the reason why a part of a parameter is not known, if the function's callers are not.
func (e *engine) whyOpen(l leaf) string {
	for i, step := range l.Path {
		switch {
		case isMethod(step) && i == len(l.Path)-1:
			return "it is the interface method " + step[1:]
		case isMethod(step):
			return "it is what the interface method " + step[1:] + " returns"
		}
	}
	return "what calls " + e.nameOf(l.owner) + " is not known"
}

// implemented returns what may be in the part of a parameter that l is, if that is behind an unexported method of an interface: only types
// of the package have such a method.
func (e *engine) implemented(l leaf) []leaf {
	at := slices.IndexFunc(l.Path, isMethod)
	if at < 0 || token.IsExported(l.Path[at][1:]) {
		return nil
	}
	fields, ok := l.Path[:at].fields(paramType(l.owner, l.Param))
	if !ok {
		return nil
	}
	iface, ok := partType(paramType(l.owner, l.Param), fields).Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []leaf
	for obj := range flow.Types(e.pass.Pkg) {
		if types.IsInterface(obj.Type()) || !types.Implements(types.NewPointer(obj.Type()), iface) {
			continue
		}
		own := e.m.Func(flow.Method(obj.Type(), e.pass.Pkg, l.Path[at][1:]))
		if own == nil {
			return nil // a method of an embedded type
		}
		ls := e.handler(own)
		if rest := l.Path[at+1:]; len(rest) > 0 {
			ls = e.returned(own, rest)
		}
		for _, inner := range e.replace(ls, own, func(leaf) []leaf { return unknown(unknownOrigin) }) {
			out = append(out, l.around(inner))
		}
	}
	return e.read(out)
}

// partsStored returns what may be in the part of a parameter that l is, if no code of the package calls the function: whatever is stored in
// the field, in any struct.
func (e *engine) partsStored(l leaf) []leaf {
	parts, rest := l.Path.cut()
	fields, ok := parts.fields(paramType(l.owner, l.Param))
	if !ok || l.far {
		return nil
	}
	var out []leaf
	for _, inner := range e.stored(fields, rest) {
		out = append(out, l.around(inner))
	}
	return e.read(out)
}

// registered returns what the handlers of a site may be, and the names of their tools.
func (e *engine) registered(s site) ([]leaf, []nameLeaf) {
	names := []nameLeaf{{text: s.r.Name}}
	if k := s.kept; k != nil {
		leaves := bare(settle(e.read(e.leaves(k.value, k.handler))))
		if k.name != nil {
			names = e.names(k.value, k.name)
		}
		// What was in the list before is registered by other sites.
		return slices.DeleteFunc(leaves, leaf.open), slices.DeleteFunc(names, func(n nameLeaf) bool {
			return n.owner != nil && leadsTo(paramType(n.owner, n.param), n.path, k.field)
		})
	}
	hv := argumentOf(s.call, s.r.Handler)
	if hv == nil {
		return nil, nil
	}
	if tv := argumentOf(s.call, s.r.Tool); tv != nil {
		names = e.names(tv, s.r.ToolPath)
	}
	return bare(settle(e.read(e.leaves(hv, s.r.HandlerPath)))), names
}

// bare drops the leaves for arguments of calls that are not seen, as when a parameter is middleware: other leaves say what those handlers
// are. A leaf for a part of such an argument becomes unknown.
func bare(ls []leaf) []leaf {
	out := slices.DeleteFunc(slices.Clone(ls), func(l leaf) bool { return l.Arg && len(l.Path) == 0 })
	for i, l := range out {
		if l.Arg {
			l.Arg, l.owner, l.Path = false, nil, nil
			l.State, l.Why = Unknown, unknownOrigin
			out[i] = l
		}
	}
	return out
}

// listOf returns the field with the list, or map, of tools that l is a part of an element of, and its index in l's path. Only the package
// can assign that field, and it belongs to a struct that an exported function is given. listOf returns nil if there is no such field, and
// for package main, all of whose code is seen.
func (e *engine) listOf(l leaf) (field *types.Var, at int) {
	if l.owner == nil || e.pass.Pkg.Name() == "main" {
		return nil, 0
	}
	if obj, ok := l.owner.Object().(*types.Func); !ok || !obj.Exported() {
		return nil, 0
	}
	parts, _ := l.Path.cut()
	fields, _ := parts.fields(paramType(l.owner, l.Param))
	for i, f := range fields {
		if f != nil && i+1 < len(fields) && fields[i+1] == nil && f.Pkg() == e.pass.Pkg && !f.Exported() {
			field, at = f, i
		}
	}
	return field, at
}

// keep reports whether a leaf of a site is an element of a list that the package fills, where only other packages call the site's function.
// If so, each store to the list becomes a site: whoever puts a tool into the list registers it, not whoever registers the whole list.
// Nothing is known of the server there.
func (e *engine) keep(s site, l leaf, names []nameLeaf) bool {
	field, at := e.listOf(l)
	if field == nil || l.State == Unknown || len(e.callsOf(l.owner)) > 0 {
		return false
	}
	stores := slices.Concat(e.m.StoresToField(field), e.m.StoresToElements(field))
	stores = slices.DeleteFunc(stores, func(st flow.Store) bool { return isNil(st.Val) })
	if len(stores) == 0 {
		return false
	}
	k := kept{field: field, handler: l.Path[at+1:]}
	for _, n := range names {
		if n.owner == l.owner && n.param == l.Param && len(n.path) > at+1 && slices.Equal(n.path[:at+1], l.Path[:at+1]) {
			k.name = n.path[at+1:]
			break
		}
	}
	s.r.Server, s.r.Covered = session, false
	s.r.Typed, s.r.Decorated = s.r.Typed || l.Typed, s.r.Decorated || l.State == Decorated
	if slices.ContainsFunc(stores, func(st flow.Store) bool { return e.decorates(st, k.handler) }) {
		s.r.Unknown = cmp.Or(s.r.Unknown, "a decorator may take its place in the list")
	}
	key := fmt.Sprint(k.field.Pos(), k.handler, k.name, s.r.Typed, s.r.Bypass, s.r.Decorated, s.r.Unknown)
	if e.lists[key] {
		return true
	}
	e.lists[key], e.listed[field] = true, true
	for _, st := range stores {
		k := k
		k.value = st.Val
		if st.At != nil {
			if st.At.Kind != flow.SelectElem || st.At.Rest != nil {
				continue // a part of an element is assigned
			}
			k.handler = k.handler[1:]
			if k.name != nil {
				k.name = k.name[1:]
			}
		}
		s.kept = &k
		e.pending = append(e.pending, s)
	}
	return true
}

// decorates reports whether a store to a part of a list's element may put a decorated handler there. p leads to the handler.
func (e *engine) decorates(st flow.Store, p path) bool {
	if st.At == nil || st.At.Kind != flow.SelectElem || st.At.Rest == nil {
		return false
	}
	p = p[1:]
	for part := st.At.Rest; part != nil; part = part.Rest {
		if len(p) == 0 || part.Kind != flow.SelectField || part.Field.Name() != p[0] {
			return false
		}
		p = p[1:]
	}
	return slices.ContainsFunc(settle(e.read(e.leaves(st.Val, p))), func(l leaf) bool { return l.State != Undecorated })
}

// leadsTo reports whether a path goes through a field.
func leadsTo(t types.Type, p path, field *types.Var) bool {
	parts, _ := p.cut()
	fields, ok := parts.fields(t)
	return ok && slices.Contains(fields, field)
}

// settle drops an undecorated handler that is, on another path, inside an unknown wrapper: that may well be a decorator that is applied in
// a loop. It also drops a bare handler that is replaced by a decorator's result: it is read there only to be decorated.
func settle(leaves []leaf) []leaf {
	type key struct {
		fn    *ssa.Function
		owner *ssa.Function
		param int
		path  string
		label string
	}
	keyOf := func(l leaf) key { return key{l.fn, l.owner, l.Param, strings.Join(l.Path, "\x00"), l.Label} }
	type place struct {
		key
		named token.Pos // where the handler is named
		by    *ssa.Call
	}
	placeOf := func(l leaf, by *ssa.Call) place {
		p := place{keyOf(l), token.NoPos, by}
		if l.owner == nil && len(l.places) > 0 {
			p.named = l.places[len(l.places)-1]
		}
		return p
	}
	unknown, replaced := make(map[key]bool), make(map[place]bool)
	for _, l := range leaves {
		for _, call := range l.by {
			replaced[placeOf(l, call)] = l.State != Undecorated || replaced[placeOf(l, call)]
		}
		if l.State == Unknown && l.by == (replacements{}) {
			unknown[keyOf(l)] = true
		}
	}
	delete(unknown, key{})
	loop := slices.ContainsFunc(leaves, func(l leaf) bool { return l.loop })
	return slices.DeleteFunc(slices.Clone(leaves), func(l leaf) bool {
		isReplaced := func(call *ssa.Call) bool { return call != nil && replaced[placeOf(l, call)] }
		return l.State == Undecorated && (loop || unknown[keyOf(l)] || slices.ContainsFunc(l.before[:], isReplaced))
	})
}

// derive makes the function around a site, which registers its own parameter, a registrar. It reports whether the function's callers, here
// or in packages that import this one, now count as registering.
func (e *engine) derive(s site, l leaf, name nameLeaf) bool {
	obj, ok := l.owner.Object().(*types.Func)
	if !ok || len(l.Path) > 6 {
		return false
	}
	if len(l.Path) > 0 && l.owner != flow.Outermost(s.call.Parent()) && s.kept == nil {
		// The function only stores a struct, or a list of structs, with a handler in a field. Others may use it for other purposes than to
		// register that.
		return true
	}
	obj = obj.Origin()
	e.makeRegistrar(obj, e.derived(s, l, name), e.calls[obj])
	return len(e.calls[obj]) > 0 || obj.Exported()
}

// handOn makes the function literal that a site is in, and that registers its own parameter, a registrar, if all its calls are known: the
// literal is only called, and not used as a value otherwise.
func (e *engine) handOn(s site, l leaf, name nameLeaf) bool {
	calls, all := e.m.CallsOf(l.owner)
	if !all || len(calls) == 0 || l.owner != s.call.Parent() || len(l.Path) > 6 {
		return false
	}
	e.makeRegistrar(l.owner, e.derived(s, l, name), calls)
	return true
}

// makeRegistrar makes a function or literal a registrar, and its calls sites.
func (e *engine) makeRegistrar(fn any, r registrar, calls []ssa.CallInstruction) {
	if slices.ContainsFunc(e.registrars[fn], r.equal) {
		return
	}
	e.registrars[fn] = append(e.registrars[fn], r)
	for _, call := range calls {
		e.pending = append(e.pending, site{call: call, r: r})
	}
}

// derived returns how the function whose parameter l is a part of registers tools by way of a site.
func (e *engine) derived(s site, l leaf, name nameLeaf) registrar {
	r := registrar{registerFact: registerFact{
		Handler: l.Param, HandlerPath: l.Path, Tool: none, Server: none, Op: none,
		Name: cmp.Or(name.text, l.Name), Typed: s.r.Typed || l.Typed, Bypass: s.r.Bypass,
		Decorated: l.State == Decorated || s.r.Decorated, Covered: s.covered, Unknown: s.r.Unknown,
	}}
	if l.State == Unknown {
		r.Unknown = cmp.Or(r.Unknown, l.Why)
	}
	if name.owner == l.owner {
		r.Tool, r.ToolPath = name.param, name.path
	}
	for _, a := range l.apps {
		if a.owner == l.owner && a.op != none {
			r.Op = a.op
		}
	}
	if server := s.server(); server != nil && !s.covered {
		if rs := e.roots(server); len(rs) == 1 {
			if p, ok := rs[0].value.(*ssa.Parameter); ok && p.Parent() == l.owner {
				r.Server = slices.Index(l.owner.Params, p)
			}
		}
	}
	if s.r.Server == session {
		r.Server = session
	}
	r.list, _ = e.listOf(l)
	r.inside = s.r.inside
	return r
}

// note adds a registration. own reports whether a position belongs to this handler, rather than to all handlers of the site.
func (e *engine) note(s site, l leaf, name nameLeaf, own func(token.Pos) bool, foreign bool) {
	expr := e.named(s, l, own)
	if expr == nil {
		return
	}
	reg := Registration{
		Pos: expr.Pos(), End: expr.End(), Call: s.call, Handler: l.fn, Label: l.Label,
		Name: cmp.Or(name.text, l.Name), Typed: l.Typed || s.r.Typed, Safe: l.Safe, Coded: l.Coded, State: l.State, Reason: l.Why, Foreign: foreign && !s.r.Bypass,
		Part: name.part, far: l.far, inside: s.r.inside,
	}
	if l.owner != nil {
		reg.Given, _ = l.owner.Object().(*types.Func)
	}
	if name.owner != nil && l.owner == nil && reg.Name == "" {
		reg.Named = e.namedBy(name)
	}
	if lit, ok := ast.Unparen(expr).(*ast.FuncLit); ok {
		reg.End = lit.Type.End() // not the whole body
	}
	if tv := e.m.ArgExpr(s.call, s.r.Tool); tv != nil {
		reg.NamePos = tv.Pos()
	}
	for _, a := range l.apps {
		reg.Decorators = append(reg.Decorators, a.Application)
	}
	if s.r.Decorated {
		reg.State = Decorated
	}
	if call, ok := s.call.(*ssa.Call); ok && s.r.Op != none {
		reg.Decorators = append(reg.Decorators, Application{
			Call: call, Decorator: flow.Called(call.Common()),
			Op: argumentOf(call, s.r.Op), OpExpr: e.m.ArgExpr(call, s.r.Op),
		})
	}
	if l.fn != nil && flow.Outermost(l.fn) != flow.Outermost(s.call.Parent()) {
		reg.Maker, _ = flow.Outermost(l.fn).Object().(*types.Func)
	}
	if call, _ := flow.ResultOf(l.value); call != nil {
		if fn := flow.Called(call.Common()); fn != nil && fn.Pkg() != e.pass.Pkg && e.m.OwnPackage(fn.Pkg()) {
			reg.From, reg.Maker = fn.Pkg().Path(), cmp.Or(reg.Maker, fn)
		}
	}
	if reg.State != Decorated && s.covered {
		reg.State = Covered
	}
	if reg.State != Unknown {
		reg.Reason = ""
	} else if l.fn == nil && l.Label == "" && reg.Name == "" {
		reg.List = l.list || slices.Contains(l.Path, elem)
	}
	reg.Server, reg.Group = e.serverOf(s)
	if obj, ok := l.fnObject(); ok {
		e.out.handlers[obj.Origin()] = true
	}
	e.out.Registrations = append(e.out.Registrations, reg)
}

// namedBy returns the names that the package's calls of a function give the tools that it registers with a handler of its own. They stand
// for the registration in the inventory; for the rules it is one handler. If nothing is known of one of the names, such as that of a tool which
// another server offers, there are none.
func (e *engine) namedBy(name nameLeaf) (out []Named) {
	type param struct {
		fn    *ssa.Function
		index int
		path  string
	}
	params := worklist.Of(param{name.owner, name.param, name.path.key()})
	for p := range params.All() {
		for _, call := range e.callsOf(p.fn) {
			v := argumentOf(call, p.index)
			if v == nil {
				continue
			}
			for _, n := range e.names(v, pathOfKey(p.path)) {
				switch {
				case n.owner != nil && len(e.callsOf(n.owner)) > 0:
					params.Push(param{n.owner, n.param, n.path.key()})
				case n.text == "" && n.part == "":
					return nil
				default:
					out = append(out, Named{Pos: call.Pos(), Name: n.text, Part: n.part})
				}
			}
		}
	}
	return out
}

// merge sorts the registrations and unites those that were found twice: once with the name, and once in a summary or in the code that the
// summary is of. The worse state wins, except that what is guessed from a field yields to anything else.
func (e *engine) merge() {
	compare := func(a, b Registration) int {
		return cmp.Or(
			cmp.Compare(a.Pos, b.Pos),
			compareBools(a.far, b.far),
			-compareBools(a.Name != "", b.Name != ""),
			cmp.Compare(a.Call.Pos(), b.Call.Pos()),
			strings.Compare(a.Name, b.Name),
			cmp.Compare(badness(b.State), badness(a.State)),
			compareBools(a.Typed, b.Typed),
			compareBools(a.Safe, b.Safe),
			compareBools(a.Coded, b.Coded),
		)
	}
	slices.SortStableFunc(e.out.Registrations, compare)
	var out []Registration
	first := 0 // of those at one place
	for _, reg := range e.out.Registrations {
		if len(out) > 0 && out[first].Pos != reg.Pos {
			first = len(out)
		}
		if first < len(out) && reg.far && !out[first].far {
			continue
		}
		at := slices.IndexFunc(out[first:], func(old Registration) bool { return old.Name == reg.Name || reg.Name == "" && old.Call == reg.Call })
		if at < 0 && reg.Name == "" && first < len(out) {
			at = 0
		}
		if at < 0 {
			out = append(out, reg)
			continue
		}
		old := &out[first+at]
		again, inside := append(old.again, old.Call, reg.Call), slices.Concat(old.inside, reg.inside)
		if badness(reg.State) > badness(old.State) {
			reg.Name = old.Name
			*old = reg
		}
		old.again, old.inside = again, inside
	}
	e.out.Registrations = out
}

// serverOf returns how the server of a site is written there, and a value that all tools of that server have in common.
func (e *engine) serverOf(s site) (name string, group any) {
	group = flow.Outermost(s.call.Parent())
	server := s.server()
	if server == nil || !isServer(server.Type()) && signature(server.Type()) == nil {
		return "", group
	}
	if expr := e.m.ArgExpr(s.call, s.r.Server); expr != nil {
		switch ast.Unparen(expr).(type) {
		case *ast.Ident, *ast.SelectorExpr:
			name = types.ExprString(expr)
		}
	}
	if servers := e.groupOf(server); servers != "" {
		group = servers
	}
	return name, group
}

// badness ranks what a state says against a registration.
func badness(s State) int { return slices.Index([]State{Decorated, Unknown, Covered, Undecorated}, s) }

// named returns the expression that names handler l of site s: an element of a table, which is the handler or has it as a method, or the
// argument.
func (e *engine) named(s site, l leaf, own func(token.Pos) bool) ast.Expr {
	for _, pos := range slices.Backward(l.places) {
		if expr := e.rows.expr[pos]; expr != nil && signature(e.pass.TypesInfo.TypeOf(expr)) != nil {
			return expr
		}
	}
	for _, pos := range slices.Backward(l.places) {
		if expr := e.rows.expr[pos]; expr != nil && own(pos) {
			return expr
		}
	}
	if slices.Contains(s.r.HandlerPath, elem) {
		for _, pos := range slices.Backward(l.places) {
			if expr := e.rows.expr[pos]; expr != nil {
				return expr
			}
		}
		if call, ok := l.value.(*ssa.Call); ok {
			if expr := e.m.CallExpr(call); expr != nil {
				return expr
			}
		}
	}
	return e.m.ArgExpr(s.call, s.r.Handler)
}

// findApplications collects the calls of decorators that take an operation. If an operation is a parameter, the callers are responsible for
// it.
func (e *engine) findApplications() {
	type pending struct {
		call  ssa.CallInstruction
		param int
	}
	var queue worklist.List[pending]
	for _, call := range e.m.Calls() {
		callee := flow.Called(call.Common())
		c, isCall := call.(*ssa.Call)
		if callee == nil || !isCall {
			continue
		}
		d := cmp.Or(e.declaredDecorator(callee), e.recognised(callee))
		if d == nil {
			for _, i := range e.factElsewhere(callee).Operations {
				queue.Push(pending{call, i})
			}
			continue
		}
		if d.Op != none {
			queue.Push(pending{call, d.Op})
		}
		e.out.Applications = append(e.out.Applications, Application{
			Call: c, Decorator: callee, Op: argumentOf(call, d.Op), OpExpr: e.m.ArgExpr(call, d.Op), Empty: argumentOf(call, d.Empty),
		})
	}
	for p := range queue.All() {
		v := argumentOf(p.call, p.param)
		if v == nil {
			continue
		}
		op := Operation{Value: v, Expr: e.m.ArgExpr(p.call, p.param), Callee: flow.Called(p.call.Common())}
		if op.Expr == nil {
			continue
		}
		for _, o := range e.m.Origins(v, flow.OriginOptions{NoCalls: true}) {
			if param, ok := o.Value.(*ssa.Parameter); ok && o.Kind == flow.OriginParam && o.Whole && param.Parent().Parent() == nil {
				i := slices.Index(param.Parent().Params, param)
				if !slices.Contains(e.operationParams[param.Parent()], i) {
					e.operationParams[param.Parent()] = append(e.operationParams[param.Parent()], i)
				}
				for _, call := range e.callsOf(param.Parent()) {
					queue.Push(pending{call, i})
				}
			}
		}
		e.out.Operations = append(e.out.Operations, op)
	}
	slices.SortStableFunc(e.out.Operations, func(a, b Operation) int {
		return cmp.Compare(a.Expr.Pos(), b.Expr.Pos())
	})
}

// recognised returns the decorator that fn is by what it does, or nil: every handler that it returns is one of its parameters, or an
// argument of the middleware that it returns, and is decorated.
func (e *engine) recognised(fn *types.Func) *decorator {
	return e.recognisedAs.Get(fn.Origin(), e.recognise)
}

func (e *engine) recognise(fn *types.Func) *decorator {
	own := e.m.Func(fn)
	if own == nil {
		return e.factElsewhere(fn).Recognised
	}
	d := &decorator{Handler: none, Op: none, Empty: none}
	found := false
	results := own.Signature.Results()
	for i := range results.Len() {
		for _, p := range e.partsIn(results.At(i).Type()) {
			ls, _ := e.summary(own, i, p)
			for _, l := range settle(e.read(ls)) {
				if l.owner != own && !l.Arg {
					continue
				}
				if l.State != Decorated {
					return nil
				}
				found = true
				for _, a := range l.apps {
					if a.owner == own && a.op != none && d.Op == none {
						d.Op = a.op
					}
				}
			}
		}
	}
	if !found {
		return nil
	}
	return d
}

// findDecorators marks the code that is part of decorators, and judges those that are declared.
func (e *engine) findDecorators() {
	var inside worklist.List[*ssa.Function]
	mark := func(fn *ssa.Function) {
		if fn != nil && fn.Blocks != nil && fn.Pkg == e.m.Pkg {
			inside.Push(fn)
		}
	}
	for fn := range e.m.Funcs() {
		if obj, ok := fn.Object().(*types.Func); ok {
			if e.declaredDecorator(obj) != nil {
				mark(fn)
				e.judge(obj, fn)
			} else if e.recognised(obj) != nil {
				mark(fn)
			}
		}
		if e.wrapping(fn).converts {
			mark(fn) // a literal that decorates where it stands, or a method
		}
	}
	for fn := range inside.All() {
		e.out.inside[fn] = true
		for _, anon := range fn.AnonFuncs {
			mark(anon)
		}
		for instr := range flow.Instrs(fn) {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if callee := flow.Called(call.Common()); callee != nil {
					mark(e.m.Func(callee))
				}
			}
		}
	}
}

// judge determines whether a declared decorator does what it is declared to do.
func (e *engine) judge(obj *types.Func, fn *ssa.Function) {
	d := Declared{Func: obj}
	found := false
	literals := worklist.Of(fn.AnonFuncs...)
	for f := range literals.All() {
		w := e.wrapping(f)
		if len(w.calls) == 0 {
			literals.Push(f.AnonFuncs...)
			continue
		}
		if w.unknown {
			continue
		}
		found = true
		d.Leaks = append(d.Leaks, w.leaks...)
		d.Panics = d.Panics || !w.guarded
		d.Drops = d.Drops || !w.converts && len(w.leaks) == 0 && (w.drops || !w.masks)
		for _, c := range w.calls {
			if c.helper != nil {
				d.Leaks = append(d.Leaks, e.wrapping(c.helper).leaks...)
			}
		}
	}
	if found {
		slices.Sort(d.Leaks)
		d.Leaks = slices.Compact(d.Leaks)
		e.out.Declared = append(e.out.Declared, d)
	}
}

// findHandlers adds two kinds of handlers: functions that are given to a server as handlers of something other than a tool, and exported
// functions of the very type that an SDK registers, which other packages can register.
func (e *engine) findHandlers() {
	for _, call := range e.m.Calls() {
		args := arguments(call.Common())
		if flow.Called(call.Common()) == nil || len(args) < 2 || !isServer(args[0].Type()) {
			continue
		}
		for _, arg := range args[1:] {
			if !failing(signature(arg.Type())) {
				continue
			}
			targets, _ := e.m.Targets(arg)
			for _, t := range targets {
				if obj, ok := t.Fn.Object().(*types.Func); ok {
					e.out.handlers[obj.Origin()] = true
				}
			}
		}
	}
	for obj, fn := range e.m.ExportedFuncs() {
		if servesRequest(fn.Signature) {
			e.out.handlers[obj] = true
		}
	}
}
