// Package worklist provides the building blocks of walks over graphs of values, blocks, functions, types or packages: a
// list that has each item once, memoized answers, and the strongly connected components of a graph.
package worklist

import (
	"iter"
	"math"
	"slices"
)

// A List is the items that a walk has found, in that order. Each item is in the list once, however often it is pushed,
// so that x in x+x is visited once and a walk over a cycle ends. The zero value is an empty list.
type List[T comparable] struct {
	items []T
	seen  map[T]bool // the items, once there are more than few
}

// few is how many items are compared one by one. Most walks find no more, and need no map.
const few = 8

// Of returns a list of items.
func Of[T comparable](items ...T) *List[T] {
	l := &List[T]{items: make([]T, 0, few)}
	l.Push(items...)
	return l
}

// Push appends the items that have never been in the list.
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

// Len returns how many items have been pushed, including those that were visited.
func (l *List[T]) Len() int { return len(l.items) }

// All returns an iterator over the items in the order in which they were pushed, including those that are pushed
// meanwhile.
func (l *List[T]) All() iter.Seq[T] { return l.First(math.MaxInt) }

// First is like All, but ends after n items. If the list is longer afterwards, there were more.
func (l *List[T]) First(n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := 0; i < min(n, len(l.items)); i++ {
			if !yield(l.items[i]) {
				return
			}
		}
	}
}

// Postorder returns the items and all that they need, directly or not, in depth-first postorder: each item once, after
// the items that it needs, except where these need it in turn.
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

// Components returns the strongly connected components of the items and all that they need. It uses Kosaraju's
// algorithm.
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
