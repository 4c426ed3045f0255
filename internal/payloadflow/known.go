package payloadflow

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// This file knows types and functions by their shape.

// wrapper reports whether fn, a function outside of the module, returns its first argument in another form, and which form that is.
func wrapper(fn *types.Func) (f Form, ok bool) {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return Form{}, false
	}
	path := fn.Pkg().Path()
	switch name := fn.Name(); {
	case path == "maps" && name == "Clone":
		return Form{}, true
	case name == "Marshal" || name == "MarshalIndent" || name == "MarshalToString":
		return Form{Marshalled: true}, isJSON(path)
	case path == "bytes" || path == "strings":
		return Form{}, name == "Clone" || strings.HasPrefix(name, "Trim") && !strings.HasSuffix(name, "Func")
	case fn.Pkg().Name() == "mcp":
		// Constructors of mcp-go and its forks.
		switch name {
		case "NewToolResultText":
			return Form{Nested: true, Tool: true}, true
		case "NewTextContent":
			return Form{Nested: true}, true
		case "NewToolResultJSON", "NewToolResultStructured", "NewToolResultStructuredOnly":
			return Form{Marshalled: true, Tool: true}, true
		}
	}
	return Form{}, false
}

func isJSON(path string) bool {
	switch path {
	case "encoding/json", "encoding/json/v2", "github.com/json-iterator/go", "github.com/goccy/go-json",
		"github.com/bytedance/sonic", "github.com/segmentio/encoding/json", "github.com/go-json-experiment/json":
		return true
	}
	return false
}

// IsErrorResult reports whether fn makes tool results that are marked as errors. It goes by the shape of fn, since forks have other paths.
func IsErrorResult(fn *types.Func) bool {
	return fn != nil && strings.HasPrefix(fn.Name(), "NewToolResultError") && fn.Signature().Results().Len() == 1 &&
		errorFlag(fn.Signature().Results().At(0).Type()) != nil
}

// errorFlag returns the field IsError of a struct type, or of a pointer to one, that has content as well, or nil. The tool results of both
// SDKs and their forks are such structs.
func errorFlag(t types.Type) *types.Var {
	for f := range structOf(t).Fields() {
		if flow.IsBasic(f.Type(), types.IsBoolean) && f.Name() == "IsError" && content(t) != nil {
			return f
		}
	}
	return nil
}

// content returns the fields in which MCP results and their content hold what is shown, of a struct type or a pointer to one.
func content(t types.Type) (out []*types.Var) {
	for f := range structOf(t).Fields() {
		switch strings.ToLower(f.Name()) {
		case "text", "content", "contents", "structuredcontent":
			out = append(out, f)
		}
	}
	return out
}

// structOf returns the struct type that t is, or points to, or a struct without fields.
func structOf(t types.Type) *types.Struct { return cmp.Or(flow.Struct(t), noFields) }

var noFields = new(types.Struct)

// maxEmbedded bounds how deep embedded structs are searched.
const maxEmbedded = 4

// A member is a field of a struct, or of a struct that is embedded in it, which JSON treats alike.
type member struct {
	path []*types.Var
	name string // in JSON, by a tag; "" without one
}

// field returns the field itself.
func (m member) field() *types.Var { return m.path[len(m.path)-1] }

// membersOf returns the members of a struct type, or of a pointer to one. Those of embedded structs come last.
func membersOf(t types.Type) []member {
	var out []member
	add := func(t types.Type, path []*types.Var) {
		s := structOf(t)
		for i := range s.NumFields() {
			out = append(out, member{append(slices.Clone(path), s.Field(i)), strings.Trim(flow.JSONName(s, i), "-")})
		}
	}
	add(t, nil)
	for i := 0; i < len(out); i++ {
		if f := out[i].field(); f.Embedded() && len(out[i].path) <= maxEmbedded {
			add(f.Type(), out[i].path)
		}
	}
	return out
}

// errorFields returns the string fields of struct type t, or of a pointer to one, whose names are error keys, in JSON or in Go. Their names
// are these keys.
func (m *Model) errorFields(t types.Type) (out []member) {
	for _, f := range membersOf(t) {
		if !m.conf.IsKey(f.name) {
			f.name = snake(f.field().Name())
		}
		if flow.IsString(f.field().Type()) && m.conf.IsKey(f.name) {
			out = append(out, f)
		}
	}
	return out
}

// isProtocol reports whether a struct type is a JSON-RPC frame or an HTTP
// response, by its fields.
func isProtocol(t types.Type) bool {
	return slices.ContainsFunc(membersOf(t), func(m member) bool {
		f := m.field()
		return m.name == "jsonrpc" || strings.EqualFold(f.Name(), "jsonrpc") || f.Name() == "StatusCode" && flow.IsBasic(f.Type(), types.IsInteger)
	})
}

// snake returns a Go name in lower snake case: SetError becomes set_error, and HTTPError http_error.
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

// ownStruct reports whether t is a struct type of the module, or a pointer to one, that is not an error, part of a protocol, or allowed to
// hold errors. The author cannot choose the shape of another module's type.
func (m *Model) ownStruct(t types.Type) bool {
	t = flow.Deref(t)
	if structOf(t).NumFields() == 0 {
		return false
	}
	return m.own.Get(t, func(t types.Type) bool {
		named, isNamed := types.Unalias(t).(*types.Named)
		return (!isNamed || m.OwnPackage(named.Obj().Pkg())) && !errflow.IsError(t) && !errflow.IsError(types.NewPointer(t)) && !m.allowed(t) && !isProtocol(t)
	})
}

// holds reports whether a value of type t may be a payload, or a part of a tool's result.
func (m *Model) holds(t types.Type) bool {
	for range maxEmbedded {
		if textflow.IsText(t) || mapType(t) != nil {
			return !errflow.IsError(t)
		}
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Interface:
			return !errflow.IsError(t)
		case *types.Struct:
			// t is not a pointer here. That matters for the memo: the receiver of each method has a pointer type of its own.
			return m.holding.Get(t, func(t types.Type) bool { return content(t) != nil || m.ownStruct(t) && len(m.errorFields(t)) > 0 })
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

// hasText reports whether t is a struct type of the module, or a pointer to one, that has a text in it.
func (m *Model) hasText(t types.Type) bool {
	return m.ownStruct(t) && slices.ContainsFunc(membersOf(t), func(f member) bool { return flow.IsString(f.field().Type()) })
}

// takesError reports whether a parameter of fn is an error.
func takesError(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return errflow.IsError(p.Type()) })
}

// mapType returns the map type that t is, or that type parameter t is constrained to, or nil.
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

// allowed reports whether values of type t may hold errors in this package.
func (m *Model) allowed(t types.Type) bool {
	name := flow.QualifiedName(t)
	return name != "" && m.conf.Allowed(name)
}

// foreignMap reports whether a named map type belongs to a logger, a collector of metrics or the like: what is put in such a map goes
// there.
func foreignMap(t types.Type) bool {
	switch flow.QualifiedName(t) {
	case "github.com/sirupsen/logrus.Fields", "github.com/prometheus/client_golang/prometheus.Labels",
		"text/template.FuncMap", "html/template.FuncMap", "net/http.Header", "net/url.Values":
		return true
	}
	return false
}

// isFrame reports whether a map is a JSON-RPC frame, or a JSON schema.
func isFrame(keys map[string]ssa.Value) bool {
	has := func(key string) bool { _, ok := keys[key]; return ok }
	return has("jsonrpc") || has("$schema") || has("properties") && has("type")
}

// isMarked reports whether a map is a tool result that says itself that the call has failed: {"isError": true, ...}.
func isMarked(keys map[string]ssa.Value) bool {
	v, ok := keys["isError"]
	if !ok {
		v, ok = keys["is_error"]
	}
	return ok && flow.IsBasic(v.Type(), types.IsBoolean) && !isFalse(v)
}

// isTable reports whether a map has an entry for errors beside one for warnings and the like: a table of levels, colours or captions.
func isTable(keys map[string]ssa.Value) bool {
	for _, level := range []string{"warning", "warn", "info", "debug", "fatal", "trace", "notice"} {
		if _, isConst := keys[level].(*ssa.Const); isConst {
			return true
		}
	}
	return false
}

// flagged reports whether the field IsError of the tool result that v leads to is set, by an assignment or by a method of the SDK that
// takes an error and returns nothing, such as SetError.
func (m *Model) flagged(v ssa.Value) bool {
	f := errorFlag(v.Type())
	if f == nil {
		return false
	}
	return m.flags.Get(v, func(v ssa.Value) bool {
		return slices.ContainsFunc(m.Stored(v, f), func(v ssa.Value) bool { return !isFalse(v) }) || slices.ContainsFunc(flow.Uses(v), m.setsError)
	})
}

// setsError reports whether a use is as the receiver of such a method.
func (m *Model) setsError(u flow.Use) bool {
	call, ok := u.Instr.(ssa.CallInstruction)
	if !ok || u.Kind != flow.UseArg || u.Index != 0 {
		return false
	}
	fn := flow.Callee(call.Common())
	if fn == nil || m.Func(fn) != nil {
		return false
	}
	sig := fn.Signature()
	return sig.Recv() != nil && sig.Params().Len() == 1 && errflow.IsError(sig.Params().At(0).Type()) && sig.Results().Len() == 0
}

// marked reports whether v is a tool result that says that the call has failed.
func (m *Model) marked(v ssa.Value) bool {
	if errorFlag(v.Type()) == nil {
		return false
	}
	return m.flagged(v) || slices.ContainsFunc(m.Origins(v, flow.OriginOptions{}), func(o flow.Origin) bool {
		switch o.Kind {
		case flow.OriginMake:
			return m.flagged(o.Value)
		case flow.OriginCall:
			return m.flagged(o.Value) || o.Call() != nil && IsErrorResult(flow.Callee(o.Call().Common()))
		}
		return false
	})
}

// Silent reports whether v, which is returned, is a tool result that is made with IsError and without content, and that nothing else can
// have filled.
func (m *Model) Silent(v ssa.Value, ret *ssa.Return) bool {
	if errorFlag(v.Type()) == nil {
		return false
	}
	origins := m.originsOf(flow.Strip(v))
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o flow.Origin) bool { return !m.isSilent(o, ret) })
}

func (m *Model) isSilent(o flow.Origin, ret *ssa.Return) bool {
	call := o.Call()
	if o.Kind != flow.OriginCall || call == nil {
		return m.madeSilent(o, ret)
	}
	if m.filledBefore(o.Value, ret) {
		return false
	}
	if IsErrorResult(flow.Callee(call.Common())) {
		return !slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
			text, isConst := flow.StringConst(arg)
			return !isConst || text != ""
		})
	}
	targets, complete := m.Callees(call.Common())
	if !complete || !flow.HaveBodies(targets) {
		return false
	}
	for _, t := range targets {
		for ret := range flow.Returns(t.Fn) {
			for _, o := range m.originsOf(flow.Strip(ret.Results[o.Index])) {
				if !m.madeSilent(o, ret) {
					return false
				}
			}
		}
	}
	return true
}

// madeSilent reports whether an origin is a result with IsError and without content when a function returns it.
func (m *Model) madeSilent(o flow.Origin, ret *ssa.Return) bool {
	alloc, ok := o.Value.(*ssa.Alloc)
	if o.Kind != flow.OriginMake || !ok || m.filledBefore(alloc, ret) {
		return false
	}
	return slices.ContainsFunc(m.storedIn(alloc, errorFlag(alloc.Type())), func(e Entry) bool {
		return !isFalse(e.Value) && e.Instr != nil && e.Instr.Parent() == ret.Parent() && e.Instr.Block().Dominates(ret.Block())
	})
}

// filledBefore reports whether a result may have got content before a function returns it, by an assignment or from someone who is given
// the result.
func (m *Model) filledBefore(v ssa.Value, ret *ssa.Return) bool {
	for _, f := range content(v.Type()) {
		if !f.Embedded() && slices.ContainsFunc(m.storedIn(v, f), func(e Entry) bool { return !isEmptyList(e.Value) && isBefore(e.Instr, ret) }) {
			return true
		}
	}
	return slices.ContainsFunc(flow.Uses(v), func(u flow.Use) bool { return u.Kind != flow.UseReturn && isBefore(u.Instr, ret) })
}

// isBefore reports whether an instruction may run before a function returns.
func isBefore(instr ssa.Instruction, ret *ssa.Return) bool {
	return instr == nil || instr.Parent() != ret.Parent() || instr.Block() == ret.Block() || flow.Reaches(instr.Block(), ret.Block(), nil)
}

// isEmptyList reports whether v is nil, or a slice literal without elements.
func isEmptyList(v ssa.Value) bool {
	if flow.IsNil(v) {
		return true
	}
	s, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	array, ok := types.Unalias(flow.Deref(s.X.Type())).Underlying().(*types.Array)
	return ok && array.Len() == 0
}

func isFalse(v ssa.Value) bool {
	is, ok := flow.BoolConst(v)
	return ok && !is
}
