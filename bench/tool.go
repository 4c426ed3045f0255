package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A tool is a command that is measured.
type tool struct {
	id       string // as in the results
	args     []string
	cacheEnv string   // names the variable that says where its cache is; empty: it has none but the build cache
	exits    []int    // the exit codes of a run that has done its work
	peer     bool     // it is what errlint is compared with
	version  []string // arguments to ask for the version
	only     string   // the scenario that it is run in; empty: all

	path string // of the executable; see find
}

// allTools are the tools, errlint first.
var allTools = []*tool{
	{
		id: "errlint", args: []string{"./..."}, cacheEnv: "ERRLINT_CACHE",
		exits: []int{0, 1}, version: []string{"version"},
	},
	{
		id: "golangci-lint", peer: true, cacheEnv: "GOLANGCI_LINT_CACHE",
		args: []string{
			"run", "--no-config", "--default=none", "--enable=errorlint,wrapcheck,err113,nilerr,errcheck", "--tests=false",
			"--max-issues-per-linter=0", "--max-same-issues=0", "--issues-exit-code=0", "./...",
		},
		exits: []int{0}, version: []string{"version", "--short"},
	},
	{
		id: "staticcheck", peer: true, args: []string{"-tests=false", "./..."}, cacheEnv: "STATICCHECK_CACHE",
		exits: []int{0, 1}, version: []string{"-version"},
	},
	{
		id: "vet", peer: true, args: []string{"vet", "./..."},
		exits: []int{0, 1}, version: []string{"env", "GOVERSION"},
	},
	{
		id: "list", args: []string{"list", "-deps", "-json", "./..."},
		exits: []int{0}, version: []string{"env", "GOVERSION"},
	},
	{
		id: "floor", args: []string{"floor", "."}, only: "same",
		exits: []int{0}, version: []string{"floor", "-version"},
	},
}

func toolIDs() []string {
	var ids []string
	for _, t := range allTools {
		ids = append(ids, t.id)
	}
	return ids
}

// label returns what a tool is called on the page.
func label(tool string) string {
	switch tool {
	case "vet":
		return "go vet"
	case "list":
		return "go list"
	}
	return tool
}

// find finds or, without a file, builds the tool, and returns its version.
func (t *tool) find(ctx context.Context, file, dir string) (version string, err error) {
	if file == "" {
		t.path = filepath.Join(dir, "errlint")
		if runtime.GOOS == "windows" {
			t.path += ".exe"
		}
		if _, err := output(exec.CommandContext(ctx, "go", "-C", root, "build", "-o", t.path, "./cmd/errlint")); err != nil {
			return "", err
		}
		// "errlint (devel)" is no version. That of the source may be known.
		if out, err := output(exec.CommandContext(ctx, "git", "-C", root, "describe", "--always", "--dirty")); err == nil {
			return string(bytes.TrimSpace(out)), nil
		}
	} else {
		if t.path, err = exec.LookPath(file); err != nil {
			return "", fmt.Errorf("%w (leave it out with -tools, or say where it is with -%s)", err, t.id)
		}
		if t.path, err = filepath.Abs(t.path); err != nil {
			return "", fmt.Errorf("%s: %w", t.id, err)
		}
	}
	out, err := output(exec.CommandContext(ctx, t.path, t.version...))
	if err != nil {
		return "", err
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(strings.TrimPrefix(first, t.id+" ")), nil
}

// A measurement is what one run of a command took.
type measurement struct {
	seconds float64
	peak    float64 // bytes
	outcome string  // as that of a Series
	why     string  // if it failed
}

// run runs the tool in a directory.
//
// Errors:
//   - that of ctx, if it is done
func (t *tool) run(ctx context.Context, dir string, env []string, limit time.Duration) (measurement, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, t.path, t.args...)
	cmd.Dir = dir
	cmd.Env = append(slices.Clone(env), "PWD="+dir)
	cmd.WaitDelay = 10 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	isolate(cmd)
	start := time.Now()
	err := cmd.Run()
	m := measurement{seconds: time.Since(start).Seconds()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return m, ctx.Err()
	case limited.Err() != nil:
		m.outcome = timedOut
		return m, nil
	case err != nil && !errors.As(err, &exit):
		return m, fmt.Errorf("run %s: %w", t.id, err)
	}
	m.peak = peakMemory(cmd.ProcessState)
	// Go vet does not say by its code that something did not compile.
	if !slices.Contains(t.exits, cmd.ProcessState.ExitCode()) || t.id == "vet" && bytes.Contains(append([]byte("\n"), stderr.Bytes()...), []byte("\nvet: ")) {
		m.outcome = failed
		m.why = fmt.Sprintf("%v\n%s", cmd.ProcessState, tail(stderr.String(), 2000))
	}
	return m, nil
}

// tail returns the last bytes of a text, from a line's beginning.
func tail(s string, n int) string {
	if len(s) <= n {
		return s
	}
	_, s, _ = strings.Cut(s[len(s)-n:], "\n")
	return s
}

// environment returns that of all commands: little of the user's, and homes in dir.
func environment(ctx context.Context, dir string) ([]string, error) {
	out, err := output(exec.CommandContext(ctx, "go", "env", "-json", "GOMODCACHE", "GOPATH", "CGO_ENABLED"))
	if err != nil {
		return nil, err
	}
	var user struct{ GOMODCACHE, GOPATH, CGO_ENABLED string }
	if err := json.Unmarshal(out, &user); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	home, temp := filepath.Join(dir, "home"), filepath.Join(dir, "tmp")
	for _, d := range []string{home, temp} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			return nil, fmt.Errorf("environment: %w", err)
		}
	}
	env := []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + home, "USERPROFILE=" + home, "LOCALAPPDATA=" + home, "APPDATA=" + home,
		"TMPDIR=" + temp, "TMP=" + temp, "TEMP=" + temp,
		"LANG=C",
		"GOMODCACHE=" + user.GOMODCACHE, "GOPATH=" + user.GOPATH, "CGO_ENABLED=" + user.CGO_ENABLED,
		"GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=", "GOWORK=off", "GO111MODULE=",
	}
	if runtime.GOOS == "windows" {
		env = append(env, "SYSTEMROOT="+cmp.Or(os.Getenv("SYSTEMROOT"), `C:\Windows`))
	}
	return env, nil
}
