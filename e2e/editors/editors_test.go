// Package editors drives real editors, with the configuration that docs/editors.md has to be copied: in each, a fault is
// typed, seen, fixed by what is offered, saved, and gone; and a hover says which errors may be there.
package editors

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var files = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n",
	"m.go": `package m

import (
	"errors"
	"fmt"
)

// ErrGone is.
var ErrGone = errors.New("gone")

func remove(name string) error {
	if name == "" {
		return ErrGone
	}
	return nil
}

func clear(name string) error {
	if err := remove(name); err != nil {
		return fmt.Errorf("clear: %w", err)
	}
	return nil
}
`,
	"other/other.go": `package other

import (
	"fmt"
	"os"
)

func remove(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("remove: %v", err)
	}
	return nil
}
`,
}

// block returns the n-th block of code, from 0, of a section of the page.
func block(t *testing.T, section, language string, n int) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "editors.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## "+section+"\n")
	rest, _, _ = strings.Cut(rest, "\n## ")
	for range n + 1 {
		var ok bool
		if _, rest, ok = strings.Cut(rest, "\n```"+language+"\n"); !ok {
			t.Fatalf("section %s of docs/editors.md has no block %d in %s", section, n, language)
		}
	}
	code, _, _ := strings.Cut(rest, "\n```")
	return code + "\n"
}

// setup makes the module, and a home with nothing in it, and returns them with the environment: errlint is in PATH.
func setup(t *testing.T) (dir, home string, env []string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(top, "bin")
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "errlint"), "./cmd/errlint")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build errlint: %v\n%s", err, out)
	}
	dir, home = filepath.Join(top, "m"), filepath.Join(top, "home")
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	if err := os.MkdirAll(home, 0o777); err != nil {
		t.Fatal(err)
	}
	goenv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return name + "=" + strings.TrimSpace(string(out))
	}
	return dir, home, append(os.Environ(),
		goenv("GOPATH"), goenv("GOMODCACHE"), goenv("GOCACHE"), "GOPROXY=off", "GOFLAGS=", "GOWORK=off",
		"HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, ".config"), "XDG_DATA_HOME="+filepath.Join(home, ".local"), "XDG_STATE_HOME="+filepath.Join(home, ".state"),
		"ERRLINT_CACHE="+filepath.Join(home, "cache"), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// drive runs an editor, which says what it does, and at the end "done".
func drive(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("the editor is not there: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "\ndone") {
		t.Fatalf("%s: %v", name, err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "m.go"))
	if err != nil {
		t.Fatal(err)
	}
	if want := files["m.go"]; string(got) != want {
		t.Errorf("saved:\n%s", got)
	}
}

func TestNeovim(t *testing.T) {
	t.Parallel()
	dir, home, env := setup(t)
	setting := block(t, "Neovim", "lua", 0)
	if exec.Command("nvim", "--headless", "--clean", "+lua if not vim.lsp.config then vim.cmd('cquit') end", "+quit").Run() != nil {
		old, err := os.ReadFile("neovim-0.10.lua") // to which the page refers
		if err != nil {
			t.Fatal(err)
		}
		setting = string(old)
	}
	init, script := filepath.Join(home, "init.lua"), filepath.Join(home, "test.lua")
	write(t, init, setting)
	text, err := os.ReadFile("neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	write(t, script, string(text))
	drive(t, dir, env, "nvim", "--headless", "-u", init, "-c", "luafile "+script)
}

func TestEmacs(t *testing.T) {
	t.Parallel()
	dir, home, env := setup(t)
	init, script := filepath.Join(home, "init.el"), filepath.Join(home, "test.el")
	write(t, init, block(t, "Emacs", "elisp", 0))
	text, err := os.ReadFile("emacs.el")
	if err != nil {
		t.Fatal(err)
	}
	write(t, script, string(text))
	drive(t, dir, env, "emacs", "--batch", "--no-init-file", "-f", "package-activate-all", "-l", init, "-l", script)
}
