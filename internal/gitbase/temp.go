package gitbase

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	// tempPrefix begins the names of temporary directories. The go command does
	// not look into directories whose names begin with a dot: should one come to be inside of
	// a module, it is not part of it.
	tempPrefix = ".errlint-base-"

	// tempAge is the age of a temporary directory from which on the run that has made it
	// is considered dead.
	tempAge = 24 * time.Hour

	// closePatience is how long Close tries to remove a temporary directory.
	closePatience = 3 * time.Second
)

// A Temp is a temporary directory.
type Temp struct {
	dir    string
	remove func() error // once
}

// NewTemp makes a temporary directory that only this user can read. It
// also removes those that killed runs have left behind.
func NewTemp() (*Temp, error) {
	parent, err := filepath.EvalSymlinks(os.TempDir())
	if err == nil {
		parent, err = filepath.Abs(parent)
	}
	if err != nil {
		return nil, fmt.Errorf("make a temporary directory: %w", err)
	}
	sweep(parent, time.Now())
	dir, err := os.MkdirTemp(parent, tempPrefix+"*")
	if err != nil {
		return nil, fmt.Errorf("make a temporary directory: %w", err)
	}
	return &Temp{dir, sync.OnceValue(func() error { return remove(dir) })}, nil
}

// Dir returns the directory: absolute, without symbolic links.
func (t *Temp) Dir() string { return t.dir }

// Close removes the directory and its contents. A program that still runs
// there, as the go command may for a moment after it was told to stop, can keep it from
// being removed: Close tries for some seconds. Further calls wait for the first one,
// and return its error.
func (t *Temp) Close() error { return t.remove() }

func remove(dir string) error {
	deadline := time.Now().Add(closePatience)
	for pause := time.Millisecond; ; pause *= 2 {
		err := os.RemoveAll(dir)
		if err == nil {
			return nil
		}
		if !time.Now().Add(pause).Before(deadline) {
			return fmt.Errorf("remove the temporary directory: %w", err)
		}
		time.Sleep(pause)
	}
}

// sweep removes directories that dead runs have left behind. Those that cannot be removed
// belong to another user.
func sweep(parent string, now time.Time) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), tempPrefix) || !e.IsDir() {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > tempAge {
			os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}
