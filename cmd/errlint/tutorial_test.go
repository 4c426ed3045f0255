package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTutorial does what the tutorial says, in a copy of the example that it is about. Each line that the page shows as output
// is a line of the output, but for "…", which stands for lines that it leaves out.
func TestTutorial(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "server")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "broken"))); err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(t.TempDir(), "cache")
	commands := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(page(t, "tutorial.md"), -1) {
		var lines []string // of the output of the last command
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSuffix(line, "\n")
			if args, ok := strings.CutPrefix(line, "$ errlint"); ok {
				var out bytes.Buffer
				h, _, _ := testHost(dir)
				h.stdout, h.stderr = &out, &out
				h.env = append(h.env, "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off", "ERRLINT_CACHE="+cache, "PWD="+dir, "TERM=dumb")
				h.stderrIsTerm = true
				code := run(t.Context(), strings.Fields(args), h)
				if code == exitFailure {
					t.Errorf("%s: %s", line, &out)
				}
				if out.Len() == 0 {
					t.Errorf("%s: no output", line)
				}
				lines = strings.Split(out.String(), "\n")
				commands++
				continue
			}
			if line == "…" {
				continue
			}
			found := false
			for _, l := range lines {
				// Columns are as wide as what else is listed.
				found = found || strings.Join(strings.Fields(l), " ") == strings.Join(strings.Fields(line), " ")
			}
			if !found {
				t.Errorf("the page shows %q, and the output is:\n%s", line, strings.Join(lines, "\n"))
			}
		}
	}
	if commands < 8 {
		t.Errorf("only %d commands", commands)
	}
}
