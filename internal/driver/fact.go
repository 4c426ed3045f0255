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

// A storedFact is a fact in the form in which it leaves the analysis of its package,
// whether for the next package or for the cache: as JSON, which is the same bytes
// each time (gob's numbers of types depend on what else a process has encoded), under the
// name of its object, which means the same in each incarnation of the package's types.
type storedFact struct {
	Object objectpath.Path // empty for a fact about the package
	Type   string          // of the fact: import path, dot, name
	Value  string
}

// factName returns the name of a type of facts.
func factName(typ reflect.Type) string {
	t := typ.Elem()
	return t.PkgPath() + "." + t.Name()
}

// A liveKey is a fact's place while a package is analysed.
type liveKey struct {
	pkg *types.Package
	obj types.Object // nil for a fact about the package
	typ reflect.Type
}

// facts are what the analyzers see and say of facts while one package is analysed.
type facts struct {
	s       *settling
	c       *checking
	problem func(string) // takes what an analyzer does wrong

	mu    sync.Mutex                            // analyzers run in parallel
	live  map[liveKey]analysis.Fact             // of the package
	read  worklist.Memo[liveKey, analysis.Fact] // of others, as far as somebody has asked; nil where there is none
	paths objectpath.Encoder
	words words // of the package
}

// bind sets the functions of a pass that are about facts.
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

// export takes a fact; obj is nil if it is about the package.
func (f *facts) export(a *analysis.Analyzer, obj types.Object, fact analysis.Fact) {
	if !hasFactType(a, fact) {
		f.problem(fmt.Sprintf("analyzer %s exports a fact of type %T, which it does not declare", a.Name, fact))
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.live[liveKey{f.c.pkg, obj, reflect.TypeOf(fact)}] = fact
}

// importFact sets a fact to the one of its type about an object, or about the package if obj is nil.
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
			return nil // nobody outside of its package can name it, so nobody stored anything under its name
		}
	}
	list := f.s.facts(dep)
	i, found := slices.BinarySearchFunc(list, storedFact{Object: path, Type: factName(key.typ)}, compareFacts)
	if !found {
		return nil
	}
	return list[i].decode(key.typ)
}

// covers reports whether the key of the package's result covers an object of a package that it depends on: functions only if the package imports
// theirs and names them somewhere. So a rule that finds functions in another way has no facts about them, whatever is in the cache.
func (f *facts) covers(dep *node, obj types.Object) bool {
	if fn, ok := obj.(*types.Func); !ok || fn.Signature().Recv() != nil {
		return true
	}
	return f.words.has(obj.Name()) && slices.Contains(f.c.n.deps, dep)
}

// assign sets *to to *from, if there is one.
func assign(to, from analysis.Fact) bool {
	if from == nil {
		return false
	}
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}

// facts returns the facts of a package that has been analysed.
func (s *settling) facts(n *node) []storedFact { return s.state(n).facts() }

// decode returns the fact that is stored, of a type; nil if it is none.
func (f storedFact) decode(typ reflect.Type) analysis.Fact {
	fact := reflect.New(typ.Elem()).Interface().(analysis.Fact)
	if json.Unmarshal([]byte(f.Value), fact) != nil {
		return nil
	}
	return fact
}

// compareFacts orders facts by what they are about and their type.
func compareFacts(a, b storedFact) int {
	return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Type, b.Type))
}

// each calls yield for the facts of an analyzer about objects or about packages, of those that the package depends on and of its own.
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
				// Nothing that the package imports speaks of it.
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

// store returns the facts that importers can see, packed.
func (f *facts) store() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []storedFact
	for key, fact := range f.live {
		s := storedFact{Type: factName(key.typ)}
		if key.obj != nil {
			path, err := f.paths.For(key.obj)
			if err != nil {
				continue // of no use to others
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
