package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/rules"
)

// explain shows the page of a rule.
func (c *command) explain(_ context.Context, args []string) int {
	if len(args) == 0 {
		return c.failUsage(errors.New("explain wants a rule: " + strings.Join(errlint.RuleNames(), ", ")))
	}
	if !rules.Known(args[0]) {
		return c.fail(unknownRule(args[0]))
	}
	name, _, _ := strings.Cut(args[0], "/")
	all := errlint.Rules()
	r := all[slices.IndexFunc(all, func(r errlint.Rule) bool { return r.Name == name })]
	return c.write(r.Text + "\n" + r.URL + "\n")
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
