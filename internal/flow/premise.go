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

// A Premise is what the calls of a function that are alike say of its parameters, as far as its conditions
// ask: that some of them are constants, nil, or certainly not nil. There are no more of them than calls.
type Premise struct {
	fn   *ssa.Function
	vals []given // by parameter; none if nothing is said of any
	live map[*ssa.BasicBlock]bool
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

// premiseKey is a premise as text.
func premiseKey(vals []given) string {
	var b strings.Builder
	for i, v := range vals {
		if v != "" {
			fmt.Fprintf(&b, "%d=%s;", i, strconv.Quote(string(v)))
		}
	}
	return b.String()
}

// Premise is what a call with these arguments says of fn's parameters; nil where that decides none of its conditions.
func (x *Program) Premise(fn *ssa.Function, args []ssa.Value) *Premise {
	tests := x.Tests(fn)
	if len(tests) == 0 {
		return nil
	}
	vals := make([]given, len(fn.Params))
	any := false
	for i := range tests {
		if i < len(args) {
			vals[i] = givenBy(args[i])
			any = any || vals[i] != ""
		}
	}
	if !any {
		return nil
	}
	return x.premise(fn, vals)
}

// PremiseOf is that parameter param of fn has a value; see [Program.Tests].
func (x *Program) PremiseOf(fn *ssa.Function, param int, value string) *Premise {
	vals := make([]given, len(fn.Params))
	vals[param] = given(value)
	return x.premise(fn, vals)
}

func (x *Program) premise(fn *ssa.Function, vals []given) *Premise {
	x.mu.Lock()
	defer x.mu.Unlock()
	byKey := x.premises[fn]
	if byKey == nil {
		byKey = make(map[string]*Premise)
		x.premises[fn] = byKey
	}
	key := premiseKey(vals)
	p, ok := byKey[key]
	if !ok {
		p = &Premise{fn: fn, vals: vals}
		if p.live = p.reach(); len(p.live) == len(fn.Blocks) {
			p = nil // all that is said is true whatever
		}
		byKey[key] = p
	}
	return p
}

// reach is the blocks that control comes to.
func (p *Premise) reach() map[*ssa.BasicBlock]bool {
	live := make(map[*ssa.BasicBlock]bool)
	blocks := worklist.Of(p.fn.Blocks[0])
	if p.fn.Recover != nil {
		blocks.Push(p.fn.Recover)
	}
	for b := range blocks.All() {
		live[b] = true
		for _, succ := range b.Succs {
			if p.takes(b, succ) {
				blocks.Push(succ)
			}
		}
	}
	return live
}

// Live reports whether control may come to a block of the function.
func (p *Premise) Live(b *ssa.BasicBlock) bool { return p.live[b] }

// Comes reports whether control may go from one block of the function to the next.
func (p *Premise) Comes(from, to *ssa.BasicBlock) bool { return p.live[from] && p.takes(from, to) }

// takes reports whether the condition that block from ends in may lead to block to.
func (p *Premise) takes(from, to *ssa.BasicBlock) bool {
	cond, ok := ConditionOf(from, to)
	if !ok {
		return true
	}
	if c, ok := cond.Value.(*ssa.Const); ok && c.Value != nil {
		return constant.BoolVal(c.Value) == cond.Outcome
	}
	if len(p.vals) == 0 {
		return true
	}
	t, ok := testOf(p.fn, cond.Value)
	if !ok {
		return true
	}
	holds, known := t.decide(p.vals[t.param])
	return !known || holds == cond.Outcome
}

// A test is a condition about a parameter: that it equals a constant.
type test struct {
	param int
	value given
	not   bool // the condition is that it differs
}

// testOf is the condition that v is, if it is about a parameter of fn alone.
func testOf(fn *ssa.Function, v ssa.Value) (test, bool) {
	switch v := v.(type) {
	case *ssa.Parameter:
		i := slices.Index(fn.Params, v)
		return test{i, "true", false}, i >= 0
	case *ssa.BinOp:
		if v.Op != token.EQL && v.Op != token.NEQ {
			break
		}
		x, y := v.X, v.Y
		if _, ok := x.(*ssa.Const); ok {
			x, y = y, x
		}
		p, isParam := x.(*ssa.Parameter)
		c, isConst := y.(*ssa.Const)
		if !isParam || !isConst {
			break
		}
		if i := slices.Index(fn.Params, p); i >= 0 {
			if value := givenBy(c); value != "" {
				return test{i, value, v.Op == token.NEQ}, true
			}
		}
	}
	return test{}, false
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

// Tests is the parameters of fn that its conditions compare with constants, with the values that make a difference: "" is one
// of them if there are more than are told.
func (x *Program) Tests(fn *ssa.Function) map[int][]string {
	x.mu.Lock()
	defer x.mu.Unlock()
	tests, ok := x.tests[fn]
	if ok {
		return tests
	}
	for _, b := range fn.Blocks {
		if len(b.Succs) != 2 {
			continue
		}
		cond, ok := ConditionOf(b, b.Succs[0])
		if !ok {
			continue
		}
		t, ok := testOf(fn, cond.Value)
		if !ok {
			continue
		}
		if tests == nil {
			tests = make(map[int][]string)
		}
		values := []string{string(t.value)}
		switch t.value {
		case "true", "false":
			values = []string{"true", "false"}
		case "nil":
			values = []string{"nil", string(notNil)}
		}
		for _, v := range values {
			had := tests[t.param]
			if !slices.Contains(had, v) && (len(had) >= maxTests || len(v) > maxValue) {
				v = ""
			}
			if !slices.Contains(had, v) {
				tests[t.param] = append(had, v)
			}
		}
	}
	x.tests[fn] = tests
	return tests
}

// GivenBy is the value that an argument gives its parameter, as [Program.Tests] has it; "" if it is not known.
func GivenBy(arg ssa.Value) string { return string(givenBy(arg)) }
