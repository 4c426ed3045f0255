package opname

import (
	"strings"
	"testing"
)

// FuzzJudge compares the judgement of an operation with one made letter by letter.
func FuzzJudge(f *testing.F) {
	for _, text := range []string{"files:open_file", "files:", ":open", "a:b:c", "Files:open", "files:Open", "files:open-file", "files:open\n", "git:x9", "9:x", ""} {
		f.Add(text)
	}
	opts := &Options{Categories: []string{"files", "git"}}
	pattern, err := compilePattern(opts)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		category, problem := judge(text, pattern, opts)
		if (category == "") != (problem == "") {
			t.Errorf("%q: category %q with problem %q", text, category, problem)
		}
		left, right, colon := strings.Cut(text, ":")
		formed := colon && isForm(left, lowerSnake) && len(right) <= 128 && isForm(right, func(c byte, first bool) bool {
			return lowerSnake(c, false) || 'A' <= c && c <= 'Z' || c == '.' || c == '-'
		})
		want := ""
		switch {
		case !formed || !isForm(right, lowerSnake):
			want = CategoryFormat
		case left != "files" && left != "git":
			want = CategoryCategory
		}
		if category != want {
			t.Errorf("%q: category %q, want %q", text, category, want)
		}
	})
}

func lowerSnake(c byte, first bool) bool {
	return 'a' <= c && c <= 'z' || !first && ('0' <= c && c <= '9' || c == '_')
}

// isForm reports whether s is not empty and all of its bytes are allowed.
func isForm(s string, allowed func(c byte, first bool) bool) bool {
	for i := range len(s) {
		if !allowed(s[i], i == 0) {
			return false
		}
	}
	return s != ""
}
