package driver

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"go/version"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/errlint/errlint/internal/finding"
	"golang.org/x/tools/go/packages"
)

// result puts together what there is of all packages.
func (p *plan) result(w *world, done outcomes) *Result {
	res := new(Result)
	problems := slices.Clone(p.problems)
	bad := make(map[string]bool)
	withoutC := make(map[string]int)
	files := make(map[string]bool)
	for _, n := range p.nodes {
		if n.kind == own {
			problems = append(problems, p.listed(n.meta)...)
		}
		if state := w.external[n.index]; state != nil {
			problems = append(problems, state.Problems...)
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
		for _, name := range n.meta.GoFiles {
			if !files[name] {
				files[name] = true
				res.Lines += p.files.get(name).lines
			}
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

// explainVersions returns a problem for each thing that is newer than this program,
// for that may be what the other problems come from.
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

// listed returns what the go command says is wrong with a package. Import cycles
// are left to the type checker, which gives the places of the imports.
func (p *plan) listed(pkg *packages.Package) (problems []finding.Problem) {
	for _, e := range pkg.Errors {
		if strings.HasPrefix(e.Msg, "import cycle not allowed:") {
			continue
		}
		msg := oneLine(e.Msg)
		if strings.HasSuffix(pkg.PkgPath, ".go") && len(pkg.GoFiles) == 0 {
			msg = "no such file" // taken for an import path, for it is no file
		}
		problems = append(problems, finding.Problem{
			Pos:     p.files.parsePosition(p.dir, e.Pos),
			Package: pkg.PkgPath,
			Message: msg,
		})
	}
	return problems
}

// A result is what the analysis of an own package yields, and what is kept of it.
type result struct {
	// What importers can see of it; see [apiSum].
	API       digest        `json:"-"`
	Functions []functionSum `json:"-"`
	Facts     *factList     `json:"-"`

	// Broken packages are not analysed: they do not type-check, or use what does not.
	Broken bool `json:"-"`

	// Shaky packages may hold invalid types although they have no errors,
	// for a package that they depend on has some.
	Shaky bool `json:"-"`

	// FakeC packages have been type-checked without what C declares, or depend on such. Of functions and variables
	// that C has a part in, so many have not been looked at.
	FakeC    bool `json:"-"`
	WithoutC int  `json:",omitempty"`

	Findings []finding.Finding `json:",omitempty"`
	Hidden   []finding.Hidden  `json:",omitempty"`
	Problems []finding.Problem `json:",omitempty"` // with the package, and with external ones that it depends on

	// Places has the packages from source, by ID, that the findings point into, with the
	// digests of their files. Lines may move there while nothing else changes that
	// the package depends on.
	Places map[string]digest `json:",omitempty"`
}

// A factList is the facts of a package, sorted. Those from the cache are decoded when somebody asks for one. A nil list is empty.
type factList struct {
	text []byte // JSON
	all  func() []storedFact
}

func newFactList(text []byte) *factList {
	return &factList{text, sync.OnceValue(func() []storedFact {
		var list []storedFact
		if len(text) == 0 || json.Unmarshal(text, &list) != nil {
			return nil
		}
		return list
	})}
}

// list returns the facts.
func (l *factList) list() []storedFact {
	if l == nil {
		return nil
	}
	return l.all()
}

// bytes returns the facts as JSON; of none, nothing.
func (l *factList) bytes() []byte {
	if l == nil {
		return nil
	}
	return l.text
}

// places translates between files of this machine and names that mean the same
// on any: the ID of a package, a newline, and the file's name in its directory.
type places struct {
	all map[string]*packages.Package // by ID
	ids func() map[string]string     // by directory: the package that files there are of
}

func newPlaces(all map[string]*packages.Package) *places {
	p := &places{all: all}
	p.ids = sync.OnceValue(func() map[string]string {
		ids := make(map[string]string)
		for id := range all {
			if dir, ok := p.dir(id); ok {
				if old, ok := ids[dir]; !ok || len(id) < len(old) || len(id) == len(old) && id < old {
					ids[dir] = id
				}
			}
		}
		return ids
	})
	return p
}

// dir returns the directory of a package.
func (p *places) dir(id string) (string, bool) {
	pkg := p.all[id]
	if pkg == nil || len(pkg.GoFiles) == 0 {
		return "", false
	}
	return filepath.Dir(pkg.GoFiles[0]), true
}

func (p *places) name(file string) (string, bool) {
	id, ok := p.ids()[filepath.Dir(file)]
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

// mapPosition returns a position with another name of the file, if it is in one. It reports false if f has no name for it.
func mapPosition(p finding.Position, f func(string) (string, bool)) (finding.Position, bool) {
	if p.File == "" {
		return p, true
	}
	file, ok := f(p.File)
	p.File = file
	return p, ok
}

// mapFinding returns a finding with other names of files. It reports false if
// there is a file that to has no name for.
func mapFinding(f finding.Finding, to func(string) (string, bool)) (finding.Finding, bool) {
	ok := true
	at := func(p finding.Position) finding.Position {
		p, known := mapPosition(p, to)
		ok = ok && known
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

// mapFiles is mapFinding for all findings and problems of a result.
func (res result) mapFiles(to func(string) (string, bool)) (result, bool) {
	ok := true
	findings, hidden, problems := res.Findings, res.Hidden, res.Problems
	res.Findings, res.Hidden, res.Problems = nil, nil, nil
	for _, f := range findings {
		g, known := mapFinding(f, to)
		ok = ok && known
		res.Findings = append(res.Findings, g)
	}
	for _, h := range hidden {
		g, known := mapFinding(h.Finding, to)
		ok = ok && known
		res.Hidden = append(res.Hidden, finding.Hidden{Finding: g, By: h.By, Reason: h.Reason})
	}
	for _, p := range problems {
		pos, known := mapPosition(p.Pos, to)
		ok = ok && known
		res.Problems = append(res.Problems, finding.Problem{Pos: pos, Package: p.Package, Message: p.Message})
	}
	return res, ok
}

// encode returns the result of a package as an entry of the cache. It reports false
// if it points to a place that has no name but on this machine.
func (p *plan) encode(n *node, res result) ([]byte, bool) {
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
		return p.places.name(file)
	})
	if !named || !ok {
		return nil, false
	}
	portable.Places = res.Places
	return portable.encode()
}

// An entry begins with what every run looks at: flags, the sum of the API, the number of functions and the bytes of the facts. The functions and the facts follow, the
// messages of findings that are long, as they are, and then the rest, if there is any; facts and rest are JSON.
const (
	flagBroken = 1 << iota
	flagShaky
	flagFakeC
	flagLong // there are long messages

	longMessage = 4 << 10 // bytes, from which on quoting it costs

	headLen = 1 + len(digest{}) + 4 + 4
)

func (res result) encode() ([]byte, bool) {
	var flags byte
	if res.Broken {
		flags |= flagBroken
	}
	if res.Shaky {
		flags |= flagShaky
	}
	if res.FakeC {
		flags |= flagFakeC
	}
	text := append([]byte{flags}, res.API[:]...)
	facts := res.Facts.bytes()
	text = binary.BigEndian.AppendUint32(text, uint32(len(res.Functions)))
	text = binary.BigEndian.AppendUint32(text, uint32(len(facts)))
	for _, f := range res.Functions {
		text = binary.BigEndian.AppendUint32(text, uint32(len(f.Name)))
		text = append(text, f.Name...)
		text = append(text, f.Sum[:]...)
	}
	text = append(text, facts...)
	if len(res.Findings)+len(res.Hidden)+len(res.Problems)+res.WithoutC == 0 {
		return text, true
	}
	if slices.ContainsFunc(res.Findings, func(f finding.Finding) bool { return len(f.Message) >= longMessage }) {
		text[0] |= flagLong
		res.Findings = slices.Clone(res.Findings)
		for i := range res.Findings {
			f := &res.Findings[i]
			if len(f.Message) < longMessage {
				text = binary.BigEndian.AppendUint32(text, 0)
				continue
			}
			text = binary.BigEndian.AppendUint32(text, uint32(len(f.Message)))
			text = append(text, f.Message...)
			f.Message = ""
		}
		text = binary.BigEndian.AppendUint32(text, math.MaxUint32) // no message follows
	}
	rest, err := json.Marshal(res)
	// What is not UTF-8 would come back as something else.
	return append(text, rest...), err == nil && !bytes.Contains(rest, []byte(`\ufffd`))
}

func decodeResult(text []byte) (res result, ok bool) {
	if len(text) < headLen {
		return result{}, false
	}
	flags, head, text := text[0], text[1:headLen], text[headLen:]
	var functions []functionSum
	for range binary.BigEndian.Uint32(head[len(res.API):]) {
		if len(text) < 4 {
			return result{}, false
		}
		size := uint64(binary.BigEndian.Uint32(text))
		if text = text[4:]; size+uint64(len(digest{})) > uint64(len(text)) {
			return result{}, false
		}
		functions = append(functions, functionSum{string(text[:size]), digest(text[size:][:len(digest{})])})
		text = text[size:][len(digest{}):]
	}
	size := binary.BigEndian.Uint32(head[len(res.API)+4:])
	if uint64(size) > uint64(len(text)) {
		return result{}, false
	}
	rest := text[size:]
	var long []string
	for more := flags&flagLong != 0; more; {
		if len(rest) < 4 {
			return result{}, false
		}
		n := binary.BigEndian.Uint32(rest)
		rest = rest[4:]
		if more = n != math.MaxUint32; !more {
			break
		}
		if uint64(n) > uint64(len(rest)) {
			return result{}, false
		}
		long = append(long, string(rest[:n]))
		rest = rest[n:]
	}
	if len(rest) > 0 && json.Unmarshal(rest, &res) != nil || len(long) > len(res.Findings) {
		return result{}, false
	}
	for i, message := range long {
		if message != "" {
			res.Findings[i].Message = message
		}
	}
	res.Functions = functions
	res.API = digest(head[:len(res.API)])
	res.Broken, res.Shaky, res.FakeC = flags&flagBroken != 0, flags&flagShaky != 0, flags&flagFakeC != 0
	if size > 0 {
		res.Facts = newFactList(text[:size])
	}
	return res, true
}

// decode reads an entry of the cache. It reports false if the entry is of no use.
func (p *plan) decode(text []byte) (result, bool) {
	portable, ok := decodeResult(text)
	if !ok {
		return result{}, false
	}
	for id, sum := range portable.Places {
		if n := p.byID[id]; n == nil || n.input != sum {
			return result{}, false
		}
	}
	return portable.mapFiles(p.places.file)
}
