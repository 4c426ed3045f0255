package strictyaml

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/errlint/errlint/internal/ruledoc"
)

// comment returns text as a comment, which begins with prefix.
func comment(prefix, text string) string { return ruledoc.Wrap(text, prefix, prefix+"  ", 90) }

// Template returns a YAML text that [Decode] makes v of, a struct. Each of
// its options is there with its documentation as a comment; those that v
// leaves at their zero value are commented out and show the default, with no
// space after the "#", so that whoever wants to set one removes that
// character.
func Template(v any) ([]byte, error) {
	rv := reflect.ValueOf(v)
	opts, err := ruledoc.Options(rv.Type())
	if err != nil {
		return nil, fmt.Errorf("template of %T: %w", v, err)
	}
	var b bytes.Buffer
	if err := template(&b, rv, opts, ""); err != nil {
		return nil, fmt.Errorf("template of %T: %w", v, err)
	}
	return b.Bytes(), nil
}

func template(b *bytes.Buffer, v reflect.Value, opts []ruledoc.Option, indent string) error {
	for i, o := range opts {
		if i > 0 {
			b.WriteByte('\n')
		}
		f := v.Field(o.Index)
		b.WriteString(comment(indent+"# ", o.Key+": "+o.Doc))
		if o.Type.Kind() == reflect.Struct {
			fmt.Fprintf(b, "%s%s:\n", indent, o.Key)
			if err := template(b, f, o.Fields, indent+"  "); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(b, "%s# (%s)\n", indent, o.TypeName())
		for _, sub := range o.Fields {
			b.WriteString(comment(indent+"#   ", fmt.Sprintf("%s (%s): %s", sub.Key, sub.TypeName(), sub.Doc)))
		}
		if f.IsZero() {
			value := o.Default
			if o.InWords() {
				b.WriteString(comment(indent+"# ", "default: "+value[1:len(value)-1]))
				value = o.Zero()
			}
			fmt.Fprintf(b, "%s#%s: %s\n", indent, o.Key, value)
			continue
		}
		text, err := dump(o, f)
		if err != nil {
			return err
		}
		for line := range strings.Lines(text) {
			b.WriteString(indent + line)
		}
	}
	return nil
}

// dump returns "key: value" in block style.
func dump(o ruledoc.Option, v reflect.Value) (string, error) {
	value, err := node(o, v)
	if err != nil {
		return "", err
	}
	text, err := yaml.Dump(&yaml.Node{
		Kind:    yaml.MappingNode,
		Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: o.Key}, value},
	}, yaml.WithCompactSeqIndent(false), yaml.WithLineWidth(-1))
	if err != nil {
		return "", fmt.Errorf("key %q: %w", o.Key, err)
	}
	return string(text), nil
}

// node makes a YAML node of v, a value of the option's type, of a pointer to
// it or of its element type. Keys of a struct that are at their zero value
// are left out.
func node(o ruledoc.Option, v reflect.Value) (*yaml.Node, error) {
	n := new(yaml.Node)
	switch v.Kind() {
	case reflect.Pointer:
		return node(o, v.Elem())
	case reflect.Struct:
		n.Kind = yaml.MappingNode
		for _, sub := range o.Fields {
			f := v.Field(sub.Index)
			if f.IsZero() {
				continue
			}
			value, err := node(sub, f)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: sub.Key}, value)
		}
	case reflect.Slice:
		n.Kind = yaml.SequenceNode
		for i := range v.Len() {
			e, err := node(o, v.Index(i))
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, e)
		}
	case reflect.Map:
		n.Kind = yaml.MappingNode
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, k := range keys {
			e, err := node(o, v.MapIndex(k))
			if err != nil {
				return nil, err
			}
			key := new(yaml.Node)
			if err := key.Encode(k.String()); err != nil {
				return nil, fmt.Errorf("key %q: %w", o.Key, err)
			}
			n.Content = append(n.Content, key, e)
		}
	default:
		if err := n.Encode(v.Interface()); err != nil {
			return nil, fmt.Errorf("key %q: %w", o.Key, err)
		}
	}
	return n, nil
}
