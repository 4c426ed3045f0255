// Package textflow says what a string may be made of: words of the program, the text of errors, the function's parameters, or data from
// elsewhere.
//
// The answer is a [Text], a union of finitely many kinds. It is the least solution of equations, one for each value that holds a text,
// found by the solver of package flow. It does not depend on who asks first, and recursion needs no special treatment. Results of the
// package's functions are summaries in terms of their parameters.
//
// Data stays data wherever it is merged with other texts, since nothing can be said of the result. A text that is put together
// (concatenated, formatted) tells what its parts tell; data in it tells nothing.
//
// [Contents] asks the opposite question about the same texts: what may be in a text that was not written for its readers. It looks through
// errors and across packages.
package textflow

import (
	"go/ast"
	"go/types"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/worklist"
)

// A Text says what a text may be made of, in terms of the function that it is in. The zero Text says nothing: the text is empty, or the
// value is not a text.
type Text struct {
	Words     bool   // words of the program's own: a constant, a format
	Error     bool   // the text of an error that the function got or made
	Data      bool   // anything else: a field of a decoded reply, an entry of a map, what a loop collects
	Items     bool   // a loop collects it, or a part of it: errors in it are those of items
	Params    Params // the texts that these parameters are
	ErrParams Params // the texts of these parameters, which are errors
}

// Params is a set of a function's parameters, by index; the receiver comes first. Parameters after the 64th count as data.
type Params uint64

// All yields the parameters in order.
func (p Params) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; p != 0; p &= p - 1 {
			if !yield(bits.TrailingZeros64(uint64(p))) {
				return
			}
		}
	}
}

// Has reports whether parameter i is in the set.
func (p Params) Has(i int) bool { return i < 64 && p&(1<<i) != 0 }

// With returns the set with parameter i, if it is one of the first 64.
func (p Params) With(i int) Params { return p | 1<<i }

// Or returns the union of two sets.
func (p Params) Or(q Params) Params { return p | q }

// Without returns the set without parameter i.
func (p Params) Without(i int) Params { return p &^ (1 << i) }

// Or returns the union: what a text that is t or u may be made of.
func (t Text) Or(u Text) Text {
	return Text{t.Words || u.Words, t.Error || u.Error, t.Data || u.Data, t.Items || u.Items, t.Params | u.Params, t.ErrParams | u.ErrParams}
}

// part returns what t contributes to a text that it is a part of.
func (t Text) part() Text {
	t.Data = false
	return t
}

// outside returns t, of an enclosing function, for use in a literal: the enclosing function's parameters have their values.
func (t Text) outside() Text {
	return Text{Words: t.Words || t.Params != 0, Error: t.Error || t.ErrParams != 0, Data: t.Data, Items: t.Items}
}

// FromError reports whether t is, or contains, the text of an error that is not one of many items' errors.
func (t Text) FromError() bool { return !t.Data && !t.Items && (t.Error || t.ErrParams != 0) }

// Tells reports whether t says something, or may do so once the parameters are known.
func (t Text) Tells() bool { return t.FromError() || !t.Data && (t.Words || t.Params != 0) }

// Texts answers questions about the texts of one package. It must not be used by several goroutines.
type Texts struct {
	prog   *flow.Program
	info   *types.Info
	solver *flow.Solver[key, Text]
}

// A key is an unknown of the equations.
type key struct {
	flow.Node
	kind  kind
	index int // of the result
}

type kind uint8

const (
	ofText   kind = iota // the node, a text
	ofError              // the text of the node, an error
	ofResult             // a result of the function that the node's value is
)

// An asker returns the value of a key. call is the call that the key's value is an operand of, if any.
type asker func(k key, call *ssa.Call) Text

// New returns the texts of a package.
func New(prog *flow.Program, info *types.Info) *Texts {
	x := &Texts{prog: prog, info: info}
	get := func(k key, _ *ssa.Call) Text { return x.solver.Get(k) }
	x.solver = flow.NewUnionSolver(func(k key) Text { return x.compute(k, get) }, Text.Or)
	return x
}

// keyOf returns the key for what a value contributes to a text; ok is false if it is neither a text nor an error.
func keyOf(v ssa.Value) (key, bool) {
	v = flow.Strip(v)
	switch t := v.Type(); {
	case errflow.IsError(t):
		return key{Node: flow.Node{V: v}, kind: ofError}, true
	case IsText(t):
		return key{Node: flow.Node{V: v}}, true
	}
	return key{}, false
}

// Of returns what v is made of: a text, or the text of an error. It is zero for other values.
func (x *Texts) Of(v ssa.Value) Text {
	if k, ok := keyOf(v); ok {
		return x.solver.Get(k)
	}
	return Text{}
}

// Held returns what the text that v holds is made of: v itself, an interface that is a text on some paths, or the elements of a literal
// that come from errors. An error that v holds is not a text.
func (x *Texts) Held(v ssa.Value) Text {
	v = flow.Strip(v)
	switch {
	case errflow.IsError(v.Type()):
		return Text{}
	case IsText(v.Type()):
		return x.Of(v)
	}
	var t Text
	switch v := v.(type) {
	case *ssa.Phi:
		if types.IsInterface(v.Type()) {
			return x.solver.Get(key{Node: flow.Node{V: v}})
		}
	case *ssa.Slice:
		for _, e := range x.Elements(v.X) {
			if e := x.Of(e); e.FromError() {
				t = t.Or(e)
			}
		}
	}
	return t
}

// Elements returns what is stored in a variable of array type, such as the one behind a slice literal.
func (x *Texts) Elements(array ssa.Value) []ssa.Value {
	alloc, ok := array.(*ssa.Alloc)
	if !ok {
		return nil
	}
	if _, isArray := types.Unalias(flow.Deref(alloc.Type())).Underlying().(*types.Array); !isArray {
		return nil
	}
	var out []ssa.Value
	for _, s := range x.prog.StoresTo(alloc) {
		out = append(out, s.Val)
	}
	return out
}

// Bind returns t, of a callee, in terms of the function that calls it with args.
func (x *Texts) Bind(t Text, args []ssa.Value) Text {
	return x.bind(t, args, nil, func(k key, _ *ssa.Call) Text {
		if t := x.solver.Get(k); !t.Data {
			return t
		}
		return Text{}
	})
}

func (x *Texts) bind(t Text, args []ssa.Value, call *ssa.Call, ask asker) Text {
	out := Text{Words: t.Words, Error: t.Error, Data: t.Data, Items: t.Items}
	for p := range (t.Params | t.ErrParams).All() {
		if p < len(args) && args[p] != nil {
			if k, ok := keyOf(args[p]); ok {
				out = out.Or(ask(k, call))
			} else {
				out = out.Or(x.operands(args[p], call, ask))
			}
		}
	}
	return out
}

// Errors returns the errors whose text v is made of, as values of v's function, and how the source writes the first of them that has a
// short name. If there are no errors, name is the name of a parameter in v.
func (x *Texts) Errors(v ssa.Value) (errs []ssa.Value, name string) {
	var keys worklist.List[key]
	askedBy := make(map[key]ssa.CallInstruction) // the call for which it was asked first
	v = flow.Strip(v)
	if s, ok := v.(*ssa.Slice); ok && !IsText(v.Type()) {
		for _, e := range x.Elements(s.X) {
			if k, ok := keyOf(e); ok {
				keys.Push(k)
			}
		}
	} else if k, ok := keyOf(v); ok {
		keys.Push(k)
	} else {
		keys.Push(key{Node: flow.Node{V: v}})
	}
	param := ""
	for k := range keys.All() {
		if p, ok := k.V.(*ssa.Parameter); ok && k.P == nil && param == "" {
			param = p.Name()
		}
		if k.kind == ofError {
			errs = append(errs, k.V)
			if name == "" {
				name = x.Name(askedBy[k], k.V)
			}
			continue
		}
		x.compute(k, func(sub key, call *ssa.Call) Text {
			t := x.solver.Get(sub)
			if sub.kind != ofResult && t.part() != (Text{}) && (sub.kind != ofError || t.FromError()) {
				keys.Push(sub)
				if call != nil && askedBy[sub] == nil {
					askedBy[sub] = call
				}
			}
			return t
		})
	}
	if len(errs) == 0 {
		name = param
	}
	return errs, name
}

// compute is the equation of a key.
func (x *Texts) compute(k key, ask asker) Text {
	switch k.kind {
	case ofResult:
		var t Text
		for ret := range flow.Returns(k.V.(*ssa.Function)) {
			if k.index < len(ret.Results) {
				if r := flow.Strip(ret.Results[k.index]); IsText(r.Type()) {
					t = t.Or(ask(key{Node: flow.Node{V: r}}, nil))
				}
			}
		}
		return t
	case ofError:
		if x.isKept(k.V) {
			return Text{Data: true}
		}
		if call, ok := k.V.(*ssa.Call); ok && k.P == nil {
			if t, ok := x.newError(call, ask); ok {
				return t
			}
		}
	case ofText:
		if k.P == nil {
			if t, ok := x.made(k.V, ask); ok {
				return t
			}
		}
	}
	srcs, leaf := x.prog.Step(k.Node)
	t := x.leaf(k, leaf, ask)
	for _, s := range srcs {
		u := ask(key{Node: s.Node, kind: k.kind}, nil)
		if in := flow.FuncOf(s.V); in != nil && in != flow.FuncOf(k.V) {
			u = u.outside()
		}
		t = t.Or(u)
	}
	return t
}

// made returns what a text that v computes is made of; ok is false if v only passes a text on.
func (x *Texts) made(v ssa.Value, ask asker) (t Text, ok bool) {
	if errflow.IsError(v.Type()) {
		return Text{}, true // an error in an interface is no text
	}
	switch v := v.(type) {
	case *ssa.Const:
		s, _ := flow.StringConst(v)
		return Text{Words: s != ""}, true
	case *ssa.BinOp:
		for _, op := range []ssa.Value{v.X, v.Y} {
			if k, ok := keyOf(op); ok {
				t = t.Or(ask(k, nil).part())
			}
		}
		return t, true
	case *ssa.Convert:
		if k, ok := keyOf(v.X); ok && k.kind == ofText {
			t = ask(k, nil)
		}
		return t, true
	case *ssa.Phi:
		// A text that is carried round a loop says what became of many items, or of the first or last of them.
		for i, e := range v.Edges {
			if v.Block().Dominates(v.Block().Preds[i]) && e != v {
				return Text{Data: true, Items: true}, true
			}
		}
	}
	if isLookup(v) {
		return Text{Data: true}, true
	}
	if call, index := flow.ResultOf(v); call != nil {
		if !IsText(v.Type()) {
			return Text{}, true
		}
		return x.call(call, index, ask), true
	}
	return Text{}, false
}

// newError returns what the text of an error that a call makes is made of; ok is false for other calls, and if the text cannot be read. An
// error without any words of the program is just another form of its parts: a parameter, a field of a request or of a decoded reply.
func (x *Texts) newError(call *ssa.Call, ask asker) (t Text, ok bool) {
	callee := flow.Callee(call.Common())
	switch {
	case errflow.IsErrorsFunc(callee, "New"):
		t = x.operand(call.Call.Args[0], call, ask)
	case flow.CalleeName(call) == "fmt.Errorf":
		pieces, split := x.formatted(call, callee)
		if !split {
			return Text{}, false
		}
		t = x.pieces(pieces, call, ask)
	default:
		return Text{}, false
	}
	t.Error = t.Error || t.Words || t.Items || t.ErrParams != 0
	t.Items = false // it is one error of them all
	return t, true
}

// pieces returns what a text that a call formats is made of.
func (x *Texts) pieces(pieces []Piece, call *ssa.Call, ask asker) (t Text) {
	for _, p := range pieces {
		t.Words = t.Words || strings.ContainsFunc(p.Lit, unicode.IsLetter)
		if p.Verb != 'T' && p.Verb != 'p' { // which print the type or the address
			t = t.Or(x.operand(p.Value, call, ask))
		}
	}
	return t
}

// isKept reports whether what v holds was stored for later: v is an element of a map, or a package-level variable that some function sets.
// An error found there is state, such as that of a failed job, whoever asks for it.
func (x *Texts) isKept(v ssa.Value) bool {
	g, ok := v.(*ssa.Global)
	if !ok {
		return isLookup(v)
	}
	return slices.ContainsFunc(x.prog.StoresTo(g), func(s flow.Store) bool { return s.Instr.Parent().Synthetic == "" })
}

// isLookup reports whether v is an element of a map.
func isLookup(v ssa.Value) bool {
	for {
		switch u := v.(type) {
		case *ssa.Extract:
			v = u.Tuple
		case *ssa.TypeAssert:
			v = u.X
		case *ssa.Lookup:
			return true
		default:
			return false
		}
	}
}

// leaf returns what is known of a node where the flow ends.
func (x *Texts) leaf(k key, leaf flow.OriginKind, ask asker) Text {
	if leaf == flow.NotOrigin {
		return Text{}
	}
	t := k.V.Type()
	switch {
	case k.P != nil && k.kind == ofText && (errflow.IsError(t) || errflow.IsError(flow.Deref(t))):
		// A field of an error is as good as the error's text.
		return ask(key{Node: flow.Node{V: k.V}, kind: ofError}, nil)
	case k.P != nil && (leaf == flow.OriginParam || leaf == flow.OriginCall || leaf == flow.OriginGlobal):
		// An error found in a field or an element is stored state, or belongs to an item.
		return Text{Data: true}
	case leaf == flow.OriginParam && (k.kind == ofError || IsText(t)):
		p := k.V.(*ssa.Parameter)
		i := slices.Index(p.Parent().Params, p)
		switch {
		case i >= 64:
			return Text{Data: true}
		case k.kind == ofError:
			return Text{ErrParams: 1 << i}
		}
		return Text{Params: 1 << i}
	case k.kind == ofError:
		switch leaf {
		case flow.OriginCall, flow.OriginGlobal, flow.OriginMake, flow.OriginOp, flow.OriginZero: // zero: set by errors.As
			return Text{Error: true}
		}
	}
	return Text{}
}

// call returns what a text that a call returns is made of.
func (x *Texts) call(call *ssa.Call, index int, ask asker) Text {
	common := call.Common()
	if err := Stringified(common); err != nil {
		return ask(key{Node: flow.Node{V: flow.Strip(err)}, kind: ofError}, call)
	}
	callee := flow.Callee(common)
	var t Text
	if !common.IsInvoke() {
		switch flow.PkgPath(callee) {
		case "fmt":
			return x.printed(call, callee, ask)
		case "strings", "strconv", "bytes", "html", "net/url", "path", "path/filepath":
			if ReadsBuffer(call) {
				return x.inBuffer(call, ask)
			}
			for _, arg := range x.content(callee.Name(), common.Args) {
				t = t.Or(x.operand(arg, nil, ask))
				for _, line := range x.lines(arg) {
					t = t.Or(x.operand(line, nil, ask))
				}
			}
			return t
		}
		targets, complete := x.prog.Callees(common)
		if complete && flow.HaveBodies(targets) {
			for _, target := range targets {
				sum := ask(key{Node: flow.Node{V: target.Fn}, kind: ofResult, index: index}, nil)
				t = t.Or(x.bind(sum, target.Args(common), call, ask))
			}
			return t
		}
	}
	// Unknown code that is given an error, or the text of one, returns some form of it: redact(err). Nothing else is known of what it
	// returns.
	for _, arg := range common.Args {
		u := x.operand(arg, call, ask)
		t = t.Or(Text{Error: u.Error, Items: u.Items, ErrParams: u.ErrParams})
	}
	return t
}

// operand returns what a value contributes to a text that it is put in.
func (x *Texts) operand(v ssa.Value, call *ssa.Call, ask asker) Text {
	if v == nil {
		return Text{}
	}
	if k, ok := keyOf(v); ok {
		return ask(k, call).part()
	}
	return Text{}
}

// operands returns what a slice contributes to a text that its elements are put in. Where the call does not show the elements, that is the
// variadic parameter that a function passes on.
func (x *Texts) operands(v ssa.Value, call *ssa.Call, ask asker) (t Text) {
	v = flow.Strip(v)
	if p, ok := v.(*ssa.Parameter); ok {
		i := len(p.Parent().Params) - 1
		if elem := flow.ElemType(p.Type()); p.Parent().Signature.Variadic() && p.Parent().Params[i] == p && i < 64 && elem != nil && !IsText(p.Type()) {
			if types.IsInterface(elem) || IsText(elem) {
				return Text{Params: 1 << i}
			}
		}
		return Text{}
	}
	vals, _ := flow.Variadic(v)
	for _, v := range vals {
		t = t.Or(x.operand(v, call, ask))
	}
	return t
}

// content returns the arguments that end up in the result of a function of package strings and the like: what is trimmed, but not what is
// trimmed away.
func (x *Texts) content(name string, args []ssa.Value) []ssa.Value {
	for _, prefix := range []string{"Trim", "Cut", "Split", "Fields", "Repeat"} {
		if strings.HasPrefix(name, prefix) && len(args) > 0 {
			return args[:1]
		}
	}
	var out []ssa.Value
	for _, arg := range args {
		if s, ok := flow.Strip(arg).(*ssa.Slice); ok && !IsText(s.Type()) {
			out = append(out, x.Elements(s.X)...)
		} else {
			out = append(out, arg)
		}
	}
	return out
}

// maxLines bounds how many slices are searched for the elements of one.
const maxLines = 32

// lines returns the elements of a slice that is built by append: those of the literal, and those appended. It returns nil for a slice that
// a loop collects or that is made elsewhere: its elements are not what the program says here.
func (x *Texts) lines(slice ssa.Value) []ssa.Value {
	if _, appended := slice.(*ssa.Call); !appended || IsText(slice.Type()) {
		return nil
	}
	var out []ssa.Value
	parts := worklist.Of(flow.Strip(slice))
	for v := range parts.First(maxLines) {
		switch v := v.(type) {
		case *ssa.Slice:
			out = append(out, x.Elements(v.X)...)
			continue
		case *ssa.Call:
			if !flow.IsBuiltin(v, "append") || len(v.Call.Args) != 2 || x.prog.Looping(v.Block()) {
				return nil
			}
			for _, arg := range v.Call.Args {
				parts.Push(flow.Strip(arg))
			}
			continue
		case *ssa.Const:
			continue
		}
		return nil
	}
	if parts.Len() > maxLines {
		return nil
	}
	return out
}

// ReadsBuffer reports whether a call returns what was written to a strings.Builder or a bytes.Buffer, its receiver.
func ReadsBuffer(call *ssa.Call) bool {
	switch flow.CalleeName(call) {
	case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*bytes.Buffer).Bytes":
		return true
	}
	return false
}

// inBuffer returns what a text that was written to a buffer is made of, where a call reads the buffer. Only writes on the way to the call
// count, by the function itself. What is written in a loop concerns items. Nothing is said of a buffer that others can write to.
func (x *Texts) inBuffer(call *ssa.Call, ask asker) (t Text) {
	buffer, ok := call.Call.Args[0].(*ssa.Alloc)
	if !ok || buffer.Parent() != call.Parent() {
		return Text{}
	}
	writes := Writes(buffer)
	if x.inOtherHands(buffer, writes) {
		return Text{Data: true}
	}
	var before worklist.List[*ssa.BasicBlock] // from which control can get to the call
	before.Push(call.Block().Preds...)
	leads := make(map[*ssa.BasicBlock]bool)
	for b := range before.All() {
		leads[b] = true
		before.Push(b.Preds...)
	}
	for _, w := range writes {
		if !leads[w.Block()] && (w.Block() != call.Block() || x.prog.IndexOf(w) > x.prog.IndexOf(call)) {
			continue
		}
		t.Items = t.Items || x.prog.Looping(w.Block()) && !x.prog.InLoop(w.Block(), call.Block())
		if fn := flow.Callee(w.Common()); strings.HasPrefix(fn.Name(), "Fprint") {
			t = t.Or(x.printed(w, fn, ask))
		} else {
			t = t.Or(x.operand(w.Call.Args[len(w.Call.Args)-1], w, ask))
		}
	}
	return t
}

// printed returns what a text that a function of fmt returns, or prints to a writer, is made of.
func (x *Texts) printed(call *ssa.Call, fn *types.Func, ask asker) (t Text) {
	if pieces, split := x.formatted(call, fn); split {
		return x.pieces(pieces, call, ask)
	}
	for _, arg := range call.Call.Args {
		t = t.Or(x.operand(arg, call, ask)).Or(x.operands(arg, call, ask))
	}
	return t
}

// inOtherHands reports whether others may write to a buffer: it is stored, returned, captured by a literal, or given to a function other
// than those that write to it.
func (x *Texts) inOtherHands(buffer *ssa.Alloc, writes []*ssa.Call) bool {
	values := worklist.Of[ssa.Value](buffer)
	for v := range values.First(maxLines) {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
			case *ssa.MakeInterface:
				values.Push(ref)
			case *ssa.Call:
				fn := flow.Callee(ref.Common())
				path := flow.PkgPath(fn)
				own := (path == "strings" || path == "bytes") && Receiver(ref.Common()) == v
				if !own && !slices.Contains(writes, ref) {
					return true
				}
			default:
				return true
			}
		}
	}
	return values.Len() > maxLines
}

// A Piece is a piece of a text that is put together: a literal or a value.
type Piece struct {
	Lit   string
	Verb  rune      // of a value: the verb that formats it, 's' where it is appended; 0 for a literal
	Value ssa.Value // nil for a literal, and where the operand is missing
}

// maxPieces bounds how many parts of a text are split further. A text that is doubled forty times has more parts than can be written down,
// and each may be empty.
const maxPieces = 2000

// Pieces splits a text that is put together by formatting and concatenation into its literals and values, up to a limit; ok is false if v
// is not such a text.
func (x *Texts) Pieces(v ssa.Value) (pieces []Piece, ok bool) {
	todo := []ssa.Value{v}
	for steps := 0; len(todo) > 0 && steps < maxPieces; steps++ {
		v := flow.Strip(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if s, isConst := flow.StringConst(v); isConst {
			pieces, ok = append(pieces, Piece{Lit: s}), true
			continue
		}
		switch v := v.(type) {
		case *ssa.BinOp:
			if IsText(v.Type()) {
				todo, ok = append(todo, v.Y, v.X), true
				continue
			}
		case *ssa.Call:
			fn := flow.Callee(v.Common())
			if v.Call.IsInvoke() {
				break
			}
			if flow.PkgPath(fn) == "fmt" {
				if more, split := x.formatted(v, fn); split {
					pieces, ok = append(pieces, more...), true
					continue
				}
			}
			if flow.CalleeName(v) == "strconv.Quote" {
				pieces, ok = append(pieces, Piece{Verb: 'q', Value: v.Call.Args[0]}), true
				continue
			}
		}
		if !ok {
			return nil, false
		}
		pieces = append(pieces, Piece{Verb: 's', Value: v})
	}
	return pieces, ok
}

// formatted splits the text that a call of a function of package fmt returns.
func (x *Texts) formatted(call *ssa.Call, callee *types.Func) ([]Piece, bool) {
	args := call.Call.Args
	piece := func(v ssa.Value, verb rune) Piece {
		if s, ok := flow.StringConst(flow.Strip(v)); ok && verb != 'q' {
			return Piece{Lit: s}
		}
		return Piece{Verb: verb, Value: v}
	}
	var out []Piece
	switch callee.Name() {
	case "Sprint", "Sprintln", "Fprint", "Fprintln":
		vals, ok := flow.Variadic(args[len(args)-1])
		for _, v := range vals {
			out = append(out, piece(v, 'v'))
		}
		return out, ok
	case "Sprintf", "Appendf", "Errorf", "Fprintf":
		text, isConst := flow.StringConst(args[len(args)-2])
		vals, ok := flow.Variadic(args[len(args)-1])
		verbs, err := format.Parse(text)
		if !isConst || !ok || err != nil {
			return nil, false
		}
		off := 0
		for _, verb := range verbs {
			out = append(out, Piece{Lit: text[off:verb.Off]})
			off = verb.Off + verb.Len
			switch {
			case verb.Rune == '%':
				out = append(out, Piece{Lit: "%"})
			case verb.Operand >= 0 && verb.Operand < len(vals):
				out = append(out, piece(vals[verb.Operand], verb.Rune))
			default:
				out = append(out, Piece{Verb: verb.Rune})
			}
		}
		return append(out, Piece{Lit: text[off:]}), true
	}
	return nil, false
}

// Name returns how the source writes error v as the receiver or an argument of call, if that is short and unambiguous; for a parameter it
// returns the parameter's name.
func (x *Texts) Name(call ssa.CallInstruction, v ssa.Value) string {
	if p, ok := v.(*ssa.Parameter); ok {
		return p.Name()
	}
	if call == nil {
		return ""
	}
	e := x.prog.CallExpr(call)
	if e == nil {
		return ""
	}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && Receiver(call.Common()) != nil && flow.Strip(Receiver(call.Common())) == v {
		return shortExpr(sel.X)
	}
	var found []string
	for _, arg := range e.Args {
		if t := x.info.TypeOf(arg); t != nil && errflow.IsError(t) && types.Identical(t, v.Type()) {
			found = append(found, shortExpr(arg))
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// shortExpr returns the source of a variable or field, or "".
func shortExpr(e ast.Expr) string {
	for x := ast.Unparen(e); ; {
		switch y := x.(type) {
		case *ast.Ident:
			return types.ExprString(e)
		case *ast.SelectorExpr:
			x = y.X
		default:
			return ""
		}
	}
}

// Receiver returns the receiver of a method call, or nil.
func Receiver(common *ssa.CallCommon) ssa.Value {
	if common.IsInvoke() {
		return common.Value
	}
	if common.Signature().Recv() != nil && len(common.Args) > 0 {
		return common.Args[0]
	}
	return nil
}

// Stringified returns the error whose text a call returns, err in err.Error(), or nil.
func Stringified(common *ssa.CallCommon) ssa.Value {
	recv, callee := Receiver(common), flow.Callee(common)
	if recv == nil || callee == nil || callee.Name() != "Error" || callee.Signature().Params().Len() > 0 || !errflow.IsError(recv.Type()) {
		return nil
	}
	return recv
}

// IsText reports whether values of type t are strings or byte slices.
func IsText(t types.Type) bool {
	if flow.IsString(t) {
		return true
	}
	s, ok := types.Unalias(t).Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := types.Unalias(s.Elem()).Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}
