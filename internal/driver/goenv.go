package driver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/errlint/errlint/internal/cache"
)

// A goEnv has the settings of the go command that the driver needs.
type goEnv struct {
	CC          string
	GO111MODULE string
	GOARCH      string
	GOCACHE     string // directory; "off" or empty if there is none
	GOENV       string // file; empty or "off" if there is none
	GOFLAGS     string
	GOMOD       string // file; empty in GOPATH mode, os.DevNull outside a module
	GOMODCACHE  string // directory
	GOROOT      string
	GOVERSION   string // of the go command: "go1.26.1"
	GOWORK      string // file; empty or "off" if there is none

	// settings are the variables that the choice of packages and files depends on, except places.
	settings map[string]string
}

// The variables of a goEnv: goPlaces are names of files, directories and programs.
var (
	goPlaces   = []string{"CC", "GOCACHE", "GOENV", "GOMOD", "GOMODCACHE", "GOROOT", "GOWORK"}
	goSettings = []string{"CGO_ENABLED", "GO111MODULE", "GO386", "GOAMD64", "GOARCH", "GOARM", "GOARM64", "GODEBUG", "GOEXPERIMENT", "GOFIPS140",
		"GOFLAGS", "GOMIPS", "GOMIPS64", "GOOS", "GOPPC64", "GORISCV64", "GOVERSION", "GOWASM"}
)

// queryEnv returns the settings of the go command. Asking it takes as long as reading the files of a hundred packages. So the answer is cached, under
// a key of everything that it is derived from.
func (g *goCommand) queryEnv(ctx context.Context, kept *cache.Cache) (goEnv, error) {
	from := g.envSources()
	if answer, ok := kept.Get(from.key); ok && from.known {
		if env, err := parseEnv(answer); err == nil {
			return env, nil
		}
	}
	answer, err := g.askEnv(ctx)
	if err != nil {
		return goEnv{}, err
	}
	env, err := parseEnv(answer)
	if err == nil && from.explain(env) {
		kept.Put(from.key, answer)
	}
	return env, err
}

// askEnv runs go env.
func (g *goCommand) askEnv(ctx context.Context) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"env", "-json"}, goPlaces, goSettings)...)
	cmd.Dir = g.dir
	cmd.Env = append(slices.Clone(g.env), "PWD="+g.dir)
	cmd.WaitDelay = 10 * time.Second // for an overloaded machine
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("loading packages takes the go command: %w", err)
	case err != nil:
		return nil, &loadError{text: cmp.Or(oneLine(stderr.String()), "go env: "+err.Error()), err: err}
	}
	return out, nil
}

func parseEnv(answer []byte) (env goEnv, err error) {
	if err := cmp.Or(json.Unmarshal(answer, &env), json.Unmarshal(answer, &env.settings)); err != nil {
		return goEnv{}, fmt.Errorf("go env: %w", err)
	}
	for _, name := range goPlaces {
		delete(env.settings, name)
	}
	return env, nil
}

// envSources identify everything that the go command derives its settings from: environment variables, its executable, the files with settings, which C
// compilers exist, which decides whether cgo is on, and each go.mod and go.work in the directory and above it, which select the release of Go.
type envSources struct {
	key      cache.Key
	known    bool   // all can be read, and the key identifies them
	root     string // the GOROOT of the go command's executable
	settings string // the user's file; "off" if there is none
}

// compilers are the default C compilers of go commands. Which one a go command uses is decided when it is built.
var compilers = []string{"cc", "clang", "gcc"}

func (g *goCommand) envSources() (from envSources) {
	h := sha256.New()
	writeStrings(h, keyVersion+" go env", g.dir)
	writeStrings(h, slices.Concat(goPlaces, goSettings)...)
	user, _ := os.UserConfigDir()
	from.settings = filepath.Join(user, "go", "env")
	var files []string
	vars := (&exec.Cmd{Env: g.env}).Environ()
	slices.Sort(vars)
	for _, v := range vars {
		switch name, value, _ := strings.Cut(v, "="); {
		case name == "_" || name == "SHLVL" || name == "PWD" || name == "OLDPWD":
			continue // of the shell
		case strings.EqualFold(name, "PATH") && value != os.Getenv("PATH"):
			return from // exec.LookPath below would look in another PATH than the go command
		case name == "GOENV" && value != "":
			from.settings = value
		case name == "GOWORK" && value != "" && value != "off":
			files = append(files, resolve(g.dir, value))
		}
		writeStrings(h, v)
	}
	binary, err := exec.LookPath("go")
	if err != nil {
		return from
	}
	if binary, err = filepath.EvalSymlinks(binary); err != nil {
		return from
	}
	info, err := os.Stat(binary)
	if err != nil {
		return from
	}
	writeStrings(h, fmt.Sprint(binary, info.Size(), info.ModTime().UnixNano()))
	from.root = filepath.Dir(filepath.Dir(binary))
	for _, name := range compilers {
		_, err := exec.LookPath(name)
		writeStrings(h, fmt.Sprint(name, err == nil))
	}
	if from.settings != "off" {
		files = append(files, resolve(g.dir, from.settings))
	}
	files = append(files, filepath.Join(from.root, "go.env"), filepath.Join(from.root, "VERSION"))
	for dir, last := g.dir, ""; dir != last; dir, last = filepath.Dir(dir), dir {
		files = append(files, filepath.Join(dir, "go.mod"), filepath.Join(dir, "go.work"))
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return from
		}
		if bytes.Contains(text, []byte("CC=")) {
			return from // the compiler may be none of the defaults
		}
		writeStrings(h, fmt.Sprint(err == nil), string(text))
	}
	from.key, from.known = cache.Key(h.Sum(nil)), true
	return from
}

// explain reports whether settings are derived from nothing else. They may be if the executable that was found is a wrapper, or has switched to another
// release of Go.
func (from envSources) explain(env goEnv) bool {
	root, err := filepath.EvalSymlinks(env.GOROOT)
	return from.known && err == nil && root == from.root && cmp.Or(env.GOENV, "off") == from.settings && slices.Contains(compilers, env.CC) && answersAlone(env.GOFLAGS)
}
