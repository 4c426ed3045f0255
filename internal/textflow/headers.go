package textflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file says whether headers still have what authorises a request where they are shown. Headers have it, whoever made them, unless the
// program has taken it out of the same headers before: it has deleted one that may authorise a request, or replaced it with a constant or
// with what hides the earlier value. Headers that the function itself has made have nothing but what it puts in them.

const header = "net/http.Header"

// isHeader reports whether v holds the headers of a request, or is a variable that holds them.
func isHeader[V ssa.Value](v V) bool { return flow.QualifiedName(flow.Deref(v.Type())) == header }

// secretHeaders are the headers that authorise a request.
var secretHeaders = []string{"authorization", "proxy-authorization", "cookie"}

func isSecretHeader(name ssa.Value) bool {
	text, _ := flow.StringConst(name)
	return slices.Contains(secretHeaders, strings.ToLower(text))
}

// credentialWords are in the names of headers that authorise a request by an agreement: X-Api-Key, X-Amz-Security-Token. That is enough for
// a header whose removal is meant to hide something, and not for one that is a secret.
var credentialWords = []string{"auth", "cookie", "token", "key", "secret", "session", "passw", "credential", "signature"}

// mayAuthorise reports whether a header of this name may authorise a request. Any may whose name is computed.
func mayAuthorise(name ssa.Value) bool {
	text, constant := flow.StringConst(name)
	text = strings.ToLower(text)
	return !constant || slices.ContainsFunc(credentialWords, func(w string) bool { return strings.Contains(text, w) })
}

// A headerChange is an instruction that changes headers, or that may do so since it hands them, or the request that has them, to a function.
type headerChange struct {
	instr   ssa.Instruction
	of      flow.Node // the headers, or the request
	clears  bool      // it takes out or replaces what may authorise a request
	puts    bool      // it puts in what authorises a request
	callee  *ssa.Function
	param   int
	unknown bool // the function is of the module, or is not known
}

// hasCredentials reports whether the headers that h holds may have what authorises a request at an instruction, or where else h is used if
// the instruction is nil. Where h may be several headers, and one of them has not, the program decides which to show.
func (c *Contents) hasCredentials(h ssa.Value, at ssa.Instruction) bool {
	values := worklist.Of(h)
	for v := range values.All() {
		if phi, ok := v.(*ssa.Phi); ok {
			values.Push(phi.Edges...)
		}
		uses := []ssa.Instruction{at}
		if at == nil || v != h {
			uses = usesOf(v)
		}
		if _, constant := v.(*ssa.Const); !constant && !c.haveCredentials(flow.FuncOf(h), c.headersOf(v), uses) {
			return false
		}
	}
	return true
}

// ofHeaders returns Secret if headers have what authorises a request at an instruction, or where else h is used. The headers that a function
// of the module returns, or that are a copy of others, have it if the function's, or the others, have it there.
func (c *Contents) ofHeaders(h ssa.Value, at ssa.Instruction) Marks {
	for {
		if !c.hasCredentials(h, at) {
			return 0
		}
		call, index := flow.ResultOf(h)
		if call == nil {
			return Secret
		}
		callee := flow.Callee(call.Common())
		if callee == nil || callee.FullName() != "("+header+").Clone" {
			return c.ofReturned(call, index, callee)
		}
		h, at = call.Call.Args[0], call
	}
}

// ofReturned returns Secret if the headers that a call of callee, if that is known, returns have what authorises a request.
func (c *Contents) ofReturned(call *ssa.Call, index int, callee *types.Func) Marks {
	switch targets, complete := c.callees(call.Common()); {
	case callee != nil && c.conf.Safe(callee):
		return 0
	case complete && flow.HaveBodies(targets):
		var marks Marks
		for _, target := range targets {
			marks |= c.shown(c.results(target.Fn, index)...).Marks & Secret
		}
		return marks
	case callee != nil && !call.Call.IsInvoke() && c.m.OwnPackage(callee.Pkg()):
		return c.fact(callee).result(index).Marks & Secret
	case slices.ContainsFunc(call.Call.Args, isHeader[ssa.Value]):
		return 0 // another module's function may well have taken it out
	}
	return Secret
}

// requestHasCredentials does the same for the headers of a request.
func (c *Contents) requestHasCredentials(r ssa.Value, at ssa.Instruction) bool {
	p := c.headerPath(r.Type())
	if p == nil {
		return true
	}
	base, p := c.prog.Split(r, p)
	return c.haveCredentials(flow.FuncOf(r), c.home(base, p), []ssa.Instruction{at})
}

// headerPath returns the path to the headers of a request; nil if t is not the type of one.
func (c *Contents) headerPath(t types.Type) flow.Path {
	st := flow.Struct(t)
	if st == nil || flow.QualifiedName(flow.Deref(t)) != "net/http.Request" {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == "Header" {
			p, _ := c.prog.PathTo(t, []*types.Var{f})
			return p
		}
	}
	return nil
}

// usesOf returns the instructions that use headers and do not change them.
func usesOf(h ssa.Value) (out []ssa.Instruction) {
	if h.Referrers() == nil {
		return nil
	}
	for _, ref := range *h.Referrers() {
		if update, ok := ref.(*ssa.MapUpdate); ok && update.Map == h {
			continue
		}
		if call, ok := ref.(ssa.CallInstruction); ok && headerMethod(call) != "" {
			continue
		}
		out = append(out, ref)
	}
	return out
}

// headerMethod returns how a call changes the headers that it is given first: Set, Add, Del; "" if it is no such call.
func headerMethod(call ssa.CallInstruction) string {
	if b, ok := call.Common().Value.(*ssa.Builtin); ok && b.Name() == "delete" && isHeader(call.Common().Args[0]) {
		return "Del"
	}
	if callee := flow.Callee(call.Common()); callee != nil {
		switch name, ok := strings.CutPrefix(callee.FullName(), "("+header+")."); {
		case ok && (name == "Set" || name == "Add" || name == "Del"):
			return name
		}
	}
	return ""
}

// headersOf returns what stands for the headers that a value holds: the variable, and the part of it, that they are loaded from, or the
// writer of a response.
func (c *Contents) headersOf(v ssa.Value) flow.Node {
	if call, ok := v.(*ssa.Call); ok && flow.Callee(call.Common()) != nil && flow.Callee(call.Common()).Name() == "Header" {
		if recv := Receiver(call.Common()); recv != nil && firstArg(call) == nil {
			return c.home(c.prog.Split(recv, nil))
		}
	}
	return c.home(c.prog.Split(v, nil))
}

// home returns the node for part p of base, where base is not a variable that holds the same reference all along.
func (c *Contents) home(base ssa.Value, p flow.Path) flow.Node {
	for range maxHomes {
		alloc, ok := base.(*ssa.Alloc)
		if !ok {
			break
		}
		stores := c.prog.StoresTo(alloc)
		switch types.Unalias(flow.Deref(alloc.Type())).Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Interface:
			if len(stores) == 1 {
				base, p = c.prog.Split(stores[0].Val, p)
				continue
			}
		}
		break
	}
	return flow.Node{V: base, P: p}
}

// maxHomes bounds how many variables hold the same reference, one after the other.
const maxHomes = 8

// haveCredentials reports whether headers may have what authorises a request before one of some instructions of a function.
func (c *Contents) haveCredentials(fn *ssa.Function, headers flow.Node, uses []ssa.Instruction) bool {
	made := c.madeHere(headers)
	given := false // something that authorises
	type scope struct {
		fn      *ssa.Function
		headers flow.Node
	}
	in := worklist.Of(scope{fn, headers})
	for s := range in.First(maxHeld) {
		changes := c.changing.Get(outermost(s.fn), c.findChanges)
		for _, ch := range changes {
			whole := ch.of == s.headers
			if !whole && !(ch.of.V == s.headers.V && ch.of.P == nil && s.headers.P != nil) {
				continue
			}
			if s.fn == fn && !slices.ContainsFunc(uses, func(use ssa.Instruction) bool { return c.mayPrecede(ch.instr, use) }) {
				continue
			}
			if ch.clears && !c.putBack(ch, changes, uses) {
				return false
			}
			given = given || ch.puts || ch.unknown && !whole
			if ch.callee != nil {
				p := s.headers.P
				if whole {
					p = nil
				}
				in.Push(scope{ch.callee, flow.Node{V: ch.callee.Params[ch.param], P: p}})
			}
		}
	}
	return !made || given
}

// madeHere reports whether headers are those of a map or a request that a function makes, and replaces by no others.
func (c *Contents) madeHere(headers flow.Node) bool {
	if _, ok := headers.V.(*ssa.MakeMap); ok {
		return headers.P == nil
	}
	call, _ := flow.ResultOf(headers.V)
	switch flow.CalleeName(call) {
	case "net/http.NewRequest", "net/http.NewRequestWithContext", "net/http/httptest.NewRequest", "net/http/httptest.NewRequestWithContext":
		return headers.P != nil && len(c.prog.StoredIn(headers.V, headers.P)) == 0
	}
	return false
}

// putBack reports whether what authorises a request is put in the same headers after a change, and before all uses.
func (c *Contents) putBack(ch headerChange, changes []headerChange, uses []ssa.Instruction) bool {
	return len(uses) > 0 && slices.ContainsFunc(changes, func(later headerChange) bool {
		return later.puts && later.of == ch.of && later.instr.Parent() == ch.instr.Parent() && c.prog.Before(ch.instr, later.instr) &&
			!slices.ContainsFunc(uses, func(use ssa.Instruction) bool {
				return use == nil || use.Parent() != later.instr.Parent() || !c.prog.Before(later.instr, use)
			})
	})
}

// mayPrecede reports whether an instruction may be executed before another one. Those of different functions have no order.
func (c *Contents) mayPrecede(first, second ssa.Instruction) bool {
	if second == nil || first.Parent() != second.Parent() {
		return true
	}
	if _, deferred := first.(*ssa.Defer); deferred {
		return false
	}
	return first.Block() == second.Block() && c.prog.Before(first, second) || flow.Reaches(first.Block(), second.Block(), nil)
}

// outermost returns the function that fn is a literal in, or fn.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn != nil && fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// findChanges returns the changes of headers in a function and its literals.
func (c *Contents) findChanges(fn *ssa.Function) (out []headerChange) {
	if fn == nil {
		return nil
	}
	set := func(instr ssa.Instruction, h, name, value ssa.Value) {
		ch := headerChange{instr: instr, of: c.headersOf(h)}
		ch.clears = mayAuthorise(name) && c.hides(value)
		ch.puts = !ch.clears && isSecretHeader(name)
		out = append(out, ch)
	}
	for lit := range flow.Literals(fn) {
		for instr := range flow.Instrs(lit) {
			switch instr := instr.(type) {
			case *ssa.MapUpdate:
				if isHeader(instr.Map) {
					set(instr, instr.Map, instr.Key, instr.Value)
				}
			case ssa.CallInstruction:
				args := instr.Common().Args
				switch headerMethod(instr) {
				case "Del":
					out = append(out, headerChange{instr: instr, of: c.headersOf(args[0]), clears: mayAuthorise(args[1])})
				case "Set":
					set(instr, args[0], args[1], args[2])
				case "Add":
					out = append(out, headerChange{instr: instr, of: c.headersOf(args[0]), puts: isSecretHeader(args[1])})
				default:
					out = append(out, c.handsOn(instr)...)
				}
			}
		}
	}
	return out
}

// handsOn returns the changes that a call may make in the headers, or in those of the requests, that it is given.
func (c *Contents) handsOn(call ssa.CallInstruction) (out []headerChange) {
	common := call.Common()
	static := common.StaticCallee()
	callee := flow.Callee(common)
	unknown := callee == nil || c.m.OwnPackage(callee.Pkg())
	puts := callee != nil && (callee.FullName() == "(*net/http.Request).SetBasicAuth" || callee.FullName() == "(*net/http.Request).AddCookie")
	for i, arg := range common.Args {
		ch := headerChange{instr: call, puts: puts && i == 0, unknown: unknown, param: i}
		switch {
		case isHeader(arg):
			ch.of = c.headersOf(arg)
		case c.headerPath(arg.Type()) != nil:
			ch.of = c.home(c.prog.Split(arg, nil))
		default:
			continue
		}
		if static != nil && static.Blocks != nil && i < len(static.Params) {
			ch.callee = static
		}
		out = append(out, ch)
	}
	return out
}

// hides reports whether the value that headers get instead of another one is not what authorises a request: it is constant, or made of the
// earlier value by a function that hides it.
func (c *Contents) hides(value ssa.Value) bool {
	vals, ok := flow.Variadic(value)
	if !ok {
		vals = []ssa.Value{value}
	}
	for _, v := range vals {
		if c.isConstant(v) {
			continue
		}
		ofEarlier := slices.ContainsFunc(slices.Collect(flow.Slice(v)), func(of ssa.Value) bool {
			call, _ := of.(*ssa.Call)
			return isHeader(of) || call != nil && flow.Callee(call.Common()) != nil && getsHeader(call, flow.Callee(call.Common()))
		})
		if !ofEarlier || c.shown(v).Marks&Secret != 0 {
			return false
		}
	}
	return true
}

// rangesHeaders reports whether v is a value, the header's, in a loop over headers that have what authorises a request. The loop shows them
// all, unless it does something else with their names than to show them.
func (c *Contents) rangesHeaders(v ssa.Value) bool {
	e, ok := v.(*ssa.Extract)
	if !ok || e.Index != 2 {
		return false
	}
	next, ok := e.Tuple.(*ssa.Next)
	if !ok {
		return false
	}
	over, ok := next.Iter.(*ssa.Range)
	if !ok || !isHeader(over.X) || !c.hasCredentials(over.X, over) {
		return false
	}
	for _, ref := range *next.Referrers() {
		name, ok := ref.(*ssa.Extract)
		if !ok || name.Index != 1 {
			continue
		}
		for _, use := range *name.Referrers() {
			switch use := use.(type) {
			case *ssa.MakeInterface, *ssa.DebugRef:
			case *ssa.BinOp:
				if use.Op != token.ADD {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}
