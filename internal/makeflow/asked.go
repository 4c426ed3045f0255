package makeflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// Asked reports whether somebody may ask which error a new one of this package is, or what it wraps. Nobody does if all that
// becomes of it, in functions of which all calls are known, is to be compared with nil, printed, logged, or made text
// that is in no error for which somebody asks.
func (m *Model) Asked(made ssa.Value) bool { return m.ask(errorsMade(made)...) }

// errorsMade is the values that a new error is.
func errorsMade(made ssa.Value) []passing {
	call, ok := made.(*ssa.Call)
	if !ok {
		return []passing{{v: made}}
	}
	s := passingUse{}
	s.errorsOf(call)
	return s.to
}

// ask reports whether somebody asks for one of some values.
func (m *Model) ask(of ...passing) bool {
	a := m.askings()
	for _, p := range of {
		a.explore(p)
	}
	return slices.ContainsFunc(of, func(p passing) bool { return a.asked[p] })
}

// askings is what is known of the values of the package, nothing to begin with.
func (m *Model) askings() *asking {
	if m.asking == nil {
		m.asking = &asking{m: m, seen: make(map[passing]bool), from: make(map[passing][]passing), asked: make(map[passing]bool), methods: make(map[*types.TypeName]*hands)}
		m.asking.executions = sync.OnceValue(m.executions)
		m.asking.places = sync.OnceValue(m.placesOf)
	}
	return m.asking
}

// An asking is what is known of the values of a package: for which of them somebody asks. It is the least solution of: somebody
// does if a use of the value asks, or is not known, or makes a value of it for which somebody asks.
type asking struct {
	m     *Model
	seen  map[passing]bool
	from  map[passing][]passing // the values that go on in one
	asked map[passing]bool

	executions  func() []ssa.CallInstruction // the calls that run the package's commands, and return what those do
	places      func() *places
	methods     map[*types.TypeName]*hands  // what gets values of types of the package in interfaces; see methodCalls
	seenOutside map[types.Type]bool         // nil before the first question; see exposed
	wholes      map[types.Type][]types.Type // nil before the first question; see holding
}

// A passing is a value in which an error is, or the text of one.
type passing struct {
	v      ssa.Value
	result int // of a function, which stands for what it returns there
	text   bool
	std    bool // an error of a type that only the standard library has: of errors.New, errors.Join, fmt.Errorf
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
		s.to = append(s.to, passing{v: v, text: s.text, std: s.std})
	}
}

// errorsOf goes on in the results of a call that are errors.
func (s *passingUse) errorsOf(call ssa.CallInstruction) {
	for i, t := range resultTypes(call.Common()) {
		if errflow.IsError(t) {
			for _, p := range resultOf(call, i) {
				p.std = isStd(flow.Callee(call.Common()))
				s.to = append(s.to, p)
			}
		}
	}
}

// becomes goes on in the results of a call that are texts, and in those that are errors where errs says so.
func (s *passingUse) becomes(call ssa.CallInstruction, errs bool) {
	if errs {
		s.errorsOf(call)
	}
	for i, t := range resultTypes(call.Common()) {
		elem := flow.ElemType(t)
		if !errflow.IsError(t) && (textflow.IsText(t) || elem != nil && textflow.IsText(elem)) {
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
				s.to = append(s.to, passing{ref.Parent(), i, s.text, s.std})
			}
		}
	case *ssa.TypeAssert:
		// Whether it is of some type itself is no question for what it wraps; what one of an interface can be asked is not known.
		if s.std && !stdHas(ref.AssertedType) {
			break
		}
		if types.IsInterface(ref.AssertedType) && !types.Identical(ref.AssertedType, types.Universe.Lookup("error").Type()) {
			s.unknown()
		} else {
			s.follow(ref)
		}
	case ssa.CallInstruction:
		s.call(ref)
	case *ssa.Panic:
		if !s.ends(ref.Parent()) {
			s.unknown()
		}
	default: // a map, a channel
		s.unknown()
	}
}

// isStd reports whether a function makes errors of types that nobody else can name.
func isStd(fn *types.Func) bool {
	return IsFunc(fn, "errors", "New", "Join") || IsFunc(fn, "fmt", "Errorf")
}

// stdHas reports whether what [isStd] functions make may be of a type: an interface of what their types have.
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

// field goes on in a field that an error may be in.
func (s *passingUse) field(v ssa.Value, t types.Type) {
	if types.IsInterface(t) || HoldsErrors(t) || isContainer(t) {
		s.follow(v)
	}
}

// operator looks at a concatenation, or a comparison: who compares an error, or its text, with another asks. No new error is equal to a sentinel, whatever
// it wraps, but whoever looks for that wants to know when it is the cause.
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
	if targets, ok := s.m.ownCallees(common); ok {
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
		if results := resultTypes(common); len(results) == 1 && flow.IsBasic(results[0], types.IsBoolean) {
			s.asks = true // strings.Contains
			return
		}
		s.becomes(call, len(resultTypes(common)) == 1)
	case s.m.keptBy(common, s.v):
		s.unknown()
	case maker != nil && (maker.Configured || s.m.knownMaker(common) || maker.Format >= 0 && maker.Operands < len(common.Args) && common.Args[maker.Operands] == s.v):
		s.becomes(call, true)
	case s.m.conf.Prints(call):
	case s.m.tells(common, s.v):
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

// tells reports whether a function of another package, to which a call gives an error, is one that takes no more than the text of it.
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

// told returns the parameters of a function that are errors for which nobody asks, in it and in what it calls, and those that are functions of whose
// errors that holds.
func (m *Model) told(fn *ssa.Function) (params Params) {
	for i, p := range fn.Params[:min(len(fn.Params), 64)] {
		if errflow.IsErrorInterface(p.Type()) && !m.ask(passing{v: p}) || m.runs(p) {
			params = params.With(i)
		}
	}
	return params
}

// exits is the functions of other modules that put an error in another one, which is not found to be an error's there: of github.com/urfave/cli,
// whose ExitError prints it.
var exits = map[string][]string{"github.com/urfave/cli": {"NewExitError"}}

// recorders is the methods of other modules that take the text of an error, and its type's name: of the spans of OpenTelemetry, as its API says.
var recorders = map[string][]string{"go.opentelemetry.io/otel/trace": {"RecordError"}}

// isListed reports whether a function is in a list of names, by the paths of packages.
func isListed(list map[string][]string, fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && slices.Contains(list[fn.Pkg().Path()], fn.Name())
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

// callsOf returns the calls of a function, and whether these are all that could ask for the errors that it returns. In a test that asks for an error this is
// one that is not lost, or the test would fail; so tests do not count, and what is found does not depend on whether they are looked at. A function that
// nothing calls is called by what is not seen, such as files for another system.
func (a *asking) callsOf(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	h := hands{asking: a}
	all = true
	if fn.Parent() != nil {
		h.push(fn)
	} else {
		calls, _ = a.m.CallsOf(fn)
		calls = slices.DeleteFunc(slices.Clone(calls), func(call ssa.CallInstruction) bool { return a.m.conf.InTest(call.Parent().Pos()) })
		var operands []*ssa.Value
		for _, use := range a.m.ValueUses(fn) {
			if a.m.conf.InTest(use.Parent().Pos()) {
				continue
			}
			operands = use.Operands(operands[:0])
			for _, op := range operands {
				if is, _ := flow.Resolve(*op); is == fn {
					h.use(*op, use)
				}
			}
		}
		var byMethod []ssa.CallInstruction
		byMethod, all = a.declared(fn)
		calls = append(calls, byMethod...)
	}
	h.walk()
	calls = append(calls, h.calls...)
	return calls, all && !h.out && (len(calls) > 0 || h.told || a.command() && fn.Object() != nil && fn.Object().Exported())
}

// declared returns the calls of a declared function that do not name it, and whether nobody else can call it who is given no value of it.
func (a *asking) declared(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	obj, ok := fn.Object().(*types.Func)
	switch {
	case !ok:
		return nil, false
	case obj.Signature().Recv() == nil:
		return nil, a.command() || !obj.Exported()
	}
	return a.methodCalls(obj)
}

func (a *asking) main() bool { return a.m.Pkg.Pkg.Name() == "main" }

// command reports whether the package is one of a command, which has its name from the directory cmd that it is in or below: what others of that
// command do with its errors in the end is to print them.
func (a *asking) command() bool {
	return a.main() || slices.Contains(strings.Split(a.m.Pkg.Pkg.Path(), "/"), "cmd")
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
		for instr := range flow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || call.Common().IsInvoke() {
				continue
			}
			if callee := flow.Callee(call.Common()); callee != nil {
				if isListed(commands, callee) {
					out, executes = append(out, call), true
				}
			} else if takesCommand(call.Common().Signature()) {
				out = append(out, call)
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
		if named := flow.Named(v.Type()); named != nil && commands[named.Obj().Pkg().Path()] != nil {
			return true
		}
	}
	return false
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
	case v == nil || i >= call.Common().Signature().Results().Len(): // go, defer; a call of another function in the same place
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
