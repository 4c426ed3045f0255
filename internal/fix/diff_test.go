package fix_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/fix"
)

// copyTree makes dir have the regular files of another directory. ([os.CopyFS] does not take all names.)
func copyTree(t *testing.T, dir, from string) {
	t.Helper()
	for name, text := range tree(t, from) {
		write(t, dir, name, text)
	}
}

// tree returns the contents of all regular files below dir but those of git.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		files[rel] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// command runs a command in dir.
func command(t *testing.T, dir string, stdin []byte, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(stdin)
	// No configuration of the user's.
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s\n%s", name, strings.Join(args, " "), err, out, stdin)
	}
}

// checkDiff checks that what Diff says of files does the same to the old contents as
// Write, whoever applies it. It returns the diff. The files must be in root, as they were.
func checkDiff(t *testing.T, root string, files []fix.File) string {
	t.Helper()
	var patch bytes.Buffer
	if err := fix.Diff(&patch, root, files); err != nil {
		t.Fatal(err)
	}
	want := tree(t, root)
	for _, f := range files {
		rel, err := filepath.Rel(root, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if want[rel] != string(f.Old) {
			t.Fatalf("%s is not what it was", rel)
		}
		want[rel] = string(f.New)
	}
	if patch.Len() == 0 {
		if len(files) > 0 {
			t.Error("the diff is empty")
		}
		return ""
	}
	for _, args := range [][]string{{"git", "apply"}, {"patch", "-p1", "--quiet", "--fuzz=0"}} {
		dir := t.TempDir()
		copyTree(t, dir, root)
		command(t, dir, patch.Bytes(), args[0], args[1:]...)
		if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
			t.Errorf("%v, -want +got:\n%s\n%s", args, diff, &patch)
		}
	}
	// In a repository, and below its top.
	repo := t.TempDir()
	dir := filepath.Join(repo, "sub", "module")
	copyTree(t, dir, root)
	command(t, repo, nil, "git", "init", "--quiet")
	command(t, dir, patch.Bytes(), "git", "apply")
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("in a repository, -want +got:\n%s\n%s", diff, &patch)
	}
	written, err := fix.Write(root, files)
	if err != nil || len(written) != len(files) {
		t.Errorf("wrote %v: %v", written, err)
	}
	if diff := cmp.Diff(want, tree(t, root)); diff != "" {
		t.Errorf("Write, -want +got:\n%s", diff)
	}
	return patch.String()
}

func TestDiff(t *testing.T) {
	const long = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n"
	contents := []struct{ name, old, new string }{
		{"one line", "a\nb\nc\n", "a\nx\nc\n"},
		{"two hunks", long, strings.NewReplacer("\n2\n", "\ntwo\n", "\n19\n", "\n\n").Replace(long)},
		{"no final newline", "a\nb", "a\nc"},
		{"a final newline is added", "a\nb", "a\nb\n"},
		{"a final newline is removed", "a\nb\n", "a\nb"},
		{"no final newline in the context", "x\na\nb", "y\na\nb"},
		{"CRLF", "a\r\nb\r\nc\r\n", "a\r\nx\r\nc\r\n"},
		{"CRLF, no final newline", "a\r\nb", "a\r\nc"},
		{"CRLF in part", "a\r\nb\nc\r\nd\n", "a\r\nb\r\nc\r\nd\n"},
		{"from nothing", "", "a\n"},
		{"to nothing", "a\n", ""},
		{"like a header", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "--- a/x\n+++ b/x\n\\ No newline at end of file\n"},
		{"not UTF-8", "\xff\xfe\n\x1b[31m\n", "\xff\xff\n\x1b[31m\n"},
		{"blank lines", "\n\n\n", "\n \n\n"},
	}
	names := []string{"p.go", "a b.go", "dir with space/tab\there.go", `qu"ote.go`, `back\slash.go`, "ü/日本.go", "new\nline.go", "\xff.go", "a", "-p.go", "é b.go", "a\r.go"}
	for _, content := range contents {
		t.Run(content.name, func(t *testing.T) {
			dir := t.TempDir()
			var files []fix.File
			for _, name := range names {
				file := write(t, dir, name, content.old)
				files = append(files, fix.File{Name: file, Old: []byte(content.old), New: []byte(content.new)})
			}
			write(t, dir, "other.go", content.old)
			checkDiff(t, dir, files)
		})
	}
}

func TestDiffText(t *testing.T) {
	dir := t.TempDir()
	files := []fix.File{
		{Name: filepath.Join(dir, "ü b.go"), Old: []byte("a\n"), New: []byte("b\n")},
		{Name: filepath.Join(dir, "a b.go"), Old: []byte("a"), New: []byte("b")},
	}
	var out bytes.Buffer
	if err := fix.Diff(&out, dir, files); err != nil {
		t.Fatal(err)
	}
	const want = "--- a/a b.go\t\n+++ b/a b.go\t\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n" +
		`--- "a/\303\274 b.go"` + "\t\n" + `+++ "b/\303\274 b.go"` + "\t\n@@ -1 +1 @@\n-a\n+b\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	out.Reset()
	if err := fix.Diff(&out, filepath.Join(dir, "sub"), files); err == nil || out.Len() > 0 {
		t.Errorf("files above the directory: %v, %q", err, &out)
	}
	if err := fix.Diff(&out, dir, nil); err != nil || out.Len() > 0 {
		t.Errorf("nothing: %v, %q", err, &out)
	}
	// Through a link.
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a b.go", "a")
	if err := fix.Diff(&out, link, files[1:]); err != nil || !strings.HasPrefix(out.String(), "") {
		t.Errorf("through a link: %v\n%s", err, &out)
	}
}

// TestDiffMinimal has many changes among lines that are there many times. None is both taken out and put back: as few lines
// change as git finds.
func TestDiffMinimal(t *testing.T) {
	block := func(i int, verb, doc string) string {
		return fmt.Sprintf("%s// f%d does.\nfunc f%[2]d() error {\n\terr := g()\n\tif err != nil {\n\t\treturn fmt.Errorf(\"f: %s\", err)\n\t}\n\treturn nil\n}\n\n", doc, i, verb)
	}
	var old, new strings.Builder
	for i := range 60 {
		old.WriteString(block(i, "%v", ""))
		new.WriteString(block(i, "%w", strings.Repeat("// More.\n//\n", i%3)))
	}
	dir := t.TempDir()
	name := write(t, dir, "p.go", old.String())
	files := []fix.File{{Name: name, Old: []byte(old.String()), New: []byte(new.String())}}
	var patch bytes.Buffer
	if err := fix.Diff(&patch, dir, files); err != nil {
		t.Fatal(err)
	}
	changed := 0
	for line := range strings.Lines(patch.String()) {
		if (line[0] == '-' || line[0] == '+') && !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "+++") {
			changed++
		}
	}
	fixed := write(t, dir, "fixed.go", new.String())
	out, err := exec.Command("git", "diff", "--no-index", "--minimal", "--numstat", name, fixed).Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Fatalf("git diff: %v", err)
	}
	var added, removed int
	if _, err := fmt.Sscan(string(out), &added, &removed); err != nil {
		t.Fatalf("git diff says %q: %v", out, err)
	}
	if changed > added+removed {
		t.Errorf("%d lines change, as git has it %d\n%s", changed, added+removed, &patch)
	}
}
