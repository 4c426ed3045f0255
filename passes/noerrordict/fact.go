package noerrordict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A helperFact says of a function what its results make of its parameters,
// and that it builds values that tell of an error in place of an error,
// for which its callers are to answer.
type helperFact struct {
	Builds []buildFact // by result and key
	Passes []passFact  // by result and parameter
}

// A buildFact is a value with an error key that a function returns, and that
// has not been reported where it is made.
type buildFact struct {
	Result     int
	Category   string
	Key        string
	Marshalled bool  // it is a text, or in a text
	Text       bool  // the key holds words of the program's own
	Derived    bool  // the key holds the text of an error that the function got
	Params     []int // the key holds these parameters
	ErrParams  []int // the key holds the text of these parameters, errors
}

// A passFact says that a function returns a parameter in a result, as it is or as
// JSON.
type passFact struct {
	Result, Param int
	Nested        bool // in a struct or slice: a map is no longer the result itself
	Marshalled    bool // as JSON, or as a text
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
	return "helper(" + strings.Join(parts, "; ") + ")"
}

func (b buildFact) value() value {
	return value{text: b.Text, fromErr: b.Derived, params: b.Params, errParams: b.ErrParams}
}

// add adds a build, in one fact with those of the same form.
func (f *helperFact) add(b build) {
	for i, have := range f.Builds {
		if have.Result == b.result && have.Category == b.payload.category && have.Key == b.payload.key && have.Marshalled == b.marshalled {
			f.Builds[i] = have.with(have.value().union(b.value))
			return
		}
	}
	bare := buildFact{Result: b.result, Category: b.payload.category, Key: b.payload.key, Marshalled: b.marshalled}
	f.Builds = append(f.Builds, bare.with(b.value))
}

func (b buildFact) with(v value) buildFact {
	b.Text, b.Derived, b.Params, b.ErrParams = v.text, v.fromErr, v.params, v.errParams
	return b
}

// sort makes the encoding of f deterministic.
func (f *helperFact) sort() {
	slices.SortFunc(f.Builds, func(a, b buildFact) int {
		return cmp.Or(cmp.Compare(a.Result, b.Result), cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.Key, b.Key), compareBool(a.Marshalled, b.Marshalled))
	})
}
