package printer

import (
	"encoding/xml"
	"io"

	"github.com/errlint/errlint/internal/finding"
)

// Checkstyle writes the findings and problems in the format of the Java tool
// Checkstyle. Columns count bytes.
type Checkstyle struct {
	Root string // file names are relative to it; "": absolute
}

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"` // of the format
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

var checkstyleSeverity = map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "info"}

// Print implements [Printer].
func (c Checkstyle) Print(w io.Writer, r Report) error {
	report := checkstyleReport{Version: "5.0"}
	index := make(map[string]int) // in report.Files, by name
	add := func(pos finding.Position, severity, message, source string) {
		name := "." // for what is in no file
		if pos.File != "" {
			name = Clean(slashed(c.Root, pos.File))
		}
		i, ok := index[name]
		if !ok {
			i = len(report.Files)
			index[name] = i
			report.Files = append(report.Files, checkstyleFile{Name: name})
		}
		report.Files[i].Errors = append(report.Files[i].Errors, checkstyleError{
			Line:     max(0, pos.Line),
			Column:   max(0, pos.Column),
			Severity: severity,
			Message:  message,
			Source:   source,
		})
	}
	for _, f := range r.Findings {
		add(f.Pos, checkstyleSeverity[f.Level()], Clean(f.Message), Clean(f.ID()))
	}
	for _, p := range r.Problems {
		add(p.Pos, "error", withoutFile(p), "errlint")
	}
	return writeXML(w, report)
}
