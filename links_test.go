package errlint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	markdownLink  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	markdownFence = regexp.MustCompile("(?ms)^[ \t]*```.*?^[ \t]*```")
	markdownCode  = regexp.MustCompile("`[^`\n]*`")
)

// maxUserWords is how many words the pages for users may have together. A page that says more has to say something else in fewer.
const maxUserWords = 12_000

// TestUserWords counts the words of the pages for users: of all but what is for contributors, and the evidence.
func TestUserWords(t *testing.T) {
	words := len(strings.Fields(read(t, "README.md")))
	for _, pattern := range []string{"docs/*.md", "docs/rules/*.md"} {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: %d pages, %v", pattern, len(pages), err)
		}
		for _, page := range pages {
			if page != filepath.Join("docs", "evidence.md") {
				words += len(strings.Fields(read(t, page)))
			}
		}
	}
	if words > maxUserWords {
		t.Errorf("the pages for users have %d words, want at most %d", words, maxUserWords)
	}
}

// TestLinks checks that the links in the pages lead to files that are there, and to headings that these have.
func TestLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/rules/*.md", "editors/*/README.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	anchors := make(map[string]map[string]bool)
	anchorsOf := func(name string) map[string]bool {
		if anchors[name] == nil {
			anchors[name] = make(map[string]bool)
			for line := range strings.Lines(read(t, name)) {
				if heading := strings.TrimLeft(line, "#"); heading != line && strings.HasPrefix(heading, " ") {
					anchors[name][anchor(heading)] = true
				}
			}
		}
		return anchors[name]
	}
	for _, name := range pages {
		text := markdownFence.ReplaceAllString(read(t, name), "")
		for _, m := range markdownLink.FindAllStringSubmatch(markdownCode.ReplaceAllString(text, ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, fragment, _ := strings.Cut(m[1], "#")
			to := name
			if file != "" {
				to = filepath.Join(filepath.Dir(name), filepath.FromSlash(file))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: link %s: %v", name, m[1], err)
			} else if fragment != "" && filepath.Ext(to) == ".md" && !anchorsOf(to)[fragment] && !strings.Contains(read(t, to), `id="`+fragment+`"`) {
				t.Errorf("%s: link %s: there is no such heading", name, m[1])
			}
		}
	}
}

// anchor returns what GitHub calls a heading.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
