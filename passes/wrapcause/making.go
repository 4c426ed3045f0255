package wrapcause

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A making is a new error on its way out: a call of a maker, an error literal,
// or a sentinel.
type making struct {
	value ssa.Value       // *ssa.Call, *ssa.Alloc, or the load of a sentinel
	block *ssa.BasicBlock // the last one of which it is known that the error passes it
	at    ssa.Instruction // what takes the error over there; nil at the end of block
}

// makings is what the errors that a value may be come from.
type makings struct {
	made []making
	// params tells that parameters do not count as others where they are only wrapped:
	// it is the callers that know what they are.
	params bool
	nils   bool // it may be nil
	others bool // it may be an error that is not made here, or wraps such a one
	seen   map[ssa.Value]bool
	outer  *makings // of the error that the one asked about is wrapped in
	steps  int      // taken so far; of the outermost
}

// enter reports whether phi or variable v is to be looked into: not twice, and not
// again for what is wrapped in itself, as in err = fmt.Errorf("…: %w", err).
func (out *makings) enter(v ssa.Value) bool {
	for o := out; o != nil; o = o.outer {
		if o.seen[v] {
			return false
		}
	}
	if out.seen == nil {
		out.seen = make(map[ssa.Value]bool)
	}
	out.seen[v] = true
	return true
}

// maxWrapped is how deep errors that are wrapped in one another are looked into.
const maxWrapped = 8

// maxMakings is how many values are looked into for one error: what is wrapped again and again in a
// loop of loops has too many ways to have been made. Behind it, others may have made it.
const maxMakings = 2000

// spent reports whether too many values have been looked into, and counts one more.
func (out *makings) spent() bool {
	for out.outer != nil {
		out = out.outer
	}
	out.steps++
	return out.steps > maxMakings
}

func (out *makings) depth() int {
	n := 0
	for o := out.outer; o != nil; o = o.outer {
		n++
	}
	return n
}

// makings adds what error v, handed over in block b, is made by.
func (c *checker) makings(v ssa.Value, b *ssa.BasicBlock, out *makings) {
	c.makingsAt(v, b, nil, out)
}

func (c *checker) makingsAt(v ssa.Value, b *ssa.BasicBlock, at ssa.Instruction, out *makings) {
	v = flow.Strip(v)
	if out.spent() || out.depth() > maxWrapped {
		out.others = true
		return
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.IsNil() {
			out.nils = true
			return
		}
	case *ssa.Parameter:
		if out.params && out.outer != nil {
			return
		}
	case *ssa.Phi:
		if !out.enter(v) {
			return
		}
		for i, e := range v.Edges {
			c.makingsAt(e, v.Block().Preds[i], nil, out)
		}
		return
	case *ssa.Alloc:
		if structOf(v.Type()) != nil && errflow.IsError(v.Type()) && !c.assigned(v) {
			c.literal(v, making{v, b, at}, out)
			return
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		switch x := v.X.(type) {
		case *ssa.Global:
			if _, ok := c.sentinel(v); ok {
				out.made = append(out.made, making{v, b, at})
				return
			}
		case *ssa.Alloc:
			if structOf(x.Type()) != nil && errflow.IsError(v.Type()) {
				if !c.assigned(x) {
					c.literal(x, making{x, b, at}, out)
					return
				}
				break
			}
			if !out.enter(x) {
				return
			}
			c.cell(x, out)
			return
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			if c.unsolved(call.Common()) {
				return
			}
			if m := c.makerOf(call.Common()); m != nil && m.always {
				c.called(call, m, making{call, b, at}, out)
				return
			}
		}
	case *ssa.Call:
		if c.unsolved(v.Common()) {
			return // what it returns comes from its other returns
		}
		if m := c.makerOf(v.Common()); m != nil && m.always {
			c.called(v, m, making{v, b, at}, out)
			return
		}
	}
	out.others = true
}

// assigned reports whether a struct variable is assigned as a whole, so that what it
// holds is not made in it.
func (c *checker) assigned(alloc *ssa.Alloc) bool {
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == alloc {
			return true
		}
	}
	return false
}

// cell adds what is stored in an error variable that lives in memory, as named
// results do that a deferred function looks at.
func (c *checker) cell(alloc *ssa.Alloc, out *makings) {
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == alloc {
				c.makingsAt(ref.Val, ref.Block(), ref, out)
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == alloc && storesIn(fn.FreeVars[i]) {
					out.others = true
				}
			}
		default:
			out.others = true
		}
	}
	out.nils = true
}

// storesIn reports whether a captured variable is assigned, or its address used.
func storesIn(fv *ssa.FreeVar) bool {
	for _, ref := range *fv.Referrers() {
		switch ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// literal adds an error literal. One that holds an error which was not made
// here is not a new error.
func (c *checker) literal(alloc *ssa.Alloc, made making, out *makings) {
	held := makings{outer: out, params: out.params}
	for _, v := range c.heldErrors(alloc) {
		c.makingsAt(v, made.block, made.at, &held)
	}
	if held.others {
		out.others = true
		return
	}
	out.made = append(out.made, made)
}

// heldErrors is the errors that are stored in the fields of a struct: of a variable, or of what
// a constructor returned, as in e := newE("a"); e.Err = err.
func (c *checker) heldErrors(alloc ssa.Value) []ssa.Value {
	s := structOf(alloc.Type())
	if s == nil {
		return nil
	}
	var out []ssa.Value
	for f := range s.Fields() {
		if errflow.IsError(f.Type()) {
			out = append(out, c.model.Stored(alloc, f)...)
		}
	}
	return out
}

// called adds the error that a maker returns, unless it wraps one that was not made here.
func (c *checker) called(call *ssa.Call, m *maker, made making, out *makings) {
	held := makings{outer: out, params: out.params}
	for _, v := range c.heldErrors(call) {
		c.makingsAt(v, made.block, made.at, &held)
	}
	args := call.Call.Args
	add := func(v ssa.Value) {
		if v != nil && !flow.KnownNil(v, made.block) {
			c.makingsAt(v, made.block, made.at, &held)
		}
	}
	for _, i := range m.causes {
		if i >= len(args) {
			continue
		}
		if errflow.IsError(args[i].Type()) {
			add(args[i])
			continue
		}
		vals, ok := flow.Variadic(args[i])
		if _, param := args[i].(*ssa.Parameter); param && out.params {
			continue
		}
		if !ok {
			out.others = true
			return
		}
		for _, v := range vals {
			add(v)
		}
	}
	if m.wrapsVerbs {
		ops, ok := c.operandsOf(call, m)
		if _, param := args[m.operands].(*ssa.Parameter); !ok && !(param && out.params) {
			out.others = true
			return
		}
		for _, op := range ops {
			if op.verb.Rune == 'w' {
				add(op.value)
			}
		}
	}
	if len(m.causes) == 0 && !m.wrapsVerbs && !m.configured {
		for i, arg := range args {
			// An error that one of the module's functions is given, and has a use for.
			if errflow.IsError(arg.Type()) && !isNil(arg) && !slices.Contains(m.flattens, i) && !slices.Contains(m.ignores, i) &&
				c.model.Wraps(call, arg) != errflow.No {
				add(arg)
			}
		}
	}
	if held.others {
		out.others = true
		return
	}
	out.made = append(out.made, made)
}

// sentinel is the sentinel that v is a load of.
func (c *checker) sentinel(v *ssa.UnOp) (errflow.Atom, bool) {
	if !errflow.IsError(v.Type()) {
		return errflow.Atom{}, false
	}
	var found errflow.Atom
	n := 0
	s := c.model.ErrorsAt(v, nil)
	for a := range s.Atoms() {
		found = a
		n++
	}
	g, ok := v.X.(*ssa.Global)
	if !ok || n != 1 || s.Opaque() || found.Kind != errflow.Sentinel || g.Name() != found.Name || g.Object() == nil || g.Object().Pkg().Path() != found.Pkg {
		return errflow.Atom{}, false
	}
	return found, true
}

// wraps reports whether error err is cause or wraps it; for the result of a
// configured constructor by what the options say of it.
func (c *checker) wraps(err, cause ssa.Value) errflow.Answer {
	if call, ok := flow.Strip(err).(*ssa.Call); ok {
		if m := c.makerOf(call.Common()); m != nil && m.configured {
			answer := errflow.No
			for _, i := range m.causes {
				if i < len(call.Call.Args) {
					answer = max(answer, c.wraps(call.Call.Args[i], cause))
				}
			}
			return answer
		}
	}
	return c.model.Wraps(err, cause)
}

// sameChain reports whether one of two errors may be in the chain of the other: it is it, or wraps it, or
// was taken out of it by errors.As, errors.Unwrap or a type assertion.
func (c *checker) sameChain(a, b ssa.Value) bool {
	as, bs := c.taken(a), c.taken(b)
	for _, x := range as {
		for _, y := range bs {
			if c.wraps(x, y) != errflow.No || c.wraps(y, x) != errflow.No {
				return true
			}
		}
	}
	return false
}

// inChain reports whether cause, or the error that cause was taken out of, may be in err's chain.
func (c *checker) inChain(err, cause ssa.Value) bool {
	for _, v := range c.taken(cause) {
		if c.wraps(err, v) != errflow.No {
			return true
		}
	}
	return false
}

// taken is v and the errors that it was taken out of.
func (c *checker) taken(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for v != nil && len(out) < 8 {
		v = flow.Strip(v)
		if slices.Contains(out, v) {
			break
		}
		out = append(out, v)
		v = c.takenFrom(v)
	}
	return out
}

func (c *checker) takenFrom(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.TypeAssert:
		return v.X
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			return t.X
		case *ssa.Call:
			if isErrors(flow.Callee(t.Common()), "AsType") {
				return t.Call.Args[0]
			}
		}
	case *ssa.Call:
		fn := flow.Callee(v.Common())
		if isErrors(fn, "Unwrap", "Cause", "UnwrapAll", "UnwrapOnce") && len(v.Call.Args) == 1 {
			return v.Call.Args[0]
		}
		if v.Call.IsInvoke() && v.Call.Method.Name() == "Unwrap" {
			return v.Call.Value
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			return asSource(alloc)
		}
	case *ssa.Alloc:
		return asSource(v)
	}
	return nil
}

// asSource is the error that errors.As finds the content of a variable in.
func asSource(alloc *ssa.Alloc) ssa.Value {
	for _, ref := range *alloc.Referrers() {
		target, ok := ref.(ssa.Value)
		if !ok {
			continue
		}
		refs := target.Referrers()
		if refs == nil {
			continue
		}
		for _, user := range *refs {
			call, ok := user.(*ssa.Call)
			if ok && isErrors(flow.Callee(call.Common()), "As") && len(call.Call.Args) == 2 && flow.Strip(call.Call.Args[1]) == alloc {
				return call.Call.Args[0]
			}
		}
	}
	return nil
}

// isErrors reports whether fn is one of the named functions of a package that does what package errors does.
func isErrors(fn *types.Func, names ...string) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil || !slices.Contains(names, fn.Name()) {
		return false
	}
	switch fn.Pkg().Path() {
	case "errors", "golang.org/x/xerrors", "github.com/pkg/errors", "github.com/cockroachdb/errors":
		return true
	}
	return false
}
