package domainerr

import (
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/worklist"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryMixed     = "mixed"     // both E and *E leave
	CategoryUntyped   = "untyped"   // an error without a name leaves an adapter
	CategoryHierarchy = "hierarchy" // an error type is not of the family
	CategoryContext   = "context"   // a field that the table requires is left out
	CategoryLayer     = "layer"     // an error of a layer that the package must not know
)

// untypedAll is the value of option untyped that is not the default.
const untypedAll = "all"

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Packages []string            `yaml:"packages" names:"package" doc:"packages whose exported error types are the family: ./internal/..." default:"(all of the module)"`
	Base     string              `yaml:"base" doc:"what error types of the family embed or implement: example.com/app/apperr.Base"`
	Methods  []string            `yaml:"methods" doc:"methods that these types must have, declared or promoted"`
	Context  map[string][]string `yaml:"context" doc:"by error type (FileError, example.com/app/apperr.FileError), the fields that must be set, and that methods must read"`
	Layers   []Layer             `yaml:"layers" doc:"packages that must not know the errors of others"`
	Untyped  string              `yaml:"untyped" doc:"which exported functions to check: those of adapters, or all" default:"marked" enum:"marked,all"`

	// Adapters are the packages that are configured as adapters for raisesdoc.
	Adapters []string `yaml:"-"`
}

// A Layer is packages that must not know the errors of some others.
type Layer struct {
	Packages []string `yaml:"packages" names:"package" doc:"the packages: ./internal/..."`
	Not      []string `yaml:"not" names:"anypackage" doc:"packages whose errors they must not use or return"`
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	pkgglob.CheckAll("packages", o.Packages, report)
	for i, l := range o.Layers {
		key := fmt.Sprintf("layers[%d]", i)
		for _, part := range []struct {
			key   string
			globs []string
		}{{key + ".packages", l.Packages}, {key + ".not", l.Not}} {
			if len(part.globs) == 0 {
				report(part.key, "is missing")
			}
			pkgglob.CheckAll(part.key, part.globs, report)
		}
	}
	for i, m := range o.Methods {
		if !token.IsIdentifier(m) {
			report(fmt.Sprintf("methods[%d]", i), fmt.Sprintf("%q is no name of a method", m))
		}
	}
	for t, fields := range o.Context {
		for i, f := range fields {
			if !token.IsIdentifier(f) {
				report(fmt.Sprintf("context.%s[%d]", t, i), fmt.Sprintf("%q is no name of a field", f))
			}
		}
	}
}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	return ruledoc.Rule("domainerr", doc, &o, run, []*analysis.Analyzer{inspect.Analyzer, errflow.Analyzer}, new(formsFact))
}

// A checker is one run of the rule on one package.
type checker struct {
	pass   *analysis.Pass
	opts   *Options
	model  *errflow.Model
	report *directive.Reporter
	in     *inspector.Inspector
}

func run(pass *analysis.Pass, o *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	c := &checker{
		pass:   pass,
		opts:   o,
		model:  model,
		report: directive.NewReporter(pass),
		in:     pass.ResultOf[inspect.Analyzer].(*inspector.Inspector),
	}
	c.mixed()
	c.untyped()
	c.hierarchy()
	c.context()
	c.layers()
	c.report.Finish()
	return nil
}

// skipped reports whether the code at pos is not judged: tests make and compare errors in every form.
func (c *checker) skipped(pos token.Pos) bool {
	return !pos.IsValid() || directive.InTest(c.pass.Fset, pos)
}

// typesOf yields the package-level types of the package that are no interfaces, in the order of their names.
func (c *checker) typesOf() []*types.TypeName {
	var out []*types.TypeName
	for obj := range flow.Types(c.pass.Pkg) {
		if !types.IsInterface(obj.Type()) && !c.skipped(obj.Pos()) {
			out = append(out, obj)
		}
	}
	return out
}

// isErrorType reports whether values of a type, or pointers to them, are errors.
func isErrorType(obj *types.TypeName) bool { return errflow.IsError(types.NewPointer(obj.Type())) }

// hierarchy reports the error types that are not of the family.
func (c *checker) hierarchy() {
	if c.opts.Base == "" && len(c.opts.Methods) == 0 ||
		len(c.opts.Packages) > 0 && !pkgglob.MatchPass(c.opts.Packages, c.pass) {
		return
	}
	decoded := c.decoded()
	for _, obj := range c.typesOf() {
		if !obj.Exported() || !isErrorType(obj) || c.model.Names(c.opts.Base, obj) || decoded[obj] {
			continue
		}
		var lacks []string
		if c.opts.Base != "" && !c.inherits(obj) {
			lacks = append(lacks, "neither embeds nor implements "+path.Base(c.opts.Base))
		}
		set := types.NewMethodSet(types.NewPointer(obj.Type()))
		var missing []string
		for _, m := range c.opts.Methods {
			if set.Lookup(obj.Pkg(), m) == nil {
				missing = append(missing, m)
			}
		}
		if len(missing) > 0 {
			lacks = append(lacks, "has no method "+strings.Join(missing, " and no "))
		}
		if len(lacks) > 0 {
			c.report.ReportAt(obj.Pos(), obj.Pos()+token.Pos(len(obj.Name())), CategoryHierarchy,
				"error type "+obj.Name()+" "+strings.Join(lacks, " and "))
		}
	}
}

// inherits reports whether a type implements the base, or embeds it at whatever depth.
func (c *checker) inherits(obj *types.TypeName) bool {
	parents := worklist.Of(obj.Type())
	for t := range parents.All() {
		if named, ok := t.(*types.Named); ok && c.model.Names(c.opts.Base, named.Origin().Obj()) {
			return true
		}
		if s, ok := t.Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Embedded() {
					parents.Push(types.Unalias(flow.Deref(types.Unalias(f.Type()))))
				}
			}
		}
	}
	for _, pkg := range append(c.pass.Pkg.Imports(), c.pass.Pkg) {
		name := c.opts.Base[strings.LastIndexByte(c.opts.Base, '.')+1:]
		base, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !c.model.Names(c.opts.Base, base) {
			continue
		}
		if i, ok := base.Type().Underlying().(*types.Interface); ok && types.Implements(types.NewPointer(obj.Type()), i) {
			return true
		}
	}
	return false
}

// decoded is the types whose values come off a wire: what the package hands to a decoder's Unmarshal or Decode.
func (c *checker) decoded() map[*types.TypeName]bool {
	out := make(map[*types.TypeName]bool)
	for cur := range c.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || len(call.Args) == 0 {
			continue
		}
		fn, ok := c.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
		if !ok || fn.Pkg() == nil || !strings.HasPrefix(fn.Pkg().Path(), "encoding/") || fn.Name() != "Unmarshal" && fn.Name() != "Decode" {
			continue
		}
		if p, ok := types.Unalias(c.pass.TypesInfo.TypeOf(call.Args[len(call.Args)-1])).(*types.Pointer); ok {
			if named, ok := types.Unalias(p.Elem()).(*types.Named); ok {
				out[named.Obj()] = true
			}
		}
	}
	return out
}

// untyped reports the adapters that may return an error without a name.
func (c *checker) untyped() {
	_, marked := directive.PackageDirective(c.pass.Files, directive.Adapter)
	all := c.opts.Untyped == untypedAll && c.pass.Pkg.Name() != "main" || marked || pkgglob.MatchPass(c.opts.Adapters, c.pass)
	for _, file := range c.pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || c.skipped(decl.Pos()) {
				continue
			}
			_, marked := directive.FuncDirective(decl, directive.Adapter)
			fn, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok || !marked && !(all && flow.IsExported(fn)) {
				continue
			}
			body := c.model.Func(fn)
			if body == nil {
				continue
			}
			errs := c.model.ErrorsOf(body)
			if !errs.Unnamed() {
				continue
			}
			c.report.ReportAt(decl.Name.Pos(), decl.Name.End(), CategoryUntyped,
				errflow.FuncName(fn, c.pass.Pkg)+" may return an error that has neither a type nor a sentinel, so callers cannot tell it from others",
				steps(errs.WhyUnnamed())...)
		}
	}
}

// maxSteps is how many places of a provenance a finding shows.
const maxSteps = 32

// steps is a provenance as places of a finding.
func steps(why *errflow.Step) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for s := range why.All() {
		if s.What != "" && s.Pos.IsValid() && len(out) < maxSteps {
			out = append(out, analysis.RelatedInformation{Pos: s.Pos, End: s.Pos, Message: s.What})
		}
	}
	return out
}

// layers reports the errors that the package uses, or lets out, of a layer that it must not know.
func (c *checker) layers() {
	var not []string
	for _, l := range c.opts.Layers {
		if pkgglob.MatchPass(l.Packages, c.pass) {
			not = append(not, l.Not...)
		}
	}
	forbidden := func(pkg string) bool {
		return pkg != c.pass.Pkg.Path() && pkgglob.MatchIn(not, pkg, c.pass)
	}
	if len(not) == 0 {
		return
	}
	// Have: what is used by name is one finding at its first use; what comes by way of others is one at the function.
	used := make(map[types.Object]bool)
	for cur := range c.in.Root().Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		obj := c.pass.TypesInfo.Uses[id]
		if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() || used[obj] || c.skipped(id.Pos()) || !forbidden(obj.Pkg().Path()) {
			continue
		}
		switch obj := obj.(type) {
		case *types.Var:
			if !errflow.IsError(obj.Type()) {
				continue
			}
		case *types.TypeName:
			if types.IsInterface(obj.Type()) && !errflow.IsError(obj.Type()) || !types.IsInterface(obj.Type()) && !isErrorType(obj) {
				continue
			}
		default:
			continue
		}
		used[obj] = true
		c.report.ReportAt(id.Pos(), id.End(), CategoryLayer,
			fmt.Sprintf("%s is an error of %s, which this package must not know", id.Name, obj.Pkg().Path()))
	}
	for fn := range c.model.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !flow.IsExported(obj) || c.skipped(obj.Pos()) {
			continue
		}
		errs := c.model.ErrorsOf(fn)
		for a := range errs.Atoms() {
			if !forbidden(a.Pkg) || used[c.model.Object(a)] {
				continue
			}
			c.report.ReportAt(obj.Pos(), obj.Pos()+token.Pos(len(obj.Name())), CategoryLayer,
				fmt.Sprintf("%s may return %s, an error of a package that this one must not know", errflow.FuncName(obj, c.pass.Pkg), a.RelativeTo(c.pass.Pkg)),
				steps(errs.Via(a))...)
		}
	}
}
