package whicherrs

import (
	"fmt"
	"slices"
	"strings"
)

// A Trace is a [Path] with the source lines that it passes.
type Trace struct {
	Function string      `json:"function"`
	Error    string      `json:"error"` // empty for errors without a name; may be [FromParams]
	Steps    []TraceStep `json:"steps"` // outermost first
	Beyond   string      `json:"beyond,omitempty"`

	may string // Func.May of the function
}

// A TraceStep is a place that an error passes.
type TraceStep struct {
	Function string   `json:"function"`
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Column   int      `json:"column,omitempty"`
	Kind     StepKind `json:"kind"`
	Text     string   `json:"text"`
	Source   string   `json:"source"` // the line, with surrounding space trimmed
}

// FromParams is the error of a [Trace] of what parameters are or return.
const FromParams = "what a parameter is or returns"

// Why returns the paths of a part of what f returns, the shortest first, at most max of them.
func (q *Asker) Why(f *Func, part Part, a Atom, max int) []Trace {
	out := []Trace{}
	for _, p := range q.Paths(f, part, a, max) {
		t := q.Trace(p)
		switch part {
		case Named:
			t.Error = a.String()
		case Args:
			t.Error = FromParams
		}
		out = append(out, t)
	}
	return out
}

// Trace returns a path with the lines that it passes.
func (q *Asker) Trace(p Path) Trace {
	t := Trace{Function: p[0].Func.Shown(), Steps: []TraceStep{}, may: p[0].Func.May()}
	for _, hop := range p {
		for _, s := range hop.Steps {
			t.Steps = append(t.Steps, q.step(hop.Func, s.Place, s.Kind, s.Text))
			if s.Of != "" && s.Of != hop.From {
				t.Steps = append(t.Steps, q.through(s.Of)...)
			}
		}
	}
	if id := p.Beyond(); id != "" {
		t.Beyond = plain(id)
	}
	return t
}

// through returns the steps of an error within the function with an ID, which it is given and which returns it.
func (q *Asker) through(id string) []TraceStep {
	f := q.Func(id)
	if f == nil {
		return nil
	}
	var out []TraceStep
	for _, p := range q.Paths(f, Args, Atom{}, 1) {
		for _, hop := range p {
			for _, s := range hop.Steps {
				out = append(out, q.step(hop.Func, s.Place, s.Kind, s.Text))
			}
		}
	}
	return out
}

func (q *Asker) step(f *Func, at Place, kind StepKind, text string) TraceStep {
	return TraceStep{f.Shown(), q.file(f.table, at), at.Line, at.Col, kind, text, q.line(f, at)}
}

// Place returns how the file of a place in f's package is shown, and the line at the place.
func (q *Asker) Place(f *Func, at Place) (file, line string) {
	return q.file(f.table, at), q.line(f, at)
}

func (q *Asker) line(f *Func, at Place) string {
	return strings.TrimSpace(q.Line(f.table.Dir+"/"+at.File, at.Line))
}

// maxTraces bounds how many paths of one error are looked for.
const maxTraces = 50

// Whys returns paths of one error, or of all that f returns if a is nil: the shortest path of each, or all of them.
func (q *Asker) Whys(f *Func, a *Atom, all bool) []Trace {
	n := 1
	if all {
		n = maxTraces
	}
	if a != nil {
		return q.Why(f, Named, *a, n)
	}
	out := []Trace{}
	for _, l := range f.Errors {
		if !q.Own || q.Program.Own(l.Atom) {
			out = append(out, q.Why(f, Named, l.Atom, n)...)
		}
	}
	out = append(out, q.Why(f, Args, Atom{}, n)...)
	if opaque := q.Why(f, Opaque, Atom{}, n); len(opaque) > 0 {
		return append(out, opaque...)
	}
	return append(out, q.Why(f, Others, Atom{}, n)...)
}

// TraceText returns traces for people.
func TraceText(traces []Trace) string {
	var b strings.Builder
	for i, t := range traces {
		if i > 0 {
			b.WriteByte('\n')
		}
		what := t.Error
		if what == "" {
			what = "an error without a name"
			if n := len(t.Steps); n > 0 && t.Steps[n-1].Kind != Makes {
				what = "an error that is not known"
			}
		}
		fmt.Fprintf(&b, "%s %s:\n", t.may, what)
		steps(&b, t.Steps)
		if t.Beyond != "" {
			fmt.Fprintf(&b, "  %s is outside of what was analysed\n", t.Beyond)
		}
	}
	return b.String()
}

// steps writes steps below the function that they are in. Steps on the same line are written as one.
func steps(b *strings.Builder, list []TraceStep) {
	fn := ""
	for i := 0; i < len(list); {
		s := list[i]
		var acts []string
		for ; i < len(list) && list[i].File == s.File && list[i].Line == s.Line && list[i].Function == s.Function; i++ {
			if !slices.Contains(acts, list[i].Text) {
				acts = append(acts, list[i].Text)
			}
		}
		if len(acts) > 1 && acts[0] == "returns it" {
			acts = acts[1:]
		}
		if s.Function != fn {
			fn = s.Function
			fmt.Fprintf(b, "  %s\n", fn)
		}
		fmt.Fprintf(b, "    %s:%d: %s\n", s.File, s.Line, strings.Join(acts, ", "))
		if s.Source != "" {
			fmt.Fprintf(b, "        %s\n", s.Source)
		}
	}
}

// A Loss is a function in which an error is lost that one of its callees returns.
type Loss struct {
	Function string      `json:"function"`
	Callee   string      `json:"callee"` // which returns the error
	Chain    []TraceStep `json:"chain"`  // the calls from the function that was asked about to this one, and then the call of the callee
	Fates    []TraceStep `json:"fates"`  // what becomes of the callee's error; empty if that is not known
	Origin   *Trace      `json:"origin"` // how the error leaves the callee; null if the callee was not analysed
}

// maxLosses bounds how many functions are listed in which an error is lost.
const maxLosses = 10

// Lost returns where error a is lost that functions below f return although f does not, the nearest first. It needs the
// tables of [Fates].
func (q *Asker) Lost(f *Func, a Atom) []Loss {
	type visit struct {
		f    *Func
		from *visit
		call Call
	}
	chain := func(v *visit) []TraceStep {
		var out []TraceStep
		for ; v.from != nil; v = v.from {
			out = append(out, q.step(v.from.f, v.call.Place, Calls, "calls "+q.calledFrom(v.from.f, v.f.ID)))
		}
		slices.Reverse(out)
		return out
	}
	out := []Loss{}
	seen := map[string]bool{f.ID: true}
	for todo := []*visit{{f: f}}; len(todo) > 0 && len(out) < maxLosses; todo = todo[1:] {
		v := todo[0]
		for _, call := range q.calls[v.f.ID] {
			for _, id := range call.To {
				callee := q.Func(id)
				if !q.mayReturn(id, a) {
					if callee != nil && !seen[id] {
						seen[id] = true
						todo = append(todo, &visit{callee, v, call})
					}
					continue
				}
				at := q.step(v.f, call.Place, Calls, "calls "+q.calledFrom(v.f, id)+", which may return it")
				loss := Loss{Function: v.f.Shown(), Callee: plain(id), Chain: append(chain(v), at), Fates: q.fates(v.f, call, id, a)}
				if callee != nil {
					loss.Callee = callee.Shown()
					if ways := q.Why(callee, Named, a, 1); len(ways) > 0 {
						loss.Origin = &ways[0]
					}
				}
				out = append(out, loss)
			}
		}
	}
	return out[:min(len(out), maxLosses)]
}

// mayReturn reports whether the function with an ID may return a.
func (q *Asker) mayReturn(id string, a Atom) bool {
	if f := q.Func(id); f != nil {
		return q.Leaving(f, a) != nil
	}
	return slices.Contains(documented(id), a)
}

// fates returns what becomes in f of error a, returned by a call of the function with an ID.
func (q *Asker) fates(f *Func, call Call, id string, a Atom) []TraceStep {
	out := []TraceStep{}
	for _, ask := range f.Asks {
		if ask.Atom == a && slices.Contains(ask.From, id) {
			out = append(out, q.step(f, ask.Place, Passes, "a condition asks for it"))
		}
	}
	for _, fate := range call.Fates {
		if fate.Kind == Kept {
			continue
		}
		text := fate.Text
		if made := f.returnedAt(fate.Place); made != "" && fate.Kind == Replaced {
			text += ": " + made
		}
		out = append(out, q.step(f, fate.Place, Passes, text))
	}
	return out
}

// returnedAt describes what f returns at a place, other than errors that come from callees.
func (f *Func) returnedAt(at Place) string {
	find := func(ways []Way) string {
		for _, w := range ways {
			if n := len(w.Steps); n > 0 && w.From == "" && w.Steps[0].Place == at {
				return w.Steps[n-1].Text
			}
		}
		return ""
	}
	if s := find(f.Opaque); s != "" {
		return s
	}
	for _, l := range f.Errors {
		if s := find(l.Ways); s != "" {
			return s
		}
	}
	return ""
}

// Unsure describes what f may return, or be, of which it is not known whether it is error a. It returns none if f
// certainly does not return a, or is known to.
func (q *Asker) Unsure(f *Func, a Atom) []string {
	out := []string{}
	if q.Leaving(f, a) != nil {
		return out
	}
	if a.Kind == Code && f.Find(Atom{UnknownCode, a.Pkg, a.Name, a.Ptr, ""}) != nil {
		out = append(out, Atom{UnknownCode, a.Pkg, a.Name, a.Ptr, ""}.String())
	}
	answer := q.Answer(f)
	maybe := Answer{File: answer.File}
	for _, p := range answer.Params {
		of := Atom{Type, a.Pkg, a.Name, a.Ptr, ""}
		if !slices.Contains(p.Less, a.String()) && (p.Code == "" || a.Kind == Code && p.Code == of.String()) {
			maybe.Params = append(maybe.Params, p)
		}
	}
	if !f.Std || q.standard(a) {
		maybe.Unnamed = slices.DeleteFunc(answer.Unnamed, func(s Source) bool { return s.Kind == Makes })
	}
	out = append(out, maybe.unnamed()...)
	if f.Abstract && len(f.Opaque) == 0 {
		out = append(out, "what implementations return")
	}
	return out
}

// standard reports whether the standard library declares a.
func (p *Program) standard(a Atom) bool {
	if t := p.Table(a.Pkg); t != nil {
		return t.Module == "std"
	}
	first, _, _ := strings.Cut(a.Pkg, "/")
	return !strings.Contains(first, ".")
}

// NotText says for people that f does not return a, or is not known to: unsure is as from [Asker.Unsure].
func NotText(f *Func, a Atom, unsure []string) string {
	s := f.MayNot(len(unsure) > 0) + " " + a.String()
	if len(unsure) == 0 {
		return s
	}
	may := ": it may return "
	if !f.call() {
		may = ": it may be "
	}
	return s + may + strings.Join(unsure, ", or ")
}

// LossText returns losses for people. unsure is as from [Asker.Unsure].
func LossText(f *Func, a Atom, losses []Loss, unsure []string) string {
	var b strings.Builder
	if len(losses) == 0 {
		fmt.Fprintf(&b, "%s %s, and no function that it is known to call does", f.MayNot(len(unsure) > 0), a)
		if len(unsure) > 0 {
			fmt.Fprintf(&b, "; it may return %s", strings.Join(unsure, ", or "))
		}
		b.WriteByte('\n')
		return b.String()
	}
	for i, l := range losses {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %s, which is lost in %s:\n", f.MayNot(len(unsure) > 0), a, l.Function)
		steps(&b, l.Chain)
		if len(l.Fates) == 0 {
			b.WriteString("  no way was found from there to what it returns\n")
		} else {
			b.WriteString("  There:\n")
			for _, s := range l.Fates {
				fmt.Fprintf(&b, "    %s:%d: %s\n", s.File, s.Line, s.Text)
				if s.Source != "" {
					fmt.Fprintf(&b, "        %s\n", s.Source)
				}
			}
		}
		if l.Origin != nil {
			b.WriteString("  It comes from:\n")
			steps(&b, l.Origin.Steps)
		}
	}
	if len(unsure) > 0 {
		fmt.Fprintf(&b, "\n%s\n", NotText(f, a, unsure))
	}
	return b.String()
}

// Asked returns the conditions that match, by package, function and place.
func (q *Asker) Asked(match func(Ask) bool) []TraceStep {
	out := []TraceStep{}
	for f := range q.All() {
		for _, ask := range f.Asks {
			if match(ask) {
				out = append(out, q.step(f, ask.Place, Passes, "asks for "+ask.Atom.String()))
			}
		}
	}
	return out
}
