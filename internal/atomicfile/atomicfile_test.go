package atomicfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/errlint/errlint/internal/atomicfile"
)

func content(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	link := filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(link, content("x")); err == nil {
		t.Error("a link that leads nowhere is written")
	}
	if err := atomicfile.Write(file, content("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(link, content("two")); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(link); err != nil || target != "file" {
		t.Errorf("the link is no longer one: %q, %v", target, err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, error %v", info.Mode(), err)
	}

	// On error there is what was there before, and nothing else.
	failed := errors.New("failed")
	err = atomicfile.Write(file, func(w io.Writer) error {
		return errors.Join(content("thr")(w), failed)
	})
	if !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
	if err := atomicfile.Check(file); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || string(text) != "two" {
		t.Errorf("the file has %q, error %v", text, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v, error %v", entries, err)
	}
	if err := atomicfile.Write(dir, content("x")); !errors.Is(err, atomicfile.ErrDirectory) {
		t.Errorf("a directory: %v", err)
	}
	if err := atomicfile.Check(filepath.Join(dir, "none", "file")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
}
