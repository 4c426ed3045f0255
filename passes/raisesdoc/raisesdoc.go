package raisesdoc

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errdoc"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/prose"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryListed    = "listed"    // an error is not listed
	CategoryAsked     = "asked"     // the same where nothing is listed, but the package asks the function for an error
	CategoryInterface = "interface" // an error is not listed by the interface that the method implements
	CategoryPresence  = "presence"  // there is no section on errors
	CategoryExact     = "exact"     // an error is listed that cannot occur
	CategoryStale     = "stale"     // what is listed is no error
	CategoryDecorator = "decorator" // a decorator is not explained
)

// A Level says how much a doc comment must say of errors. Each level includes those before it.
type Level string

// The levels, from the least to the greatest.
const (
	Stale      Level = "stale"      // what is said must not be wrong
	Consistent Level = "consistent" // a list that is there is complete, and there is one where somebody asks for what is in it
	Listed     Level = "listed"     // each error is named
	Presence   Level = "presence"   // there is a section on errors
	Exact      Level = "exact"      // nothing else is listed
)

var levels = []Level{Stale, Consistent, Listed, Presence, Exact}

// atLeast reports whether l includes what other asks for.
func (l Level) atLeast(other Level) bool {
	return slices.Index(levels, l) >= slices.Index(levels, other)
}

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Level        Level    `yaml:"level" doc:"what doc comments must say about errors" default:"consistent" enum:"stale,consistent,listed,presence,exact"`
	AdapterLevel Level    `yaml:"adapter-level" doc:"the same for adapters, if that requires more" default:"presence" enum:"stale,consistent,listed,presence,exact"`
	Adapters     []string `yaml:"adapters" names:"package" doc:"more adapters: ./internal/..." default:"[]"`
	Checked      []string `yaml:"checked" doc:"errors of the module that must be listed: all, sentinels, types, packages (./internal/...) or names with import path" default:"(those that the package declares or names)"`
	Foreign      []string `yaml:"foreign" names:"import" doc:"other modules' packages whose errors must be listed: net/..., example.com/x" default:"[]"`

	Decorator string `yaml:"decorator" doc:"what a declared decorator's doc comment must have: its parameters, or also an example" default:"off" enum:"off,parameters,example"`

	// Tools is the analyzer of tool registrations to share with other rules; nil
	// stands for toolflow.Analyzer.
	Tools *analysis.Analyzer `yaml:"-"`
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	pkgglob.CheckAll("adapters", o.Adapters, report)
	pkgglob.CheckAll("checked", o.Checked, report)
	pkgglob.CheckAll("foreign", o.Foreign, report)
}

// Analyzer is the rule with its default options, less what is in preview.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(opts Options) *analysis.Analyzer {
	opts.Adapters = slices.Clone(opts.Adapters)
	opts.Checked = slices.Clone(opts.Checked)
	opts.Foreign = slices.Clone(opts.Foreign)
	opts.Level = cmp.Or(opts.Level, Consistent)
	opts.AdapterLevel = cmp.Or(opts.AdapterLevel, Presence)
	opts.Tools = cmp.Or(opts.Tools, toolflow.Analyzer)
	return ruledoc.Rule("raisesdoc", doc, &opts, run, []*analysis.Analyzer{errflow.Analyzer, opts.Tools}, new(constructorFact), new(identityFact))
}

func run(pass *analysis.Pass, opts *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	c := &checker{
		pass:   pass,
		opts:   opts,
		model:  model,
		tools:  pass.ResultOf[opts.Tools].(*toolflow.Tools),
		report: directive.NewReporter(pass),

		documented: make(map[types.Object]bool),
		methodDocs: make(map[*types.Func]docComment),
	}
	c.exportConstructors()
	c.exportIdentities()
	if isTestPackage(pass) {
		return nil
	}
	_, marked := directive.PackageDirective(pass.Files, directive.Adapter)
	c.adapters = marked || pkgglob.MatchPass(opts.Adapters, pass)

	for _, file := range pass.Files {
		if directive.InTest(pass.Fset, file.FileStart) || directive.IsGenerated(pass.Fset, file) {
			continue
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					c.subject(file, decl, fn)
				}
			case *ast.GenDecl:
				if pass.Pkg.Name() != "main" {
					c.interfaces(file, decl)
				}
			}
		}
	}
	for _, f := range c.subjects {
		c.function(f)
	}
	c.reportGroups()
	c.decorators()
	c.report.Finish()
	return nil
}

// Enable switches on a category whose option is no switch.
func (o *Options) Enable(category string) {
	if category == CategoryDecorator && (o.Decorator == "" || o.Decorator == decoratorOff) {
		o.Decorator = decoratorExample
	}
}

// isTestPackage reports whether all files of the package are test files.
func isTestPackage(pass *analysis.Pass) bool {
	return !slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return !directive.InTest(pass.Fset, f.FileStart) })
}

// A checker checks the functions of one package.
type checker struct {
	pass     *analysis.Pass
	opts     *Options
	model    *errflow.Model
	tools    *toolflow.Tools
	report   *directive.Reporter
	adapters bool // the package is one of adapters

	subjects    []*subject
	contracts   *contracts // made when the first method needs it
	groupOf     map[groupKey]*group
	typeLists   map[*types.TypeName]*listing // what the doc comments of types list
	makersLists map[*types.TypeName]*listing // see makersListing
	groups      []*group                     // in the order of their first implementations
	named       map[types.Object]bool        // the errors of other packages that this one speaks of
	asked       map[types.Object]bool        // the errors that code of the package tells apart
	documented  map[types.Object]bool        // the errors that doc comments of functions name
	requests    map[request]token.Pos        // see findRequests
	reexports   map[errflow.Atom]errflow.Atom
	texts       map[string]bool            // see isText
	methodDocs  map[*types.Func]docComment // those of interfaces' methods
}

// A subject is a function that is checked.
type subject struct {
	docComment
	decl *ast.FuncDecl
	name string // as the package's code names it

	adapter     bool   // it is marked as one, or its package is
	listsErrors bool   // its doc comment speaks of errors by name
	edited      bool   // a change of the comment has been proposed, which others should not meet
	category    string // of the finding that its doc comment does not list some errors
}

// subject adds a function or method to those that are checked, and checks that its doc comment is not stale.
func (c *checker) subject(file *ast.File, decl *ast.FuncDecl, fn *types.Func) {
	_, marked := directive.FuncDirective(decl, directive.Adapter)
	if c.pass.Pkg.Name() == "main" && !marked && !c.adapters {
		return
	}
	f := &subject{
		docComment: c.comment(file, decl.Doc, fn),
		decl:       decl,
		name:       errflow.FuncName(fn, c.pass.Pkg),
		adapter:    marked || c.adapters,
		category:   CategoryListed,
	}
	f.edited, f.listsErrors = c.stale(f.docComment, f.name)
	c.staleCodes(f)
	if marked || flow.IsExported(fn) {
		c.subjects = append(c.subjects, f)
	}
}

// function checks that the doc comment of f says enough.
func (c *checker) function(f *subject) {
	level := c.opts.Level
	if f.adapter && c.opts.AdapterLevel.atLeast(level) {
		level = c.opts.AdapterLevel
	}
	if level == Stale || isErrorProtocol(f.fn) || c.tools.IsHandler(f.fn) {
		return
	}
	errs := c.leaving(f, level)
	if level.atLeast(Exact) && flow.HasVar(f.fn.Signature().Results(), errflow.IsError) {
		f.edited = c.exact(f, errs) || f.edited
	}
	if !errs.any {
		return
	}
	// Have: a function that may fail, whose doc comment must name the errors.
	listed := c.read(f)
	missing := c.contract(f, errs, listed)
	switch {
	case len(missing) > 0 && !f.adapter && c.exempt(f, missing):
	case len(missing) > 0 && c.grouped(f, errs, missing):
	case len(missing) > 0:
		c.reportMissing(f, errs, missing)
	case level.atLeast(Presence) && !f.doc.HasSection() && !c.declared(f.fn):
		c.reportPresence(f, errs, listed)
	}
}

// maxList is the maximum number of errors that a function is asked to list below level listed. More errors come from a table, such as those for the
// codes of a protocol, and nobody expects a doc comment to list all of them.
const maxList = 16

// An outcome has the errors that may leave a function.
type outcome struct {
	set      errflow.Set    // all of them
	required []errflow.Atom // those that the doc comment must name, sorted
	any      bool           // any error may leave in a result that is an interface
	open     bool           // errors without a name may leave, too
}

// leaving returns the errors that may leave f. The doc comment must name those in results that are interfaces:
// a result of a concrete error type names itself. Which of them it must name depends on the level.
func (c *checker) leaving(f *subject, level Level) outcome {
	fn := f.fn
	ssaFn := c.model.Func(fn)
	if ssaFn == nil {
		return outcome{open: true} // it has no body
	}
	set, known := c.known(ssaFn)
	out := outcome{set: set, open: !known}
	required := func(exempt func(errflow.Set, errflow.Atom) bool) (atoms []errflow.Atom) {
		for i := range fn.Signature().Results().Len() {
			if !errflow.IsErrorInterface(fn.Signature().Results().At(i).Type()) {
				continue
			}
			s := c.model.ResultErrors(ssaFn, i)
			out.any = out.any || !s.Empty()
			for a := range s.Atoms() {
				if !exempt(s, a) {
					atoms = append(atoms, c.nameable(fn, a)...)
				}
			}
		}
		if !f.adapter || len(c.opts.Checked) > 0 {
			atoms = slices.DeleteFunc(atoms, func(a errflow.Atom) bool { return !c.checked(a) })
		}
		return atoms
	}
	nothing := func(errflow.Set, errflow.Atom) bool { return false }
	if !hasList(f.doc) && (c.constructs(ssaFn) || handsOutField(ssaFn)) {
		// A constructor of errors need not list their types, but if it has a list, that is complete. A type that is only
		// within errors without a name is not what it makes.
		out.required = required(func(s errflow.Set, a errflow.Atom) bool {
			return a.Kind != errflow.Sentinel && (!level.atLeast(Listed) || !isWithinNameless(s, a))
		})
		if len(out.required) > 0 && level.atLeast(Listed) {
			out.required = required(nothing)
		}
	} else {
		out.required = required(nothing)
	}
	switch {
	case !c.wanted(f, out.required, level):
		out.required = nil
	case !f.adapter && len(c.opts.Checked) == 0 && !level.atLeast(Listed):
		if !c.listsErrors(f) && !slices.ContainsFunc(out.required, c.foreign) {
			f.category = CategoryAsked
		}
		out.required = slices.DeleteFunc(out.required, func(a errflow.Atom) bool { return c.passesThrough(f, ssaFn, a) })
		if c.beside(f, out.required) {
			out.required = slices.DeleteFunc(out.required, func(a errflow.Atom) bool { return a.Kind == errflow.Type })
		}
		if len(out.required) > maxList {
			out.required = nil
		}
	}
	slices.SortFunc(out.required, c.compareAtoms)
	out.required = slices.Compact(out.required)
	return out
}

// isWithinNameless reports whether a leaves only within errors that have no name.
func isWithinNameless(s errflow.Set, a errflow.Atom) bool {
	bare, _ := s.Forms(a)
	for range s.In(a) {
		return false
	}
	return !bare
}

// isErrorProtocol reports whether fn is a method by which package errors
// looks into errors.
func isErrorProtocol(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	switch fn.Name() {
	case "Error", "Unwrap", "Is", "As":
		return true
	}
	return false
}

// reportMissing reports that the doc comment of f does not list some errors.
func (c *checker) reportMissing(f *subject, errs outcome, missing []errflow.Atom) {
	message := fmt.Sprintf("%s may return %s, which its doc comment does not list", f.name, prose.List(c.names(f.file, missing), "and"))
	if !f.doc.HasText() {
		message = fmt.Sprintf("%s may return %s, and has no doc comment", f.name, prose.List(c.names(f.file, missing), "and"))
	}
	atoms, as := c.toAppend(f, errs, missing)
	c.report.Report(analysis.Diagnostic{
		Pos:            f.decl.Name.Pos(),
		End:            f.decl.Name.End(),
		Category:       f.category,
		Message:        message,
		Related:        append(c.related(errs, missing), c.relatedRequest(f, errs)...),
		SuggestedFixes: c.appendFix(f, atoms, as),
	})
}

// reportPresence reports that the doc comment of f has no section on errors.
func (c *checker) reportPresence(f *subject, errs outcome, listed *listing) {
	atoms := slices.DeleteFunc(slices.Clone(errs.required), func(a errflow.Atom) bool {
		return a.Kind == errflow.Code && len(listed.codes) == 0
	})
	as := errdoc.All
	if c.othersLeave(f.fn) {
		as = errdoc.Some
	}
	c.report.Report(analysis.Diagnostic{
		Pos:            f.decl.Name.Pos(),
		End:            f.decl.Name.End(),
		Category:       CategoryPresence,
		Message:        fmt.Sprintf("the doc comment of %s has no section on the errors that it returns", f.name),
		Related:        c.related(errs, atoms),
		SuggestedFixes: c.appendFix(f, atoms, as),
	})
}

// names returns the names of errors as a file writes them.
func (c *checker) names(file *ast.File, atoms []errflow.Atom) []string {
	names := make([]string, len(atoms))
	for i, a := range atoms {
		names[i] = a.RelativeTo(c.pass.Pkg)
		obj := c.model.Object(a)
		if obj == nil {
			continue
		}
		name := a.Name
		if q, _ := c.qualifier(file, obj.Pkg()); q != "" {
			name = q + "." + name
		}
		if a.Ptr {
			name = "*" + name
		}
		if a.Kind == errflow.Code {
			name = strconv.Quote(a.Code) + " (" + name + ")"
		}
		names[i] = name
	}
	return names
}

// maxRelated is the maximum number of related places of a finding. There may be many errors from far away, and nobody reads
// that much.
const maxRelated = 64

// related returns the steps by which each of the errors comes to leave the function, up to maxRelated.
func (c *checker) related(errs outcome, atoms []errflow.Atom) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	seen := make(map[analysis.RelatedInformation]bool)
	for _, a := range atoms {
		for step := range errs.via(a, c.model).All() {
			if step.What == "" || step.Act == errflow.LetsPass || !step.Pos.IsValid() {
				continue
			}
			info := analysis.RelatedInformation{Pos: step.Pos, End: step.Pos, Message: step.What}
			if seen[info] {
				continue
			}
			if len(out) == maxRelated {
				return out
			}
			seen[info] = true
			out = append(out, info)
		}
	}
	return out
}

// toAppend returns the errors that the fix adds to the doc comment, and how a new list is introduced. It adds the missing errors or, if there is no
// list yet, all that the comment does not name, since a list is read as complete.
func (c *checker) toAppend(f *subject, errs outcome, missing []errflow.Atom) (atoms []errflow.Atom, as errdoc.Extent) {
	own := new(listing)
	c.readInto(own, f.docComment)
	for _, a := range errs.required {
		switch {
		case a.Kind == errflow.Code && !slices.Contains(missing, a):
		case c.covers(own, a):
			as = errdoc.Rest
		default:
			atoms = append(atoms, a)
		}
	}
	if c.othersLeave(f.fn) {
		as = errdoc.Some
	}
	if f.doc.HasSection() {
		atoms = missing
	}
	return atoms, as
}

// appendFix returns the fix that lists errors in the doc comment; none if the file
// has no name for one of them.
func (c *checker) appendFix(f *subject, atoms []errflow.Atom, as errdoc.Extent) []analysis.SuggestedFix {
	if f.edited {
		return nil
	}
	var names []string
	for _, a := range atoms {
		name, ok := c.nameIn(f, a)
		if !ok {
			return nil
		}
		names = append(names, name)
	}
	edits := errdoc.AppendFix(c.pass.Fset, f.decl, f.doc, names, as)
	if len(edits) == 0 {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "List " + prose.List(names, "and") + " in the doc comment",
		TextEdits: edits,
	}}
}

// othersLeave reports whether fn returns errors of a method of an interface of the module that documents none: those of the
// implementations are not known here.
func (c *checker) othersLeave(fn *types.Func) bool {
	bodies := worklist.Of(c.model.Func(fn))
	for body := range bodies.All() {
		if body == nil {
			continue
		}
		for _, w := range c.model.Ways(body, errflow.PartOpaque, errflow.Atom{}) {
			if w.From == nil {
				bodies.Push(w.Lit) // nil for what is made there
				continue
			}
			if recv := w.From.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && c.model.OwnPackage(w.From.Pkg()) {
				return true
			}
			bodies.Push(c.model.Func(w.From))
		}
	}
	return false
}

// nameIn returns the name of an error for the doc comment of f; false if the comment
// would not be understood.
func (c *checker) nameIn(f *subject, a errflow.Atom) (string, bool) {
	if a.Kind == errflow.Code {
		// A code without a hyphen would be read as a name or a word.
		return a.Code, strings.Contains(a.Code, "-")
	}
	obj := c.model.Object(a)
	if obj == nil {
		return "", false
	}
	m := errdoc.Mention{Parts: []string{a.Name}}
	q, ok := c.qualifier(f.file, obj.Pkg())
	if !ok {
		return "", false
	}
	if q != "" {
		m.Parts = []string{q, a.Name}
	}
	scope := c.pass.TypesInfo.Scopes[f.file]
	if found, _ := errdoc.Resolve(m, c.pass.Pkg, scope, f.fn); found != obj {
		return "", false
	}
	if a.Ptr {
		return "*" + m.String(), true
	}
	return m.String(), true
}

// qualifier returns the qualifier of names of package pkg in a file. For a package that
// the file does not import, it is the package's own name; false if the package imports another of
// that name, since readers and go doc would take it for the other.
func (c *checker) qualifier(file *ast.File, pkg *types.Package) (string, bool) {
	if pkg == c.pass.Pkg {
		return "", true
	}
	for _, spec := range file.Imports {
		name := c.pass.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Imported() != pkg || name.Name() == "_" {
			continue
		}
		if name.Name() == "." {
			return "", true
		}
		return name.Name(), true
	}
	return pkg.Name(), !slices.ContainsFunc(c.pass.Pkg.Imports(), func(other *types.Package) bool {
		return other != pkg && other.Name() == pkg.Name()
	})
}
