package driver

import (
	"bytes"
	"cmp"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// A LeftOut is a tag of build constraints, and the number of Go files that are excluded only for lack of it.
type LeftOut struct {
	Word  string // "windows", "arm64", "integration", "go1.30"; empty if no single tag suffices
	Files int
}

// leftOut counts the Go files of target packages that build constraints exclude, most first. Files that declare nothing do not
// count, nor do files with the tag "ignore", nor directories where all files are excluded, which the go command does not list for "./...".
func (p *plan) leftOut() []LeftOut {
	c := build.Default
	env := p.goenv.settings
	c.GOOS, c.GOARCH, c.CgoEnabled, c.BuildTags = env["GOOS"], env["GOARCH"], env["CGO_ENABLED"] == "1", p.opts.Tags
	files := make(map[string]int) // by word
	seen := make(map[string]bool) // a package and its variant for tests have the same
	for _, n := range p.nodes {
		for _, name := range n.meta.IgnoredFiles {
			if !n.target || seen[name] || filepath.Ext(name) != ".go" || !p.opts.Tests && strings.HasSuffix(name, "_test.go") {
				continue
			}
			seen[name] = true
			if text, err := p.files.text(name); err == nil {
				if word, ok := lacks(c, filepath.Base(name), text); ok {
					files[word]++
				}
			}
		}
	}
	var out []LeftOut
	for word, n := range files {
		out = append(out, LeftOut{word, n})
	}
	slices.SortFunc(out, func(a, b LeftOut) int { return cmp.Or(b.Files-a.Files, cmp.Compare(a.Word, b.Word)) })
	return out
}

// lacks returns the tag that alone would include an excluded file; "" if there is none. It reports false if the file does not count.
func lacks(c build.Context, name string, text []byte) (word string, ok bool) {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return "", true
	}
	end := f.Name.End()
	if n := len(f.Decls); n > 0 {
		end = f.Decls[n-1].End()
	}
	if f.Name.Name == "documentation" || len(bytes.TrimSpace(text[end-f.FileStart:])) == 0 {
		return "", false
	}
	// No sensible constraint has more tags, or longer ones.
	const maxWords, maxWord = 16, 40
	words := []string{""} // tried first: the file may be excluded for a reason that MatchFile does not know
	for _, group := range f.Comments {
		for _, line := range group.List {
			if x, err := constraint.Parse(line.Text); err == nil && line.Pos() < f.Package {
				x.Eval(func(tag string) bool {
					if len(words) < maxWords && len(tag) <= maxWord {
						words = append(words, tag)
					}
					return false
				})
			}
		}
	}
	if slices.Contains(words, "ignore") {
		return "", false
	}
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	for _, word := range append(words, strings.Split(strings.TrimSuffix(name, ".go"), "_")...) {
		with := c
		with.BuildTags = append(slices.Clone(c.BuildTags), word) // systems and processors hold as tags, too
		if ok, err := with.MatchFile("", name); ok && err == nil && (c.CgoEnabled || cImport(f) == nil) {
			return word, true
		}
	}
	return "", true
}
