package gate

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// request makes the usual history: main has a mistake in a.go, a pull request adds
// one in b.go and moves a.go, and main has gone on since. It returns the pull request's head and what
// GitHub makes of it, its merge into main.
func request(t *testing.T, dir string) (tr *tree, head, merge string) {
	t.Helper()
	tr = newTree(t)
	at := func(name string) string { return filepath.ToSlash(filepath.Join(dir, name)) }
	tr.write(at("go.mod"), goMod, at(".errlint.yml"), config, at("a.go"), bad("A"), at("fixed.go"), bad("Fixed"))
	tr.commit("main")
	tr.git("checkout", "--quiet", "-b", "topic")
	tr.git("mv", at("a.go"), at("moved.go"))
	tr.write(at("b.go"), bad("B"))
	head = tr.commit("topic")
	tr.git("checkout", "--quiet", "main")
	tr.write(at("fixed.go"), good("Fixed"), at("later.go"), bad("Later"))
	tr.commit("later")
	tr.git("checkout", "--quiet", "--detach", "main")
	tr.git("merge", "--quiet", "--no-edit", "topic")
	return tr, head, tr.git("rev-parse", "HEAD")
}

// pull is the environment and the event of a pull request against a branch.
func pull(t *testing.T, branch string) (env []string, github map[string]any) {
	t.Helper()
	event := filepath.Join(t.TempDir(), "event.json")
	text, err := json.Marshal(map[string]any{"pull_request": map[string]any{"base": map[string]any{"ref": branch}}})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, event, string(text))
	env = []string{
		"GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH=" + event, "GITHUB_BASE_REF=" + branch, "GITHUB_HEAD_REF=topic",
		"GITHUB_REF=refs/pull/1/merge", "GITHUB_REPOSITORY=o/r", "GITHUB_SERVER_URL=https://github.com",
	}
	return env, map[string]any{"event_name": "pull_request", "base_ref": branch, "sha": "abc", "event": map[string]any{"pull_request": map[string]any{}}}
}

// annotations are the files that the log annotates.
func (o *outcome) annotations() []string {
	var files []string
	for _, m := range regexp.MustCompile(`(?m)^::error file=([^,]*),`).FindAllStringSubmatch(o.log, -1) {
		files = append(files, m[1])
	}
	slices.Sort(files)
	return files
}

// uploaded are the files with results in the SARIF log that is uploaded.
func (o *outcome) uploaded(t *testing.T) []string {
	t.Helper()
	with, ok := o.uses["github/codeql-action/upload-sarif"]
	if !ok {
		return []string{"no upload"}
	}
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(readFile(t, with["sarif_file"])), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Errorf("the SARIF log has the version %q and %d runs", log.Version, len(log.Runs))
	}
	var files []string
	for _, r := range log.Runs[0].Results {
		files = append(files, r.Locations[0].PhysicalLocation.ArtifactLocation.URI)
	}
	slices.Sort(files)
	return files
}

// want checks an outcome: its exit code, and the files with what counts.
func (o *outcome) want(t *testing.T, code int, files ...string) {
	t.Helper()
	failed := ""
	if code != 0 {
		failed = "Verdict"
	}
	if o.failed != failed || o.code != code {
		t.Errorf("step %q fails with %d, want %q with %d\n%s", o.failed, o.code, failed, code, o.log)
	}
	if got := o.annotations(); !slices.Equal(got, files) {
		t.Errorf("annotated: %q, want %q\n%s", got, files, o.log)
	}
	if got := o.uploaded(t); !slices.Equal(got, files) {
		t.Errorf("uploaded: %q, want %q", got, files)
	}
	for _, f := range files {
		if !strings.Contains(o.summary, filepath.Base(f)) {
			t.Errorf("the job summary lacks %s:\n%s", f, o.summary)
		}
	}
	if !strings.HasPrefix(o.summary, "#") {
		t.Errorf("the job summary is %q", o.summary)
	}
}

func TestAction(t *testing.T) {
	needs(t, "git", "bash")
	a := readAction(t)
	tr, head, merge := request(t, ".")
	env, github := pull(t, "main")
	o := newOrigin(t, tr, map[string]string{"refs/heads/main": "main", "refs/heads/topic": "topic", "refs/pull/1/merge": merge, "refs/pull/1/head": head})

	t.Run("pull request", func(t *testing.T) {
		t.Parallel()
		out := a.run(t, job{o.checkout("refs/pull/1/merge").dir, env, github, nil})
		out.want(t, 1, "b.go")
		if !strings.Contains(out.log, "b.go:10:42: fmt.Errorf formats err with %v") {
			t.Errorf("the log lacks the finding as text:\n%s", out.log)
		}
		if got, want := out.uses["actions/setup-go"]["go-version-file"], "./go.mod"; got != want {
			t.Errorf("the version of Go is taken from %q, want %q", got, want)
		}
		kept := out.uses["actions/cache"]
		if entries, err := filepath.Glob(filepath.Join(kept["path"], "*", "*.entry")); err != nil || len(entries) == 0 {
			t.Errorf("there is nothing to keep in %q: %v", kept["path"], err)
		}
		if got, want := kept["key"], "errlint-Linux-X64-errlint-abc"; got != want || !strings.HasPrefix(got, kept["restore-keys"]) || strings.HasSuffix(kept["restore-keys"], "abc") {
			t.Errorf("results are kept as %q, and restored from %q; want %q", got, kept["restore-keys"], want)
		}
		if got := out.outputs["base"]; got != tr.git("rev-parse", "main") {
			t.Errorf("compared with %s, want main", got)
		}
		for _, name := range []string{"sarif", "summary"} {
			if !exists(out.outputs[name]) {
				t.Errorf("output %s is %q, which is no file", name, out.outputs[name])
			}
		}
		if got := out.outputs["exit-code"]; got != "1" {
			t.Errorf("output exit-code is %q", got)
		}
	})
	t.Run("with the history", func(t *testing.T) {
		t.Parallel()
		a.run(t, job{o.checkoutAll("refs/pull/1/merge").dir, env, github, nil}).want(t, 1, "b.go")
	})
	// The head has what main had when it began: what is mended in main since is none of its doing.
	t.Run("head of the pull request", func(t *testing.T) {
		t.Parallel()
		a.run(t, job{o.checkout("refs/pull/1/head").dir, env, github, nil}).want(t, 1, "b.go")
	})
	t.Run("nothing new", func(t *testing.T) {
		t.Parallel()
		ws := o.checkout("refs/pull/1/merge")
		ws.write("b.go", good("B"))
		a.run(t, job{ws.dir, env, github, nil}).want(t, 0)
	})
	t.Run("push", func(t *testing.T) {
		t.Parallel()
		ws := o.checkout("refs/heads/main")
		push := []string{"GITHUB_EVENT_NAME=push", "GITHUB_BASE_REF="}
		out := a.run(t, job{ws.dir, push, map[string]any{"event_name": "push"}, nil})
		out.want(t, 1, "a.go", "later.go")
		if got := out.outputs["base"]; got != "" {
			t.Errorf("compared with %s", got)
		}
		if r := run(t, ws.dir, ws.env, installed(t), "baseline"); r.code != 0 {
			t.Fatal(r.stderr)
		}
		a.run(t, job{ws.dir, push, map[string]any{"event_name": "push"}, nil}).want(t, 0)
	})
	t.Run("merge queue", func(t *testing.T) {
		t.Parallel()
		queue := map[string]any{"event_name": "merge_group", "event": map[string]any{"merge_group": map[string]any{"base_sha": tr.git("rev-parse", "main")}}}
		a.run(t, job{o.checkout("refs/pull/1/merge").dir, []string{"GITHUB_EVENT_NAME=merge_group"}, queue, nil}).want(t, 1, "b.go")
	})
	t.Run("base is off", func(t *testing.T) {
		t.Parallel()
		out := a.run(t, job{o.checkout("refs/pull/1/merge").dir, env, github, map[string]string{"base": "off", "upload-sarif": "false", "setup-go": "false", "cache": "false"}})
		if got, want := out.annotations(), []string{"b.go", "later.go", "moved.go"}; !slices.Equal(got, want) || out.code != 1 {
			t.Errorf("annotated: %q, want %q", got, want)
		}
		if len(out.uses) > 0 {
			t.Errorf("it uses %v", out.uses)
		}
	})
	for _, base := range []string{"main", "origin/main"} {
		t.Run("base is "+base, func(t *testing.T) {
			t.Parallel()
			ws := o.checkout("refs/pull/1/head")
			a.run(t, job{ws.dir, []string{"GITHUB_EVENT_NAME=push"}, map[string]any{}, map[string]string{"base": base}}).want(t, 1, "b.go")
		})
	}
	t.Run("no such base", func(t *testing.T) {
		t.Parallel()
		out := a.run(t, job{o.checkout("refs/heads/main").dir, nil, map[string]any{}, map[string]string{"base": "nowhere"}})
		if out.failed != "Find the base" || !strings.Contains(out.log, "::error title=errlint::There is no commit") {
			t.Errorf("step %q fails:\n%s", out.failed, out.log)
		}
	})
	t.Run("history out of reach", func(t *testing.T) {
		t.Parallel()
		ws := o.checkout("refs/pull/1/merge")
		ws.git("remote", "set-url", "origin", "file:///nowhere")
		out := a.run(t, job{ws.dir, env, github, nil})
		if out.failed != "Find the base" || !strings.Contains(out.log, "fetch-depth: 0") {
			t.Errorf("step %q fails:\n%s", out.failed, out.log)
		}
	})
	t.Run("does not compile", func(t *testing.T) {
		t.Parallel()
		ws := o.checkout("refs/pull/1/merge")
		ws.write("sub/sub.go", "package sub\n\nvar x int = nil\n")
		out := a.run(t, job{ws.dir, env, github, nil})
		if out.failed != "Verdict" || out.code != 2 || !slices.Equal(out.uploaded(t), []string{"no upload"}) {
			t.Errorf("step %q fails with %d, uploaded: %q\n%s", out.failed, out.code, out.uploaded(t), out.log)
		}
		if got, want := out.annotations(), []string{"b.go", "sub/sub.go"}; !slices.Equal(got, want) {
			t.Errorf("annotated: %q, want %q", got, want)
		}
	})
	t.Run("arguments", func(t *testing.T) {
		t.Parallel()
		ws := o.checkout("refs/pull/1/merge")
		ws.write("sub/sub.go", bad("Sub"), "other/other_test.go", bad("Other"))
		out := a.run(t, job{ws.dir, env, github, map[string]string{
			"args": "  -tests\r\n\n-disable=opname,decorated", "packages": "./sub\n./other/...\n",
		}})
		out.want(t, 1, "other/other_test.go", "sub/sub.go")
	})
}

// TestActionDirectory checks a module that is not at the top of the repository.
func TestActionDirectory(t *testing.T) {
	needs(t, "git", "bash")
	tr, _, merge := request(t, "services/one")
	env, github := pull(t, "main")
	o := newOrigin(t, tr, map[string]string{"refs/heads/main": "main", "refs/pull/1/merge": merge})
	out := readAction(t).run(t, job{o.checkout("refs/pull/1/merge").dir, env, github, map[string]string{"working-directory": "services/one", "category": "one"}})
	out.want(t, 1, "services/one/b.go")
	if got, want := out.uses["actions/setup-go"]["go-version-file"], "services/one/go.mod"; got != want {
		t.Errorf("the version of Go is taken from %q, want %q", got, want)
	}
	if got := out.uses["github/codeql-action/upload-sarif"]["category"]; got != "one" {
		t.Errorf("the category is %q", got)
	}
}

// TestActionInjection checks that nothing that comes from outside is run, or taken for a flag or a command of
// the runner.
func TestActionInjection(t *testing.T) {
	needs(t, "git", "bash")
	a := readAction(t)
	hostile := []string{
		"x$(touch${IFS}pwned)", "x`touch${IFS}pwned`", `x";touch${IFS}pwned;"`, "x';touch${IFS}pwned;'", "x|touch${IFS}pwned", "x&&touch${IFS}pwned", "--upload-pack=touch${IFS}pwned",
	}
	tr, _, merge := request(t, ".")
	refs := map[string]string{"refs/pull/1/merge": merge}
	for _, name := range hostile {
		if r := run(t, tr.dir, tr.env, "git", "check-ref-format", "refs/heads/"+name); r.code != 0 {
			t.Fatalf("there can be no branch %s", name)
		}
		refs["refs/heads/"+name] = "main"
	}
	o := newOrigin(t, tr, refs)
	harmless := func(t *testing.T, ws *tree) {
		t.Helper()
		if exists(filepath.Join(ws.dir, "pwned")) || exists("pwned") {
			t.Error("what comes from outside is run")
		}
	}
	for _, name := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ws := o.checkout("refs/pull/1/merge")
			env, github := pull(t, name)
			a.run(t, job{ws.dir, env, github, nil}).want(t, 1, "b.go")
			harmless(t, ws)
		})
	}
	for _, value := range append(hostile, "main\nevil=1", "::error::evil", "main\n::error::evil") {
		t.Run("inputs: "+value, func(t *testing.T) {
			t.Parallel()
			ws := o.checkout("refs/pull/1/merge")
			env, github := pull(t, "main")
			out := a.run(t, job{ws.dir, env, github, map[string]string{"base": value}})
			harmless(t, ws)
			if slices.Contains(hostile, value) {
				out.want(t, 1, "b.go")
			} else if out.failed != "Find the base" {
				t.Errorf("step %q fails\n%s", out.failed, out.log)
			}
			// errlint gets each of them as one argument, and has no use for it.
			for _, input := range []string{"args", "packages"} {
				out := a.run(t, job{ws.dir, env, github, map[string]string{"base": "off", input: value}})
				harmless(t, ws)
				if out.failed != "Verdict" || out.code != 2 {
					t.Errorf("input %s: step %q fails with %d\n%s", input, out.failed, out.code, out.log)
				}
				if regexp.MustCompile(`(?m)^::error::evil`).MatchString(out.log) {
					t.Errorf("input %s commands the runner:\n%s", input, out.log)
				}
			}
		})
	}
}

// TestActionForm checks what the runner does not: that no script has an expression in it, and
// that actions are pinned by commit.
func TestActionForm(t *testing.T) {
	for _, st := range readAction(t).Runs.Steps {
		if strings.Contains(st.Run, "${{") {
			t.Errorf("step %q: an expression in a script is code, whatever it holds", st.Name)
		}
		if st.Uses != "" && !regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40}$`).MatchString(st.Uses) {
			t.Errorf("step %q: %s is not pinned by commit", st.Name, st.Uses)
		}
	}
	text := readFile(t, filepath.Join(root(t), "action.yml"))
	for _, m := range regexp.MustCompile(`(?m)uses: .*$`).FindAllString(text, -1) {
		if !regexp.MustCompile(` # v\d+\.\d+\.\d+$`).MatchString(m) {
			t.Errorf("%s does not say which version that is", m)
		}
	}
}
