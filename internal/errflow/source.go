package errflow

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/worklist"
)

// Of a function of another module there is neither SSA form nor a fact. Whether there is anything to find in its errors is read off its
// source, if somebody asks ([Set.Nameless]) and the answer depends on it, in a module cache, where nobody edits what a version has.
//
// The source is looked at without what it imports, and but for the function itself, for all builds at once. So the answer depends on the text of one
// version of one module alone, and is the same in every host, for good. It is good if each value that the function returns is nil, made of text, of one of
// [InputErrors], of a function of the same module whose values are such, too, or in a local variable to which only such are assigned, whenever. Of all
// else nothing is known.

// An errorOrigin is what is known of the errors of a function by its source. The join of two is the greater.
type errorOrigin uint8

const (
	fromText      errorOrigin = iota // all are made of text, or there are none
	fromInput                        // the others are those of functions that are [InputErrors]
	fromElsewhere                    // what it depends on, the files that were read do not declare
	fromUnknown                      // there may be others
)

const (
	maxSource   = 1 << 18 // bytes that are read for one question: what takes longer costs more than the answer is worth
	maxPackages = 8       // that these are of
	maxAnswers  = 10_000  // that are kept
)

// answered has the answers so far, by the file that a function is said to be in, and its name. Nothing else goes into them, so all packages of all runs of the
// process can share them.
var answered struct {
	sync.Mutex
	origins map[[2]string]errorOrigin
}

// originBySource returns what is known of the errors of a function of another module.
func originBySource(fset *token.FileSet, fn *types.Func) errorOrigin {
	fn = fn.Origin()
	file := fset.Position(fn.Pos()).Filename
	key := [2]string{file, nameOfFunc(fn)}
	answered.Lock()
	origin, ok := answered.origins[key]
	answered.Unlock()
	if ok {
		return origin
	}
	origin = readOrigin(file, fn)
	answered.Lock()
	defer answered.Unlock()
	if len(answered.origins) == 0 || len(answered.origins) == maxAnswers {
		answered.origins = make(map[[2]string]errorOrigin)
	}
	answered.origins[key] = origin
	return origin
}

func readOrigin(file string, fn *types.Func) errorOrigin {
	root, ok := cachedModule(file)
	results := errorResults(fn.Signature())
	if !ok || slices.ContainsFunc(results, func(i int) bool { return types.Unalias(fn.Signature().Results().At(i).Type()) != errorType }) {
		return fromUnknown
	}
	r := &sourceReader{root: root, module: fn.Pkg().Path()}
	dir := filepath.Dir(file)
	if rel, err := filepath.Rel(root, dir); err == nil && rel != "." {
		r.module = strings.TrimSuffix(r.module, "/"+filepath.ToSlash(rel))
	}
	// For most functions, the file that they are in is enough.
	files := []string{file}
	for _, whole := range []bool{false, true} {
		if whole {
			files = goFiles(dir)
		}
		r.packages, r.size = make(map[string]*source), 0
		src := r.read(dir, fn.Pkg().Name(), files, whole)
		if src == nil {
			break
		}
		var start []valuePart
		for _, decl := range src.decls[nameOfFunc(fn)] {
			for _, i := range results {
				if src.fset.File(decl.Pos()).Name() == file { // not the one of another build
					start = append(start, valuePart{src: src, fn: decl, result: i})
				}
			}
		}
		if len(start) == 0 {
			break
		}
		if origin := r.origin(start); origin != fromElsewhere {
			return origin
		}
	}
	return fromUnknown
}

// cachedModule returns the directory of the module that a file is in, if the go command has unpacked that in a module cache: then the cache has its
// sum. It has none of a vendored module, of one that is replaced by a directory, and of what a trimmed name seems to say.
func cachedModule(file string) (root string, ok bool) {
	at := strings.LastIndexByte(file, '@')
	if at < 0 || !filepath.IsAbs(file) || filepath.Ext(file) != ".go" {
		return "", false
	}
	version, _, ok := strings.Cut(file[at+1:], string(filepath.Separator))
	if !ok {
		return "", false
	}
	for dir := filepath.Dir(file[:at]); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		info, err := os.Lstat(filepath.Join(dir, "cache", "download", file[len(dir):at], "@v", version+".ziphash"))
		if err == nil && info.Mode().IsRegular() {
			return file[:at+1+len(version)], true
		}
	}
	return "", false
}

// nameOfFunc returns the name of a function, behind that of its receiver's type if it is a method, as nameOfDecl does for its declaration.
func nameOfFunc(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "." + fn.Name()
	}
	return "." + fn.Name()
}

func nameOfDecl(decl *ast.FuncDecl) string {
	if decl.Recv == nil {
		return decl.Name.Name
	}
	if len(decl.Recv.List) == 1 {
		t := ast.Unparen(decl.Recv.List[0].Type)
		if star, ok := t.(*ast.StarExpr); ok {
			t = star.X
		}
		if id, ok := uninstantiated(t).(*ast.Ident); ok {
			return id.Name + "." + decl.Name.Name
		}
	}
	return "." + decl.Name.Name
}

// uninstantiated returns an expression without type arguments behind it.
func uninstantiated(e ast.Expr) ast.Expr {
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return ast.Unparen(x.X)
	case *ast.IndexListExpr:
		return ast.Unparen(x.X)
	default:
		return x
	}
}

// A sourceReader reads what one question is about.
type sourceReader struct {
	root     string             // directory of the module
	module   string             // its path
	packages map[string]*source // by directory; nil: cannot be read
	size     int64              // of all files, in bytes
	parts    *worklist.List[valuePart]
	imported *worklist.List[importedPart]
}

// A source is the syntax of a package.
type source struct {
	fset   *token.FileSet
	files  []*ast.File
	whole  bool // these are all files of the package
	varies bool // some of them belong to some builds only
	decls  map[string][]*ast.FuncDecl
	infos  map[*ast.FuncDecl]*types.Info // of functions whose bodies have been type-checked
	bodies map[*ast.FuncDecl]*sourceBody // that have been looked at
}

// goFiles returns the Go files of a directory, but for tests.
func goFiles(dir string) (files []string) {
	entries, _ := os.ReadDir(dir) // what cannot be read has none
	for _, entry := range entries {
		name := entry.Name()
		if filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && name[0] != '_' && name[0] != '.' {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}

// read returns the package that some files of a directory make, and that has a name; the empty one stands for that of the first file that belongs to all
// builds. Files of another name are left out if they belong to some builds only, as programs do that generate others. It returns nil if a file
// is none, does not parse, or takes all names of another package for its own.
func (r *sourceReader) read(dir, name string, files []string, whole bool) *source {
	if src, ok := r.packages[dir]; ok {
		return src
	}
	r.packages[dir] = nil
	if len(r.packages) > maxPackages {
		return nil
	}
	src := &source{fset: token.NewFileSet(), whole: whole, decls: make(map[string][]*ast.FuncDecl), infos: make(map[*ast.FuncDecl]*types.Info), bodies: make(map[*ast.FuncDecl]*sourceBody)}
	for _, file := range files {
		info, err := os.Lstat(file)
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		if r.size += info.Size(); r.size > maxSource {
			return nil
		}
	}
	var syntax []*ast.File
	constrained := make(map[*ast.File]bool)
	for _, file := range files {
		f, err := parser.ParseFile(src.fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		syntax = append(syntax, f)
		constrained[f] = hasConstraint(f, filepath.Base(file))
		if name == "" && !constrained[f] {
			name = f.Name.Name
		}
	}
	for _, f := range syntax {
		if f.Name.Name != name && constrained[f] {
			continue
		}
		if f.Name.Name != name || slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return spec.Name != nil && spec.Name.Name == "." }) {
			return nil
		}
		src.files = append(src.files, f)
		src.varies = src.varies || constrained[f]
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				src.decls[nameOfDecl(fn)] = append(src.decls[nameOfDecl(fn)], fn)
			}
		}
	}
	r.packages[dir] = src
	return src
}

// failingImporter imports nothing. Of another package the type checker then knows no more than its path, which is enough.
type failingImporter struct{}

func (failingImporter) Import(string) (*types.Package, error) {
	return nil, errors.New("not looked at")
}

// check type-checks the bodies of a function and of those that it may call, the second time of all.
func (src *source) check(fn *ast.FuncDecl) {
	byName := make(map[string][]*ast.FuncDecl)
	wanted := worklist.Of(fn)
	for _, decls := range src.decls {
		for _, decl := range decls {
			byName[decl.Name.Name] = append(byName[decl.Name.Name], decl)
			if len(src.infos) > 0 {
				wanted.Push(decl)
			}
		}
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection)}
	has := make(map[*ast.FuncDecl]bool)
	for fn := range wanted.All() {
		has[fn] = true
		if src.infos[fn] == nil {
			src.infos[fn] = info
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				switch callee := uninstantiated(call.Fun).(type) {
				case *ast.Ident:
					wanted.Push(byName[callee.Name]...)
				case *ast.SelectorExpr:
					wanted.Push(byName[callee.Sel.Name]...)
				}
			}
			return true
		})
	}
	files := make([]*ast.File, len(src.files))
	for i, f := range src.files {
		short := *f
		short.Decls = slices.Clone(f.Decls)
		for i, decl := range short.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && !has[fn] {
				head := *fn
				head.Body = nil
				short.Decls[i] = &head
			}
		}
		files[i] = &short
	}
	conf := types.Config{Importer: failingImporter{}, FakeImportC: true, DisableUnusedImportCheck: true, Error: func(error) {}}
	_, _ = conf.Check("source", src.fset, files, info) // of what is wrong or missing, there is nothing in info
}

// A sourceBody is what the body of a function does with errors.
type sourceBody struct {
	info    *types.Info
	types   []ast.Expr                     // of the results
	returns [][]sourceValue                // by result
	vars    map[types.Object][]sourceValue // what is assigned to each variable
	local   map[types.Object]bool          // variables that it declares
	other   map[types.Object]bool          // those that may have other values, too
}

// A sourceValue is the value of an expression, or one of a call's values.
type sourceValue struct {
	expr   ast.Expr // nil: the zero value
	result int      // -1: there is one value
}

// body returns what the body of a function does; nil if it has none.
func (src *source) body(fn *ast.FuncDecl) *sourceBody {
	b, ok := src.bodies[fn]
	if ok || fn.Body == nil {
		return b
	}
	if src.infos[fn] == nil {
		src.check(fn)
	}
	b = &sourceBody{info: src.infos[fn], vars: make(map[types.Object][]sourceValue), local: make(map[types.Object]bool), other: make(map[types.Object]bool)}
	src.bodies[fn] = b
	var names []*ast.Ident
	if fn.Type.Results != nil {
		for _, field := range fn.Type.Results.List {
			for i := range max(1, len(field.Names)) {
				b.types = append(b.types, field.Type)
				if len(field.Names) > 0 {
					names = append(names, field.Names[i])
				}
			}
		}
	}
	b.returns = make([][]sourceValue, len(b.types))
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			for i := range b.returns {
				b.returns[i] = append(b.returns[i], valueOf(ret.Results, i, len(b.returns)))
			}
		}
		_, inner := n.(*ast.FuncLit)
		return !inner
	})
	for i, name := range names { // what is returned is assigned to it, before deferred functions assign other values
		if obj := b.info.Defs[name]; obj != nil {
			b.vars[obj], b.local[obj] = b.returns[i], true
			b.returns[i] = []sourceValue{{name, -1}}
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				b.assign(lhs, valueOf(n.Rhs, i, len(n.Lhs)))
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				b.assign(name, valueOf(n.Values, i, len(n.Names)))
				if n.Type != nil && types.Unalias(b.info.TypeOf(n.Type)) != errorType {
					b.other[b.info.ObjectOf(name)] = true
				}
			}
		case *ast.RangeStmt:
			b.open(n.Key)
			b.open(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				b.open(n.X)
			}
		}
		return true
	})
	return b
}

// valueOf returns the value that the i'th of n gets from a list of expressions.
func valueOf(list []ast.Expr, i, n int) sourceValue {
	switch len(list) {
	case 0:
		return sourceValue{result: -1}
	case n:
		return sourceValue{list[i], -1}
	default:
		return sourceValue{list[0], i}
	}
}

func (b *sourceBody) assign(to ast.Expr, v sourceValue) {
	if id, ok := ast.Unparen(to).(*ast.Ident); ok {
		if obj := b.info.ObjectOf(id); obj != nil {
			b.vars[obj] = append(b.vars[obj], v)
			b.local[obj] = b.local[obj] || b.info.Defs[id] != nil
		}
	}
}

func (b *sourceBody) open(e ast.Expr) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		b.other[b.info.ObjectOf(id)] = true
	}
}

// A valuePart is what the origin of errors depends on: a result of a function, or what an expression or a variable in it may be.
type valuePart struct {
	src    *source
	fn     *ast.FuncDecl
	result int
	expr   ast.Expr     // nil: a variable, or the result
	v      types.Object // nil: the result
}

// An importedPart is a result of a function of another package of the module, which is read when it is clear that the answer depends on it.
type importedPart struct {
	dir, function string
	result        int
}

// origin returns what is known of the errors in some parts.
func (r *sourceReader) origin(start []valuePart) errorOrigin {
	r.parts, r.imported = worklist.Of(start...), worklist.Of[importedPart]()
	out := r.originHere()
	for i := range r.imported.All() {
		if out >= fromElsewhere {
			break
		}
		if src := r.read(i.dir, "", goFiles(i.dir), true); src != nil {
			out = max(out, r.results(src, i.function, i.result), r.originHere())
			continue
		}
		out = fromUnknown
	}
	return out
}

// originHere is origin for what packages have that have been read.
func (r *sourceReader) originHere() errorOrigin {
	out := fromText
	for p := range r.parts.All() {
		b := p.src.body(p.fn)
		if b == nil {
			return fromUnknown // it is not written in Go
		}
		var values []sourceValue
		switch {
		case p.expr != nil:
			values = []sourceValue{{p.expr, -1}}
		case p.v != nil:
			if values = b.vars[p.v]; !b.local[p.v] || b.other[p.v] || !isErrorHere(p.v.Type()) {
				return fromUnknown
			}
		case p.result >= len(b.types) || types.Unalias(b.info.TypeOf(b.types[p.result])) != errorType:
			out = max(out, p.src.lacking()) // nil may be more than nil in a result of another type
		default:
			values = b.returns[p.result]
		}
		for _, v := range values {
			out = max(out, r.value(p, b, v))
		}
		if out == fromUnknown {
			break
		}
	}
	return out
}

// results adds a result of a function to the parts, or of several of that name if there is one for each build.
func (r *sourceReader) results(src *source, name string, result int) errorOrigin {
	for _, decl := range src.decls[name] {
		r.parts.Push(valuePart{src: src, fn: decl, result: result})
	}
	if len(src.decls[name]) == 0 {
		return src.lacking()
	}
	return fromText
}

// isErrorHere reports whether a variable is an error, or of the type of another package's result.
func isErrorHere(t types.Type) bool {
	return types.Unalias(t) == errorType || t == types.Typ[types.Invalid]
}

// lacking returns what is known where the package does not have a declaration.
func (src *source) lacking() errorOrigin {
	if src.whole {
		return fromUnknown
	}
	return fromElsewhere
}

// value returns what is known of a value in part p at once, and adds to the parts what else it depends on.
func (r *sourceReader) value(p valuePart, b *sourceBody, v sourceValue) errorOrigin {
	switch e := ast.Unparen(v.expr).(type) {
	case nil:
		return fromText
	case *ast.Ident:
		switch obj := b.info.ObjectOf(e).(type) {
		case *types.Nil:
			return fromText
		case *types.Var:
			r.parts.Push(valuePart{src: p.src, fn: p.fn, v: obj})
			return fromText
		}
	case *ast.CallExpr:
		return r.call(p, b, e, max(v.result, 0))
	}
	return fromUnknown
}

// call is value for a result of a call.
func (r *sourceReader) call(p valuePart, b *sourceBody, call *ast.CallExpr, result int) errorOrigin {
	switch callee := uninstantiated(call.Fun).(type) {
	case *ast.Ident:
		switch obj := b.info.Uses[callee].(type) {
		case nil:
			return p.src.lacking()
		case *types.Func:
			return r.results(p.src, obj.Name(), result)
		}
	case *ast.SelectorExpr:
		if id, ok := callee.X.(*ast.Ident); ok {
			if pkg, ok := b.info.Uses[id].(*types.PkgName); ok {
				return r.callOther(p, b, call, pkg.Imported().Path(), callee.Sel.Name, result)
			}
		}
		switch sel := b.info.Selections[callee]; {
		case sel == nil:
			return p.src.lacking()
		case sel.Kind() == types.MethodVal && len(sel.Index()) == 1 && !types.IsInterface(sel.Recv()) && !p.src.varies:
			// In another build, the method may be that of an embedded field.
			return r.results(p.src, nameOfFunc(sel.Obj().(*types.Func).Origin()), result)
		}
	}
	return fromUnknown
}

// callOther is call for a function of another package.
func (r *sourceReader) callOther(p valuePart, b *sourceBody, call *ast.CallExpr, pkg, name string, result int) errorOrigin {
	wraps := func(args ...ast.Expr) errorOrigin {
		for _, arg := range args {
			r.parts.Push(valuePart{src: p.src, fn: p.fn, expr: arg})
		}
		return fromText
	}
	built, ok := builderNamed(pkg, name)
	switch {
	case ok && call.Ellipsis.IsValid():
		return fromUnknown
	case built.Kind == BuildsFresh:
		return fromText
	case built.Kind == BuildsFormat && len(call.Args) > 0:
		text := b.info.Types[call.Args[0]].Value
		if text == nil || text.Kind() != constant.String {
			return p.src.lacking()
		}
		verbs, err := format.Parse(constant.StringVal(text))
		if err != nil {
			return fromUnknown
		}
		for _, verb := range verbs {
			if operand := built.Operands + verb.Operand; verb.Rune == 'w' && operand < len(call.Args) {
				wraps(call.Args[operand])
			}
		}
		return fromText
	case built.Kind == BuildsWrap && built.Joins && pkg == "errors":
		return wraps(call.Args...)
	case built.Kind == BuildsWrap && !built.Joins && len(built.Causes) == 1 && built.Causes[0] < len(call.Args):
		return wraps(call.Args[built.Causes[0]])
	case ok:
		return fromUnknown
	}
	full := pkg + "." + name
	if _, ok := slices.BinarySearch(nameless(), full); ok {
		return fromText
	}
	if Listed(InputErrors, pkg, full) {
		return fromInput
	}
	if rel, ok := strings.CutPrefix(pkg+"/", r.module+"/"); ok {
		r.imported.Push(importedPart{filepath.Join(r.root, filepath.FromSlash(rel)), name, result})
		return fromText
	}
	return fromUnknown
}

// bySource returns the answer to q by a model that reads the sources of other modules where this one knows nothing.
func (q *query) bySource() Set {
	q.m.mu.Lock()
	defer q.m.mu.Unlock()
	if q.m.deep == nil {
		q.m.deep = newEngine(q.m)
		q.m.deep.reads = true
		q.m.deep.sentinels = maps.Clone(q.m.eng.sentinels)
	}
	var s Set
	for _, k := range q.keys {
		s = s.union(q.m.deep.get(k))
	}
	q.m.deep.trim()
	return s
}
