// Gomemory is the go command with a memory. Where the environment says what the answer depends on, it asks
// the same question only once: ERRLINT_TEST_STATE stands for the files, and ERRLINT_TEST_SETTINGS for go.mod and the
// like, which is all that what the go command says of itself depends on. So the differential tests of package driver can make
// thousands of steps, of which most change nothing that the go command has an eye for.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// An answer is what the go command said.
type answer struct {
	Code           int
	Stdout, Stderr []byte
}

func main() {
	cmd := exec.Command(os.Getenv("ERRLINT_TEST_GO"), os.Args[1:]...)
	memory, state := os.Getenv("ERRLINT_TEST_MEMORY"), os.Getenv("ERRLINT_TEST_STATE")
	// An overlay is a file of another name each time.
	if memory == "" || state == "" || slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-overlay") }) {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		os.Exit(exitCode(cmd.Run()))
	}
	if settings := os.Getenv("ERRLINT_TEST_SETTINGS"); settings != "" && ofItself(os.Args[1:]) {
		state = settings
	}
	name := filepath.Join(memory, question(state))
	a, ok := recall(name)
	if !ok {
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		a.Code = exitCode(cmd.Run())
		a.Stdout, a.Stderr = stdout.Bytes(), stderr.Bytes()
		remember(name, a)
	}
	os.Stdout.Write(a.Stdout)
	os.Stderr.Write(a.Stderr)
	os.Exit(a.Code)
}

// ofItself reports whether a question is not about packages: go env, and what go/packages asks for before it asks for packages.
func ofItself(args []string) bool {
	return len(args) > 0 && args[0] == "env" || slices.Equal(args, []string{"list", "-e", "-f", "{{context.ReleaseTags}}", "--", "unsafe"})
}

// question returns a name for all that the answer depends on.
func question(state string) string {
	wd, err := os.Getwd()
	if err != nil {
		wd = err.Error()
	}
	var vars []string
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO_") {
			vars = append(vars, v)
		}
	}
	slices.Sort(vars)
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q", slices.Concat([]string{state, wd}, os.Args[1:], vars))))
}

func recall(name string) (a answer, ok bool) {
	text, err := os.ReadFile(name)
	if err != nil {
		return a, false
	}
	return a, gob.NewDecoder(bytes.NewReader(text)).Decode(&a) == nil
}

// remember writes an answer as a whole or not at all: if that fails, it is asked for again.
func remember(name string, a answer) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(a); err != nil {
		return
	}
	temp := fmt.Sprint(name, ".", os.Getpid())
	if os.WriteFile(temp, b.Bytes(), 0o666) == nil {
		_ = os.Rename(temp, name)
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	fmt.Fprintln(os.Stderr, err)
	return 127
}
