package makeflow

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// This file has the description of a function: what it does with its parameters that are errors or texts.

// Params is a set of the first 64 arguments of a call in SSA form, where the receiver is the first.
type Params = textflow.Params

// among returns the arguments of a call, or the parameters of its function, that are in a set.
func among[V any](list []V, set Params) (out []V) {
	for i, v := range list {
		if set.Has(i) {
			out = append(out, v)
		}
	}
	return out
}

// those returns the parameters that is holds for.
func those(params []*ssa.Parameter, is func(*ssa.Parameter) bool) (set Params) {
	for i, p := range params {
		if is(p) {
			set = set.With(i)
		}
	}
	return set
}

// A Func describes what a function does with its parameters that are errors or texts. It is the fact on an exported function.
type Func struct {
	Makes  Makes
	Always bool // it always returns an error, and a new one
	Exempt bool // it only returns errors of exempt causes
	Parses bool // it returns such errors, makes new ones in their place, or makes errors that wrap no others
	Acts   bool // it may return the error of an operation
	Wire   bool // the errors that it makes are the form that errors have on a wire
	Hides  bool // a directive says that it loses Flattens and Ignores on purpose

	Format, Operands int  // the format and the variadic slice of its operands; -1 if there are none
	WrapsVerbs       bool // it wraps the operands of %w
	Prints           bool // it formats them in another way as well, as in a log, where %w is no verb

	Texts    Params // the strings that are in the message
	Causes   Params // the errors that it wraps, if it is known or configured rather than inferred
	Flattens Params // the errors of which it keeps only the text, or nothing on purpose
	Ignores  Params // the errors that have no part in the new one
	NilFor   Params // the errors that make it return nil if they are nil; for other packages
	Keeps    Params // the errors that it stores where others see them, such as in a field of its result
	Tells    Params // the errors, and functions that return errors, of which it uses no more than the texts; for other packages
	InText   Params // the errors and strings that are in the text that it returns
	Masks    Params // the strings in that text in which it replaces something variable, such as a secret
}

// Makes says which errors a function returns.
type Makes uint8

const (
	Nothing  Makes = iota // none, as far as is known
	Fresh                 // new ones, at least for some arguments
	Anything              // unknown
)

// unknown describes a function of which nothing is known.
var unknown = Func{Makes: Anything, Format: -1, Operands: -1}

// AFact marks Func as a fact.
func (*Func) AFact() {}

// String returns the fact as tests spell it.
func (f *Func) String() string {
	var parts []string
	add := func(on bool, format string, args ...any) {
		if on {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(f.Always, "always")
	add(f.Format >= 0, "format %d operands %d wraps %t", f.Format, f.Operands, f.WrapsVerbs)
	add(f.Prints, "prints")
	for _, set := range []struct {
		name string
		args Params
	}{{"keeps", f.Keeps}, {"text", f.Texts}, {"flattens", f.Flattens}, {"ignores", f.Ignores}, {"tells", f.Tells}, {"nil for", f.NilFor}, {"in text", f.InText}, {"masks", f.Masks}} {
		add(set.args != 0, "%s %v", set.name, slices.Collect(set.args.All()))
	}
	add(f.Wire, "wire")
	add(f.Hides, "opaque")
	add(f.Parses, "parses")
	add(f.Acts, "acts")
	switch {
	case f.Exempt:
		return "exempt"
	case f.Makes != Fresh:
		return "(" + strings.Join(parts, "; ") + ")"
	}
	return "makes(" + strings.Join(parts, "; ") + ")"
}

// Loses returns the errors that are not in the chain of the new one.
func (f Func) Loses() Params { return f.Flattens | f.Ignores }

// join returns what holds if either f or g may describe a function: it makes what both make, and keeps what either keeps.
func (f Func) join(g Func) Func {
	out := g
	switch {
	case g.Makes == Nothing || f.Makes == Anything:
		out = f
	case f.Makes == Fresh && g.Makes == Fresh:
		out.Always = f.Always && g.Always
		out.Wire = f.Wire && g.Wire
		out.Hides = f.Hides || g.Hides
		out.Prints = f.Prints || g.Prints
		out.Texts = f.Texts | g.Texts
		if g.Format < 0 {
			out.Format, out.Operands, out.WrapsVerbs = f.Format, f.Operands, f.WrapsVerbs
		} else if f.Format >= 0 {
			out.WrapsVerbs = f.WrapsVerbs && g.WrapsVerbs
		}
		// An error that one ignores and the other flattens is flattened. An error that one neither ignores nor flattens is not lost.
		lost := f.Loses() & g.Loses()
		out.Ignores = lost & f.Ignores & g.Ignores
		out.Flattens = lost &^ out.Ignores
	}
	out.Keeps = f.Keeps | g.Keeps
	out.InText = f.InText | g.InText
	out.Masks = f.Masks | g.Masks
	return out
}

// factOf returns the fact on a function of another package; the zero Func if there is none.
func (m *Model) factOf(fn *types.Func) (f Func) {
	if fn != nil && fn.Pkg() != m.pass.Pkg {
		m.pass.ImportObjectFact(fn, &f)
	}
	return f
}

// described returns the description of a function, of this package or another; the zero Func if there is none.
func (m *Model) described(fn *types.Func) Func {
	if own := m.Func(fn); own != nil {
		return m.solver.Get(own).fn
	}
	return m.factOf(fn)
}

// keptBy reports whether the called function keeps err, which is an argument.
func (m *Model) keptBy(call *ssa.CallCommon, err ssa.Value) bool {
	fn := flow.Callee(call)
	if fn == nil || call.IsInvoke() || !errflow.IsErrorInterface(err.Type()) {
		return false
	}
	return slices.Contains(among(call.Args, m.described(fn).Keeps), err)
}

// NilFor returns the parameters of a function of the module that it compares with nil, and for which it returns nil if they are nil.
func (m *Model) NilFor(fn *types.Func) Params {
	if own := m.Func(fn); own != nil {
		return m.nilFor(own)
	}
	return m.factOf(fn).NilFor
}

func (m *Model) nilFor(fn *ssa.Function) (params Params) {
	if ErrorResult(fn.Signature) < 0 {
		return 0
	}
	for i, values := range m.Tests(fn) {
		if errflow.IsErrorInterface(fn.Params[i].Type()) && slices.Contains(values, "nil") && m.ErrorsGiven(fn, i, "nil").Empty() {
			params = params.With(i)
		}
	}
	return params
}
