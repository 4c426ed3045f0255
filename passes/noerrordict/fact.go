package noerrordict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/textflow"
)

// A helperFact says of a function what its results make of its parameters, which
// error keys it sets in them, and that it builds values that tell of an error
// in place of an error, for which its callers are to answer.
type helperFact struct {
	Builds []buildFact // by result, category and key
	Passes []passFact  // by result and parameter
	Sets   []setFact   // by parameter and key
}

// A buildFact is a value with an error key that a function returns, and that
// has not been reported where it is made.
type buildFact struct {
	Result     int
	Category   string
	Key        string
	Marshalled bool // it is a text, or in a text
	Text       textflow.Text
}

// A passFact says that a function returns a parameter in a result, as it is or in another form.
type passFact struct {
	Result, Param int
	form
}

// A setFact says that a function sets an error key in the map or struct that a parameter is.
type setFact struct {
	Param int
	Key   string
	Field string
	Text  textflow.Text
}

func (*helperFact) AFact() {}

func (f *helperFact) String() string {
	var parts []string
	for _, b := range f.Builds {
		parts = append(parts, fmt.Sprintf("result %d: %s %q", b.Result, b.Category, b.Key))
	}
	for _, p := range f.Passes {
		parts = append(parts, fmt.Sprintf("result %d: param %d", p.Result, p.Param))
	}
	for _, s := range f.Sets {
		parts = append(parts, fmt.Sprintf("param %d: %q", s.Param, s.Key))
	}
	return "helper(" + strings.Join(parts, "; ") + ")"
}

// addBuild adds a build, in one fact with those of the same form.
func (f *helperFact) addBuild(result int, b build, text textflow.Text) {
	fact := buildFact{Result: result, Category: b.payload.category, Key: b.payload.first().key, Marshalled: b.marshalled, Text: text}
	for i, have := range f.Builds {
		if have.Result == fact.Result && have.Category == fact.Category && have.Key == fact.Key && have.Marshalled == fact.Marshalled {
			f.Builds[i].Text = have.Text.Or(text)
			return
		}
	}
	f.Builds = append(f.Builds, fact)
}

// sort makes the encoding of f deterministic.
func (f *helperFact) sort() {
	slices.SortFunc(f.Builds, func(a, b buildFact) int {
		return cmp.Or(cmp.Compare(a.Result, b.Result), cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.Key, b.Key), compareBool(a.Marshalled, b.Marshalled))
	})
	slices.SortFunc(f.Passes, func(a, b passFact) int {
		return cmp.Or(cmp.Compare(a.Result, b.Result), cmp.Compare(a.Param, b.Param), a.compare(b.form))
	})
	slices.SortFunc(f.Sets, func(a, b setFact) int {
		return cmp.Or(cmp.Compare(a.Param, b.Param), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Field, b.Field))
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
