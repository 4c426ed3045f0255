package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestModule observes the module in testdata, whose functions are in all relations to what the model says of them, and compares
// the verdicts with those in the comments there: "// result: IDENTITY VERDICT", of one result each.
func TestModule(t *testing.T) {
	dir := filepath.Join("testdata", "module")
	src, err := os.ReadFile(filepath.Join(dir, "module.go"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	comment := ""
	for line := range strings.Lines(string(src)) {
		if text, ok := strings.CutPrefix(line, "// sees "); ok {
			comment = strings.TrimSpace(text)
		}
		if text, ok := strings.CutPrefix(line, "func "); ok && comment != "" {
			for what := range strings.SplitSeq(comment, "; ") {
				want = append(want, signature(text)+" "+what)
			}
			comment = ""
		}
	}
	before := tree(t, dir)
	c, err := observe(t.Context(), dir, []string{"./..."}, t.TempDir(), options{timeout: time.Minute, stderr: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.failed)+len(c.problems) > 0 {
		t.Fatalf("tests fail: %q, problems: %q", c.failed, c.problems)
	}
	if after := tree(t, dir); after != before {
		t.Errorf("the module has changed:\n%s\nwas\n%s", after, before)
	}
	var got []string
	for id, s := range c.verdicts {
		name := strings.NewReplacer("example.com/module.", "").Replace(id.result.function)
		got = append(got, fmt.Sprintf("%s %s %s", name, strings.ReplaceAll(id.identity, "example.com/module.", ""), verdicts[s.verdict]))
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 10 || !slices.Equal(got, want) {
		t.Errorf("the verdicts are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var text strings.Builder
	c.write(&text, "module", true)
	if !strings.Contains(text.String(), "| module | ") {
		t.Errorf("the report is\n%s", text.String())
	}
}

// signature returns the name of a function as [types.Func.FullName] has it, less the package.
func signature(decl string) string {
	recv, name := "", decl
	if rest, ok := strings.CutPrefix(decl, "("); ok {
		var typ string
		_, typ, _ = strings.Cut(rest, " ")
		typ, name, _ = strings.Cut(typ, ") ")
		recv = "(" + typ + ")."
	}
	name = name[:strings.IndexAny(name, "([")]
	return recv + name
}

// tree returns the names and sizes of the files in a directory.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && !d.IsDir() {
			fmt.Fprintf(&b, "%s %d %v\n", name, info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestJudge checks the verdicts on what no test program shows, and that the worst of two counts.
func TestJudge(t *testing.T) {
	r := result{"p.F", 0}
	named := observation{r, []node{{typ: "*p.E", names: []string{"p.ErrA"}}, {depth: 1, typ: "*p.T"}}, 4}
	typed := observation{r, []node{{typ: "*p.T"}}, 2}
	for _, test := range []struct {
		name        string
		predictions map[result]prediction
		obs         []observation
		want        string
	}{
		{"no prediction", nil, []observation{typed}, "*p.T unknown 2"},
		{"nothing predicted", map[result]prediction{r: {}}, []observation{typed}, "*p.T missing 2"},
		{"what a sentinel wraps is part of it", map[result]prediction{r: {}}, []observation{named}, "p.ErrA missing 4"},
		{"opaque", map[result]prediction{r: {opaque: true}}, []observation{named, typed}, "*p.T opaque 2, p.ErrA opaque 4"},
		{"what a parameter returns", map[result]prediction{r: {opaque: true, call: true}}, []observation{typed}, "*p.T parametric 2"},
	} {
		var got []string
		for id, s := range judge(test.obs, test.predictions) {
			got = append(got, fmt.Sprintf("%s %s %d", id.identity, verdicts[s.verdict], s.times))
		}
		slices.SortFunc(got, cmp.Compare[string])
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}

// TestRead checks that what a program wrote last counts, that programs add up, and that a line cut short does not count.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"1": "1\t0\t0\t0 *p.T  \"\"\n2\t0\t0\t0 *p.T  \"\"\n4\t0\t0\t0 *p",
		"2": "1\t0\t0\t0 *p.T  \"\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	obs, err := read(dir, []function{{name: "p.F"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(obs) != 1 || obs[0].times != 3 || obs[0].result.function != "p.F" || obs[0].tree[0].typ != "*p.T" {
		t.Errorf("read is %v", obs)
	}
}

// TestCodes checks the comparison of codes with what comments say, on a case that agrees and one that does not.
func TestCodes(t *testing.T) {
	dir := t.TempDir()
	src := `package codes

type E struct{ code string }

func (e *E) Error() string { return e.code }
func (e *E) Code() string  { return e.code }

func Right(n int) *E { // want Right:"ErrorCodes: a-error b-error"
	if n > 0 {
		return &E{"b-error"}
	}
	return &E{"a-error"}
}

func Undecided() error { // want Undecided:"ErrorCodes: a-error b-error d-error"
	if false {
		return &E{"b-error"}
	}
	switch {
	case true:
		return &E{"a-error"}
	}
	return &E{"d-error"}
}

func Wrong() error { // want Wrong:"ErrorCodes: c-error"
	return &E{"a-error"}
}
`
	if err := os.MkdirAll(filepath.Join(dir, "codes"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "codes", "codes.go"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := compareCodes(t.Context(), dir, &out); err != nil {
		t.Fatal(err)
	}
	const want = "- codes/codes.go:26: Wrong: want [c-error], have [a-error], opaque false\ncodes: 2 of 3 agree\nall: 2 of 3 agree\n"
	if out.String() != want {
		t.Errorf("the report is\n%swant\n%s", out.String(), want)
	}
}
