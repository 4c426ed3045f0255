package gate

import (
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A block is a part of docs/gating.md between ``` and ```, below a comment.
type block struct {
	comment string // "run", "run: CODE", "file: NAME"
	text    string
}

func blocks(t *testing.T) []block {
	t.Helper()
	text := readFile(t, filepath.Join(root(t), "docs", "gating.md"))
	var bs []block
	for _, m := range regexp.MustCompile("(?s)<!--([^\n]*)-->\n```[a-z]+\n(.*?)```\n").FindAllStringSubmatch(text, -1) {
		bs = append(bs, block{m[1], m[2]})
	}
	if n := strings.Count(text, "```"); n != 2*len(bs) {
		t.Errorf("docs/gating.md has %d blocks, of which %d have a comment that says what they are", n/2, len(bs))
	}
	return bs
}

// TestDocs does what docs/gating.md says, word for word, in a module with a history and with faults of
// all kinds; but errlint comes from this checkout, not from where it is published.
func TestDocs(t *testing.T) {
	needs(t, "git", "sh")
	tr := newTree(t)
	cmd := exec.Command("go", "run", "-C", filepath.Join(root(t), "bench"), ".", "generate", "24", tr.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// One that no machine can mend.
	tr.write("hidden/hidden.go", `package hidden

import (
	"errors"
	"os"
)

func Hidden(name string) error {
	if err := os.Remove(name); err != nil {
		return errors.New("hidden")
	}
	return nil
}
`)
	tr.commit("main")
	tr.git("update-ref", "refs/remotes/origin/main", "main")
	tr.git("checkout", "--quiet", "-b", "topic")

	const published = "go install github.com/errlint/errlint/cmd/errlint@latest\n"
	words := strings.NewReplacer(published, "go install -C '"+root(t)+"' ./cmd/errlint\n")
	bin := t.TempDir()
	path := ""
	for _, kv := range tr.env {
		if v, ok := strings.CutPrefix(kv, "PATH="); ok {
			path = v
		}
	}
	env := append(tr.env, "GOBIN="+bin, "PATH="+bin+string(filepath.ListSeparator)+path)

	var commands []string
	for _, b := range blocks(t) {
		want := 0
		switch b.comment {
		case "run":
		case "run: 1":
			want = 1
		default:
			continue
		}
		commands = append(commands, strings.Split(strings.TrimSpace(b.text), "\n")...)
		if got := run(t, tr.dir, env, "sh", "-e", "-c", words.Replace(b.text)); got.code != want {
			t.Fatalf("%sexit code %d, want %d\n%s%s", b.text, got.code, want, got.stdout, got.stderr)
		}
	}
	// From nothing to a green gate; each of the three is a line that this test has run.
	if len(commands) < 3 || commands[0]+"\n" != published || commands[1] != "errlint baseline" || commands[2] != "errlint ./..." {
		t.Errorf("the first three commands are %q", commands)
	}

	// The gate is not green because nothing could be found.
	if r := run(t, tr.dir, env, "sh", "-c", "git stash -q 2>/dev/null; git checkout -q main && errlint ./..."); r.code != 1 {
		t.Errorf("without a baseline, the exit code is %d\n%s", r.code, r.stderr)
	}
	// It closes when something is new.
	tr.git("checkout", "--quiet", "topic")
	tr.write("fresh/fresh.go", bad("Fresh"))
	for _, args := range [][]string{{"errlint", "./..."}, {"errlint", "-base", "origin/main", "./..."}} {
		r := run(t, tr.dir, env, "sh", "-c", strings.Join(args, " "))
		if r.code != 1 || !strings.Contains(r.stdout, "fresh/fresh.go:10:") {
			t.Errorf("%q with something new: exit code %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
}

// TestDocsFiles checks the files in docs/gating.md against what they use.
func TestDocsFiles(t *testing.T) {
	files := make(map[string]string)
	for _, b := range blocks(t) {
		if name, ok := strings.CutPrefix(b.comment, "file: "); ok {
			files[name] = b.text
		}
	}
	page := readFile(t, filepath.Join(root(t), "docs", "gating.md"))
	a := readAction(t)

	var workflow struct {
		Name        string
		On          map[string]struct{ Branches []string }
		Permissions map[string]string
		Jobs        map[string]struct {
			RunsOn string `yaml:"runs-on"`
			Steps  []step
		}
	}
	decode(t, files[".github/workflows/errlint.yml"], &workflow)
	if got, want := slices.Sorted(maps.Keys(workflow.On)), []string{"merge_group", "pull_request", "push"}; !slices.Equal(got, want) {
		t.Errorf("the workflow runs on %q", got)
	}
	used := false
	for _, st := range workflow.Jobs["errlint"].Steps {
		name, ref, _ := strings.Cut(st.Uses, "@")
		if name == "errlint/errlint" {
			used = true
		} else if !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(ref) {
			t.Errorf("%s is not pinned by commit", st.Uses)
		}
	}
	if !used {
		t.Error("the workflow does not use the action")
	}
	for name := range a.Inputs {
		if !regexp.MustCompile("(?m)^- [^:]*`" + name + "`[^:]*: ").MatchString(page) {
			t.Errorf("docs/gating.md does not say what input %s is", name)
		}
	}
	for name := range a.Outputs {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("docs/gating.md does not name output %s", name)
		}
	}

	var ci struct {
		Include []struct {
			Remote string
			Inputs map[string]string
		}
	}
	decode(t, files[".gitlab-ci.yml"], &ci)
	inputs := readTemplate(t).spec.Spec.Inputs
	for _, in := range ci.Include {
		if !strings.HasSuffix(in.Remote, "/templates/errlint.yml") {
			t.Errorf("the job is included from %s", in.Remote)
		}
		for name := range in.Inputs {
			if _, ok := inputs[name]; !ok {
				t.Errorf("the job has no input %s", name)
			}
		}
	}
	for name := range inputs {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("docs/gating.md does not name the job's input %s", name)
		}
	}

	var pre struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	decode(t, files[".pre-commit-config.yaml"], &pre)
	hooks := readFile(t, filepath.Join(root(t), ".pre-commit-hooks.yaml"))
	for _, m := range regexp.MustCompile(`(?m)^- id: (.*)$`).FindAllStringSubmatch(hooks, -1) {
		if !strings.Contains(page, "`"+m[1]+"`") {
			t.Errorf("docs/gating.md does not name hook %s", m[1])
		}
	}
	for _, h := range pre.Repos[0].Hooks {
		if !strings.Contains(hooks, "- id: "+h.ID+"\n") {
			t.Errorf("there is no hook %s", h.ID)
		}
	}
}
