package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/atomicfile"
	"github.com/errlint/errlint/internal/baseline"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

// noBaseline is the value of -baseline that means none.
const noBaseline = "off"

// An accepted is the baseline of a run. A nil one is empty.
type accepted struct {
	*baseline.Baseline
	file  string // absolute
	named string // as it is shown
}

// baselineFile returns the file of the baseline, as an absolute name
// and as it is shown; "" if there can be none.
func (c *command) baselineFile() (file, named string) {
	switch c.baseline {
	case noBaseline:
		return "", ""
	case "":
		root, ok := errlint.WorkspaceRoot(c.dir)
		if !ok {
			return "", ""
		}
		// A module of a workspace may have had one before the workspace was there.
		if module, ok := errlint.ModuleRoot(c.dir); ok {
			if _, err := os.Lstat(filepath.Join(module, baseline.Name)); err == nil {
				root = module
			}
		}
		return filepath.Join(root, baseline.Name), baseline.Name
	default:
		return c.abs(c.baseline), c.baseline
	}
}

// readAccepted reads the baseline. The default one may be missing, one
// that is named may not.
func (c *command) readAccepted() (*accepted, error) {
	file, named := c.baselineFile()
	if file == "" {
		if c.baselineStrict && c.baseline == noBaseline {
			return nil, errors.New("-baseline-strict needs a baseline, which -baseline off disables")
		}
		return nil, nil
	}
	b, err := baseline.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.baseline == "":
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no baseline %s", named)
	case err != nil:
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	return &accepted{b, file, named}, nil
}

// lacksAny reports whether at least one of the findings is not in the
// baseline.
func (a *accepted) lacksAny(fs []finding.Finding) bool {
	if a == nil {
		return len(fs) > 0
	}
	fresh, _, _ := a.Hide(fs)
	return len(fresh) > 0
}

// hide returns those of the fresh findings that count, and the hidden ones: the others and
// the old ones, which the base has. The baseline cannot tell findings
// of a kind apart, but the base can: so the entries of the baseline hide
// old findings first, lest they hide a new one instead of one that does not
// count anyway.
func (a *accepted) hide(fresh, old []finding.Finding) (counting []finding.Finding, hidden []finding.Hidden) {
	if a == nil {
		return fresh, hiddenBy(finding.ByBase, old)
	}
	others, first, spare := a.Hide(old)
	counting, second, _ := spare.Hide(fresh)
	return counting, slices.Concat(
		hiddenBy(finding.ByBase, others),
		hiddenBy(finding.ByBaseline, first),
		hiddenBy(finding.ByBaseline, second),
	)
}

func hiddenBy(by finding.Hider, fs []finding.Finding) []finding.Hidden {
	var hidden []finding.Hidden
	for _, f := range fs {
		hidden = append(hidden, finding.Hidden{Finding: f, By: by})
	}
	return hidden
}

// gone returns the entries of the baseline whose findings the run would have found,
// and has not: their rule has run, on their package, with the
// tests if they are in one.
func (c *command) gone(a *accepted, j job, head *driver.Result) []baseline.Entry {
	// Only a run of everything tells that a package does not exist any longer.
	everything := j.everything && c.dir == filepath.Dir(a.file)
	return a.Gone(head.Findings, func(e baseline.Entry) bool {
		known := slices.Contains(errlint.RuleNames(), e.Rule)
		return (j.runs(e.Rule) || !known) && (c.tests || !e.Test) && wouldShow(head, e.Package, everything)
	})
}

// goneFindings returns the entries as findings, each as often as it counts. Their
// positions are not known.
func goneFindings(entries []baseline.Entry) []finding.Finding {
	var gone []finding.Finding
	for _, e := range entries {
		gone = append(gone, slices.Repeat([]finding.Finding{{
			Rule:    e.Rule,
			Message: e.Message,
			Package: e.Package,
			Decl:    e.Decl,
		}}, e.Count)...)
	}
	return gone
}

// size returns the number of findings that the entries stand for.
func size(entries []baseline.Entry) int {
	n := 0
	for _, e := range entries {
		n += e.Count
	}
	return n
}

// maxGone is the maximum number of entries that are named.
const maxGone = 20

// notes returns notes on the entries that are gone.
func (a *accepted) notes(gone []baseline.Entry) []string {
	if len(gone) == 0 {
		return nil
	}
	verb, them := "are", "them"
	if size(gone) == 1 {
		verb, them = "is", "it"
	}
	notes := []string{fmt.Sprintf("%s: %s %s gone; errlint baseline -update removes %s",
		a.named, printer.Count(size(gone), "finding"), verb, them)}
	for i, e := range gone {
		if i == maxGone {
			notes = append(notes, fmt.Sprintf("%s: and %d more entries", a.named, len(gone)-i))
			break
		}
		place := e.Package
		if e.Decl != "" {
			place += "." + e.Decl
		}
		note := fmt.Sprintf("gone: %s: %s (%s)", place, e.Message, e.Rule)
		if e.Count > 1 {
			note += fmt.Sprintf(", %d times", e.Count)
		}
		notes = append(notes, note)
	}
	return notes
}

// baselineFlags adds the flags of the command baseline.
func (c *command) baselineFlags() {
	c.flags.BoolVar(&c.update, "update", false, "remove the findings that are gone from the baseline")
	c.flags.BoolVar(&c.add, "add", false, "with -update: also add the findings that are new")
}

// writeBaseline writes the baseline, or changes it.
func (c *command) writeBaseline(ctx context.Context, patterns []string) int {
	if c.add && !c.update {
		return c.failUsage(errors.New("-add needs -update"))
	}
	file, named := c.baselineFile()
	switch {
	case c.baseline == noBaseline:
		return c.failUsage(errors.New("with -baseline off there is no baseline to write"))
	case file == "":
		return c.fail(errNoModule(c.dir))
	}
	old, err := baseline.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.update:
		return c.fail(fmt.Errorf("there is no %s to update; errlint baseline writes one", named))
	case errors.Is(err, fs.ErrNotExist):
		if err := atomicfile.Check(file); err != nil {
			return c.fail(fmt.Errorf("%s cannot be written: %w", named, cause(err)))
		}
	case err != nil:
		return c.fail(fmt.Errorf("read the baseline: %w", err))
	case !c.update:
		return c.fail(fmt.Errorf("there is a %s already; -update removes the findings that are gone, -update -add also adds the new ones", named))
	}
	j, err := c.newJob(patterns)
	if err != nil {
		return c.fail(err)
	}
	head, err := c.drive(ctx, driver.Options{Patterns: j.patterns, Analyzers: j.analyzers, ConfigKey: j.configKey})
	if err != nil {
		return c.fail(err)
	}
	if _, err := j.settle(head); err != nil {
		return c.fail(err)
	}
	c.problem(head.Problems...)
	if !c.update {
		return c.createBaseline(file, named, head)
	}
	return c.updateBaseline(&accepted{old, file, named}, j, head)
}

// createBaseline writes a baseline with all findings, unless something could not be
// checked: its findings would be missing, and would come up as new later.
func (c *command) createBaseline(file, named string, head *driver.Result) int {
	if len(head.Problems) > 0 {
		return c.fail(fmt.Errorf("%s is not written, since not everything could be checked", named))
	}
	if err := baseline.New(head.Findings).Write(file); err != nil {
		return c.fail(fmt.Errorf("write the baseline: %w", err))
	}
	fmt.Fprintf(c.stderr, "errlint: wrote %s: %s in %s\n", named, printer.Count(len(head.Findings), "finding"), printer.Count(head.Packages, "package"))
	return exitClean
}

// updateBaseline removes entries that are gone from a baseline and, with -add, adds new
// findings. It keeps the entries of what could not be checked.
func (c *command) updateBaseline(a *accepted, j job, head *driver.Result) int {
	gone := c.gone(a, j, head)
	a.Shrink(gone)
	narrowed := a.Narrow(head.Findings)
	fresh, _, _ := a.Hide(head.Findings)
	if c.add {
		a.Add(fresh)
	}
	if len(gone) > 0 || narrowed > 0 || c.add && len(fresh) > 0 {
		if err := a.Write(a.file); err != nil {
			return c.fail(fmt.Errorf("write the baseline: %w", err))
		}
	}
	done := fmt.Sprintf("%d taken out", size(gone))
	if narrowed > 0 {
		done += fmt.Sprintf(", %d narrowed", narrowed)
	}
	left := printer.Count(a.Len(), "finding")
	switch {
	case c.add:
		done += fmt.Sprintf(", %d taken in", len(fresh))
	case len(fresh) > 0:
		left += fmt.Sprintf("; not in it: %s, which -add takes in", printer.Count(len(fresh), "new finding"))
	}
	fmt.Fprintf(c.stderr, "errlint: %s: %s; %s\n", a.named, done, left)
	return outcome(head.Problems, false)
}
