package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/bench/modgen"
	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/driver"
)

// A bench is a generated module to run all rules on.
type bench struct {
	testing.TB
	dir    string
	env    []string
	edited string // name of a file in the middle of the import graph
	text   string // what was in it
	edits  int
}

// newBench generates a module, and sees to it that the go command has export data of
// what it depends on.
func newBench(tb testing.TB, packages int) *bench {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	dir = filepath.Join(dir, "m")
	m := modgen.New(packages)
	if err := m.Write(dir); err != nil {
		tb.Fatal(err)
	}
	b := &bench{
		TB:     tb,
		dir:    dir,
		env:    append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off", "GOTOOLCHAIN=local", "GO111MODULE=", "PWD="+dir),
		edited: filepath.Join(dir, filepath.FromSlash(m.Packages[packages/2].File())),
	}
	text, err := os.ReadFile(b.edited)
	if err != nil {
		tb.Fatal(err)
	}
	b.text = string(text)
	standard := strings.Fields(b.golist("-deps", "-f", "{{if .Standard}}{{.ImportPath}}{{end}}", "./..."))
	b.golist(append([]string{"-export"}, standard...)...)
	return b
}

// golist returns what go list prints.
func (b *bench) golist(args ...string) string {
	b.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = b.dir
	cmd.Env = b.env
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("go list: %v", err)
	}
	return string(out)
}

// edit adds a statement, another one each time.
func (b *bench) edit() {
	b.Helper()
	const begin = "error {\n"
	before, after, ok := strings.Cut(b.text, begin)
	if !ok {
		b.Fatalf("no function that returns an error in %s", b.edited)
	}
	b.edits++
	text := before + begin + fmt.Sprintf("\t_ = %d\n", b.edits) + after
	if err := os.WriteFile(b.edited, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
}

// newCache returns an empty cache.
func (b *bench) newCache() *cache.Cache { return cache.Open(filepath.Join(b.TempDir(), "cache")) }

// run runs all rules.
func (b *bench) run(c *cache.Cache) {
	b.Helper()
	res, err := driver.Run(b.Context(), driver.Options{
		Dir:       b.dir,
		Env:       b.env,
		Analyzers: errlint.Analyzers(errlint.Config{}),
		Cache:     c,
	})
	if err != nil {
		b.Fatal(err)
	}
	if len(res.Problems) > 0 || len(res.Findings) == 0 {
		b.Fatalf("%d findings; problems: %v", len(res.Findings), res.Problems)
	}
}

// The size of the module that benchmarks run on.
const benchPackages = 50

// BenchmarkCold analyses all packages; what they import is compiled.
func BenchmarkCold(b *testing.B) {
	m := newBench(b, benchPackages)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		c := m.newCache()
		b.StartTimer()
		m.run(c)
	}
}

// BenchmarkUnchanged finds all results in the cache.
func BenchmarkUnchanged(b *testing.B) {
	m := newBench(b, benchPackages)
	c := m.newCache()
	m.run(c)
	b.ReportAllocs()
	for b.Loop() {
		m.run(c)
	}
}

// BenchmarkBodyEdit analyses one package, in the middle of the import graph.
func BenchmarkBodyEdit(b *testing.B) {
	m := newBench(b, benchPackages)
	c := m.newCache()
	m.run(c)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		m.edit()
		b.StartTimer()
		m.run(c)
	}
}

// allocations are what a run takes from the heap, in objects and in bytes.
type allocations struct {
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
}

// allocationsOf returns those of f: the least of a few, since the rest is what happens on the
// side.
func allocationsOf(f func()) allocations {
	least := allocations{1 << 62, 1 << 62}
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least.Objects = min(least.Objects, after.Mallocs-before.Mallocs)
		least.Bytes = min(least.Bytes, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

var updateAllocs = flag.Bool("update-allocs", false, "record what TestAllocations measures in testdata/allocs.json")

// TestAllocations fails if a run takes more from the heap by a quarter than is recorded.
// Unlike time, that is the same on any machine, but for a few percent. It
// must not run in parallel with other tests.
func TestAllocations(t *testing.T) {
	const tolerance = 1.25
	m := newBench(t, 12)
	got := make(map[string]allocations)
	c := m.newCache()
	m.run(c) // what is done once in a process
	got["unchanged"] = allocationsOf(func() { m.run(c) })
	got["body edit"] = allocationsOf(func() { m.edit(); m.run(c) })
	got["cold"] = allocationsOf(func() { m.run(m.newCache()) })

	file := filepath.Join("testdata", "allocs.json")
	if *updateAllocs {
		text, err := json.MarshalIndent(got, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]allocations)
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cold", "body edit", "unchanged"} {
		for _, v := range []struct {
			unit      string
			got, want uint64
		}{
			{"objects", got[name].Objects, want[name].Objects},
			{"bytes", got[name].Bytes, want[name].Bytes},
		} {
			ratio := float64(v.got) / float64(v.want)
			t.Logf("%s: %d %s, %.2f times what is recorded", name, v.got, v.unit, ratio)
			if !(ratio <= tolerance) {
				t.Errorf("%s: a run allocates %d %s, and %d are recorded; find out why, or record it with -update-allocs", name, v.got, v.unit, v.want)
			} else if ratio < 1/tolerance {
				t.Logf("%s: that is a lot better; record it with -update-allocs", name)
			}
		}
	}
	if len(want) != len(got) {
		t.Errorf("%s has records of %d kinds of runs; there are %d", file, len(want), len(got))
	}
}
