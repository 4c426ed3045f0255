package makeflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// Asked reports whether somebody may ask which error a new one of this package is, or what it wraps. Nobody does if all that
// becomes of it, in functions that only the package itself calls, is to be compared with nil, printed, logged, or made text
// that is in no error for which somebody asks.
func (m *Model) Asked(made ssa.Value) bool {
	if m.asking == nil {
		m.asking = &asking{m: m, seen: make(map[passing]bool), from: make(map[passing][]passing), asked: make(map[passing]bool)}
		m.asking.executions = sync.OnceValue(m.executions)
	}
	is := []passing{{v: made}}
	if call, ok := made.(*ssa.Call); ok {
		is = nil
		for i, t := range resultTypes(call.Common()) {
			if errflow.IsError(t) {
				is = append(is, resultOf(call, i)...)
			}
		}
	}
	for _, p := range is {
		m.asking.explore(p)
	}
	return slices.ContainsFunc(is, func(p passing) bool { return m.asking.asked[p] })
}

// An asking is what is known of the values of a package: for which of them somebody asks. It is the least solution of: somebody
// does if a use of the value asks, or is not known, or makes a value of it for which somebody asks.
type asking struct {
	m     *Model
	seen  map[passing]bool
	from  map[passing][]passing // the values that go on in one
	asked map[passing]bool
	faces map[*types.TypeName]bool // the types of the package of which there are values in interfaces; nil before the first question

	executions func() []ssa.CallInstruction // the calls that run the package's commands, and return what those do
}

// A passing is a value in which an error is, or the text of one.
type passing struct {
	v      ssa.Value
	result int // of a function, which stands for what it returns there
	text   bool
}

// explore finds out about a value and all that it goes on in. Nothing is looked at twice, however many questions there are.
func (a *asking) explore(start passing) {
	todo := worklist.Of(start)
	for p := range todo.All() {
		if a.seen[p] {
			continue
		}
		a.seen[p] = true
		s := passingUse{asking: a, passing: p}
		s.all()
		for _, to := range s.to {
			s.asks = s.asks || a.asked[to]
			a.from[to] = append(a.from[to], p)
			todo.Push(to)
		}
		if s.asks {
			asked := worklist.Of(p)
			for p := range asked.All() {
				if !a.asked[p] {
					a.asked[p] = true
					asked.Push(a.from[p]...)
				}
			}
		}
	}
}

// A passingUse is a look at the uses of one value.
type passingUse struct {
	*asking
	passing
	to   []passing // what it goes on in
	asks bool      // one of them asks, or is not known
}

// unknown notes a use that is not known. Of a text there is nothing to ask.
func (s *passingUse) unknown() { s.asks = s.asks || !s.text }

// follow goes on in a value that has the same in it, if it can.
func (s *passingUse) follow(v ssa.Value) {
	if b, ok := types.Unalias(v.Type()).Underlying().(*types.Basic); !ok || s.text && b.Info()&types.IsString != 0 {
		s.to = append(s.to, passing{v: v, text: s.text})
	}
}

// becomes goes on in the results of a call that are texts or errors.
func (s *passingUse) becomes(call ssa.CallInstruction, errs bool) {
	for i, t := range resultTypes(call.Common()) {
		elem := flow.ElemType(t)
		switch {
		case errflow.IsError(t):
			if errs {
				s.to = append(s.to, resultOf(call, i)...)
			}
		case textflow.IsText(t), elem != nil && textflow.IsText(elem):
			for _, p := range resultOf(call, i) {
				p.text = true
				s.to = append(s.to, p)
			}
		}
	}
}

// all looks at all uses of the value.
func (s *passingUse) all() {
	if fn, ok := s.v.(*ssa.Function); ok {
		calls, all := s.callsOf(fn)
		if !all {
			s.unknown()
		}
		for _, call := range calls {
			for _, p := range resultOf(call, s.result) {
				s.follow(p.v)
			}
		}
		return
	}
	if s.v.Referrers() == nil {
		s.unknown()
		return
	}
	for _, ref := range *s.v.Referrers() {
		if !s.m.Dead(ref.Block()) {
			s.use(ref)
		}
	}
}

func (s *passingUse) use(ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.DebugRef:
	case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.Slice, *ssa.Index, *ssa.IndexAddr, *ssa.Range, *ssa.Next, *ssa.Extract:
		s.follow(ref.(ssa.Value))
	case *ssa.UnOp:
		if ref.Op == token.MUL {
			s.follow(ref)
		} else {
			s.unknown()
		}
	case *ssa.FieldAddr: // of a struct that is an error
		s.field(ref, flow.Deref(ref.Type()))
	case *ssa.Field:
		s.field(ref, ref.Type())
	case *ssa.BinOp:
		s.operator(ref)
	case *ssa.Store:
		if ref.Val == s.v {
			s.stored(ref.Addr)
		}
	case *ssa.MakeClosure:
		for i, b := range ref.Bindings {
			if b == s.v {
				s.follow(ref.Fn.(*ssa.Function).FreeVars[i])
			}
		}
	case *ssa.Return:
		for i, r := range ref.Results {
			if r == s.v {
				s.to = append(s.to, passing{ref.Parent(), i, s.text})
			}
		}
	case *ssa.TypeAssert:
		// Whether it is of some type itself is no question for what it wraps; what one of an interface can be asked is not known.
		if types.IsInterface(ref.AssertedType) && !types.Identical(ref.AssertedType, types.Universe.Lookup("error").Type()) {
			s.unknown()
		} else {
			s.follow(ref)
		}
	case ssa.CallInstruction:
		s.call(ref)
	default: // a map, a channel, a panic
		s.unknown()
	}
}

// field goes on in a field that an error may be in.
func (s *passingUse) field(v ssa.Value, t types.Type) {
	if types.IsInterface(t) || HoldsErrors(t) || isContainer(t) {
		s.follow(v)
	}
}

// operator looks at a concatenation, or a comparison: who compares the text of an error with another asks. A new error is none that it could be
// compared with by ==, whatever it wraps.
func (s *passingUse) operator(op *ssa.BinOp) {
	switch {
	case op.Op == token.ADD:
		s.follow(op)
	case op.Op != token.EQL && op.Op != token.NEQ, !s.text:
	case isEmpty(op.X), isEmpty(op.Y):
	default:
		s.asks = true
	}
}

func isEmpty(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.String && constant.StringVal(k.Value) == ""
}

// stored goes on from the place that the value is stored in.
func (s *passingUse) stored(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		s.follow(addr)
		return
	case *ssa.FreeVar:
		for v := range s.m.cellsOf(addr) {
			s.follow(v)
		}
		return
	case *ssa.IndexAddr:
		if array, ok := addr.X.(*ssa.Alloc); ok {
			s.follow(array)
			return
		}
	case *ssa.FieldAddr:
		if lit, ok := addr.X.(*ssa.Alloc); ok && errflow.IsError(lit.Type()) {
			s.to = append(s.to, passing{v: lit}) // an error with this in it
			return
		}
	}
	s.unknown()
}

// call looks at a call with the value as an argument, or as what a method is called of.
func (s *passingUse) call(call ssa.CallInstruction) {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append":
			s.follow(call.Value())
		case "len", "cap", "print", "println":
		default:
			s.unknown()
		}
		return
	}
	if !s.text && textflow.Stringified(common) != nil {
		s.becomes(call, false)
		return
	}
	if targets, complete := s.m.Callees(common); complete && !slices.ContainsFunc(targets, func(t flow.Target) bool { return !s.m.own(t.Fn) }) {
		for _, t := range targets {
			for i, arg := range t.Args(common) {
				if arg == s.v {
					s.follow(t.Fn.Params[i])
				}
			}
		}
		return
	}
	switch maker := s.m.Maker(common); {
	case s.text:
		if results := resultTypes(common); len(results) == 1 && isBool(results[0]) {
			s.asks = true // strings.Contains
			return
		}
		s.becomes(call, len(resultTypes(common)) == 1)
	case s.m.KeptBy(common, s.v):
		s.unknown()
	case maker != nil && (maker.Configured || s.m.knownMaker(common) || maker.Format >= 0 && maker.Operands < len(common.Args) && common.Args[maker.Operands] == s.v):
		s.becomes(call, true)
	case s.m.conf.Prints(call):
	case printsOperands(common, s.v):
		s.becomes(call, true)
	default:
		s.unknown()
		return
	}
	s.written(common)
}

// written goes on in the texts that a call writes to.
func (s *passingUse) written(call *ssa.CallCommon) {
	for _, arg := range call.Args {
		if alloc, ok := flow.Strip(arg).(*ssa.Alloc); ok && arg != s.v && isBuffer(alloc.Type()) {
			s.to = append(s.to, passing{v: alloc, text: true})
		}
	}
}

// knownMaker reports whether a call is one of a function outside the module of which it is known that it makes errors.
func (m *Model) knownMaker(call *ssa.CallCommon) bool {
	fn := m.Callee(call)
	return fn != nil && m.builtin(fn) != nil
}

// printsOperands reports whether a call takes a value among operands of whatever type, and gives back no more than numbers, a text and
// an error: as do fmt.Fprintf, the methods of a logger and of a test.
func printsOperands(call *ssa.CallCommon, v ssa.Value) bool {
	if n := len(call.Args); n == 0 || call.Args[n-1] != v || !takesOperands(call.Signature()) {
		return false
	}
	return !slices.ContainsFunc(resultTypes(call), func(t types.Type) bool {
		_, basic := types.Unalias(t).Underlying().(*types.Basic)
		return !basic && !errflow.IsErrorInterface(t)
	})
}

// callsOf returns the calls of a function, and whether these are all. In a test that asks for an error this is one that is not lost, or the
// test would fail; so tests do not count, and what is found does not depend on whether they are looked at. A function that nothing calls is
// called by what is not seen, such as files for another system.
func (a *asking) callsOf(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	if fn.Parent() != nil {
		calls, all = a.literalCalls(fn)
		return calls, len(calls) > 0 && all
	}
	calls, all = a.m.CallsOf(fn)
	if !a.m.conf.InTest(fn.Pos()) {
		calls = slices.DeleteFunc(slices.Clone(calls), func(call ssa.CallInstruction) bool { return a.m.conf.InTest(call.Parent().Pos()) })
	}
	if slices.ContainsFunc(a.m.ValueUses(fn), a.runs) {
		calls = append(slices.Clip(calls), a.executions()...)
	}
	return calls, len(calls) > 0 && (all || a.closed(fn))
}

// runs reports whether all that an instruction does with a function is to make it what a command runs, which the package executes: its error is that of
// the execution then.
func (a *asking) runs(use ssa.Instruction) bool {
	uses := worklist.Of(use)
	for use := range uses.All() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.ChangeType, *ssa.MakeInterface, *ssa.MakeClosure:
			uses.Push(*use.(ssa.Value).Referrers()...)
		case *ssa.Store:
			field, ok := use.Addr.(*ssa.FieldAddr)
			if !ok {
				return false
			}
			f := flow.StructField(field.X.Type(), field.Field)
			if f == nil || f.Pkg() == nil || commands[f.Pkg().Path()] == nil || !returnsError(use.Val) || len(a.executions()) == 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// returnsError reports whether a value is a function, or an interface with one in it, that returns an error and nothing else.
func returnsError(v ssa.Value) bool {
	sig, ok := flow.Strip(v).Type().Underlying().(*types.Signature)
	return ok && sig.Results().Len() == 1 && errflow.IsErrorInterface(sig.Results().At(0).Type())
}

// commands is the packages of other modules whose commands have functions in fields, which are given something of the package, and the methods that
// execute a command and return what these return. What these packages ask of it themselves is of which type it is (urfave's ExitCoder), and not what it
// wraps; ffcli asks for flag.ErrHelp, so it is not one of them.
var commands = map[string][]string{
	"github.com/spf13/cobra":   {"Execute", "ExecuteContext"},
	"github.com/urfave/cli":    {"Run"},
	"github.com/urfave/cli/v2": {"Run", "RunContext"},
	"github.com/urfave/cli/v3": {"Run"},
	"github.com/go-clix/cli":   {"Execute"},
}

// maxExecutions is how many executions of commands are told apart, so that many commands do not go on in many executions each. Programs have one.
const maxExecutions = 16

// executions returns the calls of the package that run commands and return what these do: that execute one, or call what is in its field; none if there
// are too many, or none executes any.
func (m *Model) executions() []ssa.CallInstruction {
	var out []ssa.CallInstruction
	executes := false
	for fn := range m.Funcs() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok || call.Common().IsInvoke() {
					continue
				}
				if callee := flow.Callee(call.Common()); callee != nil {
					if callee.Pkg() != nil && slices.Contains(commands[callee.Pkg().Path()], callee.Name()) {
						out, executes = append(out, call), true
					}
				} else if takesCommand(call.Common().Signature()) {
					out = append(out, call)
				}
			}
		}
	}
	if len(out) > maxExecutions || !executes {
		return nil
	}
	return out
}

// takesCommand reports whether a signature may be that of a function in a field of a command: it has a parameter of a type of that package.
func takesCommand(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if named, ok := types.Unalias(flow.Deref(v.Type())).(*types.Named); ok && named.Obj().Pkg() != nil && commands[named.Obj().Pkg().Path()] != nil {
			return true
		}
	}
	return false
}

// literalCalls returns the calls of a function literal, also by way of the local variables that it is in, and whether these are all.
func (a *asking) literalCalls(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	values := worklist.Of[ssa.Value](fn)
	for v := range values.All() {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.ChangeType, *ssa.Phi:
				values.Push(ref.(ssa.Value))
			case *ssa.MakeClosure:
				if ref.Fn == v {
					values.Push(ref)
				}
				for i, b := range ref.Bindings {
					if b == v {
						values.Push(ref.Fn.(*ssa.Function).FreeVars[i])
					}
				}
			case *ssa.Store:
				switch addr := ref.Addr.(type) {
				case *ssa.Alloc:
					values.Push(addr)
				default:
					if a.runs(ref) {
						calls = append(calls, a.executions()...)
					} else if addr != v {
						return calls, false
					}
				}
			case *ssa.UnOp:
				values.Push(ref)
			case *ssa.MakeInterface:
				if !a.runs(ref) {
					return calls, false
				}
				calls = append(calls, a.executions()...)
			case ssa.CallInstruction:
				if ref.Common().Value != v || slices.Contains(ref.Common().Args, v) {
					return calls, false
				}
				calls = append(calls, ref)
			default:
				return calls, false
			}
		}
	}
	return calls, true
}

// closed reports whether a declared function that has no calls but those by its name is one that only the package can call.
func (a *asking) closed(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || slices.ContainsFunc(a.m.ValueUses(fn), func(use ssa.Instruction) bool { return !a.m.conf.InTest(use.Parent().Pos()) && !a.runs(use) }) {
		return false
	}
	main := a.m.Pkg.Pkg.Name() == "main"
	recv := obj.Signature().Recv()
	if recv == nil {
		return main || !obj.Exported()
	}
	if !obj.Exported() {
		return !a.m.Invoked(obj.Name())
	}
	// Others call a method by way of an interface.
	named, ok := types.Unalias(flow.Deref(recv.Type())).(*types.Named)
	return ok && main && !a.inInterfaces(named.Obj())
}

// inInterfaces reports whether a type of the package is in what is converted to an interface, or given for a type parameter.
func (a *asking) inInterfaces(name *types.TypeName) bool {
	if a.faces == nil {
		a.faces = make(map[*types.TypeName]bool)
		var found worklist.List[types.Type]
		for fn := range a.m.Funcs() {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					switch instr := instr.(type) {
					case *ssa.MakeInterface:
						found.Push(instr.X.Type())
					case ssa.CallInstruction:
						if callee := instr.Common().StaticCallee(); callee != nil {
							found.Push(callee.TypeArgs()...)
						}
					}
				}
			}
		}
		for t := range found.All() {
			found.Push(a.within(t)...)
		}
	}
	return a.faces[name]
}

// within returns the types that are within a type, and notes it if it is one of the package.
func (a *asking) within(t types.Type) (parts []types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == a.m.Pkg.Pkg {
			a.faces[t.Obj()] = true
			parts = append(parts, t.Origin().Underlying())
		}
		for arg := range t.TypeArgs().Types() {
			parts = append(parts, arg)
		}
	case *types.Struct:
		for f := range t.Fields() {
			parts = append(parts, f.Type())
		}
	case *types.Map:
		parts = append(parts, t.Key(), t.Elem())
	case *types.Pointer:
		parts = append(parts, t.Elem())
	default:
		if elem := flow.ElemType(t); elem != nil {
			parts = append(parts, elem)
		}
	}
	return parts
}

// resultTypes is the types of the results of a call.
func resultTypes(call *ssa.CallCommon) []types.Type {
	var out []types.Type
	for v := range call.Signature().Results().Variables() {
		out = append(out, v.Type())
	}
	return out
}

// resultOf is what the i'th result of a call is, where anybody gets it.
func resultOf(call ssa.CallInstruction, i int) (out []passing) {
	v := call.Value()
	switch {
	case v == nil: // go, defer
	case call.Common().Signature().Results().Len() == 1:
		out = append(out, passing{v: v})
	default:
		for _, ref := range *v.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
				out = append(out, passing{v: e})
			}
		}
	}
	return out
}

func isBool(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
