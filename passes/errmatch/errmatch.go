package errmatch

import (
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/prose"
	"github.com/errlint/errlint/internal/ruledoc"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryText     = "text"     // the text of an error that has a name is compared
	CategoryUnnamed  = "unnamed"  // the text of one that has none
	CategoryIdentity = "identity" // an error is asked for itself that is always wrapped
	CategoryNever    = "never"    // an error is asked for that cannot be there
)

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Unnamed  bool     `yaml:"unnamed" doc:"also report texts of errors that have no name"`
	Identity Identity `yaml:"identity" doc:"which comparisons to report: those proven to fail, or all of errors that may be wrapped" default:"proven" enum:"proven,all"`
	Texts    []string `yaml:"texts" names:"import" doc:"packages whose errors may be matched by text: ./internal/..." default:"[]"`
}

// Identity says which comparisons of errors with == are reported.
type Identity string

// The values of an Identity.
const (
	Proven Identity = "proven" // where it is known that the error can only be wrapped
	All    Identity = "all"    // where it is not known that it is never wrapped
)

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	pkgglob.CheckAll("texts", o.Texts, report)
}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(opts Options) *analysis.Analyzer {
	opts.Texts = slices.Clone(opts.Texts)
	return ruledoc.Rule("errmatch", doc, &opts, run, []*analysis.Analyzer{errflow.Analyzer}, new(makesFact))
}

// A makesFact marks a function that only makes errors: NewParseError(pos) error.
type makesFact struct {
	Makes bool
}

func (*makesFact) AFact()         {}
func (*makesFact) String() string { return "makes errors" }

type checker struct {
	pass   *analysis.Pass
	opts   *Options
	model  *errflow.Model
	report *directive.Reporter

	questions []*question
	nodes     map[token.Pos]ast.Node // see node
}

func run(pass *analysis.Pass, opts *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	c := &checker{pass: pass, opts: opts, model: model, report: directive.NewReporter(pass)}
	for obj, fn := range model.ExportedFuncs() {
		if c.makes(fn) {
			pass.ExportObjectFact(obj, &makesFact{Makes: true})
		}
	}
	c.ask()
	for _, q := range c.questions {
		switch {
		case q.negated:
			// A test that the error is not that one.
		case q.how == byText:
			c.text(q)
		default:
			c.match(q)
		}
	}
	c.report.Finish()
	return nil
}

// makes reports whether fn has one result, an error that is never nil: it makes errors rather than fails.
func (c *checker) makes(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() != 1 || !errflow.IsError(results.At(0).Type()) {
		return false
	}
	for ret := range flow.Returns(fn) {
		if !c.model.NonNil(ret.Results[0], ret.Block()) {
			return false
		}
	}
	return true
}

// match reports a question whose answer is always no.
func (c *checker) match(q *question) {
	s := c.model.ErrorsAt(q.subject, q.block())
	if s.Empty() { // all that it may be was asked for before
		s = c.model.ErrorsAt(q.subject, nil)
	}
	if s.Empty() {
		return
	}
	itself, found := c.model.MayBe(s, q.atom)
	bare, wrapped := s.Forms(q.atom)
	name := c.name(q.atom)
	expr := c.expr(q)
	// A test that demands the impossible would fail; as it passes, the model is wrong.
	if expr == nil || c.inTest(expr.Pos()) {
		return
	}
	d := analysis.Diagnostic{Pos: expr.Pos(), End: expr.End()}
	switch {
	case !found:
		d.Category = CategoryNever
		d.Message = fmt.Sprintf("%s never finds %s: the error %s", q.words(), name, c.list(s))
		if twin := q.atom; twin.Kind == errflow.Type {
			twin.Ptr = !twin.Ptr
			if s.Has(twin) {
				d.Message = fmt.Sprintf("%s never finds %s: the error is %s", q.words(), name, c.name(twin))
				d.SuggestedFixes = c.twinFix(q, twin)
			}
		}
	case q.itself() && !itself:
		d.Category = CategoryIdentity
		d.Message = fmt.Sprintf("%s never finds %s, which is always wrapped here", q.words(), name)
		switch {
		case s.Has(q.atom):
		case s.TellsAll(): // one answers for itself
			d.Message = fmt.Sprintf("%s never finds %s: the error %s", q.words(), name, c.list(s))
		default:
			d.Message = fmt.Sprintf("%s never finds %s: the error always wraps another, which that may be", q.words(), name)
		}
		d.SuggestedFixes = c.isFix(q, q.atom)
	case c.opts.Identity == All && q.how == byEqual && (!bare || wrapped):
		d.Category = CategoryIdentity
		d.Message = fmt.Sprintf("%s does not find %s where it is wrapped", q.words(), name)
		d.SuggestedFixes = c.isFix(q, q.atom)
	default:
		return
	}
	d.Related = c.evidence(s)
	c.report.Report(d)
}

// list returns, for a message, what an error of s may be.
func (c *checker) list(s errflow.Set) string {
	var names []string
	for a := range s.Atoms() {
		if a.Kind != errflow.Code {
			names = append(names, c.name(a))
		}
	}
	switch {
	case len(names) == 0:
		return "has no name"
	case s.Opaque():
		names = append(names, "one without a name")
	}
	return "may be " + prose.List(names, "or")
}

// evidence returns how the errors of s come to be there.
func (c *checker) evidence(s errflow.Set) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	n := 0
	for a := range s.Atoms() {
		if a.Kind == errflow.Code {
			continue
		}
		if n++; n > prose.MaxNames {
			break
		}
		for _, r := range s.Via(a).Related() {
			if !slices.Contains(out, r) { // the ways of several begin alike
				out = append(out, r)
			}
		}
	}
	if n == 0 {
		out = s.Why().Related()
	}
	return out
}

// name returns the name of an error in the package's code.
func (c *checker) name(a errflow.Atom) string { return a.RelativeTo(c.pass.Pkg) }

// inTest reports whether pos is in a test file.
func (c *checker) inTest(pos token.Pos) bool { return directive.InTest(c.pass.Fset, pos) }
