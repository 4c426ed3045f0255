package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/gitbase"
	"github.com/errlint/errlint/internal/printer"
)

// A base is the commit that a run is compared with: what is there, too, is
// nothing new. Which commit that is is found out while the head is checked, for
// it takes git some time. What is found there, the driver's cache has from the last
// run, whatever directory the commit was in then.
type base struct {
	*command
	job

	opened chan struct{} // closed when the following are set, or there is an error
	err    error
	repo   *gitbase.Repo
	at     gitbase.Base
	top    string // of the repository, in the terms of the working directory

	known *baseFindings // nil before they are asked for

	unknown string // what follows for what cannot be checked; else its findings count as new
}

// baseFindings are the findings at a base.
type baseFindings struct {
	findings []finding.Finding // at the places where the head has, or would have, the files
	notes    []string          // on what could not be checked
}

// A baseError is why there is no comparing with the base.
type baseError struct{ err error }

func (e *baseError) Error() string { return "-base: " + e.err.Error() }
func (e *baseError) Unwrap() error { return e.err }

// startBase begins to look for the base that the flags name. If there is none,
// it calls cancel with an error that says why.
func (c *command) startBase(ctx context.Context, j job, cancel context.CancelCauseFunc) *base {
	b := &base{command: c, job: j, opened: make(chan struct{})}
	go func() {
		defer close(b.opened)
		if err := b.open(ctx); err != nil {
			b.err = &baseError{err}
			cancel(b.err)
		}
	}()
	return b
}

// commit returns the commit in words, once it is known.
func (b *base) commit() (string, error) {
	<-b.opened
	if b.err != nil {
		return "", b.err
	}
	return cmp.Or(b.at.Note, fmt.Sprintf("compared with %s, the merge base of %s and HEAD", short(b.at.Commit), shown(b.at.Ref))), nil
}

func (b *base) open(ctx context.Context) error {
	var err error
	if b.repo, err = gitbase.Open(ctx, b.dir, b.env); err != nil {
		return err
	}
	if b.at, err = b.repo.MergeBase(ctx, b.baseRef); err != nil {
		return err
	}
	// The working directory may be git's by another name.
	b.top = b.repo.Top()
	if above, ok := strings.CutSuffix(b.dir, string(filepath.Separator)+b.repo.Path()); ok {
		b.top = above
	} else if b.repo.Path() == "." {
		b.top = b.dir
	}
	return nil
}

// findings returns what the rules find at the base, which must be open, and
// what is to be said of it. Where the base cannot be checked, it has no findings, and a note says so:
// then all findings of the head are new, which errs on the safe side.
func (b *base) findings(ctx context.Context) ([]finding.Finding, []string, error) {
	if b.known == nil {
		known, err := b.find(ctx)
		if err != nil {
			return nil, nil, err
		}
		b.known = known
	}
	return b.known.findings, b.known.notes, nil
}

func (b *base) find(ctx context.Context) (*baseFindings, error) {
	known := new(baseFindings)
	temp, err := gitbase.NewTemp()
	if err != nil {
		return nil, &baseError{err}
	}
	result, err := b.checkIn(ctx, temp.Dir())
	if err := temp.Close(); err != nil {
		// A nuisance, but no reason to have no result.
		known.notes = append(known.notes, fmt.Sprintf("left behind: %s", err))
	}
	switch {
	case ctx.Err() != nil:
		return nil, interruption(ctx)
	case errors.As(err, new(*uncheckable)):
		known.notes = append(known.notes, fmt.Sprintf("nothing of %s can be checked, so %s: %s", short(b.at.Commit), cmp.Or(b.unknown, "all findings count as new"),
			strings.ReplaceAll(err.Error(), temp.Dir(), b.top)))
		return known, nil
	case err != nil:
		return nil, &baseError{err}
	}
	known.findings = b.atHead(result.Findings, temp.Dir())
	known.notes = append(known.notes, b.problemNotes(result.Problems, temp.Dir())...)
	return known, nil
}

// shown returns a ref as it is shown in a line of text.
func shown(ref string) string {
	if strings.ContainsRune(ref, ' ') || printer.Clean(ref) != ref {
		return strconv.Quote(ref)
	}
	return ref
}

// short returns the beginning of the name of a commit.
func short(commit string) string { return commit[:min(12, len(commit))] }

// An uncheckable error is why nothing of a base could be checked.
type uncheckable struct{ err error }

func (e *uncheckable) Error() string { return e.err.Error() }
func (e *uncheckable) Unwrap() error { return e.err }

// checkIn checks the base in a directory, into which it is brought.
func (b *base) checkIn(ctx context.Context, dir string) (*driver.Result, error) {
	if err := b.repo.Export(ctx, b.at.Commit, dir); err != nil {
		return nil, err
	}
	wd := b.workingDir(dir)
	// A module above the directory would be none of the repository's.
	if root, ok := errlint.ModuleRoot(wd); !ok || !within(dir, root) {
		return nil, &uncheckable{errors.New("it has no go.mod there")}
	}
	var patterns []string
	for _, p := range b.patterns {
		patterns = append(patterns, b.moved(p, dir))
	}
	result, err := b.drive(ctx, driver.Options{Dir: wd, Env: b.envIn(dir, wd), Patterns: patterns, Analyzers: b.analyzers, ConfigKey: b.configKey})
	if err != nil && ctx.Err() == nil {
		return nil, &uncheckable{err}
	}
	return result, err
}

// workingDir returns the directory of the base, which is in dir, that the working directory was: the one of that name, or the
// one of that name in the module, where the module was somewhere else then.
func (b *base) workingDir(dir string) string {
	wd := filepath.Join(dir, b.repo.Path())
	head, ok := errlint.ModuleRoot(b.dir)
	if !ok {
		return wd
	}
	rel, err := filepath.Rel(head, b.dir)
	if err != nil {
		return wd
	}
	path := modulePath(head)
	if root, ok := errlint.ModuleRoot(wd); ok && filepath.Join(root, rel) == wd && modulePath(root) == path {
		return wd
	}
	var roots []string
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "go.mod" && modulePath(filepath.Dir(name)) == path {
			roots = append(roots, filepath.Dir(name))
		}
		return err
	})
	if err != nil || len(roots) != 1 {
		return wd
	}
	was := filepath.Join(roots[0], rel)
	if info, err := os.Stat(was); err != nil || !info.IsDir() {
		return wd
	}
	return was
}

// modulePath returns the path that the go.mod in a directory gives its module; "" if it does not.
func modulePath(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return ""
	}
	return modfile.ModulePath(text)
}

// moved returns an absolute file name below the top, which may have "file=" or
// the like before it, as one below dir. Other strings stay as they are.
func (b *base) moved(s, dir string) string {
	kind, file, ok := strings.Cut(s, "=")
	if !ok {
		kind, file = "", s
	} else {
		kind += "="
	}
	for _, top := range []string{b.top, b.repo.Top()} {
		if filepath.IsAbs(file) && within(top, file) {
			rel, err := filepath.Rel(top, file)
			if err == nil {
				return kind + filepath.Join(dir, rel)
			}
		}
	}
	return s
}

// envIn returns the environment for the go command in wd, where the base is
// in dir: a workspace is the base's, or none.
func (b *base) envIn(dir, wd string) []string {
	work := b.getenv("GOWORK")
	switch {
	case work == "off":
	case work != "":
		work = b.moved(work, dir)
	default:
		for at := wd; within(dir, at); at = filepath.Dir(at) {
			if isFile(filepath.Join(at, "go.work")) {
				return b.env
			}
		}
		work = "off"
	}
	return append(slices.Clone(b.env), "GOWORK="+work)
}

// within reports whether a file is dir or in it.
func within(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

// maxBroken is how many packages that do not load are named one by one.
const maxBroken = 10

// problemNotes says which packages of the base could not be checked, and why.
func (b *base) problemNotes(problems []finding.Problem, dir string) []string {
	var notes []string
	seen := make(map[string]bool)
	for _, p := range problems {
		what := "package " + p.Package
		if p.Package == "" {
			what = p.Pos.File
		}
		if seen[what] {
			continue
		}
		seen[what] = true
		p.Package = "" // it is named already
		notes = append(notes, fmt.Sprintf("at %s, %s cannot be checked, so %s: %s", short(b.at.Commit), what, cmp.Or(b.unknown, "its findings count as new"),
			strings.ReplaceAll(printer.Problem(filepath.Join(dir, b.repo.Path()), p), dir, b.top)))
	}
	if n := len(notes) - maxBroken; n > 1 {
		notes = append(notes[:maxBroken], fmt.Sprintf("and so for %d more packages", n))
	}
	return notes
}

// atHead returns the findings of the base, which is in dir, at the places where the head has, or would have, the files. They
// have nothing that nobody asks of what is gone.
func (b *base) atHead(fs []finding.Finding, dir string) []finding.Finding {
	var out []finding.Finding
	for _, f := range fs {
		f.Related, f.Fixes = nil, nil
		for _, pos := range []*finding.Position{&f.Pos, &f.End} {
			if rel, err := filepath.Rel(dir, pos.File); err == nil && filepath.IsLocal(rel) {
				pos.File = filepath.Join(b.top, rel)
			}
		}
		out = append(out, f)
	}
	return out
}
