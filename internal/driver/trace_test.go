package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/cache"
)

// hostile is a module that tries to have something run.
const hostile = `
-- m/go.mod --
module example.com/m

go 1.24

toolchain go1.999.0

require example.com/dep v0.0.0

replace example.com/dep => ../dep
-- m/a/a.go --
package a

// #cgo pkg-config: evil
// #cgo CFLAGS: -fplugin=./evil.so -B. -specs=evil
// #cgo LDFLAGS: -fuse-ld=./evil
// #include "/etc/passwd"
// #include "/proc/self/environ"
import "C"

//go:generate ./evil

import "example.com/dep"

// A is.
func A() error { C.f(); return dep.F() }
-- m/a/evil.c --
#include "/etc/shadow"
-- m/a/evil.s --
#include "/etc/shadow"
-- m/a/evil.swig --
%module evil
-- m/a/a_test.go --
package a

import "testing"

func TestMain(m *testing.M) { panic("run") }
-- m/main.go --
package main

import "example.com/m/a"

func main() { _ = a.A() }
-- m/.gitattributes --
* filter=evil diff=evil
-- dep/go.mod --
module example.com/dep

go 1.24
-- dep/dep.go --
package dep

// #cgo pkg-config: evil
// #include "/etc/passwd"
import "C"

// F is.
func F() error { C.g(); return nil }
-- bin/evil --
#!/bin/sh
exit 1
-- bin/pkg-config --
#!/bin/sh
exit 1
`

// TestRunsNothing traces which programs are run for a module that tries everything: the go command, its tools to the extent of
// telling their versions, and the C compiler to the extent of telling its own (for the go command identifies compiled packages of the standard library by that, too).
func TestRunsNothing(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("ERRLINT_TEST_HOSTILE"); dir != "" {
		opts := Options{Dir: dir, Env: append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local", "CGO_ENABLED=1"), Tests: true, Analyzers: errlint.Analyzers(errlint.Config{}), Cache: cache.Open(filepath.Join(filepath.Dir(dir), "cache"))}
		res := mustRun(t, opts)
		if res.Packages != 2 || res.WithoutC != 1 || len(res.Problems) > 0 {
			t.Errorf("%+v", res)
		}
		return
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("there is no strace")
	}
	dir := extract(t, txtar.Parse([]byte(hostile)))
	bin := filepath.Join(dir, "bin")
	for _, name := range []string{"evil", "pkg-config"} {
		if err := os.Chmod(filepath.Join(bin, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	m := filepath.Join(dir, "m")
	evil := filepath.Join(bin, "evil")
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", m}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args, err, out)
		}
	}
	git("init", "-q")
	git("-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "first")
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "diff.external", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv"} {
		git("config", key, evil)
	}
	goRoot := goroot()
	go1 := filepath.Join(goRoot, "bin", "go")
	for _, what := range []string{"first run", "nothing changed", "edited"}[:rounds(1, 3)] {
		if what == "edited" {
			if err := os.WriteFile(filepath.Join(m, "a", "more.go"), []byte("package a\n\nimport _ \"os/user\"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		log := filepath.Join(dir, "log")
		cmd := exec.Command(strace, "-f", "--seccomp-bpf", "-qq", "-s", "4096", "-e", "trace=execve,execveat", "-e", "signal=none", "-o", log, os.Args[0], "-test.run=^TestRunsNothing$", "-test.count=1")
		cmd.Env = append(os.Environ(), "ERRLINT_TEST_HOSTILE="+m, "GOCACHE="+filepath.Join(dir, "gocache"), "GODEBUG=asyncpreemptoff=1", // each preemption is a signal, and stops for strace
			"PATH="+bin+string(filepath.ListSeparator)+filepath.Dir(go1)+string(filepath.ListSeparator)+os.Getenv("PATH"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", what, err, out)
		}
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		goes := 0
		for _, m := range regexp.MustCompile(`(?m)exec[a-z]*\((?:AT_FDCWD, )?"([^"]*)", \[(.*?)\].*= 0$`).FindAllStringSubmatch(string(text), -1) {
			program, args := m[1], strings.Split(m[2], ", ")
			version := slices.Equal(args[1:], []string{`"-V=full"`})
			compiler := slices.Equal(args[1:], []string{`"-###"`, `"-x"`, `"c"`, `"-c"`, `"-"`})
			switch {
			case program == os.Args[0] || filepath.Base(program) == "git":
			case program == go1:
				goes++
			case strings.HasPrefix(program, filepath.Join(goRoot, "pkg", "tool")) && version:
			case compiler && !strings.HasPrefix(program, dir):
			default:
				t.Errorf("%s: it runs %s", what, m[0])
			}
		}
		if goes == 0 {
			t.Errorf("%s: the trace does not have the go command:\n%s", what, text)
		}
	}
}
