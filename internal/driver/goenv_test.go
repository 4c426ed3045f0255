package driver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/cache"
)

// TestEnvironmentKept checks that the environment of the go command is kept, and that whatever it is made of is in its key.
func TestEnvironmentKept(t *testing.T) {
	bin := t.TempDir() // there is no C compiler
	if err := os.Symlink(os.Getenv(realGoVar), filepath.Join(bin, "go")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	dir := module(t, "a: var X int")
	settings := filepath.Join(t.TempDir(), "env")
	write := func(name, text string) func(t *testing.T) {
		return func(t *testing.T) {
			if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	command := func(env ...string) *goCommand {
		return &goCommand{dir: filepath.Join(dir, "a"), env: testEnv(append([]string{"GOENV=" + settings}, env...)...)}
	}
	kept := (*cache.Cache)(nil).InMemory(1 << 20)
	g := command()
	asked, err := g.queryEnv(t.Context(), kept)
	if err != nil {
		t.Fatal(err)
	}
	off := command("GOENV=off")
	if _, err := off.queryEnv(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	if _, ok := kept.Get(off.envSources().key); !ok {
		t.Error("nothing is kept where there is no file with settings")
	}
	if asked.GOMOD != filepath.Join(dir, "go.mod") {
		t.Errorf("GOMOD is %q", asked.GOMOD)
	}
	first := g.envSources()
	answer, ok := kept.Get(first.key)
	if !ok {
		t.Fatalf("nothing is kept of %+v from %+v", asked, first)
	}
	// If the go command is not asked, only what is kept can say so.
	kept = (*cache.Cache)(nil).InMemory(1 << 20)
	kept.Put(first.key, []byte(`{"GOMOD": "kept"}`))
	if again, err := g.queryEnv(t.Context(), kept); err != nil || again.GOMOD != "kept" {
		t.Errorf("asked again: %+v, %v", again, err)
	}
	if again, err := parseEnv(answer); err != nil || cmp.Diff(asked, again, cmp.AllowUnexported(goEnv{})) != "" {
		t.Errorf("what is kept is %+v, %v, not %+v", again, err, asked)
	}

	seen := map[cache.Key]string{first.key: "the first"}
	for _, test := range []struct {
		name    string
		change  func(*testing.T)
		env     []string
		unknown bool
	}{
		{name: "a variable", env: []string{"GOFLAGS=-tags=x"}},
		{name: "another file with settings", env: []string{"GOENV=off"}},
		{name: "settings", change: write(settings, "GOOS=plan9\n")},
		{name: "other settings", change: write(settings, "GOOS=linux\n")},
		{name: "go.mod", change: write(filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.25\n")},
		{name: "go.mod of another module", change: write(filepath.Join(dir, "a", "go.mod"), "module example.com/a\n")},
		{name: "go.work", change: write(filepath.Join(dir, "go.work"), "go 1.25\n")},
		{name: "other go.work", env: []string{"GOWORK=" + filepath.Join(bin, "go.work")}},
		{name: "the text of that", change: write(filepath.Join(bin, "go.work"), "go 1.25\n"), env: []string{"GOWORK=" + filepath.Join(bin, "go.work")}},
		{name: "a C compiler", change: write(filepath.Join(bin, "gcc"), "#!/bin/sh\n")},
		{name: "PATH of the go command alone", env: []string{"PATH=" + dir}, unknown: true},
		{name: "a C compiler in the settings", change: write(settings, "CC=tcc\n"), unknown: true},
		{name: "a file that cannot be read", change: func(t *testing.T) {
			if err := os.Mkdir(filepath.Join(dir, "a", "go.work"), 0o777); err != nil {
				t.Fatal(err)
			}
		}, unknown: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.change != nil {
				test.change(t)
			}
			from := command(test.env...).envSources()
			if from.known == test.unknown {
				t.Errorf("known: %v", from.known)
			}
			if before, ok := seen[from.key]; ok && from.known {
				t.Errorf("the key is that of %s", before)
			}
			seen[from.key] = test.name
		})
	}
}

// TestEnvironmentOfWrapper checks that what a wrapper of the go command says is not kept: it may depend on anything.
func TestEnvironmentOfWrapper(t *testing.T) {
	bin := t.TempDir()
	script := "#!/bin/sh\nexec '" + os.Getenv(realGoVar) + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	g := &goCommand{dir: module(t, "a: var X int"), env: testEnv()}
	kept := (*cache.Cache)(nil).InMemory(1 << 20)
	if _, err := g.queryEnv(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	if _, ok := kept.Get(g.envSources().key); ok {
		t.Error("it is kept")
	}
}
