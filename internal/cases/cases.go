// Package cases loads the cases of the rules and compares what is found there with what is expected, for the tests.
package cases

import (
	"go/build"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A test of a rule holds what it loads to its end: a fifth of its time would go into collecting what is no garbage.
// Where memory is short, the usual pace is taken up again.
var _ = func() int {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return 0
	}
	debug.SetMemoryLimit(1 << 30)
	return debug.SetGCPercent(400)
}()

// Dir returns the directory testdata at the root of the module that the test is in.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata")
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("the test is in no module")
		}
		dir = up
	}
}

// GOROOT returns the directory of the Go distribution, and sees to it that packages go/build and go/importer know it: they do not in tests that are built
// with -trimpath.
func GOROOT(t testing.TB) string {
	t.Helper()
	root, err := goroot()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

var goroot = sync.OnceValues(func() (string, error) {
	if build.Default.GOROOT == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return "", err
		}
		build.Default.GOROOT = strings.TrimSpace(string(out))
	}
	return build.Default.GOROOT, nil
})

// A Setting is a rule with some options, and the packages that are its cases.
type Setting struct {
	analyzer *analysis.Analyzer
	packages []string
}

// Of returns the setting of a rule and of packages, by their import paths.
func Of(a *analysis.Analyzer, packages ...string) Setting { return Setting{a, packages} }

// Merge returns an analyzer that runs on each package what the package is listed with, and the packages, for Run, so that they are loaded once.
// The settings are of one rule. A package that is not listed, and imported by one that is, has the setting of the nearest directory
// above it that is listed, or else the first one.
func Merge(t testing.TB, settings ...Setting) (a *analysis.Analyzer, packages []string) {
	t.Helper()
	first := settings[0].analyzer
	of := make(map[string]*analysis.Analyzer)
	for _, s := range settings {
		if s.analyzer.Name != first.Name || !slices.Equal(s.analyzer.Requires, first.Requires) {
			t.Fatalf("%s and %s are two rules, or require different analyzers", s.analyzer, first)
		}
		for _, p := range s.packages {
			if of[p] != nil {
				t.Fatalf("%s is listed twice", p)
			}
			of[p] = s.analyzer
			packages = append(packages, p)
		}
	}
	merged := *first
	merged.Run = func(pass *analysis.Pass) (any, error) {
		for p := pass.Pkg.Path(); p != "."; p = path.Dir(p) {
			if a := of[p]; a != nil {
				return a.Run(pass)
			}
		}
		return first.Run(pass)
	}
	return &merged, packages
}
