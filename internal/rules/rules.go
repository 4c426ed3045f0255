// Package rules knows the names of errlint's rules and of their categories, and
// the stage of each. It is what packages that the rules themselves depend on
// know of them; the list of rules is in the package at the root, and list.go is
// generated from it and from the comments of the rules' packages.
//
// An id names a rule ("wrapcause") or one of its categories
// ("wrapcause/format"). It is what findings are printed with, and it is
// understood wherever a rule can be named.
package rules

import (
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/prose"
)

// A Stage says how far a rule or a category has come.
type Stage string

const (
	Preview Stage = "preview" // off unless it is asked for: it may still change, or be wrong too often
	Stable  Stage = "stable"
)

// Unused is the category of suppressions that suppress nothing. Every rule
// has it.
const Unused = "unused-directive"

// A Rule is a rule with its categories, less [Unused].
type Rule struct {
	Name       string
	Stage      Stage
	Categories []Category
}

// A Category is one kind of a rule's findings.
type Category struct {
	Name  string
	Stage Stage // Stable, too, in a rule that is not: the rule's counts as well

	Fix bool // whether its findings have fixes, if not all of them

	// UnsafeFix is set if these fixes change what a program does in ways
	// that its users can see. They are applied only where that is asked for.
	UnsafeFix bool

	NoFix string // why a finding of it has no fix, if it has none: a clause
}

// All returns the rules in the order in which they are shown and run. The
// caller must not change it.
func All() []Rule { return list }

// Names returns the names of all rules, in the order of [All].
func Names() []string {
	var names []string
	for _, r := range list {
		names = append(names, r.Name)
	}
	return names
}

// IDs returns all ids: each rule, followed by its categories.
func IDs() []string {
	var ids []string
	for _, r := range list {
		ids = append(ids, r.Name)
		for _, c := range r.Categories {
			ids = append(ids, r.Name+"/"+c.Name)
		}
		ids = append(ids, r.Name+"/"+Unused)
	}
	return ids
}

// Known reports whether there is such an id.
func Known(id string) bool {
	rule, category, isCategory := strings.Cut(id, "/")
	r, ok := Find(rule)
	if !ok || !isCategory {
		return ok
	}
	_, ok = r.Category(category)
	return ok
}

// Hint returns `; did you mean "wrapcause"?`, or else what ids there are. What
// begins with the name of a rule is about its categories, and the name of a category
// alone about those that are called so.
func Hint(id string) string {
	rule, category, isCategory := strings.Cut(id, "/")
	r, ok := Find(rule)
	switch {
	case isCategory && ok:
		var names, ids []string
		for _, c := range r.Categories {
			names = append(names, c.Name)
			ids = append(ids, rule+"/"+c.Name)
		}
		if near := nearest.Of(category, names); near != "" {
			return `; did you mean "` + rule + "/" + near + `"?`
		}
		return "; the categories are " + strings.Join(ids, ", ")
	case isCategory:
		if hint := nearest.Hint(id, IDs()); hint != "" {
			return hint
		}
	default:
		if ids := withCategory(id); len(ids) > 0 {
			return "; did you mean " + prose.List(ids, "or") + "?"
		}
		if hint := nearest.Hint(id, Names()); hint != "" {
			return hint
		}
	}
	return "; the rules are " + strings.Join(Names(), ", ")
}

// withCategory returns the ids, quoted, of the categories of that name that rules have.
func withCategory(name string) []string {
	var ids []string
	for _, r := range list {
		if slices.ContainsFunc(r.Categories, func(c Category) bool { return c.Name == name }) {
			ids = append(ids, `"`+r.Name+"/"+name+`"`)
		}
	}
	return ids
}

// Find returns the rule of that name.
func Find(name string) (Rule, bool) {
	i := slices.IndexFunc(list, func(r Rule) bool { return r.Name == name })
	if i < 0 {
		return Rule{}, false
	}
	return list[i], true
}

// Category returns the category of that name.
func (r Rule) Category(name string) (Category, bool) {
	if name == Unused {
		return Category{Name: Unused, Stage: Stable, Fix: true}, true
	}
	i := slices.IndexFunc(r.Categories, func(c Category) bool { return c.Name == name })
	if i < 0 {
		return Category{}, false
	}
	return r.Categories[i], true
}

// StageOf returns the stage of what an id names: that of a category is preview
// if that of its rule is.
func StageOf(id string) Stage {
	rule, category, isCategory := strings.Cut(id, "/")
	r, ok := Find(rule)
	if !ok || r.Stage == Preview || !isCategory {
		return r.Stage
	}
	c, _ := r.Category(category)
	return c.Stage
}

// UnsafeFix reports whether the fixes of a rule's findings of a category are unsafe.
func UnsafeFix(rule, category string) bool {
	r, _ := Find(rule)
	c, _ := r.Category(category)
	return c.UnsafeFix
}

// NoFix returns why a rule's finding of a category has no fix, if it has none: a clause.
func NoFix(rule, category string) string {
	r, _ := Find(rule)
	c, _ := r.Category(category)
	return c.NoFix
}

// Covers reports whether findings of a rule and category are among those that
// an id names.
func Covers(id, rule, category string) bool {
	name, only, isCategory := strings.Cut(id, "/")
	return name == rule && (!isCategory || only == category)
}

// Any reports whether one of the ids covers the rule and category.
func Any(ids []string, rule, category string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return Covers(id, rule, category) })
}
