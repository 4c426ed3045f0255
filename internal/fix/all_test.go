package fix_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
)

// A toy is an analysis by regular expressions, of all Go files below a directory.
type toy struct {
	dir      string
	rules    []toyRule
	problems []string // regular expressions for what does not compile
	runs     int
}

// A toyRule finds each match, and proposes to replace it.
type toyRule struct{ match, by string }

func (a *toy) analyse(_ context.Context, overlay map[string][]byte) (fs []finding.Finding, ps []finding.Problem, err error) {
	a.runs++
	err = filepath.WalkDir(a.dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, ok := overlay[name]
		if !ok {
			if text, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		pkg := filepath.Base(filepath.Dir(name))
		for _, r := range a.rules {
			re := regexp.MustCompile(r.match)
			for _, m := range re.FindAllSubmatchIndex(text, -1) {
				f := found(fmt.Sprintf("%s matches", r.match), finding.Edit{
					Pos: at(name, string(text), m[0]),
					End: at(name, string(text), m[1]),
					New: string(re.Expand(nil, []byte(r.by), text, m)),
				})
				f.Package = pkg
				fs = append(fs, f)
			}
		}
		for _, p := range a.problems {
			for _, m := range regexp.MustCompile(p).FindAllIndex(text, -1) {
				ps = append(ps, finding.Problem{Pos: at(name, string(text), m[0]), Package: pkg, Message: p + " does not compile"})
			}
		}
		return nil
	})
	return finding.Sort(fs), ps, err
}

// all runs All on a tree, and then again on what it makes of it, which must
// not change anything.
func all(t *testing.T, a *toy) (*fix.Outcome, map[string]string) {
	t.Helper()
	run := func() *fix.Outcome {
		out, err := fix.All(t.Context(), a.analyse, fix.Options{Root: a.dir})
		if err != nil {
			t.Fatal(err)
		}
		fs, ps, err := a.analyse(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Files) == 0 {
			if diff := cmp.Diff(fs, out.Remaining); diff != "" {
				t.Errorf("findings, -on disk +remaining:\n%s", diff)
			}
			if diff := cmp.Diff(ps, out.Problems); diff != "" {
				t.Errorf("problems, -on disk +remaining:\n%s", diff)
			}
		}
		return out
	}
	out := run()
	if _, err := fix.Write(a.dir, out.Files); err != nil {
		t.Fatal(err)
	}
	if again := run(); len(again.Files) > 0 {
		t.Errorf("a second run changes %s to\n%s", again.Files[0].Old, again.Files[0].New)
	}
	return out, tree(t, a.dir)
}

func reasons(out *fix.Outcome) []string {
	var list []string
	for _, s := range out.Skipped {
		list = append(list, fmt.Sprintf("%s:%d: %s", filepath.Base(s.Finding.Pos.File), s.Finding.Pos.Line, s.Reason))
	}
	return list
}

// vars returns a file with a variable on each line from the third.
func vars(values ...string) string {
	var b strings.Builder
	b.WriteString("package p\n\n")
	for _, v := range values {
		fmt.Fprintf(&b, "var _ = %s\n", v)
	}
	return b.String()
}

func TestAllRounds(t *testing.T) {
	a := &toy{dir: t.TempDir(), rules: []toyRule{{"one", "two"}, {"two", "three"}, {"thr", "f"}, {"ree", "g"}}}
	write(t, a.dir, "p/p.go", vars("one", "two", "x"))
	write(t, a.dir, "q/q.go", vars("x"))
	out, got := all(t, a)
	want := map[string]string{"p/p.go": vars("fee", "fee", "x"), "q/q.go": vars("x")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if out.Rounds != 3 || len(out.Applied) != 5 || len(out.Skipped) != 0 || len(out.Remaining) != 0 || len(out.Files) != 1 {
		t.Errorf("rounds %d, applied %d, skipped %d, remaining %d, files %d", out.Rounds, len(out.Applied), len(out.Skipped), len(out.Remaining), len(out.Files))
	}
}

func TestAllNothing(t *testing.T) {
	a := &toy{dir: t.TempDir(), problems: []string{"x"}}
	write(t, a.dir, "p/p.go", vars("x"))
	out, _ := all(t, a)
	if a.runs != 4 || len(out.Files) != 0 || len(out.Problems) != 1 {
		t.Errorf("%d runs, %+v", a.runs, out)
	}
}

func TestAllErrors(t *testing.T) {
	broken := errors.New("broken")
	_, err := fix.All(t.Context(), func(context.Context, map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
		return nil, nil, broken
	}, fix.Options{Root: t.TempDir()})
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}

	// In a later round.
	a := &toy{dir: t.TempDir(), rules: []toyRule{{"one", "two"}}}
	write(t, a.dir, "p/p.go", vars("one"))
	_, err = fix.All(t.Context(), func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
		if len(overlay) > 0 {
			return nil, nil, broken
		}
		return a.analyse(ctx, overlay)
	}, fix.Options{Root: a.dir})
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	_, err = fix.All(ctx, func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
		cancel()
		return a.analyse(ctx, overlay)
	}, fix.Options{Root: a.dir})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := fix.All(t.Context(), a.analyse, fix.Options{Root: filepath.Join(a.dir, "none")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// TestAllLinked checks that the overlay has all names of a file.
func TestAllLinked(t *testing.T) {
	a := &toy{dir: t.TempDir(), rules: []toyRule{{"one", "two"}}}
	file := write(t, a.dir, "p/p.go", vars("one"))
	root := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(a.dir, root); err != nil {
		t.Fatal(err)
	}
	out, err := fix.All(t.Context(), a.analyse, fix.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(root, "p", "p.go"); len(out.Files) != 1 || out.Files[0].Name != want || len(out.Remaining) != 0 {
		t.Errorf("%+v", out)
	}
	if written, err := fix.Write(root, out.Files); err != nil || len(written) != 1 {
		t.Error(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != vars("two") {
		t.Errorf("%s, %v", text, err)
	}
}

// TestAllMends checks that the fixes after which the code does not compile are dropped, those alone, and
// with how many analyses.
func TestAllMends(t *testing.T) {
	value := func(i int, bad ...int) string {
		if slices.Contains(bad, i) {
			return fmt.Sprintf("bad%d", i)
		}
		return fmt.Sprintf("good%d", i)
	}
	for _, test := range []struct {
		name  string
		n     int
		bad   []int
		files int
		max   int // analyses
	}{
		{"the only one", 1, []int{0}, 1, 4},
		{"the first", 32, []int{0}, 1, 12},
		{"the last", 32, []int{31}, 1, 12},
		{"two", 32, []int{3, 17}, 1, 18},
		{"neighbours", 32, []int{3, 4, 5}, 1, 24},
		{"all", 8, []int{0, 1, 2, 3, 4, 5, 6, 7}, 1, 40},
		{"more than a round can find", 40, []int{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38}, 1, 160},
		{"in many packages at once", 8, []int{2}, 20, 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := &toy{dir: t.TempDir(), rules: []toyRule{{"(good|bad)", "${1}X"}}, problems: []string{"badX"}}
			want := make(map[string]string)
			var skipped []string
			for f := range test.files {
				var old, new []string
				for i := range test.n {
					v := value(i, test.bad...)
					old = append(old, v)
					new = append(new, strings.Replace(v, "good", "goodX", 1))
				}
				name := fmt.Sprintf("p%02d/p.go", f)
				write(t, a.dir, name, vars(old...))
				want[name] = vars(new...)
				for _, b := range test.bad {
					skipped = append(skipped, fmt.Sprintf("p.go:%d: the code is not right with it: p.go: badX does not compile", b+3))
				}
			}
			// What is good is found again and again, if it is not left alone.
			a.rules[0].match += "([0-9])"
			a.rules[0].by += "$2"
			runs := 0
			out, err := fix.All(t.Context(), func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
				runs++
				return a.analyse(ctx, overlay)
			}, fix.Options{Root: a.dir})
			if err != nil {
				t.Fatal(err)
			}
			if runs > test.max {
				t.Errorf("%d analyses", runs)
			}
			if diff := cmp.Diff(skipped, reasons(out)); diff != "" {
				t.Errorf("skipped, -want +got:\n%s", diff)
			}
			if len(out.Problems) != 0 {
				t.Errorf("problems %v", out.Problems)
			}
			_, got := all(t, a)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestAllMendsElsewhere checks that a fix is dropped that breaks another package, in which there
// may be fixes as well.
func TestAllMendsElsewhere(t *testing.T) {
	a := &toy{dir: t.TempDir(), rules: []toyRule{{"one", "two"}}}
	write(t, a.dir, "p/p.go", vars("one", "api(one)", "one", "one"))
	write(t, a.dir, "q/q.go", vars("one", "uses"))
	analyse := func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
		fs, ps, err := a.analyse(ctx, overlay)
		if text := overlay[filepath.Join(a.dir, "p/p.go")]; strings.Contains(string(text), "api(two)") {
			ps = append(ps, finding.Problem{Pos: finding.Position{File: filepath.Join(a.dir, "q/q.go"), Line: 4}, Package: "q", Message: "uses api(one)"})
		}
		return fs, ps, err
	}
	out, err := fix.All(t.Context(), analyse, fix.Options{Root: a.dir})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"p.go:4: the code is not right with it: q.go: uses api(one)"}, reasons(out)); diff != "" {
		t.Error(diff)
	}
	if len(out.Applied) != 4 || len(out.Problems) != 0 {
		t.Errorf("%d applied, problems %v", len(out.Applied), out.Problems)
	}
}

// TestAllHopeless checks that an analysis that has new problems each time comes to an end, with
// nothing applied.
func TestAllHopeless(t *testing.T) {
	a := &toy{dir: t.TempDir(), rules: []toyRule{{"one", "two"}}}
	write(t, a.dir, "p/p.go", vars("one", "one", "one"))
	runs := 0
	out, err := fix.All(t.Context(), func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
		runs++
		fs, _, err := a.analyse(ctx, overlay)
		return fs, []finding.Problem{{Package: "p", Message: strings.Repeat("x", runs)}}, err
	}, fix.Options{Root: a.dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Files) != 0 || len(out.Applied) != 0 || len(out.Skipped) != 3 || runs > 70 {
		t.Errorf("%d runs, %+v", runs, out)
	}
}

// TestAllCycle checks that fixes which undo each other's work come to the same end wherever they begin.
func TestAllCycle(t *testing.T) {
	var ends []string
	for _, start := range []string{"a1", "b1", "c1", "start"} {
		a := &toy{dir: t.TempDir(), rules: []toyRule{{"a1", "b1"}, {"b1", "c1"}, {"c1", "a1"}, {"start", "c1"}, {"mend", "mended"}}}
		a.rules[4].match = `"mend"`
		a.rules[4].by = `"mended"`
		write(t, a.dir, "p/p.go", vars(start))
		write(t, a.dir, "q/q.go", vars(`"mend"`))
		out, got := all(t, a)
		ends = append(ends, got["p/p.go"])
		if got["q/q.go"] != vars(`"mended"`) {
			t.Errorf("%s", got["q/q.go"])
		}
		want := []string{"p.go:3: fixes undo each other's work here"}
		if diff := cmp.Diff(want, reasons(out)); diff != "" {
			t.Error(diff)
		}
		if len(out.Remaining) != 1 {
			t.Errorf("remaining %v", out.Remaining)
		}
	}
	if slices.Sort(ends); len(slices.Compact(ends)) != 1 {
		t.Errorf("ends are not the same: %q", ends)
	}
}

// TestAllEndless checks that fixes that bring about new findings without end come to one.
func TestAllEndless(t *testing.T) {
	a := &toy{dir: t.TempDir(), rules: []toyRule{{"x", "xy"}}}
	write(t, a.dir, "p/p.go", vars("x"))
	out, err := fix.All(t.Context(), a.analyse, fix.Options{Root: a.dir})
	if err != nil {
		t.Fatal(err)
	}
	if out.Rounds != 10 || len(out.Applied) != 10 {
		t.Errorf("rounds %d, applied %d", out.Rounds, len(out.Applied))
	}
	if diff := cmp.Diff([]string{"p.go:3: the code was still changing after 10 rounds"}, reasons(out)); diff != "" {
		t.Error(diff)
	}
}
