package codeflow

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
)

// Kind is a set of kinds of codes. The empty set stands for no code.
type Kind uint8

const (
	Own     Kind = 1 << iota // of the program's errors
	JSONRPC                  // of JSON-RPC's error object
	HTTP                     // an HTTP status
	GRPC                     // a gRPC status code

	Any = Own | JSONRPC | HTTP | GRPC
)

func (k Kind) String() string {
	var names []string
	for i, name := range []string{"own", "jsonrpc", "http", "grpc"} {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "|")
}

// Options adds to what is known from the start. The zero Options add nothing.
type Options struct {
	Types  []string // qualified names of types whose values are codes
	Fields []string // qualified names of fields that hold codes: example.com/app.Problem.Code
}

// A Use is a constant that stands where it becomes a code, or is compared with one.
type Use struct {
	Expr     ast.Expr
	Const    *types.Const // the constant that Expr names, through conversions; nil for a literal
	Value    constant.Value
	Kind     Kind
	Compared bool
	Of       *types.Package // the other package whose field or parameter takes it in the end, or nil
}

// An Imported is a constant of another package that is a code.
type Imported struct {
	Pkg   *types.Package
	Name  string
	Value string // in the form of constant.Value.ExactString
}

// Codes are the codes of one package.
type Codes struct {
	// Uses are the constants that are written where they become codes, in source order.
	Uses []Use
	// Imported are the codes of packages that this one imports, directly or not: their exported constants that these packages
	// themselves show to be codes, by path and name.
	Imported []Imported

	e      *engine
	consts map[*types.Const]Kind
	mu     sync.Mutex // answers are computed on demand, and the rules run side by side
}

// Var returns what kinds of codes a variable, parameter or field holds.
func (c *Codes) Var(v *types.Var) Kind { return c.get(slot{obj: v.Origin()}) }

// Result returns what kinds of codes a result of a function is.
func (c *Codes) Result(fn *types.Func, i int) Kind { return c.get(slot{obj: fn.Origin(), index: i}) }

func (c *Codes) get(s slot) Kind {
	if c.e == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.e.solver.Get(s)
}

// Type returns what kinds of codes the values of a defined type are.
func (c *Codes) Type(t types.Type) Kind {
	if c.e == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.e.typeKind(t)
}

// Const returns what kinds of codes a constant is, as far as this package uses it or its type says.
func (c *Codes) Const(obj *types.Const) Kind { return c.consts[obj] | c.Type(obj.Type()) }

// IsEnvelope reports whether a type is an envelope of the module, by its members in JSON or by its mark.
func (c *Codes) IsEnvelope(t types.Type) bool { return c.e != nil && c.e.replies.IsEnvelope(t) }

// Into yields the constant expressions whose values come to be in one of the given variables, parameters or fields, each once, with that one.
func (c *Codes) Into(is map[*types.Var]bool) iter.Seq2[ast.Expr, *types.Var] {
	return func(yield func(ast.Expr, *types.Var) bool) {
		seen := make(map[ast.Expr]bool)
		for _, in := range c.e.into {
			if in.compared || in.dest.obj == nil || seen[in.expr] || c.e.pass.TypesInfo.Types[in.expr].Value == nil {
				continue
			}
			if v := c.e.find(in.dest, is); v != nil {
				seen[in.expr] = true
				if !yield(in.expr, v) {
					return
				}
			}
		}
	}
}

// Reaches reports whether the value of a variable, parameter or field comes to be in one of the given ones.
func (c *Codes) Reaches(v *types.Var, is map[*types.Var]bool) bool {
	return c.e.find(slot{obj: v.Origin()}, is) != nil
}

// Analyzer is the analyzer for the zero Options.
var Analyzer = New(Options{}, replyflow.Analyzer)

// New returns an analyzer that finds the codes of a package, given the analyzer of replies that it is run with. It
// reports nothing; its result is a [*Codes]. As fact types belong to one analyzer, all rules that run together
// must share the one they require.
func New(opts Options, replies *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "codeflow",
		Doc:        "find the codes of errors\n\nThis is what the rules on codes query. It reports nothing.",
		URL:        "https://pkg.go.dev/github.com/errlint/errlint/internal/codeflow",
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts, replies) },
		Requires:   []*analysis.Analyzer{errflow.Analyzer, replies},
		ResultType: reflect.TypeFor[*Codes](),
		FactTypes:  []analysis.Fact{new(codeFact), new(constsFact)},
	}
}

// A codeFact says which parameters of a function become codes, and of which kinds, or of which kinds the values of a
// field or a type are.
type codeFact struct {
	Params []paramFact
	Kind   Kind
}

type paramFact struct {
	Param int
	Kind  Kind
}

// A constsFact lists the exported constants of a package that are codes, sorted by name.
type constsFact struct{ Consts []constFact }

type constFact struct{ Name, Value string }

func (*codeFact) AFact()   {}
func (*constsFact) AFact() {}

func (f *constsFact) String() string { return fmt.Sprintf("codes%v", f.Consts) }

func (f *codeFact) String() string {
	s := "codes("
	for _, p := range f.Params {
		s += fmt.Sprintf("param %d %s ", p.Param, p.Kind)
	}
	return strings.TrimSpace(s+f.Kind.String()) + ")"
}

// A slot is a place that holds a value: a variable, parameter or field, a result of a function, or the elements of what
// is there.
type slot struct {
	obj   types.Object
	index int // of the result, if obj is a function
	elems int // how many times elements were selected
}

// An engine finds the codes of one package.
type engine struct {
	pass    *analysis.Pass
	opts    Options
	m       *errflow.Model
	replies *replyflow.Replies
	solver  *flow.Solver[slot, Kind]
	base    map[slot]Kind
	succ    map[slot][]slot // where the value of a slot is handed to
	into    []into
	types   map[*types.TypeName]Kind
	shapes  worklist.Memo[types.Type, map[*types.Var]Kind] // see shape
}

// An into is an expression whose value is handed to a slot or to a place for codes of some kind, or is compared with a slot.
type into struct {
	expr     ast.Expr
	dest     slot
	kind     Kind
	compared bool
}

func run(pass *analysis.Pass, opts Options, replies *analysis.Analyzer) (any, error) {
	m := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !m.InScope() {
		return &Codes{}, nil
	}
	e := &engine{pass: pass, opts: opts, m: m, replies: pass.ResultOf[replies].(*replyflow.Replies), base: make(map[slot]Kind), succ: make(map[slot][]slot), types: make(map[*types.TypeName]Kind)}
	e.solver = flow.NewUnionSolver(func(s slot) Kind {
		k := e.base[s] | e.imported(s)
		for _, to := range e.succ[s] {
			k |= e.solver.Get(to)
		}
		return k
	}, func(k, l Kind) Kind { return k | l })
	for _, r := range e.replies.All {
		e.reply(r)
	}
	e.edges()
	e.standard()
	e.findTypes()
	codes := &Codes{e: e, consts: make(map[*types.Const]Kind)}
	e.uses(codes)
	e.exportFacts(codes)
	codes.Imported = e.importedConsts()
	return codes, nil
}

// importedConsts reads what other packages say of their constants.
func (e *engine) importedConsts() []Imported {
	var out []Imported
	for _, f := range e.pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*constsFact); ok && f.Package != e.pass.Pkg {
			for _, c := range fact.Consts {
				out = append(out, Imported{f.Package, c.Name, c.Value})
			}
		}
	}
	slices.SortFunc(out, func(a, b Imported) int {
		return cmp.Or(strings.Compare(a.Pkg.Path(), b.Pkg.Path()), strings.Compare(a.Name, b.Name))
	})
	return out
}

// reply adds the operand of a call that is the code of a reply.
func (e *engine) reply(r replyflow.Reply) {
	call, ok := r.Sets.(ssa.CallInstruction)
	if !ok || r.Code == nil {
		return
	}
	common := call.Common()
	i := slices.Index(common.Args, r.Code)
	if i < 0 {
		return
	}
	if common.IsInvoke() {
		i++
	}
	kind := map[replyflow.Kind]Kind{replyflow.HTTP: HTTP, replyflow.JSONRPC: JSONRPC, replyflow.GRPC: GRPC}[r.Kind]
	if expr := e.m.ArgExpr(call, i); expr != nil && kind != 0 {
		e.flow(expr, param(flow.Callee(common), i), kind)
	}
}

// param returns the parameter of a function that takes an argument, or the zero slot if it is not known. The first
// argument of a method is its receiver.
func param(fn *types.Func, arg int) slot {
	if fn == nil {
		return slot{}
	}
	if fn.Signature().Recv() != nil {
		arg--
	}
	if params := fn.Signature().Params(); arg >= 0 && arg < params.Len() {
		return slot{obj: params.At(arg)}
	}
	return slot{}
}

// isStandard reports whether v is one of the codes that JSON-RPC itself defines.
func isStandard(v constant.Value) bool {
	n, ok := flow.IntValue(v)
	return ok && (n == -32700 || n >= -32603 && n <= -32600)
}

// standard finds the slots and the types of the package that take several of the codes that JSON-RPC itself defines, and the slots that take
// several of the statuses that net/http names. That shows what maps errors to codes for another package: nothing else has these values.
func (e *engine) standard() {
	first := make(map[any]constant.Value) // by slot and by type
	several := func(of any, v constant.Value) bool {
		if !isStandard(v) {
			return false
		}
		if first[of] == nil {
			first[of] = v
		}
		return !constant.Compare(v, token.EQL, first[of])
	}
	statuses := make(map[slot]types.Object) // the first status by slot
	for _, in := range e.into {
		if in.compared || in.dest.obj == nil {
			continue
		}
		if several(in.dest, e.pass.TypesInfo.Types[in.expr].Value) {
			e.base[in.dest] |= JSONRPC
		}
		if named := e.statusConst(in.expr); named != nil {
			if first := statuses[in.dest]; first != nil && first != named {
				e.base[in.dest] |= HTTP
			}
			statuses[in.dest] = named
		}
	}
	for obj := range flow.Consts(e.pass.Pkg) {
		if n, ok := types.Unalias(obj.Type()).(*types.Named); ok && several(n.Obj(), obj.Val()) {
			e.types[n.Obj()] = e.typeKind(n) | JSONRPC
		}
	}
}

// statusConst returns the constant of package net/http that an expression names, if it is a status, or nil.
func (e *engine) statusConst(expr ast.Expr) types.Object {
	obj, ok := flow.Used(e.pass.TypesInfo, Unconverted(e.pass.TypesInfo, expr)).(*types.Const)
	if !ok || obj.Pkg() == nil || obj.Pkg().Path() != "net/http" || !strings.HasPrefix(obj.Name(), "Status") {
		return nil
	}
	return obj
}

// uses notes the constants that become codes, in source order.
func (e *engine) uses(codes *Codes) {
	for _, in := range e.into {
		kind := in.kind
		if in.dest.obj != nil {
			kind |= e.solver.Get(in.dest)
		}
		tv := e.pass.TypesInfo.Types[in.expr]
		if tv.Value == nil {
			continue
		}
		if kind |= e.typeKind(tv.Type); kind == 0 {
			continue
		}
		u := Use{Expr: in.expr, Value: tv.Value, Kind: kind, Compared: in.compared, Of: e.taker(in.dest)}
		u.Const, _ = flow.Used(e.pass.TypesInfo, Unconverted(e.pass.TypesInfo, in.expr)).(*types.Const)
		if u.Const != nil && !u.Compared {
			codes.consts[u.Const] |= kind
		}
		codes.Uses = append(codes.Uses, u)
	}
	slices.SortStableFunc(codes.Uses, func(a, b Use) int { return int(a.Expr.Pos()) - int(b.Expr.Pos()) })
	// One expression may be handed to several places.
	out := codes.Uses[:0]
	for _, u := range codes.Uses {
		if n := len(out); n > 0 && out[n-1].Expr == u.Expr {
			out[n-1].Kind |= u.Kind
			out[n-1].Compared = out[n-1].Compared && u.Compared
			out[n-1].Of = cmp.Or(out[n-1].Of, u.Of)
			continue
		}
		out = append(out, u)
	}
	codes.Uses = out
}

// maxReached bounds how many slots are looked at to find out where a value is handed on to.
const maxReached = 200

// reached yields a slot and those that its value is handed on to, the nearest first.
func (e *engine) reached(s slot) iter.Seq[slot] {
	return func(yield func(slot) bool) {
		list := worklist.Of(s)
		for s := range list.First(maxReached) {
			if !yield(s) {
				return
			}
			list.Push(e.succ[s]...)
		}
	}
}

// find returns the nearest of the given variables, parameters or fields that a slot is, or is handed on to, or nil.
func (e *engine) find(s slot, is map[*types.Var]bool) *types.Var {
	for to := range e.reached(s) {
		if v, ok := to.obj.(*types.Var); ok && to.elems == 0 && is[v] {
			return v
		}
	}
	return nil
}

// taker returns the other package whose field or parameter takes the value of a slot in the end, or nil.
func (e *engine) taker(s slot) *types.Package {
	for to := range e.reached(s) {
		if to.obj != nil && to.obj.Pkg() != e.pass.Pkg {
			return to.obj.Pkg()
		}
	}
	return nil
}

// Unconverted returns an expression without its conversions and parentheses.
func Unconverted(info *types.Info, e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || !info.Types[call.Fun].IsType() {
			return ast.Unparen(e)
		}
		e = call.Args[0]
	}
}

// flow records that the value of an expression is handed to a slot, or to a place for codes of some kind.
func (e *engine) flow(expr ast.Expr, dest slot, kind Kind) {
	if lit, ok := ast.Unparen(expr).(*ast.CompositeLit); ok && dest.obj != nil && dest.elems < maxElems {
		if t := e.pass.TypesInfo.TypeOf(lit); t != nil && flow.ElemType(t) != nil {
			dest.elems++
			for _, elt := range lit.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					elt = kv.Value
				}
				e.flow(elt, dest, 0)
			}
		}
		return
	}
	if t := e.pass.TypesInfo.TypeOf(expr); t == nil || !isCode(t) && flow.ElemType(t) == nil && !types.IsInterface(t) {
		return
	}
	e.into = append(e.into, into{expr: expr, dest: dest, kind: kind})
	for _, src := range e.sources(expr, 0) {
		if kind != 0 {
			e.base[src] |= kind
		}
		if dest.obj != nil {
			e.succ[src] = append(e.succ[src], dest)
		}
	}
}

// maxElems bounds how many levels of nested containers are told apart.
const maxElems = 4

// isCode reports whether a value of type t can be a code: a string or an integer.
func isCode(t types.Type) bool {
	return flow.IsBasic(t, types.IsString|types.IsInteger)
}

// sources returns the slots that the value of an expression comes from. For a call with several results, result says which one.
func (e *engine) sources(expr ast.Expr, result int) []slot {
	elems := 0
	for {
		switch x := ast.Unparen(expr).(type) {
		case *ast.Ident:
			if v, ok := e.pass.TypesInfo.ObjectOf(x).(*types.Var); ok {
				return []slot{{obj: v.Origin(), elems: elems}}
			}
			return nil
		case *ast.SelectorExpr:
			if v, ok := e.pass.TypesInfo.Uses[x.Sel].(*types.Var); ok {
				e.fieldOf(x, v)
				return []slot{{obj: v.Origin(), elems: elems}}
			}
			return nil
		case *ast.CallExpr:
			if e.pass.TypesInfo.Types[x.Fun].IsType() && len(x.Args) == 1 {
				// A conversion of an integer to a string makes a new value. One between strings does not.
				if !sameSort(e.pass.TypesInfo.TypeOf(x), e.pass.TypesInfo.TypeOf(x.Args[0])) {
					return nil
				}
				expr = x.Args[0]
				continue
			}
			if fn := e.callee(x); fn != nil {
				return []slot{{obj: fn, index: result, elems: elems}}
			}
			return nil
		case *ast.IndexExpr:
			if t := e.pass.TypesInfo.TypeOf(x.X); t == nil || flow.ElemType(t) == nil || elems == maxElems {
				return nil
			}
			elems++
			expr = x.X
		case *ast.StarExpr:
			expr = x.X
		case *ast.TypeAssertExpr:
			expr = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return nil
			}
			expr = x.X
		default:
			return nil
		}
	}
}

// sameSort reports whether both types are strings, or both are integers. A type parameter may be either.
func sameSort(a, b types.Type) bool {
	if a == nil || b == nil {
		return false
	}
	x, ok := types.Unalias(a).Underlying().(*types.Basic)
	y, ok2 := types.Unalias(b).Underlying().(*types.Basic)
	if !ok || !ok2 {
		return isTypeParam(a) || isTypeParam(b)
	}
	return x.Info()&types.IsString == y.Info()&types.IsString
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// callee returns the function that a call names, or nil for a call of a function value.
func (e *engine) callee(call *ast.CallExpr) *types.Func {
	if fn, ok := typeutil.Callee(e.pass.TypesInfo, call).(*types.Func); ok {
		return fn.Origin()
	}
	return nil
}

// fieldOf records of which kinds a selected field is, by the type that it is selected from.
func (e *engine) fieldOf(sel *ast.SelectorExpr, v *types.Var) {
	if !v.IsField() {
		return
	}
	if s := e.pass.TypesInfo.Selections[sel]; s != nil {
		e.field(s.Recv(), v)
	}
}

// field records of which kinds a field of a type is.
func (e *engine) field(t types.Type, v *types.Var) {
	v = v.Origin()
	if k := e.shape(t)[v]; k != 0 {
		e.base[slot{obj: v}] |= k
	}
	if slices.Contains(e.opts.Fields, flow.QualifiedName(t)+"."+v.Name()) {
		e.base[slot{obj: v}] |= Own
	}
}

// shape returns the fields of a type that are codes because of the type's other members in JSON. It is memoized, as it is
// asked for each field, and looks at all of them.
func (e *engine) shape(t types.Type) map[*types.Var]Kind {
	return e.shapes.Get(types.Unalias(flow.Deref(t)), func(t types.Type) map[*types.Var]Kind {
		of := make(map[*types.Var]Kind)
		if code, _ := toolflow.RPCError(t); code != nil {
			of[code] |= JSONRPC
		}
		if replyflow.Envelope(t) || e.replies.Marked(t) {
			of[replyflow.Member(t, "status")] |= HTTP
			of[replyflow.Member(t, "code")] |= Own
		}
		return of
	})
}

// imported returns what the fact of a field of another package says.
func (e *engine) imported(s slot) Kind {
	v, ok := s.obj.(*types.Var)
	if !ok || s.elems > 0 || v.Pkg() == e.pass.Pkg || v.Pkg() == nil || !v.IsField() {
		return 0
	}
	var fact codeFact
	e.pass.ImportObjectFact(v, &fact)
	return fact.Kind
}

// typeKind returns what kinds of codes the values of a type are.
func (e *engine) typeKind(t types.Type) Kind {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !isCode(n) {
		return 0
	}
	if k, ok := e.types[n.Obj()]; ok {
		return k
	}
	var k Kind
	if slices.Contains(e.opts.Types, n.Obj().Pkg().Path()+"."+n.Obj().Name()) {
		k = Own
	}
	if strings.HasSuffix(n.Obj().Pkg().Path(), "grpc/codes") && n.Obj().Name() == "Code" {
		k = GRPC
	}
	var fact codeFact
	if n.Obj().Pkg() != e.pass.Pkg && e.pass.ImportObjectFact(n.Obj(), &fact) {
		k |= fact.Kind
	}
	e.types[n.Obj()] = k
	return k
}

// findTypes finds the types of codes, which are the types of the slots that hold codes.
func (e *engine) findTypes() {
	add := func(t types.Type, k Kind) {
		n, ok := types.Unalias(t).(*types.Named)
		if k &^= HTTP | GRPC; ok && k != 0 && n.Obj().Pkg() != nil && isCode(n) {
			e.types[n.Obj()] = e.typeKind(n) | k
		}
	}
	see := func(s slot) {
		k := e.solver.Get(s)
		if k == 0 || s.elems > 0 {
			return
		}
		switch obj := s.obj.(type) {
		case *types.Var:
			add(obj.Type(), k)
		case *types.Func:
			if r := obj.Signature().Results(); s.index < r.Len() {
				add(r.At(s.index).Type(), k)
			}
		}
	}
	for s := range e.base {
		see(s)
	}
	for s := range e.succ {
		see(s)
	}
}

// exportFacts tells the packages that import this one which exported constants are codes, and which exported parameters,
// fields and types hold codes.
func (e *engine) exportFacts(codes *Codes) {
	consts := new(constsFact)
	for obj := range flow.Consts(e.pass.Pkg) {
		if codes.Const(obj) != 0 && obj.Exported() {
			consts.Consts = append(consts.Consts, constFact{obj.Name(), obj.Val().ExactString()})
		}
	}
	if consts.Consts != nil {
		e.pass.ExportPackageFact(consts)
	}
	for obj, k := range e.types {
		if obj.Pkg() == e.pass.Pkg && k != 0 && obj.Exported() {
			e.pass.ExportObjectFact(obj, &codeFact{Kind: k})
		}
	}
	for obj := range flow.Types(e.pass.Pkg) {
		if s, ok := obj.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				// In "type T other.Struct", the fields belong to the other package.
				if k := e.solver.Get(slot{obj: f.Origin()}); k != 0 && f.Exported() && f.Pkg() == e.pass.Pkg {
					e.pass.ExportObjectFact(f, &codeFact{Kind: k})
				}
			}
		}
	}
	for obj := range e.m.ExportedFuncs() {
		fact := new(codeFact)
		for i := range obj.Signature().Params().Len() {
			if k := e.solver.Get(slot{obj: obj.Signature().Params().At(i)}); k != 0 {
				fact.Params = append(fact.Params, paramFact{i, k})
			}
		}
		if fact.Params != nil {
			e.pass.ExportObjectFact(obj, fact)
		}
	}
}
