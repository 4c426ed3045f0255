package domainerr

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A formsFact says whether values of an error type or pointers to them leave the functions of its package as errors.
type formsFact struct{ Value, Pointer bool }

func (*formsFact) AFact() {}

func (f *formsFact) String() string {
	var forms []string
	if f.Value {
		forms = append(forms, "value")
	}
	if f.Pointer {
		forms = append(forms, "pointer")
	}
	return "leaves(" + strings.Join(forms, ", ") + ")"
}

// forms says of the two forms of an error type whether they leave the package's functions, and where they are converted to errors.
type forms struct {
	leaves [2]bool // E, *E
	made   [2][]*ssa.MakeInterface
}

// mixed reports the error types of which both values and pointers leave functions: errors.As for one form does
// not find the other.
func (c *checker) mixed() {
	all := make(map[*types.TypeName]*forms)
	get := func(obj *types.TypeName) *forms {
		if all[obj] == nil {
			all[obj] = new(forms)
		}
		return all[obj]
	}
	for fn := range c.model.Funcs() {
		if c.skipped(fn.Pos()) {
			continue
		}
		errs := c.model.ErrorsOf(fn)
		for a := range errs.Atoms() {
			if obj, ok := c.model.Object(a).(*types.TypeName); ok && a.Kind == errflow.Type {
				get(obj).leaves[form(a.Ptr)] = true
			}
		}
		for instr := range flow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Call:
				for _, m := range wrapped(instr) {
					if obj, ptr := errorType(m.X.Type()); obj != nil {
						f := get(obj)
						f.made[form(ptr)] = append(f.made[form(ptr)], m)
					}
				}
			case *ssa.MakeInterface:
				if obj, ptr := errorType(instr.X.Type()); obj != nil && becomesError(instr) {
					f := get(obj)
					f.made[form(ptr)] = append(f.made[form(ptr)], instr)
					if slices.ContainsFunc(flow.Uses(instr), func(u flow.Use) bool { return u.Kind == flow.UseReturn }) {
						f.leaves[form(ptr)] = true // also what is given as a parameter, of which the set says no more
					}
				}
			}
		}
	}
	var objs []*types.TypeName
	for obj, f := range all {
		if obj.Pkg() == c.pass.Pkg {
			for i, made := range f.made {
				f.leaves[i] = f.leaves[i] && (len(made) > 0 || !errflow.IsError(obj.Type())) // a pointer that is only dereferenced is no error
			}
			if f.leaves[0] || f.leaves[1] {
				c.pass.ExportObjectFact(obj, &formsFact{f.leaves[0], f.leaves[1]})
			}
		} else {
			var fact formsFact
			c.pass.ImportObjectFact(obj, &fact)
			if fact.Value && fact.Pointer {
				continue // found there
			}
			f.leaves = [2]bool{f.leaves[0] || fact.Value, f.leaves[1] || fact.Pointer}
			// The wrong form is the one that the type's own package does not use.
			if fact.Value {
				f.made[0] = nil
			}
			if fact.Pointer {
				f.made[1] = nil
			}
		}
		if unwrapsByPointer(obj) {
			continue // a value is the mistake then, and rule wrapcause reports that: no-unwrap
		}
		if as, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), false, obj.Pkg(), "As"); as != nil {
			continue // it says itself what errors.As finds
		}
		if f.leaves[0] && f.leaves[1] && len(f.made[0])+len(f.made[1]) > 0 {
			objs = append(objs, obj)
		}
	}
	slices.SortFunc(objs, func(a, b *types.TypeName) int {
		return strings.Compare(a.Pkg().Path()+"."+a.Name(), b.Pkg().Path()+"."+b.Name())
	})
	for _, obj := range objs {
		c.reportMixed(obj, all[obj])
	}
}

// unwrapsByPointer reports whether only pointers to a type have a method Unwrap.
func unwrapsByPointer(obj *types.TypeName) bool {
	value, _, _ := types.LookupFieldOrMethod(obj.Type(), false, obj.Pkg(), "Unwrap")
	pointer, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), false, obj.Pkg(), "Unwrap")
	fn, ok := pointer.(*types.Func)
	if !ok || value != nil || fn.Signature().Params().Len() > 0 || fn.Signature().Results().Len() != 1 {
		return false
	}
	// Package errors asks for exactly these.
	t := fn.Signature().Results().At(0).Type()
	predeclared := types.Universe.Lookup("error").Type()
	return types.Identical(t, predeclared) || types.Identical(t, types.NewSlice(predeclared))
}

func form(ptr bool) int {
	if ptr {
		return 1
	}
	return 0
}

// errorType returns the type whose values or pointers have type t, if both are errors.
func errorType(t types.Type) (obj *types.TypeName, ptr bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t, ptr = types.Unalias(p.Elem()), true
	}
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(t) || !errflow.IsError(t) || named.Obj().Pkg() == nil {
		return nil, false
	}
	return named.Origin().Obj(), ptr
}

// wrapped returns the values of concrete error types that a call of fmt.Errorf wraps.
func wrapped(call *ssa.Call) (out []*ssa.MakeInterface) {
	if fn := flow.Callee(call.Common()); fn == nil || fn.FullName() != "fmt.Errorf" {
		return nil
	}
	vals, _ := errflow.WrappedOperands(call.Call.Args[0], call.Call.Args[1])
	for _, v := range vals {
		if m, ok := v.(*ssa.MakeInterface); ok {
			out = append(out, m)
		}
	}
	return out
}

// becomesError reports whether a value is converted to an error that leaves, and not to the target of errors.Is or of a comparison.
func becomesError(m *ssa.MakeInterface) bool {
	if !errflow.IsErrorInterface(m.Type()) {
		return false
	}
	for _, use := range flow.Uses(m) {
		call, isCall := use.Instr.(ssa.CallInstruction)
		if use.Kind != flow.UseArg || !isCall {
			return true
		}
		if fn := flow.Callee(call.Common()); fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "errors" || fn.Name() == "Join" {
			return true
		}
	}
	return false
}

// reportMixed reports a type where its less frequent form is made first.
func (c *checker) reportMixed(obj *types.TypeName, f *forms) {
	odd := 0
	if n, m := len(f.made[0]), len(f.made[1]); n == 0 || m > 0 && m < n {
		odd = 1
	}
	odds := c.places(f.made[odd])
	if len(odds) == 0 {
		return
	}
	names := [2]string{obj.Name(), "*" + obj.Name()}
	diag := analysis.Diagnostic{
		Pos: odds[0], Category: CategoryMixed,
		Message: fmt.Sprintf("%s leaves as an error here and %s elsewhere, so errors.As for the one does not find the other", names[odd], names[1-odd]),
	}
	for _, pos := range odds[1:] {
		if len(diag.Related) < maxSteps {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: pos, End: pos, Message: names[odd] + " becomes an error here, too"})
		}
	}
	if others := c.places(f.made[1-odd]); len(others) > 0 {
		diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: others[0], End: others[0], Message: names[1-odd] + " becomes an error here"})
	}
	diag.SuggestedFixes = c.unmix(f.made[odd], odd, names)
	c.report.Report(diag)
}

// places returns the positions of conversions to errors, sorted: those of the literals, or of the uses.
func (c *checker) places(made []*ssa.MakeInterface) []token.Pos {
	var out []token.Pos
	for _, m := range made {
		pos := m.Pos()
		if lit := c.literal(m); lit != nil {
			pos = lit.Pos()
		}
		for _, use := range flow.Uses(m) {
			if !pos.IsValid() {
				pos = use.Instr.Pos()
			}
		}
		if pos.IsValid() {
			out = append(out, pos)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// literal returns the composite literal, &E{…} or E{…}, that is converted to an error; nil if there is none.
func (c *checker) literal(m *ssa.MakeInterface) ast.Expr {
	v := m.X
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return c.zero(m)
	}
	lit := c.model.CompositeLit(alloc)
	if lit == nil {
		return nil
	}
	if _, ptr := m.X.Type().(*types.Pointer); !ptr {
		return lit
	}
	cur, ok := c.in.Root().FindNode(lit)
	if !ok {
		return nil
	}
	if and, ok := cur.Parent().Node().(*ast.UnaryExpr); ok && and.Op == token.AND {
		return and
	}
	return nil
}

// zero returns a literal without elements that is returned as an error, for which SSA form has a constant.
func (c *checker) zero(m *ssa.MakeInterface) ast.Expr {
	if _, ok := m.X.(*ssa.Const); !ok {
		return nil
	}
	for _, use := range flow.Uses(m) {
		if ret, ok := use.Instr.(*ssa.Return); ok {
			if stmt := c.model.ReturnStmt(ret); stmt != nil && use.Index < len(stmt.Results) {
				if lit, ok := ast.Unparen(stmt.Results[use.Index]).(*ast.CompositeLit); ok {
					return lit
				}
			}
		}
	}
	return nil
}

// unmix returns the fix that changes all literals of one form to the other; none if one of the values is not a literal.
func (c *checker) unmix(made []*ssa.MakeInterface, odd int, names [2]string) []analysis.SuggestedFix {
	var edits []analysis.TextEdit
	seen := make(map[token.Pos]bool)
	for _, m := range made {
		lit := c.literal(m)
		if lit == nil {
			return nil
		}
		if seen[lit.Pos()] {
			continue
		}
		seen[lit.Pos()] = true
		if odd == 0 {
			edits = append(edits, analysis.TextEdit{Pos: lit.Pos(), End: lit.Pos(), NewText: []byte("&")})
		} else {
			edits = append(edits, analysis.TextEdit{Pos: lit.Pos(), End: lit.(*ast.UnaryExpr).X.Pos()})
		}
	}
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
	return []analysis.SuggestedFix{{Message: fmt.Sprintf("Make %s of what is %s", names[1-odd], names[odd]), TextEdits: edits}}
}
