package noerrordict

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/textflow"
)

// A payload is a value that tells of an error in place of an error: a map, a struct or a JSON text with an
// error key, or a text that a tool shows. There is one for each place where such a value is made, however many ways it
// takes from there.
type payload struct {
	category string
	fn       *ssa.Function // where it is made
	typ      string        // CategoryStruct: the name of the struct
	helper   *types.Func   // the function of another package that makes it; nil if it is made here
	entries  []entry       // its error keys, in the order of the source
}

// An entry is an error key that is set, with what it is set to.
type entry struct {
	key   string
	field string // of a struct
	span
	instr ssa.Instruction // that sets it; nil where the payload is set as it is made
	val   ssa.Value       // nil where another function sets it
	call  *ssa.Call       // of that function
	text  textflow.Text
	used  bool // it is set on the way to a return
}

// textWhere returns what the error keys tell of that are set by certain instructions; ok is false if there are none.
func (p *payload) textWhere(sets func(ssa.Instruction) bool) (text textflow.Text, ok bool) {
	for i, e := range p.entries {
		if sets(e.instr) {
			text, ok = text.Or(e.text), true
			p.entries[i].used = true
		}
	}
	return text, ok
}

// first returns the first error key that is set on the way to a return.
func (p *payload) first() entry {
	if i := slices.IndexFunc(p.entries, func(e entry) bool { return e.used }); i >= 0 {
		return p.entries[i]
	}
	return p.entries[0]
}

// newPayload makes the payload that v, with these error keys, is; nil if there are none.
func newPayload(category string, v ssa.Value, entries []entry) *payload {
	entries = slices.DeleteFunc(entries, func(e entry) bool { return e.key == "" }) // more than are told apart
	if len(entries) == 0 {
		return nil
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.key, b.key)) })
	return &payload{category: category, fn: flow.FuncOf(v), entries: entries}
}

// payloadAt returns the payload that v is, with one error key. It has no place of its own if it is
// a constant: then it stands at the first expression that it is known to be in.
func (c *checker) payloadAt(category string, v ssa.Value, fn *ssa.Function, e entry) *payload {
	p := c.payloads[v]
	if p == nil {
		e.used = true
		p = &payload{category: category, fn: fn, entries: []entry{e}}
		c.payloads[v] = p
	}
	if at := &p.entries[0]; e.pos < at.pos {
		at.span = e.span
	}
	return p
}

// isKey reports whether a key is an error key.
func (c *checker) isKey(key string) bool { return matchesKey(c.opts.Keys, key) }

// mapPayload returns the payload that a map is, which v makes or is given; nil if it is none.
func (c *checker) mapPayload(v ssa.Value) *payload {
	p, known := c.payloads[v]
	if !known {
		p = c.findMap(v)
		c.payloads[v] = p
	}
	return p
}

func (c *checker) findMap(v ssa.Value) *payload {
	t := mapType(v.Type())
	if t == nil || !flow.IsString(t.Key()) || foreignMap(v.Type()) || c.allowed(v.Type()) {
		return nil
	}
	if v.Parent().Synthetic != "" { // the package initialiser: a table, not a reply
		return nil
	}
	keys := make(map[string]ssa.Value)
	var found []entry
	for _, e := range c.m.Entries(v) {
		key, isConst := flow.StringConst(flow.Strip(e.Key))
		if !isConst {
			continue
		}
		keys[key] = flow.Strip(e.Value)
		if text := c.texts.Held(e.Value); c.isKey(key) && text.Tells() {
			found = append(found, entry{key: key, span: c.spanAt(e.Update), instr: e.Update, val: e.Value, text: text})
		}
	}
	found = append(found, c.setBy(v)...)
	if isFrame(keys) || isTable(keys, found) || isMarked(keys) {
		return nil
	}
	return newPayload(CategoryMap, v, found)
}

// mapType returns the map type that values of type t have, through type parameters too; nil if they are no maps.
func mapType(t types.Type) *types.Map {
	u := types.Unalias(t).Underlying()
	if constraint, ok := u.(*types.Interface); ok && constraint.NumEmbeddeds() == 1 && !constraint.IsMethodSet() {
		if terms, ok := constraint.EmbeddedType(0).(*types.Union); ok && terms.Len() == 1 {
			u = terms.Term(0).Type().Underlying()
		}
	}
	m, _ := u.(*types.Map)
	return m
}

// A setting is an error key that a function sets in one of its parameters.
type setting struct{ key, field string }

// A param is one of a function's parameters.
type param struct {
	fn    *ssa.Function
	index int
}

// settingsOf is the equation of what a function sets in a parameter.
func (c *checker) settingsOf(p param) map[setting]textflow.Text {
	out := make(map[setting]textflow.Text)
	v := p.fn.Params[p.index]
	if mapType(v.Type()) != nil {
		for _, e := range c.m.Entries(v) {
			if key, isConst := flow.StringConst(flow.Strip(e.Key)); isConst && c.isKey(key) {
				if text := c.texts.Held(e.Value); text.Tells() {
					out[setting{key: key}] = out[setting{key: key}].Or(text)
				}
			}
		}
	}
	for _, e := range c.fieldEntries(v) {
		s := setting{e.key, e.field}
		out[s] = out[s].Or(e.text)
	}
	for _, e := range c.setBy(v) {
		s := setting{e.key, e.field}
		out[s] = out[s].Or(e.text)
	}
	return out
}

// maxSettings is how many error keys are told apart that a function sets in a parameter; of one that sets more, nothing is said.
const maxSettings = 16

var manySettings = map[setting]textflow.Text{{}: {}}

func joinSettings(old, new map[setting]textflow.Text) (map[setting]textflow.Text, bool) {
	if _, many := old[setting{}]; many {
		return old, false
	}
	if _, many := new[setting{}]; many || len(new) > maxSettings {
		return manySettings, true
	}
	out, grew := maps.Clone(old), old == nil
	if grew {
		return new, len(new) > 0
	}
	for s, t := range new {
		if out[s].Or(t) != out[s] {
			out[s], grew = out[s].Or(t), true
		}
	}
	return out, grew
}

// setBy returns the error keys that calls set in v, which is an argument of theirs: setError(m, err). One entry without a
// key stands for more than are told apart.
func (c *checker) setBy(v ssa.Value) []entry {
	var out []entry
	for _, use := range flow.Uses(v) {
		call, ok := use.Instr.(*ssa.Call)
		if use.Kind != flow.UseArg || !ok {
			continue
		}
		targets, complete := c.m.Callees(call.Common())
		if !complete {
			continue
		}
		for _, t := range targets {
			args, index := t.Args(call.Common()), use.Index
			if t.Bound != nil {
				index++
			}
			settings := make(map[setting]textflow.Text)
			if t.Fn.Blocks != nil && index < len(t.Fn.Params) {
				settings = c.settings.Get(param{t.Fn, index})
			} else if t.Fn.Blocks == nil {
				fact, _ := c.factOf(t.Fn)
				for _, s := range fact.Sets {
					if s.Param == index {
						settings[setting{s.Key, s.Field}] = s.Text
					}
				}
			}
			if _, many := settings[setting{}]; many {
				return []entry{{}}
			}
			for s, text := range settings {
				if text = c.texts.Bind(text, args); text.Tells() {
					out = append(out, entry{key: s.key, field: s.field, span: c.spanAt(call), instr: call, call: call, text: text})
				}
			}
		}
	}
	return out
}

// isFrame reports whether a map is a JSON-RPC frame, or a JSON schema.
func isFrame(keys map[string]ssa.Value) bool {
	has := func(key string) bool { _, ok := keys[key]; return ok }
	return has("jsonrpc") || has("$schema") || has("properties") && has("type")
}

// isMarked reports whether a map is a tool result that says itself that the
// call has failed: {"isError": true, ...}.
func isMarked(keys map[string]ssa.Value) bool {
	v, ok := keys["isError"]
	if !ok {
		v, ok = keys["is_error"]
	}
	if !ok {
		return false
	}
	b, isBool := types.Unalias(v.Type()).Underlying().(*types.Basic)
	return isBool && b.Info()&types.IsBoolean != 0 && !isFalse(v)
}

// isTable reports whether a map has an entry for errors as it has one for
// warnings: a table of levels, colours or captions.
func isTable(keys map[string]ssa.Value, found []entry) bool {
	for _, e := range found {
		if e.text.FromError() || e.text.Params != 0 {
			return false
		}
	}
	for _, level := range []string{"warning", "warn", "info", "debug", "fatal", "trace", "notice"} {
		if v, ok := keys[level]; ok {
			if _, isConst := v.(*ssa.Const); isConst {
				return true
			}
		}
	}
	return false
}

// foreignMap reports whether a named map type belongs to a logger or to a
// collector of metrics: what is made for them goes there.
func foreignMap(t types.Type) bool {
	switch qualifiedName(t) {
	case "github.com/sirupsen/logrus.Fields", "github.com/prometheus/client_golang/prometheus.Labels",
		"text/template.FuncMap", "html/template.FuncMap", "net/http.Header", "net/url.Values":
		return true
	}
	return false
}

// structPayload returns the payload that the struct in alloc is; nil if it is none. Only the module's own types
// count: the shape of another module's is not for the author to choose.
func (c *checker) structPayload(alloc *ssa.Alloc) *payload {
	p, known := c.payloads[alloc]
	if !known {
		if c.ownStruct(alloc.Type()) {
			p = newPayload(CategoryStruct, alloc, append(c.fieldEntries(alloc), c.setBy(alloc)...))
		}
		if p != nil {
			p.typ = "a struct"
			if named, ok := types.Unalias(flow.Deref(alloc.Type())).(*types.Named); ok {
				p.typ = named.Obj().Name()
			}
		}
		c.payloads[alloc] = p
	}
	return p
}

// ownStruct reports whether t is a struct type of the module's own, or a pointer to one, that is no error itself.
func (c *checker) ownStruct(t types.Type) bool {
	t = flow.Deref(t)
	if _, isStruct := types.Unalias(t).Underlying().(*types.Struct); !isStruct || errflow.IsError(t) || errflow.IsError(types.NewPointer(t)) || c.allowed(t) || c.isProtocol(t) {
		return false
	}
	named, isNamed := types.Unalias(t).(*types.Named)
	return !isNamed || c.m.OwnPackage(named.Obj().Pkg())
}

// fieldEntries returns the error fields of the struct that v leads to that are set from an error or a parameter.
func (c *checker) fieldEntries(v ssa.Value) []entry {
	if !c.ownStruct(v.Type()) {
		return nil
	}
	var out []entry
	for _, f := range c.errorFields(v.Type()) {
		for _, e := range c.storedIn(v, f.path...) {
			text := c.texts.Of(e.val)
			if text.Words = false; text.Tells() { // a field is there anyway: that it says something means nothing
				e.key, e.field, e.text, e.span = f.key, f.path[len(f.path)-1].Name(), text, c.spanAt(e.instr)
				out = append(out, e)
			}
		}
	}
	return out
}

// storedIn returns what is stored in a field of the struct that v leads to, in its literal or later; path leads to
// the field through embedded structs, which are often copied from a literal of their own.
func (c *checker) storedIn(v ssa.Value, path ...*types.Var) []entry {
	p, ok := c.m.PathTo(v.Type(), path)
	if !ok {
		return nil
	}
	var out []entry
	todo := []flow.Node{{V: v, P: p}}
	for i := 0; i < len(todo) && i < len(path)+1; i++ {
		for _, s := range c.m.StoredIn(todo[i].V, todo[i].P) {
			if s.P == nil {
				out = append(out, entry{instr: s.Instr, val: s.V})
			} else {
				base, rest := c.m.Split(s.V, s.P)
				todo = append(todo, flow.Node{V: base, P: rest})
			}
		}
	}
	return out
}

// An errorField is a string field with the name of an error key, by its own name or by that in JSON.
type errorField struct {
	path []*types.Var
	key  string
}

// errorFields returns the error fields of struct type t, or of a pointer to one, those of
// embedded structs too: they are its own in JSON.
func (c *checker) errorFields(t types.Type) []errorField {
	var out []errorField
	type level struct {
		t    types.Type
		path []*types.Var
	}
	todo := []level{{t, nil}}
	for len(todo) > 0 {
		l := todo[0]
		todo = todo[1:]
		s, _ := types.Unalias(flow.Deref(l.t)).Underlying().(*types.Struct)
		for i := range numFields(s) {
			f := s.Field(i)
			path := append(slices.Clone(l.path), f)
			if f.Embedded() && len(path) <= maxEmbedded {
				todo = append(todo, level{f.Type(), path})
			}
			if !flow.IsString(f.Type()) {
				continue
			}
			name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
			if name == "" || name == "-" || !c.isKey(name) {
				name = snake(f.Name())
			}
			if c.isKey(name) {
				out = append(out, errorField{path, name})
			}
		}
	}
	return out
}

// maxEmbedded is how many embedded structs in each other are looked into.
const maxEmbedded = 4

func numFields(s *types.Struct) int {
	if s == nil {
		return 0
	}
	return s.NumFields()
}

// snake is a Go name in lower-snake case: SetError is set_error, and HTTPError
// http_error.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// isProtocol reports whether a struct type is a JSON-RPC frame or an HTTP
// response, by its fields.
func (c *checker) isProtocol(t types.Type) bool {
	todo := []types.Type{t}
	for len(todo) > 0 && len(todo) <= maxEmbedded {
		s, _ := types.Unalias(flow.Deref(todo[0])).Underlying().(*types.Struct)
		todo = todo[1:]
		for i := range numFields(s) {
			f := s.Field(i)
			if f.Embedded() {
				todo = append(todo, f.Type())
			}
			name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
			if name == "jsonrpc" || strings.EqualFold(f.Name(), "jsonrpc") {
				return true
			}
			if b, ok := types.Unalias(f.Type()).Underlying().(*types.Basic); ok && f.Name() == "StatusCode" && b.Info()&types.IsInteger != 0 {
				return true
			}
		}
	}
	return false
}

// holds reports whether a value of type t may be a payload, or a part of a tool's result.
func (c *checker) holds(t types.Type) bool {
	known, ok := c.held[t]
	if !ok {
		known = c.mayHold(t)
		c.held[t] = known
	}
	return known
}

func (c *checker) mayHold(t types.Type) bool {
	for range maxEmbedded {
		if textflow.IsText(t) || mapType(t) != nil {
			return !errflow.IsError(t)
		}
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Interface:
			return !errflow.IsError(t)
		case *types.Struct:
			return c.ownStruct(t) && len(c.errorFields(t)) > 0 || slices.ContainsFunc(slices.Collect(u.Fields()), isContent)
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		default:
			return false
		}
	}
	return false
}

// jsonPayload returns the payload that the text v is, or is put together to be, and what its first error key tells
// of. The text has no place of its own, if it is a constant: at is the expression.
func (c *checker) jsonPayload(v ssa.Value, at span, fn *ssa.Function) (*payload, textflow.Text, bool) {
	pieces, _ := c.texts.Pieces(v)
	if len(pieces) == 0 {
		return nil, textflow.Text{}, false
	}
	if start := strings.TrimLeft(pieces[0].Lit, " \t\r\n"); start != "" && start[0] != '{' {
		return nil, textflow.Text{}, false
	}
	var parts []part
	for _, p := range pieces {
		text := textflow.Text{}
		if p.Value != nil {
			text = c.texts.Of(p.Value)
		}
		parts = append(parts, part{p.Lit, p.Verb, text})
	}
	ms, ok := members(parts)
	if !ok || slices.ContainsFunc(ms, func(m member) bool { return m.key == "jsonrpc" || m.key == "$schema" }) {
		return nil, textflow.Text{}, false
	}
	for _, m := range ms {
		m.text.Words = m.text.Words || strings.ContainsFunc(m.lit, unicode.IsLetter)
		if c.isKey(m.key) && m.isText && m.text.Tells() {
			if call, isCall := v.(*ssa.Call); isCall {
				if e := c.m.CallExpr(call); e != nil {
					at = spanOf(e)
				}
			}
			return c.payloadAt(CategoryJSON, v, fn, entry{key: m.key, span: at, val: v, text: m.text}), m.text, true
		}
	}
	return nil, textflow.Text{}, false
}

// spanAt returns the source of the assignment that instr makes: key and value in a literal, m[k] or x.f on the left of
// an assignment; or that of a call.
func (c *checker) spanAt(instr ssa.Instruction) span {
	if call, ok := instr.(*ssa.Call); ok {
		if e := c.m.CallExpr(call); e != nil {
			return spanOf(e)
		}
	}
	at := instr.Pos()
	if c.places == nil {
		c.places = make(map[token.Pos]ast.Node)
		for _, file := range c.pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.KeyValueExpr:
					c.places[n.Colon] = n
				case *ast.IndexExpr:
					c.places[n.Lbrack] = n
				case *ast.SelectorExpr:
					c.places[n.Sel.Pos()] = n
				}
				return true
			})
		}
	}
	if n := c.places[at]; n != nil {
		return spanOf(n)
	}
	return span{at, at}
}

// allowed reports whether values of type t may hold errors in this package.
func (c *checker) allowed(t types.Type) bool {
	name := qualifiedName(t)
	if name == "" {
		return false
	}
	return slices.ContainsFunc(c.opts.Envelopes, func(e Envelope) bool {
		return e.Type == name && (len(e.In) == 0 || pkgglob.MatchPass(e.In, c.pass))
	})
}

// qualifiedName is the import path and name of a named type or of a pointer
// to one; "" for other types.
func qualifiedName(t types.Type) string {
	named, ok := types.Unalias(flow.Deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	obj := named.Origin().Obj()
	return obj.Pkg().Path() + "." + obj.Name()
}

func isFalse(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && !constant.BoolVal(k.Value)
}
