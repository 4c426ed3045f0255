package driver

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"go/constant"
	"go/types"
	"hash"
	"io"
	"path/filepath"
	"slices"

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
	ok = true
	for _, dep := range n.deps {
		writeString(h, dep.meta.ID)
		h.Write(dep.sum[:])
		ok = ok && dep.solid
	}
	return cache.Key(h.Sum(nil)), ok
}

// ownSum returns the sum of an own package, given the result for it: a digest of
// what its importers can see of it, and of what it imports.
func (n *node) ownSum() digest {
	h := sha256.New()
	writeString(h, n.meta.PkgPath)
	h.Write(n.result.API[:])
	h.Write(n.result.factSum()[:])
	for _, dep := range n.deps {
		h.Write(dep.sum[:])
	}
	return digest(h.Sum(nil))
}

// apiSum returns a digest of what an importer can see of a package: its exported
// objects with their types, and whatever of the package these lead to. It has no positions,
// and says of other packages' types only what they are called.
func apiSum(pkg *types.Package) digest {
	w := &apiWriter{h: sha256.New(), pkg: pkg, seen: make(map[*types.TypeName]bool)}
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
	return digest(w.h.Sum(nil))
}

type apiWriter struct {
	h     hash.Hash
	pkg   *types.Package
	seen  map[*types.TypeName]bool
	queue []*types.TypeName
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
