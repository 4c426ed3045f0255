package errcode

import (
	"fmt"
	"go/constant"
	"os"
	"strconv"
	"strings"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/prose"
)

// byComment is the value of option documented that asks for comments; others are files.
const byComment = "comment"

// DocumentFile returns the file that the option documented names; ok is false if it names none.
func (o Options) DocumentFile() (name string, ok bool) {
	return o.Documented, o.Documented != "" && o.Documented != byComment
}

// documented reports constants without a comment or, if the option names a document, codes that none of its tables lists, and entries of a
// table of codes for which there is no constant.
func (c *checker) documented() error {
	switch c.o.Documented {
	case "":
		return nil
	case byComment:
		for _, d := range c.decls {
			if !d.known && d.spec.Doc == nil && d.spec.Comment == nil && (d.group.Doc == nil || len(d.group.Specs) > 1) {
				c.report(d.name, CategoryDocumented, fmt.Sprintf("code %s has no comment that says what it means", d.obj.Name()))
			}
		}
		return nil
	}
	doc := c.o.Document
	if doc == nil {
		var err error
		if info, err := os.Stat(c.o.Documented); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("errcode: documented: %s is no regular file", c.o.Documented) // a pipe might never end
		}
		if doc, err = os.ReadFile(c.o.Documented); err != nil {
			return fmt.Errorf("errcode: documented: %w", err)
		}
	}
	columns := columns(string(doc))
	listed := make(map[string]bool)
	for _, column := range columns {
		for _, cell := range column {
			listed[cell.text] = true
		}
	}
	known := make(map[string]bool) // the codes of this package and of those that it imports
	own := make(map[string]bool)   // those that constants of this package have
	for value := range c.values {
		if s, err := strconv.Unquote(value); err == nil {
			value = s
		}
		known[value] = true
	}
	judge := func(v constant.Value) (code string, ok bool) {
		code = v.ExactString()
		if v.Kind() == constant.String {
			code = constant.StringVal(v)
		}
		known[code] = true
		n, isInt := flow.IntValue(v)
		return code, listed[code] || isInt && standard[n]
	}
	for _, d := range c.decls {
		code, ok := judge(d.obj.Val())
		own[code] = true
		if !ok && !d.known {
			c.report(d.name, CategoryDocumented, fmt.Sprintf("code %s, %s, is in no table of %s", d.obj.Name(), text(d.obj.Val()), c.o.Documented))
		}
	}
	for _, u := range c.uses {
		if u.Const != nil || u.Compared {
			continue
		}
		if _, ok := judge(u.Value); !ok {
			c.report(u.Expr, CategoryDocumented, fmt.Sprintf("the code %s is in no table of %s", text(u.Value), c.o.Documented))
		}
	}
	for _, column := range columns {
		c.unknown(column, known, own)
	}
	return nil
}

// unknown reports the cells of a column that are not codes. The column must consist mostly of codes, some of which the package declares. If
// all of these are marked as code, a cell that is not marked is something else.
func (c *checker) unknown(column []cell, known, own map[string]bool) {
	codes, declared, marked := 0, 0, true
	for _, cell := range column {
		if known[cell.text] {
			codes++
			marked = marked && cell.code
		}
		if own[cell.text] {
			declared++
		}
	}
	var missing []string
	for _, cell := range column {
		if !known[cell.text] && cell.text != "" && !strings.ContainsAny(cell.text, " \t") && (cell.code || !marked) {
			missing = append(missing, cell.text)
		}
	}
	if declared >= 2 && missing != nil && len(missing) < codes {
		c.report(c.decls[0].name, CategoryDocumented, fmt.Sprintf("%s lists %s, for which there is no constant", c.o.Documented, prose.List(missing, "and")))
	}
}

// A cell is the text of a cell in a table of a Markdown document, without its markup.
type cell struct {
	text string
	code bool // it was marked as code
}

// columns returns the columns of the tables of a Markdown document, without their headings.
func columns(doc string) [][]cell {
	var out [][]cell
	var table [][]cell // the columns of the current table; nil outside of tables
	var heading []string
	fence := ""
	for line := range strings.Lines(doc) {
		line = strings.TrimSpace(line)
		if mark := fenceOf(line); mark != "" && (fence == "" || mark == fence) {
			fence = map[bool]string{true: mark}[fence == ""]
			line = ""
		}
		cells := row(line)
		switch {
		case fence != "" || cells == nil:
			out, table, heading = append(out, table...), nil, nil
		case table != nil:
			for i := range table {
				if i < len(cells) {
					table[i] = append(table[i], unmarked(cells[i]))
				}
			}
		case len(heading) == len(cells) && isDelimiter(cells):
			table = make([][]cell, len(cells))
		default:
			heading = cells
		}
	}
	return append(out, table...)
}

// fenceOf returns the mark with which a line begins or ends a fenced block, or "" for other lines.
func fenceOf(line string) string {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return mark
		}
	}
	return ""
}

// row returns the cells of a line of a table, or nil for other lines.
func row(line string) []string {
	if !strings.Contains(line, "|") {
		return nil
	}
	const bar = "\x00" // stands for an escaped bar, which separates nothing
	line = strings.ReplaceAll(line, `\|`, bar)
	cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(cell, bar, "|"))
	}
	return cells
}

func isDelimiter(cells []string) bool {
	for _, cell := range cells {
		if dashes := strings.Trim(cell, ":"); dashes == "" || strings.Trim(dashes, "-") != "" {
			return false
		}
	}
	return true
}

// unmarked removes emphasis, the marks of code, and those of a link from the text of a cell.
func unmarked(text string) cell {
	code := false
	for {
		before := text
		if inner, to, ok := strings.Cut(strings.TrimPrefix(text, "["), "]"); ok && strings.HasPrefix(text, "[") && (to == "" || strings.HasPrefix(to, "(") && strings.HasSuffix(to, ")")) {
			text = inner
		}
		for _, mark := range []string{"`", "*", "_"} {
			if len(text) > 2*len(mark) && strings.HasPrefix(text, mark) && strings.HasSuffix(text, mark) {
				text = strings.TrimSpace(text[len(mark) : len(text)-len(mark)])
				code = code || mark == "`"
			}
		}
		if text == before {
			return cell{strings.ReplaceAll(text, "−", "-"), code} // minus, as numbers are set
		}
	}
}
