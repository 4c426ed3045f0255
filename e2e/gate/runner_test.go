package gate

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// This file runs a composite action as the runner of GitHub Actions does: each script in a file of its
// own by "bash --noprofile --norc -e -o pipefail FILE", with an environment of the job's, the
// runner's and the step's variables, and with files for what it says to the runner.

// An action is action.yml.
type action struct {
	Name, Description, Author string
	Branding                  struct{ Icon, Color string }
	Inputs                    map[string]struct{ Description, Default string }
	Outputs                   map[string]struct{ Description, Value string }
	Runs                      struct {
		Using string
		Steps []step
	}
	kept string // the directory of what jobs keep
}

type step struct {
	Name, ID, If, Shell, Run, Uses string
	WorkingDirectory               string `yaml:"working-directory"`
	Env, With                      map[string]string
}

func readAction(t *testing.T) *action {
	t.Helper()
	a := &action{kept: t.TempDir()}
	decode(t, readFile(t, filepath.Join(root(t), "action.yml")), a)
	if a.Runs.Using != "composite" {
		t.Fatalf("action.yml is for %q", a.Runs.Using)
	}
	return a
}

// A job is a job of a workflow in which an action is used.
type job struct {
	workspace string
	env       []string          // besides those that every job has
	github    map[string]any    // the context "github"
	inputs    map[string]string // what the workflow gives
}

// An outcome is what became of the use of an action.
type outcome struct {
	failed  string            // the step that failed; "": none
	code    int               // its exit code
	log     string            // what all steps printed
	summary string            // the job summary
	outputs map[string]string // of the action
	uses    map[string]map[string]string
}

// run runs the action in a job.
func (a *action) run(t *testing.T, j job) *outcome {
	t.Helper()
	temp := t.TempDir()
	inputs := make(map[string]any)
	for name, in := range a.Inputs {
		inputs[name] = in.Default
	}
	for name, v := range j.inputs {
		if _, ok := inputs[name]; !ok {
			t.Fatalf("the action has no input %s", name)
		}
		inputs[name] = v
	}
	steps := make(map[string]any)
	s := scope{
		"inputs": inputs, "steps": steps, "github": j.github,
		"runner": map[string]any{"os": "Linux", "arch": "X64", "temp": temp},
	}
	out := &outcome{outputs: make(map[string]string), uses: make(map[string]map[string]string)}
	expand := func(text string) string {
		v, err := s.expand(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	expandAll := func(m map[string]string) map[string]string {
		m = maps.Clone(m)
		for k, v := range m {
			m[k] = expand(v)
		}
		return m
	}
	for i, st := range a.Runs.Steps {
		if out.failed != "" {
			break // there is no step with always() or the like
		}
		if st.If != "" {
			ok, err := s.condition(st.If)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				continue
			}
		}
		if st.Uses != "" {
			name, _, _ := strings.Cut(st.Uses, "@")
			with := expandAll(st.With)
			out.uses[name] = with
			if name == "actions/cache" { // the repository's, which its jobs share
				if err := errors.Join(os.MkdirAll(filepath.Dir(with["path"]), 0o777), os.Symlink(a.kept, with["path"])); err != nil {
					t.Fatal(err)
				}
			}
			continue
		}
		if st.Shell != "bash" || expression.MatchString(st.Run) {
			t.Fatalf("step %q: a script of a composite action has a shell, and no expressions here", st.Name)
		}
		script := filepath.Join(temp, fmt.Sprintf("step%d.sh", i))
		writeFile(t, script, st.Run)
		env := append(environment(t), j.env...)
		env = append(env, "CI=true", "GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH="+root(t), "GITHUB_WORKSPACE="+j.workspace, "RUNNER_OS=Linux", "RUNNER_TEMP="+temp)
		files := make(map[string]string)
		for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH"} {
			files[name] = filepath.Join(temp, fmt.Sprintf("%s_%d", name, i))
			writeFile(t, files[name], "")
			env = append(env, name+"="+files[name])
		}
		for k, v := range expandAll(st.Env) {
			env = append(env, k+"="+v)
		}
		dir := filepath.Join(j.workspace, expand(st.WorkingDirectory))
		bash := []string{"bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script}
		var r result
		if st.ID == "build" {
			r = build(t, dir, env, bash, temp, files["GITHUB_OUTPUT"])
		} else {
			r = run(t, dir, env, bash...)
		}
		out.log += r.stdout + r.stderr
		out.summary += readFile(t, files["GITHUB_STEP_SUMMARY"])
		if text := readFile(t, files["GITHUB_ENV"]) + readFile(t, files["GITHUB_PATH"]); text != "" {
			t.Errorf("step %q changes the job's environment: %s", st.Name, text)
		}
		outputs := make(map[string]any)
		for line := range strings.Lines(readFile(t, files["GITHUB_OUTPUT"])) {
			name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			if !ok {
				t.Fatalf("step %q has the output %q", st.Name, line)
			}
			outputs[name] = value
		}
		if st.ID != "" {
			steps[st.ID] = map[string]any{"outputs": outputs}
		}
		if r.code != 0 {
			out.failed, out.code = st.Name, r.code
		}
	}
	for name, o := range a.Outputs {
		out.outputs[name] = expand(o.Value)
	}
	return out
}

// trimpath is set in CI. Otherwise errlint is built of the packages that the go command has compiled for the tests.
var trimpath = flag.Bool("action.trimpath", false, "build errlint in every way as the action does, which compiles all of it")

var built struct {
	once sync.Once
	name string // relative to the runner's directory
	file string
}

// build runs the step that builds errlint: the first time, that is. As it is the same in all jobs, the
// others then get what the first has built, which saves half of the time.
func build(t *testing.T, dir string, env, bash []string, temp, output string) result {
	t.Helper()
	var r result
	built.once.Do(func() {
		if script := bash[len(bash)-1]; !*trimpath {
			writeFile(t, script, strings.Replace(readFile(t, script), " -trimpath ", " ", 1))
		}
		if r = run(t, dir, env, bash...); r.code != 0 {
			return
		}
		bin := strings.TrimSuffix(strings.TrimPrefix(readFile(t, output), "bin="), "\n")
		name, err := filepath.Rel(temp, bin)
		if err != nil || !filepath.IsLocal(name) {
			t.Fatalf("errlint is built as %q, which is not in the runner's directory", bin)
		}
		built.name, built.file = name, filepath.Join(install.dir, "action-errlint")
		if err := os.Link(bin, built.file); err != nil {
			t.Fatal(err)
		}
	})
	if built.file == "" {
		if r.code == 0 {
			t.Fatal("errlint cannot be built")
		}
		return r
	}
	if bin := filepath.Join(temp, built.name); !exists(bin) {
		if err := os.MkdirAll(filepath.Dir(bin), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Link(built.file, bin); err != nil {
			t.Fatal(err)
		}
		writeFile(t, output, "bin="+bin+"\n")
	}
	return r
}

// An origin is a repository on GitHub.
type origin struct {
	*tree
	bare string
}

// newOrigin returns a repository whose branch main is the tree's HEAD, with the refs.
func newOrigin(t *testing.T, tr *tree, refs map[string]string) *origin {
	t.Helper()
	o := &origin{tr, filepath.Join(t.TempDir(), "origin.git")}
	tr.git("init", "--quiet", "--bare", "--initial-branch=main", o.bare)
	for ref, commit := range refs {
		tr.git("push", "--quiet", o.bare, commit+":"+ref)
	}
	return o
}

// checkout is what actions/checkout does with its defaults: one commit, without history, at a
// detached HEAD.
func (o *origin) checkout(ref string) *tree {
	o.t.Helper()
	ws := newTree(o.t)
	ws.git("remote", "add", "origin", "file://"+o.bare)
	local := "refs/remotes/" + strings.TrimPrefix(strings.TrimPrefix(ref, "refs/heads/"), "refs/")
	if branch, ok := strings.CutPrefix(ref, "refs/heads/"); ok {
		local = "refs/remotes/origin/" + branch
	}
	ws.git("fetch", "--quiet", "--no-tags", "--depth=1", "origin", "+"+ref+":"+local)
	ws.git("checkout", "--quiet", "--force", "--detach", local)
	return ws
}

// checkoutAll is what actions/checkout does with fetch-depth: 0.
func (o *origin) checkoutAll(ref string) *tree {
	o.t.Helper()
	ws := newTree(o.t)
	ws.git("remote", "add", "origin", "file://"+o.bare)
	ws.git("fetch", "--quiet", "origin", "+refs/heads/*:refs/remotes/origin/*", "+"+ref+":refs/remotes/head")
	ws.git("checkout", "--quiet", "--force", "--detach", "refs/remotes/head")
	return ws
}

// exists reports whether there is such a file.
func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}
