package flow

import "container/heap"

// A Solver finds the least solution of a system of equations, one for each key that is
// asked for: the value of a key is what its transfer function makes of the values of other keys.
//
// Nothing here recurses. A transfer function that asks for a key which has no value yet gets
// bottom, and is run again when that has changed. New keys are worked off depth first, so
// without cycles each function runs twice; within cycles, keys are taken in the order in which they
// were finished first, what they depend on before what depends on them.
//
// It ends because values only grow (join), have no infinite ascending chains, and there are
// finitely many keys. The result is the least solution whatever the order is in which
// keys are asked for, because transfer functions are monotone.
//
// How long it takes is bounded besides: keys are accounted to an owner (a function of the program), and
// when an owner has used up its steps, each of its keys that still changes gets top, for good.
type Solver[K comparable, V any] struct {
	Equations[K, V]
	cells   map[K]*cell[K, V]
	current *cell[K, V]   // whose transfer function runs
	found   []*cell[K, V] // keys that it has asked for first
	stamp   int           // the run of a transfer function
	order   int
	stack   []*cell[K, V]
	dirty   cellHeap[K, V]
	touched []*cell[K, V] // since the last time that all was final
}

// Equations are what a [Solver] solves: one for each key.
type Equations[K comparable, V any] struct {
	// Transfer is the value of a key in terms of those of others, which it asks the solver for. It is monotone.
	Transfer func(K) V
	// Join is the least upper bound of two values, and whether it is greater than the first.
	Join func(old, new V) (V, bool)
	// Top is the value of a key whose owner has spent its steps.
	Top func(K) V
	// Owner is what the runs of a key's transfer function are counted for. Nil means that nothing is counted: for
	// values that can grow only a few times.
	Owner func(K) *Account
}

// NewSolver makes a solver.
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

// NewAccount makes an account with so many steps.
func NewAccount(limit int) *Account { return &Account{limit: limit} }

// Spent reports whether there is nothing left.
func (a *Account) Spent() bool { return a != nil && a.steps > a.limit }

type cell[K comparable, V any] struct {
	key     K
	val     V
	readers []*cell[K, V]
	read    int  // the stamp of the run that asked for it last
	ran     bool // its transfer function has run
	stale   bool // something that it depends on has grown since
	stacked bool
	final   bool // all that it depends on is solved
	order   int  // in which it was finished first
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

// Get is the value of k: within a transfer function what it is so far, otherwise its solution.
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

// solve finds the value of one key, and of all that it depends on.
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
	// Nothing that was asked for will change any more.
	for _, c := range s.touched {
		c.final, c.readers = true, nil
	}
	clear(s.touched)
	s.touched = s.touched[:0]
}

// push puts a cell on the stack. One that has not run may be there already, for others that
// asked for it before: what is needed first is on top.
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

// Forget drops all values but those that keep says. They are found again when they are asked for.
func (s *Solver[K, V]) Forget(keep func(K) bool) {
	for k := range s.cells {
		if !keep(k) {
			delete(s.cells, k)
		}
	}
}

// Len is the number of keys that have a value.
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
