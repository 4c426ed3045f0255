package driver

import (
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
)

// Stats are what a run spent its time on. The zero value is ready to be filled in.
type Stats struct {
	Phases   []Spent // in order; their sum is the run's wall time
	Rules    []Spent // of each analyzer, in the order in which they depend on each other
	Packages []Spent // of each own package that was not in the cache: all that was done for it

	Hits   int // own packages whose results were in the cache
	Misses int // those that were analysed

	Counters map[string]int // what analyzers counted in those, by names of theirs; see package counter

	mu    sync.Mutex
	rules map[string]time.Duration
	began time.Time
}

// A Spent is the wall time that something took. On several processors, times of
// rules and packages overlap.
type Spent struct {
	Name string
	Time time.Duration
}

// phase ends the phase before, and begins one.
func (s *Stats) phase(name string) {
	now := time.Now()
	if n := len(s.Phases); n > 0 {
		s.Phases[n-1].Time = now.Sub(s.began)
	}
	s.began = now
	if name != "" {
		s.Phases = append(s.Phases, Spent{Name: name})
	}
}

// rule begins the work of an analyzer, and returns the function that ends it.
func (s *Stats) rule(name string) func() {
	began := time.Now()
	return func() {
		spent := time.Since(began)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.rules == nil {
			s.rules = make(map[string]time.Duration)
		}
		s.rules[name] += spent
	}
}

// count takes a counter of an analyzer.
func (s *Stats) count(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Counters == nil {
		s.Counters = make(map[string]int)
	}
	s.Counters[name] += n
}

// pkg notes how long a package has taken.
func (s *Stats) pkg(name string, began time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Packages = append(s.Packages, Spent{name, time.Since(began)})
}

// settled notes which of the own packages were in the cache.
func (s *Stats) settled(p *plan, done outcomes) {
	for _, n := range p.own() {
		switch o := done[n.index]; {
		case o == nil:
		case o.hit:
			s.Hits++
		default:
			s.Misses++
		}
	}
}

// finish completes the statistics of a run.
func (s *Stats) finish(all []*analysis.Analyzer) {
	s.phase("")
	s.Rules = nil
	for _, a := range all {
		s.Rules = append(s.Rules, Spent{a.Name, s.rules[a.Name]})
	}
}
