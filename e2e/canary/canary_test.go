package canary

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/passes/safemsg"
)

// TestCanaries compares what clients read of each variant with what the rule reports.
func TestCanaries(t *testing.T) {
	root := t.TempDir()
	writeModule(t, root)
	var variants []variant
	counts := make(map[string]int)
	for i := range servers {
		variants = append(variants, plant(t, root, &servers[i])...)
	}
	for _, v := range variants {
		counts[v.server.name+" "+v.leak.name]++
	}
	for _, s := range servers {
		for _, l := range leaks {
			if counts[s.name+" "+l.name] == 0 {
				t.Errorf("no text of %s was replaced by one with %s", s.name, l.name)
			}
		}
	}
	program := build(t, root)
	covered(t, root, program)
	found := reported(t, root)
	for i := range servers {
		s := &servers[i]
		if f := found[filepath.Join(s.pkg(), "v0")]; f != nil {
			t.Errorf("%s: found %v in the server as it is", s.name, f.categories)
		}
		got := call(t, program, s, "")
		for _, l := range leaks {
			if got.has(&l) {
				t.Errorf("%s: %s reaches a client of the server as it is", s.name, l.canary)
			}
		}
	}
	got := make([]*replies, len(variants))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				got[i] = call(t, program, variants[i].server, filepath.ToSlash(variants[i].dir))
			}
		})
	}
	for i := range variants {
		next <- i
	}
	close(next)
	wg.Wait()
	seen, kept, quiet := 0, 0, 0
	for i, v := range variants {
		f := found[v.dir]
		if f == nil {
			f = new(findings)
		}
		reaches := got[i].has(v.leak)
		is := slices.ContainsFunc(f.categories, func(c string) bool { return slices.Contains(v.leak.finds, c) })
		switch {
		case reaches && !is:
			t.Errorf("missed: %s, %s: %s reaches a client, and %v is found", v.server.name, v.at, v.leak.canary, f.categories)
		case reaches:
			seen++
		case is && v.leak.name == "secret" && f.kept:
			kept++ // the rule reports it where it is put into an error, whether or not anybody reads that
		case is:
			t.Errorf("false: %s, %s: %v is found, and %s reaches no client", v.server.name, v.at, f.categories, v.leak.canary)
		default:
			quiet++
		}
	}
	if seen < 300 || quiet < 500 {
		t.Errorf("%d canaries reach a client, and %d do not: too few to tell", seen, quiet)
	}
	t.Logf("%d variants: %d canaries reach a client and are reported, %d are secrets in errors and reported there, %d do not and are not", len(variants), seen, kept, quiet)
}

// writeModule writes the module that the variants are in.
func writeModule(t *testing.T, root string) {
	t.Helper()
	if err := os.CopyFS(root, os.DirFS(filepath.Join("testdata", "module"))); err != nil {
		t.Fatal(err)
	}
	spec := filepath.Join("..", "..", "examples", "spec")
	// What the examples require, and no other version of it.
	_, requires, ok := strings.Cut(read(t, filepath.Join(spec, "go.mod")), "\nrequire ")
	if !ok {
		t.Fatal("the examples require nothing")
	}
	write(t, filepath.Join(root, "go.mod"), read(t, filepath.Join(root, "go.mod.tmpl"))+"\nrequire "+requires)
	write(t, filepath.Join(root, "go.sum"), read(t, filepath.Join(spec, "go.sum")))
}

// build builds the program that has all servers, and returns its name.
func build(t *testing.T, root string) string {
	t.Helper()
	var imports, calls strings.Builder
	cover := []string{"example.com/app"} // without which nothing is written down
	for i, s := range servers {
		fmt.Fprintf(&imports, "\tb%d %q\n\tp%d %q\n", i, "example.com/app/"+s.pkg()+"/v0", i, "example.com/app/"+s.pkg()+"/all")
		fmt.Fprintf(&calls, "\tcase %q:\n\t\treturn b%d.New(%s)\n\tcase %q:\n\t\treturn p%d.New(%[3]s)\n", s.pkg()+"/v0", i, s.arg, s.pkg(), i)
		cover = append(cover, "example.com/app/"+s.pkg()+"/v0/...")
	}
	text := read(t, filepath.Join(root, "main.go.tmpl"))
	text = strings.Replace(strings.Replace(text, "IMPORTS", imports.String(), 1), "SERVERS", calls.String(), 1)
	write(t, filepath.Join(root, "main.go"), text)
	program := filepath.Join(t.TempDir(), "servers")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-cover", "-coverpkg", strings.Join(cover, ","), "-o", program, ".")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the servers: %v\n%s", err, out)
	}
	return program
}

// covered checks that the calls run each statement of the servers as they are.
func covered(t *testing.T, root, program string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("GOCOVERDIR", dir)
	for i := range servers {
		call(t, program, &servers[i], servers[i].pkg()+"/v0")
	}
	cmd := exec.CommandContext(t.Context(), "go", "tool", "covdata", "func", "-i", dir)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the coverage: %v", err)
	}
	functions := 0
	for line := range strings.Lines(string(out)) {
		place, rest, ok := strings.Cut(line, "/v0/")
		fields := strings.Fields(rest)
		if !ok || len(fields) != 3 {
			continue
		}
		functions++
		if fields[2] != "100.0%" && !slices.Contains(notRun, fields[1]) {
			t.Errorf("%s/%s of %s the calls run %s: there may be replies that nobody reads", filepath.Base(place), fields[0], fields[1], fields[2])
		}
	}
	if functions < 40 {
		t.Errorf("the coverage is of %d functions", functions)
	}
}

// replies are what a server has answered, and what it has logged.
type replies struct{ failed, succeeded, log string }

// has reports whether a canary is where it should not be.
func (r *replies) has(l *leak) bool {
	return strings.Contains(r.failed, l.canary) || !l.failed && strings.Contains(r.succeeded, l.canary) ||
		l.name == "secret" && strings.Contains(r.log, l.canary) // which is as bad
}

// call calls a server with each of its arguments. The server is a variant of s, s as it is, or the one that is chosen from.
func call(t *testing.T, program string, s *server, which string) *replies {
	t.Helper()
	of := s.pkg()
	if strings.HasSuffix(which, "/v0") {
		of = which
	}
	cmd := exec.CommandContext(t.Context(), program, append([]string{which, of, s.tool, s.key}, s.args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v\n%s", which, err, stderr.String())
	}
	got := new(replies)
	answered := 0
	for line := range bytes.Lines(out) {
		var reply struct {
			Failed    bool
			Text, Log string
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			t.Errorf("%s: %v in %s", which, err, line)
		}
		if reply.Failed {
			got.failed += reply.Text
		} else {
			got.succeeded += reply.Text
		}
		got.log += reply.Log
		answered++
	}
	if answered < len(s.args) {
		t.Errorf("%s: %d of %d calls were answered", which, answered, len(s.args))
	}
	return got
}

// findings are what the rule finds in a variant.
type findings struct {
	categories []string
	kept       bool // a secret, in an error
}

// reported returns what the rule finds, by the directory of the variant.
func reported(t *testing.T, root string) map[string]*findings {
	t.Helper()
	config := errlint.Config{
		Enable:  []string{"safemsg"},
		Preview: true,
		SafeMsg: safemsg.Options{Foreign: []string{"http", "tool", "jsonrpc"}, Unknown: true, Upstream: true, Detail: true},
	}
	result, err := driver.Run(t.Context(), driver.Options{Dir: root, Analyzers: errlint.Analyzers(config)})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Errorf("%s: %s", p.Package, p.Message)
	}
	out := make(map[string]*findings)
	for _, f := range result.Findings {
		rel, err := filepath.Rel(root, f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.SplitN(rel, string(filepath.Separator), 3)
		if len(parts) < 3 || parts[1] == "all" {
			continue
		}
		dir := filepath.Join(parts[0], parts[1])
		if out[dir] == nil {
			out[dir] = new(findings)
		}
		if !slices.Contains(out[dir].categories, f.Category) {
			out[dir].categories = append(out[dir].categories, f.Category)
		}
		out[dir].kept = out[dir].kept || strings.HasPrefix(f.Message, "the error has ")
	}
	return out
}
