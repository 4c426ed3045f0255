package wrapcause

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
)

// dropped reports the new errors that are returned where another error is at
// hand, and have nothing of it.
func (c *checker) dropped() {
	for fn := range c.model.Funcs() {
		result := errorResult(fn.Signature)
		if result < 0 {
			continue
		}
		said := make(map[ssa.Value]bool)
		for ret := range errflow.Returns(fn) {
			if result >= len(ret.Results) {
				continue
			}
			var all makings
			c.makingsAt(ret.Results[result], ret.Block(), ret, &all)
			for _, made := range all.made {
				if !said[made.value] && !c.judged[made.value] {
					said[made.value] = c.droppedAt(made, ret, result)
				}
			}
		}
	}
}

// droppedAt reports whether it reported that an error at hand is left out of a new one.
func (c *checker) droppedAt(made making, ret *ssa.Return, result int) bool {
	if c.makesWire(made.value) {
		return false
	}
	cause := c.atHand(made)
	if cause == nil {
		return false
	}
	if load, ok := made.value.(*ssa.UnOp); ok {
		if a, ok := c.sentinel(load); ok && isSignal(a) {
			return false
		}
	}

	// Have: cause is not nil, not known, and not in the new error.
	name := c.errorName(cause)
	expr := c.madeExpr(made, ret, result)
	diag := analysis.Diagnostic{Category: Dropped}
	set(&diag, expr, nil, ret.Pos())
	places := []token.Pos{ret.Pos()}
	find := ", so errors.Is and errors.As cannot find the cause"
	switch v := made.value.(type) {
	case *ssa.UnOp:
		a, _ := c.sentinel(v)
		diag.Message = a.RelativeTo(c.pass.Pkg) + " is returned in place of " + name + find
	case *ssa.Alloc:
		places = append(places, v.Pos())
		diag.Message = c.typeName(v.Type()) + " is returned in place of " + name + find
		if f := c.unsetCause(v); f != nil {
			diag.Message = c.typeName(v.Type()) + " is returned with its field " + f.Name() + " unset in place of " + name + find
		}
	case *ssa.Call:
		places = append(places, v.Pos())
		m := c.makerOf(v.Common())
		diag.Message = m.name + " makes an error in place of " + name + find
		for _, i := range m.causes {
			if i < len(v.Call.Args) && errflow.IsError(v.Call.Args[i].Type()) && c.knownNil(v.Call.Args[i], made.block) && !isNil(errflow.Strip(v.Call.Args[i])) {
				diag.Message = m.name + " wraps " + exprName(c.arg(v, i), "an error") + ", which is nil here, in place of " + name
			}
		}
	}
	if at, ok := c.causePos(cause); ok {
		diag.Related = related(at, name+" comes from here")
	}
	c.say(diag, places...)
	return true
}

// atHand is the error that made should wrap: the last one found not to be
// nil on the way to it. There is none if that error is known, may be dropped, or
// if some error at hand is wrapped, or may be.
func (c *checker) atHand(made making) ssa.Value {
	var live []errflow.Live
	if made.at != nil {
		live = c.model.LiveAt(made.at)
	} else {
		live = c.model.Live(made.block)
	}
	if len(live) == 0 || live[0].Classified || c.sameValue(made.value, live[0].Value) {
		return nil
	}
	for _, l := range live {
		if c.inChain(made.value, l.Value) || c.flowsInto(l.Value, made.value) {
			return nil
		}
	}
	cause := live[0].Value
	if c.mayDrop(cause) || c.settled(cause, made.block) || c.failsAnyway(cause, made.block) || !c.inScope(cause, made) {
		return nil
	}
	return cause
}

// inScope reports whether the variable that holds an error can be named where a new one
// is made. In
//
//	if err := asObject(data); err == nil {
//		return nil
//	}
//	return errors.New("neither object nor array")
//
// it cannot: the attempts are over, and none of them failed in particular.
func (c *checker) inScope(cause ssa.Value, made making) bool {
	pos := token.NoPos
	if made.at != nil {
		pos = made.at.Pos()
	}
	if !pos.IsValid() {
		pos = made.value.Pos()
	}
	side := c.compared(cause)
	id, ok := side.(*ast.Ident)
	if !ok || !pos.IsValid() {
		return true
	}
	obj := c.pass.TypesInfo.ObjectOf(id)
	return obj == nil || obj.Parent() == nil || obj.Parent().Contains(pos)
}

// failsAnyway reports whether an error is returned as well where cause turned out
// to be nil. Then something else had failed before, such as a request whose
// body is read for the message only.
func (c *checker) failsAnyway(cause ssa.Value, b *ssa.BasicBlock) bool {
	start := c.checkedAt(cause, b)
	if start == nil || len(start.Preds) != 1 {
		return false
	}
	check := start.Preds[0]
	result := errorResult(check.Parent().Signature)
	if result < 0 {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{check: true, start: true}
	fails := true
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] || !fails {
			return
		}
		seen[b] = true
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			v := returned(ret, result)
			fails = v != nil && c.model.NonNil(v, b)
		}
		for _, s := range b.Succs {
			visit(s)
		}
	}
	for _, s := range check.Succs {
		if s != start {
			visit(s)
		}
	}
	return fails
}

func (c *checker) sameValue(a, b ssa.Value) bool { return errflow.Strip(a) == errflow.Strip(b) }

// returned is the value of a result where it is returned. In a function that
// defers calls, results live in memory, and the return is a store, the calls, and a load.
func returned(ret *ssa.Return, result int) ssa.Value {
	if result >= len(ret.Results) {
		return nil
	}
	load, ok := ret.Results[result].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return ret.Results[result]
	}
	for _, instr := range slices.Backward(ret.Block().Instrs) {
		if st, ok := instr.(*ssa.Store); ok && st.Addr == load.X {
			return st.Val
		}
	}
	return load
}

// mayDrop reports whether what a cause says is known without it: it comes from an exempt function, or is the
// error of a context.
func (c *checker) mayDrop(cause ssa.Value) bool {
	fns, complete := c.sources(cause)
	if !complete || len(fns) == 0 {
		return false
	}
	if c.onlyExemptErrors(cause) {
		return true // by way of helpers
	}
	for _, fn := range fns {
		if !c.opts.exempt(fn) && fn.FullName() != "(context.Context).Err" && fn.FullName() != "context.Cause" {
			return false
		}
	}
	return true
}

// onlyExemptErrors reports whether all errors that v may be are known, and of types that belong to
// exempt functions: *strconv.NumError, say.
func (c *checker) onlyExemptErrors(v ssa.Value) bool {
	s := c.model.ErrorsAt(v, nil)
	if s.Opaque() || s.Empty() {
		return false
	}
	for range s.Refs() {
		return false
	}
	for a := range s.Atoms() {
		if !c.opts.exemptName(a.Pkg, a.Pkg+"."+a.Name) {
			return false
		}
	}
	return true
}

// sources is the functions that an error was returned by; complete tells that it comes from nowhere else.
func (c *checker) sources(v ssa.Value) (fns []*types.Func, complete bool) {
	complete = true
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		v = errflow.Strip(v)
		if seen[v] || isNil(v) {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Phi:
			for _, e := range x.Edges {
				visit(e)
			}
			return
		case *ssa.UnOp:
			if alloc, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL {
				stores := 0
				for _, ref := range *alloc.Referrers() {
					if st, ok := ref.(*ssa.Store); ok && st.Addr == alloc {
						stores++
						visit(st.Val)
					}
				}
				complete = complete && stores > 0
				return
			}
		}
		call, ok := v.(*ssa.Call)
		if e, isExtract := v.(*ssa.Extract); isExtract {
			call, ok = e.Tuple.(*ssa.Call)
		}
		if ok {
			if fn := errflow.Callee(call.Common()); fn != nil {
				fns = append(fns, fn)
				return
			}
		}
		complete = false
	}
	visit(v)
	return fns, complete
}

// isSignal reports whether a sentinel is one that must be returned as it is.
func isSignal(a errflow.Atom) bool {
	switch a.Pkg {
	case "io/fs", "path/filepath":
		return a.Name == "SkipDir" || a.Name == "SkipAll"
	case "database/sql/driver":
		return a.Name == "ErrBadConn" || a.Name == "ErrSkip" || a.Name == "ErrRemoveArgument"
	case "net/http":
		return a.Name == "ErrAbortHandler" || a.Name == "ErrUseLastResponse"
	}
	return false
}

// known reports whether it is known which error err is when control is in block b: a condition on
// the way has asked.
func (c *checker) known(err ssa.Value, b *ssa.BasicBlock) bool {
	for _, l := range c.model.Live(b) {
		if l.Classified && slices.ContainsFunc(c.taken(err), func(v ssa.Value) bool { return c.model.SameError(v, l.Value) }) {
			return true
		}
	}
	return c.settled(err, b)
}

// settled reports whether, between the condition that found cause not to be nil and
// block b, another one decides that leaves nothing to wrap: one that looks
// at the cause, or at what came with it, and finds what it looks for; or one on something
// that was done about the cause, so that the failure is a new one.
func (c *checker) settled(cause ssa.Value, b *ssa.BasicBlock) bool {
	start := c.checkedAt(cause, b)
	for ; b != nil && b != start; b = b.Idom() {
		if len(b.Preds) == 0 {
			continue
		}
		// A block that several conditions lead to, as in a || b, is told
		// by all of them.
		asked := true
		for _, pred := range b.Preds {
			cond, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
			if !ok || pred.Succs[0] == pred.Succs[1] || start != nil && !start.Dominates(pred) {
				asked = false
				break
			}
			if !c.asks(cond.Cond, cause) || !positive(cond.Cond, pred.Succs[0] == b) {
				asked = false
			}
			if len(b.Preds) == 1 && start != nil && !c.asks(cond.Cond, cause) && doneSince(cond.Cond, start) {
				return true
			}
		}
		if asked {
			return true
		}
	}
	return false
}

// checkedAt is the first block, of those that dominate b, in which cause is known not to be nil.
func (c *checker) checkedAt(cause ssa.Value, b *ssa.BasicBlock) *ssa.BasicBlock {
	var first *ssa.BasicBlock
	for ; b != nil && c.model.NonNil(cause, b); b = b.Idom() {
		first = b
	}
	return first
}

// asks reports whether a condition depends on err, or on another result of
// the call that returned it.
func (c *checker) asks(cond ssa.Value, err ssa.Value) bool {
	family := c.taken(err)
	var tuples []ssa.Value
	for _, v := range family {
		if e, ok := v.(*ssa.Extract); ok {
			tuples = append(tuples, e.Tuple)
		}
	}
	found := false
	slice(cond, func(v ssa.Value) bool {
		if slices.ContainsFunc(family, func(f ssa.Value) bool { return c.model.SameError(f, v) }) || slices.Contains(tuples, v) {
			found = true
		}
		if alloc, ok := v.(*ssa.Alloc); ok && !found {
			if src := asSource(alloc); src != nil && slices.ContainsFunc(family, func(f ssa.Value) bool { return c.model.SameError(f, src) }) {
				found = true
			}
		}
		return !found
	})
	return found
}

// positive reports whether an outcome of a condition says that something was
// found: the call is true, the values are equal.
func positive(cond ssa.Value, outcome bool) bool {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return positive(v.X, !outcome)
		}
	case *ssa.BinOp:
		// A comparison with nil asks whether there is anything to ask.
		switch v.Op {
		case token.EQL:
			if isNil(v.X) || isNil(v.Y) {
				return false
			}
			return outcome
		case token.NEQ:
			if isNil(v.X) || isNil(v.Y) {
				return false
			}
			return !outcome
		}
		return true
	case *ssa.Call, *ssa.Extract:
		return outcome
	}
	return true
}

// doneSince reports whether a condition depends on something that was done in the region that start dominates.
func doneSince(cond ssa.Value, start *ssa.BasicBlock) bool {
	found := false
	slice(cond, func(v ssa.Value) bool {
		instr, ok := v.(ssa.Instruction)
		if !ok || instr.Block() == nil || instr.Parent() != start.Parent() || !start.Dominates(instr.Block()) {
			return !found
		}
		switch v := v.(type) {
		case *ssa.Call:
			if _, builtin := v.Call.Value.(*ssa.Builtin); !builtin {
				found = true
			}
		case *ssa.Next, *ssa.Select, *ssa.Lookup:
			found = true
		case *ssa.UnOp:
			found = found || v.Op == token.ARROW
		}
		return !found
	})
	return found
}

// slice visits v and the values that it is computed from, within its
// function, until visit returns false.
func slice(v ssa.Value, visit func(ssa.Value) bool) {
	seen := make(map[ssa.Value]bool)
	more := true
	var walk func(v ssa.Value)
	walk = func(v ssa.Value) {
		if !more || v == nil || seen[v] || len(seen) > 200 {
			return
		}
		seen[v] = true
		if more = visit(v); !more {
			return
		}
		if _, isPhi := v.(*ssa.Phi); isPhi && len(seen) > 50 {
			return
		}
		instr, ok := v.(ssa.Instruction)
		if !ok {
			return
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				walk(*op)
			}
		}
	}
	walk(v)
}

// flowsInto reports whether err is among what a new error is made from: an
// argument of its constructor, say, that keeps it in a way that the model does not see.
// What a maker is known to flatten or ignore does not count: that is found elsewhere.
func (c *checker) flowsInto(err, made ssa.Value) bool {
	family := c.taken(err)
	seen := make(map[ssa.Value]bool)
	var walk func(v ssa.Value) bool
	walk = func(v ssa.Value) bool {
		if v == nil || seen[v] || len(seen) > 200 {
			return false
		}
		seen[v] = true
		if slices.ContainsFunc(family, func(f ssa.Value) bool { return c.model.SameError(f, v) }) {
			return true
		}
		switch v := v.(type) {
		case *ssa.Alloc:
			for _, ref := range *v.Referrers() {
				if storedUnder(ref, walk) {
					return true
				}
			}
			return false
		case *ssa.Call, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Slice, *ssa.UnOp, *ssa.Extract,
			*ssa.BinOp, *ssa.Convert, *ssa.MakeClosure, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.TypeAssert:
			if load, ok := v.(*ssa.UnOp); ok {
				if _, ok := load.X.(*ssa.Global); ok {
					return false
				}
			}
			for _, op := range v.(ssa.Instruction).Operands(nil) {
				if *op != nil && walk(*op) {
					return true
				}
			}
		}
		return false
	}
	return walk(made)
}

// storedUnder reports whether walk holds for what an instruction stores at, or below, the address that
// it uses.
func storedUnder(ref ssa.Instruction, walk func(ssa.Value) bool) bool {
	switch ref := ref.(type) {
	case *ssa.Store:
		return walk(ref.Val)
	case *ssa.FieldAddr:
		return storedUnderAll(ref, walk)
	case *ssa.IndexAddr:
		return storedUnderAll(ref, walk)
	}
	return false
}

func storedUnderAll(addr ssa.Value, walk func(ssa.Value) bool) bool {
	return slices.ContainsFunc(*addr.Referrers(), func(ref ssa.Instruction) bool {
		if st, ok := ref.(*ssa.Store); ok && st.Addr != addr {
			return false
		}
		return storedUnder(ref, walk)
	})
}

// madeExpr is the expression of a new error: the result that is returned, or the
// call or literal where that stands elsewhere.
func (c *checker) madeExpr(made making, ret *ssa.Return, result int) ast.Expr {
	switch v := made.value.(type) {
	case *ssa.Call:
		if expr := c.model.CallExpr(v); expr != nil {
			return expr
		}
	case *ssa.Alloc:
		if lit := c.model.CompositeLit(v); lit != nil {
			return lit
		}
	}
	if made.at != nil {
		if stmt := c.model.ReturnStmt(ret); stmt != nil && made.at == ret && result < len(stmt.Results) {
			return stmt.Results[result]
		}
	}
	return c.exprAt(made)
}

// exprAt is the sentinel's name, where it stands in an assignment.
func (c *checker) exprAt(made making) ast.Expr {
	load, ok := made.value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	g := load.X.(*ssa.Global)
	pos := load.Pos()
	if !pos.IsValid() && made.at != nil {
		pos = made.at.Pos()
	}
	if !pos.IsValid() {
		return nil
	}
	// The identifier of the variable that is nearest behind the instruction's position.
	var found *ast.Ident
	file := c.fileOf(pos)
	if file == nil {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[id] == g.Object() && id.End() > pos && (found == nil || id.Pos() < found.Pos()) {
			found = id
		}
		return true
	})
	if found == nil {
		return nil
	}
	return found
}

// unsetCause is the one field of an error literal that holds a cause.
func (c *checker) unsetCause(alloc *ssa.Alloc) *types.Var {
	var cause *types.Var
	for f := range structOf(alloc.Type()).Fields() {
		if errflow.IsErrorInterface(f.Type()) {
			if cause != nil {
				return nil
			}
			cause = f
		}
	}
	if cause == nil || len(c.model.Stored(alloc, cause)) > 0 {
		return nil
	}
	return cause
}

// causePos is where an error comes from.
func (c *checker) causePos(v ssa.Value) (token.Pos, bool) {
	switch v := v.(type) {
	case *ssa.Extract:
		return v.Tuple.Pos(), v.Tuple.Pos().IsValid()
	case *ssa.Call:
		return v.Pos(), v.Pos().IsValid()
	}
	return token.NoPos, false
}

// ignoredParams reports the constructors that have no use for the cause that they are given.
func (c *checker) ignoredParams() {
	var valued map[*ssa.Function]bool
	for fn := range c.model.Funcs() {
		m := c.makers[fn]
		decl := c.model.Decl(fn)
		if m == nil || decl == nil || decl.Recv != nil || len(m.ignores) == 0 {
			continue
		}
		if valued == nil {
			valued = c.usedAsValues()
		}
		if valued[fn] {
			continue // its type is not for it to choose
		}
		for _, i := range m.ignores {
			p := fn.Params[i]
			if p.Name() == "_" || p.Name() == "" || !p.Pos().IsValid() {
				continue
			}
			c.say(analysis.Diagnostic{
				Pos:      p.Pos(),
				End:      p.Pos() + token.Pos(len(p.Name())),
				Category: Dropped,
				Message:  m.name + " ignores its parameter " + p.Name() + ", so errors.Is and errors.As cannot find it in the error that is returned",
			}, fn.Pos())
		}
	}
}

// usedAsValues is the package's functions that are not only called.
func (c *checker) usedAsValues() map[*ssa.Function]bool {
	out := make(map[*ssa.Function]bool)
	for fn := range c.model.Funcs() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, isCall := instr.(ssa.CallInstruction)
				for _, op := range instr.Operands(nil) {
					if used, ok := (*op).(*ssa.Function); ok && !(isCall && op == &call.Common().Value) {
						out[used] = true
					}
				}
			}
		}
	}
	return out
}
