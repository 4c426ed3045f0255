package driver

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
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
)

// A loadError is a failure of the go command, in its own words.
type loadError struct {
	text string
	err  error
}

func (e *loadError) Error() string { return e.text }
func (e *loadError) Unwrap() error { return e.err }

// A goEnv is what needs to be known of the go command's environment.
type goEnv struct {
	GO111MODULE string
	GOARCH      string
	GOCACHE     string // directory; "off" or empty if there is none
	GOFLAGS     string
	GOMOD       string // file; empty in GOPATH mode, os.DevNull outside a module
	GOMODCACHE  string // directory
	GOROOT      string
	GOVERSION   string // of the go command: "go1.26.1"
	GOWORK      string // file; empty or "off" if there is none

	// settings are what the choice of packages and files depends on, but for where things are.
	settings map[string]string
}

// The variables of a goEnv. Those with names of files and directories come first.
var (
	goPlaces   = []string{"GOCACHE", "GOMOD", "GOMODCACHE", "GOROOT", "GOWORK"}
	goSettings = []string{"CGO_ENABLED", "GO111MODULE", "GO386", "GOAMD64", "GOARCH", "GOARM", "GOARM64", "GODEBUG", "GOEXPERIMENT", "GOFIPS140",
		"GOFLAGS", "GOMIPS", "GOMIPS64", "GOOS", "GOPPC64", "GORISCV64", "GOVERSION", "GOWASM"}
)

// queryEnv asks for the environment of the go command.
func (r *run) queryEnv(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"env", "-json"}, goPlaces, goSettings)...)
	cmd.Dir = r.dir
	cmd.Env = append(slices.Clone(r.env), "PWD="+r.dir)
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("loading packages takes the go command: %w", err)
	case err != nil:
		return &loadError{text: cmp.Or(oneLine(stderr.String()), "go env: "+err.Error()), err: err}
	}
	if err := cmp.Or(json.Unmarshal(out, &r.goenv), json.Unmarshal(out, &r.goenv.settings)); err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	for _, name := range goPlaces {
		delete(r.goenv.settings, name)
	}
	r.sources.goroot = r.goenv.GOROOT
	if r.goenv.GOMOD == os.DevNull && r.goenv.GOWORK == "" && slices.ContainsFunc(r.opts.Patterns, isDirPattern) {
		return fmt.Errorf("no go.mod in %s or in a directory above it", r.dir)
	}
	return nil
}

// packagesConfig returns the configuration of a query.
func (r *run) packagesConfig(ctx context.Context, mode packages.LoadMode) *packages.Config {
	cfg := &packages.Config{
		Context: ctx,
		Dir:     r.dir,
		Env:     r.env,
		Mode:    mode,
		Overlay: r.opts.Overlay,
		// Nobody is interested in the state of the repository, and what its configuration names would be run.
		BuildFlags: []string{"-buildvcs=false"},
	}
	if len(r.opts.Tags) > 0 {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+strings.Join(r.opts.Tags, ","))
	}
	return cfg
}

// queryMetadata asks for the packages that match the patterns, and all that they
// depend on. It gets neither types nor export data, and asks for nothing that
// would make the go command build a package: not even for type sizes, which
// go/packages takes as a request for the output of cgo.
func (r *run) queryMetadata(ctx context.Context) ([]*packages.Package, error) {
	cfg := r.packagesConfig(ctx, packages.NeedName|packages.NeedFiles|packages.NeedImports|
		packages.NeedDeps|packages.NeedModule)
	cfg.Tests = r.opts.Tests
	roots, err := packages.Load(cfg, r.opts.Patterns...)
	if err != nil {
		// go/packages: "err: exit status 1: stderr: go: errors parsing go.mod: …"
		text := err.Error()
		if _, after, ok := strings.Cut(text, "stderr: "); ok {
			text = after
		}
		return nil, &loadError{text: cmp.Or(oneLine(text), err.Error()), err: err}
	}
	return roots, nil
}

// queryExports asks for the files with the export data of the packages with
// the given import paths, as far as the go command has it. With deps, it also asks for
// those of all dependencies.
//
// The flag -n keeps the go command from producing what it does not have: it
// says on its standard error which commands it would run, and runs none.
func (r *run) queryExports(ctx context.Context, paths []string, deps bool) (map[string]string, error) {
	mode := packages.NeedName | packages.NeedExportFile
	if deps {
		mode |= packages.NeedImports | packages.NeedDeps
	}
	cfg := r.packagesConfig(ctx, mode)
	cfg.BuildFlags = append(cfg.BuildFlags, "-n")
	roots, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, &loadError{text: "export data of dependencies: " + oneLine(err.Error()), err: err}
	}
	files := make(map[string]string)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.ExportFile != "" {
			files[p.PkgPath] = p.ExportFile
		}
	})
	return files, nil
}

// isDirPattern reports whether a pattern is relative to a directory, so that it takes a module.
func isDirPattern(pattern string) bool {
	pattern = strings.TrimPrefix(pattern, "pattern=")
	if strings.HasSuffix(pattern, ".go") {
		return false // a package of its own
	}
	return pattern == "." || pattern == ".." || filepath.IsAbs(pattern) ||
		strings.HasPrefix(filepath.ToSlash(pattern), "./") || strings.HasPrefix(filepath.ToSlash(pattern), "../")
}

// checkPatterns adds a problem for each pattern that matched no package. The go
// command mentions this on its standard error, if at all.
func (r *run) checkPatterns(roots []*packages.Package) {
	for _, pattern := range r.opts.Patterns {
		if !r.matches(pattern, roots) {
			r.problems = append(r.problems, finding.Problem{Package: pattern, Message: "pattern matches no packages"})
		}
	}
}

// matches reports whether a pattern matched any of the packages. It says yes
// of patterns that the go command itself reports if they do not.
func (r *run) matches(pattern string, roots []*packages.Package) bool {
	if len(roots) == 0 {
		return false
	}
	if file, ok := strings.CutPrefix(pattern, "file="); ok {
		if !filepath.IsAbs(file) {
			file = filepath.Join(r.dir, file)
		}
		return slices.ContainsFunc(roots, func(p *packages.Package) bool {
			return slices.ContainsFunc(p.GoFiles, func(name string) bool { return sameFile(name, file) })
		})
	}
	pattern = strings.TrimPrefix(pattern, "pattern=")
	if !strings.Contains(pattern, "...") {
		return true
	}
	given := pattern
	key := func(p *packages.Package) string { return p.PkgPath }
	if isDirPattern(pattern) {
		if !filepath.IsAbs(pattern) {
			pattern = filepath.Join(r.dir, pattern)
		}
		pattern = filepath.ToSlash(pattern)
		key = func(p *packages.Package) string { return filepath.ToSlash(p.Dir) }
	}
	re := wildcard(pattern)
	return slices.ContainsFunc(roots, func(p *packages.Package) bool {
		return p.PkgPath == given || re.MatchString(key(p)) // of an error about the pattern, or of a package
	})
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	if a == b || filepath.Base(a) != filepath.Base(b) {
		return a == b
	}
	ai, aerr := os.Stat(a)
	bi, berr := os.Stat(b)
	return aerr == nil && berr == nil && os.SameFile(ai, bi)
}

// wildcard returns a regular expression for a pattern with "...", which stands
// for any string. A final "/..." also stands for nothing.
func wildcard(pattern string) *regexp.Regexp {
	re := regexp.QuoteMeta(pattern)
	re = strings.ReplaceAll(re, `\.\.\.`, `.*`)
	if rest, ok := strings.CutSuffix(re, `/.*`); ok {
		re = rest + `(/.*)?`
	}
	return regexp.MustCompile(`^` + re + `$`)
}
