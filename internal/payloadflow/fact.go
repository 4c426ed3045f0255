package payloadflow

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/textflow"
)

// A Fact says what a function's results make of its parameters, which error keys the function sets in them, and which payloads it builds
// that its callers are to answer for.
type Fact struct {
	Builds []Build // by result, kind, key and form
	Passes []Pass  // by result, parameter and form
	Sets   []Set   // by parameter, key and field
}

// A Build is a payload that a function returns, and that was not reported where it is made.
type Build struct {
	Result int
	Kind   Kind
	Key    string
	Form        // that it has in the result
	Failed bool // the function makes it only of errors that are non-nil
	Text   textflow.Text
}

// A Pass says that a function returns a parameter in a result, as it is or in another form.
type Pass struct {
	Result, Param int
	Form
}

// A Set says that a function sets an error key in the map or struct that it is given for a parameter.
type Set struct {
	Param int
	Key   string
	Field string
	Text  textflow.Text
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String returns a fact in the form that tests use.
func (f *Fact) String() string {
	var parts []string
	for _, b := range f.Builds {
		parts = append(parts, fmt.Sprintf("result %d: %s %q", b.Result, b.Kind, b.Key))
	}
	for _, p := range f.Passes {
		parts = append(parts, fmt.Sprintf("result %d: param %d", p.Result, p.Param))
	}
	for _, s := range f.Sets {
		parts = append(parts, fmt.Sprintf("param %d: %q", s.Param, s.Key))
	}
	return "helper(" + strings.Join(parts, "; ") + ")"
}

// factOf returns the fact of a function of another package of the module.
func (m *Model) factOf(fn *ssa.Function) (fact Fact, obj *types.Func) {
	if obj, _ = fn.Object().(*types.Func); obj != nil {
		m.pass.ImportObjectFact(obj.Origin(), &fact)
	}
	return fact, obj
}

// Export exports what importing packages must know of the package's functions: what they pass on, what they set, and what they build that
// is not reported here.
func (m *Model) Export(reported map[*Payload]bool) {
	for obj, fn := range m.ExportedFuncs() {
		var fact Fact
		for i := range fn.Signature.Results().Len() {
			s := m.summaries.Get(result{fn, i})
			builds := make(map[Build]textflow.Text)
			for b, text := range s.builds {
				if !reported[b.payload] && !b.payload.Given {
					form := Build{Result: i, Kind: b.payload.Kind, Key: b.payload.First().Key, Form: b.Form, Failed: b.failed}
					builds[form] = builds[form].Or(text)
				}
			}
			for b, text := range builds {
				b.Text = text
				fact.Builds = append(fact.Builds, b)
			}
			fact.Passes = slices.AppendSeq(fact.Passes, maps.Keys(s.passes))
		}
		for i, p := range fn.Params {
			if m.holds(p.Type()) {
				for s, text := range m.settings.Get(param{fn, i}) {
					fact.Sets = append(fact.Sets, Set{i, s.key, s.field, text})
				}
			}
		}
		sort(fact.Builds)
		sort(fact.Passes)
		sort(fact.Sets)
		if len(fact.Builds)+len(fact.Passes)+len(fact.Sets) > 0 {
			m.pass.ExportObjectFact(obj, &fact)
		}
	}
}

// sort sorts the parts of a fact by their texts, so that its bytes are always the same.
func sort[T any](s []T) {
	slices.SortFunc(s, func(a, b T) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}
