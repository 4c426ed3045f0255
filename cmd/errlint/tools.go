package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/toolflow"
)

// A tool is one line of the inventory.
type tool struct {
	Name       string   `json:"name,omitempty"`
	Server     string   `json:"server,omitempty"`
	Handler    string   `json:"handler,omitempty"`
	Decorators []string `json:"decorators"` // outermost first
	Verdict    string   `json:"verdict"`
	Reason     string   `json:"reason,omitempty"` // why it is not judged
	Package    string   `json:"package"`
	File       string   `json:"file"`
	Line       int      `json:"line"`
}

// notJudged is the verdict on a tool of which it cannot be known what is around its handler.
const notJudged = "not judged"

func (c *command) toolsFlags() {
	c.as = "text"
	c.flags.Func("as", "show the tools as `FORM`: text, json or markdown", func(s string) error {
		if !slices.Contains([]string{"text", "json", "markdown"}, s) {
			return errors.New("the forms are text, json and markdown")
		}
		c.as = s
		return nil
	})
}

// tools lists the tools that the packages register, and what makes results of their errors.
func (c *command) tools(ctx context.Context, patterns []string) int {
	cfg, err := c.readConfig()
	if err != nil {
		return c.fail(err)
	}
	patterns, _, err = c.allPackages(patterns)
	if err != nil {
		return c.fail(err)
	}
	var mu sync.Mutex // packages are analysed in parallel
	var all []tool
	flow := errlint.ToolFlow(cfg)
	result, err := c.drive(ctx, driver.Options{
		Patterns: patterns,
		Analyzers: []*analysis.Analyzer{{
			Name:     "tools",
			Doc:      "lists the tools that are registered",
			Requires: []*analysis.Analyzer{flow},
			Run: func(pass *analysis.Pass) (any, error) {
				found, ok := pass.ResultOf[flow].(*toolflow.Tools)
				if !ok {
					return nil, fmt.Errorf("%s yields %T", flow.Name, pass.ResultOf[flow])
				}
				mu.Lock()
				defer mu.Unlock()
				for _, r := range found.Registrations {
					all = append(all, newTool(pass, r))
				}
				return nil, nil
			},
		}},
	})
	if err != nil {
		return c.fail(err)
	}
	for i := range all {
		if rel, err := filepath.Rel(c.dir, all[i].File); err == nil {
			all[i].File = filepath.ToSlash(rel)
		}
	}
	slices.SortFunc(all, func(a, b tool) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Verdict, b.Verdict))
	})
	// A package is analysed with its tests, too.
	all = slices.CompactFunc(all, func(a, b tool) bool {
		return a.File == b.File && a.Line == b.Line && a.Name == b.Name && a.Verdict == b.Verdict
	})
	text, err := listTools(all, c.as)
	if err != nil {
		return c.fail(err)
	}
	return c.say(result.Problems, text)
}

func newTool(pass *analysis.Pass, r toolflow.Registration) tool {
	pos := pass.Fset.Position(r.Pos)
	pkg, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	t := tool{Name: r.Name, Server: r.Server, Handler: r.Label, Decorators: []string{}, Reason: r.Reason, Package: pkg, File: pos.Filename, Line: pos.Line}
	for _, d := range r.Decorators {
		name := "a function literal"
		if d.Decorator != nil {
			name = errflow.FuncName(d.Decorator, pass.Pkg)
		}
		t.Decorators = append(t.Decorators, name)
	}
	switch {
	case r.State == toolflow.Decorated:
		t.Verdict = "decorated"
	case r.State == toolflow.Covered:
		t.Verdict = "covered by middleware"
	case r.Typed:
		t.Verdict, t.Reason = "covered by the SDK", ""
	case r.State == toolflow.Unknown:
		t.Verdict = notJudged
	case r.Safe:
		t.Verdict = "never fails"
	default:
		t.Verdict = "undecorated"
	}
	return t
}

// listTools returns the inventory in one of the forms.
func listTools(all []tool, form string) (string, error) {
	var b strings.Builder
	switch form {
	case "json":
		if all == nil {
			all = []tool{}
		}
		return printer.Indented(all)
	case "markdown":
		b.WriteString("| tool | server | handler | decorators | verdict | where |\n| --- | --- | --- | --- | --- | --- |\n")
		for _, t := range all {
			row := strings.Join([]string{t.Name, t.Server, t.Handler, strings.Join(t.Decorators, ", "), t.verdict(), t.place()}, "\x00")
			row = strings.NewReplacer("|", "\\|", "\x00", " | ").Replace(row)
			fmt.Fprintf(&b, "| %s |\n", row)
		}
		b.WriteString("\n")
	default:
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, t := range all {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.place(), cmp.Or(t.Name, "?"), cmp.Or(t.Handler, "a function literal"), t.verdict())
		}
		_ = w.Flush()
	}
	b.WriteString(sumTools(all) + "\n")
	return cleanLines(b.String()), nil
}

func (t tool) place() string { return fmt.Sprintf("%s:%d", t.File, t.Line) }

// verdict is the verdict with what it rests on.
func (t tool) verdict() string {
	switch {
	case t.Reason != "":
		return t.Verdict + ": " + t.Reason
	case len(t.Decorators) > 0:
		return t.Verdict + " by " + strings.Join(t.Decorators, ", ")
	}
	return t.Verdict
}

// sumTools says how many tools there are, with which verdicts.
func sumTools(all []tool) string {
	if len(all) == 0 {
		return "no registration of a tool was recognised"
	}
	n := make(map[string]int)
	var verdicts []string
	for _, t := range all {
		if n[t.Verdict]++; n[t.Verdict] == 1 {
			verdicts = append(verdicts, t.Verdict)
		}
	}
	slices.Sort(verdicts)
	for i, v := range verdicts {
		verdicts[i] = fmt.Sprintf("%d %s", n[v], v)
	}
	return count(len(all), "tool") + ": " + strings.Join(verdicts, ", ")
}
