package contract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/contract"
)

// TestParse checks that a contract is read as it was written, whatever the errors are called.
func TestParse(t *testing.T) {
	text := `example.com/a.F bare io.EOF
example.com/a.F both "a code\nof two lines" (*example.com/a.E)
example.com/a.F documented *io/fs.PathError
example.com/a.F param fn returns
example.com/a.F param target is the code of *example.com/a.E
example.com/a.F unnamed
example.com/a.T.F param err unless it is io.EOF or one of parameter targets
example.com/a.T.M wrapped example.com/b.Err
`
	var lines []string
	for line := range strings.Lines("# a comment\n\n" + text) {
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	c, err := contract.Parse(strings.NewReader(strings.Join(lines, "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(c.String(), "\n")
	if diff := cmp.Diff(text, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if d := contract.Delta(c, c); d != nil {
		t.Errorf("it differs from itself: %q", d)
	}
	if diff := cmp.Diff([]string{"-example.com/a.F bare io.EOF"}, contract.Delta(c, c[1:])); diff != "" {
		t.Errorf("less one line (-want +got):\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{"a.F", "a.F bare", "a.F unnamed io.EOF", "a.F often io.EOF", "# errlint contract 2: others\n"} {
		if c, err := contract.Parse(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as %v", text, c)
		}
	}
}
