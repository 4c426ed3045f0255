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
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// A nameLeaf is one name that a tool may have: a constant, or a part of a parameter.
type nameLeaf struct {
	text  string // constant; "" if it is not known
	part  string // what is known of a name that is put together, with "…" for the rest; for display only
	owner *ssa.Function
	param int
	path  path
	trail []token.Pos
}

// equal reports whether n and o are the same name, whatever their trails.
func (n nameLeaf) equal(o nameLeaf) bool {
	return n.text == o.text && n.part == o.part && n.owner == o.owner && n.param == o.param && slices.Equal(n.path, o.path)
}

// open reports whether nothing is known of a name.
func (n nameLeaf) open() bool { return n.text == "" && n.owner == nil }

// A nameKey is what tells the names of an answer apart. That includes the trail, without duplicates, since it pairs the name with a
// handler.
type nameKey struct {
	text, part, path, trail string
	owner                   *ssa.Function
	param                   int
}

type nameSet = set[nameKey, nameLeaf]

func (n nameLeaf) key() nameKey {
	return nameKey{n.text, n.part, n.path.key(), placesKey(n.trail), n.owner, n.param}
}

func (n nameLeaf) compare(nameLeaf) int { return 0 }

// names returns the names that part p of v may be.
func (e *engine) names(v ssa.Value, p path) []nameLeaf {
	ns := e.namesOf(v, p)
	slices.SortFunc(ns, func(a, b nameLeaf) int {
		return cmp.Or(
			slices.Compare(a.trail, b.trail),
			strings.Compare(a.text, b.text),
			strings.Compare(a.part, b.part),
			compareValues(a.owner, b.owner),
			cmp.Compare(a.param, b.param),
			slices.Compare(a.path, b.path),
		)
	})
	return ns
}

// namesOf returns the same in arbitrary order and, while the solver runs, as far as they are known.
func (e *engine) namesOf(v ssa.Value, p path) []nameLeaf {
	switch s := e.nameSolver.Get(question{v: v, path: p.key()}); {
	case s == nil:
		return nil
	case s.full:
		e.tooMany = true
		return []nameLeaf{{}}
	default:
		return s.members()
	}
}

// solveNames is the transfer function for the names that a part of a value may be.
func (e *engine) solveNames(q question) *nameSet {
	out := newSet[nameKey, nameLeaf]()
	e.tooMany = false
	parts, rest := pathOfKey(q.path).cut()
	fields, ok := parts.fields(q.v.Type())
	if !ok {
		out.add(nameLeaf{})
		return out
	}
	origins := e.nameOrigins.Get(q, func(question) []flow.Origin {
		return e.m.Origins(q.v, flow.OriginOptions{Fields: fields, Enter: enterForName, Local: true, EachWay: true})
	})
	for _, o := range origins {
		n := nameLeaf{trail: before(o.Trail, nil)}
		if len(rest) > 0 {
			for _, inner := range e.namesInFrame(e.namesReturned(o, rest), o.Frame) {
				inner.trail = before(o.Trail, inner.trail)
				out.add(inner)
			}
			continue
		}
		if keys := e.keys(o); keys != nil {
			for _, n := range keys {
				out.add(n)
			}
			continue
		}
		switch o.Kind {
		case flow.OriginZero:
			continue
		case flow.OriginConst:
			n.text, _ = flow.StringConst(o.Value)
		case flow.OriginParam:
			param := o.Value.(*ssa.Parameter)
			n.owner, n.param, n.path = param.Parent(), slices.Index(param.Parent().Params, param), pathOf(o.Fields)
		case flow.OriginCall:
			call := o.Call()
			var ns []nameLeaf
			made := call != nil && len(o.Fields) == 1
			if made {
				ns = e.namesCalled(call, o.Index)
			} else if call != nil && len(o.Fields) > 1 {
				ns, made = e.namesPassed(call, o.Index, pathOf(o.Fields[:len(o.Fields)-1]))
			}
			if made {
				for _, inner := range e.namesInFrame(ns, o.Frame) {
					inner.trail = before(o.Trail, inner.trail)
					out.add(inner)
				}
				continue
			}
			n.part = e.partOfName(o)
		case flow.OriginGlobal:
			var fact varFact
			if obj, ok := o.Value.(*ssa.Global).Object().(*types.Var); ok && len(o.Fields) == 1 && obj.Pkg() != e.pass.Pkg && e.pass.ImportObjectFact(obj, &fact) {
				n.text = fact.Tool
			}
		default:
			n.part = e.partOfName(o)
		}
		out.add(n)
	}
	out.full = out.full || e.tooMany
	return out
}

// ellipsis stands for what is not known of a name.
const ellipsis = "…"

// partOfName returns what is known of a name that an origin puts together, "…_get" for prefix + "_get", or "" if that is nothing.
func (e *engine) partOfName(o flow.Origin) string {
	pieces, ok := e.texts.Pieces(o.Value)
	if !ok || !o.Whole {
		return ""
	}
	var b strings.Builder
	known, open := false, false
	for _, p := range pieces {
		lit := p.Lit
		if p.Value != nil && (p.Verb == 's' || p.Verb == 'v') {
			lit = constantIn(p.Value, o.Frame)
		}
		switch {
		case lit != "":
			known, open = true, false
			b.WriteString(lit)
		case p.Value != nil && !open:
			open = true
			b.WriteString(ellipsis)
		}
	}
	if !known {
		return ""
	}
	return b.String()
}

// constantIn returns the constant text that a value is in the call that a frame stands for, or "".
func constantIn(v ssa.Value, f *flow.Frame) string {
	for v = flow.Strip(v); f != nil; f = f.Caller {
		param, ok := v.(*ssa.Parameter)
		if !ok || param.Parent() != f.Fn {
			break
		}
		i := slices.Index(f.Fn.Params, param)
		if i >= len(f.Args) || f.Args[i] == nil {
			break
		}
		v = flow.Strip(f.Args[i])
	}
	text, _ := flow.StringConst(v)
	return text
}

// enterForName reports whether Origins enters a call in search of a name. It does not if a function value is called that needs no arguments:
// the way to that function, such as a row of a table, tells its name from others.
func enterForName(call *ssa.Call, _ *ssa.Function) bool {
	return call.Call.IsInvoke() || call.Call.StaticCallee() != nil || len(call.Call.Args) > 0
}

// keys returns the names that an origin may be if it is the key of a map that a loop ranges over: the keys of the map's entries, each with
// the position of its entry. It returns nil for other origins, and if a key is not constant.
func (e *engine) keys(o flow.Origin) []nameLeaf {
	if !o.Whole {
		return nil
	}
	var out []nameLeaf
	for _, made := range e.ranged(o.Value) {
		if made.Kind != flow.OriginMake {
			return nil
		}
		for _, entry := range e.m.Entries(made.Value) {
			if text, ok := flow.StringConst(entry.Key); ok {
				out = append(out, nameLeaf{text: text, trail: before(made.Trail, []token.Pos{entry.Update.Pos()})})
				continue
			}
			// A loop over the same map may store something under an existing key.
			same := slices.ContainsFunc(e.ranged(entry.Key), func(m flow.Origin) bool { return m.Kind == flow.OriginMake && m.Value == made.Value })
			if !same {
				return nil
			}
		}
	}
	return out
}

// ranged returns the origins of the map that a loop ranges over, if v is the loop's key.
func (e *engine) ranged(v ssa.Value) []flow.Origin {
	x, ok := v.(*ssa.Extract)
	if !ok || x.Index != 1 {
		return nil
	}
	next, ok := x.Tuple.(*ssa.Next)
	if !ok || next.IsString {
		return nil
	}
	return e.m.Origins(next.Iter.(*ssa.Range).X, flow.OriginOptions{Local: true})
}

// namesCalled returns the names of the tool that is result index of a call.
func (e *engine) namesCalled(call *ssa.Call, index int) []nameLeaf {
	fn := flow.Called(call.Common())
	switch {
	case fn != nil && isNewTool(fn):
		return e.namesOf(call.Call.Args[0], nil)
	case fn != nil && fn.Pkg() != nil && fn.Pkg() != e.pass.Pkg:
		if ns, ok := e.namesPassed(call, index, nil); ok {
			return ns
		}
		return []nameLeaf{{text: e.toolOf(fn)}}
	case !call.Call.IsInvoke():
		return e.namesOf(call.Call.Value, path{result(index), "Name"})
	}
	// For a method of an interface, the types that the value may have here decide.
	var out []nameLeaf
	for _, o := range e.m.Origins(call.Call.Value, flow.OriginOptions{Local: true}) {
		m := flow.Method(originType(o), e.pass.Pkg, call.Call.Method.Name())
		if m == nil || types.IsInterface(originType(o)) {
			out = append(out, nameLeaf{})
			continue
		}
		way := before(o.Trail, nil)
		own := e.m.Func(m.Origin())
		if own == nil {
			out = append(out, nameLeaf{text: e.toolOf(m), trail: way})
			continue
		}
		for _, n := range e.namesIn(own, index, path{"Name"}) {
			n.trail = before(way, n.trail)
			out = append(out, n)
		}
	}
	return out
}

// namesReturned returns the names in part rest of a function value, where rest starts with a call of it.
func (e *engine) namesReturned(o flow.Origin, rest path) []nameLeaf {
	index, isCall := resultOf(rest[0])
	switch {
	case !isCall:
	case o.Kind == flow.OriginZero:
		return nil // it cannot be called
	case o.Kind == flow.OriginParam:
		param := o.Value.(*ssa.Parameter)
		return []nameLeaf{{owner: param.Parent(), param: slices.Index(param.Parent().Params, param), path: pathOf(o.Fields).plus(rest...)}}
	case o.Kind == flow.OriginFunc:
		fn, _ := o.Func()
		if fn != nil && fn.Pkg == e.m.Pkg && fn.Blocks != nil {
			return e.namesIn(fn, index, rest[1:])
		}
		if fn != nil && slices.Equal(rest[1:], path{"Name"}) {
			if obj, ok := fn.Object().(*types.Func); ok {
				return []nameLeaf{{text: e.toolOf(obj)}}
			}
		}
	}
	return []nameLeaf{{}}
}

// namesIn returns the names in part p of result index of fn. What they are of the arguments is not followed.
func (e *engine) namesIn(fn *ssa.Function, index int, p path) []nameLeaf {
	var out []nameLeaf
	for ret := range flow.Returns(fn) {
		if index >= len(ret.Results) {
			continue
		}
		for _, n := range e.namesOf(ret.Results[index], p) {
			if n.owner == fn {
				n = nameLeaf{trail: n.trail}
			}
			out = append(out, n)
		}
	}
	return out
}

// namesPassed returns the names of the tool that a function of another package returns as part p of result index, if they are names that it
// is given; ok is false otherwise.
func (e *engine) namesPassed(call *ssa.Call, index int, p path) (ns []nameLeaf, ok bool) {
	for _, t := range e.factElsewhere(flow.Called(call.Common())).Passes {
		if v := argumentOf(call, t.Param); t.Result == index && slices.Equal(t.Path, p) && v != nil {
			ns := slices.Clone(e.namesOf(v, t.Of))
			given := e.m.PushArgument(nil, call, t.Param)
			for i := range ns {
				ns[i].trail = before(given, ns[i].trail)
			}
			return ns, true
		}
	}
	return nil, false
}

// passes returns the tools in the results of a function, or in structs of its package that it returns, whose name is a part of a parameter.
func (e *engine) passes(fn *ssa.Function) []toolFact {
	var out []toolFact
	for i := range fn.Signature.Results().Len() {
		t := fn.Signature.Results().At(i).Type()
		var parts []path
		if isTool(t) {
			parts = []path{nil}
		} else if named, s := namedStruct(t); named != nil && named.Obj().Pkg() == e.pass.Pkg {
			for f := range s.Fields() {
				if isTool(f.Type()) {
					parts = append(parts, path{f.Name()})
				}
			}
		}
		for _, p := range parts {
			var names []nameLeaf
			for ret := range flow.Returns(fn) {
				if !isNil(ret.Results[i]) {
					names = append(names, e.namesOf(ret.Results[i], p.plus("Name"))...)
				}
			}
			names = slices.DeleteFunc(names, nameLeaf.open) // an unknown option that gets the tool does not rename it
			same := func(n nameLeaf) bool {
				return n.owner == fn && n.param == names[0].param && slices.Equal(n.path, names[0].path)
			}
			if len(names) > 0 && !slices.ContainsFunc(names, func(n nameLeaf) bool { return !same(n) }) {
				out = append(out, toolFact{Result: i, Path: p, Param: names[0].param, Of: names[0].path})
			}
		}
	}
	return out
}

// toolOf returns the name of the tool that fn returns, if that is always the same. fn may belong to another package.
func (e *engine) toolOf(fn *types.Func) string { return e.toolsOf.Get(fn.Origin(), e.findTool) }

func (e *engine) findTool(fn *types.Func) string {
	own := e.m.Func(fn)
	if own == nil {
		return e.factElsewhere(fn).Tool
	}
	at := slices.IndexFunc(slices.Collect(fn.Signature().Results().Variables()), func(v *types.Var) bool { return isTool(v.Type()) })
	var names []nameLeaf
	for ret := range flow.Returns(own) {
		if at >= 0 && at < len(ret.Results) {
			names = append(names, e.namesOf(ret.Results[at], path{"Name"})...)
		}
	}
	return oneName(names)
}

// nameInVar returns the name of the tool that variable g holds.
func (e *engine) nameInVar(g *ssa.Global) string {
	var names []nameLeaf
	for _, st := range e.m.StoresTo(g) {
		if st.At == nil {
			names = append(names, e.namesOf(st.Val, path{"Name"})...)
		}
	}
	if names == nil {
		names = e.namesOf(g, path{"Name"})
	}
	return oneName(names)
}

// oneName returns the constant that all names are, or "".
func oneName(names []nameLeaf) string {
	if len(names) == 0 || slices.ContainsFunc(names, func(n nameLeaf) bool { return n.owner != nil || n.text != names[0].text }) {
		return ""
	}
	return names[0].text
}

// nameHandlers gives the handlers that fn returns the name of the tool that fn returns with them.
func (e *engine) nameHandlers(ls []leaf, fn *ssa.Function) {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return
	}
	for i, l := range ls {
		if l.isHandler() && l.Name == "" {
			ls[i].Name = e.toolOf(obj)
		}
	}
}

// namesInFrame translates ns, which were found in the function that f calls, into terms of the call's arguments.
func (e *engine) namesInFrame(ns []nameLeaf, f *flow.Frame) []nameLeaf {
	for ; f != nil; f = f.Caller {
		var out []nameLeaf
		for _, n := range ns {
			if n.owner != f.Fn || n.param >= len(f.Args) {
				out = append(out, n)
				continue
			}
			given := e.m.PushArgument(n.trail, f.Call, n.param)
			for _, inner := range e.namesOf(f.Args[n.param], n.path) {
				inner.trail = before(given, inner.trail)
				out = append(out, inner)
			}
		}
		ns = out
	}
	return ns
}

// A rowIndex finds composite literals by the positions of the stores that they compile to: the colon of a keyed element, or the beginning
// of one without a key.
type rowIndex struct {
	row    map[token.Pos]*ast.CompositeLit // of structs only
	parent map[*ast.CompositeLit]*ast.CompositeLit
	expr   map[token.Pos]ast.Expr // the element, or the argument of a call that stands there, unless it is a literal itself
}

// rows is an analyzer of its own because it needs syntax only: it runs beside the one that makes the SSA form.
var rows = &analysis.Analyzer{
	Name:       "toolrows",
	Doc:        "find the composite literals that tables of tools may be of\n\nThis is for the analyzer toolflow. It reports nothing.",
	URL:        "https://pkg.go.dev/github.com/errlint/errlint/internal/toolflow",
	ResultType: reflect.TypeFor[rowIndex](),
	Run: func(pass *analysis.Pass) (any, error) {
		if !flow.InScope(pass) {
			return rowIndex{}, nil
		}
		return newRowIndex(pass.Files, pass.TypesInfo), nil
	},
}

func newRowIndex(files []*ast.File, info *types.Info) rowIndex {
	x := rowIndex{
		make(map[token.Pos]*ast.CompositeLit),
		make(map[*ast.CompositeLit]*ast.CompositeLit),
		make(map[token.Pos]ast.Expr),
	}
	for cur := range inspector.New(files).Root().Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			for _, arg := range n.Args {
				if _, ok := arg.(*ast.CompositeLit); !ok {
					x.expr[arg.Pos()] = arg
				}
			}
		case *ast.CompositeLit:
			for up := range cur.Parent().Enclosing((*ast.CompositeLit)(nil), (*ast.FuncLit)(nil)) {
				if lit, ok := up.Node().(*ast.CompositeLit); ok {
					x.parent[n] = lit
				}
				break
			}
			x.add(n, info)
		}
	}
	return x
}

func (x rowIndex) add(lit *ast.CompositeLit, info *types.Info) {
	t := info.TypeOf(lit)
	isStruct := t != nil && flow.Struct(t) != nil
	for _, elt := range lit.Elts {
		pos, value := elt.Pos(), elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			pos, value = kv.Colon, kv.Value
		}
		if isStruct {
			x.row[pos] = lit
		}
		if _, nested := value.(*ast.CompositeLit); !nested {
			x.expr[pos] = value
		}
	}
}

// pair returns, for each handler, the name that belongs to it: the only name there is, the name that came the same way (by the same calls
// and assignments, as far as handlers and names share any; unknown names do not count), or the name in the same struct literal. A handler
// that was stored in a field of some struct takes no name from elsewhere.
func (x rowIndex) pair(leaves []leaf, names []nameLeaf) []nameLeaf {
	out := make([]nameLeaf, len(leaves))
	common := make(map[token.Pos]bool)
	for _, l := range leaves {
		for _, pos := range l.trail {
			common[pos] = false
		}
	}
	for _, n := range names {
		for _, pos := range n.trail {
			if _, ok := common[pos]; ok {
				common[pos] = true
			}
		}
	}
	way := func(trail []token.Pos) string {
		at := slices.DeleteFunc(slices.Sorted(slices.Values(trail)), func(pos token.Pos) bool { return !common[pos] })
		return fmt.Sprint(slices.Compact(at))
	}
	byWay := make(map[string][]nameLeaf)
	for _, n := range names {
		w := way(n.trail)
		if !slices.ContainsFunc(byWay[w], n.equal) {
			byWay[w] = append(byWay[w], n)
		}
	}
	for i, l := range leaves {
		if len(names) == 1 && !l.far {
			out[i] = names[0]
			continue
		}
		same := byWay[way(l.trail)]
		if known := slices.DeleteFunc(slices.Clone(same), nameLeaf.open); len(known) == 1 {
			same = known
		}
		if len(same) == 1 && !l.far {
			out[i] = same[0]
			continue
		}
		if len(same) == 0 {
			same = names
		}
		out[i] = x.inRow(l.trail, same)
	}
	return out
}

// inRow returns the only one of names that stands in the smallest struct literal that contains both a name and the handler with this trail.
func (x rowIndex) inRow(trail []token.Pos, names []nameLeaf) nameLeaf {
	var best []nameLeaf
	for _, pos := range trail {
		row := x.row[pos]
		if row == nil {
			continue
		}
		var found []nameLeaf
		for _, n := range names {
			if slices.ContainsFunc(n.trail, func(p token.Pos) bool { return x.isWithin(x.row[p], row) }) {
				found = append(found, n)
			}
		}
		if len(found) > 0 && (best == nil || len(found) < len(best)) {
			best = found
		}
	}
	if len(best) == 1 {
		return best[0]
	}
	return nameLeaf{}
}

// keyed gives the handlers of a site that have no name the key under which they are in a map, if they are looked up there by the name of
// their tool.
func (e *engine) keyed(s site, leaves []leaf, names, paired []nameLeaf) {
	hv := argumentOf(s.call, s.r.Handler)
	if hv == nil || s.kept != nil || !slices.ContainsFunc(paired, nameLeaf.open) {
		return
	}
	fields, ok := s.r.HandlerPath.fields(hv.Type())
	if !ok {
		return
	}
	isLookup := func(v ssa.Value) bool { return lookedUp(v) != nil }
	var keys []nameLeaf
	for _, o := range e.m.Origins(hv, flow.OriginOptions{Fields: fields, Local: true, Stop: isLookup}) {
		if o.Kind == flow.OriginStop {
			keys = append(keys, e.names(lookedUp(o.Value).Index, nil)...)
		}
	}
	// A key is the name if it is written at the same place.
	isName := func(key nameLeaf) bool {
		return key.text != "" && len(key.trail) > 0 && slices.ContainsFunc(names, func(n nameLeaf) bool {
			return n.text == key.text && len(n.trail) > 0 && n.trail[len(n.trail)-1] == key.trail[len(key.trail)-1]
		})
	}
	for i, l := range leaves {
		for _, pos := range l.trail {
			at := slices.IndexFunc(keys, func(k nameLeaf) bool { return k.text == e.keyAt(pos) && isName(k) })
			if at >= 0 && paired[i].open() {
				paired[i] = nameLeaf{text: keys[at].text}
			}
		}
	}
}

// lookedUp returns the lookup in a map that v is a result of, or nil.
func lookedUp(v ssa.Value) *ssa.Lookup {
	if x, ok := v.(*ssa.Extract); ok && x.Index == 0 {
		v = x.Tuple
	}
	lookup, _ := v.(*ssa.Lookup)
	return lookup
}

// keyAt returns the constant key of the entry that is put into a map at a position, or "".
func (e *engine) keyAt(pos token.Pos) string {
	if e.entryKeys == nil {
		e.entryKeys = make(map[token.Pos]string)
		for fn := range e.m.Funcs() {
			for instr := range flow.Instrs(fn) {
				if put, ok := instr.(*ssa.MapUpdate); ok {
					if key, ok := flow.StringConst(put.Key); ok {
						e.entryKeys[put.Pos()] = key
					}
				}
			}
		}
	}
	return e.entryKeys[pos]
}

// isWithin reports whether literal lit is row, or within it.
func (x rowIndex) isWithin(lit, row *ast.CompositeLit) bool {
	for lit != nil && lit != row {
		lit = x.parent[lit]
	}
	return lit != nil
}

// literalNames returns the names of the tools in the package's struct literals, for literals with just one.
func (e *engine) literalNames() map[*ast.CompositeLit]string {
	if e.litNames != nil {
		return e.litNames
	}
	e.litNames = make(map[*ast.CompositeLit]string)
	for fn := range e.m.Funcs() {
		for instr := range flow.Instrs(fn) {
			st, ok := instr.(*ssa.Store)
			if !ok || e.rows.row[st.Pos()] == nil {
				continue
			}
			var p path
			switch fa, ok := st.Addr.(*ssa.FieldAddr); {
			case !ok:
				continue
			case isTool(st.Val.Type()):
				p = path{"Name"}
			case !isTool(fa.X.Type()) || fieldName(fa) != "Name":
				continue
			}
			ns := e.names(st.Val, p)
			if len(ns) != 1 || ns[0].text == "" {
				continue
			}
			for lit := e.rows.row[st.Pos()]; lit != nil; lit = e.rows.parent[lit] {
				name := ns[0].text
				if old, ok := e.litNames[lit]; ok && old != name {
					name = "" // more than one
				}
				e.litNames[lit] = name
			}
		}
	}
	return e.litNames
}

func fieldName(fa *ssa.FieldAddr) string { return flow.StructField(fa.X.Type(), fa.Field).Name() }
