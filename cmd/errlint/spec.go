package main

import (
	"context"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/spec"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
	"github.com/errlint/errlint/passes/domainerr"
	"github.com/errlint/errlint/passes/errmap"
)

// The verdicts of a run on a clause.
const (
	clauseHeld     = "held"
	clausePart     = "held in part"
	clauseBroken   = "findings"
	clauseAccepted = "in the baseline"
	clauseAbsent   = "not applicable"
	clauseOff      = "off"
	clauseNoSource = "not decidable"
)

// A conformance is the result of a run for a document.
type conformance struct {
	Document string          `json:"document"`
	Title    string          `json:"title"`
	Clauses  []clauseVerdict `json:"clauses"`
}

// A clauseVerdict is the verdict on a clause.
type clauseVerdict struct {
	Clause     string   `json:"clause"`
	Text       string   `json:"text"`
	Rules      []string `json:"rules"` // the rules and categories that enforce it
	Verdict    string   `json:"verdict"`
	Findings   int      `json:"findings"`
	Accepted   int      `json:"accepted"` // findings in the baseline
	Suppressed int      `json:"suppressed"`
	Reason     string   `json:"reason,omitempty"` // for a verdict that is neither held nor findings
}

func (c *command) specFlags() { c.formFlag("text", "json", "markdown") }

// spec reports which clauses of the documents the packages follow. In the run for a document, its preset applies
// to keys that the configuration does not set. Findings in the baseline count against a clause, but not for the exit
// code.
func (c *command) spec(ctx context.Context, args []string) int {
	docs := spec.Documents
	if len(args) > 0 {
		if d, ok := spec.Find(args[0]); ok {
			docs, args = []spec.Document{d}, args[1:]
		} else if near := nearest.Of(args[0], documentNames()); near != "" && !strings.ContainsAny(args[0], "./") {
			return c.failUsage(fmt.Errorf("unknown document %q; did you mean %q?", args[0], near))
		}
	}
	if err := c.checkPatterns(ctx, args); err != nil {
		return c.failUsage(err)
	}
	var all []conformance
	problems := make(map[finding.Problem]bool)
	broken := false
	for _, d := range docs {
		c.underlying = []string{d.Name}
		g, err := c.newGate(args)
		if err != nil {
			return c.fail(err)
		}
		surface, known := surfaces(g.analyzers, g.config)
		g.analyzers = append(g.analyzers, surface)
		g.configKey += surfaceRule
		v, err := g.judge(ctx, nil)
		if err != nil {
			return c.fail(err)
		}
		for _, p := range v.Problems {
			if !problems[p] {
				problems[p] = true
				c.problem(p)
			}
		}
		if len(v.checked) == 0 {
			return outcome(v.Problems, false) // nothing holds of no code
		}
		has := make(map[string]bool)
		v.Findings = slices.DeleteFunc(v.Findings, func(f finding.Finding) bool {
			if f.Rule == surfaceRule {
				has[f.Category] = true
			}
			return f.Rule == surfaceRule
		})
		absent := func(s spec.Surface) bool { return known[s] && !has[string(s)] }
		of := conformance{Document: d.Name, Title: d.Title}
		for _, clause := range d.Clauses {
			verdict := clauseOf(clause, v, g.config, absent, has)
			broken = broken || verdict.Verdict == clauseBroken
			of.Clauses = append(of.Clauses, verdict)
		}
		all = append(all, of)
	}
	text, err := listClauses(all, c.as)
	if err != nil {
		return c.fail(err)
	}
	return max(c.write(text), outcome(slices.Collect(maps.Keys(problems)), broken))
}

// documentNames returns the names by which documents are asked for.
func documentNames() []string {
	var names []string
	for _, d := range spec.Documents {
		names = append(names, d.Name)
	}
	return names
}

// clauseOf returns the verdict on a clause, given which surfaces the packages do not have, and the kinds of directives that they have.
func clauseOf(clause spec.Clause, v *verdict, cfg errlint.Config, absent func(spec.Surface) bool, marks map[string]bool) clauseVerdict {
	out := clauseVerdict{Clause: clause.ID, Text: clause.Text, Rules: clause.Holds}
	if len(clause.Holds) == 0 {
		out.Rules, out.Verdict, out.Reason = []string{}, clauseNoSource, clause.Why
		return out
	}
	for _, f := range v.Findings {
		if rules.Any(clause.Holds, f.Rule, f.Category) {
			out.Findings++
		}
	}
	for _, h := range v.Hidden {
		switch {
		case !rules.Any(clause.Holds, h.Rule, h.Category):
		case h.Suppressed():
			out.Suppressed++
		default:
			out.Accepted++
		}
	}
	var reasons []string // why part of the clause was not checked
	off := 0
	for _, id := range clause.Holds {
		if why := cfg.Off(id); why != "" {
			off++
			if !slices.Contains(reasons, why) {
				reasons = append(reasons, why)
			}
		}
	}
	for _, mark := range clause.Marks {
		if configured := directive.Kind(mark) == directive.Adapter && len(cfg.RaisesDoc.Adapters) > 0; !marks[mark] && !configured {
			reasons = append(reasons, "nothing is marked //errlint:"+mark)
		}
	}
	if slices.Contains(clause.Holds, "errcode/published") && absent(spec.Published) {
		reasons = append(reasons, spec.Published.Absent())
	}
	switch {
	case out.Findings > 0:
		out.Verdict = clauseBroken
	case out.Accepted > 0:
		out.Verdict = clauseAccepted
	case off == len(clause.Holds):
		out.Verdict, out.Reason = clauseOff, strings.Join(reasons, ", ")
	case clause.Needs != "" && absent(clause.Needs):
		out.Verdict, out.Reason = clauseAbsent, clause.Needs.Absent()
	case reasons != nil:
		out.Verdict, out.Reason = clausePart, strings.Join(reasons, ", ")
	default:
		out.Verdict = clauseHeld
	}
	return out
}

// surfaceRule is the name of the analyzer of [surfaces].
const surfaceRule = "surface"

// surfaces returns an analyzer that reports the surfaces of a package, and the kinds of directives that clauses depend on, as diagnostics, because
// these are cached. It uses the results of the analyzers that the rules of the run require, and so knows only some surfaces.
func surfaces(of []*analysis.Analyzer, cfg errlint.Config) (a *analysis.Analyzer, known map[spec.Surface]bool) {
	a = &analysis.Analyzer{Name: surfaceRule, Doc: "say what the clauses of a spec may apply to", URL: "https://pkg.go.dev/github.com/errlint/errlint/internal/spec"}
	known = map[spec.Surface]bool{spec.Problems: true, spec.Tests: true, spec.Base: true, spec.Layers: true, spec.Published: true}
	by := map[string][]spec.Surface{
		toolflow.Analyzer.Name:  {spec.Tools, spec.Decorators, spec.Operations, spec.Empties},
		replyflow.Analyzer.Name: {spec.Replies},
		codeflow.Analyzer.Name:  {spec.Codes},
		errmap.Analyzer.Name:    {spec.Mappings},
	}
	analyzers := worklist.Of(of...)
	for next := range analyzers.All() {
		analyzers.Push(next.Requires...)
		if says, ok := by[next.Name]; ok {
			a.Requires = append(a.Requires, next)
			for _, s := range says {
				known[s] = true
			}
		}
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		has := make(map[string]bool)
		for _, result := range pass.ResultOf {
			switch r := result.(type) {
			case *toolflow.Tools:
				has[string(spec.Tools)] = len(r.Registrations) > 0
				has[string(spec.Decorators)] = len(r.Declared) > 0
				has[string(spec.Operations)] = len(r.Operations) > 0 || len(cfg.OpName.Fields)+len(cfg.OpName.LogKeys) > 0
				has[string(spec.Empties)] = slices.ContainsFunc(r.Applications, func(a toolflow.Application) bool { return a.Empty != nil })
			case *replyflow.Replies:
				has[string(spec.Replies)] = len(r.All) > 0
			case *codeflow.Codes:
				has[string(spec.Codes)] = len(r.Uses) > 0
			case *errmap.Mappings:
				has[string(spec.Mappings)] = len(r.All) > 0
			}
		}
		for _, name := range pass.Pkg.Scope().Names() {
			switch obj := pass.Pkg.Scope().Lookup(name).(type) {
			case *types.TypeName:
				has[string(spec.Problems)] = has[string(spec.Problems)] || replyflow.Envelope(obj.Type())
				has[string(spec.Base)] = has[string(spec.Base)] || slices.Contains([]string{name, pass.Pkg.Path() + "." + name}, cfg.Envelope.Base)
			case *types.Const:
				is := func(code string) bool { return obj.Val().ExactString() == strconv.Quote(code) }
				has[string(spec.Published)] = has[string(spec.Published)] || slices.ContainsFunc(cfg.ErrCode.Published, is)
			}
		}
		has[string(spec.Layers)] = slices.ContainsFunc(cfg.DomainErr.Layers, func(l domainerr.Layer) bool { return pkgglob.MatchPass(l.Packages, pass) })
		for _, file := range pass.Files {
			if strings.HasSuffix(pass.Fset.Position(file.FileStart).Filename, "_test.go") {
				has[string(spec.Tests)] = true
			}
			for _, d := range directive.Parse(pass.Fset, file) {
				has[string(d.Kind)] = true
				has[string(spec.Operations)] = has[string(spec.Operations)] || d.Kind == directive.Operation
			}
		}
		for _, s := range slices.Sorted(maps.Keys(has)) {
			if has[s] && len(pass.Files) > 0 {
				pass.Report(analysis.Diagnostic{Pos: flow.PackageClause(pass), Category: s, Message: s})
			}
		}
		return nil, nil
	}
	return a, known
}

// listClauses returns the report in one of the forms.
func listClauses(all []conformance, form string) (string, error) {
	var b strings.Builder
	switch form {
	case "json":
		return printer.Indented(all)
	case "markdown":
		for i, d := range all {
			if i > 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "## %s: %s\n\n| clause | what a Go program must do | rules | verdict |\n| --- | --- | --- | --- |\n", d.Document, d.Title)
			for _, v := range d.Clauses {
				fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", v.Clause, v.Text, byRule(v.Rules), v)
			}
			fmt.Fprintf(&b, "\n%s\n", d.sum())
		}
		return b.String(), nil
	}
	for i, d := range all {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s: %s\n", d.Document, d.Title)
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, v := range d.Clauses {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", v.Clause, v, byRule(v.Rules))
		}
		_ = w.Flush()
		fmt.Fprintf(&b, "  %s\n", d.sum())
	}
	return b.String(), nil
}

// byRule lists categories, with the name of their rule before the first of them only.
func byRule(ids []string) string {
	var b strings.Builder
	last := ""
	for i, id := range ids {
		name, category, _ := strings.Cut(id, "/")
		switch {
		case name == last:
			b.WriteString(", " + category)
		case i > 0:
			b.WriteString("; " + id)
		default:
			b.WriteString(id)
		}
		last = name
	}
	return b.String()
}

// String returns the verdict with its reasons.
func (v clauseVerdict) String() string {
	s := v.Verdict
	switch {
	case v.Findings > 0 && v.Accepted > 0:
		s = fmt.Sprintf("%s, %d in the baseline", printer.Count(v.Findings, "finding"), v.Accepted)
	case v.Findings > 0:
		s = printer.Count(v.Findings, "finding")
	case v.Accepted > 0:
		s = printer.Count(v.Accepted, "finding") + " in the baseline"
	}
	if v.Reason != "" {
		s += ": " + v.Reason
	}
	if v.Suppressed > 0 {
		s += fmt.Sprintf(", %d suppressed", v.Suppressed)
	}
	return s
}

// sum returns how many clauses have which verdict, in words.
func (d conformance) sum() string {
	n := make(map[string]int)
	for _, v := range d.Clauses {
		n[v.Verdict]++
	}
	parts := []string{}
	for _, verdict := range []string{clauseHeld, clausePart, clauseBroken, clauseAccepted, clauseAbsent, clauseOff, clauseNoSource} {
		if n[verdict] > 0 {
			name := verdict
			switch verdict {
			case clauseBroken:
				name = "with findings"
			case clauseAccepted:
				name = "with findings in the baseline"
			}
			parts = append(parts, fmt.Sprintf("%d %s", n[verdict], name))
		}
	}
	return printer.Count(len(d.Clauses), "clause") + ": " + strings.Join(parts, ", ")
}
