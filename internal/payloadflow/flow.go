package payloadflow

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// A Config holds what only the rule knows.
type Config struct {
	IsKey     func(name string) bool      // reports whether a key of a map, or the name of a field, is an error key
	Allowed   func(typ string) bool       // reports whether a type, by its qualified name, may hold errors in this package
	Exempt    func(fn *ssa.Function) bool // reports whether the rule ignores what a function makes of errors
	Decorates func(fn *ssa.Function) bool // reports whether a function makes the results of errors: its maps, structs and JSON do not count, but a success is none of them
	InTest    func(fn *ssa.Function) bool // reports whether a function is part of a test, so that its calls say nothing
	Output    func(fn *ssa.Function) int  // returns the index of the result that is a tool's output if a function is its typed handler, or -1
}

// A Model answers questions about the payloads of one package. It must not be used by several goroutines.
type Model struct {
	*errflow.Model
	pass  *analysis.Pass
	conf  Config
	texts *textflow.Texts

	summaries *flow.Solver[result, *summary]
	settings  *flow.Solver[param, settings]
	fates     *flow.Solver[result, fate]

	payloads worklist.Memo[ssa.Value, *Payload] // of maps and structs; nil for a value that is none
	at       map[textAs]*Payload                // of texts, and of what functions of other packages build
	holding  worklist.Memo[types.Type, bool]    // which struct types hold, see holds
	own      worklist.Memo[types.Type, bool]    // which types are those of ownStruct
	flags    worklist.Memo[ssa.Value, bool]     // which tool results are flagged
	origins  worklist.Memo[ssa.Value, []flow.Origin]
	callers  map[*ssa.Function][]*ssa.Call
}

// New returns the model of the package of pass. Its facts are of type [Fact].
func New(pass *analysis.Pass, model *errflow.Model, texts *textflow.Texts, conf Config) *Model {
	m := &Model{
		Model: model,
		pass:  pass,
		conf:  conf,
		texts: texts,
		at:    make(map[textAs]*Payload),
	}
	m.summaries = flow.NewSolver(flow.Equations[result, *summary]{Transfer: m.summarize, Join: joinSummaries})
	m.settings = flow.NewSolver(flow.Equations[param, settings]{Transfer: m.settingsOf, Join: joinSettings})
	m.fates = flow.NewUnionSolver(m.fateOf, fate.or)
	return m
}

// A Way is a return by which a payload leaves a function.
type Way struct {
	*Payload
	Form      // that it has in the result
	Fn        *ssa.Function
	Ret       *ssa.Return
	Index     int           // of the result
	Forwarded bool          // all of the results are those of one call, which also says whether there is an error
	Pure      bool          // that result is never anything but a payload: the function is there to build them
	Text      textflow.Text // what its keys tell of there
}

// Ways returns the returns by which payloads leave the functions of the package, in arbitrary order.
func (m *Model) Ways() (out []Way) {
	for fn := range m.Funcs() {
		for i := range fn.Signature.Results().Len() {
			s := m.summaries.Get(result{fn, i})
			for b, text := range s.builds {
				out = append(out, Way{b.payload, b.Form, fn, b.ret, i, b.forwarded, s.pure(), text})
			}
		}
	}
	return out
}

// A result is one of a function's results.
type result struct {
	fn    *ssa.Function
	index int
}

// A summary says what flows into a result, at returns without an error.
type summary struct {
	builds   map[build]textflow.Text // with what their keys tell of, in terms of the function
	passes   map[Pass]bool
	other    bool // something else than payloads, parameters and nil may be returned
	returned bool // there is such a return
	top      bool // it takes over more from callees than is kept: nothing is said of it
}

// top is the summary of a result of which nothing is said.
func top() *summary { return &summary{other: true, top: true} }

// maxTaken bounds how many payloads of callees a summary takes over.
const maxTaken = 256

// A build is a payload that flows into a result; see [Way].
type build struct {
	Form      // never nested, or it would not be the result itself
	payload   *Payload
	ret       *ssa.Return
	forwarded bool
	failed    bool // the parameters whose texts it has are errors that are certainly non-nil where it is made
}

// pure reports whether only payloads are returned.
func (s *summary) pure() bool { return s.returned && !s.other && len(s.passes) == 0 }

func joinSummaries(old, new *summary) (*summary, bool) {
	switch {
	case old == nil:
		return new, true
	case old.top || new.top:
		return top(), !old.top
	}
	out := &summary{other: old.other || new.other, returned: old.returned || new.returned, passes: maps.Clone(old.passes)}
	maps.Copy(out.passes, new.passes)
	builds, grew := union(old.builds, new.builds)
	out.builds = builds
	return out, grew || out.other != old.other || out.returned != old.returned || len(out.passes) > len(old.passes)
}

// summarize is the equation of the summary of a result.
func (m *Model) summarize(r result) *summary {
	s := &summary{builds: make(map[build]textflow.Text), passes: make(map[Pass]bool)}
	output := m.conf.Output(r.fn) == r.index
	t := r.fn.Signature.Results().At(r.index).Type()
	outputs := m.hasText(t) && (output || takesError(r.fn))
	if !m.holds(t) && !outputs {
		return s
	}
	exempt, decorates := m.conf.Exempt(r.fn), m.conf.Decorates(r.fn)
	works := m.givesText(r.fn)
	for ret := range flow.Returns(r.fn) {
		if r.index >= len(ret.Results) {
			continue
		}
		if ok, only := m.Clean(ret, r.index); ok {
			s.returned = true
			w := &walk{m: m, result: r, ret: ret, only: only, exempt: exempt, decorates: decorates, outputs: outputs, works: works, out: s}
			w.from(place{v: ret.Results[r.index], at: m.ResultSpan(ret, r.index), Form: Form{Tool: output}})
		}
	}
	if s.top {
		return top()
	}
	return s
}

// ResultSpan returns the source of result i of a return.
func (m *Model) ResultSpan(ret *ssa.Return, i int) Span {
	stmt := m.ReturnStmt(ret)
	switch {
	case stmt == nil:
		return Span{ret.Pos(), ret.Pos()}
	case len(stmt.Results) == len(ret.Results):
		return spanOf(stmt.Results[i])
	}
	return spanOf(stmt)
}

// Clean reports whether no result other than i says that the call has failed, where ret returns. If all results come from one call, its
// callee decides: then only is that call.
func (m *Model) Clean(ret *ssa.Return, i int) (ok bool, only *ssa.Call) {
	for j, v := range ret.Results {
		switch {
		case j == i:
		case errflow.IsError(v.Type()):
			if m.isNil(v, ret.Block()) {
				continue
			}
			call, _ := flow.ResultOf(v)
			if call == nil || m.NonNil(v, ret.Block()) {
				return false, nil
			}
			only = call
		case isErrorStatus(v), m.marked(v):
			return false, nil
		}
	}
	return true, only
}

// isNil reports whether error v is certainly nil in block b. If conditions have ruled out all errors that v may be, control does not reach
// b.
func (m *Model) isNil(v ssa.Value, b *ssa.BasicBlock) bool {
	if k, ok := flow.Strip(v).(*ssa.Const); ok {
		return k.IsNil()
	}
	return m.ErrorsAt(v, b).Empty() && !m.NonNil(v, b)
}

// isErrorStatus reports whether v is a constant HTTP status of an error. What is returned beside it is the body of a response.
func isErrorStatus(v ssa.Value) bool {
	n, ok := flow.IntConst(v)
	return ok && 400 <= n && n <= 599
}

// A Form says what has become of a value on its way into a result.
type Form struct {
	Nested     bool // it is in a struct or slice: a map there is not the result itself
	Marshalled bool // it is turned into JSON, or into a text
	Tool       bool // it is what the result of a tool shows
}

// in returns the form of a value in form f that becomes a part of something in form g.
func (f Form) in(g Form) Form {
	return Form{f.Nested || g.Nested && !f.Marshalled, f.Marshalled || g.Marshalled, f.Tool || g.Tool}
}

// A place is a value on its way into a result.
type place struct {
	v ssa.Value
	Form
	at    Span // the innermost expression that it is known to be in
	inner bool // it is not the result itself
}

// A walk finds what flows into a result at one return.
type walk struct {
	m *Model
	result
	ret       *ssa.Return
	only      *ssa.Call // if not nil, look at the results of this call only
	exempt    bool      // what the function builds does not count
	works     bool      // the result is a text that a tool may show as it is
	decorates bool      // only what a tool shows counts of it
	outputs   bool      // the result is a struct that a tool puts out, or that a caller which is one may
	out       *summary
	places    worklist.List[place]

	taken   int                      // payloads of callees
	leading map[*ssa.BasicBlock]bool // the blocks from which control can go to ret; nil if nobody has asked
}

// maxWalk bounds how many places a walk looks at.
const maxWalk = 2000

func (w *walk) from(p place) {
	w.push(p)
	for p := range w.places.First(maxWalk) {
		if !w.visit(p) {
			w.out.other = true
		}
	}
}

func (w *walk) push(p place) {
	p.v = flow.Strip(p.v)
	w.places.Push(p)
}

// inside continues with a value that takes form f in place p. at is the value's source.
func (w *walk) inside(p place, v ssa.Value, f Form, at Span) {
	w.push(place{v, f.in(p.Form), at, true})
}

// reached reports whether control can go from an instruction to the return. For an instruction of another function that is not known, and
// reached returns true.
func (w *walk) reached(from ssa.Instruction) bool {
	if from == nil || from.Parent() != w.fn {
		return true
	}
	if w.leading == nil {
		w.leading = make(map[*ssa.BasicBlock]bool)
		blocks := worklist.Of(w.ret.Block())
		for b := range blocks.All() {
			w.leading[b] = true
			blocks.Push(b.Preds...)
		}
	}
	return w.leading[from.Block()]
}

// unset reports whether an instruction cannot have run when control is at the return: an error that was non-nil when it ran is known to be
// nil.
func (w *walk) unset(instr ssa.Instruction) bool {
	return instr != nil && instr.Parent() == w.fn && !w.m.Looping(instr.Block()) &&
		slices.ContainsFunc(w.m.LiveAt(instr), func(l errflow.Live) bool { return w.m.isNil(l.Value, w.ret.Block()) })
}

// visit looks at one place. It reports whether the place can only be a payload or nil.
func (w *walk) visit(p place) bool {
	if t := p.v.Type(); !w.m.holds(t) && !((p.Tool || w.outputs) && w.m.hasText(t)) || w.m.flagged(p.v) {
		return false
	}
	all := true
	for _, o := range w.m.originsOf(p.v) {
		if !o.Whole || w.only != nil && !p.inner && o.Call() != w.only || !w.origin(o, p) {
			all = false
		}
	}
	return all
}

// originsOf returns where v comes from, within its function.
func (m *Model) originsOf(v ssa.Value) []flow.Origin {
	return m.origins.Get(v, func(v ssa.Value) []flow.Origin { return m.Origins(v, flow.OriginOptions{NoCalls: true}) })
}

// origin looks at one origin of the value in place p.
func (w *walk) origin(o flow.Origin, p place) bool {
	if w.text(o.Value, p) {
		return true
	}
	switch v := o.Value.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Parameter:
		if v.Parent() == w.fn {
			w.out.passes[Pass{w.index, slices.Index(w.fn.Params, v), p.Form}] = true
		}
		if mapType(v.Type()) != nil { // what is set in a struct is the caller's record
			w.payload(v, p)
		}
		return v.Parent() == w.fn
	case *ssa.MakeMap:
		return w.payload(v, p) || w.members(v, p)
	case *ssa.Alloc:
		return o.Kind == flow.OriginMake && w.made(v, p)
	case *ssa.Call:
		if flow.IsBuiltin(v, "append") && len(v.Call.Args) == 2 {
			return w.appended(v, p)
		}
	case *ssa.Convert:
		if textflow.IsText(v.X.Type()) {
			w.inside(p, v.X, Form{}, p.at)
			return true
		}
	}
	return o.Kind == flow.OriginCall && w.call(o.Call(), o, p)
}

// payload records that v, if it is a payload, flows into the result, with the keys that are set on the way to the return.
func (w *walk) payload(v ssa.Value, at place) bool {
	if at.Nested || w.exempt || w.decorates {
		return false
	}
	p := w.m.payloadOf(v)
	if p == nil {
		return false
	}
	text, ok := p.textWhere(func(e Entry) bool { return w.reached(e.Instr) && !w.unset(e.Instr) })
	if ok {
		w.build(p, text, at.Form, false)
	}
	return ok
}

// build records that a payload flows into the result. failed means that the errors which the function is given for it are certainly
// non-nil.
func (w *walk) build(p *Payload, text textflow.Text, f Form, failed bool) {
	f.Nested = false
	b := build{f, p, w.ret, w.only != nil, failed}
	w.out.builds[b] = w.out.builds[b].Or(text)
}

// text looks at a text that is constant or put together. It may be JSON, or the text of an error that a tool's result shows.
func (w *walk) text(v ssa.Value, p place) bool {
	if !flow.IsString(v.Type()) || w.exempt {
		return false
	}
	if key, text, says, ok := w.m.spelled(v); ok && !w.m.answers(v, w.ret, says) {
		if w.decorates {
			return false
		}
		at := p.at
		if call, isCall := v.(*ssa.Call); isCall {
			at = w.m.callSpan(call, at)
		}
		p.Marshalled = true
		w.build(w.m.payloadAt(JSON, v, w.fn, Entry{Key: key, Span: at, Value: v, Text: text}), text, p.Form, false)
		return true
	}
	p.Marshalled = true
	switch e := (Entry{Span: p.at, Value: v}); {
	case p.Tool:
		return w.tells(Shown, e, p.Form)
	case w.works && !p.inner && w.m.opensWithError(v):
		return w.tells(Shown, e, p.Form)
	}
	return false
}

// givesText reports whether a function returns just a text, which it got from somewhere unless it has failed: a tool may show the text as
// it is. If the function has words of its own in either case, such as whether a service is up, the text tells a state.
func (m *Model) givesText(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() != 1 || !flow.IsString(results.At(0).Type()) {
		return false
	}
	for ret := range flow.Returns(fn) {
		v := flow.Returned(ret, 0)
		_, isConst := flow.Strip(v).(*ssa.Const)
		if t := m.texts.Of(v); !isConst && !t.Words && !t.FromError() && t.Params == 0 {
			return true
		}
	}
	return false
}

// opensWithError reports whether a text is that of an error of the function, preceded at most by words on the same line. A report that
// contains the text of an error among others does not count.
func (m *Model) opensWithError(v ssa.Value) bool {
	if !m.texts.Of(v).Error {
		return false
	}
	pieces, _ := m.texts.Pieces(v)
	for _, p := range pieces {
		if strings.Contains(p.Lit, "\n") {
			return false
		}
		if p.Value != nil && m.texts.Of(p.Value).Error {
			return true
		}
	}
	return len(pieces) == 0
}

// tells looks at a text that a tool shows. It may be that of an error with which the tool, or a function that it uses, has failed.
func (w *walk) tells(kind Kind, e Entry, f Form) bool {
	e.Text = w.m.texts.Of(e.Value)
	e.Text.Error = e.Text.Error && w.m.failedWith(e.Value, w.placeOf(e.Value))
	failed := true
	for i := range e.Text.ErrParams.All() {
		switch {
		case i >= len(w.fn.Params):
			failed = false
		case w.m.isAnswer(w.fn.Params[i], w.ret, aVerdict):
			e.Text.ErrParams = e.Text.ErrParams.Without(i)
		default:
			failed = failed && w.m.NonNil(w.fn.Params[i], w.ret.Block())
		}
	}
	_, given := e.Value.(*ssa.Parameter) // which the caller has the place of
	told := kind == Shown && f.Tool && onlyTold(e.Text) && !given
	if !kind.accepts(e.Text) && !told {
		return false
	}
	w.build(w.m.payloadAt(kind, e.Value, w.fn, e), e.Text, f, failed && !told)
	return !told
}

// placeOf returns the instruction at which to ask about the errors in a text: the return or, in a deferred literal, the instruction that
// makes the text.
func (w *walk) placeOf(text ssa.Value) ssa.Instruction {
	made, ok := text.(ssa.Instruction)
	if fn := flow.FuncOf(text); ok && fn != nil && fn != w.fn && flow.Encloses(w.fn, fn) {
		return made
	}
	return w.ret
}

// onlyTold reports whether the only errors in a text are those that may be in the texts and operands that the function is given.
func onlyTold(t textflow.Text) bool { return !t.Data && !t.Items && !t.FromError() && t.Params != 0 }

// output looks at the texts in a struct of the module that is, or may be, a tool's output.
func (w *walk) output(v *ssa.Alloc, p place) bool {
	if p.Nested || w.exempt || !p.Tool && !w.outputs || !w.m.hasText(v.Type()) {
		return false
	}
	found := false
	for _, member := range membersOf(v.Type()) {
		if !flow.IsString(member.field().Type()) {
			continue
		}
		for _, e := range w.m.storedIn(v, member.path...) {
			if w.reached(e.Instr) {
				e.Field, e.Span = member.field().Name(), w.m.spanAt(e.Instr)
				found = w.tells(Output, e, p.Form) || found
			}
		}
	}
	return found
}

// members looks at the texts in a map without an error key that a tool shows. One of them may be all that the tool has to say, apart from
// constants and its own arguments.
func (w *walk) members(v *ssa.MakeMap, p place) bool {
	if !p.Tool || p.Nested || w.exempt || w.decorates || foreignMap(v.Type()) || w.m.allowed(v.Type()) {
		return false
	}
	entries := w.m.mapEntries(v)
	keys := make(map[string]ssa.Value)
	for _, e := range entries {
		keys[e.Key] = e.Value
		if e.Key == "" || w.m.conf.IsKey(e.Key) || !w.m.texts.Of(e.Value).FromError() && !isGiven(e.Value) {
			return false
		}
	}
	if isFrame(keys) || isMarked(keys) {
		return false
	}
	found := false
	for _, e := range entries {
		if w.reached(e.Instr) && w.m.texts.Of(e.Value).FromError() {
			found = w.tells(Shown, Entry{Span: w.m.spanAt(e.Instr), Instr: e.Instr, Value: e.Value}, p.Form) || found
		}
	}
	return found
}

// isGiven reports whether a value is a constant, a parameter, or a field of one.
func isGiven(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	for range maxEmbedded {
		switch u := v.(type) {
		case *ssa.Field:
			v = flow.Strip(u.X)
		case *ssa.FieldAddr:
			v = u.X
		case *ssa.Alloc: // a parameter whose address is taken
			return slices.ContainsFunc(*u.Referrers(), func(ref ssa.Instruction) bool {
				st, ok := ref.(*ssa.Store)
				return ok && st.Addr == ssa.Value(u) && isParameter(st.Val)
			})
		default:
			_, isConst := v.(*ssa.Const)
			return isConst || isParameter(v)
		}
	}
	return false
}

func isParameter(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// made looks at a struct, or at the literal of a slice or array.
func (w *walk) made(v *ssa.Alloc, p place) bool {
	if elems := w.m.texts.Elements(v); len(elems) > 0 {
		for _, e := range elems {
			w.inside(p, e, Form{Nested: true}, p.at)
		}
		return true
	}
	t := flow.Deref(v.Type())
	if isProtocol(t) || w.m.allowed(t) || w.m.flagged(v) {
		return false
	}
	if w.payload(v, p) {
		return true
	}
	// MCP results and content are structs that hold what is shown.
	found := w.output(v, p)
	for _, f := range content(t) {
		for _, e := range w.m.storedIn(v, f) {
			if w.reached(e.Instr) {
				form := Form{Nested: !strings.EqualFold(f.Name(), "structuredContent"), Tool: p.Tool || errorFlag(t) != nil}
				w.inside(p, e.Value, form, w.m.spanAt(e.Instr))
				found = true
			}
		}
	}
	return found
}

// appended looks at what is appended to a slice, except in loops. The earlier elements are another origin.
func (w *walk) appended(call *ssa.Call, p place) bool {
	if w.m.Looping(call.Block()) || !w.reached(call) {
		return false
	}
	vals, ok := flow.Variadic(call.Call.Args[1])
	if !ok {
		vals = call.Call.Args[1:]
	}
	for _, v := range vals {
		w.inside(p, v, Form{Nested: true}, p.at)
	}
	return true
}

// call looks at what a call makes of its arguments, and at what its callee builds.
func (w *walk) call(call *ssa.Call, o flow.Origin, p place) bool {
	if call == nil || call.Call.IsInvoke() || w.m.flagged(call) {
		return false
	}
	filled := w.payload(o.Value, p) // after the call
	common := call.Common()
	callee := flow.Callee(common)
	if IsErrorResult(callee) {
		return false
	}
	if f, ok := wrapper(callee); ok && len(common.Args) > 0 {
		w.inside(p, common.Args[0], f, w.argument(call, 0, p))
		return true
	}
	if textflow.ReadsBuffer(call) {
		return w.encoded(call, p)
	}
	targets, complete := w.m.Callees(common)
	all := complete && len(targets) > 0
	for _, t := range targets {
		if !complete || !w.callee(t, o.Index, call, p) {
			all = false
		}
	}
	return all || filled
}

// encoded looks at what was encoded into a buffer that a call reads.
func (w *walk) encoded(call *ssa.Call, p place) bool {
	found := false
	for _, use := range flow.Uses(call.Call.Args[0]) {
		enc, ok := use.Instr.(*ssa.Call)
		if !ok || use.Kind != flow.UseArg {
			continue
		}
		if fn := flow.Callee(enc.Common()); !isJSON(flow.PkgPath(fn)) || fn.Name() != "NewEncoder" {
			continue
		}
		for _, use := range flow.Uses(enc) {
			encode, ok := use.Instr.(*ssa.Call)
			if !ok || use.Kind != flow.UseArg || use.Index != 0 || len(encode.Call.Args) != 2 || w.m.Looping(encode.Block()) || !w.reached(encode) {
				continue
			}
			if fn := flow.Callee(encode.Common()); fn != nil && fn.Name() == "Encode" {
				w.inside(p, encode.Call.Args[1], Form{Marshalled: true}, w.argument(encode, 1, p))
				found = true
			}
		}
	}
	return found
}

// callee takes over what is known of a result of a function of the module.
func (w *walk) callee(t flow.Target, index int, call *ssa.Call, p place) bool {
	args := t.Args(call.Common())
	if t.Fn.Blocks == nil {
		return w.foreign(t.Fn, index, args, call, p)
	}
	s := w.m.summaries.Get(result{t.Fn, index})
	if s == nil {
		return true // in recursion: more will be known later
	}
	w.out.top = w.out.top || s.top
	for b, text := range s.builds {
		// Error keys that the callee sets in its arguments are known at the call already.
		if (!p.Nested || b.Marshalled) && !b.payload.Given {
			w.bound(b.payload, text, args, call, b.in(p.Form), b.failed)
		}
	}
	for pass := range s.passes {
		w.pass(pass, args, call, p)
	}
	return !s.other
}

// bound records a payload that a callee has built of args.
func (w *walk) bound(p *Payload, text textflow.Text, args []ssa.Value, call *ssa.Call, f Form, failed bool) {
	shown := p.Kind == Shown || p.Kind == Output
	if w.exempt || w.decorates && !shown {
		return
	}
	bound := w.m.texts.Bind(text, args)
	switch {
	case text.Error:
	case !shown:
		if bound.Error && w.m.answer(args, call) {
			return
		}
	default:
		bound.Error = false
		for i := range (text.Params | text.ErrParams).All() {
			bound.Error = bound.Error || i < len(args) && (w.m.failedWith(args[i], w.ret) || failed && w.m.handsOver(args[i], w.ret))
		}
	}
	if p.Kind == Shown && onlyTold(text) && p.Helper == nil {
		// The payload is made by the function that decides what is shown.
		p = w.m.payloadAt(Shown, call, w.fn, Entry{Span: w.m.callSpan(call, Span{call.Pos(), call.Pos()}), Call: call})
		p.Entries[0].Text = p.Entries[0].Text.Or(bound)
	}
	if p.Kind.accepts(bound) || p.Kind == Shown && onlyTold(bound) {
		w.taken++
		w.out.top = w.out.top || w.taken > maxTaken
		w.build(p, bound, f, failed)
	}
}

// pass continues with the argument that a callee returns.
func (w *walk) pass(pass Pass, args []ssa.Value, call *ssa.Call, p place) {
	if pass.Param < len(args) && args[pass.Param] != nil {
		w.inside(p, args[pass.Param], pass.Form, w.argument(call, pass.Param, p))
	}
}

// argument returns the source of argument i of a call, or that of p if the call has none.
func (w *walk) argument(call *ssa.Call, i int, p place) Span {
	if e := w.m.ArgExpr(call, i); e != nil {
		return spanOf(e)
	}
	return p.at
}

// foreign takes over the fact of a function of another package of the module.
func (w *walk) foreign(fn *ssa.Function, index int, args []ssa.Value, call *ssa.Call, p place) bool {
	fact, obj := w.m.factOf(fn)
	known := false
	for _, b := range fact.Builds {
		if b.Result == index && (!p.Nested || b.Marshalled) {
			made := w.m.payloadAt(b.Kind, call, w.fn, Entry{Key: b.Key, Span: w.m.callSpan(call, p.at)})
			made.Helper = obj
			b.Tool = b.Tool && b.Kind == Shown
			w.bound(made, b.Text, args, call, b.in(p.Form), b.Failed)
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

// failedWith reports whether v is, or is made of, an error with which the function has failed when control is at an instruction: the error
// is certainly there, non-nil, and not an answer. A function that continues has not failed, and one that tells of the error after what it
// has got has not either.
func (m *Model) failedWith(v ssa.Value, at ssa.Instruction) bool {
	if v == nil {
		return false
	}
	errs, _ := m.texts.Errors(v)
	return slices.ContainsFunc(errs, func(e ssa.Value) bool {
		return flow.FuncOf(e) == at.Parent() && met(e, at.Block()) && m.isThere(e, at.Block()) && !m.mended(e, at.Block()) &&
			!m.isAnswer(e, at, aVerdict) && !m.opensWithData(v, at.Block())
	})
}

// met reports whether control has passed the place where e is computed whenever it is in block b. An error that is made on one of several
// ways to b, and can never be nil, is none on the others: what they have in common is a value of its own.
func met(e ssa.Value, b *ssa.BasicBlock) bool {
	instr, ok := e.(ssa.Instruction)
	return !ok || instr.Block().Dominates(b)
}

// maxThere bounds how many values are examined to find out whether there is an error.
const maxThere = 64

// isThere reports whether error e is certainly non-nil when control is in block b. A loop of attempts, which ends with the first success,
// is taken to run at least once.
func (m *Model) isThere(e ssa.Value, b *ssa.BasicBlock) bool {
	type place struct {
		v  ssa.Value
		b  *ssa.BasicBlock
		to *ssa.Phi // where it comes from b
	}
	places := worklist.Of(place{e, b, nil})
	for p := range places.First(maxThere) {
		if m.NonNil(p.v, p.b) {
			continue
		}
		phi, ok := p.v.(*ssa.Phi)
		if !ok {
			return false
		}
		to := phi.Block()
		// nil is accepted only on an edge that enters the loop of attempts: no attempt has been made by then.
		before := !m.InLoop(to, b) && (p.to == nil || !m.InLoop(to, p.to.Block())) && slices.ContainsFunc(to.Preds, func(pred *ssa.BasicBlock) bool {
			return to.Dominates(pred) || m.Looping(pred) && !m.InLoop(pred, to)
		})
		for i, v := range phi.Edges {
			if pred := to.Preds[i]; !flow.IsNil(v) {
				places.Push(place{v, pred, phi})
			} else if !before || to.Dominates(pred) || m.Looping(pred) && !m.InLoop(pred, to) {
				return false
			}
		}
	}
	return places.Len() <= maxThere
}

// mended reports whether something that was tried because err was non-nil has succeeded when control is in block b. Giving the reply
// another form is not an attempt.
func (m *Model) mended(err ssa.Value, b *ssa.BasicBlock) bool {
	for cond := range flow.Conditions(b) {
		v, none := cond.ComparedWithNil()
		if !none || !errflow.IsErrorInterface(v.Type()) {
			continue
		}
		call, _ := flow.ResultOf(v)
		if call == nil {
			continue
		}
		if _, form := wrapper(flow.Callee(call.Common())); !form && m.NonNil(err, call.Block()) {
			return true
		}
	}
	return false
}

// handsOver reports whether v is, or is made of, an error that the function has neither looked at where it returns nor stored: whoever is
// given the error must say that the function has failed.
func (m *Model) handsOver(v ssa.Value, ret *ssa.Return) bool {
	if v == nil {
		return false
	}
	errs, _ := m.texts.Errors(v)
	return slices.ContainsFunc(errs, func(e ssa.Value) bool {
		call, _ := flow.ResultOf(e)
		return call != nil && call.Parent() == ret.Parent() && !m.isNil(e, ret.Block())
	})
}
