package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestChooseSubjects(t *testing.T) {
	repos := t.TempDir()
	for _, r := range repositories {
		if r.module == "" {
			if err := os.Mkdir(filepath.Join(repos, r.name), 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, test := range []struct {
		repos, names, sizes string
		want                []string
	}{
		{"", "", "10,100", []string{"generated-10", "generated-100"}},
		{repos, "", "7", []string{"cowgnition", "github-mcp-server", "prometheus", "generated-7"}},
		{repos, "github-mcp-server", "-", []string{"github-mcp-server"}},
		{repos, "-", "1", []string{"generated-1"}},
		{"", "prometheus", "-", []string{"prometheus"}},
	} {
		subjects, err := chooseSubjects(test.repos, test.names, test.sizes)
		if err != nil {
			t.Errorf("%+v: %v", test, err)
		}
		var names []string
		for _, s := range subjects {
			names = append(names, s.name)
			if s.name == "prometheus" && s.checkout != "" {
				t.Errorf("%+v: there is no checkout %s", test, s.checkout)
			}
		}
		if !slices.Equal(names, test.want) {
			t.Errorf("%+v: got %q", test, names)
		}
	}
}

// TestCheckout checks that a repository is measured only as it is at the commit, and that what
// is copied is all but its history.
func TestCheckout(t *testing.T) {
	checkout := filepath.Join(t.TempDir(), "r")
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", checkout, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write := func(name, text string, perm os.FileMode) {
		t.Helper()
		file := filepath.Join(checkout, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), perm); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/r\n", 0o444)
	write("a/a.go", "package a\n", 0o666)
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "all")
	// It may be a link, and what is written to the copy must not be written there.
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(checkout, link); err != nil {
		link = checkout // a system that lets nobody make one
	}
	s := subject{name: "r", checkout: link, repo: repository{name: "r", path: "o/r", commit: git("rev-parse", "HEAD")}}

	dst := filepath.Join(t.TempDir(), "src")
	source, err := s.place(t.Context(), dst)
	if err != nil {
		t.Fatal(err)
	}
	if source != s.repo.commit {
		t.Errorf("source %q, want %q", source, s.repo.commit)
	}
	if _, err := os.Stat(filepath.Join(dst, ".git")); !os.IsNotExist(err) {
		t.Errorf("the history was copied: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(dst, "a", "a.go")); err != nil || string(text) != "package a\n" {
		t.Errorf("a.go: %q, %v", text, err)
	}
	if err := os.WriteFile(filepath.Join(dst, "go.mod"), nil, 0o666); err != nil {
		t.Errorf("the copy of a file that is read-only: %v", err)
	}

	if text, err := os.ReadFile(filepath.Join(checkout, "go.mod")); err != nil || len(text) == 0 {
		t.Errorf("the checkout has been written to: %q, %v", text, err)
	}

	place := func() string {
		_, err := s.place(t.Context(), filepath.Join(t.TempDir(), "again"))
		if err == nil {
			return ""
		}
		return err.Error()
	}
	write("a/b.go", "package a\n", 0o666)
	if got := place(); !strings.Contains(got, "has changes:") || !strings.Contains(got, "b.go") {
		t.Errorf("with a file more: %s", got)
	}
	git("add", ".")
	git("commit", "-q", "-m", "more")
	if got := place(); !strings.Contains(got, "checkout of o/r is at ") {
		t.Errorf("at another commit: %s", got)
	}
}

// TestModule checks that the module of a repository is not downloaded.
func TestModule(t *testing.T) {
	t.Setenv("GOMODCACHE", t.TempDir())
	for _, r := range repositories {
		if r.module == "" {
			continue
		}
		_, err := r.moduleDir(context.Background(), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), "see bench repos") {
			t.Errorf("%s: %v", r.name, err)
		}
	}
}

// TestBuildDeps checks that what a module depends on is compiled, and the module itself is not.
func TestBuildDeps(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":    "module example.com/m\n\ngo 1.24\n",
		"m.go":      "package m\n\nimport \"unicode/utf8\"\n\nvar N = utf8.UTFMax\n",
		"m_test.go": "package m\n\nimport \"unicode/utf16\"\n\nvar M = utf16.AppendRune\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local")
	if err := buildDeps(t.Context(), dir, env); err != nil {
		t.Fatal(err)
	}
	// -n: what would be compiled is not, and so has no file.
	cmd := exec.Command("go", "list", "-n", "-deps", "-test", "-export", "-f", "{{.ImportPath}}\t{{.Export}}", "./...")
	cmd.Dir, cmd.Env = dir, append(env, "PWD="+dir)
	out, err := output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	exports := make(map[string]bool)
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		exports[path] = file != ""
	}
	if !exports["unicode/utf8"] || !exports["unicode/utf16"] {
		t.Errorf("dependencies are not built: %v", exports)
	}
	if exports["example.com/m"] {
		t.Error("the module is built")
	}
}
