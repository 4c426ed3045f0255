package errmatch

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// This file knows assertion libraries by the shapes of their functions, so that it also knows their forks and the packages that wrap
// them: testify, gotest.tools, quicktest, gocheck, gomega, go-cmp.

// assertion reads an assertion.
func (c *checker) assertion(call *ssa.Call, fn *types.Func) {
	common := call.Common()
	if fn.Pkg().Path() == "github.com/google/go-cmp/cmp" {
		if fn.Signature().Recv() == nil && (fn.Name() == "Diff" || fn.Name() == "Equal") {
			c.equal(call, common.Args[0], common.Args[1], formNone)
		}
		return
	}
	if c.checked(call, fn) || c.matched(call, fn) {
		return
	}
	name := fn.Name()
	if base, ok := strings.CutSuffix(name, "f"); ok && fn.Signature().Variadic() {
		name = base
	}
	// The name comes first: it would take too long to determine the shape of each call of a program.
	if !slices.Contains(assertions, name) || !isAssertion(common) {
		return
	}
	args := assertionArgs(common)
	if len(args) < 2 {
		return
	}
	switch name {
	case "Equal", "EqualValues", "Exactly", "DeepEqual", "Equals":
		if !c.equalErrors(call, fn.Name(), args[0], args[1]) {
			c.equal(call, args[0], args[1], formAssert)
		}
	case "Contains":
		c.texts(call, args[0], args[1], contains, formAssert)
	case "Regexp":
		c.texts(call, args[1], args[0], matches, formAssert)
	case "EqualError", "Error":
		c.errorText(call, args[0], args[1], equal)
	case "ErrorContains":
		c.errorText(call, args[0], args[1], contains)
	case "ErrorMatches":
		c.errorText(call, args[0], args[1], matchesWhole)
	case "ErrorIs":
		c.is(call, "ErrorIs", args[0], args[1])
	case "ErrorAs":
		c.as(call, "ErrorAs", args[0], args[1])
	}
}

// assertions are the names of the assertions that are read.
var assertions = []string{"Equal", "EqualValues", "Exactly", "DeepEqual", "Equals", "Contains", "Regexp", "EqualError", "Error", "ErrorContains",
	"ErrorMatches", "ErrorIs", "ErrorAs"}

// errorText adds a question for the text of an error that is an argument itself.
func (c *checker) errorText(call *ssa.Call, err, wanted ssa.Value, op textOp) {
	if errflow.IsErrorInterface(err.Type()) && flow.IsString(flow.Strip(wanted).Type()) {
		if err = flow.Strip(err); errflow.IsErrorInterface(err.Type()) {
			c.add(&question{how: byText, subject: err, at: call, op: op, wanted: wanted, form: formAssert})
		}
	}
}

// equal adds a question if one of two values is the text of an error.
func (c *checker) equal(call *ssa.Call, x, y ssa.Value, f form) {
	for range 2 {
		if err, fold, ok := c.textOf(x); ok {
			c.add(&question{how: byText, subject: err, at: call, op: equal, fold: fold, wanted: y, form: f})
			return
		}
		x, y = y, x
	}
}

// equalErrors adds a question if one of two values is a sentinel, and the other an error.
func (c *checker) equalErrors(call *ssa.Call, name string, x, y ssa.Value) bool {
	for range 2 {
		if a, ok := c.model.SentinelOf(y); ok && errflow.IsErrorInterface(flow.Strip(x).Type()) {
			c.add(&question{how: byEqual, subject: flow.Strip(x), at: call, atom: a, call: name, form: formAssert})
			return true
		}
		x, y = y, x
	}
	return false
}

// isAssertion reports whether a call runs a function that checks something for a test: its first parameter, or its
// receiver, is or wraps a test, or it makes a check that is passed to such a function.
func isAssertion(common *ssa.CallCommon) bool {
	sig := common.Signature()
	if common.IsInvoke() {
		return isTester(common.Value.Type())
	}
	if sig.Recv() != nil {
		return isTester(sig.Recv().Type())
	}
	if sig.Params().Len() > 0 && isTester(sig.Params().At(0).Type()) {
		return true
	}
	fn := flow.Callee(common)
	if fn == nil || sig.Results().Len() != 1 {
		return false
	}
	// is.ErrorContains(err, "text") of gotest.tools, qt.ErrorMatches(err, "text") of the newer quicktest
	named, ok := types.Unalias(sig.Results().At(0).Type()).(*types.Named)
	return ok && named.Obj().Pkg() == fn.Pkg() && slices.Contains([]string{"Comparison", "Checker"}, named.Obj().Name())
}

// isTester reports whether t is a test, or something like one: it can be made to fail.
func isTester(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		switch set.At(i).Obj().Name() {
		case "FailNow", "Fail", "Errorf":
			return true
		}
	}
	return false
}

// assertionArgs returns the arguments of an assertion without its receiver and the test.
func assertionArgs(common *ssa.CallCommon) []ssa.Value {
	args := common.Args
	if common.Signature().Recv() != nil && !common.IsInvoke() {
		return args[1:]
	}
	if p := common.Signature().Params(); !common.IsInvoke() && p.Len() > 0 && isTester(p.At(0).Type()) {
		return args[1:]
	}
	return args
}

// checked reads c.Assert(err, qt.ErrorMatches, "text") of quicktest and gocheck. It reports whether call has that shape.
func (c *checker) checked(call *ssa.Call, fn *types.Func) bool {
	if fn.Name() != "Assert" && fn.Name() != "Check" {
		return false
	}
	args := assertionArgs(call.Common())
	if len(args) != 3 || !isInterfaceWith(args[1].Type(), "Check") {
		return false
	}
	load, ok := flow.Strip(args[1]).(*ssa.UnOp)
	if !ok {
		return true // qt.Not(…) and the like
	}
	checker, ok := load.X.(*ssa.Global)
	vals, variadic := flow.Variadic(args[2])
	if !ok || !variadic || len(vals) == 0 {
		return true
	}
	got, want := args[0], vals[0]
	switch checker.Name() {
	case "ErrorMatches":
		if err := flow.Strip(got); errflow.IsErrorInterface(err.Type()) {
			c.add(&question{how: byText, subject: err, at: call, op: matchesWhole, wanted: want, form: formChecker})
		}
	case "Matches":
		c.texts(call, got, want, matchesWhole, formNone)
	case "Contains":
		c.texts(call, got, want, contains, formNone)
	case "Equals", "DeepEquals":
		if !c.equalErrors(call, checker.Name(), got, want) {
			c.equal(call, got, want, formNone)
		}
	case "ErrorIs":
		c.is(call, "ErrorIs", got, want)
	case "ErrorAs":
		c.as(call, "ErrorAs", got, want)
	}
	return true
}

// matched reads Expect(err).To(MatchError("text")) of gomega. It reports whether call has that shape.
func (c *checker) matched(call *ssa.Call, fn *types.Func) bool {
	if fn.Name() != "To" && fn.Name() != "Should" || fn.Signature().Recv() == nil || fn.Signature().Params().Len() == 0 ||
		!isInterfaceWith(fn.Signature().Params().At(0).Type(), "Match") {
		return false
	}
	args := call.Call.Args
	if !call.Call.IsInvoke() {
		args = args[1:]
	}
	expect, ok := flow.Strip(textflow.Receiver(call.Common())).(*ssa.Call)
	matcher, isCall := flow.Strip(args[0]).(*ssa.Call)
	if !ok || !isCall {
		return true
	}
	given := expect.Call.Args
	if expect.Call.Signature().Recv() != nil && !expect.Call.IsInvoke() {
		given = given[1:] // g.Expect
	}
	if len(given) == 0 {
		return true
	}
	got := flow.Strip(given[0])
	if b, ok := got.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 && len(given) > 1 {
		got = flow.Strip(given[1]) // ExpectWithOffset
	}
	name, want, ok := matcherOf(matcher)
	if !ok {
		return true
	}
	if name == "MatchError" && errflow.IsErrorInterface(got.Type()) {
		if a, ok := c.model.SentinelOf(want); ok {
			c.add(&question{how: byIs, subject: got, at: call, atom: a, call: name})
			return true
		}
		op := equal
		if inner, ok := flow.Strip(want).(*ssa.Call); ok {
			var known bool
			name, want, ok = matcherOf(inner)
			if op, known = matcherOps[name]; !ok || !known {
				return true
			}
		}
		c.add(&question{how: byText, subject: got, at: call, op: op, wanted: want, form: formMatcher})
		return true
	}
	if op, ok := matcherOps[name]; ok {
		c.texts(call, got, want, op, formNone)
	}
	return true
}

// matcherOps are gomega's matchers for texts.
var matcherOps = map[string]textOp{"Equal": equal, "ContainSubstring": contains, "HavePrefix": hasPrefix, "HaveSuffix": hasSuffix, "MatchRegexp": matches}

// matcherOf returns the name of a matcher and what it wants.
func matcherOf(call *ssa.Call) (name string, want ssa.Value, ok bool) {
	fn := flow.Callee(call.Common())
	if fn == nil || len(call.Call.Args) == 0 {
		return "", nil, false
	}
	return fn.Name(), flow.Strip(call.Call.Args[0]), true
}

// isInterfaceWith reports whether t is an interface with a method.
func isInterfaceWith(t types.Type, name string) bool {
	return types.IsInterface(t) && flow.Method(t, nil, name) != nil
}
