package payloadflow

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// A Kind is the kind of a payload, in the words of facts and of the categories of findings.
type Kind string

const (
	Map    Kind = "error-map"     // a map with an error key
	Struct Kind = "error-struct"  // a struct with an error field
	JSON   Kind = "error-json"    // a text that spells out JSON with an error key
	Shown  Kind = "error-success" // the text of an error that a tool has failed with, as what its result shows
	Output Kind = "error-output"  // the same, in a field of the struct that a typed tool puts out
)

// accepts reports whether a payload whose keys hold text tells of an error.
func (k Kind) accepts(text textflow.Text) bool {
	switch k {
	case Struct:
		return text.FromError() || text.Params != 0
	case Shown, Output:
		return text.FromError()
	}
	return text.Tells()
}

// A Payload is a value that tells of an error in place of an error.
type Payload struct {
	Kind    Kind
	Fn      *ssa.Function // where it is made
	Type    string        // of a struct: its name
	Helper  *types.Func   // the function of another package that makes it; nil if it is made here
	Given   bool          // it is a parameter
	Entries []Entry       // its error keys, in the order of the source
}

// An Entry is an error key that is set, with what it is set to.
type Entry struct {
	Key   string
	Field string // of a struct
	Span
	Instr ssa.Instruction     // that sets it; nil where the payload is set as it is made
	Value ssa.Value           // nil where another function sets it
	Call  ssa.CallInstruction // of that function
	Text  textflow.Text
	Used  bool // it is set on the way to a return
}

// A Span is a piece of source.
type Span struct{ Pos, End token.Pos }

func spanOf(n ast.Node) Span { return Span{n.Pos(), n.End()} }

// First returns the first error key that is set on the way to a return.
func (p *Payload) First() Entry {
	return p.Entries[max(0, slices.IndexFunc(p.Entries, func(e Entry) bool { return e.Used }))]
}

// textWhere returns what the error keys tell that are set; ok is false if there are none.
func (p *Payload) textWhere(isSet func(Entry) bool) (text textflow.Text, ok bool) {
	for i, e := range p.Entries {
		if isSet(e) {
			text, ok = text.Or(e.Text), true
			p.Entries[i].Used = true
		}
	}
	return text, ok
}

// A textAs is a text as a payload of some kind.
type textAs struct {
	v    ssa.Value
	kind Kind
}

// payloadAt returns the payload that v is, with one error key. A constant has no position: it gets the first expression that contains it.
func (m *Model) payloadAt(kind Kind, v ssa.Value, fn *ssa.Function, e Entry) *Payload {
	p := m.at[textAs{v, kind}]
	if p == nil {
		e.Used = true
		p = &Payload{Kind: kind, Fn: fn, Entries: []Entry{e}}
		m.at[textAs{v, kind}] = p
	}
	if at := &p.Entries[0]; e.Pos < at.Pos {
		at.Span = e.Span
	}
	return p
}

// payloadOf returns the payload that the map or struct v is, or nil. v makes it, is given it, or gets it from a call.
func (m *Model) payloadOf(v ssa.Value) *Payload {
	return m.payloads.Get(v, m.find)
}

func (m *Model) find(v ssa.Value) *Payload {
	isMap := mapType(v.Type()) != nil
	if !isMap && !m.ownStruct(v.Type()) {
		return nil
	}
	p := &Payload{Fn: flow.FuncOf(v)}
	_, p.Given = v.(*ssa.Parameter)
	entries, ok := m.entriesOf(v)
	switch {
	case !ok || len(entries) == 0:
		return nil
	case isMap:
		p.Kind = Map
		if !m.isReply(v, entries) {
			return nil
		}
	case m.isMade(v):
		p.Kind, p.Type = Struct, "a struct"
		if named, ok := types.Unalias(flow.Deref(v.Type())).(*types.Named); ok {
			p.Type = named.Obj().Name()
		}
	default:
		return nil
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Key, b.Key)) })
	p.Entries = entries
	return p
}

// isMade reports whether a struct is made on the way to v, rather than stored somewhere: an error in a stored struct is state.
func (m *Model) isMade(v ssa.Value) bool {
	if call, _ := flow.ResultOf(v); call == nil {
		return true
	}
	return !slices.ContainsFunc(m.Origins(v, flow.OriginOptions{Local: true}), func(o flow.Origin) bool {
		return o.Kind != flow.OriginMake || !o.Whole
	})
}

// entriesOf returns the error keys that are set in the map or struct that v is, or leads to; ok is false if there are too many.
func (m *Model) entriesOf(v ssa.Value) (out []Entry, ok bool) {
	for _, e := range m.mapEntries(v) {
		if e.Key == "" || !m.conf.IsKey(e.Key) {
			continue
		}
		e.Text, e.Value = m.held(e.Value)
		if e.Text.Tells() && !m.answers(e.Value, e.Instr, m.verdictOf(v)) && !m.madeUpFor(e.Value, v) && !m.isOfPart(e, v) {
			e.Span = m.spanAt(e.Instr)
			out = append(out, e)
		}
	}
	if m.ownStruct(v.Type()) {
		for _, f := range m.errorFields(v.Type()) {
			for _, e := range m.storedIn(v, f.path...) {
				text := m.texts.Of(e.Value)
				if text.Words = false; text.Tells() && !m.answers(e.Value, e.Instr, m.verdictOf(v)) && !m.madeUpFor(e.Value, v) { // a field is there anyway: that it says something means nothing
					e.Key, e.Field, e.Text, e.Span = f.name, f.field().Name(), text, m.spanAt(e.Instr)
					out = append(out, e)
				}
			}
		}
	}
	set, ok := m.setBy(v)
	return append(out, set...), ok
}

// isOfPart reports whether an error key such as db_error says whose error it is, in a map that is filled further with or without the error,
// or that has the same key without one. Such a map is a report of several things, one of which could not be found out.
func (m *Model) isOfPart(e Entry, v ssa.Value) bool {
	if of, named := strings.CutSuffix(snake(e.Key), "_error"); !named || of == "is" {
		return false
	}
	b := e.Instr.Block()
	return slices.ContainsFunc(m.mapEntries(v), func(other Entry) bool {
		at := other.Instr.Block()
		if at.Parent() != b.Parent() || b.Dominates(at) || at.Dominates(b) {
			return false
		}
		return other.Key == e.Key && isNone(other.Value) || other.Key != "" && !m.conf.IsKey(other.Key) && flow.Reaches(b, at, nil)
	})
}

// isNone reports whether a value is an empty text or nil.
func isNone(v ssa.Value) bool {
	text, isText := flow.StringConst(v)
	return isText && text == "" || flow.IsNil(v)
}

// mapEntries returns what is put in the map that v is, with those keys that are constant, or nil for other values.
func (m *Model) mapEntries(v ssa.Value) (out []Entry) {
	if t := mapType(v.Type()); t == nil || !flow.IsString(t.Key()) {
		return nil
	}
	for _, e := range m.Entries(v) {
		key, _ := flow.StringConst(flow.Strip(e.Key))
		out = append(out, Entry{Key: key, Instr: e.Update, Value: flow.Strip(e.Value)})
	}
	return out
}

// held returns what the value under an error key tells, and the value that tells it: the value itself, if it is a text, or the text of an
// error in a map that it is. A map with a code as well is the error object of a protocol.
func (m *Model) held(v ssa.Value) (text textflow.Text, of ssa.Value) {
	inner, ok := v.(*ssa.MakeMap)
	if !ok {
		return m.texts.Held(v), v
	}
	for _, e := range m.mapEntries(inner) {
		if e.Key == "code" {
			return textflow.Text{}, nil
		}
		if t := m.texts.Held(e.Value); of == nil && t.FromError() && !m.Looping(e.Instr.Block()) {
			text, of = t, e.Value
		}
	}
	return text, of
}

// isReply reports whether a function may reply with a map that has error keys. Tables of the package, maps of loggers and protocols, and
// maps that may hold errors are no replies.
func (m *Model) isReply(v ssa.Value, entries []Entry) bool {
	if foreignMap(v.Type()) || m.allowed(v.Type()) || flow.FuncOf(v).Synthetic != "" { // the package initialiser makes tables
		return false
	}
	keys := make(map[string]ssa.Value)
	for _, e := range m.mapEntries(v) {
		keys[e.Key] = e.Value
	}
	constant := !slices.ContainsFunc(entries, func(e Entry) bool { return e.Text.FromError() || e.Text.Params != 0 })
	return !isFrame(keys) && !isMarked(keys) && !(constant && isTable(keys))
}

// SpellsError reports whether a text is, or is put together to be, a JSON object with an error key, and not a frame of a protocol.
func (m *Model) SpellsError(v ssa.Value) bool {
	_, _, _, ok := m.spelled(v)
	return ok
}

// spelled returns the first error key of the JSON object that a text is, what it tells, and what the object says besides.
func (m *Model) spelled(v ssa.Value) (key string, text textflow.Text, says verdict, ok bool) {
	members := m.texts.Members(v)
	if slices.ContainsFunc(members, func(e textflow.Member) bool { return e.Key == "jsonrpc" || e.Key == "$schema" }) {
		return "", textflow.Text{}, noVerdict, false
	}
	for _, e := range members {
		switch {
		case e.IsBool:
			says = max(says, named(e.Key))
		case !ok && m.conf.IsKey(e.Key) && e.IsText && e.Text.Tells():
			key, text, ok = e.Key, e.Text, true
		}
	}
	return key, text, says, ok
}

// A param is one of a function's parameters.
type param struct {
	fn    *ssa.Function
	index int
}

// A setting is an error key that a function sets in one of its parameters.
type setting struct{ key, field string }

// settings are the error keys that a function sets in a parameter, with what they tell in terms of the function.
type settings map[setting]textflow.Text

// maxSettings bounds how many error keys in a parameter are told apart. Nothing is said of a parameter with more.
const maxSettings = 16

// many stands for too many settings.
var many = settings{{}: {}}

// isMany reports whether s stands for too many settings.
func (s settings) isMany() bool { _, ok := s[setting{}]; return ok }

// settingsOf is the equation of what a function sets in a parameter.
func (m *Model) settingsOf(p param) settings {
	entries, ok := m.entriesOf(p.fn.Params[p.index])
	if !ok {
		return many
	}
	out := make(settings)
	for _, e := range entries {
		s := setting{e.Key, e.Field}
		out[s] = out[s].Or(e.Text)
	}
	if len(out) > maxSettings {
		return many
	}
	return out
}

func joinSettings(old, new settings) (settings, bool) {
	if old.isMany() || new.isMany() {
		return many, !old.isMany()
	}
	return union(old, new)
}

// union returns the union of two sets of texts, and whether it is larger than the first.
func union[M ~map[K]textflow.Text, K comparable](old, new M) (M, bool) {
	var out M
	for k, t := range new {
		if have, ok := old[k]; !ok || have != have.Or(t) {
			if out == nil {
				out = make(M)
				maps.Copy(out, old)
			}
			out[k] = have.Or(t)
		}
	}
	if out == nil {
		return old, false
	}
	return out, true
}

// setBy returns the error keys that calls set in v, an argument of theirs: setError(m, err); ok is false if there are too many.
func (m *Model) setBy(v ssa.Value) (out []Entry, ok bool) {
	for _, use := range flow.Uses(v) {
		call, isCall := use.Instr.(ssa.CallInstruction)
		if use.Kind != flow.UseArg || !isCall {
			continue
		}
		targets, complete := m.Callees(call.Common())
		if !complete {
			continue
		}
		for _, t := range targets {
			args, index := t.Args(call.Common()), use.Index
			if t.Bound != nil {
				index++
			}
			set := m.settingsIn(t.Fn, index)
			if set.isMany() {
				return nil, false
			}
			for s, text := range set {
				if text = m.texts.Bind(text, args); text.Tells() && !m.answer(args, call) {
					out = append(out, Entry{Key: s.key, Field: s.field, Span: m.spanAt(call), Instr: call, Call: call, Text: text})
				}
			}
		}
	}
	return out, true
}

// settingsIn returns what a function, of this package or another, sets in a parameter.
func (m *Model) settingsIn(fn *ssa.Function, index int) settings {
	if fn.Blocks != nil && index < len(fn.Params) {
		return m.settings.Get(param{fn, index})
	}
	out := make(settings)
	if fn.Blocks == nil {
		fact, _ := m.factOf(fn)
		for _, s := range fact.Sets {
			if s.Param == index {
				out[setting{s.Key, s.Field}] = s.Text
			}
		}
	}
	return out
}

// storedIn returns what is stored in a field of the struct that v leads to, in its literal or later. path leads to the field through
// embedded structs, which are often copied from literals of their own.
func (m *Model) storedIn(v ssa.Value, path ...*types.Var) []Entry {
	p, ok := m.PathTo(v.Type(), path)
	if !ok {
		return nil
	}
	var out []Entry
	todo := []flow.Node{{V: v, P: p}}
	for i := 0; i < len(todo) && i <= len(path); i++ {
		for _, s := range m.StoredIn(todo[i].V, todo[i].P) {
			if s.P == nil {
				out = append(out, Entry{Instr: s.Instr, Value: s.V})
			} else {
				base, rest := m.Split(s.V, s.P)
				todo = append(todo, flow.Node{V: base, P: rest})
			}
		}
	}
	for _, holder := range m.Holders(v) {
		for _, s := range m.StoredIn(holder, p) {
			if s.P == nil {
				out = append(out, Entry{Instr: s.Instr, Value: s.V})
			}
		}
	}
	return out
}

// spanAt returns the source of the assignment or call that an instruction belongs to.
func (m *Model) spanAt(instr ssa.Instruction) Span {
	if n := m.Assignment(instr); n != nil {
		return spanOf(n)
	}
	return Span{instr.Pos(), instr.Pos()}
}

// callSpan returns the source of a call, or other if it has none.
func (m *Model) callSpan(call *ssa.Call, other Span) Span {
	if e := m.CallExpr(call); e != nil {
		return spanOf(e)
	}
	return other
}
