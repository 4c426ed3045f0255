package noerrordict

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/format"
)

// A value is what is known of the text under an error key: what it tells of,
// in terms of the function that it is computed in. The zero value tells of
// nothing: it is data, such as a field of a decoded reply.
type value struct {
	text      bool  // words of the program's own: a constant, a format
	fromErr   bool  // the text of an error that the function got or made
	params    []int // the text that these parameters hold
	errParams []int // the text of the errors that these parameters hold

	errs []ssa.Value // the errors that it is the text of, parameters included
	name string      // how the source writes one of them
}

// any reports whether v tells of an error, or may do so.
func (v value) any() bool { return v.text || v.derived() || len(v.params) > 0 }

// derived reports whether v is the text of an error.
func (v value) derived() bool { return v.fromErr || len(v.errParams) > 0 }

func (v value) union(w value) value {
	out := value{
		text:      v.text || w.text,
		fromErr:   v.fromErr || w.fromErr,
		params:    mergeInts(v.params, w.params),
		errParams: mergeInts(v.errParams, w.errParams),
		errs:      slices.Concat(v.errs, w.errs),
		name:      v.name,
	}
	// The name of an error says more than that of a text.
	if out.name == "" || w.name != "" && w.derived() && !v.derived() {
		out.name = w.name
	}
	return out
}

func (v value) equal(w value) bool {
	return v.text == w.text && v.fromErr == w.fromErr && slices.Equal(v.params, w.params) && slices.Equal(v.errParams, w.errParams)
}

func mergeInts(xs, ys []int) []int {
	out := slices.Concat(xs, ys)
	slices.Sort(out)
	return slices.Compact(out)
}

// named gives v a name if it has none.
func (v value) named(name string) value {
	if v.name == "" {
		v.name = name
	}
	return v
}

// source is how the source writes what v tells of, where that says it all.
func (v value) source() string {
	switch {
	case v.derived():
		return cmp.Or(v.name, "an error")
	case v.text:
		return ""
	}
	return v.name
}

// in is v, known of a callee's result, in terms of the function that calls it
// with args.
func (c *checker) in(v value, args []ssa.Value, call *ssa.Call) value {
	out := value{text: v.text, fromErr: v.fromErr}
	for _, p := range v.params {
		if p < len(args) && args[p] != nil {
			out = out.union(c.text(args[p]))
		}
	}
	for _, p := range v.errParams {
		if p < len(args) && args[p] != nil {
			arg := errflow.Strip(args[p])
			out = out.union(c.errorOf(arg).named(c.argumentName(call, arg)))
		}
	}
	return out
}

// under is what is known of a value that is put under an error key, whose type
// may be an interface. Errors themselves, functions and flags are no texts.
func (c *checker) under(v ssa.Value) value {
	v = errflow.Strip(v)
	if isString(v.Type()) {
		return c.text(v)
	}
	if elems, ok := c.literal(v); ok { // []string{err.Error()}
		var out value
		for _, e := range elems {
			if e = errflow.Strip(e); isString(e.Type()) {
				if t := c.text(e); t.derived() {
					out = out.union(t)
				}
			}
		}
		return out
	}
	if _, isPhi := v.(*ssa.Phi); isPhi && types.IsInterface(v.Type()) && !errflow.IsError(v.Type()) {
		var out value
		for _, o := range c.m.Origins(v, errflow.OriginOptions{NoCalls: true}) {
			if o.Whole && isString(o.Value.Type()) && o.Value != v {
				out = out.union(c.text(o.Value))
			}
		}
		return out
	}
	return value{}
}

// text is what string v tells of.
func (c *checker) text(v ssa.Value) value {
	v = errflow.Strip(v)
	if got, ok := c.texts[v]; ok {
		return got
	}
	c.texts[v] = value{} // for cycles
	got := c.findText(v)
	c.texts[v] = got
	return got
}

func (c *checker) findText(v ssa.Value) value {
	if isLookup(v) || isCollected(v, make(map[ssa.Value]bool)) {
		return value{}
	}
	var out value
	for _, o := range c.m.Origins(v, errflow.OriginOptions{NoCalls: true}) {
		if !o.Whole {
			// A field of an error that is at hand is as good as its text. Any
			// other field is data, and so is whatever it is mixed with.
			if errflow.IsError(pointee(o.Value.Type())) || errflow.IsError(o.Value.Type()) {
				out = out.union(c.errorOf(o.Value))
				continue
			}
			switch o.Kind {
			case errflow.OriginParam, errflow.OriginCall, errflow.OriginGlobal:
				return value{}
			}
			continue
		}
		switch o.Kind {
		case errflow.OriginConst:
			if s, ok := errflow.StringConst(o.Value); ok && s != "" {
				out.text = true
			}
		case errflow.OriginParam:
			p := o.Value.(*ssa.Parameter)
			switch {
			case !isString(p.Type()):
			case funcOf(v) == p.Parent():
				out = out.union(value{params: []int{slices.Index(p.Parent().Params, p)}, name: p.Name()})
			default: // of the function that a literal is in
				out.text = true
			}
		case errflow.OriginCall:
			out = out.union(c.textOfCall(o.Call(), o.Index))
		case errflow.OriginOp:
			switch op := o.Value.(type) {
			case *ssa.BinOp:
				out = out.union(c.text(op.X)).union(c.text(op.Y))
			case *ssa.Convert:
				if isString(op.X.Type()) || isBytes(op.X.Type()) {
					out = out.union(c.text(op.X))
				}
			}
		}
	}
	return out
}

// textOfCall is what a string or []byte that a call returns tells of.
func (c *checker) textOfCall(call *ssa.Call, index int) value {
	common := call.Common()
	callee := errflow.Callee(common)
	if recv := receiver(common); recv != nil && callee != nil && callee.Name() == "Error" && errflow.IsError(recv.Type()) {
		return c.errorOf(recv).named(c.receiverName(call))
	}
	if callee != nil && callee.Pkg() != nil && !common.IsInvoke() {
		switch callee.Pkg().Path() {
		case "fmt":
			if parts, ok := c.formatted(call, callee); ok {
				var out value
				for _, p := range parts {
					out = out.union(p.value)
					out.text = out.text || strings.ContainsFunc(p.lit, unicode.IsLetter)
				}
				return out
			}
			return value{}
		case "strings", "strconv", "bytes", "html", "net/url", "path", "path/filepath":
			var out value
			for _, arg := range common.Args {
				out = out.union(c.textOfArg(arg))
			}
			return out
		}
	}
	if !common.IsInvoke() {
		targets, complete := c.m.Callees(common)
		if complete && len(targets) > 0 && !slices.ContainsFunc(targets, func(t errflow.Target) bool { return t.Fn.Blocks == nil }) {
			var out value
			for _, t := range targets {
				out = out.union(c.in(c.textOfResult(t.Fn, index), arguments(t, common), call))
			}
			return out
		}
	}
	// Unknown code that is given an error, or the text of one, returns some
	// form of that: redact(err). What else it returns cannot be known.
	var out value
	for _, arg := range common.Args {
		arg = errflow.Strip(arg)
		if errflow.IsError(arg.Type()) {
			out = out.union(c.errorOf(arg)).named(c.argumentName(call, arg))
		} else if isString(arg.Type()) {
			if t := c.text(arg); t.derived() {
				t.text, t.params = false, nil
				out = out.union(t)
			}
		}
	}
	return out
}

// textOfArg is the text of an argument, or of the elements of a slice literal.
func (c *checker) textOfArg(arg ssa.Value) value {
	arg = errflow.Strip(arg)
	if isString(arg.Type()) || isBytes(arg.Type()) {
		return c.text(arg)
	}
	var out value
	if elems, ok := c.literal(arg); ok {
		for _, e := range elems {
			if e = errflow.Strip(e); isString(e.Type()) {
				out = out.union(c.text(e))
			}
		}
	}
	return out
}

// textOfResult is what result i of fn tells of, in terms of fn's parameters.
func (c *checker) textOfResult(fn *ssa.Function, i int) value {
	key := resultKey{fn, i}
	if got, ok := c.results[key]; ok {
		return got
	}
	c.results[key] = value{}
	var out value
	for ret := range errflow.Returns(fn) {
		if i < len(ret.Results) {
			out = out.union(c.text(ret.Results[i]))
		}
	}
	out.errs, out.name = nil, ""
	c.results[key] = out
	return out
}

type resultKey struct {
	fn    *ssa.Function
	index int
}

// errorOf is what is known of the text of error e: whether the error was got
// or made by the function, or given to it. An error that was found in a field
// or an element is kept state or an item's: data.
func (c *checker) errorOf(e ssa.Value) value {
	e = errflow.Strip(e)
	var out value
	for _, o := range c.m.Origins(e, errflow.OriginOptions{NoCalls: true}) {
		switch o.Kind {
		case errflow.OriginParam:
			if !o.Whole {
				return value{}
			}
			p := o.Value.(*ssa.Parameter)
			if p.Parent() == funcOf(e) {
				out = out.union(value{errParams: []int{slices.Index(p.Parent().Params, p)}, name: p.Name()})
			} else {
				out.fromErr = true
			}
		case errflow.OriginCall:
			if !o.Whole {
				return value{}
			}
			out.fromErr = true
		case errflow.OriginGlobal:
			if !o.Whole {
				return value{}
			}
			out.fromErr = true
		case errflow.OriginMake, errflow.OriginOp, errflow.OriginZero:
			out.fromErr = true // made here, or set by errors.As
		}
	}
	if out.derived() {
		out.errs = []ssa.Value{e}
	}
	return out
}

// A part is a piece of a text that is put together: a literal, or a value.
type part struct {
	lit   string
	verb  rune // of a value: the verb that formats it, 's' where it is appended
	value value
}

// formatted splits the text that a call of a Sprint function makes.
func (c *checker) formatted(call *ssa.Call, callee *types.Func) ([]part, bool) {
	args := call.Call.Args
	switch name := callee.Name(); {
	case name == "Sprint" || name == "Sprintln":
		vals, ok := errflow.Variadic(args[0])
		if !ok {
			return nil, false
		}
		var parts []part
		for _, v := range vals {
			parts = append(parts, c.operand(call, v, 'v'))
		}
		return parts, true
	case name == "Sprintf" || name == "Appendf":
		i := len(args) - 2
		text, ok := errflow.StringConst(args[i])
		if !ok {
			return nil, false
		}
		vals, ok := errflow.Variadic(args[i+1])
		if !ok {
			return nil, false
		}
		verbs, err := format.Parse(text)
		if err != nil {
			return nil, false
		}
		var parts []part
		off := 0
		for _, verb := range verbs {
			parts = append(parts, part{lit: text[off:verb.Off]})
			off = verb.Off + verb.Len
			switch {
			case verb.Rune == '%':
				parts = append(parts, part{lit: "%"})
			case verb.Operand >= 0 && verb.Operand < len(vals):
				parts = append(parts, c.operand(call, vals[verb.Operand], verb.Rune))
			default:
				parts = append(parts, part{verb: verb.Rune})
			}
		}
		return append(parts, part{lit: text[off:]}), true
	}
	return nil, false
}

func (c *checker) operand(call *ssa.Call, v ssa.Value, verb rune) part {
	v = errflow.Strip(v)
	if s, ok := errflow.StringConst(v); ok && verb != 'q' {
		return part{lit: s}
	}
	p := part{verb: verb}
	switch {
	case errflow.IsError(v.Type()):
		p.value = c.errorOf(v).named(c.argumentName(call, v))
	case isString(v.Type()) || isBytes(v.Type()):
		p.value = c.text(v)
	}
	return p
}

// pieces splits a string that is put together from literals and values by
// formatting and concatenation; ok is false where v is nothing of the kind.
func (c *checker) pieces(v ssa.Value) (parts []part, ok bool) {
	v = errflow.Strip(v)
	if s, isConst := errflow.StringConst(v); isConst {
		return []part{{lit: s}}, true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if !isString(v.Type()) {
			return nil, false
		}
		for _, x := range []ssa.Value{v.X, v.Y} {
			more, split := c.pieces(x)
			if !split {
				more = []part{{verb: 's', value: c.text(x)}}
			}
			parts = append(parts, more...)
		}
		return parts, true
	case *ssa.Call:
		if fn := errflow.Callee(v.Common()); fn != nil && fn.Pkg() != nil && !v.Call.IsInvoke() {
			switch {
			case fn.Pkg().Path() == "fmt":
				return c.formatted(v, fn)
			case fn.Pkg().Path() == "strconv" && fn.Name() == "Quote":
				return []part{{verb: 'q', value: c.text(v.Call.Args[0])}}, true
			}
		}
	}
	return nil, false
}

// literal is the elements of a slice or array literal, or of a variadic argument.
func (c *checker) literal(v ssa.Value) ([]ssa.Value, bool) {
	switch s := v.(type) {
	case *ssa.Slice:
		if s.Low != nil || s.High != nil {
			return nil, false
		}
		v = s.X
	case *ssa.UnOp:
		v = s.X
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	if _, isArray := types.Unalias(pointee(alloc.Type())).Underlying().(*types.Array); !isArray {
		return nil, false
	}
	var elems []ssa.Value
	for _, ref := range *alloc.Referrers() {
		if ia, ok := ref.(*ssa.IndexAddr); ok {
			for _, r := range *ia.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ia {
					elems = append(elems, st.Val)
				}
			}
		}
	}
	return elems, true
}

// receiverName is how the source writes the receiver of a method call, if it
// is short.
func (c *checker) receiverName(call *ssa.Call) string {
	if e := c.m.CallExpr(call); e != nil {
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
			return shortExpr(sel.X)
		}
	}
	return ""
}

// argumentName is how the source writes the argument of a call that is an
// error, if there is one only.
func (c *checker) argumentName(call *ssa.Call, v ssa.Value) string {
	e := c.m.CallExpr(call)
	if e == nil {
		return ""
	}
	var found []string
	for _, arg := range e.Args {
		if t := c.pass.TypesInfo.TypeOf(arg); t != nil && errflow.IsError(t) && types.Identical(t, v.Type()) {
			found = append(found, shortExpr(arg))
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// shortExpr is an expression's source, if it reads well in a message.
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

// receiver is the receiver of a call of a method, nil for other calls.
func receiver(common *ssa.CallCommon) ssa.Value {
	if common.IsInvoke() {
		return common.Value
	}
	if common.Signature().Recv() != nil && len(common.Args) > 0 {
		return common.Args[0]
	}
	return nil
}

// arguments is the values of a target's parameters, the receiver included.
func arguments(t errflow.Target, common *ssa.CallCommon) []ssa.Value {
	if t.Bound != nil {
		return append([]ssa.Value{t.Bound}, common.Args...)
	}
	return common.Args
}

func isLookup(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	if t, ok := v.(*ssa.TypeAssert); ok {
		return isLookup(t.X)
	}
	_, ok := v.(*ssa.Lookup)
	return ok
}

// isCollected reports whether a text is carried round a loop: it tells what
// became of many items, or of the first or last of them.
func isCollected(v ssa.Value, seen map[ssa.Value]bool) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	for i, e := range phi.Edges {
		if phi.Block().Dominates(phi.Block().Preds[i]) && e != phi || isCollected(e, seen) {
			return true
		}
	}
	return false
}

func funcOf(v ssa.Value) *ssa.Function {
	if v, ok := v.(interface{ Parent() *ssa.Function }); ok {
		return v.Parent()
	}
	return nil
}

func pointee(t types.Type) types.Type {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isBytes(t types.Type) bool {
	s, ok := types.Unalias(t).Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := types.Unalias(s.Elem()).Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}
