package contract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/whicherrs"
)

// A Change is what happened to one error of one function.
type Change struct {
	Function   string                `json:"function"`
	Package    string                `json:"package"`
	Kind       Kind                  `json:"kind"`
	Error      string                `json:"error"` // empty for errors without a name
	Compatible bool                  `json:"compatible"`
	Text       string                `json:"text"`  // a clause: "no longer returns io.EOF: callers that match it no longer find it"
	Path       []whicherrs.TraceStep `json:"path"`  // for a new error: how it leaves
	Asked      []whicherrs.TraceStep `json:"asked"` // for an error that is no longer returned, or no longer bare: the conditions in these packages that ask for it
}

// A Kind says what happened.
type Kind string

const (
	Added      Kind = "added"       // the function may return it now
	Removed    Kind = "removed"     // the function no longer returns it
	NotBare    Kind = "not-bare"    // it may leave only wrapped now
	AlsoBare   Kind = "also-bare"   // it may leave bare too, and left only wrapped before
	NowUnnamed Kind = "now-unnamed" // errors without a name may leave now
	AllNamed   Kind = "all-named"   // all errors that leave have names now
)

// Changes returns what happened between two versions to the errors of exported functions. It considers functions that
// both versions have, in packages that match. The changes are sorted by package, compatibility, function and error.
func Changes(old, new *whicherrs.Asker, match func(*whicherrs.Table) bool) []Change {
	out := []Change{}
	for _, f := range new.In(match, false) {
		before := old.Func(f.ID)
		if before == nil || !before.Exported || !before.Fails {
			continue
		}
		out = append(out, changes(old, new, before, f)...)
	}
	lost := newLost(old, new)
	for i := range out {
		c := &out[i]
		switch c.Kind {
		case Removed:
			c.Asked = lost.asked(c.Error, func(w was) bool { return w.gone })
		case NotBare:
			c.Asked = lost.asked(c.Error, func(w was) bool { return w.gone || w.notBare })
		}
	}
	slices.SortStableFunc(out, func(a, b Change) int {
		compatible := func(c Change) int { return map[bool]int{true: 1}[c.Compatible] }
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(compatible(a), compatible(b)), cmp.Compare(a.Function, b.Function), cmp.Compare(a.Error, b.Error))
	})
	return out
}

func changes(old, new *whicherrs.Asker, before, after *whicherrs.Func) []Change {
	var out []Change
	had, _ := visible(before)
	has, _ := visible(after)
	add := func(kind Kind, error, text string, compatible bool, path whicherrs.Path) {
		c := Change{
			Function: after.Shown(), Package: after.Table().Path, Kind: kind, Error: error, Compatible: compatible, Text: text,
			Path: []whicherrs.TraceStep{}, Asked: []whicherrs.TraceStep{},
		}
		if path != nil {
			c.Path = new.Trace(path).Steps
		}
		out = append(out, c)
	}
	others, othersNow := unmatched(old, before, had), unmatched(new, after, slices.Concat(has, had))
	closed := others == nil && len(before.Params) == 0 && !slices.ContainsFunc(had, func(l whicherrs.Leaving) bool { return l.Kind == whicherrs.UnknownCode })
	for _, l := range has {
		was := find(new, had, l.Atom)
		switch {
		case was == nil:
			path := uncaught(new, after, whicherrs.Named, l.Atom, had)
			text := fmt.Sprintf("may return %s", l)
			breaks := closed && path != nil
			if breaks {
				text += ": callers that handle all its errors do not handle this one"
			}
			if shortest := new.Paths(after, whicherrs.Named, l.Atom, 1); !breaks && len(shortest) > 0 {
				path = shortest[0]
			}
			add(Added, l.String(), text, !breaks, path)
		case was.Bare && !l.Bare && l.Wrapped:
			add(NotBare, l.String(), fmt.Sprintf("no longer returns %s itself, but wrapped: == and type assertions no longer match it", l), false, nil)
		case l.Bare && !was.Bare && was.Wrapped:
			add(AlsoBare, l.String(), fmt.Sprintf("may return %s itself, not only wrapped", l), true, nil)
		}
	}
	for _, l := range had {
		if find(new, after.Errors, l.Atom) != nil {
			continue
		}
		if l.Kind == whicherrs.UnknownCode {
			add(Removed, l.String(), fmt.Sprintf("no longer returns %s", l), true, nil)
			continue
		}
		what := ""
		if unclear(old, new, before, after) {
			what = "errors"
		} else if code := unknownCode(l.Atom); l.Kind == whicherrs.Code && after.Find(code) != nil && before.Find(code) == nil {
			what = "codes"
		}
		if what != "" {
			add(Removed, l.String(), fmt.Sprintf("may no longer return %s, but returns %s that are not known", l, what), true, nil)
			continue
		}
		add(Removed, l.String(), fmt.Sprintf("no longer returns %s: callers that match it no longer find it", l), false, nil)
	}
	for _, p := range after.Params {
		itself, wrapped := formsOf(before.Params, p)
		switch now, _ := formsOf(after.Params, p); {
		case p.Code != "":
		case itself && !now:
			add(NotBare, "", fmt.Sprintf("now wraps %s: == and type assertions no longer match it", p.Errors()), false, nil)
		case wrapped && !itself && !p.Wrapped:
			add(AlsoBare, "", fmt.Sprintf("may return %s as it is, not only wrapped", p.Errors()), true, nil)
		}
	}
	switch {
	case others == nil && othersNow != nil:
		text := "may return errors without a name"
		if closed {
			text += ": callers that handle all its errors do not handle these"
		}
		add(NowUnnamed, "", text, !closed, othersNow)
	case others != nil && othersNow == nil:
		add(AllNamed, "", "returns only errors that have names", true, nil)
	}
	return out
}

// formsOf reports whether the errors of p are among those of parameters as themselves, and whether they are wrapped.
func formsOf(params []whicherrs.FromArgs, p whicherrs.FromArgs) (itself, wrapped bool) {
	for _, q := range params {
		if q.Same(p) {
			itself, wrapped = itself || !q.Wrapped, wrapped || q.Wrapped
		}
	}
	return itself, wrapped
}

// unknownCode returns the atom of the same type as a with an unknown code.
func unknownCode(a whicherrs.Atom) whicherrs.Atom {
	a.Kind, a.Code = whicherrs.UnknownCode, ""
	return a
}

// find returns the error in errs that a is a name of, nil if there is none.
func find(q *whicherrs.Asker, errs []whicherrs.Leaving, a whicherrs.Atom) *whicherrs.Leaving {
	same := q.Same(a)
	i := slices.IndexFunc(errs, func(l whicherrs.Leaving) bool { return q.Same(l.Atom) == same })
	if i < 0 {
		return nil
	}
	return &errs[i]
}

// maxPaths bounds how many paths of one error of a function are looked at.
const maxPaths = 100

// uncaught returns a path by which a part of what f returns leaves without being wrapped in a type among the errors
// that a caller matches, nil if there is none.
func uncaught(q *whicherrs.Asker, f *whicherrs.Func, part whicherrs.Part, a whicherrs.Atom, matched []whicherrs.Leaving) whicherrs.Path {
	for _, p := range q.Paths(f, part, a, maxPaths) {
		if !slices.ContainsFunc(matched, func(l whicherrs.Leaving) bool { return p.In(l.Atom) }) {
			return p
		}
	}
	return nil
}

// unmatched returns a path of an error that is not among errs, the errors of f that other packages can ask for. It
// returns nil if there is none.
func unmatched(q *whicherrs.Asker, f *whicherrs.Func, errs []whicherrs.Leaving) whicherrs.Path {
	for _, part := range []whicherrs.Part{whicherrs.Opaque, whicherrs.Others} {
		if p := uncaught(q, f, part, whicherrs.Atom{}, errs); p != nil {
			return p
		}
	}
	for _, l := range f.Errors {
		if find(q, errs, l.Atom) == nil {
			if p := uncaught(q, f, whicherrs.Named, l.Atom, errs); p != nil {
				return p
			}
		}
	}
	return nil
}

// unclear reports whether a function may return unknown errors that it did not return before. Any error may be among
// them.
func unclear(old, new *whicherrs.Asker, before, after *whicherrs.Func) bool {
	for _, p := range after.Params {
		if !slices.ContainsFunc(before.Params, func(b whicherrs.FromArgs) bool { return b.Same(p) }) {
			return true
		}
	}
	unknown := func(q *whicherrs.Asker, f *whicherrs.Func) map[string]bool {
		out := make(map[string]bool)
		others := q.Paths(f, whicherrs.Others, whicherrs.Atom{}, maxPaths)
		for i, p := range append(others, q.Paths(f, whicherrs.Opaque, whicherrs.Atom{}, maxPaths)...) {
			steps := p[len(p)-1].Steps
			if n := len(steps); n == 0 || steps[n-1].Kind == whicherrs.Unknown || len(others) > i {
				what := p.Beyond()
				if what == "" && n > 0 {
					what = p[len(p)-1].Func.ID + " " + steps[n-1].Text
				}
				out[what] = true
			}
		}
		return out
	}
	known := unknown(old, before)
	for what := range unknown(new, after) {
		if !known[what] {
			return true
		}
	}
	return false
}

// A was is what happened to an error of a function.
type was struct{ gone, notBare bool }

// A lost is the errors that functions no longer return, or no longer return bare.
type lost struct {
	q   *whicherrs.Asker
	was map[string]map[string]was // by error, and by the ID of the function
}

func newLost(old, new *whicherrs.Asker) *lost {
	l := &lost{new, make(map[string]map[string]was)}
	for before := range old.All() {
		after := new.Func(before.ID)
		if after == nil {
			continue
		}
		for _, e := range before.Errors {
			now := after.Find(e.Atom)
			w := was{now == nil, now != nil && e.Bare && !now.Bare}
			if w == (was{}) {
				continue
			}
			name := e.String()
			if l.was[name] == nil {
				l.was[name] = make(map[string]was)
			}
			l.was[name][before.ID] = w
		}
	}
	return l
}

// asked returns the conditions that ask for an error of a function to which something has happened.
func (l *lost) asked(error string, happened func(was) bool) []whicherrs.TraceStep {
	return l.q.Asked(func(a whicherrs.Ask) bool {
		return a.Atom.String() == error && slices.ContainsFunc(a.From, func(id string) bool { return happened(l.was[error][id]) })
	})
}

// Incompatible reports whether any of the changes is incompatible.
func Incompatible(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return !c.Compatible })
}

// Text returns changes in the form in which gorelease shows those of an API, as Markdown that is readable as it is.
func Text(changes []Change) string {
	if len(changes) == 0 {
		return "no exported function returns other errors than before\n"
	}
	var b strings.Builder
	pkg, heading := "", ""
	for _, c := range changes {
		if c.Package != pkg {
			if pkg != "" {
				b.WriteByte('\n')
			}
			pkg, heading = c.Package, ""
			fmt.Fprintf(&b, "# %s\n", pkg)
		}
		h := "incompatible changes"
		if c.Compatible {
			h = "compatible changes"
		}
		if h != heading {
			heading = h
			fmt.Fprintf(&b, "## %s\n", h)
		}
		fmt.Fprintf(&b, "- %s: %s\n", strings.TrimPrefix(c.Function, c.Package+"."), c.Text)
		steps := func(what string, list []whicherrs.TraceStep) {
			for _, s := range list {
				fmt.Fprintf(&b, "    - %s%s:%d: `%s`\n", what, s.File, s.Line, strings.ReplaceAll(s.Source, "`", "'"))
			}
		}
		steps("", firstOfLines(c.Path))
		steps("matched at ", c.Asked)
	}
	return b.String()
}

// firstOfLines returns the first of the steps on each line.
func firstOfLines(steps []whicherrs.TraceStep) []whicherrs.TraceStep {
	return slices.CompactFunc(slices.Clone(steps), func(a, b whicherrs.TraceStep) bool { return a.File == b.File && a.Line == b.Line })
}
