//go:build unix

package baseline_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/errlint/errlint/internal/baseline"
)

// TestWritePipe checks that what is no regular file is not replaced by one.
func TestWritePipe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		got <- string(text)
	}()
	if err := baseline.New(sample).Write(file); err != nil {
		t.Fatal(err)
	}
	if text := <-got; text != sampleText {
		t.Errorf("text:\n%s", text)
	}
	if info, err := os.Stat(file); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is no longer one: %v, error %v", info.Mode(), err)
	}
}

// TestWriteUmask checks that a new file is readable for whom the user's other files are.
func TestWriteUmask(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	file := filepath.Join(t.TempDir(), baseline.Name)
	if err := baseline.New(nil).Write(file); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
}

func TestWriteReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write to any directory")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	err := baseline.New(nil).Write(filepath.Join(dir, baseline.Name))
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v is not fs.ErrPermission", err)
	}
}
