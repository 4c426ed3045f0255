package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/baseline"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

// settling is how long no file may change before a run starts: an editor that saves a file changes it several times.
const settling = 100 * time.Millisecond

// watch does a run after each change of a file, and shows what is new and what is gone.
func (c *command) watch(ctx context.Context, patterns []string) int {
	root, ok := errlint.WorkspaceRoot(c.dir)
	if !ok {
		return c.fail(errNoModule(c.dir))
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return c.fail(fmt.Errorf("watch the files: %w", err))
	}
	defer watcher.Close()
	if err := watchBelow(watcher, root); err != nil {
		return c.fail(fmt.Errorf("watch the files: %w", err))
	}
	w := &watching{command: c, patterns: patterns}
	w.run(ctx)
	timer := time.NewTimer(0)
	<-timer.C
	for {
		select {
		case <-ctx.Done():
			return exitClean
		case <-timer.C:
			w.run(ctx)
		case e, ok := <-watcher.Events:
			if !ok {
				return exitFailure
			}
			if e.Has(fsnotify.Create) {
				_ = watchBelow(watcher, e.Name) // it may be gone by now
			}
			if matters(e) {
				timer.Reset(settling)
			}
		case err := <-watcher.Errors:
			// Events were lost, so anything may have changed.
			c.note(fmt.Sprintf("watching: %v", err))
			timer.Reset(settling)
		}
	}
}

// matters reports whether an event may change what is found.
func matters(e fsnotify.Event) bool {
	if !e.Has(fsnotify.Create) && !e.Has(fsnotify.Write) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename) {
		return false
	}
	base := filepath.Base(e.Name)
	// A name without an extension may be a directory, which moves with its files.
	return filepath.Ext(base) == ".go" || filepath.Ext(base) == "" ||
		slices.Contains([]string{"go.mod", "go.sum", "go.work", errlint.ConfigName, baseline.Name}, base)
}

// watchBelow watches a directory and those below it that may contain packages. It ignores files.
func watchBelow(w *fsnotify.Watcher, dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		base := d.Name()
		if name != dir && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "node_modules") {
			return filepath.SkipDir
		}
		return w.Add(name)
	})
}

// watching is the state of the command watch.
type watching struct {
	*command
	patterns []string
	before   []finding.Finding
	problems string // as they were last shown
	begun    bool
}

// run does a run, and shows what has changed since the last one; the first time, everything.
func (w *watching) run(ctx context.Context) {
	one := *w.command
	v, err := (&one).judgeOnce(ctx, w.patterns, nil)
	w.warned, w.saidC = one.warned, one.saidC
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		w.fail(err) // until it is mended
		return
	}
	var problems strings.Builder
	for _, p := range v.Problems {
		problems.WriteString(printer.Problem(w.dir, p) + "\n")
	}
	if text := problems.String(); text != w.problems {
		w.problems = text
		fmt.Fprint(w.stderr, text)
	}
	fresh, _, gone := finding.Diff(w.before, v.Findings)
	// Findings in packages that cannot be checked now are not gone.
	var kept []finding.Finding
	gone = slices.DeleteFunc(gone, func(f finding.Finding) bool {
		hidden := len(v.Problems) > 0 && !slices.Contains(v.checked, f.Package)
		if hidden {
			kept = append(kept, f)
		}
		return hidden
	})
	text := printer.Text{Dir: w.dir, Rich: w.colored() || w.stdoutIsTerm, Color: w.colored(), Width: w.width}
	if err := text.Print(w.stdout, printer.Report{Findings: fresh}); err != nil {
		w.fail(err)
	}
	for _, f := range gone {
		fmt.Fprintf(w.stdout, "gone: %s\n", printer.Problem(w.dir, finding.Problem{Pos: f.Pos, Message: f.Message + " (" + f.ID() + ")"}))
	}
	line := time.Now().Format(time.TimeOnly) + "  " + v.count()
	if w.begun {
		line += fmt.Sprintf(": %d new, %d gone", len(fresh), len(gone))
	}
	fmt.Fprintln(w.stdout, line)
	w.begun = true
	w.before = finding.Sort(append(slices.Clone(v.Findings), kept...))
}
