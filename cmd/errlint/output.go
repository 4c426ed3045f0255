package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/atomicfile"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

// An output is a destination of a report, with the printer for it.
type output struct {
	stream  io.Writer // nil: the file
	file    string    // absolute
	named   string    // the file as it was given
	alone   bool      // it has the standard output to itself
	gone    bool      // it shows findings that are gone
	printer printer.Printer
}

// colored reports whether the standard output is to be in colour.
func (c *command) colored() bool {
	return c.color == "always" ||
		c.color == "auto" && c.stdoutIsTerm && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
}

// outputs returns the destinations of the report, files first, so that they are written
// even if the reader of the standard output goes away. It returns an error if
// one cannot be written, so that the user learns of it before the work.
func (c *command) outputs() ([]output, error) {
	spec := c.formats
	if spec == "" && !c.diff && c.summary != "-" {
		spec = printer.Formats()[0].Name
	}
	var targets []printer.Target
	if spec != "" {
		var err error
		if targets, err = printer.ParseSpec(spec); err != nil {
			return nil, fmt.Errorf("-format: %w", err)
		}
	}
	opts := printer.Options{Dir: c.dir, Root: c.top()}
	terminal := opts
	terminal.Color = c.colored()
	terminal.Rich = terminal.Color || c.stdoutIsTerm
	terminal.Width = c.width
	var files, streams []output
	add := func(name string, gone, alone bool, printed func(printer.Options) printer.Printer) {
		o := output{stream: c.stream(name), named: name, gone: gone}
		switch o.stream {
		case nil:
			o.file, o.printer = c.abs(name), printed(opts)
			files = append(files, o)
			return
		case c.stdout:
			o.alone, o.printer = alone, printed(terminal)
		default:
			o.printer = printed(opts)
		}
		streams = append(streams, o)
	}
	for _, t := range targets {
		add(t.File, !t.Format.Shared, !t.Format.Shared, t.Format.New)
	}
	if c.summary != "" {
		add(c.summary, true, false, func(o printer.Options) printer.Printer { return printer.Summary{Root: cmp.Or(o.Root, o.Dir)} })
	}
	outs := slices.Concat(files, streams)
	if err := c.checkOutputs(outs); err != nil {
		return nil, err
	}
	return outs, nil
}

// stream returns the stream that a name stands for; nil if it is a file.
// It knows the system's names for the streams because a stream that is a file must not be opened
// a second time: the outputs would overwrite each other.
func (c *command) stream(name string) io.Writer {
	switch name {
	case "", "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return c.stdout
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return c.stderr
	}
	return nil
}

// checkOutputs returns an error if the outputs conflict or
// cannot be written.
func (c *command) checkOutputs(outs []output) error {
	var standard []output
	taken := make(map[string]bool)
	for _, o := range outs {
		switch o.stream {
		case nil:
			if taken[o.file] {
				return fmt.Errorf("%s is to be written twice", o.named)
			}
			taken[o.file] = true
			if err := atomicfile.Check(o.file); err != nil {
				return fmt.Errorf("%s cannot be written: %w", o.named, cause(err))
			}
		case c.stdout:
			standard = append(standard, o)
		}
	}
	switch {
	case c.diff && len(standard) > 0:
		return errors.New("-diff has the standard output to itself; -format FORMAT=FILE and -summary FILE write to files")
	case len(standard) > 1 && slices.ContainsFunc(standard, func(o output) bool { return o.alone }):
		return errors.New("the standard output is for one format, unless it is text or github; -format FORMAT=FILE and -summary FILE write to files")
	}
	return nil
}

// abs returns the absolute name of a file in the arguments.
func (c *command) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.dir, name)
}

// top returns the top of the repository that the working directory is in: the
// nearest directory with a .git in it, which top finds without running git.
// Outside of a repository it is the root of the module.
func (c *command) top() string {
	for dir := c.dir; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	root, _ := errlint.ModuleRoot(c.dir)
	return root
}

// print prints the report to all outputs. A failure of one does
// not affect the others.
func (g *gate) print(ctx context.Context, v *verdict) error {
	// A reader may take any time, or never start to read.
	_, err := await(ctx, func() (struct{}, error) {
		var errs []error
		for _, o := range g.outputs {
			if o.stream != nil {
				if err := o.printer.Print(o.stream, v.Report); err != nil {
					errs = append(errs, fmt.Errorf("write the findings: %w", err))
				}
			} else if err := atomicfile.Write(o.file, func(w io.Writer) error { return o.printer.Print(w, v.Report) }); err != nil {
				errs = append(errs, fmt.Errorf("write %s: %w", o.named, cause(err)))
			}
		}
		if _, err := g.stdout.Write(v.patch); err != nil {
			errs = append(errs, fmt.Errorf("write the patch: %w", err))
		}
		return struct{}{}, errors.Join(errs...)
	})
	return err
}

// say shows problems and then text, and returns the exit code, which is exitFailure if there are problems.
func (c *command) say(problems []finding.Problem, text string) int {
	c.problem(problems...)
	return max(c.write(text), outcome(problems, false))
}

// cleanLines applies [printer.Clean] to each line.
func cleanLines(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 1)
	for line := range strings.Lines(text) {
		b.WriteString(printer.Clean(strings.TrimSuffix(line, "\n")))
		b.WriteByte('\n')
	}
	return b.String()
}

// talks reports whether to show the number of findings: not if the
// standard output is for a program.
func (g *gate) talks() bool {
	return !slices.ContainsFunc(g.outputs, func(o output) bool { return o.alone })
}

// showsGone reports whether an output shows findings that are gone.
func (g *gate) showsGone() bool {
	return slices.ContainsFunc(g.outputs, func(o output) bool { return o.gone })
}

// cause returns the error without the name of a file, which may be that of a
// temporary one.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
