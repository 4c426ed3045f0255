package flow

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// A Premise is what the calls of a function that are alike say of its parameters, as far as its conditions and those of the
// literals in it ask: that some of them are constants, nil, or certainly not nil. There are no more of them than calls.
type Premise struct {
	fn     *ssa.Function
	vals   []given  // by parameter; none if nothing is said of any
	around *Premise // what holds of the functions around fn, a literal, if that says anything of literals
	tests  *tests
	dead   map[*ssa.BasicBlock]bool // the blocks of fn and its literals that control does not come to
	cuts   bool                     // some of them are in literals
}

// A given is the value of a parameter as text: "true", "3", `"abc"`, "nil", [notNil]; "" if it is not known.
type given string

// NotNil is the value, as [Program.Tests] has it, of what is certainly not nil.
const NotNil = string(notNil)

const notNil given = "not nil"

// givenBy is what an argument says of its parameter.
func givenBy(arg ssa.Value) given {
	for {
		// An interface with a nil pointer in it is not nil.
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

// A premiseKey is a premise as text, in another.
type premiseKey struct {
	fn     *ssa.Function
	vals   string
	around *Premise
}

// Premise is what a call with these arguments says of fn's parameters, where within, which may be nil, holds of the call; nil where
// that decides none of fn's conditions.
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

// PremiseOf is that parameter param of fn has a value; see [Program.Tests].
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
			return nil // all that is said is true whatever
		}
		return p
	})
}

// reach finds the blocks that control does not come to.
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

// Within is p, if it says something of literals: what is computed in the function is then another than in other calls. It is nil otherwise.
func (p *Premise) Within() *Premise {
	if p == nil || !p.cuts && p.around == nil {
		return nil
	}
	return p
}

// Of reports whether p is of fn, or of a function around it.
func (p *Premise) Of(fn *ssa.Function) bool { return Encloses(p.fn, fn) }

// Live reports whether control may come to a block of the function, or of a literal in it.
func (p *Premise) Live(b *ssa.BasicBlock) bool { return !p.dead[b] }

// Comes reports whether control may go from one such block to the next.
func (p *Premise) Comes(from, to *ssa.BasicBlock) bool { return !p.dead[from] && p.takes(from, to) }

// takes reports whether the condition that block from ends in may lead to block to.
func (p *Premise) takes(from, to *ssa.BasicBlock) bool {
	cond, ok := ConditionOf(from, to)
	if !ok {
		return true
	}
	if c, ok := cond.Value.(*ssa.Const); ok && c.Value != nil {
		return constant.BoolVal(c.Value) == cond.Outcome
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

// given is what p says of a parameter, for a condition in function fn. Of one that is compared with so many values that not all are told it
// says nothing to literals: each value would have them looked at anew.
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

// A test is a condition about a parameter: that it equals a constant.
type test struct {
	param *ssa.Parameter
	value given
	not   bool // the condition is that it differs
}

// testOf is the condition that v is, if it is about a parameter alone.
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

// parameter is the parameter that v is, or loads where literals capture it and nothing assigns it; nil if it is none.
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

// decide is the outcome of the condition for a value, if that tells.
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

// Differs stands for the values of a parameter that are none of those that it is compared with.
const Differs = "other"

// A tests is what a declared function and the literals in it ask of parameters.
type tests struct {
	in   map[*ssa.BasicBlock]test           // the conditions that blocks end in
	of   map[*ssa.Function]map[int][]string // by parameter, its values; see Program.Tests
	asks map[*ssa.Function]bool             // the literals that ask of parameters of functions around them
}

// Tests is the parameters of fn that its conditions and those of the literals in it compare with constants, with the values that make a
// difference: "" is one of them if there are more than are told.
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

// add notes what a condition asks.
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

// GivenBy is the value that an argument gives its parameter, as [Program.Tests] has it; "" if it is not known.
func GivenBy(arg ssa.Value) string { return string(givenBy(arg)) }
