package whicherrs

import (
	"cmp"
	"fmt"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/errlint/errlint/internal/worklist"
)

// An Asker answers questions about a program, with places in the form in which the user sees them.
type Asker struct {
	*Program
	Name func(file string) string           // returns a file as it is shown, given its absolute name
	Line func(file string, line int) string // returns a line of a file, "" if there is none
	Own  bool                               // leave out errors that no analysed package declares

	named worklist.Memo[[2]string, string] // results of Name, by directory and file
}

// An Answer says which errors may leave a function, or which errors an expression may be.
type Answer struct {
	Function string     `json:"function"` // with its package's path: "example.com/store.Store.Get"; an expression as it is written
	Package  string     `json:"package"`
	File     string     `json:"file"`
	Line     int        `json:"line"`
	Exported bool       `json:"exported"`
	Errors   []Error    `json:"errors"`
	Params   []FromArgs `json:"params"`  // parameters such that it may return what they are or return
	Unnamed  []Source   `json:"unnamed"` // where errors without a name come from, the nearest first; empty if none may leave
}

// An Error is a named error of an answer.
type Error struct {
	leaving Leaving

	Name    string   `json:"name"` // "io.EOF", "*io/fs.PathError"
	Kind    Kind     `json:"kind"`
	Package string   `json:"package"`
	Own     bool     `json:"own"` // an analysed package declares it
	Bare    bool     `json:"bare"`
	Wrapped bool     `json:"wrapped"`
	In      []string `json:"in"`   // the named types that it is wrapped in
	If      []string `json:"if"`   // conditions on parameters under which alone it leaves: "force is true"
	From    []Source `json:"from"` // where it comes from within the function, the nearest first
}

// A Source is where errors come from.
type Source struct {
	Function string   `json:"function,omitempty"` // the function that returns them: for an error, one that is called; for errors without a name, one about which no more is known
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Text     string   `json:"text"` // a clause: "calls load", "makes an error that wraps none"
	Kind     StepKind `json:"kind"`
}

// maxUnnamed bounds how many places an answer lists for errors without a name.
const maxUnnamed = 20

// Answer returns which errors may leave f.
func (q *Asker) Answer(f *Func) Answer {
	a := Answer{
		Function: f.Shown(),
		Package:  f.table.Path,
		File:     q.file(f.table, f.At),
		Line:     f.At.Line,
		Exported: f.Exported,
		Errors:   make([]Error, 0, len(f.Errors)),
		Params:   append([]FromArgs{}, f.Params...),
		Unnamed:  []Source{},
	}
	for _, l := range f.Errors {
		own := q.Program.Own(l.Atom)
		if q.Own && !own {
			continue
		}
		e := Error{leaving: l, Name: l.String(), Kind: l.Kind, Package: l.Pkg, Own: own, Bare: l.Bare, Wrapped: l.Wrapped, In: []string{}, If: append([]string{}, l.If...), From: []Source{}}
		for _, in := range l.In {
			e.In = append(e.In, in.String())
		}
		for _, w := range l.Ways {
			if s, ok := q.source(f, w); ok && !slices.ContainsFunc(e.From, func(o Source) bool { return o.Function == s.Function && (s.Function != "" || o == s) }) {
				e.From = append(e.From, s)
			}
		}
		a.Errors = append(a.Errors, e)
	}
	unnamed := q.Paths(f, Opaque, Atom{}, maxUnnamed)
	for _, p := range append(unnamed, q.Paths(f, Others, Atom{}, maxUnnamed)...) {
		last := p[len(p)-1]
		if n := len(p); n > 1 && last.Func.Abstract {
			last = p[n-2] // where it is called
		}
		if s, ok := q.source(last.Func, last.Way); ok && !slices.Contains(a.Unnamed, s) {
			a.Unnamed = append(a.Unnamed, s)
		}
	}
	return a
}

// source returns where a way of f ends.
func (q *Asker) source(f *Func, w Way) (Source, bool) {
	if len(w.Steps) == 0 {
		return Source{}, false
	}
	end := w.Steps[len(w.Steps)-1]
	return Source{q.calledFrom(f, w.From), q.file(f.table, end.Place), end.Line, end.Text, end.Kind}, true
}

// calledFrom returns the name of the function with an ID, as f's package would write it.
func (q *Asker) calledFrom(f *Func, id string) string {
	callee := q.funcs[id]
	switch {
	case id == "":
		return ""
	case callee == nil:
		return plain(id)
	case callee.literal():
		return "a function literal"
	case callee.table == f.table:
		return plain(callee.Name)
	}
	return callee.Shown()
}

// file returns how the file of a place in a table's package is shown.
func (q *Asker) file(t *Table, at Place) string {
	return q.named.Get([2]string{t.Dir, at.File}, func(of [2]string) string { return q.Name(filepath.Join(of[0], of[1])) })
}

// A Speller names errors as briefly as is unambiguous: by the last element of the import path, unless another package
// has the same. It maps last elements to the path of the one package that has it, or to "".
type Speller map[string]string // the last elements of paths, of those that one package has

// Add announces an error that will be named, and the types that it is wrapped in.
func (s Speller) Add(l Leaving) {
	s.add(l.Atom)
	for _, in := range l.In {
		s.add(in)
	}
}

func (s Speller) add(a Atom) {
	short := lastElement(a.Pkg)
	if old, ok := s[short]; !ok {
		s[short] = a.Pkg
	} else if old != a.Pkg {
		s[short] = ""
	}
}

func newSpeller(answers []Answer) Speller {
	s := make(Speller)
	for _, a := range answers {
		for _, e := range a.Errors {
			s.Add(e.leaving)
		}
	}
	return s
}

// lastElement returns the last element of an import path, disregarding a version.
func lastElement(path string) string {
	dir, last := pathpkg.Split(path)
	if number := strings.TrimPrefix(last, "v"); number != "" && strings.Trim(number, "0123456789") == "" && dir != "" {
		return pathpkg.Base(dir)
	}
	return last
}

// Name returns the name of an error that has been added.
func (s Speller) Name(a Atom) string {
	if short := lastElement(a.Pkg); s[short] == a.Pkg {
		a.Pkg = short
	}
	return a.String()
}

// places describes places. A file in the same directory as the answer's is named without its directory.
func (a Answer) places(list []Source) string {
	var words []string
	for _, s := range list {
		word := s.Function[strings.LastIndexByte(s.Function, '/')+1:]
		if word == "" {
			file := s.File
			if pathpkg.Dir(file) == pathpkg.Dir(a.File) {
				file = pathpkg.Base(file)
			}
			word = file + ":" + strconv.Itoa(s.Line)
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if rest := len(words) - 3; rest > 1 {
		return strings.Join(words[:3], ", ") + fmt.Sprintf(" and %d more", rest)
	}
	return strings.Join(words, ", ")
}

// form describes in which form error e leaves, and where it comes from.
func (a Answer) form(s Speller, e Error) (form, from string) {
	if p := a.places(e.From); p != "" && (e.Bare || e.Wrapped) {
		from = "from " + p
	}
	return s.Form(e.leaving), from
}

// Form describes in which form an error leaves, and under which conditions.
func (s Speller) Form(l Leaving) string {
	form := "as its documentation says"
	switch {
	case l.Bare && l.Wrapped:
		form = "itself, or wrapped"
	case l.Wrapped:
		form = "wrapped"
	case l.Bare:
		form = "itself"
	}
	for i, t := range l.In {
		form += map[bool]string{true: " in ", false: ", "}[i == 0] + s.Name(t)
	}
	for i, cond := range l.If {
		form += map[bool]string{true: ", only if ", false: " and "}[i == 0] + cond
	}
	return form
}

// unnamed describes what leaves besides named errors.
func (a Answer) unnamed() []string {
	var made, unknown, end []Source
	for _, s := range a.Unnamed {
		switch {
		case s.Function != "":
			unknown = append(unknown, s)
		case s.Kind == Makes:
			made = append(made, s)
		default:
			end = append(end, s)
		}
	}
	var out []string
	for _, p := range a.Params {
		out = append(out, p.String())
	}
	if made != nil {
		out = append(out, "errors without a name, made at "+a.places(made))
	}
	if unknown != nil {
		out = append(out, "errors that are not known, from "+a.places(unknown))
	}
	if end != nil {
		out = append(out, "errors that are not known, at "+a.places(end))
	}
	return out
}

// Text returns answers for people.
func Text(answers []Answer) string {
	var b strings.Builder
	names := newSpeller(answers)
	for i, a := range answers {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s (%s:%d)\n", a.Function, a.File, a.Line)
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, e := range a.Errors {
			form, from := a.form(names, e)
			fmt.Fprintf(w, "  %s\t%s", names.Name(e.leaving.Atom), form)
			if from != "" {
				fmt.Fprintf(w, "\t%s", from)
			}
			fmt.Fprintln(w)
		}
		_ = w.Flush() // a Builder never fails
		for _, u := range a.unnamed() {
			fmt.Fprintf(&b, "  %s\n", u)
		}
		if a.none() {
			b.WriteString("  none\n")
		}
	}
	return b.String()
}

// none reports whether there is no error to show.
func (a Answer) none() bool { return len(a.Errors) == 0 && len(a.Params) == 0 && len(a.Unnamed) == 0 }

// Markdown returns answers as a page, such as ERRORS.md: a section for each package, and a table for each function.
func Markdown(answers []Answer) string {
	var b strings.Builder
	b.WriteString("# Errors\n")
	names := newSpeller(answers)
	pkg := ""
	for _, a := range answers {
		if a.Package != pkg {
			pkg = a.Package
			fmt.Fprintf(&b, "\n## %s\n", mdCode(pkg))
		}
		fmt.Fprintf(&b, "\n### %s\n\n", mdCode(strings.TrimPrefix(a.Function, pkg+".")))
		if a.none() {
			b.WriteString("None.\n")
			continue
		}
		b.WriteString("| error | how it leaves | from |\n| --- | --- | --- |\n")
		for _, e := range a.Errors {
			form, from := a.form(names, e)
			fmt.Fprintf(&b, "| %s | %s | %s |\n", mdCode(names.Name(e.leaving.Atom)), mdText(form), mdText(strings.TrimPrefix(from, "from ")))
		}
		for _, u := range a.unnamed() {
			fmt.Fprintf(&b, "| %s | | |\n", mdText(u))
		}
	}
	return b.String()
}

// mdCode returns a text as code in a cell of a Markdown table.
func mdCode(s string) string {
	s = inCell.Replace(s)
	if strings.ContainsRune(s, '`') {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

// mdText returns a text in a cell of a Markdown table.
func mdText(s string) string { return asText.Replace(s) }

var (
	inCell = strings.NewReplacer("\n", " ", "|", `\|`)
	asText = strings.NewReplacer("\n", " ", "\r", " ", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
		"<", `\<`, ">", `\>`, "|", `\|`, "#", `\#`, "~", `\~`, "&", `\&`)
)

// In returns the functions of the matching tables, by package and place, that may return an error by their type. It
// returns unexported functions only if unexported is set, and no function literals, because these have no names to ask
// for.
func (p *Program) In(match func(*Table) bool, unexported bool) []*Func {
	var out []*Func
	for _, t := range p.Tables {
		if !match(t) {
			continue
		}
		from := len(out)
		for i := range t.Funcs {
			f := &t.Funcs[i]
			if f.Fails && !f.literal() && (f.Exported || unexported) && p.funcs[f.ID] == f {
				out = append(out, f.load())
			}
		}
		slices.SortStableFunc(out[from:], func(a, b *Func) int {
			return cmp.Or(comparePlaces(a.At, b.At), cmp.Compare(a.Name, b.Name))
		})
	}
	return out
}
