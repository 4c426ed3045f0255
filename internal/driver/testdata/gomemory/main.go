// Gomemory is the go command with a memory. Where the environment says what the answer depends on, it asks
// the same question only once: ERRLINT_TEST_STATE stands for the files, and ERRLINT_TEST_SETTINGS for go.mod and the
// like, which is all that what the go command says of itself depends on. So the differential tests of package driver can make
// thousands of steps, of which most change nothing that the go command has an eye for. ERRLINT_TEST_OTHERS stands for all that answers depend on which
// are about packages of other modules, and ERRLINT_TEST_ROOT is the directory that the files may be in again under another name.
//
// What it says of the standard library, which is most of the work, it keeps in the directory ERRLINT_TEST_STD, for all modules.
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
	memory, state, root := os.Getenv("ERRLINT_TEST_MEMORY"), os.Getenv("ERRLINT_TEST_STATE"), os.Getenv("ERRLINT_TEST_ROOT")
	wd, err := os.Getwd()
	if err != nil {
		memory = ""
	} else if std := os.Getenv("ERRLINT_TEST_STD"); std != "" && all(os.Args[1:], standard) {
		memory, state, root = std, "std", wd
		if !slices.Contains(os.Args, "-n") { // which is asked for when go.mod is known to be sound
			state = modulesOf(wd)
		}
	} else if others := os.Getenv("ERRLINT_TEST_OTHERS"); others != "" && all(os.Args[1:], elsewhere) {
		state = others
	} else if settings := os.Getenv("ERRLINT_TEST_SETTINGS"); settings != "" && ofItself(os.Args[1:]) {
		state = settings
	}
	// An overlay is a file of another name each time.
	if memory == "" || state == "" || slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-overlay") }) {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		os.Exit(exitCode(cmd.Run()))
	}
	name := filepath.Join(memory, question(state, wd, root))
	a, ok := recall(name)
	if !ok {
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		a.Code = exitCode(cmd.Run())
		a.Stdout, a.Stderr = placed(stdout.Bytes(), root, rootName), placed(stderr.Bytes(), root, rootName)
		remember(name, a)
	}
	os.Stdout.Write(placed(a.Stdout, rootName, root))
	os.Stderr.Write(placed(a.Stderr, rootName, root))
	os.Exit(a.Code)
}

// ofItself reports whether a question is not about packages: go env, and what go/packages asks for before it asks for packages.
func ofItself(args []string) bool {
	return len(args) > 0 && args[0] == "env" || slices.Equal(args, []string{"list", "-e", "-f", "{{context.ReleaseTags}}", "--", "unsafe"})
}

// all reports whether a question is about packages whose paths f accepts, and nothing else.
func all(args []string, f func(path string) bool) bool {
	i := slices.Index(args, "--")
	return i > 0 && i < len(args)-1 && args[0] == "list" && !slices.ContainsFunc(args[i+1:], func(path string) bool { return !f(path) })
}

// standard reports whether a path is one of the standard library: not a directory, nor of a module, nor a query.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first != "" && !strings.ContainsAny(first, ".=:")
}

// elsewhere reports whether a path is one of the standard library, or of a module beside the one that is tested.
func elsewhere(path string) bool {
	return standard(path) || !strings.HasPrefix(path, ".") && !strings.HasPrefix(path, "/") && !strings.HasPrefix(path+"/", "example.com/m/") && !strings.Contains(path, "...")
}

// modulesOf returns what the files say by which the go command chooses modules in a directory.
func modulesOf(dir string) string {
	h := sha256.New()
	for up := ""; up != dir; dir = filepath.Dir(dir) {
		for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum", filepath.Join("vendor", "modules.txt")} {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
				fmt.Fprintf(h, "%s %q\n", name, text)
			}
		}
		up = dir
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// rootName stands for the root where nothing depends on its name.
const rootName = "\x00root\x00"

func placed(text []byte, from, to string) []byte {
	if from == "" || to == "" {
		return text
	}
	return bytes.ReplaceAll(text, []byte(from), []byte(to))
}

// question returns a name for all that the answer depends on.
func question(state, wd, root string) string {
	about := append([]string{state, wd}, os.Args[1:]...)
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO_") || strings.HasPrefix(v, "CC=") {
			about = append(about, v)
		}
	}
	slices.Sort(about[2+len(os.Args[1:]):])
	return fmt.Sprintf("%x", sha256.Sum256(placed(fmt.Appendf(nil, "%q", about), root, rootName)))
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
