package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
	"github.com/errlint/errlint/internal/printer"
)

// mend applies the fixes of the findings that count. With -fix, it writes the files, and
// the verdict is on the remaining findings; with -diff, it writes nothing, and the verdict is on
// the findings before.
func (g *gate) mend(ctx context.Context) (*verdict, error) {
	roots, err := g.editable()
	if err != nil {
		return nil, err
	}
	type run struct {
		overlay map[string][]byte
		verdict *verdict
	}
	var runs []run
	analyse := func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
		v, err := g.judge(ctx, overlay)
		if err != nil {
			return nil, nil, err
		}
		runs = append(runs, run{maps.Clone(overlay), v})
		return g.fixed(v.Findings), v.Problems, nil
	}
	outcome, err := fix.All(ctx, analyse, fix.Options{Root: roots[0], More: roots[1:]})
	switch {
	case ctx.Err() != nil:
		return nil, interruption(ctx)
	case err != nil:
		return nil, err
	}
	if g.diff {
		v := runs[0].verdict
		v.Notes = append(v.Notes, g.skipped(outcome)...)
		return v, g.makePatch(v, roots[0], outcome.Files)
	}
	if written, err := fix.Write(roots[0], outcome.Files, roots[1:]...); err != nil {
		if len(written) > 0 {
			err = fmt.Errorf("%w; of %d files, %d are fixed", err, len(outcome.Files), len(written))
		}
		return nil, err
	}
	// The verdict is known already if one of the analyses was of the files as they are now.
	i := slices.IndexFunc(runs, func(r run) bool {
		return sameFiles(r.overlay, outcome.Files) && sameFindings(r.verdict.Findings, outcome.Remaining)
	})
	var v *verdict
	if i >= 0 {
		v = runs[i].verdict
	} else if v, err = g.judge(ctx, nil); err != nil {
		return nil, err
	}
	if n := len(outcome.Applied); n > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%s fixed in %s", printer.Count(n, "finding"), printer.Count(len(outcome.Files), "file")))
	}
	if s := v.fixable(); s != "" && !g.unsafe && strings.HasSuffix(s, "-unsafe") {
		v.Notes = append(v.Notes, s)
	}
	v.Notes = append(v.Notes, g.skipped(outcome)...)
	return v, nil
}

// fixed returns the findings without the fixes that the flags do not ask for.
func (g *gate) fixed(fs []finding.Finding) []finding.Finding {
	fs = slices.Clone(fs)
	for i, f := range fs {
		if !g.unsafe && len(f.Fixes) > 0 && f.Fixes[0].Unsafe {
			fs[i].Fixes = nil
		}
	}
	return fs
}

// sameFiles reports whether the overlay has the new contents of the files.
func sameFiles(overlay map[string][]byte, files []fix.File) bool {
	for _, f := range files {
		if text, ok := overlay[f.Name]; !ok || !bytes.Equal(text, f.New) {
			return false
		}
	}
	return len(overlay) == 0 == (len(files) == 0)
}

func sameFindings(a, b []finding.Finding) bool {
	return slices.EqualFunc(a, b, func(x, y finding.Finding) bool { return finding.Compare(x, y) == 0 })
}

// skipped returns notes on fixes that were not applied.
func (g *gate) skipped(o *fix.Outcome) []string {
	var notes []string
	for _, s := range o.Skipped {
		notes = append(notes, printer.Problem(g.dir, finding.Problem{Pos: s.Finding.Pos, Message: "not fixed: " + s.Reason}))
	}
	return notes
}

// makePatch sets the patch of the verdict. File names are relative to the
// working directory or, if there are files outside of it, to the root or the nearest directory above it that contains them all.
func (g *gate) makePatch(v *verdict, root string, files []fix.File) error {
	dir := g.dir
	for _, f := range files {
		if !within(dir, f.Name) && within(dir, root) {
			dir = root
		}
		for !within(dir, f.Name) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
	if dir != g.dir {
		v.Notes = append(v.Notes, "the patch is to be applied in "+dir)
	}
	var patch bytes.Buffer
	if err := fix.Diff(&patch, dir, files); err != nil {
		return fmt.Errorf("make the patch: %w", err)
	}
	v.patch = patch.Bytes()
	return nil
}
