package wrapcause

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
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
		for ret := range flow.Returns(fn) {
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

// droppedElsewhere reports the new errors that are made where another one is at hand and has no part in them, and are
// not returned but kept: appended, stored in a field, sent, given to someone who keeps them.
func (c *checker) droppedElsewhere() {
	for fn := range c.model.Funcs() {
		if isErrorMethod(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				v, ok := c.isMade(instr)
				if !ok || c.judged[v] {
					continue
				}
				made := making{v, b, instr}
				cause := c.atHand(made)
				if cause == nil || !isVariable(cause) {
					continue
				}
				d := c.departure(v)
				if !d.kept && !(d.left && d.handed) || c.tells(b, nil, cause) || c.departure(cause).left {
					continue
				}
				// What it is a part of has nothing of the cause either, and is not itself found in its place.
				carried := false
				for w := range d.seen {
					instr, ok := w.(ssa.Instruction)
					if ok && w != v {
						_, ok = c.isMade(instr)
					}
					carried = carried || ok && w != v || c.flowsInto(cause, w)
				}
				if !carried {
					c.droppedAt(made, nil, 0)
				}
			}
		}
	}
}

// isVariable reports whether an error is a value or a local variable, of which it can be told where else it goes; one that is read
// from a field is read anew each time.
func isVariable(err ssa.Value) bool {
	load, ok := err.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return true
	}
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

// isMade reports whether an instruction makes an error: a call of a maker, an error literal, a sentinel.
func (c *checker) isMade(instr ssa.Instruction) (ssa.Value, bool) {
	switch v := instr.(type) {
	case *ssa.Call:
		m := c.makerOf(v.Common())
		return v, m != nil && m.always
	case *ssa.Alloc:
		return v, structOf(v.Type()) != nil && errflow.IsError(v.Type()) && !c.assigned(v) && c.model.CompositeLit(v) != nil
	case *ssa.UnOp:
		_, ok := v.X.(*ssa.Global)
		if ok && v.Op == token.MUL {
			_, ok = c.sentinel(v)
		}
		return v, ok && v.Op == token.MUL
	}
	return nil, false
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
	at := made.value.Pos()
	if ret != nil {
		at = ret.Pos()
	}
	set(&diag, expr, nil, at)
	places := []token.Pos{at}
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
			if i < len(v.Call.Args) && errflow.IsError(v.Call.Args[i].Type()) && flow.KnownNil(v.Call.Args[i], made.block) && !isNil(flow.Strip(v.Call.Args[i])) {
				diag.Message = m.name + " wraps " + exprName(c.arg(v, i), "an error") + ", which is nil here, in place of " + name
			}
		}
	}
	if at, ok := c.causePos(cause); ok {
		diag.Related = related(at, name+" comes from here")
	}
	c.judged[made.value] = true
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

func (c *checker) sameValue(a, b ssa.Value) bool { return flow.Strip(a) == flow.Strip(b) }

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
	if made.at != nil && ret != nil {
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
		m := c.infer(fn)
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
