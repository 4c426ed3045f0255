package noerrordict

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// A result is one of a function's results.
type result struct {
	fn    *ssa.Function
	index int
}

// A summary says what flows into a result, at returns that carry no error.
type summary struct {
	builds   map[build]textflow.Text // with what their keys tell of, in terms of the function
	passes   map[passFact]bool
	other    bool // something else than payloads, parameters and nil may be returned
	returned bool // there is such a return
	top      bool // it takes over more from callees than is kept: nothing is said of it
}

// maxTaken is how many payloads of callees a summary takes over.
const maxTaken = 256

// A build is a payload that flows into a result.
type build struct {
	payload    *payload
	ret        *ssa.Return
	marshalled bool
	forwarded  bool // all of the results are those of one call, which also says whether there is an error
}

// pure reports whether nothing but payloads is returned: the function is there to build them.
func (s *summary) pure() bool { return s.returned && !s.other && len(s.passes) == 0 }

func joinSummaries(old, new *summary) (*summary, bool) {
	if old == nil {
		return new, true
	}
	if old.top || new.top {
		return &summary{other: true, top: true}, !old.top
	}
	out := *old
	grew := new.other && !old.other || new.returned && !old.returned
	out.other, out.returned = old.other || new.other, old.returned || new.returned
	builds, passes := maps.Clone(old.builds), maps.Clone(old.passes)
	for b, t := range new.builds {
		if have, ok := builds[b]; !ok || have != have.Or(t) {
			builds[b], grew = have.Or(t), true
		}
	}
	for p := range new.passes {
		if !passes[p] {
			passes[p], grew = true, true
		}
	}
	if !grew {
		return old, false
	}
	out.builds, out.passes = builds, passes
	return &out, true
}

// summarize is the equation of the summary of a result.
func (c *checker) summarize(r result) *summary {
	s := &summary{builds: make(map[build]textflow.Text), passes: make(map[passFact]bool)}
	if !c.holds(r.fn.Signature.Results().At(r.index).Type()) {
		return s
	}
	for ret := range flow.Returns(r.fn) {
		if r.index >= len(ret.Results) {
			continue
		}
		if ok, only := c.clean(ret, r.index); ok {
			s.returned = true
			w := &walk{c: c, result: r, ret: ret, only: only, out: s, seen: make(map[place]bool)}
			w.from(place{v: ret.Results[r.index], at: c.resultSpan(ret, r.index)})
		}
	}
	if s.top {
		return &summary{other: true, top: true}
	}
	return s
}

// resultSpan returns the source of result i of a return.
func (c *checker) resultSpan(ret *ssa.Return, i int) span {
	stmt := c.m.ReturnStmt(ret)
	switch {
	case stmt == nil:
		return span{ret.Pos(), ret.Pos()}
	case len(stmt.Results) == len(ret.Results):
		return spanOf(stmt.Results[i])
	}
	return spanOf(stmt)
}

// A cleanliness is what the results of a return say besides one of them.
type cleanliness struct {
	ok   bool
	only *ssa.Call
}

// clean reports whether no other result than i says, where ret returns, that
// the call has failed. If all of the results are those of one call, that
// is for its callee to know: then only is the call.
func (c *checker) clean(ret *ssa.Return, i int) (ok bool, only *ssa.Call) {
	key := returned{ret, i}
	if known, ok := c.cleans[key]; ok {
		return known.ok, known.only
	}
	ok, only = c.isClean(ret, i)
	c.cleans[key] = cleanliness{ok, only}
	return ok, only
}

type returned struct {
	ret   *ssa.Return
	index int
}

func (c *checker) isClean(ret *ssa.Return, i int) (ok bool, only *ssa.Call) {
	for j, v := range ret.Results {
		switch {
		case j == i:
		case errflow.IsError(v.Type()):
			if c.isNil(v, ret.Block()) {
				continue
			}
			call, _ := flow.ResultOf(v)
			if call == nil || c.m.NonNil(v, ret.Block()) {
				return false, nil
			}
			only = call
		case isErrorStatus(v), c.marked(v):
			return false, nil
		}
	}
	return true, only
}

// isNil reports whether error v is certainly nil in block b.
func (c *checker) isNil(v ssa.Value, b *ssa.BasicBlock) bool {
	if k, ok := flow.Strip(v).(*ssa.Const); ok {
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

// A form is what has become of a value on its way into a result.
type form struct {
	Nested     bool // it is in a struct or slice: a map there is not the result itself
	Marshalled bool // it is turned into JSON, or into a text
	Tool       bool // it is what the result of a tool shows
}

func (f form) compare(g form) int {
	return cmp.Or(compareBool(f.Nested, g.Nested), compareBool(f.Marshalled, g.Marshalled), compareBool(f.Tool, g.Tool))
}

// in returns the form of a value that takes form f in something of form g.
func (f form) in(g form) form {
	return form{f.Nested || g.Nested && !f.Marshalled, f.Marshalled || g.Marshalled, f.Tool || g.Tool}
}

// A place is a value on its way into a result.
type place struct {
	v ssa.Value
	form
	at    span // the innermost expression that it is known to be in
	inner bool // it is not the result itself
}

// A walk looks for what flows into a result at one return.
type walk struct {
	c *checker
	result
	ret  *ssa.Return
	only *ssa.Call // if not nil, look at the results of this call only
	out  *summary
	seen map[place]bool
	todo []place

	taken   int                      // payloads of callees
	leading map[*ssa.BasicBlock]bool // the blocks from which control can go to ret; nil if nobody has asked
}

// reached reports whether control can go from an instruction to the return. Of
// instructions in another function it is not known when they run.
func (w *walk) reached(from ssa.Instruction) bool {
	if from == nil || from.Parent() != w.fn {
		return true
	}
	if w.leading == nil {
		w.leading = map[*ssa.BasicBlock]bool{w.ret.Block(): true}
		for todo := []*ssa.BasicBlock{w.ret.Block()}; len(todo) > 0; todo = todo[1:] {
			for _, b := range todo[0].Preds {
				if !w.leading[b] {
					w.leading[b] = true
					todo = append(todo, b)
				}
			}
		}
	}
	return w.leading[from.Block()]
}

// maxWalk bounds how many places a walk looks at.
const maxWalk = 2000

func (w *walk) from(p place) {
	w.add(p)
	for len(w.todo) > 0 && len(w.seen) <= maxWalk {
		p := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if !w.visit(p) {
			w.out.other = true
		}
	}
}

func (w *walk) add(p place) {
	p.v = flow.Strip(p.v)
	if !w.seen[p] {
		w.seen[p] = true
		w.todo = append(w.todo, p)
	}
}

// visit looks at one place. It returns false if that may be something else than a payload or nil.
func (w *walk) visit(p place) bool {
	if !w.c.holds(p.v.Type()) || w.c.flagged(p.v) {
		return false
	}
	all := true
	for _, o := range w.c.originsOf(p.v) {
		if !o.Whole || w.only != nil && !p.inner && o.Call() != w.only || !w.origin(o, p) {
			all = false
		}
	}
	return all
}

// originsOf returns where v comes from in its function.
func (c *checker) originsOf(v ssa.Value) []flow.Origin {
	if known, ok := c.origins[v]; ok {
		return known
	}
	out := c.m.Origins(v, flow.OriginOptions{NoCalls: true})
	c.origins[v] = out
	return out
}

// origin looks at one value that the one in place p comes from.
func (w *walk) origin(o flow.Origin, p place) bool {
	if w.text(o.Value, p) {
		return true
	}
	switch o.Kind {
	case flow.OriginConst:
		return o.Value.(*ssa.Const).IsNil()
	case flow.OriginParam:
		param := o.Value.(*ssa.Parameter)
		if param.Parent() == w.fn {
			w.out.passes[passFact{w.index, slices.Index(w.fn.Params, param), p.form}] = true
		}
		if !p.Nested {
			w.payload(w.c.mapPayload(param), p)
		}
		return param.Parent() == w.fn
	case flow.OriginMake:
		switch v := o.Value.(type) {
		case *ssa.MakeMap:
			return !p.Nested && w.payload(w.c.mapPayload(v), p)
		case *ssa.Alloc:
			return w.made(v, p)
		}
	case flow.OriginOp:
		if v, ok := o.Value.(*ssa.Convert); ok && textflow.IsText(v.X.Type()) {
			w.add(p.holding(v.X, form{}, p.at))
			return true
		}
	case flow.OriginCall:
		return w.call(o.Call(), o.Index, p)
	}
	return false
}

// holding returns the place of a value that takes form f in place p.
func (p place) holding(v ssa.Value, f form, at span) place {
	return place{v, f.in(p.form), at, true}
}

// payload notes that a payload flows into the result, with the keys that are set on the way to the return.
func (w *walk) payload(p *payload, at place) bool {
	if p == nil || w.c.isExempt(w.fn) {
		return false
	}
	text, ok := p.textWhere(w.reached)
	if ok {
		w.build(p, text, at.Marshalled)
	}
	return ok
}

func (w *walk) build(p *payload, text textflow.Text, marshalled bool) {
	b := build{p, w.ret, marshalled, w.only != nil}
	w.out.builds[b] = w.out.builds[b].Or(text)
}

// text looks at a text that is a constant, or is put together: it may be JSON, or the text of an error that a tool's
// result shows.
func (w *walk) text(v ssa.Value, p place) bool {
	if !flow.IsString(v.Type()) || w.c.isExempt(w.fn) {
		return false
	}
	if at, text, ok := w.c.jsonPayload(v, p.at, w.fn); ok {
		w.build(at, text, true)
		return true
	}
	if !p.Tool {
		return false
	}
	text, ok := w.c.shown(v, w.ret)
	if ok {
		w.build(w.c.payloadAt(CategorySuccess, v, w.fn, entry{span: p.at, val: v, text: text}), text, true)
	}
	return ok
}

// made looks at a struct, or at the literal of a slice or array.
func (w *walk) made(v *ssa.Alloc, p place) bool {
	if elems := w.c.texts.Elements(v); len(elems) > 0 {
		for _, e := range elems {
			w.add(p.holding(e, form{Nested: true}, p.at))
		}
		return true
	}
	t := flow.Deref(v.Type())
	if w.c.isProtocol(t) || w.c.allowed(t) || w.c.flagged(v) {
		return false
	}
	if !p.Nested && w.payload(w.c.structPayload(v), p) {
		return true
	}
	// A struct that holds what is shown: MCP content, and results.
	found := false
	s, _ := types.Unalias(t).Underlying().(*types.Struct)
	for i := range numFields(s) {
		if !isContent(s.Field(i)) {
			continue
		}
		for _, e := range w.c.storedIn(v, s.Field(i)) {
			if w.reached(e.instr) {
				f := form{Nested: !strings.EqualFold(s.Field(i).Name(), "structuredContent"), Tool: p.Tool || errorFlag(t) != nil}
				w.add(p.holding(e.val, f, w.c.spanAt(e.instr)))
				found = true
			}
		}
	}
	return found
}

// isContent reports whether a field is one that MCP results and their content
// have for what is shown.
func isContent(f *types.Var) bool {
	switch strings.ToLower(f.Name()) {
	case "text", "content", "contents", "structuredcontent":
		return true
	}
	return false
}

// call looks at what a call makes of its arguments, and at what its callee builds.
func (w *walk) call(call *ssa.Call, index int, p place) bool {
	if call == nil || call.Call.IsInvoke() || w.c.flagged(call) {
		return false
	}
	common := call.Common()
	if callee := flow.Callee(common); callee != nil && callee.Pkg() != nil {
		if isErrorResult(callee) {
			return false
		}
		if i, f, ok := wrapper(callee); ok && i < len(common.Args) {
			w.add(p.holding(common.Args[i], f, w.c.argumentSpan(call, i, p.at)))
			return true
		}
	}
	targets, complete := w.c.m.Callees(common)
	all := complete && len(targets) > 0
	for _, t := range targets {
		if !complete || !w.callee(t, index, call, p) {
			all = false
		}
	}
	return all
}

// callee takes over what is known of a result of a function of the module.
func (w *walk) callee(t flow.Target, index int, call *ssa.Call, p place) bool {
	args := t.Args(call.Common())
	if t.Fn.Blocks == nil {
		return w.foreign(t.Fn, index, args, call, p)
	}
	s := w.c.summaries.Get(result{t.Fn, index})
	if s == nil {
		return true // in recursion: what is known by then is not all yet
	}
	w.taken += len(s.builds)
	w.out.top = w.out.top || s.top || w.taken > maxTaken
	for b, text := range s.builds {
		if !p.Nested || b.marshalled {
			w.bound(b.payload, text, args, b.marshalled || p.Marshalled)
		}
	}
	for pass := range s.passes {
		w.pass(pass, args, call, p)
	}
	return !s.other
}

// bound notes a payload that a callee has built of args.
func (w *walk) bound(p *payload, text textflow.Text, args []ssa.Value, marshalled bool) {
	if w.c.isExempt(w.fn) {
		return
	}
	bound := w.c.texts.Bind(text, args)
	if p.category == CategorySuccess && !text.Error {
		bound.Error = slices.ContainsFunc(args, func(arg ssa.Value) bool { return w.c.failedWith(arg, w.ret) })
	}
	if accepts(p.category, bound) {
		w.build(p, bound, marshalled)
	}
}

// pass goes on with the argument that a callee returns.
func (w *walk) pass(pass passFact, args []ssa.Value, call *ssa.Call, p place) {
	if pass.Param < len(args) && args[pass.Param] != nil {
		w.add(p.holding(args[pass.Param], pass.form, w.c.argumentSpan(call, pass.Param, p.at)))
	}
}

// foreign takes over what is known of a function of another package of the module.
func (w *walk) foreign(fn *ssa.Function, index int, args []ssa.Value, call *ssa.Call, p place) bool {
	fact, obj := w.c.factOf(fn)
	known := false
	for _, b := range fact.Builds {
		if b.Result == index && (!p.Nested || b.Marshalled) {
			at := p.at
			if e := w.c.m.CallExpr(call); e != nil {
				at = spanOf(e)
			}
			made := w.c.payloadAt(b.Category, call, w.fn, entry{key: b.Key, span: at})
			made.helper = obj
			w.bound(made, b.Text, args, b.Marshalled || p.Marshalled)
			known = true
		}
	}
	for _, pass := range fact.Passes {
		if pass.Result == index {
			w.pass(pass, args, call, p)
			known = true
		}
	}
	return known
}

// factOf returns what is known of a function of another package of the module.
func (c *checker) factOf(fn *ssa.Function) (fact helperFact, obj *types.Func) {
	if obj, _ = fn.Object().(*types.Func); obj != nil {
		c.pass.ImportObjectFact(obj.Origin(), &fact)
	}
	return fact, obj
}

// accepts reports whether a payload of a category whose keys hold text tells of an error.
func accepts(category string, text textflow.Text) bool {
	switch category {
	case CategoryStruct:
		return text.FromError() || text.Params != 0
	case CategorySuccess:
		return text.FromError()
	}
	return text.Tells()
}

// argumentSpan returns the source of argument i of a call; args of a method begin
// with the receiver.
func (c *checker) argumentSpan(call *ssa.Call, i int, at span) span {
	e := c.m.CallExpr(call)
	if e == nil {
		return at
	}
	if textflow.Receiver(call.Common()) != nil {
		i--
	}
	if i >= 0 && i < len(e.Args) {
		return spanOf(e.Args[i])
	}
	return spanOf(e)
}

// A span is a piece of source.
type span struct{ pos, end token.Pos }

func spanOf(n ast.Node) span { return span{n.Pos(), n.End()} }

// wrapper describes the functions outside the module that return one of their
// arguments in another form: which argument, and the form.
func wrapper(fn *types.Func) (arg int, f form, ok bool) {
	if fn.Signature().Recv() != nil {
		return 0, form{}, false
	}
	path := fn.Pkg().Path()
	switch name := fn.Name(); {
	case path == "maps" && name == "Clone":
		return 0, form{}, true
	case name == "Marshal" || name == "MarshalIndent" || name == "MarshalToString":
		return 0, form{Marshalled: true}, isJSON(path)
	case path == "bytes" || path == "strings":
		return 0, form{}, name == "Clone" || strings.HasPrefix(name, "Trim") && !strings.HasSuffix(name, "Func")
	case fn.Pkg().Name() == "mcp":
		// The constructors of mcp-go, and of its forks.
		switch name {
		case "NewToolResultText":
			return 0, form{Nested: true, Tool: true}, true
		case "NewTextContent":
			return 0, form{Nested: true}, true
		case "NewToolResultJSON", "NewToolResultStructured", "NewToolResultStructuredOnly":
			return 0, form{Marshalled: true, Tool: true}, true
		}
	}
	return 0, form{}, false
}

func isJSON(path string) bool {
	switch path {
	case "encoding/json", "encoding/json/v2", "github.com/json-iterator/go", "github.com/goccy/go-json",
		"github.com/bytedance/sonic", "github.com/segmentio/encoding/json", "github.com/go-json-experiment/json":
		return true
	}
	return false
}

// A fate is what the package does with a function's result.
type fate struct {
	collected bool // some of its calls write it out or collect it
	open      bool // some do something else with it, or there are no calls
}

// answered reports whether the result may become an answer. What is collected is an item's
// record, which may say that the item has failed, and what is written out is the body of a response.
func (f fate) answered() bool { return f.open || !f.collected }

// fateOf is the equation of the fate of a result. A caller may return it as it is: then it is for that one's callers.
func (c *checker) fateOf(r result) fate {
	calls := c.callersOf(r.fn)
	f := fate{open: len(calls) == 0}
	for _, call := range calls {
		var v ssa.Value = call
		if r.fn.Signature.Results().Len() > 1 {
			v = extracted(call, r.index)
		}
		if v == nil {
			f.open = true
			continue
		}
		var here fate
		returned := false
		for _, use := range flow.Uses(v) {
			switch use.Kind {
			case flow.UsePut, flow.UseArg:
				here.collected = true
			case flow.UseReturn:
				returned = true
				up := c.fates.Get(result{use.Instr.Parent(), use.Index})
				f.collected = f.collected || up.collected
				here.open = here.open || up.open
			}
		}
		f.collected = f.collected || here.collected
		f.open = f.open || !here.collected && (here.open || !returned)
	}
	return f
}

func joinFates(old, new fate) (fate, bool) {
	f := fate{old.collected || new.collected, old.open || new.open}
	return f, f != old
}

// extracted returns result i of a call with several results, nil if that is not used.
func extracted(call *ssa.Call, i int) ssa.Value {
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}

// callersOf returns the calls of fn in the package, but for those in tests: what a test looks at says nothing.
func (c *checker) callersOf(fn *ssa.Function) []*ssa.Call {
	if c.callers == nil {
		c.callers = make(map[*ssa.Function][]*ssa.Call)
		for caller, instr := range c.m.Calls() {
			if call, ok := instr.(*ssa.Call); ok && !c.inTest(caller) {
				targets, _ := c.m.Callees(call.Common())
				for _, t := range targets {
					c.callers[t.Fn] = append(c.callers[t.Fn], call)
				}
			}
		}
	}
	return c.callers[fn]
}
