package whicherrs

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Version is that of the JSON documents.
const Version = 1

// A Never is what is never returned, or never true.
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
	Asked []TraceStep `json:"asked"` // the conditions that ask for it and may be true: others may return it
}

// A NeverTrue is a condition that asks for an error which is not among those that may be there.
type NeverTrue struct {
	Error string `json:"error"`
	TraceStep
}

// Never returns what is never returned of what the matching packages declare, as far as the packages that were analysed show, and which of their conditions are
// never true.
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
			if returned[d.Atom] || d.Kind == Type && (returned[other] || d.Same != nil) || d.Same != nil && returned[*d.Same] {
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

// NeverText returns the same for people.
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
	_ = w.Flush() // a Builder takes all
	if b.Len() == 0 {
		return "every exported error is returned somewhere, and every condition may be true\n"
	}
	return b.String()
}
