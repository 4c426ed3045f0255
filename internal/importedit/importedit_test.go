package importedit_test

import (
	"testing"

	"github.com/errlint/errlint/internal/importedit"
)

// TestText checks where imports go, and what is left where they were.
func TestText(t *testing.T) {
	insert := func(path string) func([]byte) ([]byte, error) {
		return func(text []byte) ([]byte, error) {
			return importedit.Insert(text, importedit.Import{Path: path}, "\n")
		}
	}
	remove := func(path string) func([]byte) ([]byte, error) {
		return func(text []byte) ([]byte, error) {
			return importedit.Remove(text, importedit.Import{Path: path}, false)
		}
	}
	for _, test := range []struct {
		name string
		edit func([]byte) ([]byte, error)
		text string
		want string
	}{
		{"first", insert("fmt"), "package p\n", "package p\n\nimport \"fmt\"\n"},
		{"beside", insert("errors"), "package p\n\nimport \"fmt\"\n", "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n"},
		{"sorted", insert("fmt"), "package p\n\nimport (\n\t\"errors\"\n\t\"io\"\n)\n", "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"io\"\n)\n"},
		{"group", insert("example.com/m/b"), "package p\n\nimport (\n\t\"io\"\n\n\t\"example.com/m/a\"\n)\n", "package p\n\nimport (\n\t\"io\"\n\n\t\"example.com/m/a\"\n\t\"example.com/m/b\"\n)\n"},
		{"removed", remove("errors"), "package p\n\nimport (\n\t\"errors\"\n\t\"io\"\n)\n", "package p\n\nimport (\n\t\"io\"\n)\n"},
		{"last", remove("io"), "package p\n\nimport \"io\"\n\nvar x int\n", "package p\n\nvar x int\n"},
	} {
		got, err := test.edit([]byte(test.text))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %q, error %v, want %q", test.name, got, err, test.want)
		}
	}
	text := "package p\n\nimport \"errors\"\n"
	swapped, ok := importedit.Swap([]byte(text), importedit.Import{Path: "errors"}, importedit.Import{Path: "fmt"})
	if want := "package p\n\nimport \"fmt\"\n"; !ok || string(swapped) != want {
		t.Errorf("swapped: got %q, %t, want %q", swapped, ok, want)
	}
}
