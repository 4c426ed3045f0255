package printer

import (
	"bufio"
	"io"
	"strings"

	"github.com/errlint/errlint/internal/finding"
)

// RDJSONL writes findings and problems in the Reviewdog Diagnostic Format, a
// JSON object per line. Its columns count bytes. The places that explain a
// finding are lines of its message: versions of reviewdog that do not know the
// member for them refuse the whole input.
type RDJSONL struct {
	Root string // file names are relative to it; "": absolute
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Source      rdSource       `json:"source"`
	Code        *rdCode        `json:"code,omitempty"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

var rdSeverity = map[finding.Severity]string{finding.Error: "ERROR", finding.Warning: "WARNING", finding.Note: "INFO"}

// Print implements [Printer].
func (d RDJSONL) Print(w io.Writer, r Report) error {
	b := bufio.NewWriter(w)
	for _, f := range r.Findings {
		lines := append([]string{Clean(f.Message)}, related(d.Root, f)...)
		err := writeJSON(b, rdDiagnostic{
			Message:     strings.Join(lines, "\n"),
			Location:    d.location(f.Pos, f.End),
			Severity:    rdSeverity[f.Level()],
			Source:      rdSource{"errlint", homepage},
			Code:        &rdCode{Clean(f.ID()), f.URL},
			Suggestions: suggestions(f),
		})
		if err != nil {
			return err
		}
	}
	for _, p := range r.Problems {
		err := writeJSON(b, rdDiagnostic{
			Message:  withoutFile(p),
			Location: d.location(p.Pos, p.Pos),
			Severity: "ERROR",
			Source:   rdSource{"errlint", homepage},
		})
		if err != nil {
			return err
		}
	}
	return b.Flush()
}

func (d RDJSONL) location(pos, end finding.Position) rdLocation {
	loc := rdLocation{Path: Clean(slashed(d.Root, pos.File))}
	if pos.IsValid() {
		loc.Range = new(rdRangeOf(pos, end))
	}
	return loc
}

func rdRangeOf(pos, end finding.Position) rdRange {
	end = extent(pos, end)
	return rdRange{rdPosition{pos.Line, max(0, pos.Column)}, &rdPosition{end.Line, max(0, end.Column)}}
}

// suggestions returns the fixes that are one edit of the finding's file. Each
// suggestion is applied by itself, so the edits of other fixes are none: half a
// fix may be worse than the fault.
func suggestions(f finding.Finding) []rdSuggestion {
	var out []rdSuggestion
	for _, fix := range f.Fixes {
		if len(fix.Edits) != 1 || fix.Edits[0].Pos.File != f.Pos.File || !fix.Edits[0].Pos.IsValid() {
			continue
		}
		e := fix.Edits[0]
		out = append(out, rdSuggestion{rdRangeOf(e.Pos, e.End), e.New})
	}
	return out
}
