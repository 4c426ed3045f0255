package driver

import (
	"cmp"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
)

// writtenAs notes which of the files cgo made, and from which files of the package.
func (s *sources) writtenAs(files []*ast.File, p *packages.Package) {
	for _, f := range files {
		tok := s.fset.File(f.FileStart)
		if slices.Contains(p.GoFiles, tok.Name()) {
			continue // cgo had no part in it
		}
		src := s.byName[tok.Name()]
		src.made = true
		src.written = p.GoFiles
		// A line comment precedes the package clause, unless the file is
		// about C alone.
		if origin := filepath.Clean(tok.PositionFor(f.Package, true).Filename); slices.Contains(p.GoFiles, origin) {
			src.origin = origin
		}
	}
}

// position returns the place of pos. It reports false if pos is in a file that
// nobody wrote.
func (s *sources) position(pos token.Pos) (finding.Position, bool) {
	file := s.fset.File(pos)
	if file == nil {
		return finding.Position{}, true
	}
	p := file.PositionFor(pos, false)
	src := s.byName[file.Name()]
	switch {
	case src == nil:
		// From export data, which knows lines and little else.
		return finding.Position{File: s.expand(p.Filename), Line: p.Line, Column: p.Column}, true
	case !src.made:
		return finding.Position{File: p.Filename, Line: p.Line, Column: p.Column, Offset: p.Offset}, true
	case src.origin == "":
		return finding.Position{}, false
	}

	p = file.PositionFor(pos, true)
	name := filepath.Clean(p.Filename)
	if slices.Contains(src.written, name) {
		if offset, ok := s.layout.of(name).offset(p.Line, p.Column); ok {
			return finding.Position{File: name, Line: p.Line, Column: p.Column, Offset: offset}, true
		}
	}
	// A //line comment of the user's, who does not get to decide where
	// findings are.
	return finding.Position{File: src.origin, Line: 1, Column: 1}, true
}

// expand returns the name of a file that export data gives another one.
func (s *sources) expand(name string) string {
	if rest, ok := strings.CutPrefix(name, "$GOROOT"); ok {
		return filepath.Join(s.goroot, rest)
	}
	return name
}

// finding converts a diagnostic, but for what it is in. It reports false if the diagnostic is about
// a file that nobody wrote.
func (s *sources) finding(rule string, n *node, d analysis.Diagnostic) (finding.Finding, bool) {
	pos, end, ok := s.extent(d.Pos, d.End)
	if !ok {
		return finding.Finding{}, false
	}
	f := finding.Finding{
		Rule:     rule,
		Category: d.Category,
		URL:      d.URL,
		Message:  d.Message,
		Package:  n.meta.PkgPath,
		Pos:      pos,
		End:      end,
	}
	for _, rel := range d.Related {
		if pos, end, ok := s.extent(rel.Pos, rel.End); ok {
			if !slices.Contains(n.meta.GoFiles, pos.File) {
				pos = s.lineOnly(pos)
				end = pos
			}
			f.Related = append(f.Related, finding.Related{Pos: pos, End: end, Message: rel.Message})
		}
	}
	for _, fix := range d.SuggestedFixes {
		if edits, ok := s.edits(n, fix.TextEdits); ok {
			f.Fixes = append(f.Fixes, finding.Fix{Message: fix.Message, Edits: edits})
		}
	}
	return f, true
}

// extent returns the places of a beginning and an end; the latter may be missing.
func (s *sources) extent(from, to token.Pos) (pos, end finding.Position, ok bool) {
	pos, ok = s.position(from)
	if !ok {
		return pos, end, false
	}
	end = pos
	if to > from {
		// cgo moves some code; then only the beginning is certain.
		if e, ok := s.position(to); ok && e.File == pos.File && e.Offset >= pos.Offset {
			end = e
		}
	}
	return pos, end, true
}

// lineOnly returns where the line of a position begins. For a place in another package
// that is all that there is to know, if its types came from export data; so
// it is all that is said in any case.
func (s *sources) lineOnly(p finding.Position) finding.Position {
	p.Column, p.Offset = 1, 0
	l := s.layout.of(p.File)
	start, ok := l.offset(p.Line, 1)
	if !ok {
		return p
	}
	for start < len(l.text) && (l.text[start] == '\t' || l.text[start] == ' ') {
		start++
	}
	return l.position(p.File, start)
}

// edits converts the edits of a fix. It reports false if one of them does
// not apply to what was written in the package.
func (s *sources) edits(n *node, edits []analysis.TextEdit) ([]finding.Edit, bool) {
	var out []finding.Edit
	for _, e := range edits {
		pos, end, ok := s.extent(e.Pos, e.End)
		if !ok || !slices.Contains(n.meta.GoFiles, pos.File) || !s.same(e.Pos, max(e.Pos, e.End), pos, end) {
			return nil, false
		}
		out = append(out, finding.Edit{Pos: pos, End: end, New: string(e.NewText)})
	}
	return out, len(out) > 0
}

// same reports whether the text between from and to is what was written between pos
// and end, so that it can be replaced there.
func (s *sources) same(from, to token.Pos, pos, end finding.Position) bool {
	file := s.fset.File(from)
	if file == nil {
		return false
	}
	src := s.byName[file.Name()]
	if src == nil {
		return false // no source that is ours to edit
	}
	if !src.made {
		return true
	}
	made, written := s.layout.of(file.Name()).text, s.layout.of(pos.File).text
	i, j := file.Offset(from), file.Offset(to)
	if j > len(made) || end.Offset > len(written) {
		return false
	}
	return string(made[i:j]) == string(written[pos.Offset:end.Offset])
}

// A layout knows where the lines of a file begin.
type layout struct {
	text   []byte
	starts []int // offsets
}

func newLayout(text []byte) *layout {
	l := &layout{text: text, starts: []int{0}}
	for i, b := range text {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// offset returns the offset of a line and a column, if the file has such a place.
func (l *layout) offset(line, column int) (int, bool) {
	if line < 1 || line > len(l.starts) || column < 1 {
		return 0, false
	}
	offset := l.starts[line-1] + column - 1
	limit := len(l.text)
	if line < len(l.starts) {
		limit = l.starts[line] - 1
	}
	return offset, offset <= limit
}

// position returns the place of an offset.
func (l *layout) position(name string, offset int) finding.Position {
	line, found := slices.BinarySearch(l.starts, offset)
	if !found {
		line--
	}
	return finding.Position{File: name, Line: line + 1, Column: offset - l.starts[line] + 1, Offset: offset}
}

// layouts are those of files as they are read.
type layouts struct {
	read   func(string) ([]byte, error)
	mu     sync.Mutex
	byName map[string]*layout
}

// of returns the layout of a file, which is empty if it cannot be read.
func (ls *layouts) of(name string) *layout {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	l := ls.byName[name]
	if l == nil {
		text, err := ls.read(name)
		if err != nil {
			text = nil
		}
		l = newLayout(text)
		if ls.byName == nil {
			ls.byName = make(map[string]*layout)
		}
		ls.byName[name] = l
	}
	return l
}

// parsePosition makes sense of a position that the go command wrote:
// "file:line:column", "file:line", "file", "-" or nothing.
func (s *sources) parsePosition(dir, text string) finding.Position {
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(text, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(text[i+1:])
		if err != nil {
			break
		}
		numbers = append(numbers, n)
		text = text[:i]
	}
	if text == "" || text == "-" {
		return finding.Position{}
	}
	if !filepath.IsAbs(text) {
		text = filepath.Join(dir, text)
	}
	p := finding.Position{File: text, Line: 1, Column: 1}
	slices.Reverse(numbers)
	if len(numbers) > 0 {
		p.Line = cmp.Or(numbers[0], 1)
	}
	if len(numbers) > 1 {
		p.Column = cmp.Or(numbers[1], 1)
	}
	if offset, ok := s.layout.of(p.File).offset(p.Line, p.Column); ok {
		p.Offset = offset
	}
	return p
}
