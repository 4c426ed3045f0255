package mapped

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// least is how many errors have to be injected in each example: fewer than now would prove less.
var least = map[string]int{"bb-mcp-server": 3, "codeintel": 8, "compounddocs": 4, "cowgnition": 6, "thoughtgate": 36}

// TestMapped injects each error that may come to a mapping, and compares the codes of the replies with those predicted.
func TestMapped(t *testing.T) {
	in := &injector{t: t, edits: make(map[string][]edit), unnamed: make(map[place]bool)}
	var all []injection
	for i, a := range predictions(t) {
		all = append(all, in.inject(a, i)...)
	}
	program := build(t, in)
	counts := make(map[string]int)
	for _, i := range all {
		counts[i.server()]++
		if len(i.codes) == 0 {
			t.Errorf("%s: no code is predicted for %s", i.Mapping, i.what)
			continue
		}
		got := call(t, program, i.id, i.server())
		if !got.Injected || !got.Failed {
			t.Errorf("%s: %s was injected: %t, and the calls have failed: %t", i.server(), i.what, got.Injected, got.Failed)
		}
		if codes := got.codes(); !slices.Equal(codes, i.codes) {
			t.Errorf("%s: the reply to %s from %s has the codes %q, predicted are %q", i.server(), i.what, filepath.Base(i.From.String()), codes, i.codes)
		}
	}
	for server, n := range least {
		if counts[server] < n {
			t.Errorf("%s: %d errors were injected, want %d", server, counts[server], n)
		}
		if got := call(t, program, "none", server); got.Injected || got.Failed || got.codes() != nil {
			t.Errorf("%s: when nothing is injected the replies have the codes %q: %q", server, got.codes(), got.Read)
		}
	}
	t.Logf("%d errors were injected: %v", len(all), counts)
}

// build builds the examples with their overlay, and returns the name of the program.
func build(t *testing.T, in *injector) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "examples", "spec"))
	if err != nil {
		t.Fatal(err)
	}
	main, err := os.ReadFile(filepath.Join("testdata", "main.go.tmpl"))
	if err != nil {
		t.Fatal(err)
	}
	files, inject := in.files()
	files[filepath.Join(dir, "internal", "inject", "inject.go")] = inject
	files[filepath.Join(dir, "internal", "servers", "main.go")] = string(main)
	temp := t.TempDir()
	overlay := struct{ Replace map[string]string }{make(map[string]string)}
	for name, text := range files {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		with := filepath.Join(temp, strings.ReplaceAll(filepath.ToSlash(rel), "/", "_"))
		if err := os.WriteFile(with, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[name] = with
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(temp, "overlay.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(temp, "servers")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-overlay", filepath.Join(temp, "overlay.json"), "-o", program, "./internal/servers")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the examples: %v\n%s", err, out)
	}
	return program
}

// A reply is what comes over the connection.
type reply struct {
	Injected, Failed bool
	Read             []string
}

func call(t *testing.T, program, id, server string) reply {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, id, server)
	cmd.Dir = filepath.Join("..", "..", "examples", "spec") // where there is a file to open
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", server, err, stderr.String())
	}
	var r reply
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// codes returns the members code and status of all messages, and of JSON in their texts, sorted.
func (r reply) codes() []string {
	var out []string
	var todo []any
	for _, text := range r.Read {
		todo = append(todo, text)
	}
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		switch v := v.(type) {
		case string:
			var object map[string]any
			d := json.NewDecoder(strings.NewReader(v))
			d.UseNumber()
			if d.Decode(&object) == nil {
				todo = append(todo, object)
			}
		case []any:
			todo = append(todo, v...)
		case map[string]any:
			for key, member := range v {
				todo = append(todo, member)
				var code string
				switch member := member.(type) {
				case string:
					code = member
				case json.Number:
					code = member.String()
				}
				if (key == "code" || key == "status") && code != "" && !slices.Contains(out, code) {
					out = append(out, code)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}
