package whicherrs

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Version is the version of the JSON documents.
const Version = 1

// A Never is what is never returned, and which conditions are never true.
type Never struct {
	Errors     []NeverReturned `json:"errors"`
	Conditions []NeverTrue     `json:"conditions"`
}

// A NeverReturned is an exported sentinel or error type that nothing returns.
type NeverReturned struct {
	Name  string      `json:"name"`
	Kind  Kind        `json:"kind"`
	File  string      `json:"file"`
	Line  int         `json:"line"`
	Asked []TraceStep `json:"asked"` // conditions that ask for it and may be true, if other modules return it
}

// A NeverTrue is a condition that asks for an error which cannot be there.
type NeverTrue struct {
	Error string `json:"error"`
	TraceStep
}

// Never returns which errors that the matching packages declare are never returned, as far as the analysed packages
// show, and which of the conditions in the matching packages are never true.
func (q *Asker) Never(match func(*Table) bool) Never {
	returned := make(map[Atom]bool)
	asked := make(map[Atom][]TraceStep)
	n := Never{Errors: []NeverReturned{}, Conditions: []NeverTrue{}}
	for _, t := range q.Tables {
		for _, a := range t.load().Uses {
			returned[a] = true
		}
	}
	for f := range q.All() {
		for _, l := range f.Errors {
			returned[l.Atom] = true
		}
		for _, ask := range f.Asks {
			step := q.step(f, ask.Place, Passes, "asks for it")
			if ask.Never && match(f.table) {
				n.Conditions = append(n.Conditions, NeverTrue{ask.Atom.String(), step})
			}
			if !ask.Never {
				asked[ask.Atom] = append(asked[ask.Atom], step)
			}
		}
	}
	for _, t := range q.Tables {
		if !match(t) {
			continue
		}
		for _, d := range t.load().Names {
			other := d.Atom
			other.Ptr = !other.Ptr
			if d.Shared || returned[d.Atom] || d.Kind == Type && (returned[other] || d.Same != nil) || d.Same != nil && returned[*d.Same] {
				continue
			}
			n.Errors = append(n.Errors, NeverReturned{
				d.String(), d.Kind, q.file(t, d.At), d.At.Line,
				append(append([]TraceStep{}, asked[d.Atom]...), asked[other]...),
			})
		}
	}
	return n
}

// NeverText returns n for people.
func NeverText(n Never) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, e := range n.Errors {
		text := "nothing returns it"
		if len(e.Asked) > 0 {
			text += fmt.Sprintf(", but it is matched at %s:%d", e.Asked[0].File, e.Asked[0].Line)
		}
		fmt.Fprintf(w, "%s:%d:\t%s\t%s\n", e.File, e.Line, e.Name, text)
	}
	for _, c := range n.Conditions {
		fmt.Fprintf(w, "%s:%d:\t%s\tis never there: %s\n", c.File, c.Line, c.Error, c.Source)
	}
	_ = w.Flush() // a Builder never fails
	if b.Len() == 0 {
		return "every exported error is returned somewhere, and every condition may be true\n"
	}
	return b.String()
}
