package driver

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
)

const (
	// Of testdata/gomemory, the go command with a memory.
	realGoVar = "ERRLINT_TEST_GO"       // the go command that stands behind it
	memoryVar = "ERRLINT_TEST_MEMORY"   // the directory of what it said
	stateVar  = "ERRLINT_TEST_STATE"    // what it says depends on this and on the question
	ownVar    = "ERRLINT_TEST_SETTINGS" // what it says of itself depends on this only
	othersVar = "ERRLINT_TEST_OTHERS"   // what it says of packages of other modules depends on this only
	rootVar   = "ERRLINT_TEST_ROOT"     // the directory that it may be in again under another name
	stdVar    = "ERRLINT_TEST_STD"      // the directory of what it said of the standard library

	childVar = "ERRLINT_TEST_CHILD" // what a child process is to do
)

// full is set in CI. What is long is otherwise cut short: a sample of it runs.
var full = flag.Bool("full", false, "run all of the long tests")

// sample returns n items of a list, from the one on that a seed says; with -full all of them.
func sample[T any](list []T, n, seed int) []T {
	if *full || len(list) <= n {
		return list
	}
	out := make([]T, 0, n)
	for i := range n {
		out = append(out, list[(seed+i*len(list)/n)%len(list)])
	}
	return out
}

// rounds returns how often something is to be done: more often with -full.
func rounds(few, many int) int {
	if *full {
		return many
	}
	return few
}

// toolDir is a directory at the head of PATH.
var toolDir string

func TestMain(m *testing.M) {
	if text := os.Getenv(childVar); text != "" {
		os.Exit(child(text))
	}
	// Heaps are small and die soon, of these tests as of the go commands that they start.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		os.Setenv("GOGC", "400")
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	var err error
	if toolDir, err = os.MkdirTemp("", "errlint-test"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(toolDir)
	if real, err := exec.LookPath("go"); err == nil {
		os.Setenv(realGoVar, real)
		os.Setenv("PATH", toolDir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	return m.Run()
}

// goMemory puts the go command with a memory into PATH, where it is the go command for those tests
// that give it a memory, and knows for the others what it said of the standard library.
var goMemory = sync.OnceValue(func() error {
	real := os.Getenv(realGoVar)
	if real == "" {
		return errors.New("there is no go command")
	}
	name := filepath.Join(toolDir, "go")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	cmd := exec.Command(real, "build", "-o", name+".new", "./testdata/gomemory")
	cmd.Env = offline()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return os.Rename(name+".new", name)
})
