package printer

import (
	"bytes"
	"os"
	"sort"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/finding"
)

// utf16Columns converts columns that count bytes to those that count UTF-16 code
// units, for which it reads the source. A file that cannot be read, or that is
// not long enough, is taken to be ASCII.
//
// A file is read and gone through once, however many places in it are asked
// for, and however long its lines are.
type utf16Columns struct {
	read  func(string) ([]byte, error) // nil: os.ReadFile
	files map[string]*encoded
}

// An encoded is what utf16Columns knows of a file.
type encoded struct {
	text  []byte
	lines []int // offset of each line
	ascii bool

	// Marks are places at the beginning of a character, a few per 1000 bytes, with
	// the number of units before each.
	marks []encodedMark
}

type encodedMark struct{ offset, units int }

// markDistance is how many bytes apart the marks are.
const markDistance = 512

var bom = []byte("\ufeff")

func (c *utf16Columns) file(name string) *encoded {
	if f, ok := c.files[name]; ok {
		return f
	}
	read := c.read
	if read == nil {
		read = os.ReadFile
	}
	text, err := read(name)
	if err != nil {
		text = nil
	}
	f := &encoded{text: text, lines: []int{0}, ascii: true}
	for i := 0; i < len(text); {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		f.lines = append(f.lines, i)
	}
	for _, b := range text {
		if b >= utf8.RuneSelf {
			f.ascii = false
			f.mark()
			break
		}
	}
	if c.files == nil {
		c.files = make(map[string]*encoded)
	}
	c.files[name] = f
	return f
}

func (f *encoded) mark() {
	f.marks = []encodedMark{{0, 0}}
	units := 0
	for i := 0; i < len(f.text); {
		if i >= f.marks[len(f.marks)-1].offset+markDistance {
			f.marks = append(f.marks, encodedMark{i, units})
		}
		size, n := f.character(i)
		i += size
		units += n
	}
}

// character returns how many bytes and how many UTF-16 code units the
// character at the offset takes. The mark at the beginning of a file is no
// character of its first line.
func (f *encoded) character(offset int) (size, units int) {
	r, size := utf8.DecodeRune(f.text[offset:])
	switch {
	case offset == 0 && bytes.HasPrefix(f.text, bom):
		return size, 0
	case r > 0xffff:
		return size, 2
	default:
		return size, 1
	}
}

// units returns how many code units there are before the offset. Inside of
// a character, that is before the character.
func (f *encoded) units(offset int) int {
	m := f.marks[sort.Search(len(f.marks), func(i int) bool { return f.marks[i].offset > offset })-1]
	for i := m.offset; i < offset; {
		size, units := f.character(i)
		if i += size; i > offset {
			break
		}
		m.units += units
	}
	return m.units
}

// of returns the column of p, from 1, in UTF-16 code units.
func (c *utf16Columns) of(p finding.Position) int {
	f := c.file(p.File)
	if f.ascii || p.Line < 1 || p.Line > len(f.lines) || p.Column < 1 {
		return p.Column
	}
	start := f.lines[p.Line-1]
	end := len(f.text)
	if p.Line < len(f.lines) {
		end = f.lines[p.Line]
	}
	if p.Column > end-start+1 {
		return p.Column
	}
	return f.units(start+p.Column-1) - f.units(start) + 1
}
