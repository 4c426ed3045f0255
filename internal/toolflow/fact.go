package toolflow

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A funcFact is what the callers of an exported function need to know of how it treats handlers and servers. Indices count SSA parameters:
// the receiver, if any, is 0.
type funcFact struct {
	Declared     *decorator     // it is marked or configured as one
	Recognised   *decorator     // it was recognised as one
	Returns      []partFact     // the handlers that it returns
	Registers    []registerFact // the handlers that it registers for its caller
	Operations   []int          // parameters that it passes to a decorator as operations
	Covers       []int          // servers to which it adds converting middleware
	MakesCovered bool           // it returns a server with converting middleware
	Tool         string         // the name of the tool that it returns
	Passes       []toolFact     // the tools that it returns under a name that it is given
}

// A partFact says what one part of a result may be.
type partFact struct {
	Result int
	Path   []string
	Leaves []leafFact
}

// A leafFact is what a [leaf] says without the values and positions of one package.
type leafFact struct {
	Label string // how a message calls the handler
	Name  string // the name of the tool beside it

	Param int  // the index of the SSA parameter that it is, or is a part of; none for a handler in a fact
	Path  path // from the parameter to the handler
	// Arg means that Param is an argument of a later call: the summary is that of a function that returns a function, and the leaf is what
	// the returned function is called with. Level counts the calls after that one.
	Arg   bool
	Level int

	State State  // what is known of the decorators around it so far
	Typed bool   // a typed handler, whose errors the SDK turns into results
	Safe  bool   // the handler's error is always nil
	Coded bool   // it is always an error of the protocol, with a code
	Why   string // why nothing is known of it: a clause
}

// A registerFact says how a function registers tools.
type registerFact struct {
	Handler     int
	HandlerPath path
	Tool        int // or the name itself, with an empty path
	ToolPath    path
	Name        string // where there is no tool: the name, if it is known
	Op          int    // the operation that it gives to a decorator
	Server      int    // none: not known, and so not covered
	Typed       bool
	Bypass      bool   // its tools do not go through the server's middleware
	Decorated   bool   // it decorates the handler
	Covered     bool   // its server is covered
	Unknown     string // a clause: why it is not known what it does with the handler
}

// A toolFact says that the tool in a part of a result is named by a part of a parameter.
type toolFact struct {
	Result int
	Path   []string
	Param  int
	Of     []string
}

// A varFact says what the handlers in an exported variable are, or the tool that it is.
type varFact struct {
	Parts []partFact
	Tool  string // the name of the tool that it is
}

// A coveredFact marks a variable or field that holds a server with converting middleware.
type coveredFact struct{}

func (*funcFact) AFact()    {}
func (*varFact) AFact()     {}
func (*coveredFact) AFact() {}

func (f *funcFact) String() string {
	var parts []string
	if f.Declared != nil || f.Recognised != nil {
		parts = append(parts, "decorator")
	}
	for _, r := range f.Returns {
		parts = append(parts, "returns "+r.String())
	}
	for _, r := range f.Registers {
		parts = append(parts, fmt.Sprintf("registers param %d", r.Handler))
	}
	for _, i := range f.Covers {
		parts = append(parts, fmt.Sprintf("covers param %d", i))
	}
	for _, i := range f.Operations {
		parts = append(parts, fmt.Sprintf("operation param %d", i))
	}
	if f.MakesCovered {
		parts = append(parts, "makes a covered server")
	}
	if f.Tool != "" {
		parts = append(parts, fmt.Sprintf("returns tool %q", f.Tool))
	}
	for _, t := range f.Passes {
		parts = append(parts, fmt.Sprintf("returns tool of param %d", t.Param))
	}
	return "tools(" + strings.Join(parts, "; ") + ")"
}

func (p partFact) String() string {
	var leaves []string
	for _, l := range p.Leaves {
		what := l.Label
		if l.Param != none {
			what = fmt.Sprintf("param %d", l.Param)
		}
		if l.State == Decorated {
			what += " decorated"
		}
		leaves = append(leaves, strings.TrimSpace(what))
	}
	return strings.Join(p.Path, ".") + "{" + strings.Join(leaves, ", ") + "}"
}

func (f *varFact) String() string {
	var parts []string
	for _, p := range f.Parts {
		parts = append(parts, p.String())
	}
	if f.Tool != "" {
		parts = append(parts, fmt.Sprintf("tool %q", f.Tool))
	}
	return "tools(" + strings.Join(parts, "; ") + ")"
}

func (*coveredFact) String() string { return "covered" }

// factElsewhere returns the fact of a function of another package.
func (e *engine) factElsewhere(fn *types.Func) (fact funcFact) {
	if fn != nil && fn.Pkg() != nil && fn.Pkg() != e.pass.Pkg {
		e.pass.ImportObjectFact(fn.Origin(), &fact)
	}
	return fact
}

// importedSummary returns the summary of a function of another package.
func (e *engine) importedSummary(fn *ssa.Function, index int, p path) ([]leaf, bool) {
	obj, _ := fn.Object().(*types.Func)
	fact := e.factElsewhere(obj)
	for _, r := range fact.Returns {
		if r.Result == index && slices.Equal(r.Path, p) {
			return r.leaves(fn, fact), true
		}
	}
	return nil, false
}

func (p partFact) leaves(fn *ssa.Function, fact funcFact) []leaf {
	var out []leaf
	for _, f := range p.Leaves {
		l := leaf{leafFact: f}
		if f.Param == none {
			l.Param = 0
		} else if !f.Arg {
			l.owner = fn
		}
		if f.State == Decorated && fact.Recognised != nil {
			obj, _ := fn.Object().(*types.Func)
			l.apps = []application{{Application: Application{Decorator: obj}, owner: fn, op: fact.Recognised.Op, empty: none}}
		}
		out = append(out, l)
	}
	return out
}

// global returns what part p of a package-level variable may be, if no code of the package stores anything there.
func (e *engine) global(g *ssa.Global, p path) []leaf {
	obj, ok := g.Object().(*types.Var)
	var fact varFact
	if ok && obj.Pkg() != e.pass.Pkg && e.pass.ImportObjectFact(obj, &fact) {
		for _, part := range fact.Parts {
			if slices.Equal(part.Path, p) {
				return part.leaves(nil, funcFact{})
			}
		}
	}
	return unknown("it is in a variable of which nothing is known")
}

// exportFacts exports what packages that import this one need to know.
func (e *engine) exportFacts() {
	scope := e.pass.Pkg.Scope()
	for obj, fn := range e.m.ExportedFuncs() {
		if fact := e.factOf(obj, fn); fact != nil {
			if fact.Registers != nil && (e.out.Registrar == nil || obj.Pos() < e.out.Registrar.Pos()) {
				e.out.Registrar = obj
			}
			e.pass.ExportObjectFact(obj, fact)
		}
	}
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Var:
			if obj.Exported() {
				e.exportVar(obj)
			}
		case *types.TypeName:
			if s, ok := obj.Type().Underlying().(*types.Struct); ok && !obj.IsAlias() {
				for f := range s.Fields() {
					// In "type T other.Struct", the fields belong to the other package.
					if f.Exported() && f.Pkg() == e.pass.Pkg && isServer(f.Type()) && all(e.m.FieldStores(f), e.isCovered) {
						e.pass.ExportObjectFact(f, new(coveredFact))
					}
				}
			}
		}
	}
}

func (e *engine) exportVar(obj *types.Var) {
	g, ok := e.m.Pkg.Members[obj.Name()].(*ssa.Global)
	if !ok {
		return
	}
	if isServer(obj.Type()) {
		if all(e.roots(g), e.rootCovered) || e.covered[root{value: g}] {
			e.pass.ExportObjectFact(obj, new(coveredFact))
		}
		return
	}
	var fact varFact
	for _, p := range e.partsIn(obj.Type()) {
		if leaves := e.encode(settle(e.read(e.leaves(g, p))), nil); leaves != nil {
			fact.Parts = append(fact.Parts, partFact{Path: p, Leaves: leaves})
		}
	}
	if isTool(obj.Type()) {
		fact.Tool = e.nameInVar(g)
	}
	if fact.Parts != nil || fact.Tool != "" {
		e.pass.ExportObjectFact(obj, &fact)
	}
}

func (e *engine) factOf(obj *types.Func, fn *ssa.Function) *funcFact {
	fact := &funcFact{Declared: e.declaredDecorator(obj), Recognised: e.recognised(obj)}
	results := fn.Signature.Results()
	for i := range results.Len() {
		if isServer(results.At(i).Type()) {
			fact.MakesCovered = fact.MakesCovered || e.returnsCovered(fn, i)
			continue
		}
		for _, p := range slices.Concat(e.partsIn(results.At(i).Type()), handlerMethods(results.At(i).Type())) {
			ls, _ := e.summary(fn, i, p)
			if leaves := e.encode(settle(e.read(ls)), fn); leaves != nil {
				fact.Returns = append(fact.Returns, partFact{i, p, leaves})
			}
		}
	}
	for _, r := range e.registrars[obj] {
		if e.listed[r.list] {
			continue // those who fill the list are registrars
		}
		fact.Registers = append(fact.Registers, r.registerFact)
	}
	// Sort by content: the order in which the code led to them is arbitrary.
	slices.SortFunc(fact.Registers, func(a, b registerFact) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	fact.Registers = slices.CompactFunc(fact.Registers, func(a, b registerFact) bool { return reflect.DeepEqual(a, b) })
	for p := range e.coveredParams.All() {
		if p.Parent() == fn {
			fact.Covers = append(fact.Covers, slices.Index(fn.Params, p))
		}
	}
	slices.Sort(fact.Covers)
	fact.Operations = slices.Sorted(slices.Values(e.operationParams[fn]))
	fact.Tool, fact.Passes = e.toolOf(obj), e.passes(fn)
	if reflect.ValueOf(*fact).IsZero() {
		return nil
	}
	return fact
}

// handlerMethods returns the paths to the methods of an interface that are handlers. Only the function that returns a value of the interface
// shows which type has these methods.
func handlerMethods(t types.Type) (out []path) {
	iface, ok := types.Unalias(t).Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for m := range iface.Methods() {
		if isHandlerLike(m.Signature()) {
			out = append(out, path{methodStep(m.Name())})
		}
	}
	return out
}

func (e *engine) returnsCovered(fn *ssa.Function, index int) bool {
	var servers []ssa.Value
	for ret := range flow.Returns(fn) {
		if v := ret.Results[index]; !isNil(v) {
			servers = append(servers, v)
		}
	}
	return all(servers, e.isCovered)
}

// encode returns leaves as facts. Parameters of other functions than fn become unknown.
func (e *engine) encode(leaves []leaf, fn *ssa.Function) []leafFact {
	var out []leafFact
	for _, l := range leaves {
		f := l.leafFact
		switch {
		case l.Arg:
		case l.owner != nil && l.owner == fn:
			f.Level = 0
		default:
			f.Param, f.Path, f.Level = none, nil, 0
			if l.owner != nil {
				f.State = Unknown
			}
		}
		if f.Name == "" && len(l.trail) > 0 {
			f.Name = e.nameBeside(l.trail)
		}
		if f.Label != "" {
			if obj, ok := l.fnObject(); ok {
				f.Label = errflow.FuncName(obj, nil)
			}
		}
		out = append(out, f)
	}
	// Facts must not depend on the order of the code.
	compare := func(a, b leafFact) int { return cmp.Or(compareFacts(a, b), strings.Compare(a.Why, b.Why)) }
	slices.SortFunc(out, compare)
	// Facts outlive the analysis, and few of many leaves may differ as facts: do not retain the larger array.
	return slices.Clone(slices.CompactFunc(out, func(a, b leafFact) bool { return compare(a, b) == 0 }))
}

// compareFacts orders leaves by everything that they say, except for the reason why nothing is known.
func compareFacts(a, b leafFact) int {
	return cmp.Or(
		strings.Compare(a.Label, b.Label),
		strings.Compare(a.Name, b.Name),
		cmp.Compare(a.Param, b.Param),
		cmp.Compare(a.Level, b.Level),
		slices.Compare(a.Path, b.Path),
		cmp.Compare(a.State, b.State),
		compareBools(a.Arg, b.Arg),
		compareBools(a.Typed, b.Typed),
		compareBools(a.Safe, b.Safe),
		compareBools(a.Coded, b.Coded),
	)
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func (l leaf) fnObject() (*types.Func, bool) {
	if l.fn == nil {
		return nil, false
	}
	obj, ok := l.fn.Object().(*types.Func)
	return obj, ok
}

// nameBeside returns the constant name of the tool in the struct literal that a handler with this trail stands in.
func (e *engine) nameBeside(trail []token.Pos) string {
	for _, pos := range slices.Backward(trail) {
		lit := e.rows.row[pos]
		if lit == nil {
			continue
		}
		if name, ok := e.literalNames()[lit]; ok {
			return name
		}
	}
	return ""
}
