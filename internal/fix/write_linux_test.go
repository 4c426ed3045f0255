package fix_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/fix"
)

// TestWriteDenied checks that without permission nothing is lost and nothing is left over, and
// that the error says which files were written before.
func TestWriteDenied(t *testing.T) {
	base := t.TempDir()
	open := write(t, base, "open/p.go", "old")
	shut := write(t, base, "shut/p.go", "old")
	locked := write(t, base, "locked/p.go", "old")
	for name, mode := range map[string]fs.FileMode{
		filepath.Dir(filepath.Dir(base)): 0o755,
		filepath.Dir(base):               0o755,
		base:                             0o755,
		filepath.Dir(open):               0o777,
		open:                             0o666,
		filepath.Dir(shut):               0o555,
		shut:                             0o666,
		filepath.Dir(locked):             0o777,
		locked:                           0o444,
	} {
		if name == os.TempDir() {
			continue
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Dir(shut), 0o755) })
	file := func(name string) fix.File { return fix.File{Name: name, Old: []byte("old"), New: []byte("new")} }

	var (
		written []string
		err     error
	)
	attempt := func(names ...string) {
		var files []fix.File
		for _, name := range names {
			files = append(files, file(name))
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			// To root, everything is permitted; so this thread, which ends with the
			// goroutine, is somebody else as far as files are concerned.
			runtime.LockOSThread()
			if os.Geteuid() == 0 {
				if err = syscall.Setfsuid(65534); err != nil {
					return
				}
			}
			written, err = fix.Write(base, files)
		}()
		<-done
	}

	attempt(open, locked)
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), locked) || len(written) != 0 {
		t.Errorf("a file that may not be written: %v, wrote %v", err, written)
	}
	attempt(open, shut)
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), shut) {
		t.Errorf("a directory that may not be written: %v", err)
	}
	if diff := cmp.Diff([]string{open}, written); diff != "" {
		t.Error(diff)
	}
	want := map[string]string{"open/p.go": "new", "shut/p.go": "old", "locked/p.go": "old"}
	if diff := cmp.Diff(want, tree(t, base)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
