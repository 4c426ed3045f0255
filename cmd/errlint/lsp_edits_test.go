package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"
)

var (
	editorEdits  = flag.Int("editor.edits", 60, "how many random edits TestEditorEdits makes; with -short, at most 10")
	editorSeed   = flag.Uint64("editor.seed", 1, "the seed of TestEditorEdits")
	editorModule = flag.String("editor.module", "", "the `directory` of a module for BenchmarkEditor; by default it makes one")
	editorFile   = flag.String("editor.file", "", "the `file` in it to type in")
)

// editedFiles is a module of three packages that depend on each other by what their errors wrap.
func editedFiles() map[string]string {
	files := map[string]string{"go.mod": modFile}
	for i, pkg := range []string{"low", "mid", "top"} {
		var b strings.Builder
		fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"os\"\n", pkg)
		below := []string{"", "low", "mid"}[i]
		if below != "" {
			fmt.Fprintf(&b, "\n\t\"example.com/m/%s\"\n", below)
		}
		b.WriteString(")\n\nvar ErrGone = errors.New(\"gone\")\n")
		for n := range 4 {
			call := "os.Remove(name)"
			if below != "" && n%2 == 0 {
				call = fmt.Sprintf("%s.Do%d(name)", below, n)
			}
			fmt.Fprintf(&b, `
// Do%[1]d does. It may return [ErrGone].
func Do%[1]d(name string) error {
	if err := %[2]s; err != nil {
		return fmt.Errorf("do %[1]d: %%w", err)
	}
	if name == "" {
		return ErrGone
	}
	return nil
}
`, n, call)
		}
		files[pkg+"/"+pkg+".go"] = b.String()
	}
	return files
}

// A typist makes random edits, of which some break the code until they are taken back.
type typist struct {
	*editor
	rng   *rand.Rand
	names []string
	junk  map[string][2]string // by file: what was typed that makes no sense, and what was there
}

func (ty *typist) edit() {
	name := ty.names[ty.rng.IntN(len(ty.names))]
	if ty.junk[name][0] != "" && ty.rng.IntN(3) == 0 {
		ty.takeBack(name)
		return
	}
	text := ty.texts[name]
	// at returns where one of the places is that have a text.
	at := func(what string) int {
		var all []int
		for i := 0; ; {
			k := strings.Index(text[i:], what)
			if k < 0 {
				break
			}
			all = append(all, i+k)
			i += k + len(what)
		}
		if len(all) == 0 {
			return -1
		}
		return all[ty.rng.IntN(len(all))]
	}
	swap := func(old, new string) {
		if i := at(old); i >= 0 {
			ty.splice(name, i, i+len(old), new)
		}
	}
	switch ty.rng.IntN(12) {
	case 0, 1:
		swap("%w", "%v")
	case 2, 3:
		swap("%v", "%w")
	case 4:
		swap("[ErrGone]", "[os.ErrExist]")
	case 5:
		swap("[os.ErrExist]", "[ErrGone]")
	case 6:
		if i := at("\n\treturn nil"); i >= 0 {
			ty.splice(name, i, i, "\n\t// Ünicode 𐐀, of "+fmt.Sprint(ty.rng.IntN(100)))
		}
	case 7:
		swap("do ", "𐐀 do ")
	case 8:
		swap("𐐀 do ", "do ")
	case 9:
		swap("return ErrGone", "return fmt.Errorf(\"gone: %w\", ErrGone)")
	case 10:
		swap("return fmt.Errorf(\"gone: %w\", ErrGone)", "return ErrGone")
	case 11:
		if ty.junk[name][0] == "" {
			junk := []string{"func (", "\"", "}", "x :=", "type T struct {", "/*"}[ty.rng.IntN(6)]
			ty.junk[name] = [2]string{junk, text}
			i := strings.LastIndex(text, "\nfunc ")
			ty.splice(name, i, i, "\n"+junk)
		}
	}
	if ty.rng.IntN(15) == 0 {
		ty.save(name)
	}
}

// takeBack takes back what made no sense, and all that was typed since, at once.
func (ty *typist) takeBack(name string) {
	if junk := ty.junk[name]; junk[0] != "" {
		delete(ty.junk, name)
		ty.splice(name, 0, len(ty.texts[name]), junk[1])
	}
}

// TestEditorEdits makes random edits through the protocol. What the server says after each tenth is what a run of the
// command says of the same text; and the memory that it takes does not grow with the number of edits.
func TestEditorEdits(t *testing.T) {
	edits := *editorEdits
	if testing.Short() {
		edits = min(edits, 10)
	}
	can := caps()
	can.TextDocument.Diagnostic = &protocol.DiagnosticClientCapabilities{}
	e := newEditor(t, editedFiles(), can)
	ty := &typist{editor: e, rng: rand.New(rand.NewPCG(*editorSeed, 14)), junk: make(map[string][2]string)}
	for _, pkg := range []string{"low", "mid", "top"} {
		name := pkg + "/" + pkg + ".go"
		ty.names = append(ty.names, name)
		e.open(name)
	}
	plain := filepath.Join(t.TempDir(), "plain")
	store := filepath.Join(t.TempDir(), "cache")
	var used []uint64 // bytes, after each hundred edits
	findings := 0
	for n := 1; n <= edits; n++ {
		ty.edit()
		if ty.rng.IntN(4) == 0 {
			time.Sleep(time.Duration(ty.rng.IntN(60)) * time.Millisecond)
		}
		if n%10 != 0 {
			continue
		}
		for _, name := range ty.names {
			ty.takeBack(name)
		}
		want := ty.command(plain, store)
		findings += len(want)
		var got []string
		for range 200 { // packages that were not edited come later
			if got = ty.told(); slices.Equal(got, want) {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d, after %d edits the command and the server differ (-command +server):\n%s", *editorSeed, n, diff)
		}
		if n%100 == 0 {
			used = append(used, memory())
		}
	}
	if findings == 0 && edits > 10 {
		t.Error("nothing was ever found")
	}
	if len(used) < 10 {
		return
	}
	// What is remembered of the last runs differs from one moment to the next, so one of them tells nothing.
	early, late := median(used[:5]), median(used[len(used)-5:])
	if float64(late) > 1.3*float64(early) {
		t.Errorf("memory after 100 to 500 edits: %d bytes; after %d: %d", early, edits, late)
	} else {
		t.Logf("memory after 100 to 500 edits: %d bytes; after %d: %d; %d findings compared", early, edits, late, findings)
	}
}

func median(of []uint64) uint64 {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// memory returns how many bytes are in use. What the process has of the system besides is a few megabytes that vary from run to run.
func memory() uint64 {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// told returns what the server says of the files, as lines "file offset rule/category message".
func (ty *typist) told() []string {
	ty.t.Helper()
	var out []string
	for _, name := range ty.names {
		report, err := ty.server.Diagnostic(ty.t.Context(), &protocol.DocumentDiagnosticParams{TextDocument: ty.id(name)})
		ty.check(err)
		full, ok := report.(*protocol.RelatedFullDocumentDiagnosticReport)
		if !ok {
			ty.t.Fatalf("%T", report)
		}
		for _, d := range full.Items {
			out = append(out, fmt.Sprintf("%s %d %v %v", name, ty.offset(ty.texts[name], d.Range.Start), d.Code, d.Message))
		}
	}
	slices.Sort(out)
	return out
}

// command runs the command on the texts, which it writes to a directory, and returns the same lines.
func (ty *typist) command(dir, store string) []string {
	ty.t.Helper()
	ty.check(os.CopyFS(dir, onlyNew{os.DirFS(ty.dir), dir}))
	for name, text := range ty.texts {
		ty.check(os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666))
	}
	var stdout, stderr bytes.Buffer
	h := host{
		stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
		env:   append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=", "GOENV=off", "GOTOOLCHAIN=local", "ERRLINT_CACHE="+store, "PWD="+dir),
		getwd: func() (string, error) { return dir, nil },
	}
	if code := run(ty.t.Context(), []string{"-format", "json", "./..."}, h); code == exitFailure {
		ty.t.Fatalf("the command: %s", &stderr)
	}
	var report struct {
		Findings []struct {
			Rule, Category, Message string
			Location                struct {
				File  string
				Start struct{ Offset int }
			}
		}
	}
	ty.check(json.NewDecoder(&stdout).Decode(&report))
	var out []string
	for _, f := range report.Findings {
		out = append(out, fmt.Sprintf("%s %d %s/%s %s", f.Location.File, f.Location.Start.Offset, f.Rule, f.Category, f.Message))
	}
	slices.Sort(out)
	return out
}

// onlyNew is a file system less the files that are in a directory already.
type onlyNew struct {
	fs.FS
	dir string
}

func (o onlyNew) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		_, err := os.Stat(filepath.Join(o.dir, name, e.Name()))
		return err == nil && !e.IsDir()
	}), err
}

// BenchmarkEditor types in a file, of a module of its own or the one that the flags name, and tells how long it takes from a key to its
// diagnostics, at the median and at the 95th percentile. It changes nothing on disk.
func BenchmarkEditor(b *testing.B) {
	var e *editor
	name := cmp.Or(*editorFile, "top/top.go")
	if *editorModule == "" {
		e = newEditor(b, editedFiles(), caps())
	} else {
		dir, err := filepath.Abs(*editorModule)
		if err != nil {
			b.Fatal(err)
		}
		e = startEditor(b, dir, caps())
	}
	e.open(name)
	time.Sleep(5 * time.Second) // everything is looked at
	text := e.texts[name]
	at := len(text)
	fault := "\nfunc zzTyped() error {\n\tif err := zzFail(); err != nil {\n\t\treturn fmt.Errorf(\"typed: %w\", err)\n\t}\n\treturn nil\n}\n\nfunc zzFail() error { return nil }\n"
	e.splice(name, at, at, fault)
	e.expectAtLeast(name, e.vers[name])
	begin := at + strings.Index(fault, "typed:")
	end := begin + len("typed: %w")
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		time.Sleep(time.Duration(100+i%60*7) * time.Millisecond) // at any time of what goes on in the background
		b.StartTimer()
		began := time.Now()
		new := fmt.Sprintf("typed %d: %%%c", i, "vw"[i%2]) // a text that nobody has seen
		e.splice(name, begin, end, new)
		end = begin + len(new)
		e.expectAtLeast(name, e.vers[name])
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "ms-p50")
	b.ReportMetric(ms(took[len(took)*95/100]), "ms-p95")
}

// expectAtLeast waits for diagnostics of a version.
func (e *editor) expectAtLeast(name string, version int32) {
	e.t.Helper()
	e.until("diagnostics of the version", func(c *editorClient) bool {
		p := c.published[e.file(name)]
		if p == nil {
			return false
		}
		v, ok := p.Version.Get()
		return ok && v >= version
	})
}
