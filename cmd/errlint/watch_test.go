package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A transcript is what a command writes while it runs.
type transcript struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (tr *transcript) Write(p []byte) (int, error) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.buf.Write(p)
}

func (tr *transcript) String() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.buf.String()
}

// next waits until all the texts have been written since the last call, in any order, and forgets what was.
func (tr *transcript) next(t *testing.T, want ...string) {
	t.Helper()
	for range 1200 {
		text := tr.String()
		found := true
		for _, w := range want {
			found = found && strings.Contains(text, w)
		}
		if found {
			tr.mu.Lock()
			tr.buf.Reset()
			tr.mu.Unlock()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("never %q in:\n%s", want, tr)
}

// TestWatch edits, saves, breaks and mends files while the command watches them.
func TestWatch(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", modFile)
	write("m.go", openGo)
	write("other/other.go", otherGo)
	var stdout, stderr transcript
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int)
	go func() {
		code <- run(ctx, []string{"watch"}, host{
			stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
			env: append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=", "GOENV=off", "GOTOOLCHAIN=local",
				"ERRLINT_CACHE="+filepath.Join(t.TempDir(), "cache"), "PWD="+dir),
			getwd: func() (string, error) { return dir, nil },
		})
	}()
	stdout.next(t, "other/other.go:10:34: fmt.Errorf formats err with %v", "1 finding in 2 packages\n")
	write("m.go", strings.Replace(openGo, "%w", "%v", 1))
	stdout.next(t, "m.go:11:33: fmt.Errorf formats err with %v", "2 findings in 2 packages: 1 new, 0 gone\n")
	write("m.go", openGo+"func {\n") // what was found in it is not gone
	stderr.next(t, "m.go:15:6: ")
	stdout.next(t, ": 0 new, 0 gone\n")
	write("m.go", openGo)
	stdout.next(t, "gone: m.go:11:33: fmt.Errorf", ": 0 new, 1 gone\n")
	write("new/deep/deep.go", strings.Replace(otherGo, "package other", "package deep", 1))
	stdout.next(t, "new/deep/deep.go:10:34: ", ": 1 new, 0 gone\n")
	write(".errlint.yml", "disable: [wrapcuase]\n")
	stderr.next(t, ".errlint.yml:1:", "wrapcuase")
	write(".errlint.yml", "disable: [wrapcause]\n")
	stdout.next(t, "no findings in 3 packages: 0 new, 2 gone\n")
	cancel()
	select {
	case c := <-code:
		if c != exitClean {
			t.Errorf("exit code %d", c)
		}
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
}
