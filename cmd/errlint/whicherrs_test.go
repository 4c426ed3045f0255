package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"
)

// script writes the files of a script to a directory, and returns those in no directory of their own.
func script(t *testing.T, name, dir string) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "script", name))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestWhicherrsSchema checks all that the commands show as JSON against the schema that the page on the command names.
func TestWhicherrsSchema(t *testing.T) {
	dir := t.TempDir()
	script(t, "whicherrs.txtar", dir)
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "whicherrs.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"whicherrs -unexported", "whicherrs -own", "whicherrs ./nosuch/...", "whicherrs api/load.go:15:10", "whicherrs -never", "whicherrs -never ./api",
		"why api.Load", "why lock.Except", "why -all store.Open store.ErrClosed", "why api.Text fs.ErrNotExist", "why -not api.Text fs.ErrNotExist", "why -not Closed fs.ErrNotExist", "contract",
	} {
		args := strings.Fields(line)
		h, stdout, stderr := testHost(dir)
		run(t.Context(), append([]string{"-cache", filepath.Join(dir, "cache"), args[0], "-format", "json"}, args[1:]...), h)
		got, err := jsonschema.UnmarshalJSON(stdout)
		if err != nil {
			t.Errorf("%s: %v\n%s", line, err, stderr)
			continue
		}
		if err := schema.Validate(got); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if err := schema.Validate(map[string]any{"version": 1, "functions": []any{map[string]any{"function": "f"}}}); err == nil {
		t.Error("the schema accepts a function that says nothing")
	}
}

var keptAll = flag.Bool("whicherrs.kept", false, "ask each question in each state of the module")

// TestWhicherrsKept checks that answers that are kept are those that would be given without: of each question, in each form, in each directory, after an edit, and
// when that is undone.
func TestWhicherrsKept(t *testing.T) {
	dir := t.TempDir()
	script(t, "whicherrs.txtar", dir)
	ask := func(what, cache, line string) string {
		t.Helper()
		args := strings.Fields(line)
		h, stdout, stderr := testHost(dir)
		code := run(t.Context(), append([]string{"-cache", cache}, args...), h)
		if code == exitFailure && !strings.Contains(line, "nosuch") {
			t.Errorf("%s: %s fails: %s", what, line, stderr)
		}
		return fmt.Sprintf("exit code %d\n%s%s", code, stderr, stdout)
	}
	kept := filepath.Join(dir, "cache")
	without := make(map[[2]string]string) // what is said without, by the text of the file and the question: no more than that goes in
	// In one of the states each question is asked, and in the two others every second one, unless all are to be.
	check := func(what string, text []byte, first, step int) {
		t.Helper()
		if *keptAll {
			first, step = 0, 1
		}
		for i, line := range []string{
			"whicherrs", "whicherrs -unexported", "whicherrs -own", "whicherrs -format json", "whicherrs -format markdown", "-C store whicherrs", "whicherrs ./store", "whicherrs ./store/...",
			"whicherrs store.Open", "-C store whicherrs Open", "whicherrs store.Open api.Load", "whicherrs nosuch", "whicherrs errors.Join", "whicherrs -never", "why store.Open",
		} {
			if i%step != first {
				continue
			}
			key := [2]string{string(text), line}
			want, ok := without[key]
			if !ok {
				want = ask(what, "off", line)
				without[key] = want
			}
			for _, time := range []string{"first", "second"} {
				if diff := cmp.Diff(want, ask(what, kept, line)); diff != "" {
					t.Errorf("%s: %s, for the %s time (-without +with):\n%s", what, line, time, diff)
				}
			}
		}
	}
	file := filepath.Join(dir, "store", "open.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	check("new", text, 0, 1)
	write := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before := ask("new", kept, "whicherrs")
	longer := append([]byte("// A line more.\n\n"), text...)
	write(longer)
	check("lines have moved", longer, 0, 2)
	if ask("lines have moved", kept, "whicherrs") == before {
		t.Error("the edit does not show")
	}
	write(text)
	check("undone", text, 1, 2)
}

// TestWhicherrsPage checks that what the page on the command shows is what is shown.
func TestWhicherrsPage(t *testing.T) {
	text := page(t, "command.md")
	files := script(t, "whicherrs.txtar", t.TempDir())
	for _, name := range []string{"load.txt", "begin.txt"} {
		indented := "    " + strings.ReplaceAll(strings.ReplaceAll(files[name], "\n", "\n    "), "\n    \n", "\n\n")
		if !strings.Contains(text, strings.TrimRight(indented, " ")) {
			t.Errorf("the page does not show %s:\n%s", name, indented)
		}
	}
}

// TestWhicherrsReadme checks that README.md shows what is shown of examples/broken.
func TestWhicherrsReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	const call = "$ errlint whicherrs files.ReadLines\n"
	_, want, ok := strings.Cut(string(readme), "```console\n"+call)
	if !ok {
		t.Fatalf("README.md does not show %s", call)
	}
	want, _, _ = strings.Cut(want, "```")
	dir, err := filepath.Abs(filepath.Join("..", "..", "examples", "broken"))
	if err != nil {
		t.Fatal(err)
	}
	h, stdout, stderr := testHost(dir)
	if code := run(t.Context(), []string{"-cache", "off", "whicherrs", "files.ReadLines"}, h); code != exitClean {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	if diff := cmp.Diff(want, stdout.String()); diff != "" {
		t.Errorf("(-README.md +shown):\n%s", diff)
	}
}
