package printer

import (
	"bufio"
	"io"
)

// NDJSON writes a report as lines, each a JSON object: first the findings, then
// what is hidden, what is gone, the problems and the notes. docs/report.schema.json
// describes them.
type NDJSON struct {
	Dir string // file names are relative to it; "": absolute
}

var _ Printer = NDJSON{}

// The kinds of records.
const (
	kindFinding = "finding"
	kindHidden  = "hidden"
	kindGone    = "gone"
	kindProblem = "problem"
	kindNote    = "note"
)

type ndjsonFinding struct {
	Kind string `json:"kind"` // "finding" or "gone"
	jsonFinding
}

type ndjsonHidden struct {
	Kind string `json:"kind"`
	jsonHidden
}

type ndjsonProblem struct {
	Kind string `json:"kind"`
	jsonProblem
}

type ndjsonNote struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// Print implements [Printer].
func (n NDJSON) Print(w io.Writer, r Report) error {
	b := bufio.NewWriter(w)
	var failed error // the first error
	write := func(record any) {
		if failed == nil {
			failed = writeJSON(b, record)
		}
	}
	j := JSON(n)
	prints := fingerprintsOf(r)
	for i, f := range r.Findings {
		write(ndjsonFinding{kindFinding, j.finding(f, prints.findings[i])})
	}
	for i, h := range r.Hidden {
		write(ndjsonHidden{kindHidden, j.hidden(h, prints.hidden[i])})
	}
	for i, f := range r.Gone {
		write(ndjsonFinding{kindGone, j.finding(f, prints.gone[i])})
	}
	for _, p := range r.Problems {
		write(ndjsonProblem{kindProblem, j.problem(p)})
	}
	for _, note := range r.Notes {
		write(ndjsonNote{kindNote, note})
	}
	if failed != nil {
		return failed
	}
	return b.Flush()
}
