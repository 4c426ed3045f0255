package wrapcause

import (
	_ "embed"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"go/version"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/ruledoc"
)

//go:embed doc.go
var doc string

const url = "https://github.com/errlint/errlint/blob/main/docs/rules/wrapcause.md"

// Categories of the diagnostics.
const (
	Format      = "format"       // an error formatted with a verb that does not wrap
	Text        = "text"         // only the text of an error
	Dropped     = "dropped"      // nothing of an error
	SecondCause = "second-cause" // formatted beside one that is wrapped
	NoUnwrap    = "no-unwrap"    // an error type that does not unwrap
	Swallowed   = "swallowed"    // an error lost altogether
)

// Analyzer is the rule with its default options.
var Analyzer = New(Options{})

// New returns the rule with the given options, which it copies.
func New(o Options) *analysis.Analyzer {
	o = o.withDefaults()
	a := &analysis.Analyzer{
		Name:      "wrapcause",
		Doc:       ruledoc.Extract(doc),
		URL:       url,
		Requires:  []*analysis.Analyzer{errflow.Analyzer},
		FactTypes: []analysis.Fact{new(makerFact)},
	}
	o.bind(&a.Flags)
	a.Run = func(pass *analysis.Pass) (any, error) {
		return run(pass, &o)
	}
	return a
}

// A checker is one run of the rule on one package.
type checker struct {
	pass   *analysis.Pass
	opts   *Options
	model  *errflow.Model
	report *directive.Reporter

	makers  *flow.Solver[*ssa.Function, *maker] // what the package's functions make
	helpers *flow.Solver[*ssa.Function, params] // what is in the texts that functions return
	keeps   *flow.Solver[*ssa.Parameter, bool]  // whether an error that a function is given stays behind in what others see
	judged  map[ssa.Value]bool                  // the new errors that lostIn has settled
	hidden  map[*ast.File]map[int]bool          // the lines of which a comment says that a cause is hidden on purpose
	syntax  map[token.Pos]ast.Expr              // comparisons and globals by their position, for names in messages
}

func run(pass *analysis.Pass, o *Options) (any, error) {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil, nil
	}
	c := &checker{
		pass:   pass,
		opts:   o,
		model:  model,
		report: directive.NewReporter(pass, url, directive.OwnsOpaque),
		judged: make(map[ssa.Value]bool),
		hidden: make(map[*ast.File]map[int]bool),
	}
	c.makers = c.newMakers()
	both := func(old, new params) (params, bool) { return old | new, old|new != old }
	c.helpers = flow.NewSolver(flow.Equations[*ssa.Function, params]{Transfer: c.helperText, Join: both})
	either := func(old, new bool) (bool, bool) { return old || new, new && !old }
	c.keeps = flow.NewSolver(flow.Equations[*ssa.Parameter, bool]{
		Transfer: func(p *ssa.Parameter) bool { return c.departure(p).kept },
		Join:     either,
	})
	c.exportFacts()
	c.lost()
	c.dropped()
	c.droppedElsewhere()
	c.ignoredParams()
	c.errorTypes()
	c.swallowed()
	c.report.Finish()
	return nil, nil
}

// say reports a finding, unless an opaque directive covers one of the places that it is about: where
// the error is made, and where it leaves.
func (c *checker) say(d analysis.Diagnostic, places ...token.Pos) {
	opaque := c.report.Opaque(d.Pos)
	for _, pos := range places {
		if pos.IsValid() && c.report.Opaque(pos) {
			opaque = true
		}
	}
	if opaque || !c.on(d.Category) {
		return
	}
	if c.saysHidden(d.Pos) || slices.ContainsFunc(places, c.saysHidden) {
		return
	}
	c.report.Report(d)
}

// saysHidden reports whether a comment on the line of pos, or on the one above, says that a cause is hidden on purpose. It is no
// directive, and gives no reason that could be checked, but to report what the author has thought of helps nobody.
func (c *checker) saysHidden(pos token.Pos) bool {
	file := c.fileOf(pos)
	if file == nil {
		return false
	}
	lines, ok := c.hidden[file]
	if !ok {
		lines = make(map[int]bool)
		for _, group := range file.Comments {
			if hidesOnPurpose.MatchString(group.Text()) {
				lines[c.line(group.Pos())] = true
				lines[c.line(group.End())+1] = true
			}
		}
		c.hidden[file] = lines
	}
	return lines[c.line(pos)]
}

// hidesOnPurpose matches a comment that says so: "do not leak the cause", "deliberately not wrapped", "hide internal errors".
var hidesOnPurpose = regexp.MustCompile(`(?is)` +
	`\b(do not|don't|must not|mustn't|should not|shouldn't|not to|to not|never|avoid|avoids|without|instead of|rather than)\b(\W+\w+){0,3}?\W+(wrap|leak|expos|reveal|disclos|%w)` +
	`|\b(intentional|deliberate|purposely|on purpose)(\W*\w+){0,6}?\W+(wrap|hid|drop|mask|discard|generic|opaque|%[wvs]|cause|err)` +
	`|\b(hide|hiding|mask|masking|conceal|conceals|obscure|redact)\b(\W+\w+){0,3}?\W+(err|cause|detail|reason|internal|underlying)`)

// on reports whether a category is switched on. Places are asked for their
// directives first: a directive is not unused because a switch is off.
func (c *checker) on(category string) bool {
	switch category {
	case Dropped:
		return *c.opts.Dropped
	case SecondCause:
		return *c.opts.SecondCause
	case NoUnwrap:
		return *c.opts.NoUnwrap
	case Swallowed:
		return c.opts.Swallowed
	}
	return true
}

// since reports whether the file that pos is in may use what Go has since the given version.
func (c *checker) since(pos token.Pos, goVersion string) bool {
	for _, file := range c.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			v := c.pass.TypesInfo.FileVersions[file]
			return v == "" || version.Compare(v, goVersion) >= 0
		}
	}
	return true
}

// multiple reports whether an error may wrap several.
func (c *checker) multiple(pos token.Pos) bool { return c.since(pos, "go1.20") }

// fileOf is the file that pos is in.
func (c *checker) fileOf(pos token.Pos) *ast.File {
	for _, file := range c.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}

func (c *checker) line(pos token.Pos) int { return c.pass.Fset.PositionFor(pos, false).Line }

// arg is the expression that argument i of a call, counted as SSA does with
// the receiver first, is written as; nil where it is not written.
func (c *checker) arg(call ssa.CallInstruction, i int) ast.Expr {
	expr := c.model.CallExpr(call)
	if expr == nil {
		return nil
	}
	if recv := call.Common().Signature().Recv(); recv != nil && !call.Common().IsInvoke() {
		if i == 0 {
			if sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr); ok {
				return sel.X
			}
			return nil
		}
		i--
	}
	if i < 0 || i >= len(expr.Args) {
		return nil
	}
	return expr.Args[i]
}

// maxName is the length, in bytes, of the longest expression that a message repeats.
const maxName = 40

// exprName is an expression as a message names it: as it is written, if that
// is short, or else what it is.
func exprName(expr ast.Expr, otherwise string) string {
	if expr == nil {
		return otherwise
	}
	s := types.ExprString(ast.Unparen(expr))
	if len(s) > maxName || strings.Contains(s, "\n") {
		return otherwise
	}
	return s
}

// errorName is an error value as a message names it: by its variable.
func (c *checker) errorName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		if v.Comment != "" && token.IsIdentifier(v.Comment) {
			return v.Comment
		}
	case *ssa.Phi:
		if token.IsIdentifier(v.Comment) {
			return v.Comment
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if g, ok := v.X.(*ssa.Global); ok {
				return g.Name()
			}
			if name := c.errorName(v.X); name != unnamed {
				return name
			}
		}
	}
	// A value has no name in SSA, but the comparison that found it not nil has.
	if side := c.compared(v); side != nil {
		return exprName(side, unnamed)
	}
	return unnamed
}

// compared is the expression by which an error is compared with nil, or with another.
func (c *checker) compared(v ssa.Value) ast.Expr {
	if refs := v.Referrers(); refs != nil {
		for _, ref := range *refs {
			cmp, ok := ref.(*ssa.BinOp)
			if !ok {
				continue
			}
			if e, ok := c.comparison(cmp.Pos()); ok {
				for _, side := range []ast.Expr{e.X, e.Y} {
					if tv := c.pass.TypesInfo.Types[side]; !tv.IsNil() && tv.Type != nil && errflow.IsError(tv.Type) {
						return ast.Unparen(side)
					}
				}
			}
		}
		for _, ref := range *refs {
			if mi, ok := ref.(*ssa.MakeInterface); ok {
				if side := c.compared(mi); side != nil {
					return side
				}
			}
		}
	}
	return nil
}

const unnamed = "the error at hand"

// comparison is the expression whose operator stands at pos.
func (c *checker) comparison(pos token.Pos) (*ast.BinaryExpr, bool) {
	if c.syntax == nil {
		c.syntax = make(map[token.Pos]ast.Expr)
		for _, file := range c.pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
					c.syntax[b.OpPos] = b
				}
				return true
			})
		}
	}
	b, ok := c.syntax[pos].(*ast.BinaryExpr)
	return b, ok
}

// typeName is an error type as the package's code names it, without a star.
func (c *checker) typeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return "the error literal"
	}
	obj := named.Obj()
	if obj.Pkg() == nil || obj.Pkg() == c.pass.Pkg {
		return obj.Name()
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// stringValue is the constant string that expr is.
func (c *checker) stringValue(expr ast.Expr) (string, bool) {
	tv := c.pass.TypesInfo.Types[expr]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// related is a place that belongs to a finding.
func related(pos token.Pos, message string) []analysis.RelatedInformation {
	if !pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: pos, Message: message}}
}

// isNil reports whether v is the constant nil.
func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

// elem is the element type of a slice or array, nil for other types.
func elem(t types.Type) types.Type {
	switch t := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	}
	return nil
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// deref is what a pointer points to, and any other type itself.
func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func structOf(t types.Type) *types.Struct {
	s, _ := types.Unalias(deref(t)).Underlying().(*types.Struct)
	return s
}
