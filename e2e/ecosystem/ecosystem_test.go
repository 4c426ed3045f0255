package ecosystem

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the findings to the record")

// record has the findings that are known, relative to this directory.
const record = "testdata/findings.txt"

// A module is one in go.mod that something here imports.
type module struct {
	Path, Version string
	Dir           string // where the module cache has it
}

// TestFindings compares the findings with those on record.
func TestFindings(t *testing.T) {
	errlint := filepath.Join(t.TempDir(), "errlint")
	command(t, filepath.Join("..", ".."), 0, "go", "build", "-o", errlint, "./cmd/errlint")
	modules := modules(t)
	if len(modules) < 10 {
		t.Fatalf("there are %d modules, want at least 10", len(modules))
	}
	var counts, findings bytes.Buffer
	total := make(map[string]int)
	for _, m := range modules {
		found := make(map[string]int)
		for _, f := range check(t, errlint, m) {
			fmt.Fprintf(&findings, "%s/%s\n", m.Path, f)
			found[f.rule()]++
			total[f.rule()]++
		}
		write(&counts, m.Path+" "+m.Version, found)
	}
	if len(total) == 0 {
		t.Fatal("there are no findings at all")
	}
	var got bytes.Buffer
	write(&got, "all", total)
	got.Write(counts.Bytes())
	got.WriteString("\n")
	got.Write(findings.Bytes())
	if *update {
		if err := os.WriteFile(record, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the findings are not those on record; if they are right, write it anew: cd e2e/ecosystem && go test -update\n%s",
			difference(string(want), got.String()))
	}
}

// TestDifference checks that a finding that comes, goes or is there twice is told.
func TestDifference(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", "-b\n+c\n"},
		{"a\n", "a\na\n", "+a\n"},
		{"b\na\na\n", "a\n", "-b\n-a\n"},
	} {
		if got := difference(test.old, test.new); got != test.want {
			t.Errorf("from %q to %q the difference is %q, want %q", test.old, test.new, got, test.want)
		}
	}
}

// modules returns the modules of go.mod that are not there for the sake of others, downloaded.
func modules(t *testing.T) []module {
	t.Helper()
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(command(t, ".", 0, "go", "mod", "edit", "-json"), &mod); err != nil {
		t.Fatal(err)
	}
	args := []string{"mod", "download", "-json"}
	for _, r := range mod.Require {
		if !r.Indirect {
			args = append(args, r.Path)
		}
	}
	var modules []module
	for d := json.NewDecoder(bytes.NewReader(command(t, ".", 0, "go", args...))); d.More(); {
		var m module
		if err := d.Decode(&m); err != nil {
			t.Fatal(err)
		}
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.Path, b.Path) })
	return modules
}

// A finding is what the record has of one.
type finding struct {
	Rule, Category, Message string
	Location                struct {
		File  string
		Start struct{ Line, Column int }
	}
}

func (f finding) rule() string {
	if f.Category == "" {
		return f.Rule
	}
	return f.Rule + "/" + f.Category
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s (%s)", f.Location.File, f.Location.Start.Line, f.Location.Start.Column, f.Message, f.rule())
}

// check returns the findings in a copy of the module.
func check(t *testing.T, errlint string, m module) []finding {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(m.Dir)); err != nil {
		t.Fatal(err)
	}
	// errlint downloads nothing.
	command(t, dir, 0, "go", "list", "-deps", "./...")
	var result struct {
		Findings []finding
		Problems []struct{ Message string }
	}
	out := command(t, dir, 1, errlint, "-cache", "off", "-format", "json", "./...")
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Errorf("%s: %s", m.Path, p.Message)
	}
	return result.Findings
}

// command runs a command in a directory, outside of any workspace, and returns its standard output. The command
// must exit with 0, or with the code given.
func command(t *testing.T, dir string, code int, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "PWD="+dir)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() != code {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, exit.Stderr)
	} else if err != nil && !ok {
		t.Fatal(err)
	}
	return out
}

// write writes a line for each rule: how many findings of it there are.
func write(b *bytes.Buffer, what string, found map[string]int) {
	for _, rule := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(b, "%s: %d %s\n", what, found[rule], rule)
	}
	if len(found) == 0 {
		fmt.Fprintf(b, "%s: none\n", what)
	}
}

// difference returns the lines that only one of two texts has, those of the old one first, each as often as
// it has them more.
func difference(before, after string) string {
	only := func(a, b, sign string) string {
		left := make(map[string]int)
		for line := range strings.Lines(b) {
			left[line]++
		}
		var out strings.Builder
		for line := range strings.Lines(a) {
			if left[line]--; left[line] < 0 {
				out.WriteString(sign + line)
			}
		}
		return out.String()
	}
	return only(before, after, "-") + only(after, before, "+")
}
