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

// A base is the commit that a run is compared with: findings that are there, too, are
// not new. Git looks for the commit while the head is checked. When the commit has been
// checked before, the driver gets the findings from the cache, although the commit was in
// another directory then.
type base struct {
	*command
	job

	opened chan struct{} // closed when the following fields are set, or there is an error
	err    error
	repo   *gitbase.Repo
	at     gitbase.Base
	top    string // of the repository, spelled like the working directory

	known *baseFindings // set when they are first needed

	unknown string // the consequence if something cannot be checked; by default, its findings count as new
}

// baseFindings are the findings at a base.
type baseFindings struct {
	findings []finding.Finding // at the places where the head has, or would have, the files
	notes    []string          // on what could not be checked
}

// A baseError is an error of -base.
type baseError struct{ err error }

func (e *baseError) Error() string { return "-base: " + e.err.Error() }
func (e *baseError) Unwrap() error { return e.err }

// startBase starts to look for the base that the flags name. If there is none,
// it calls cancel with the error.
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

// commit waits for the commit, and describes it.
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
	// The working directory may lead through symbolic links, which git resolves.
	b.top = b.repo.Top()
	if above, ok := strings.CutSuffix(b.dir, string(filepath.Separator)+b.repo.Path()); ok {
		b.top = above
	} else if b.repo.Path() == "." {
		b.top = b.dir
	}
	return nil
}

// findings returns the findings at the base, which must be open, and
// notes. If the base cannot be checked, there are no findings, and a note says so:
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
		// Not a reason to fail.
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

// An uncheckable error is the reason why nothing of a base could be checked.
type uncheckable struct{ err error }

func (e *uncheckable) Error() string { return e.err.Error() }
func (e *uncheckable) Unwrap() error { return e.err }

// checkIn exports the base to a directory, and checks it there.
func (b *base) checkIn(ctx context.Context, dir string) (*driver.Result, error) {
	if err := b.repo.Export(ctx, b.at.Commit, dir); err != nil {
		return nil, err
	}
	wd := b.workingDir(dir)
	// A module above the directory would not be part of the repository.
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

// workingDir returns the directory of the base, which is in dir, that corresponds to the working directory: the one with that path or, if
// the module was somewhere else then, the one with that path in the module.
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

// moved maps an absolute file name below the top, with an optional prefix such as "file=",
// to the corresponding one below dir. Other strings stay as they are.
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
// in dir. It selects the workspace of the base, or none.
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

// maxBroken is the maximum number of packages that do not load and are named.
const maxBroken = 10

// problemNotes returns notes on packages of the base that could not be checked.
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
		p.Package = "" // it is named in the note
		notes = append(notes, fmt.Sprintf("at %s, %s cannot be checked, so %s: %s", short(b.at.Commit), what, cmp.Or(b.unknown, "its findings count as new"),
			strings.ReplaceAll(printer.Problem(filepath.Join(dir, b.repo.Path()), p), dir, b.top)))
	}
	if n := len(notes) - maxBroken; n > 1 {
		notes = append(notes[:maxBroken], fmt.Sprintf("and so for %d more packages", n))
	}
	return notes
}

// atHead returns the findings of the base, which is in dir, with the names that the files have, or would have, at the head. It
// leaves out what is not shown of findings that are gone.
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
