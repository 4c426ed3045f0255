package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/errlint/errlint/bench/modgen"
)

// A repository is a public one, at one commit.
type repository struct {
	name   string // of its directory
	path   string // on GitHub
	commit string

	// The module at that commit, for repositories whose module is worth getting from the
	// module proxy instead; sum is that of go.sum.
	module, version, sum string
}

// repositories are a small one, a medium one and a large one.
var repositories = []repository{
	{name: "cowgnition", path: "dkoosis/cowgnition", commit: "5d788bad382b6fc84296362fcc3607be471b7b81"},
	{name: "github-mcp-server", path: "github/github-mcp-server", commit: "64a49f34d076b6f5917dae1424521d43c7bcae84"},
	{
		name: "prometheus", path: "prometheus/prometheus", commit: "8be3a9560fbdd18a94dedec4b747c35178177202",
		module: "github.com/prometheus/prometheus", version: "v0.305.0", sum: "h1:UO/LsM32/E9yBDtvQj8tN+WwhbyWKR10lO35vmFLx0U=",
	},
}

// printRepositories says how to get the repositories.
func printRepositories(w io.Writer) {
	fmt.Fprintln(w, "mkdir repos")
	for _, r := range repositories {
		fmt.Fprintf(w, "git clone https://github.com/%s repos/%s\n", r.path, r.name)
		fmt.Fprintf(w, "git -C repos/%s checkout %s\n", r.name, r.commit)
		fmt.Fprintf(w, "(cd repos/%s && go mod download)\n", r.name)
		if r.module != "" {
			fmt.Fprintf(w, "# or, without a clone:\n# go mod download %s@%s\n", r.module, r.version)
			fmt.Fprintf(w, "# (cd \"$(go env GOMODCACHE)/%s@%s\" && go mod download)\n", r.module, r.version)
		}
	}
	fmt.Fprintln(w, "go run -C bench . -repos \"$PWD/repos\"")
}

// A subject is what will be measured.
type subject struct {
	name      string
	generated int // packages; 0: a repository
	repo      repository
	checkout  string // of the repository; empty: its module
}

// chooseSubjects returns the subjects that the flags name.
func chooseSubjects(repos, names, sizes string) ([]subject, error) {
	var subjects []subject
	chosen := repositories
	if names != "" && names != "-" {
		var err error
		if chosen, err = choose(names, repositories, func(r repository) string { return r.name }); err != nil {
			return nil, err
		}
	}
	if names == "-" || repos == "" && names == "" {
		chosen = nil
	}
	for _, r := range chosen {
		s := subject{name: r.name, repo: r, checkout: filepath.Join(repos, r.name)}
		if _, err := os.Stat(s.checkout); repos == "" || err != nil {
			if r.module == "" {
				return nil, fmt.Errorf("no checkout of %s in -repos %q: see bench repos", r.path, repos)
			}
			s.checkout = ""
		}
		subjects = append(subjects, s)
	}
	if sizes == "-" {
		return subjects, nil
	}
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("size %q is not a number of packages", size)
		}
		subjects = append(subjects, subject{name: "generated-" + size, generated: n})
	}
	return subjects, nil
}

// place puts the files of the subject into a new directory, and returns what tells which they are.
func (s subject) place(ctx context.Context, dir string) (source string, err error) {
	switch {
	case s.generated > 0:
		return "", modgen.New(s.generated).Write(dir)
	case s.checkout != "":
		if err := s.repo.checkCommit(ctx, s.checkout); err != nil {
			return "", err
		}
		return s.repo.commit, copyTree(dir, s.checkout)
	default:
		from, err := s.repo.moduleDir(ctx, filepath.Dir(dir))
		if err != nil {
			return "", err
		}
		return s.repo.version, copyTree(dir, from)
	}
}

// checkCommit checks that a checkout is that of the commit, unchanged.
func (r repository) checkCommit(ctx context.Context, checkout string) error {
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", checkout}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0")
		out, err := output(cmd)
		return strings.TrimSpace(string(out)), err
	}
	head, err := git("rev-parse", "HEAD")
	if err != nil {
		return err
	}
	if head != r.commit {
		return fmt.Errorf("checkout of %s is at %.8s, not at %.8s", r.path, head, r.commit)
	}
	changed, err := git("status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("checkout of %s has changes:\n%s", r.path, changed)
	}
	return nil
}

// moduleDir returns where the module cache has the module.
func (r repository) moduleDir(ctx context.Context, dir string) (string, error) {
	// The user's environment, since it is the user's module cache; but nothing is downloaded.
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", r.module+"@"+r.version)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off", "PWD="+dir)
	out, err := output(cmd)
	if err != nil {
		return "", fmt.Errorf("neither a checkout of %s nor its module is there (see bench repos): %w", r.path, err)
	}
	var mod struct{ Dir, Sum string }
	if err := json.Unmarshal(out, &mod); err != nil {
		return "", fmt.Errorf("go mod download: %w", err)
	}
	if mod.Sum != r.sum {
		return "", fmt.Errorf("%s@%s has the sum %s, not %s", r.module, r.version, mod.Sum, r.sum)
	}
	return mod.Dir, nil
}

// output runs a command and returns what it prints. An error has what it says.
func output(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
		}
		return nil, fmt.Errorf("%s: %w", shortened(cmd.Args), err)
	}
	return out, nil
}

// shortened returns a command as it is shown in an error: without the rest of a long list.
func shortened(args []string) string {
	const most = 8
	if len(args) > most {
		args = append(slices.Clone(args[:most]), "…")
	}
	return strings.Join(args, " ")
}

// copyTree copies a directory, without .git, to one that does not exist. Everything in the copy may be
// written to. The directory may be a link; links in it are copied as they are.
func copyTree(dst, src string) error {
	src, err := filepath.EvalSymlinks(src)
	if err != nil {
		return err
	}
	return filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, name)
		if err != nil {
			return err
		}
		to := filepath.Join(dst, rel)
		switch {
		case d.Name() == ".git" && rel != ".":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.Mkdir(to, 0o777)
		case d.Type() == fs.ModeSymlink:
			link, err := os.Readlink(name)
			if err != nil {
				return err
			}
			return os.Symlink(link, to)
		case d.Type().IsRegular():
			return copyFile(to, name)
		}
		return nil
	})
}

func copyFile(dst, src string) (err error) {
	from, err := os.Open(src)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	to, err := os.OpenFile(dst, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	_, err = io.Copy(to, from)
	return err
}

// A listed package is what go list says of one.
type listed struct {
	ImportPath string
	Name       string
	Dir        string
	Standard   bool
	Module     *struct{ Main bool }
	GoFiles    []string
	Imports    []string
	DepsErrors []struct{ Err string }
}

// inModule reports whether it is part of what is measured.
func (p *listed) inModule() bool { return p.Module != nil && p.Module.Main }

// list returns the packages of a module and all that they depend on, each after what it depends on.
func list(ctx context.Context, dir string, env []string, flags ...string) ([]*listed, error) {
	args := append([]string{"list", "-deps", "-json=ImportPath,Name,Dir,Standard,Module,GoFiles,Imports,DepsErrors"}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./...")...)
	cmd.Dir = dir
	cmd.Env = append(slices.Clone(env), "PWD="+dir)
	out, err := output(cmd)
	if err != nil {
		return nil, fmt.Errorf("%w (are the modules that it depends on downloaded?)", err)
	}
	var pkgs []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		err := dec.Decode(p)
		if errors.Is(err, io.EOF) {
			return pkgs, nil
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// buildDeps has the go command compile, into the build cache of env, all that the packages in dir and
// their tests depend on and that is not part of the module.
func buildDeps(ctx context.Context, dir string, env []string) error {
	pkgs, err := list(ctx, dir, env, "-test")
	if err != nil {
		return err
	}
	var paths []string
	for _, p := range pkgs {
		// "p [q.test]" is p as the test of q sees it.
		if !p.inModule() && p.ImportPath != "unsafe" && !strings.Contains(p.ImportPath, " ") && !strings.HasSuffix(p.ImportPath, ".test") {
			paths = append(paths, p.ImportPath)
		}
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-export", "-f", "{{if .Error}}{{.Error}}{{end}}"}, paths...)...)
	cmd.Dir = dir
	cmd.Env = append(slices.Clone(env), "PWD="+dir)
	_, err = output(cmd)
	return err
}

// lines counts the lines of files.
func lines(files []string) (n int, err error) {
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return 0, fmt.Errorf("count lines: %w", err)
		}
		n += bytes.Count(text, []byte("\n"))
	}
	return n, nil
}
