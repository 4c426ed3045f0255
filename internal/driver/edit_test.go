package driver

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/passes/decorated"
	"github.com/errlint/errlint/passes/domainerr"
	"github.com/errlint/errlint/passes/errlog"
	"github.com/errlint/errlint/passes/errmatch"
	"github.com/errlint/errlint/passes/noerrordict"
	"github.com/errlint/errlint/passes/opname"
	"github.com/errlint/errlint/passes/raisesdoc"
	"github.com/errlint/errlint/passes/safemsg"
	"github.com/errlint/errlint/passes/wrapcause"
)

var (
	editSeed      = flag.Uint64("edit.seed", 1, "seed of the first sequence of edits; 0 takes it from the clock")
	editSequences = flag.Int("edit.sequences", 3, "number of sequences of edits")
	editSteps     = flag.Int("edit.steps", 50, "number of edits in a sequence")
	editPlain     = flag.Bool("edit.plain", false, "ask the go command each time")
)

// What is shown of a run: the result, as far as a user gets to see it.
type shown struct {
	Findings []finding.Finding
	Hidden   []finding.Hidden
	Problems []finding.Problem
	Checked  []string
	Packages int
}

func see(res *Result) shown {
	return shown{res.Findings, res.Hidden, res.Problems, res.Checked, res.Packages}
}

// configs are those that the differential tests choose from.
var configs = []errlint.Config{
	{Enable: []string{
		"noerrordict", "decorated", "opname", "raisesdoc", "directive",
		"wrapcause", "wrapcause/translated", "wrapcause/nameless", "wrapcause/helper", // of generated code nearly all is of these
	}},
	{RaisesDoc: raisesdoc.Options{Level: raisesdoc.Exact, Foreign: []string{"..."}}, WrapCause: wrapcause.Options{Swallowed: true}, NoErrorDict: noerrordict.Options{ErrorText: true}},
	{RaisesDoc: raisesdoc.Options{Level: raisesdoc.Presence, Adapters: []string{"./p1", "./p4/..."}}, OpName: opname.Options{Categories: []string{"text"}}},
	{Enable: []string{"raisesdoc"}},
	{Enable: []string{"opname", "decorated"}, Decorated: decorated.Options{CatchPanics: true}},
	{Preview: true, ErrMatch: errmatch.Options{Unnamed: true}, ErrLog: errlog.Options{LogAndReturn: true, Text: true, Structured: true, Fields: []string{"component"}},
		DomainErr: domainerr.Options{Untyped: "all"}, SafeMsg: safemsg.Options{Foreign: []string{"http", "tool", "jsonrpc"}, Detail: true}},
	{Disable: []string{"raisesdoc"}, WrapCause: wrapcause.Options{ExemptCauses: []string{genExt}}},
}

// whereAnalyzer reports of each thing of another package that a package uses where it is
// declared, and its type and fields: the places are the most brittle part of a result.
var whereAnalyzer = &analysis.Analyzer{Name: "where", Doc: "tells where things are declared", Run: func(pass *analysis.Pass) (any, error) {
	said := make(map[types.Object]bool)
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := pass.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() == nil || obj.Pkg() == pass.Pkg || said[obj] {
				return true
			}
			said[obj] = true
			d := analysis.Diagnostic{Pos: id.Pos(), End: id.End(), Message: fmt.Sprintf("%s of %s", obj.Name(), obj.Type())}
			add := func(obj types.Object) {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: obj.Pos(), Message: obj.String()})
			}
			add(obj)
			t := obj.Type()
			if fn, ok := obj.(*types.Func); ok && fn.Signature().Results().Len() > 0 {
				t = fn.Signature().Results().At(0).Type()
			}
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok {
				add(named.Obj())
			}
			if st, ok := t.Underlying().(*types.Struct); ok {
				for f := range st.Fields() {
					add(f)
				}
			}
			for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
				add(m.Obj())
			}
			pass.Report(d)
			return true
		})
	}
	return nil, nil
}}

// A setting is what a run is asked for.
type setting struct {
	Config   int
	Patterns []string
	Tests    bool
	Tags     []string
	GoTags   string // in GOFLAGS
	Env      []string
}

// options returns the options of a run; count counts the packages that are analysed.
func (s setting) options(dir string, env []string, count *atomic.Int32) Options {
	counter := &analysis.Analyzer{Name: "count", Doc: "counts", Run: func(*analysis.Pass) (any, error) {
		count.Add(1)
		return nil, nil
	}}
	as := append(errlint.Analyzers(configs[s.Config]), counter, whereAnalyzer)
	return Options{
		Dir:       dir,
		Patterns:  s.Patterns,
		Tests:     s.Tests,
		Tags:      s.Tags,
		Env:       append(slices.Clone(env), s.Env...),
		Analyzers: as,
		ConfigKey: fmt.Sprint("config ", s.Config),
	}
}

// A root is a directory with a generated module and a replaced one.
type root struct {
	dir  string
	disk map[string]string // what has been written

	clock time.Duration // by which the times of files that are written lie back
}

// downloads has a proxy for a module of several versions, and the go command's copies.
var downloads = sync.OnceValues(func() (dir string, err error) {
	dir, err = os.MkdirTemp(toolDir, "proxy")
	if err != nil {
		return "", err
	}
	at := filepath.Join(dir, "proxy", filepath.FromSlash(genVer), "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		return "", err
	}
	mod := []byte("module " + genVer + "\n\ngo 1.20\n")
	var list, sums strings.Builder
	for v := range 3 {
		version := fmt.Sprintf("v1.%d.0", v)
		fmt.Fprintln(&list, version)
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, text := range map[string]string{"go.mod": string(mod), "ver.go": genVersion(v)} {
			w, err := z.Create(genVer + "@" + version + "/" + name)
			if err != nil {
				return "", err
			}
			if _, err := w.Write([]byte(text)); err != nil {
				return "", err
			}
		}
		if err := z.Close(); err != nil {
			return "", err
		}
		for ext, text := range map[string][]byte{
			".zip":  b.Bytes(),
			".mod":  mod,
			".info": fmt.Appendf(nil, "{\"Version\": %q}", version),
		} {
			if err := os.WriteFile(filepath.Join(at, version+ext), text, 0o666); err != nil {
				return "", err
			}
		}
		zipSum, err := dirhash.HashZip(filepath.Join(at, version+".zip"), dirhash.Hash1)
		if err != nil {
			return "", err
		}
		modSum, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(mod)), nil })
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&sums, "%s %s %s\n%[1]s %[2]s/go.mod %[4]s\n", genVer, version, zipSum, modSum)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), []byte(sums.String()), 0o666); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(at, "list"), []byte(list.String()), 0o666)
})

func newRoot(t testing.TB) *root {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &root{dir: filepath.Join(dir, "root"), disk: make(map[string]string)}
	sdk, err := genSDKText()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"sdk/go.mod": "module " + genSDK + "\n\ngo 1.20\n", "sdk/mcp/mcp.go": sdk} {
		r.put(t, name, text)
	}
	return r
}

func (r *root) module() string { return filepath.Join(r.dir, "m") }

func (r *root) put(t testing.TB, name, text string) {
	t.Helper()
	name = filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// write makes the files those given.
func (r *root) write(t testing.TB, files map[string]string) {
	t.Helper()
	for name := range r.disk {
		if _, ok := files[name]; !ok {
			if err := os.Remove(filepath.Join(r.dir, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range files {
		if old, ok := r.disk[name]; !ok || old != text {
			r.put(t, name, text)
			if r.clock > 0 {
				then := time.Now().Add(-r.clock)
				if err := os.Chtimes(filepath.Join(r.dir, filepath.FromSlash(name)), then, then); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	r.disk = files
}

// env returns the environment of a run. The go command remembers what it said in memory, if
// that is not empty.
func (r *root) env(memory string) []string {
	dir, err := downloads()
	if err != nil {
		dir = "no proxy"
	}
	env := testEnv("GOPROXY=file://"+filepath.ToSlash(filepath.Join(dir, "proxy")), "GOMODCACHE="+filepath.Join(dir, "mod"),
		"GOSUMDB=off", "GONOSUMDB=*", "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
	if r.disk["go.work"] != "" {
		env = append(env, "GOWORK="+filepath.Join(r.dir, "go.work"))
	}
	if memory == "" {
		return env
	}
	all, own := sha256.New(), sha256.New()
	for _, name := range slices.Sorted(mapKeys(r.disk)) {
		head, _, _ := strings.Cut(r.disk[name], genHeader)
		writeStrings(all, name)
		if !strings.HasPrefix(name, "ext/") || strings.HasSuffix(name, ".mod") {
			writeStrings(all, head)
		}
		if isSetting(name) {
			writeStrings(own, name, r.disk[name])
		}
	}
	env = append(env, memoryVar+"="+memory, fmt.Sprintf("%s=%x", stateVar, all.Sum(nil)), fmt.Sprintf("%s=%x", ownVar, own.Sum(nil)))
	if !*full { // neither their imports nor their files change
		env = append(env, fmt.Sprintf("%s=%x", othersVar, own.Sum(nil)))
	}
	return env
}

func mapKeys[K comparable, V any](m map[K]V) func(func(K) bool) {
	return func(yield func(K) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// A sequence is a history of edits.
type sequence struct {
	t       *testing.T
	rng     *rand.Rand
	g       *gen
	past    []*gen
	root    *root
	set     setting
	cache   string // directory
	left    *Memory
	typed   int
	memory  string
	overlay map[string]string // files that are not as they are on disk, by name in the root: what is added
	log     []string
	hidden  int
	abroad  int // findings that point to other packages
	byRule  map[string]int
	trouble int // steps with problems

	analysed, reused int32 // packages, by the runs without and with the cache
}

// TestEdits checks over random sequences of edits of a generated module that a run
// with a cache has the same result as one without.
//
//	go test ./internal/driver -run TestEdits -full -edit.seed 7 -edit.sequences 1 -edit.steps 500
func TestEdits(t *testing.T) {
	t.Parallel()
	sequences, steps := *editSequences, *editSteps
	if !*full {
		sequences, steps = min(sequences, 1), min(steps, 6)
	}
	first := *editSeed
	if first == 0 {
		first = uint64(time.Now().UnixNano() % 1e9)
	}
	var mu sync.Mutex
	total := &sequence{byRule: make(map[string]int)}
	t.Run("sequences", func(t *testing.T) {
		for i := range sequences {
			seed := first + uint64(i)
			t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
				t.Parallel()
				s := newSequence(t, seed)
				s.set.Config = int(seed % uint64(len(configs))) // a few sequences begin with all of them
				s.run(steps)
				mu.Lock()
				defer mu.Unlock()
				for rule, n := range s.byRule {
					total.byRule[rule] += n
				}
				total.hidden += s.hidden
				total.abroad += s.abroad
				total.trouble += s.trouble
				total.analysed += s.analysed
				total.reused += s.reused
			})
		}
	})
	t.Logf("%d sequences of %d edits from seed %d; findings by rule %v, %d hidden, %d point to other packages; %d steps with problems; %d packages analysed without and %d with the cache",
		sequences, steps, first, total.byRule, total.hidden, total.abroad, total.trouble, total.analysed, total.reused)
	if t.Failed() || sequences < 6 || steps < 40 {
		return
	}
	// A test that finds nothing shows nothing.
	preview := 0
	for _, rule := range rules.All() {
		switch n := total.byRule[rule.Name]; {
		case rule.Stage == rules.Preview:
			preview += n
		case n == 0:
			t.Errorf("no finding of %s in all runs", rule.Name)
		}
	}
	if preview == 0 {
		t.Error("no finding of any rule in its preview stage")
	}
	if total.hidden == 0 || total.abroad == 0 || total.trouble == 0 {
		t.Error("the edits do not reach all parts of a result")
	}
	if total.reused*2 > total.analysed {
		t.Error("the cache was hardly used")
	}
}

func newSequence(t *testing.T, seed uint64) *sequence {
	rng := rand.New(rand.NewPCG(seed, 0))
	s := &sequence{
		t:      t,
		rng:    rng,
		g:      newGen(rng, 4+rng.IntN(4), 4+rng.IntN(5)),
		root:   newRoot(t),
		set:    setting{Patterns: []string{"./..."}, Tests: rng.IntN(2) == 0},
		cache:  filepath.Join(t.TempDir(), "cache"),
		left:   new(Memory),
		memory: t.TempDir(),
		byRule: make(map[string]int),
	}
	if *editPlain {
		s.memory = ""
	} else if err := goMemory(); err != nil {
		t.Fatal(err)
	}
	return s
}

// run makes edits, and compares after each.
func (s *sequence) run(steps int) {
	s.log = append(s.log, "0: new")
	for i := range steps + 1 {
		if i > 0 {
			what := s.edit()
			if s.g.faulty() && s.rng.IntN(3) == 0 {
				s.g.repair()
				what += "; repair"
			}
			for s.rng.IntN(4) == 0 {
				what += "; " + s.edit()
			}
			s.log = append(s.log, fmt.Sprintf("%d: %s", i, what))
		}
		s.root.write(s.t, s.g.render())
		s.root.clock = 0
		s.past = append(s.past, s.g.clone())
		diff := s.compare()
		if i%6 == 3 {
			s.typeIn(s.pkg())
			for range 4 { // the first asks for the packages, and of the second something is left for those that follow
				s.typed++
				diff += s.compare()
			}
			s.overlay = nil
		}
		if diff != "" {
			s.t.Fatalf("the result with the cache differs from that without (-without +with) after\n%s\nsetting %+v, module in %s:\n%s\nreplay: -run 'TestEdits/sequences/%s$' -full -edit.seed %s -edit.sequences 1 -edit.steps %d",
				strings.Join(s.log, "\n"), s.set, s.root.dir, diff, filepath.Base(s.t.Name()), strings.TrimPrefix(filepath.Base(s.t.Name()), "seed"), i)
		}
	}
}

func (s *sequence) compare() string {
	var with, without, summing atomic.Int32
	env := append(s.root.env(s.memory), "GOFLAGS="+strings.TrimSpace(s.g.goflags()+" "+s.set.GoTags))
	cached := s.set.options(s.root.module(), env, &with)
	cached.Cache, cached.Memory = cache.Open(s.cache), s.left
	plain := s.set.options(s.root.module(), env, &without)
	summed := s.set.options(s.root.module(), env, &summing)
	summed.Cache = cached.Cache
	summed.Summarize = func(res *Result) string { return fmt.Sprintf("%+v", see(res)) }
	cached.Overlay = s.overlaid()
	plain.Overlay = s.overlaid()
	summed.Overlay = s.overlaid()
	var got, want shown
	var summary string
	runs := []func(){
		func() { got = see(mustRun(s.t, cached)) },
		func() { want = see(mustRun(s.t, plain)) },
		func() { summary = mustRun(s.t, summed).Summary },
	}
	s.rng.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
	for _, run := range runs {
		run()
	}
	if summary != fmt.Sprintf("%+v", want) {
		return fmt.Sprintf("the summary is\n%s\nof\n%+v", summary, want)
	}
	if again := mustRun(s.t, summed).Summary; again != summary {
		return fmt.Sprintf("the summary is\n%s\nand then\n%s", summary, again)
	}
	if err := cached.Cache.Err(); err != nil {
		s.t.Errorf("cache: %v", err)
	}
	s.analysed += without.Load()
	s.reused += with.Load()
	s.hidden += len(want.Hidden)
	for _, f := range want.Findings {
		s.byRule[f.Rule]++
		for _, r := range f.Related {
			if filepath.Dir(r.Pos.File) != filepath.Dir(f.Pos.File) {
				s.abroad++
			}
		}
	}
	if len(want.Problems) > 0 {
		s.trouble++
	}
	return cmp.Diff(want, got)
}

// typeIn overlays a file of a package.
func (s *sequence) typeIn(p *genPkg) (name string) {
	name = "m/" + p.Name + "/overlay.go"
	if f := p.Files[0]; s.rng.IntN(2) == 0 {
		name = "m/" + p.Name + "/" + f.Name + genTags[f.Tag].suffix + ".go"
	}
	s.overlay = map[string]string{name: fmt.Sprintf("\n// Overlaid is.\nfunc Overlaid%d() error { return nil }\n", s.rng.IntN(3))}
	return name
}

// overlaid returns the files that are to be taken for what is on disk.
func (s *sequence) overlaid() map[string][]byte {
	if len(s.overlay) == 0 {
		return nil // the go command has its memory
	}
	out := make(map[string][]byte)
	for name, more := range s.overlay {
		text, ok := s.root.disk[name]
		if !ok {
			text = "package " + strings.Split(name, "/")[1] + "\n"
		}
		out[filepath.Join(s.root.dir, filepath.FromSlash(name))] = fmt.Appendf(nil, "%s%s\nvar typed = func() int { return %d }\n", text, more, s.typed)
	}
	return out
}

// An edit of a sequence; it returns what it did, or "" if it could do nothing.
type edit struct {
	weight int
	name   string
	do     func(s *sequence) string
}

func (s *sequence) pkg() *genPkg { return pick(s.rng, s.g.Pkgs) }

func (s *sequence) item(kinds ...string) (*genPkg, *genItem) {
	for range 20 {
		p := s.pkg()
		if len(p.Items) == 0 {
			continue
		}
		if it := pick(s.rng, p.Items); len(kinds) == 0 || slices.Contains(kinds, it.Kind) {
			return p, it
		}
	}
	return nil, nil
}

// onItem returns an edit of an item of one of some kinds.
func onItem(f func(s *sequence, p *genPkg, it *genItem), kinds ...string) func(*sequence) string {
	return func(s *sequence) string {
		p, it := s.item(kinds...)
		if it == nil {
			return ""
		}
		f(s, p, it)
		return fmt.Sprintf("%s of %s/%s%s", it.Kind, p.Name, it.Kind, it.Name)
	}
}

func onPkg(f func(s *sequence, p *genPkg) string) func(*sequence) string {
	return func(s *sequence) string {
		p := s.pkg()
		what := f(s, p)
		return what + " in " + p.Name
	}
}

var edits = []edit{
	{4, "nothing", func(*sequence) string { return "" }},
	{6, "field", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.V[1] = s.rng.IntN(7) }, "type")},
	{6, "hook", onItem(func(s *sequence, _ *genPkg, it *genItem) {
		// Something fails as the function fails that a field holds.
		it.V[1+s.rng.IntN(3)] = 21
		if _, other := s.g.item(it.T); other != nil && other.Kind == "type" && s.rng.IntN(4) > 0 {
			other.V[1] = 4
		}
	}, "func", "tool")},
	{4, "return nil", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.V[1+s.rng.IntN(3)] = 20 }, "func", "tool")},
	{2, "modules", func(s *sequence) string {
		s.g.Mode = s.rng.IntN(genModes)
		return fmt.Sprint(s.g.Mode)
	}},
	{3, "vendored", func(s *sequence) string {
		if s.g.Mode != genVendored {
			s.g.Mode, s.g.Vendored = genVendored, s.g.Ext
		}
		s.g.Vendored[s.rng.IntN(len(s.g.Vendored))] = s.rng.IntN(60)
		return fmt.Sprint(s.g.Vendored)
	}},
	{3, "clock", func(s *sequence) string {
		// What is written next is older than what it replaces.
		s.root.clock = time.Duration(1+s.rng.IntN(1e6)) * time.Second
		return fmt.Sprint("back by ", s.root.clock)
	}},
	{10, "body", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.V[1+s.rng.IntN(3)] = s.rng.IntN(840) }, "func", "tool", "hidden", "outer", "gen")},
	{4, "text", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.Text = s.rng.IntN(1000) })},
	{8, "signature", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.V[0] = s.rng.IntN(840) }, "func")},
	{8, "knob", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.V[s.rng.IntN(6)] = s.rng.IntN(840) })},
	{8, "doc", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.Doc = s.rng.IntN(12) })},
	{8, "pad", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.Pad = s.rng.IntN(4) })},
	{4, "constant", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.V[1]++; it.Text++ }, "const")},
	{6, "references", onItem(func(s *sequence, p *genPkg, it *genItem) { s.g.refer(s.rng, p, it) })},
	{3, "rename", onItem(func(s *sequence, _ *genPkg, it *genItem) { it.Name = fmt.Sprintf("%dx%d", it.ID, s.rng.IntN(3)) })},
	{3, "move", onItem(func(s *sequence, p *genPkg, it *genItem) { it.File = s.g.fileFor(s.rng, p, it).ID })},
	{3, "order", onPkg(func(s *sequence, p *genPkg) string {
		s.rng.Shuffle(len(p.Items), func(i, j int) { p.Items[i], p.Items[j] = p.Items[j], p.Items[i] })
		return ""
	})},
	{4, "add", onPkg(func(s *sequence, p *genPkg) string {
		it := s.g.addItem(s.rng, p)
		return it.Kind + it.Name
	})},
	{8, "spare", func(s *sequence) string {
		// Something is exported, as something else, under another name, or no longer.
		p, it := s.item("spare")
		switch s.rng.IntN(4) {
		case 0:
			p = s.pkg()
			it = s.g.addItem(s.rng, p)
			it.Kind = "spare"
		case 1:
			if it != nil {
				it.Text = s.rng.IntN(1000)
			}
		case 2:
			if it != nil {
				it.V[0], it.V[1] = s.rng.IntN(840), s.rng.IntN(840)
			}
		case 3:
			if it != nil && len(p.Items) > 2 {
				p.Items = slices.DeleteFunc(p.Items, func(other *genItem) bool { return other == it })
			}
		}
		if it == nil {
			return ""
		}
		return spare(it.Text) + " of " + p.Name
	}},
	{4, "remove", func(s *sequence) string {
		p, it := s.item()
		if it == nil || len(p.Items) < 3 {
			return ""
		}
		p.Items = slices.DeleteFunc(p.Items, func(other *genItem) bool { return other == it })
		return it.Kind + it.Name + " of " + p.Name
	}},
	{2, "add file", onPkg(func(s *sequence, p *genPkg) string {
		f := s.g.addFile(s.rng, p, pick(s.rng, []string{"", "", "special", "ordinary", "windows", "test", "xtest"}))
		for range 2 {
			it := s.g.addItem(s.rng, p)
			it.File = f.ID
		}
		return f.Name + " " + f.Tag
	})},
	{2, "remove file", onPkg(func(s *sequence, p *genPkg) string {
		if len(p.Files) < 2 {
			return ""
		}
		f := pick(s.rng, p.Files)
		if f.Tag == "" && !slices.ContainsFunc(p.Files, func(other *genFile) bool { return other != f && other.Tag == "" }) {
			return ""
		}
		p.Files = slices.DeleteFunc(p.Files, func(other *genFile) bool { return other == f })
		if s.rng.IntN(2) == 0 { // otherwise they move
			p.Items = slices.DeleteFunc(p.Items, func(it *genItem) bool { return it.File == f.ID })
		}
		return f.Name
	})},
	{2, "rename file", onPkg(func(s *sequence, p *genPkg) string {
		f := pick(s.rng, p.Files)
		f.Name = fmt.Sprintf("%c%d", 'a'+rune(s.rng.IntN(26)), f.ID)
		return f.Name
	})},
	{2, "tag", onPkg(func(s *sequence, p *genPkg) string {
		f := p.Files[len(p.Files)-1]
		if len(p.Files) < 2 {
			return ""
		}
		f.Tag = pick(s.rng, []string{"", "special", "ordinary", "windows", "test", "xtest"})
		return f.Name + " " + f.Tag
	})},
	{3, "shift file", onPkg(func(s *sequence, p *genPkg) string {
		f := pick(s.rng, p.Files)
		f.Pad = s.rng.IntN(5)
		return f.Name
	})},
	{1, "end of file", onPkg(func(s *sequence, p *genPkg) string {
		f := pick(s.rng, p.Files)
		f.Suffix = pick(s.rng, []string{"", "\n\n", "// The end.", "\t\n// The end.\n"})
		return f.Name
	})},
	{3, "blank import", onPkg(func(s *sequence, p *genPkg) string {
		f := pick(s.rng, p.Files)
		f.Blank = ""
		if i := s.g.index(p.Name); i > 0 && s.rng.IntN(3) > 0 {
			f.Blank = s.g.Pkgs[s.rng.IntN(i)].Name
		}
		return f.Name + " " + f.Blank
	})},
	{3, "stray files", func(s *sequence) string {
		s.g.Stray = s.rng.IntN(len(genStray))
		return fmt.Sprint(s.g.Stray)
	}},
	{2, "dot import", onPkg(func(s *sequence, p *genPkg) string {
		f := pick(s.rng, p.Files)
		f.Dot = ""
		if i := s.g.index(p.Name); i > 0 && s.rng.IntN(3) > 0 {
			f.Dot = s.g.Pkgs[s.rng.IntN(i)].Name
		}
		return f.Name + " " + f.Dot
	})},
	{3, "external", func(s *sequence) string {
		i := s.rng.IntN(len(s.g.Ext))
		s.g.Ext[i] = s.rng.IntN(60)
		return fmt.Sprint(s.g.Ext)
	}},
	{2, "version", func(s *sequence) string {
		s.g.Version = s.rng.IntN(3)
		return fmt.Sprint(s.g.Version)
	}},
	{1, "go version", func(s *sequence) string {
		s.g.GoVersion = pick(s.rng, []string{"1.21", "1.22", "1.24", "1.26"})
		return s.g.GoVersion
	}},
	{4, "break", onPkg(func(s *sequence, p *genPkg) string {
		p.Broken = s.rng.IntN(len(genFaults))
		return fmt.Sprint(p.Broken)
	})},
	{4, "mend", func(s *sequence) string {
		s.g.repair()
		return ""
	}},
	{2, "cycle", func(s *sequence) string {
		i := s.rng.IntN(len(s.g.Pkgs))
		s.g.Pkgs[i].Cycle = s.g.Pkgs[i+s.rng.IntN(len(s.g.Pkgs)-i)].Name
		return s.g.Pkgs[i].Name + " imports " + s.g.Pkgs[i].Cycle
	}},
	{2, "adapter", onPkg(func(s *sequence, p *genPkg) string { p.Adapter = !p.Adapter; return fmt.Sprint(p.Adapter) })},
	{2, "package doc", onPkg(func(s *sequence, p *genPkg) string { p.Doc++; return "" })},
	{4, "revert", func(s *sequence) string {
		i := s.rng.IntN(len(s.past))
		id := s.g.NextID
		s.g = s.past[i].clone()
		s.g.NextID = id
		return fmt.Sprint("to ", i)
	}},
	{3, "configuration", func(s *sequence) string {
		s.set.Config = s.rng.IntN(len(configs))
		return fmt.Sprint(s.set.Config)
	}},
	{4, "patterns", func(s *sequence) string {
		s.set.Patterns = nil
		for range s.rng.IntN(3) {
			p := s.pkg()
			s.set.Patterns = append(s.set.Patterns, pick(s.rng, []string{"./" + p.Name, genModule + "/" + p.Name, "./" + p.Name + "/..."}))
		}
		if s.rng.IntN(12) == 0 {
			s.set.Patterns = append(s.set.Patterns, genExt+"/...")
		}
		return fmt.Sprint(s.set.Patterns)
	}},
	{4, "all patterns", func(s *sequence) string { s.set.Patterns = nil; return "" }},
	{4, "tests", func(s *sequence) string { s.set.Tests = !s.set.Tests; return fmt.Sprint(s.set.Tests) }},
	{2, "tags", func(s *sequence) string {
		s.set.Tags, s.set.Env, s.set.GoTags = nil, nil, ""
		switch s.rng.IntN(7) {
		case 0, 1:
			s.set.Tags = []string{"special"}
		case 2:
			s.set.GoTags = "-tags=special"
		case 3:
			s.set.Env = []string{"GOARCH=386"}
		case 4:
			s.set.Env = []string{"GOOS=windows"}
		}
		return fmt.Sprint(s.set.Tags, s.set.GoTags, s.set.Env)
	}},
	{1, "overlay", onPkg(func(s *sequence, p *genPkg) string {
		s.overlay = nil
		if s.rng.IntN(3) == 0 {
			return "none"
		}
		return s.typeIn(p)
	})},
	{3, "no overlay", func(s *sequence) string { s.overlay = nil; return "" }},
	{2, "move the root", func(s *sequence) string {
		to := filepath.Join(filepath.Dir(s.root.dir), fmt.Sprint("root", s.rng.IntN(1000)))
		if err := os.Rename(s.root.dir, to); err != nil {
			s.t.Fatal(err)
		}
		s.root.dir = to
		return filepath.Base(to)
	}},
	{1, "lose entries", func(s *sequence) string { return s.harm(func(name string) error { return os.Remove(name) }) }},
	{1, "cut entries", func(s *sequence) string {
		return s.harm(func(name string) error {
			info, err := os.Stat(name)
			if err == nil {
				err = os.Truncate(name, s.rng.Int64N(info.Size()+1))
			}
			return err
		})
	}},
	{1, "new cache", func(s *sequence) string {
		if err := os.RemoveAll(s.cache); err != nil {
			s.t.Fatal(err)
		}
		return ""
	}},
}

// harm does something to some entries of the cache.
func (s *sequence) harm(f func(name string) error) string {
	n := 0
	for _, name := range entryFiles(s.t, s.cache) {
		if s.rng.IntN(3) == 0 {
			n++
			if err := f(name); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	return fmt.Sprint(n)
}

// entryFiles returns the files of the entries of a cache, sorted.
func entryFiles(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".entry") {
			names = append(names, name)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return names
}

// edit makes a random edit, and says which.
func (s *sequence) edit() string {
	sum := 0
	for _, e := range edits {
		sum += e.weight
	}
	n := s.rng.IntN(sum)
	for _, e := range edits {
		if n -= e.weight; n < 0 {
			what := strings.TrimSpace(e.name + " " + e.do(s))
			// Some edits break the users of what they change.
			if s.rng.IntN(12) > 0 {
				s.g.mend(s.rng)
			} else {
				what += ", not mended"
			}
			return what
		}
	}
	return ""
}

// TestGenClone checks that a copy of a generated module is complete.
func TestGenClone(t *testing.T) {
	t.Parallel()
	g := newGen(rand.New(rand.NewPCG(3, 3)), 5, 5)
	a, aerr := json.Marshal(g.render())
	b, berr := json.Marshal(g.clone().render())
	if aerr != nil || berr != nil || !bytes.Equal(a, b) {
		t.Error("the copy is another module")
	}
}
