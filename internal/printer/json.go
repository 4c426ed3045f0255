package printer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/finding"
)

// JSON writes a report as one JSON object, whose members docs/command.md
// describes. Two reports that are equal yield the same bytes.
type JSON struct {
	Dir string // file names are relative to it; "": absolute
}

var _ Printer = JSON{}

// Version is the version of the object: it changes when a member changes its
// meaning or goes, not when one is added.
const Version = 1

type jsonReport struct {
	Version  int           `json:"version"`
	Findings []jsonFinding `json:"findings"`
	Problems []jsonProblem `json:"problems"`
}

type jsonFinding struct {
	Rule     string        `json:"rule"`
	Category string        `json:"category,omitempty"`
	Message  string        `json:"message"`
	URL      string        `json:"url,omitempty"`
	Package  string        `json:"package"`
	Location jsonLocation  `json:"location"`
	Related  []jsonRelated `json:"related"`
	Fixes    []jsonFix     `json:"fixes"`
}

type jsonRelated struct {
	Message  string       `json:"message"`
	Location jsonLocation `json:"location"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Location jsonLocation `json:"location"`
	New      string       `json:"new"`
}

type jsonProblem struct {
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
func (j JSON) Print(w io.Writer, r Report) error {
	out := jsonReport{
		Version:  Version,
		Findings: make([]jsonFinding, 0, len(r.Findings)),
		Problems: make([]jsonProblem, 0, len(r.Problems)),
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, j.finding(f))
	}
	for _, p := range r.Problems {
		jp := jsonProblem{Message: p.Message, Package: p.Package}
		if p.Pos.File != "" {
			jp.Location = new(j.location(p.Pos, p.Pos))
		}
		out.Problems = append(out.Problems, jp)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("encode the report: %w", err)
	}
	_, err := w.Write(escape(b.Bytes()))
	return err
}

func (j JSON) finding(f finding.Finding) jsonFinding {
	out := jsonFinding{
		Rule:     f.Rule,
		Category: f.Category,
		Message:  f.Message,
		URL:      f.URL,
		Package:  f.Package,
		Location: j.location(f.Pos, f.End),
		Related:  make([]jsonRelated, 0, len(f.Related)),
		Fixes:    make([]jsonFix, 0, len(f.Fixes)),
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, jsonRelated{r.Message, j.location(r.Pos, r.End)})
	}
	for _, fix := range f.Fixes {
		edits := make([]jsonEdit, 0, len(fix.Edits))
		for _, e := range fix.Edits {
			edits = append(edits, jsonEdit{j.location(e.Pos, e.End), e.New})
		}
		out.Fixes = append(out.Fixes, jsonFix{fix.Message, edits})
	}
	return out
}

// location returns the range from pos to end; an end that is not set is pos.
func (j JSON) location(pos, end finding.Position) jsonLocation {
	if !end.IsValid() || end.File != pos.File {
		end = pos
	}
	return jsonLocation{
		File:  filepath.ToSlash(relative(j.Dir, pos.File)),
		Start: jsonPosition{pos.Line, pos.Column, pos.Offset},
		End:   jsonPosition{end.Line, end.Column, end.Offset},
	}
}

// escape returns the JSON text with every character beyond ASCII that is not
// printable as \uXXXX. Such a character can only be part of a string.
func escape(text []byte) []byte {
	var out []byte
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r < utf8.RuneSelf && r != 0x7f || printable(r):
			out = append(out, text[:size]...)
		case r <= 0xffff:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			hi, lo := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		}
		text = text[size:]
	}
	return out
}
