package printer

import (
	"bytes"
	"os"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/worklist"
)

// sources are the lines of files, each of which is read once. A file that cannot be read has none.
type sources struct {
	read  func(string) ([]byte, error)    // nil: os.ReadFile
	files worklist.Memo[string, [][]byte] // their lines, with the ends of these
}

func (s *sources) lines(name string) [][]byte {
	return s.files.Get(name, func(name string) [][]byte {
		read := s.read
		if read == nil {
			read = os.ReadFile
		}
		text, err := read(name)
		if err != nil {
			return nil
		}
		return bytes.SplitAfter(text, []byte("\n"))
	})
}

// utf16Columns converts columns that count bytes to those that count UTF-16 code
// units, for which it reads the source. A file that cannot be read, or that is
// not long enough, is taken to be ASCII.
//
// A line is gone through once, however many places in it are asked for.
type utf16Columns struct {
	sources
	units map[line][]int // what unitsOf returns
}

// A line is one of a file, counted from 1.
type line struct {
	file   string
	number int
}

// unitsOf returns how many code units of a line there are before each of its bytes, and before its end. Inside of
// a character, that is before the character.
func unitsOf(line []byte, first bool) []int {
	units := make([]int, 0, len(line)+1)
	n := 0
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRune(line[i:])
		for range size {
			units = append(units, n)
		}
		// The mark at the beginning of a file is no character of its first line, but has its bytes.
		if r != '\ufeff' || i > 0 || !first {
			n += utf16.RuneLen(r)
		}
		i += size
	}
	return append(units, n)
}

// of returns the column of p, from 1, in UTF-16 code units.
func (c *utf16Columns) of(p finding.Position) int {
	lines := c.lines(p.File)
	if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1 {
		return p.Column
	}
	at := line{p.File, p.Line}
	if c.units == nil {
		c.units = make(map[line][]int)
	}
	if c.units[at] == nil {
		c.units[at] = unitsOf(lines[p.Line-1], p.Line == 1)
	}
	return c.units[at][p.Column-1] + 1
}
