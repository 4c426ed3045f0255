package gclplugin

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/directive"
)

// Name is the name of the linter in golangci-lint.
const Name = "errlint"

func init() {
	register.Plugin(Name, New)
}

type plugin struct {
	config errlint.Config
}

// New returns the plugin with the given settings, which are what
// golangci-lint has decoded from its configuration: nil, or a tree of maps, lists
// and scalars. They mean what they would in a .errlint.yml. The error, which
// golangci-lint shows, is about all that is wrong with them, by key.
func New(settings any) (register.LinterPlugin, error) {
	if settings == nil {
		return plugin{}, nil
	}
	// JSON is YAML, so the strict decoder of .errlint.yml can read it.
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("settings of %s: %w", Name, err)
	}
	config, err := errlint.ParseConfig("settings", text)
	if mistakes, ok := errors.AsType[errlint.ConfigErrors](err); ok {
		return nil, settingsErrors(mistakes)
	} else if err != nil {
		return nil, err
	}
	if len(errlint.Analyzers(config)) == 0 {
		return nil, fmt.Errorf("settings of %s: no rule is enabled", Name)
	}
	return plugin{config}, nil
}

// settingsErrors returns an error that names the keys of the mistakes. Their
// places are left out, being in a text that nobody wrote.
func settingsErrors(mistakes errlint.ConfigErrors) error {
	var errs []error
	for _, m := range mistakes {
		errs = append(errs, fmt.Errorf("settings of %s: %v", Name, m.Problem))
	}
	return errors.Join(errs...)
}

// BuildAnalyzers returns the analyzers of the rules that are enabled.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	rules := errlint.Analyzers(p.config)
	for i, r := range rules {
		rules[i] = adapt(r)
	}
	return split(rules), nil
}

// GetLoadMode returns the mode in which golangci-lint is to load packages.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// adapt returns an analyzer that finds what rule finds, in the form that suits
// golangci-lint.
func adapt(rule *analysis.Analyzer) *analysis.Analyzer {
	a := directive.Filter(rule, func(_ *token.FileSet, d *analysis.Diagnostic) bool {
		d.Related = nil
		return true
	})
	a.Requires = append(slices.Clone(rule.Requires), directive.HostNolint)
	return a
}
