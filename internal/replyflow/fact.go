package replyflow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// A role says what a function does with its parameters in its replies of one kind.
type role struct {
	Text   textflow.Params // they are texts of the body
	Err    textflow.Params // their texts are
	Value  textflow.Params // they are encoded in the body
	Code   textflow.Params // they are the status or code
	Status int64           // it is this constant
	Count  uint8           // how many constants it may be: none, one, or several (2)
	Always bool            // each call of the function replies so
}

// A summary holds the role for each kind.
type summary [kinds]role

func (r role) hands() bool { return r.Text|r.Err|r.Value|r.Code != 0 }

func (r role) helps() bool { return r.hands() || r.Always }

func (r *role) status(n int64, constant bool) {
	switch {
	case !constant:
		r.Count = 2
	case r.Count == 0:
		r.Status, r.Count = n, 1
	case r.Count == 1 && r.Status != n:
		r.Count = 2
	}
}

func (r role) or(s role) role {
	out := role{Text: r.Text | s.Text, Err: r.Err | s.Err, Value: r.Value | s.Value, Code: r.Code | s.Code, Always: r.Always || s.Always}
	out.Status, out.Count = r.Status, r.Count
	if s.Count > 0 {
		out.status(s.Status, s.Count == 1)
	}
	if out.Count > 1 {
		out.Status = 0
	}
	return out
}

func (s summary) or(t summary) summary {
	for k := range s {
		s[k] = s[k].or(t[k])
	}
	return s
}

// An envelopeFact marks a type that is marked //errlint:envelope.
type envelopeFact struct{}

func (*envelopeFact) AFact()         {}
func (*envelopeFact) String() string { return "envelope" }

// exportMarks exports which types of the package are marked as envelopes.
func (e *engine) exportMarks() {
	for decl, spec := range flow.Specs[*ast.TypeSpec](e.pass.Files, token.TYPE) {
		obj, isType := e.pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
		if _, ok := directive.TypeDirective(decl, spec, directive.Envelope); ok && isType {
			e.pass.ExportObjectFact(obj, new(envelopeFact))
		}
	}
}

// Marked reports whether a type, or what it points to, is marked //errlint:envelope.
func (r *Replies) Marked(t types.Type) bool {
	n := flow.Named(t)
	if n == nil || !r.m.OwnPackage(n.Obj().Pkg()) {
		return false
	}
	return r.marks.Get(n.Origin().Obj(), func(obj *types.TypeName) bool { return r.pass.ImportObjectFact(obj, new(envelopeFact)) })
}

// IsEnvelope reports whether a type is marked as an envelope, or is a type of the module for problem details.
func (r *Replies) IsEnvelope(t types.Type) bool {
	n := flow.Named(t)
	return n != nil && (r.Marked(n) || r.m.OwnPackage(n.Obj().Pkg()) && Envelope(n))
}

// A helperFact says what a function does with its parameters in replies, by kind.
type helperFact struct{ Roles []roleFact }

type roleFact struct {
	Kind Kind
	Role role
}

func (*helperFact) AFact() {}

func (f *helperFact) String() string {
	var parts []string
	for _, rf := range f.Roles {
		s, r := rf.Kind.String(), rf.Role
		for _, of := range []struct {
			name   string
			params textflow.Params
		}{{"text", r.Text}, {"error", r.Err}, {"value", r.Value}, {"code", r.Code}} {
			for i := range of.params.All() {
				s += fmt.Sprintf(" %s %d", of.name, i)
			}
		}
		if r.Count == 1 {
			s += fmt.Sprintf(" status %d", r.Status)
		}
		parts = append(parts, s)
	}
	return "replies(" + strings.Join(parts, "; ") + ")"
}

// summarize is the equation of a function.
func (e *engine) summarize(fn *ssa.Function) summary {
	var out summary
	add := func(r Reply) {
		role := &out[r.Kind]
		for _, p := range r.Body {
			e.bind(fn, p, role)
		}
		switch i := e.paramOf(fn, r.Code); {
		case i >= 0:
			role.Code |= 1 << i
		case r.Kind == HTTP || r.Code != nil || r.Constant:
			role.status(r.Status, r.Constant)
		}
		role.Always = role.Always || always(fn, r.Instr.Block())
	}
	for _, r := range e.direct[fn] {
		if _, handler := r.Instr.(*ssa.Return); !handler {
			add(r)
		}
	}
	for _, r := range e.helperCalls(fn) {
		add(r)
	}
	return out
}

// always reports whether each path through fn passes b.
func always(fn *ssa.Function, b *ssa.BasicBlock) bool {
	for ret := range flow.Returns(fn) {
		if !b.Dominates(ret.Block()) {
			return false
		}
	}
	return true
}

// bind adds what a part of a reply in fn makes of fn's parameters.
func (e *engine) bind(fn *ssa.Function, p Part, r *role) {
	t := e.texts.Of(p.Value)
	v := p.Value
	for f := p.Frame; f != nil; f = f.Caller {
		t = e.texts.Bind(t, f.Args)
		if param, ok := v.(*ssa.Parameter); ok {
			if i := slices.Index(param.Parent().Params, param); param.Parent() == f.Fn && i < len(f.Args) && f.Args[i] != nil {
				v = f.Args[i]
			}
		}
	}
	r.Text |= t.Params
	r.Err |= t.ErrParams
	if t == (textflow.Text{}) {
		if i := e.paramOf(fn, v); i >= 0 {
			r.Value |= 1 << i
		}
	}
}

// paramOf returns the index of the parameter of fn that v is, at least on some path, or -1.
func (e *engine) paramOf(fn *ssa.Function, v ssa.Value) int {
	if v == nil {
		return -1
	}
	for _, o := range e.m.Origins(v, flow.OriginOptions{Local: true, NoCalls: true}) {
		if p, ok := o.Value.(*ssa.Parameter); ok && o.Kind == flow.OriginParam && o.Whole {
			if i := slices.Index(fn.Params, p); i >= 0 && i < 64 {
				return i
			}
		}
	}
	return -1
}

// helperCalls returns the replies in fn that are calls of helpers.
func (e *engine) helperCalls(fn *ssa.Function) []Reply {
	var out []Reply
	for call := range flow.LiveInstrs[ssa.CallInstruction](e.m.Program, fn) {
		if call.Common().IsInvoke() || e.known[call] {
			continue
		}
		callee := flow.Callee(call.Common())
		if callee == nil {
			sum, args := e.summaryOfValue(call.Common())
			for k, r := range sum {
				if r.hands() { // replies that use none of its parameters stand in the function itself
					out = append(out, e.helperCall(fn, call, args, nil, Kind(k), r))
				}
			}
			continue
		}
		for k, r := range e.summaryOf(callee) {
			if r.helps() {
				out = append(out, e.helperCall(fn, call, call.Common().Args, callee, Kind(k), r))
			}
		}
	}
	return out
}

// summaryOfValue returns the summary of the functions that a function value may be, if they are all known and of this package, and the
// arguments that they get.
func (e *engine) summaryOfValue(call *ssa.CallCommon) (out summary, args []ssa.Value) {
	targets, complete := e.m.Callees(call)
	for _, t := range targets {
		if !complete || t.Bound != nil && len(targets) > 1 || t.Fn.Pkg != e.m.Pkg || t.Fn.Blocks == nil || e.standsIn(t.Fn) {
			return summary{}, nil
		}
		out = out.or(e.solver.Get(t.Fn))
		args = t.Args(call)
	}
	return out, args
}

func (e *engine) helperCall(fn *ssa.Function, call ssa.CallInstruction, args []ssa.Value, callee *types.Func, kind Kind, r role) Reply {
	reply := Reply{Kind: kind, Fn: fn, Instr: call, Sets: call, Pos: e.m.CallPos(call), Helper: callee, Status: r.Status, Constant: r.Count == 1}
	for i := range (r.Text | r.Err | r.Value).All() {
		if i >= len(args) {
			break
		}
		if vals, ok := flow.Variadic(args[i]); ok && call.Common().Signature().Variadic() && i == len(args)-1 {
			for _, v := range vals {
				e.add(&reply, v)
			}
			continue
		}
		e.add(&reply, args[i])
	}
	for i := range r.Code.All() {
		if i < len(args) && reply.Code == nil {
			reply.Code = args[i]
			reply.Status, reply.Constant = e.constantOf(reply.Code)
		}
	}
	return reply
}

// summaryOf returns the summary of a function of the package, or the fact of a function of another one.
func (e *engine) summaryOf(fn *types.Func) (out summary) {
	if fn.Pkg() == e.pass.Pkg {
		if f := e.m.Func(fn); f != nil && !e.standsIn(f) {
			return e.solver.Get(f)
		}
		return summary{}
	}
	var fact helperFact
	e.pass.ImportObjectFact(fn, &fact)
	for _, r := range fact.Roles {
		if r.Kind < kinds {
			out[r.Kind] = r.Role
		}
	}
	return out
}

// exportFacts exports which functions of the package are replies.
func (e *engine) exportFacts() {
	for obj, fn := range e.m.ExportedFuncs() {
		if e.standsIn(fn) {
			continue
		}
		fact := new(helperFact)
		for k, r := range e.solver.Get(fn) {
			if r.helps() {
				fact.Roles = append(fact.Roles, roleFact{Kind(k), r})
			}
		}
		if fact.Roles != nil {
			e.pass.ExportObjectFact(obj, fact)
		}
	}
}
