package errlint

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const module = "github.com/errlint/errlint"

// importsOf returns what the Go files of each directory import, less tests, by the
// directory's name relative to the root, with slashes.
func importsOf(t *testing.T) map[string][]string {
	t.Helper()
	imports := make(map[string][]string)
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if name == "testdata" || len(name) > 1 && strings.HasPrefix(name, ".") {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != "." {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(file))
		for _, spec := range f.Imports {
			imports[dir] = append(imports[dir], strings.Trim(spec.Path.Value, `"`))
		}
		if imports[dir] == nil {
			imports[dir] = []string{}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}

// TestImports checks that imports go one way: the command and the plugin import the root,
// that the rules, those what is internal.
func TestImports(t *testing.T) {
	below := func(dir, top string) bool { return dir == top || strings.HasPrefix(dir, top+"/") }
	for dir, imports := range importsOf(t) {
		for _, path := range imports {
			to, own := strings.CutPrefix(path, module)
			to = strings.TrimPrefix(to, "/")
			first, _, _ := strings.Cut(path, "/")
			switch {
			case below(dir, "passes") && !own && strings.Contains(first, ".") && !strings.HasPrefix(path, "golang.org/x/tools/"):
				t.Errorf("%s imports %s, and not x/tools and this module alone", dir, path)
			case !own:
			case below(dir, "passes") && !below(to, "internal"),
				below(dir, "passes") && slices.Contains([]string{"driver", "cache", "printer", "fix", "baseline", "gitbase"}, strings.TrimPrefix(to, "internal/")),
				below(dir, "internal") && !below(to, "internal"),
				dir == "." && !below(to, "passes") && !below(to, "internal"):
				t.Errorf("%s imports %s, against the direction", dir, path)
			case below(to, "cmd") || below(to, "gclplugin"):
				t.Errorf("%s imports %s, which nothing is to depend on", dir, path)
			}
		}
	}
}

// TestKernel checks that rules ask the kernel and its domains where values come from: that they know nothing of the instructions
// by which values are merged and stored, and solve no equations of their own.
func TestKernel(t *testing.T) {
	files, err := filepath.Glob("passes/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("files of rules: %v, error %v", files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\bssa\.(Phi|Store)\b|\bflow\.(NewSolver|Solver|Equations)\b`).FindAll(src, -1) {
			t.Errorf("%s has %s", file, m)
		}
	}
}

// TestArchitecture checks that ARCHITECTURE.md names each package that is there, and no
// file and no test that is not.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for dir := range importsOf(t) {
		if strings.HasPrefix(dir, "internal/") && strings.Count(dir, "/") == 1 && !strings.Contains(page, "[`"+dir+"`]") {
			t.Errorf("ARCHITECTURE.md does not name %s", dir)
		}
	}
	for _, name := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(path.Clean(m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	_, held, _ := strings.Cut(page, "\n## What must stay true\n")
	tests := make(map[string]bool)
	err = filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		src, err := os.ReadFile(file)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(src), -1) {
			tests[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(held, -1)
	if len(named) < 20 {
		t.Errorf("ARCHITECTURE.md names %d tests only", len(named))
	}
	for _, m := range named {
		if !tests[m[1]] {
			t.Errorf("ARCHITECTURE.md: there is no test %s", m[1])
		}
	}
}

// TestFactTypes checks that no fact holds a position or a map: their encoding must be
// the same each time, and the same wherever the code stands.
func TestFactTypes(t *testing.T) {
	facts := 0
	seen := make(map[*analysis.Analyzer]bool)
	list := Analyzers(Config{Preview: true})
	for len(list) > 0 {
		a := list[0]
		list = list[1:]
		if seen[a] {
			continue
		}
		seen[a] = true
		list = append(list, a.Requires...)
		for _, f := range a.FactTypes {
			if !strings.HasPrefix(reflect.TypeOf(f).Elem().PkgPath(), module) {
				continue
			}
			facts++
			types := []reflect.Type{reflect.TypeOf(f).Elem()}
			known := make(map[reflect.Type]bool)
			for len(types) > 0 {
				typ := types[0]
				types = types[1:]
				if known[typ] {
					continue
				}
				known[typ] = true
				switch {
				case typ == reflect.TypeFor[token.Pos](), typ == reflect.TypeFor[token.Position](), typ.Kind() == reflect.Map, typ.Kind() == reflect.Interface:
					t.Errorf("the fact %T of %s holds a %v", f, a.Name, typ)
				case typ.Kind() == reflect.Struct:
					for field := range typ.Fields() {
						if field.IsExported() {
							types = append(types, field.Type)
						}
					}
				case typ.Kind() == reflect.Slice, typ.Kind() == reflect.Array, typ.Kind() == reflect.Pointer:
					types = append(types, typ.Elem())
				}
			}
		}
	}
	if facts < 5 {
		t.Errorf("there are %d facts only", facts)
	}
}
