package replyflow

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
)

// repliesOf returns the replies in fn that are not calls of helpers.
func (e *engine) repliesOf(fn *ssa.Function) []Reply {
	var out []written
	made := make(map[ssa.Value]bool) // the structs that have been looked at
	for instr := range flow.LiveInstrs[ssa.Instruction](e.m.Program, fn) {
		switch instr := instr.(type) {
		case *ssa.Return:
			// The SDK encodes what a typed handler returns.
			if res := instr.Results; len(res) == 3 && isToolResult(res[0].Type()) && errflow.IsErrorInterface(res[2].Type()) {
				r := Reply{Kind: Success, Fn: fn, Instr: instr, Pos: instr.Pos()}
				if e.add(&r, res[1]); len(r.Body) > 0 {
					out = append(out, written{Reply: r})
				}
			}
		case ssa.CallInstruction:
			if w, ok := e.called(fn, instr); ok {
				e.known[instr] = true
				out = append(out, w)
			}
		case *ssa.Store:
			if fa, ok := instr.Addr.(*ssa.FieldAddr); ok && !made[fa.X] {
				if r, ok := e.made(fn, fa, instr); ok {
					made[fa.X] = true
					out = append(out, written{Reply: r})
				}
			}
		case *ssa.MakeMap:
			if r, ok := e.frame(fn, instr); ok {
				out = append(out, written{Reply: r})
			}
		}
	}
	return e.withHeaders(out)
}

// A written is a reply with the value that it is written to.
type written struct {
	Reply
	to      ssa.Value   // nil if it writes nothing
	request ssa.Value   // whose status counts, too, as chi/render has it
	header  bool        // it only sets the status of what is written later
	body    []ssa.Value // the arguments that become its body
}

// arguments returns the arguments of a call, with the receiver, if any, first, and those of a variadic parameter one by one.
func arguments(common *ssa.CallCommon) []ssa.Value {
	var args []ssa.Value
	if common.IsInvoke() {
		args = append(args, common.Value)
	}
	args = append(args, common.Args...)
	if n := len(args); common.Signature().Variadic() && n > 0 {
		if vals, ok := flow.Variadic(args[n-1]); ok {
			args = append(args[:n-1:n-1], vals...)
		}
	}
	return args
}

// called returns the reply that a call of a known function is.
func (e *engine) called(fn *ssa.Function, call ssa.CallInstruction) (written, bool) {
	callee, args := flow.Callee(call.Common()), arguments(call.Common())
	if callee == nil {
		if callee, args = e.method(call.Common(), args); callee == nil {
			return written{}, false
		}
	}
	w, ok := e.shapeOf(callee, args)
	if !ok {
		return written{}, false
	}
	w.Fn, w.Instr, w.Sets, w.Pos = fn, call, call, e.m.CallPos(call)
	if w.to != nil && len(args) > 1 && isRequest(flow.Deref(args[1].Type())) {
		w.request = args[1]
	}
	for _, v := range w.body {
		e.add(&w.Reply, v)
	}
	if w.Code != nil {
		w.Status, w.Constant = e.constantOf(w.Code)
	}
	return w, true
}

// method returns the method whose value is called, and its receiver followed by the arguments. It returns nil for other calls.
func (e *engine) method(call *ssa.CallCommon, args []ssa.Value) (*types.Func, []ssa.Value) {
	targets, complete := e.m.Callees(call)
	if !complete || len(targets) != 1 || targets[0].Bound == nil {
		return nil, nil
	}
	fn, _ := targets[0].Fn.Object().(*types.Func)
	return fn, append([]ssa.Value{targets[0].Bound}, args...)
}

// withHeaders gives each reply that is written to some w the status of the WriteHeader on w that dominates it.
func (e *engine) withHeaders(all []written) []Reply {
	used := make([]bool, len(all))
	for i := range all {
		w := &all[i]
		if w.header || w.to == nil || w.Code != nil || w.Constant {
			continue
		}
		best := -1
		for j, h := range all {
			if h.header && (writer(h.to) == writer(w.to) || w.request != nil && writer(h.to) == writer(w.request)) && e.m.Before(h.Instr, w.Instr) && (best < 0 || e.m.Before(all[best].Instr, h.Instr)) {
				best = j
			}
		}
		if best >= 0 {
			used[best] = true
			w.Code, w.Sets, w.Status, w.Constant = all[best].Code, all[best].Sets, all[best].Status, all[best].Constant
		}
	}
	var out []Reply
	for i, w := range all {
		if !used[i] {
			out = append(out, w.Reply)
		}
	}
	return out
}

// writer returns a value that identifies a writer: v itself, or the variable that it is loaded from. A fluent method, as in
// c.Status(500).JSON, returns its receiver.
func writer(v ssa.Value) ssa.Value {
	for range 8 { // a chain of calls on one writer
		v = flow.Strip(v)
		switch u := v.(type) {
		case *ssa.UnOp:
			if u.Op != token.MUL {
				return v
			}
			v = u.X
		case *ssa.Call:
			recv := textflow.Receiver(u.Common())
			if recv == nil || !types.Identical(recv.Type(), u.Type()) {
				return v
			}
			v = recv
		default:
			return v
		}
	}
	return v
}

// made returns the reply that a struct is, given a store to one of its fields.
func (e *engine) made(fn *ssa.Function, fa *ssa.FieldAddr, st *ssa.Store) (Reply, bool) {
	t := flow.Deref(fa.X.Type())
	r := Reply{Fn: fn, Instr: st, Pos: st.Pos()}
	if alloc, ok := fa.X.(*ssa.Alloc); ok {
		if lit := e.m.CompositeLit(alloc); lit != nil {
			r.Pos = lit.Pos()
		}
	}
	if !e.isReply(t) {
		return r, false
	}
	f := flow.StructField(t, fa.Field)
	code, message := toolflow.RPCError(t)
	stores := e.fieldsOf(fa.X)
	has := func(f *types.Var) bool {
		return slices.ContainsFunc(stores, func(s fieldStore) bool { return s.field == f })
	}
	_, local := fa.X.(*ssa.Alloc)
	failed := toolflow.ErrorFlag(t)
	switch {
	case code != nil:
		r.Kind = JSONRPC
	case failed != nil && f == failed:
		if is, _ := flow.BoolConst(st.Val); !is {
			return r, false
		}
		r.Kind = Tool
	case failed != nil && !has(failed):
		r.Kind = Success
	case e.out.IsEnvelope(t):
		r.Kind, code = Problem, Member(t, "status")
	default:
		return r, false
	}
	for _, s := range stores {
		switch s.field {
		case code:
			r.Code = s.val
		case failed:
		default:
			e.add(&r, s.val)
		}
	}
	r.Status, r.Constant = e.constantOf(r.Code)
	switch _, nested := fa.X.(*ssa.FieldAddr); {
	case r.Kind == Tool && !local:
		e.add(&r, fa.X)
	case r.Kind == JSONRPC:
		// An assignment to just one of the fields changes a reply that was made elsewhere.
		return r, r.Code != nil && (local || nested || has(message))
	}
	return r, true
}

// isReply reports whether structs of a type are replies. It is asked for each store, and an answer takes time in proportion to the number
// of fields.
func (e *engine) isReply(t types.Type) bool {
	return e.replies.Get(t, func(t types.Type) bool { return isRPCError(t) || isToolResult(t) || e.out.IsEnvelope(t) })
}

// A fieldStore is what is stored in a field.
type fieldStore struct {
	field *types.Var
	val   ssa.Value
}

// fieldsOf returns what is stored in the fields of the struct at an address, in order.
func (e *engine) fieldsOf(addr ssa.Value) []fieldStore {
	var out []fieldStore
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.X != addr {
			continue
		}
		f := flow.StructField(fa.X.Type(), fa.Field)
		for _, r := range *fa.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == fa {
				out = append(out, fieldStore{f, st.Val})
			}
		}
	}
	return out
}

// frame returns the reply that a map is if it has an error beside the version of the protocol.
func (e *engine) frame(fn *ssa.Function, m *ssa.MakeMap) (Reply, bool) {
	r := Reply{Kind: JSONRPC, Fn: fn, Instr: m, Pos: m.Pos()}
	var err ssa.Value
	version := false
	for _, entry := range e.m.Entries(m) {
		switch key, _ := flow.StringConst(flow.Strip(entry.Key)); key {
		case "jsonrpc":
			version = true
		case "error":
			err = entry.Value
		}
	}
	if !version || err == nil {
		return r, false
	}
	if isRPCError(flow.Strip(err).Type()) {
		return r, false // the object is a reply by itself
	}
	e.add(&r, err)
	if inner, ok := flow.Strip(err).(*ssa.MakeMap); ok {
		r.Body = nil
		for _, entry := range e.m.Entries(inner) {
			if key, _ := flow.StringConst(flow.Strip(entry.Key)); key == "code" {
				r.Code = entry.Value
				continue
			}
			e.add(&r, entry.Value)
		}
		r.Status, r.Constant = e.constantOf(r.Code)
	}
	return r, true
}

// maxParts bounds the parts of one body. Nothing is said of the rest.
const maxParts = 64

// parts returns what a value that becomes a body is made of.
func (e *engine) parts(v ssa.Value) (out []Part, made []ssa.Value) {
	parts := worklist.Of(Part{Value: flow.Strip(v)})
	for p := range parts.First(maxParts) {
		if flow.IsNil(p.Value) {
			continue
		}
		t := p.Value.Type()
		if text := textflow.IsText(t); text || errflow.IsErrorInterface(t) {
			if inner := encoded(p.Value); text && inner != nil {
				parts.Push(Part{flow.Strip(inner), p.Frame})
			} else {
				out = append(out, p)
			}
			continue
		}
		if _, basic := types.Unalias(t).Underlying().(*types.Basic); basic {
			out = append(out, p)
			continue
		}
		for _, o := range e.m.Origins(p.Value, flow.OriginOptions{Local: true}) {
			frame := cmp.Or(o.Frame, p.Frame)
			inner := e.inside(o)
			switch {
			case o.Kind == flow.OriginConst:
			case (o.Kind == flow.OriginZero || o.Kind == flow.OriginMake) && inner == nil && e.filled(p, o.Value):
				out = append(out, p)
			case o.Kind == flow.OriginZero:
			case inner != nil:
				made = append(made, o.Value)
				for _, v := range inner {
					parts.Push(Part{flow.Strip(v), frame})
				}
			case o.Kind == flow.OriginMake: // empty
			case o.Whole && o.Frame != nil:
				out = append(out, Part{o.Value, frame})
			case o.Whole && slices.Contains(out, p):
			default:
				out = append(out, Part{p.Value, p.Frame})
			}
		}
	}
	return out, made
}

// filled reports whether p is a variable in which nothing is stored, and that others have access to, such as a decoder that fills it.
func (e *engine) filled(p Part, v ssa.Value) bool {
	alloc, ok := v.(*ssa.Alloc)
	return ok && !errflow.IsError(p.Value.Type()) && e.m.Shared(alloc)
}

// add adds the parts of a value to the body of a reply.
func (e *engine) add(r *Reply, v ssa.Value) {
	body, made := e.parts(v)
	r.Body, r.Made = append(r.Body, body...), append(r.Made, made...)
}

// inside returns the values that are put in what is made at an origin.
func (e *engine) inside(o flow.Origin) []ssa.Value {
	var out []ssa.Value
	switch v := o.Value.(type) {
	case *ssa.MakeMap:
		for _, entry := range e.m.Entries(v) {
			out = append(out, entry.Value)
		}
	case *ssa.Alloc, *ssa.MakeSlice:
		for _, s := range e.m.StoresTo(v) {
			if at := s.At; at != nil && (at.Kind != flow.SelectField || at.Field.Exported()) { // others are not encoded, and what is stored as a whole is an origin, too
				out = append(out, s.Val)
			}
		}
	case *ssa.Call:
		if _, builtin := v.Call.Value.(*ssa.Builtin); builtin {
			return v.Call.Args
		}
	}
	if call := o.Call(); call != nil && o.Kind == flow.OriginCall && out == nil {
		// A constructor of another package (mcp.NewTextContent, bytes.NewReader) holds what it is given.
		fn := flow.Callee(call.Common())
		if fn != nil && fn.Pkg() != e.pass.Pkg && fn.Signature().Recv() == nil && fn.Signature().Results().Len() == 1 {
			if n := flow.Named(fn.Signature().Results().At(0).Type()); n != nil && n.Obj().Pkg() == fn.Pkg() {
				return arguments(call.Common())
			}
		}
	}
	return out
}

// encoded returns the value whose encoding a text is, or nil.
func encoded(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Convert); ok {
		v = c.X
	}
	call, index := flow.ResultOf(v)
	if call == nil || index != 0 {
		return nil
	}
	fn := flow.Callee(call.Common())
	if fn == nil || fn.Name() != "Marshal" && fn.Name() != "MarshalIndent" || len(call.Call.Args) == 0 {
		return nil
	}
	if t := call.Call.Args[0].Type(); fn.Signature().Recv() != nil || !types.IsInterface(t) {
		return nil
	}
	return call.Call.Args[0]
}
