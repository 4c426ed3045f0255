package driver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"go/constant"
	"go/types"
	"hash"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/packages"

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
// That is less than all that the package depends on, or else a change would reach every
// package above it. It is
//
//   - the packages that it imports, and those whose names occur in what importers see of
//     these, in types or in facts, and so on;
//   - the packages with names that occur before a dot in its source, for a doc comment may speak of any that
//     the package depends on, if only from afar, and in the order in which they are looked for;
//   - the facts about packages, not their objects, of all of them.
func (r *run) writeView(h hash.Hash, n *node) {
	all := visible(n)
	byPath := make(map[string]*node, len(all))
	for _, dep := range all {
		byPath[dep.meta.PkgPath] = dep
	}

	view := make(map[*node]bool)
	var add func(dep *node)
	add = func(dep *node) {
		if dep == nil || view[dep] {
			return
		}
		view[dep] = true
		switch dep.kind {
		case own:
			for _, path := range dep.result.Mentions {
				if named := byPath[path]; named != nil {
					add(named)
				} else {
					add(r.graph.byID[path]) // external, and imported by external ones only
				}
			}
		case above:
			for _, dep := range dep.deps {
				add(dep)
			}
		}
	}
	for _, dep := range n.deps {
		writeString(h, dep.meta.ID)
		h.Write(dep.packageFacts[:])
		add(dep)
	}
	words := r.sources.qualifiers(n.meta.GoFiles)
	for _, dep := range all {
		if words[dep.meta.Name] || words[lastWord(dep.meta.PkgPath)] {
			writeString(h, dep.meta.ID)
			add(dep)
		}
	}
	writeString(h, "") // the end of the list
	for _, dep := range slices.SortedFunc(maps.Keys(view), func(a, b *node) int { return cmp.Compare(a.meta.ID, b.meta.ID) }) {
		writeString(h, dep.meta.ID)
		if dep.kind == own {
			h.Write(dep.local[:])
		} else {
			h.Write(dep.sum[:])
		}
	}
}

// visible returns the packages that analyzers find if they follow imports, nearest first; see [world].
func visible(n *node) []*node {
	known := map[*node]bool{n: true}
	queue := []*node{n}
	for i := 0; i < len(queue); i++ {
		if i > 0 && queue[i].kind == external {
			continue
		}
		for _, dep := range queue[i].deps {
			if !known[dep] {
				known[dep] = true
				queue = append(queue, dep)
			}
		}
	}
	return queue[1:]
}

// lastWord returns the end of an import path as far as it looks like a name.
func lastWord(path string) string {
	i := strings.LastIndexFunc(path, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return path[i+1:]
}

// setSums sets the sums of an own package, given the result for it.
func (n *node) setSums() {
	h := sha256.New()
	writeString(h, n.meta.PkgPath)
	writeString(h, n.meta.Name)
	h.Write(n.result.API[:])
	h.Write(factSum(n.result.Facts))
	n.local = digest(h.Sum(nil))

	h = sha256.New()
	h.Write(n.local[:])
	for _, dep := range n.deps {
		h.Write(dep.sum[:])
	}
	n.sum = digest(h.Sum(nil))

	h = sha256.New()
	writeString(h, n.meta.PkgPath)
	h.Write(factSum(slices.DeleteFunc(slices.Clone(n.result.Facts), func(f storedFact) bool { return f.Object != "" })))
	for _, dep := range n.deps {
		h.Write(dep.packageFacts[:])
	}
	n.packageFacts = digest(h.Sum(nil))
}

// mentions returns the import paths of the packages that n depends on and that occur in
// what importers see of it: in its types, which mention those in named, or in its facts.
func (n *node) mentions(named map[string]bool) []string {
	var paths []string
	for _, dep := range visible(n) {
		path := dep.meta.PkgPath
		if named[path] || slices.ContainsFunc(n.result.Facts, func(f storedFact) bool { return bytes.Contains(f.Value, []byte(path)) }) {
			paths = append(paths, path)
			delete(named, path)
		}
	}
	// External packages that own ones do not import are known by what external ones say of them.
	paths = append(paths, slices.Collect(maps.Keys(named))...)
	slices.Sort(paths)
	return slices.Compact(paths)
}

// apiSum returns a digest of what an importer can see of a package: its exported
// objects with their types, and whatever of the package these lead to. It has no positions,
// and says of other packages' types only what they are called. The import paths of those
// packages are in named.
func apiSum(pkg *types.Package) (sum digest, named map[string]bool) {
	w := &apiWriter{h: sha256.New(), pkg: pkg, seen: make(map[*types.TypeName]bool), named: make(map[string]bool)}
	writeString(w.h, pkg.Name())
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			w.object(obj)
		}
	}
	// Types that are not exported but that something exported has. What is met first
	// depends on the above alone.
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.object(next)
	}
	return digest(w.h.Sum(nil)), w.named
}

type apiWriter struct {
	h     hash.Hash
	pkg   *types.Package
	seen  map[*types.TypeName]bool
	queue []*types.TypeName
	named map[string]bool // import paths of other packages
}

func (w *apiWriter) write(s string) { writeString(w.h, s) }

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

// find queues the types of the package that a type is made of. Types that are
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
			if obj.Pkg() != nil && obj.Pkg() != w.pkg {
				w.named[obj.Pkg().Path()] = true
			}
			if obj.Pkg() == w.pkg && !w.seen[obj] && (!obj.Exported() || obj.Parent() != w.pkg.Scope()) {
				w.queue = append(w.queue, obj)
			}
			for arg := range args.Types() {
				visit(arg)
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
				visit(f.Type())
			}
		case *types.Interface:
			for m := range t.ExplicitMethods() {
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
