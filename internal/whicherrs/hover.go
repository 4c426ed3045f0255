package whicherrs

import (
	"fmt"
	"strings"
)

// Short returns an answer in one line: "fs.ErrNotExist (wrapped), ErrClosed, and others". markdown says whether to mark
// names as code.
func Short(a Answer, markdown bool) string {
	names := newSpeller([]Answer{a})
	var words []string
	for _, e := range a.Errors {
		word := names.Name(e.leaving.Atom)
		if markdown {
			word = mdCode(word)
		}
		switch {
		case e.Wrapped && e.Bare:
			word += " (bare or wrapped)"
		case e.Wrapped:
			word += " (wrapped)"
		}
		words = append(words, word)
	}
	others := len(a.Unnamed) > 0 || len(a.Params) > 0
	switch {
	case a.none():
		return "none"
	case len(words) == 0:
		return "errors without a name"
	case others:
		return strings.Join(words, ", ") + ", and others"
	}
	return strings.Join(words, ", ")
}

// Hover returns an answer as an editor shows it beside the code: first the short form, then in which form each error
// leaves and where it comes from.
func Hover(a Answer, markdown bool) string {
	var b strings.Builder
	mark, code := func(s string) string { return s }, func(s string) string { return s }
	if markdown {
		mark, code = mdText, mdCode
		fmt.Fprintf(&b, "**Errors:** %s\n", Short(a, true))
	} else {
		fmt.Fprintf(&b, "Errors: %s\n", Short(a, false))
	}
	names := newSpeller([]Answer{a})
	if len(a.Errors) > 0 {
		b.WriteByte('\n')
	}
	for _, e := range a.Errors {
		form, from := a.form(names, e)
		if from != "" {
			form += ", " + from
		}
		fmt.Fprintf(&b, "- %s: %s\n", code(names.Name(e.leaving.Atom)), mark(form))
	}
	if others := a.unnamed(); len(others) > 0 {
		b.WriteByte('\n')
		for _, u := range others {
			fmt.Fprintf(&b, "- %s\n", mark(u))
		}
	}
	return b.String()
}
