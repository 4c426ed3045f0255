package gate

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var install struct {
	once sync.Once
	dir  string
}

// installed is an errlint that was built from this checkout.
func installed(t *testing.T) string {
	t.Helper()
	install.once.Do(func() {
		r := run(t, root(t), environment(t), "go", "build", "-o", install.dir, "./cmd/errlint")
		if r.code != 0 {
			t.Fatal(r.stderr)
		}
	})
	return filepath.Join(install.dir, "errlint")
}

// TestHooks runs the hooks as pre-commit does: from a Go environment into which "go install ./..." has put
// what the repository has, without a shell, at the top of the repository.
func TestHooks(t *testing.T) {
	needs(t, "git")
	var hooks []struct {
		ID, Name, Description, Language, Entry string
		TypesOr                                []string `yaml:"types_or"`
		PassFilenames                          bool     `yaml:"pass_filenames"`
		RequireSerial                          bool     `yaml:"require_serial"`
	}
	decode(t, readFile(t, filepath.Join(root(t), ".pre-commit-hooks.yaml")), &hooks)

	// What "go install ./..." installs is the commands.
	r := run(t, root(t), environment(t), "go", "list", "-f", `{{if eq .Name "main"}}{{.Target}}{{end}}`, "./...")
	var commands []string
	for name := range strings.FieldsSeq(r.stdout) {
		commands = append(commands, strings.TrimSuffix(filepath.Base(name), ".exe"))
	}
	if !slices.Contains(commands, "errlint") {
		t.Errorf("go install ./... installs %q", commands)
	}

	tr := newTree(t)
	tr.write("go.mod", goMod, ".errlint.yml", config, "a.go", bad("A"))
	tr.commit("one")
	want := map[string]struct {
		before, after int // the exit code before and after there is something new
		fixed         bool
	}{
		"errlint":     {1, 1, false},
		"errlint-new": {0, 1, false},
		"errlint-fix": {0, 0, true},
	}
	for _, h := range hooks {
		w, ok := want[h.ID]
		if !ok {
			t.Errorf("hook %s is not tested", h.ID)
			continue
		}
		delete(want, h.ID)
		if h.Language != "golang" || h.PassFilenames || !h.RequireSerial || !slices.Equal(h.TypesOr, []string{"go", "go-mod"}) || h.Name == "" || h.Description == "" {
			t.Errorf("hook %+v", h)
		}
		hook := func() int {
			args := strings.Fields(h.Entry)
			if args[0] != "errlint" {
				t.Fatalf("hook %s runs %s", h.ID, args[0])
			}
			args[0] = installed(t)
			if h.ID == "errlint-fix" {
				args = append(args, "-unsafe") // as docs/gating.md says
			}
			return run(t, tr.dir, tr.env, args...).code
		}
		if got := hook(); got != w.before {
			t.Errorf("hook %s: exit code %d, want %d", h.ID, got, w.before)
		}
		tr.write("b.go", bad("B"))
		tr.git("add", "b.go")
		if got := hook(); got != w.after {
			t.Errorf("hook %s, with something new: exit code %d, want %d", h.ID, got, w.after)
		}
		if fixed := !strings.Contains(readFile(t, filepath.Join(tr.dir, "b.go")), "%v"); fixed != w.fixed {
			t.Errorf("hook %s: fixed is %t", h.ID, fixed)
		}
		tr.git("reset", "--quiet", "--hard")
	}
	for id := range want {
		t.Errorf("there is no hook %s", id)
	}
}
