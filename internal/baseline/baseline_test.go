package baseline_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/baseline"
	"github.com/errlint/errlint/internal/finding"
)

// at returns a finding at a line of a file; the traits are "package decl message", with ~ for a space in the message.
func at(file string, line int, traits string) finding.Finding {
	t := strings.Fields(traits)
	t[2] = strings.ReplaceAll(t[2], "~", " ")
	return finding.Finding{
		Rule: "rule", Package: t[0], Decl: t[1], Message: t[2],
		Pos: finding.Position{File: file, Line: line, Column: 1, Offset: 10 * line},
	}
}

func names(fs []finding.Finding) []string {
	var out []string
	for _, f := range fs {
		out = append(out, fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line))
	}
	return out
}

func everything(baseline.Entry) bool { return true }

var sample = []finding.Finding{
	at("b.go", 2, "p/b F m"),
	at("a.go", 1, "p/a F m"),
	at("a.go", 2, "p/a F m"),
	at("a_test.go", 2, "p/a F m"),
	at("a.go", 3, "p/a (*T).F <m>&\"\\"),
	{Rule: "other", Package: "p/a", Message: "bad \xff and\tspace", Pos: finding.Position{File: "a.go", Line: 9}},
}

const sampleText = `{
"version": 1,
"findings": [
{"package":"p/a","rule":"other","message":"bad ` + "\uFFFD" + ` and space","count":1},
{"package":"p/a","decl":"(*T).F","rule":"rule","message":"<m>&\"\\","count":1},
{"package":"p/a","decl":"F","rule":"rule","message":"m","count":2},
{"package":"p/a","decl":"F","rule":"rule","message":"m","count":1,"test":true},
{"package":"p/b","decl":"F","rule":"rule","message":"m","count":1}
]
}
`

func TestText(t *testing.T) {
	for _, test := range []struct {
		findings []finding.Finding
		want     string
	}{
		{nil, "{\n\"version\": 1,\n\"findings\": [\n]\n}\n"},
		{sample, sampleText},
	} {
		got, err := baseline.New(test.findings).Text()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, string(got)); diff != "" {
			t.Errorf("text (-want +got):\n%s", diff)
		}
		if !json.Valid(got) {
			t.Errorf("not JSON:\n%s", got)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	// What is wrong with the configuration is a finding of no package.
	sample := append(slices.Clone(sample), finding.Finding{Rule: "directive", Message: "exclude[1] excludes nothing"})
	file := filepath.Join(t.TempDir(), baseline.Name)
	b := baseline.New(sample)
	if err := b.Write(file); err != nil {
		t.Fatal(err)
	}
	c, err := baseline.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Collect(b.Entries()), slices.Collect(c.Entries())); diff != "" {
		t.Errorf("entries (-written +read):\n%s", diff)
	}
	if c.Len() != len(sample) {
		t.Errorf("Len() = %d, want %d", c.Len(), len(sample))
	}
	// Also what is no UTF-8, and what has white space, is known again.
	if fresh, hidden, _ := c.Hide(sample); len(fresh) > 0 || len(hidden) != len(sample) {
		t.Errorf("fresh: %v; hidden: %v", fresh, hidden)
	}
	if gone := c.Gone(sample, everything); len(gone) > 0 {
		t.Errorf("gone: %v", gone)
	}
}

// TestMerge checks that what two branches add merges line by line.
func TestMerge(t *testing.T) {
	text := func(fs ...finding.Finding) string {
		text, err := baseline.New(fs).Text()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	f, g, h, last := at("a.go", 1, "p A m"), at("a.go", 2, "p F m"), at("a.go", 3, "p K m"), at("a.go", 4, "p Z m")
	base, ours, theirs := text(f, h, last), text(f, g, h, last), text(f, h, at("a.go", 9, "p M m"), last)
	for _, side := range []string{ours, theirs} {
		for line := range strings.Lines(base) {
			if !strings.Contains(side, line) {
				t.Errorf("an entry more has changed line %q:\n%s", line, side)
			}
		}
		if got, want := strings.Count(side, "\n"), strings.Count(base, "\n")+1; got != want {
			t.Errorf("an entry more takes %d lines, want %d", got, want)
		}
	}
}

func TestHide(t *testing.T) {
	b := baseline.New([]finding.Finding{at("a.go", 1, "p F m"), at("a.go", 2, "p F m"), at("a.go", 3, "p G m")})
	head := []finding.Finding{
		at("c.go", 5, "p F m"), // the third of its kind
		at("b.go", 9, "p F m"),
		at("b.go", 2, "p F m"),
		at("b.go", 3, "p H m"),      // in another declaration
		at("b.go", 4, "q G m"),      // in another package
		at("b_test.go", 1, "p G m"), // in a test
	}
	other := at("b.go", 6, "p G m")
	other.Rule = "other"
	head = append(head, other)

	fresh, hidden, _ := b.Hide(head)
	if diff := cmp.Diff([]string{"c.go:5", "b.go:3", "b.go:4", "b_test.go:1", "b.go:6"}, names(fresh)); diff != "" {
		t.Errorf("fresh (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"b.go:9", "b.go:2"}, names(hidden)); diff != "" {
		t.Errorf("hidden (-want +got):\n%s", diff)
	}
	want := []baseline.Entry{{Package: "p", Decl: "G", Rule: "rule", Message: "m", Count: 1}}
	if diff := cmp.Diff(want, b.Gone(head, everything)); diff != "" {
		t.Errorf("gone (-want +got):\n%s", diff)
	}
	if gone := b.Gone(head, func(e baseline.Entry) bool { return e.Package != "p" }); len(gone) > 0 {
		t.Errorf("what was not checked is gone: %v", gone)
	}
	if b.Len() != 3 {
		t.Errorf("hiding has changed the baseline: %d findings", b.Len())
	}
}

// TestHidesPart checks that what is a part of a finding that the baseline has is hidden by it, once, and that the baseline can be narrowed to that.
func TestHidesPart(t *testing.T) {
	b := baseline.New([]finding.Finding{at("a.go", 1, "p F A,~B~and~C~are~missing"), at("a.go", 2, "p F A~and~B~are~missing"), at("a.go", 3, "p G A~is~missing")})
	head := []finding.Finding{
		at("a.go", 1, "p F B~is~missing"), // of the shorter
		at("a.go", 2, "p F A~and~C~are~missing"),
		at("a.go", 3, "p F C~is~missing"),        // the third of two
		at("a.go", 4, "p G A~and~D~are~missing"), // more than there was
	}
	fresh, hidden, rest := b.Hide(head)
	if diff := cmp.Diff([]string{"a.go:3", "a.go:4"}, names(fresh)); diff != "" {
		t.Errorf("fresh (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.go:1", "a.go:2"}, names(hidden)); diff != "" {
		t.Errorf("hidden (-want +got):\n%s", diff)
	}
	if rest.Len() != 1 {
		t.Errorf("%d findings are left of the baseline, not 1", rest.Len())
	}
	b.Shrink(b.Gone(head, everything))
	if n := b.Narrow(head); n != 2 {
		t.Errorf("%d findings are narrowed, not 2", n)
	}
	if diff := cmp.Diff(slices.Collect(baseline.New(hidden).Entries()), slices.Collect(b.Entries())); diff != "" {
		t.Errorf("narrowed (-want +got):\n%s", diff)
	}
}

func TestShrinkAndAdd(t *testing.T) {
	b := baseline.New(sample)
	b.Shrink(b.Gone(sample[2:], everything))
	if diff := cmp.Diff(slices.Collect(baseline.New(sample[2:]).Entries()), slices.Collect(b.Entries())); diff != "" {
		t.Errorf("shrunk (-want +got):\n%s", diff)
	}
	b.Shrink([]baseline.Entry{
		{Package: "no such", Rule: "rule", Count: 3},
		{Package: "p/a", Decl: "F", Rule: "rule", Message: "m", Count: 99},
	})
	if diff := cmp.Diff(slices.Collect(baseline.New(sample[3:]).Entries()), slices.Collect(b.Entries())); diff != "" {
		t.Errorf("shrunk by more than there is (-want +got):\n%s", diff)
	}
	b.Add(sample[:3])
	if diff := cmp.Diff(slices.Collect(baseline.New(sample).Entries()), slices.Collect(b.Entries())); diff != "" {
		t.Errorf("added (-want +got):\n%s", diff)
	}
}

// TestNeverHidesNew checks over random findings: no more of a kind is hidden than
// the baseline has, nothing is lost, the order of what is given does not matter
// to what is hidden, and a shrunken baseline hides the same.
func TestNeverHidesNew(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		random := func() []finding.Finding {
			var fs []finding.Finding
			for i := range rng.IntN(12) {
				file := []string{"a.go", "b.go", "b_test.go"}[rng.IntN(3)]
				fs = append(fs, at(file, i+1, fmt.Sprintf("p%d F%d m%d", rng.IntN(2), rng.IntN(2), rng.IntN(2))))
			}
			return fs
		}
		base, head := random(), random()
		b := baseline.New(base)
		fresh, hidden, _ := b.Hide(head)
		for e := range baseline.New(head).Entries() {
			had, hid := 0, 0
			for x := range b.Entries() {
				if f := e; x.Package == f.Package && x.Decl == f.Decl && x.Message == f.Message && x.Test == f.Test {
					had = x.Count
				}
			}
			for x := range baseline.New(hidden).Entries() {
				if x.Package == e.Package && x.Decl == e.Decl && x.Message == e.Message && x.Test == e.Test {
					hid = x.Count
				}
			}
			if want := min(had, e.Count); hid != want {
				t.Fatalf("seed %d: of %+v, %d are hidden, want %d", seed, e, hid, want)
			}
		}
		if len(fresh)+len(hidden) != len(head) {
			t.Fatalf("seed %d: %d fresh and %d hidden of %d", seed, len(fresh), len(hidden), len(head))
		}

		shuffled := slices.Clone(head)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		_, again, _ := b.Hide(shuffled)
		if diff := cmp.Diff(slices.Sorted(slices.Values(names(hidden))), slices.Sorted(slices.Values(names(again)))); diff != "" {
			t.Fatalf("seed %d: what is hidden depends on the order:\n%s", seed, diff)
		}

		b.Shrink(b.Gone(head, everything))
		if b.Len() != len(hidden) {
			t.Fatalf("seed %d: the shrunken baseline has %d findings, but %d were hidden", seed, b.Len(), len(hidden))
		}
		if _, after, _ := b.Hide(head); len(after) != len(hidden) {
			t.Fatalf("seed %d: the shrunken baseline hides %d, not %d", seed, len(after), len(hidden))
		}
		b.Add(fresh)
		if fresh, _, _ := b.Hide(head); len(fresh) > 0 {
			t.Fatalf("seed %d: after adding what is new, there is still %v", seed, names(fresh))
		}
	}
}

func TestReadErrors(t *testing.T) {
	entry := `{"package":"p","decl":"F","rule":"r","message":"m","count":1}`
	list := func(entries ...string) string {
		return "{\n\"version\": 1,\n\"findings\": [\n" + strings.Join(entries, ",\n") + "\n]\n}\n"
	}
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", `1: unexpected EOF`},
		{"list", "[]", `1: a JSON array does not belong there`},
		{"null", "null", `1: it wants a version and a list of findings`},
		{"no version", "{\n\"findings\": []}", `1: it wants a version and a list of findings`},
		{"no findings", "{\"version\": 1}\n", `1: it wants a version and a list of findings`},
		{"newer", "{\n\n\"version\": 2,\n\"findings\": []}", `3: /version: it is 2, but this errlint knows no version after 1: update errlint`},
		{"version 0", `{"version": 0, "findings": []}`, `1: /version: there is no version 0`},
		{"version text", `{"version": "1", "findings": []}`, `1: /version: a JSON string does not belong there`},
		{"version 1.0", `{"version": 1.0, "findings": []}`, `1: /version: 1.0: invalid syntax`},
		{"unknown key", `{"version": 1, "finding": []}`, `1: /finding: there is no such key; did you mean "findings"?`},
		{"key in another case", `{"Version": 1, "findings": []}`, `1: /Version: there is no such key; did you mean "version"?`},
		{"key twice", "{\"version\": 1,\n\"version\": 1, \"findings\": []}", `2: /version: duplicate object member name`},
		{"findings twice", `{"version": 1, "findings": [], "findings": []}`, `1: /findings: duplicate object member name`},
		{"findings no list", `{"version": 1, "findings": {}}`, `1: /findings: a JSON object does not belong there`},
		{"more behind", list(entry) + "{}", `7: invalid character '{' after top-level value`},
		{"rubbish behind", list(entry) + "\n\n]", `9: invalid character ']' after top-level value`},
		{"no comma", list(entry + "\n" + entry), `5: /findings: invalid character '{' after array element (expecting ',' or ']')`},
		{"comma", list(entry, ""), `4: /findings: invalid character ',' at start of value`},
		{"cut", "{\"version\": 1,\n\"findings\": [\n" + entry, `3: /findings: unexpected EOF`},
		{"cut in a text", "{\"version\": 1,\n\"findings\": [\n" + entry[:20], `3: /findings/0: unexpected EOF`},
		{"duplicate", list(entry, strings.Replace(entry, `:1}`, `:7}`, 1)), `5: /findings/1: there is an entry before it for the same findings`},
		{"duplicate but for space", list(entry, strings.Replace(entry, `"m"`, `" m "`, 1)), `5: /findings/1: there is an entry before it for the same findings`},
		{"negative count", list(entry, `{"package":"q","rule":"r","message":"m","count":-1}`), `5: /findings/1: it wants a count from 1 to 2147483647`},
		{"no count", list(`{"package":"q","rule":"r","message":"m"}`), `4: /findings/0: it wants a count from 1 to 2147483647`},
		{"count 0", list(`{"package":"q","rule":"r","message":"m","count":0}`), `4: /findings/0: it wants a count from 1 to 2147483647`},
		{"count 1.5", list(`{"package":"q","rule":"r","message":"m","count":1.5}`), `4: /findings/0/count: 1.5: invalid syntax`},
		{"count too large", list(`{"package":"q","rule":"r","message":"m","count":99999999999}`), `4: /findings/0: it wants a count from 1 to 2147483647`},
		{"count text", list(`{"package":"q","rule":"r","message":"m","count":"1"}`), `4: /findings/0/count: a JSON string does not belong there`},
		{"test text", list(`{"package":"q","rule":"r","message":"m","count":1,"test":"yes"}`), `4: /findings/0/test: a JSON string does not belong there`},
		{"rule null", list(`{"package":"p","rule":null,"message":"m","count":1}`), `4: /findings/0: it wants a rule and a message`},
		{"rule number", list(`{"package":"p","rule":3,"message":"m","count":1}`), `4: /findings/0/rule: a JSON number does not belong there`},
		{"decl list", list(`{"package":"p","decl":[],"rule":"r","message":"m","count":1}`), `4: /findings/0/decl: a JSON array does not belong there`},
		{"entry text", list(`"x"`), `4: /findings/0: a JSON string does not belong there`},
		{"unknown key in an entry", list(`{"package":"p","line":3}`), `4: /findings/0/line: there is no such key`},
		{"misspelt key in an entry", list(`{"packag":"p"}`), `4: /findings/0/packag: there is no such key; did you mean "package"?`},
		{"conflict", list(entry, "<<<<<<< HEAD\n"+entry), `5: a merge conflict is not resolved`},
		{"end of a conflict", list(entry, ">>>>>>> topic\n"+entry), `5: a merge conflict is not resolved`},
		{"not UTF-8", list(strings.Replace(entry, "m\"", "\xff\"", 1)), `4: /findings/0/message: invalid UTF-8`},
		{"UTF-16", "\xff\xfe{\x00}\x00", `1: invalid character '\xff' at start of value`},
		{"comment", "// hello\n" + list(), `1: invalid character '/' at start of value`},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), baseline.Name)
			if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := baseline.Read(file)
			if err == nil {
				t.Fatalf("no error; want %s", test.want)
			}
			if got, want := err.Error(), file+":"+test.want; got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
	t.Run("large", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), baseline.Name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, 65<<20); err != nil {
			t.Fatal(err)
		}
		_, err := baseline.Read(file)
		if err == nil || err.Error() != file+": it is larger than 64 MB" {
			t.Errorf("error %v", err)
		}
	})
	t.Run("no file", func(t *testing.T) {
		_, err := baseline.Read(filepath.Join(t.TempDir(), "none"))
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v is not fs.ErrNotExist", err)
		}
	})
	t.Run("directory", func(t *testing.T) {
		_, err := baseline.Read(t.TempDir())
		var perr *fs.PathError
		if !errors.As(err, &perr) {
			t.Errorf("error %v is not an *fs.PathError", err)
		}
	})
}

// TestReadTolerates checks that what merges and editors do is no error.
func TestReadTolerates(t *testing.T) {
	lines := strings.SplitAfter(sampleText, "\n")
	lines[3], lines[5] = lines[5], lines[3] // another order
	unsorted := strings.Join(lines, "")
	for name, text := range map[string]string{
		"order":      unsorted,
		"CRLF":       strings.ReplaceAll(sampleText, "\n", "\r\n"),
		"no newline": strings.TrimSuffix(sampleText, "\n"),
		"one line":   strings.ReplaceAll(sampleText, "\n", ""),
		"keys":       strings.ReplaceAll(sampleText, `"rule":"rule","message":"m"`, `"message":"m","rule":"rule"`),
		"false":      strings.ReplaceAll(sampleText, `"count":2}`, `"count":2,"test":false}`),
		"version":    strings.Replace(strings.Replace(sampleText, "\"version\": 1,\n", "", 1), "\n]\n", "\n],\"version\": 1\n", 1),
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), baseline.Name)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			b, err := baseline.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Text()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(sampleText, string(got)); diff != "" {
				t.Errorf("written again (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	b := baseline.New(sample)
	read := func(t *testing.T, file string) string {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	alone := func(t *testing.T, dir string, want ...string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			got = append(got, e.Name())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("files in the directory (-want +got):\n%s", diff)
		}
	}

	t.Run("replaces", func(t *testing.T) {
		dir := t.TempDir()
		file := filepath.Join(dir, baseline.Name)
		if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := b.Write(file); err != nil {
			t.Fatal(err)
		}
		if got := read(t, file); got != sampleText {
			t.Errorf("text:\n%s", got)
		}
		if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
			t.Errorf("mode %v, error %v", info.Mode(), err)
		}
		alone(t, dir, baseline.Name)
	})
	t.Run("symbolic link", func(t *testing.T) {
		dir := t.TempDir()
		link, file := filepath.Join(dir, "link"), filepath.Join(dir, "real")
		if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("real", link); err != nil {
			t.Fatal(err)
		}
		if err := b.Write(link); err != nil {
			t.Fatal(err)
		}
		if got := read(t, file); got != sampleText {
			t.Errorf("text:\n%s", got)
		}
		if target, err := os.Readlink(link); err != nil || target != "real" {
			t.Errorf("the link leads to %q, error %v", target, err)
		}
		alone(t, dir, "link", "real")
	})
	t.Run("no directory", func(t *testing.T) {
		err := b.Write(filepath.Join(t.TempDir(), "none", baseline.Name))
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v is not fs.ErrNotExist", err)
		}
	})
	t.Run("a directory is in the way", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, baseline.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		var perr *fs.PathError
		if err := b.Write(filepath.Join(dir, baseline.Name)); !errors.As(err, &perr) {
			t.Errorf("error %v is not an *fs.PathError", err)
		}
		alone(t, dir, baseline.Name)
	})
	t.Run("many at once", func(t *testing.T) {
		dir := t.TempDir()
		file := filepath.Join(dir, baseline.Name)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 20 {
					if err := b.Write(file); err != nil {
						t.Error(err)
					}
					if c, err := baseline.Read(file); err != nil || c.Len() != b.Len() {
						t.Errorf("half a file was read: error %v", err)
					}
				}
			})
		}
		wg.Wait()
		alone(t, dir, baseline.Name)
	})
}
