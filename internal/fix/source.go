package fix

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/errlint/errlint/internal/importedit"
	"github.com/errlint/errlint/internal/worklist"
)

// sources are files as they are before fixes are applied.
type sources struct {
	root  roots
	read  func(name string) ([]byte, error) // takes canonical names
	names packageNames

	located map[string]located // by name in a finding
	byName  map[string]*source // by canonical name

	// unused are imports that the compiler says are unused once the fixes are
	// applied, and whose use is not to be seen, by canonical name.
	unused map[string][]importedit.Import
}

type located struct{ name, reason string }

func newSources(r roots, read func(string) ([]byte, error), names packageNames) *sources {
	return &sources{
		root:    r,
		read:    read,
		names:   names,
		located: make(map[string]located),
		byName:  make(map[string]*source),
		unused:  make(map[string][]importedit.Import),
	}
}

// A source is one file.
type source struct {
	name   string
	text   []byte
	reason string // why it is not to be edited; then there is nothing below

	starts []int // offsets of the lines
	bom    bool  // it begins with a byte order mark
	crlf   bool  // all its lines end in CRLF
	clean  bool  // it is formatted, but for those

	// Where its imports may be: from the end of the package clause to the beginning of
	// the first other declaration.
	importsStart, importsEnd int
	imports                  importList
	qualifiers               map[string]bool

	digests worklist.Memo[[2]int, [sha256.Size]byte] // of lines, by the first and the last
}

// get returns the file that has a name in a finding. If the result has a reason, it
// has nothing else.
func (s *sources) get(name string) *source {
	l, ok := s.located[name]
	if !ok {
		l.name, l.reason = s.root.locate(name)
		s.located[name] = l
	}
	if l.reason != "" {
		return &source{reason: l.reason}
	}
	src := s.byName[l.name]
	if src == nil {
		text, err := s.read(l.name)
		if err != nil {
			src = &source{reason: because(l.name, err)}
		} else {
			src = newSource(l.name, text)
		}
		s.byName[l.name] = src
	}
	return src
}

const byteOrderMark = "\uFEFF"

func newSource(name string, text []byte) *source {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	switch {
	case err != nil:
		return &source{reason: filepath.Base(name) + " does not parse as it is"}
	case ast.IsGenerated(file):
		return &source{reason: filepath.Base(name) + " is generated"}
	}
	src := &source{
		name:   name,
		text:   text,
		starts: []int{0},
		bom:    bytes.HasPrefix(text, []byte(byteOrderMark)),
	}
	for i, b := range text {
		if b == '\n' {
			src.starts = append(src.starts, i+1)
		}
	}
	breaks := bytes.Count(text, []byte("\r\n"))
	src.crlf = breaks > 0 && breaks == bytes.Count(text, []byte("\n")) && breaks == bytes.Count(text, []byte("\r"))
	if formatted, err := src.format(text); err == nil {
		src.clean = bytes.Equal(formatted, text)
	}

	tok := fset.File(file.FileStart)
	src.importsStart = tok.Offset(file.Name.End())
	src.importsEnd = len(text)
	for _, decl := range file.Decls {
		if gen, ok := decl.(*ast.GenDecl); !ok || gen.Tok != token.IMPORT {
			src.importsEnd = tok.Offset(cmp.Or(importedit.DocPos(decl), decl.Pos()))
			break
		}
	}
	src.imports, _ = parseImports(text)
	src.qualifiers = qualifiers(file)
	return src
}

// format formats contents of the file, and keeps to its kind of line ends and its byte order mark.
func (src *source) format(text []byte) ([]byte, error) {
	if src.bom {
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	}
	if src.crlf {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	text, err := format.Source(text)
	if err != nil {
		return nil, err
	}
	if src.crlf {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if src.bom {
		text = append([]byte(byteOrderMark), text...)
	}
	return text, nil
}

// lineEnds returns text with line ends of the kind that the file has.
func (src *source) lineEnds(text string) string {
	if !src.crlf {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// has reports whether the place is one of the file, with its line and
// column, if those are known, where its offset says.
func (src *source) has(offset, line, column int) bool {
	if offset < 0 || offset > len(src.text) {
		return false
	}
	if line <= 0 {
		return true
	}
	return line <= len(src.starts) && src.starts[line-1]+column-1 == offset &&
		(line == len(src.starts) || offset < src.starts[line])
}

// lines returns the digest of the lines that a stretch is in. Many stretches may be in one long line.
func (src *source) lines(start, end int) [sha256.Size]byte {
	first, last := sort.SearchInts(src.starts, start+1)-1, sort.SearchInts(src.starts, end+1)-1
	return src.digests.Get([2]int{first, last}, func([2]int) [sha256.Size]byte {
		to := len(src.text)
		if last+1 < len(src.starts) {
			to = src.starts[last+1]
		}
		return sha256.Sum256(src.text[src.starts[first]:to])
	})
}

// edit returns the contents with the edits made.
func (src *source) edit(edits []textEdit, delta importDelta, names packageNames) ([]byte, error) {
	text, err := applyEdits(src.text, edits, src.lineEnds)
	if err != nil {
		return nil, err
	}
	if text, err = delta.apply(src, text, names); err != nil {
		return nil, err
	}
	if !src.clean {
		return text, nil
	}
	// Once is not always enough.
	for range 3 {
		formatted, err := src.format(text)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(formatted, text) {
			break
		}
		text = formatted
	}
	return text, nil
}

// A textEdit replaces the bytes from start to end by text.
type textEdit struct {
	start, end int
	text       string
}

func (e textEdit) compare(o textEdit) int {
	return cmp.Or(cmp.Compare(e.start, o.start), cmp.Compare(e.end, o.end))
}

// applyEdits makes edits that do not overlap. Text that is inserted at one place is in the order of the edits.
func applyEdits(text []byte, edits []textEdit, lineEnds func(string) string) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, textEdit.compare)
	var out []byte
	done := 0
	for _, e := range edits {
		if e.start < done || e.end < e.start || e.end > len(text) {
			return nil, fmt.Errorf("edit of bytes %d to %d does not fit", e.start, e.end)
		}
		out = append(out, text[done:e.start]...)
		out = append(out, lineEnds(e.text)...)
		done = e.end
	}
	return append(out, text[done:]...), nil
}
