//go:build unix

package driver

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/cache"
)

// limitFileSize makes writes of this process fail beyond a size.
func limitFileSize(n uint64) error {
	if n == 0 {
		return nil
	}
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
}

// TestDiskFull has writes fail in the middle of a file, as on a disk that is full.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 40)
	want := throughJSON(t, p.want)
	for _, size := range []uint64{1, 100, 3000} {
		j := p.job()
		j.Cache = filepath.Join(t.TempDir(), "cache")
		j.FileSize = size
		rep := j.do(t)
		if diff := cmp.Diff(want, rep.Shown); diff != "" {
			t.Errorf("%d bytes: the result differs (-want +got):\n%s", size, diff)
		}
		if rep.CacheErr == "" {
			t.Errorf("%d bytes: nothing was too large", size)
		}
		p.cache = j.Cache
		p.run(fmt.Sprintf("after a limit of %d bytes", size))
	}
}

// TestSmallDisk has a disk that is full, where the system lets the test have one.
func TestSmallDisk(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 41)
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Logf("no disk of its own for the test (TestDiskFull is without): %v: %s", err, out)
		return
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	p.cache = filepath.Join(dir, "cache")
	full := false
	for range 5 {
		opts := p.set.options(p.root.module(), p.root.env(p.memory), new(atomic.Int32))
		opts.Cache = cache.Open(p.cache)
		if diff := cmp.Diff(p.want, see(mustRun(t, opts))); diff != "" {
			t.Fatalf("the result differs (-want +got):\n%s", diff)
		}
		full = full || opts.Cache.Err() != nil
		p.edit()
	}
	if !full {
		t.Error("the disk is too large")
	}
}
