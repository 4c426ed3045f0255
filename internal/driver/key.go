package driver

import (
	"crypto/sha256"
	"encoding/binary"
	"go/types"
	"hash"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/sibling"
)

// keyVersion is part of every key. It has to change when the meaning of an entry changes in a
// way that the digest of the executable does not show.
const keyVersion = "errlint driver 2"

// writeStrings writes strings such that no two sequences of them look the same.
func writeStrings(w io.Writer, list ...string) {
	for _, s := range list {
		var n [binary.MaxVarintLen64]byte
		w.Write(n[:binary.PutUvarint(n[:], uint64(len(s)))])
		io.WriteString(w, s)
	}
}

// baseKey returns a hash of what all results of the run depend on, to which a key adds the rest.
func (q *request) baseKey(kind string) hash.Hash {
	h := sha256.New()
	writeStrings(h, keyVersion, kind, string(q.tool[:]), q.goenv.GOVERSION, q.goenv.GOARCH)
	return h
}

// typesSum returns a digest of all that the types of a package that is not
// analysed depend on. ok is false if the digest does not identify them.
func (s *settling) typesSum(n *node) (sum digest, ok bool) {
	h := s.baseKey("types")
	writeStrings(h, n.meta.ID, n.meta.Name)
	ok = true
	if version := s.immutable(n.meta); version != "" {
		writeStrings(h, version)
		for _, name := range n.meta.GoFiles {
			writeStrings(h, filepath.Base(name))
		}
	} else {
		files, readable := s.files.sum(n.meta.GoFiles)
		ok = readable
		writeStrings(h, goVersionOf(n.meta))
		h.Write(files[:])
	}
	s.writeImports(h, n, func(string) bool { return true })
	return digest(h.Sum(nil)), ok && s.onSolid(n)
}

// onSolid reports whether all dependencies of a package are solid.
func (s *settling) onSolid(n *node) bool {
	return !slices.ContainsFunc(n.deps, func(dep *node) bool { o := s.done[dep.index]; return o == nil || !o.solid })
}

// immutable returns the version of a package's module or of Go, if that identifies
// the package's source; else "".
func (q *request) immutable(p *packages.Package) string {
	m := p.Module
	if m == nil {
		return ""
	}
	if m.Path == "std" || m.Path == "cmd" {
		return q.goenv.GOVERSION
	}
	version := m.Path + "@" + m.Version
	if m.Replace != nil {
		version = m.Replace.Path + "@" + m.Replace.Version
		m = m.Replace
	}
	// A vendored package has a version, but its files may be edited.
	vendored := len(p.GoFiles) > 0 && !inside(m.Dir, p.GoFiles[0])
	if m.Version == "" || m.Dir == "" || vendored {
		return ""
	}
	return version + " " + m.GoVersion
}

// inside reports whether a file is in a directory or below it.
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

// resultKey returns the key of the result of an own package: as a target, or
// only for its facts. ok is false if the result depends on something that is not in the key.
func (s *settling) resultKey(n *node, target bool) (key cache.Key, ok bool) {
	if n.noInput || n.usesC || len(n.loop) > 0 || !s.onSolid(n) {
		return key, false
	}
	h := s.baseKey("result")
	writeStrings(h, s.opts.ConfigKey)
	analyzers := s.factual
	if target {
		// The names of the analyzers do not tell whether the result has findings.
		writeStrings(h, "target")
		analyzers = s.all
	}
	for _, a := range analyzers {
		writeStrings(h, a.Name)
	}
	writeStrings(h, n.meta.ID, n.meta.PkgPath, n.meta.Name)
	if m := n.meta.Module; m != nil {
		writeStrings(h, m.Path, m.Version, m.GoVersion, map[bool]string{true: "main"}[m.Main])
	}
	h.Write(n.input[:])
	named, ok := n.named()
	s.writeImports(h, n, named.has)
	return cache.Key(h.Sum(nil)), ok
}

// words are the words in a package's files, code and comments alike, that can be names of exported functions: runs of ASCII letters, digits and
// underscores that begin with a capital letter. Nil has all words.
type words map[string]bool

// words returns the words of a package's files; nil if one has an import with a dot, whose names may conflict with others. It reports false if a file has changed.
func (f *files) words(names []string) (words, bool) {
	w := make(words)
	sound := true
	for _, name := range names {
		text, err := f.text(name)
		sound = sound && err == nil
		if header(text).dots {
			return nil, sound
		}
		for i := 0; i < len(text); i++ {
			begin := i
			for i < len(text) && isWord[text[i]] {
				i++
			}
			if i > begin && 'A' <= text[begin] && text[begin] <= 'Z' && !w[string(text[begin:i])] {
				w[string(text[begin:i])] = true
			}
		}
	}
	return w, sound
}

// isWord has the bytes that words may have. It is a table because each byte of a module is looked up.
var isWord = func() (is [256]bool) {
	for _, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") {
		is[b] = true
	}
	return is
}()

// has reports whether a function's name is among the words, or counts as one: names with other letters, and those that rules look for.
func (w words) has(name string) bool {
	return w == nil || w[name] || sibling.Is(name) || strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0
}

// writeImports writes what a package sees of other packages: the sums of its imports, which include those of
// their dependencies; the sums of the wanted functions that the imports export; and, for packages that cannot be imported, the errors.
func (s *settling) writeImports(h hash.Hash, n *node, wanted func(function string) bool) {
	for _, dep := range n.deps {
		writeStrings(h, dep.meta.ID)
		if o := s.done[dep.index]; o != nil {
			h.Write(o.sum[:])
			for _, f := range o.result.Functions {
				if wanted(f.Name) {
					writeStrings(h, f.Name)
					h.Write(f.Sum[:])
				}
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(n.meta.Imports)) {
		if imp := n.meta.Imports[path]; s.byID[imp.ID] == nil {
			writeStrings(h, path)
			writeErrors(h, imp)
		}
	}
	writeErrors(h, n.meta)
}

// writeErrors writes the go command's errors about a package.
func writeErrors(h hash.Hash, p *packages.Package) {
	for _, e := range p.Errors {
		writeStrings(h, e.Pos, e.Msg)
	}
	writeStrings(h, "")
}

// resultSum returns the sum of an own package, given its result. Dependents see its types and its facts, and those of its
// imports, because analyzers may follow imports transitively. Its functions are left out: they matter only to packages that name them. The types of
// a broken package may show what is wrong in ways that [apiSum] does not cover; so the sum of such a package covers its files.
func (s *settling) resultSum(n *node, res *result) digest {
	h := sha256.New()
	writeStrings(h, n.meta.ID, n.meta.PkgPath, n.meta.Name)
	h.Write(res.API[:])
	unsound := res.Broken || res.Shaky
	if unsound {
		h.Write(n.input[:])
	}
	s.writeImports(h, n, func(string) bool { return unsound })
	return digest(h.Sum(nil))
}

// write writes the fact.
func (f storedFact) write(w io.Writer) {
	writeStrings(w, string(f.Object), f.Type, f.Value)
}

// A functionSum is a digest of what importers see of an exported function: its type, and the facts about it.
type functionSum struct {
	Name string
	Sum  digest
}

// apiSum returns a digest of what importers see of a package, types and facts, except its functions; and
// the sums of its functions, in order of their names.
func apiSum(pkg *types.Package, facts []storedFact) (digest, []functionSum) {
	h := sha256.New()
	w := &apiWriter{pkg: pkg, h: h, seen: make(map[*types.TypeName]bool), parts: make(map[types.Object]int)}
	var functions []*types.Func
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		if fn, ok := obj.(*types.Func); ok {
			functions = append(functions, fn)
			continue
		}
		w.object(obj)
	}
	w.rest()
	about := make(map[objectpath.Path][]storedFact)
	for _, f := range facts {
		about[f.Object] = append(about[f.Object], f)
	}
	var sums []functionSum
	for _, fn := range functions {
		w.h = sha256.New()
		w.object(fn)
		path := objectpath.Path(fn.Name())
		for _, f := range about[path] {
			f.write(w.h)
		}
		delete(about, path)
		sums = append(sums, functionSum{fn.Name(), digest(w.h.Sum(nil))})
	}
	w.h = h
	w.rest()
	writeStrings(h, "facts")
	for _, f := range facts {
		if about[f.Object] != nil {
			f.write(h)
		}
	}
	return digest(h.Sum(nil)), sums
}

// rest writes the types that the written ones refer to, transitively, exported or not.
func (w *apiWriter) rest() {
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.typeName(next)
	}
}

// An apiWriter writes what importers see of a package's types: its exported
// objects, and all types of the package that these refer to. It writes no positions,
// and of named types of other packages only the names.
type apiWriter struct {
	pkg   *types.Package
	h     hash.Hash
	seen  map[*types.TypeName]bool // those that have been written
	parts map[types.Object]int     // numbers of fields and methods
	queue []*types.TypeName
}

func (w *apiWriter) write(s string) { writeStrings(w.h, s) }

func (w *apiWriter) object(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Const:
		w.write("const " + obj.Name())
		w.write(obj.Val().Kind().String() + " " + obj.Val().ExactString()) // whatever its size
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
		for m := range t.Methods() {
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
	w.find(t)
}

// part writes the identity of a field or method, besides its name: in "type A struct{ F int }" and "type B A",
// both types have the same field F, and facts about it are facts about both. It may also be declared in another package.
func (w *apiWriter) part(obj types.Object) {
	if obj.Pkg() == nil {
		return // the method of error, which is unique
	}
	if obj.Pkg() != w.pkg {
		path, _ := objectpath.For(obj)
		w.write(obj.Pkg().Path() + " " + string(path))
		return
	}
	n, ok := w.parts[obj]
	if !ok {
		n = len(w.parts)
		w.parts[obj] = n
	}
	w.write(strconv.Itoa(n))
}

// find queues the package's own types in a type, and writes the identities of its fields and methods.
func (w *apiWriter) find(t types.Type) {
	named := func(obj *types.TypeName) {
		if obj.Pkg() == w.pkg {
			w.queue = append(w.queue, obj)
		}
	}
	eachPart(t, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Alias:
			named(t.Origin().Obj())
		case *types.Named:
			named(t.Origin().Obj())
		}
		for _, part := range partsOf(t) {
			w.part(part)
		}
		return true
	})
}
