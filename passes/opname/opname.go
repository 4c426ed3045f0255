package opname

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/lazyregexp"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/toolflow"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryConstant  = "constant"  // the operation is not a constant
	CategoryFormat    = "format"    // it is not category:operation
	CategoryCategory  = "category"  // its category is not allowed
	CategoryTool      = "tool"      // it is not the tool's name
	CategoryDuplicate = "duplicate" // another tool has it
)

// defaultPattern is lower_snake.
const defaultPattern = "[a-z][a-z0-9_]*"

// form matches every operation. Its right half has the alphabet that the SDK
// allows for the names of tools.
var form = lazyregexp.New(`^([a-z][a-z0-9_]*):([A-Za-z0-9_.-]{1,128})$`)

// Options configure the rule. The zero Options are the default.
type Options struct {
	Pattern    string   `yaml:"pattern" doc:"regular expression for the whole part after the colon" default:"([a-z][a-z0-9_]*, or the tool's name)"`
	Categories []string `yaml:"categories" doc:"the allowed categories" default:"(any)"`
	Fields     []string `yaml:"fields" names:"field" doc:"struct fields that hold operations: example.com/log.Entry.Operation"`
	LogKeys    []string `yaml:"log-keys" doc:"log keys that hold operations"`

	// Tools is the analyzer that the rule requires: one for all rules that run
	// together. If it is nil, it is toolflow.Analyzer.
	Tools *analysis.Analyzer `yaml:"-"`
}

var categoryForm = lazyregexp.New(`^[a-z][a-z0-9_]*$`)

// Check reports the options that are wrong in ways that their types allow.
func (o Options) Check(report func(key, problem string)) {
	if _, err := regexp.Compile(o.Pattern); err != nil {
		report("pattern", err.Error())
	}
	for i, c := range o.Categories {
		if !categoryForm().MatchString(c) {
			report(fmt.Sprintf("categories[%d]", i), fmt.Sprintf("%q is no category: lower-case letters, digits and underscores", c))
		}
	}
	for i, f := range o.Fields {
		if _, _, _, ok := splitField(f); !ok {
			report(fmt.Sprintf("fields[%d]", i), fmt.Sprintf("%q is no field of a type, such as example.com/log.Entry.Operation", f))
		}
	}
	for i, k := range o.LogKeys {
		if k == "" {
			report(fmt.Sprintf("log-keys[%d]", i), "is empty")
		}
	}
}

// splitField splits "example.com/log.Entry.Operation".
func splitField(s string) (pkg, typ, field string, ok bool) {
	slash := strings.LastIndexByte(s, '/') + 1
	parts := strings.Split(s[slash:], ".")
	if len(parts) < 3 {
		return "", "", "", false
	}
	n := len(parts)
	pkg, typ, field = s[:slash]+strings.Join(parts[:n-2], "."), parts[n-2], parts[n-1]
	return pkg, typ, field, pkg != "" && token.IsIdentifier(typ) && token.IsIdentifier(field)
}

// Analyzer is the rule with the default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	o.Categories, o.Fields, o.LogKeys = slices.Clone(o.Categories), slices.Clone(o.Fields), slices.Clone(o.LogKeys)
	o.Tools = cmp.Or(o.Tools, toolflow.Analyzer)
	return ruledoc.Rule("opname", doc, &o, run, []*analysis.Analyzer{errflow.Analyzer, o.Tools}, new(operationType), new(operations))
}

// operationType marks a type whose values are operations.
type operationType struct{ Operation bool }

// operations lists the correct operations of the tools of a package, each as
// "operation tool", sorted.
type operations struct{ Tools []string }

func (*operationType) AFact()         {}
func (*operations) AFact()            {}
func (*operationType) String() string { return "operation" }
func (o *operations) String() string  { return "operations(" + strings.Join(o.Tools, ", ") + ")" }

// A checker checks the operations of one package.
type checker struct {
	pass     *analysis.Pass
	model    *errflow.Model
	o        *Options
	pattern  *regexp.Regexp
	reporter *directive.Reporter
	done     map[token.Pos]bool // places that have a finding
	used     map[types.Object]int
	named    map[string]bool // the names of the tools of the package

	operations map[types.Object]bool // the types that are marked as operations, of the package and of those below it
}

func run(pass *analysis.Pass, o *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	pattern, err := compilePattern(o)
	if err != nil {
		return fmt.Errorf("opname: pattern: %w", err)
	}
	c := &checker{
		pass: pass, model: model, o: o, pattern: pattern,
		reporter: directive.NewReporter(pass),
		done:     make(map[token.Pos]bool),
		named:    make(map[string]bool),
	}
	tools := pass.ResultOf[o.Tools].(*toolflow.Tools)
	for _, r := range tools.Registrations {
		c.named[r.Name] = true
	}
	c.types()
	c.operations = make(map[types.Object]bool)
	for _, f := range pass.AllObjectFacts() {
		if _, ok := f.Fact.(*operationType); ok {
			c.operations[f.Object] = true
		}
	}
	for _, op := range tools.Operations {
		c.given(op)
	}
	c.syntax()
	c.tools(tools)
	c.reporter.Finish()
	return nil
}

// given checks an operation that is an argument of a decorator.
func (c *checker) given(op toolflow.Operation) {
	consts, known := c.constants(op.Value)
	if !known {
		c.report(op.Expr, CategoryConstant, fmt.Sprintf("the operation given to %s is not a constant", errflow.FuncName(op.Callee, c.pass.Pkg)), nil)
		return
	}
	if _, isConst := c.constant(op.Expr); isConst && c.isOperation(c.pass.TypesInfo.TypeOf(op.Expr)) {
		return // checked where a constant of its type is made
	}
	if cell, ok := c.model.CellOf(op.Value); ok && c.rows(op, cell) {
		return
	}
	for _, text := range consts {
		c.check(op.Expr, text)
	}
}

// rows checks the operations of a table where they are written. It reports whether it has found all of them.
func (c *checker) rows(op toolflow.Operation, cell flow.Cell) bool {
	given := analysis.RelatedInformation{Pos: op.Expr.Pos(), End: op.Expr.End(), Message: "it is given to " + errflow.FuncName(op.Callee, c.pass.Pkg) + " here"}
	type written struct {
		at   ast.Expr
		text string
	}
	var all []written
	for _, row := range cell.Table.Rows {
		at, text := c.written(row, cell.Column)
		if at == nil {
			return false
		}
		all = append(all, written{at, text})
	}
	for _, w := range all {
		c.check(w.at, w.text, given)
	}
	return true
}

// written returns the expression and the text in a row and column of a table; nil if they are not known.
func (c *checker) written(row flow.Row, column int) (ast.Expr, string) {
	v, _ := row.Cell(column)
	if v == nil {
		return nil, ""
	}
	text, ok := flow.StringConst(v)
	file := flow.FileAt(c.pass.Files, row.Pos)
	if !ok || file == nil {
		return nil, ""
	}
	// Have: a constant in a row of the package.
	above, _ := astutil.PathEnclosingInterval(file, row.Pos, row.Pos)
	is := func(e ast.Expr) bool {
		other, ok := c.constant(e)
		return ok && other == text
	}
	inStruct := func(lit *ast.CompositeLit) ast.Expr {
		s := flow.Struct(c.pass.TypesInfo.TypeOf(lit))
		if s == nil || column < 0 || column >= s.NumFields() {
			return nil
		}
		for f, value := range flow.Elements(c.pass.TypesInfo, lit) {
			if f == s.Field(column) && is(value) {
				return value
			}
		}
		return nil
	}
	for _, n := range above {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			value := ast.Unparen(n.Value)
			if ref, ok := value.(*ast.UnaryExpr); ok {
				value = ast.Unparen(ref.X)
			}
			switch lit, ok := value.(*ast.CompositeLit); {
			case column == flow.RowKey && is(n.Key):
				return n.Key, text
			case column == flow.WholeRow && is(n.Value):
				return n.Value, text
			case ok:
				if at := inStruct(lit); at != nil {
					return at, text
				}
			}
		case *ast.CompositeLit:
			if at := inStruct(n); at != nil {
				return at, text
			}
		case ast.Expr:
			if column == flow.WholeRow && is(n) {
				return n, text
			}
		}
	}
	return nil, ""
}

// constants returns the constants that v may be; known is false if it may be something that is computed.
func (c *checker) constants(v ssa.Value) (consts []string, known bool) {
	known = true
	for _, o := range c.model.Origins(v, flow.OriginOptions{}) {
		switch o.Kind {
		case flow.OriginConst:
			if text, ok := flow.StringConst(o.Value); ok && !slices.Contains(consts, text) {
				consts = append(consts, text)
			}
		case flow.OriginOp, flow.OriginCall, flow.OriginGlobal, flow.OriginZero:
			known = false
		}
	}
	return consts, known
}

// check reports what is wrong with an operation.
func (c *checker) check(at ast.Expr, text string, related ...analysis.RelatedInformation) {
	if category, problem := judge(text, c.patternFor(text), c.o); category != "" {
		c.report(at, category, fmt.Sprintf("operation %q %s", text, problem), nil, related...)
	}
}

func (c *checker) valid(text string) bool {
	category, _ := judge(text, c.patternFor(text), c.o)
	return category == ""
}

// anything is the pattern of operations that are the names of their tools.
var anything = lazyregexp.New("")

// patternFor returns the pattern for an operation. By default, it may be the name of a tool, whatever that is like.
func (c *checker) patternFor(text string) *regexp.Regexp {
	if _, name, _ := strings.Cut(text, ":"); c.o.Pattern == "" && c.named[name] {
		return anything()
	}
	return c.pattern
}

// judge returns the category of what is wrong with an operation, and a predicate for the message.
// Both are empty if the operation is correct. The pattern is that of o, compiled.
func judge(text string, pattern *regexp.Regexp, o *Options) (category, problem string) {
	m := form().FindStringSubmatch(text)
	switch {
	case m == nil:
		return CategoryFormat, "is not of the form category:operation"
	case !pattern.MatchString(m[2]) && o.Pattern == "":
		return CategoryFormat, "is not lower_snake behind its category"
	case !pattern.MatchString(m[2]):
		return CategoryFormat, fmt.Sprintf("does not match %q behind its category", o.Pattern)
	case len(o.Categories) > 0 && !slices.Contains(o.Categories, m[1]):
		return CategoryCategory, fmt.Sprintf("has the category %s, which is not one of %s", m[1], strings.Join(o.Categories, ", "))
	}
	return "", ""
}

// compilePattern compiles the pattern of the options, which has to match all of the part after the colon.
func compilePattern(o *Options) (*regexp.Regexp, error) {
	return regexp.Compile("^(?:" + cmp.Or(o.Pattern, defaultPattern) + ")$")
}

// report reports a finding, at most one for each expression.
func (c *checker) report(at ast.Expr, category, message string, fix *analysis.SuggestedFix, related ...analysis.RelatedInformation) {
	if c.done[at.Pos()] {
		return
	}
	c.done[at.Pos()] = true
	diag := analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: category, Message: message, Related: related}
	if id, ok := ast.Unparen(at).(*ast.Ident); ok {
		if obj, ok := c.pass.TypesInfo.Uses[id].(*types.Const); ok && obj.Pkg() == c.pass.Pkg {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: obj.Pos(), Message: obj.Name() + " is declared here"})
		}
	}
	if fix != nil {
		diag.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	c.reporter.Report(diag)
}

// A use is an operation of a tool.
type use struct {
	op, tool string
	at       ast.Expr  // the operation
	named    token.Pos // where the tool's name is written, or NoPos
}

// uses returns the operations that are given for the tools of a package: one for a registration, or one for each row of a table that
// has both.
func (c *checker) uses(tools *toolflow.Tools) []use {
	var out []use
	type application struct {
		reg ssa.CallInstruction
		dec *ssa.Call
	}
	tables := make(map[application]bool)
	for _, reg := range tools.Registrations {
		for _, app := range reg.Decorators {
			if app.Op == nil || app.OpExpr == nil {
				continue
			}
			cell, ok := c.model.CellOf(app.Op)
			if ok {
				if a := (application{reg.Call, app.Call}); tables[a] {
					continue
				} else if rows := c.paired(tools, reg.Call, cell); rows != nil {
					tables[a] = true
					out = append(out, rows...)
					continue
				}
			}
			consts, known := c.constants(app.Op)
			if reg.Name != "" && known && len(consts) == 1 {
				out = append(out, use{consts[0], reg.Name, app.OpExpr, reg.NamePos})
			}
		}
	}
	return out
}

// paired returns the operations of a cell with the names of the tools in the same rows; nil if the name of the registered tool is not in the table.
func (c *checker) paired(tools *toolflow.Tools, call ssa.CallInstruction, op flow.Cell) []use {
	name, ok := tools.NameCell(call)
	if !ok || name.Table != op.Table || name.Chooses != op.Chooses {
		return nil
	}
	var out []use
	for _, row := range op.Table.Rows {
		at, text := c.written(row, op.Column)
		named, tool := c.written(row, name.Column)
		if at != nil && named != nil {
			out = append(out, use{text, tool, at, named.Pos()})
		}
	}
	return out
}

// tools compares the operations with the names under which handlers are registered.
func (c *checker) tools(tools *toolflow.Tools) {
	owner := make(map[string]string) // the tool of an operation
	facts := c.pass.AllPackageFacts()
	slices.SortFunc(facts, func(a, b analysis.PackageFact) int { return cmp.Compare(a.Package.Path(), b.Package.Path()) })
	for _, f := range facts {
		if ops, ok := f.Fact.(*operations); ok && f.Package != c.pass.Pkg {
			for _, line := range ops.Tools {
				op, tool, _ := strings.Cut(line, " ")
				owner[op] = tool
			}
		}
	}
	var own operations
	for _, u := range c.uses(tools) {
		if !c.valid(u.op) {
			continue // what is wrong has been said
		}
		// Have: a good operation, and the name of the tool.
		category, name, _ := strings.Cut(u.op, ":")
		if u.tool == name {
			own.Tools = append(own.Tools, u.op+" "+u.tool)
			owner[u.op] = u.tool
			continue
		}
		var related []analysis.RelatedInformation
		if u.named.IsValid() {
			related = append(related, analysis.RelatedInformation{Pos: u.named, Message: fmt.Sprintf("the tool is called %q", u.tool)})
		}
		fix := c.rename(u.at, category+":"+u.tool)
		if other, ok := owner[u.op]; ok && other != u.tool {
			c.report(u.at, CategoryDuplicate, fmt.Sprintf("operation %q of tool %q is that of tool %q, too", u.op, u.tool, other), fix, related...)
			continue
		}
		owner[u.op] = u.tool
		c.report(u.at, CategoryTool, fmt.Sprintf("operation %q is not the name of its tool, %q", u.op, u.tool), fix, related...)
	}
	if slices.Sort(own.Tools); len(own.Tools) > 0 {
		own.Tools = slices.Compact(own.Tools)
		c.pass.ExportPackageFact(&own)
	}
}

// rename returns the fix that changes an operation to text: in its literal, or in that of a constant that is
// not used anywhere else.
func (c *checker) rename(at ast.Expr, text string) *analysis.SuggestedFix {
	if !c.valid(text) {
		return nil
	}
	lit, ok := ast.Unparen(at).(*ast.BasicLit)
	if id, isIdent := ast.Unparen(at).(*ast.Ident); isIdent {
		lit, ok = c.onlyUse(id)
	}
	if !ok {
		return nil
	}
	quoted := strconv.Quote(text)
	if strings.HasPrefix(lit.Value, "`") {
		quoted = "`" + text + "`"
	}
	return &analysis.SuggestedFix{
		Message:   "Rename the operation to " + text,
		TextEdits: []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(quoted)}},
	}
}

// onlyUse returns the literal in the declaration of a constant, if id is its only use.
func (c *checker) onlyUse(id *ast.Ident) (*ast.BasicLit, bool) {
	obj, ok := c.pass.TypesInfo.Uses[id].(*types.Const)
	if !ok || obj.Pkg() != c.pass.Pkg || obj.Exported() && obj.Parent() == c.pass.Pkg.Scope() {
		return nil, false
	}
	if c.used == nil {
		c.used = make(map[types.Object]int)
		for _, used := range c.pass.TypesInfo.Uses {
			c.used[used]++
		}
	}
	if c.used[obj] != 1 {
		return nil, false
	}
	file := flow.FileAt(c.pass.Files, obj.Pos())
	if file == nil {
		return nil, false
	}
	above, _ := astutil.PathEnclosingInterval(file, obj.Pos(), obj.Pos())
	for _, n := range above {
		if spec, ok := n.(*ast.ValueSpec); ok {
			i := slices.IndexFunc(spec.Names, func(name *ast.Ident) bool { return name.Pos() == obj.Pos() })
			if i < 0 || i >= len(spec.Values) {
				break // its value is that of the constant before
			}
			lit, ok := ast.Unparen(spec.Values[i]).(*ast.BasicLit)
			return lit, ok
		}
	}
	return nil, false
}

func (c *checker) constant(e ast.Expr) (string, bool) { return flow.StringValue(c.pass.TypesInfo, e) }

// types exports the types that are marked as operations.
func (c *checker) types() {
	for decl, spec := range flow.Specs[*ast.TypeSpec](c.pass.Files, token.TYPE) {
		d, marked := directive.TypeDirective(decl, spec, directive.Operation)
		obj := c.pass.TypesInfo.Defs[spec.Name]
		if marked && d.Valid() && obj != nil && flow.IsString(obj.Type()) {
			c.pass.ExportObjectFact(obj, &operationType{true})
		}
	}
}

// isOperation reports whether t is a type that is marked as an operation.
func (c *checker) isOperation(t types.Type) bool {
	if len(c.operations) == 0 || t == nil {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && c.operations[n.Obj()]
}

// syntax checks expressions that are operations by their context: constants of an
// operation type, values of configured fields, and values of configured log keys.
func (c *checker) syntax() {
	if len(c.operations) == 0 && len(c.o.Fields) == 0 && len(c.o.LogKeys) == 0 {
		return
	}
	for _, file := range c.pass.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				c.literal(n)
			case *ast.AssignStmt:
				c.assignment(n)
			case *ast.CallExpr:
				c.call(n)
			}
			if e, ok := n.(ast.Expr); ok && c.isOperation(c.pass.TypesInfo.TypeOf(e)) {
				return c.typed(e)
			}
			return true
		})
	}
}

// typed checks an expression of an operation type; more says to continue with its operands.
func (c *checker) typed(e ast.Expr) (more bool) {
	text, isConst := c.constant(e)
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true // checked where it is made
	case *ast.CallExpr:
		conversion := c.pass.TypesInfo.Types[e.Fun].IsType()
		if !isConst && conversion && len(e.Args) == 1 && !c.isOperation(c.pass.TypesInfo.TypeOf(e.Args[0])) && computed(e.Args[0]) {
			c.report(e, CategoryConstant, "an operation is made of a string that is not a constant", nil)
			return false
		}
	case *ast.BinaryExpr:
		if !isConst {
			c.report(e, CategoryConstant, "an operation is put together of parts that are not constants", nil)
			return false
		}
	}
	if isConst && text != "" {
		c.check(e, text)
		return false
	}
	return true
}

// computed reports whether a string is computed by an expression, rather than passed on.
func computed(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.CallExpr, *ast.BinaryExpr:
		return true
	}
	return false
}

// literal checks the configured fields that a struct literal sets.
func (c *checker) literal(lit *ast.CompositeLit) {
	if len(c.o.Fields) == 0 {
		return
	}
	for f, value := range flow.Elements(c.pass.TypesInfo, lit) {
		if c.isField(c.pass.TypesInfo.TypeOf(lit), f.Name()) {
			c.held(value)
		}
	}
}

// assignment checks the configured fields that are assigned.
func (c *checker) assignment(a *ast.AssignStmt) {
	if len(c.o.Fields) == 0 || len(a.Lhs) != len(a.Rhs) {
		return
	}
	for i, lhs := range a.Lhs {
		if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok {
			if s := c.pass.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.FieldVal && c.isField(s.Recv(), sel.Sel.Name) {
				c.held(a.Rhs[i])
			}
		}
	}
}

// isField reports whether a field of struct type t, or of what it points to, is configured.
func (c *checker) isField(t types.Type, name string) bool {
	return slices.Contains(c.o.Fields, flow.QualifiedName(t)+"."+name)
}

// loggers are the packages whose calls alternate keys and values, or have a key before its value.
var loggers = []string{
	"log/slog", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog",
	"github.com/hashicorp/go-hclog", "github.com/go-logr/logr",
}

// call checks the values of configured log keys.
func (c *checker) call(call *ast.CallExpr) {
	if len(c.o.LogKeys) == 0 {
		return
	}
	fn, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() == nil || !slices.Contains(loggers, fn.Pkg().Path()) {
		return
	}
	for i, arg := range call.Args {
		if key, ok := c.constant(arg); ok && slices.Contains(c.o.LogKeys, key) && i+1 < len(call.Args) {
			c.held(call.Args[i+1])
		}
	}
}

// held checks a value that is an operation by its context. A value that is passed on from elsewhere is checked
// where it is made, if at all.
func (c *checker) held(e ast.Expr) {
	if text, ok := c.constant(e); ok {
		c.check(e, text)
		return
	}
	t := c.pass.TypesInfo.TypeOf(e)
	if t == nil || c.isOperation(t) || !flow.IsString(t) {
		return
	}
	if bin, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
		c.report(bin, CategoryConstant, "an operation is put together of parts that are not constants", nil)
	}
}
