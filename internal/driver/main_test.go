package driver

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

const (
	// Of testdata/gomemory, the go command with a memory.
	realGoVar = "ERRLINT_TEST_GO"     // the go command that stands behind it
	memoryVar = "ERRLINT_TEST_MEMORY" // the directory of what it said
	stateVar  = "ERRLINT_TEST_STATE"  // what it says depends on this and on the question

	childVar = "ERRLINT_TEST_CHILD" // what a child process is to do
)

// toolDir is a directory at the head of PATH.
var toolDir string

func TestMain(m *testing.M) {
	if text := os.Getenv(childVar); text != "" {
		os.Exit(child(text))
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
// that give it a memory, and stands aside for the others.
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
	cmd.Env = testEnv()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return os.Rename(name+".new", name)
})
