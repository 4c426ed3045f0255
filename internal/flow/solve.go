package flow

import "container/heap"

// A Solver finds the least solution of a system of equations. Each key has one equation: its value is what the transfer
// function makes of the values of other keys. Equations are created when their keys are first asked for.
//
// The solver does not recurse. A transfer function that asks for a key without a value gets bottom, and is run again
// when that value has changed. New keys are evaluated depth first, so without cycles each transfer function runs twice.
// Within cycles, keys are evaluated in the order in which they were first finished, dependencies before dependents.
//
// The solver terminates because values only grow (by join), there are no infinite ascending chains, and there are
// finitely many keys. The solution does not depend on the order in which keys are asked for, because transfer functions
// are monotone.
//
// Time is bounded as well: each key is charged to an owner, which is a function of the program. When an owner has spent
// its steps, each of its keys that would still change gets top for good.
type Solver[K comparable, V any] struct {
	Equations[K, V]
	cells   map[K]*cell[K, V]
	current *cell[K, V]   // the cell whose transfer function is running
	found   []*cell[K, V] // cells without a value that it has asked for
	stamp   int           // number of the current run
	order   int
	stack   []*cell[K, V]
	dirty   cellHeap[K, V]
	touched []*cell[K, V] // cells that ran since the last time everything was final
}

// Equations define what a [Solver] solves.
type Equations[K comparable, V any] struct {
	// Transfer returns the value of a key in terms of the values of other keys, which it gets from the solver. It is
	// monotone.
	Transfer func(K) V
	// Join returns the least upper bound of two values, and whether it is greater than the first.
	Join func(old, new V) (V, bool)
	// Top returns the value of a key whose owner has spent its steps.
	Top func(K) V
	// Owner returns the account that is charged for a key. If Owner is nil nothing is charged, which suits values that
	// can grow only a few times.
	Owner func(K) *Account
}

// NewSolver returns a solver of equations.
func NewSolver[K comparable, V any](eqs Equations[K, V]) *Solver[K, V] {
	return &Solver[K, V]{Equations: eqs, cells: make(map[K]*cell[K, V])}
}

// NewUnionSolver makes a solver of values that are joined by or, and can grow only a few times.
func NewUnionSolver[K, V comparable](transfer func(K) V, or func(V, V) V) *Solver[K, V] {
	return NewSolver(Equations[K, V]{
		Transfer: transfer,
		Join: func(old, new V) (V, bool) {
			joined := or(old, new)
			return joined, joined != old
		},
	})
}

// An Account counts the runs of the transfer functions of one owner.
type Account struct {
	steps, limit int
}

// NewAccount returns an account with a limit on its steps.
func NewAccount(limit int) *Account { return &Account{limit: limit} }

// Spent reports whether all steps have been used.
func (a *Account) Spent() bool { return a != nil && a.steps > a.limit }

type cell[K comparable, V any] struct {
	key     K
	val     V
	readers []*cell[K, V]
	read    int  // the stamp of the last run that asked for it
	ran     bool // its transfer function has run
	stale   bool // a value that it depends on has grown since
	stacked bool
	final   bool // everything that it depends on is solved
	order   int  // rank in which it was first finished
	account *Account
}

func (s *Solver[K, V]) cell(k K) *cell[K, V] {
	c := s.cells[k]
	if c == nil {
		c = &cell[K, V]{key: k}
		if s.Owner != nil {
			c.account = s.Owner(k)
		}
		s.cells[k] = c
	}
	return c
}

// Get returns the solution of k. Within a transfer function it returns the value that k has so far.
func (s *Solver[K, V]) Get(k K) V {
	c := s.cell(k)
	if s.current == nil {
		s.solve(c)
		return c.val
	}
	if !c.final && c.read != s.stamp {
		c.read = s.stamp
		if !c.ran {
			s.found = append(s.found, c)
		}
		c.readers = append(c.readers, s.current)
	}
	return c.val
}

// solve finds the value of a key, and of all keys that it depends on.
func (s *Solver[K, V]) solve(root *cell[K, V]) {
	if root.final {
		return
	}
	s.push(root)
	for {
		for len(s.stack) > 0 {
			c := s.stack[len(s.stack)-1]
			if c.ran && !c.stale {
				s.stack = s.stack[:len(s.stack)-1]
				c.stacked = false
				if c.order == 0 {
					s.order++
					c.order = s.order
				}
				continue
			}
			s.run(c)
		}
		if len(s.dirty) == 0 {
			break
		}
		if c := heap.Pop(&s.dirty).(*cell[K, V]); c.stale {
			s.push(c)
		}
	}
	// No value that was asked for will change again.
	for _, c := range s.touched {
		c.final, c.readers = true, nil
	}
	clear(s.touched)
	s.touched = s.touched[:0]
}

// push puts a cell on the stack. A cell that has not run may be on the stack already, because other cells have asked
// for it: what is needed first is on top.
func (s *Solver[K, V]) push(c *cell[K, V]) {
	c.stacked = true
	s.stack = append(s.stack, c)
}

// run evaluates a key.
func (s *Solver[K, V]) run(c *cell[K, V]) {
	if !c.ran {
		s.touched = append(s.touched, c)
	}
	c.ran, c.stale = true, false
	s.stamp++
	s.current, s.found = c, s.found[:0]
	if c.account != nil {
		c.account.steps++
	}
	var v V
	if c.account.Spent() {
		v = s.Top(c.key)
	} else {
		v = s.Transfer(c.key)
	}
	s.current = nil
	for i := len(s.found) - 1; i >= 0; i-- {
		s.push(s.found[i])
	}
	var grew bool
	if c.val, grew = s.Join(c.val, v); !grew {
		return
	}
	for _, r := range c.readers {
		if r.stale {
			continue
		}
		r.stale = true
		if !r.stacked {
			heap.Push(&s.dirty, r)
		}
	}
	c.readers = c.readers[:0] // those that run again will ask again
}

// Forget drops all values except those of the keys that keep selects. They are computed again when they are asked for.
func (s *Solver[K, V]) Forget(keep func(K) bool) {
	for k := range s.cells {
		if !keep(k) {
			delete(s.cells, k)
		}
	}
}

// Len returns the number of keys that have a value.
func (s *Solver[K, V]) Len() int { return len(s.cells) }

// A cellHeap has the cell that was finished first on top.
type cellHeap[K comparable, V any] []*cell[K, V]

func (h cellHeap[K, V]) Len() int           { return len(h) }
func (h cellHeap[K, V]) Less(i, j int) bool { return h[i].order < h[j].order }
func (h cellHeap[K, V]) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *cellHeap[K, V]) Push(c any)        { *h = append(*h, c.(*cell[K, V])) }
func (h *cellHeap[K, V]) Pop() any {
	old := *h
	c := old[len(old)-1]
	*h = old[:len(old)-1]
	return c
}
