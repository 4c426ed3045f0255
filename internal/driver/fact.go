package driver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/errlint/errlint/internal/pack"
	"github.com/errlint/errlint/internal/worklist"
)

// A storedFact is a fact in the form in which other packages and the cache get it:
// as JSON, whose bytes are deterministic
// (the type numbers of gob depend on what else a process has encoded), under the
// name of its object, which is the same in each incarnation of the package's types.
type storedFact struct {
	Object objectpath.Path // empty for a fact about the package
	Type   string          // of the fact: import path, dot, name
	Value  string
}

// factName returns the name of a fact type.
func factName(typ reflect.Type) string {
	t := typ.Elem()
	return t.PkgPath() + "." + t.Name()
}

// A liveKey identifies a fact while a package is analysed.
type liveKey struct {
	pkg *types.Package
	obj types.Object // nil for a fact about the package
	typ reflect.Type
}

// facts are the facts that analyzers import and export while one package is analysed.
type facts struct {
	s       *settling
	c       *checking
	problem func(string) // reports a mistake of an analyzer

	mu    sync.Mutex                            // analyzers run in parallel
	live  map[liveKey]analysis.Fact             // of the package
	read  worklist.Memo[liveKey, analysis.Fact] // of other packages; nil where there is none
	paths objectpath.Encoder
	words words // of the package
}

// bind sets the functions of a pass that import and export facts.
func (f *facts) bind(pass *analysis.Pass) {
	pass.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		return obj != nil && obj.Pkg() != nil && f.importFact(obj.Pkg(), obj, fact)
	}
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		return pkg != nil && f.importFact(pkg, nil, fact)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		if obj == nil || obj.Pkg() != f.c.pkg {
			f.problem(fmt.Sprintf("analyzer %s exports a fact about %v, which is not of the package", pass.Analyzer.Name, obj))
			return
		}
		f.export(pass.Analyzer, obj, fact)
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		f.export(pass.Analyzer, nil, fact)
	}
	pass.AllObjectFacts = func() (all []analysis.ObjectFact) {
		f.each(pass.Analyzer, true, func(_ *types.Package, obj types.Object, fact analysis.Fact) {
			all = append(all, analysis.ObjectFact{Object: obj, Fact: fact})
		})
		return all
	}
	pass.AllPackageFacts = func() (all []analysis.PackageFact) {
		f.each(pass.Analyzer, false, func(pkg *types.Package, _ types.Object, fact analysis.Fact) {
			all = append(all, analysis.PackageFact{Package: pkg, Fact: fact})
		})
		return all
	}
}

func hasFactType(a *analysis.Analyzer, fact analysis.Fact) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == reflect.TypeOf(fact) })
}

// export records a fact; obj is nil if it is about the package.
func (f *facts) export(a *analysis.Analyzer, obj types.Object, fact analysis.Fact) {
	if !hasFactType(a, fact) {
		f.problem(fmt.Sprintf("analyzer %s exports a fact of type %T, which it does not declare", a.Name, fact))
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.live[liveKey{f.c.pkg, obj, reflect.TypeOf(fact)}] = fact
}

// importFact sets *fact to the fact of its type about an object, or about the package if obj is nil, and reports whether there is one.
func (f *facts) importFact(pkg *types.Package, obj types.Object, fact analysis.Fact) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := liveKey{pkg, obj, reflect.TypeOf(fact)}
	if pkg == f.c.pkg {
		return assign(fact, f.live[key])
	}
	return assign(fact, f.read.Get(key, f.load))
}

// load reads a fact of another package; nil if there is none.
func (f *facts) load(key liveKey) analysis.Fact {
	dep := f.s.w.node(key.pkg)
	if dep == nil || len(f.s.facts(dep)) == 0 {
		return nil
	}
	var path objectpath.Path
	if key.obj != nil {
		if !f.covers(dep, key.obj) {
			return nil
		}
		var err error
		if path, err = f.paths.For(key.obj); err != nil {
			return nil // other packages cannot name it, so store has left it out
		}
	}
	list := f.s.facts(dep)
	i, found := slices.BinarySearchFunc(list, storedFact{Object: path, Type: factName(key.typ)}, compareFacts)
	if !found {
		return nil
	}
	return list[i].decode(key.typ)
}

// covers reports whether the key of the package's result covers an object of a dependency. It covers functions only if the package imports
// their package and has their names as words. A rule that finds functions in another way gets no facts about them, whatever is in the cache.
func (f *facts) covers(dep *node, obj types.Object) bool {
	if fn, ok := obj.(*types.Func); !ok || fn.Signature().Recv() != nil {
		return true
	}
	return f.words.has(obj.Name()) && slices.Contains(f.c.n.deps, dep)
}

// assign sets *to to *from, unless from is nil.
func assign(to, from analysis.Fact) bool {
	if from == nil {
		return false
	}
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}

// facts returns the stored facts of a package.
func (s *settling) facts(n *node) []storedFact { return s.state(n).facts() }

// decode decodes a fact of a type; it returns nil if that fails.
func (f storedFact) decode(typ reflect.Type) analysis.Fact {
	fact := reflect.New(typ.Elem()).Interface().(analysis.Fact)
	if json.Unmarshal([]byte(f.Value), fact) != nil {
		return nil
	}
	return fact
}

// compareFacts orders facts by object and type.
func compareFacts(a, b storedFact) int {
	return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Type, b.Type))
}

// each calls yield for the facts of an analyzer about objects or about packages, those of the package's dependencies and its own.
func (f *facts) each(a *analysis.Analyzer, objects bool, yield func(*types.Package, types.Object, analysis.Fact)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	byName := make(map[string]reflect.Type)
	for _, fact := range a.FactTypes {
		t := reflect.TypeOf(fact)
		byName[factName(t)] = t
	}
	for _, dep := range dependenciesFirst(f.c.n.deps) {
		for _, s := range f.s.facts(dep) {
			t := byName[s.Type]
			if t == nil || (s.Object != "") != objects {
				continue
			}
			fact := s.decode(t)
			if fact == nil {
				continue
			}
			pkg := f.s.w.known(dep)
			switch {
			case !objects && pkg == nil:
				// No types that have been loaded refer to the package.
				yield(types.NewPackage(dep.meta.PkgPath, dep.meta.Name), nil, fact)
			case !objects:
				yield(pkg, nil, fact)
			case pkg != nil:
				if obj, err := objectpath.Object(pkg, s.Object); err == nil && f.covers(dep, obj) {
					yield(pkg, obj, fact)
				}
			}
		}
	}
	for key, fact := range f.live {
		if (key.obj != nil) == objects && hasFactType(a, fact) {
			yield(f.c.pkg, key.obj, fact)
		}
	}
}

// store returns the facts that importers see, packed.
func (f *facts) store() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []storedFact
	for key, fact := range f.live {
		s := storedFact{Type: factName(key.typ)}
		if key.obj != nil {
			path, err := f.paths.For(key.obj)
			if err != nil {
				continue // other packages cannot name it
			}
			s.Object = path
		}
		value, err := json.Marshal(fact)
		if err != nil {
			return "", fmt.Errorf("fact %T: %w", fact, err)
		}
		s.Value = string(value)
		out = append(out, s)
	}
	if len(out) == 0 {
		return "", nil
	}
	slices.SortFunc(out, compareFacts)
	return string(pack.Pack(out)), nil
}
