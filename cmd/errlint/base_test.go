package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/gitbase"
)

func TestFindingsOfTheBase(t *testing.T) {
	at := func(dir, file string) finding.Finding {
		pos := finding.Position{File: file, Line: 3, Column: 4, Offset: 50}
		if dir != "" {
			pos.File = filepath.Join(dir, file)
		}
		end := pos
		end.Column++
		return finding.Finding{Rule: "opname", Category: "c", Message: "m \xff", Package: "p", Decl: "f", Code: "abc", Pos: pos, End: end}
	}
	elsewhere := filepath.Join(t.TempDir(), "x.go")
	found := []finding.Finding{at("/temp", "a/b.go"), at("", elsewhere)}
	found[0].Related = make([]finding.Related, 1)
	found[0].Fixes = make([]finding.Fix, 1)
	got := (&base{top: "/top"}).atHead(found, "/temp")
	want := []finding.Finding{at("/top", "a/b.go"), at("", elsewhere)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestMoved(t *testing.T) {
	b := &base{repo: new(gitbase.Repo), top: filepath.FromSlash("/r/top")}
	for in, want := range map[string]string{
		"./...":              "./...",
		"example.com/m/...":  "example.com/m/...",
		"/r/top/a/...":       "/base/a/...",
		"/r/top":             "/base",
		"/r/topping":         "/r/topping",
		"/r/x":               "/r/x",
		"file=/r/top/a/b.go": "file=/base/a/b.go",
		"file=a/b.go":        "file=a/b.go",
		"":                   "",
		"off":                "off",
	} {
		if got := b.moved(filepath.FromSlash(in), "/base"); got != filepath.FromSlash(want) {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestWorkspaceOfTheBase(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.work", "go 1.24\n") // none of the base's
	write("plain/go.mod", "module m\n")
	write("work/go.work", "go 1.24\n")
	write("work/m/go.mod", "module m\n")
	for _, test := range []struct {
		set     string // GOWORK
		top, wd string
		want    string
	}{
		{"", "plain", "plain", "GOWORK=off"},
		{"", "work", "work/m", ""},
		{"", "work/m", "work/m", "GOWORK=off"},
		{"off", "work", "work/m", "GOWORK=off"},
		{"/r/top/x/go.work", "work", "work/m", "GOWORK=" + filepath.Join(dir, "work", "x", "go.work")},
		{"/elsewhere/go.work", "work", "work/m", "GOWORK=/elsewhere/go.work"},
	} {
		h, _, _ := testHost(dir)
		h.env = []string{"A=b", "GOWORK=" + test.set}
		b := &base{command: newCommand(h), repo: new(gitbase.Repo), top: "/r/top"}
		env := b.envIn(filepath.Join(dir, test.top), filepath.Join(dir, test.wd))
		want := slices.Clone(h.env)
		if test.want != "" {
			want = append(want, test.want)
		}
		if !slices.Equal(env, want) {
			t.Errorf("GOWORK=%s in %s of %s: %q, want %q", test.set, test.wd, test.top, env, want)
		}
	}
}
