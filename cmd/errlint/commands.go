package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/rules"
)

// explain shows the page of a rule, what it says of a category, or a preset.
func (c *command) explain(_ context.Context, args []string) int {
	switch {
	case len(args) == 0:
		return c.failUsage(errors.New("explain needs a rule or a category, or the word preset; the rules are " + strings.Join(errlint.RuleNames(), ", ")))
	case args[0] == "preset":
		return c.explainPreset(args[1:])
	case len(args) > 1:
		return c.failUsage(fmt.Errorf("explain RULE takes no argument %q", args[1]))
	case !rules.Known(args[0]):
		return c.fail(unknownRule(args[0]))
	}
	name, category, isCategory := strings.Cut(args[0], "/")
	r := ruleNamed(name)
	if isCategory {
		return c.write(r.CategoryText(category) + r.URL + "\n")
	}
	return c.write(r.Text() + "\n" + r.URL + "\n")
}

// explainPreset shows a preset as it would be written, or which there are.
func (c *command) explainPreset(names []string) int {
	var b strings.Builder
	for _, name := range errlint.Presets() {
		text, err := errlint.Preset(name)
		if err != nil {
			return c.fail(err)
		}
		summary, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		fmt.Fprintf(&b, "%-16s %s\n", name, summary)
	}
	if len(names) == 0 {
		return c.write(b.String())
	}
	text, err := errlint.Preset(names[0])
	if err != nil {
		return c.fail(err)
	}
	return c.write(string(text))
}

// rules lists the rules.
func (c *command) rules(context.Context, []string) int {
	var b strings.Builder
	for _, r := range errlint.Rules() {
		stage := ""
		if r.Stage != string(rules.Stable) {
			stage = " (" + r.Stage + ")"
		}
		fmt.Fprintf(&b, "%-12s %s%s\n", r.Name, r.Summary, stage)
	}
	return c.write(b.String())
}

// version shows the version of errlint, and of the Go that it is built with:
// which is what decides the language versions that it can read.
func (c *command) version(context.Context, []string) int {
	return c.write(fmt.Sprintf("errlint %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH))
}

// version returns the version of errlint, and where it is built from a working
// tree, the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && v == "(devel)" {
			v += " " + s.Value
		}
	}
	return v
}
