package driver

import (
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/lazyregexp"
)

// position returns the position of pos. It reports false if pos is in a generated file of cgo that
// corresponds to no source file.
func (w *world) position(pos token.Pos) (finding.Position, bool) {
	file := w.fset.File(pos)
	if file == nil {
		return finding.Position{}, true
	}
	p := file.PositionFor(pos, false)
	made, ok := w.p.made[file.Name()]
	switch {
	case ok && made.origin == "":
		return finding.Position{}, false
	case ok:
	case w.p.files.lookup(file.Name()) == nil:
		// From export data, which has lines, but no offsets.
		return finding.Position{File: w.expand(p.Filename), Line: p.Line, Column: p.Column}, true
	default:
		return finding.Position{File: p.Filename, Line: p.Line, Column: p.Column, Offset: p.Offset}, true
	}

	p = file.PositionFor(pos, true)
	name := filepath.Clean(p.Filename)
	if slices.Contains(made.written, name) {
		if offset, ok := w.p.files.layout(name).offset(p.Line, p.Column); ok {
			return finding.Position{File: name, Line: p.Line, Column: p.Column, Offset: offset}, true
		}
	}
	// A //line comment in the source, which must not decide where findings
	// are.
	return finding.Position{File: made.origin, Line: 1, Column: 1}, true
}

// expand returns the name of a file in the go command's export data, which may begin with $GOROOT.
func (w *world) expand(name string) string {
	if rest, ok := strings.CutPrefix(name, "$GOROOT"); ok {
		return filepath.Join(w.p.goenv.GOROOT, rest)
	}
	return name
}

// finding converts a diagnostic to a finding, without its declaration and code. It reports false if
// position does.
func (w *world) finding(rule string, n *node, d analysis.Diagnostic) (finding.Finding, bool) {
	pos, end, ok := w.extent(d.Pos, d.End)
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
		if pos, end, ok := w.extent(rel.Pos, rel.End); ok {
			if !slices.Contains(n.meta.GoFiles, pos.File) {
				pos = w.p.files.lineOnly(pos)
				end = pos
			}
			f.Related = append(f.Related, finding.Related{Pos: pos, End: end, Message: rel.Message})
		}
	}
	for _, fix := range d.SuggestedFixes {
		if edits, ok := w.edits(n, fix.TextEdits); ok {
			f.Fixes = append(f.Fixes, finding.Fix{Message: fix.Message, Edits: edits})
		}
	}
	return f, true
}

// extent returns the positions of a beginning and an end, which may be missing.
func (w *world) extent(from, to token.Pos) (pos, end finding.Position, ok bool) {
	pos, ok = w.position(from)
	if !ok {
		return pos, end, false
	}
	end = pos
	if to > from {
		// cgo moves some code; then only the beginning is known.
		if e, ok := w.position(to); ok && e.File == pos.File && e.Offset >= pos.Offset {
			end = e
		}
	}
	return pos, end, true
}

// lineOnly returns the beginning of the line of a position. For a position in another package,
// only the line is known if its types came from export data; so
// only the line is reported in any case.
func (f *files) lineOnly(p finding.Position) finding.Position {
	p.Column, p.Offset = 1, 0
	l := f.layout(p.File)
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
// not apply to a source file of the package.
func (w *world) edits(n *node, edits []analysis.TextEdit) ([]finding.Edit, bool) {
	var out []finding.Edit
	for _, e := range edits {
		pos, end, ok := w.extent(e.Pos, e.End)
		if !ok || !slices.Contains(n.meta.GoFiles, pos.File) || !w.same(e.Pos, max(e.Pos, e.End), pos, end) {
			return nil, false
		}
		out = append(out, finding.Edit{Pos: pos, End: end, New: string(e.NewText)})
	}
	return out, len(out) > 0
}

// same reports whether the text between from and to is the text between pos
// and end in the source file, so that it can be replaced there.
func (w *world) same(from, to token.Pos, pos, end finding.Position) bool {
	file := w.fset.File(from)
	if file == nil {
		return false
	}
	if w.p.files.lookup(file.Name()) == nil {
		return false // not a file of an own package
	}
	if _, ok := w.p.made[file.Name()]; !ok {
		return true
	}
	made, written := w.p.files.layout(file.Name()).text, w.p.files.layout(pos.File).text
	i, j := file.Offset(from), file.Offset(to)
	if j > len(made) || end.Offset > len(written) {
		return false
	}
	return string(made[i:j]) == string(written[pos.Offset:end.Offset])
}

// A layout has the text of a file and the beginnings of its lines.
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

// offset returns the offset of a line and a column, and reports whether the file has them.
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

// position returns the position of an offset.
func (l *layout) position(name string, offset int) finding.Position {
	line, found := slices.BinarySearch(l.starts, offset)
	if !found {
		line--
	}
	return finding.Position{File: name, Line: line + 1, Column: offset - l.starts[line] + 1, Offset: offset}
}

// layout returns the layout of a file, which is empty if it cannot be read.
func (f *files) layout(name string) *layout {
	if l, ok := f.layouts.Load(name); ok {
		return l.(*layout)
	}
	text, err := f.read(name)
	if err != nil {
		text = nil
	}
	l, _ := f.layouts.LoadOrStore(name, newLayout(text))
	return l.(*layout)
}

// positionText matches positions of the go command: "file:line:column", "file:line", "file", "-" or nothing.
var positionText = lazyregexp.New(`^(.*?)(?::(\d+))?(?::(\d+))?$`)

// parsePosition parses a position of the go command.
func (f *files) parsePosition(dir, text string) finding.Position {
	m := positionText().FindStringSubmatch(text)
	if m == nil || m[1] == "" || m[1] == "-" {
		return finding.Position{}
	}
	number := func(digits string) int {
		n, _ := strconv.Atoi(digits)
		return max(n, 1)
	}
	p := finding.Position{File: resolve(dir, m[1]), Line: number(m[2]), Column: number(m[3])}
	if offset, ok := f.layout(p.File).offset(p.Line, p.Column); ok {
		p.Offset = offset
	}
	return p
}
