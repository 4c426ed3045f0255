package printer

import (
	"io"

	"github.com/errlint/errlint/internal/finding"
)

// JSON writes a report as one JSON object, whose members docs/report.schema.json
// describes. Two reports that are equal yield the same bytes.
type JSON struct {
	Dir string // file names are relative to it; "": absolute
}

// Version is the version of the object, and of the records of [NDJSON]: it changes
// when a member changes its meaning or goes, not when one is added.
const Version = 1

type jsonReport struct {
	Version  int           `json:"version"`
	Compared bool          `json:"compared"`
	Findings []jsonFinding `json:"findings"`
	Hidden   []jsonFinding `json:"hidden"`
	Gone     []jsonFinding `json:"gone"`
	Problems []jsonProblem `json:"problems"`
	Notes    []string      `json:"notes"`
}

func (jsonReport) isOuter() {}

type jsonFinding struct {
	Kind        string        `json:"kind,omitempty"` // of a record
	Rule        string        `json:"rule"`
	Category    string        `json:"category,omitempty"`
	Severity    string        `json:"severity"`
	Message     string        `json:"message"`
	URL         string        `json:"url,omitempty"`
	Package     string        `json:"package"`
	Decl        string        `json:"decl,omitempty"`
	Fingerprint string        `json:"fingerprint"`
	Location    jsonLocation  `json:"location"`
	Related     []jsonRelated `json:"related"`
	Fixes       []jsonFix     `json:"fixes"`
	NoFix       string        `json:"noFix,omitempty"`
	By          string        `json:"by,omitempty"` // of what is hidden
	Reason      string        `json:"reason,omitempty"`
}

type jsonRelated struct {
	Message  string       `json:"message"`
	Location jsonLocation `json:"location"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Safe    bool       `json:"safe"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Location jsonLocation `json:"location"`
	New      string       `json:"new"`
}

type jsonProblem struct {
	Kind     string        `json:"kind,omitempty"` // of a record
	Message  string        `json:"message"`
	Package  string        `json:"package,omitempty"`
	Location *jsonLocation `json:"location,omitempty"`
}

type jsonLocation struct {
	File  string       `json:"file"`
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// Print implements [Printer].
func (j JSON) Print(w io.Writer, r Report) error { return streamJSON(w, j.report(r), jsonIndent) }

func (j JSON) report(r Report) jsonReport {
	out := jsonReport{
		Version:  Version,
		Compared: r.Compared,
		Findings: make([]jsonFinding, 0, len(r.Findings)),
		Hidden:   make([]jsonFinding, 0, len(r.Hidden)),
		Gone:     make([]jsonFinding, 0, len(r.Gone)),
		Problems: make([]jsonProblem, 0, len(r.Problems)),
		Notes:    append([]string{}, r.Notes...),
	}
	prints := fingerprintsOf(r)
	for i, f := range r.Findings {
		out.Findings = append(out.Findings, j.finding(f, prints.findings[i]))
	}
	for i, h := range r.Hidden {
		f := j.finding(h.Finding, prints.hidden[i])
		f.By, f.Reason = string(h.By), h.Reason
		out.Hidden = append(out.Hidden, f)
	}
	for i, f := range r.Gone {
		out.Gone = append(out.Gone, j.finding(f, prints.gone[i]))
	}
	for _, p := range r.Problems {
		problem := jsonProblem{Message: p.Message, Package: p.Package}
		if p.Pos.File != "" {
			problem.Location = new(j.location(p.Pos, p.Pos))
		}
		out.Problems = append(out.Problems, problem)
	}
	return out
}

func (j JSON) finding(f finding.Finding, fingerprint string) jsonFinding {
	out := jsonFinding{
		Rule:        f.Rule,
		Category:    f.Category,
		Severity:    string(f.Level()),
		Message:     f.Message,
		URL:         f.URL,
		Package:     f.Package,
		Decl:        f.Decl,
		Fingerprint: fingerprint,
		Location:    j.location(f.Pos, f.End),
		Related:     make([]jsonRelated, 0, len(f.Related)),
		Fixes:       make([]jsonFix, 0, len(f.Fixes)),
		NoFix:       f.NoFix,
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, jsonRelated{r.Message, j.location(r.Pos, r.End)})
	}
	for _, fix := range f.Fixes {
		edits := make([]jsonEdit, 0, len(fix.Edits))
		for _, e := range fix.Edits {
			edits = append(edits, jsonEdit{j.location(e.Pos, e.End), e.New})
		}
		out.Fixes = append(out.Fixes, jsonFix{fix.Message, !fix.Unsafe, edits})
	}
	return out
}

// location returns the range from pos to end; an end that is not set is pos.
func (j JSON) location(pos, end finding.Position) jsonLocation {
	if !end.IsValid() || end.File != pos.File {
		end = pos
	}
	return jsonLocation{
		File:  slashed(j.Dir, pos.File),
		Start: jsonPosition{pos.Line, pos.Column, pos.Offset},
		End:   jsonPosition{end.Line, end.Column, end.Offset},
	}
}
