package fix_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/fix"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	a, b := write(t, dir, "a/p.go", "old a"), write(t, dir, "b/p.go", "old b")
	if err := os.Chmod(b, 0o640); err != nil {
		t.Fatal(err)
	}
	files := []fix.File{{Name: a, Old: []byte("old a"), New: []byte("new a")}, {Name: b, Old: []byte("old b"), New: []byte("new b")}}
	written, err := fix.Write(dir, files)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{a, b}, written); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"a/p.go": "new a", "b/p.go": "new b"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(b); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestWriteRefuses(t *testing.T) {
	tests := []struct {
		name string
		file func(t *testing.T, dir string) string // makes the second of three files
		want error
	}{
		{"changed", func(t *testing.T, dir string) string { return write(t, dir, "2.go", "other") }, fix.ErrChanged},
		{"longer", func(t *testing.T, dir string) string { return write(t, dir, "2.go", "old and more") }, fix.ErrChanged},
		{"shorter", func(t *testing.T, dir string) string { return write(t, dir, "2.go", "ol") }, fix.ErrChanged},
		{"gone", func(t *testing.T, dir string) string { return filepath.Join(dir, "2.go") }, fs.ErrNotExist},
		{"a directory", func(t *testing.T, dir string) string { return filepath.Dir(write(t, dir, "2.go/x", "old")) }, nil},
		{"a link", func(t *testing.T, dir string) string {
			if err := os.Symlink("1.go", filepath.Join(dir, "2.go")); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(dir, "2.go")
		}, nil},
		{"outside", func(t *testing.T, _ string) string { return write(t, t.TempDir(), "2.go", "old") }, nil},
		{"in a linked directory outside", func(t *testing.T, dir string) string {
			out := t.TempDir()
			write(t, out, "2.go", "old")
			if err := os.Symlink(out, filepath.Join(dir, "out")); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(dir, "out", "2.go")
		}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			files := []fix.File{{Name: write(t, dir, "1.go", "old")}, {Name: test.file(t, dir)}, {Name: write(t, dir, "3.go", "old")}}
			for i := range files {
				files[i].Old, files[i].New = []byte("old"), []byte("new")
			}
			before := tree(t, dir)
			written, err := fix.Write(dir, files)
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("error %v", err)
			}
			// The files are looked at before any is written.
			if len(written) != 0 {
				t.Errorf("wrote %v", written)
			}
			if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
				t.Errorf("-before +after:\n%s", diff)
			}
		})
	}
	if _, err := fix.Write(filepath.Join(t.TempDir(), "none"), []fix.File{{Name: "x"}}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such root: %v", err)
	}
	if _, err := fix.Write(filepath.Join(t.TempDir(), "none"), nil); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}
