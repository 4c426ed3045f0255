// Package worklist has the list of a walk over what is shared, or leads back to itself (values, blocks, functions, types, packages), answers that are
// found once, and the components of such a graph.
package worklist

import (
	"iter"
	"math"
	"slices"
)

// A List is what a walk has found, in that order: each item once, however often it is pushed. So x in x+x is visited once, and a walk
// ends that goes round in a circle. The zero value is an empty list.
type List[T comparable] struct {
	items []T
	seen  map[T]bool // the items, once there are more than few
}

// few is how many items are compared one by one: most walks find no more, and do without a map.
const few = 8

// Of returns a list of items.
func Of[T comparable](items ...T) *List[T] {
	l := &List[T]{items: make([]T, 0, few)}
	l.Push(items...)
	return l
}

// Push appends those of the items that have never been in the list.
func (l *List[T]) Push(items ...T) {
	for _, item := range items {
		if l.seen[item] || l.seen == nil && slices.Contains(l.items, item) {
			continue
		}
		if l.seen == nil && len(l.items) == few {
			l.seen = make(map[T]bool)
			for _, old := range l.items {
				l.seen[old] = true
			}
		}
		if l.seen != nil {
			l.seen[item] = true
		}
		l.items = append(l.items, item)
	}
}

// Len returns how many items have been pushed, those included that were visited.
func (l *List[T]) Len() int { return len(l.items) }

// All returns an iterator over the items in the order in which they were pushed, those included that are pushed meanwhile.
func (l *List[T]) All() iter.Seq[T] { return l.First(math.MaxInt) }

// First is as All, but ends after n items. There were more if the list is longer then.
func (l *List[T]) First(n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := 0; i < min(n, len(l.items)); i++ {
			if !yield(l.items[i]) {
				return
			}
		}
	}
}

// Postorder returns the items and all that they need, directly or not, none twice, in the order in which a walk in depth
// is done with them: each after what it needs, unless that needs the item, too.
func Postorder[T comparable](items []T, needs func(T) []T) []T {
	type visit struct {
		item T
		left []T // of what it needs
	}
	order := make([]T, 0, len(items))
	seen := make(map[T]bool)
	var stack []visit
	enter := func(item T) {
		if !seen[item] {
			seen[item] = true
			stack = append(stack, visit{item, needs(item)})
		}
	}
	for _, item := range items {
		enter(item)
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.left) > 0 {
				next := top.left[0]
				top.left = top.left[1:]
				enter(next)
				continue
			}
			order = append(order, top.item)
			stack = stack[:len(stack)-1]
		}
	}
	return order
}

// Components returns the strongly connected components of the items and all that they need: in each, what needs all others of it, directly or
// not. It is Kosaraju's algorithm.
func Components[T comparable](items []T, needs func(T) []T) [][]T {
	order := Postorder(items, needs)
	neededBy := make(map[T][]T)
	for _, item := range order {
		for _, needed := range needs(item) {
			neededBy[needed] = append(neededBy[needed], item)
		}
	}
	var components [][]T
	done := make(map[T]bool)
	left := func(item T) []T {
		return slices.DeleteFunc(slices.Clone(neededBy[item]), func(by T) bool { return done[by] })
	}
	for _, item := range slices.Backward(order) {
		if done[item] {
			continue
		}
		// What needs the item and is in no component yet is in that of the item.
		component := Postorder([]T{item}, left)
		for _, member := range component {
			done[member] = true
		}
		components = append(components, component)
	}
	return components
}
