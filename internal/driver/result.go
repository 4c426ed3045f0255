package driver

import (
	"cmp"
	"fmt"
	"go/version"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/pack"
	"golang.org/x/tools/go/packages"
)

// result puts the outcomes of all packages together.
func (p *plan) result(done outcomes) *Result {
	res := new(Result)
	problems := slices.Clone(p.problems)
	bad := make(map[string]bool)
	withoutC := make(map[string]int)
	for _, n := range p.nodes {
		if n.kind == own {
			problems = append(problems, p.listed(n.meta)...)
		}
		if o := done[n.index]; o != nil {
			problems = append(problems, o.result.Problems...)
			bad[n.meta.PkgPath] = bad[n.meta.PkgPath] || o.result.Broken || o.failed
		}
	}
	for _, n := range p.nodes {
		if !n.target {
			continue
		}
		o := done[n.index]
		res.Findings = append(res.Findings, o.result.Findings...)
		res.Hidden = append(res.Hidden, o.result.Hidden...)
		withoutC[n.meta.PkgPath] = max(withoutC[n.meta.PkgPath], o.result.WithoutC)
		if !bad[n.meta.PkgPath] {
			res.Checked = append(res.Checked, n.meta.PkgPath)
		}
	}
	res.Findings = finding.Sort(res.Findings)
	res.Hidden = finding.SortHidden(res.Hidden)
	slices.Sort(res.Checked)
	res.Checked = slices.Compact(res.Checked)
	for _, n := range withoutC {
		res.WithoutC += n
	}
	res.Packages = len(withoutC)
	if len(problems) > 0 {
		problems = append(problems, p.explainVersions()...)
	}
	res.Problems = sortProblems(problems)
	return res
}

// explainVersions returns a problem for each module, and for the go command, if it is newer than this program,
// for that may be the cause of the other problems.
func (p *plan) explainVersions() (problems []finding.Problem) {
	newest := newestVersion()
	said := make(map[string]bool)
	for _, n := range p.nodes {
		m := n.meta.Module
		if m == nil || said[m.Path] {
			continue
		}
		said[m.Path] = true
		if _, ok := languageVersion(m.GoVersion); !ok {
			problems = append(problems, finding.Problem{
				Pos:     finding.Position{File: m.GoMod, Line: 1, Column: 1},
				Package: m.Path,
				Message: fmt.Sprintf("module needs go%s, but errlint was built with %s: rebuild it with a newer Go", m.GoVersion, newest),
			})
		}
	}
	if v := p.goenv.GOVERSION; version.IsValid(v) && version.Compare(version.Lang(v), newest) > 0 {
		problems = append(problems, finding.Problem{
			Message: fmt.Sprintf("the go command is %s, but errlint was built with %s: rebuild it with a newer Go", v, newest),
		})
	}
	return problems
}

// listed returns the go command's errors about a package. Import cycles
// are left to the type checker, which reports the positions of the imports.
func (p *plan) listed(pkg *packages.Package) (problems []finding.Problem) {
	for _, e := range pkg.Errors {
		if strings.HasPrefix(e.Msg, "import cycle not allowed:") {
			continue
		}
		msg := oneLine(e.Msg)
		if strings.HasSuffix(pkg.PkgPath, ".go") && len(pkg.GoFiles) == 0 {
			msg = "no such file" // the go command has taken it for an import path
		}
		problems = append(problems, finding.Problem{
			Pos:     p.files.parsePosition(p.dir, e.Pos),
			Package: pkg.PkgPath,
			Message: msg,
		})
	}
	return problems
}

// A result is the result of the analysis of an own package.
type result struct {
	kept
	unpacked func() []storedFact // the facts in Facts; set by setFacts
}

// kept is the form of a result in the cache. Most runs do not need the facts, so these are unpacked on demand.
type kept struct {
	// What importers see of the package; see [apiSum].
	API       digest
	Functions []functionSum

	// Broken packages are not analysed: they do not type-check, or use a declaration that does not.
	Broken bool

	// Shaky packages may hold invalid types although they have no errors,
	// for a package that they depend on has some.
	Shaky bool

	// FakeC packages have been type-checked without the declarations of C, or depend on such packages.
	FakeC bool

	WithoutC int // the number of functions and variables that were not analysed because they depend on C

	Findings []finding.Finding
	Hidden   []finding.Hidden
	Problems []finding.Problem // of the package, and of external dependencies

	// Places has the packages from source, by ID, that the findings point into, with the
	// digests of their files. Lines may move there without a change of anything else that
	// the package depends on.
	Places map[string]digest

	Facts string // packed and sorted; empty if there are none
}

// setFacts sets the packed facts of the package.
func (r *result) setFacts(text string) {
	r.Facts = text
	r.unpacked = sync.OnceValue(func() (list []storedFact) {
		if !pack.Unpack(text, &list) {
			return nil
		}
		return list
	})
}

// facts returns the facts of the package.
func (r *result) facts() []storedFact {
	if r.Facts == "" {
		return nil
	}
	return r.unpacked()
}

// places translates between files of this machine and names that are valid
// on any: the ID of a package, a newline, and the base name.
type places struct {
	dirs map[string]string // by the ID of the package
	ids  map[string]string // of the package of the files in a directory, by directory
}

func newPlaces(all map[string]*packages.Package) *places {
	p := &places{make(map[string]string), make(map[string]string)}
	for id, pkg := range all {
		if len(pkg.GoFiles) == 0 {
			continue
		}
		dir := filepath.Dir(pkg.GoFiles[0])
		p.dirs[id] = dir
		if old, ok := p.ids[dir]; !ok || cmp.Or(cmp.Compare(len(id), len(old)), cmp.Compare(id, old)) < 0 {
			p.ids[dir] = id
		}
	}
	return p
}

func (p *places) name(file string) (string, bool) {
	id, ok := p.ids[filepath.Dir(file)]
	return id + "\n" + filepath.Base(file), ok
}

func (p *places) file(name string) (string, bool) {
	id, base, ok := strings.Cut(name, "\n")
	if !ok || base != filepath.Base(base) || base == "." || base == ".." {
		return "", false
	}
	dir, ok := p.dirs[id]
	return filepath.Join(dir, base), ok
}

// eachPosition calls f for each position in findings and problems.
func eachPosition(findings []finding.Finding, hidden []finding.Hidden, problems []finding.Problem, f func(*finding.Position)) {
	of := func(x *finding.Finding) {
		f(&x.Pos)
		f(&x.End)
		for i := range x.Related {
			f(&x.Related[i].Pos)
			f(&x.Related[i].End)
		}
		for _, fix := range x.Fixes {
			for i := range fix.Edits {
				f(&fix.Edits[i].Pos)
				f(&fix.Edits[i].End)
			}
		}
	}
	for i := range findings {
		of(&findings[i])
	}
	for i := range hidden {
		of(&hidden[i].Finding)
	}
	for i := range problems {
		f(&problems[i].Pos)
	}
}

// encode encodes the result of a package for the cache. It reports false
// if the result points to a file that has no portable name.
func (p *plan) encode(n *node, res result) ([]byte, bool) {
	var e kept
	ok := pack.Unpack(pack.Pack(res.kept), &e) // a deep copy
	e.Places = make(map[string]digest)
	deps := sync.OnceValue(func() []*node { return dependenciesFirst(n.deps) })
	name := noting(p.places.name, &ok)
	eachPosition(e.Findings, e.Hidden, e.Problems, func(pos *finding.Position) {
		if pos.File != "" && !slices.Contains(n.meta.GoFiles, pos.File) {
			// Several variants of a package may have the file; n depends on one of them.
			for _, dep := range deps() {
				if dep.kind != external && slices.Contains(dep.meta.GoFiles, pos.File) {
					e.Places[dep.meta.ID] = dep.input
					ok = ok && !dep.noInput
				}
			}
		}
		pos.File = name(pos.File)
	})
	return pack.Pack(e), ok
}

// decode decodes a result. It reports false if the result is unusable.
func (p *plan) decode(text []byte) (result, bool) {
	var res result
	ok := pack.Unpack(text, &res.kept)
	for id, sum := range res.Places {
		n := p.byID[id]
		ok = ok && n != nil && n.input == sum
	}
	file := noting(p.places.file, &ok)
	eachPosition(res.Findings, res.Hidden, res.Problems, func(pos *finding.Position) { pos.File = file(pos.File) })
	res.setFacts(res.Facts)
	return res, ok
}
