package gitbase

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// inTemp makes a directory of its own the one for temporary files.
func inTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(key, dir)
	}
	return dir
}

func exists(t *testing.T, name string) bool {
	t.Helper()
	_, err := os.Lstat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func TestTemp(t *testing.T) {
	parent := inTemp(t)
	a, err := NewTemp()
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewTemp()
	if err != nil {
		t.Fatal(err)
	}
	if a.Dir() == b.Dir() || filepath.Dir(a.Dir()) != parent {
		t.Errorf("directories %s and %s in %s", a.Dir(), b.Dir(), parent)
	}
	if info, err := os.Stat(a.Dir()); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
	if err := os.MkdirAll(filepath.Join(a.Dir(), "x", "y"), 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
	if exists(t, a.Dir()) || !exists(t, b.Dir()) {
		t.Error("Close has not removed its directory, or another one")
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// TestCloseWhileWriting checks that a program that is still writing, as
// the go command may be, does not keep the directory.
func TestCloseWhileWriting(t *testing.T) {
	inTemp(t)
	temp, err := NewTemp()
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(temp.Dir(), "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var written atomic.Int64
	for i := range 4 {
		wg.Go(func() {
			until := time.Now().Add(300 * time.Millisecond)
			for n := 0; time.Now().Before(until); n++ {
				if os.WriteFile(filepath.Join(sub, fmt.Sprint(i, "-", n)), nil, 0o644) == nil {
					written.Add(1)
				}
			}
		})
	}
	for written.Load() < 10 {
		time.Sleep(time.Millisecond)
	}
	if err := temp.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if exists(t, temp.Dir()) {
		t.Error("the directory is still there")
	}
}

// TestSweep checks that what killed runs have left behind goes, and nothing else does.
func TestSweep(t *testing.T) {
	parent := inTemp(t)
	elsewhere := t.TempDir()
	old := time.Now().Add(-25 * time.Hour)
	for name, kind := range map[string]string{
		".errlint-base-1-old":    "dir",
		".errlint-base-2-recent": "dir",
		".errlint-base-3-file":   "file",
		".errlint-base-4-link":   "link",
		"errlint-base-5":         "dir",
		".errlint-other-6":       "dir",
	} {
		name := filepath.Join(parent, name)
		var err error
		switch kind {
		case "dir":
			err = os.MkdirAll(filepath.Join(name, "inside"), 0o755)
		case "file":
			err = os.WriteFile(name, nil, 0o644)
		case "link":
			err = os.Symlink(elsewhere, name)
		}
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) != ".errlint-base-2-recent" && kind != "link" {
			if err := os.Chtimes(name, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	temp, err := NewTemp()
	if err != nil {
		t.Fatal(err)
	}
	defer temp.Close()
	for name, want := range map[string]bool{
		".errlint-base-1-old": false, ".errlint-base-2-recent": true, ".errlint-base-3-file": true, ".errlint-base-4-link": true,
		"errlint-base-5": true, ".errlint-other-6": true, filepath.Base(temp.Dir()): true,
	} {
		if got := exists(t, filepath.Join(parent, name)); got != want {
			t.Errorf("%s: is there: %v, want %v", name, got, want)
		}
	}
	if !exists(t, elsewhere) {
		t.Error("a symbolic link was followed")
	}
}

func TestNewTempErrors(t *testing.T) {
	parent := inTemp(t)
	for _, key := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(key, filepath.Join(parent, "none"))
	}
	if _, err := NewTemp(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v is not fs.ErrNotExist", err)
	}
}
