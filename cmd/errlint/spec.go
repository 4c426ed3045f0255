package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/spec"
	"github.com/errlint/errlint/internal/toolflow"
)

// What a run says of a clause.
const (
	clauseHeld     = "held"
	clauseBroken   = "findings"
	clauseAbsent   = "not applicable"
	clauseOff      = "off"
	clauseNoSource = "not decidable"
)

// A conformance is what a run says of a document.
type conformance struct {
	Document string          `json:"document"`
	Title    string          `json:"title"`
	Clauses  []clauseVerdict `json:"clauses"`
}

// A clauseVerdict is what it says of a clause.
type clauseVerdict struct {
	Clause     string   `json:"clause"`
	Text       string   `json:"text"`
	Rules      []string `json:"rules"` // the rules and categories that enforce it
	Verdict    string   `json:"verdict"`
	Findings   int      `json:"findings"`
	Suppressed int      `json:"suppressed"`
	Reason     string   `json:"reason,omitempty"` // for a verdict that is neither held nor findings
}

func (c *command) specFlags() { c.formFlag("text", "json", "markdown") }

// spec reports which clauses of the documents the packages keep. In the run for a document, its preset counts
// where the configuration does not set a key.
func (c *command) spec(ctx context.Context, args []string) int {
	docs := spec.Documents
	if len(args) > 0 {
		if d, ok := spec.Find(args[0]); ok {
			docs, args = []spec.Document{d}, args[1:]
		}
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
		g.analyzers = append(g.analyzers, surfaces(g.analyzers))
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
		has := make(map[spec.Surface]bool)
		v.Findings = slices.DeleteFunc(v.Findings, func(f finding.Finding) bool {
			if f.Rule == surfaceRule {
				has[spec.Surface(f.Category)] = true
			}
			return f.Rule == surfaceRule
		})
		of := conformance{Document: d.Name, Title: d.Title}
		for _, clause := range d.Clauses {
			verdict := g.clause(clause, v, has)
			broken = broken || verdict.Verdict == clauseBroken
			of.Clauses = append(of.Clauses, verdict)
		}
		all = append(all, of)
	}
	text, err := listClauses(all, c.as)
	if err != nil {
		return c.fail(err)
	}
	switch code := c.write(text); {
	case code != exitClean:
		return code
	case len(problems) > 0:
		return exitFailure
	case broken:
		return exitFindings
	}
	return exitClean
}

// clause returns what a run says of a clause.
func (g *gate) clause(clause spec.Clause, v *verdict, has map[spec.Surface]bool) clauseVerdict {
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
		if rules.Any(clause.Holds, h.Rule, h.Category) {
			out.Suppressed++
		}
	}
	var off []string
	for _, id := range clause.Holds {
		if name, _, _ := strings.Cut(id, "/"); !g.runs(name) {
			off = append(off, id)
		}
	}
	switch {
	case out.Findings > 0:
		out.Verdict = clauseBroken
	case len(off) > 0:
		out.Verdict, out.Reason = clauseOff, strings.Join(off, " and ")+" not switched on"
	case clause.Needs != "" && !has[clause.Needs]:
		out.Verdict, out.Reason = clauseAbsent, clause.Needs.Absent()
	default:
		out.Verdict = clauseHeld
	}
	return out
}

// surfaceRule is the name of the analyzer that says what a module has.
const surfaceRule = "surface"

// surfaces returns an analyzer that says which surfaces a package has, in diagnostics, as these are kept
// between runs. It asks the analyzers that the rules of the run require.
func surfaces(of []*analysis.Analyzer) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: surfaceRule, Doc: "say what the clauses of a spec may apply to", URL: "https://pkg.go.dev/github.com/errlint/errlint/internal/spec"}
	seen := make(map[*analysis.Analyzer]bool)
	todo := slices.Clone(of)
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		if seen[next] {
			continue
		}
		seen[next] = true
		todo = append(todo, next.Requires...)
		if slices.Contains([]string{toolflow.Analyzer.Name, replyflow.Analyzer.Name, codeflow.Analyzer.Name}, next.Name) {
			a.Requires = append(a.Requires, next)
		}
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		for _, result := range pass.ResultOf {
			var has spec.Surface
			switch r := result.(type) {
			case *toolflow.Tools:
				if len(r.Registrations) > 0 {
					has = spec.Tools
				}
			case *replyflow.Replies:
				if len(r.All) > 0 {
					has = spec.Replies
				}
			case *codeflow.Codes:
				if len(r.Uses) > 0 {
					has = spec.Codes
				}
			}
			if has != "" && len(pass.Files) > 0 {
				pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: string(has), Message: string(has)})
			}
		}
		return nil, nil
	}
	return a
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
				fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", v.Clause, v.Text, strings.Join(v.Rules, ", "), v)
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
			fmt.Fprintf(w, "  %s\t%s\t%s\n", v.Clause, v, strings.Join(v.Rules, ", "))
		}
		_ = w.Flush()
		fmt.Fprintf(&b, "  %s\n", d.sum())
	}
	return b.String(), nil
}

// String returns the verdict with what it rests on.
func (v clauseVerdict) String() string {
	s := v.Verdict
	if v.Verdict == clauseBroken {
		s = count(v.Findings, "finding")
	}
	if v.Reason != "" {
		s += ": " + v.Reason
	}
	if v.Suppressed > 0 {
		s += fmt.Sprintf(", %d suppressed", v.Suppressed)
	}
	return s
}

// sum says how many clauses have which verdict.
func (d conformance) sum() string {
	n := make(map[string]int)
	for _, v := range d.Clauses {
		n[v.Verdict]++
	}
	parts := []string{}
	for _, verdict := range []string{clauseHeld, clauseBroken, clauseAbsent, clauseOff, clauseNoSource} {
		if n[verdict] > 0 {
			name := verdict
			if verdict == clauseBroken {
				name = "with findings"
			}
			parts = append(parts, fmt.Sprintf("%d %s", n[verdict], name))
		}
	}
	return count(len(d.Clauses), "clause") + ": " + strings.Join(parts, ", ")
}
