package errflow

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Sets do not record where their errors come from. A provenance is computed on demand, by running the transfer functions
// again. Meanwhile each set has links: the ways by which the error got into it, from the values of other keys or from
// where it is named. The provenance is the shortest way, so it does not depend on the order in which the fixpoint was
// computed.

// A Step is a link of a provenance: a place that an error passes on its way from where it is made to where it leaves,
// outermost first. The chain ends where the error is named, or where another package returns it (facts have no
// positions).
type Step struct {
	Pos  token.Pos
	Act  Act
	What string // a clause: "calls load", "returns ErrNotFound"; empty for the return itself
	In   Atom   // for WrapsItIn and ReturnsWrapped: the type that the error is in
	Of   any    // for Calls: the function, a *types.Func or an *ssa.Function
	Next *Step
}

// An Act is what a [Step] does, as a phrase that its object, if there is one, is appended to.
type Act string

const (
	Leaves             Act = "" // the function returns it
	Returns            Act = "returns"
	ReturnsCode        Act = "returns code"
	ReturnsOtherCode   Act = "returns a code that is not known here"
	ReturnsParam       Act = "returns its parameter"
	ReturnsWrapped     Act = "returns what is wrapped by"
	Calls              Act = "calls"
	CallsParam         Act = "calls its parameter"
	CallsValue         Act = "calls a function value"
	CallsUnknown       Act = "calls a function whose errors are not known:"
	CallsUndocumented  Act = "calls a method whose errors are not documented:"
	WrapsIt            Act = "wraps it"
	WrapsItIn          Act = "wraps it in"
	UnwrapsIt          Act = "unwraps it"
	Asserts            Act = "asserts its type"
	LetsPass           Act = "lets it pass" // a condition on the error; see [Model.Ways]
	IsStored           Act = "is stored"
	IsGivenTo          Act = "is given to"
	Makes              Act = "makes an error that wraps none"
	MakesUnclear       Act = "makes an error with a format that is not constant"
	MakesUnnamed       Act = "returns an error of a type without a name"
	Hides              Act = "hides the error that it is given"
	OfUnknownOrigin    Act = "returns an error of unknown origin"
	TakenFromShared    Act = "is taken from where code that is not seen may put others"
	AssignedByAddress  Act = "is assigned through its address"
	AssignedByDeferred Act = "is assigned by a deferred call"
	Documented         Act = "is documented to return"
)

// All yields s and the steps after it.
func (s *Step) All() iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		for ; s != nil; s = s.Next {
			if !yield(s) {
				return
			}
		}
	}
}

// Related returns the places of s and of the steps after it, as a finding shows them.
func (s *Step) Related() (out []analysis.RelatedInformation) {
	for step := range s.All() {
		if step.What != "" && step.Pos.IsValid() {
			out = append(out, analysis.RelatedInformation{Pos: step.Pos, Message: step.What})
		}
	}
	return out
}

// Via returns the provenance of a in s, nil if a is not in s. It works on sets that a [Model] method returned.
func (s Set) Via(a Atom) *Step {
	if s.from == nil || !s.Has(a) {
		return nil
	}
	if s.from.m == nil {
		return s.from.steps[a]
	}
	return s.from.explain(a, PartAtom)
}

// Why returns a provenance of the opaque bit, nil if s is not opaque.
func (s Set) Why() *Step {
	if s.from == nil || s.from.m == nil || !s.Opaque() {
		return nil
	}
	if !s.opaque {
		return s.from.explain(Atom{}, PartParams)
	}
	return s.from.explain(Atom{}, PartOpaque)
}

// WhyUnnamed returns a provenance of an error in s that has no name at all, nil if there is none.
func (s Set) WhyUnnamed() *Step {
	if s.from == nil || s.from.m == nil || !s.unnamed {
		return nil
	}
	return s.from.explain(Atom{}, PartUnnamed)
}

// A query is a question to a model that was answered with a set.
type query struct {
	m    *Model
	keys []evalKey // the set is the union of their values

	steps map[Atom]*Step // if there is no model: what a doc comment lists
}

// A Part is what of a set is traced.
type Part uint8

const (
	PartAtom    Part = iota // one of the named errors
	PartOpaque              // errors that are unknown or have no name
	PartUnnamed             // errors that have no name at all
	PartParams              // what the function's parameters are or return
	PartOthers              // errors that code which is not seen may add; see [Set.Open]
)

// A links has the ways by which each part got into a set.
type links struct {
	ways [PartOthers + 1][]*link
}

// A link is a step of a way. The last link of a way is the key that the way continues in, if there is one.
type link struct {
	pos  token.Pos
	act  Act
	of   any // what the act is done to: a function, an atom, a text, or nil for nothing. For Makes and WrapsIt it is the call, whose text can tell more
	next *link
	cost int // the number of steps that are shown
	key  *evalKey
	want Part
}

// maxWays bounds how many ways into one set are compared. The first ones in the code are kept.
const maxWays = 64

func (l *links) and(k *links) *links {
	if l == nil {
		return k
	}
	if k == nil {
		return l
	}
	out := new(links)
	for i := range out.ways {
		out.ways[i] = slices.Concat(l.ways[i], k.ways[i])
		if len(out.ways[i]) > maxWays {
			out.ways[i] = out.ways[i][:maxWays]
		}
	}
	return out
}

// traced returns s with one way for each part of it.
func (e *engine) traced(s Set, l *link) Set {
	if !e.tracing {
		return s
	}
	s.links = new(links)
	for p := range s.links.ways {
		if e.has(s, Part(p)) {
			k := *l
			k.want = Part(p)
			s.links.ways[p] = []*link{&k}
		}
	}
	return s
}

// has reports whether s has something of a part.
func (e *engine) has(s Set, p Part) bool {
	switch p {
	case PartAtom:
		return e.wanted != Atom{} && s.Has(e.wanted)
	case PartOpaque:
		return s.opaque
	case PartUnnamed:
		return s.unnamed
	case PartOthers:
		return s.others
	}
	return len(s.refs) > 0
}

// atom returns the set of one atom, which is named at pos.
func (e *engine) atom(a Atom, pos token.Pos, act Act, of any) Set {
	s := Set{table: e.table, elems: []elemID{e.table.id(element{Atom: a})}}
	return e.step(s, pos, act, of)
}

// opaque returns the set of an unknown error.
func (e *engine) opaque(pos token.Pos, act Act, of any) Set {
	return e.step(anything, pos, act, of)
}

// unnamed returns the set of an error that certainly has no name. Only if it is made of text is it known to match
// nothing.
func (e *engine) unnamed(pos token.Pos, act Act, of any) Set {
	return e.step(Set{table: e.table, opaque: true, unnamed: true, unknown: act != Makes, itself: act != Makes, own: act != Makes}, pos, act, of)
}

// refTo returns the set of what a parameter is or returns.
func (e *engine) refTo(r Ref, pos token.Pos, act Act, of any) Set {
	return e.step(Set{table: e.table, refs: []Ref{r}}, pos, act, of)
}

// step puts a step in front of all ways into s. The act is done to a function, an atom or a text, or to nothing.
func (e *engine) step(s Set, pos token.Pos, act Act, of any) Set {
	if !e.tracing {
		return s
	}
	shown := 0
	if act != Leaves && act != LetsPass && pos.IsValid() {
		shown = 1
	}
	if s.links == nil {
		return e.traced(s, &link{pos: pos, act: act, of: of, cost: shown})
	}
	out := new(links)
	for i, ways := range s.links.ways {
		for _, w := range ways {
			out.ways[i] = append(out.ways[i], &link{pos: pos, act: act, of: of, next: w, cost: w.cost + shown})
		}
	}
	s.links = out
	return s
}

// clause returns what a link says.
func (e *engine) clause(l *link) string {
	what := string(l.act)
	switch of := l.of.(type) {
	case string:
		what += " " + of
	case Atom:
		what += " " + of.RelativeTo(e.m.pass.Pkg)
	case *types.Func:
		if of != nil {
			what += " " + e.m.nameOf(of)
		}
	case *ssa.Function:
		what += " " + e.m.ssaName(of)
	}
	return what
}

// ssaName returns the name of a function in a provenance.
func (m *Model) ssaName(fn *ssa.Function) string {
	if obj, ok := fn.Object().(*types.Func); ok {
		return m.nameOf(obj)
	}
	if fn.Parent() != nil {
		return "a function literal"
	}
	return fn.Name()
}

// because says that the atom and the opaque bit of s, which was made from another set, are due to what the other set
// leaves open: its opaque bit, or its refs.
func (e *engine) because(s Set, other Set) Set {
	if !e.tracing || other.links == nil {
		return s
	}
	ways := other.links.ways[PartOpaque]
	if len(ways) == 0 {
		ways = other.links.ways[PartParams]
	}
	s.links = new(links)
	for _, p := range []Part{PartAtom, PartOpaque} {
		if e.has(s, p) {
			s.links.ways[p] = ways
		}
	}
	return s
}

// pruned drops the ways of parts that s no longer has after narrowing.
func (e *engine) pruned(s Set) Set {
	if s.links == nil {
		return s
	}
	out := *s.links
	for p := range out.ways {
		if !e.has(s, Part(p)) {
			out.ways[p] = nil
		}
	}
	s.links = &out
	return s
}

// A place is a part of the value of a key.
type place struct {
	key  evalKey
	want Part
}

// A trail is a way from the answer to a place.
type trail struct {
	place
	via  *link
	from *trail
	cost int
}

// maxTraced bounds how many values are searched for a provenance.
const maxTraced = 20000

// explain returns the shortest provenance of a part of the answer to q.
func (q *query) explain(a Atom, w Part) *Step {
	q.m.mu.Lock()
	defer q.m.mu.Unlock()
	e := q.m.eng
	for t := range e.trails(q.keys, a, w, maxTraced, func(*trail) bool { return false }) {
		return e.steps(t)
	}
	return nil
}

// trails yields the ways by which part w got into the values of some keys, the shortest first. A way ends where the
// error is named, or where stop reports true. At most limit values are searched.
func (e *engine) trails(keys []evalKey, a Atom, w Part, limit int, stop func(*trail) bool) iter.Seq[*trail] {
	return func(yield func(*trail) bool) {
		e.wanted = a
		defer func() { e.wanted = Atom{} }()
		var byCost [][]*trail // in the order in which they were found
		push := func(p place, via *link, from *trail, cost int) {
			for len(byCost) <= cost {
				byCost = append(byCost, nil)
			}
			byCost[cost] = append(byCost[cost], &trail{p, via, from, cost})
		}
		for _, k := range keys {
			push(place{k, w}, nil, nil, 0)
		}
		seen := make(map[place]bool)
		for cost := 0; cost < len(byCost); cost++ {
			for i := 0; i < len(byCost[cost]); i++ { // which grows by steps that cost nothing
				if len(seen) == limit {
					return
				}
				t := byCost[cost][i]
				if t.via != nil && (last(t.via).key == nil || stop(t)) {
					if !yield(t) {
						return
					}
					continue
				}
				if seen[t.place] {
					continue
				}
				seen[t.place] = true
				e.solver.Get(t.key) // makes its value final, and those that it depends on
				e.tracing = true
				s := e.transfer(t.key)
				e.tracing = false
				if s.links == nil {
					continue
				}
				for _, l := range s.links.ways[t.want] {
					next := place{want: last(l).want}
					if k := last(l).key; k != nil {
						next.key = *k
					}
					push(next, l, t, t.cost+l.cost)
				}
			}
			byCost[cost] = nil
		}
	}
}

// links returns the steps of a trail, outermost first.
func (t *trail) links() []*link {
	var parts [][]*link
	for ; t != nil; t = t.from {
		var part []*link
		for l := t.via; l != nil && l.key == nil; l = l.next {
			part = append(part, l)
		}
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return slices.Concat(parts...)
}

func (e *engine) steps(t *trail) *Step {
	var first *Step
	for _, l := range slices.Backward(t.links()) {
		first = &Step{Pos: l.pos, Act: l.act, What: e.clause(l), Next: first}
		if l.act == WrapsItIn || l.act == ReturnsWrapped {
			first.In, _ = l.of.(Atom)
		}
		if l.act == Calls {
			first.Of = l.of
		}
	}
	return first
}

func last(l *link) *link {
	for l.next != nil {
		l = l.next
	}
	return l
}
