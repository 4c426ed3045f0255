package gate

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// A template is templates/errlint.yml.
type template struct {
	spec struct {
		Spec struct {
			Inputs map[string]struct{ Description, Default string }
		}
	}
	job string // the second document
}

func readTemplate(t *testing.T) *template {
	t.Helper()
	head, job, ok := strings.Cut(readFile(t, filepath.Join(root(t), "templates", "errlint.yml")), "\n---\n")
	if !ok {
		t.Fatal("there is no header")
	}
	tm := &template{job: job}
	decode(t, head, &tm.spec)
	return tm
}

type gitlabJob struct {
	Stage, Image string
	Variables    map[string]string
	Rules        []struct{ If string }
	Cache        struct {
		Key   string
		Paths []string
		When  string
	}
	BeforeScript []string `yaml:"before_script"`
	Script       []string
	Artifacts    struct {
		When    string
		Paths   []string
		Reports map[string]string
	}
}

// with returns the job, included with inputs.
func (tm *template) with(t *testing.T, inputs map[string]string) gitlabJob {
	t.Helper()
	text := tm.job
	for name, in := range tm.spec.Spec.Inputs {
		value, ok := inputs[name]
		if !ok {
			value = in.Default
		}
		text = strings.ReplaceAll(text, "$[[ inputs."+name+" ]]", value)
	}
	if strings.Contains(text, "$[[") {
		t.Fatalf("an input is not declared:\n%s", text)
	}
	jobs := make(map[string]gitlabJob)
	decode(t, text, &jobs)
	if len(jobs) != 1 {
		t.Fatalf("there are %d jobs", len(jobs))
	}
	return slices.Collect(maps.Values(jobs))[0]
}

var gitlabInstalled atomic.Bool // by a job, with the go command

// run runs the job's script as GitLab's runner does, in a shell that stops at the first failure.
func (j gitlabJob) run(t *testing.T, shell []string, dir string, env ...string) result {
	t.Helper()
	const published = `go install "github.com/errlint/errlint/cmd/errlint@$ERRLINT_VERSION"`
	script := strings.Join(slices.Concat(j.BeforeScript, j.Script), "\n")
	if !strings.Contains(script, published) {
		t.Fatalf("the script does not have %s:\n%s", published, script)
	}
	install := "go install -C '" + root(t) + "' ./cmd/errlint"
	if gitlabInstalled.Swap(true) {
		// It is the same in all jobs, and linking is most of what they take.
		install = `mkdir -p "$(go env GOPATH)/bin" && ln -s '` + installed(t) + `' "$(go env GOPATH)/bin/errlint"`
	}
	script = strings.ReplaceAll(script, published, install)
	gomodcache := strings.TrimSpace(run(t, dir, environment(t), "go", "env", "GOMODCACHE").stdout)
	all := environment(t, "GOPATH="+t.TempDir(), "GOMODCACHE="+gomodcache, "CI_PROJECT_DIR="+dir)
	for k, v := range j.Variables {
		all = append(all, k+"="+v)
	}
	return run(t, dir, append(all, env...), append(shell, script)...)
}

func TestGitLab(t *testing.T) {
	needs(t, "git", "bash", "sh")
	tm := readTemplate(t)
	tr, head, merge := request(t, ".")
	main := tr.git("rev-parse", "main")
	fork := tr.git("merge-base", "main", head)

	// The names of the files with findings in the artifacts.
	quality := func(t *testing.T, dir string) []string {
		t.Helper()
		var issues []struct{ Location struct{ Path string } }
		if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, "gl-code-quality-report.json"))), &issues); err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, i := range issues {
			files = append(files, i.Location.Path)
		}
		slices.Sort(files)
		return files
	}
	for _, test := range []struct {
		name    string
		commit  string
		env     []string
		inputs  map[string]string
		code    int
		quality []string // files in the report
		fails   []string // files with what counts
	}{
		{
			"merge request", head, []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + fork}, nil,
			1, []string{"b.go", "fixed.go", "moved.go"}, []string{"b.go"},
		},
		{
			"merged results", merge, []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + fork, "CI_MERGE_REQUEST_TARGET_BRANCH_SHA=" + main}, nil,
			1, []string{"b.go", "later.go", "moved.go"}, []string{"b.go"},
		},
		{
			"nothing new", main, []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + main}, map[string]string{"args": "-tests -disable=opname", "packages": "./... ."},
			0, []string{"a.go", "later.go"}, nil,
		},
		{
			"default branch", main, nil, nil,
			1, []string{"a.go", "later.go"}, []string{"a.go", "later.go"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, shell := range [][]string{{"bash", "-eo", "pipefail", "-c"}, {"sh", "-e", "-c"}} {
				ws := newTree(t)
				ws.git("fetch", "--quiet", tr.dir, "+refs/heads/*:refs/remotes/origin/*", test.commit)
				ws.git("checkout", "--quiet", "--detach", test.commit)
				job := tm.with(t, test.inputs)
				r := job.run(t, shell, ws.dir, test.env...)
				if r.code != test.code {
					t.Errorf("%s: exit code %d, want %d\n%s%s", shell[0], r.code, test.code, r.stdout, r.stderr)
				}
				if got := quality(t, ws.dir); !slices.Equal(got, test.quality) {
					t.Errorf("%s: the report has %q, want %q", shell[0], got, test.quality)
				}
				var shown []string
				for line := range strings.Lines(r.stdout) {
					if file, _, ok := strings.Cut(line, ":"); ok {
						shown = append(shown, file)
					}
				}
				if !slices.Equal(shown, test.fails) {
					t.Errorf("%s: it prints findings in %q, want %q", shell[0], shown, test.fails)
				}
				kept := slices.Concat(slices.Collect(maps.Values(job.Artifacts.Reports)), job.Artifacts.Paths, job.Cache.Paths)
				for _, name := range kept {
					if !exists(filepath.Join(ws.dir, name)) {
						t.Errorf("%s: there is no %s", shell[0], name)
					}
				}
			}
		})
	}
	t.Run("does not compile", func(t *testing.T) {
		ws := newTree(t)
		ws.write("go.mod", goMod, "a.go", "package m\n\nvar x int = nil\n")
		if r := tm.with(t, nil).run(t, []string{"bash", "-eo", "pipefail", "-c"}, ws.dir); r.code == 0 {
			t.Errorf("exit code 0\n%s%s", r.stdout, r.stderr)
		}
	})
}
