package makeflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/payloadflow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells whether some code may ask which error a new one is: what the uses of an error, or of its text, say.

// Asked reports whether some code may ask which error a new one of this package is, or what it wraps. No code does if the error,
// in functions whose calls are all known, is only compared with nil, printed, logged, or turned into text
// that is in no error which some code asks about.
func (m *Model) Asked(made ssa.Value) bool { return m.ask(errorsMade(made)...) }

// errorsMade returns the values that are a new error.
func errorsMade(made ssa.Value) []passing {
	if call, ok := made.(*ssa.Call); ok {
		return errorsOf(call)
	}
	return []passing{{v: made}}
}

// errorsOf returns the results of a call that are errors.
func errorsOf(call ssa.CallInstruction) (errs []passing) {
	for _, i := range errflow.ErrorResults(call.Common().Signature()) {
		for _, v := range resultOf(call, i) {
			errs = append(errs, passing{v: v, std: isStd(flow.Callee(call.Common()))})
		}
	}
	return errs
}

// ask reports whether some code asks about one of some values.
func (m *Model) ask(of ...passing) bool { return slices.ContainsFunc(of, m.askedAbout.Get) }

// isAsked is the equation of a value: some code asks about it if one of its uses asks, is unknown, or makes another value that is asked about.
func (m *Model) isAsked(p passing) bool {
	s := m.spread(p)
	return s.asks || slices.ContainsFunc(s.to, m.askedAbout.Get)
}

// A passing is a value that contains an error or, if text is set, the text of one.
type passing struct {
	v      ssa.Value
	result int // for a function, which stands for this result
	text   bool
	std    bool // an error of an unexported type of the standard library, made by errors.New, errors.Join or fmt.Errorf
}

// references returns the instructions that use the value; ok is false if SSA form does not list them, as for a result of a function.
func (p passing) references() (refs []ssa.Instruction, ok bool) {
	_, isFunc := p.v.(*ssa.Function)
	if refs := p.v.Referrers(); refs != nil && !isFunc {
		return *refs, true
	}
	return nil, false
}

// A passingUse is what the uses of one value say.
type passingUse struct {
	*Model
	passing
	to   []passing // the values that are made from it
	asks bool      // a use asks, or is unknown
}

// unknown records an unknown use, which may ask; but nothing can be asked of a text.
func (s *passingUse) unknown() { s.asks = s.asks || !s.text }

// follow records that other values contain the same, if their types allow that.
func (s *passingUse) follow(vals ...ssa.Value) {
	for _, v := range vals {
		if b, ok := types.Unalias(v.Type()).Underlying().(*types.Basic); !ok || s.text && b.Info()&types.IsString != 0 {
			s.to = append(s.to, passing{v: v, text: s.text, std: s.std})
		}
	}
}

// becomes follows the value to the results of a call that are texts and, if errs is set, to those that are errors.
func (s *passingUse) becomes(call ssa.CallInstruction, errs bool) {
	if errs {
		s.to = append(s.to, errorsOf(call)...)
	}
	results := call.Common().Signature().Results()
	for i := range results.Len() {
		t := results.At(i).Type()
		elem := flow.ElemType(t)
		if !errflow.IsError(t) && (textflow.IsText(t) || elem != nil && textflow.IsText(elem)) {
			for _, v := range resultOf(call, i) {
				s.to = append(s.to, passing{v: v, text: true})
			}
		}
	}
}

// spread returns what the uses of a value say.
func (m *Model) spread(p passing) passingUse {
	return m.spreads.Get(p, func(p passing) passingUse {
		s := passingUse{Model: m, passing: p}
		s.all()
		return s
	})
}

// all records all uses of the value.
func (s *passingUse) all() {
	if fn, ok := s.v.(*ssa.Function); ok {
		calls, all := s.callsOf(fn)
		if !all {
			s.unknown()
		}
		for _, call := range calls {
			s.follow(resultOf(call, s.result)...)
		}
		return
	}
	refs, ok := s.references()
	if !ok {
		s.unknown()
	}
	for _, ref := range refs {
		if !s.Dead(ref.Block()) {
			s.use(ref)
		}
	}
}

func (s *passingUse) use(ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.FieldAddr: // of a struct that is an error
		s.field(ref, flow.Deref(ref.Type()))
	case *ssa.Field:
		s.field(ref, ref.Type())
	case *ssa.BinOp:
		s.operator(ref)
	case *ssa.Return:
		for i, r := range ref.Results {
			if r == s.v {
				s.to = append(s.to, passing{ref.Parent(), i, s.text, s.std})
			}
		}
	case *ssa.TypeAssert:
		// An assertion to a concrete type does not ask what the error wraps; what is asked of a value of an interface type is unknown.
		if s.std && !stdHas(ref.AssertedType) {
			break
		}
		if types.IsInterface(ref.AssertedType) && !types.Identical(ref.AssertedType, types.Universe.Lookup("error").Type()) {
			s.unknown()
		} else {
			s.follow(ref)
		}
	case *ssa.Convert:
		s.follow(ref)
	case ssa.CallInstruction:
		s.call(ref)
	case *ssa.Panic:
		if !s.ends(ref.Parent()) {
			s.unknown()
		}
	case *ssa.Store:
		if vars, local := s.onward(s.v, ref); local {
			s.follow(vars...)
		} else if lit := errorAround(ref.Addr); lit != nil {
			s.to = append(s.to, passing{v: lit}) // an error that contains this one
		} else {
			s.unknown()
		}
	case *ssa.Lookup: // of a map
		s.unknown()
	default:
		to, ok := s.onward(s.v, ref)
		if s.follow(to...); !ok {
			s.unknown() // a channel
		}
	}
}

// isStd reports whether a function makes errors of unexported types of the standard library.
func isStd(fn *types.Func) bool {
	return IsFunc(fn, "errors", "New", "Join") || IsFunc(fn, "fmt", "Errorf")
}

// stdHas reports whether errors that [isStd] functions make may have type t: an interface with no other methods than theirs.
func stdHas(t types.Type) bool {
	it, ok := types.Unalias(t).Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for method := range it.Methods() {
		if method.Name() != "Error" && method.Name() != "Unwrap" {
			return false
		}
	}
	return true
}

// field follows the value to a field that may contain an error.
func (s *passingUse) field(v ssa.Value, t types.Type) {
	if types.IsInterface(t) || errflow.IsError(t) || isContainer(t) {
		s.follow(v)
	}
}

// operator records a concatenation or a comparison. To compare an error, or its text, with another is to ask. A new error is never equal to a
// sentinel, whatever it wraps, but code that compares them would want to know that the sentinel is the cause.
func (s *passingUse) operator(op *ssa.BinOp) {
	switch {
	case op.Op == token.ADD:
		s.follow(op)
	case op.Op != token.EQL && op.Op != token.NEQ:
	case !s.text:
		s.asks = s.asks || !flow.IsNil(op.X) && !flow.IsNil(op.Y)
	case isEmpty(op.X), isEmpty(op.Y):
	default:
		s.asks = true
	}
}

func isEmpty(v ssa.Value) bool {
	text, ok := flow.StringConst(v)
	return ok && text == ""
}

// call records a call with the value as an argument or receiver.
func (s *passingUse) call(call ssa.CallInstruction) {
	common := call.Common()
	if !s.text && textflow.Stringified(common) != nil {
		s.becomes(call, false)
		return
	}
	if to, ok := s.givenTo(s.v, call); ok {
		s.follow(to...)
		return
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap", "print", "println":
		default:
			s.unknown()
		}
		return
	}
	if list := appendsTo(common); list != nil && list != s.v {
		s.to = append(s.to, passing{v: list, text: s.text})
	}
	_, known := errflow.Builder(s.Callee(common))
	switch maker := s.Maker(common); {
	case s.text:
		results := common.Signature().Results()
		if results.Len() == 1 && flow.IsBasic(results.At(0).Type(), types.IsBoolean) {
			s.asks = true // strings.Contains
			return
		}
		s.becomes(call, results.Len() == 1)
	case s.keptBy(common, s.v):
		s.unknown()
	case errflow.IsOrNil(flow.Callee(common)):
		s.becomes(call, true)
	case maker != nil && (maker.Configured || known || maker.Format >= 0 && maker.Operands < len(common.Args) && common.Args[maker.Operands] == s.v):
		s.becomes(call, true)
	case s.prints(call):
	case s.tells(common, s.v):
		s.becomes(call, false)
	case isListed(exits, flow.Callee(common)):
		s.becomes(call, true)
	case printsOperands(common, s.v):
		s.becomes(call, true)
	default:
		s.unknown()
		return
	}
	s.written(common)
}

// written follows the value to the buffers that a call writes to.
func (s *passingUse) written(call *ssa.CallCommon) {
	for _, arg := range call.Args {
		if alloc, ok := flow.Strip(arg).(*ssa.Alloc); ok && arg != s.v && isBuffer(alloc.Type()) {
			s.to = append(s.to, passing{v: alloc, text: true})
		}
	}
}

// printsOperands reports whether v is among operands of type any in a call that returns nothing but numbers, texts and
// errors, such as one of fmt.Fprintf or of the methods of a logger or a test.
func printsOperands(call *ssa.CallCommon, v ssa.Value) bool {
	if n := len(call.Args); n == 0 || call.Args[n-1] != v || !takesOperands(call.Signature()) {
		return false
	}
	return !flow.HasVar(call.Signature().Results(), func(t types.Type) bool { return !isBasic(t) && !errflow.IsErrorInterface(t) })
}

// prints reports whether a call logs its arguments, makes an attribute for a log of them, or makes them a reply for people.
func (m *Model) prints(call ssa.CallInstruction) bool {
	return m.logs()[call] || payloadflow.IsErrorResult(flow.Callee(call.Common()))
}

// logCalls returns the calls that log, make an attribute of a log, or give attributes to a logger that logs.
func (m *Model) logCalls() map[ssa.CallInstruction]bool {
	calls := make(map[ssa.CallInstruction]bool)
	for _, l := range m.pass.ResultOf[logflow.Analyzer].(*logflow.Logs).All {
		if l.Form == logflow.Helper {
			continue // a helper may do more than log
		}
		calls[l.Call] = true
		for _, attr := range l.Attrs {
			if attr.Made != nil {
				calls[attr.Made] = true
			}
		}
		for _, given := range l.Given {
			calls[given] = true
		}
	}
	return calls
}

// tells reports whether a call runs a function of another package that uses no more than the text of an error which is an argument.
func (m *Model) tells(call *ssa.CallCommon, err ssa.Value) bool {
	fn := flow.Callee(call)
	if isListed(recorders, fn) {
		return true
	}
	f := m.factOf(fn)
	if f == (Func{}) || call.IsInvoke() {
		return false
	}
	for i, arg := range call.Args {
		if arg == err && !f.Tells.Has(i) {
			return false
		}
	}
	return true
}

// told returns the parameters of a function that are errors which are not asked about, in it or in what it calls, and those that are functions whose
// errors are not.
func (m *Model) told(fn *ssa.Function) Params {
	return those(fn.Params, func(p *ssa.Parameter) bool {
		return errflow.IsErrorInterface(p.Type()) && !m.ask(passing{v: p}) || m.runs(p)
	})
}

// runs reports whether a parameter is a function that returns an error, and no caller asks about the error.
func (m *Model) runs(p *ssa.Parameter) bool {
	if sig, ok := types.Unalias(p.Type()).Underlying().(*types.Signature); !ok || ErrorResult(sig) < 0 {
		return false
	}
	h := hands{Model: m}
	h.push(p)
	h.walk()
	var errs []passing
	for _, call := range h.calls {
		errs = append(errs, errorsOf(call)...)
	}
	return !h.out && !m.ask(errs...)
}

// ends reports whether a panic in a function ends the program, which then prints it: the function is main, or only main calls it, and there are no
// deferred calls.
func (m *Model) ends(fn *ssa.Function) bool {
	callers := worklist.Of(fn)
	for fn := range callers.All() {
		calls, all := m.CallsOf(fn)
		isMain := m.isMain() && fn == m.Pkg.Func("main")
		if fn.Recover != nil || !isMain && (!all || len(calls) == 0) {
			return false
		}
		for _, call := range calls {
			callers.Push(call.Parent())
		}
	}
	return true
}
