package makeflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A Model answers questions about the errors that one package makes. It is for one goroutine.
type Model struct {
	*errflow.Model
	pass   *analysis.Pass
	conf   Config
	solver *flow.Solver[ssa.Value, answer]
	inputs bool // all of errflow's InputErrors are exempt

	// Tables of the package, made when they are first asked for.
	gobs       func() map[types.Type]bool           // see gobTypes
	typeUses   func() typeUses                      // see UsedAsError
	uses       func() map[types.Object][]*ast.Ident // see UsesOf
	logs       func() map[ssa.CallInstruction]bool  // see logCalls
	executions func() []ssa.CallInstruction         // the calls that run the package's commands and return their errors
	places     func() *places                       // see placesOf
	exposed    func() map[types.Type]bool           // see exposedTypes
	wholes     func() map[types.Type][]types.Type   // see wholesOf
	methods    map[*types.TypeName]*hands           // where values of types of the package go in interfaces; see methodCalls

	// Answers about the uses of values.
	askedAbout *flow.Solver[passing, bool]        // see isAsked
	spreads    worklist.Memo[passing, passingUse] // see spread

	// Answers about conditions, which are the same for many errors of one branch.
	about    worklist.Memo[*ssa.Function, map[ssa.Value][]*ssa.BasicBlock] // see decidedOn
	success  worklist.Memo[*ssa.BasicBlock, bool]                          // see succeeds
	endings  worklist.Memo[*ssa.Function, endings]                         // see endingsOf
	checked  map[causeAt]*ssa.BasicBlock                                   // see checkedAt
	set      worklist.Memo[*ssa.Alloc, map[*ssa.BasicBlock]int]            // see setIn
	since    worklist.Memo[condSince, bool]                                // see doneSince
	decided  worklist.Memo[condSince, bool]                                // see decidedSince
	asksOf   worklist.Memo[condSince, bool]                                // see asks
	telling  worklist.Memo[tellingKey, map[*ssa.BasicBlock]bool]           // see tellingOf
	attempts worklist.Memo[*ssa.Function, map[*ssa.BasicBlock][]ssa.Value] // see lastAttempts

	// Answers about types and methods.
	records       worklist.Memo[*types.TypeName, bool]          // see isRecord
	implementing  worklist.Memo[*types.Func, []*ssa.Function]   // by methods of interfaces; see implementations
	implementedBy worklist.Memo[*types.Interface, []types.Type] // see implementers
}

// A Config is what the rule knows and the model does not.
type Config struct {
	// Constructor returns the number of the argument that fn, a configured constructor, wraps: from 1 as written in a call, or 0
	// for none. ok is false if fn is not configured.
	Constructor func(fn *types.Func) (cause int, ok bool)
	// ExemptCauses lists functions and packages whose errors need not be wrapped, as [errflow.Listed] reads them.
	ExemptCauses []string
	// Opaque reports whether a directive says that an error is hidden on purpose at a position.
	Opaque func(pos token.Pos) bool
}

// New returns the model of the package of pass, which requires [logflow.Analyzer]. Facts are of type [Func].
func New(pass *analysis.Pass, model *errflow.Model, conf Config) *Model {
	m := &Model{Model: model, pass: pass, conf: conf, checked: make(map[causeAt]*ssa.BasicBlock), methods: make(map[*types.TypeName]*hands)}
	m.gobs = sync.OnceValue(m.gobTypes)
	m.typeUses = sync.OnceValue(m.findTypeUses)
	m.uses = sync.OnceValue(m.findUses)
	m.logs = sync.OnceValue(m.logCalls)
	m.executions = sync.OnceValue(m.findExecutions)
	m.places = sync.OnceValue(m.placesOf)
	m.exposed = sync.OnceValue(m.exposedTypes)
	m.wholes = sync.OnceValue(m.wholesOf)
	m.askedAbout = flow.NewUnionSolver(m.isAsked, func(x, y bool) bool { return x || y })
	m.inputs = !slices.ContainsFunc(errflow.InputErrors, func(entry string) bool { return !slices.Contains(conf.ExemptCauses, entry) })
	m.solver = flow.NewSolver(flow.Equations[ssa.Value, answer]{
		Transfer: func(v ssa.Value) answer {
			if fn, ok := v.(*ssa.Function); ok {
				return answer{fn: m.describe(fn)}
			}
			return m.equation(v)
		},
		Join: func(old, new answer) (answer, bool) {
			out := old.or(new)
			out.fn = old.fn.join(new.fn)
			return out, out != old
		},
		Top: func(ssa.Value) answer { return answer{fn: unknown} },
		Owner: func(v ssa.Value) *flow.Account {
			if fn, ok := v.(*ssa.Function); ok {
				return flow.NewAccount(8 + 4*len(fn.Params))
			}
			return nil // a few bits
		},
	})
	return m
}

// ErrorResult returns the index of the only result of a signature that is an error; -1 if there is none, or more than one.
func ErrorResult(sig *types.Signature) int {
	if errs := errflow.ErrorResults(sig); len(errs) == 1 {
		return errs[0]
	}
	return -1
}

// IsFunc reports whether fn is a package-level function of the package, by one of the names.
func IsFunc(fn *types.Func, pkg string, names ...string) bool {
	return flow.PkgPath(fn) == pkg && fn.Signature().Recv() == nil && slices.Contains(names, fn.Name())
}

func (m *Model) inTest(pos token.Pos) bool { return directive.InTest(m.pass.Fset, pos) }
