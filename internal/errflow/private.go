package errflow

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file is about private sentinels: unexported ones, made of text, for which nobody can ask. Other packages cannot
// name them. The package that declares one may compare errors with it, or give it away as something to compare with.
// It does neither if all that it does with the sentinel is to return it, to wrap it, to print it and the like.
//
// That is decided by what the code does with the value, not by where the value ends: whoever compares an error that one
// function returned with an error that another did is not considered, unless the function returns sentinels only.

// IsPrivate reports whether nobody can ask for sentinel a: it is unexported and made of text, and its package, apart
// from its tests and from files for other build tags, which not all hosts show, does not tell it from other errors, nor
// give it away under another name.
func (m *Model) IsPrivate(a Atom) bool {
	if a.Kind != Sentinel || a.Exported() {
		return false
	}
	var private []string
	if a.Pkg == m.pass.Pkg.Path() {
		private = m.private()
	} else if pkg := m.findPackage(a.Pkg); pkg != nil {
		var fact ownFact
		m.pass.ImportPackageFact(pkg, &fact)
		private = fact.Private
	}
	_, ok := slices.BinarySearch(private, a.Name)
	return ok
}

// findPrivate returns the names of the package's private sentinels, sorted.
func (m *Model) findPrivate() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	asked := make(map[*ssa.Global]bool) // false for one that may be private
	for _, name := range m.pass.Pkg.Scope().Names() {
		if g, ok := m.Pkg.Members[name].(*ssa.Global); ok && !token.IsExported(name) {
			if a, ok := e.sentinel(g); ok && e.isText(a) {
				asked[g] = false
			}
		}
	}
	if len(asked) == 0 {
		return nil
	}
	uses := make(map[*ssa.Global][]ssa.Value)
	for fn := range m.Funcs() {
		if m.isTest(fn) {
			continue
		}
		var operands []*ssa.Value
		for instr := range flow.Instrs(fn) {
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				g, ok := (*op).(*ssa.Global)
				if _, candidate := asked[g]; !ok || !candidate {
					continue
				}
				if load, ok := instr.(*ssa.UnOp); ok {
					uses[g] = append(uses[g], load)
				} else if st, ok := instr.(*ssa.Store); !ok || st.Val == g {
					asked[g] = true // its address is used
				}
			}
		}
	}
	var names []string
	for g := range asked {
		if !asked[g] && !e.mayAskFor(uses[g]) {
			names = append(names, g.Name())
		}
	}
	slices.Sort(names)
	return names
}

// isText reports whether a sentinel is made of text where it is declared, and of nothing else.
func (e *engine) isText(a Atom) bool {
	f := e.sentinels[a]
	return f != nil && f.Plain && len(f.Wraps) == 0 && f.Same == ""
}

// isTest reports whether a function is in a file of tests.
func (m *Model) isTest(fn *ssa.Function) bool {
	pos := flow.Outermost(fn).Pos()
	return pos.IsValid() && strings.HasSuffix(m.pass.Fset.Position(pos).Filename, "_test.go")
}

// maxUses bounds how many values are looked at to see what becomes of a sentinel.
const maxUses = 1000

// mayAskFor reports whether something may be compared with one of vals, which are all that a sentinel is loaded as.
func (e *engine) mayAskFor(vals []ssa.Value) bool {
	values := worklist.Of(vals...)
	for v := range values.First(maxUses) {
		refs := v.Referrers()
		if refs == nil {
			continue
		}
		for _, use := range *refs {
			if !e.harmless(use, v, values.Push) {
				return true
			}
		}
	}
	return values.Len() > maxUses
}

// harmless reports whether an instruction does not compare v, an error or a list of errors, and does not give it to code that may
// do so. It pushes what has v afterwards.
func (e *engine) harmless(use ssa.Instruction, v ssa.Value, push func(...ssa.Value)) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.TypeAssert, *ssa.Panic, *ssa.Send:
		return true
	case *ssa.Return:
		return !e.onlySentinels(use.Parent())
	case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Slice, *ssa.UnOp, *ssa.Index:
		push(use.(ssa.Value))
		return true
	case *ssa.IndexAddr:
		for _, ref := range *use.Referrers() {
			if load, ok := ref.(*ssa.UnOp); ok {
				push(load)
			} else if st, ok := ref.(*ssa.Store); !ok || st.Val == use {
				return false
			}
		}
		return true
	case *ssa.BinOp:
		other := use.X
		if other == v {
			other = use.Y
		}
		_, sentinel := e.sentinelLoad(flow.Strip(other))
		return flow.IsNil(flow.Strip(other)) || sentinel // of which all uses are looked at, too, or others may ask for it
	case *ssa.Store:
		switch addr := use.Addr.(type) {
		case *ssa.IndexAddr:
			list, ok := addr.X.(*ssa.Alloc)
			if ok {
				push(list)
			}
			return ok
		case *ssa.FieldAddr:
			return IsError(flow.Deref(addr.X.Type())) || IsError(addr.X.Type()) // the cause of another error
		case *ssa.Alloc, *ssa.FreeVar:
			push(e.loadsOf(addr)...)
			return isCell(addr)
		}
		return false
	case ssa.CallInstruction:
		return e.givenHarmlessly(use, v, push)
	}
	return false
}

// onlySentinels reports whether a function returns one value, which is a sentinel wherever it returns: callers may want
// to compare with it.
func (e *engine) onlySentinels(fn *ssa.Function) bool {
	if fn.Signature.Results().Len() != 1 {
		return false
	}
	for ret := range flow.Returns(fn) {
		if _, ok := e.sentinelLoad(flow.Strip(flow.Returned(ret, 0))); !ok {
			return false
		}
	}
	return true
}

// givenHarmlessly is harmless for a call. A function of another package that takes two errors, or returns a bool, may
// compare them. One that takes an error and returns one makes the second of the first.
func (e *engine) givenHarmlessly(call ssa.CallInstruction, v ssa.Value, push func(...ssa.Value)) bool {
	common := call.Common()
	if common.IsInvoke() {
		return common.Value == v && common.Method.Name() == "Error"
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if result, ok := call.(*ssa.Call); ok && b.Name() == "append" {
			push(result)
		}
		return b.Name() != "copy"
	}
	if fn, bound := flow.Resolve(common.Value); fn != nil && bound == nil && e.isOwn(fn) {
		for i, arg := range common.Args {
			if arg == v && i < len(fn.Params) {
				push(fn.Params[i])
			}
		}
		return true
	}
	fn := e.callee(common)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if IsErrorsFunc(fn, "Is") {
		return common.Args[1] != v
	}
	if _, builds := Builder(fn); builds || slices.Contains(printing, fn.Pkg().Path()) {
		return true
	}
	sig := fn.Signature()
	errs := 0
	for p := range sig.Params().Variables() {
		if elem := flow.ElemType(p.Type()); IsErrorInterface(p.Type()) || elem != nil && IsErrorInterface(elem) {
			errs++
		}
	}
	return errs <= 1 && len(ErrorResults(sig)) > 0 && boolResult(sig) < 0
}

// printing lists packages whose functions print what they are given.
var printing = []string{"errors", "fmt", "log", "log/slog"}
