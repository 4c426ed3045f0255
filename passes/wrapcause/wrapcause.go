package wrapcause

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/makeflow"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/worklist"
)

//go:embed doc.go
var doc string

// Categories of the diagnostics.
const (
	Format      = "format"       // an error formatted with a verb that does not wrap
	Text        = "text"         // only the text of an error
	Dropped     = "dropped"      // nothing of an error
	Translated  = "translated"   // the same, where it may be meant
	SecondCause = "second-cause" // formatted beside one that is wrapped
	NoUnwrap    = "no-unwrap"    // an error type that does not unwrap
	Nameless    = "nameless"     // an error as text in which nothing could be found
	NoField     = "no-field"     // an error type without a field for the error whose text it takes
	Unasked     = "unasked"      // an error as text for which nobody asks
	NilCause    = "nil-cause"    // an error that is known to be nil as the cause
	Helper      = "helper"       // an error given to a function elsewhere that loses it
	Swallowed   = "swallowed"    // an error lost altogether
)

// Analyzer is the rule with its default options, less what is in preview.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options, which it copies.
func New(o Options) *analysis.Analyzer {
	o = o.withDefaults()
	return ruledoc.Rule("wrapcause", doc, &o, run, []*analysis.Analyzer{errflow.Analyzer, logflow.Analyzer}, new(makeflow.Func))
}

// A checker is one run of the rule on one package.
type checker struct {
	pass   *analysis.Pass
	opts   *Options
	model  *makeflow.Model
	report *directive.Reporter

	judged map[ssa.Value]bool                // the new errors of which it is settled whether they lose something
	hidden worklist.Memo[*ast.File, purpose] // what comments say
	nodes  worklist.Memo[*ast.File, *inspector.Inspector]
	texts  map[*ast.Ident]bool // the err in err.Error()

	causeless []causeless // in the order of their first literals
}

func run(pass *analysis.Pass, o *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	c := &checker{
		pass:   pass,
		opts:   o,
		report: directive.NewReporter(pass, directive.OwnsOpaque),
		judged: make(map[ssa.Value]bool),
	}
	c.model = makeflow.New(pass, model, makeflow.Config{
		Constructor: func(fn *types.Func) (int, bool) {
			conf, ok := o.constructor(fn)
			return conf.Cause, ok
		},
		ExemptCauses: o.ExemptCauses,
		Opaque:       c.report.Opaque,
	})
	c.model.Export()
	c.lost()
	c.asksNil()
	c.sayCauseless()
	c.dropped()
	c.ignoredParams()
	c.errorTypes()
	if o.Swallowed || c.report.HasOpaque() {
		c.swallowed()
	}
	c.report.Finish()
	return nil
}

// say reports a finding unless its category is off or the loss is intended.
func (c *checker) say(d analysis.Diagnostic, places ...token.Pos) {
	if !c.isMeant(d.Pos, places...) && c.on(d.Category) {
		c.report.Report(d)
	}
}

// isMeant reports whether a finding is about an intended loss: an opaque directive or a comment covers one of its places, which are where
// the error is made and where it leaves; or the code is for tests.
func (c *checker) isMeant(pos token.Pos, places ...token.Pos) bool {
	opaque := c.report.Opaque(pos)
	for _, pos := range places {
		if pos.IsValid() && c.report.Opaque(pos) {
			opaque = true
		}
	}
	return opaque || c.saysHidden(pos) || slices.ContainsFunc(places, c.saysHidden) || directive.SupportsTests(c.pass, pos)
}

// on reports whether a category is switched on. It is asked after the directives, so that
// none of them counts as unused because a category is off.
func (c *checker) on(category string) bool {
	switch category {
	case Dropped, Translated:
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

// allNameless reports whether none of some errors has anything that errors.Is and errors.As could find.
func (c *checker) allNameless(errs []ssa.Value, b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(errs, func(err ssa.Value) bool { return !c.model.Nameless(err, b) })
}

// categoryOf returns the category of a finding on a new error that has another as text: Unasked if nobody asks which error the new one is.
func (c *checker) categoryOf(category string, made ssa.Value) string {
	switch category {
	case Format, Text, SecondCause:
		if c.on(category) && !c.model.Asked(made) {
			return Unasked
		}
	}
	return category
}

// instructions yields the instructions of the package, except for those of Error methods, which make text.
func (c *checker) instructions() iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for fn := range c.model.Funcs() {
			if outer := flow.Outermost(fn); outer.Name() == "Error" && outer.Signature.Recv() != nil && errflow.IsError(outer.Signature.Recv().Type()) {
				continue
			}
			for instr := range flow.LiveInstrs[ssa.Instruction](c.model.Program, fn) {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// multiple reports whether an error may wrap several others at pos: whether the file's language version is at least Go 1.20.
func (c *checker) multiple(pos token.Pos) bool {
	v := c.pass.TypesInfo.FileVersions[flow.FileAt(c.pass.Files, pos)]
	return v == "" || version.Compare(v, "go1.20") >= 0
}

func (c *checker) line(pos token.Pos) int { return c.pass.Fset.PositionFor(pos, false).Line }
