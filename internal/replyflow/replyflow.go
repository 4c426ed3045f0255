package replyflow

import (
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
)

// Kind says by which protocol a reply leaves.
type Kind uint8

const (
	HTTP    Kind = iota // its code is the HTTP status
	Tool                // the result of a tool that has failed; it has no code
	JSONRPC             // its code is the JSON-RPC error code
	GRPC                // its code is the gRPC status code
	Problem             // a struct whose type makes it a reply to a failed call, however it is sent; its code is the member status
	Success             // the result of a tool that has not failed
	kinds
)

func (k Kind) String() string {
	return [...]string{"http", "tool", "jsonrpc", "grpc", "problem", "success"}[k]
}

// A Reply is a place where something leaves the program for a client.
type Reply struct {
	Kind  Kind
	Fn    *ssa.Function   // that it stands in
	Instr ssa.Instruction // the call, the store that makes a literal one, or the return of a handler
	Pos   token.Pos       // of the call, the literal or the return
	Body  []Part          // what the client gets to read, taken apart; none for a reply without a body
	Made  []ssa.Value     // the structs, maps and slices that were taken apart for Body, where they are made
	Code  ssa.Value       // the operand that is the status or the code; nil if there is none, or if a helper sets it
	Sets  ssa.Instruction // what Code is an operand of: Instr, or a call before it that sets the status of what is written

	// Status is the status or the code, if that is one constant, of the operand or of the helper.
	Status   int64
	Constant bool

	// Undecorated means that a handler returns an error here, and that no decorator is around the handler, as there should be.
	Undecorated bool

	// Helper is the function of the module that is called here and replies with what it is given. It is nil for other replies.
	Helper *types.Func
}

// A Part is a value that a body is made of: a text, an error, or a value that is encoded. Structs, maps, slices and
// json.Marshal are looked through.
type Part struct {
	Value ssa.Value
	Frame *flow.Frame // the call that Value is computed in, if it is in a function that the reply's one calls
}

// Replies are the replies of one package.
type Replies struct {
	All []Reply // to calls, such as they are sent; by function, then in the order of its blocks
	// Content is what replies of kind Problem and Success are made of, in the same order. A decorator or an SDK sends it.
	Content []Reply

	pass  *analysis.Pass
	m     *errflow.Model
	marks worklist.SharedMemo[*types.TypeName, bool] // see Marked; the rules run side by side
	byFn  map[*ssa.Function][]Reply
	texts *textflow.Texts
}

// In returns the replies that fn itself makes.
func (r *Replies) In(fn *ssa.Function) []Reply { return r.byFn[fn] }

// Fixed reports whether a reply says the same whatever has happened: its body is empty, or made of constants, texts of statuses,
// package-level variables and new errors made of these.
func (r *Replies) Fixed(reply Reply) bool {
	var values worklist.List[ssa.Value]
	for _, p := range reply.Body {
		values.Push(flow.Strip(p.Value))
	}
	for v := range values.First(maxParts) {
		switch v := v.(type) {
		case *ssa.Const, *ssa.Global:
		case *ssa.Convert: // of a text to its bytes
			values.Push(flow.Strip(v.X))
		case *ssa.UnOp:
			values.Push(v.X)
		case *ssa.Phi:
			for _, e := range v.Edges {
				values.Push(flow.Strip(e))
			}
		case *ssa.Call:
			b, made := errflow.Builder(flow.Callee(v.Common()))
			switch err := textflow.Stringified(v.Common()); {
			case err != nil:
				values.Push(flow.Strip(err))
			case made && b.Kind == errflow.BuildsFresh:
				values.Push(v.Call.Args[b.Text])
			case flow.CalleeName(v) != "net/http.StatusText":
				return false
			}
		default:
			return false
		}
	}
	return values.Len() <= maxParts
}

// Analyzer is the analyzer for the default registrars of tools.
var Analyzer = New(toolflow.Analyzer)

// New returns an analyzer that finds the replies of a package, given the analyzer of tools that it runs with. It reports nothing; its
// result is a [*Replies]. As fact types belong to one analyzer, all rules that run together must share the one they require.
func New(tools *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "replyflow",
		Doc:        "find where a program answers its clients\n\nThis is what the rules on replies query. It reports nothing.",
		URL:        "https://pkg.go.dev/github.com/errlint/errlint/internal/replyflow",
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, tools) },
		Requires:   []*analysis.Analyzer{errflow.Analyzer, tools},
		ResultType: reflect.TypeFor[*Replies](),
		FactTypes:  []analysis.Fact{new(helperFact), new(envelopeFact)},
	}
}

func run(pass *analysis.Pass, tools *analysis.Analyzer) (any, error) {
	m := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	out := &Replies{pass: pass, m: m, byFn: make(map[*ssa.Function][]Reply)}
	if !m.InScope() {
		return out, nil
	}
	out.texts = textflow.New(m.Program, pass.TypesInfo)
	e := &engine{pass: pass, m: m, out: out, texts: out.texts, direct: make(map[*ssa.Function][]Reply), known: make(map[ssa.Instruction]bool)}
	e.exportMarks()
	e.solver = flow.NewUnionSolver(e.summarize, summary.or)
	for fn := range m.Funcs() {
		if !e.standsIn(fn) {
			e.direct[fn] = e.repliesOf(fn)
		}
	}
	e.handlers(pass.ResultOf[tools].(*toolflow.Tools))
	for fn := range m.Funcs() {
		if e.standsIn(fn) {
			continue
		}
		for _, r := range append(e.direct[fn], e.helperCalls(fn)...) {
			if r.Kind >= Problem {
				out.Content = append(out.Content, r)
				continue
			}
			out.byFn[fn] = append(out.byFn[fn], r)
			out.All = append(out.All, r)
		}
	}
	e.exportFacts()
	return out, nil
}

// An engine finds the replies of one package.
type engine struct {
	pass    *analysis.Pass
	m       *errflow.Model
	out     *Replies
	texts   *textflow.Texts
	direct  map[*ssa.Function][]Reply // those that are not calls of helpers
	known   map[ssa.Instruction]bool  // the calls among them
	solver  *flow.Solver[*ssa.Function, summary]
	replies worklist.Memo[types.Type, bool] // see isReply
	mocks   map[*token.File]bool
}

// standsIn reports whether fn belongs to a test, or to a server that stands in for another one.
func (e *engine) standsIn(fn *ssa.Function) bool {
	if e.mocks == nil {
		e.mocks = make(map[*token.File]bool)
		for _, f := range e.pass.Files {
			file := e.pass.Fset.File(f.FileStart)
			e.mocks[file] = directive.InTest(e.pass.Fset, f.FileStart)
			for _, imp := range f.Imports {
				e.mocks[file] = e.mocks[file] || imp.Path.Value == `"net/http/httptest"`
			}
		}
	}
	return fn.Pos().IsValid() && e.mocks[e.pass.Fset.File(fn.Pos())]
}

// constantOf returns the integer that v is on all paths; ok is false if there is none.
func (e *engine) constantOf(v ssa.Value) (n int64, ok bool) {
	if v == nil {
		return 0, false
	}
	for _, o := range e.m.Origins(v, flow.OriginOptions{}) {
		i, isInt := flow.IntConst(o.Value)
		if o.Kind != flow.OriginConst || !isInt || ok && i != n {
			return 0, false
		}
		n, ok = i, true
	}
	return n, ok
}

// handlers adds the errors that registered handlers return to their SDK, which shows them.
func (e *engine) handlers(tools *toolflow.Tools) {
	seen := make(map[*ssa.Function]bool)
	for _, reg := range tools.Registrations {
		fn := reg.Handler
		decorated := reg.State == toolflow.Decorated || reg.State == toolflow.Covered // so its errors are not shown
		if fn == nil || seen[fn] || reg.Safe || decorated || !(reg.Typed || reg.State == toolflow.Undecorated) || e.standsIn(fn) {
			continue
		}
		seen[fn] = true
		for ret := range flow.Returns(fn) {
			if len(ret.Results) == 0 {
				continue
			}
			err := ret.Results[len(ret.Results)-1]
			if errflow.IsErrorInterface(err.Type()) && !flow.IsNil(flow.Strip(err)) {
				e.direct[fn] = append(e.direct[fn], Reply{
					Kind: Tool, Fn: fn, Instr: ret, Pos: ret.Pos(), Body: []Part{{Value: err}}, Undecorated: !reg.Typed,
				})
			}
		}
	}
}
