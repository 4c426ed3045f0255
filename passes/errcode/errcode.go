package errcode

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/lazyregexp"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/ruledoc"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryLiteral    = "literal"    // a literal in the place of a code
	CategoryDuplicate  = "duplicate"  // two constants of one value
	CategoryReserved   = "reserved"   // a value that a protocol keeps for itself
	CategoryStyle      = "style"      // a value of another form
	CategoryTable      = "table"      // a value other than the table's
	CategoryPublished  = "published"  // a published code without a constant
	CategoryAllowed    = "allowed"    // a value outside of a closed set
	CategoryURI        = "uri"        // a problem's type that is not base and code
	CategoryDocumented = "documented" // a constant without a comment, or that a document does not list
)

// The styles of codes that have a name.
const (
	styleKebab     = "kebab"
	styleScreaming = "screaming-snake"
	styleSnake     = "snake"
	styleRPC       = "json-rpc"
)

var stylePatterns = map[string]string{
	styleKebab:     `[a-z][a-z0-9]*(-[a-z0-9]+)*`,
	styleScreaming: `[A-Z][A-Z0-9]*(_[A-Z0-9]+)*`,
	styleSnake:     `[a-z][a-z0-9]*(_[a-z0-9]+)*`,
}

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Types      []string            `yaml:"types" names:"type" doc:"more types whose values are codes: example.com/app.Code"`
	Fields     []string            `yaml:"fields" names:"field" doc:"more fields that hold codes: example.com/app.Reply.Reason"`
	Literals   string              `yaml:"literals" doc:"which literals to report: those that a constant has, or all" default:"known" enum:"known,all"`
	Unique     string              `yaml:"unique" doc:"where a value has one constant: in a package, or also in those of the module that it imports" default:"package" enum:"package,module"`
	Style      string              `yaml:"style" doc:"kebab, screaming-snake, snake, json-rpc, or a regular expression" default:"(any)"`
	Range      []int               `yaml:"range" doc:"the first and the last of the module's own codes" default:"[-32099, -32000]"`
	Table      map[string]int      `yaml:"table" doc:"codes by name, without the words code, err, error and JSON-RPC"`
	Published  []string            `yaml:"published" doc:"codes that must all have constants if one has"`
	Allowed    map[string][]string `yaml:"allowed" keys:"part" doc:"allowed values by field (example.com/app.Reply.Kind), type, or JSON member"`
	URI        string              `yaml:"uri" doc:"the type of a problem, up to the code" default:"(any)"`
	Documented string              `yaml:"documented" doc:"where codes are documented: at the constant (comment), or in tables of a Markdown file (docs/errors.md)" default:"(nowhere)"`

	// Document is the content of the file in Documented. If it is nil, the file is read, relative to the working directory.
	Document []byte `yaml:"-"`

	// Codes is the analyzer of codes to share with other rules; nil stands for codeflow.Analyzer.
	Codes *analysis.Analyzer `yaml:"-"`
}

// Defines reports whether a name is that of a JSON member, and of nothing in the code.
func (o Options) Defines(kind, name string) bool {
	return kind == "part" && !strings.Contains(name, ".")
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	if _, err := o.pattern(); err != nil {
		report("style", fmt.Sprintf("is none of kebab, screaming-snake, snake and json-rpc, and no regular expression: %v", err))
	} else if near := o.nearStyle(); near != "" {
		report("style", fmt.Sprintf("there is no style %q; did you mean %q?", o.Style, near))
	}
	if len(o.Range) != 0 && (len(o.Range) != 2 || o.Range[0] > o.Range[1]) {
		report("range", "must have two numbers, the smaller one first")
	}
}

// aStyle matches possible names of styles. As a regular expression, such a name would match only one code.
var aStyle = lazyregexp.New(`^[A-Za-z]+([-_ ][A-Za-z]+)*$`)

// nearStyle returns the style that a misspelt name is likely meant to be, or "".
func (o Options) nearStyle() string {
	names := append(slices.Sorted(maps.Keys(stylePatterns)), styleRPC)
	if !aStyle().MatchString(o.Style) || slices.Contains(names, o.Style) {
		return ""
	}
	return nearest.Of(o.Style, names)
}

// pattern returns what a code as a whole must match, or nil.
func (o Options) pattern() (*regexp.Regexp, error) {
	if o.Style == "" || o.Style == styleRPC {
		return nil, nil
	}
	return regexp.Compile("^(?:" + cmp.Or(stylePatterns[o.Style], o.Style) + ")$")
}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	o.Codes = cmp.Or(o.Codes, codeflow.Analyzer)
	if len(o.Range) != 2 {
		o.Range = []int{-32099, -32000}
	}
	return ruledoc.Rule("errcode", doc, &o, run, []*analysis.Analyzer{errflow.Analyzer, o.Codes}, new(builder), new(speaksMCP))
}

// A checker checks the codes of one package.
type checker struct {
	pass     *analysis.Pass
	o        *Options
	m        *errflow.Model
	codes    *codeflow.Codes
	pattern  *regexp.Regexp
	reporter *directive.Reporter
	decls    []declared
	uses     []codeflow.Use      // those of codes of the program's errors, or of JSON-RPC, outside of tests
	sdk      map[int64]bool      // the values of constants in packages of the protocol that the package depends on
	mcp      bool                // an SDK of MCP is imported
	known    map[string]bool     // the constants of imported packages that are codes there: path.Name
	values   map[string][]string // their names, by value
	words    map[string]bool     // the words of their names

	builds map[*types.Func]*builder // of the package
}

// A declared is a constant of the package that is a code.
type declared struct {
	obj   *types.Const
	name  *ast.Ident
	value ast.Expr // that it is declared with, possibly on an earlier line that it repeats
	spec  *ast.ValueSpec
	group *ast.GenDecl
	kind  codeflow.Kind
	known bool // it is deprecated, or declared as another code by name, and is not judged
}

func run(pass *analysis.Pass, o *Options) error {
	m := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !m.InScope() {
		return nil
	}
	pattern, err := o.pattern()
	if err != nil {
		return fmt.Errorf("errcode: style: %w", err)
	}
	c := &checker{
		pass: pass, o: o, m: m, pattern: pattern,
		codes:    pass.ResultOf[o.Codes].(*codeflow.Codes),
		reporter: directive.NewReporter(pass),
	}
	c.protocol()
	c.imported()
	c.declarations()
	for _, u := range c.codes.Uses {
		if !c.inTest(u.Expr.Pos()) && isOwn(u.Kind, u.Value) {
			c.uses = append(c.uses, u)
			if !c.literal(u) {
				c.used(u)
			}
		}
	}
	for _, d := range c.decls {
		if !d.known {
			c.judge(d.name, d.obj.Name(), d.obj.Val(), d.kind)
		}
	}
	c.duplicates()
	c.table()
	c.published()
	err = c.documented()
	c.closed()
	c.uris()
	c.reporter.Finish()
	return err
}

func (c *checker) inTest(pos token.Pos) bool { return directive.InTest(c.pass.Fset, pos) }

// isOwn reports whether a value is a code of the program's errors or of JSON-RPC, rather than a status of another protocol. The zero value
// stands for no code. A number in the range of HTTP statuses may be meant as one, unless only JSON-RPC takes it.
func isOwn(k codeflow.Kind, v constant.Value) bool {
	if k&(codeflow.Own|codeflow.JSONRPC) == 0 || k&codeflow.GRPC != 0 {
		return false
	}
	if v.Kind() == constant.String {
		return constant.StringVal(v) != ""
	}
	n, ok := flow.IntValue(v)
	return ok && n != 0 && (n < 100 || n > 599 || k == codeflow.JSONRPC) && k&codeflow.HTTP == 0
}

func text(v constant.Value) string { return v.ExactString() }

// declarations finds the constants of the package that are codes.
func (c *checker) declarations() {
	var values []ast.Expr // of the last line that has values
	for group, spec := range flow.Specs[*ast.ValueSpec](c.pass.Files, token.CONST) {
		if spec.Values != nil {
			values = spec.Values
		}
		for i, name := range spec.Names {
			obj, ok := c.pass.TypesInfo.Defs[name].(*types.Const)
			if !ok || name.Name == "_" || c.inTest(name.Pos()) {
				continue
			}
			d := declared{obj: obj, name: name, spec: spec, group: group, kind: c.codes.Const(obj)}
			if i < len(values) {
				d.value = values[i]
			}
			if isOwn(d.kind, obj.Val()) {
				c.decls = append(c.decls, d)
			}
		}
	}
	slices.SortStableFunc(c.decls, func(a, b declared) int { return cmp.Compare(a.obj.Pos(), b.obj.Pos()) })
	codes := make(map[types.Object]bool)
	for _, d := range c.decls {
		codes[d.obj] = true
	}
	for i := range c.decls {
		d := &c.decls[i]
		of := flow.Used(c.pass.TypesInfo, c.unconverted(d.value))
		d.known = deprecated(*d) || codes[of] || of != nil && of.Pkg() != nil && c.known[of.Pkg().Path()+"."+of.Name()]
	}
}

// imported reads what imported packages say of their codes.
func (c *checker) imported() {
	c.known, c.values, c.words = make(map[string]bool), make(map[string][]string), make(map[string]bool)
	for _, code := range c.codes.Imported {
		c.known[code.Pkg.Path()+"."+code.Name] = true
		c.values[code.Value] = append(c.values[code.Value], code.Pkg.Name()+"."+code.Name)
		c.words[words(code.Name)] = true
	}
}

// used judges the values that no package judges at a declaration: literals, and constants of another package if only this package shows that
// they are codes, or that the program speaks MCP.
func (c *checker) used(u codeflow.Use) {
	if u.Compared {
		return
	}
	if u.Const == nil {
		c.judge(u.Expr, "", u.Value, u.Kind)
		return
	}
	pkg := u.Const.Pkg()
	if pkg == nil || pkg == c.pass.Pkg || !c.m.OwnPackage(pkg) || isProtocol(pkg) {
		return
	}
	if c.known[pkg.Path()+"."+u.Const.Name()] && (c.reserved(u.Value, u.Kind) != byMCP || c.pass.ImportPackageFact(pkg, new(speaksMCP))) {
		return // its package judges it, unless only this one shows that MCP is spoken
	}
	c.judge(u.Expr, pkg.Name()+"."+u.Const.Name(), u.Value, u.Kind)
}

// judge reports what is wrong with the value of a code: a constant of the given name, or a literal if that is empty.
func (c *checker) judge(at ast.Expr, name string, v constant.Value, kind codeflow.Kind) {
	subject := "the code " + text(v)
	if name != "" {
		subject = "code " + name + ", " + text(v) + ","
	}
	if why := c.reserved(v, kind); why != "" {
		c.report(at, CategoryReserved, subject+" "+why)
		return
	}
	n, isInt := flow.IntValue(v)
	switch {
	case c.o.Style == styleRPC && isInt:
		if !standard[n] && (n < int64(c.o.Range[0]) || n > int64(c.o.Range[1])) && !c.sdk[n] {
			c.report(at, CategoryStyle, fmt.Sprintf("%s is not between %d and %d", subject, c.o.Range[0], c.o.Range[1]))
		}
	case c.pattern != nil && v.Kind() == constant.String && !c.pattern.MatchString(constant.StringVal(v)):
		what := "does not match " + c.o.Style
		if stylePatterns[c.o.Style] != "" {
			what = "is not in " + c.o.Style
		}
		c.report(at, CategoryStyle, subject+" "+what)
	}
}

func (c *checker) report(at ast.Node, category, message string, related ...analysis.RelatedInformation) {
	c.reporter.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message, Related: related})
}
