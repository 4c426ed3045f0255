package directive

import (
	"bytes"
	"slices"
	"strings"
)

// Below returns the line that an ignore directive is to stand above for what is found in a line of a Go file, counted from 1: what is
// found in a comment is ignored where the declaration below begins.
func Below(text []byte, line int) int {
	lines := bytes.Split(text, []byte("\n"))
	line = min(max(line, 1), len(lines))
	for line < len(lines) && bytes.HasPrefix(bytes.TrimSpace(lines[line-1]), []byte("//")) {
		line++
	}
	return line
}

// Insertion says how an ignore directive is written above a line of a Go file, counted from 1: at which offset, and
// what comes before and after the reason.
func Insertion(text []byte, line int, ids []string) (offset int, before, after string) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for _, l := range lines[:line-1] {
		offset += len(l)
	}
	at := string(lines[line-1])
	indent := at[:len(at)-len(strings.TrimLeft(at, " \t"))]
	// gofmt wants a doc comment's text apart from its directives.
	if line > 1 && bytes.HasPrefix(bytes.TrimSpace(lines[line-2]), []byte("// ")) {
		before = indent + "//\n"
	}
	return offset, before + indent + "//errlint:ignore " + strings.Join(slices.Sorted(slices.Values(ids)), ",") + " ", "\n"
}
