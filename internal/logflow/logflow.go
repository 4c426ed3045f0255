package logflow

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A Level says how important a record is.
type Level uint8

const (
	NoLevel Level = iota // the logger has none, as package log, or it is not constant
	Debug                // and below: trace
	Info
	Warn
	Error
	Fatal // and panic: control does not come back
)

var levelNames = []string{"none", "debug", "info", "warn", "error", "fatal"}

func (l Level) String() string { return levelNames[l] }

// ParseLevel returns the level with a given name, as [Level.String] returns it.
func ParseLevel(name string) (Level, bool) {
	i := slices.Index(levelNames, name)
	return Level(max(i, 0)), i > 0
}

// A Form says how a call takes what it logs.
type Form uint8

const (
	Pairs  Form = iota + 1 // a message, then keys and values, or attributes
	Fields                 // a message, then fields that are made by functions of the library
	Format                 // a format and its operands
	Print                  // operands
	Chain                  // a chain of methods, one for each attribute
	Helper                 // a function of the module that logs what it is given; it has a message if it does nothing else
)

// A Log is a place where a record is written.
type Log struct {
	Call    ssa.CallInstruction
	Fn      *ssa.Function // that it stands in
	Library string        // the import path of a logger that is known; "" for one that is known by its shape, and for helpers
	Level   Level
	Form    Form
	Message ssa.Value   // the message or the format; nil if there is none
	Attrs   []Attr      // those of the logger's chain included
	Rest    []ssa.Value // other values that are logged: operands of formats, arguments of helpers
	Given   []*ssa.Call // the calls that gave the logger lists of attributes: With("err", err)
	// Formatted means that the message is a format.
	Formatted bool
	// Complete means that the record has no attributes other than Attrs.
	Complete bool
	// Context is the context that the call is given, or nil.
	Context ssa.Value
	// Callee is the function or method that is called.
	Callee *types.Func
}

// An Attr is a key with its value.
type Attr struct {
	Key   string // "" where it is not constant
	Value ssa.Value
	// Made is the call that makes or adds the attribute: zap.String, slog.Any, WithField. It is nil for an attribute in a list of keys and
	// values.
	Made *ssa.Call
}

// Structured reports whether readers can tell the record's attributes apart.
func (l *Log) Structured() bool {
	switch l.Form {
	case Pairs, Fields, Chain:
		return true
	}
	return false
}

// Values returns everything that the record is made of.
func (l *Log) Values() []ssa.Value {
	out := slices.Clone(l.Rest)
	if l.Message != nil {
		out = append(out, l.Message)
	}
	for _, a := range l.Attrs {
		out = append(out, a.Value)
	}
	return out
}

// Analyzer finds the logs of a package. It reports nothing; its result is a [*Logs].
var Analyzer = &analysis.Analyzer{
	Name:       "logflow",
	Doc:        "find what a program logs\n\nThis is what the rules on logs query. It reports nothing.",
	URL:        "https://pkg.go.dev/github.com/errlint/errlint/internal/logflow",
	Run:        run,
	Requires:   []*analysis.Analyzer{errflow.Analyzer},
	ResultType: reflect.TypeFor[*Logs](),
	FactTypes:  []analysis.Fact{new(helperFact), new(loggedFact), new(inputFact)},
}

// Logs are the logs of one package.
type Logs struct {
	All []*Log // by function, then in the order of its blocks

	pass     *analysis.Pass
	model    *errflow.Model
	shapes   worklist.Memo[*types.TypeName, Form] // of loggers that are known by their shape
	byFn     map[*ssa.Function][]*Log
	loggers  map[*types.Func]bool // the package's functions that are shaped as logs
	helpers  *flow.Solver[*ssa.Function, helperFact]
	unlogged map[*ssa.Function]bool // the functions that may return an error which has not been logged
	tells    map[*ssa.Function]told // what the errors of functions tell about
}

func run(pass *analysis.Pass) (any, error) {
	x := &Logs{
		pass:  pass,
		model: pass.ResultOf[errflow.Analyzer].(*errflow.Model),
		byFn:  make(map[*ssa.Function][]*Log),

		loggers: make(map[*types.Func]bool),
	}
	if !x.model.InScope() {
		return x, nil
	}
	x.helpers = flow.NewUnionSolver(x.summary, helperFact.or)
	for fn := range x.model.Funcs() {
		if obj, ok := fn.Object().(*types.Func); ok {
			_, x.loggers[obj] = x.shapeOf(obj)
		}
	}
	for fn, call := range x.model.Calls() {
		if l := x.read(fn, call); l != nil {
			x.All = append(x.All, l)
			x.byFn[fn] = append(x.byFn[fn], l)
		}
	}
	x.unlogged = solved(x, x.returnsUnlogged, func(a, b bool) bool { return a || b })
	x.tells = solved(x, x.tellsOf, told.or)
	x.exportFacts()
	x.helpers = nil
	return x, nil
}

// solved solves the equations of all functions at once, since the rules run in parallel.
func solved[V comparable](x *Logs, equation func(*ssa.Function, func(*ssa.Function) V) V, or func(V, V) V) map[*ssa.Function]V {
	var solver *flow.Solver[*ssa.Function, V]
	solver = flow.NewUnionSolver(func(fn *ssa.Function) V { return equation(fn, solver.Get) }, or)
	out := make(map[*ssa.Function]V)
	for fn := range x.model.Funcs() {
		out[fn] = solver.Get(fn)
	}
	return out
}

// Errors returns the errors that a record is computed from, the nearest first.
func (x *Logs) Errors(l *Log) []ssa.Value {
	var out []ssa.Value
	for _, v := range l.Values() {
		x.from(v, func(v ssa.Value) bool {
			if !errflow.IsErrorInterface(v.Type()) {
				return false
			}
			if v = flow.Strip(v); !flow.IsNil(v) && !slices.Contains(out, v) {
				out = append(out, v)
			}
			return false
		})
	}
	return out
}

// Forwards reports whether a logger of the module writes a record for its callers: in a method that logs itself, or with a format or
// attributes from the function's variadic parameter.
func (x *Logs) Forwards(l *Log) bool {
	for fn := l.Fn; fn != nil; fn = fn.Parent() {
		if obj, ok := fn.Object().(*types.Func); ok && x.loggers[obj] {
			return true
		}
		if fn.Signature.Variadic() && slices.Contains(l.Rest, ssa.Value(fn.Params[len(fn.Params)-1])) {
			return true
		}
	}
	return false
}

// maxFrom bounds how many values are searched for what a record is made of.
const maxFrom = 400

// from reports whether one of the values that v is computed from is wanted. It stays within the function: the result of a call is taken to
// be computed from the arguments.
func (x *Logs) from(v ssa.Value, wanted func(ssa.Value) bool) bool {
	values := worklist.Of(v)
	add := func(v ssa.Value) {
		if v != nil {
			values.Push(v)
		}
	}
	for v := range values.First(maxFrom) {
		if wanted(v) {
			return true
		}
		switch v := v.(type) {
		case *ssa.Const, *ssa.Parameter, *ssa.Global, *ssa.Function, *ssa.FreeVar:
		case *ssa.Alloc:
			// A slice literal or a variable: look at what is stored in it and its parts.
			for _, s := range x.model.StoresTo(v) {
				add(s.Val)
			}
		case *ssa.MakeMap:
			for _, e := range x.model.Entries(v) {
				add(e.Value)
			}
		case *ssa.UnOp:
			srcs, _ := x.model.Step(flow.Node{V: v})
			if _, variable := v.X.(*ssa.Alloc); variable && len(srcs) > 0 {
				for _, s := range srcs { // those of the stores that reach it
					if flow.FuncOf(s.V) == v.Parent() {
						add(s.V)
					}
				}
				continue
			}
			add(v.X)
		case *ssa.Call:
			if v.Call.IsInvoke() {
				add(v.Call.Value)
			}
			for _, arg := range v.Common().Args {
				add(arg)
			}
		case *ssa.Extract:
			if from, ok := v.Tuple.(*ssa.Select); ok {
				add(flow.Received(from, v.Index)) // the other cases tell nothing
			} else {
				add(v.Tuple)
			}
		case ssa.Instruction:
			for _, op := range v.Operands(nil) {
				if *op != nil {
					add(*op)
				}
			}
		}
	}
	return false
}
