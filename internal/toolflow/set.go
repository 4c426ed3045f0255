package toolflow

import (
	"cmp"
	"encoding/binary"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A member is one element of an answer. Members with the same key say the same. They differ in the evidence, the way that leads to them, of
// which the least is kept.
type member[K comparable, M any] interface {
	key() K
	compare(M) int // of the evidence
}

// A set is an answer: members by their keys. A set with more than maxMembers is full, and says nothing.
type set[K comparable, M member[K, M]] struct {
	by   map[K]M
	full bool
}

// maxMembers bounds an answer. Packages have fewer tools.
const maxMembers = 2048

func newSet[K comparable, M member[K, M]]() *set[K, M] { return &set[K, M]{by: make(map[K]M)} }

// add adds a member, and reports whether the set changed.
func (s *set[K, M]) add(m M) bool {
	if s.full {
		return false
	}
	k := m.key()
	if old, ok := s.by[k]; ok && old.compare(m) <= 0 {
		return false
	}
	s.by[k] = m
	if len(s.by) > maxMembers {
		s.by, s.full = nil, true
	}
	return true
}

// join returns the least upper bound of two sets, reusing the first. A set is above another if it has the same members, with evidence that
// is no greater. A full set is above all others.
func join[K comparable, M member[K, M]](old, new *set[K, M]) (*set[K, M], bool) {
	switch {
	case old == nil:
		return new, true
	case new.full:
		grew := !old.full
		old.by, old.full = nil, true
		return old, grew
	}
	grew := false
	for _, m := range new.by {
		grew = old.add(m) || grew
	}
	return old, grew
}

// members returns the members in arbitrary order.
func (s *set[K, M]) members() []M { return slices.Collect(maps.Values(s.by)) }

// A leafKey is what tells the leaves of an answer apart. For a handler that includes the places that can name it: one handler may stand in
// many rows of a table. For a parameter, or something unknown, it does not.
type leafKey struct {
	fn, owner    *ssa.Function
	label, name  string
	param, level int
	path         string
	state        State
	flags        [8]bool
	by, before   replacements
	of           *ssa.Call
	apps         [maxApplications]application
	places       string
}

func (l leaf) key() leafKey {
	k := leafKey{
		fn: l.fn, owner: l.owner, label: l.Label, name: l.Name, param: l.Param, level: l.Level, path: l.Path.key(), state: l.State,
		flags: [...]bool{l.Arg, l.Typed, l.Safe, l.Coded, l.loop, l.far, l.nothing, l.list},
		by:    l.by, before: l.before, of: l.of,
	}
	copy(k.apps[:], l.apps)
	if l.fn != nil || l.Label != "" || l.Name != "" || l.isHandler() {
		k.places = placesKey(l.places)
	}
	return k
}

// compare orders the evidence of two leaves: the shorter way comes first. A prefix that is put before two ways keeps their order, so the
// least way to a leaf is made of least ways.
func (l leaf) compare(m leaf) int {
	return cmp.Or(
		cmp.Compare(l.steps, m.steps),
		slices.Compare(l.trail, m.trail),
		slices.Compare(l.places, m.places),
		compareValues(l.value, m.value),
		strings.Compare(l.Why, m.Why),
	)
}

// compareValues orders two values, or functions, by their positions in the code. nil comes first.
func compareValues[V interface {
	comparable
	ssa.Value
}](a, b V) int {
	var none V
	switch {
	case a == b:
		return 0
	case a == none:
		return -1
	case b == none:
		return 1
	}
	if c := cmp.Compare(a.Pos(), b.Pos()); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(a.Name(), b.Name()), strings.Compare(a.String(), b.String()))
}

// compareAll is a total order of the leaves of an answer: the order of the code, as far as there is one.
func (l leaf) compareAll(m leaf) int {
	return cmp.Or(
		-compareBools(l.open(), m.open()),
		slices.Compare(l.places, m.places),
		compareValues(l.fn, m.fn),
		compareValues(l.owner, m.owner),
		compareFacts(l.leafFact, m.leafFact),
		compareBools(l.loop, m.loop),
		compareBools(l.far, m.far),
		compareBools(l.nothing, m.nothing),
		compareBools(l.list, m.list),
		l.by.compare(m.by),
		l.before.compare(m.before),
		cmp.Compare(posOf(l.of), posOf(m.of)),
		slices.CompareFunc(l.apps, m.apps, application.compare),
		l.compare(m),
	)
}

// posOf returns the position of a call, or NoPos for nil.
func posOf(call *ssa.Call) token.Pos {
	if call == nil {
		return token.NoPos
	}
	return call.Pos()
}

func (a application) compare(b application) int {
	return cmp.Or(
		cmp.Compare(posOf(a.Call), posOf(b.Call)),
		compareValues(a.Op, b.Op),
		compareValues(a.owner, b.owner),
		cmp.Compare(a.op, b.op),
		cmp.Compare(a.empty, b.empty),
	)
}

// before puts a trail before places, without duplicates: going round a cycle adds nothing. If there are too many, the last ones are kept,
// which are next to the handler.
func before(trail, places []token.Pos) []token.Pos {
	if len(trail) == 0 || len(places) >= maxTrail {
		return places
	}
	out := make([]token.Pos, 0, len(trail)+len(places))
	for i, pos := range trail {
		if !slices.Contains(trail[:i], pos) && !slices.Contains(places, pos) {
			out = append(out, pos)
		}
	}
	out = append(out, places...)
	return out[max(0, len(out)-maxTrail):]
}

func placesKey(places []token.Pos) string {
	b := make([]byte, 0, 4*len(places))
	for _, pos := range places {
		b = binary.LittleEndian.AppendUint32(b, uint32(pos))
	}
	return string(b)
}
