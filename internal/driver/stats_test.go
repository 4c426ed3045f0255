package driver

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/counter"
)

// TestStats checks what a run says that it spent its time on.
func TestStats(t *testing.T) {
	t.Parallel()
	opts := Options{
		Dir: module(t, "a: import \"fmt\"\n\nvar X fmt.Stringer", `b: import _ "example.com/m/a"`),
		Env: testEnv(),
		Analyzers: []*analysis.Analyzer{markAnalyzer, probe("counts", func(pass *analysis.Pass) (any, error) {
			counter.Add(pass, "packages that were counted", 1)
			counter.Add(pass, "nothing", 0)
			counter.Add(&analysis.Pass{}, "what nobody asks for", 1)
			return nil, nil
		})},
		Cache: cache.Open(t.TempDir()),
	}
	for _, want := range []struct{ hits, misses, phases int }{{0, 2, 7}, {2, 0, 2}} {
		opts.Stats = new(Stats)
		mustRun(t, opts)
		s := opts.Stats
		if s.Hits != want.hits || s.Misses != want.misses || len(s.Phases) != want.phases || len(s.Packages) != want.misses {
			t.Errorf("got %+v, want %+v", s, want)
		}
		if n := s.Counters["packages that were counted"]; n != want.misses || len(s.Counters) > min(1, want.misses) {
			t.Errorf("counters %v", s.Counters)
		}
		for _, p := range s.Phases {
			if p.Time <= 0 {
				t.Errorf("phase %q took %v", p.Name, p.Time)
			}
		}
		if len(s.Rules) != 3 || s.Rules[0].Name != "decls" || s.Rules[1].Name != "mark" {
			t.Errorf("rules: %v", s.Rules)
		}
	}
}
