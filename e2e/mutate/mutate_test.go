package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files")

// loadTestdata loads the module in testdata.
func loadTestdata(t *testing.T) (*module, []*mutation) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "module")
	if err := copyModule(dir, filepath.Join("testdata", "module")); err != nil {
		t.Fatal(err)
	}
	m, err := load(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := m.files()
	var ms []*mutation
	for _, f := range files {
		ms = append(ms, f.find()...)
	}
	return m, ms
}

// TestFind compares the mutations of the module in testdata with a golden file: what lines they change, and what is exempt.
func TestFind(t *testing.T) {
	m, ms := loadTestdata(t)
	var got bytes.Buffer
	for _, mu := range ms {
		fmt.Fprintf(&got, "%s %s %d (%s)\n", mu.kind, mu.name, mu.pos.Line, mu.shape)
		if mu.exempt != "" {
			fmt.Fprintf(&got, "\texempt: %s\n", mu.exempt)
		}
		src, err := apply(m.src[mu.file], m.end[mu.file], []*mutation{mu})
		if err != nil {
			t.Fatal(err)
		}
		before, after := bytes.Split(m.src[mu.file], []byte("\n")), bytes.Split(src, []byte("\n"))
		for i, line := range after {
			if i >= len(before) || !bytes.Equal(line, before[i]) {
				fmt.Fprintf(&got, "\t%s\n", bytes.TrimSpace(line))
			}
		}
	}
	golden := filepath.Join("testdata", "find.golden")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the mutations are not those of %s; go test -update writes them:\n%s", golden, got.String())
	}
}

// TestCompile checks that each mutation compiles, and that what does not is noticed.
func TestCompile(t *testing.T) {
	m, ms := loadTestdata(t)
	kinds := make(map[kind]bool)
	for _, mu := range ms {
		kinds[mu.kind] = true
		for _, err := range m.compile([]*mutation{mu}) {
			t.Errorf("%s %s at line %d: %s", mu.kind, mu.name, mu.pos.Line, err.Msg)
		}
	}
	for _, f := range faults {
		if !kinds[f.kind] {
			t.Errorf("there is no mutation of the kind %s", f.kind)
		}
	}
	for _, text := range []string{"\" + 1 + \"", "\"\""} { // a mismatch of types, and what does not parse
		broken := *ms[slices.IndexFunc(ms, func(mu *mutation) bool { return mu.kind == verb })]
		broken.edits = []edit{{broken.edits[0].start, broken.edits[0].end, text}}
		if len(m.compile([]*mutation{&broken})) != 1 {
			t.Errorf("it is not noticed that %s does not compile", text)
		}
	}
}

// TestCount checks, by a command that stands for errlint, that what it finds is counted as found, what it misses as missed,
// and what it says of harmless mutations as false alarms, and that the module is as it was in the end.
func TestCount(t *testing.T) {
	dir := t.TempDir()
	fake := filepath.Join(dir, "fake")
	cmd := exec.Command("go", "build", "-o", fake, filepath.Join("testdata", "fake.go"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	res, err := mutate(context.Background(), filepath.Join("testdata", "module"), Options{Errlint: fake, Handled: -1, Seed: 1, Log: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	// The command finds each %v, and any logging by log.Printf.
	verbs := res.tally(verb)
	if verbs.found == 0 || verbs.missed != 0 {
		t.Errorf("of verbs %+v, want all found", verbs)
	}
	if operands := res.tally(operand); operands.found != 0 || operands.missed == 0 {
		t.Errorf("of operands %+v, want all missed", operands)
	}
	alarms := 0
	for mu, fs := range res.Alarms {
		alarms++
		if mu.name != "logged, then returned" || len(fs) == 0 {
			t.Errorf("an alarm is raised on: %s", mu.name)
		}
	}
	if alarms == 0 || res.tally(handled).missed != alarms {
		t.Errorf("there are %d alarms, %+v", alarms, res.tally(handled))
	}
	if err := bars([]*Result{res}, 98, -1); !errors.Is(err, errBar) {
		t.Errorf("bars: %v, want %v", err, errBar)
	}
	if err := bars([]*Result{res}, 0, 0); !errors.Is(err, errBar) {
		t.Errorf("bars: %v, want %v", err, errBar)
	}
	if err := bars([]*Result{res}, 0, -1); err != nil {
		t.Errorf("bars: %v, want none", err)
	}
	var out strings.Builder
	report(&out, []*Result{res}, 1)
	if !strings.Contains(out.String(), "## False alarms") || !strings.Contains(out.String(), "said: given to log") {
		t.Errorf("the report is\n%s", out.String())
	}
}

// inCI are the modules of e2e/ecosystem that samples are taken of.
var inCI = []string{"github.com/BurntSushi/toml", "github.com/golang-jwt/jwt/v5", "github.com/hashicorp/raft", "github.com/mark3labs/mcp-go", "go.etcd.io/bbolt"}

// least is the percentage of each kind that is to be found in these samples: somewhat less than is, since a sample has some dozens of
// each. Of unlist there may be one, and an error that no other comment mentions need not be listed.
var least = map[kind]float64{verb: 95, operand: 92, fresh: 95, sentinel: 95, raise: 90, unlist: 0}

// TestEcosystem holds errlint to what it finds in samples, and to saying nothing of what does no harm.
func TestEcosystem(t *testing.T) {
	if testing.Short() {
		t.Skip("runs errlint many times")
	}
	errlint, err := build(context.Background(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"mod", "download", "-json"}, inCI...)...)
	cmd.Dir = filepath.Join("..", "ecosystem")
	out, err := output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	var results []*Result
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var mod struct{ Path, Dir string }
		if err := d.Decode(&mod); err != nil {
			t.Fatal(err)
		}
		res, err := mutate(context.Background(), mod.Dir, Options{Errlint: errlint, Sample: 15, Handled: 40, Seed: 1, Log: t.Logf})
		if err != nil {
			t.Fatalf("%s: %v", mod.Path, err)
		}
		res.Name = mod.Path
		results = append(results, res)
	}
	var text strings.Builder
	report(&text, results, 0)
	t.Log(text.String())
	for _, f := range faults {
		var all tally
		for _, r := range results {
			all = all.add(r.tally(f.kind))
		}
		// Doc comments that list what stands in a return are rare: of those there may be none.
		if all.tried == all.exempt+all.broken && f.kind != unlist {
			t.Errorf("%s: none is tried that should be found", f.kind)
		}
		if 100*all.share() < least[f.kind] {
			t.Errorf("%s: %.1f %% found, want %.0f", f.kind, 100*all.share(), least[f.kind])
		}
	}
	if err := bars(results, 0, 0); err != nil {
		t.Error(err)
	}
}
