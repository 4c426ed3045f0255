package driver

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/errlint/errlint/internal/finding"
)

// A result is what the analysis of an own package yields, and what is kept of it.
type result struct {
	Objects  map[string]object // what importers can see of the declared objects, by name
	Facts    []storedFact      // sorted
	Findings []finding.Finding
	Hidden   []finding.Hidden

	// Places has the packages from source, by ID, that the findings point into, with the
	// digests of their files. Lines may move there while nothing else changes that
	// the package depends on.
	Places map[string]digest `json:",omitempty"`
}

// places translates between files of this machine and names that mean the same
// on any: the ID of a package, a newline, and the file's name in its directory.
type places struct {
	g    *graph
	once sync.Once
	ids  map[string]string // by directory
}

// dir returns the directory of a package.
func (p *places) dir(id string) (string, bool) {
	pkg := p.g.all[id]
	if pkg == nil || len(pkg.GoFiles) == 0 {
		return "", false
	}
	return filepath.Dir(pkg.GoFiles[0]), true
}

// id returns the package that a file is of.
func (p *places) id(file string) (string, bool) {
	p.once.Do(func() {
		p.ids = make(map[string]string)
		for id := range p.g.all {
			if dir, ok := p.dir(id); ok {
				if old, ok := p.ids[dir]; !ok || len(id) < len(old) || len(id) == len(old) && id < old {
					p.ids[dir] = id
				}
			}
		}
	})
	id, ok := p.ids[filepath.Dir(file)]
	return id, ok
}

func (p *places) name(file string) (string, bool) {
	id, ok := p.id(file)
	return id + "\n" + filepath.Base(file), ok
}

func (p *places) file(name string) (string, bool) {
	id, base, ok := strings.Cut(name, "\n")
	if !ok || base != filepath.Base(base) || base == "." || base == ".." {
		return "", false
	}
	dir, ok := p.dir(id)
	return filepath.Join(dir, base), ok
}

// mapFiles returns a finding with other names of files. It reports false if
// there is a file that f has no name for.
func mapFiles(f finding.Finding, to func(string) (string, bool)) (finding.Finding, bool) {
	ok := true
	at := func(p finding.Position) finding.Position {
		if p.File == "" {
			return p
		}
		file, known := to(p.File)
		ok = ok && known
		p.File = file
		return p
	}
	f.Pos, f.End = at(f.Pos), at(f.End)
	related := f.Related
	f.Related = nil
	for _, r := range related {
		f.Related = append(f.Related, finding.Related{Pos: at(r.Pos), End: at(r.End), Message: r.Message})
	}
	fixes := f.Fixes
	f.Fixes = nil
	for _, fix := range fixes {
		var edits []finding.Edit
		for _, e := range fix.Edits {
			edits = append(edits, finding.Edit{Pos: at(e.Pos), End: at(e.End), New: e.New})
		}
		f.Fixes = append(f.Fixes, finding.Fix{Message: fix.Message, Edits: edits})
	}
	return f, ok
}

// mapFiles is mapFiles for all findings of a result.
func (res result) mapFiles(to func(string) (string, bool)) (result, bool) {
	ok := true
	findings, hidden := res.Findings, res.Hidden
	res.Findings, res.Hidden = nil, nil
	for _, f := range findings {
		g, known := mapFiles(f, to)
		ok = ok && known
		res.Findings = append(res.Findings, g)
	}
	for _, h := range hidden {
		g, known := mapFiles(h.Finding, to)
		ok = ok && known
		res.Hidden = append(res.Hidden, finding.Hidden{Finding: g, By: h.By, Reason: h.Reason})
	}
	return res, ok
}

// encode returns the result of a package as an entry of the cache. It reports false
// if it points to a place that has no name but on this machine.
func (p *places) encode(n *node) ([]byte, bool) {
	res := n.result
	res.Places = make(map[string]digest)
	ok := true
	deps := sync.OnceValue(func() []*node { return dependenciesFirst(n.deps) })
	portable, named := res.mapFiles(func(file string) (string, bool) {
		if !slices.Contains(n.meta.GoFiles, file) {
			// It may be in several variants of a package, of which n depends on one.
			for _, dep := range deps() {
				if dep.kind != external && slices.Contains(dep.meta.GoFiles, file) {
					res.Places[dep.meta.ID] = dep.input
					ok = ok && !dep.noInput
				}
			}
		}
		return p.name(file)
	})
	if !named || !ok {
		return nil, false
	}
	portable.Places = res.Places
	text, err := json.Marshal(portable)
	// What is not UTF-8 would come back as something else.
	return text, err == nil && !bytes.Contains(text, []byte(`\ufffd`))
}

// decode reads an entry of the cache. It reports false if the entry is of no use.
func (p *places) decode(text []byte) (result, bool) {
	var portable result
	if err := json.Unmarshal(text, &portable); err != nil {
		return result{}, false
	}
	for id, sum := range portable.Places {
		if n := p.g.byID[id]; n == nil || n.input != sum {
			return result{}, false
		}
	}
	return portable.mapFiles(p.file)
}
