// Package metamorphic changes programs in ways that mean nothing and checks that errlint's findings stay the same:
// what it finds may follow from what a program does, and from nothing else.
package metamorphic

import (
	"cmp"
	"go/token"
	"slices"
	"strings"
)

// A piece of a changed file is a part of an original one, or new text.
type piece struct {
	file     string // the original file; "": new text
	from, to int    // offsets in it
	text     string // what is written
	anchor   place  // of new text: what it stands for
}

// A place is an offset in an original file.
type place struct {
	file   string
	offset int
}

// A text is a file that is being put together.
type text []piece

func (t text) String() string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.text)
	}
	return b.String()
}

// origin returns the place in the original that an offset stands for.
func (t text) origin(offset int) place {
	for _, p := range t {
		if offset < len(p.text) || offset == len(p.text) && p.file != "" {
			if p.file == "" {
				return p.anchor
			}
			return place{p.file, p.from + offset}
		}
		offset -= len(p.text)
	}
	return place{}
}

// An edit replaces a part of an original file.
type edit struct {
	from, to int
	by       text
}

// A file is an original file, with the edits that change it.
type file struct {
	name  string
	src   []byte
	tok   *token.File
	edits []edit
}

// insert inserts new text, which stands for what comes after it.
func (f *file) insert(offset int, s string) {
	f.replace(offset, offset, f.says(offset, s))
}

// replace replaces a part of the file.
func (f *file) replace(from, to int, by ...piece) {
	f.edits = append(f.edits, edit{from, to, by})
}

// says returns new text that stands for what is at an offset.
func (f *file) says(offset int, s string) piece {
	return piece{text: s, anchor: place{f.name, offset}}
}

// part returns a part of the file as it is after the edits.
func (f *file) part(from, to int) text {
	edits := slices.Clone(f.edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out text
	at := from
	for _, e := range edits {
		if e.from < from || e.to > to || e.from < at {
			continue
		}
		out = append(out, f.original(at, e.from)...)
		out = append(out, e.by...)
		at = e.to
	}
	return append(out, f.original(at, to)...)
}

// original returns a part of the file as it was.
func (f *file) original(from, to int) text {
	if from >= to {
		return nil
	}
	return text{{file: f.name, from: from, to: to, text: string(f.src[from:to])}}
}

func (f *file) offset(pos token.Pos) int { return f.tok.Offset(pos) }
