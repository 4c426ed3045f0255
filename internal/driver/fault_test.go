package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cache"
)

// A job is a run in a process of its own.
type job struct {
	Dir, Cache string
	Env        []string
	Setting    setting
	FileSize   uint64 // limit for the files that it writes, where the system has one; 0 for none
}

// A report is what comes of it.
type report struct {
	Shown    shown
	Err      string
	CacheErr string
}

// child does a job, and reports on its standard output.
func child(text string) int {
	var j job
	var rep report
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	if err := limitFileSize(j.FileSize); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	opts := j.Setting.options(j.Dir, j.Env, new(atomic.Int32))
	opts.Cache = cache.Open(j.Cache)
	res, err := Run(context.Background(), opts)
	if err != nil {
		rep.Err = err.Error()
	} else {
		rep.Shown = see(res)
	}
	if err := opts.Cache.Err(); err != nil {
		rep.CacheErr = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(rep); err != nil {
		return 2
	}
	return 0
}

// start starts a job.
func (j job) start(t testing.TB) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out = new(bytes.Buffer)
	cmd = exec.Command(self)
	cmd.Env = append(os.Environ(), childVar+"="+string(text))
	cmd.Stdout = out
	cmd.Stderr = os.Stderr
	// The go command of a process that was killed may live on for a while, and holds the pipe.
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

// do does a job in a process of its own.
func (j job) do(t testing.TB) report {
	t.Helper()
	cmd, out := j.start(t)
	return readReport(t, cmd, out)
}

func readReport(t testing.TB, cmd *exec.Cmd, out *bytes.Buffer) report {
	t.Helper()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	var rep report
	if err := json.Unmarshal(out.Bytes(), &rep); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	if rep.Err != "" {
		t.Fatal(rep.Err)
	}
	return rep
}

// throughJSON is what becomes of an outcome on its way from another process.
func throughJSON(t testing.TB, s shown) shown {
	t.Helper()
	text, err := json.Marshal(s)
	var out shown
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A patient is a generated module, whose cache has to put up with a lot.
type patient struct {
	*sequence
	want shown // the result without the cache
}

func newPatient(t *testing.T, seed uint64) *patient {
	p := &patient{sequence: newSequence(t, seed)}
	p.set.Tests = false
	p.root.write(t, p.g.render())
	p.settle()
	if len(p.want.Findings) == 0 || len(p.want.Hidden) == 0 {
		t.Fatal("there is nothing to find in the module")
	}
	return p
}

// settle finds out what there is to find.
func (p *patient) settle() {
	p.t.Helper()
	p.want = see(mustRun(p.t, p.set.options(p.root.module(), p.root.env(p.memory), new(atomic.Int32))))
}

// run runs with the cache, checks the result, and returns the number of packages that were analysed.
func (p *patient) run(what string) (int, *cache.Cache) {
	p.t.Helper()
	var n atomic.Int32
	opts := p.set.options(p.root.module(), p.root.env(p.memory), &n)
	opts.Cache = cache.Open(p.cache)
	if diff := cmp.Diff(p.want, see(mustRun(p.t, opts))); diff != "" {
		p.t.Fatalf("%s: the result differs (-want +got):\n%s", what, diff)
	}
	return int(n.Load()), opts.Cache
}

// edit changes the bodies of some functions.
func (p *patient) edit() {
	p.t.Helper()
	for range 3 {
		if _, it := p.item("func", "tool", "outer"); it != nil {
			it.V[1+p.rng.IntN(3)] = p.rng.IntN(840)
			it.Pad = p.rng.IntN(3)
		}
	}
	p.g.mend(p.rng)
	p.root.write(p.t, p.g.render())
	p.settle()
}

func (p *patient) job() job {
	return job{Dir: p.root.module(), Cache: p.cache, Env: p.root.env(p.memory), Setting: p.set}
}

// TestKilled kills processes at random points of their work.
func TestKilled(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 31)
	began := time.Now()
	p.job().do(t)
	whole := time.Since(began)
	killed := 0
	for range rounds(3, 12) {
		p.edit()
		if p.rng.IntN(3) == 0 {
			if err := os.RemoveAll(p.cache); err != nil {
				t.Fatal(err)
			}
		}
		cmd, _ := p.job().start(t)
		time.Sleep(time.Duration(p.rng.Int64N(int64(whole))))
		if err := cmd.Process.Kill(); err == nil {
			killed++
		}
		_ = cmd.Wait() // it was killed
		p.run("after a kill")
		if n, _ := p.run("again"); n > 0 {
			t.Errorf("%d packages are analysed again", n)
		}
	}
	if killed == 0 {
		t.Error("none was killed in time")
	}
}

// TestProcesses runs many processes on one cache at once.
func TestProcesses(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 32)
	want := throughJSON(t, p.want)
	for n := 2; n <= rounds(4, 8); n += 2 {
		if err := os.RemoveAll(p.cache); err != nil {
			t.Fatal(err)
		}
		var cmds []*exec.Cmd
		var outs []*bytes.Buffer
		for range n {
			cmd, out := p.job().start(t)
			cmds, outs = append(cmds, cmd), append(outs, out)
		}
		for i := range cmds {
			rep := readReport(t, cmds[i], outs[i])
			if diff := cmp.Diff(want, rep.Shown); diff != "" {
				t.Errorf("process %d of %d: the result differs (-want +got):\n%s", i, n, diff)
			}
			if rep.CacheErr != "" {
				t.Errorf("process %d of %d: %s", i, n, rep.CacheErr)
			}
		}
		if n, _ := p.run("afterwards"); n > 0 {
			t.Errorf("%d packages are analysed again", n)
		}
	}
}

// The ways to spoil a file.
var damages = []struct {
	name string
	do   func(rng *rand.Rand, name string, text []byte, others []string) error
}{
	{"cut short", func(rng *rand.Rand, name string, text []byte, _ []string) error {
		return os.Truncate(name, rng.Int64N(int64(len(text))))
	}},
	{"emptied", func(_ *rand.Rand, name string, _ []byte, _ []string) error { return os.Truncate(name, 0) }},
	{"a byte changed", func(rng *rand.Rand, name string, text []byte, _ []string) error {
		text[rng.IntN(len(text))] ^= byte(1 + rng.IntN(255))
		return os.WriteFile(name, text, 0o666)
	}},
	{"many bytes changed", func(rng *rand.Rand, name string, text []byte, _ []string) error {
		for range 50 {
			text[rng.IntN(len(text))] = byte(rng.Uint32())
		}
		return os.WriteFile(name, text, 0o666)
	}},
	{"longer", func(_ *rand.Rand, name string, text []byte, _ []string) error {
		return os.WriteFile(name, append(text, text...), 0o666)
	}},
	{"of a future version", func(_ *rand.Rand, name string, text []byte, _ []string) error {
		return os.WriteFile(name, bytes.Replace(text, []byte("cache 1\n"), []byte("cache 2\n"), 1), 0o666)
	}},
	{"foreign", func(_ *rand.Rand, name string, _ []byte, _ []string) error {
		return os.WriteFile(name, []byte("This is something else."), 0o666)
	}},
	{"another entry", func(rng *rand.Rand, name string, _ []byte, others []string) error {
		text, err := os.ReadFile(pick(rng, others))
		if err != nil {
			return err
		}
		return os.WriteFile(name, append(text, '\n'), 0o666) // itself is no damage
	}},
	{"a link to nowhere", func(_ *rand.Rand, name string, _ []byte, _ []string) error {
		return replaceFile(name, func() error { return os.Symlink(name, name) })
	}},
	{"a directory", func(_ *rand.Rand, name string, _ []byte, _ []string) error {
		return replaceFile(name, func() error { return os.MkdirAll(filepath.Join(name, "sub"), 0o777) })
	}},
}

func replaceFile(name string, f func() error) error {
	if err := os.Remove(name); err != nil {
		return err
	}
	return f()
}

// TestDamage spoils random entries, in each way, and checks that they are ignored and
// replaced.
func TestDamage(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 33)
	for _, damage := range sample(damages, 2, 1) {
		for range rounds(1, 2) {
			p.edit() // so that types are asked for, too
			p.run("before")
			p.edit()
			names := entryFiles(t, p.cache)
			p.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			some := names[:len(names)/3+1]
			if damage.name == "a directory" {
				some = names // so that one that is to be replaced is among them
			}
			for _, name := range some {
				text, err := os.ReadFile(name)
				if err != nil || len(text) == 0 {
					continue // it was spoilt before, and nobody has missed it
				}
				if err := damage.do(p.rng, name, text, names); err != nil {
					t.Fatal(err)
				}
			}
			_, c := p.run(damage.name)
			again, _ := p.run("after: " + damage.name)
			if damage.name == "a directory" {
				if c.Err() == nil {
					t.Errorf("%s: entries have been written where they cannot be", damage.name)
				}
				if err := os.RemoveAll(p.cache); err != nil {
					t.Fatal(err)
				}
			} else if err := c.Err(); err != nil || again > 0 {
				t.Errorf("%s: %d packages are analysed again: %v", damage.name, again, err)
			}
		}
	}
}

// TestWrongType checks that an entry that is sound and makes no sense, which only a mistake
// in the program can have brought about, costs time and nothing else.
func TestWrongType(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 34)
	p.run("cold")
	for _, text := range sample([]string{"", "null", "[]", "{}", "i", "i\x00\x00", `{"Objects":{"A":{"Sum":"00"}}}`, `{"Findings":[{"Pos":{"File":"nowhere"}}]}`, "i" + strings.Repeat("\xff", 100)}, 2, 8) {
		p.edit()
		p.run("with types")
		p.edit()
		c := cache.Open(p.cache)
		for _, name := range entryFiles(t, p.cache) {
			var k cache.Key
			hexed := filepath.Base(filepath.Dir(name)) + strings.TrimSuffix(filepath.Base(name), ".entry")
			if _, err := fmt.Sscanf(hexed, "%x", (*keyScanner)(&k)); err != nil {
				t.Fatal(err)
			}
			old, _ := c.Get(k)
			// An empty result is a sound one.
			if text != "{}" && text != "null" || !bytes.HasPrefix(old, []byte("{")) {
				c.Put(k, []byte(text))
			}
		}
		p.run(fmt.Sprintf("%q", text))
	}
}

// A keyScanner reads a key in hexadecimal.
type keyScanner cache.Key

func (k *keyScanner) Scan(state fmt.ScanState, _ rune) error {
	var b []byte
	if _, err := fmt.Fscanf(state, "%x", &b); err != nil {
		return err
	}
	copy(k[:], b)
	return nil
}

// TestNoCache checks that a cache that cannot be written to does no harm, and says so.
func TestNoCache(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 35)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	p.cache = filepath.Join(file, "cache")
	if _, c := p.run("below a file"); c.Err() == nil {
		t.Error("entries have been written below a file")
	}
	if err := cache.Open(p.cache).Trim(); err == nil {
		t.Error("what is below a file was trimmed")
	}
}

// TestRemovedCache removes the directory of the cache in the middle of a run.
func TestRemovedCache(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 36)
	p.run("cold")
	for range rounds(2, 4) {
		p.edit()
		var once sync.Once
		opts := p.set.options(p.root.module(), p.root.env(p.memory), new(atomic.Int32))
		opts.Cache = cache.Open(p.cache)
		opts.Analyzers = append(opts.Analyzers, &analysis.Analyzer{Name: "removes", Doc: "removes the cache", Run: func(*analysis.Pass) (any, error) {
			var err error
			once.Do(func() { err = os.RemoveAll(p.cache) })
			return nil, err
		}})
		// A concurrent write may leave a directory behind, which is no failure of the analyzer's.
		res := mustRun(t, opts)
		if diff := cmp.Diff(p.want, see(res)); diff != "" && len(res.Problems) == 0 {
			t.Fatalf("the result differs (-want +got):\n%s", diff)
		}
		p.run("afterwards")
	}
}

// TestClock moves the clock: what times files have is of no account.
func TestClock(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 37)
	p.run("cold")
	for _, by := range []time.Duration{-20 * 365 * 24 * time.Hour, -11 * 24 * time.Hour, -2 * time.Hour, 2 * time.Hour, 20 * 365 * 24 * time.Hour} {
		then := time.Now().Add(by)
		err := filepath.WalkDir(p.cache, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(name, then, then)
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := p.run(fmt.Sprint("clock moved by ", -by)); n > 0 {
			t.Errorf("clock moved by %v: %d packages are analysed again", -by, n)
		}
		// What was read is young.
		if err := cache.Open(p.cache).Trim(); err != nil {
			t.Error(err)
		}
		if n, _ := p.run("after trimming"); n > 0 {
			t.Errorf("clock moved by %v: after trimming, %d packages are analysed again", -by, n)
		}
	}
}

// archives returns the files of the go command's cache that a compiler has written.
func archives(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if bytes.HasPrefix(text, []byte("!<arch>")) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestFreshMachine checks that a run with an empty build cache has the same result and leaves
// nothing compiled behind, and that the next one finds the types in the cache.
func TestFreshMachine(t *testing.T) {
	t.Parallel()
	p := newPatient(t, 38)
	gocache := t.TempDir()
	p.set.Env = []string{"GOCACHE=" + gocache}
	p.memory = ""

	_, c := p.run("on a fresh machine")
	if err := c.Err(); err != nil {
		t.Error(err)
	}
	p.run("again")
	fresh := p.set.Env
	p.set.Env = nil // what is found depends on it as little as on the cache
	p.edit()
	p.set.Env = fresh
	if names := archives(t, gocache); len(names) > 0 {
		t.Fatalf("%d packages have been compiled: %q", len(names), names)
	}

	// Now external types come from the cache: the source may go.
	std := 0
	var stats Stats
	opts := p.set.options(p.root.module(), p.root.env(p.memory), new(atomic.Int32))
	opts.Cache = cache.Open(p.cache)
	opts.Stats = &stats
	plan, w, done := phases(t, opts)
	if diff := cmp.Diff(p.want, see(plan.result(done))); diff != "" {
		t.Errorf("after an edit: the result differs (-want +got):\n%s", diff)
	}
	stats.settled(plan, done)
	for _, n := range plan.nodes {
		if n.kind == external && w.types[n.index] != nil {
			std++
			if w.fromSource[n.index] {
				t.Errorf("%s was parsed again", n.meta.ID)
			}
		}
	}
	if std == 0 || stats.Hits == 0 && len(p.g.Pkgs) > 5 {
		t.Errorf("%d external packages, %d hits: the test is too easy", std, stats.Hits)
	}
}

// phases goes through the phases of a run.
func phases(t *testing.T, opts Options) (*plan, *world, outcomes) {
	t.Helper()
	q, err := newRequest(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	files := newFiles(opts.Overlay)
	list, err := q.list(t.Context(), q.survey(t.Context(), files))
	if err != nil {
		t.Fatal(err)
	}
	p, err := q.plan(t.Context(), list, files)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(p)
	done, err := p.settle(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	list.sound()
	return p, w, done
}

// newBuilt returns a module that depends on another one which the go command has compiled, and the files that hold the compiled packages.
func newBuilt(t *testing.T) (*reuse, []string) {
	t.Helper()
	gocache := t.TempDir()
	r := newReuse(t)
	r.write("../ext/go.mod", "module example.com/ext\n\ngo 1.20\n")
	r.write("../ext/ext.go", "package ext\n\ntype Error struct{}\n\nfunc (Error) Error() string { return \"\" }\n\nvar Err error = Error{}\n\nfunc Pointed() error { return Err }\n")
	r.write("go.mod", "module example.com/m\n\ngo 1.25\n\nrequire example.com/ext v0.0.0\n\nreplace example.com/ext => ../ext\n")
	for name := range reuseFiles {
		if name != "go.mod" {
			if err := os.RemoveAll(filepath.Dir(r.file(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.write("a/a.go", "package a\n\nimport \"example.com/ext\"\n\n// A is.\nfunc A() error { return ext.Pointed() }\n")
	r.write("b/b.go", "package b\n\nimport \"example.com/ext\"\n\n// B is.\nfunc B() error { return ext.Pointed() }\n")
	r.opts.Env = append(r.opts.Env, "GOCACHE="+gocache)
	cmd := exec.Command("go", "build", "example.com/ext")
	cmd.Dir, cmd.Env = filepath.Join(r.root, "m"), r.opts.Env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	compiled := archives(t, gocache)
	if len(compiled) == 0 {
		t.Fatal("nothing has been compiled")
	}
	return r, compiled
}

// TestDamagedExportData damages the export data that the go command has, as when its cache is cleaned while errlint reads it. When it is
// whole again, nothing of that must be left.
func TestDamagedExportData(t *testing.T) {
	t.Parallel()
	r, compiled := newBuilt(t)
	r.expect("cold", "a", "b")
	r.replace("a/a.go", "A is", "A is new")
	whole := make(map[string][]byte)
	for _, name := range compiled {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		whole[name] = text
		if err := os.WriteFile(name, append([]byte("!<arch>\n"), make([]byte, len(text)-8)...), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := r.options()
	opts.Cache = cache.Open(r.cache)
	if res := mustRun(t, opts); len(res.Problems) == 0 {
		t.Error("damaged export data are no problem")
	}
	for name, text := range whole {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if res := mustRun(t, opts); len(res.Problems) > 0 {
		t.Errorf("the problems remain: %v", res.Problems)
	}
	r.replace("a/a.go", "A is new", "A is newer")
	r.expect("whole again", "a")
}

// TestTrimmedBuildCache removes the export data that the go command had, and that the cache
// points to.
func TestTrimmedBuildCache(t *testing.T) {
	t.Parallel()
	r, compiled := newBuilt(t)
	r.expect("cold", "a", "b")
	r.replace("a/a.go", "A is", "A is new")
	r.expect("with export data", "a")
	points := 0
	for _, name := range entryFiles(t, r.cache) {
		if text, err := os.ReadFile(name); err == nil && bytes.HasSuffix(text, []byte("-d")) {
			points++
		}
	}
	if points == 0 {
		t.Error("no entry has the name of a file with export data")
	}
	for i, name := range compiled {
		if i%2 == 0 {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.replace("a/a.go", "A is new", "A is newer")
	r.expect("without export data", "a")
	r.replace("b/b.go", "B is", "B is new")
	r.expect("from the cache", "b")
}
