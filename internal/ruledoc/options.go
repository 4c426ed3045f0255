package ruledoc

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/rules"
)

// ids is the enum tag of a string that names a rule or a category.
const ids = "@rules"

// An Option is one key of a configuration, as its struct field declares it.
type Option struct {
	Key     string       // the yaml tag
	Doc     string       // the doc tag: one line
	Default string       // the default tag, or else the zero value: YAML in flow style, or words in parentheses
	Enum    []string     // the values a string may take; nil: any
	Names   string       // the names tag: what its values are names of; "": of nothing
	Keys    string       // the keys tag: the same for the keys of a map
	Single  bool         // of a list: one value may stand for a list of it
	IDs     bool         // Enum are the ids of all rules and categories, too many to be listed
	Type    reflect.Type // the field's, less a pointer
	Index   int          // of the field in its struct
	Fields  []Option     // the keys below it, if it is a struct, or a slice or map of structs
}

// A Checker is a struct of options whose values can be wrong in ways that their types do not exclude: it reports each, with its key relative to
// the struct, such as "keys[2]".
type Checker interface {
	Check(report func(key, problem string))
}

// Options returns the options that the struct type t declares, in the order
// of its fields. The result must not be changed. The error lists every field whose type or key does not follow
// the conventions of this package.
func Options(t reflect.Type) ([]Option, error) {
	if opts, ok := known.Load(t); ok {
		return opts.([]Option), nil
	}
	var problems []string
	opts := options(t, t.Name(), &problems)
	if len(problems) > 0 {
		return nil, fmt.Errorf("options: %s", strings.Join(problems, "; "))
	}
	known.Store(t, opts)
	return opts, nil
}

// known has the options of types by type. A run asks for the same ones for each text that it reads.
var known sync.Map

func options(t reflect.Type, path string, problems *[]string) []Option {
	bad := func(format string, args ...any) { *problems = append(*problems, fmt.Sprintf(format, args...)) }
	if t.Kind() != reflect.Struct {
		bad("%s: %s is no struct", path, t)
		return nil
	}
	opts := make([]Option, 0, t.NumField())
	keys := make(map[string]bool)
	for f := range t.Fields() {
		at := path + "." + f.Name
		key, ok := f.Tag.Lookup("yaml")
		if key == "-" {
			continue
		}
		switch {
		case !f.IsExported() || f.Anonymous:
			bad("%s: is not exported, or is embedded", at)
			continue
		case !ok || key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
			bad("%s: the yaml tag %q is no kebab-case key", at, key)
			continue
		case keys[key]:
			bad("%s: the key %q is there twice", at, key)
			continue
		}
		keys[key] = true
		o := Option{Key: key, Doc: f.Tag.Get("doc"), Default: f.Tag.Get("default"), Type: f.Type, Index: f.Index[0], Single: f.Tag.Get("single") == "true", Names: f.Tag.Get("names"), Keys: f.Tag.Get("keys")}
		if o.Type.Kind() == reflect.Pointer {
			o.Type = o.Type.Elem()
			if !isScalar(o.Type) {
				bad("%s: a pointer to %s", at, o.Type)
				continue
			}
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			if elem := Elem(o.Type); elem.Kind() != reflect.String {
				bad("%s: an enum of %s", at, elem)
				continue
			}
			if o.IDs = enum == ids; o.IDs {
				o.Enum = rules.IDs()
			} else {
				o.Enum = strings.Split(enum, ",")
			}
		}
		switch elem := Elem(o.Type); {
		case o.Type.Kind() == reflect.Map && o.Type.Key().Kind() != reflect.String:
			bad("%s: a map with keys of type %s", at, o.Type.Key())
			continue
		case elem.Kind() == reflect.Struct:
			o.Fields = options(elem, at, problems)
		case !isScalar(elem):
			bad("%s: unsupported type %s", at, f.Type)
			continue
		}
		o.Default = cmp.Or(o.Default, o.Zero())
		opts = append(opts, o)
	}
	return opts
}

// Elem returns the type of the elements of a slice or map type, for a map to slices that of their elements,
// and any other type itself.
func Elem(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

func isScalar(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.String:
		return true
	}
	return false
}

// InWords reports whether Default is no value but a description of it.
func (o Option) InWords() bool { return strings.HasPrefix(o.Default, "(") }

// Zero returns the zero value of the option as YAML in flow style.
func (o Option) Zero() string {
	switch o.Type.Kind() {
	case reflect.Bool:
		return "false"
	case reflect.Int:
		return "0"
	case reflect.String:
		return `""`
	case reflect.Slice:
		return "[]"
	default: // a map or a struct
		return "{}"
	}
}

// TypeName returns what the documentation calls the values of the option:
// "boolean", "list of strings".
func (o Option) TypeName() string {
	one, many := scalarName(Elem(o.Type))
	if o.IDs {
		one, many = "rule or category", "rules and categories"
	} else if o.Enum != nil {
		many = "any of " + strings.Join(o.Enum, ", ")
		one = "one of " + strings.Join(o.Enum, ", ")
	}
	switch o.Type.Kind() {
	case reflect.Slice:
		if o.Single {
			return one + ", or list of " + many
		}
		return "list of " + many
	case reflect.Map:
		if o.Type.Elem().Kind() == reflect.Slice {
			return "mapping to lists of " + many
		}
		return "mapping to " + many
	}
	return one
}

func scalarName(t reflect.Type) (one, many string) {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean", "booleans"
	case reflect.Int:
		return "integer", "integers"
	case reflect.String:
		return "string", "strings"
	case reflect.Struct:
		return "mapping", "mappings"
	default:
		return t.String(), t.String()
	}
}

// Walk calls visit for every option and the ones below it, in order, with
// its path: "registrars", "registrars[].function", "layers.*.packages".
func Walk(opts []Option, visit func(path string, o Option)) {
	walk("", opts, visit)
}

func walk(prefix string, opts []Option, visit func(string, Option)) {
	for _, o := range opts {
		path := prefix + o.Key
		visit(path, o)
		switch o.Type.Kind() {
		case reflect.Slice:
			path += "[]"
		case reflect.Map:
			path += ".*"
		}
		walk(path+".", o.Fields, visit)
	}
}

const noOptions = "The rule has no options.\n"

func markdownOptions(w io.Writer, name, doc string, opts []Option) {
	if len(opts) == 0 {
		fmt.Fprint(w, noOptions)
		return
	}
	fmt.Fprintf(w, "In `.errlint.yml`, under `%s`:\n\n", name)
	fmt.Fprint(w, list(name, opts, Categories(doc)))
}

// list returns the options as a Markdown list. Each item has the default, and the type unless that is
// a string or a boolean. Adjacent options that are switches of categories, which the page describes elsewhere,
// share an item. A default that is too long is left to the page for terminals.
func list(name string, opts []Option, categories []rules.Category) string {
	text := strings.NewReplacer("*", `\*`)
	short := strings.NewReplacer("lists of strings", "lists", "list of strings", "list", "list of mappings", "list", "boolean; ", "", "string; ", "")
	inParentheses := func(o Option, value string) string {
		if brief := short.Replace(o.brief(value)); brief != "string" {
			return " (" + brief + ")"
		}
		return ""
	}
	isSwitch := func(o Option) bool {
		return o.Type.Kind() == reflect.Bool && slices.ContainsFunc(categories, func(c rules.Category) bool { return c.Name == o.Key })
	}
	var items []string
	last := "" // the default of the switches that the last item names
	Walk(opts, func(path string, o Option) {
		value := ""
		if o.InWords() {
			value = text.Replace(strings.Trim(o.Default, "()"))
		} else if len(o.Default) > maxDefault {
			value = "listed by `errlint explain " + name + "`"
		} else if o.tellsDefault() {
			value = "`" + o.Default + "`"
		}
		if !isSwitch(o) {
			last = ""
			items = append(items, fmt.Sprintf("- `%s`%s: %s\n", path, inParentheses(o, value), text.Replace(o.Doc)))
			return
		}
		if last != value {
			last = value
			on := ""
			if o.Default != o.Zero() {
				on = inParentheses(o, value)
			}
			items = append(items, fmt.Sprintf("- `%s`%s: report the category\n", path, on))
			return
		}
		item := &items[len(items)-1]
		if *item = strings.Replace(*item, "` (", "`, `"+path+"` (", 1); value == "`false`" {
			*item = strings.Replace(*item, "`: ", "`, `"+path+"`: ", 1)
		}
	})
	return strings.Join(items, "")
}

// maxDefault is the maximum length of a default on a page, in bytes.
const maxDefault = 200

// brief returns the type of the option, and its default unless that is empty.
func (o Option) brief(value string) string {
	if value == "" {
		return o.TypeName()
	}
	return o.TypeName() + "; default " + value
}

// value returns the default as plain text; "" if it is not worth mentioning.
func (o Option) value() string {
	if !o.tellsDefault() {
		return ""
	}
	return strings.Trim(o.Default, "()")
}

// tellsDefault reports whether the default is worth mentioning: an empty list, mapping or string is not.
func (o Option) tellsDefault() bool {
	return o.Default != "[]" && o.Default != "{}" && o.Default != `""`
}

func textOptions(w io.Writer, name string, opts []Option) {
	if len(opts) == 0 {
		fmt.Fprint(w, noOptions)
		return
	}
	fmt.Fprintf(w, "In .errlint.yml, under %s:\n", name)
	Walk(opts, func(path string, o Option) {
		head, below := fmt.Sprintf("    %s (%s)", path, o.brief(o.value())), o.Doc
		if utf8.RuneCountInString(head) > textWidth {
			head, below = fmt.Sprintf("    %s (%s)", path, o.brief("")), o.Doc+"; default "+o.value()
		}
		fmt.Fprintf(w, "\n%s\n%s", head, wrap(below, "        "))
	})
}

// textWidth is the width of a page on a terminal, that of package comment.
const textWidth = 80

// wrap is [Wrap] for a page.
func wrap(text, indent string) string { return Wrap(text, indent, indent, textWidth) }

// Wrap returns the words of text in lines that are no longer than width, in characters, unless they have a single word. The first begins with
// first, the others with indent.
func Wrap(text, first, indent string, width int) string {
	var b strings.Builder
	line := first
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			b.WriteString(line + "\n")
			line = indent
		default:
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}
