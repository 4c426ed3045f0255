package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cache"
)

// TestFarPackages checks that the analysis of a package finds the external packages that only others import, wherever
// the types of these come from.
func TestFarPackages(t *testing.T) {
	t.Parallel()
	proxy, err := downloads()
	if err != nil {
		t.Fatal(err)
	}
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
	write("go.mod", "module example.com/m\n\ngo 1.24\n\nrequire "+genVer+" v1.1.0\n")
	write("near/near.go", "package near\n\nimport (\n\t\""+genVer+"\"\n\t\"io/fs\"\n)\n\nfunc Near() error { return ver.ErrVer }\n\nfunc Other() int { return int(fs.ModeDir) }\n")
	for i := range 10 {
		write(fmt.Sprintf("p%d/p.go", i), "package p\n")
	}
	const top = "package top\n\nimport \"example.com/m/near\"\n\nvar _ = near.Other()\n\n"

	// The packages that are found by a walk through the imports, if more is known of them than that they exist.
	far := &analysis.Analyzer{Name: "far", Doc: "tells what is there", Run: func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "top" {
			var found []string
			for _, near := range pass.Pkg.Imports() {
				for _, imp := range near.Imports() {
					found = append(found, fmt.Sprint(imp.Path(), " ", imp.Complete()))
				}
			}
			reportPackage(pass, strings.Join(found, ", "))
		}
		return nil, nil
	}}
	opts := Options{
		Dir: dir,
		Env: testEnv("GOPROXY=file://"+filepath.ToSlash(filepath.Join(proxy, "proxy")), "GOMODCACHE="+filepath.Join(proxy, "mod"),
			"GOSUMDB=off", "GONOSUMDB=*", "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0"),
		Analyzers: []*analysis.Analyzer{markAnalyzer, far},
		Cache:     cache.Open(t.TempDir()),
	}
	want := []string{"example.com/m/top: " + genVer + " true, io/fs true"}
	write("top/top.go", top)
	for i, test := range []struct{ what, text string }{
		{"all are new", ""},
		{"the declarations of what it imports are read from source", "// F is.\nfunc F() {}\n"},
		{"and kept", "// F is.\nfunc F() { _ = 1 }\n"},
	} {
		write("top/top.go", top+test.text)
		got, problems := messages(mustRun(t, opts))
		got = slices.DeleteFunc(got, func(msg string) bool { return !strings.Contains(msg, "io/fs") })
		if !slices.Equal(got, want) || len(problems) > 0 {
			t.Errorf("%d: %s: found %q, want %q; problems: %q", i, test.what, got, want, problems)
		}
	}
}
