package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// root is the root of the repository.
var root = filepath.Join("..", "..")

// TestMain makes the test binary golangci-lint, too.
func TestMain(m *testing.M) {
	if os.Getenv("E2E_GOLANGCI") != "" {
		main()
		os.Exit(0)
	}
	var err error
	if cache, err = os.MkdirTemp("", "errlint-e2e-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := os.RemoveAll(cache); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// cache is the directory of golangci-lint's cache. The tests share it, so that
// the standard library is loaded once; their modules differ in their paths.
var cache string

// A repo is a directory with a module in it, where golangci-lint is run.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{t, dir}
	r.write("go.mod", "module example.com/m\n\ngo 1.26\n")
	return r
}

func (r *repo) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) read(name string) string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// config writes .golangci.yml: the example, with the text old replaced by new in it.
func (r *repo) config(oldnew ...string) {
	r.t.Helper()
	example, err := os.ReadFile(filepath.Join(root, ".golangci.example.yml"))
	if err != nil {
		r.t.Fatal(err)
	}
	text := strings.ReplaceAll(string(example), "\r\n", "\n")
	for i := 0; i < len(oldnew); i += 2 {
		if strings.Count(text, oldnew[i]) != 1 {
			r.t.Fatalf("the example has %q %d times", oldnew[i], strings.Count(text, oldnew[i]))
		}
		text = strings.Replace(text, oldnew[i], oldnew[i+1], 1)
	}
	r.write(".golangci.yml", text)
}

// exec runs a program in the repo.
func (r *repo) exec(name string, args ...string) (stdout, stderr string, code int) {
	r.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "E2E_GOLANGCI=1", "GOLANGCI_LINT_CACHE="+cache, "GOWORK=off", "GOFLAGS=")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return out.String(), errs.String(), exit.ExitCode()
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return out.String(), errs.String(), 0
}

// column matches the place that begins a line of golangci-lint's output.
var column = regexp.MustCompile(`^(\S+:\d+):\d+: `)

// lint runs golangci-lint and returns the lines that it prints, one per issue,
// less their columns.
func (r *repo) lint(args ...string) []string {
	r.t.Helper()
	self, err := os.Executable()
	if err != nil {
		r.t.Fatal(err)
	}
	stdout, stderr, code := r.exec(self, append([]string{
		"run", "--output.text.print-issued-lines=false", "--output.text.colors=false", "--show-stats=false", "--allow-parallel-runners",
	}, args...)...)
	if code > 1 {
		r.t.Fatalf("golangci-lint exits with %d\n%s%s", code, stdout, stderr)
	}
	var lines []string
	for line := range strings.Lines(stdout) {
		lines = append(lines, column.ReplaceAllString(strings.TrimSuffix(line, "\n"), "$1: "))
	}
	return lines
}

func (r *repo) want(want []string, args ...string) {
	r.t.Helper()
	if got := r.lint(args...); !slices.Equal(got, want) {
		r.t.Errorf("golangci-lint %v prints\n%s\nwant\n%s", args, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// function returns a function with a finding in its line 4, after which comes the comment.
func function(name, comment string) string {
	return fmt.Sprintf(`
func %s(path string) error {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("%s: %%v", err) %s
	}
	return nil
}
`, name, name, comment)
}

const header = `// Package m is a case.
package m

import (
	"fmt"
	"os"
)
`

const formats = "wrapcause: fmt.Errorf formats err with %v, so errors.Is and errors.As cannot find it (errlint)"

// TestOneLinePerFinding checks that evidence makes no issues of its own, and that
// nothing is hidden because it is there more often.
func TestOneLinePerFinding(t *testing.T) {
	r := newRepo(t)
	r.config()
	var want []string
	src := header
	for i, name := range []string{"A", "B", "C", "D", "E"} {
		src += function(name, "")
		want = append(want, fmt.Sprintf("m.go:%d: %s", 11+i*7, formats))
	}
	r.write("m.go", src)
	// Its evidence is in another place of the file.
	r.write("type.go", `package m

// Err is an error.
type Err struct{ Cause error }

// Error returns a text.
func (e *Err) Error() string { return "err" }
`)
	want = append(want, "type.go:4: wrapcause: Err holds an error in its field Cause but has no Unwrap method, so errors.Is and errors.As cannot find it (errlint)")
	r.want(want)
}

// TestNolint checks golangci-lint's own comments, and that nolintlint sees what
// they suppress.
func TestNolint(t *testing.T) {
	r := newRepo(t)
	r.config("    - errlint\n", "    - errlint\n    - nolintlint\n")
	r.write("m.go", header+
		function("Plain", "//nolint:errlint")+
		function("Reason", "//nolint:errlint // the cause names hosts")+
		function("All", "//nolint:all")+
		function("Other", "//nolint:errcheck")+
		function("Own", "//errlint:ignore wrapcause the cause names hosts")+
		function("Opaque", "//errlint:opaque the cause names hosts")+
		`
// Fine returns nil.
func Fine() error {
	return nil //nolint:errlint // for no reason
}
`)
	r.want([]string{
		"m.go:32: " + formats,
		"m.go:32: directive `//nolint:errcheck` is unused for linter \"errcheck\" (nolintlint)",
		"m.go:53: directive `//nolint:errlint // for no reason` is unused for linter \"errlint\" (nolintlint)",
	})
}

func TestExclusions(t *testing.T) {
	r := newRepo(t)
	r.config("  settings:\n    custom:", `  exclusions:
    paths:
      - third
    rules:
      - linters: [errlint]
        text: "^wrapcause: .* %v"
        path: text
  settings:
    custom:`)
	r.write("third/m.go", header+function("A", ""))
	r.write("text/m.go", header+function("A", ""))
	r.write("other/m.go", header+function("A", ""))
	r.want([]string{"other/m.go:11: " + formats})
}

func TestNewFromRev(t *testing.T) {
	r := newRepo(t)
	r.config()
	r.write("m.go", header+function("Old", ""))
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=e2e", "-c", "user.email=e2e@example.com", "-c", "commit.gpgsign=false"}, args...)
		if stdout, stderr, code := r.exec("git", args...); code != 0 {
			t.Fatalf("git %v exits with %d\n%s%s", args, code, stdout, stderr)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "Begin")
	r.write("m.go", header+function("Old", "")+function("New", ""))
	r.want([]string{"m.go:11: " + formats, "m.go:18: " + formats})
	r.want([]string{"m.go:18: " + formats}, "--new-from-rev=HEAD")
}

func TestFix(t *testing.T) {
	r := newRepo(t)
	r.config()
	src := header + function("A", "") + function("B", "")
	r.write("m.go", src)
	r.want(nil, "--fix")
	if got, want := r.read("m.go"), strings.ReplaceAll(src, "%v", "%w"); strings.ReplaceAll(got, " \n", "\n") != strings.ReplaceAll(want, " \n", "\n") {
		t.Errorf("fixed:\n%s\nwant:\n%s", got, want)
	}
	r.want(nil)
}

// TestFacts checks a finding that depends on what another package does.
func TestFacts(t *testing.T) {
	r := newRepo(t)
	r.config()
	r.write("m.go", `// Package m is a case.
package m

import ("errors"; "example.com/m/store")

// Get gets, or returns [store.ErrFull].
func Get() error { return errors.Join(store.Get()) }

// Gone tells.
func Gone() bool { return errors.Is(Get(), store.ErrGone) }
`)
	r.write("store/store.go", `// Package store is a case.
package store

import "errors"

// ErrGone and ErrFull say so.
var ErrGone, ErrFull = errors.New("gone"), errors.New("full")

// Full is set if it is.
var Full bool

// Get gets, or returns [ErrGone] or [ErrFull].
func Get() error {
	if Full {
		return ErrFull
	}
	return ErrGone
}
`)
	want := []string{"m.go:7: raisesdoc: Get may return store.ErrGone, which its doc comment does not list (errlint)"}
	r.want(want)
	r.want(want) // from the cache
	// A dependency that changes is noticed.
	r.write("store/store.go", strings.Replace(r.read("store/store.go"), "return ErrGone\n", "return nil\n", 1))
	if got := r.lint(); slices.Contains(got, want[0]) {
		t.Errorf("the finding is still there: %q", got)
	}
}

// TestSettings checks that golangci-lint hands the settings over, and takes their errors.
func TestSettings(t *testing.T) {
	const begin = "          # begin settings: generated\n"
	r := newRepo(t)
	r.write("m.go", header+function("A", ""))
	r.config(begin, begin+"          disable: [wrapcause]\n")
	r.want(nil)

	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r.config(begin, begin+"          wrapcuase: {dropped: false}\n          disable: [wrapcase]\n")
	stdout, stderr, code := r.exec(self, "run", "--allow-parallel-runners")
	if code == 0 || code == 1 {
		t.Errorf("golangci-lint exits with %d\n%s%s", code, stdout, stderr)
	}
	for _, want := range []string{
		`key "wrapcuase": unknown key; did you mean "wrapcause"?`,
		`key "disable[0]": "wrapcase" is no rule or category`,
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("golangci-lint says\n%s\nwant %q", stderr, want)
		}
	}
}

// TestCustomGCL checks that .custom-gcl.yml describes the program here: the
// same golangci-lint and the same plugin.
func TestCustomGCL(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, ".custom-gcl.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Version, Name, Destination string
		Plugins                    []struct{ Module, Import, Version string }
	}
	in := yaml.NewDecoder(bytes.NewReader(text))
	in.KnownFields(true)
	if err := in.Decode(&file); err != nil {
		t.Fatal(err)
	}

	out, err := exec.Command("go", "list", "-m", "-json", "github.com/golangci/golangci-lint/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	var module struct{ Version string }
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	if file.Version != module.Version {
		t.Errorf(".custom-gcl.yml wants golangci-lint %s, go.mod %s", file.Version, module.Version)
	}
	out, err = exec.Command("go", "list", "-json", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkg struct{ Imports []string }
	if err := json.Unmarshal(out, &pkg); err != nil {
		t.Fatal(err)
	}
	if len(file.Plugins) != 1 || !slices.Contains(pkg.Imports, file.Plugins[0].Import) ||
		!strings.HasPrefix(file.Plugins[0].Import, file.Plugins[0].Module+"/") {
		t.Errorf(".custom-gcl.yml has the plugins %+v, main.go imports %v", file.Plugins, pkg.Imports)
	}
	if file.Plugins[0].Version == "" {
		t.Error("the plugin has no version")
	}
}
