package noerrordict

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/pkgglob"
)

// A payload is a value that tells of an error in place of an error: a map, a
// struct or a JSON text with an error key. There is one for each place where
// such a value is made, however many ways it takes from there.
type payload struct {
	category string
	fn       *ssa.Function // where it is made
	pos, end token.Pos     // of its first error key, or of its text
	key      string        // its first error key
	typ      string        // CategoryStruct: the name of the struct
	field    string        // CategoryStruct: the name of the field
	from     string        // how the source writes what that is set from; "" if it does not read well
	helper   *types.Func   // the function of another package that makes it; nil if it is made here
	more     []entry       // the error keys after the first
}

// An entry is an error key that is set, with what it is set to.
type entry struct {
	key      string
	field    string
	pos, end token.Pos
	at       ssa.Instruction
	value    value
}

// isKey reports whether a key is an error key.
func (c *checker) isKey(key string) bool { return matchesKey(c.opts.Keys, key) }

// mapPayload is the payload that the map made by v is when control reaches ret,
// and what its error keys tell of.
func (c *checker) mapPayload(v *ssa.MakeMap, ret *ssa.Return) (*payload, value, bool) {
	t, ok := types.Unalias(v.Type()).Underlying().(*types.Map)
	if !ok || !isString(t.Key()) || c.foreignMap(v.Type()) || c.allowed(v.Type()) {
		return nil, value{}, false
	}
	if v.Parent().Synthetic != "" { // the package initialiser: a table, not a reply
		return nil, value{}, false
	}
	entries := c.m.Entries(v)
	keys := make(map[string]ssa.Value)
	var found []entry
	for _, e := range entries {
		key, isConst := errflow.StringConst(errflow.Strip(e.Key))
		if !isConst {
			continue
		}
		keys[key] = errflow.Strip(e.Value)
		if !c.isKey(key) || !reaches(e.Update, ret) {
			continue
		}
		if under := c.under(e.Value); under.any() {
			pos, end := c.span(e.Update)
			found = append(found, entry{key: key, pos: pos, end: end, at: e.Update, value: under})
		}
	}
	if len(found) == 0 || isFrame(keys) || isTable(keys, found) || isMarked(keys) {
		return nil, value{}, false
	}
	p, val := c.made(CategoryMap, v, v.Parent(), found)
	return p, val, true
}

// made is the payload that v, with these error keys, is.
func (c *checker) made(category string, v ssa.Value, fn *ssa.Function, found []entry) (*payload, value) {
	slices.SortStableFunc(found, func(a, b entry) int { return cmp.Compare(a.pos, b.pos) })
	var val value
	for _, e := range found {
		val = val.union(e.value)
	}
	p, ok := c.payloads[v]
	if !ok {
		p = &payload{category: category, fn: fn}
		c.payloads[v] = p
	}
	// Each return sees the keys that are set on the way to it: the payload has all of them.
	all := append(slices.Clone(found), p.more...)
	if p.pos.IsValid() {
		all = append(all, entry{key: p.key, field: p.field, pos: p.pos, end: p.end, value: value{name: p.from}})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.pos, b.pos) })
	all = slices.CompactFunc(all, func(a, b entry) bool { return a.pos == b.pos })
	first := all[0]
	p.key, p.field, p.from, p.pos, p.end, p.more = first.key, first.field, first.value.source(), first.pos, first.end, all[1:]
	return p, val
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
		if e.value.derived() || len(e.value.params) > 0 {
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
func (c *checker) foreignMap(t types.Type) bool {
	switch qualifiedName(t) {
	case "github.com/sirupsen/logrus.Fields", "github.com/prometheus/client_golang/prometheus.Labels",
		"text/template.FuncMap", "html/template.FuncMap", "net/http.Header", "net/url.Values":
		return true
	}
	return false
}

// structPayload is the payload that the struct in alloc is when control
// reaches ret. Only the module's own types count: the shape of another
// module's is not for the author to choose.
func (c *checker) structPayload(alloc *ssa.Alloc, ret *ssa.Return) (*payload, value, bool) {
	t := pointee(alloc.Type())
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !c.m.OwnPackage(named.Obj().Pkg()) || errflow.IsError(t) || errflow.IsError(types.NewPointer(t)) || c.allowed(t) || c.isProtocol(t) {
		return nil, value{}, false
	}
	var found []entry
	for _, st := range fieldStores(alloc) {
		key, isErrorField := c.fieldKey(st)
		if !isErrorField || !isString(st.field.Type()) || !reaches(st.store, ret) {
			continue
		}
		if v := c.text(st.store.Val); v.derived() || len(v.params) > 0 {
			v.text = false // a field is there anyway: that it says something means nothing
			pos, end := c.span(st.store)
			found = append(found, entry{key: key, field: st.field.Name(), pos: pos, end: end, at: st.store, value: v})
		}
	}
	if len(found) == 0 {
		return nil, value{}, false
	}
	p, val := c.made(CategoryStruct, alloc, alloc.Parent(), found)
	p.typ = named.Obj().Name()
	return p, val, true
}

// A fieldStore is an assignment to a field of a struct, in its literal or
// later; of an embedded struct's fields too, for they are its own in JSON.
type fieldStore struct {
	field *types.Var
	tag   string
	store *ssa.Store
}

// fieldStores is the assignments to the fields of the struct that addr points to.
func fieldStores(addr ssa.Value) []fieldStore {
	var out []fieldStore
	refs := addr.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.X != addr {
			continue
		}
		s, ok := types.Unalias(pointee(addr.Type())).Underlying().(*types.Struct)
		if !ok {
			continue
		}
		f := s.Field(fa.Field)
		for _, r := range *fa.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == fa {
				out = append(out, fieldStore{f, s.Tag(fa.Field), st})
				// Base: Base{Error: …} is copied from a literal of its own.
				if load, ok := st.Val.(*ssa.UnOp); ok && f.Embedded() {
					if lit, ok := load.X.(*ssa.Alloc); ok {
						out = append(out, fieldStores(lit)...)
					}
				}
				if lit, ok := st.Val.(*ssa.Alloc); ok && f.Embedded() {
					out = append(out, fieldStores(lit)...)
				}
			}
		}
		if f.Embedded() {
			out = append(out, fieldStores(fa)...)
		}
	}
	return out
}

// fieldKey is the error key that a field stands for, by its name or by its
// name in JSON.
func (c *checker) fieldKey(st fieldStore) (string, bool) {
	if name, _, _ := strings.Cut(reflect.StructTag(st.tag).Get("json"), ","); name != "" && name != "-" && c.isKey(name) {
		return name, true
	}
	name := snake(st.field.Name())
	return name, c.isKey(name)
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
	s, ok := types.Unalias(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		if f.Embedded() && c.isProtocol(pointee(f.Type())) {
			return true
		}
		name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
		if name == "jsonrpc" || strings.EqualFold(f.Name(), "jsonrpc") {
			return true
		}
		if b, ok := types.Unalias(f.Type()).Underlying().(*types.Basic); ok && f.Name() == "StatusCode" && b.Info()&types.IsInteger != 0 {
			return true
		}
	}
	return false
}

// jsonPayload is the payload that the text v is, or is put together to be. The
// text has no place of its own, if it is a constant: at is the expression.
func (c *checker) jsonPayload(v ssa.Value, at span, fn *ssa.Function) (*payload, value, bool) {
	parts, ok := c.pieces(v)
	if !ok {
		return nil, value{}, false
	}
	ms, ok := members(parts)
	if !ok || slices.ContainsFunc(ms, func(m member) bool { return m.key == "jsonrpc" || m.key == "$schema" }) {
		return nil, value{}, false
	}
	for _, m := range ms {
		if !c.isKey(m.key) || !m.isText {
			continue
		}
		val := m.value
		val.text = val.text || strings.ContainsFunc(m.lit, unicode.IsLetter)
		if !val.any() {
			continue
		}
		if pos := v.Pos(); pos.IsValid() && fn != nil {
			if call, isCall := v.(*ssa.Call); isCall {
				if e := c.m.CallExpr(call); e != nil {
					at = span{e.Pos(), e.End()}
				}
			}
		}
		p, known := c.jsons[at]
		if !known {
			p = &payload{category: CategoryJSON, fn: fn, key: m.key, from: val.source(), pos: at.pos, end: at.end}
			c.jsons[at] = p
		}
		return p, val, true
	}
	return nil, value{}, false
}

// A span is a piece of source.
type span struct{ pos, end token.Pos }

// span is the source of the assignment that instr makes: key and value in a
// literal, m[k] or x.f on the left of an assignment.
func (c *checker) span(instr ssa.Instruction) (pos, end token.Pos) {
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
		return n.Pos(), n.End()
	}
	return at, at
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
	named, ok := types.Unalias(pointee(t)).(*types.Named)
	if !ok {
		return ""
	}
	if alias, ok := t.(*types.Alias); ok && alias.Obj().Pkg() != nil {
		named, ok = types.Unalias(alias.Rhs()).(*types.Named)
		if !ok {
			return ""
		}
	}
	obj := named.Origin().Obj()
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

// reaches reports whether control can go from an instruction to ret. Of
// instructions in another function it is not known when they run.
func reaches(from ssa.Instruction, ret *ssa.Return) bool {
	if from.Parent() != ret.Parent() || from.Block() == ret.Block() {
		return true
	}
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if b == ret.Block() {
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		return slices.ContainsFunc(b.Succs, visit)
	}
	return visit(from.Block())
}

func isFalse(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && !constant.BoolVal(k.Value)
}
