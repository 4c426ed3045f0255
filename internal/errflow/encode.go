package errflow

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// maxEncoded bounds how many values are looked at for a call that encodes, and how many types for one value.
const maxEncoded = 500

// An encoder is a set of functions that fail only if a value, their first argument, cannot be encoded, or if writing to
// their receiver fails.
type encoder struct {
	methods   []string // methods by which values encode themselves; none if they are not called
	functions []string // in the form that [Listed] takes
}

var (
	asJSON = &encoder{ // of which it is known that plain data never fail
		[]string{"MarshalJSON", "MarshalText"},
		[]string{"encoding/json.Marshal*", "(*encoding/json.Encoder).Encode", "github.com/mark3labs/mcp-go/mcp.NewToolResultJSON"},
	}
	asText = &encoder{
		[]string{"MarshalYAML", "MarshalTOML", "MarshalXML", "MarshalXMLAttr", "MarshalJSON", "MarshalText", "MarshalBinary", "GobEncode"},
		[]string{
			"encoding/xml.Marshal*", "(*encoding/xml.Encoder).Encode", "(*encoding/xml.Encoder).EncodeElement", "(*encoding/gob.Encoder).Encode",
			"gopkg.in/yaml.v2.Marshal", "(*gopkg.in/yaml.v2.Encoder).Encode", "gopkg.in/yaml.v3.Marshal", "(*gopkg.in/yaml.v3.Encoder).Encode",
			"go.yaml.in/yaml/v2.Marshal", "go.yaml.in/yaml/v3.Marshal", "(*go.yaml.in/yaml/v3.Encoder).Encode", "sigs.k8s.io/yaml.Marshal", "github.com/ghodss/yaml.Marshal",
			"github.com/goccy/go-yaml.Marshal", "(*github.com/goccy/go-yaml.Encoder).Encode", "github.com/BurntSushi/toml.Marshal", "(*github.com/BurntSushi/toml.Encoder).Encode",
			"github.com/pelletier/go-toml.Marshal", "github.com/pelletier/go-toml/v2.Marshal", "(*github.com/pelletier/go-toml/v2.Encoder).Encode",
		},
	}
	asKnown = &encoder{nil, []string{
		"crypto/x509.Marshal*", "google.golang.org/protobuf/proto.Marshal", "(google.golang.org/protobuf/proto.MarshalOptions).Marshal", "github.com/golang/protobuf/proto.Marshal",
		"google.golang.org/protobuf/encoding/protojson.Marshal", "(google.golang.org/protobuf/encoding/protojson.MarshalOptions).Marshal",
	}}
)

// asDecoded has the methods by which values decode themselves. For the functions that decode see [Model.Decodes].
var asDecoded = &encoder{methods: []string{
	"UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalYAML", "UnmarshalTOML", "UnmarshalXML", "UnmarshalXMLAttr", "UnmarshalText", "UnmarshalBinary", "GobDecode",
}}

// decodes returns the errors of a call that decodes data that is in memory. The error means that the data is
// bad, unless the value to fill, which is the last argument, has a decoding method in the module, which may return any
// error. Interfaces are filled with plain data. ok is false if it is not known what is filled.
func (e *engine) decodes(args []ssa.Value, call *ssa.Call) (s Set, ok bool) {
	if len(args) == 0 || !e.m.Decodes(call) {
		return Set{}, false
	}
	into := flow.Strip(args[len(args)-1]).Type()
	if types.IsInterface(into) {
		return Set{}, false
	}
	if _, fails := e.dynamicParts(into, asDecoded); fails == failsAnyhow {
		return Set{}, false
	}
	return e.badInput(call), true
}

// encodes returns the errors of a call of fn if fn encodes a value into memory.
func (e *engine) encodes(fn *types.Func, args []ssa.Value, call *ssa.Call) (s Set, ok bool) {
	switch v, as := e.m.toEncode(fn, args); as {
	case nil:
		return Set{}, false
	case asKnown:
		return e.badInput(call), true
	default:
		return e.encoding(v, call, as), true
	}
}

// toEncode returns the value that a call of fn encodes into memory, and how; as is nil if it encodes none.
func (m *Model) toEncode(fn *types.Func, args []ssa.Value) (v ssa.Value, as *encoder) {
	for _, as := range []*encoder{asJSON, asText, asKnown} {
		switch {
		case !Listed(as.functions, fn.Pkg().Path(), fn.FullName()):
		case !strings.HasPrefix(fn.Name(), "Encode"):
			return args[0], as
		case m.InMemory(args[0]):
			return args[1], as
		}
	}
	return nil, nil
}

// Transcodes reports whether a call encodes a value into memory, or decodes one from memory, and is not known to return an error that has a name:
// the value, or a part of it, may be of any type, but none is seen that has a method of the module which is called and may return such
// an error. The arguments of the callers of the function are looked at, too.
func (m *Model) Transcodes(call *ssa.Call) bool {
	fn := flow.Callee(call.Common())
	if fn == nil || fn.Pkg() == nil || call.Call.IsInvoke() || len(call.Call.Args) == 0 {
		return false
	}
	v, as := m.toEncode(fn, call.Call.Args)
	if as == nil && m.Decodes(call) {
		v, as = call.Call.Args[len(call.Call.Args)-1], asDecoded
	}
	if as == nil || as == asKnown {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	values := worklist.Of(v)
	for v := range values.All() {
		enc := m.eng.encodingOf(v, call, as)
		if enc.named || values.Len() > maxEncoded {
			return false
		}
		for _, p := range enc.params {
			calls, _ := m.CallsOf(p.Parent())
			for _, by := range calls {
				if args := by.Common().Args; len(args) == len(p.Parent().Params) {
					values.Push(args[slices.Index(p.Parent().Params, p)])
				}
			}
		}
	}
	return true
}

// encoding returns the errors of call, which encodes v. Encoding as JSON cannot fail if v can only hold plain data.
// Otherwise the error means bad input, unless a method of the module by which a part of v encodes itself may return
// another one. Data that is bad in itself is disregarded: a NaN, a year beyond 9999, a map that contains itself. An
// interface holds what is stored in it; if that is a parameter, callers know what becomes JSON.
func (e *engine) encoding(v ssa.Value, call *ssa.Call, as *encoder) Set {
	enc := e.encodingOf(v, call, as)
	if enc.named || enc.open {
		return e.opaque(call.Pos(), CallsUnknown, flow.Callee(call.Common()))
	}
	return enc.errors
}

// An encoding is what is known of the encoding of one value.
type encoding struct {
	errors Set              // unless one of these is set:
	named  bool             // a method of the module encodes a part, and its error may have a name
	open   bool             // a part may be of any type
	params []*ssa.Parameter // those that are parts
}

// encodingOf returns what is known of a call that encodes v, or that decodes what v points to.
func (e *engine) encodingOf(v ssa.Value, call *ssa.Call, as *encoder) (enc encoding) {
	callee := flow.Callee(call.Common())
	type value struct {
		ssa.Value
		in *flow.Frame // the entered call that computes it, if known
	}
	isStored := func(v ssa.Value) bool { _, ok := v.(*ssa.MakeInterface); return ok }
	isField := func(f *types.Var) bool { return f != nil }
	if as != asJSON {
		enc.errors = e.badInput(call)
	}
	values := worklist.Of(value{Value: v})
	for v := range values.All() {
		if mi, ok := v.Value.(*ssa.MakeInterface); ok {
			v.Value = mi.X
		}
		parts, fails := e.dynamicParts(v.Type(), as)
		if fails == failsAnyhow || values.Len() > maxEncoded {
			return encoding{named: true}
		}
		if fails != failsNever {
			enc.errors = enc.errors.union(e.badInput(call))
		}
		for _, fields := range parts {
			for _, o := range e.m.Origins(v.Value, flow.OriginOptions{Fields: fields, Local: true, Stop: isStored}) {
				alloc, isVar := o.Value.(*ssa.Alloc)
				param, isParam := o.Value.(*ssa.Parameter)
				in := v.in
				if o.Frame != nil {
					if in = nil; v.in == nil && o.Frame.Caller == nil {
						in = o.Frame
					}
				}
				// The elements of a parameter are encoded with it.
				isParam = isParam && !slices.ContainsFunc(o.Fields, isField)
				if isParam {
					enc.params = append(enc.params, param)
				}
				switch {
				case o.Kind == flow.OriginStop && o.Whole:
					values.Push(value{o.Value, in})
				case flow.IsNil(o.Value), o.Kind == flow.OriginZero && !(isVar && e.m.Shared(alloc) && !e.decoded(alloc)):
				case isParam && in != nil && in.Fn == param.Parent():
					values.Push(value{Value: in.Args[slices.Index(in.Fn.Params, param)]})
				case isParam && as == asJSON && flow.Encloses(param.Parent(), call.Parent()):
					i := slices.Index(param.Parent().Params, param)
					enc.errors = enc.errors.union(e.refTo(Ref{Fn: param.Parent(), Param: i, Mode: paramEncoded}, call.Pos(), CallsUnknown, callee))
				default:
					enc.open = true
				}
			}
		}
	}
	return enc
}

// decoded reports whether a variable is filled by package json only, apart from the stores that are seen. Then an
// interface in it holds a tree of plain data. A method of the program by which package json decodes may store anything.
func (e *engine) decoded(v *ssa.Alloc) bool {
	parts := worklist.Of(flow.Deref(v.Type()))
	for t := range parts.All() {
		if parts.Len() > maxEncoded {
			return false
		}
		if failingMethod(t, "UnmarshalJSON") != nil || failingMethod(t, "UnmarshalText") != nil {
			if open, fails := e.dynamicParts(t, asJSON); types.TypeString(t, nil) != "encoding/json.RawMessage" && (fails != failsNever || len(open) > 0) {
				return false
			}
			continue
		}
		if elem := flow.ElemType(t); elem != nil {
			parts.Push(elem)
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			parts.Push(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				parts.Push(f.Type())
			}
		}
	}
	addrs := worklist.Of[ssa.Value](v)
	for addr := range addrs.All() {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
			case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeInterface:
				addrs.Push(ref.(ssa.Value))
			case *ssa.Store:
				if ref.Val == addr {
					return false
				}
			case *ssa.Call:
				fn := flow.Callee(ref.Common())
				if fn == nil || !slices.Contains(decoders, fn.FullName()) || ref.Call.Args[1] != addr {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// badInput returns the errors of a call that only say that its input cannot be encoded or decoded.
func (e *engine) badInput(call *ssa.Call) Set {
	s := Set{table: e.table, opaque: true, input: true, itself: true, own: true}
	return e.step(s, call.Pos(), CallsUnknown, flow.Callee(call.Common()))
}

// streams lists functions that only read and write the streams that they are given, or that their receivers are made
// of. It does not have functions that fill variables from a text in memory, such as those of encoding/json.
var streams = []string{
	"archive/*", "bufio.New*", "(*bufio.*", "compress/*", "github.com/klauspost/compress/*",
	"encoding/base64.New*", "encoding/binary.Write", "encoding/csv.NewWriter", "(*encoding/csv.Writer)*", "encoding/hex.New*", "encoding/hex.Dumper", "(*encoding/xml.Encoder)*",
	"(*gopkg.in/yaml.v2.Encoder).Close", "(*gopkg.in/yaml.v3.Encoder).Close", "mime/multipart.NewWriter", "(*mime/multipart.Writer)*", "mime/quotedprintable.NewWriter",
	"(*mime/quotedprintable.Writer)*", "text/tabwriter.NewWriter", "(*text/tabwriter.Writer)*",
	"io.ReadAll", "io.Copy", "io.CopyBuffer", "io.WriteString", "fmt.Fprint*", "(io.Writer).Write", "(io.Closer).Close",
}

// inMemory returns the errors of a call of fn if it reads and writes memory only. A call that only copies returns none.
func (e *engine) inMemory(fn *types.Func, args []ssa.Value, call *ssa.Call) (s Set, ok bool) {
	path := fn.Pkg().Path()
	if !Listed(streams, path, fn.FullName()) {
		return Set{}, false
	}
	ends := endsOf(fn, args)
	if path == "io" || path == "fmt" {
		if !slices.ContainsFunc(ends, func(v ssa.Value) bool { return !isMemory(v) && !isHash(flow.Strip(v).Type()) }) {
			return Set{}, true
		}
	}
	return e.badInput(call), e.m.InMemory(ends...)
}

// InMemory reports whether everything that some streams and coders read or write is in memory: each is in memory
// itself, is made of such streams, or is reset to them where it is used.
func (m *Model) InMemory(coders ...ssa.Value) bool {
	todo := worklist.Of(coders...)
	for v := range todo.First(maxEncoded) {
		set := resets(v)
		todo.Push(set...)
		origins := m.Origins(v, flow.OriginOptions{NoCalls: true, Stop: isMemory})
		for _, o := range origins {
			made := madeOf(o)
			todo.Push(made...)
			if !isMemory(o.Value) && len(made) == 0 && (len(set) == 0 || o.Kind == flow.OriginUnknown || !o.Whole) {
				return false
			}
		}
		if len(origins) == 0 {
			return false
		}
	}
	return todo.Len() > 0 && todo.Len() <= maxEncoded
}

// madeOf returns the streams that a coder reads or writes, given to the call that made it. It returns none for other
// origins.
func madeOf(o flow.Origin) []ssa.Value {
	call := o.Call()
	if call == nil || !o.Whole || call.Call.IsInvoke() {
		return nil
	}
	fn := flow.Callee(call.Common())
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	coder := flow.Named(call.Call.Signature().Results().At(o.Index).Type())
	ofPackage := coder != nil && fn.Pkg() == coder.Obj().Pkg() && (fn.Name() == "NewEncoder" || fn.Name() == "NewDecoder")
	if !ofPackage && !Listed(streams, fn.Pkg().Path(), fn.FullName()) {
		return nil
	}
	return endsOf(fn, call.Call.Args)
}

// endsOf returns what a call of fn may read or write: its receiver, arguments of interface types with methods, and
// files of another archive.
func endsOf(fn *types.Func, args []ssa.Value) (ends []ssa.Value) {
	for i, arg := range args {
		u, isInterface := types.Unalias(arg.Type()).Underlying().(*types.Interface)
		if i == 0 && fn.Signature().Recv() != nil || isInterface && !u.Empty() || arg.Type().String() == "*archive/zip.File" {
			ends = append(ends, arg)
		}
	}
	return ends
}

// resets returns the streams that a coder is set to by its method Reset, where it is used.
func resets(coder ssa.Value) (ends []ssa.Value) {
	refs := coder.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		call, ok := ref.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || len(call.Call.Args) < 2 || call.Call.Args[0] != coder {
			continue
		}
		if fn := flow.Callee(call.Common()); fn != nil && fn.Name() == "Reset" {
			ends = append(ends, call.Call.Args[1])
		}
	}
	return ends
}

// isMemory reports whether a reader or writer is a buffer in memory.
func isMemory(v ssa.Value) bool {
	switch flow.Strip(v).Type().String() {
	case "*bytes.Buffer", "*bytes.Reader", "*strings.Reader", "*strings.Builder":
		return true
	}
	return false
}

// ParsesText reports whether a call parses a text that it reads from memory, encodes one into memory, or reads from a
// source that cannot fail, the Reader of crypto/rand (https://pkg.go.dev/crypto/rand#Read). Then its errors are
// [InputErrors]. Other calls of such functions also return the errors of what they read from or write to.
func ParsesText(call *ssa.CallCommon) bool {
	switch fn := flow.Callee(call); {
	case fn == nil || fn.Pkg() == nil:
	case slices.ContainsFunc(call.Args, isRandom):
		return fn.FullName() == "io.ReadFull" || strings.HasPrefix(fn.Pkg().Path(), "crypto/")
	case fn.FullName() == "net/mail.ReadMessage", fn.FullName() == "encoding/pem.Encode":
		return isMemory(call.Args[0])
	}
	return false
}

// isRandom reports whether a value is the Reader of crypto/rand.
func isRandom(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg.Pkg.Path() == "crypto/rand" && g.Name() == "Reader"
}

// A failing is how encoding a value may fail.
type failing uint8

const (
	failsNever   failing = iota
	failsOnInput         // with an error which says that it cannot be encoded
	failsUnseen          // the same, for a part that a method outside the module encodes
	failsAnyhow          // with whatever a method of the module returns
)

// dynamicParts returns the parts of a value of type t that are encoded and whose dynamic types depend on the value:
// interfaces and type parameters. Each part is given by the fields that lead to it, nil for an element. It also returns
// how encoding may fail by type t alone: functions, channels, complex numbers, unsuitable map keys, types that contain
// themselves, and methods that may fail.
func (e *engine) dynamicParts(t types.Type, as *encoder) (parts [][]*types.Var, fails failing) {
	type part struct {
		t      types.Type
		fields []*types.Var
		in     *part
	}
	looked := 0
next:
	for todo := []*part{{t: t}}; len(todo) > 0; looked++ {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if looked > maxEncoded {
			return nil, failsAnyhow
		}
		add := func(t types.Type, f ...*types.Var) {
			todo = append(todo, &part{t, append(slices.Clip(p.fields), f...), p})
		}
		t := types.Unalias(p.t)
		if named, ok := t.(*types.Named); ok {
			for up := p.in; up != nil; up = up.in {
				if types.Identical(up.t, t) {
					fails = max(fails, failsOnInput)
					continue next
				}
			}
			switch types.TypeString(named, nil) {
			case "time.Time":
				continue
			case "encoding/json.Number":
				fails = max(fails, failsOnInput)
				continue
			}
		}
		if types.IsInterface(t) { // a type parameter, too
			parts = append(parts, p.fields)
			continue
		}
		how, itself := e.encodesItself(t, as)
		fails = max(fails, how)
		if itself && how != failsUnseen {
			continue
		}
		switch u := t.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsComplex != 0 || u.Kind() == types.UnsafePointer {
				fails = max(fails, failsOnInput)
			}
		case *types.Pointer:
			add(u.Elem())
		case *types.Slice:
			add(u.Elem(), nil)
		case *types.Array:
			add(u.Elem(), nil)
		case *types.Map:
			how, itself := e.encodesItself(u.Key(), as)
			key, ok := types.Unalias(u.Key()).Underlying().(*types.Basic)
			if types.IsInterface(u.Key()) {
				how = failsAnyhow
			}
			if itself || !ok || key.Info()&(types.IsString|types.IsInteger) == 0 {
				fails = max(fails, how, failsOnInput)
			}
			add(u.Elem(), nil)
		case *types.Struct:
			for i := range u.NumFields() {
				f := u.Field(i)
				if itself || (f.Exported() || f.Embedded()) && !(as == asJSON && reflect.StructTag(u.Tag(i)).Get("json") == "-") {
					add(f.Type(), f)
				}
			}
		default:
			fails = max(fails, failsOnInput)
		}
	}
	return parts, fails
}

// encodesItself reports whether t, or a pointer to it, has a method by which a value encodes itself, and how that may
// fail.
func (e *engine) encodesItself(t types.Type, as *encoder) (how failing, ok bool) {
	for _, name := range as.methods {
		if m := failingMethod(t, name); m != nil {
			how, ok = max(how, e.howFails(m)), true
			if as == asJSON {
				break // the first one is called
			}
		}
	}
	return how, ok
}

// failingMethod returns the method of t, or of a pointer to it, with that name if it returns an error, and nil
// otherwise.
func failingMethod(t types.Type, name string) *types.Func {
	if !flow.MayHaveMethod(t, name) {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if m, ok := obj.(*types.Func); ok && len(ErrorResults(m.Signature())) == 1 {
		return m
	}
	return nil
}

// howFails returns how a method by which a value encodes itself may fail.
func (e *engine) howFails(fn *types.Func) failing {
	if !e.m.OwnPackage(fn.Pkg()) {
		return failsUnseen
	}
	s, i := anything, ErrorResults(fn.Signature())[0]
	if own := e.m.Func(fn); own != nil {
		s = e.result(own, i)
	} else if fact := e.factFor(fn); fact != nil {
		s = fact.set(e, i)
	}
	switch {
	case s.Empty():
		return failsNever
	case s.Nameless(true, func(Atom) bool { return false }):
		return failsOnInput
	}
	return failsAnyhow
}
