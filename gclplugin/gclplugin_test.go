package gclplugin

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/worklist"
)

// plugin as golangci-lint gets it: from the registry.
func newPlugin(t *testing.T, settings any) (register.LinterPlugin, error) {
	t.Helper()
	newPlugin, err := register.GetPlugin("errlint")
	if err != nil {
		t.Fatal(err)
	}
	return newPlugin(settings)
}

func rules(t *testing.T, p register.LinterPlugin) []string {
	t.Helper()
	as, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
	var names []string
	for _, a := range as {
		names = append(names, a.Name)
	}
	return names
}

// stable returns the rules that are on by default.
func stable() []string {
	var names []string
	for _, r := range errlint.Rules() {
		if r.Stage == "stable" {
			names = append(names, r.Name)
		}
	}
	return names
}

func TestSettings(t *testing.T) {
	for _, test := range []struct {
		name     string
		settings any
		want     []string
	}{
		{"none", nil, stable()},
		{"empty", map[string]any{}, stable()},
		{"options", map[string]any{"raisesdoc": map[string]any{"level": "exact"}, "opname": nil}, stable()},
		{"enable", map[string]any{"enable": []any{"wrapcause", "opname"}}, []string{"wrapcause", "opname"}},
		{"disable", map[string]any{"disable": []any{"noerrordict", "directive"}}, slices.DeleteFunc(stable(), func(rule string) bool {
			return rule == "noerrordict" || rule == "directive"
		})},
		{"preview", map[string]any{"preview": true}, errlint.RuleNames()},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := newPlugin(t, test.settings)
			if err != nil {
				t.Fatal(err)
			}
			if got := rules(t, p); !slices.Equal(got, test.want) {
				t.Errorf("the rules are %v, want %v", got, test.want)
			}
			if got := p.GetLoadMode(); got != register.LoadModeTypesInfo {
				t.Errorf("the load mode is %s", got)
			}
		})
	}
}

func TestBadSettings(t *testing.T) {
	for _, test := range []struct {
		name     string
		settings any
		want     []string // lines of the error
	}{
		{"unknown key", map[string]any{"wrapcuase": map[string]any{}}, []string{
			`settings of errlint: key "wrapcuase": unknown key; did you mean "wrapcause"?`,
		}},
		{"unknown option and wrong type", map[string]any{
			"raisesdoc": map[string]any{"levle": "exact"},
			"wrapcause": map[string]any{"dropped": "no"},
		}, []string{
			`settings of errlint: key "raisesdoc.levle": unknown key; did you mean "level"?`,
			`settings of errlint: key "wrapcause.dropped": `,
		}},
		{"bad pattern", map[string]any{"opname": map[string]any{"pattern": "("}}, []string{
			`settings of errlint: key "opname.pattern": `,
		}},
		{"no mapping", []any{"wrapcause"}, []string{"settings of errlint: "}},
		{"no rule", map[string]any{"enable": []any{"opname"}, "disable": []any{"opname"}}, []string{
			"settings of errlint: no rule is enabled",
		}},
		{"no data", func() {}, []string{"settings of errlint: json: unsupported type: func()"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := newPlugin(t, test.settings)
			if err == nil {
				t.Fatalf("New returns %v and no error", p)
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != len(test.want) {
				t.Fatalf("the error is\n%v\nwant the lines %q", err, test.want)
			}
			for i, want := range test.want {
				if !strings.HasPrefix(lines[i], want) {
					t.Errorf("line %d of the error is %q, want %q", i+1, lines[i], want)
				}
			}
		})
	}
}

// TestAdapt checks what an adapted analyzer hands to its host: the diagnostic
// less its related locations, and from a pass that is not changed.
func TestAdapt(t *testing.T) {
	rule := &analysis.Analyzer{
		Name: "rule",
		Doc:  "rule",
		Run: func(pass *analysis.Pass) (any, error) {
			pass.Report(analysis.Diagnostic{
				Message:        "something",
				Category:       "some",
				Related:        []analysis.RelatedInformation{{Message: "because"}},
				SuggestedFixes: []analysis.SuggestedFix{{Message: "Fix it"}},
			})
			return nil, nil
		},
	}
	adapted := adapt(rule)
	if len(rule.Requires) != 0 || !slices.Contains(adapted.Requires, directive.HostNolint) {
		t.Errorf("the rule requires %v, the adapted rule %v", rule.Requires, adapted.Requires)
	}
	var got []analysis.Diagnostic
	pass := &analysis.Pass{Analyzer: adapted, Report: func(d analysis.Diagnostic) { got = append(got, d) }}
	if _, err := adapted.Run(pass); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Message != "something" || got[0].Related != nil || len(got[0].SuggestedFixes) != 1 {
		t.Errorf("reported: %+v", got)
	}
}

type fact struct{}

func (*fact) AFact() {}

type otherFact struct{}

func (*otherFact) AFact() {}

// TestSplit checks the analyzers that report what one analyzer has found.
func TestSplit(t *testing.T) {
	var order []string
	base := &analysis.Analyzer{
		Name:       "base",
		Doc:        "base",
		FactTypes:  []analysis.Fact{new(fact)},
		ResultType: reflect.TypeFor[int](),
		Run: func(pass *analysis.Pass) (any, error) {
			order = append(order, pass.Analyzer.Name)
			return len(pass.AllPackageFacts()) + 10*len(pass.AllObjectFacts()), nil
		},
	}
	rule := func(name string, err error) *analysis.Analyzer {
		return &analysis.Analyzer{
			Name:      name,
			Doc:       name,
			Requires:  []*analysis.Analyzer{base},
			FactTypes: nil,
			Run: func(pass *analysis.Pass) (any, error) {
				order = append(order, pass.Analyzer.Name)
				pass.Report(analysis.Diagnostic{Message: fmt.Sprint(name, pass.ResultOf[base])})
				return nil, err
			},
		}
	}
	run := func(rules ...*analysis.Analyzer) (messages []string, err error) {
		t.Helper()
		reporters := split(rules)
		if err := analysis.Validate(reporters); err != nil {
			t.Error(err)
		}
		suite := reporters[0].Requires[0]
		if len(suite.FactTypes) != 1 {
			t.Errorf("the suite has the facts %v", suite.FactTypes)
		}
		result, err := suite.Run(&analysis.Pass{
			Analyzer:  suite,
			Files:     []*ast.File{{}},
			TypesInfo: new(types.Info),
			Module:    &analysis.Module{Path: "example.com/own"},
			Report:    func(d analysis.Diagnostic) { t.Errorf("the suite reports %q", d.Message) },
			AllPackageFacts: func() []analysis.PackageFact {
				return []analysis.PackageFact{{Fact: new(otherFact)}, {Fact: new(fact)}}
			},
			AllObjectFacts: func() []analysis.ObjectFact {
				return []analysis.ObjectFact{{Fact: new(fact)}, {Fact: new(otherFact)}, {Fact: new(fact)}}
			},
		})
		if err != nil {
			return nil, err
		}
		for _, r := range reporters {
			if len(r.FactTypes) != 0 {
				t.Errorf("%s has the facts %v", r.Name, r.FactTypes)
			}
			_, err := r.Run(&analysis.Pass{
				Analyzer: r,
				ResultOf: map[*analysis.Analyzer]any{suite: result},
				Report:   func(d analysis.Diagnostic) { messages = append(messages, r.Name+": "+d.Message) },
			})
			if err != nil {
				t.Error(err)
			}
		}
		return messages, nil
	}
	messages, err := run(rule("a", nil), rule("b", nil))
	if want := []string{"a: a21", "b: b21"}; err != nil || !slices.Equal(messages, want) {
		t.Errorf("reported: %q, %v, want %q", messages, err, want)
	}
	if want := []string{"base", "a", "b"}; !slices.Equal(order, want) {
		t.Errorf("run: %q, want %q", order, want)
	}
	if _, err := run(rule("a", nil), rule("b", errors.New("no"))); err == nil || err.Error() != "b: no" {
		t.Errorf("the error is %v", err)
	}
}

// TestOutOfScope checks that nothing at all is run on a package that golangci-lint
// loads only for its facts: building the SSA form of every dependency would take
// more memory than all of the rest.
func TestOutOfScope(t *testing.T) {
	ran := 0
	rule := &analysis.Analyzer{
		Name: "rule",
		Doc:  "rule",
		Run:  func(*analysis.Pass) (any, error) { ran++; return nil, nil },
	}
	suite := split([]*analysis.Analyzer{rule})[0].Requires[0]
	for _, test := range []struct {
		name string
		pass analysis.Pass
		want int
	}{
		{"own", analysis.Pass{Module: &analysis.Module{Path: "example.com/own"}}, 1},
		{"dependency", analysis.Pass{Module: &analysis.Module{Path: "example.com/dep", Version: "v1.2.3"}}, 0},
		{"standard library", analysis.Pass{Module: new(analysis.Module)}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			ran = 0
			pass := test.pass
			pass.Analyzer, pass.TypesInfo = suite, new(types.Info)
			pass.Fset = token.NewFileSet()
			file, err := parser.ParseFile(pass.Fset, filepath.Join(cases.GOROOT(t), "src", "p", "p.go"), "package p", 0)
			if err != nil {
				t.Fatal(err)
			}
			pass.Files = []*ast.File{file}
			result, err := suite.Run(&pass)
			if _, ok := result.(found); !ok || err != nil {
				t.Errorf("the result is %v, %v", result, err)
			}
			if ran != test.want {
				t.Errorf("%d analyzers are run, want %d", ran, test.want)
			}
		})
	}
}

// TestDropped checks that what an analyzer yields can be freed as soon as the last one that
// requires it has run, and is not held by what golangci-lint keeps.
func TestDropped(t *testing.T) {
	var early, late weak.Pointer[[1 << 10]byte]
	yields := func(name string, p *weak.Pointer[[1 << 10]byte]) *analysis.Analyzer {
		return &analysis.Analyzer{
			Name:       name,
			Doc:        name,
			ResultType: reflect.TypeFor[*[1 << 10]byte](),
			Run: func(*analysis.Pass) (any, error) {
				v := new([1 << 10]byte)
				*p = weak.Make(v)
				return v, nil
			},
		}
	}
	rule := func(name string, requires []*analysis.Analyzer, freed bool) *analysis.Analyzer {
		return &analysis.Analyzer{
			Name:     name,
			Doc:      name,
			Requires: requires,
			Run: func(pass *analysis.Pass) (any, error) {
				runtime.GC()
				if (early.Value() == nil) != freed {
					t.Errorf("when %s runs, the first result being freed is %t", name, !freed)
				}
				if late.Value() == nil {
					t.Errorf("when %s runs, the second result is gone", name)
				}
				for _, r := range requires {
					if pass.ResultOf[r] == nil {
						t.Errorf("%s does not get the result of %s", name, r.Name)
					}
				}
				pass.Report(analysis.Diagnostic{Message: name})
				return nil, nil
			},
		}
	}
	first, second := yields("first", &early), yields("second", &late)
	rules := []*analysis.Analyzer{
		rule("a", []*analysis.Analyzer{first, second}, false),
		rule("b", []*analysis.Analyzer{first, second}, false),
		rule("c", []*analysis.Analyzer{second}, true),
	}
	pass := &analysis.Pass{
		Files:     []*ast.File{{}},
		TypesInfo: new(types.Info),
		Module:    &analysis.Module{Path: "example.com/own"},
	}
	all, err := runAll(pass, worklist.Postorder(rules, func(a *analysis.Analyzer) []*analysis.Analyzer { return a.Requires }))
	if err != nil || len(all) != len(rules) {
		t.Errorf("found %v, %v", all, err)
	}
	runtime.GC()
	if late.Value() != nil {
		t.Error("the second result is held when all have run")
	}
	runtime.KeepAlive(all)
	runtime.KeepAlive(pass)
}
