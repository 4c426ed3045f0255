package cache

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestIsExact(t *testing.T) {
	clean := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}
	dirty := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}
	sum := []*debug.Module{{Path: "a", Version: "v1.0.0", Sum: "h1:x"}}
	local := []*debug.Module{{Path: "a", Version: "v1.0.0", Replace: &debug.Module{Path: "../a"}}}
	fork := []*debug.Module{{Path: "a", Version: "v1.0.0", Replace: &debug.Module{Path: "b", Version: "v1.0.0", Sum: "h1:y"}}}
	for _, test := range []struct {
		name string
		info debug.BuildInfo
		want bool
	}{
		{"nothing is known", debug.BuildInfo{}, false},
		{"installed", debug.BuildInfo{Main: debug.Module{Sum: "h1:z"}, Deps: sum}, true},
		{"a commit", debug.BuildInfo{Settings: clean, Deps: sum}, true},
		{"not committed", debug.BuildInfo{Settings: dirty, Deps: sum}, false},
		{"a module on disk", debug.BuildInfo{Settings: clean, Deps: local}, false},
		{"a fork", debug.BuildInfo{Settings: clean, Deps: fork}, true},
	} {
		if got := isExact(&test.info); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestContents(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "tool", "buildid", name).Output()
	if err != nil {
		t.Fatalf("go tool buildid: %v", err)
	}
	got := contentsOf(t, name)
	if got != "build ID "+strings.TrimSpace(string(want)) {
		t.Errorf("contents of the test's executable: %q; go tool buildid says %q", got, want)
	}
}

// TestContentsOf has files of which it is not clear what they are.
func TestContentsOf(t *testing.T) {
	const id = "action/main/main/content"
	sums := make(map[string]string)
	for _, text := range []string{
		"",
		"text",
		"\x7fELF",
		"\xff Go build ID: \"\"\n \xff",
		"\xff Go build ID: \"" + id,
		"\xff Go build ID: \"action/main/main/\"\n \xff",
		strings.Repeat(" ", 1<<20) + "\xff Go build ID: \"" + id + "\"\n \xff",
	} {
		got := contentsOf(t, fileOf(t, text))
		if strings.Contains(got, "build ID") {
			t.Errorf("%.40q has %s", text, got)
		}
		if other, ok := sums[got]; ok {
			t.Errorf("%.40q and %.40q are the same", text, other)
		}
		sums[got] = text
	}
	if got, want := contentsOf(t, fileOf(t, "MZ \xff Go build ID: \""+id+"\"\n \xff and so on")), "build ID "+id; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// fileOf returns the name of a file with a text.
func fileOf(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func contentsOf(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := contents(f)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
