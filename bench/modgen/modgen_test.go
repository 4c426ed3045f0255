package modgen

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"go/ast"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestBuild checks that what is generated builds, and that vet has nothing to say of it.
func TestBuild(t *testing.T) {
	dir := t.TempDir()
	if err := New(10).Write(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "./...") // which compiles each package
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local", "PWD="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestSame checks that a module is the same each time, and as it was when its
// measurements were taken: a change of what is generated is a change of what
// README.md of bench speaks of.
func TestSame(t *testing.T) {
	sum := func(n int) string {
		h := sha256.New()
		for name, text := range New(n).Files() {
			io.WriteString(h, name+"\n")
			h.Write(text)
		}
		return hex.EncodeToString(h.Sum(nil)[:8])
	}
	for _, test := range []struct {
		n    int
		want string
	}{
		{10, "b13510d518ce8129"},
		{1000, "718dd00ff17a9f56"},
	} {
		if got := sum(test.n); got != test.want {
			t.Errorf("module of %d packages: digest %s, want %s; if that is on purpose, measure again", test.n, got, test.want)
		}
		if again := sum(test.n); again != sum(test.n) {
			t.Errorf("module of %d packages: %s, then %s", test.n, again, sum(test.n))
		}
	}
}

// TestShape checks what the package comment says of modules.
func TestShape(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 50, 100, 500, 1000, 5000} {
		m := New(n)
		if len(m.Packages) != n {
			t.Errorf("%d packages: got %d", n, len(m.Packages))
		}
		chain := make(map[*Package]int) // the longest chain of imports down from it
		above := make(map[*Package]bool)
		above[m.Packages[0]] = true
		dirs := make(map[string]bool)
		for _, p := range m.Packages {
			if dirs[p.Dir] {
				t.Errorf("%d packages: two in %s", n, p.Dir)
			}
			dirs[p.Dir] = true
			chain[p] = 1
			for _, dep := range p.Imports {
				if dep.Layer >= p.Layer || chain[dep] == 0 {
					t.Errorf("%d packages: %s imports %s", n, p.Dir, dep.Dir)
				}
				chain[p] = max(chain[p], chain[dep]+1)
				above[p] = above[p] || above[dep]
			}
			if p.Layer > 0 && p.Imports[0].Layer != p.Layer-1 {
				t.Errorf("%d packages: %s imports none of the layer below", n, p.Dir)
			}
			if chain[p] != p.Layer+1 {
				t.Errorf("%d packages: %s is at the top of %d packages", n, p.Dir, chain[p])
			}
		}
		if got := chain[m.Packages[n-1]]; got != m.Layers {
			t.Errorf("%d packages: %d layers, but the longest chain is of %d", n, m.Layers, got)
		}
		if got := len(above); 10*got < 9*n {
			t.Errorf("%d packages: only %d depend on the first", n, got)
		}
	}
}

// TestText checks that files are formatted, of the length that they should have, and
// that each has what the package comment says.
func TestText(t *testing.T) {
	var lines, files, faulty int
	for name, text := range New(500).Files() {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		files++
		n := bytes.Count(text, []byte("\n"))
		lines += n
		if n < 50 || n > 260 {
			t.Errorf("%s has %d lines", name, n)
		}
		formatted, err := format.Source(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(formatted, text) {
			t.Errorf("%s is not formatted:\n%s", name, text)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if f.Doc == nil {
			t.Errorf("%s: no package comment", name)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			switch fn.Name.Name {
			case "Remove", "Check", "Touch":
				faulty++
			}
			// The list of errors is one for go/doc.
			for _, b := range new(comment.Parser).Parse(fn.Doc.Text()).Content {
				if p, ok := b.(*comment.Paragraph); ok && strings.Contains(fn.Doc.Text(), "Errors:") {
					if text, ok := p.Text[0].(comment.Plain); ok && strings.HasPrefix(string(text), "-") {
						t.Errorf("%s: %s: %s", name, fn.Name.Name, text)
					}
				}
			}
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || strings.Contains(path, ".") && !strings.HasPrefix(path, Path+"/") {
				t.Errorf("%s imports %s", name, spec.Path.Value)
			}
		}
	}
	if mean := lines / files; mean < 90 || mean > 120 {
		t.Errorf("%d lines in a package", mean)
	}
	if faulty < files/16 || faulty > files/4 {
		t.Errorf("%d of %d packages have a mistake", faulty, files)
	}
}

func TestWriteTwice(t *testing.T) {
	dir := t.TempDir()
	m := New(2)
	if err := m.Write(filepath.Join(dir, "a", "b")); err != nil {
		t.Fatal(err)
	}
	if err := m.Write(filepath.Join(dir, "a", "b")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a module: got %v, want fs.ErrExist", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var perr *fs.PathError
	if err := m.Write(filepath.Join(file, "c")); !errors.As(err, &perr) {
		t.Errorf("below a file: got %v, want a *fs.PathError", err)
	}
}
