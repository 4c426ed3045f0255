package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fakeEnv is set where this test binary is to play a tool: to "log FILE", "sleep FILE" or "grow".
const fakeEnv = "ERRLINT_BENCH_FAKE"

// A sighting is what a tool saw when it ran.
type sighting struct {
	Tool    string
	Tree    string   // digest of the module
	Build   []string // in the build cache
	Results []string // in its own cache
}

// fake plays a tool.
func fake(role string, args []string) error {
	role, file, _ := strings.Cut(role, " ")
	switch role {
	case "grow":
		b := make([]byte, 200<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		return nil
	case "sleep":
		// The process that is to be ended is not the one that was started.
		cmd := exec.Command("sleep", "60")
		if err := cmd.Start(); err != nil {
			return err
		}
		if err := os.WriteFile(file, fmt.Append(nil, cmd.Process.Pid), 0o666); err != nil {
			return err
		}
		return cmd.Wait()
	case "fail":
		return errors.New("no good")
	}
	tree, err := treeSum(".")
	if err != nil {
		return err
	}
	s := sighting{Tool: args[0], Tree: tree}
	for _, dir := range []struct {
		env   string
		names *[]string
		leave string
	}{{"GOCACHE", &s.Build, "module-" + tree}, {"FAKE_CACHE", &s.Results, tree}} {
		entries, err := os.ReadDir(os.Getenv(dir.env))
		if err != nil {
			return err
		}
		for _, e := range entries {
			*dir.names = append(*dir.names, e.Name())
		}
		if err := os.WriteFile(filepath.Join(os.Getenv(dir.env), dir.leave), nil, 0o666); err != nil {
			return err
		}
	}
	log, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer log.Close()
	return json.NewEncoder(log).Encode(s)
}

// treeSum returns a digest of the names and contents of the files in a directory.
func treeSum(dir string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n", name, len(text))
		h.Write(text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:4]), err
}

// testLab returns a lab that works with fakes, in a temporary directory.
func testLab(t *testing.T, role string, tools ...*tool) *lab {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	env, err := environment(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		tool.path, tool.args, tool.cacheEnv, tool.exits = exe, []string{tool.id}, "FAKE_CACHE", []int{0}
	}
	return &lab{
		dir:       dir,
		env:       append(env, fakeEnv+"="+role),
		tools:     tools,
		scenarios: allScenarios,
		rounds:    2,
		timeout:   time.Minute,
		log:       io.Discard,
		buildDeps: func(_ context.Context, _ string, env []string) error {
			cache, _ := strings.CutPrefix(env[len(env)-1], "GOCACHE=")
			if err := os.MkdirAll(cache, 0o777); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(cache, "dependencies"), nil, 0o666)
		},
	}
}

// TestScenarios checks what tools find when they run.
func TestScenarios(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	l := testLab(t, "log "+log, &tool{id: "a"}, &tool{id: "b"})
	result, err := l.measure(t.Context(), subject{name: "s", generated: 5})
	if err != nil {
		t.Fatal(err)
	}
	if result.Packages != 5 || result.Lines < 300 || result.External < 10 || result.API.Importers != 4 {
		t.Errorf("survey: %+v", result)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var seen []sighting
	for dec := json.NewDecoder(strings.NewReader(string(text))); dec.More(); {
		var s sighting
		if err := dec.Decode(&s); err != nil {
			t.Fatal(err)
		}
		// The go command's index of module files and what else it writes there is not of interest.
		s.Build = slices.DeleteFunc(s.Build, func(name string) bool {
			return name != "dependencies" && !strings.HasPrefix(name, "module-")
		})
		seen = append(seen, s)
	}
	// Two tools in two rounds of five scenarios; nobody has to run beforehand, since the cold run has.
	if len(seen) != 20 {
		t.Fatalf("%d runs: %+v", len(seen), seen)
	}
	plain := seen[0].Tree
	for i, s := range seen {
		sc, round := allScenarios[i/4], i%4/2
		if want := []string{"a", "b", "b", "a"}[i%4]; s.Tool != want {
			t.Errorf("%s, round %d: %s ran, want %s", sc.id, round, s.Tool, want)
		}
		var build []string
		if sc.built {
			build = []string{"dependencies"}
		}
		if sc.warm && !slices.Contains(s.Results, plain) || !sc.warm && len(s.Results) > 0 {
			t.Errorf("%s, round %d: %s has results of %q", sc.id, round, s.Tool, s.Results)
		}
		if !sc.warm && !slices.Equal(s.Build, build) {
			t.Errorf("%s, round %d: %s has built %q, want %q", sc.id, round, s.Tool, s.Build, build)
		}
		if sc.warm && !slices.Contains(s.Build, "module-"+plain) {
			t.Errorf("%s, round %d: %s has built %q", sc.id, round, s.Tool, s.Build)
		}
		if sc.edit == nil && s.Tree != plain {
			t.Errorf("%s, round %d: the module is not as it was", sc.id, round)
		}
		if sc.edit != nil {
			if slices.Contains(s.Results, s.Tree) || s.Tree == plain {
				t.Errorf("%s, round %d: %s has seen this edit before", sc.id, round, s.Tool)
			}
			if other := seen[i^1]; other.Tree != s.Tree {
				t.Errorf("%s, round %d: the tools see different modules", sc.id, round)
			}
		}
	}
	for _, s := range result.Series {
		if len(s.Seconds) != 2 || len(s.PeakMiB) != 2 || s.Outcome != "" || s.Seconds[0] <= 0 {
			t.Errorf("series: %+v", s)
		}
	}
}

// TestWarmAlone checks that a tool runs beforehand if no other scenario has seen to that.
func TestWarmAlone(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	l := testLab(t, "log "+log, &tool{id: "a"}, &tool{id: "b", peer: true})
	l.scenarios = allScenarios[4:]
	l.rounds = 1
	l.maxPeer = 2
	l.keep = t.TempDir()
	result, err := l.measure(t.Context(), subject{name: "s", generated: 3})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != 2 || strings.Contains(string(text), `"Tool":"b"`) {
		t.Errorf("runs:\n%s", text)
	}
	if len(result.Series) != 1 {
		t.Errorf("%d series", len(result.Series))
	}
	kept, err := os.ReadDir(filepath.Join(l.keep, "s"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range kept {
		if strings.HasPrefix(e.Name(), "module-") {
			t.Errorf("%s is kept for the next time, and not only what the dependencies are", e.Name())
		}
	}
	if !slices.ContainsFunc(kept, func(e fs.DirEntry) bool { return e.Name() == "dependencies" }) {
		t.Error("the compiled dependencies are not kept")
	}
}

// TestOutcomes checks that a command that fails or takes too long is recorded, ends with all that it has
// started, and is not tried again.
func TestOutcomes(t *testing.T) {
	l := testLab(t, "fail", &tool{id: "a"})
	result, err := l.measure(t.Context(), subject{name: "s", generated: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range result.Series {
		if s.Outcome != failed || len(s.Seconds) > 0 {
			t.Errorf("series: %+v", s)
		}
	}

	needsUnix(t)
	pidFile := filepath.Join(t.TempDir(), "pid")
	l = testLab(t, "sleep "+pidFile, &tool{id: "a"})
	l.timeout = time.Second
	l.scenarios = allScenarios[:1]
	start := time.Now()
	if result, err = l.measure(t.Context(), subject{name: "s", generated: 1}); err != nil {
		t.Fatal(err)
	}
	if s := result.Series[0]; s.Outcome != timedOut || len(s.Seconds) > 0 {
		t.Errorf("series: %+v", s)
	}
	if time.Since(start) > 30*time.Second {
		t.Error("the limit does not hold")
	}
	pid, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); running(string(pid)); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("what the command has started runs on")
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.tools[0].run(ctx, t.TempDir(), l.env, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: got %v", err)
	}
}

// running reports whether a process runs, and is not only waiting to be asked how it ended.
func running(pid string) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", pid).Output()
	return err == nil && !strings.HasPrefix(strings.TrimSpace(string(out)), "Z")
}

// needsUnix skips the rest of a test where processes have no groups and no usage.
func needsUnix(t *testing.T) {
	t.Helper()
	if cmd := exec.Command("x"); func() bool { isolate(cmd); return cmd.Cancel == nil }() {
		t.Skip("no process groups here")
	}
}

func TestPeak(t *testing.T) {
	needsUnix(t)
	grow := &tool{id: "a"}
	l := testLab(t, "grow", grow)
	m, err := grow.run(t.Context(), t.TempDir(), l.env, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if mib := m.peak / (1 << 20); m.outcome != "" || mib < 200 || mib > 400 {
		t.Errorf("a process that uses 200 MiB: %.0f MiB, %q", mib, m.outcome)
	}
}
