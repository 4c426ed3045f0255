// Package confignames finds the names in a configuration that match nothing: a
// pattern of packages, a function, a parameter, a type, a field. A name with a
// slip in it configures nothing, and nothing would say so.
//
// An analyzer says of each package which of the names it sees there, or in
// what it imports: in diagnostics, as these are kept between runs with all
// else that is known of a package. A name that no package of the module sees
// matches nothing. That holds for a function, too, that exists and is not used:
// the configuration of it has no effect.
package confignames

import (
	"cmp"
	"fmt"
	"go/build"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/ruledoc"
)

// A Name is a value in a configuration that names something.
type Name struct {
	Key   string // "decorated.registrars[0].handler"
	Kind  string // the names tag of its option: anypackage is one of the module or of what it imports
	Value string
	Of    string // of a parameter: the function
	// Inherited says that the text does not have the name, but a preset: it may be of another module.
	Inherited bool
}

// Of returns the names that a configuration, a struct, sets.
func Of(config any) ([]Name, error) {
	v := reflect.ValueOf(config)
	opts, err := ruledoc.Options(v.Type())
	if err != nil {
		return nil, fmt.Errorf("names in the configuration: %w", err)
	}
	return collect(nil, "", v, opts), nil
}

// A Definer is a struct of options that has names of its own, of groups or of what is not in the code. Defines reports whether a name that is
// of the given kind otherwise is one of them.
type Definer interface{ Defines(kind, name string) bool }

func collect(names []Name, prefix string, v reflect.Value, opts []ruledoc.Option) []Name {
	return collector{}.struc(names, prefix, v, opts)
}

// A collector collects the names of one rule.
type collector struct{ definer Definer }

func (c collector) struc(names []Name, prefix string, v reflect.Value, opts []ruledoc.Option) []Name {
	if d, ok := v.Interface().(Definer); ok {
		c.definer = d
	}
	for _, o := range opts {
		f := v.Field(o.Index)
		if o.Names == "" && o.Keys == "" && o.Fields == nil || f.IsZero() {
			continue
		}
		n := Name{Key: prefix + o.Key, Kind: o.Names}
		if i := slices.IndexFunc(opts, func(o ruledoc.Option) bool { return o.Names == "function" }); o.Names == "param" && i >= 0 {
			n.Of = v.Field(opts[i].Index).String()
		}
		names = c.value(names, n, f, o)
	}
	return names
}

// value collects the names in the value of an option, or in a part of it. n is the name that it is if it is a text.
func (c collector) value(names []Name, n Name, v reflect.Value, o ruledoc.Option) []Name {
	switch v.Kind() {
	case reflect.Struct:
		names = c.struc(names, n.Key+".", v, o.Fields)
	case reflect.String:
		if n.Value = v.String(); n.Kind != "" && (c.definer == nil || !c.definer.Defines(n.Kind, n.Value)) {
			names = append(names, n)
		}
	case reflect.Slice:
		for i := range v.Len() {
			of := n
			of.Key = fmt.Sprintf("%s[%d]", n.Key, i)
			names = c.value(names, of, v.Index(i), o)
		}
	case reflect.Map:
		for _, key := range slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) }) {
			of := n
			of.Key = n.Key + "." + key.String()
			names = c.value(names, Name{Key: of.Key, Kind: o.Keys}, key, o)
			names = c.value(names, of, v.MapIndex(key), o)
		}
	}
	return names
}

// The categories of the analyzer's diagnostics. A message is the name's key,
// and after a space what might have been meant.
const (
	seen = "seen"
	near = "near"
)

// Rule is the name of the analyzer. Its findings are for [Split] only.
const Rule = "confignames"

// Analyzer returns an analyzer that says which of the names a package sees.
func Analyzer(names []Name) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: Rule,
		Doc:  "say which names of the configuration are there",
		URL:  "https://pkg.go.dev/github.com/errlint/errlint/internal/confignames",
		Run: func(pass *analysis.Pass) (any, error) {
			if len(pass.Files) == 0 {
				return nil, nil
			}
			report := func(category, message string) {
				pass.Report(analysis.Diagnostic{Pos: flow.PackageClause(pass), Category: category, Message: message})
			}
			for _, n := range names {
				if found, candidates := n.look(pass); found {
					report(seen, n.Key)
				} else if c := n.meant(candidates); c != "" {
					report(near, n.Key+" "+c)
				}
			}
			return nil, nil
		},
	}
}

// look reports whether the name is that of something which the package sees,
// and if not, the names of what is of the same kind.
func (n Name) look(pass *analysis.Pass) (found bool, candidates []string) {
	switch n.Kind {
	case "package", "anypackage":
		if pkgglob.MatchPass([]string{n.Value}, pass) || n.Kind == "anypackage" && slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool {
			return pkgglob.MatchIn([]string{n.Value}, p.Path(), pass)
		}) {
			return true, nil
		}
		pkg, _, _ := strings.Cut(pass.Pkg.Path(), " ")
		if relative := "./" + n.Value; pkgglob.MatchPass([]string{relative}, pass) {
			return false, []string{relative}
		}
		if pass.Module == nil {
			return false, nil
		}
		// The package, and what a pattern for it would be that goes on as this one does.
		dir, tail := n.Value, ""
		if strings.HasSuffix(dir, "/...") {
			dir, tail = strings.TrimSuffix(dir, "/..."), "/..."
		}
		if strings.HasPrefix(dir, "./") {
			pkg = "./" + strings.TrimPrefix(strings.TrimPrefix(pkg, pass.Module.Path), "/")
		}
		return false, []string{pkg + tail}
	case "import":
		for _, p := range pass.Pkg.Imports() {
			if pkgglob.MatchPath(n.Value, p.Path()) {
				return true, nil
			}
			candidates = append(candidates, p.Path())
		}
		return false, candidates
	case "error":
		return n.lookError(pass)
	}
	for _, pkg := range append(pass.Pkg.Imports(), pass.Pkg) {
		ok, more := n.lookIn(pkg)
		if ok {
			return true, nil
		}
		candidates = append(candidates, more...)
	}
	return false, candidates
}

// lookError is look for an error, by its name alone or with that of its package, or for all of the errors in packages.
func (n Name) lookError(pass *analysis.Pass) (found bool, candidates []string) {
	for _, pkg := range append(pass.Pkg.Imports(), pass.Pkg) {
		if strings.Contains(n.Value, "/") && pkgglob.MatchIn([]string{n.Value}, pkg.Path(), pass) {
			return true, nil
		}
		for _, name := range pkg.Scope().Names() {
			if !holdsError(pkg.Scope().Lookup(name)) {
				continue
			}
			full := name
			if strings.ContainsAny(n.Value, "./") {
				full = pkg.Path() + "." + name
			} else if pkg != pass.Pkg {
				continue // without its package, it is one of the module
			}
			if full == n.Value {
				return true, nil
			}
			candidates = append(candidates, full)
		}
	}
	return false, candidates
}

// holdsError reports whether an object is an error: a variable or a type, or one to which pointers are errors.
func holdsError(obj types.Object) bool {
	_, isVar := obj.(*types.Var)
	_, isType := obj.(*types.TypeName)
	iface := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return isVar && types.Implements(obj.Type(), iface) || isType && (types.Implements(obj.Type(), iface) || types.Implements(types.NewPointer(obj.Type()), iface))
}

// lookIn is look for what is declared in one package.
func (n Name) lookIn(pkg *types.Package) (found bool, candidates []string) {
	value := n.Value
	switch n.Kind {
	case "cause":
		candidates = append(candidates, pkg.Path())
		if pkg.Path() == value {
			return true, nil
		}
	case "param":
		value = n.Of
	}
	// Whether the names in a package can be what is meant can be told by its path.
	if !strings.Contains(value, path.Base(pkg.Path())) && nearest.Of(packageOf(value), []string{pkg.Path()}) == "" {
		return false, candidates
	}
	prefix, isPattern := strings.CutSuffix(value, "*")
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		for _, o := range append(members(obj, n.Kind), obj) {
			if !n.mayBe(o) {
				continue
			}
			full := fullName(o, obj)
			if n.Kind == "param" {
				if full == value {
					return lookParam(o.(*types.Func), n.Value)
				}
				continue
			}
			if full == value || n.Kind == "cause" && isPattern && strings.HasPrefix(full, prefix) {
				return true, nil
			}
			candidates = append(candidates, full)
		}
	}
	return false, candidates
}

// mayBe reports whether o is of the kind of thing that has such a name: for a parameter, a function.
func (n Name) mayBe(o types.Object) bool {
	_, isFunc := o.(*types.Func)
	_, isType := o.(*types.TypeName)
	v, isVar := o.(*types.Var)
	isField := isVar && v.IsField()
	switch n.Kind {
	case "type":
		return isType
	case "field":
		return isField
	case "part":
		return isType || isField
	}
	return isFunc
}

// meant returns the candidate that the name is a slip for; "" if none is. Names
// in one package, whose path may be long, are compared less that.
func (n Name) meant(candidates []string) string {
	if relative := "./" + n.Value; slices.Contains(candidates, relative) {
		return relative
	}
	pkg := packageOf(n.Value)
	short := func(s string) string { return strings.Replace(s, pkg, "", 1) }
	var names []string
	for _, c := range candidates {
		names = append(names, short(c))
	}
	if c := nearest.Of(short(n.Value), names); c != "" && pkg != n.Value {
		return candidates[slices.Index(names, c)]
	}
	return nearest.Of(n.Value, candidates)
}

// packageOf returns the path of the package that a qualified name begins with.
func packageOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return name
	}
	return name[:slash+dot]
}

// members returns the methods, or the fields, of a type.
func members(obj types.Object, kind string) []types.Object {
	tn, ok := obj.(*types.TypeName)
	if !ok {
		return nil
	}
	var out []types.Object
	switch named, _ := types.Unalias(tn.Type()).(*types.Named); {
	case named == nil:
	case kind == "field" || kind == "part":
		if s, ok := named.Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				out = append(out, f)
			}
		}
	default:
		for m := range named.Methods() {
			out = append(out, m)
		}
		if i, ok := named.Underlying().(*types.Interface); ok {
			for m := range i.ExplicitMethods() {
				out = append(out, m)
			}
		}
	}
	return out
}

// fullName returns the name of o, which is a member of obj or obj itself, as
// a configuration has it.
func fullName(o, obj types.Object) string {
	if fn, ok := o.(*types.Func); ok {
		return fn.FullName()
	}
	if o != obj {
		return obj.Pkg().Path() + "." + obj.Name() + "." + o.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

// lookParam reports whether fn has the parameter, which may be PARAM.Field.
func lookParam(fn *types.Func, name string) (found bool, candidates []string) {
	param, field, hasField := strings.Cut(name, ".")
	for p := range fn.Signature().Params().Variables() {
		if p.Name() != param {
			candidates = append(candidates, p.Name())
			continue
		}
		if !hasField {
			return true, nil
		}
		t := p.Type()
		for range 3 { // *T, []T, []*T, map[K]T
			switch u := types.Unalias(t).Underlying().(type) {
			case *types.Pointer:
				t = u.Elem()
			case *types.Slice:
				t = u.Elem()
			case *types.Map:
				t = u.Elem()
			}
		}
		if s, ok := types.Unalias(t).Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Name() == field {
					return true, nil
				}
				candidates = append(candidates, param+"."+f.Name())
			}
		}
	}
	return false, candidates
}

// Split returns the findings less those of the analyzer, in the same list, and of these what
// has to be said of each name that no package sees, in the order of names.
func Split(names []Name, fs []finding.Finding) (rest []finding.Finding, unmatched []Name, messages []string) {
	if len(names) == 0 {
		return fs, nil, nil // there is no analyzer of them
	}
	there := make(map[string]bool)
	meant := make(map[string][]string)
	for i := range fs {
		f := &fs[i]
		if f.Rule != Rule {
			continue
		}
		key, candidate, _ := strings.Cut(f.Message, " ")
		if f.Category == seen {
			there[key] = true
		} else {
			meant[key] = append(meant[key], candidate)
		}
	}
	for _, n := range names {
		if there[n.Key] || n.isStandard() {
			continue
		}
		if n.Kind == "param" && slices.ContainsFunc(names, func(f Name) bool { return f.Kind == "function" && f.Value == n.Of && !there[f.Key] }) {
			continue // said of the function
		}
		hint := ""
		if c := n.meant(slices.Compact(slices.Sorted(slices.Values(meant[n.Key])))); c != "" {
			hint = fmt.Sprintf("; did you mean %q?", c)
		}
		unmatched = append(unmatched, n)
		messages = append(messages, n.problem()+hint)
	}
	return slices.DeleteFunc(fs, func(f finding.Finding) bool { return f.Rule == Rule }), unmatched, messages
}

func (n Name) problem() string {
	switch n.Kind {
	case "package":
		return fmt.Sprintf("no package of the module matches %q", n.Value)
	case "anypackage":
		return fmt.Sprintf("no package that the module has or imports matches %q", n.Value)
	case "import":
		return fmt.Sprintf("no package that the module imports matches %q", n.Value)
	case "param":
		return fmt.Sprintf("%s has no parameter %q", n.Of, n.Value)
	case "cause":
		return fmt.Sprintf("the module uses no package or function %q", n.Value)
	case "part":
		return fmt.Sprintf("the module uses no type or field %q", n.Value)
	default:
		return fmt.Sprintf("the module uses no %s %q", n.Kind, n.Value)
	}
}

// isStandard reports whether the name is of something in the standard library,
// as far as its package goes: to name that is no slip, even where nothing uses it.
func (n Name) isStandard() bool {
	if !slices.Contains([]string{"cause", "import", "anypackage", "error"}, n.Kind) {
		return false
	}
	pkg := packageOf(strings.TrimSuffix(n.Value, "*"))
	first, _, _ := strings.Cut(pkg, "/")
	if pkg == "" || strings.Contains(first, ".") || strings.Contains(pkg, "..") {
		return false
	}
	root := cmp.Or(os.Getenv("GOROOT"), build.Default.GOROOT)
	info, err := os.Stat(filepath.Join(root, "src", filepath.FromSlash(pkg)))
	return root == "" || err == nil && info.IsDir()
}
