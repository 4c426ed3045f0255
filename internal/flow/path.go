package flow

import (
	"go/types"
	"slices"
	"sync"

	"github.com/errlint/errlint/internal/worklist"
)

// A Path selects a part of a value: by fields, and by the elements of a container, all of which are one part. Pointers
// are followed without a selection, so a part of a pointer is a part of what it points to. Nil selects the whole value.
// Paths are unique: two paths that select the same part are the same pointer.
//
// # Paths are finite
//
// A walk along a linked list selects n.next.next.next…, so selections have to be folded for the flow to end. Three
// kinds of selections are folded into "one or more selections":
//
//   - A selection is recursive if its type leads back to the type that it is selected from. After one such selection, all
//     others among the same recursive types are folded: n.next.next.err becomes next.~.err, where ~ stands for any of them.
//     The first level is exact, so n.next.err and n.prev.err stay apart, which is what code without loops needs.
//   - A selection that continues behind an interface (or a type parameter) could lead to anything. A second one folds
//     everything from the first one on: w.cause.inner.cause.text becomes cause.*.text.
//   - No path has more than maxPath selections. What lies deeper is folded.
//
// A package has finitely many fields, so it has finitely many paths.
type Path = *Selection

type Selection struct {
	Kind  SelectionKind
	Field *types.Var // of SelectField: as its generic origin declares it
	group int        // of SelectField: the group of recursive types that the selection stays in; 0 for none
	cross bool       // the path continues behind an interface
	Rest  Path
	len   int
}

type SelectionKind uint8

const (
	SelectField     SelectionKind = iota
	SelectElem                    // the elements of a slice, array, map or channel
	SelectRecursive               // ~: one or more recursive selections
	SelectAny                     // *: one or more selections of any kind
)

// maxPath is the maximum number of selections in a path. The deepest path that a rule asks for has four: a field, an
// entry of the table in it, the tool in that entry, and the tool's name.
const maxPath = 8

// Folded reports whether p has a selection that stands for several.
func Folded(p Path) bool {
	for ; p != nil; p = p.Rest {
		if p.Kind == SelectRecursive || p.Kind == SelectAny {
			return true
		}
	}
	return false
}

// A PathTable makes the paths of a program.
type PathTable struct {
	mu     sync.Mutex // rules ask for paths concurrently
	all    map[Selection]Path
	groups typeGroups
}

func newPathTable() *PathTable {
	return &PathTable{all: make(map[Selection]Path), groups: typeGroups{of: make(map[types.Type]int), fields: make(map[fieldKey]int)}}
}

func (t *PathTable) cons(s Selection, rest Path) Path {
	s.Rest, s.len = rest, 1
	if rest != nil {
		s.len += rest.len
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.all[s]; p != nil {
		return p
	}
	p := &s
	t.all[s] = p
	return p
}

// Field returns the path to part p of field f of a struct of type st, or of a pointer to one.
func (t *PathTable) Field(st types.Type, f *types.Var, p Path) Path {
	f = f.Origin()
	return t.prepend(Selection{Kind: SelectField, Field: f, group: t.group(st, f), cross: p != nil && isOpen(f.Type())}, p)
}

// group returns the group of types that selecting f from a struct of type st stays in, 0 for none.
func (t *PathTable) group(st types.Type, f *types.Var) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.groups.ofField(st, f)
}

// recursive reports whether container type c is itself recursive.
func (t *PathTable) recursive(c types.Type) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.groups.ofContainer(c) != 0
}

// FieldOf returns the path to part p of field i of struct type st, or of a pointer to one.
func (t *PathTable) FieldOf(st types.Type, i int, p Path) Path {
	f := StructField(st, i)
	if f == nil {
		return t.any(p)
	}
	return t.Field(st, f, p)
}

// Elem returns the path to part p of the elements of a container of type c.
func (t *PathTable) Elem(c types.Type, p Path) Path {
	s := Selection{Kind: SelectElem}
	if elem := ElemType(c); elem != nil {
		s.cross = p != nil && isOpen(elem)
	}
	if p != nil && (p.Kind == SelectElem || p.Kind == SelectRecursive) && t.recursive(c) {
		for p != nil && (p.Kind == SelectElem || p.Kind == SelectRecursive) {
			p = p.Rest
		}
		return t.cons(Selection{Kind: SelectRecursive}, p)
	}
	return t.prepend(s, p)
}

// any returns the path to part p of an unknown part.
func (t *PathTable) any(p Path) Path {
	for p != nil && (p.Kind == SelectAny || p.Kind == SelectRecursive) {
		p = p.Rest
	}
	return t.cons(Selection{Kind: SelectAny}, p)
}

// prepend puts a selection in front of p, and folds the result.
func (t *PathTable) prepend(s Selection, p Path) Path {
	if s.group != 0 {
		q := p
		for q != nil && q.Kind == SelectElem {
			q = q.Rest
		}
		if q != nil && (q.Kind == SelectRecursive || q.Kind == SelectField && q.group == s.group) {
			for q != nil && (q.Kind == SelectRecursive || q.Kind == SelectElem || q.Kind == SelectField && q.group == s.group) {
				q = q.Rest
			}
			p = t.cons(Selection{Kind: SelectRecursive}, q)
		}
	}
	if s.cross {
		for q := p; q != nil; q = q.Rest {
			if q.cross || q.Kind == SelectAny {
				last := q
				for r := q; r != nil; r = r.Rest {
					if r.cross || r.Kind == SelectAny {
						last = r
					}
				}
				p = t.cons(Selection{Kind: SelectAny}, last.Rest)
				break
			}
		}
	}
	if p != nil && p.len >= maxPath {
		p = t.limit(p, maxPath-1)
	}
	return t.cons(s, p)
}

// limit returns p with at most n selections: everything after the first n-1 is folded.
func (t *PathTable) limit(p Path, n int) Path {
	if p == nil || p.len <= n {
		return p
	}
	var kept [maxPath]Selection
	k := 0
	for ; k < n-1; p = p.Rest {
		kept[k] = *p
		k++
	}
	out := t.cons(Selection{Kind: SelectAny}, nil)
	for ; k > 0; k-- {
		out = t.cons(kept[k-1], out)
	}
	return out
}

// cut returns what remains of p within the part that at leads to, as paths from there. There are several where a folded
// selection can end in several places, and none where p is not within that part.
func (t *PathTable) cut(p, at Path) []Path {
	var out []Path
	type pair struct{ p, at Path }
	var seen map[pair]bool // only needed where something is folded
	todo := []pair{{p, at}}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[x] {
			continue
		}
		if x.at == nil {
			out = append(out, x.p)
			continue
		}
		if x.p == nil {
			continue
		}
		many := func(s Path) bool { return s.Kind == SelectRecursive || s.Kind == SelectAny }
		switch {
		case !many(x.p) && !many(x.at):
			if x.p.Kind == x.at.Kind && x.p.Field == x.at.Field {
				todo = append(todo, pair{x.p.Rest, x.at.Rest})
			}
			continue
		case !takes(x.p, x.at) && !takes(x.at, x.p):
			continue
		}
		if seen == nil {
			seen = make(map[pair]bool)
		}
		seen[x] = true
		// Either one may stand for one more selection, or for no more.
		todo = append(todo, pair{x.p.Rest, x.at.Rest})
		if many(x.p) {
			todo = append(todo, pair{x.p, x.at.Rest})
		}
		if many(x.at) {
			todo = append(todo, pair{x.p.Rest, x.at})
		}
	}
	return out
}

// takes reports whether folded selection s may stand for another one.
func takes(s, one Path) bool {
	switch s.Kind {
	case SelectAny:
		return true
	case SelectRecursive:
		return one.Kind != SelectField || one.group != 0
	}
	return false
}

// fits reports whether values of type t may have a part p.
func fits(t types.Type, p Path) bool {
	if p == nil {
		return true
	}
	for range 4 { // pointers to pointers
		if isOpen(t) {
			return true
		}
		t = Deref(t)
	}
	switch p.Kind {
	case SelectField:
		return FieldIndex(t, p.Field) >= 0
	case SelectElem:
		return ElemType(t) != nil
	}
	return true
}

// isOpen reports whether a value of type t may hold values of types that t does not name.
func isOpen(t types.Type) bool {
	t = types.Unalias(t)
	if _, ok := t.(*types.TypeParam); ok {
		return true
	}
	return types.IsInterface(t)
}

// converted returns p, a part of a value of type to, in terms of type from, which the value was converted from. The two
// are struct types with the same fields.
func (t *PathTable) converted(p Path, to, from types.Type) Path {
	if p == nil || p.Kind != SelectField || fits(from, p) {
		return p
	}
	i := FieldIndex(to, p.Field)
	f := StructField(from, i)
	if i < 0 || f == nil {
		return p
	}
	return t.Field(from, f, p.Rest)
}

// A typeGroups finds groups of mutually recursive types: the strongly connected components of "a value of this type
// holds a value of that type", through fields, elements and pointers, but not through interfaces and functions.
type typeGroups struct {
	of     map[types.Type]int // by node, see nodesOf; 0 if the node is not recursive
	fields map[fieldKey]int
	next   int
}

type fieldKey struct {
	of types.Type
	f  *types.Var
}

// ofField returns the group of struct type st if field f leads back to that group, 0 otherwise.
func (g *typeGroups) ofField(st types.Type, f *types.Var) int {
	key := fieldKey{types.Unalias(Deref(st)), f}
	if id, ok := g.fields[key]; ok {
		return id
	}
	id := 0
	for _, n := range nodesOf(key.of) {
		if in := g.group(n); in != 0 && slices.ContainsFunc(nodesOf(f.Type()), func(m types.Type) bool { return g.group(m) == in }) {
			id = in
		}
	}
	g.fields[key] = id
	return id
}

// ofContainer returns the group of a container type that is itself recursive: type Nodes []Nodes.
func (g *typeGroups) ofContainer(t types.Type) int {
	for _, n := range nodesOf(t) {
		if _, isStruct := n.Underlying().(*types.Struct); !isStruct && g.group(n) != 0 {
			return g.group(n)
		}
	}
	return 0
}

// nodesOf returns the declared types and struct types that values of type t are or hold directly, through pointers and
// elements. A generic type is represented by its origin, and its type arguments are added.
func nodesOf(t types.Type) []types.Type {
	var out []types.Type
	held := worklist.Of(types.Unalias(t))
	for t := range held.All() {
		switch t := t.(type) {
		case interface{ Elem() types.Type }: // a pointer, slice, array, map or channel
			held.Push(types.Unalias(t.Elem()))
		case *types.Struct:
			out = append(out, t)
		case *types.Named:
			if !types.IsInterface(t) {
				out = append(out, t.Origin())
			}
			for a := range t.TypeArgs().Types() {
				held.Push(types.Unalias(a))
			}
		}
	}
	return out
}

// heldBy returns the nodes that values of node n hold.
func heldBy(n types.Type) []types.Type {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nodesOf(n.Underlying())
	}
	var out []types.Type
	for f := range st.Fields() {
		out = append(out, nodesOf(f.Type())...)
	}
	return out
}

// group returns the group of node n, 0 if n is not recursive.
func (g *typeGroups) group(n types.Type) int {
	if id, ok := g.of[n]; ok {
		return id
	}
	// Once the group of a node is known, so are those of all nodes that it leads to.
	held := func(n types.Type) []types.Type {
		return slices.DeleteFunc(heldBy(n), func(m types.Type) bool { _, ok := g.of[m]; return ok })
	}
	for _, members := range worklist.Components([]types.Type{n}, held) {
		id := 0
		if len(members) > 1 || slices.Contains(heldBy(members[0]), members[0]) {
			g.next++
			id = g.next
		}
		for _, m := range members {
			g.of[m] = id
		}
	}
	return g.of[n]
}
