package main

import (
	"context"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/baseline"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/lsp"
	"github.com/errlint/errlint/internal/whicherrs"
)

// typedSize is how many bytes of results are kept of what is typed, and not saved.
const typedSize = 32 << 20

// typedRuns is for how many runs results of what is typed are kept after they were last of use: what is typed may be taken back,
// and packages that see something of it are as they were after most keys.
const typedRuns = 32

// gcLimit is how many bytes the process may take before it collects its garbage more often.
const gcLimit = 1 << 30

// How much garbage there may be, in percent of what is in use: in general, and while somebody waits for what was typed to be looked at. What one such
// run leaves is less than that, so none is collected while it lasts, and all as soon as it is done.
const (
	gcPercent      = 400
	gcPercentTyped = 2000
)

// lsp is a language server on standard input and output.
func (c *command) lsp(ctx context.Context, _ []string) int {
	if c.configFile != "" {
		c.configFile = c.abs(c.configFile)
	}
	c.stderrIsTerm = false // what is there is for a log
	// A run makes much that is garbage when it ends, and somebody waits for it.
	c.heap.Stop()
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(gcLimit)
	typed := c.cache().InMemory(typedSize)
	memory := new(driver.Memory)
	clean := lsp.Serve(ctx, stdio{c.stdin, c.stdout}, lsp.Options{
		Version: version(),
		Root:    errlint.WorkspaceRoot,
		Foreign: c.foreign(ctx),
		Watched: []string{errlint.ConfigName, baseline.Name},
		Errors: func(ctx context.Context, q lsp.Query, at finding.Position, markdown bool) (string, error) {
			one := *c
			one.results = typed // nobody else asks about this place
			return one.errorsAt(ctx, q, at, markdown)
		},
		Lenses: func(ctx context.Context, q lsp.Query, file string) ([]lsp.Lens, error) {
			one := *c
			one.results = typed
			return one.lenses(ctx, q, file)
		},
		Check: func(ctx context.Context, q lsp.Query) (*lsp.Report, error) {
			one := *c
			typed.Forget(typedRuns)
			if len(q.Overlay) > 0 {
				one.results = typed
			}
			one.memory = memory
			if len(q.Patterns) > 0 {
				debug.SetGCPercent(gcPercentTyped)
				defer func() {
					debug.SetGCPercent(gcPercent)
					if ctx.Err() == nil { // else the next one begins
						go runtime.GC()
					}
				}()
			}
			return one.checkOnce(ctx, q)
		},
	})
	if !clean {
		return exitFindings // as the protocol has it: the client has not said that it is going
	}
	return exitClean
}

// foreign returns a function that reports whether a file is part of Go, or of a dependency as it was downloaded.
func (c *command) foreign(ctx context.Context) func(file string) bool {
	dirs := sync.OnceValue(func() []string {
		out, err := c.goOutput(ctx, c.dir, "env", "GOROOT", "GOMODCACHE")
		if err != nil {
			return nil // then no run comes to anything either
		}
		return strings.Split(strings.TrimSpace(out), "\n")
	})
	return func(file string) bool {
		return slices.ContainsFunc(dirs(), func(dir string) bool { return within(dir, file) })
	}
}

// checkOnce does a run for an editor.
func (c *command) checkOnce(ctx context.Context, q lsp.Query) (*lsp.Report, error) {
	c.dir, c.progress = q.Dir, q.Progress
	v, err := c.judgeOnce(ctx, q.Patterns, q.Overlay)
	if mistakes, ok := errors.AsType[errlint.ConfigErrors](err); ok {
		return &lsp.Report{Problems: problemsOf(mistakes)}, nil
	} else if err != nil {
		return nil, err
	}
	return &lsp.Report{Findings: v.Findings, Problems: v.Problems}, nil
}

// judgeOnce does one run of many: the configuration and the baseline are read anew.
func (c *command) judgeOnce(ctx context.Context, patterns []string, overlay map[string][]byte) (*verdict, error) {
	g := &gate{command: c}
	var err error
	if g.job, err = c.newJob(patterns); err != nil {
		return nil, err
	}
	if g.accepted, err = c.readAccepted(); err != nil {
		return nil, err
	}
	return g.judge(ctx, overlay)
}

// errorsAt tells which errors may be at a place of a file; nothing if no expression there is an error, or returns one.
func (c *command) errorsAt(ctx context.Context, q lsp.Query, at finding.Position, markdown bool) (string, error) {
	c.dir = q.Dir
	run := &tables{command: c, dir: q.Dir, overlay: q.Overlay}
	question, err := run.expression(ctx, q.Patterns[0], at.File, at.Line, at.Column)
	if err != nil || len(question.funcs) == 0 {
		return "", err
	}
	return whicherrs.Hover(question.Answer(question.funcs[0]), markdown), nil
}

// lenses tells which errors the functions of a file may return.
func (c *command) lenses(ctx context.Context, q lsp.Query, file string) ([]lsp.Lens, error) {
	c.dir = q.Dir
	run := &tables{command: c, dir: q.Dir, overlay: q.Overlay}
	if err := run.add(ctx, q.Patterns); err != nil {
		return nil, err
	}
	question, err := run.question()
	if err != nil {
		return nil, err
	}
	var lenses []lsp.Lens
	name := c.shown(file)
	for _, f := range question.In(func(*whicherrs.Table) bool { return true }, true) {
		if a := question.Answer(f); a.File == name {
			lenses = append(lenses, lsp.Lens{Line: a.Line, Text: "errors: " + whicherrs.Short(a, false)})
		}
	}
	return lenses, nil
}

// problemsOf returns the mistakes of a configuration as problems.
func problemsOf(mistakes errlint.ConfigErrors) []finding.Problem {
	var ps []finding.Problem
	for _, m := range mistakes {
		ps = append(ps, finding.Problem{
			Pos:     finding.Position{File: m.File, Line: m.Line, Column: m.Column},
			Message: m.Problem.String(),
		})
	}
	return ps
}

// stdio is a stream to whoever has started the process.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes what can be closed, so that whoever reads it is not kept.
func (s stdio) Close() error {
	var errs []error
	for _, end := range []any{s.Reader, s.Writer} {
		if c, ok := end.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}
