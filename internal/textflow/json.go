package textflow

import (
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

// A Member is a member of a JSON object that a text of the program spells out.
type Member struct {
	Key    string
	IsText bool // its value is a string, or may be
	IsBool bool // its value is true or false
	Text   Text // what the string tells of
}

// Members returns the members of the JSON object that a text is, or is put together to be, or nil for other texts. It stops at what cannot
// be read: a text may be cut off.
func (x *Texts) Members(v ssa.Value) []Member {
	pieces, _ := x.Pieces(v)
	if len(pieces) == 0 {
		return nil
	}
	if start := strings.TrimLeft(pieces[0].Lit, " \t\r\n"); start != "" && start[0] != '{' {
		return nil
	}
	var parts []part
	for _, p := range pieces {
		text := Text{}
		if p.Value != nil {
			text = x.Of(p.Value)
		}
		parts = append(parts, part{p.Lit, p.Verb, text})
	}
	return members(parts)
}

// A part is a [Piece] with what its value tells.
type part struct {
	lit  string
	verb rune
	text Text
}

// members returns the members of the JSON object that the parts of a text form.
func members(parts []part) []Member {
	r := &jsonReader{vals: make(map[int]part)}
	var b strings.Builder
	for _, p := range parts {
		if p.verb != 0 {
			r.vals[b.Len()] = p
			b.WriteByte(value)
		}
		b.WriteString(p.lit)
	}
	r.text = b.String()
	if !r.accept('{') {
		return nil
	}
	var out []Member
	for {
		key, _, ok := r.str()
		if !ok || !r.accept(':') {
			return out
		}
		m := Member{Key: key}
		if lit, vals, isString := r.str(); isString {
			m.IsText, m.Text.Words = true, strings.ContainsFunc(lit, unicode.IsLetter)
			for _, p := range vals {
				if p.text.Tells() {
					m.Text = m.Text.Or(p.text)
				}
			}
		} else if p, ok := r.vals[r.i]; ok && strings.ContainsRune("qsv", p.verb) {
			// A value that the program has quoted, or that %q quotes.
			m.IsText, m.Text = p.verb == 'q' || p.text.FromError(), p.text
		}
		if p, ok := r.vals[r.i]; ok {
			m.IsBool = p.verb == 't'
		} else {
			m.IsBool = strings.HasPrefix(r.text[r.i:], "true") || strings.HasPrefix(r.text[r.i:], "false")
		}
		out = append(out, m)
		r.skipValue()
		if !r.accept(',') {
			return out
		}
	}
}

// value stands for a value in a text that is put together.
const value = 0

type jsonReader struct {
	text string
	vals map[int]part // by place
	i    int
}

// accept reads byte b and the space around it, if that is what comes next.
func (r *jsonReader) accept(b byte) bool {
	r.space()
	if r.i == len(r.text) || r.text[r.i] != b {
		return false
	}
	r.i++
	r.space()
	return true
}

func (r *jsonReader) space() {
	r.i = len(r.text) - len(strings.TrimLeft(r.text[r.i:], " \t\r\n"))
}

// str reads a string: its literal text, and the values in it.
func (r *jsonReader) str() (lit string, vals []part, ok bool) {
	if r.i == len(r.text) || r.text[r.i] != '"' {
		return "", nil, false
	}
	var b strings.Builder
	for r.i++; r.i < len(r.text); r.i++ {
		p, isValue := r.vals[r.i]
		switch c := r.text[r.i]; {
		case isValue:
			vals = append(vals, p)
		case c == '"':
			r.i++
			return b.String(), vals, true
		case c == '\\':
			r.i++
		default:
			b.WriteByte(c)
		}
	}
	r.i = len(r.text)
	return b.String(), vals, true
}

// skipValue goes to the comma or brace behind a member.
func (r *jsonReader) skipValue() {
	for depth := 0; r.i < len(r.text); r.i++ {
		switch r.text[r.i] {
		case '"':
			r.str()
			r.i--
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return
			}
		case ',':
			if depth == 0 {
				return
			}
		}
	}
}
