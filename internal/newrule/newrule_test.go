package main

import (
	"crypto/sha256"
	"flag"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var whole = flag.Bool("whole", false, "run all tests on a repository with one rule more")

// maxFiles is how many files a new rule may take to be written by hand.
const maxFiles = 6

// TestSkeleton begins a rule in a copy of the repository. What there is to be
// written by hand are few files, all else is generated, and the tests pass: with
// -whole all of them, else those of the rule.
func TestSkeleton(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the tests of other packages")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyRepository(t, root, dir)
	// The name is one that no rule has, and no test uses.
	const name = "samplerule"
	byHand := []string{
		"docs/spec.md",
		"passes/" + name + "/" + name + ".go",
		"passes/" + name + "/" + name + "_test.go",
		"passes/" + name + "/doc.go",
		"rules.go",
		"testdata/src/" + name + "/basic/basic.go",
	}
	t.Chdir(dir)
	if !*whole { // some tests have to know GOROOT
		t.Setenv("GOFLAGS", "-trimpath") // what is compiled is then the same in each directory, and so in the go command's cache the next time
	}
	want := hashes(t, dir)
	if err := begin([]string{name}); err != nil {
		t.Fatal(err)
	}
	if len(byHand) > maxFiles {
		t.Errorf("a rule is written in %d files, want at most %d", len(byHand), maxFiles)
	}
	// All else is as before, and what run does from here on is go generate.
	got := hashes(t, dir)
	for _, file := range byHand {
		if old, ok := want[file]; got[file] == old {
			t.Errorf("%s is not written (it was there: %t)", file, ok)
		}
		delete(want, file)
		delete(got, file)
	}
	if !maps.Equal(got, want) {
		for file, sum := range got {
			if want[file] != sum {
				t.Errorf("%s is neither generated nor one of %v", file, byHand)
			}
		}
		t.Errorf("beside these there were %d files, and are %d", len(want), len(got))
	}
	if err := generate(); err != nil {
		t.Fatal(err)
	}

	if *whole {
		command(t, dir, "go", "vet", "./...")
		packages := strings.Fields(command(t, dir, "go", "list", "./..."))
		packages = slices.DeleteFunc(packages, func(p string) bool { return strings.HasSuffix(p, "/internal/newrule") })
		command(t, dir, "go", append([]string{"test", "-timeout", "60m"}, packages...)...)
		return
	}
	command(t, dir, "go", "vet", ".", "./passes/"+name)
	command(t, dir, "go", "test", "./passes/"+name)
}

func TestNames(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, args := range [][]string{nil, {"a", "b"}, {""}, {"Upper"}, {"with-dash"}, {"func"}, {"directive"}, {"../x"}} {
		if err := begin(args); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}

// copyRepository copies what is part of the module and its tests.
func copyRepository(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o777); err != nil {
				return err
			}
			return os.Symlink(target, filepath.Join(to, rel))
		case d.Type().IsRegular():
			copyFile(t, path, filepath.Join(to, rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, info.Mode().Perm()); err != nil {
		t.Fatal(err)
	}
}

// hashes returns a hash for each file in dir.
func hashes(t *testing.T, dir string) map[string][sha256.Size]byte {
	t.Helper()
	sums := make(map[string][sha256.Size]byte)
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		sums[path] = sha256.Sum256(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
