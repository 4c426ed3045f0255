package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// repository makes a repository of the versions in an archive, and returns what else is in it.
func repository(t *testing.T, name string) (dir string, rest map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	rest = make(map[string]string)
	tag := ""
	commit := func() {
		if tag != "" {
			git("add", "-A")
			git("commit", "-q", "-m", tag)
			git("tag", tag)
		}
	}
	for _, f := range archive.Files {
		version, file, ok := strings.Cut(f.Name, "/")
		if !ok {
			rest[f.Name] = string(f.Data)
			continue
		}
		if version != tag {
			commit()
			tag = version
		}
		file = filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commit()
	return dir, rest
}

// TestLibrary checks that each change of a library that is called incompatible is one that a client notices.
func TestLibrary(t *testing.T) {
	dir, rest := repository(t, filepath.Join("testdata", "library.txtar"))
	var out strings.Builder
	if err := run(t.Context(), []string{dir}, &out, os.Stderr); err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimSpace(rest["want"]); !strings.Contains(out.String(), want) {
		t.Errorf("the report is\n%s\nwant\n%s", out.String(), want)
	}
}

// TestNotNoticed checks that nothing is shown of a change that is none: of the same version, for whatever may be said of it.
func TestNotNoticed(t *testing.T) {
	dir, _ := repository(t, filepath.Join("testdata", "library.txtar"))
	c := &comparer{tmp: t.TempDir()}
	var err error
	if c.errlint, err = build(t.Context(), c.tmp); err != nil {
		t.Fatal(err)
	}
	var libs [2]*library
	for i := range libs {
		if libs[i], err = open(t.Context(), checkout(t, dir, "v1.0.0"), t.TempDir()); err != nil {
			t.Fatal(err)
		}
	}
	results, err := c.show(t.Context(), libs, []change{
		{Function: "example.com/library.Store.Get", Kind: "removed", Error: "example.com/library.ErrClosed", errorKind: "sentinel"},
		{Function: "example.com/library.Store.Get", Kind: "not-bare", Error: "example.com/library.ErrEmpty", errorKind: "sentinel"},
		{Function: "example.com/library.Store.Get", Kind: "removed", Error: "example.com/library.ErrLate", errorKind: "sentinel"},
		{Function: "example.com/library.Wait", Kind: "removed", Error: "example.com/library.ErrClosed", errorKind: "sentinel"},
		{Function: "example.com/library.Parse", Kind: "added", Error: "*example.com/library.ParseError", errorKind: "type"},
		{Function: "example.com/library.Parse", Kind: "now-unnamed"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := results[0].before; !slices.Equal(got, []string{"matches", "nil", "other"}) {
		t.Errorf("what Get returns is %v", got)
	}
	for _, r := range results {
		if r.verdict != notShown {
			t.Errorf("%s %s %s is %s: before %v, after %v", r.Function, r.Kind, r.Error, verdicts[r.verdict], r.before, r.after)
		}
	}
}

// checkout returns a clone of a repository at a tag.
func checkout(t *testing.T, dir, tag string) string {
	t.Helper()
	clone, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "git", "clone", "-q", "-c", "advice.detachedHead=false", "-b", tag, dir, clone).CombinedOutput(); err != nil {
		t.Fatalf("git clone: %v\n%s", err, out)
	}
	return clone
}
