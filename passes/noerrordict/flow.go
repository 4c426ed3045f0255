package noerrordict

import (
	"cmp"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
)

// A summary says of a function what flows into its results.
type summary struct {
	builds []build
	passes []passFact
	// pure tells, by result, that nothing but payloads (and nil) is returned:
	// the function is there to build them.
	pure []bool
}

// A build is a payload that flows into a result, at a return that carries no error.
type build struct {
	result     int
	payload    *payload
	ret        *ssa.Return
	marshalled bool
	forwarded  bool  // all of the results are those of one call, which also says whether there is an error
	value      value // what its keys tell of, in terms of the function that ret is in
}

func (s *summary) equal(t *summary) bool {
	return slices.Equal(s.passes, t.passes) && slices.Equal(s.pure, t.pure) &&
		slices.EqualFunc(s.builds, t.builds, func(a, b build) bool {
			return a.result == b.result && a.payload == b.payload && a.ret == b.ret && a.marshalled == b.marshalled && a.value.equal(b.value)
		})
}

// summaries computes the summaries of all functions of the package. A
// function of a cycle of calls is looked at again until nothing changes.
func (c *checker) summaries() {
	for round := 0; ; round++ {
		done := make(map[*ssa.Function]bool)
		c.again, c.changed = false, false
		for fn := range c.m.Funcs() {
			c.summarize(fn, done)
		}
		// Values only ever grow, and there are finitely many; the bound is for
		// what nobody has thought of.
		if !c.again || !c.changed || round == 16 {
			return
		}
	}
}

// summarize computes fn's summary after those of the functions that it calls.
func (c *checker) summarize(fn *ssa.Function, done map[*ssa.Function]bool) {
	if _, begun := done[fn]; begun {
		c.again = c.again || !done[fn]
		return
	}
	done[fn] = false
	n := fn.Signature.Results().Len()
	s := &summary{pure: make([]bool, n)}
	for i := range n {
		if errflow.IsError(fn.Signature.Results().At(i).Type()) {
			continue
		}
		returned := false
		s.pure[i] = true
		for ret := range errflow.Returns(fn) {
			if i >= len(ret.Results) {
				continue
			}
			v := &visitor{c: c, fn: fn, ret: ret, result: i, out: s, done: done, seen: make(map[visitKey]bool)}
			ok, only := c.clean(ret, i)
			if !ok {
				continue
			}
			v.only = only
			returned = true
			if !v.visit(ret.Results[i], state{at: c.resultSpan(ret, i)}) {
				s.pure[i] = false
			}
		}
		s.pure[i] = s.pure[i] && returned
	}
	s.passes = sortedPasses(s.passes)
	if old := c.sums[fn]; old == nil || !old.equal(s) {
		c.changed = true
	}
	c.sums[fn] = s
	done[fn] = true
}

func sortedPasses(ps []passFact) []passFact {
	slices.SortFunc(ps, func(a, b passFact) int {
		return cmp.Or(cmp.Compare(a.Result, b.Result), cmp.Compare(a.Param, b.Param),
			compareBool(a.Nested, b.Nested), compareBool(a.Marshalled, b.Marshalled))
	})
	return slices.Compact(ps)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// resultSpan is the source of result i of a return.
func (c *checker) resultSpan(ret *ssa.Return, i int) span {
	at := span{ret.Pos(), ret.Pos()}
	stmt := c.m.ReturnStmt(ret)
	if stmt == nil {
		return at
	}
	at = span{stmt.Pos(), stmt.End()}
	if len(stmt.Results) == len(ret.Results) {
		at = span{stmt.Results[i].Pos(), stmt.Results[i].End()}
	}
	return at
}

// clean reports whether no other result than i says, where ret returns, that
// the call has failed. If all of the results are those of one call, that
// is for its callee to know: then only is the call.
func (c *checker) clean(ret *ssa.Return, i int) (ok bool, only *ssa.Call) {
	for j, v := range ret.Results {
		if j == i {
			continue
		}
		switch {
		case errflow.IsError(v.Type()):
			if c.isNil(v, ret.Block()) {
				continue
			}
			if call := callOf(v); call != nil && !c.m.NonNil(v, ret.Block()) {
				only = call
				continue
			}
			return false, nil
		case isErrorStatus(v):
			return false, nil
		default:
			if c.marked(v) {
				return false, nil
			}
		}
	}
	return true, only
}

// isNil reports whether error v is certainly nil in block b.
func (c *checker) isNil(v ssa.Value, b *ssa.BasicBlock) bool {
	if k, ok := errflow.Strip(v).(*ssa.Const); ok {
		return k.IsNil()
	}
	return c.m.ErrorsAt(v, b).Empty()
}

// isErrorStatus reports whether v is a constant that is an HTTP status of an
// error: what is returned with it is the body of a response.
func isErrorStatus(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return false
	}
	n, exact := constant.Int64Val(k.Value)
	return exact && 400 <= n && n <= 599
}

// marked reports whether v is a tool result that says that the call has failed.
func (c *checker) marked(v ssa.Value) bool {
	if !types.IsInterface(v.Type()) && errorFlag(v.Type()) < 0 {
		return false
	}
	if c.flagged(v) {
		return true
	}
	for _, o := range c.m.Origins(v, errflow.OriginOptions{}) {
		switch o.Kind {
		case errflow.OriginMake:
			if c.flagged(o.Value) {
				return true
			}
		case errflow.OriginCall:
			if c.flagged(o.Value) || isErrorResult(errflow.Callee(o.Call().Common())) {
				return true
			}
		}
	}
	return false
}

// errorFlag is the index of the field IsError of a struct type, or of a pointer
// to one; -1 if there is none. Such is a tool result of both SDKs, and of their forks.
func errorFlag(t types.Type) int {
	s, ok := types.Unalias(pointee(t)).Underlying().(*types.Struct)
	if !ok {
		return -1
	}
	for i := range s.NumFields() {
		if b, isBasic := types.Unalias(s.Field(i).Type()).Underlying().(*types.Basic); isBasic && b.Info()&types.IsBoolean != 0 && s.Field(i).Name() == "IsError" {
			return i
		}
	}
	return -1
}

// flagged reports whether the field IsError of the struct that addr points to
// is set.
func (c *checker) flagged(addr ssa.Value) bool {
	for _, st := range fieldStores(addr) {
		if st.field.Name() == "IsError" && !isFalse(st.store.Val) {
			return true
		}
	}
	return false
}

// isErrorResult reports whether fn makes tool results that are marked as
// errors. It is known by its shape, for forks have other paths.
func isErrorResult(fn *types.Func) bool {
	return fn != nil && strings.HasPrefix(fn.Name(), "NewToolResultError") && fn.Signature().Results().Len() == 1 &&
		errorFlag(fn.Signature().Results().At(0).Type()) >= 0
}

// A state is how a value that is visited stands to the result.
type state struct {
	nested     bool // it is a part of the result: a map there is not the result itself
	marshalled bool // it is turned into a text on the way
	depth      int
	at         span // the innermost expression that it is known to be in
}

func (s state) deeper() state {
	s.depth++
	return s
}

// maxDepth bounds how many wrappers a value is looked for in.
const maxDepth = 16

type visitKey struct {
	v                  ssa.Value
	nested, marshalled bool
}

// A visitor looks for what flows into one result at one return.
type visitor struct {
	c      *checker
	fn     *ssa.Function
	ret    *ssa.Return
	result int
	only   *ssa.Call // if not nil, look at the results of this call only
	out    *summary
	done   map[*ssa.Function]bool
	seen   map[visitKey]bool
	hits   int // how often a payload was found
}

// visit looks for payloads that v may be or hold. It reports whether v is
// a payload on all ways, or nil.
func (x *visitor) visit(v ssa.Value, st state) (all bool) {
	v = errflow.Strip(v)
	key := visitKey{v, st.nested, st.marshalled}
	if x.seen[key] || st.depth > maxDepth {
		return true
	}
	x.seen[key] = true
	if x.c.marked(v) {
		return false
	}
	all = true
	for _, o := range x.c.m.Origins(v, errflow.OriginOptions{NoCalls: true}) {
		if !o.Whole {
			all = false
			continue
		}
		if x.only != nil && st.depth == 0 && o.Call() != x.only {
			all = false
			continue
		}
		if !x.origin(o, st) {
			all = false
		}
	}
	return all
}

// origin looks at one place that the value comes from, and reports whether that
// is a payload, or nil.
func (x *visitor) origin(o errflow.Origin, st state) bool {
	c := x.c
	switch o.Kind {
	case errflow.OriginConst:
		if k := o.Value.(*ssa.Const); k.IsNil() {
			return true
		}
		return x.json(o.Value, st)
	case errflow.OriginParam:
		p := o.Value.(*ssa.Parameter)
		if p.Parent() == x.fn && carries(p.Type()) {
			i := slices.Index(x.fn.Params, p)
			x.out.passes = append(x.out.passes, passFact{Result: x.result, Param: i, Nested: st.nested, Marshalled: st.marshalled})
		}
		return false
	case errflow.OriginMake:
		switch v := o.Value.(type) {
		case *ssa.MakeMap:
			if st.nested || x.exempt() {
				return false
			}
			if p, val, ok := c.mapPayload(v, x.ret); ok {
				return x.add(p, val, st.marshalled)
			}
		case *ssa.Alloc:
			return x.made(v, st)
		}
	case errflow.OriginOp:
		switch v := o.Value.(type) {
		case *ssa.Convert:
			if isBytes(v.X.Type()) || isString(v.X.Type()) {
				return x.visit(v.X, st.deeper())
			}
		case *ssa.BinOp:
			return x.json(v, st)
		}
	case errflow.OriginCall:
		return x.call(o, st)
	}
	return false
}

// carries reports whether a parameter of type t may be a payload.
func carries(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return isBytes(t)
	case *types.Map:
		return true
	case *types.Interface:
		return !errflow.IsError(t)
	case *types.Pointer:
		_, isStruct := types.Unalias(u.Elem()).Underlying().(*types.Struct)
		return isStruct
	case *types.Struct:
		return true
	}
	return false
}

// exempt reports whether what the function makes of errors is not looked at. What
// it passes on is, for others may call it.
func (x *visitor) exempt() bool { return x.c.isExempt(x.fn) }

// add notes that a payload flows into the result.
func (x *visitor) add(p *payload, val value, marshalled bool) bool {
	val.errs = nil
	x.hits++
	for i, b := range x.out.builds {
		if b.result == x.result && b.payload == p && b.ret == x.ret && b.marshalled == marshalled {
			x.out.builds[i].value = b.value.union(val)
			return true
		}
	}
	x.out.builds = append(x.out.builds, build{x.result, p, x.ret, marshalled, x.only != nil, val})
	return true
}

// json looks at a text that is a constant, or is put together.
func (x *visitor) json(v ssa.Value, st state) bool {
	if x.exempt() || !isString(v.Type()) {
		return false
	}
	p, val, ok := x.c.jsonPayload(v, st.at, x.fn)
	return ok && x.add(p, val, true)
}

// made looks at a struct, or at the literal of a slice or array.
func (x *visitor) made(v *ssa.Alloc, st state) bool {
	hits := x.hits
	if elems, ok := x.c.literal(v); ok {
		for _, e := range elems {
			inner := st.deeper()
			inner.nested = true
			x.visit(e, inner)
		}
		return x.hits > hits
	}
	t := pointee(v.Type())
	if x.c.isProtocol(t) || x.c.allowed(t) || x.c.flagged(v) {
		return false
	}
	if !st.nested && !x.exempt() {
		if p, val, ok := x.c.structPayload(v, x.ret); ok {
			return x.add(p, val, st.marshalled)
		}
	}
	// A struct that holds what is shown: MCP content, and results.
	for _, fs := range fieldStores(v) {
		if !isContent(fs) || !reaches(fs.store, x.ret) {
			continue
		}
		inner := st.deeper()
		inner.nested = !strings.EqualFold(fs.field.Name(), "structuredContent")
		pos, end := x.c.span(fs.store)
		inner.at = span{pos, end}
		x.visit(fs.store.Val, inner)
	}
	return x.hits > hits
}

// isContent reports whether a field is one that MCP results and their content
// have for what is shown.
func isContent(fs fieldStore) bool {
	switch strings.ToLower(fs.field.Name()) {
	case "text", "content", "contents", "structuredcontent":
		return true
	}
	return false
}

// call looks at what a call makes of its arguments, and at what its callee builds.
func (x *visitor) call(o errflow.Origin, st state) bool {
	call := o.Call()
	if call == nil {
		return false
	}
	common := call.Common()
	callee := errflow.Callee(common)
	if callee != nil && callee.Pkg() != nil && !common.IsInvoke() {
		if i, nested, marshalled, ok := wrapper(callee); ok && i < len(common.Args) {
			inner := st.deeper()
			inner.nested = nested || st.nested && !marshalled
			inner.marshalled = st.marshalled || marshalled
			inner.at = x.argumentSpan(call, i, st.at)
			return x.visit(common.Args[i], inner)
		}
		if p := callee.Pkg().Path(); p == "fmt" || p == "strconv" {
			return x.json(o.Value, st)
		}
	}
	if common.IsInvoke() {
		return false
	}
	targets, complete := x.c.m.Callees(common)
	if !complete || len(targets) == 0 {
		return false
	}
	all := true
	for _, t := range targets {
		args := arguments(t, common)
		if t.Fn.Blocks != nil {
			if !x.callee(t.Fn, o.Index, args, call, st) {
				all = false
			}
			continue
		}
		fn, _ := t.Fn.Object().(*types.Func)
		if fn == nil || !x.foreign(fn.Origin(), o.Index, args, call, st) {
			all = false
		}
	}
	return all
}

// argumentSpan is the source of argument i of a call; args of a method begin
// with the receiver.
func (x *visitor) argumentSpan(call *ssa.Call, i int, at span) span {
	e := x.c.m.CallExpr(call)
	if e == nil {
		return at
	}
	if receiver(call.Common()) != nil {
		i--
	}
	if i >= 0 && i < len(e.Args) {
		return span{e.Args[i].Pos(), e.Args[i].End()}
	}
	return span{e.Pos(), e.End()}
}

// callee takes over what is known of result i of a function of the package.
func (x *visitor) callee(fn *ssa.Function, i int, args []ssa.Value, call *ssa.Call, st state) bool {
	x.c.summarize(fn, x.done)
	s := x.c.sums[fn]
	if s == nil {
		return false // in a cycle: it is looked at again
	}
	found := false
	for _, b := range s.builds {
		if b.result != i || st.nested && !b.marshalled {
			continue
		}
		val := x.c.in(b.value, args, call)
		if !accepts(b.payload.category, val) || x.exempt() {
			continue
		}
		val.name = ""
		x.add(b.payload, val, b.marshalled || st.marshalled)
		found = true
	}
	all := found && i < len(s.pure) && s.pure[i]
	for _, p := range s.passes {
		if x.pass(p, i, args, call, st) {
			all = true
		}
	}
	return all
}

// pass visits the argument that a callee returns in result i.
func (x *visitor) pass(p passFact, i int, args []ssa.Value, call *ssa.Call, st state) bool {
	if p.Result != i || p.Param >= len(args) || args[p.Param] == nil {
		return false
	}
	inner := st.deeper()
	inner.nested = p.Nested || st.nested && !p.Marshalled
	inner.marshalled = st.marshalled || p.Marshalled
	inner.at = x.argumentSpan(call, p.Param, st.at)
	return x.visit(args[p.Param], inner)
}

// foreign takes over what is known of a function of another package of the module.
func (x *visitor) foreign(fn *types.Func, i int, args []ssa.Value, call *ssa.Call, st state) bool {
	var fact helperFact
	if !x.c.pass.ImportObjectFact(fn, &fact) {
		return false
	}
	all := false
	for _, b := range fact.Builds {
		if b.Result != i || st.nested && !b.Marshalled || x.exempt() {
			continue
		}
		val := x.c.in(b.value(), args, call)
		if !accepts(b.Category, val) {
			continue
		}
		at := st.at
		if e := x.c.m.CallExpr(call); e != nil {
			at = span{e.Pos(), e.End()}
		}
		p := x.c.helped[call]
		if p == nil {
			p = &payload{category: b.Category, fn: x.fn, pos: at.pos, end: at.end, key: b.Key, helper: fn}
			x.c.helped[call] = p
		}
		all = x.add(p, val, b.Marshalled || st.marshalled)
	}
	for _, p := range fact.Passes {
		if x.pass(p, i, args, call, st) {
			all = true
		}
	}
	return all
}

// accepts reports whether a payload of a category whose keys hold val tells of
// an error.
func accepts(category string, val value) bool {
	if category == CategoryStruct {
		return val.derived() || len(val.params) > 0
	}
	return val.any()
}

// wrapper describes the functions outside the module that return one of their
// arguments in another form: the argument, whether it becomes a part
// of the result, and whether it becomes a text.
func wrapper(fn *types.Func) (arg int, nested, marshalled, ok bool) {
	name, path := fn.Name(), fn.Pkg().Path()
	recv := fn.Signature().Recv()
	switch {
	case recv == nil && (name == "Marshal" || name == "MarshalIndent" || name == "MarshalToString") && isJSON(path):
		return 0, false, true, true
	case path == "bytes" || path == "strings":
		switch name {
		case "TrimSpace", "Trim", "TrimRight", "TrimLeft", "TrimSuffix", "TrimPrefix", "Clone":
			return 0, false, false, recv == nil
		}
	case recv == nil && fn.Pkg().Name() == "mcp":
		// The constructors of mcp-go, and of its forks.
		switch name {
		case "NewToolResultText", "NewTextContent":
			return 0, true, false, true
		case "NewToolResultJSON", "NewToolResultStructured", "NewToolResultStructuredOnly":
			return 0, false, true, true
		}
	}
	return 0, false, false, false
}

func isJSON(path string) bool {
	switch path {
	case "encoding/json", "encoding/json/v2", "github.com/json-iterator/go", "github.com/goccy/go-json",
		"github.com/bytedance/sonic", "github.com/segmentio/encoding/json", "github.com/go-json-experiment/json":
		return true
	}
	return false
}

// callOf is the call that v is a result of.
func callOf(v ssa.Value) *ssa.Call {
	switch v := v.(type) {
	case *ssa.Call:
		return v
	case *ssa.Extract:
		call, _ := v.Tuple.(*ssa.Call)
		return call
	}
	return nil
}
