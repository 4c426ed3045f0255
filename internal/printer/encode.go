package printer

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"reflect"
	"unicode/utf16"
	"unicode/utf8"
)

// writeJSON writes v as JSON and a newline, on one line.
func writeJSON(w io.Writer, v any) error {
	text, err := encodeJSON(v, "", "")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Indented returns v as indented JSON and a newline. Nothing in it commands a terminal.
func Indented(v any) (string, error) {
	text, err := encodeJSON(v, "", jsonIndent)
	return string(text) + "\n", err
}

// encodeJSON returns v as JSON, escaped; with line breaks unless indent is "", the
// lines after the first with the prefix.
func encodeJSON(v any, prefix, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if indent != "" {
		enc.SetIndent(prefix, indent)
	}
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode the report: %w", err)
	}
	return escape(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// An outer type is a struct with arrays that may be long. A [jsonStream] writes
// it member by member, and such an array element by element: all at once, a large
// report takes gigabytes. None of its members has the option omitempty.
type outer interface{ isOuter() }

var outerType = reflect.TypeFor[outer]()

// A jsonStream writes a value as JSON, indented by two spaces.
type jsonStream struct {
	w     *bufio.Writer
	inner string // the indentation in what is no outer value; "": none, it is a line
	err   error  // the first one
}

const jsonIndent = "  "

// streamJSON writes v, which is an [outer] value or an array, and a newline.
func streamJSON(w io.Writer, v any, inner string) error {
	s := jsonStream{w: bufio.NewWriter(w), inner: inner}
	s.value(reflect.ValueOf(v), "")
	s.w.WriteByte('\n')
	if s.err != nil {
		return s.err
	}
	return s.w.Flush()
}

// value writes v, the lines after the first with the prefix.
func (s *jsonStream) value(v reflect.Value, prefix string) {
	separator := "\n" + prefix + jsonIndent
	switch t := v.Type(); {
	case t.Implements(outerType):
		s.w.WriteByte('{')
		for i := range v.NumField() {
			if i > 0 {
				s.w.WriteByte(',')
			}
			fmt.Fprintf(s.w, "%s%q: ", separator, t.Field(i).Tag.Get("json"))
			s.value(v.Field(i), prefix+jsonIndent)
		}
		s.w.WriteString("\n" + prefix + "}")
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && v.Len() > 0:
		s.w.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				s.w.WriteByte(',')
			}
			s.w.WriteString(separator)
			s.value(v.Index(i), prefix+jsonIndent)
		}
		s.w.WriteString("\n" + prefix + "]")
	default:
		text, err := encodeJSON(v.Interface(), prefix, s.inner)
		s.err = cmp.Or(s.err, err)
		s.w.Write(text)
	}
}

// escape returns the JSON text with every character beyond ASCII that is not
// printable as \uXXXX, and the second number sign of what could be a command,
// as [Clean] has it. Such a character can only be part of a string.
func escape(text []byte) []byte {
	var out []byte
	done := 0 // what of text is in out
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf && c != 0x7f && c != '#' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == 0x7f || !printable(r) || isCommand(text, i) {
			out = append(out, text[done:i]...)
			if done = i + size; r <= 0xffff {
				out = fmt.Appendf(out, `\u%04x`, r)
			} else {
				hi, lo := utf16.EncodeRune(r)
				out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
			}
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// writeXML writes v as an XML document. The strings in v are to be [Clean]: XML
// has no way to write most control characters.
func writeXML(w io.Writer, v any) error {
	text, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the report: %w", err)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
