package flow

import (
	"iter"
	"slices"
)

// A Worklist is what a walk has found, in that order: each item once, however often it is pushed. So a walk visits what is shared,
// as x in x+x, once, and ends where what it walks over leads back to itself. The zero value is an empty list.
type Worklist[T comparable] struct {
	items []T
	seen  map[T]bool // the items, once there are more of them than are compared one by one
}

// fewItems is how many items a worklist compares one by one: most walks find no more, and do without a map.
const fewItems = 8

// NewWorklist returns a list of items.
func NewWorklist[T comparable](items ...T) *Worklist[T] {
	w := new(Worklist[T])
	w.Push(items...)
	return w
}

// Push appends those of the items that have never been in the list.
func (w *Worklist[T]) Push(items ...T) {
	for _, item := range items {
		switch {
		case w.seen == nil && slices.Contains(w.items, item), w.seen[item]:
			continue
		case w.seen == nil && len(w.items) == fewItems:
			w.seen = make(map[T]bool)
			for _, old := range w.items {
				w.seen[old] = true
			}
		}
		if w.seen != nil {
			w.seen[item] = true
		}
		w.items = append(w.items, item)
	}
}

// Len returns how many items have been pushed, those that were visited included.
func (w *Worklist[T]) Len() int { return len(w.items) }

// All returns an iterator over the items in the order in which they were first pushed, those included that are pushed meanwhile.
func (w *Worklist[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := 0; i < len(w.items); i++ {
			if !yield(w.items[i]) {
				return
			}
		}
	}
}
