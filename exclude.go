package errlint

import (
	"fmt"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/rules"
)

// A Severity says how bad a finding is: "error", "warning" or "note".
type Severity = finding.Severity

// SeverityOf returns the severity of findings of a rule and category: that of
// the category, or else that of the rule.
func (c Config) SeverityOf(rule, category string) Severity {
	for _, id := range []string{rule + "/" + category, rule} {
		if s := c.Severity[id]; s != "" {
			return s
		}
	}
	return finding.Error
}

// An Exclusion names files in which findings of some rules do not count.
type Exclusion struct {
	Paths  []string `yaml:"paths" doc:"files and directories relative to the root of their module, with * and ...: ./internal/legacy/..., ./api/*_gen.go"`
	Rules  []string `yaml:"rules" doc:"the rules and categories" default:"(all)" enum:"@rules"`
	Reason string   `yaml:"reason" doc:"why; mandatory"`
}

// Check reports the values that are wrong in ways that their types allow.
func (c Config) Check(report func(key, problem string)) {
	for _, id := range slices.Sorted(maps.Keys(c.Severity)) {
		if !rules.Known(id) {
			report("severity."+id, fmt.Sprintf("%q is no rule or category%s", id, rules.Hint(id)))
		}
	}
	for i, e := range c.Exclude {
		key := fmt.Sprintf("exclude[%d]", i)
		if len(e.Paths) == 0 {
			report(key, "there are no paths")
		}
		if strings.TrimSpace(e.Reason) == "" {
			report(key, "there is no reason")
		}
		for j, p := range e.Paths {
			at := fmt.Sprintf("%s.paths[%d]", key, j)
			if err := pkgglob.Check(p); err != nil {
				report(at, err.Error())
			} else if p != "." && !strings.HasPrefix(p, "./") {
				report(at, fmt.Sprintf("a path begins with ./, for the root of the module: ./%s", strings.TrimLeft(p, "/")))
			}
		}
	}
}

// covers reports whether the exclusion is about a rule's findings of a
// category in a file, which is named relative to the root of its module, with slashes.
func (e Exclusion) covers(rule, category, file string) bool {
	if len(e.Rules) > 0 && !rules.Any(e.Rules, rule, category) {
		return false
	}
	return slices.ContainsFunc(e.Paths, func(glob string) bool {
		glob = path.Clean(glob)
		return pkgglob.MatchPath(glob, file) || pkgglob.MatchPath(glob, path.Dir(file))
	})
}

// Exclusions are the exclusions of a configuration, made ready for use by
// several goroutines.
type Exclusions struct {
	list  []Exclusion
	roots sync.Map // of modules, by directory
}

// NewExclusions returns the exclusions of c.
func NewExclusions(c Config) *Exclusions { return &Exclusions{list: c.Exclude} }

// Find returns the indexes of the exclusions that are about a rule's findings
// of a category in a file, an absolute name.
func (x *Exclusions) Find(rule, category, file string) []int {
	if len(x.list) == 0 {
		return nil
	}
	dir := filepath.Dir(file)
	root, ok := x.roots.Load(dir)
	if !ok {
		at, _ := ModuleRoot(dir)
		root, _ = x.roots.LoadOrStore(dir, at)
	}
	rel, err := filepath.Rel(root.(string), file)
	if err != nil || root == "" {
		return nil
	}
	var found []int
	for i, e := range x.list {
		if e.covers(rule, category, filepath.ToSlash(rel)) {
			found = append(found, i)
		}
	}
	return found
}

// limit returns the analyzer of a rule less the findings that c does not have
// shown: the analyzer itself if there can be none.
func (c Config) limit(a *analysis.Analyzer) *analysis.Analyzer {
	r, _ := rules.Find(a.Name)
	off := make(map[string]bool)
	for _, category := range append(slices.Clone(r.Categories), rules.Category{Name: rules.Unused}) {
		if !c.shows(a.Name, category.Name) {
			off[category.Name] = true
		}
	}
	if len(off) == 0 && len(c.Exclude) == 0 {
		return a
	}
	excluded := NewExclusions(c)
	return directive.Filter(a, func(fset *token.FileSet, d *analysis.Diagnostic) bool {
		return !off[d.Category] && excluded.Find(a.Name, d.Category, fset.Position(d.Pos).Filename) == nil
	})
}
