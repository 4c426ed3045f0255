package hosts

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A block is a part of docs/hosts.md between ``` and ```, below a comment.
type block struct {
	comment string // "run", "file: NAME"
	text    string
}

// blocks returns those blocks, in order.
func blocks(t *testing.T, root string) []block {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "hosts.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), "\r\n", "\n")
	var bs []block
	for _, m := range regexp.MustCompile("(?s)<!--([^\n]*)-->\n```[a-z]+\n(.*?)```\n").FindAllStringSubmatch(text, -1) {
		bs = append(bs, block{m[1], m[2]})
	}
	return bs
}

// TestDocs does what docs/hosts.md says, word for word, in a module of two
// packages; but errlint comes from this checkout, not from where it is published.
func TestDocs(t *testing.T) {
	root := repository(t)
	dir, gopath := t.TempDir(), t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "m.go"), `// Package m is a case.
package m

import ("errors"; "example.com/m/store")

// Get gets, or returns [store.ErrFull].
func Get() error { return errors.Join(store.Get("x")) }

// Gone tells.
func Gone() bool { return errors.Is(Get(), store.ErrGone) }
`)
	write(t, filepath.Join(dir, "store", "store.go"), `// Package store is a case.
package store

import (
	"errors"
	"fmt"
	"os"
)

// ErrGone and ErrFull say so.
var ErrGone, ErrFull = errors.New("gone"), errors.New("full")

// Get gets, or returns [ErrGone] or [ErrFull].
func Get(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("get: %v", err)
	}
	switch name {
	case "gone":
		return ErrGone
	case "full":
		return ErrFull
	}
	return nil
}
`)
	findings := []string{
		"m.go:7:6: ", "Get may return store.ErrGone, which its doc comment does not list",
		"store/store.go:16:32: ", "fmt.Errorf formats err with %v, so errors.Is and errors.As cannot find it",
	}
	words := strings.NewReplacer(
		"go get github.com/errlint/errlint@latest\n",
		"go mod edit -require=github.com/errlint/errlint@v0.0.0 -replace='github.com/errlint/errlint="+root+"'\n",
		"go install github.com/errlint/errlint/cmd/errlint@latest\n",
		"go -C '"+root+"' install ./cmd/errlint\n",
	)
	runs := 0
	for _, b := range blocks(t, root) {
		if name, ok := strings.CutPrefix(b.comment, "file: "); ok {
			write(t, filepath.Join(dir, filepath.FromSlash(name)), b.text)
			continue
		}
		if b.comment != "run" {
			continue
		}
		cmd := exec.Command("sh", "-e", "-c", words.Replace(b.text))
		cmd.Dir = dir
		modcache, _ := command(t, ".", 0, "go", "env", "GOMODCACHE")
		cmd.Env = append(os.Environ(), "GOPATH="+gopath, "GOBIN=", "GOMODCACHE="+strings.TrimSpace(modcache), "GOWORK=off", "GOFLAGS=",
			"GOLANGCI_LINT_CACHE="+filepath.Join(gopath, "golangci"))
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		if !strings.Contains(b.text, "./...\n") {
			if err != nil {
				t.Fatalf("%s%v\n%s", b.text, err, out.String())
			}
			continue
		}
		// It has findings, so it fails.
		runs++
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
			t.Errorf("%s%v\n%s", b.text, err, out.String())
		}
		for _, want := range findings {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s%s\nwant %q", b.text, out.String(), want)
			}
		}
	}
	if runs != 3 {
		t.Errorf("the page runs errlint %d times, want golangci-lint, go vet, and go vet with a configuration", runs)
	}
}

// TestDocsNogo checks that the BUILD file has the targets that are tested here,
// and that nogo takes the configuration.
func TestDocsNogo(t *testing.T) {
	root := repository(t)
	var deps []string
	var config string
	for _, b := range blocks(t, root) {
		switch b.comment {
		case "nogo":
			for _, m := range regexp.MustCompile(`"@com_github_errlint_errlint//passes/([a-z]+)"`).FindAllStringSubmatch(b.text, -1) {
				deps = append(deps, m[1])
			}
		case "nogo config":
			config = b.text
		}
	}
	if want := stable(); !slices.Equal(deps, want) {
		t.Errorf("the BUILD file has %v, want %v", deps, want)
	}
	if !json.Valid([]byte(config)) {
		t.Errorf("the configuration is no JSON:\n%s", config)
	}
	nogo := buildNogo(t, root, config)
	if fs, _ := runNogo(t, nogo, filepath.Join(root, "examples", "broken"), []string{"./..."}); len(fs) == 0 {
		t.Error("nogo finds nothing")
	}
}
