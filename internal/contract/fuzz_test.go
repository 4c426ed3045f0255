package contract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/contract"
)

// FuzzParse checks that a contract that is read is written as one that says the same.
func FuzzParse(f *testing.F) {
	f.Add("example.com/a.F bare io.EOF\nexample.com/a.F unnamed\n")
	f.Add("# errlint contract 2: later\n")
	f.Add("a both \"x\\ny\" (*b.E)\r\n\u00a0b param  is\v\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := contract.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := contract.Parse(strings.NewReader(c.String()))
		if err != nil || !slices.Equal(c, again) {
			t.Errorf("%q is written as %q, which is read as %q, %v", c, c.String(), again, err)
		}
	})
}
