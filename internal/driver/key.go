package driver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"go/constant"
	"go/token"
	"go/types"
	"hash"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/errlint/errlint/internal/cache"
)

// keyVersion is part of every key. It changes when the meaning of an entry does in a
// way that the digest of the executable does not show.
const keyVersion = "errlint driver 1"

// writeString writes a string such that no two sequences of strings look the same.
func writeString(w io.Writer, s string) {
	var n [binary.MaxVarintLen64]byte
	w.Write(n[:binary.PutUvarint(n[:], uint64(len(s)))])
	io.WriteString(w, s)
}

// baseKey returns a hash of what all results of the run depend on, so far.
func (r *run) baseKey(kind string) hash.Hash {
	h := sha256.New()
	for _, s := range []string{keyVersion, kind, string(r.tool[:]), r.goenv.GOVERSION, r.goenv.GOARCH} {
		writeString(h, s)
	}
	return h
}

// typesSum returns a digest of all that the types of a package depend on that is not
// analysed. ok is false if it has none that stands for them.
func (r *run) typesSum(n *node) (sum digest, ok bool) {
	h := r.baseKey("types")
	writeString(h, n.meta.ID)
	writeString(h, n.meta.Name)
	ok = true
	if version := r.immutable(n.meta); version != "" {
		writeString(h, version)
		for _, name := range n.meta.GoFiles {
			writeString(h, filepath.Base(name))
		}
	} else {
		files, readable := r.sources.fileSum(n.meta.GoFiles)
		ok = readable
		writeString(h, goVersionOf(n.meta))
		h.Write(files[:])
	}
	for _, dep := range n.deps {
		writeString(h, dep.meta.ID)
		h.Write(dep.sum[:])
		ok = ok && dep.solid
	}
	return digest(h.Sum(nil)), ok
}

// immutable returns what identifies the source of a package if nobody edits it:
// the version of its module or of Go; else "".
func (r *run) immutable(p *packages.Package) string {
	m := p.Module
	if m == nil {
		return ""
	}
	if m.Path == "std" || m.Path == "cmd" {
		return r.goenv.GOVERSION
	}
	version := m.Path + "@" + m.Version
	if m.Replace != nil {
		version = m.Replace.Path + "@" + m.Replace.Version
		m = m.Replace
	}
	// A vendored package has a version, but its files are in the main module's hands.
	vendored := len(p.GoFiles) > 0 && !inside(m.Dir, p.GoFiles[0])
	if m.Version == "" || m.Dir == "" || vendored {
		return ""
	}
	return version + " " + m.GoVersion
}

// inside reports whether a file is in a directory or below.
func inside(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

func goVersionOf(p *packages.Package) string {
	if p.Module == nil {
		return ""
	}
	return p.Module.GoVersion
}

// resultKey returns the key of what the analyzers yield for an own package: as a target, or
// only for its facts. ok is false if the result depends on what no key can tell.
func (r *run) resultKey(n *node, target bool) (key cache.Key, ok bool) {
	if n.noInput || n.usesC || n.broken || len(n.loop) > 0 || len(n.meta.Errors) > 0 {
		return key, false
	}
	h := r.baseKey("result")
	writeString(h, r.opts.ConfigKey)
	analyzers := r.factual
	if target {
		// Whether there are findings in the result does not show in which analyzers ran.
		writeString(h, "target")
		analyzers = r.all
	}
	for _, a := range analyzers {
		writeString(h, a.Name)
	}
	writeString(h, n.meta.ID)
	writeString(h, n.meta.PkgPath)
	writeString(h, n.meta.Name)
	if m := n.meta.Module; m != nil {
		writeString(h, m.Path)
		writeString(h, m.Version)
		writeString(h, m.GoVersion)
		writeString(h, map[bool]string{true: "main"}[m.Main])
	}
	h.Write(n.input[:])
	ok = !slices.ContainsFunc(n.deps, func(dep *node) bool { return !dep.solid })
	if ok {
		r.writeView(h, n)
	}
	return cache.Key(h.Sum(nil)), ok
}

// writeView writes all of other packages that the analysis of a package can get to see.
//
// That is less than all that the package depends on, and less than all that its imports export, or else a change
// would reach every package above it. Nothing of another package is seen but what something leads to,
// from the source of the package on:
//
//   - A name. Of the own packages that it imports, and of those with names that occur before a dot in its source
//     (for a doc comment may speak of any that it depends on, if only from afar, and in the order in which
//     they are looked for), it sees the objects whose names are words of its source: be it
//     code, a comment or a string, and whatever is meant by it. An object that is not there
//     is not seen, and is as soon as it is there. Packages that are not analysed it sees whole.
//   - A method. Of an interface of such a package, a method of its own may be an implementation, and heir to what
//     the interface says, without any name of the interface in the source. The method's name is there.
//   - A dot import, which makes names of all that the imported package exports. They may be in each other's way.
//   - An object that it sees: the objects of other packages whose names occur in what importers see of that, in
//     types or in facts; those whose names occur in what importers see of those; and so on.
//   - An object that is called like one that it sees, in a package that is called like that one's. What
//     facts speak of may be written into a comment as the source would, and must not be mistaken there.
//   - The facts about packages, not their objects, of all that the package depends on.
//
// So analyzers must not come to objects of other packages in any other way, such as by a walk through
// a package's scope.
func (r *run) writeView(h hash.Hash, n *node) {
	seen := r.graph.visible(n)
	v := &view{
		r:      r,
		words:  r.sources.wordsOf(n.meta.GoFiles),
		seen:   seen,
		named:  make(map[*node]bool),
		whole:  make(map[*node]bool),
		parts:  make(map[part]bool),
		spoken: make(map[part]bool),
	}
	for _, dep := range n.deps {
		writeString(h, dep.meta.ID)
		writeString(h, dep.meta.Name)
		h.Write(dep.packageFacts[:])
		v.addNamed(dep)
	}
	for _, path := range v.words.dots {
		if imp := n.meta.Imports[path]; imp != nil && r.graph.byID[imp.ID] != nil {
			v.addWhole(r.graph.byID[imp.ID])
		}
	}
	for _, dep := range seen.nodes {
		if v.words.qualifiers.has(dep.hashes.name) || v.words.qualifiers.has(dep.hashes.path) {
			writeString(h, dep.meta.ID)
			writeString(h, dep.meta.Name)
			v.addNamed(dep)
		}
	}
	writeString(h, "") // the end of the list
	v.writeNamesakes(h)
	v.write(h)
	n.view = v.whole
}

// A view is what the analysis of a package can get to see of others.
type view struct {
	r      *run
	words  wordSets       // of the package's source
	seen   visibility     // the packages that analyzers find
	named  map[*node]bool // those whose objects can be named
	whole  map[*node]bool
	parts  map[part]bool // of own packages
	spoken map[part]bool // those that something leads to, and whose packages have namesakes
}

// A part is an object of a package, by its name.
type part struct {
	n    *node
	name string
}

// addNamed adds what the package's source can name in another one.
func (v *view) addNamed(n *node) {
	if n.kind != own {
		v.addWhole(n)
		return
	}
	if v.named[n] {
		return
	}
	v.named[n] = true
	for _, x := range n.index {
		if x.name == "" || v.words.exported.has(x.hash) || slices.ContainsFunc(x.methods, v.words.exported.has) {
			v.add(n, x.name)
		}
	}
}

// addWhole adds a package.
func (v *view) addWhole(n *node) {
	if v.whole[n] {
		return
	}
	v.whole[n] = true
	switch n.kind {
	case own:
		for name := range n.result.Objects {
			v.speak(n, name)
			v.addMentions(n, name)
		}
	case above:
		for _, dep := range n.deps {
			v.addWhole(dep)
		}
	}
}

// add adds an object of an own package.
func (v *view) add(n *node, name string) {
	v.speak(n, name)
	if p := (part{n, name}); !v.whole[n] && !v.parts[p] {
		v.parts[p] = true
		v.addMentions(n, name)
	}
}

// addMentions adds what the importers of a package find mentioned by an object.
func (v *view) addMentions(n *node, name string) {
	for _, m := range n.result.Objects[name].Mentions {
		path, name, _ := strings.Cut(m, " ")
		dep := v.seen.find(path)
		if path == n.meta.PkgPath {
			dep = n
		}
		if dep == nil {
			dep = v.r.graph.byID[path] // external, and imported by external ones only
		}
		switch {
		case dep == nil:
		case name == "" || dep.kind != own:
			v.addWhole(dep)
			v.speak(dep, name)
		default:
			v.add(dep, name)
		}
	}
}

// speak notes that there may be talk of an object.
func (v *view) speak(n *node, name string) {
	if len(n.namesakes) > 0 && name != "" {
		v.spoken[part{n, name}] = true
	}
}

// writeNamesakes writes which of the visible packages, nearest first, the objects that are spoken of may be looked for in.
func (v *view) writeNamesakes(h hash.Hash) {
	var names []string
	rivals := make(map[*node]bool)
	for p := range v.spoken {
		for _, n := range p.n.namesakes {
			if n == p.n || !v.seen.has(n) {
				continue
			}
			has := p.name
			if n.kind != own {
				has = string(n.sum[:])
			} else if _, ok := n.result.Objects[p.name]; !ok {
				continue
			}
			rivals[n], rivals[p.n] = true, true
			names = append(names, n.meta.ID+" "+has)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		writeString(h, name)
	}
	writeString(h, "")
	for _, n := range v.seen.nodes {
		if rivals[n] {
			writeString(h, n.meta.ID)
		}
	}
	writeString(h, "")
}

// write writes the view.
func (v *view) write(h hash.Hash) {
	for _, n := range slices.SortedFunc(maps.Keys(v.whole), func(a, b *node) int { return cmp.Compare(a.meta.ID, b.meta.ID) }) {
		writeString(h, n.meta.ID)
		if n.kind == own {
			h.Write(n.local[:])
		} else {
			h.Write(n.sum[:])
		}
	}
	writeString(h, "")
	var last *node
	for _, p := range slices.SortedFunc(maps.Keys(v.parts), func(a, b part) int {
		if a.n != b.n {
			return cmp.Compare(a.n.meta.ID, b.n.meta.ID)
		}
		return cmp.Compare(a.name, b.name)
	}) {
		if v.whole[p.n] {
			continue
		}
		if p.n != last {
			last = p.n
			writeString(h, "") // Only the first part of a package may be called that.
			writeString(h, p.n.meta.ID)
			writeString(h, p.n.meta.Name)
		}
		sum := p.n.result.Objects[p.name].Sum // zero if there is none, which is a fact, too
		writeString(h, p.name)
		h.Write(sum[:])
	}
}

// A visibility is the packages that analyzers find if they follow imports, nearest first; see [world].
type visibility struct {
	g     *graph
	nodes []*node
	in    []bool // by node.number
}

// visible returns what is visible from a package. It is asked for every package, and
// there may be thousands in sight of each.
func (g *graph) visible(n *node) visibility {
	in := make([]bool, len(g.nodes))
	in[n.number] = true
	queue := []*node{n}
	for i := 0; i < len(queue); i++ {
		if i > 0 && queue[i].kind == external {
			continue
		}
		for _, dep := range queue[i].deps {
			if !in[dep.number] {
				in[dep.number] = true
				queue = append(queue, dep)
			}
		}
	}
	in[n.number] = false
	return visibility{g, queue[1:], in}
}

func (v visibility) has(n *node) bool { return v.in[n.number] }

// find returns the package that is meant by an import path, if it is visible. A path has several packages
// if one is a variant for tests, of which no more than one is visible.
func (v visibility) find(path string) *node {
	for _, n := range v.g.byPath[path] {
		if v.has(n) {
			return n
		}
	}
	return nil
}

// lastWord returns the end of an import path as far as it looks like a name.
func lastWord(path string) string {
	i := strings.LastIndexFunc(path, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return path[i+1:]
}

// An object is what importers can see of a declared object: of its type, and of the facts about it
// and its parts.
type object struct {
	Sum      digest
	Mentions []string `json:",omitempty"` // objects that occur there: import path, space, name; no name: any; sorted
	Methods  []string `json:",omitempty"` // of an exported interface: those that are exported; sorted
}

// An indexed object is what an object of a package can be found by.
type indexed struct {
	name    string
	hash    uint32
	methods []uint32 // hashes of the names of an interface's methods
}

// setSums sets the sums and the index of an own package, given the result for it.
func (n *node) setSums() {
	h := sha256.New()
	writeString(h, n.meta.PkgPath)
	writeString(h, n.meta.Name)
	n.index = make([]indexed, 0, len(n.result.Objects))
	for _, obj := range slices.Sorted(maps.Keys(n.result.Objects)) {
		seen := n.result.Objects[obj]
		writeString(h, obj)
		h.Write(seen.Sum[:])
		if obj == "" || token.IsExported(obj) {
			x := indexed{name: obj, hash: hashWord(obj)}
			for _, m := range seen.Methods {
				x.methods = append(x.methods, hashWord(m))
			}
			n.index = append(n.index, x)
		}
	}
	n.local = digest(h.Sum(nil))

	h = sha256.New()
	h.Write(n.local[:])
	for _, dep := range n.deps {
		h.Write(dep.sum[:])
	}
	n.sum = digest(h.Sum(nil))

	h = sha256.New()
	writeString(h, n.meta.PkgPath)
	for _, f := range n.result.Facts {
		if f.Object == "" {
			f.write(h)
		}
	}
	for _, dep := range n.deps {
		h.Write(dep.packageFacts[:])
	}
	n.packageFacts = digest(h.Sum(nil))
}

// write writes the fact.
func (f storedFact) write(w io.Writer) {
	writeString(w, string(f.Object))
	writeString(w, f.Type)
	writeString(w, string(bytes.TrimSpace(f.Value)))
}

// objects returns what importers can see of a package, by the names of its objects. That of
// facts about the package is under the empty name.
func (g *graph) objects(n *node, pkg *types.Package, facts []storedFact) map[string]object {
	type seen struct {
		h        hash.Hash
		mentions map[string]bool
	}
	all := make(map[string]*seen)
	get := func(name string) *seen {
		o := all[name]
		if o == nil {
			o = &seen{sha256.New(), make(map[string]bool)}
			all[name] = o
		}
		return o
	}
	for name, text := range api(pkg, owners(pkg, facts)) {
		o := get(name)
		writeString(o.h, text.text)
		o.mentions = text.mentions
	}
	sight := g.visible(n)
	for _, f := range facts {
		name, _, _ := strings.Cut(string(f.Object), ".")
		o := get(name)
		f.write(o.h)
		for path := range pathsIn(f.Value) {
			if path == n.meta.PkgPath || sight.find(path) != nil {
				for _, m := range mentionsIn(f.Value, path) {
					o.mentions[m] = true
				}
			}
		}
	}
	out := make(map[string]object, len(all))
	for name, o := range all {
		out[name] = object{digest(o.h.Sum(nil)), slices.Sorted(maps.Keys(o.mentions)), methods(pkg.Scope().Lookup(name))}
	}
	return out
}

// methods returns the names of the exported methods of an exported interface, sorted; nil if obj is none.
func methods(obj types.Object) []string {
	tn, ok := obj.(*types.TypeName)
	if !ok || !tn.Exported() || tn.IsAlias() || !types.IsInterface(tn.Type()) {
		return nil
	}
	var names []string
	for m := range tn.Type().Underlying().(*types.Interface).Methods() {
		if m.Exported() {
			names = append(names, m.Name())
		}
	}
	slices.Sort(names)
	return names
}

// owners returns the fields and methods that there are facts about, and the names of the objects
// that these facts are stored under. Other objects may have them, too: of
// "type A struct { F int }" and "type B A", both have the one field F.
func owners(pkg *types.Package, facts []storedFact) map[types.Object]string {
	owners := make(map[types.Object]string)
	for _, f := range facts {
		name, rest, ok := strings.Cut(string(f.Object), ".")
		if !ok || strings.HasPrefix(rest, "M") { // a method is of the type that declares it
			continue
		}
		if obj, err := objectpath.Object(pkg, f.Object); err == nil {
			owners[obj] = name
		}
	}
	return owners
}

// mentionsIn returns the mentions of a package's objects in a text, where a name follows the import path and
// a dot; where none does, it is a mention of the package. What is only a part of another import path, or of a word, is none.
func mentionsIn(text []byte, path string) []string {
	var out []string
	for after := 0; ; {
		i := bytes.Index(text[after:], []byte(path))
		if i < 0 {
			return out
		}
		before := text[:after+i]
		after += i + len(path)
		rest := text[after:]
		if inWordOrPath(before) || len(rest) > 0 && (isWord(rest[0]) || rest[0] == '/' || rest[0] == '-' || rest[0] == '~') {
			continue
		}
		end := 0
		if len(rest) > 0 && rest[0] == '.' {
			end = 1
			for end < len(rest) && isWord(rest[end]) {
				end++
			}
		}
		out = append(out, path+" "+string(rest[min(1, end):end]))
	}
}

// pathsIn returns whatever mentionsIn might find in a text.
func pathsIn(text []byte) map[string]bool {
	paths := make(map[string]bool)
	for start := range text {
		if !inPath(text[start]) || inWordOrPath(text[:start]) {
			continue
		}
		for end := start + 1; ; end++ {
			if end == len(text) || !inPath(text[end]) {
				paths[string(text[start:end])] = true
				break
			}
			if text[end] == '.' || text[end] == '+' {
				paths[string(text[start:end])] = true
			}
		}
	}
	return paths
}

// inPath reports whether a byte can be in an import path; see module.CheckImportPath.
func inPath(b byte) bool { return isWord(b) || bytes.IndexByte([]byte("/.-~+"), b) >= 0 }

// inWordOrPath reports whether what comes after a text in JSON continues a word or an import path. There are types
// like "...path.T" and "~path.T", and the letter at the end of an escaped character is none.
func inWordOrPath(before []byte) bool {
	n := len(before)
	switch {
	case n == 0 || n > 1 && before[n-2] == '\\':
		return false
	case before[n-1] == '.':
		return n > 1 && isWord(before[n-2])
	}
	return isWord(before[n-1]) || before[n-1] == '/'
}

// An apiText is what an importer can see of an object's type.
type apiText struct {
	text     string
	mentions map[string]bool // as in [object]
}

// api returns what an importer can see of a package's types: its exported
// objects, and whatever of the package these lead to, by their names. It has no positions,
// and says of named types only what they are called.
// The owners are those of facts.
func api(pkg *types.Package, owners map[types.Object]string) map[string]apiText {
	w := &apiWriter{pkg: pkg, owners: owners, out: make(map[string]apiText)}
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			w.add(obj)
		}
	}
	// Types that are not exported but that something exported has, and so on.
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.add(next)
	}
	return w.out
}

type apiWriter struct {
	pkg    *types.Package
	owners map[types.Object]string
	out    map[string]apiText
	queue  []*types.TypeName

	// Of the object that is being written:
	text     strings.Builder
	seen     map[*types.TypeName]bool // local types
	mentions map[string]bool
}

// add writes a package-level object.
func (w *apiWriter) add(obj types.Object) {
	if _, done := w.out[obj.Name()]; done {
		return
	}
	w.text.Reset()
	w.seen = make(map[*types.TypeName]bool)
	w.mentions = make(map[string]bool)
	w.object(obj)
	w.out[obj.Name()] = apiText{w.text.String(), w.mentions}
}

func (w *apiWriter) write(s string) { writeString(&w.text, s) }

func (w *apiWriter) object(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Const:
		w.write("const " + obj.Name())
		w.write(constantText(obj.Val()))
		w.typ(obj.Type())
	case *types.Var:
		w.write("var " + obj.Name())
		w.typ(obj.Type())
	case *types.Func:
		w.write("func " + obj.Name())
		w.typ(obj.Type())
	case *types.TypeName:
		w.typeName(obj)
	}
}

// constantText returns a constant exactly, whatever its size.
func constantText(v constant.Value) string { return v.Kind().String() + " " + v.ExactString() }

func (w *apiWriter) typeName(obj *types.TypeName) {
	if w.seen[obj] {
		return
	}
	w.seen[obj] = true
	w.write("type " + obj.Name())
	switch t := obj.Type().(type) {
	case *types.Alias:
		w.write("alias")
		w.typeParams(t.TypeParams())
		w.typ(t.Rhs())
	case *types.Named:
		w.typeParams(t.TypeParams())
		w.typ(t.Underlying())
		methods := slices.SortedFunc(t.Methods(), func(a, b *types.Func) int { return cmp.Compare(a.Id(), b.Id()) })
		for _, m := range methods {
			w.write("method " + m.Id())
			sig := m.Signature()
			_, pointer := sig.Recv().Type().(*types.Pointer)
			w.write(map[bool]string{true: "*"}[pointer])
			w.typ(sig)
		}
	default:
		w.typ(t)
	}
}

func (w *apiWriter) typeParams(list *types.TypeParamList) {
	for p := range list.TypeParams() {
		w.write("param " + p.Obj().Name())
		w.typ(p.Constraint())
	}
}

// typ writes a type in Go's notation, and looks for types of the package in it.
func (w *apiWriter) typ(t types.Type) {
	w.write(types.TypeString(t, (*types.Package).Path))
	if sig, ok := t.(*types.Signature); ok {
		w.typeParams(sig.TypeParams())
	}
	w.find(t)
}

// find notes the named types that a type is made of. Types that are
// local to a function are told by their structure where they are found.
func (w *apiWriter) find(t types.Type) {
	var visit func(t types.Type)
	seen := make(map[types.Type]bool)
	visit = func(t types.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		named := func(obj *types.TypeName, args *types.TypeList) {
			switch {
			case obj.Pkg() == nil: // a predeclared one
			case obj.Parent() == obj.Pkg().Scope():
				w.mentions[obj.Pkg().Path()+" "+obj.Name()] = true
				if obj.Pkg() == w.pkg {
					w.queue = append(w.queue, obj)
				}
			case obj.Pkg() == w.pkg:
				// It is local to a function, and known only by what leads to it.
				w.typeName(obj)
			default:
				w.mentions[obj.Pkg().Path()+" "] = true
			}
			for arg := range args.Types() {
				visit(arg)
			}
		}
		owned := func(obj types.Object) {
			if name, ok := w.owners[obj]; ok {
				w.mentions[w.pkg.Path()+" "+name] = true
			}
		}
		switch t := t.(type) {
		case *types.Alias:
			named(t.Obj(), t.TypeArgs())
			visit(types.Unalias(t))
		case *types.Named:
			named(t.Origin().Obj(), t.TypeArgs())
		case *types.Pointer:
			visit(t.Elem())
		case *types.Slice:
			visit(t.Elem())
		case *types.Array:
			visit(t.Elem())
		case *types.Chan:
			visit(t.Elem())
		case *types.Map:
			visit(t.Key())
			visit(t.Elem())
		case *types.Tuple:
			for v := range t.Variables() {
				visit(v.Type())
			}
		case *types.Signature:
			visit(t.Params())
			visit(t.Results())
		case *types.Struct:
			for f := range t.Fields() {
				owned(f)
				visit(f.Type())
			}
		case *types.Interface:
			for m := range t.ExplicitMethods() {
				owned(m)
				visit(m.Type())
			}
			for e := range t.EmbeddedTypes() {
				visit(e)
			}
		case *types.Union:
			for term := range t.Terms() {
				visit(term.Type())
			}
		}
	}
	visit(t)
}
