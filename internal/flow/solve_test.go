package flow

import (
	"math/rand/v2"
	"testing"
)

// A graph is a system of equations over bit sets: what a node holds is its own bit, if it has one, and what those
// hold that it points to.
type graph struct {
	own  []uint64
	next [][]int
	runs int
}

func (g *graph) solver(limit int) *Solver[int, uint64] {
	a := &Account{limit: limit}
	s := NewSolver(Equations[int, uint64]{
		Join:  func(old, new uint64) (uint64, bool) { return old | new, old|new != old },
		Top:   func(int) uint64 { return ^uint64(0) },
		Owner: func(int) *Account { return a },
	})
	s.Transfer = func(i int) uint64 {
		g.runs++
		v := g.own[i]
		for _, j := range g.next[i] {
			v |= s.Get(j)
		}
		return v
	}
	return s
}

// reach is the solution, found in the simplest way.
func (g *graph) reach(i int) uint64 {
	var v uint64
	seen := make([]bool, len(g.own))
	for todo := []int{i}; len(todo) > 0; {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[j] {
			seen[j] = true
			v |= g.own[j]
			todo = append(todo, g.next[j]...)
		}
	}
	return v
}

func TestSolverFindsTheLeastSolution(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		g := &graph{own: make([]uint64, 1+r.IntN(40)), next: make([][]int, 40)}
		for i := range g.own {
			if r.IntN(3) == 0 {
				g.own[i] = 1 << r.IntN(64)
			}
			for range r.IntN(4) {
				g.next[i] = append(g.next[i], r.IntN(len(g.own)))
			}
		}
		s := g.solver(1 << 30)
		for range 2 * len(g.own) { // in any order, and again
			i := r.IntN(len(g.own))
			if got, want := s.Get(i), g.reach(i); got != want {
				t.Fatalf("seed %d: node %d is %x, want %x", seed, i, got, want)
			}
		}
	}
}

// TestSolverIsLinear counts how often transfer functions run on graphs on which a naive order is quadratic.
func TestSolverIsLinear(t *testing.T) {
	const n = 2000
	shapes := map[string]func(i int) []int{
		"chain":                func(i int) []int { return []int{i + 1} },
		"chain, and all":       func(i int) []int { return []int{i + 1, n - 1} },
		"ring":                 func(i int) []int { return []int{(i + 1) % n} },
		"ring and back":        func(i int) []int { return []int{(i + 1) % n, (i + n - 1) % n} },
		"binary tree upwards":  func(i int) []int { return []int{(i - 1) / 2} },
		"binary tree":          func(i int) []int { return []int{2*i + 1, 2*i + 2} },
		"two ways to the same": func(i int) []int { return []int{i + 1, i + 2} },
	}
	for name, next := range shapes {
		g := &graph{own: make([]uint64, n), next: make([][]int, n)}
		for i := range n {
			g.own[i] = 1 << (i % 64)
			for _, j := range next(i) {
				if j >= 0 && j < n {
					g.next[i] = append(g.next[i], j)
				}
			}
		}
		all := &graph{own: append(g.own, 0), next: append(g.next, nil)}
		for i := range n {
			all.next[n] = append(all.next[n], i)
		}
		all.solver(1 << 30).Get(n)
		if all.runs > 8*n {
			t.Errorf("%s: %d runs for %d keys", name, all.runs, n)
		}
	}
}

// TestSolverEnds shows that a system whose values never stop to grow ends when its steps are spent.
func TestSolverEnds(t *testing.T) {
	a := &Account{limit: 1000}
	s := NewSolver(Equations[int, int]{
		Join:  func(old, new int) (int, bool) { return max(old, new), new > old },
		Top:   func(int) int { return 1 << 40 },
		Owner: func(int) *Account { return a },
	})
	s.Transfer = func(i int) int { return s.Get((i+1)%3) + 1 }
	if got := s.Get(0); got != 1<<40 {
		t.Errorf("got %d, want top", got)
	}
}
