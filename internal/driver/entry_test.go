package driver

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/pack"
)

// fuzzPlan is one of two packages, of which the second imports the first.
func fuzzPlan() (*plan, *node, *node) {
	g := &plan{pkgs: make(map[string]*packages.Package), byID: make(map[string]*node)}
	var nodes []*node
	for _, name := range []string{"a", "b"} {
		dir := filepath.Join(string(filepath.Separator), "src", name)
		meta := &packages.Package{ID: "example.com/" + name, PkgPath: "example.com/" + name, GoFiles: []string{filepath.Join(dir, name+".go"), filepath.Join(dir, "more.go")}}
		n := &node{meta: meta, kind: own, input: digest{name[0]}, deps: nodes}
		g.pkgs[meta.ID], g.byID[meta.ID] = meta, n
		nodes = append(nodes, n)
	}
	g.places = newPlaces(g.pkgs)
	return g, nodes[0], nodes[1]
}

func fuzzResult(a, b *node) result {
	at := func(n *node, i, line int) finding.Position {
		return finding.Position{File: n.meta.GoFiles[i], Line: line, Column: 2, Offset: 10 * line}
	}
	f := finding.Finding{
		Rule: "r", Category: "c", URL: "u", Message: "m", Package: "example.com/b",
		Pos: at(b, 0, 1), End: at(b, 0, 2), Decl: "D", Code: "0123",
		Related: []finding.Related{{Pos: at(a, 0, 3), End: at(a, 0, 3), Message: "there"}, {Pos: at(b, 1, 4), End: at(b, 1, 5)}},
		Fixes:   []finding.Fix{{Message: "Fix", Edits: []finding.Edit{{Pos: at(b, 0, 1), End: at(b, 0, 2), New: "new"}}}},
	}
	long := f
	long.Message = strings.Repeat("\"\n<\xff", 4096)
	return result{kept: kept{
		API:       digest{1, 2, 3},
		Functions: []functionSum{{"F", digest{4}}, {"Größe", digest{5}}},
		Shaky:     true,
		Findings:  []finding.Finding{f, long, f},
		Hidden:    []finding.Hidden{{Finding: f, By: finding.ByDirective, Reason: "so"}},
		Problems:  []finding.Problem{{Pos: at(b, 1, 5), Package: "example.com/b", Message: "p"}, {Message: "q"}},
		Facts:     string(pack.Pack([]storedFact{{"", "p.T", `{"Own":true}`}, {"F", "p.T", "[1]"}})),
	}}
}

// TestEntry checks that a result survives, that it follows its files elsewhere, and that it
// is used only while the files that it points to are as they were.
func TestEntry(t *testing.T) {
	t.Parallel()
	p, a, b := fuzzPlan()
	res := fuzzResult(a, b)
	text, ok := p.encode(b, res)
	if !ok {
		t.Fatal("the result cannot be kept")
	}
	got, ok := p.decode(text)
	if !ok {
		t.Fatal("the entry cannot be used")
	}
	if diff := cmp.Diff(map[string]digest{"example.com/a": a.input}, got.Places); diff != "" {
		t.Errorf("places differ (-want +got):\n%s", diff)
	}
	got.Places = nil
	if diff := cmp.Diff(res.kept, got.kept); diff != "" {
		t.Errorf("result differs (-want +got):\n%s", diff)
	}
	if n := len(got.facts()); n != 2 {
		t.Errorf("%d facts", n)
	}
	bare, ok := p.encode(b, result{kept: kept{API: digest{4}, Broken: true}})
	if got, sound := p.decode(bare); !ok || !sound || len(bare) > len(digest{})+12 || got.API != (digest{4}) || !got.Broken || got.Shaky {
		t.Errorf("a result with nothing in it: %q is read as %+v", bare, got)
	}

	a.input[0]++
	if _, ok := p.decode(text); ok {
		t.Error("a result is used although the files have changed that it points to")
	}
	a.input[0]--
	a.noInput = true
	if _, ok := p.encode(b, res); ok {
		t.Error("a result is kept although it points to files that cannot be read")
	}
	a.noInput = false
	res.Findings[0].Related[0].Pos.File = filepath.Join(string(filepath.Separator), "elsewhere", "not of any package.go")
	if text, ok := p.encode(b, res); ok {
		t.Errorf("a result that points to a file of no package is kept: %q", text)
	}
}

// FuzzEntry checks that any text is an entry of sound files, or none.
func FuzzEntry(f *testing.F) {
	p, a, b := fuzzPlan()
	text, _ := p.encode(b, fuzzResult(a, b))
	f.Add(text)
	f.Add([]byte("{}"))
	in := func(file string) finding.Position { return finding.Position{File: "example.com/a\n" + file} }
	for _, e := range []kept{
		{},
		{Findings: []finding.Finding{{Pos: in("../../etc/passwd")}}},
		{Findings: []finding.Finding{{Pos: in("..")}}},
		{Places: map[string]digest{"nobody": {}}, Problems: []finding.Problem{{Pos: in("/")}}},
	} {
		f.Add(pack.Pack(e))
	}
	f.Add(binary.AppendUvarint(make([]byte, len(digest{})), 1<<62)) // so many functions
	f.Add(append(bytes.Repeat([]byte{0xff}, len(digest{})), "[]"...))
	f.Fuzz(func(t *testing.T, text []byte) {
		res, ok := p.decode(text)
		if !ok {
			return
		}
		eachPosition(res.Findings, res.Hidden, res.Problems, func(pos *finding.Position) {
			dir := filepath.Dir(pos.File)
			if pos.File != "" && dir != filepath.Dir(a.meta.GoFiles[0]) && dir != filepath.Dir(b.meta.GoFiles[0]) {
				t.Errorf("a file %q of no package", pos.File)
			}
			if _, named := p.places.name(pos.File); pos.File != "" && !named {
				t.Error("a file has a name in the cache and then none")
			}
		})
		if text, ok := p.encode(b, res); ok {
			if _, ok := p.decode(text); !ok {
				t.Errorf("what was written cannot be read: %s", text)
			}
		}
	})
}
