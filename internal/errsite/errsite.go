package errsite

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html"
	"strings"

	"github.com/errlint/errlint/internal/whicherrs"
)

// The script and the style of the page.
var (
	//go:embed page.js
	script string
	//go:embed page.css
	style string
)

// data is the content of the tables. What occurs often is in a list, and is referred to by its index.
type data struct {
	Title    string   `json:"title"`
	Texts    []string `json:"texts"`    // strings that other fields refer to by index
	Lines    []line   `json:"lines"`    // of source
	Errors   []atom   `json:"errors"`   // sorted
	Packages []string `json:"packages"` // sorted
	Funcs    []fn     `json:"funcs"`
}

// A line is the index of a file's name in the texts, the line's number, and its source.
type line struct {
	File   int    `json:"f"`
	Number int    `json:"n"`
	Source string `json:"s"`
}

type atom struct {
	Name  string `json:"name"`
	Short string `json:"short"`
	Kind  string `json:"kind"`
	Own   bool   `json:"own,omitempty"`
}

type fn struct {
	Name    string    `json:"name"` // within its package
	Package int       `json:"pkg"`
	At      int       `json:"at"`              // the index of a line
	Listed  bool      `json:"listed,omitzero"` // on the page of its package; other functions are there for paths
	Errors  []leaving `json:"errs,omitempty"`
	Params  []string  `json:"params,omitempty"`
	Opaque  []way     `json:"opaque,omitempty"`
	Others  []way     `json:"others,omitempty"`
	Args    []way     `json:"args,omitempty"`
}

type leaving struct {
	Error int    `json:"e"`
	Form  string `json:"form"`
	Ways  []way  `json:"w"`
}

type way struct {
	Steps []step `json:"s"`
	Func  *int   `json:"to,omitempty"`   // the function that it comes from, if that is one of Funcs
	Text  int    `json:"from,omitempty"` // otherwise the name of that function, in the texts; 0 if the way ends here
	Part  string `json:"p,omitempty"`
}

// A step is a line, and what is said about it, in the texts.
type step struct {
	Line int    `json:"l"`
	Text int    `json:"t"`
	Kind string `json:"k"`
}

// A maker builds the data.
type maker struct {
	q     *whicherrs.Asker
	data  data
	texts index[string]
	lines index[line]
	atoms index[whicherrs.Atom]
	funcs map[string]int // by ID
	short whicherrs.Speller
}

// Page returns the page about the listed functions, and about all that their errors come from.
func Page(q *whicherrs.Asker, title string, listed []*whicherrs.Func) ([]byte, error) {
	m := &maker{q: q, funcs: make(map[string]int), short: make(whicherrs.Speller)}
	m.data.Title = title
	m.texts.of("") // index 0 is nothing
	m.make(listed)
	text, err := json.Marshal(m.data) // which escapes <, > and &
	if err != nil {
		return nil, err
	}
	digest := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	var b strings.Builder
	for _, s := range []string{
		`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>`, html.EscapeString(title), `</title>`,
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; script-src `, digest(script), `; style-src `, digest(style), `">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`,
		`<style>`, style, `</style></head><body>`,
		`<header><a href="#/">`, html.EscapeString(title), `</a><input id="search" type="search" placeholder="function or error" aria-label="Search" autocomplete="off"></header>`,
		`<main id="main"><noscript>This page needs its own script, and no network.</noscript></main>`,
		`<script type="application/json" id="data">`, string(text), `</script>`,
		`<script>`, script, `</script></body></html>`, "\n",
	} {
		b.WriteString(s)
	}
	return []byte(b.String()), nil
}

// An index is a list without duplicates, with the index of each item.
type index[T comparable] struct {
	list    []T
	numbers map[T]int
}

// of returns the index of x, which is added to the list if it is missing.
func (ix *index[T]) of(x T) int {
	i, ok := ix.numbers[x]
	if !ok {
		if ix.numbers == nil {
			ix.numbers = make(map[T]int)
		}
		i = len(ix.list)
		ix.list, ix.numbers[x] = append(ix.list, x), i
	}
	return i
}

func (m *maker) line(f *whicherrs.Func, at whicherrs.Place) int {
	file, source := m.q.Place(f, at)
	return m.lines.of(line{m.texts.of(file), at.Line, source})
}

// make adds the data of the listed functions, and of all that their ways lead to.
func (m *maker) make(listed []*whicherrs.Func) {
	var todo []*whicherrs.Func
	add := func(id string) {
		f := m.q.Func(id)
		if _, known := m.funcs[id]; f != nil && !known {
			m.funcs[id] = len(todo)
			todo = append(todo, f)
		}
	}
	for _, f := range listed {
		add(f.ID)
	}
	for _, f := range m.q.In(func(*whicherrs.Table) bool { return true }, true) {
		for _, l := range f.Errors {
			m.short.Add(l)
		}
	}
	n := len(todo)
	var packages index[string]
	for i := 0; i < len(todo); i++ {
		f := todo[i]
		out := fn{Name: f.Plain(), Package: packages.of(f.Table().Path), At: m.line(f, f.At), Listed: i < n}
		for _, l := range f.Errors {
			out.Errors = append(out.Errors, leaving{m.atoms.of(l.Atom), m.short.Form(l), m.ways(f, l.Ways, add)})
		}
		for _, p := range f.Params {
			out.Params = append(out.Params, p.String())
		}
		out.Opaque, out.Others, out.Args = m.ways(f, f.Opaque, add), m.ways(f, f.Others, add), m.ways(f, f.Args, add)
		m.data.Funcs = append(m.data.Funcs, out)
	}
	m.data.Texts, m.data.Lines, m.data.Packages = m.texts.list, m.lines.list, packages.list
	for _, a := range m.atoms.list {
		m.data.Errors = append(m.data.Errors, atom{a.String(), m.short.Name(a), string(a.Kind), m.q.Program.Own(a)})
	}
}

func (m *maker) ways(f *whicherrs.Func, ways []whicherrs.Way, add func(string)) []way {
	var out []way
	for _, w := range ways {
		x := way{Part: string(w.Part)}
		if w.From != "" {
			add(w.From)
			if i, ok := m.funcs[w.From]; ok {
				x.Func = &i
			} else {
				x.Text = m.texts.of(w.From)
			}
		}
		for _, s := range w.Steps {
			x.Steps = append(x.Steps, step{m.line(f, s.Place), m.texts.of(s.Text), string(s.Kind)})
		}
		out = append(out, x)
	}
	return out
}
