package driver

import (
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
)

// Stats say where a run spent its time. The zero value is ready to be filled in.
type Stats struct {
	Phases   []Spent // in order; their sum is the run's wall time
	Rules    []Spent // of each analyzer, in the order in which they depend on each other
	Packages []Spent // of each own package that was not in the cache, for everything

	Hits   int // own packages whose results were in the cache
	Misses int // those that were analysed

	Counters map[string]int // what analyzers counted in the latter, by name; see package counter

	mu    sync.Mutex
	rules map[string]time.Duration
	began time.Time
}

// A Spent is the wall time of a phase, an analyzer or a package. On several processors, times of
// analyzers and packages overlap.
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

// rule starts the clock of an analyzer, and returns the function that stops it.
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

// count adds to a counter of an analyzer.
func (s *Stats) count(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Counters == nil {
		s.Counters = make(map[string]int)
	}
	s.Counters[name] += n
}

// pkg adds the time of a package.
func (s *Stats) pkg(name string, began time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Packages = append(s.Packages, Spent{name, time.Since(began)})
}

// settled counts the own packages that were in the cache and those that were not.
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
