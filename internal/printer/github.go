package printer

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/errlint/errlint/internal/finding"
)

// GitHub writes findings and problems as workflow commands, a line each, which
// a runner of GitHub Actions makes annotations of. Columns are in UTF-16 code
// units, the last one inclusive. The runner keeps ten errors of a step.
type GitHub struct {
	Root     string                       // file names are relative to it; "": absolute
	ReadFile func(string) ([]byte, error) // nil: os.ReadFile
}

var githubCommand = map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}

// What the runner unescapes, in the values of properties and in the message.
var (
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
)

// Print implements [Printer].
func (g GitHub) Print(w io.Writer, r Report) error {
	b := bufio.NewWriter(w)
	cols := &utf16Columns{sources: sources{read: g.ReadFile}}
	for _, f := range r.Findings {
		lines := append([]string{Clean(f.Message)}, evidence(g.Root, f)...)
		g.command(b, cols, githubCommand[f.Level()], f.Pos, f.End, "errlint: "+f.ID(), strings.Join(lines, "\n"))
	}
	for _, p := range r.Problems {
		g.command(b, cols, "error", p.Pos, p.Pos, "errlint", withoutFile(p))
	}
	return b.Flush()
}

func (g GitHub) command(b *bufio.Writer, cols *utf16Columns, name string, pos, end finding.Position, title, message string) {
	b.WriteString("::" + name + " ")
	if pos.File != "" {
		fmt.Fprintf(b, "file=%s,", githubProperty.Replace(Clean(slashed(g.Root, pos.File))))
		if pos.IsValid() {
			g.place(b, cols, pos, extent(pos, end))
		}
	}
	fmt.Fprintf(b, "title=%s::%s\n", githubProperty.Replace(Clean(title)), githubMessage.Replace(message))
}

// place writes the lines; and the columns if they are of one line, as the runner
// does not take others.
func (g GitHub) place(b *bufio.Writer, cols *utf16Columns, pos, end finding.Position) {
	fmt.Fprintf(b, "line=%d,endLine=%d,", pos.Line, end.Line)
	if pos.Line == end.Line && pos.Column > 0 {
		first := cols.of(pos)
		fmt.Fprintf(b, "col=%d,endColumn=%d,", first, max(first, cols.of(end)-1))
	}
}
