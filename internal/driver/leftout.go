package driver

import (
	"cmp"
	"context"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/version"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// A LeftOut is a setting, and the number of Go files that a run looks at only with it.
type LeftOut struct {
	Setting string // "GOOS=windows", "-tags integration", "go1.30"; empty if no two that were tried would do
	Files   int
}

// leftOut says which Go files build constraints keep from the packages that the patterns match, most first. Files that declare nothing do not
// count, nor does what is for nobody, by the tag "ignore". The survey may be nil.
func (p *plan) leftOut(ctx context.Context, s *survey) []LeftOut {
	var names []string
	for _, n := range p.nodes {
		if n.target {
			names = append(names, n.meta.IgnoredFiles...)
		}
	}
	if p.opts.Cache == nil {
		s = p.survey(ctx, p.files)
	}
	names = slices.DeleteFunc(append(names, p.unlisted(s)...), func(name string) bool {
		return filepath.Ext(name) != ".go" || !p.opts.Tests && strings.HasSuffix(name, "_test.go")
	})
	slices.Sort(names)
	c := p.constraints()
	var mu sync.Mutex
	files := make(map[string]int) // by setting
	parallel(ctx, slices.Compact(names), func(name string) {
		text, err := p.files.text(name)
		if err != nil {
			return
		}
		if setting, ok := c.missing(filepath.Base(name), text); ok {
			mu.Lock()
			defer mu.Unlock()
			files[setting]++
		}
	})
	var out []LeftOut
	for setting, n := range files {
		out = append(out, LeftOut{setting, n})
	}
	slices.SortFunc(out, func(a, b LeftOut) int { return cmp.Or(b.Files-a.Files, cmp.Compare(a.Setting, b.Setting)) })
	return out
}

// unlisted returns the files in directories that a wildcard leads to and of which the go command says nothing, since constraints exclude all that
// there is.
func (p *plan) unlisted(s *survey) (names []string) {
	if s == nil {
		return nil
	}
	listed := make(map[string]bool)
	for _, pkg := range p.pkgs {
		listed[pkg.Dir] = true
	}
	for _, dir := range s.walked {
		d := s.dirs[dir]
		if listed[dir] || len(d.files) == 0 {
			continue
		}
		var m localModule // that the directory is in
		for _, outer := range s.modules {
			if inside(outer.dir, dir) && len(outer.dir) > len(m.dir) {
				m = outer
			}
		}
		rel := filepath.ToSlash(strings.TrimPrefix(dir, m.dir))
		ignored := slices.ContainsFunc(m.ignore, func(i *modfile.Ignore) bool {
			root, ok := strings.CutPrefix(i.Path, "./")
			return ok && strings.HasPrefix(rel+"/", "/"+root+"/") || !ok && strings.Contains(rel+"/", "/"+root+"/")
		})
		pkg := []*packages.Package{{Dir: dir, PkgPath: m.path + rel}}
		if !ignored && slices.ContainsFunc(p.opts.Patterns, func(pattern string) bool { return strings.Contains(pattern, "...") && p.matches(pattern, pkg) }) {
			for _, f := range d.files {
				names = append(names, filepath.Join(dir, f.name))
			}
		}
	}
	return names
}

// constraints are what build constraints ask about, as it is in this run.
type constraints struct {
	build.Context
	known sync.Map // what missing returns, by all that it depends on
}

func (p *plan) constraints() *constraints {
	c := &constraints{Context: build.Default}
	env := p.goenv.settings
	c.GOOS, c.GOARCH, c.CgoEnabled = env["GOOS"], env["GOARCH"], env["CGO_ENABLED"] == "1"
	if minor, err := strconv.Atoi(strings.TrimPrefix(version.Lang(p.goenv.GOVERSION), "go1.")); err == nil {
		c.ReleaseTags = nil
		for i := range minor {
			c.ReleaseTags = append(c.ReleaseTags, "go1."+strconv.Itoa(i+1))
		}
	}
	c.BuildTags = p.opts.Tags
	for flag := range strings.FieldsSeq(p.goenv.GOFLAGS) {
		if tags, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "tags="); ok && len(c.BuildTags) == 0 {
			c.BuildTags = strings.Split(tags, ",")
		}
	}
	return c
}

// missing returns what a file that is left out lacks. It reports false if it does not count.
func (c *constraints) missing(name string, text []byte) (setting string, ok bool) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, name, text, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	if f == nil || !f.Name.End().IsValid() || !declares(fset, f, text) {
		return "", false
	}
	var head strings.Builder
	for _, group := range f.Comments {
		for _, line := range group.List {
			if line.Pos() < f.Package && (constraint.IsGoBuild(line.Text) || constraint.IsPlusBuild(line.Text)) {
				head.WriteString(line.Text + "\n\n")
			}
		}
	}
	// What a name says is in what follows the first underscore.
	suffix := ".go"
	if i := strings.Index(name, "_"); i >= 0 {
		suffix = name[i:]
	}
	q := question{suffix, head.String(), cImport(f) != nil}
	is, known := c.known.Load(q)
	if !known {
		is = c.ask(q)
		c.known.Store(q, is)
	}
	setting, _ = is.(string)
	return setting, setting != unasked
}

// declares reports whether there is anything in a file after its imports.
func declares(fset *token.FileSet, f *ast.File, text []byte) bool {
	end := f.Name.End()
	if n := len(f.Decls); n > 0 {
		end = f.Decls[n-1].End()
	}
	rest := text[fset.PositionFor(end, false).Offset:]
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(rest)), rest, nil, 0)
	_, tok, _ := s.Scan()
	return tok != token.EOF
}

// A question is all that it depends on whether a file is left out.
type question struct {
	suffix, head string // of its name; its constraints
	usesC        bool
}

// A lack is a setting that a constraint may ask for.
type lack struct {
	env, tag string // what to write: one of the two
	set      func(*build.Context)
}

// Tags and settings that mean more than others.
const (
	unasked = "ignore"
	withCgo = "CGO_ENABLED=1"
)

// ask returns the setting, or two, with which a file would be looked at; unasked if it is not for constraints that it is left out, or for nobody.
func (c *constraints) ask(q question) string {
	match := func(settings ...lack) bool {
		b := c.Context
		cgo := false
		for _, s := range settings {
			s.set(&b)
			cgo = cgo || s.env == withCgo
		}
		b.CgoEnabled = b.CgoEnabled && (cgo || b.GOOS == c.GOOS && b.GOARCH == c.GOARCH) // as the go command has it for other systems
		return matchFile(b, "x"+q.suffix, q.head) && (b.CgoEnabled || !q.usesC)
	}
	if match() {
		return unasked
	}
	if len(q.head) > maxHead {
		return ""
	}
	all := c.settings(q)
	for _, s := range all {
		if match(s) {
			return written(s)
		}
	}
	for i, s := range all {
		for _, t := range all[i+1:] {
			if match(s, t) {
				return written(s, t)
			}
		}
	}
	return ""
}

// matchFile reports whether a file of a name with certain constraints is looked at.
func matchFile(b build.Context, name, head string) bool {
	b.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(head + "package p\n")), nil }
	ok, err := b.MatchFile("", name)
	return ok && err == nil
}

// They bound what is tried for a file: nobody writes as much. The first is of the constraints, the others of what they name.
const (
	maxHead  = 2000
	maxWords = 8
	maxWord  = 40
)

// settings returns those that may matter to a file: what its constraints name, and for those that name what must not be, what else there is.
func (c *constraints) settings(q question) []lack {
	goos := func(name string) lack {
		return lack{env: "GOOS=" + name, set: func(b *build.Context) { b.GOOS = name }}
	}
	goarch := func(name string) lack {
		return lack{env: "GOARCH=" + name, set: func(b *build.Context) { b.GOARCH = name }}
	}
	cgo := func(env string, on bool) lack {
		return lack{env: env, set: func(b *build.Context) { b.CgoEnabled = on }}
	}
	tag := func(name string) lack {
		return lack{tag: name, set: func(b *build.Context) { b.BuildTags = append(slices.Clone(b.BuildTags), name) }}
	}
	words := strings.FieldsFunc(strings.ReplaceAll(strings.TrimSuffix(q.suffix, ".go"), "_", " ")+" "+q.head, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.:+", r)
	})
	words = slices.DeleteFunc(words, func(w string) bool {
		return strings.ContainsAny(w, ":+") || len(w) > maxWord || w == "cgo" || w == unasked
	})
	var list []lack
	for _, w := range words[:min(len(words), maxWords)] {
		name := "x_" + w + ".go"
		switch {
		case strings.HasPrefix(w, "go1."):
			list = append(list, lack{env: w, set: func(b *build.Context) { b.ReleaseTags = append(slices.Clone(b.ReleaseTags), w) }})
		case strings.ContainsAny(w, "_.") || matchFile(build.Context{}, name, ""):
			list = append(list, tag(w)) // nor a system, nor a processor, which names of files may ask for
		case matchFile(build.Context{GOARCH: w}, "x_plan9_"+w+".go", ""): // two count only if they are a system and a processor
			list = append(list, goos(w))
		default:
			list = append(list, goarch(w))
		}
	}
	list = append(list, cgo(withCgo, true), cgo("CGO_ENABLED=0", false), goos("linux"), goos("windows"), goos("darwin"), goarch("amd64"), goarch("arm64"),
		lack{env: "older Go", set: func(b *build.Context) { b.ReleaseTags = nil }})
	if len(c.BuildTags) > 0 {
		list = append(list, lack{env: "no -tags", set: func(b *build.Context) { b.BuildTags = nil }})
	}
	return append(list, tag(unasked))
}

// written returns how settings are written.
func written(settings ...lack) string {
	var words, tags []string
	for _, s := range settings {
		if s.tag == unasked {
			return unasked
		}
		if s.tag != "" {
			tags = append(tags, s.tag)
		} else {
			words = append(words, s.env)
		}
	}
	if len(tags) > 0 {
		words = append(words, "-tags "+strings.Join(tags, ","))
	}
	return strings.Join(words, " ")
}
