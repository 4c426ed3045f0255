package hosts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/errlint/errlint"
)

// A finding is what all hosts can say of one.
type finding struct {
	File    string // relative to the root of the corpus
	Line    int
	Rule    string
	Message string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.File, f.Line, f.Rule, f.Message)
}

// A host runs errlint on the packages that match the patterns in a directory.
type host struct {
	name string
	run  func(t *testing.T, dir string, patterns []string) []finding
}

// TestNogoConfig checks that the attribute config of a nogo target reaches the rules.
func TestNogoConfig(t *testing.T) {
	root := repository(t)
	dir := filepath.Join(root, "examples", "broken")
	nogo := buildNogo(t, root, `{
		"wrapcause": {"analyzer_flags": {"dropped": "false"}},
		"raisesdoc": {"analyzer_flags": {"level": "stale"}},
		"opname": {"exclude_files": {"": "not here"}}
	}`)
	rules := make(map[string]int)
	fs, _ := runNogo(t, nogo, dir, []string{"./..."})
	for _, f := range fs {
		rules[f.Rule]++
		if strings.Contains(f.Message, "in place of err") || strings.Contains(f.Message, "does not list") {
			t.Errorf("nogo finds what is switched off: %v", f)
		}
	}
	if rules["wrapcause"] == 0 || rules["raisesdoc"] == 0 || rules["opname"] != 0 {
		t.Errorf("the findings are %v, want some of wrapcause and raisesdoc and none of opname", rules)
	}
}

// TestNogoFacts checks that the facts of a package are the same bytes each time, on
// which Bazel's caches rely, and that there are some.
func TestNogoFacts(t *testing.T) {
	root := repository(t)
	nogo := buildNogo(t, root, "")
	workspace, cases := newWorkspace(t, filepath.Join(root, "testdata", "src"))
	var before map[string]string
	for range 3 {
		_, facts := runNogo(t, nogo, workspace, cases)
		texts := make(map[string]string)
		total := 0
		for id, file := range facts {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts[id] = string(text)
			total += len(text)
			if before != nil && texts[id] != before[id] {
				t.Errorf("the facts of %s differ from run to run", id)
			}
		}
		if total < 10_000 {
			t.Errorf("there are %d bytes of facts only", total)
		}
		before = texts
	}
}

// TestVetFlags checks the configuration by way of go vet's flags, which key
// the go command's cache.
func TestVetFlags(t *testing.T) {
	root := repository(t)
	errlint := build(t, filepath.Join(root, "cmd", "errlint"))
	dir := t.TempDir()
	copyModule(t, filepath.Join(root, "examples", "broken"), dir)
	count := func(args ...string) map[string]int {
		t.Helper()
		rules := make(map[string]int)
		for _, f := range runVet(t, errlint, dir, append(args, "./...")) {
			rules[f.Rule]++
		}
		return rules
	}
	all := count()
	if len(all) < len(stable()) {
		t.Errorf("the findings are %v, want some of each rule", all)
	}
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"-config=enable: [wrapcause, opname]"}, []string{"opname", "wrapcause"}},
		{[]string{"-config", "disable: [wrapcause, opname, decorated]"}, slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(rule string) bool {
			return rule == "wrapcause" || rule == "opname" || rule == "decorated"
		})},
		{[]string{"-config", "enable: [wrapcause/format, opname]"}, []string{"opname", "wrapcause"}},
		{[]string{"-opname"}, []string{"opname"}},
		{[]string{"-opname", "-config=disable: [opname]"}, []string{"opname"}},
		{[]string{"-opname=false", "-config=enable: [opname, wrapcause]"}, []string{"wrapcause"}},
		{[]string{"-config="}, slices.Sorted(maps.Keys(all))},
	} {
		if got := slices.Sorted(maps.Keys(count(test.args...))); !slices.Equal(got, test.want) {
			t.Errorf("%v: the rules are %v, want %v", test.args, got, test.want)
		}
	}
	if got := count("-config=raisesdoc: {level: stale}")["raisesdoc"]; got == 0 || got >= all["raisesdoc"] {
		t.Errorf("raisesdoc at level stale has %d findings, by default %d", got, all["raisesdoc"])
	}
	if got := count("-raisesdoc.level=exact", "-config=raisesdoc: {level: stale}")["raisesdoc"]; got < all["raisesdoc"] {
		t.Errorf("raisesdoc at level exact has %d findings, by default %d", got, all["raisesdoc"])
	}

	// For people, as text.
	_, stderr := command(t, dir, 1, "go", "vet", "-vettool="+errlint, "./internal/files")
	if want := "files.go:93:50: fmt.Errorf formats err with %v"; !strings.Contains(stderr, want) {
		t.Errorf("go vet says\n%s\nwant %q", stderr, want)
	}
	// Mistakes.
	_, stderr = command(t, dir, 1, "go", "vet", "-vettool="+errlint, "-config=wrapcuase: {}", "./internal/files")
	if want := `errlint: -config:1:1: key "wrapcuase": unknown key; did you mean "wrapcause"?`; strings.Count(stderr, want) != 1 {
		t.Errorf("go vet says\n%s\nwant once %q", stderr, want)
	}
	write(t, filepath.Join(dir, ".errlint.yml"), "enable: [wrapcause]\n")
	write(t, filepath.Join(dir, "internal", "new", "new.go"), "package new\n")
	_, stderr = command(t, dir, 1, "go", "vet", "-vettool="+errlint, "./internal/new")
	if want := `-config="$(cat `; !strings.Contains(stderr, want) {
		t.Errorf("go vet, which does not read .errlint.yml, says\n%s\nwant %q", stderr, want)
	}
	command(t, dir, 0, "go", "vet", "-vettool="+errlint, "-config=", "./internal/new")
}

// TestVetFix checks go vet -fix.
func TestVetFix(t *testing.T) {
	root := repository(t)
	errlint := build(t, filepath.Join(root, "cmd", "errlint"))
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	const before = `package m

import (
	"fmt"
	"os"
)

func open(name string) error {
	_, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open: %v", err)
	}
	return nil
}
`
	write(t, filepath.Join(dir, "m.go"), before)
	command(t, dir, 0, "go", "vet", "-vettool="+errlint, "-fix", "./...")
	after, err := os.ReadFile(filepath.Join(dir, "m.go"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(before, "%v", "%w", 1); string(after) != want {
		t.Errorf("after go vet -fix:\n%s\nwant:\n%s", after, want)
	}
}

// copyModule copies a module to another directory.
func copyModule(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// TestParity runs all hosts on all cases. The first one is the reference.
func TestParity(t *testing.T) {
	root := repository(t)
	errlint := build(t, filepath.Join(root, "cmd", "errlint"))
	golangci := build(t, filepath.Join(root, "e2e", "golangci"))
	nogo := buildNogo(t, root, "")

	hosts := []host{
		{"errlint", func(t *testing.T, dir string, patterns []string) []finding {
			return runCommand(t, errlint, dir, patterns)
		}},
		{"go vet", func(t *testing.T, dir string, patterns []string) []finding {
			return runVet(t, errlint, dir, patterns)
		}},
		{"golangci-lint", func(t *testing.T, dir string, patterns []string) []finding {
			return runGolangci(t, golangci, filepath.Join(root, ".golangci.example.yml"), dir, patterns)
		}},
		{"nogo", func(t *testing.T, dir string, patterns []string) []finding {
			fs, _ := runNogo(t, nogo, dir, patterns)
			return fs
		}},
	}

	workspace, cases := newWorkspace(t, filepath.Join(root, "testdata", "src"))
	for _, corpus := range []struct {
		name     string
		dir      string
		patterns []string
		least    int // findings
	}{
		{"cases", workspace, cases, 300},
		{"broken", filepath.Join(root, "examples", "broken"), []string{"./..."}, 25},
		{"clean", filepath.Join(root, "examples", "clean"), []string{"./..."}, 0},
	} {
		t.Run(corpus.name, func(t *testing.T) {
			var reference []string
			for i, h := range hosts {
				var got []string
				rules := make(map[string]int)
				for _, f := range h.run(t, corpus.dir, corpus.patterns) {
					got = append(got, f.String())
					rules[f.Rule]++
				}
				slices.Sort(got)
				got = slices.Compact(got) // a file may be in a package and in its test
				t.Logf("%s: %d findings: %v", h.name, len(got), rules)
				if i == 0 {
					if reference = got; len(got) < corpus.least {
						t.Errorf("%s finds %d, want at least %d", h.name, len(got), corpus.least)
					}
					continue
				}
				for _, f := range reference {
					if !slices.Contains(got, f) {
						t.Errorf("%s finds and %s does not: %s", hosts[0].name, h.name, f)
					}
				}
				for _, f := range got {
					if !slices.Contains(reference, f) {
						t.Errorf("%s finds and %s does not: %s", h.name, hosts[0].name, f)
					}
				}
			}
		})
	}
}

// repository returns the root of the repository.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// build builds the command in a directory.
func build(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), filepath.Base(dir)+".exe") // .exe does no harm elsewhere
	command(t, dir, 0, "go", "build", "-o", name, ".")
	return name
}

// command runs a program, which must exit with one of the codes, and returns what it
// writes to its standard output and standard error.
func command(t *testing.T, dir string, code int, name string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == code {
		err = nil
	}
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

// newWorkspace makes a workspace of a GOPATH's src directory, and returns its
// root and the patterns for the packages that are cases.
func newWorkspace(t *testing.T, src string) (dir string, cases []string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(src)); err != nil {
		t.Fatal(err)
	}
	modules, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range modules {
		if !strings.Contains(filepath.Base(m), ".") {
			cases = append(cases, "./"+filepath.Base(m)+"/...")
			all = append(all, m)
			continue
		}
		stubs, err := filepath.Glob(filepath.Join(m, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, stub := range stubs {
			if files, _ := filepath.Glob(filepath.Join(stub, "*.go")); len(files) > 0 { // as in go.uber.org/zap
				all = append(all, stub)
				continue
			}
			below, err := filepath.Glob(filepath.Join(stub, "*")) // as in github.com/pkg/errors
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, below...)
		}
	}
	work := "go 1.26\n"
	for _, m := range all {
		path, err := filepath.Rel(dir, m)
		if err != nil {
			t.Fatal(err)
		}
		path = filepath.ToSlash(path)
		work += "use ./" + path + "\n"
		if _, err := os.Stat(filepath.Join(m, "go.mod")); err != nil {
			write(t, filepath.Join(m, "go.mod"), "module "+path+"\n\ngo 1.26\n")
		}
	}
	write(t, filepath.Join(dir, "go.work"), work)
	return dir, cases
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

// relative returns the name of a file relative to dir, with slashes.
func relative(t *testing.T, dir, file string) string {
	t.Helper()
	if filepath.IsAbs(file) {
		var err error
		if file, err = filepath.Rel(dir, file); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.ToSlash(file)
}

// runCommand runs the command errlint, with the tests, as all other hosts do.
func runCommand(t *testing.T, errlint, dir string, patterns []string) []finding {
	stdout, _ := command(t, dir, 1, errlint, append([]string{"-tests", "-format", "json"}, patterns...)...)
	var report struct {
		Findings []struct {
			Rule, Message string
			Location      struct {
				File  string
				Start struct{ Line int }
			}
		}
		Problems []any
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Problems) > 0 {
		t.Errorf("errlint has problems: %v", report.Problems)
	}
	var fs []finding
	for _, f := range report.Findings {
		fs = append(fs, finding{relative(t, dir, f.Location.File), f.Location.Start.Line, f.Rule, f.Message})
	}
	return fs
}

// runVet runs errlint by way of go vet.
func runVet(t *testing.T, errlint, dir string, patterns []string) []finding {
	stdout, _ := command(t, dir, 0, "go", append([]string{"vet", "-vettool=" + errlint, "-json"}, patterns...)...)
	var fs []finding
	for in := json.NewDecoder(strings.NewReader(stdout)); ; {
		var units map[string]map[string][]struct{ Posn, Category, Message string }
		if err := in.Decode(&units); err == io.EOF {
			return fs
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, stdout)
		}
		for _, rules := range units {
			for rule, diagnostics := range rules {
				for _, d := range diagnostics {
					// The go command shows people messages alone, so they end with what the text format has there.
					message, ok := strings.CutSuffix(d.Message, " ("+rule+"/"+d.Category+")")
					if !ok {
						t.Errorf("the message %q does not end with rule %s and category %s", d.Message, rule, d.Category)
					}
					fs = append(fs, positioned(t, dir, d.Posn, rule, message))
				}
			}
		}
	}
}

// positioned returns a finding at a position as "file:line:column".
func positioned(t *testing.T, dir, pos, rule, message string) finding {
	t.Helper()
	rest, _, ok := cutLast(pos, ":")
	file, number, ok2 := cutLast(rest, ":")
	line, err := strconv.Atoi(number)
	if !ok || !ok2 || err != nil {
		t.Fatalf("%q is no position", pos)
	}
	return finding{relative(t, dir, file), line, rule, message}
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// runGolangci runs a golangci-lint with errlint in it.
func runGolangci(t *testing.T, golangci, config, dir string, patterns []string) []finding {
	t.Setenv("GOLANGCI_LINT_CACHE", t.TempDir())
	stdout, _ := command(t, dir, 0, golangci, append([]string{
		"run", "--config", config, "--output.json.path", "stdout", "--show-stats=false",
		"--issues-exit-code", "0", "--allow-parallel-runners", "--path-mode", "abs",
	}, patterns...)...)
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("%v in\n%s", err, stdout)
	}
	var fs []finding
	for _, i := range report.Issues {
		switch i.FromLinter {
		case "errlint":
			rule, message, ok := strings.Cut(i.Text, ": ")
			if !ok {
				t.Errorf("the issue %q has no rule", i.Text)
			}
			fs = append(fs, finding{relative(t, dir, i.Pos.Filename), i.Pos.Line, rule, message})
		case "typecheck":
			t.Errorf("%s:%d: %s", i.Pos.Filename, i.Pos.Line, i.Text)
		}
	}
	return fs
}

// A listed package is what go list says of one.
type listed struct {
	ImportPath string
	Dir        string
	Name       string
	ForTest    string
	Export     string
	Standard   bool
	Module     *struct {
		Path, Dir string
		Main      bool
		GoVersion string
	}
	ImportMap map[string]string
	Deps      []string
	Error     any

	CompiledGoFiles []string
}

// path returns the import path in types and facts, which does not tell variants for tests apart.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// runNogo runs nogo as Bazel would: in a process for each package, with the
// facts of the others in files. The main modules are the main repository, the other
// ones external repositories, of which nogo is to say nothing; there is no nogo for the standard library.
// It returns the files with the facts by package, too.
func runNogo(t *testing.T, nogo, dir string, patterns []string) ([]finding, map[string]string) {
	stdout, _ := command(t, dir, 0, "go", append([]string{"list", "-deps", "-test", "-export", "-compiled", "-json"}, patterns...)...)
	packages := make(map[string]*listed)
	var order []*listed // each after those that it imports
	for in := json.NewDecoder(strings.NewReader(stdout)); ; {
		p := new(listed)
		if err := in.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Error != nil {
			t.Fatalf("%s: %v", p.ImportPath, p.Error)
		}
		packages[p.ImportPath] = p
		order = append(order, p)
	}

	var fs []finding
	out := t.TempDir()
	root := execroot(t, dir, order)
	facts := make(map[string]string) // ID → file
	for i, p := range order {
		if p.Module == nil || strings.HasSuffix(p.ImportPath, ".test") || len(p.CompiledGoFiles) == 0 {
			continue
		}
		var imports strings.Builder
		for _, source := range slices.Sorted(maps.Keys(p.ImportMap)) {
			// The variants for tests go by the same path, and there is one of each.
			if path, _, _ := strings.Cut(p.ImportMap[source], " "); path != source {
				fmt.Fprintf(&imports, "importmap %s=%s\n", source, path)
			}
		}
		cfg := filepath.Join(out, fmt.Sprintf("%d.importcfg", i))
		// Bazel has no language version per module. What it gives is the version of the SDK,
		// so the module is checked as if that were the SDK's.
		args := []string{"-p", p.path(), "-importcfg", cfg, "-go_version", p.Module.GoVersion}
		for _, id := range p.Deps {
			dep := packages[id]
			if dep == nil || dep.Export == "" {
				continue // unsafe
			}
			fmt.Fprintf(&imports, "packagefile %s=%s\n", dep.path(), dep.Export)
			if file := facts[id]; file != "" {
				args = append(args, "-fact", dep.path()+"="+file)
			}
		}
		write(t, cfg, imports.String())
		facts[p.ImportPath] = filepath.Join(out, fmt.Sprintf("%d.facts", i))
		args = append(args, "-x", facts[p.ImportPath])
		if !p.Module.Main {
			args = append(args, "-facts_only")
		}
		for _, file := range p.CompiledGoFiles {
			args = append(args, p.inExecroot(t, dir, file))
		}
		const violation = 3
		_, stderr := command(t, root, violation, nogo, args...)
		fs = append(fs, nogoFindings(t, dir, stderr)...)
	}
	return fs, facts
}

// execroot makes what Bazel calls the execution root: a directory with links to
// what is in the main repository and, below external, to the other ones.
func execroot(t *testing.T, dir string, packages []*listed) string {
	t.Helper()
	root := t.TempDir()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	links := make(map[string]string) // link → target
	for _, e := range entries {
		links[e.Name()] = filepath.Join(dir, e.Name())
	}
	for _, p := range packages {
		if p.Module != nil && !p.Module.Main {
			links[p.repository()] = p.Module.Dir
		}
	}
	if err := os.Mkdir(filepath.Join(root, "external"), 0o777); err != nil {
		t.Fatal(err)
	}
	for link, target := range links {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// repository returns the directory of the module as a repository: as in
// external/com_github_pkg_errors.
func (p *listed) repository() string {
	return filepath.Join("external", strings.NewReplacer("/", "_", ".", "_").Replace(p.Module.Path))
}

// inExecroot returns the name of a file of the package relative to the execution root.
func (p *listed) inExecroot(t *testing.T, dir, file string) string {
	t.Helper()
	if filepath.IsAbs(file) {
		return file // cgo has made it
	}
	base := dir
	if !p.Module.Main {
		base = p.Module.Dir
	}
	name, err := filepath.Rel(base, filepath.Join(p.Dir, file))
	if err != nil {
		t.Fatal(err)
	}
	if !p.Module.Main {
		name = filepath.Join(p.repository(), name)
	}
	return name
}

// nogoFindings reads nogo's messages.
func nogoFindings(t *testing.T, dir, text string) []finding {
	t.Helper()
	var fs []finding
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "nogo: errors found by nogo during build-time code analysis:" {
			continue
		}
		rest, rule, ok := cutLast(strings.TrimSuffix(line, ")"), " (")
		pos, message, ok2 := strings.Cut(rest, ": ")
		if !ok || !ok2 {
			t.Fatalf("nogo says %q", line)
		}
		fs = append(fs, positioned(t, dir, pos, rule, message))
	}
	return fs
}

// nogoSources and builderSources are the files of the targets
// nogo_srcs and builder_srcs in go/tools/builders/BUILD.bazel of rules_go.
var (
	nogoSources = []string{
		"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_goversions_go118.go", "nogo_goversions_go121.go",
		"nogo_goversions_go122.go", "nogo_main.go", "nogo_version.go", "nolint.go",
	}
	builderSources = []string{
		"ar.go", "asm.go", "baseline_coverage.go", "builder.go", "buildid.go", "buildinfo.go", "cc.go", "cgo2.go",
		"codesign.go", "compilepkg.go", "constants.go", "cover.go", "edit.go", "embedcfg.go", "env.go", "filter.go",
		"filter_buildid.go", "flags.go", "generate_nogo_main.go", "generate_test_main.go", "importcfg.go", "link.go",
		"nogo.go", "nogo_validation.go", "path.go", "path_windows.go", "preprofile.go", "read.go", "replicate.go",
		"stdlib.go", "stdliblist.go",
	}
)

// buildNogo builds rules_go's nogo with errlint's rules. The configuration is
// JSON, as in the attribute config of a nogo target; it may be "".
func buildNogo(t *testing.T, root, config string) string {
	t.Helper()
	// No package is imported from there, so nothing else downloads it.
	stdout, _ := command(t, ".", 0, "go", "mod", "download", "-json", "github.com/bazelbuild/rules_go")
	var module struct{ Dir string }
	if err := json.Unmarshal([]byte(stdout), &module); err != nil {
		t.Fatal(err)
	}
	builders := filepath.Join(module.Dir, "go", "tools", "builders")
	dir := t.TempDir()

	// The requirements are those of this module; only its name has to change.
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/errlint/errlint/e2e/hosts", "module golang.org/x/tools/nogo", 1)
	text = strings.Replace(text, "=> ../..", "=> "+strconv.Quote(filepath.ToSlash(root)), 1)
	write(t, filepath.Join(dir, "go.mod"), text)
	copyFiles(t, ".", dir, "go.sum")
	copyFiles(t, builders, filepath.Join(dir, "builder"), builderSources...)
	copyFiles(t, builders, filepath.Join(dir, "nogo"), nogoSources...)

	args := []string{"run", "-ldflags=-X main.rulesGoStdlibPrefix=std", "./builder", "gennogomain", "-output", filepath.Join("nogo", "nogo_deps.go")}
	for _, rule := range stable() {
		args = append(args, "-analyzer_importpath", "github.com/errlint/errlint/passes/"+rule)
	}
	if config != "" {
		write(t, filepath.Join(dir, "config.json"), config)
		args = append(args, "-config", "config.json")
	}
	command(t, dir, 0, "go", args...)
	return build(t, filepath.Join(dir, "nogo"))
}

// stable returns the rules that are on by default, which are those that the BUILD
// file of docs/hosts.md has.
func stable() []string {
	var names []string
	for _, r := range errlint.Rules() {
		if r.Stage == "stable" {
			names = append(names, r.Name)
		}
	}
	return names
}

func copyFiles(t *testing.T, from, to string, names ...string) {
	t.Helper()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(to, name), string(text))
	}
}

// TestVetWithoutExportData runs go vet as a go command would that has no
// export data made, as package unitchecker expects of the future: between the go command and
// errlint is this test, which takes them out of the descriptions of packages.
func TestVetWithoutExportData(t *testing.T) {
	root := repository(t)
	errlint := build(t, filepath.Join(root, "cmd", "errlint"))
	dir := filepath.Join(root, "examples", "broken")
	want := runVet(t, errlint, dir, []string{"./..."})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("E2E_VETTOOL", errlint)
	got := runVet(t, self, dir, []string{"./..."})
	compare := func(a, b finding) int { return strings.Compare(a.String(), b.String()) }
	slices.SortFunc(want, compare)
	slices.SortFunc(got, compare)
	if !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("without export data, go vet finds\n%v\nwith, it finds\n%v", got, want)
	}
}

// TestMain makes the test binary the vet tool of TestVetWithoutExportData, too.
func TestMain(m *testing.M) {
	if errlint := os.Getenv("E2E_VETTOOL"); errlint != "" {
		if err := vetWithoutExportData(errlint, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func vetWithoutExportData(errlint string, args []string) error {
	if args[0] == "-V=full" { // another tool than errlint alone, for the cache
		text, err := exec.Command(errlint, args...).Output()
		fmt.Print(strings.Replace(string(text), "buildID=", "buildID=without-export-data-", 1))
		return err
	}
	if file := args[len(args)-1]; strings.HasSuffix(file, ".cfg") {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(text, &fields); err != nil {
			return err
		}
		delete(fields, "PackageFile")
		if text, err = json.Marshal(fields); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	cmd := exec.Command(errlint, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
