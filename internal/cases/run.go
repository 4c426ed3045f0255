package cases

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/scanner"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	udiff "github.com/aymanbagabas/go-udiff"
	gocmp "github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/worklist"
)

// Load loads packages of a GOPATH, or of the module in dir, with their tests. They, and what they import of their like, are loaded from source; the standard
// library is, as in a run of errlint, what export data says of it. It takes a tenth of the time that package analysistest needs, which has the standard
// library type-checked from source for analyzers that do not look at it.
func Load(dir string, patterns ...string) ([]*packages.Package, error) {
	env := append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off")
	src := filepath.Join(dir, "src")
	all := patterns
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		env = append(os.Environ(), "GO111MODULE=on", "GOPROXY=off", "GOWORK=off")
	} else if all, err = withImports(src, patterns); err != nil {
		return nil, err
	}
	config := &packages.Config{
		Mode:       packages.LoadSyntax | packages.NeedModule | packages.NeedExportFile,
		Dir:        dir,
		Env:        env,
		BuildFlags: []string{"-n"}, // compile nothing, but say what there is
		Tests:      true,
	}
	loaded, err := packages.Load(config, all...)
	if err != nil {
		return nil, err
	}
	if missing := withoutExports(loaded, dir); len(missing) > 0 { // a new machine
		build := *config
		build.Mode, build.BuildFlags, build.Tests = packages.NeedExportFile, nil, false
		if _, err := packages.Load(&build, missing...); err != nil {
			return nil, err
		}
		if loaded, err = packages.Load(config, all...); err != nil {
			return nil, err
		}
	}
	var roots []*packages.Package
	own := make(map[*packages.Package]bool)
	for _, pkg := range loaded {
		own[pkg] = true
		if pkg.Name == "" {
			return nil, fmt.Errorf("%s cannot be loaded: %v", pkg.PkgPath, pkg.Errors)
		}
		if strings.HasSuffix(pkg.ID, ".test") {
			continue // what go test would make of it
		}
		path := strings.TrimSuffix(pkg.PkgPath, "_test")
		if len(all) == len(patterns) || slices.ContainsFunc(patterns, func(p string) bool { return covers(p, path) }) {
			roots = append(roots, pkg)
		}
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("no packages match %q", patterns)
	}
	for _, pkg := range loaded {
		for path, imported := range pkg.Imports {
			if imported.Types == nil || !own[imported] && strings.HasPrefix(imported.Dir, src) {
				return nil, fmt.Errorf("%s imports %s, which is not loaded from source", pkg.PkgPath, path)
			}
		}
		// No analyzer runs where there is no syntax.
		pkg.Imports = maps.Clone(pkg.Imports)
		maps.DeleteFunc(pkg.Imports, func(_ string, imported *packages.Package) bool { return !own[imported] })
	}
	return roots, nil
}

// withoutExports returns the import paths of what packages need of the standard library, outside of dir, that the go command has not compiled. From source, those
// with cgo do not type-check.
func withoutExports(pkgs []*packages.Package, dir string) (paths []string) {
	packages.Visit(pkgs, nil, func(pkg *packages.Package) {
		if pkg.ExportFile == "" && pkg.PkgPath != "unsafe" && pkg.Module == nil && !strings.HasPrefix(pkg.Dir, dir) {
			paths = append(paths, pkg.PkgPath)
		}
	})
	return paths
}

// covers reports whether a pattern, which is an import path or ends in "/...", matches an import path.
func covers(pattern, path string) bool {
	root, tree := strings.CutSuffix(pattern, "/...")
	return path == root || tree && strings.HasPrefix(path, root+"/")
}

// withImports returns patterns, and the import paths of packages below src that those which they match depend on.
func withImports(src string, patterns []string) ([]string, error) {
	all := worklist.Of(patterns...)
	for pattern := range all.All() {
		root, tree := strings.CutSuffix(pattern, "/...")
		top := filepath.Join(src, filepath.FromSlash(root))
		err := filepath.WalkDir(top, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && file != top && !tree:
				return filepath.SkipDir
			case d.IsDir() || filepath.Ext(file) != ".go":
				return nil
			}
			syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				return nil // that is for who loads it to say
			}
			for _, spec := range syntax.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				if slices.ContainsFunc(patterns, func(p string) bool { return covers(p, path) }) {
					continue
				}
				if info, err := os.Stat(filepath.Join(src, filepath.FromSlash(path))); err == nil && info.IsDir() {
					all.Push(path)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return slices.Collect(all.All()), nil
}

// T is what Run needs of a test.
type T interface {
	Errorf(format string, args ...any)
}

// A Result is what became of the analysis of a package.
type Result struct {
	*checker.Action
	Pass *analysis.Pass // nil if it did not come to that
}

// Run runs an analyzer on packages as Load loads them, and checks that diagnostics and facts are those that "// want" comments expect, which are written as
// for package analysistest.
func Run(t T, dir string, a *analysis.Analyzer, patterns ...string) []*Result {
	pkgs, err := Load(dir, patterns...)
	if err != nil {
		t.Errorf("loading %q: %v", patterns, err)
		return nil
	}
	var passes sync.Map // from types.Package
	noted := *a
	noted.Run = func(pass *analysis.Pass) (any, error) {
		passes.Store(pass.Pkg, pass)
		return a.Run(pass)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{&noted}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Errorf("%v", err)
		return nil
	}
	var results []*Result
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("analyzing %s: %v %v", act, act.Err, act.Package.Errors)
		} else {
			check(t, act)
		}
		pass, _ := passes.Load(act.Package.Types)
		noted, _ := pass.(*analysis.Pass)
		results = append(results, &Result{act, noted})
	}
	return results
}

// A line is a line of a file.
type line struct {
	file   string
	number int
}

func (l line) String() string { return fmt.Sprintf("%s:%d", l.file, l.number) }

// An expectation is a diagnostic, or a fact of a declaration with a name; that of the package is one of "package".
type expectation struct {
	fact string // the name; "": a diagnostic
	text *regexp.Regexp
}

// check compares diagnostics and facts with what is expected.
func check(t T, act *checker.Action) {
	fset := act.Package.Fset
	want := make(map[line][]expectation)
	for _, file := range act.Package.Syntax {
		for _, group := range file.Comments {
			for _, c := range group.List {
				text := strings.TrimSuffix(c.Text[len("//"):], "*/")
				if i := strings.Index(text, "// want"); i >= 0 { // in another comment
					text = text[i+len("//"):]
				}
				text, ok := strings.CutPrefix(strings.TrimSpace(text), "want")
				if !ok {
					continue
				}
				at := fset.Position(c.Pos())
				delta, expected, err := expectations(text)
				if err != nil {
					t.Errorf("%v: %v", at, err)
				}
				l := line{at.Filename, at.Line + delta}
				want[l] = append(want[l], expected...)
			}
		}
	}
	got := func(at token.Position, fact, text string) {
		l := line{at.Filename, at.Line}
		for i, e := range want[l] {
			if e.fact == fact && e.text.MatchString(text) {
				want[l] = slices.Delete(want[l], i, i+1)
				return
			}
		}
		t.Errorf("%v: unexpected: %s %s", at, fact, text)
	}
	for _, d := range act.Diagnostics {
		got(fset.Position(d.Pos), "", d.Message)
	}
	for _, f := range act.AllPackageFacts() {
		if f.Package == act.Package.Types {
			got(token.Position{Filename: fset.Position(act.Package.Syntax[0].Pos()).Filename, Line: 1, Column: 1}, "package", fmt.Sprint(f))
		}
	}
	facts := act.AllObjectFacts()
	slices.SortStableFunc(facts, func(x, y analysis.ObjectFact) int { return cmp.Compare(x.Object.Pos(), y.Object.Pos()) })
	for _, f := range facts {
		if f.Object.Pkg() == act.Package.Types {
			got(fset.Position(f.Object.Pos()), f.Object.Name(), fmt.Sprint(f.Fact))
		}
	}
	for _, l := range slices.SortedFunc(maps.Keys(want), func(x, y line) int {
		return cmp.Or(strings.Compare(x.file, y.file), cmp.Compare(x.number, y.number))
	}) {
		for _, e := range want[l] {
			t.Errorf("%v: there is nothing that matches: %s %#q", l, e.fact, e.text)
		}
	}
}

// expectations reads what follows "want": regular expressions as Go strings, with the name and a colon before that of a fact; and before all of them, if they are
// for another line, by how many it is below this one.
func expectations(text string) (delta int, all []expectation, err error) {
	s := new(scanner.Scanner).Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanStrings | scanner.ScanRawStrings | scanner.ScanInts
	s.Error = func(_ *scanner.Scanner, msg string) { err = fmt.Errorf("want%s: %s", text, msg) }
	fact := ""
	for err == nil {
		switch tok := s.Scan(); tok {
		case scanner.EOF:
			return delta, all, nil
		case '+':
			s.Scan()
			delta, err = strconv.Atoi(s.TokenText())
		case scanner.Ident:
			if fact = s.TokenText(); s.Scan() != ':' {
				err = fmt.Errorf("want%s: no colon behind %s", text, fact)
			}
		case scanner.String, scanner.RawString:
			var e expectation
			pattern, _ := strconv.Unquote(s.TokenText()) // the scanner has seen to it
			if e.text, err = regexp.Compile(pattern); err == nil {
				e.fact, fact = fact, ""
				all = append(all, e)
			}
		default:
			err = fmt.Errorf("want%s: unexpected %s", text, scanner.TokenString(tok))
		}
	}
	return 0, nil, err
}

// RunWithFixes is Run, and compares what fixes make of each file with FILE.golden: a text, or an archive with one for each message of a fix. What two fixes do
// in the same way, such as to import a package, is done once. Nothing is done to generated files.
func RunWithFixes(t T, dir string, a *analysis.Analyzer, patterns ...string) []*Result {
	results := Run(t, dir, a, patterns...)
	for _, act := range results {
		fset := act.Package.Fset
		generated := make(map[*token.File]bool)
		for _, file := range act.Package.Syntax {
			generated[fset.File(file.FileStart)] = ast.IsGenerated(file)
		}
		edits := make(map[string]map[string][]udiff.Edit) // by file and message
		for _, d := range act.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				if slices.ContainsFunc(fix.TextEdits, func(e analysis.TextEdit) bool { return generated[fset.File(e.Pos)] }) {
					continue
				}
				for _, e := range fix.TextEdits {
					file := fset.File(e.Pos)
					if edits[file.Name()] == nil {
						edits[file.Name()] = make(map[string][]udiff.Edit)
					}
					end := e.End
					if !end.IsValid() {
						end = e.Pos
					}
					edits[file.Name()][fix.Message] = append(edits[file.Name()][fix.Message], udiff.Edit{Start: file.Offset(e.Pos), End: file.Offset(end), New: string(e.NewText)})
				}
			}
		}
		for _, file := range slices.Sorted(maps.Keys(edits)) {
			golden, err := txtar.ParseFile(file + ".golden")
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			if len(golden.Files) == 0 {
				compare(t, file, "all fixes", slices.Concat(slices.Collect(maps.Values(edits[file]))...), golden.Comment)
			}
			for _, section := range golden.Files {
				compare(t, file, section.Name, edits[file][section.Name], section.Data)
			}
		}
	}
	return results
}

// withoutUnused formats a file without the imports that it does not use, as those do who apply fixes.
func withoutUnused(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, spec := range slices.Clone(file.Imports) {
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if path, _ := strconv.Unquote(spec.Path.Value); !astutil.UsesImport(file, path) {
			astutil.DeleteNamedImport(fset, file, name, path)
		}
	}
	var out bytes.Buffer
	err = format.Node(&out, fset, file)
	return out.Bytes(), err
}

// compare compares what edits make of a file with what is wanted.
func compare(t T, file, what string, edits []udiff.Edit, want []byte) {
	old, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	slices.SortFunc(edits, func(x, y udiff.Edit) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), strings.Compare(x.New, y.New))
	})
	edits = slices.Compact(edits)
	if len(edits) == 0 {
		t.Errorf("%s: %s: there is no such fix", file, what)
		return
	}
	fixed, err := udiff.ApplyBytes(old, edits)
	if err != nil {
		t.Errorf("%s: %s: %v", file, what, err)
		return
	}
	if fixed, err = withoutUnused(fixed); err != nil {
		t.Errorf("%s: %s: %v", file, what, err)
		return
	}
	if want, err = format.Source(want); err != nil {
		t.Errorf("%s.golden: %s: %v", file, what, err)
		return
	}
	fixed, want = append(bytes.TrimSpace(fixed), '\n'), append(bytes.TrimSpace(want), '\n')
	if d := gocmp.Diff(string(want), string(fixed)); d != "" {
		t.Errorf("%s: %s: not what is wanted (-), but (+):\n%s", file, what, d)
	}
}
