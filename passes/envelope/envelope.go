package envelope

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryStatus    = "status"     // a problem has another status than it is sent with
	CategoryEmptyType = "empty-type" // an empty result is of another type than the tool's
	CategoryEmptyNull = "empty-null" // a slice or map in it is null
	CategoryOmitted   = "omitted"    // a field of it is left out
	CategoryNull      = "nullable"   // a slice or map of a result may be null
	CategoryShape     = "shape"      // an envelope has another shape
	CategoryMember    = "member"     // a literal of one leaves out a member
	CategoryFactory   = "factory"    // one is made outside its factories
	CategoryBase      = "base"       // a result does not embed the base type
	CategoryInstance  = "instance"   // a problem's instance is not of the pattern
)

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Types     []string          `yaml:"types" names:"type" doc:"more envelopes: example.com/app/reply.Error"`
	Shape     map[string]string `yaml:"shape" doc:"JSON members and their types: string, number, boolean, array, object or any; NAME? is optional"`
	Members   []string          `yaml:"members" doc:"JSON members that literals must set, if the type has them"`
	Factories []string          `yaml:"factories" single:"true" doc:"what may make envelopes: functions (example.com/app/reply.New), or the type's package (package)" default:"(any)"`
	Base      string            `yaml:"base" doc:"the type that tool results embed, or whose fields they have: example.com/app/reply.Base" default:"(none)"`
	Instance  string            `yaml:"instance" doc:"the instance of a problem, where {operation} stands for category:operation" default:"(any)"`
	Null      bool              `yaml:"nullable" doc:"also report slices and maps of successful results that may be null (category nullable)"`
	Omitted   *bool             `yaml:"omitted" doc:"report members that a success has and an empty result omits (category omitted)" default:"true"`

	// Tools and Replies are the analyzers to share with other rules; nil stands for those of the packages.
	Tools   *analysis.Analyzer `yaml:"-"`
	Replies *analysis.Analyzer `yaml:"-"`
}

// shapes are the words for the types of members.
var shapes = []string{"string", "number", "boolean", "array", "object", "any"}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	for name, shape := range o.Shape {
		if !slices.Contains(shapes, shape) {
			report("shape."+name, fmt.Sprintf("is %q, none of %s", shape, strings.Join(shapes, ", ")))
		}
	}
}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	o.Tools = cmp.Or(o.Tools, toolflow.Analyzer)
	o.Replies = cmp.Or(o.Replies, replyflow.Analyzer)
	return ruledoc.Rule("envelope", doc, &o, run, []*analysis.Analyzer{errflow.Analyzer, o.Tools, o.Replies})
}

// A checker checks one package.
type checker struct {
	pass     *analysis.Pass
	o        *Options
	m        *errflow.Model
	tools    *toolflow.Tools
	replies  *replyflow.Replies
	reporter *directive.Reporter
	lits     []literal
	sets     []setting
	byAlloc  map[token.Pos]*ast.CompositeLit
}

// A literal is a composite literal of a struct, with the function around it.
type literal struct {
	*ast.CompositeLit
	typ types.Type
	in  *ast.FuncDecl // nil outside of functions
}

// A setting is a field of an envelope that a literal or an assignment sets.
type setting struct {
	field *types.Var
	of    types.Type
	value ast.Expr
	in    *ast.FuncDecl // nil outside of functions
}

func run(pass *analysis.Pass, o *Options) error {
	m := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !m.InScope() {
		return nil
	}
	c := &checker{
		pass: pass, o: o, m: m,
		tools:    pass.ResultOf[o.Tools].(*toolflow.Tools),
		replies:  pass.ResultOf[o.Replies].(*replyflow.Replies),
		reporter: directive.NewReporter(pass),
	}
	c.syntax()
	c.status()
	c.empties()
	c.envelopes()
	c.results()
	c.reporter.Finish()
	return nil
}

func (c *checker) inTest(pos token.Pos) bool { return directive.InTest(c.pass.Fset, pos) }

// syntax lists the struct literals of the package, and the fields of envelopes that it sets.
func (c *checker) syntax() {
	c.byAlloc = make(map[token.Pos]*ast.CompositeLit)
	for _, file := range c.pass.Files {
		if c.inTest(file.FileStart) {
			continue
		}
		for _, decl := range file.Decls {
			in, _ := decl.(*ast.FuncDecl)
			set := func(f *types.Var, t types.Type, value ast.Expr) {
				if c.isEnvelope(t) {
					c.sets = append(c.sets, setting{f, t, value, in})
				}
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					if t := c.pass.TypesInfo.TypeOf(n); t != nil && flow.Struct(t) != nil {
						c.lits = append(c.lits, literal{n, flow.Deref(t), in})
						c.byAlloc[n.Lbrace] = n
						for f, value := range c.values(n) {
							set(f, flow.Deref(t), value)
						}
					}
				case *ast.AssignStmt:
					for i, lhs := range n.Lhs {
						sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
						if f, isField := flow.Used(c.pass.TypesInfo, lhs).(*types.Var); ok && isField && f.IsField() && len(n.Rhs) == len(n.Lhs) {
							set(f.Origin(), flow.Deref(c.pass.TypesInfo.TypeOf(sel.X)), n.Rhs[i])
						}
					}
				}
				return true
			})
		}
	}
	slices.SortFunc(c.sets, func(a, b setting) int { return cmp.Compare(a.value.Pos(), b.value.Pos()) })
}

// isMarked reports whether a type is marked or configured as an envelope.
func (c *checker) isMarked(t types.Type) bool {
	return slices.Contains(c.o.Types, flow.QualifiedName(t)) || c.replies.Marked(t)
}

// isEnvelope reports whether a type is an envelope: marked, configured, or a type of the module for problem details.
func (c *checker) isEnvelope(t types.Type) bool {
	return c.isMarked(t) || c.replies.IsEnvelope(t)
}

// report reports a finding, but no more than one per place and category.
func (c *checker) report(d analysis.Diagnostic) {
	if !c.reporter.Reported(d.Pos, d.Category) && !c.inTest(d.Pos) {
		c.reporter.Report(d)
	}
}

func (c *checker) at(n ast.Node, category, message string, fixes ...analysis.SuggestedFix) {
	c.report(analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Category: category, Message: message, SuggestedFixes: fixes})
}

// A tag is what a field's tag says about its JSON.
type tag struct {
	name  string // "" for a field that is not encoded
	omits string // the option by which it may be left out, omitempty or omitzero; "" if there is none
	empty bool   // it is where it is empty, and not only where it is zero
}

func tagOf(s *types.Struct, i int) tag {
	t := tag{name: flow.JSONKey(s, i)}
	opts := strings.Split(reflect.StructTag(s.Tag(i)).Get("json"), ",")[1:]
	switch {
	case slices.Contains(opts, "omitempty") && isEverEmpty(s.Field(i).Type()):
		t.omits, t.empty = "omitempty", true
	case slices.Contains(opts, "omitzero"):
		t.omits = "omitzero"
	}
	return t
}

// isEverEmpty reports whether omitempty leaves out any value of a type. It never leaves out structs, nor arrays with elements.
func isEverEmpty(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Struct:
		return false
	case *types.Array:
		return u.Len() == 0
	}
	return true
}

// values returns what a literal sets, by field.
func (c *checker) values(lit *ast.CompositeLit) map[*types.Var]ast.Expr {
	out := make(map[*types.Var]ast.Expr)
	for f, value := range flow.Elements(c.pass.TypesInfo, lit) {
		out[f.Origin()] = value
	}
	return out
}

// status reports problem details whose constant status is not that of a failure, or not the one that they are sent with.
func (c *checker) status() {
	for _, s := range c.sets {
		if s.field != replyflow.Member(s.of, "status") {
			continue
		}
		if n, ok := c.integer(s.value); ok && (n < 400 || n > 599) {
			c.at(s.value, CategoryStatus, fmt.Sprintf("the problem has status %d, which is none of a failure", n))
		}
	}
	for _, r := range c.replies.All {
		if r.Kind != replyflow.HTTP || !r.Constant {
			continue
		}
		for _, v := range r.Made {
			alloc, ok := v.(*ssa.Alloc)
			if !ok || !c.isEnvelope(alloc.Type()) {
				continue
			}
			f := replyflow.Member(alloc.Type(), "status")
			lit := c.byAlloc[alloc.Pos()]
			if f == nil || lit == nil || len(c.m.Stored(alloc, f)) > 1 || c.m.SetByCallees(alloc, f) {
				continue // or it has another one by then
			}
			value := c.values(lit)[f]
			if n, ok := c.integer(value); ok && n >= 400 && n <= 599 && n != r.Status {
				c.report(analysis.Diagnostic{
					Pos: value.Pos(), End: value.End(), Category: CategoryStatus,
					Message: fmt.Sprintf("the problem has status %d, and is sent with %d", n, r.Status),
					Related: []analysis.RelatedInformation{{Pos: r.Pos, Message: "it is sent here"}},
				})
			}
		}
	}
}

// envelopes checks the shape of envelopes, and how they are made.
func (c *checker) envelopes() {
	if len(c.o.Shape) > 0 {
		for obj := range flow.Types(c.pass.Pkg) {
			if flow.Struct(obj.Type()) != nil && c.isMarked(obj.Type()) {
				c.shape(obj)
			}
		}
	}
	for _, lit := range c.lits {
		if !c.isEnvelope(lit.typ) {
			continue
		}
		c.members(lit)
		if c.isMarked(lit.typ) {
			c.factory(lit)
		}
	}
	for _, s := range c.sets {
		if c.o.Instance != "" && s.field == replyflow.Member(s.of, "instance") {
			c.instance(s.value, s.in)
		}
	}
}

// shape compares an envelope with the option of that name.
func (c *checker) shape(obj *types.TypeName) {
	if c.marshals(obj.Type()) {
		return
	}
	members := membersOf(flow.Struct(obj.Type()))
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(c.o.Shape)) {
		want := c.o.Shape[name]
		name, optional := strings.CutSuffix(name, "?")
		m, ok := members[name]
		switch {
		case !ok && !optional:
			wrong = append(wrong, "has no member "+name)
		case !ok:
		case want != "any" && shapeOf(m.typ) != want && shapeOf(m.typ) != "any":
			wrong = append(wrong, fmt.Sprintf("has %s for the %s %s", shapeOf(m.typ), want, name))
		case !optional && m.omits != "":
			wrong = append(wrong, "may leave out "+name)
		}
	}
	if wrong != nil {
		c.report(analysis.Diagnostic{
			Pos: obj.Pos(), End: obj.Pos() + token.Pos(len(obj.Name())), Category: CategoryShape,
			Message: fmt.Sprintf("envelope %s %s", obj.Name(), strings.Join(wrong, ", ")),
		})
	}
}

// A member is a JSON member of a struct: a field of the struct, or of an embedded one.
type member struct {
	tag
	typ types.Type
}

// membersOf returns the members of a struct by name. Outer fields hide those of embedded structs.
func membersOf(s *types.Struct) map[string]member {
	out := make(map[string]member)
	structs := worklist.Of(s)
	for s := range structs.All() {
		for i := range s.NumFields() {
			f, tag := s.Field(i), tagOf(s, i)
			if inner := flow.Struct(f.Type()); f.Embedded() && inner != nil && flow.JSONName(s, i) == "" {
				structs.Push(inner)
			} else if _, hidden := out[tag.name]; tag.name != "" && !hidden {
				out[tag.name] = member{tag, f.Type()}
			}
		}
	}
	return out
}

// shapeOf returns the JSON type of a type's values, or any if that is not known.
func shapeOf(t types.Type) string {
	switch {
	case hasMethod(t, "MarshalJSON"):
		return "any"
	case hasMethod(t, "MarshalText") || isBytes(t):
		return "string"
	case flow.QualifiedName(t) == "encoding/json.Number":
		return "number"
	}
	switch u := types.Unalias(flow.Deref(t)).Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return "string"
		case u.Info()&types.IsNumeric != 0:
			return "number"
		case u.Info()&types.IsBoolean != 0:
			return "boolean"
		}
	case *types.Slice, *types.Array:
		return "array"
	case *types.Struct, *types.Map:
		return "object"
	}
	return "any"
}

// members reports the members that a literal of an envelope leaves out.
func (c *checker) members(lit literal) {
	if len(lit.Elts) == 0 {
		return // it is filled later, or a zero value that stands for none
	}
	set := c.values(lit.CompositeLit)
	var missing []string
	for _, name := range c.o.Members {
		if f := replyflow.Member(lit.typ, name); f != nil && set[f] == nil && !c.assigned(lit, f) {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		c.at(lit, CategoryMember, fmt.Sprintf("the %s has no %s", flow.Named(lit.typ).Obj().Name(), strings.Join(missing, ", ")))
	}
}

// assigned reports whether the function around a literal sets a field of its value, by an assignment or by calling a function.
func (c *checker) assigned(lit literal, f *types.Var) bool {
	if lit.in != nil {
		if fn, ok := c.pass.TypesInfo.Defs[lit.in.Name].(*types.Func); ok {
			if body := c.m.Func(fn); body != nil && c.m.CallsSetter(body, flow.Named(lit.typ).Origin().Obj(), f) {
				return true
			}
		}
	}
	return slices.ContainsFunc(c.m.StoresToField(f), func(s flow.Store) bool {
		fn := flow.Outermost(s.Instr.Parent())
		decl := c.m.Decl(fn)
		pos := s.Instr.Pos()
		return decl != nil && decl.Pos() <= lit.Pos() && lit.End() <= decl.End() &&
			!slices.ContainsFunc(c.lits, func(l literal) bool { return l.Pos() <= pos && pos < l.End() })
	})
}

// factory reports an envelope that is made outside of its factories.
func (c *checker) factory(lit literal) {
	if len(c.o.Factories) == 0 || len(lit.Elts) == 0 {
		return
	}
	n := flow.Named(lit.typ)
	if slices.Contains(c.o.Factories, "package") && n.Obj().Pkg() == c.pass.Pkg {
		return
	}
	if lit.in != nil {
		if fn, ok := c.pass.TypesInfo.Defs[lit.in.Name].(*types.Func); ok && slices.Contains(c.o.Factories, fn.FullName()) {
			return
		}
	}
	c.at(lit, CategoryFactory, fmt.Sprintf("a %s is made here, and not by a factory of it", n.Obj().Name()))
}

// operation is what {operation} stands for.
const operation = `[a-z][a-z0-9_]*:[A-Za-z0-9_.-]{1,128}`

// instance reports an instance that does not match the pattern, or has an operation other than the decorator's.
func (c *checker) instance(value ast.Expr, in *ast.FuncDecl) {
	prefix, suffix, _ := strings.Cut(c.o.Instance, "{operation}")
	if text, ok := c.text(value); ok {
		if pattern := regexp.MustCompile("^" + regexp.QuoteMeta(prefix) + operation + regexp.QuoteMeta(suffix) + "$"); !pattern.MatchString(text) {
			c.at(value, CategoryInstance, fmt.Sprintf("the instance %q is not %s", text, c.o.Instance))
			return
		}
		named := strings.TrimSuffix(strings.TrimPrefix(text, prefix), suffix)
		if ops := c.operations(value); strings.Contains(c.o.Instance, "{operation}") && len(ops) > 0 && !slices.Contains(ops, named) {
			c.at(value, CategoryInstance, fmt.Sprintf("the instance names %s, and the decorator of its function %s", named, strings.Join(ops, " or ")))
		}
		return
	}
	var begin string
	var tail ast.Expr
	switch x := ast.Unparen(value).(type) {
	case *ast.BinaryExpr:
		text, ok := c.text(x.X)
		if !ok {
			return
		}
		begin, tail = text, x.Y
	case *ast.CallExpr:
		sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Sprintf" || len(x.Args) < 2 {
			return
		}
		text, ok := c.text(x.Args[0])
		if !ok {
			return
		}
		begin, _, _ = strings.Cut(text, "%")
		tail = x.Args[1]
	default:
		return
	}
	if begin != prefix {
		c.at(value, CategoryInstance, fmt.Sprintf("the instance begins with %q, and not with %q", begin, prefix))
		return
	}
	// In a declared decorator, the operation is its parameter.
	id, ok := ast.Unparen(tail).(*ast.Ident)
	if !ok || in == nil {
		return
	}
	mark, ok := directive.FuncDirective(in, directive.Decorator)
	if v, isVar := c.pass.TypesInfo.Uses[id].(*types.Var); ok && isVar && mark.Args["op"] != "" && isParam(c.pass, in, v) && v.Name() != mark.Args["op"] {
		c.at(value, CategoryInstance, fmt.Sprintf("the instance ends in %s, and not in the operation, %s", v.Name(), mark.Args["op"]))
	}
}

// operations returns the operations of the decorators to which the function or literal around an expression is given, or nil if one is not
// known.
func (c *checker) operations(e ast.Expr) (ops []string) {
	for _, app := range c.tools.Applications {
		if app.Op == nil || app.Call == nil {
			continue
		}
		for _, arg := range app.Call.Call.Args {
			if _, ok := types.Unalias(arg.Type()).Underlying().(*types.Signature); !ok {
				continue
			}
			targets, _ := c.m.Targets(arg)
			for _, t := range targets {
				syntax := t.Fn.Syntax()
				if syntax == nil || e.Pos() < syntax.Pos() || syntax.End() <= e.Pos() {
					continue
				}
				op, ok := flow.StringConst(flow.Strip(app.Op))
				if !ok {
					return nil
				}
				if !slices.Contains(ops, op) {
					ops = append(ops, op)
				}
			}
		}
	}
	return ops
}

func isParam(pass *analysis.Pass, decl *ast.FuncDecl, v *types.Var) bool {
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	return ok && slices.Contains(slices.Collect(fn.Signature().Params().Variables()), v)
}
