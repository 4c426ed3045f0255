package errlint

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/rules"
)

// bothReport are the pairs of categories of two rules that may be found at one place, each with the reason why these are two mistakes.
var bothReport = map[[2]string]string{
	{"decorated/decorator", "raisesdoc/decorator"}:    "what a decorator does, and what its comment says",
	{"domainerr/untyped", "raisesdoc/listed"}:         "an error has no name, and another one that has is not in the comment",
	{"domainerr/untyped", "raisesdoc/presence"}:       "an error has no name, and the comment names none of the others",
	{"envelope/nullable", "noerrordict/error-output"}: "a success tells of an error, and another member of it is null",
	{"errmap/shadowed", "errmatch/never"}:             "a case comes after one that takes it, and the error is not there anyway",
	{"errlog/unstructured", "safemsg/secret"}:         "how a record is made, and what is in it",
	{"noerrordict/error-lost", "safemsg/foreign"}:     "the text of a result is empty, and its metadata have a text for nobody",
}

// allCases are the packages in testdata/src that the tests of this package run rules on.
var allCases = sync.OnceValues(func() ([]*packages.Package, error) {
	gopath, err := filepath.Abs("testdata")
	if err != nil {
		return nil, err
	}
	var patterns []string
	for _, r := range RuleNames() {
		dirs, err := filepath.Glob(filepath.Join(gopath, "src", r+"*"))
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			patterns = append(patterns, filepath.Base(dir)+"/...")
		}
	}
	pkgs, err := cases.Load(gopath, patterns...)
	return slices.DeleteFunc(pkgs, func(p *packages.Package) bool { return p.IllTyped }), err
})

// loadCases returns the cases, and the directory that testdata is. They are loaded once: nothing changes them, as TestSyntaxUnchanged
// checks.
func loadCases(t *testing.T) (gopath string, pkgs []*packages.Package) {
	t.Helper()
	pkgs, err := allCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 50 {
		t.Fatalf("only %d packages load", len(pkgs))
	}
	if gopath, err = filepath.Abs("testdata"); err != nil {
		t.Fatal(err)
	}
	return gopath, pkgs
}

// analysed is what all categories of all rules find in all cases, and the files of the cases as they were before.
var analysed = sync.OnceValues(func() (a struct {
	graph  *checker.Graph
	before map[string][sha256.Size]byte
}, err error,
) {
	pkgs, err := allCases()
	if err != nil {
		return a, err
	}
	a.before = hashes(pkgs)
	a.graph, err = checker.Analyze(Analyzers(Config{Preview: true, Enable: rules.IDs()}), pkgs, nil)
	return a, err
})

// TestOneMistakeOnce runs all categories of all rules on all cases, and checks that no two rules report one place, but for the pairs
// that are listed because they are about two mistakes.
func TestOneMistakeOnce(t *testing.T) {
	gopath, _ := loadCases(t)
	analysed, err := analysed()
	if err != nil {
		t.Fatal(err)
	}
	type finding struct {
		id, message string
		rule        string
		from, to    int
	}
	at := make(map[string][]finding) // by file and line
	count := 0
	for _, act := range analysed.graph.Roots {
		if act.Err != nil {
			t.Errorf("%v: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			pos := act.Package.Fset.Position(d.Pos)
			f := finding{act.Analyzer.Name + "/" + d.Category, d.Message, act.Analyzer.Name, pos.Offset, pos.Offset}
			if d.End > d.Pos {
				f.to = act.Package.Fset.Position(d.End).Offset
			}
			key := fmt.Sprintf("%s:%d", strings.TrimPrefix(pos.Filename, gopath+string(filepath.Separator)), pos.Line)
			if !slices.Contains(at[key], f) { // a package and its test variant have it, each
				at[key] = append(at[key], f)
				count++
			}
		}
	}
	if count < 800 {
		t.Errorf("there are %d findings only", count)
	}
	used := make(map[[2]string]bool)
	for _, place := range slices.Sorted(maps.Keys(at)) {
		found := at[place]
		for i, a := range found {
			for _, b := range found[i+1:] {
				if a.rule == b.rule || a.to < b.from || b.to < a.from {
					continue
				}
				pair := [2]string{min(a.id, b.id), max(a.id, b.id)}
				if bothReport[pair] == "" {
					t.Errorf("%s: two rules report one place\n\t%s: %s\n\t%s: %s", place, a.id, a.message, b.id, b.message)
				}
				used[pair] = true
			}
		}
	}
	for pair := range bothReport {
		if !used[pair] {
			t.Errorf("no case has %v at one place", pair)
		}
	}
}
