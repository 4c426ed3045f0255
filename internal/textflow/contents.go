package textflow

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/worklist"
)

// Marks is a set of things that may be in a text and were not written for its readers.
type Marks uint16

const (
	Stack    Marks = 1 << iota // a stack, or frames of one
	Verbose                    // a stack that only %+v shows
	Secret                     // a password, a token, a key
	Foreign                    // the text of an error that the module did not write
	Upstream                   // the body of another server's response
	Detail                     // a type, an address, a panic value, a position in the source
	Private                    // what the program marks as not for clients
)

// A Content says what may be in a text, or in the text of an error, in terms of the function that it is in.
type Content struct {
	Marks   Marks
	Params  Params // these parameters are in the text
	Parts   Params // parts of these are
	Verbose Params // what %+v prints of these is in it
	Fields  Params // these fields of the first parameter, a struct or a pointer to one, are in it
}

func (c Content) or(d Content) Content {
	return Content{c.Marks | d.Marks, c.Params | d.Params, c.Parts | d.Parts, c.Verbose | d.Verbose, c.Fields | d.Fields}
}

// part returns what is in a part of a text. A part of a secret is not the secret.
func (c Content) part() Content {
	c.Marks &^= Secret
	c.Params, c.Parts = 0, c.Parts|c.Params
	return c
}

func (c Content) without(m Marks) Content {
	c.Marks &^= m
	return c
}

// A ContentFact says what is in the results of a function, or in the texts and fields of a type of errors. The rule that uses [Contents]
// exports it.
type ContentFact struct {
	Results []PartContent
	Text    Marks
	Fields  []FieldMarks
	Marked  Marks    // of a type or a field that is marked
	Logs    Content  // what the function logs of what it is given
	Clears  []string // the names of the marked fields that the function puts constants in
}

// A PartContent is what is in one result.
type PartContent struct {
	Index int
	Content
}

// A FieldMarks says what the type's own package stores in one of its fields.
type FieldMarks struct {
	Name  string
	Marks Marks
}

// AFact marks ContentFact as a fact.
func (*ContentFact) AFact() {}

func (f *ContentFact) String() string {
	var parts []string
	for _, r := range f.Results {
		parts = append(parts, r.Content.String())
	}
	if s := (Content{Marks: f.Text}).String(); s != "" {
		parts = append(parts, "text "+s)
	}
	for _, r := range f.Fields {
		parts = append(parts, r.Name+" "+Content{Marks: r.Marks}.String())
	}
	if f.Marked != 0 {
		parts = append(parts, "marked "+Content{Marks: f.Marked}.String())
	}
	if s := f.Logs.String(); s != "" {
		parts = append(parts, "logs "+s)
	}
	for _, name := range f.Clears {
		parts = append(parts, "clears "+name)
	}
	return "contains(" + strings.Join(parts, "; ") + ")"
}

var markNames = []string{"stack", "verbose", "secret", "foreign", "upstream", "detail", "private"}

// String returns a content in the form that tests use.
func (c Content) String() string {
	var words []string
	for i := range Params(c.Marks).All() {
		words = append(words, markNames[i])
	}
	for _, of := range []struct {
		what string
		set  Params
	}{{"", c.Params}, {"part ", c.Parts}, {"verbose ", c.Verbose}, {"field ", c.Fields}} {
		for i := range of.set.All() {
			words = append(words, of.what+strconv.Itoa(i))
		}
	}
	return strings.Join(words, " ")
}

// A ContentConfig holds what only the rule knows.
type ContentConfig struct {
	// Safe reports whether the results of a function are fit for everybody.
	Safe func(fn *types.Func) bool
	// Logged returns what a function logs itself.
	Logged func(fn *ssa.Function) []ssa.Value
	// Marked returns what the program declares of the values of a type, or of a field.
	Marked func(obj types.Object) Marks
}

// Contents answers what is in the texts of one package. Like [Texts], it is the least solution of equations, and it shares what Texts knows
// of functions that put texts together. It differs in two ways: it continues behind errors, with what their own texts are made of, and
// nothing is ever lost, since what may be in a part of a text may be in the whole. It stops at functions that put nothing together: that is
// how a redactor or a hash clears a value.
type Contents struct {
	*Texts
	pass   *analysis.Pass
	m      *errflow.Model
	conf   ContentConfig
	solver *flow.Solver[contentKey, Content]
	see    func(contentKey, Content) Content      // set while Origin computes a value again: changes the values that it is computed from
	holds  worklist.Memo[shownType, []markedPart] // see held

	changing  worklist.Memo[*ssa.Function, []headerChange] // see findChanges
	clearing  worklist.Memo[*types.Func, []string]         // see clears
	clearsAny map[*types.Func]bool                         // see Clears
}

// A contentKey is an unknown of the equations.
type contentKey struct {
	flow.Node
	kind  contentKind
	index int          // of a result; the marks of kept
	obj   types.Object // of errorText and inField
}

type contentKind uint8

const (
	shown     contentKind = iota // what can be seen where the node's value is shown
	raw                          // what is in it, however its type shows it
	inResult                     // what is in a result, or a part of one, of the function that is the node's value
	errorText                    // what is in the texts of errors of a type
	inField                      // what the package stores in a field, of any struct
	given                        // what the package's calls give for a parameter
	encoded                      // what is in the fields of the node's value, an error that is encoded as a struct
	inBuffer                     // what is written to the node's value
	logged                       // what the function that is the node's value logs of its arguments
	dumped                       // what is in the headers of the request that the node's value, a conversion to an interface, holds
	printed                      // what the node's value, a call with a format, shows of its operands
	kept                         // which of the marks in index are still on the node, a part of a value whose type has them
)

// NewContents returns the contents of a package's texts. Its facts are of type [ContentFact].
func (x *Texts) NewContents(pass *analysis.Pass, m *errflow.Model, conf ContentConfig) *Contents {
	c := &Contents{Texts: x, pass: pass, m: m, conf: conf, clearsAny: make(map[*types.Func]bool)}
	c.solver = flow.NewUnionSolver(c.compute, Content.or)
	return c
}

// get returns the value of a key, in equations and elsewhere.
func (c *Contents) get(k contentKey) Content {
	see := c.see
	c.see = nil // equations that this solves see the real values
	t := c.solver.Get(k)
	if c.see = see; see != nil {
		return see(k, t)
	}
	return t
}

func (c *Contents) of(kind contentKind, v ssa.Value) Content {
	return c.get(contentKey{Node: flow.Node{V: v}, kind: kind})
}

func (c *Contents) about(kind contentKind, obj types.Object) Content {
	return c.get(contentKey{kind: kind, obj: obj})
}

// shown returns what can be seen where the package itself shows some values.
func (c *Contents) shown(vals ...ssa.Value) (out Content) {
	for _, v := range vals {
		out = out.or(c.of(shown, v))
	}
	return out
}

// inPart returns what can be seen where part p of v is shown, inFieldOf where a field of it is.
func (c *Contents) inPart(v ssa.Value, p flow.Path) Content {
	return c.get(contentKey{Node: flow.Node{V: v, P: p}})
}

func (c *Contents) inFieldOf(v ssa.Value, f *types.Var) Content {
	p, ok := c.prog.PathTo(v.Type(), []*types.Var{f})
	if !ok {
		return Content{}
	}
	return c.inPart(v, p)
}

func keyShown(v ssa.Value) contentKey { return contentKey{Node: flow.Node{V: v}} }

// keysShown returns the keys of what can be seen if other packages' code shows v.
func keysShown(v ssa.Value) []contentKey {
	keys := []contentKey{keyShown(v), {Node: flow.Node{V: flow.Strip(v)}, kind: encoded}}
	if call, ok := v.(*ssa.Call); ok && (Prints(call) || printsAll(call)) {
		keys = append(keys, contentKey{Node: flow.Node{V: v}, kind: printed})
	}
	return keys
}

// Content returns what can be seen where v is shown. v is computed in the call that frame stands for, or in any call if frame is nil.
func (c *Contents) Content(v ssa.Value, frame *flow.Frame) Content {
	var out Content
	for _, k := range keysShown(v) {
		out = out.or(c.get(k))
	}
	for f := frame; f != nil; f = f.Caller {
		out = c.bind(out, f.Args)
	}
	return out
}

// Origin returns the value that is the reason for a mark on what is shown of v, or nil if v does not have the mark.
func (c *Contents) Origin(v ssa.Value, frame *flow.Frame, mark Marks) ssa.Value {
	if mark == Stack {
		mark |= Verbose
	}
	keys := worklist.Of(keysShown(v)...)
	for f := frame; f != nil; f = f.Caller {
		for _, arg := range f.Args {
			if arg != nil {
				keys.Push(keyShown(arg))
			}
		}
	}
	for k := range keys.All() {
		if c.get(k).Marks&mark == 0 {
			continue
		}
		c.see = func(sub contentKey, t Content) Content {
			keys.Push(sub)
			t.Marks = 0
			return t
		}
		own := c.compute(k)
		c.see = nil
		if own.Marks&mark != 0 && k.V != nil {
			return k.V
		}
	}
	return nil
}

// compute is the equation of a key.
func (c *Contents) compute(k contentKey) (out Content) {
	switch k.kind {
	case inResult:
		for _, v := range c.results(k.V.(*ssa.Function), k.index) {
			out = out.or(c.inPart(v, k.P))
		}
		return out
	case kept:
		return c.keptIn(k)
	case errorText:
		named, _ := k.obj.Type().(*types.Named)
		if named == nil {
			return Content{}
		}
		out.Marks = c.printsStack(named)
		return out.or(c.textOf(k.obj.(*types.TypeName), func(f *types.Var) Content { return c.about(inField, f) }))
	case inField:
		for _, s := range c.prog.StoresToField(k.obj.(*types.Var)) {
			out = out.or(c.settled(s.Instr.Parent(), c.shown(s.Val)))
		}
		return out
	case encoded:
		named := flow.Named(k.V.Type())
		if named == nil || !isError(named) {
			return Content{}
		}
		st, _ := named.Underlying().(*types.Struct)
		for i := 0; st != nil && i < st.NumFields(); i++ {
			if flow.JSONKey(st, i) != "" {
				out = out.or(c.inFieldOf(k.V, st.Field(i)))
			}
		}
		return out
	case inBuffer:
		for _, call := range Writes(k.V) {
			if Prints(call) {
				out = out.or(c.of(printed, call))
			} else {
				out = out.or(c.shown(call.Call.Args[len(call.Call.Args)-1]))
			}
		}
		return out
	case logged:
		fn := k.V.(*ssa.Function)
		out = c.shown(c.conf.Logged(fn)...)
		for call := range flow.LiveInstrs[ssa.CallInstruction](c.prog, fn) {
			for _, handed := range c.handed(call.Common()) {
				out = out.or(handed.Content)
			}
		}
		return out.without(^Marks(0)) // they are in the log there
	case dumped:
		if conv := k.V.(*ssa.MakeInterface); c.requestHasCredentials(conv.X, conv) {
			out.Marks = Secret
		}
		return out
	case printed:
		call := k.V.(*ssa.Call)
		n := len(call.Call.Args)
		if printsAll(call) {
			return c.printedContent(call.Call.Args[n-1])
		}
		return c.formattedContent(call, flow.Callee(call.Common()), n-2, n-1)
	case given:
		for call, arg := range c.prog.GivenFor(k.V.(*ssa.Parameter)) {
			out = out.or(c.settled(call.Parent(), c.shown(arg)))
		}
		return out
	case shown:
		if k.P == nil {
			if marks := c.ofType(k.V); marks != 0 {
				return Content{Marks: marks}
			}
			v, says := bare(k.V)
			if says {
				return Content{}
			}
			if marks := c.markedType(k.V.Type()); marks != 0 {
				return Content{Marks: marks}
			}
			if v != k.V {
				return c.shown(v)
			}
			if t, ok := c.typed(v); ok {
				return t
			}
			if conv, ok := v.(*ssa.ChangeType); ok && showsItself(conv.X.Type()) {
				return c.of(raw, conv.X).or(Content{Marks: c.markedType(conv.X.Type())})
			}
		}
	}
	if marks := c.selected(k.V); marks != 0 {
		return Content{Marks: marks}
	}
	if k.P == nil {
		if t, ok := c.computed(k.V); ok {
			return t
		}
	}
	if call, _ := flow.ResultOf(k.V); call != nil {
		if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin {
			return c.call(k.V, k.P)
		}
	}
	srcs, leaf := c.prog.Step(k.Node)
	out = c.leafContent(k, leaf)
	for _, s := range srcs {
		t := c.get(contentKey{Node: s.Node, kind: k.kind})
		if in := flow.FuncOf(s.V); in != nil && in != flow.FuncOf(k.V) {
			t = c.settled(in, t)
		}
		out = out.or(t)
	}
	if cut, ok := k.V.(*ssa.Slice); ok && flow.IsString(cut.Type()) {
		_, behind := cut.Low.(*ssa.Const) // a prefix
		if cut.High != nil || cut.Low != nil && !behind {
			return out.part()
		}
	}
	return out
}

// settled returns what is in a text of a function, whoever calls the function.
func (c *Contents) settled(fn *ssa.Function, t Content) Content {
	out := Content{Marks: t.Marks}
	for i := range (t.Params | t.Parts).All() {
		if i < len(fn.Params) {
			of := c.of(given, fn.Params[i])
			if !t.Params.Has(i) {
				of = of.part()
			}
			out.Marks |= of.Marks
		}
	}
	return out
}

// A handed is an argument of a call, with what is logged of it.
type handed struct {
	Content
	arg ssa.Value
}

// handed returns the arguments of a call of which a function of the module logs something.
func (c *Contents) handed(call *ssa.CallCommon) (out []handed) {
	add := func(logs Content, args []ssa.Value) {
		for i, arg := range args {
			one := Content{Params: logs.Params & (1 << i), Parts: logs.Parts & (1 << i), Verbose: logs.Verbose & (1 << i)}
			if i == 0 {
				one.Fields = logs.Fields
			}
			if one != (Content{}) {
				out = append(out, handed{c.bind(one, args), arg})
			}
		}
	}
	targets, complete := c.prog.Callees(call)
	for _, target := range targets {
		if complete && target.Fn.Blocks != nil {
			add(c.of(logged, target.Fn), target.Args(call))
		} else if callee := flow.Callee(call); callee != nil && c.m.OwnPackage(callee.Pkg()) {
			add(c.fact(callee).Logs, call.Args)
		}
	}
	return out
}

// SecretsToLog yields the calls by which functions of the module log a secret that they are given, with the argument that holds it.
func (c *Contents) SecretsToLog() iter.Seq2[ssa.CallInstruction, ssa.Value] {
	return func(yield func(ssa.CallInstruction, ssa.Value) bool) {
		for _, call := range c.prog.Calls() {
			for _, h := range c.handed(call.Common()) {
				if h.Marks&Secret != 0 && !yield(call, h.arg) {
					return
				}
			}
		}
	}
}

// fails reports whether an error is certainly non-nil.
func (c *Contents) fails(err ssa.Value, b *ssa.BasicBlock) bool {
	_, sentinel := c.m.SentinelOf(flow.Strip(err))
	return sentinel || c.m.NonNil(err, b)
}

// bare returns a value without its conversions. says reports whether one of them is to a type that determines itself how its values are
// shown.
func bare(v ssa.Value) (out ssa.Value, says bool) {
	for !showsItself(v.Type()) {
		switch c := v.(type) {
		case *ssa.MakeInterface:
			v = c.X
		case *ssa.ChangeInterface:
			v = c.X
		case *ssa.ChangeType:
			if showsItself(c.X.Type()) {
				return v, false // and this one does not
			}
			v = c.X
		default:
			return v, false
		}
	}
	return v, true
}

// showsItself reports whether a type determines itself how its values are shown. Errors do not count: all of them do.
func showsItself(t types.Type) bool {
	named := flow.Named(t)
	if named == nil || types.IsInterface(t) || isError(named) {
		return false
	}
	return hasMethod(named, "String", "Format", "LogValue", "MarshalJSON", "MarshalText")
}

// hasMethod reports whether a type, or a pointer to it, has one of some methods.
func hasMethod(named *types.Named, names ...string) bool {
	return named != nil && slices.ContainsFunc(names, func(name string) bool {
		return flow.Method(types.NewPointer(named), named.Obj().Pkg(), name) != nil
	})
}

func isError(t types.Type) bool { return errflow.IsError(t) || errflow.IsError(types.NewPointer(t)) }

// typed returns what can be seen of a value by its type; ok is false if the type does not settle that.
func (c *Contents) typed(v ssa.Value) (out Content, ok bool) {
	t := types.Unalias(v.Type())
	named := flow.Named(t)
	if named != nil && !types.IsInterface(named) && isError(named) {
		return c.shownError(v, named), true
	}
	if IsText(t) {
		return Content{}, false
	}
	parts, hasParts := c.ofParts(v, inJSON), len(c.held(t, inJSON)) > 0
	if _, variable := v.(*ssa.Alloc); variable || flow.ElemType(t) == nil {
		return parts, hasParts
	}
	if _, isMap := v.(*ssa.MakeMap); isMap {
		for _, e := range c.prog.Entries(v) {
			out = out.or(c.shown(e.Key))
		}
	}
	out = out.or(c.inPart(v, c.prog.Paths.Elem(t, nil)))
	if hasParts {
		out.Params = 0 // what is in them is known here
	}
	return out.or(parts), true
}

// shownError returns what is in the text of an error whose type is known.
func (c *Contents) shownError(v ssa.Value, named *types.Named) Content {
	if _, ok := named.Underlying().(*types.Struct); !ok {
		if c.m.OwnPackage(named.Obj().Pkg()) {
			return c.of(raw, v)
		}
		return Content{Marks: Foreign}
	}
	made, unknown := c.makings(v)
	out := Content{Marks: c.printsStack(named)}
	for _, alloc := range made {
		text := c.textOf(named.Origin().Obj(), func(f *types.Var) Content { return c.inFieldOf(alloc, f) })
		out = out.or(text.without(Secret)) // which is reported where the error is made
	}
	if unknown {
		out = out.or(c.otherText(v, named)).without(Secret)
	}
	return out
}

// printsStack returns Verbose if a type of the package has a method Format that prints a stack.
func (c *Contents) printsStack(named *types.Named) Marks {
	body := c.prog.Func(flow.Method(types.NewPointer(named.Origin()), named.Obj().Pkg(), "Format"))
	if body == nil || len(body.Params) != 3 {
		return 0
	}
	for _, call := range Writes(body.Params[1]) {
		t := c.shown(call.Call.Args[len(call.Call.Args)-1])
		st := flow.Struct(body.Params[0].Type())
		for i := range t.Fields.All() {
			if st != nil && i < st.NumFields() {
				t = t.or(c.about(inField, st.Field(i)))
			}
		}
		if t.Marks&(Stack|Verbose) != 0 {
			return Verbose
		}
	}
	return 0
}

// otherText returns what is in the text of an error that was made elsewhere: by a function of the module, or anywhere.
func (c *Contents) otherText(v ssa.Value, named *types.Named) Content {
	if _, ok := v.(*ssa.Parameter); ok {
		return c.of(raw, v)
	}
	if call, _ := flow.ResultOf(v); call != nil {
		if callee := flow.Callee(call.Common()); callee != nil && c.m.OwnPackage(callee.Pkg()) {
			return c.call(v, nil)
		}
	}
	if !c.m.OwnPackage(named.Obj().Pkg()) {
		return Content{Marks: Foreign}
	}
	if named.Obj().Pkg() == c.pass.Pkg {
		return c.about(errorText, named.Origin().Obj())
	}
	return Content{Marks: c.fact(named.Origin().Obj()).Text}
}

// makings returns the error literals that v may be; unknown means that it may be something else, too.
func (c *Contents) makings(v ssa.Value) (made []*ssa.Alloc, unknown bool) {
	values := worklist.Of(flow.Strip(v))
	for v := range values.All() {
		switch u := v.(type) {
		case *ssa.Alloc:
			if c.prog.PartlyStored(u) {
				made = append(made, u)
				continue
			}
			srcs, leaf := c.prog.Step(flow.Node{V: u})
			if c.prog.Shared(u) || leaf == flow.OriginZero {
				unknown = true // errors.As may have set it
			} else if leaf == flow.OriginMake {
				made = append(made, u)
			}
			for _, s := range srcs {
				values.Push(flow.Strip(s.V))
			}
			continue
		case *ssa.Const:
			continue
		case *ssa.Phi, *ssa.UnOp:
			srcs, leaf := c.prog.Step(flow.Node{V: u})
			unknown = unknown || leaf != flow.NotOrigin
			for _, s := range srcs {
				if s.P != nil {
					unknown = true
				} else {
					values.Push(flow.Strip(s.V))
				}
			}
			continue
		}
		unknown = true
	}
	return made, unknown
}

// textOf returns what is in the text of an error of a given type: what its method Error prints, given what is in the fields.
func (c *Contents) textOf(obj *types.TypeName, field func(*types.Var) Content) Content {
	named, _ := obj.Type().(*types.Named)
	st, _ := obj.Type().Underlying().(*types.Struct)
	if named == nil || st == nil {
		return Content{}
	}
	method, index, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, obj.Pkg(), "Error")
	fn, ok := method.(*types.Func)
	if !ok {
		return Content{}
	}
	if len(index) > 1 { // promoted
		return field(st.Field(index[0]))
	}
	var printed Content
	if body := c.prog.Func(fn); body != nil {
		printed = c.of(inResult, body)
	} else if c.m.OwnPackage(fn.Pkg()) {
		printed = c.fact(fn).result(0)
	} else {
		// The text of another module's type is made of its fields.
		for f := range st.Fields() {
			printed = printed.or(field(f))
		}
		return printed
	}
	out := Content{Marks: printed.Marks}
	if printed.Params.Has(0) {
		printed.Fields = ^Params(0)
	}
	for i := range printed.Fields.All() {
		if i < st.NumFields() {
			out = out.or(field(st.Field(i)))
		}
	}
	return out
}

// fact returns the fact that the package of obj has exported for it.
func (c *Contents) fact(obj types.Object) *ContentFact {
	f := new(ContentFact)
	if obj.Pkg() != c.pass.Pkg {
		c.pass.ImportObjectFact(obj, f)
	}
	return f
}

func (f *ContentFact) result(i int) Content {
	out, _ := f.ofResult(i)
	return out
}

func (f *ContentFact) ofResult(i int) (out Content, ok bool) {
	for _, r := range f.Results {
		if r.Index == i {
			return r.Content, true
		}
	}
	return Content{}, false
}

// computed returns what is in a value that is computed; ok is false if the value is only passed on.
func (c *Contents) computed(v ssa.Value) (out Content, ok bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return Content{}, true
	case *ssa.BinOp:
		if v.Op == token.ADD && IsText(v.Type()) {
			out = c.shown(v.X, v.Y)
		}
		return out, true
	case *ssa.Convert:
		if IsText(v.X.Type()) {
			out = c.shown(v.X)
		}
		return out, true
	case *ssa.UnOp:
		if text := behindScheme(v); text != nil {
			return c.shown(text), true
		}
	case *ssa.MakeSlice:
		if fills(v) {
			return Content{Marks: Stack}, true
		}
	case *ssa.Alloc:
		if fills(v) {
			return Content{Marks: Stack}, true
		}
		for _, s := range c.prog.StoresTo(v) {
			out = out.or(c.shown(s.Val))
		}
		return out, true
	case *ssa.Call:
		switch {
		case flow.IsBuiltin(v, "recover"):
			return Content{Marks: Detail}, true
		case flow.IsBuiltin(v, "append") && IsText(v.Type()):
			return c.shown(v.Call.Args[0], v.Call.Args[1]), true
		}
	case *ssa.TypeAssert:
		return Content{}, settles(v.Type())
	case *ssa.Extract:
		_, assert := v.Tuple.(*ssa.TypeAssert)
		return Content{}, assert && settles(v.Type())
	}
	return Content{}, false
}

// settles reports whether a type assertion settles which error a value is: see typed.
func settles(t types.Type) bool { return !types.IsInterface(t) && isError(flow.Deref(t)) }

// behindScheme returns the text that a value is a part of, behind the first space, as in strings.Fields(text)[1], or nil.
func behindScheme(load *ssa.UnOp) ssa.Value {
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	index, constant := at.Index.(*ssa.Const)
	call, isCall := at.X.(*ssa.Call)
	if !constant || index.Int64() == 0 || !isCall {
		return nil
	}
	switch args := call.Call.Args; flow.CalleeName(call) {
	case "strings.Fields":
		return args[0]
	case "strings.Split", "strings.SplitN":
		if sep, _ := flow.StringConst(args[1]); sep == " " {
			return args[0]
		}
	}
	return nil
}

// leafContent returns what is in a value where the flow ends.
func (c *Contents) leafContent(k contentKey, leaf flow.OriginKind) Content {
	if leaf == flow.NotOrigin {
		return Content{}
	}
	t := k.V.Type()
	if p, ok := k.V.(*ssa.Parameter); ok && leaf == flow.OriginParam {
		i := slices.Index(p.Parent().Params, p)
		switch {
		case i >= 64:
			return Content{}
		case onlyElems(k.P):
			return Content{Params: 1 << i}
		case i == 0 && k.P.Kind == flow.SelectField && onlyElems(k.P.Rest): // of a part of a field nothing is known
			f := flow.FieldIndex(t, k.P.Field)
			if f < 0 || f >= 64 {
				return Content{}
			}
			out := Content{Fields: 1 << f}
			if p.Parent().Signature.Recv() == nil {
				out = out.or(c.inErrorField(k)) // a method is asked about the error that it is called on
			}
			return out
		}
	}
	if k.P != nil {
		return c.inErrorField(k)
	}
	if g, ok := k.V.(*ssa.Global); ok && leaf == flow.OriginGlobal && g.Object() != nil && errflow.IsError(g.Object().Type()) &&
		g.Object().Pkg() != nil && !c.m.OwnPackage(g.Object().Pkg()) && g.Object().Pkg().Path() != "context" {
		return Content{Marks: Foreign}
	}
	return Content{}
}

// inErrorField returns what is in a field of an error of any origin: the field is as good as the error's text.
func (c *Contents) inErrorField(k contentKey) Content {
	if k.P.Kind != flow.SelectField {
		return Content{}
	}
	t := flow.Deref(flow.Deref(k.V.Type()))
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !isError(named) || flow.FieldIndex(named, k.P.Field) < 0 {
		return Content{}
	}
	switch {
	case !c.m.OwnPackage(named.Obj().Pkg()):
		if flow.IsString(k.P.Field.Type()) || errflow.IsError(k.P.Field.Type()) {
			return Content{Marks: Foreign}
		}
	case named.Obj().Pkg() == c.pass.Pkg:
		if k.P.Rest == nil {
			return c.about(inField, k.P.Field)
		}
	default:
		for _, f := range c.fact(named.Origin().Obj()).Fields {
			if f.Name == k.P.Field.Name() {
				return Content{Marks: f.Marks}
			}
		}
	}
	return Content{}
}

// onlyElems reports whether a path selects all of a value, or of its elements.
func onlyElems(p flow.Path) bool {
	for p != nil && p.Kind == flow.SelectElem {
		p = p.Rest
	}
	return p == nil
}

// bind returns t, of a callee, in terms of the function that calls it with args.
func (c *Contents) bind(t Content, args []ssa.Value) Content {
	out := Content{Marks: t.Marks}
	arg := func(i int) Content {
		if i >= len(args) || args[i] == nil {
			return Content{}
		}
		return c.shown(args[i])
	}
	for i := range t.Params.All() {
		out = out.or(arg(i))
	}
	for i := range t.Parts.All() {
		out = out.or(arg(i).part())
	}
	for i := range t.Verbose.All() {
		out = out.or(verbose(arg(i)))
	}
	if t.Fields != 0 && len(args) > 0 && args[0] != nil {
		st := flow.Struct(args[0].Type())
		for i := range t.Fields.All() {
			if st == nil || i >= st.NumFields() {
				break
			}
			if marks := c.ofField(args[0].Type(), st.Field(i)); marks != 0 {
				out.Marks |= marks
			} else {
				out = out.or(c.inFieldOf(args[0], st.Field(i)))
			}
		}
	}
	return out
}

// verbose returns what %+v shows of a value that holds t.
func verbose(t Content) Content {
	if t.Marks&Verbose != 0 {
		t.Marks |= Stack
	}
	t.Verbose, t.Params = t.Verbose|t.Params, 0
	return t
}

// callees returns the functions that a call may run. If it calls a parameter, or a value that a literal captured from one, these are the
// functions that the package's calls give for the parameter. complete means that the package knows of no others.
func (c *Contents) callees(common *ssa.CallCommon) (targets []flow.Target, complete bool) {
	targets, complete = c.prog.Callees(common)
	if complete || common.IsInvoke() || flow.Callee(common) != nil {
		return targets, complete
	}
	complete = true
	for _, o := range c.prog.Origins(common.Value, flow.OriginOptions{NoCalls: true}) {
		param, ok := o.Value.(*ssa.Parameter)
		if !ok || o.Kind != flow.OriginParam || !o.Whole {
			continue
		}
		for _, arg := range c.prog.GivenFor(param) {
			handed, _ := c.prog.Targets(arg)
			targets = append(targets, handed...)
		}
	}
	return targets, complete
}

// call returns what is in part p of v, a result of a call.
func (c *Contents) call(v ssa.Value, p flow.Path) (out Content) {
	call, index := flow.ResultOf(v)
	common := call.Common()
	callee := flow.Callee(common)
	if callee != nil && c.conf.Safe(callee) {
		return Content{}
	}
	if recv := Receiver(common); recv != nil && callee != nil {
		if callee.Name() == "Error" && errflow.IsError(recv.Type()) {
			return c.shown(recv).without(Verbose)
		}
		if callee.Name() == "String" && showsItself(recv.Type()) && c.m.OwnPackage(callee.Pkg()) {
			return Content{}
		}
	}
	if callee != nil && onlyElems(p) {
		if marks, ok := c.source(call, callee, index); ok {
			return Content{Marks: marks}
		}
		if t, ok := c.put(call, callee, index); ok {
			return t
		}
	}
	if targets, complete := c.callees(common); complete && flow.HaveBodies(targets) {
		for _, target := range targets {
			sum := c.get(contentKey{Node: flow.Node{V: target.Fn, P: p}, kind: inResult, index: index})
			out = out.or(c.fromMethod(target.Fn.Signature, target.Args(common), sum))
		}
		return out
	}
	switch {
	case !onlyElems(p):
		return c.inErrorField(contentKey{Node: flow.Node{V: v, P: p}})
	case callee != nil && !common.IsInvoke() && c.m.OwnPackage(callee.Pkg()):
		return c.fromMethod(callee.Signature(), common.Args, c.fact(callee).result(index))
	}
	return c.elsewhere(call, callee, index)
}

// fromMethod is bind for what a function returns. A method of a value whose marked parts were all cleared can return nothing of them.
func (c *Contents) fromMethod(sig *types.Signature, args []ssa.Value, t Content) Content {
	out := c.bind(t, args)
	if out.Marks&(Secret|Private) != 0 && sig.Recv() != nil && len(args) > 0 && c.cleared(args[0]) {
		out = out.without(Secret | Private)
	}
	return out
}

// elsewhere returns what is in a result of a function of another module, or of an interface method.
func (c *Contents) elsewhere(call *ssa.Call, callee *types.Func, index int) Content {
	if callee == nil || callee.Pkg() == nil || c.m.OwnPackage(callee.Pkg()) {
		return Content{}
	}
	results := callee.Signature().Results()
	if index >= results.Len() || !errflow.IsError(results.At(index).Type()) || callee.Pkg().Path() == "context" ||
		errflow.Listed(errflow.InputErrors, callee.Pkg().Path(), callee.FullName()) {
		return Content{}
	}
	if recv := flow.Receiver(callee); recv != nil && strings.HasSuffix(recv.Obj().Name(), "Request") {
		return Content{} // it says what is wrong with the request
	}
	for _, arg := range call.Call.Args {
		if sig, ok := types.Unalias(arg.Type()).Underlying().(*types.Signature); ok && sig.Results().Len() > 0 &&
			errflow.IsError(sig.Results().At(sig.Results().Len()-1).Type()) {
			return Content{} // it may well be what that function returns
		}
	}
	return Content{Marks: Foreign}
}

// put returns what is in a result, a text or an error, that a function of another module puts together; ok is false for
// other functions.
func (c *Contents) put(call *ssa.Call, callee *types.Func, index int) (out Content, ok bool) {
	if callee.Pkg() == nil {
		return Content{}, false
	}
	args := call.Call.Args
	all := func(vals ...ssa.Value) Content { return c.shown(vals...).without(Verbose) }
	if callee.FullName() == "errors.AsType" {
		return all(args[0]), true
	}
	if b, ok := errflow.Builder(callee); ok {
		switch b.Kind {
		case errflow.BuildsFormat:
			out = c.formattedContent(call, callee, b.Format, b.Operands)
		case errflow.BuildsFresh, errflow.BuildsWrap, errflow.BuildsFlat:
			if takesOperands(b, args, callee) {
				out = c.formattedContent(call, callee, b.Text, b.Text+1)
			}
			for _, i := range append([]int{b.Text}, b.Causes...) {
				if i >= 0 && i < len(args) {
					out = out.or(all(args[i]))
				}
			}
		}
		if path := callee.Pkg().Path(); path == "github.com/pkg/errors" || path == "github.com/cockroachdb/errors" {
			out.Marks |= Verbose
		}
		return out.without(Secret), true // which is reported here
	}
	switch callee.Pkg().Path() {
	case "fmt":
		switch n := len(args); {
		case n == 0:
		case strings.HasSuffix(callee.Name(), "f") && n > 1:
			out = c.formattedContent(call, callee, n-2, n-1)
		case printsAll(call):
			out = c.printedContent(args[n-1])
		default:
			out = all(args[n-1])
		}
		return out, true
	case "strings", "bytes", "html", "strconv", "net/url", "path", "path/filepath":
		name := callee.Name()
		if recv := Receiver(call.Common()); recv != nil {
			if name == "String" || name == "Bytes" {
				return c.of(inBuffer, recv).without(Verbose), true
			}
			return Content{}, true
		}
		out = all(c.content(name, args)...)
		switch {
		case strings.HasPrefix(name, "Replace") && len(args) > 2:
			out = all(args[2])
			if kept := all(args[0]); flow.Strip(args[1]) == args[1] {
				if _, constant := args[1].(*ssa.Const); !constant {
					kept = kept.without(Secret | Private) // that is what is taken out
				}
				out = out.or(kept)
			}
		case name == "Cut" && index == 1: // what stands behind the scheme
		case strings.HasPrefix(name, "Cut") && !strings.HasSuffix(name, "fix"), strings.HasPrefix(name, "Split"), strings.HasPrefix(name, "Fields"):
			out = out.part()
		}
		return out, true
	case "encoding/json":
		if strings.HasPrefix(callee.Name(), "Marshal") && callee.Signature().Recv() == nil && index == 0 {
			return all(args[0]), true
		}
	case "io":
		if (callee.Name() == "ReadAll" || callee.Name() == "LimitReader") && index == 0 {
			return all(args[0]), true
		}
	}
	return Content{}, false
}

// takesOperands reports whether a function that makes an error takes a format as the message.
func takesOperands(b errflow.BuilderFunc, args []ssa.Value, callee *types.Func) bool {
	return callee.Signature().Variadic() && b.Kind != errflow.BuildsFormat && b.Text >= 0 && b.Text == len(args)-2
}

// Writes returns the calls that write a text to a strings.Builder, a bytes.Buffer or another writer: its methods, which take the text last,
// and functions of fmt and io that are given the writer first.
func Writes(buffer ssa.Value) []*ssa.Call {
	var out []*ssa.Call
	writers := worklist.Of(buffer)
	for w := range writers.All() {
		if w.Referrers() == nil {
			continue
		}
		for _, ref := range *w.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeInterface, *ssa.ChangeInterface:
				writers.Push(ref.(ssa.Value))
			case *ssa.Call:
				args := ref.Call.Args
				fn := flow.Callee(ref.Common())
				if fn == nil || len(args) == 0 {
					continue
				}
				switch {
				case Receiver(ref.Common()) == w:
					if strings.HasPrefix(fn.Name(), "Write") && IsText(args[len(args)-1].Type()) {
						out = append(out, ref)
					}
				case args[0] == w && (flow.PkgPath(fn) == "fmt" || flow.PkgPath(fn) == "io"):
					out = append(out, ref)
				}
			}
		}
	}
	return out
}

// formattedContent returns what the verbs of a format put into a text.
func (c *Contents) formattedContent(call *ssa.Call, callee *types.Func, formatArg, operands int) (out Content) {
	args := call.Call.Args
	vals, ok := flow.Variadic(args[operands])
	if !ok {
		vals = []ssa.Value{args[operands]}
	}
	text, constant := flow.StringConst(args[formatArg])
	verbs, err := format.Parse(text)
	if !ok || !constant || err != nil {
		return c.shown(vals...).or(c.shown(args[formatArg])).without(Verbose)
	}
	_, builds := errflow.Builder(callee)
	for _, verb := range verbs {
		if verb.Operand < 0 || verb.Operand >= len(vals) {
			continue
		}
		v := vals[verb.Operand]
		switch {
		case verb.Rune == 'T' && plain(v):
		case verb.Rune == 'T' || verb.Rune == 'p':
			out.Marks |= Detail
		case verb.Rune == 'v' && strings.Contains(verb.Flags, "#"):
			out = out.or(c.byGoFmt(v))
			out.Marks |= Detail
		case verb.Rune == 'v' && strings.Contains(verb.Flags, "+") && !builds:
			// Rule wrapcause covers errors that are made like this, since they lose their cause as well.
			out = out.or(verbose(c.shown(v)))
		case strings.ContainsRune("vsqwxX", verb.Rune):
			out = out.or(c.shown(v))
		}
		if verb.Rune == 'v' && !strings.Contains(verb.Flags, "#") {
			out = out.or(c.byFmt(v))
		}
	}
	return out.without(Verbose)
}

// byFmt returns what fmt shows of an operand besides what JSON has of it: fields that JSON leaves out, and the headers of a request.
func (c *Contents) byFmt(v ssa.Value) (out Content) {
	of, says := bare(v)
	if says || isError(flow.Deref(of.Type())) {
		return Content{}
	}
	if conv, ok := v.(*ssa.MakeInterface); ok && c.headerPath(of.Type()) != nil {
		out = c.of(dumped, conv)
	}
	return out.or(c.ofParts(of, byFmt))
}

// byGoFmt returns what %#v shows of an operand, which asks its methods GoString and Format only.
func (c *Contents) byGoFmt(v ssa.Value) Content {
	out := c.shown(v).or(c.byFmt(v))
	if conv, ok := v.(*ssa.MakeInterface); ok {
		v = conv.X
	}
	switch t := v.Type(); {
	case (shownType{t, byGoFmt}).showsItself():
		return Content{}
	case !isError(flow.Deref(t)):
		out = out.or(c.ofParts(v, byGoFmt))
		out.Marks |= c.markedType(t)
	}
	return out
}

// Prints reports whether a call is given a constant format with operands, like fmt.Fprintf and functions that pass these on. For
// [Contents.Content] such a call stands for what it prints, too.
func Prints(call *ssa.Call) bool {
	args, sig := call.Call.Args, call.Call.Signature()
	n := len(args)
	if !sig.Variadic() || n < 2 || IsText(args[n-1].Type()) || !types.IsInterface(flow.ElemType(args[n-1].Type())) {
		return false
	}
	text, constant := flow.StringConst(args[n-2])
	verbs, err := format.Parse(text)
	return constant && err == nil && len(verbs) > 0
}

// printsAll reports whether a call is given operands that fmt shows without a format, like fmt.Sprint and log.Print. For [Contents.Content]
// such a call stands for what it prints, too.
func printsAll(call *ssa.Call) bool {
	callee, args := flow.Callee(call.Common()), call.Call.Args
	if path := flow.PkgPath(callee); path != "fmt" && path != "log" || len(args) == 0 || strings.HasSuffix(callee.Name(), "f") {
		return false
	}
	return callee.Signature().Variadic() && types.IsInterface(flow.ElemType(args[len(args)-1].Type()))
}

// printedContent returns what fmt shows of operands without a format.
func (c *Contents) printedContent(operands ssa.Value) Content {
	out := c.shown(operands)
	vals, _ := flow.Variadic(operands)
	for _, v := range vals {
		out = out.or(c.byFmt(v))
	}
	return out.without(Verbose)
}

// plain reports whether the type of a value tells nothing about the program: it is a basic type, or a type parameter, which stands for one.
func plain(v ssa.Value) bool {
	t := types.Unalias(flow.Strip(v).Type())
	_, basic := t.(*types.Basic)
	_, param := t.(*types.TypeParam)
	return basic || param
}

// A MadeError is a place where an error is made, with what is put in it.
type MadeError struct {
	Pos   token.Pos
	Panic bool // it is what the program panics with
	Vals  []ssa.Value
}

// Errors returns the errors that the package makes: by functions of other modules, by literals, by what the Error methods of its types say
// besides what is in the fields, and by panics, which other code turns into errors and logs.
func (c *Contents) Errors() (out []MadeError) {
	for _, call := range c.prog.Calls() {
		callee := flow.Callee(call.Common())
		b, ok := errflow.Builder(callee)
		if !ok {
			continue
		}
		made := MadeError{Pos: c.prog.CallPos(call)}
		args := call.Common().Args
		if b.Kind == errflow.BuildsFormat && b.Operands < len(args) {
			made.Vals = append(made.Vals, args[b.Format], args[b.Operands])
		} else if b.Kind != errflow.BuildsFormat && b.Text >= 0 && b.Text < len(args) {
			made.Vals = append(made.Vals, args[b.Text])
			if takesOperands(b, args, callee) {
				made.Vals = append(made.Vals, args[b.Text+1])
			}
		}
		if v, ok := call.(*ssa.Call); ok {
			made.Vals = append(made.Vals, v) // as its format shows them
		}
		out = append(out, made)
	}
	for fn := range c.prog.Funcs() {
		if recv := fn.Signature.Recv(); recv != nil && fn.Name() == "Error" && errflow.IsError(recv.Type()) {
			for ret := range flow.Returns(fn) {
				out = append(out, MadeError{Pos: ret.Pos(), Vals: ret.Results})
			}
		}
		for instr := range flow.LiveInstrs[ssa.Instruction](c.prog, fn) {
			switch instr := instr.(type) {
			case *ssa.Panic:
				out = append(out, MadeError{Pos: instr.Pos(), Panic: true, Vals: []ssa.Value{instr.X}})
			case *ssa.Alloc:
				lit := c.prog.CompositeLit(instr)
				if lit == nil || !isError(flow.Deref(instr.Type())) {
					continue
				}
				made := MadeError{Pos: lit.Pos()}
				for _, s := range c.prog.StoresTo(instr) {
					made.Vals = append(made.Vals, s.Val)
				}
				out = append(out, made)
			}
		}
	}
	return out
}

// ExportFacts tells the packages that import this one what is in the results of its functions, and in its errors.
func (c *Contents) ExportFacts() {
	for obj, fn := range c.prog.ExportedFuncs() {
		fact := new(ContentFact)
		for i := range obj.Signature().Results().Len() {
			typ := obj.Signature().Results().At(i).Type()
			parts := len(c.held(typ, inJSON)) > 0
			if !IsText(typ) && !errflow.IsError(typ) && !parts && flow.QualifiedName(typ) != header {
				continue
			}
			if t := c.get(contentKey{Node: flow.Node{V: fn}, kind: inResult, index: i}); t != (Content{}) || parts {
				fact.Results = append(fact.Results, PartContent{i, t})
			}
		}
		fact.Logs, fact.Clears = c.of(logged, fn), c.clears(obj)
		if fact.Results != nil || fact.Logs != (Content{}) || fact.Clears != nil {
			c.pass.ExportObjectFact(obj, fact)
		}
	}
	for obj := range flow.Types(c.pass.Pkg) {
		fact := &ContentFact{Marked: c.conf.Marked(obj)}
		st, isStruct := obj.Type().Underlying().(*types.Struct)
		failure := isStruct && isError(obj.Type())
		if failure {
			fact.Text = c.about(errorText, obj).Marks
		}
		if isStruct {
			for f := range st.Fields() {
				if marks := c.conf.Marked(f); marks != 0 {
					c.pass.ExportObjectFact(f, &ContentFact{Marked: marks})
				}
				if failure {
					if marks := c.about(inField, f).Marks; marks != 0 {
						fact.Fields = append(fact.Fields, FieldMarks{f.Name(), marks})
					}
				}
			}
		}
		if fact.Marked != 0 || fact.Text != 0 || fact.Fields != nil {
			c.pass.ExportObjectFact(obj, fact)
		}
	}
}
