package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
	"github.com/errlint/errlint/passes/wrapcause"
)

var (
	programs   = flag.Int("generated.programs", 120, "how many programs TestGenerated makes")
	firstSeed  = flag.Uint64("generated.seed", 1, "the seed of TestGenerated's programs")
	firstOne   = flag.Int("generated.first", 0, "the number of the first program")
	batch      = flag.Int("generated.batch", 300, "how many programs are compiled as one")
	keepSource = flag.String("generated.keep", "", "leave the programs in `DIR`")
)

// perEntry is with how many patterns of decisions a function is run.
const perEntry = 128

// TestGenerated runs programs made at random, and compares the errors that their functions return with the model's sets.
func TestGenerated(t *testing.T) {
	reasons := make(map[string]int)
	total := make(map[string]int)
	for first := *firstOne; first < *firstOne+*programs; first += *batch {
		n := min(*batch, *firstOne+*programs-first)
		var progs []program
		for i := range n {
			progs = append(progs, newProgram(*firstSeed, first+i, func(feature) int { return -1 }))
		}
		c := write(t, progs).run(t, total)
		c.count(total, reasons)
		total["programs"] += n
		t.Logf("%v", total)
		shown := make(map[string]bool)
		for _, id := range sortedIdentities(c.verdicts, missing) {
			number := numbers.FindString(id.result.function)
			if shown[number] {
				continue // what a caller lacks, too
			}
			shown[number] = true
			s := c.verdicts[id]
			t.Errorf("%s result %d: %s; seen %s; the set is %s", id.result.function, id.result.index, id.identity, s.in, c.predictions[id.result])
		}
	}
	for _, k := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%s: %d", k, total[k])
	}
	for _, why := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return cmp.Compare(reasons[b], reasons[a]) }) {
		t.Logf("%6d %s", reasons[why], why)
	}
}

// count adds up what a comparison came to.
func (c *comparison) count(total, reasons map[string]int) {
	ran := make(map[result]bool)
	for _, o := range c.seen {
		total["returns"] += o.times
		ran[o.result] = true
	}
	for id, s := range c.verdicts {
		total["identities "+verdicts[s.verdict]]++
		_ = id
	}
	for r, p := range c.predictions {
		if !ran[r] {
			total["results that returned nothing"]++
			continue
		}
		total["results"]++
		switch {
		case p.opaque && !p.text:
			total["results that are unknown"]++
			reasons["unknown: "+noNumbers(p.why)]++
		case p.opaque:
			total["results with errors without a name"]++
		}
		for a := range p.atoms {
			total["atoms"]++
			if !c.sees(r, a.String()) {
				total["atoms never seen"]++
			}
		}
	}
}

// sees reports whether an atom was seen in a result.
func (c *comparison) sees(r result, atom string) bool {
	for id := range c.verdicts {
		if id.result == r && slices.Contains(strings.Split(id.identity, "|"), atom) {
			return true
		}
	}
	return false
}

var numbers = regexp.MustCompile(`x[0-9]+`)

var names = regexp.MustCompile(`[0-9]+(x[0-9]+)?`)

func noNumbers(s string) string { return strings.ToLower(names.ReplaceAllString(s, "")) }

var ownPackage = regexp.MustCompile(`example\.com/m/([pd])[0-9]+`)

// A corpus is programs on disk: each as a package or two of its own, which is how errlint sees them, and all as one, which compiles faster.
type corpus struct {
	progs           []program
	apart, together string
}

// write writes programs.
func write(t *testing.T, progs []program) *corpus {
	t.Helper()
	dir := filepath.Join(cmp.Or(*keepSource, t.TempDir()), fmt.Sprint(progs[0].number))
	c := &corpus{progs, filepath.Join(dir, "apart"), filepath.Join(dir, "together")}
	for _, root := range []string{c.apart, c.together} {
		put(t, filepath.Join(root, "go.mod"), "module example.com/m\n\ngo 1.26\n")
		put(t, filepath.Join(root, "rt", "rt.go"), rtSource)
		put(t, filepath.Join(root, "d", "keep.go"), "package d\n\nconst Keep = 0\n")
	}
	for _, p := range progs {
		pkg, dep := fmt.Sprintf("p%d", p.number), fmt.Sprintf("d%d", p.number)
		put(t, filepath.Join(c.apart, pkg, "p.go"), strings.Replace(p.p, "IMPORT", "example.com/m/"+dep, 1))
		if p.d != "" {
			put(t, filepath.Join(c.apart, dep, "d.go"), p.d)
		}
	}
	return c
}

// join writes the programs as one, edited, with a test.
func (c *corpus) join(t *testing.T, test string, edit func(file, text string) string) {
	t.Helper()
	for _, p := range c.progs {
		for _, pkg := range []string{"p", "d"} {
			name := filepath.Join(c.apart, fmt.Sprintf("%s%d", pkg, p.number), pkg+".go")
			text, err := os.ReadFile(name)
			if pkg == "d" && os.IsNotExist(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(c.together, pkg, fmt.Sprintf("p%d.go", p.number)), ownPackage.ReplaceAllString(edit(name, string(text)), "example.com/m/$1"))
		}
	}
	put(t, filepath.Join(c.together, "p", "all_test.go"), test)
}

func put(t *testing.T, name, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// findings is what wrapcause finds in some categories.
func (c *corpus) findings(t *testing.T, categories ...string) []finding.Finding {
	t.Helper()
	res, err := driver.Run(t.Context(), driver.Options{Dir: c.apart, Patterns: []string{"./..."}, Env: append(os.Environ(), "GOWORK=off"), Analyzers: []*analysis.Analyzer{wrapcause.Analyzer}})
	if err != nil || len(res.Problems) > 0 {
		t.Fatalf("errlint: %v, %v", err, res.Problems)
	}
	return slices.DeleteFunc(res.Findings, func(f finding.Finding) bool { return !slices.Contains(categories, f.Category) })
}

// run compiles programs as one, runs them, and compares what they return with what the model says of each by itself, and what wrapcause
// calls nil with what is there.
func (c *corpus) run(t *testing.T, total map[string]int) *comparison {
	t.Helper()
	nils := c.findings(t, wrapcause.NilCause)
	total["nil-cause: findings"] += len(nils)
	var entries strings.Builder
	var globals []string
	for _, p := range c.progs {
		for _, e := range p.entries {
			fmt.Fprintf(&entries, "\tfunc() { %s() },\n", e)
		}
		for _, v := range p.globals {
			globals = append(globals, "&"+v)
		}
	}
	c.join(t, fmt.Sprintf(driverSource, entries.String(), strings.Join(globals, ", "), perEntry), func(file, text string) string {
		for i := len(nils) - 1; i >= 0; i-- {
			if f := nils[i]; f.Pos.File == file {
				from, to := f.Pos.Offset, f.End.Offset
				text = fmt.Sprintf("%srt.Nil(%d, %s)%s", text[:from], i, text[from:to], text[to:])
			}
		}
		return text
	})
	tmp := t.TempDir()
	s, err := instrument(c.together, []string{"./p", "./d"}, tmp)
	if err != nil || len(s.packages) != 1 {
		cmd := exec.Command("go", "test", "-vet=off", "-gcflags=-e", "-run=^$", "./...")
		cmd.Dir = c.together
		out, _ := cmd.CombinedOutput()
		t.Fatalf("programs that do not compile: %v\n%s", err, out)
	}
	observations, results := filepath.Join(tmp, "observations"), filepath.Join(tmp, "results")
	s.env = append(s.env, "GOFLAGS='-gcflags=-N -l'", "GENERATED_RESULTS="+results) // compiles in half the time
	var out strings.Builder
	failed, err := test(t.Context(), s, observations, options{timeout: 2 * time.Minute, verbose: true, stderr: &out})
	if err != nil || len(failed) > 0 {
		t.Fatalf("running: %v\n%s", err, out.String())
	}
	lines, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		var place int
		var isNil bool
		if _, err := fmt.Sscan(line, &place, &isNil); err != nil {
			t.Fatal(err)
		}
		total["nil-cause: findings where control comes"]++
		if f := nils[place]; !isNil {
			t.Errorf("%s:%d: %s; it is not", f.Pos.File, f.Pos.Line, f.Message)
		}
	}
	cmp := &comparison{subject: s}
	if cmp.seen, err = read(observations, s.funcs); err != nil {
		t.Fatal(err)
	}
	for _, o := range cmp.seen {
		for i := range o.tree {
			n := &o.tree[i]
			n.names = slices.DeleteFunc(n.names, func(name string) bool { return strings.Contains(strings.ToLower(name), ".mutable") })
		}
	}
	predictions, problems, err := predict(t.Context(), &subject{dir: c.apart, env: append(os.Environ(), "GOWORK=off"), patterns: []string{"./..."}}, isErrorType)
	if err != nil || len(problems) > 0 {
		t.Fatalf("errlint: %v, %q", err, problems)
	}
	cmp.predictions = make(map[result]prediction)
	for r, p := range predictions {
		r.function = ownPackage.ReplaceAllString(r.function, "example.com/m/$1")
		atoms := maps.Clone(p.atoms)
		clear(p.atoms)
		for a := range atoms {
			a.Pkg = ownPackage.ReplaceAllString(a.Pkg, "example.com/m/$1")
			p.atoms[a] = true
		}
		cmp.predictions[r] = p
	}
	cmp.verdicts = judge(cmp.seen, cmp.predictions)
	return cmp
}

// driverSource runs the functions without parameters, with many decisions.
const driverSource = `package p

import (
	"fmt"
	"os"
	"testing"

	"example.com/m/d"
	"example.com/m/rt"
)

const _ = d.Keep

var entries = []func(){
%s}

var globals = []*error{%s}

func TestAll(t *testing.T) {
	var before []error
	for _, p := range globals {
		before = append(before, *p)
	}
	for _, f := range entries {
		for n := range uint64(%d) {
			func() {
				defer func() { recover() }()
				rt.Start(n)
				for i, p := range globals {
					*p = before[i]
				}
				f()
			}()
		}
	}
	f, err := os.Create(os.Getenv("GENERATED_RESULTS"))
	if err != nil {
		t.Fatal(err)
	}
	for place, isNil := range rt.Places {
		fmt.Fprintln(f, place, isNil)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
`

// TestGeneratedFixes applies the fixes of wrapcause to programs that only ever compare errors with nil, so that what they do does not depend on
// what errors wrap: they compile, and all that was found in the errors before is found in those that are returned with the same decisions.
func TestGeneratedFixes(t *testing.T) {
	total := make(map[string]int)
	for first := *firstOne; first < *firstOne+*programs; first += *batch {
		var progs []program
		for i := range min(*batch, *firstOne+*programs-first) {
			progs = append(progs, newProgram(*firstSeed+1, first+i, func(f feature) int {
				switch f {
				case fGuards, fEqual, fSwitch, fTypes, fFind, fPredicates, fUnwrap, fAny, fGo:
					return 0
				case fNameless:
					return 100
				}
				return -1
			}))
		}
		c := write(t, progs)
		total["programs"] += len(progs)
		before := c.answers(t)
		for {
			findings := c.findings(t, wrapcause.Format, wrapcause.Text, wrapcause.SecondCause, wrapcause.Unasked, wrapcause.Nameless)
			for _, f := range findings {
				total["findings: "+f.Category]++
			}
			fixed, err := fix.Apply(findings, fix.Options{Root: c.apart})
			if err != nil {
				t.Fatal(err)
			}
			if len(fixed.Files) == 0 {
				break
			}
			for _, f := range fixed.Applied {
				total["fixes: "+f.Category]++
			}
			for _, f := range fixed.Files {
				put(t, f.Name, string(f.New))
			}
		}
		after := c.answers(t)
		if len(before) != len(after) {
			t.Fatalf("%d answers before, %d after", len(before), len(after))
		}
		total["answers"] += len(before)
		for i := range before {
			b, a := strings.Fields(before[i]), strings.Fields(after[i])
			if !slices.Equal(b[:3], a[:3]) {
				t.Errorf("before %q, after %q", before[i], after[i])
				continue
			}
			if before[i] != after[i] {
				total["answers that have changed"]++
			}
			for j := range b[3] {
				if b[3][j] == '1' && a[3][j] == '0' {
					t.Errorf("before %q, after %q", before[i], after[i])
					break
				}
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%s: %d", k, total[k])
	}
}

// answers compiles programs as one, runs them, and returns what is found in the errors that they return: of each function and pattern
// of decisions a line, its number, the pattern, whether there is an error, and a digit for each that was asked for.
func (c *corpus) answers(t *testing.T) []string {
	t.Helper()
	var entries strings.Builder
	var globals []string
	for _, p := range c.progs {
		for _, v := range p.globals {
			globals = append(globals, "&"+v)
		}
		fmt.Fprintf(&entries, "\t{\n\t\t[]func() error{%s},\n\t\t[]func(error) bool{\n", strings.Join(p.fails, ", "))
		for _, ask := range p.asks {
			fmt.Fprintf(&entries, "\t\t\t%s,\n", ask)
		}
		fmt.Fprintf(&entries, "\t\t},\n\t},\n")
	}
	c.join(t, fmt.Sprintf(askingSource, entries.String(), strings.Join(globals, ", ")), func(_, text string) string { return text })
	results := filepath.Join(t.TempDir(), "results")
	cmd := exec.Command("go", "test", "-vet=off", "-count=1", "-gcflags=-N -l", "./p")
	cmd.Dir, cmd.Env = c.together, append(os.Environ(), "GOWORK=off", "GENERATED_RESULTS="+results)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// askingSource runs functions, and asks what is in the errors that they return.
const askingSource = `package p

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"testing"

	"example.com/m/d"
	"example.com/m/rt"
)

const _ = d.Keep

var programs = []struct {
	entries []func() error
	asks    []func(error) bool
}{
%s}

var globals = []*error{%s}

var _ = errors.Is

// answer is what an error answers, 1 or 0, or p if there is a nil pointer in its chain, of which Unwrap panics.
func answer(ask func(error) bool, err error) (digit byte) {
	digit = 'p'
	defer func() { recover() }()
	if ask(err) {
		return '1'
	}
	return '0'
}

func TestAll(t *testing.T) {
	f, err := os.Create(os.Getenv("GENERATED_RESULTS"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	var before []error
	for _, p := range globals {
		before = append(before, *p)
	}
	rt.Most = 10000
	for i, p := range programs {
		for j, entry := range p.entries {
			for n := range uint64(32) {
				func() {
					defer func() { recover() }()
					rt.Start(n)
					for i, p := range globals {
						*p = before[i]
					}
					err = errors.New("panics")
					err = entry()
				}()
				fmt.Fprintf(w, "%%d.%%d %%d %%t ", i, j, n, err != nil)
				for _, ask := range p.asks {
					w.WriteByte(answer(ask, err))
				}
				w.WriteByte('\n')
			}
		}
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
}
`
