package wrapcause_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/passes/wrapcause"
)

var testdata = cases.Dir

// TestEvidence checks what findings say of where a lost error comes from, and of what a caller could have found.
func TestEvidence(t *testing.T) {
	var got []string
	for _, res := range cases.Run(t, testdata(t), wrapcause.New(wrapcause.Options{}), "wrapcause/evidence") {
		for _, diag := range res.Diagnostics {
			for _, r := range diag.Related {
				got = append(got, fmt.Sprintf("%03d %s", res.Package.Fset.Position(r.Pos).Line, r.Message))
			}
		}
	}
	slices.Sort(got)
	want := []string{
		"016 err comes from os.Stat, and may be fs.ErrNotExist, fs.ErrPermission or *fs.PathError",
		"025 err comes from (*quotas).check, and may be errQuota",
		"049 err comes from store.Put",
		"058 an error in errs comes from store.Put",
		"061 an error in errs comes from os.ReadFile, and may be fs.ErrNotExist, fs.ErrPermission or *fs.PathError",
		"074 err comes from store.Put",
		"093 err comes from os.Open, and may be fs.ErrNotExist, fs.ErrPermission or *fs.PathError",
		"100 err comes from here",
		"112 err comes from here",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("related information (-want +got):\n%s", diff)
	}
}

func TestAnalyzer(t *testing.T) {
	constructors := wrapcause.New(wrapcause.Options{Constructors: []wrapcause.Constructor{
		{Function: "wrapcause/constructors/apierr.New", Cause: 3},
		{Function: "wrapcause/constructors/apierr.Plain"},
		{Function: "(wrapcause/constructors/apierr.Factory).Newf", Cause: 1},
	}})
	a, paths := cases.Merge(t, cases.Of(wrapcause.New(wrapcause.Options{}),
		"wrapcause/verbs",
		"wrapcause/texts",
		"wrapcause/dropped",
		"wrapcause/attempts",
		"wrapcause/types",
		"wrapcause/helpers",
		"wrapcause/usehelpers",
		"wrapcause/cockroach",
		"wrapcause/pkgerrors",
		"wrapcause/opaque",
		"wrapcause/quiet",
		"wrapcause/goroutines",
		"wrapcause/reasons",
		"wrapcause/usereasons",
		"wrapcause/kept",
		"wrapcause/lookalikes",
		"wrapcause/neverfails",
		"wrapcause/operations",
		"wrapcause/translated",
		"wrapcause/unasked",
		"wrapcause/unaskedcmd",
		"wrapcause/unaskedelsewhere",
		"wrapcause/third_party/copied",
		"wrapcause/unaskedmain",
		"wrapcause/unaskedpanic",
		"wrapcause/unaskedserved",
		"wrapcause/unaskedhooks",
		"wrapcause/unaskedoptions",
		"wrapcause/unaskedrun",
		"wrapcause/unaskedclix",
		"wrapcause/unaskedheld",
		"wrapcause/unaskedtaken",
		"wrapcause/unaskedexit",
		"wrapcause/nilcause",
		"wrapcause/cmd/tool",
		"wrapcause/telemetry",
		"wrapcause/unaskedtold",
		"wrapcause/testsupport",
		"wrapcause/regressions",
		"wrapcause/coverage",
		"wrapcause/unaskedwrapped",
		"wrapcause/checks",
		"wrapcause/nameless",
		"wrapcause/pointers",
		"wrapcause/openpointers",
		"wrapcause/foreignpointers",
	),
		cases.Of(constructors, "wrapcause/constructors"),
		cases.Of(wrapcause.New(wrapcause.Options{Swallowed: true}), "wrapcause/swallowed"),
	)
	checkDiagnostics(t, cases.Run(t, testdata(t), a, paths...))
}

func TestGo119(t *testing.T) {
	cases.Run(t, filepath.Join(testdata(t), "src", "wrapcause_go119"), wrapcause.New(wrapcause.Options{}), ".")
}

// TestSwitches runs the rule with each switch off: the findings of that category are gone, those of
// the others stay, and no directive turns out to be unused.
func TestSwitches(t *testing.T) {
	off := false
	results := cases.Run(t, testdata(t), wrapcause.New(wrapcause.Options{}), "wrapcause/switches")
	checkDiagnostics(t, results)
	loaded := results[0].Package
	for _, test := range []struct {
		missing []string
		opts    wrapcause.Options
	}{
		{[]string{wrapcause.Dropped, wrapcause.Translated}, wrapcause.Options{Dropped: &off}},
		{[]string{wrapcause.SecondCause}, wrapcause.Options{SecondCause: &off}},
		{[]string{wrapcause.NoUnwrap}, wrapcause.Options{NoUnwrap: &off}},
	} {
		t.Run(test.missing[0], func(t *testing.T) {
			want := []string{wrapcause.Dropped, wrapcause.Format, wrapcause.NoUnwrap, wrapcause.SecondCause, wrapcause.Translated}
			want = slices.DeleteFunc(want, func(s string) bool { return slices.Contains(test.missing, s) })
			var got []string
			graph, err := checker.Analyze([]*analysis.Analyzer{wrapcause.New(test.opts)}, []*packages.Package{loaded}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, act := range graph.Roots {
				if act.Err != nil {
					t.Error(act.Err)
				}
				for _, d := range act.Diagnostics {
					got = append(got, d.Category)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("categories = %v, want %v", got, want)
			}
		})
	}
}

// discard ignores the expectations of files that are fixed.
type discard struct{}

func (discard) Errorf(string, ...any) {}

// checkDiagnostics checks what cases.Run does not look at. A comment "category: X" says the category of what is found on its line.
func checkDiagnostics(t *testing.T, results []*cases.Result) {
	t.Helper()
	categories := []string{wrapcause.Format, wrapcause.Text, wrapcause.Dropped, wrapcause.Translated, wrapcause.SecondCause,
		wrapcause.NoUnwrap, wrapcause.NoField, wrapcause.Nameless, wrapcause.Unasked, wrapcause.NilCause, wrapcause.Helper, wrapcause.Swallowed, "unused-directive"}
	for _, result := range results {
		stated := make(map[string]string) // by file and line
		for _, file := range result.Package.Syntax {
			for _, group := range file.Comments {
				for _, comment := range group.List {
					if _, category, ok := strings.Cut(comment.Text, "// category: "); ok {
						at := result.Package.Fset.Position(comment.Pos())
						stated[fmt.Sprint(at.Filename, at.Line)] = strings.Fields(category)[0]
					}
				}
			}
		}
		for _, d := range result.Diagnostics {
			at := result.Package.Fset.Position(d.Pos)
			if want := stated[fmt.Sprint(at.Filename, at.Line)]; want != "" && d.Category != want {
				t.Errorf("%s: category %q, want %q", at, d.Category, want)
			}
			if !slices.Contains(categories, d.Category) {
				t.Errorf("%s: category %q", at, d.Category)
			}
			if d.URL == "" {
				t.Errorf("%s: no URL", at)
			}
			if !at.IsValid() || d.End.IsValid() && d.End < d.Pos {
				t.Errorf("%s: range %v-%v", at, d.Pos, d.End)
			}
			if strings.HasSuffix(d.Message, ".") || strings.Contains(d.Message, "\n") {
				t.Errorf("%s: message %q is not one clause", at, d.Message)
			}
		}
	}
}

var fixPackages = []string{
	"wrapcause/fixes/errorf",
	"wrapcause/fixes/newerr",
	"wrapcause/fixes/single",
	"wrapcause/fixes/unwrap",
	"wrapcause/fixes/second",
}

func TestFixes(t *testing.T) {
	cases.RunWithFixes(t, testdata(t), wrapcause.New(wrapcause.Options{}), fixPackages...)
}

// TestFixedCompiles type-checks the golden files: what fixes leave is a program. It
// applies the rule to them once more: of the findings that had a fix, none is left.
func TestFixedCompiles(t *testing.T) {
	gopath := t.TempDir()
	for _, pkg := range fixPackages {
		goldens, err := filepath.Glob(filepath.Join(testdata(t), "src", filepath.FromSlash(pkg), "*.golden"))
		if err != nil || len(goldens) == 0 {
			t.Fatalf("%s: golden files %v, error %v", pkg, goldens, err)
		}
		variants := make(map[string]map[string][]byte) // by fix, by file
		for _, golden := range goldens {
			name := strings.TrimSuffix(golden, ".golden")
			content, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(content)
			if len(archive.Files) == 0 {
				archive.Files = []txtar.File{{Name: "all", Data: content}}
			}
			for _, file := range archive.Files {
				if variants[file.Name] == nil {
					variants[file.Name] = make(map[string][]byte)
				}
				variants[file.Name][name] = file.Data
			}
		}
		for variant, overlay := range variants {
			checkPackage(t, pkg+": "+variant, filepath.Join(testdata(t), "src", filepath.FromSlash(pkg)), overlay)
			if strings.HasPrefix(variant, "Join ") {
				continue // the other finding of that file is not for this fix
			}
			dir := filepath.Join(gopath, "src", filepath.FromSlash(pkg))
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			for name, content := range overlay {
				if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, result := range cases.Run(discard{}, gopath, wrapcause.New(wrapcause.Options{}), fixPackages...) {
		if result.Err != nil {
			t.Errorf("%s: %v", result.Package.Types.Path(), result.Err)
		}
		for _, d := range result.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%s: still to be fixed: %s", result.Package.Fset.Position(d.Pos), d.Message)
			}
		}
	}
}

func checkPackage(t *testing.T, what, dir string, overlay map[string][]byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range files {
		var src any
		if content, ok := overlay[name]; ok {
			src = content
		}
		file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		parsed = append(parsed, file)
	}
	cases.GOROOT(t)
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", nil)}
	if _, err := conf.Check(filepath.Base(dir), fset, parsed, nil); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

func TestOptionsCheck(t *testing.T) {
	bad := wrapcause.Options{
		ExemptCauses: []string{"strconv", "time.Parse*", "(*net/url.URL).Parse", "", "a*b", "two words", "(x"},
		Constructors: []wrapcause.Constructor{
			{Function: "example.com/p.New", Cause: 1},
			{Function: "example.com/p"},
			{Function: "", Cause: 0},
			{Function: "example.com/p.New", Cause: -1},
		},
	}
	var keys []string
	bad.Check(func(key, problem string) {
		if problem == "" {
			t.Errorf("%s: no problem is given", key)
		}
		keys = append(keys, key)
	})
	want := []string{"exempt-causes[3]", "exempt-causes[4]", "exempt-causes[5]", "exempt-causes[6]",
		"constructors[1].function", "constructors[2].function", "constructors[3].cause"}
	if !slices.Equal(keys, want) {
		t.Errorf("keys = %v, want %v", keys, want)
	}
	wrapcause.Options{}.Check(func(key, problem string) { t.Errorf("zero options: %s: %s", key, problem) })
}

// TestFlags checks that flags change their own analyzer only.
func TestFlags(t *testing.T) {
	a, b := wrapcause.New(wrapcause.Options{}), wrapcause.New(wrapcause.Options{})
	for name, value := range map[string]string{
		"dropped":       "false",
		"second-cause":  "false",
		"no-unwrap":     "false",
		"swallowed":     "true",
		"exempt-causes": "strconv,net/url.Parse*",
	} {
		before := b.Flags.Lookup(name).Value.String()
		if err := a.Flags.Set(name, value); err != nil {
			t.Errorf("-%s=%s: %v", name, value, err)
		}
		if got := a.Flags.Lookup(name).Value.String(); got != value {
			t.Errorf("-%s = %s, want %s", name, got, value)
		}
		if got := b.Flags.Lookup(name).Value.String(); got != before {
			t.Errorf("-%s of another analyzer = %s, want %s", name, got, before)
		}
	}
	for name, value := range map[string]string{"exempt-causes": "a*b", "dropped": "perhaps"} {
		if err := a.Flags.Set(name, value); err == nil {
			t.Errorf("-%s=%s is accepted", name, value)
		}
	}
	var _ *flag.FlagSet = &a.Flags
}

// TestShapes checks that each shape has a case, and each case a shape.
func TestShapes(t *testing.T) {
	src := filepath.Join(testdata(t), "src")
	list, err := os.ReadFile(filepath.Join(src, "wrapcause", "shapes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	cases := make(map[string]int)
	for line := range strings.Lines(string(list)) {
		id, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || text == "" {
			t.Errorf("shapes.txt: %q is not an id and a text", line)
		}
		cases[id] = 0
	}
	for _, dir := range []string{"wrapcause", "wrapcause_go119"} {
		err := filepath.WalkDir(filepath.Join(src, dir), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for line := range strings.Lines(string(content)) {
				_, id, ok := strings.Cut(line, "// shape: wrapcause/")
				if !ok {
					continue
				}
				id, _, _ = strings.Cut(strings.TrimSpace(id), " ")
				if _, listed := cases[id]; !listed {
					t.Errorf("%s: shape %q is not in shapes.txt", path, id)
				}
				cases[id]++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for id, n := range cases {
		if n == 0 {
			t.Errorf("shape %s has no case", id)
		}
	}
}

// TestExemptCauses has what the option says of itself be what the engine knows of bad input.
func TestExemptCauses(t *testing.T) {
	field, _ := reflect.TypeFor[wrapcause.Options]().FieldByName("ExemptCauses")
	if want := "[" + strings.Join(errflow.InputErrors, ", ") + "]"; field.Tag.Get("default") != want {
		t.Errorf("the default of exempt-causes is said to be %s, and is %s", field.Tag.Get("default"), want)
	}
}
