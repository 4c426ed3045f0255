package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// errBar is that of results that are not good enough.
var errBar = errors.New("the bars are missed")

// run runs the command.
//
// Errors:
//   - [flag.ErrHelp] if that is all that was asked for
//   - [errBar] if fewer faults were found, or more alarms raised, than the flags allow
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: mutate [flags] DIR...\n\nDIR is the root of a module, or NAME=DIR.")
		flags.PrintDefaults()
	}
	var (
		errlint  = flags.String("errlint", "", "try this `FILE` (default: cmd/errlint as it is now)")
		sample   = flags.Int("sample", 0, "take `N` faults of each kind in each module; 0: all")
		noFaults = flags.Int("handled", 100, "take `N` mutations that are no faults in each module; -1: all")
		seed     = flags.Uint64("seed", 1, "choose samples by this `NUMBER`")
		kinds    = flags.String("kinds", "", "only these `KINDS`: verb, operand, fresh, sentinel, raise, unlist, handled")
		examples = flags.Int("examples", 5, "show `N` misses of each shape; 0: all")
		least    = flags.Float64("min", 0, "fail if less than `PERCENT` of the faults of any kind are found")
		most     = flags.Int("max-alarms", -1, "fail if there are more than `N` false alarms; -1: do not")
		verbose  = flags.Bool("v", false, "say how far it has come")
	)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return flag.ErrHelp
	}
	opts := Options{Errlint: *errlint, Sample: *sample, Handled: *noFaults, Seed: *seed, Log: func(string, ...any) {}}
	if *verbose {
		opts.Log = func(format string, args ...any) { fmt.Fprintf(stderr, "mutate: "+format+"\n", args...) }
	}
	for name := range strings.SplitSeq(*kinds, ",") {
		if name != "" {
			opts.Kinds = append(opts.Kinds, kind(name))
		}
	}
	if opts.Errlint == "" {
		tmp, err := os.MkdirTemp("", "errlint-")
		if err != nil {
			return fmt.Errorf("temporary directory: %w", err)
		}
		defer os.RemoveAll(tmp)
		if opts.Errlint, err = build(ctx, tmp); err != nil {
			return err
		}
	}
	var err error
	if opts.Errlint, err = filepath.Abs(opts.Errlint); err != nil {
		return fmt.Errorf("errlint: %w", err)
	}
	var results []*Result
	for _, arg := range flags.Args() {
		name, dir, ok := strings.Cut(arg, "=")
		if !ok {
			name, dir = filepath.Base(arg), arg
		}
		opts.Log("%s", name)
		res, err := mutate(ctx, dir, opts)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		res.Name = name
		results = append(results, res)
	}
	report(stdout, results, *examples)
	return bars(results, *least, *most)
}

// bars returns an error if a kind of fault is found too rarely, or there are too many alarms.
//
// Errors:
//   - [errBar]
func bars(results []*Result, least float64, most int) error {
	for _, f := range faults {
		var all tally
		for _, r := range results {
			all = all.add(r.tally(f.kind))
		}
		if 100*all.share() < least {
			return fmt.Errorf("%s: %.1f %% found, not %.1f: %w", f.kind, 100*all.share(), least, errBar)
		}
	}
	alarms := 0
	for _, r := range results {
		alarms += r.tally(handled).missed
	}
	if most >= 0 && alarms > most {
		return fmt.Errorf("%d false alarms: %w", alarms, errBar)
	}
	return nil
}

// build builds errlint as it is now into a directory, and returns the file.
func build(ctx context.Context, dir string) (string, error) {
	file := filepath.Join(dir, "errlint")
	root, err := output(exec.CommandContext(ctx, "git", "rev-parse", "--show-toplevel"))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", file, "./cmd/errlint")
	cmd.Dir = strings.TrimSpace(string(root))
	cmd.Env = slices.Concat(os.Environ(), []string{"PWD=" + cmd.Dir, "GOWORK=off"})
	if _, err := output(cmd); err != nil {
		return "", err
	}
	return file, nil
}
