package contract

import (
	"bufio"
	"cmp"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/whicherrs"
)

// A Line is one line of a contract: an error that may leave a function.
type Line struct {
	Func  string // "example.com/store.Store.Get"
	Form  Form
	Error string // "io.EOF"; for a parameter, the result of [whicherrs.FromArgs.Contract]; empty for errors without a name
}

// A Form is how an error leaves.
type Form string

const (
	Bare       Form = "bare"
	Wrapped    Form = "wrapped"
	Both       Form = "both"
	Documented Form = "documented" // according to the documentation only
	Unnamed    Form = "unnamed"
	Param      Form = "param"
)

func (l Line) String() string {
	return strings.TrimSpace(l.Func + " " + string(l.Form) + " " + l.Error)
}

func compare(a, b Line) int {
	return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.Form, b.Form), cmp.Compare(a.Error, b.Error))
}

// A Contract is the lines of a contract, sorted and without duplicates.
type Contract []Line

// Of returns the contract of functions.
func Of(funcs []*whicherrs.Func) Contract {
	var c Contract
	for _, f := range funcs {
		name := f.Shown()
		errs, unnamed := visible(f)
		for _, l := range errs {
			c = append(c, Line{name, formOf(l), l.String()})
		}
		for _, p := range f.Params {
			c = append(c, Line{name, Param, p.Contract()})
		}
		if unnamed {
			c = append(c, Line{name, Unnamed, ""})
		}
	}
	return c.sorted()
}

// visible returns the errors of a function that other packages can ask for, and whether there are others. A code can be
// asked for even if its type is not exported.
func visible(f *whicherrs.Func) (errs []whicherrs.Leaving, unnamed bool) {
	unnamed = len(f.Opaque) > 0 || len(f.Others) > 0
	for _, l := range f.Errors {
		if l.Kind == whicherrs.Code || l.Kind == whicherrs.UnknownCode || token.IsExported(l.Name) {
			errs = append(errs, l)
		} else {
			unnamed = true
		}
	}
	return errs, unnamed
}

func (c Contract) sorted() Contract {
	slices.SortFunc(c, compare)
	return slices.Compact(c)
}

func formOf(l whicherrs.Leaving) Form {
	switch {
	case l.Bare && l.Wrapped:
		return Both
	case l.Bare:
		return Bare
	case l.Wrapped:
		return Wrapped
	}
	return Documented
}

const header = "# errlint contract 1: the errors that exported functions may return. errlint contract -check compares, -write writes.\n"

// String returns the contract as it is in a file.
func (c Contract) String() string {
	var b strings.Builder
	b.WriteString(header)
	for _, l := range c {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// Parse reads a contract. Its lines may be in any order.
func Parse(r io.Reader) (Contract, error) {
	var c Contract
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		text := strings.TrimSpace(s.Text())
		if rest, ok := strings.CutPrefix(text, "# errlint contract "); ok && !strings.HasPrefix(rest, "1:") {
			return nil, fmt.Errorf("line %d: it is written by a later version of errlint", n)
		}
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		name, rest, _ := strings.Cut(text, " ")
		form, rest, _ := strings.Cut(rest, " ")
		l := Line{name, Form(form), rest}
		if !slices.Contains([]Form{Bare, Wrapped, Both, Documented, Unnamed, Param}, l.Form) || (l.Error == "") != (l.Form == Unnamed) {
			return nil, fmt.Errorf("line %d: want a function, how the error leaves, and the error, not %q", n, text)
		}
		c = append(c, l)
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	return c.sorted(), nil
}

// Delta returns the lines that only one of old and new has, sorted, each preceded by "-" or "+".
func Delta(old, new Contract) []string {
	type signed struct {
		Line
		sign string
	}
	var lines []signed
	for _, l := range old {
		if _, ok := slices.BinarySearchFunc(new, l, compare); !ok {
			lines = append(lines, signed{l, "-"})
		}
	}
	for _, l := range new {
		if _, ok := slices.BinarySearchFunc(old, l, compare); !ok {
			lines = append(lines, signed{l, "+"})
		}
	}
	slices.SortFunc(lines, func(a, b signed) int {
		return cmp.Or(cmp.Compare(a.Func, b.Func), cmp.Compare(a.Error, b.Error), -cmp.Compare(a.sign, b.sign), compare(a.Line, b.Line))
	})
	var out []string
	for _, l := range lines {
		out = append(out, l.sign+l.String())
	}
	return out
}
