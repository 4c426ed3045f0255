package flow

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// A Premise is what some calls of a function have in common: the values of its parameters, as far as conditions in the
// function and its literals test them. A parameter can be known to be a constant, nil, or not nil. There are at most as
// many premises as calls.
type Premise struct {
	fn     *ssa.Function
	vals   []given  // by parameter; empty if no parameter is known
	around *Premise // the premise of an enclosing function, if fn is a literal and its conditions depend on it
	tests  *tests
	dead   map[*ssa.BasicBlock]bool // the blocks of fn and its literals that are unreachable under the premise
	cuts   bool                     // some dead blocks are in literals
}

// A given is the value of a parameter as text: "true", "3", `"abc"`, "nil" or [notNil]; "" if it is not known.
type given string

// NotNil is how [Program.Tests] writes a value that is certainly not nil.
const NotNil = string(notNil)

const notNil given = "not nil"

// givenBy returns what an argument says about its parameter.
func givenBy(arg ssa.Value) given {
	for {
		// MakeInterface is not looked through: an interface with a nil pointer in it is not nil.
		if c, ok := arg.(*ssa.ChangeType); ok {
			arg = c.X
		} else if c, ok := arg.(*ssa.ChangeInterface); ok {
			arg = c.X
		} else {
			break
		}
	}
	switch v := arg.(type) {
	case *ssa.Const:
		if v.Value == nil {
			if v.IsNil() {
				return "nil"
			}
			return ""
		}
		return given(v.Value.ExactString())
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.Function, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		return notNil
	}
	return ""
}

// A premiseKey identifies a premise: its values as text, within the premise of an enclosing function.
type premiseKey struct {
	fn     *ssa.Function
	vals   string
	around *Premise
}

// Premise returns the premise of a call of fn with these arguments. within, which may be nil, is the premise of the
// code that makes the call. The result is nil if it would decide none of fn's conditions.
func (x *Program) Premise(fn *ssa.Function, args []ssa.Value, within *Premise) *Premise {
	for within != nil && (!within.cuts || within.fn == fn || !Encloses(within.fn, fn)) {
		within = within.around
	}
	tests := x.Tests(fn)
	if len(tests) == 0 && within == nil {
		return nil
	}
	vals := make([]given, len(fn.Params))
	any := within != nil
	for i, values := range tests {
		if i >= len(args) {
			continue
		}
		v := givenBy(args[i])
		if v != "" && v != notNil && !slices.Contains(values, string(v)) && !slices.Contains(values, "") {
			v = Differs
		}
		vals[i] = v
		any = any || v != ""
	}
	if !any {
		return nil
	}
	return x.premise(fn, vals, within)
}

// PremiseOf returns the premise that parameter param of fn has a value, which is one of [Program.Tests].
func (x *Program) PremiseOf(fn *ssa.Function, param int, value string) *Premise {
	vals := make([]given, len(fn.Params))
	vals[param] = given(value)
	return x.premise(fn, vals, nil)
}

func (x *Program) premise(fn *ssa.Function, vals []given, around *Premise) *Premise {
	var b strings.Builder
	for i, v := range vals {
		if v != "" {
			fmt.Fprintf(&b, "%d=%s;", i, strconv.Quote(string(v)))
		}
	}
	return x.premises.Get(premiseKey{fn, b.String(), around}, func(premiseKey) *Premise {
		p := &Premise{fn: fn, vals: vals, around: around, tests: x.testsOf(fn)}
		p.reach()
		if len(p.dead) == 0 && around == nil {
			return nil // the premise makes no difference
		}
		return p
	})
}

// reach finds the blocks that are unreachable under p.
func (p *Premise) reach() {
	p.dead = make(map[*ssa.BasicBlock]bool)
	for fn := range Literals(p.fn) {
		if fn.Blocks == nil || fn != p.fn && (p.tests == nil || !p.tests.asks[fn]) {
			continue
		}
		live := make(map[*ssa.BasicBlock]bool)
		blocks := worklist.Of(fn.Blocks[0])
		if fn.Recover != nil {
			blocks.Push(fn.Recover)
		}
		for b := range blocks.All() {
			live[b] = true
			for _, succ := range b.Succs {
				if p.takes(b, succ) {
					blocks.Push(succ)
				}
			}
		}
		for _, b := range fn.Blocks {
			if !live[b] {
				p.dead[b] = true
				p.cuts = p.cuts || fn != p.fn
			}
		}
	}
}

// Within returns p if it decides conditions in literals, so that values within the function differ from those in other
// calls. Otherwise it returns nil.
func (p *Premise) Within() *Premise {
	if p == nil || !p.cuts && p.around == nil {
		return nil
	}
	return p
}

// Of reports whether p is a premise of fn, or of a function around it.
func (p *Premise) Of(fn *ssa.Function) bool { return Encloses(p.fn, fn) }

// Live reports whether control may reach a block of the function, or of a literal in it.
func (p *Premise) Live(b *ssa.BasicBlock) bool { return !p.dead[b] }

// Comes reports whether control may go from such a block to its successor.
func (p *Premise) Comes(from, to *ssa.BasicBlock) bool { return !p.dead[from] && p.takes(from, to) }

// takes reports whether the condition at the end of block from may lead to block to.
func (p *Premise) takes(from, to *ssa.BasicBlock) bool {
	cond, ok := ConditionOf(from, to)
	if !ok {
		return true
	}
	if holds, known := constantCondition(cond.Value); known {
		return holds == cond.Outcome
	}
	if p.tests == nil {
		return true
	}
	t, ok := p.tests.in[from]
	if !ok {
		return true
	}
	holds, known := t.decide(p.given(t.param, from.Parent()))
	return !known || holds == cond.Outcome
}

// given returns what p says about a parameter, to a condition in function fn. To literals it says nothing about a
// parameter that is compared with more values than are listed, because each value would have the literals analysed
// again.
func (p *Premise) given(param *ssa.Parameter, fn *ssa.Function) given {
	for ; p != nil; p = p.around {
		if p.fn != param.Parent() {
			continue
		}
		i := slices.Index(p.fn.Params, param)
		if i < 0 || fn != p.fn && slices.Contains(p.tests.of[p.fn][i], "") {
			break
		}
		return p.vals[i]
	}
	return ""
}

// A test is a condition on a parameter: that it equals a constant.
type test struct {
	param *ssa.Parameter
	value given
	not   bool // the condition is that it differs
}

// testOf returns the test that v is, if v depends on a parameter alone.
func (x *Program) testOf(v ssa.Value) (test, bool) {
	if p := x.parameter(v); p != nil {
		return test{p, "true", false}, true
	}
	cmp, ok := v.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return test{}, false
	}
	operand, other := cmp.X, cmp.Y
	if _, ok := operand.(*ssa.Const); ok {
		operand, other = other, operand
	}
	p := x.parameter(operand)
	c, isConst := other.(*ssa.Const)
	if p == nil || !isConst {
		return test{}, false
	}
	value := givenBy(c)
	return test{p, value, cmp.Op == token.NEQ}, value != ""
}

// parameter returns the parameter that v is, or that v loads where literals capture the parameter and nothing assigns
// it. It returns nil for other values.
func (x *Program) parameter(v ssa.Value) *ssa.Parameter {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		p, _ := v.(*ssa.Parameter)
		return p
	}
	cell, _, ok := x.captured(load)
	if !ok || !x.onlyLoaded(cell) {
		return nil
	}
	var param *ssa.Parameter
	for _, ref := range *cell.Referrers() {
		if st, ok := ref.(*ssa.Store); ok {
			p, ok := st.Val.(*ssa.Parameter)
			if !ok || param != nil {
				return nil
			}
			param = p
		}
	}
	return param
}

// decide returns the outcome of the test for a value. known is false if the value does not determine it.
func (t test) decide(v given) (holds, known bool) {
	switch {
	case v == "":
		return false, false
	case v == notNil && t.value != "nil":
		return false, false
	}
	return (v == t.value) != t.not, true
}

// maxTests bounds how many values of a parameter [Program.Tests] tells, and maxValue how long one is in bytes: facts have them.
const (
	maxTests = 4
	maxValue = 64
)

// Differs stands for all values of a parameter other than those that it is compared with.
const Differs = "other"

// A tests holds the tests of parameters in a declared function and the literals in it.
type tests struct {
	in   map[*ssa.BasicBlock]test           // by the block that ends in the test
	of   map[*ssa.Function]map[int][]string // by function and parameter, the values that are tested; see Program.Tests
	asks map[*ssa.Function]bool             // the literals that test parameters of enclosing functions
}

// Tests returns the parameters of fn that conditions in fn and its literals compare with constants, each with the
// values that make a difference. "" among the values means that there are more than are listed.
func (x *Program) Tests(fn *ssa.Function) map[int][]string { return x.testsOf(fn).of[fn] }

func (x *Program) testsOf(fn *ssa.Function) *tests { return x.tests.Get(Outermost(fn), x.testsIn) }

func (x *Program) testsIn(outer *ssa.Function) *tests {
	ts := &tests{make(map[*ssa.BasicBlock]test), make(map[*ssa.Function]map[int][]string), make(map[*ssa.Function]bool)}
	for fn := range Literals(outer) {
		for _, b := range fn.Blocks {
			if len(b.Succs) != 2 {
				continue
			}
			cond, ok := ConditionOf(b, b.Succs[0])
			if !ok {
				continue
			}
			if t, ok := x.testOf(cond.Value); ok {
				ts.in[b] = t
				ts.asks[fn] = ts.asks[fn] || t.param.Parent() != fn
				ts.add(t)
			}
		}
	}
	return ts
}

// add records a test.
func (ts *tests) add(t test) {
	fn := t.param.Parent()
	i := slices.Index(fn.Params, t.param)
	if ts.of[fn] == nil {
		ts.of[fn] = make(map[int][]string)
	}
	values := []string{string(t.value)}
	switch t.value {
	case "true", "false":
		values = []string{"true", "false"}
	case "nil":
		values = []string{"nil", string(notNil)}
	}
	for _, v := range values {
		had := ts.of[fn][i]
		if !slices.Contains(had, v) && (len(had) >= maxTests || len(v) > maxValue) {
			v = ""
		}
		if !slices.Contains(had, v) {
			ts.of[fn][i] = append(had, v)
		}
	}
}

// GivenBy returns the value that an argument gives its parameter, in the form of [Program.Tests], or "" if it is not
// known.
func GivenBy(arg ssa.Value) string { return string(givenBy(arg)) }
