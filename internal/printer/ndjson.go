package printer

import (
	"bufio"
	"cmp"
	"io"
)

// NDJSON writes a report as lines, each a JSON object: first the findings, then
// what is hidden, what is gone, the problems and the notes. docs/report.schema.json
// describes them.
type NDJSON struct {
	Dir string // file names are relative to it; "": absolute
}

// Print implements [Printer].
func (n NDJSON) Print(w io.Writer, r Report) error {
	b := bufio.NewWriter(w)
	var failed error // the first error
	write := func(record any) { failed = cmp.Or(failed, writeJSON(b, record)) }
	out := JSON(n).report(r)
	for _, list := range []struct {
		kind    string
		records []jsonFinding
	}{{"finding", out.Findings}, {"hidden", out.Hidden}, {"gone", out.Gone}} {
		for _, record := range list.records {
			record.Kind = list.kind
			write(record)
		}
	}
	for _, p := range out.Problems {
		p.Kind = "problem"
		write(p)
	}
	for _, note := range r.Notes {
		write(jsonProblem{Kind: "note", Message: note})
	}
	if failed != nil {
		return failed
	}
	return b.Flush()
}
