package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// floor reads and hashes the Go files of a module, but for tests, on all processors. A run that is to notice whatever has changed cannot
// do with less.
func floor(dir string) error {
	names := make(chan string, 1024)
	var (
		readers sync.WaitGroup
		mu      sync.Mutex
		failed  error
	)
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			for name := range names {
				text, err := os.ReadFile(name)
				sha256.Sum256(text)
				if err != nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
				}
			}
		})
	}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				names <- name
			}
		case name != dir && (strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") || d.Name() == "testdata"):
			return fs.SkipDir
		}
		return nil
	})
	close(names)
	readers.Wait()
	if err = errors.Join(err, failed); err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	return nil
}
