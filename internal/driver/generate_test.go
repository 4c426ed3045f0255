package driver

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A gen is a module that can be edited: not text, but what the text is made of. So an edit of
// one declaration can carry its users along, or leave them behind.
type gen struct {
	Pkgs      []*genPkg
	GoVersion string
	Ext       [8]int // what the module that a directory replaces is like
	Version   int    // of the module that comes from a proxy
	Stray     int    // an index of genStray
	Mode      int    // how the other modules are found: one of the gen modes
	Vendored  [8]int // what the vendored copy of Ext is like
	NextID    int
}

const (
	genModule = "example.com/m"
	genExt    = "example.com/ext"
	genVer    = "example.com/ver"
	genSDK    = "github.com/modelcontextprotocol/go-sdk"

	// genHeader ends what the go command looks at in a file.
	genHeader = "// End of the imports.\n"
)

// The ways to find the other modules.
const (
	genReplaced  = iota // by the directives of go.mod
	genVendored         // in a directory of copies, which can be edited
	genWorkspace        // by a go.work, which makes the one in a directory a main module, too
	genModes
)

// goflags returns what GOFLAGS has to say of how modules are found.
func (g *gen) goflags() string { return []string{"-mod=mod", "-mod=vendor", ""}[g.Mode] }

type genPkg struct {
	Name    string
	Files   []*genFile
	Items   []*genItem
	Adapter bool   // it is marked as one
	Doc     int    // of the package clause
	Broken  int    // an index of genFaults
	Cycle   string // a package above that it imports
}

type genFile struct {
	ID     int
	Name   string
	Tag    string // an index of genTags
	Blank  string // a package that it imports for no reason
	Dot    string // one that it imports with a dot, if there is something of it to use
	Pad    int    // lines between imports and declarations
	Suffix string // behind everything
}

// The kinds of files, and what makes them so.
var genTags = map[string]struct{ suffix, constraint string }{
	"":         {"", ""},
	"special":  {"", "//go:build special\n\n"},
	"ordinary": {"", "//go:build !special\n\n"},
	"windows":  {"_windows", ""},
	"test":     {"_test", ""},
	"xtest":    {"_test", ""},
}

// The faults of a package: the first is none.
var genFaults = []string{
	"",
	"func broken( {\n",
	"var broken int = \"text\"\n",
	"var _ = undeclared\n",
	"type Broken struct { undeclared.T }\nfunc (Broken) F() error { return nil }\n",
	"func unused() { x := 1 }\n",
	"//line elsewhere.go:7\nvar wrong string = 3\n",
}

// genStray are files that are not in one of the packages: first none, then some that are in a package of their own, and
// some that no pattern leads to.
var genStray = []map[string]string{
	nil,
	{"stray/stray.go": genStrayText},
	{"p0/deep/er/stray.go": genStrayText},
	{"stray/stray_test.go": genStrayText},
	{"stray/stray_windows.go": genStrayText},
	{"stray/notes.txt": genStrayText, "p0/_stray.go": genStrayText},
	{"_stray/stray.go": genStrayText},
	{"testdata/stray/stray.go": genStrayText},
	{"stray/stray.go": "package stray\n\nimport _ \"" + genModule + "/testdata/stray\"\n", "testdata/stray/stray.go": genStrayText},
	{"stray/go.mod": "module example.com/stray\n", "stray/stray.go": genStrayText},
	{"stray/stray.go": genStrayText, "stray/other.go": "package other\n"},
	{"p0/appeared.go": "package p0\n\nfunc Appeared() error { return nil }\n"},
	{"p1/appeared.go": "package elsewhere\n"},
	{"p1/appeared.go": "package p1\n\nimport _ \"" + genModule + "/stray\"\n", "stray/stray.go": genStrayText},
	{"p1/appeared.go": "package p1\n\nimport _ \"example.com/nowhere\"\n"},
	{"p0/appeared.s": "TEXT \u00b7appeared(SB), $0\n\tRET\n"},
}

const genStrayText = "package stray\n\nimport \"fmt\"\n\nfunc Stray(err error) error { return fmt.Errorf(\"stray: %v\", err) }\n"

// A genItem is a declaration, or several that belong together.
type genItem struct {
	ID   int
	Kind string
	Name string // without the kind: "7"
	File int
	Pad  int
	Doc  int
	V    [6]int // what it is like
	Text int    // a number that occurs in texts of it

	P1, P2 genRef // what may fail
	S1, S2 genRef // sentinels
	T      genRef // an error type
	C      genRef // a string constant
	I      genRef // an interface
	D      genRef // a decorator
	M      genRef // what makes a map of an error
}

// A genRef refers to an item of the module, or to something external.
type genRef struct {
	Pkg string // "ext", "ver" and "" stand for the other modules and for nothing
	ID  int
}

var genKinds = []string{"sent", "type", "func", "func", "func", "func", "iface", "gen", "const", "outer", "decor", "decor", "tool", "tool", "pred", "alias", "table", "add", "hidden", "dict", "spare", "spare"}

// Which kinds there are of what an item refers to.
var genClasses = map[string][]string{
	"P": {"func", "gen", "outer", "hidden"},
	"S": {"sent"},
	"T": {"type", "alias"},
	"C": {"const"},
	"I": {"iface"},
	"D": {"decor"},
	"M": {"dict"},
}

// genRefs are the references of an item; each begins with its class.
var genRefs = []string{"P1", "P2", "S1", "S2", "T", "C", "I", "D", "M"}

func (it *genItem) refs() map[string]*genRef {
	return map[string]*genRef{"P1": &it.P1, "P2": &it.P2, "S1": &it.S1, "S2": &it.S2, "T": &it.T, "C": &it.C, "I": &it.I, "D": &it.D, "M": &it.M}
}

func newGen(rng *rand.Rand, pkgs, items int) *gen {
	g := &gen{GoVersion: "1.26"}
	for i := range pkgs {
		p := &genPkg{Name: fmt.Sprintf("p%d", i), Adapter: rng.IntN(4) == 0}
		g.Pkgs = append(g.Pkgs, p)
		g.addFile(rng, p, "")
		g.addFile(rng, p, "")
		for _, tag := range []string{"test", "xtest", "special", "ordinary", "windows"} {
			if rng.IntN(3) == 0 {
				g.addFile(rng, p, tag)
			}
		}
		for range items {
			g.addItem(rng, p)
		}
	}
	return g
}

func (g *gen) clone() *gen {
	text, err := json.Marshal(g)
	out := new(gen)
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		return nil // there is nothing in it that this could fail on
	}
	return out
}

func (g *gen) id() int { g.NextID++; return g.NextID }

func (g *gen) addFile(rng *rand.Rand, p *genPkg, tag string) *genFile {
	f := &genFile{ID: g.id(), Tag: tag}
	f.Name = fmt.Sprintf("%c%d", 'a'+rune(rng.IntN(26)), f.ID)
	p.Files = append(p.Files, f)
	return f
}

func (g *gen) addItem(rng *rand.Rand, p *genPkg) *genItem {
	it := &genItem{ID: g.id(), Kind: pick(rng, genKinds), Doc: rng.IntN(12), Text: rng.IntN(1000)}
	it.Name = fmt.Sprint(it.ID)
	for i := range it.V {
		it.V[i] = rng.IntN(840)
	}
	it.File = g.fileFor(rng, p, it).ID
	p.Items = append(p.Items, it)
	g.refer(rng, p, it)
	return it
}

// fileFor returns a file that an item can be in: functions are nowhere missed.
func (g *gen) fileFor(rng *rand.Rand, p *genPkg, it *genItem) *genFile {
	var files []*genFile
	for _, f := range p.Files {
		if f.Tag == "" || (it.Kind == "func" || it.Kind == "sent") && rng.IntN(2) == 0 {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return p.Files[0]
	}
	return pick(rng, files)
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// refer chooses what an item refers to.
func (g *gen) refer(rng *rand.Rand, p *genPkg, it *genItem) {
	for _, name := range genRefs {
		*it.refs()[name] = g.choose(rng, p, it, name[:1])
	}
}

// choose returns something of a class that an item may refer to.
func (g *gen) choose(rng *rand.Rand, p *genPkg, it *genItem, class string) genRef {
	var refs []genRef
	for _, q := range g.Pkgs {
		for _, other := range q.Items {
			if slices.Contains(genClasses[class], other.Kind) && g.sees(p, it, q, other) {
				refs = append(refs, genRef{q.Name, other.ID})
			}
		}
		if q == p {
			break
		}
	}
	if !strings.Contains("IDM", class) {
		refs = append(refs, genRef{"ext", rng.IntN(3)})
		if class != "T" {
			refs = append(refs, genRef{"ver", 0})
		}
	}
	if len(refs) == 0 {
		return genRef{}
	}
	return pick(rng, refs)
}

// sees reports whether an item can use another one.
func (g *gen) sees(p *genPkg, it *genItem, q *genPkg, other *genItem) bool {
	from, to := p.file(it.File), q.file(other.File)
	if from == nil || to == nil || it.ID == other.ID {
		return false
	}
	if p != q {
		return to.Tag == "" && g.index(q.Name) < g.index(p.Name)
	}
	// Variables must not depend on each other in a circle.
	if other.ID > it.ID && it.Kind != "func" {
		return false
	}
	return to.Tag == "" || to.Tag == from.Tag || to.Tag == "test" && from.Tag == "xtest"
}

func (g *gen) index(name string) int {
	return slices.IndexFunc(g.Pkgs, func(p *genPkg) bool { return p.Name == name })
}

func (p *genPkg) file(id int) *genFile {
	for _, f := range p.Files {
		if f.ID == id {
			return f
		}
	}
	return nil
}

func (g *gen) item(r genRef) (*genPkg, *genItem) {
	if i := g.index(r.Pkg); i >= 0 {
		for _, it := range g.Pkgs[i].Items {
			if it.ID == r.ID {
				return g.Pkgs[i], it
			}
		}
	}
	return nil, nil
}

// faulty reports whether a package has a fault that was put into it.
func (g *gen) faulty() bool {
	return slices.ContainsFunc(g.Pkgs, func(p *genPkg) bool { return p.Broken%len(genFaults) != 0 || p.Cycle != "" })
}

// repair removes those faults.
func (g *gen) repair() {
	for _, p := range g.Pkgs {
		p.Broken, p.Cycle = 0, ""
	}
}

// mend replaces references to what is not there (any longer).
func (g *gen) mend(rng *rand.Rand) {
	for _, p := range g.Pkgs {
		for _, it := range p.Items {
			if p.file(it.File) == nil {
				it.File = g.fileFor(rng, p, it).ID
			}
		}
	}
	for _, p := range g.Pkgs {
		for _, it := range p.Items {
			refs := it.refs()
			for _, name := range genRefs {
				r := refs[name]
				if r.Pkg == "ext" || r.Pkg == "ver" {
					continue
				}
				q, other := g.item(*r)
				if other == nil || !slices.Contains(genClasses[name[:1]], other.Kind) || !g.sees(p, it, q, other) {
					*r = g.choose(rng, p, it, name[:1])
				}
			}
		}
	}
}

// render returns the files of the module, by name relative to a directory that
// also has the external module.
func (g *gen) render() map[string]string {
	files := make(map[string]string)
	files["m/go.mod"] = fmt.Sprintf("module %s\n\ngo %s\n\nrequire (\n\t%s v0.0.0\n\t%s v1.%d.0\n\t%s v0.0.0\n)\n\nreplace (\n\t%s => ../ext\n\t%s => ../sdk\n)\n",
		genModule, g.GoVersion, genExt, genVer, g.Version, genSDK, genExt, genSDK)
	for _, p := range g.Pkgs {
		for i, f := range p.Files {
			r := &genRenderer{g: g, p: p, f: f, imports: make(map[string]bool)}
			files["m/"+p.Name+"/"+f.Name+genTags[f.Tag].suffix+".go"] = r.file(i == 0)
		}
	}
	for name, text := range genStray[g.Stray%len(genStray)] {
		files["m/"+name] = text
	}
	renderExt(files, "ext", g.Ext)
	if dir, err := downloads(); err == nil {
		if sum, err := os.ReadFile(filepath.Join(dir, "go.sum")); err == nil {
			files["m/go.sum"] = string(sum)
		}
	}
	switch g.Mode {
	case genVendored:
		g.renderVendored(files)
	case genWorkspace:
		files["go.work"] = "go 1.26\n\nuse (\n\t./ext\n\t./m\n)\n"
	}
	return files
}

// renderVendored writes the directory of copies.
func (g *gen) renderVendored(files map[string]string) {
	copies := make(map[string]string)
	renderExt(copies, "ext", g.Vendored)
	for name, text := range copies {
		if strings.HasSuffix(name, ".go") {
			files["m/vendor/"+genExt+strings.TrimPrefix(name, "ext")] = text
		}
	}
	files["m/vendor/"+genVer+"/ver.go"] = genVersion(g.Version)
	if sdk, err := genSDKText(); err == nil {
		files["m/vendor/"+genSDK+"/mcp/mcp.go"] = sdk
	}
	files["m/vendor/modules.txt"] = fmt.Sprintf("# %[1]s v0.0.0 => ../ext\n## explicit; go 1.2%[4]d\n%[1]s\n%[1]s/sub\n# %[2]s v1.%[5]d.0\n## explicit; go 1.20\n%[2]s\n# %[3]s v0.0.0 => ../sdk\n## explicit; go 1.20\n%[3]s/mcp\n# %[1]s => ../ext\n# %[3]s => ../sdk\n",
		genExt, genVer, genSDK, g.Vendored[1]%3, g.Version)
}

var genSDKText = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile(filepath.FromSlash("../../testdata/src/" + genSDK + "/mcp/mcp.go"))
	return string(text), err
})

// renderExt writes the module that a directory replaces, or a copy of it.
func renderExt(files map[string]string, dir string, v [8]int) {
	pad := strings.Repeat("// A comment.\n", v[0]%4)
	files[dir+"/go.mod"] = fmt.Sprintf("module %s\n\ngo 1.2%d\n", genExt, v[1]%3)
	files[dir+"/ext.go"] = fmt.Sprintf(`package ext

import (
	"errors"

	"example.com/ext/sub"
)

%s
const Format = "text %d: %%w"

const Text = "ext-%d"

var ErrExt = errors.New("ext")

var Err%s = errors.New("other")

// An Error is an error.
type Error struct {
	Op    string
	Cause error
	%s
}

func (e *Error) Error() string { return e.Op }
%s
func Call(%s) error { return ErrExt }

func Make(int) *sub.Thing { return new(sub.Thing) }
`,
		pad, v[2]%3, v[2]%5,
		[]string{"Other", "Other", "Other", "Odd"}[v[3]%4],
		[]string{"", "Extra int", "hidden *sub.Thing"}[v[4]%3],
		[]string{"", "\nfunc (e *Error) Unwrap() error { return e.Cause }\n"}[v[5]%2],
		[]string{"n int", "n int64", "n int, more ...string"}[v[6]%3])
	files[dir+"/sub/sub.go"] = fmt.Sprintf("package sub\n\n%stype Thing struct{ inner }\n\ntype inner struct{}\n\n%sfunc (%sinner) Fail(n %s) error { return nil }\n",
		strings.Repeat("// Above.\n", v[7]%3), pad, []string{"*", ""}[v[4]%2], []string{"int", "int64", "float64"}[v[7]%3])
}

// genVersion returns the file of a version of the module that comes from a proxy.
func genVersion(v int) string {
	return fmt.Sprintf("package ver\n\nimport \"errors\"\n\n%sconst Text = \"v1.%d.0\"\n\nvar ErrVer = errors.New(\"ver\")\n\nfunc Call(n %s) error { return ErrVer }\n",
		strings.Repeat("// A comment.\n", v), v, []string{"int", "int64", "float64"}[v%3])
}

// A genRenderer writes a file.
type genRenderer struct {
	g       *gen
	p       *genPkg
	f       *genFile
	imports map[string]bool
	text    strings.Builder
}

func (r *genRenderer) printf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

func (r *genRenderer) file(first bool) string {
	for _, it := range r.p.Items {
		if it.File == r.f.ID {
			r.item(it)
		}
	}
	var b strings.Builder
	b.WriteString(genTags[r.f.Tag].constraint)
	if first {
		b.WriteString([]string{"", "// Package is documented.\n", "// Package is\n// documented at length.\n"}[r.p.Doc%3])
		if r.p.Adapter {
			b.WriteString("//\n//errlint:adapter\n")
		}
	}
	fmt.Fprintf(&b, "package %s\n\nimport (\n", r.packageName())
	paths := make([]string, 0, len(r.imports))
	for path := range r.imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	if r.f.Blank != "" {
		fmt.Fprintf(&b, "\t_ %q\n", genModule+"/"+r.f.Blank)
	}
	dotted := r.dotted()
	if dotted != "" {
		fmt.Fprintf(&b, "\t. %q\n", genModule+"/"+r.f.Dot)
	}
	if first && r.p.Cycle != "" {
		fmt.Fprintf(&b, "\t_ %q\n", genModule+"/"+r.p.Cycle)
	}
	b.WriteString(")\n\n" + genHeader)
	b.WriteString(strings.Repeat("// A line.\n", r.f.Pad) + "\n")
	b.WriteString(r.text.String())
	if dotted != "" {
		fmt.Fprintf(&b, "\nvar _ = %s\n", dotted)
	}
	if first {
		b.WriteString(genFaults[r.p.Broken%len(genFaults)])
	}
	b.WriteString(r.f.Suffix)
	return b.String()
}

// dotted returns the name of something of the package that the file imports with a dot, or "".
func (r *genRenderer) dotted() string {
	if i := r.g.index(r.f.Dot); i >= 0 && i < r.g.index(r.p.Name) {
		q := r.g.Pkgs[i]
		for _, it := range q.Items {
			if f := q.file(it.File); f != nil && f.Tag == "" {
				if name := map[string]string{"const": "Const", "func": "Func", "sent": "Err"}[it.Kind]; name != "" {
					return name + it.Name
				}
			}
		}
	}
	return ""
}

// genHook is the name of a field that holds a function.
const genHook = "Hook"

// genSpares is the number of names that there are for items which nothing refers to. So
// several packages have the same, and words of the source are called the same.
const genSpares = 8

// spare returns one of these names.
func spare(n int) string { return fmt.Sprint("Spare", n%genSpares) }

// spare writes an item that nothing refers to, unless the package has one of its name.
func (r *genRenderer) spare(it *genItem) {
	name := spare(it.Text)
	for _, other := range r.p.Items {
		if other == it {
			break
		}
		if other.Kind == "spare" && spare(other.Text) == name {
			return
		}
	}
	r.doc(it, name)
	switch it.V[0] % 7 {
	case 0:
		r.printf("func %s() error { return %s }\n", name, r.sentinel(it.S1))
	case 1:
		r.printf("const %s = %d\n", name, it.V[1]%3)
	case 2:
		r.printf("var %s error = %s\n", name, r.sentinel(it.S1))
	case 3:
		r.printf("type %s struct{}\n\nfunc (%s) Error() string { return \"\" }\n", name, name)
	case 4:
		r.printf("type %s = %s\n", name, r.errType(it.T))
	case 5, 6:
		method := []string{"Do", "Do", "Fail", "Act"}[it.V[1]%4]
		r.printf("type %s interface {\n\t// %s does.\n\t//\n\t// Errors:\n\t//   - [%s]\n\t%s(n int) error\n}\n", name, method, r.name(it.S1), method)
	}
}

func (r *genRenderer) packageName() string {
	if r.f.Tag == "xtest" {
		return r.p.Name + "_test"
	}
	return r.p.Name
}

// pkg imports a package, and returns its name.
func (r *genRenderer) pkg(path string) string {
	r.imports[path] = true
	return path[strings.LastIndexByte(path, '/')+1:]
}

// qualify returns a name of a package of the module as it is written here.
func (r *genRenderer) qualify(q *genPkg, it *genItem, name string) string {
	if q == r.p && (r.f.Tag != "xtest" || q.file(it.File) != nil && q.file(it.File).Tag == "xtest") {
		return name
	}
	return r.pkg(genModule+"/"+q.Name) + "." + name
}

// sentinel returns an expression for an error variable.
func (r *genRenderer) sentinel(ref genRef) string {
	switch q, it := r.g.item(ref); {
	case it != nil:
		return r.qualify(q, it, "Err"+it.Name)
	case ref.Pkg == "ext":
		return r.pkg(genExt) + "." + []string{"ErrExt", "ErrOther", "ErrExt"}[ref.ID]
	case ref.Pkg == "ver":
		return r.pkg(genVer) + ".ErrVer"
	}
	return r.pkg("io") + ".EOF"
}

// name is what a doc comment calls an error; it imports nothing.
func (r *genRenderer) name(ref genRef) string {
	imports := r.imports
	r.imports = make(map[string]bool)
	defer func() { r.imports = imports }()
	return r.sentinel(ref)
}

// errType returns an error type with fields Op and Cause.
func (r *genRenderer) errType(ref genRef) string {
	switch q, it := r.g.item(ref); {
	case it != nil && it.Kind == "alias":
		return r.qualify(q, it, "Alias"+it.Name)
	case it != nil:
		return r.qualify(q, it, "Type"+it.Name)
	case ref.Pkg == "ext":
		return r.pkg(genExt) + ".Error"
	}
	return r.pkg("io/fs") + ".PathError"
}

// cause returns a composite literal of an error type.
func (r *genRenderer) cause(ref genRef, err string) string {
	typ := r.errType(ref)
	if typ == "fs.PathError" {
		return "&" + typ + "{Err: " + err + "}"
	}
	return "&" + typ + "{Op: \"op\", Cause: " + err + "}"
}

func (r *genRenderer) constant(ref genRef) string {
	switch q, it := r.g.item(ref); {
	case it != nil:
		return r.qualify(q, it, "Const"+it.Name)
	case ref.Pkg == "ext":
		return r.pkg(genExt) + "." + []string{"Text", "Format", "Text"}[ref.ID]
	case ref.Pkg == "ver":
		return r.pkg(genVer) + ".Text"
	}
	return `"constant"`
}

// call returns a statement that declares err to be what a call returns.
func (r *genRenderer) call(ref genRef) string {
	q, it := r.g.item(ref)
	switch {
	case it == nil && ref.Pkg == "ext":
		return []string{"err := ext.Call(1)", "err := ext.Make(1).Fail(1)", "_, err := strconv.Atoi(ext.Text)"}[ref.ID] + r.use(genExt, map[bool]string{true: "strconv"}[ref.ID == 2])
	case it == nil && ref.Pkg == "ver":
		return "err := ver.Call(1)" + r.use(genVer)
	case it == nil:
		return "_, err := os.ReadFile(\"x\")" + r.use("os")
	}
	switch it.Kind {
	case "func":
		left := "err"
		if results := genSigs[it.V[0]%len(genSigs)].results; strings.Contains(results, ",") && !strings.Contains(results, "_ ") {
			left = "_, err"
		}
		return left + " := " + r.qualify(q, it, "Func"+it.Name) + "(1)"
	case "gen":
		return "err := " + r.qualify(q, it, "Try"+it.Name) + "(7, func(n int) error { return " + r.pkg("io") + ".EOF })"
	case "outer":
		return "err := new(" + r.qualify(q, it, "Outer"+it.Name) + ").Fail(1)"
	case "hidden":
		return "err := " + r.qualify(q, it, "New"+it.Name) + "().Fail(1)"
	}
	return "var err error"
}

// use imports packages.
func (r *genRenderer) use(paths ...string) string {
	for _, path := range paths {
		if path != "" {
			r.pkg(path)
		}
	}
	return ""
}

// The signatures of functions, and what they return beside an error.
var genSigs = []struct{ params, results, zero string }{
	{"n int", "error", ""},
	{"n int", "(int, error)", "0, "},
	{"n int64", "error", ""},
	{"n int, more ...string", "error", ""},
	{"n int", "(err error)", ""},
	{"n int", "(map[string]any, error)", "nil, "},
	{"n int", "(string, error)", `"", `},
	{"number int", "error", ""},
}

// statements writes statements of a function that returns an error.
func (r *genRenderer) statements(it *genItem, zero string, choices ...int) {
	fmtPkg := func() string { return r.pkg("fmt") }
	ret := func(err string) string { return "return " + zero + err }
	n := func(i int) { r.printf("\tif %s.Getpid() == %d {\n", r.pkg("os"), i) }
	for i, c := range choices {
		p := it.P1
		if i%2 == 1 {
			p = it.P2
		}
		failed := func(body string) {
			r.printf("\t{\n\t\t%s\n\t\tif err != nil {\n\t\t\t%s\n\t\t}\n\t}\n", r.call(p), body)
		}
		if it.Kind == "func" && zero == "nil, " && c%3 == 0 {
			c = []int{6, 18}[c/3%2]
		}
		switch c % 23 {
		case 0:
			n(it.Text)
			r.printf("\t\t%s\n\t}\n", ret(r.sentinel(it.S1)))
		case 1:
			failed(ret(fmt.Sprintf("%s.Errorf(\"text %d: %%w\", err)", fmtPkg(), it.Text)))
		case 2:
			failed(ret(fmt.Sprintf("%s.Errorf(\"text %d: %%v\", err)", fmtPkg(), it.Text)))
		case 3:
			failed(ret("err"))
		case 4:
			failed(ret(fmt.Sprintf("%s.New(\"text %d\")", r.pkg("errors"), it.Text)))
		case 5:
			failed(fmt.Sprintf("if %s.Is(err, %s) {\n\t\t\t\t%s\n\t\t\t}\n\t\t\t%s", r.pkg("errors"), r.sentinel(it.S1), ret("nil"), ret("err")))
		case 6:
			if it.Kind == "func" && zero == "nil, " {
				failed("return map[string]any{\"error\": err.Error()}, nil")
			} else {
				failed(ret(fmt.Sprintf("%s.Errorf(\"%%w: %%v\", %s, err)", fmtPkg(), r.sentinel(it.S2))))
			}
		case 7:
			n(it.Text)
			r.printf("\t\t%s\n\t}\n", ret(fmt.Sprintf("%s.Join(%s, %s)", r.pkg("errors"), r.sentinel(it.S1), r.sentinel(it.S2))))
		case 8:
			failed(ret(r.cause(it.T, "err")))
		case 9:
			failed(fmt.Sprintf("//errlint:ignore wrapcause reason %d\n\t\t\t%s", it.Text, ret(fmt.Sprintf("%s.Errorf(\"%%v\", err)", fmtPkg()))))
		case 10:
			failed(fmt.Sprintf("//errlint:opaque\n\t\t\t%s", ret(fmt.Sprintf("%s.Errorf(\"%%v\", err)", fmtPkg()))))
		case 11:
			failed(fmt.Sprintf("var te *%s\n\t\t\tif %s.As(err, &te) {\n\t\t\t\t%s\n\t\t\t}", r.errType(it.T), r.pkg("errors"), ret("te")))
		case 12:
			failed(ret(fmt.Sprintf("%s.Errorf(\"%%w: %%v\", %s, err)", fmtPkg(), r.sentinel(it.S1))))
		case 13:
			if q, other := r.g.item(it.I); other != nil {
				r.printf("\t{\n\t\tvar x %s\n\t\tif err := x.Do(1); err != nil {\n\t\t\t%s\n\t\t}\n\t}\n", r.qualify(q, other, "Iface"+other.Name), ret("err"))
			}
		case 14:
			failed(ret(fmt.Sprintf("%s.Errorf(%s+\": %%v\", err)", fmtPkg(), r.constant(it.C))))
		case 15:
			failed("//nolint:errlint // reason\n\t\t\t" + ret(fmt.Sprintf("%s.New(\"text\")", r.pkg("errors"))))
		case 16:
			r.printf("\tdefer func() { _ = %s.Sprint(%d) }()\n", fmtPkg(), it.Text)
		case 18:
			if q, other := r.g.item(it.M); other != nil && it.Kind == "func" && zero == "nil, " {
				failed("return " + r.qualify(q, other, "Dict"+other.Name) + "(err), nil")
			}
		case 19:
			r.printf("\tif %s := %d; %[1]s > 0 {\n\t\t_ = %[3]q\n\t}\n", spare(c/20), it.Text, "text, "+spare(c/20+1))
		case 20:
			n(it.Text)
			r.printf("\t\t%s\n\t}\n", ret("nil"))
		case 21, 22:
			// What a field holds, of a type of which only another package's names speak.
			if q, other := r.g.item(it.T); other != nil && other.Kind == "type" && other.V[1]%7 == 4 {
				r.printf("\tif x := new(%s); x.%s != nil {\n\t\tif err := x.%[2]s(); err != nil {\n\t\t\t%s\n\t\t}\n\t}\n", r.qualify(q, other, "Type"+other.Name), genHook, ret("err"))
			}
		case 17:
			failed(fmt.Sprintf("//errlint:opaque reason %d\n\t\t\t%s", it.Text, ret(fmt.Sprintf("%s.Errorf(\"%%v\", err)", fmtPkg()))))
		}
	}
}

// doc writes a doc comment.
func (r *genRenderer) doc(it *genItem, name string) {
	r.printf("\n%s", strings.Repeat(fmt.Sprintf("// Padding of %d.\n", it.ID), it.Pad)+map[bool]string{true: "\n"}[it.Pad > 0])
	says := fmt.Sprintf("// %s says %d.\n", name, it.Text)
	switch it.Doc % 12 {
	case 1, 2:
		r.printf("%s", says)
	case 3:
		r.printf("%s//\n// Errors:\n//   - [%s] if it fails\n", says, r.name(it.S1))
	case 4:
		r.printf("%s//\n// Errors:\n//   - [%s] if it fails\n//   - [%s]\n", says, r.name(it.S1), r.name(it.S2))
	case 5:
		r.printf("%s//\n// Errors:\n//   - [Err%d] if it fails\n", says, it.Text)
	case 6:
		r.printf("%s// It returns %s.\n", says, r.name(it.S2))
	case 7:
		r.printf("%s//\n// Errors:\n//   - not-found -- it is not there\n//   - text-%d\n", says, it.Text%3)
	case 8:
		r.printf("%s//\n//errlint:ignore raisesdoc reason %d\n", says, it.Text)
	case 9:
		r.printf("%s//\n//errlint:adapter\n", says)
	case 10:
		// A package that need not be imported.
		q := r.g.Pkgs[it.Text%len(r.g.Pkgs)]
		r.printf("%s//\n// Errors:\n//   - [%s.Err%d]\n//   - [%s.ErrNot%d]\n//   - [strconv.ErrRang], [sql.ErrNoRowz]\n", says, q.Name, it.S1.ID, q.Name, it.Text)
	case 11:
		q := r.g.Pkgs[it.Text%len(r.g.Pkgs)]
		r.printf("%s//\n// Errors:\n//   - [%s.%s]\n//   - “%s”\n", says, q.Name, spare(it.Text/3), spare(it.Text/5))
	}
}

func (r *genRenderer) item(it *genItem) {
	v := it.V
	switch it.Kind {
	case "sent":
		r.doc(it, "Err"+it.Name)
		switch v[0] % 4 {
		case 0, 1:
			r.printf("var Err%s = %s.New(\"sentinel %d\")\n", it.Name, r.pkg("errors"), it.Text)
		case 2:
			r.printf("var Err%s = %s.Errorf(\"sentinel %d: %%w\", %s)\n", it.Name, r.pkg("fmt"), it.Text, r.sentinel(it.S1))
		case 3:
			r.printf("var Err%s error = %s\n", it.Name, r.cause(it.T, "nil"))
		}
	case "type":
		name := "Type" + it.Name
		r.doc(it, name)
		star := []string{"*", "*", ""}[v[0]%3]
		r.printf("type %s struct {\n\tOp    string\n\tCause error\n\t%s\n}\n\n", name, []string{"", "extra int", "Extra []string `json:\"extra\"`", "extra" + it.Name, genHook + " func() error", "Hooks map[string]func(int) error", "Inner interface{ Do(n int) error }"}[v[1]%7])
		if v[1]%7 == 3 {
			r.printf("type extra%s struct{ n %s }\n\nfunc (extra%s) Code() string { return %s }\n\n", it.Name, []string{"int", "string"}[v[2]%2], it.Name, r.constant(it.C))
		}
		r.printf("func (e %s%s) Error() string { return e.Op }\n\n", star, name)
		if v[3]%3 > 0 {
			r.printf("func (e %s%s) Unwrap() error { return %s }\n\n", star, name, []string{"e.Cause", r.sentinelIf(v[3]%3 == 2, it.S1)}[v[3]%3-1])
		}
		if v[4]%3 == 0 && v[1]%7 != 3 {
			r.printf("func (e %s%s) Code() string { return %s }\n\n", star, name, []string{`"not-found"`, r.constantIf(v[5]%2 == 1, it.C)}[v[5]%2])
		}
	case "func":
		r.doc(it, "Func"+it.Name)
		sig := genSigs[v[0]%len(genSigs)]
		r.printf("func Func%s(%s) %s {\n", it.Name, sig.params, sig.results)
		r.statements(it, sig.zero, v[1], v[2], v[3])
		r.printf("\treturn %snil\n}\n", sig.zero)
	case "iface":
		r.doc(it, "Iface"+it.Name)
		r.printf("type Iface%s interface {\n\t// Do does %d.\n", it.Name, it.Text)
		if v[0]%2 == 0 {
			r.printf("\t//\n\t// Errors:\n\t//   - [%s]\n", r.name(it.S1))
		}
		r.printf("\tDo(n int) error\n%s}\n\n", []string{"", "\thidden()\n", "\tOther() string\n"}[v[1]%3])
		if v[1]%3 == 0 || r.f.Tag == "" {
			r.printf("type impl%s struct{}\n\nfunc (impl%s) hidden() {}\n\nfunc (impl%s) Other() string { return \"\" }\n\n// Do does.\nfunc (impl%s) Do(n int) error {\n", it.Name, it.Name, it.Name, it.Name)
			r.statements(it, "", v[2])
			r.printf("\treturn nil\n}\n\nvar _ Iface%s = impl%s{}\n", it.Name, it.Name)
		}
		if q, other := r.g.item(it.I); other != nil && other.V[1]%3 == 0 {
			r.printf("\n// Impl%s implements it.\ntype Impl%s struct{}\n\n// Do does.\nfunc (*Impl%s) Do(n int) error {\n", it.Name, it.Name, it.Name)
			r.statements(it, "", v[3])
			r.printf("\treturn nil\n}\n\nvar _ %s = (*Impl%s)(nil)\n", r.qualify(q, other, "Iface"+other.Name), it.Name)
		}
	case "gen":
		r.doc(it, "Try"+it.Name)
		constraint := []string{"any", "comparable", "~int | ~string", "number" + it.Name}[v[0]%4]
		if v[0]%4 == 3 {
			r.printf("type number%s interface { ~int | ~%s }\n\n", it.Name, []string{"int64", "float64", "string"}[v[1]%3])
		}
		r.printf("func Try%s[%s %s](v %[2]s, f func(%[2]s) error) error {\n", it.Name, []string{"T", "E"}[v[2]%2], constraint)
		r.statements(it, "", v[3])
		r.printf("\treturn f(v)\n}\n\n")
		r.printf("type Box%s[T any] struct{ %s T }\n\nfunc (b *Box%s[T]) Get() (T, error) {\n\tvar zero T\n", it.Name, []string{"v", "V"}[v[4]%2], it.Name)
		r.statements(it, "zero, ", v[5])
		r.printf("\treturn zero, nil\n}\n")
	case "const":
		r.doc(it, "Const"+it.Name)
		r.printf("const Const%s %s= %q\n", it.Name, []string{"", "string ", "op" + it.Name + " "}[v[0]%2], []string{"not-found", fmt.Sprint("text-", it.Text%3), "cat:tool_" + fmt.Sprint(it.Text%7), fmt.Sprint("text ", it.Text, ": %w")}[v[1]%4])
	case "outer":
		r.doc(it, "Outer"+it.Name)
		r.printf("type Outer%s struct {\n\t%sinner%s\n\t%s\n}\n\n", it.Name, []string{"*", ""}[v[0]%2], it.Name, []string{"", "X int", "x string"}[v[1]%3])
		r.printf("type inner%s struct{ deeper%s }\n\ntype deeper%s struct{ %s }\n\n", it.Name, it.Name, it.Name, []string{"n int", "s string", "n, m int"}[v[2]%3])
		r.printf("// Fail fails.\nfunc (d %sdeeper%s) Fail(n %s) error {\n", []string{"*", ""}[v[3]%2], it.Name, []string{"int", "int64"}[v[4]%2])
		r.statements(it, "", v[5])
		r.printf("\treturn nil\n}\n")
	case "hidden":
		r.doc(it, "New"+it.Name)
		r.printf("func New%s() *hidden%s { return new(hidden%s) }\n\ntype hidden%s struct{ next *hidden%s; m map[string]%s }\n\n", it.Name, it.Name, it.Name, it.Name, it.Name, []string{"int", "[]chan int", "struct{ X int }"}[v[0]%3])
		switch v[1] % 3 {
		case 1:
			r.printf("func (*hidden%s) Error() string { return %q }\n\n", it.Name, spare(it.Text))
		case 2:
			r.printf("// %s is.\nfunc (*hidden%s) %s() error { return %s }\n\n", spare(it.Text), it.Name, spare(it.Text), r.sentinel(it.S1))
		}
		r.printf("// Fail fails.\nfunc (d *hidden%s) Fail(n %s) error {\n", it.Name, []string{"int", "int64"}[v[4]%2])
		r.statements(it, "", v[5])
		r.printf("\treturn nil\n}\n")
	case "spare":
		r.spare(it)
	case "dict":
		r.doc(it, "Dict"+it.Name)
		r.printf("func Dict%s(err error) map[string]any { return map[string]any{%q: err.Error()} }\n", it.Name, []string{"error", "error", "text"}[v[0]%3])
	case "pred":
		r.doc(it, "Is"+it.Name)
		r.printf("func Is%s(err error) bool { return %s.Is(err, %s) }\n", it.Name, r.pkg("errors"), r.sentinel(it.S1))
	case "alias":
		if q, other := r.g.item(it.T); other != nil && other.Kind == "type" && q != nil {
			r.doc(it, "Alias"+it.Name)
			r.printf("type Alias%s = %s\n", it.Name, r.qualify(q, other, "Type"+other.Name))
		} else {
			r.printf("\ntype Alias%s = %s.Error\n", it.Name, r.pkg(genExt))
		}
	case "table":
		r.doc(it, "Table"+it.Name)
		r.printf("var Table%s = map[string]func() error{\n\t\"one\": func() error {\n", it.Name)
		r.statements(it, "", v[0])
		r.printf("\treturn nil\n},\n}\n")
	case "decor":
		r.doc(it, "Decor"+it.Name)
		mcp := r.pkg(genSDK + "/mcp")
		if v[0]%2 == 0 {
			r.printf("\n// Decor%s decorates.\n//\n//errlint:decorator op=op\n", it.Name)
		}
		r.printf("func Decor%s(op string, h %s.ToolHandler) %s.ToolHandler {\n\treturn func(ctx %s.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\t\tres, err := h(ctx, req)\n\t\tif err != nil {\n\t\t\treturn %s\n\t\t}\n\t\treturn res, nil\n\t}\n}\n",
			it.Name, mcp, mcp, r.pkg("context"), []string{"&mcp.CallToolResult{IsError: true}, nil", "nil, err"}[v[1]%2])
	case "add":
		r.doc(it, "Add"+it.Name)
		mcp := r.pkg(genSDK + "/mcp")
		r.printf("func Add%s(s *%s.Server, name string, h mcp.ToolHandler) { s.AddTool(&mcp.Tool{Name: name}, %s) }\n", it.Name, mcp, r.decorated(it, "h"))
	case "tool":
		r.doc(it, "Register"+it.Name)
		mcp := r.pkg(genSDK + "/mcp")
		r.printf("func Register%s(s *%s.Server) { s.AddTool(&mcp.Tool{Name: \"tool_%d\"}, %s) }\n\n", it.Name, mcp, it.Text%7, r.decorated(it, "handle"+it.Name))
		r.printf("func handle%s(ctx %s.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n", it.Name, r.pkg("context"))
		r.statements(it, "nil, ", v[4], v[5])
		r.printf("\treturn new(mcp.CallToolResult), nil\n}\n")
	}
}

func (r *genRenderer) sentinelIf(ok bool, ref genRef) string {
	if !ok {
		return ""
	}
	return r.sentinel(ref)
}

// decorated returns a handler, which may be decorated.
func (r *genRenderer) decorated(it *genItem, h string) string {
	q, d := r.g.item(it.D)
	if d == nil || it.V[0]%3 == 0 {
		return h
	}
	op := []string{r.constantIf(it.V[1]%3 == 0, it.C), fmt.Sprintf("%q", fmt.Sprint("cat:tool_", it.Text%7)), fmt.Sprintf("%q", fmt.Sprint("tool ", it.Text))}[it.V[1]%3]
	return fmt.Sprintf("%s(%s, %s)", r.qualify(q, d, "Decor"+d.Name), op, h)
}

func (r *genRenderer) constantIf(ok bool, ref genRef) string {
	if !ok {
		return ""
	}
	return r.constant(ref)
}

// TestGenerated checks that generated modules are of some use: they type-check for the most part.
func TestGenerated(t *testing.T) {
	t.Parallel()
	g := newGen(rand.New(rand.NewPCG(1, 1)), 6, 9)
	root := newRoot(t)
	root.write(t, g.render())
	res := mustRun(t, Options{Dir: root.module(), Env: root.env(""), Tests: true})
	for _, p := range res.Problems {
		t.Errorf("%s: %s:%d: %s", p.Package, p.Pos.File, p.Pos.Line, p.Message)
	}
}
