package errlint

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/passes/decorated"
	"github.com/errlint/errlint/passes/directive"
	"github.com/errlint/errlint/passes/noerrordict"
	"github.com/errlint/errlint/passes/opname"
	"github.com/errlint/errlint/passes/raisesdoc"
	"github.com/errlint/errlint/passes/wrapcause"
)

// A rule is an entry of the suite: a name, which is also the key of its
// options in [Config], and a constructor, which takes its options from there.
type rule struct {
	name string
	make func(c Config, tools *analysis.Analyzer) *analysis.Analyzer
}

// suite lists the rules in the order in which they are shown, documented and
// run. Rules on which the spec insists but which cannot be decided from the
// source (metrics, the wording of messages) are listed in docs/spec.md.
func suite() []rule {
	return []rule{
		{"noerrordict", func(c Config, tools *analysis.Analyzer) *analysis.Analyzer {
			c.NoErrorDict.Tools = tools
			return noerrordict.New(c.NoErrorDict)
		}},
		{"decorated", func(c Config, tools *analysis.Analyzer) *analysis.Analyzer {
			c.Decorated.Tools = tools
			return decorated.New(c.Decorated)
		}},
		{"wrapcause", func(c Config, _ *analysis.Analyzer) *analysis.Analyzer {
			return wrapcause.New(c.WrapCause)
		}},
		{"opname", func(c Config, tools *analysis.Analyzer) *analysis.Analyzer {
			c.OpName.Tools = tools
			return opname.New(c.OpName)
		}},
		{"raisesdoc", func(c Config, tools *analysis.Analyzer) *analysis.Analyzer {
			c.RaisesDoc.Tools = tools
			return raisesdoc.New(c.RaisesDoc)
		}},
		{"directive", func(Config, *analysis.Analyzer) *analysis.Analyzer {
			return directive.Analyzer
		}},
	}
}

// Analyzers returns the analyzers of the rules that c enables, in a fixed
// order. They share one analyzer of tool registrations, made from the options
// of the rule decorated.
func Analyzers(c Config) []*analysis.Analyzer {
	tools := ToolFlow(c)
	var as []*analysis.Analyzer
	for _, r := range suite() {
		if c.enables(r.name) {
			as = append(as, r.make(c, tools))
		}
	}
	return as
}

// ToolFlow returns the analyzer that finds the tool registrations and the
// decorators, as c configures it.
func ToolFlow(c Config) *analysis.Analyzer {
	return toolflow.New(toolflow.Options{
		Registrars: c.Decorated.Registrars,
		Decorators: c.Decorated.Decorators,
	})
}

// A Rule describes a rule of the suite.
type Rule struct {
	Name     string // "wrapcause"
	Summary  string // what it reports, in a few words: "reports errors that ..."
	URL      string // of its page
	Text     string // of its page, for a terminal, with its options
	Markdown string // of its page
}

// Rules describes all rules, in the order of [Analyzers].
func Rules() []Rule {
	var rs []Rule
	for _, r := range suite() {
		a := r.make(Config{}, nil)
		rs = append(rs, Rule{
			Name:     a.Name,
			Summary:  ruledoc.Summary(a.Doc),
			URL:      a.URL,
			Text:     ruledoc.Text(a.Name, a.Doc, optionsOf(a.Name)),
			Markdown: ruledoc.Markdown(a.Name, a.Doc, optionsOf(a.Name)),
		})
	}
	return rs
}

// RuleNames returns the names of all rules, in the order of [Analyzers].
func RuleNames() []string {
	var names []string
	for _, r := range suite() {
		names = append(names, r.name)
	}
	return names
}

// optionsOf returns the options of the rule; none if it has none.
func optionsOf(name string) []ruledoc.Option {
	opts, err := ruledoc.Options(reflect.TypeFor[Config]())
	if err != nil {
		return nil // impossible: TestConfigTags
	}
	if i := slices.IndexFunc(opts, func(o ruledoc.Option) bool { return o.Key == name }); i >= 0 {
		return opts[i].Fields
	}
	return nil
}
