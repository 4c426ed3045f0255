package strictyaml

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/rules"
)

// Bounds on what is read.
const (
	// MaxSize is the size of the longest text that is read, in bytes.
	MaxSize = 1 << 20
	// maxDepth is the greatest nesting of the text.
	maxDepth = 50
	// maxValues is the greatest number of values decoded, aliases expanded.
	maxValues = 100_000
	// maxProblems is the number of problems that are reported.
	maxProblems = 100
)

// A Problem is something wrong with the text.
type Problem struct {
	Line, Column int    // 1-based; Column counts characters
	Key          string // as in "wrapcause.parsers[2]"; "" for the text as a whole
	Message      string
}

// String returns the key and the message.
func (p Problem) String() string {
	if p.Key == "" {
		return p.Message
	}
	return fmt.Sprintf("key %q: %s", p.Key, p.Message)
}

// A Place is where a key or an element stands in a text.
type Place struct{ Line, Column int } // 1-based; Column counts characters

// A Document is a text whose syntax has been looked at.
type Document struct {
	root    *yaml.Node // nil if there is none
	problem *Problem
}

// Decode reads the document into the struct that ptr points to, and returns where each key stands that the text sets, and all problems, ordered by
// place. What the text does not set is left as it is: a key of a mapping, too, but not an element of a list. Structs that are direct fields of the
// struct, and the struct itself, are asked to check themselves if they are [ruledoc.Checker]s.
//
// The error is non-nil only if the struct does not follow the conventions of package ruledoc.
func (doc Document) Decode(ptr any) (map[string]Place, []Problem, error) {
	v := reflect.ValueOf(ptr)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, nil, fmt.Errorf("decode into %T: no pointer to a struct", ptr)
	}
	opts, err := ruledoc.Options(v.Type().Elem())
	if err != nil {
		return nil, nil, fmt.Errorf("decode into %T: %w", ptr, err)
	}
	if doc.problem != nil {
		return nil, []Problem{*doc.problem}, nil
	}
	d := decoder{places: make(map[string]Place)}
	d.places[""] = Place{1, 1}
	if doc.root != nil && !isNull(doc.root) {
		d.mapping(doc.root, v.Elem(), opts, "")
	}
	d.check(v.Elem(), opts)
	slices.SortStableFunc(d.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return d.places, d.problems, nil
}

// Parse reads a YAML text. What is wrong with it, [Document.Decode] says.
func Parse(data []byte) Document {
	if len(data) > MaxSize {
		return Document{problem: &Problem{1, 1, "", fmt.Sprintf("the file has %d bytes, %d at most are read", len(data), MaxSize)}}
	}
	if i := firstBadByte(data); i >= 0 {
		line, column := locate(data, i)
		return Document{problem: &Problem{line, column, "", fmt.Sprintf("byte %#02x is no part of a text in UTF-8", data[i])}}
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data),
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	if err != nil {
		return Document{problem: syntax(data, err)}
	}
	var doc yaml.Node
	if err := loader.Load(&doc); errors.Is(err, io.EOF) {
		return Document{}
	} else if err != nil {
		return Document{problem: syntax(data, err)}
	}
	var next yaml.Node
	if err := loader.Load(&next); err == nil {
		return Document{problem: &Problem{next.Line, next.Column, "", "a second document; one is all that is read"}}
	} else if !errors.Is(err, io.EOF) {
		return Document{problem: syntax(data, err)}
	}
	if len(doc.Content) == 0 {
		return Document{}
	}
	return Document{root: doc.Content[0]}
}

// firstBadByte returns the index of the first byte of data that is not part
// of a character that YAML allows in a file; -1 if there is none.
func firstBadByte(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 || r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f {
			return i
		}
		i += size
	}
	return -1
}

// locate returns the 1-based line and column, in characters, of data[i].
func locate(data []byte, i int) (line, column int) {
	start := bytes.LastIndexByte(data[:i], '\n') + 1
	return 1 + bytes.Count(data[:i], []byte("\n")), 1 + utf8.RuneCount(data[start:i])
}

// syntax makes a problem of an error of the YAML library, which may lie on
// the line after the last.
func syntax(data []byte, err error) *Problem {
	le, ok := errors.AsType[*yaml.LoadError](err)
	if !ok {
		return &Problem{1, 1, "", err.Error()}
	}
	message := le.Message
	if le.ContextMsg != "" {
		message += " " + le.ContextMsg
	}
	line, column := max(1, le.Mark.Line), max(1, le.Mark.Column)
	if line > 1+lineBreaks(data) {
		line, column = locate(data, len(data))
	}
	return &Problem{line, column, "", message}
}

// lineBreaks returns the number of characters in data that YAML 1.1 takes
// for the end of a line, or half of one.
func lineBreaks(data []byte) int {
	n := 0
	for _, r := range string(data) {
		switch r {
		case '\n', '\r', '\u0085', '\u2028', '\u2029':
			n++
		}
	}
	return n
}

type decoder struct {
	places   map[string]Place // where each key stands
	problems []Problem
	values   int // decoded so far
}

func (d *decoder) report(n *yaml.Node, key, format string, args ...any) {
	if len(d.problems) < maxProblems {
		d.problems = append(d.problems, Problem{n.Line, n.Column, key, fmt.Sprintf(format, args...)})
	}
}

// mapping decodes n into the struct v, which has the options opts. Its keys
// are below prefix.
func (d *decoder) mapping(n *yaml.Node, v reflect.Value, opts []ruledoc.Option, prefix string) {
	for key, kv := range d.pairs(n, prefix) {
		i := slices.IndexFunc(opts, func(o ruledoc.Option) bool { return o.Key == key })
		path := join(prefix, key)
		if i < 0 {
			d.report(kv.key, path, "unknown key%s", hint(key, keys(opts)))
			continue
		}
		o := opts[i]
		f := v.Field(o.Index)
		if f.Kind() == reflect.Pointer {
			f.Set(reflect.New(f.Type().Elem()))
			f = f.Elem()
		}
		if nullable(o.Type) && isNull(kv.value) {
			continue
		}
		d.value(kv.value, f, o, path)
	}
}

type pair struct{ key, value *yaml.Node }

// pairs yields the keys of the mapping n with their nodes, and reports keys
// that are no strings, or there twice. It reports an n that is no mapping.
func (d *decoder) pairs(n *yaml.Node, prefix string) func(yield func(string, pair) bool) {
	return func(yield func(string, pair) bool) {
		if n.Kind != yaml.MappingNode {
			d.mismatch(n, prefix, "a mapping")
			return
		}
		seen := make(map[string]*yaml.Node)
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := resolve(n.Content[i])
			switch {
			case k.Kind == yaml.ScalarNode && k.ShortTag() == "!!merge":
				d.report(k, prefix, "merge keys (<<) are not supported")
				continue
			case k.Kind != yaml.ScalarNode || k.ShortTag() != "!!str":
				d.report(k, prefix, "a key must be a string, not %s", describe(k))
				continue
			}
			path := join(prefix, k.Value)
			if first, ok := seen[k.Value]; ok {
				d.report(k, path, "is already set on line %d", first.Line)
				continue
			}
			seen[k.Value] = k
			d.places[path] = Place{k.Line, k.Column}
			if !yield(k.Value, pair{k, resolve(n.Content[i+1])}) {
				return
			}
		}
	}
}

// value decodes n into v, which is of the option's type or of its element
// type.
func (d *decoder) value(n *yaml.Node, v reflect.Value, o ruledoc.Option, path string) {
	if d.values++; d.values > maxValues {
		if d.values == maxValues+1 {
			d.report(n, path, "the file has more than %d values", maxValues)
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.mapping(n, v, o.Fields, path)
	case reflect.Slice:
		if n.Kind == yaml.ScalarNode && o.Single && !isNull(n) {
			s := reflect.MakeSlice(v.Type(), 1, 1)
			d.places[path+"[0]"] = Place{n.Line, n.Column}
			d.value(n, s.Index(0), o, path)
			v.Set(s)
			return
		}
		if n.Kind != yaml.SequenceNode {
			o.Type = v.Type() // in a map, the lists are meant
			d.mismatch(n, path, "a "+o.TypeName())
			return
		}
		s := reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content))
		for i, e := range n.Content {
			at := fmt.Sprintf("%s[%d]", path, i)
			d.places[at] = Place{e.Line, e.Column}
			d.value(resolve(e), s.Index(i), o, at)
		}
		v.Set(s)
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		for k, e := range v.Seq2() {
			m.SetMapIndex(k, e)
		}
		for key, kv := range d.pairs(n, path) {
			e := reflect.New(v.Type().Elem()).Elem()
			k := reflect.ValueOf(key).Convert(v.Type().Key())
			if old := v.MapIndex(k); old.IsValid() {
				e.Set(old)
			}
			d.value(kv.value, e, o, join(path, key))
			m.SetMapIndex(k, e)
		}
		v.Set(m)
	default:
		d.scalar(n, v, o, path)
	}
}

func (d *decoder) scalar(n *yaml.Node, v reflect.Value, o ruledoc.Option, path string) {
	want, tag := "a string", "!!str"
	switch v.Kind() {
	case reflect.Bool:
		want, tag = "a boolean", "!!bool"
	case reflect.Int:
		want, tag = "an integer", "!!int"
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != tag {
		d.mismatch(n, path, want)
		return
	}
	if v.Kind() == reflect.String {
		if o.IDs && !rules.Known(n.Value) {
			d.report(n, path, "%q is no rule or category%s", n.Value, rules.Hint(n.Value))
			return
		}
		if o.Enum != nil && !slices.Contains(o.Enum, n.Value) {
			d.report(n, path, "%q is not one of %s%s", n.Value, strings.Join(o.Enum, ", "), nearest.Hint(n.Value, o.Enum))
			return
		}
		v.SetString(n.Value)
		return
	}
	if err := n.Decode(v.Addr().Interface()); err != nil {
		d.report(n, path, "%q is not %s", n.Value, want)
	}
}

func (d *decoder) mismatch(n *yaml.Node, path, want string) {
	d.report(n, path, "want %s, have %s", want, describe(n))
}

// check asks the struct and the structs that are its fields to check
// themselves. What they say of a key that is a problem already, or is below
// one, is left out.
func (d *decoder) check(v reflect.Value, opts []ruledoc.Option) {
	known := make(map[string]bool)
	for _, p := range d.problems {
		known[p.Key] = true
	}
	ask := func(v reflect.Value, prefix string) {
		c, ok := v.Interface().(ruledoc.Checker)
		if !ok {
			return
		}
		c.Check(func(key, problem string) {
			path := join(prefix, key)
			for at := path; at != ""; at = parent(at) {
				if known[at] {
					return
				}
			}
			if len(d.problems) >= maxProblems {
				return
			}
			at := d.place(path)
			d.problems = append(d.problems, Problem{at.Line, at.Column, path, problem})
		})
	}
	ask(v, "")
	for _, o := range opts {
		if o.Type.Kind() == reflect.Struct {
			ask(v.Field(o.Index), o.Key)
		}
	}
}

// place returns where the key stands, or else the nearest key above it.
func (d *decoder) place(path string) Place {
	for {
		if at, ok := d.places[path]; ok { // as "" always is
			return at
		}
		path = parent(path)
	}
}

// parent returns the key that path is below: "" for one at the root.
func parent(path string) string {
	return path[:max(0, strings.LastIndexAny(path, ".["))]
}

func join(prefix, key string) string {
	if prefix == "" || strings.HasPrefix(key, "[") {
		return prefix + key
	}
	if key == "" {
		return prefix
	}
	return prefix + "." + key
}

func keys(opts []ruledoc.Option) []string {
	var ks []string
	for _, o := range opts {
		ks = append(ks, o.Key)
	}
	return ks
}

// hint names the key that was meant or, if none is near, those there are.
func hint(key string, known []string) string {
	if h := nearest.Hint(key, known); h != "" {
		return h
	}
	if len(known) == 0 {
		return "; none is known here"
	}
	return "; the keys here are " + strings.Join(known, ", ")
}

// resolve returns what an alias stands for, as if it stood in its place.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind != yaml.AliasNode || n.Alias == nil {
		return n
	}
	target := *n.Alias
	target.Line, target.Column = n.Line, n.Column
	return &target
}

func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null"
}

// nullable reports whether null stands for "not set" among values of type t.
func nullable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Map:
		return true
	}
	return false
}

// describe says what n is.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch tag := n.ShortTag(); tag {
	case "!!null":
		return "nothing"
	case "!!str":
		return "a string"
	case "!!bool":
		return "a boolean"
	case "!!int":
		return "an integer"
	case "!!float":
		return "a number"
	case "!!timestamp":
		return "a date"
	default:
		return fmt.Sprintf("a value tagged %q", tag)
	}
}
