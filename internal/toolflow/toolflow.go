package toolflow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
)

// Options extends what is known from the start. The zero Options add nothing.
type Options struct {
	Registrars []Registrar
	Decorators []Decorator
}

// A Registrar is a function that registers tools.
type Registrar struct {
	Function string `yaml:"function" names:"function" doc:"example.com/kit.Register or (*example.com/kit.Server).Handle"`
	Handler  string `yaml:"handler" names:"param" doc:"its parameter for the handler, or PARAM.Field"`
	Name     string `yaml:"name" names:"param" doc:"its parameter for the tool's name, or PARAM.Field"`
}

// A Decorator is a function that is an error decorator of tool handlers.
type Decorator struct {
	Function string `yaml:"function" names:"function" doc:"example.com/kit.Decorate or (*example.com/kit.Kit).Decorate"`
	Op       string `yaml:"op" names:"param" doc:"its parameter for the operation's name"`
	Empty    string `yaml:"empty" names:"param" doc:"its parameter for the empty result"`
}

// Check reports what is wrong with the options, each with its key.
func (o Options) Check(report func(key, problem string)) {
	for i, r := range o.Registrars {
		key := fmt.Sprintf("registrars[%d]", i)
		checkName(r.Function, key+".function", report)
		if r.Handler == "" {
			report(key+".handler", "is missing: which parameter takes the handler?")
		} else {
			checkParam(r.Handler, true, key+".handler", report)
		}
		checkParam(r.Name, true, key+".name", report)
	}
	for i, d := range o.Decorators {
		key := fmt.Sprintf("decorators[%d]", i)
		checkName(d.Function, key+".function", report)
		checkParam(d.Op, false, key+".op", report)
		checkParam(d.Empty, false, key+".empty", report)
	}
}

// checkName checks the qualified name of a function or method.
func checkName(name, key string, report func(key, problem string)) {
	if recv, method, ok := strings.Cut(strings.TrimPrefix(name, "("), ")."); ok && strings.HasPrefix(name, "(") {
		name = strings.TrimPrefix(recv, "*")
		if !token.IsIdentifier(method) {
			report(key, fmt.Sprintf("%q is no name of a method", method))
			return
		}
	}
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || !token.IsIdentifier(name[i+1:]) || strings.LastIndexByte(name, '/') > i {
		report(key, fmt.Sprintf("%q is no qualified name, such as example.com/kit.Register or (*example.com/kit.Server).Handle", name))
	}
}

// checkParam checks the name of a parameter, and of a field of it where that is allowed.
func checkParam(name string, field bool, key string, report func(key, problem string)) {
	for i, part := range strings.Split(name, ".") {
		if name != "" && (!token.IsIdentifier(part) || i > 0 && !field) {
			report(key, fmt.Sprintf("%q is no name of a parameter", name))
			return
		}
	}
}

// Analyzer is the analyzer for the zero Options.
var Analyzer = New(Options{})

// New returns an analyzer that finds the tools of a package. It reports
// nothing; its result is a [*Tools]. As fact types belong to one analyzer,
// all rules that run together must share the one they require.
func New(opts Options) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "toolflow",
		Doc:        "find which tool handlers are registered, and how they are decorated\n\nThis is what the rules on tools query. It reports nothing.",
		URL:        "https://pkg.go.dev/github.com/errlint/errlint/internal/toolflow",
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, opts) },
		Requires:   []*analysis.Analyzer{errflow.Analyzer, rows},
		ResultType: reflect.TypeFor[*Tools](),
		FactTypes:  []analysis.Fact{new(funcFact), new(varFact), new(coveredFact)},
	}
}

// Tools describes the tools of one package.
type Tools struct {
	// Registrations are the tools that the package registers, in source order.
	Registrations []Registration
	// Applications are the calls of decorators in the package, in source order.
	Applications []Application
	// Declared are the package's functions that are marked or configured as decorators.
	Declared []Declared

	// Registrar is an exported function of the package that registers what it is given, or nil.
	Registrar *types.Func

	// Operations are the values that become operations of decorators, in source order.
	Operations []Operation

	engine   *engine
	inside   map[*ssa.Function]bool
	handlers map[*types.Func]bool
}

// State tells whether a registered handler's errors are converted.
type State uint8

const (
	Unknown     State = iota // it cannot be known: say nothing
	Undecorated              // the handler, or one of the wrappers around it, returns errors that nothing converts
	Decorated                // an error decorator is around the handler
	Covered                  // no decorator is, but middleware of the server converts
)

// A Registration is one handler that is registered.
type Registration struct {
	Pos, End token.Pos           // where the handler is named
	Call     ssa.CallInstruction // the call that registers it
	Handler  *ssa.Function       // nil if it is not declared in the package
	Label    string              // how the handler is called in a message; "" for a literal
	Name     string              // the tool's name; "" if it is not known
	NamePos  token.Pos           // where the name is written; NoPos if that is not in the package
	Typed    bool                // the SDK itself converts its errors (go-sdk's generic AddTool)
	Safe     bool                // the handler's error is always nil
	Coded    bool                // it is always an error of the protocol, with a code
	State    State
	Reason   string // why State is Unknown: a clause
	Server   string // what the server is called here: "s", "the server of NewApp"; "" if it is not known
	Group    any    // the same for all tools of one server or, where that is not known, of one function
	Foreign  bool   // the server comes from another package, so that its middleware is not known
	List     bool   // it is a list of tools of which nothing is known
	From     string // the package of the module whose function returns it, by path; "" for a tool of this package

	Decorators []Application // around the handler, outermost first

	// For display only:
	Part  string      // what is known of a name that is not, with "…" for the rest
	Named []Named     // the names that calls of the function around Call give it, if Name is the function's parameter
	Maker *types.Func // the function that the handler is a literal in, if it is not the one around Call
	Given *types.Func // the function whose parameter the handler is, if callers that are not seen may know more

	far    bool                  // the handler was stored in a field, but of which struct is not known
	again  []ssa.CallInstruction // more calls that register it
	inside []wrapper             // what is around it and is registered for it elsewhere
}

// A Named is a call by which one of several tools with the same handler gets its name.
type Named struct {
	Pos  token.Pos
	Name string // "" if only a part is known
	Part string
}

// A wrapper is a function around handlers that fails in ways of its own. It is registered with them, once for all that give it a handler.
type wrapper struct {
	fn   *ssa.Function
	call ssa.CallInstruction // that registers it
}

// Distinct returns one registration for each tool: of a handler and a wrapper around it that fails itself, of several calls that register
// the tool, and of a tool that is in a list twice, the one that says most against it. A wrapper around handlers that others give is
// no tool of its own if each of these is there, and undecorated: decorating what is registered mends them all.
func (t *Tools) Distinct() []Registration {
	around := make(map[wrapper]bool) // whether all handlers inside are undecorated
	for _, r := range t.Registrations {
		for _, w := range r.inside {
			others, seen := around[w]
			around[w] = (others || !seen) && r.State == Undecorated && !r.Safe && !r.Coded && !r.Typed
		}
	}
	tools := make(toolCalls)
	for _, r := range t.Registrations {
		for _, call := range r.again {
			tools.join(r.Name, r.Call, call)
		}
	}
	var out []Registration
	at := make(map[toolCall]int)
	for _, r := range t.Registrations {
		if r.State == Undecorated && around[wrapper{r.Handler, r.Call}] {
			continue
		}
		tool := tools.of(r.Name, r.Call)
		if i, seen := at[tool]; !seen || r.Name == "" {
			at[tool] = len(out)
			out = append(out, r)
		} else if r.worse(out[i]) {
			out[i] = r
		}
	}
	return out
}

// A toolCall is the name of a tool and one of the calls that register it.
type toolCall struct {
	name string
	call ssa.CallInstruction
}

// toolCalls lead from each call that registers a tool to one that stands for all of them.
type toolCalls map[toolCall]ssa.CallInstruction

func (t toolCalls) of(name string, call ssa.CallInstruction) toolCall {
	tool := toolCall{name, call}
	for next, ok := t[tool]; ok; next, ok = t[tool] {
		tool.call = next
	}
	return tool
}

func (t toolCalls) join(name string, a, b ssa.CallInstruction) {
	if x, y := t.of(name, a), t.of(name, b); x != y {
		t[y] = x.call
	}
}

// worse reports whether r says more against its tool than s or, if both say the same, tells more about it.
func (r Registration) worse(s Registration) bool {
	if r.State != s.State {
		return badness(r.State) > badness(s.State)
	}
	if r.Safe != s.Safe {
		return s.Safe
	}
	if r.Coded != s.Coded {
		return s.Coded
	}
	if r.Label != s.Label {
		return s.Label == ""
	}
	return r.Handler != nil && s.Handler == nil
}

// An Application is a call that applies a decorator to a handler.
type Application struct {
	Call      *ssa.Call
	Decorator *types.Func // nil for a literal
	Op        ssa.Value   // the operation's name, as it is given in Call; nil if there is none
	OpExpr    ast.Expr    // its syntax
	Empty     ssa.Value   // the empty result; nil if there is none
}

// A Declared is a function that is marked or configured as a decorator.
type Declared struct {
	Func  *types.Func
	Leaks []token.Pos // the returns through which the handler's error, or another, leaves
	// Drops means that no error leaves, but that the handler's error is not answered with a result either.
	Drops bool
	// Panics means that panics of the handler are not recovered.
	Panics bool
}

// An Operation is a value that is given for the operation of a decorator, in a call of the decorator or of a function that hands its
// parameter on.
type Operation struct {
	Value  ssa.Value
	Expr   ast.Expr
	Callee *types.Func
}

// InDecorator reports whether fn, of this package, is part of a decorator: the decorator, a literal in it, or a
// function that it calls to build its result.
func (t *Tools) InDecorator(fn *ssa.Function) bool { return t.inside[fn] }

// IsHandler reports whether fn, of this package, is a handler: one of a tool that is registered, one of a resource or a prompt that is
// given to a server, or one that is exported for others to register.
func (t *Tools) IsHandler(fn *types.Func) bool { return fn != nil && t.handlers[fn.Origin()] }
