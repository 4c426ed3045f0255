package whicherrs_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/whicherrs"
)

// ask analyses the module in testdata/shapes.txtar, whose files change may change.
func ask(t *testing.T, change func(name, text string) string) *whicherrs.Asker {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "shapes.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(change(f.Name, string(f.Data))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	res, err := driver.Run(t.Context(), driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{whicherrs.Analyzer, whicherrs.Fates}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Error(p.Message)
	}
	p, err := whicherrs.Join(res.Findings)
	if err != nil {
		t.Fatal(err)
	}
	return &whicherrs.Asker{
		Program: p,
		Name:    func(file string) string { return strings.TrimPrefix(file, dir+string(filepath.Separator)) },
		Line: func(file string, line int) string {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
			}
			return strings.Split(string(text), "\n")[line-1]
		},
	}
}

func same(_, text string) string { return text }

func find(t *testing.T, q *whicherrs.Asker, name string) *whicherrs.Func {
	t.Helper()
	f, err := q.Find(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPaths checks the ways of errors by the lines that they pass.
func TestPaths(t *testing.T) {
	q := ask(t, same)
	for _, test := range []struct {
		fn, err string
		want    []string
	}{
		{"top.Wrapped", "low.ErrB", []string{
			"Wrapped: return do()",
			"Wrapped$1: do := func() error { return low.B() }",
			"B: func B() error { return &E{Err: ErrB} }",
		}},
		{"top.Parity", "low.ErrB", []string{
			"Parity: func Parity(n int) error { return low.Even(n) }",
			"Even: return Odd(n - 1)",
			"Odd: return ErrB",
		}},
		{"top.Through", "low.ErrA", []string{
			"Through: return g(f)",
			"Through$2: return &low.E{Err: err}",
			"Through$2: if err := h(); err != nil {",
			"Through$1: f := func() error { return low.A() }",
			"A: func A() error { return ErrA }",
		}},
		{"top.Helped", "low.ErrA", []string{
			"Helped: func Helped() error { return help(low.A()) }",
			"help: func help(err error) error { return &low.E{Err: err} }",
			"Helped: func Helped() error { return help(low.A()) }",
			"A: func A() error { return ErrA }",
		}},
		{"top.Next", "low.ErrA", []string{
			"Next: func Next(s low.Source) error { return s.Next() }",
			"Source.Next: Next() error",
		}},
		{"top.Parts", "low.ErrA", []string{
			"Parts: func Parts() error { return Part() }",
			"Part: func Part() error { return ErrPart }",
		}},
		{"top.Name", "low.ErrB", []string{
			"Name: func Name() error { return ErrName }",
		}},
	} {
		f := find(t, q, test.fn)
		a, err := q.FindError(f, test.err)
		if err != nil {
			t.Fatal(err)
		}
		traces := q.Whys(f, &a, false)
		if len(traces) != 1 {
			t.Errorf("%s, %s: %d ways", test.fn, test.err, len(traces))
			continue
		}
		var got []string
		for _, s := range traces[0].Steps {
			_, name, _ := strings.Cut(s.Function[strings.LastIndexByte(s.Function, '/')+1:], ".")
			got = append(got, name+": "+s.Source)
		}
		if diff := cmp.Diff(test.want, slices.Compact(got)); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", test.fn, test.err, diff)
		}
	}
}

// TestBothForms asks for an error type of which both values and pointers leave.
func TestBothForms(t *testing.T) {
	q := ask(t, same)
	f := find(t, q, "top.Both")
	for _, want := range []string{"low.V", "*low.V"} {
		a, err := q.FindError(f, want)
		if err != nil {
			t.Error(err)
		} else if got := a.String(); strings.HasPrefix(got, "*") != strings.HasPrefix(want, "*") {
			t.Errorf("%s is %s", want, got)
		}
	}
}

// TestLost checks what is said of errors that do not leave a function.
func TestLost(t *testing.T) {
	q := ask(t, same)
	a, err := q.FindError(find(t, q, "low.A"), "low.ErrA")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ fn, in, want string }{
		{"top.Replaced", "top.Replaced", "another error is returned in its place: makes an error that wraps none"},
		{"top.Dropped", "top.Dropped", "nil is returned in its place"},
		{"top.Ignored", "top.Ignored", "nobody looks at it"},
		{"top.Asked", "top.Asked", "a condition asks for it"},
		{"top.Told", "top.Told", "another error is returned in its place: makes an error that wraps none"},
		{"top.Texts", "top.Texts", "another error is returned in its place: makes an error that wraps none"},
		{"top.Deferred", "top.Deferred", "a deferred function returns nil in its place"},
		{"top.DeferredOther", "top.DeferredOther", "a deferred function returns another error in its place"},
		{"top.Deeper", "top.Replaced", "another error is returned in its place: makes an error that wraps none"},
	} {
		f := find(t, q, test.fn)
		if f.Find(a) != nil {
			t.Errorf("%s returns %s", test.fn, a)
		}
		losses := q.Lost(f, a)
		if len(losses) != 1 {
			t.Errorf("%s: lost in %d functions", test.fn, len(losses))
			continue
		}
		var got []string
		for _, s := range losses[0].Fates {
			got = append(got, s.Text)
		}
		if losses[0].Function != "example.com/shapes/"+test.in || !slices.Contains(got, test.want) {
			t.Errorf("%s: lost in %s: %q; want %s: %q", test.fn, losses[0].Function, got, test.in, test.want)
		}
		if test.fn == "top.DeferredOther" && len(got) != 1 {
			t.Errorf("%s: %q, want what is done if there is an error only", test.fn, got)
		}
	}
}

// TestNever checks what nothing returns, and that what is made to satisfy an interface, or asked for, is not taken for returned.
func TestNever(t *testing.T) {
	q := ask(t, same)
	never := q.Never(func(*whicherrs.Table) bool { return true })
	for _, c := range never.Conditions {
		t.Errorf("%s is said to be never there", c.Error)
	}
	var got []string
	for _, e := range never.Errors {
		got = append(got, fmt.Sprintf("%s %d", e.Name, len(e.Asked)))
	}
	want := []string{"example.com/shapes/low.ErrAsked 1", "example.com/shapes/low.ErrLonely 0", "example.com/shapes/low.Lonely 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUnnamed checks that it is said where knowledge ends.
func TestUnnamed(t *testing.T) {
	q := ask(t, same)
	for _, test := range []struct{ fn, want string }{
		{"top.Other", "low.Source.Other"},
		{"top.Next", "low.Source.Next"}, // other implementations than those of the module may return more
		{"top.Shared", "c := make(chan error)"},
		{"top.Worked", "c := make(chan error)"},
		{"top.Own", ""},
		{"top.Put", `m := map[string]error{"a": low.ErrA}`},
		{"top.Read", ""},
		{"top.Joined", ""},
		{"top.pump.In", ""},
		{"top.pump.Out", "func (p *pump) Out() error { return <-p.out }"},
		{"top.Hooked", "func Hooked() error { return Hook() }"},
		{"top.OfType", ""},
		{"top.OfAny", "func OfAny() error { return Errors[0] }"},
		{"top.Above", "c := make(chan error)"},
		{"top.Compared", ""},
	} {
		a := q.Answer(find(t, q, test.fn))
		if len(a.Unnamed) == 0 {
			if test.want != "" {
				t.Errorf("%s: all are known, want some from %s", test.fn, test.want)
			}
			continue
		}
		s := a.Unnamed[0]
		got := s.Function
		if got == "" {
			for _, table := range q.Tables {
				if file := filepath.Join(table.Dir, filepath.Base(s.File)); strings.HasSuffix(file, filepath.FromSlash(s.File)) {
					got = strings.TrimSpace(q.Line(file, s.Line))
				}
			}
		}
		if strings.TrimPrefix(got, "example.com/shapes/") != test.want {
			t.Errorf("%s: not known from %q, want %q", test.fn, got, test.want)
		}
		if text := whicherrs.Text([]whicherrs.Answer{a}); !strings.Contains(text, "errors that are not known, ") {
			t.Errorf("%s: %s", test.fn, text)
		}
	}
}

// TestStable checks that the tables depend neither on the run nor on the order of declarations.
func TestStable(t *testing.T) {
	describe := func(q *whicherrs.Asker) string {
		var answers []whicherrs.Answer
		for _, f := range q.In(func(*whicherrs.Table) bool { return true }, true) {
			a := q.Answer(f)
			a.Line = 0
			for i := range a.Errors {
				for k := range a.Errors[i].From {
					a.Errors[i].From[k].Line = 0
				}
			}
			for i := range a.Unnamed {
				a.Unnamed[i].Line = 0
			}
			answers = append(answers, a)
		}
		slices.SortFunc(answers, func(a, b whicherrs.Answer) int { return strings.Compare(a.Function, b.Function) })
		text, err := json.MarshalIndent(answers, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := describe(ask(t, same))
	if diff := cmp.Diff(first, describe(ask(t, same))); diff != "" {
		t.Errorf("the second run differs:\n%s", diff)
	}
	reversed := describe(ask(t, func(name, text string) string {
		if filepath.Ext(name) != ".go" {
			return text
		}
		head, body, _ := strings.Cut(text, "\nfunc ")
		funcs := strings.Split(body, "\nfunc ")
		slices.Reverse(funcs)
		return head + "\nfunc " + strings.Join(funcs, "\nfunc ")
	}))
	if diff := cmp.Diff(first, reversed); diff != "" {
		t.Errorf("with the functions in reverse order:\n%s", diff)
	}
}
