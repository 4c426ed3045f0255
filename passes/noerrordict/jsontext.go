package noerrordict

import (
	"strings"

	"github.com/errlint/errlint/internal/textflow"
)

// A part is a piece of a text that is put together: a literal, or a value.
type part struct {
	lit  string
	verb rune // of a value: the verb that formats it, 's' where it is appended; 0 for a literal
	text textflow.Text
}

// A member is one member of a JSON object that a program's text spells out.
type member struct {
	key    string
	isText bool          // its value is a string, or may be
	lit    string        // what the program says in the string
	text   textflow.Text // what the values in it tell of
}

// A symbol is a byte of a text, or a value in it.
type symbol struct {
	b   byte
	val *part // not nil for a value
}

// members is the members of the JSON object that the parts of a text make; ok
// is false where they do not begin with one. What comes after a part that
// cannot be read is not looked at: a text may be cut off.
func members(parts []part) (out []member, ok bool) {
	var syms []symbol
	for i := range parts {
		if parts[i].verb != 0 {
			syms = append(syms, symbol{val: &parts[i]})
			continue
		}
		for j := range len(parts[i].lit) {
			syms = append(syms, symbol{b: parts[i].lit[j]})
		}
	}
	r := &jsonReader{syms: syms}
	r.space()
	if !r.accept('{') {
		return nil, false
	}
	for {
		r.space()
		key, _, isString := r.str()
		if !isString {
			return out, len(out) > 0
		}
		r.space()
		if !r.accept(':') {
			return out, len(out) > 0
		}
		r.space()
		m := member{key: key}
		if lit, vals, isString := r.str(); isString {
			m.isText, m.lit = true, lit
			for _, p := range vals {
				if p.text.Tells() {
					m.text = m.text.Or(p.text)
				}
			}
		} else if p := r.peek().val; p != nil && (p.verb == 'q' || p.verb == 's' || p.verb == 'v') {
			// A value that the program has quoted, or that %q quotes.
			m.isText, m.text = p.verb == 'q' || p.text.FromError(), p.text
		}
		out = append(out, m)
		r.skipValue()
		if !r.accept(',') {
			return out, true
		}
	}
}

type jsonReader struct {
	syms []symbol
	i    int
}

func (r *jsonReader) peek() symbol {
	if r.i < len(r.syms) {
		return r.syms[r.i]
	}
	return symbol{}
}

func (r *jsonReader) accept(b byte) bool {
	if s := r.peek(); s.val == nil && s.b == b && r.i < len(r.syms) {
		r.i++
		return true
	}
	return false
}

func (r *jsonReader) space() {
	for s := r.peek(); s.val == nil && s.b != 0 && strings.IndexByte(" \t\r\n", s.b) >= 0; s = r.peek() {
		r.i++
	}
}

// str reads a string: its literal text, and the values that are put in it.
func (r *jsonReader) str() (lit string, vals []*part, ok bool) {
	if !r.accept('"') {
		return "", nil, false
	}
	var b strings.Builder
	for r.i < len(r.syms) {
		s := r.syms[r.i]
		r.i++
		switch {
		case s.val != nil:
			vals = append(vals, s.val)
		case s.b == '"':
			return b.String(), vals, true
		case s.b == '\\':
			r.i++
		default:
			b.WriteByte(s.b)
		}
	}
	return b.String(), vals, true
}

// skipValue goes to the comma or brace behind a member.
func (r *jsonReader) skipValue() {
	depth := 0
	for r.i < len(r.syms) {
		s := r.syms[r.i]
		if s.val == nil {
			switch s.b {
			case '"':
				r.str()
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth == 0 {
					return
				}
				depth--
			case ',':
				if depth == 0 {
					return
				}
			}
		}
		r.i++
	}
}
