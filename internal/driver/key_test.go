package driver

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// TestKeyParts changes one thing at a time that a key is made of. Whole runs in which it alone changes may not be had here, as
// under two versions of Go.
func TestKeyParts(t *testing.T) {
	t.Parallel()
	const text = "package b\n\nvar _ = a.Named\n"
	kinds := []kind{external, own}
	// set returns a package of the main module that imports another, and an external one that does, too.
	set := func() (s *settling, own, external *node) {
		dep := &node{meta: &packages.Package{ID: "example.com/a"}}
		imports := map[string]*packages.Package{"example.com/a": dep.meta, "example.com/none": {Errors: []packages.Error{{Pos: "b.go:1", Msg: "none"}}}}
		module := packages.Module{Path: "example.com", Version: "v1.0.0", Dir: "/src", GoVersion: "1.26"}
		pkg := func(index int, dir string, kind kind) *node {
			m := module
			return &node{index: index, kind: kind, deps: []*node{dep}, input: digest{1}, meta: &packages.Package{
				ID: "example.com/b", PkgPath: "example.com/b", Name: "b", GoFiles: []string{dir + "/b.go"}, Imports: imports, Module: &m,
				Errors: []packages.Error{{Pos: "b.go:2", Msg: "wrong"}},
			}}
		}
		own, external = pkg(1, "/main", kinds[1]), pkg(2, "/src", kinds[0])
		q := &request{tool: digest{1}, all: []*analysis.Analyzer{{Name: "all"}}, factual: []*analysis.Analyzer{{Name: "some"}}}
		q.goenv = goEnv{GOVERSION: "go1.26.1", GOARCH: "amd64"}
		q.opts.ConfigKey = "config"
		p := &plan{request: q, files: newFiles(map[string][]byte{"/main/b.go": []byte(text)}), byID: map[string]*node{"example.com/a": dep}}
		own.named = func() (words, bool) { return p.files.words(own.meta.GoFiles) }
		below := &outcome{sum: digest{1}, solid: true, result: result{kept: kept{Functions: []functionSum{{"Named", digest{1}}, {"Other", digest{1}}}}}}
		this := &outcome{sum: digest{1}, solid: true, result: result{kept: kept{Functions: []functionSum{{"F", digest{1}}}}}}
		return &settling{plan: p, done: outcomes{below, this, this}}, own, external
	}
	res := result{kept: kept{API: digest{1}}}
	keys := map[string]func(s *settling, own, external *node) any{
		"result": func(s *settling, own, _ *node) any { k, _ := s.resultKey(own, true); return k },
		"sum":    func(s *settling, own, _ *node) any { return s.resultSum(own, &res) },
		"broken": func(s *settling, own, _ *node) any { return s.resultSum(own, &result{kept: kept{Broken: true}}) },
		"types":  func(s *settling, _, external *node) any { d, _ := s.typesSum(external); return d },
		"source": func(s *settling, own, _ *node) any { d, _ := s.typesSum(own); return d },
		"data":   func(s *settling, own, _ *node) any { return s.typesKey(own) },
		"file":   func(s *settling, own, _ *node) any { return s.exportKey(own) },
	}
	for _, test := range []struct {
		name, matters string // to these
		change        func(s *settling, own, external *node)
	}{
		{"nothing", "", func(*settling, *node, *node) {}},
		{"the program", "result types source data", func(s *settling, _, _ *node) { s.tool[0]++ }},
		{"Go", "result types source", func(s *settling, _, _ *node) { s.goenv.GOVERSION = "go1.26.2" }},
		{"the architecture", "result types source", func(s *settling, _, _ *node) { s.goenv.GOARCH = "386" }},
		{"the configuration", "result", func(s *settling, _, _ *node) { s.opts.ConfigKey = "other" }},
		{"the analyzers", "result", func(s *settling, _, _ *node) { s.all[0].Name = "other" }},
		{"the text", "result broken data", func(_ *settling, own, _ *node) { own.input[0]++ }},
		{"the sum", "data file", func(s *settling, _, _ *node) { s.done[1].sum[0]++ }},
		{"a function of the package", "data", func(s *settling, _, _ *node) { s.done[1].result.Functions[0].Sum[0]++ }},
		{"what is below", "result sum broken types source", func(s *settling, _, _ *node) { s.done[0].sum[0]++ }},
		{"a function that is named", "result broken types source", func(s *settling, _, _ *node) { s.done[0].result.Functions[0].Sum[0]++ }},
		{"a function that is not", "broken types source", func(s *settling, _, _ *node) { s.done[0].result.Functions[1].Sum[0]++ }},
		{"another import", "result sum broken types source", func(_ *settling, own, _ *node) { own.deps[0].meta.ID = "example.com/c" }},
		{"a failed import", "result sum broken types source", func(_ *settling, own, _ *node) { own.meta.Imports["example.com/none"].Errors[0].Msg = "other" }},
		{"the ID", "result sum broken types source", func(_ *settling, own, external *node) { own.meta.ID, external.meta.ID = "b [b.test]", "b [b.test]" }},
		{"the path", "result sum broken", func(_ *settling, own, external *node) { own.meta.PkgPath, external.meta.PkgPath = "c", "c" }},
		{"the name", "result sum broken types source", func(_ *settling, own, external *node) { own.meta.Name, external.meta.Name = "c", "c" }},
		{"the place of an error", "result sum broken types source", func(_ *settling, own, external *node) {
			own.meta.Errors[0].Pos, external.meta.Errors[0].Pos = "c.go:1", "c.go:1"
		}},
		{"an error", "result sum broken types source", func(_ *settling, own, external *node) {
			own.meta.Errors[0].Msg, external.meta.Errors[0].Msg = "so", "so"
		}},
		{"the files", "types", func(_ *settling, _, external *node) { external.meta.GoFiles[0] = "/src/c.go" }},
		{"the module", "result types", func(_ *settling, own, external *node) {
			own.meta.Module.Path, external.meta.Module.Path = "example.org", "example.org"
		}},
		{"the version", "result types", func(_ *settling, own, external *node) {
			own.meta.Module.Version, external.meta.Module.Version = "v2.0.0", "v2.0.0"
		}},
		{"the language", "result types source", func(_ *settling, own, external *node) {
			own.meta.Module.GoVersion, external.meta.Module.GoVersion = "1.20", "1.20"
		}},
		{"a main module", "result", func(_ *settling, own, _ *node) { own.meta.Module.Main = true }},
	} {
		matters := ""
		for _, name := range []string{"result", "sum", "broken", "types", "source", "data", "file"} {
			s, own, external := set()
			before := keys[name](s, own, external)
			s, own, external = set()
			if test.change(s, own, external); keys[name](s, own, external) != before {
				matters += " " + name
			}
		}
		if want := test.matters; want != "" && matters != " "+want || want == "" && matters != "" {
			t.Errorf("%s matters to%s, want %s", test.name, matters, want)
		}
	}
}
