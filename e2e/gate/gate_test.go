package gate

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// root is the top of this repository.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// needs skips the test where a program is missing that it runs.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skip(err)
		}
	}
	if runtime.GOOS == "windows" {
		t.Skip("file names in scripts and URLs are those of Unix here")
	}
}

// environment is that of this process, without what a runner, git or Go's own settings might put
// there, and with the variables.
func environment(t *testing.T, variables ...string) []string {
	t.Helper()
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case strings.HasPrefix(name, "GITHUB_"), strings.HasPrefix(name, "RUNNER_"), strings.HasPrefix(name, "CI_"), strings.HasPrefix(name, "GIT_"),
			name == "GOFLAGS", name == "GOWORK", name == "GOBIN", name == "ERRLINT_CACHE":
		default:
			env = append(env, kv)
		}
	}
	env = append(env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
		"ERRLINT_CACHE="+filepath.Join(t.TempDir(), "cache"))
	return append(env, variables...)
}

// A result is what a program did.
type result struct {
	code   int
	stdout string
	stderr string
}

func run(t *testing.T, dir string, env []string, args ...string) result {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(env, "PWD="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatalf("%q: %v", args, err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// A tree is a working tree with a git repository.
type tree struct {
	t   *testing.T
	dir string
	env []string
}

func newTree(t *testing.T) *tree {
	t.Helper()
	tr := &tree{t, t.TempDir(), environment(t)}
	tr.git("init", "--quiet", "--initial-branch=main", ".")
	return tr
}

func (tr *tree) git(args ...string) string {
	tr.t.Helper()
	r := run(tr.t, tr.dir, tr.env, append([]string{"git"}, args...)...)
	if r.code != 0 {
		tr.t.Fatalf("git %q in %s: %s%s", args, tr.dir, r.stdout, r.stderr)
	}
	return strings.TrimSpace(r.stdout)
}

// write writes files, given as name, content, name, content.
func (tr *tree) write(files ...string) {
	tr.t.Helper()
	for i := 0; i < len(files); i += 2 {
		writeFile(tr.t, filepath.Join(tr.dir, filepath.FromSlash(files[i])), files[i+1])
	}
}

// commit commits everything and returns the commit.
func (tr *tree) commit(message string) string {
	tr.t.Helper()
	tr.git("add", "--all")
	tr.git("commit", "--quiet", "--message", message)
	return tr.git("rev-parse", "HEAD")
}

func writeFile(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// decode decodes the documents of a YAML file, in order. Keys that a value has no field for are a mistake.
func decode(t *testing.T, text string, values ...any) {
	t.Helper()
	in := yaml.NewDecoder(strings.NewReader(text))
	in.KnownFields(true)
	for _, v := range values {
		if err := in.Decode(v); err != nil {
			t.Fatal(err)
		}
	}
}

// The module that is checked. errlint finds one mistake in bad(NAME), and none in good(NAME).
const (
	goMod  = "module example.com/m\n\ngo 1.26\n"
	config = "enable: [wrapcause]\n"
)

func bad(name string) string {
	return strings.ReplaceAll(`package m

import (
	"errors"
	"fmt"
)

func NAME(f func() error) error {
	if err := f(); err != nil {
		return errors.Join(fmt.Errorf("NAME: %v", err))
	}
	return nil
}
`, "NAME", name)
}

func good(name string) string { return strings.ReplaceAll(bad(name), "%v", "%w") }
