package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/printer"
)

// check checks the packages that match the patterns.
func (c *command) check(ctx context.Context, patterns []string) int {
	cfg, err := c.readConfig()
	if err != nil {
		return c.fail(err)
	}
	analyzers := errlint.Analyzers(cfg)
	if len(analyzers) == 0 {
		return c.fail(errors.New("no rule is enabled"))
	}
	result, err := c.drive(ctx, driver.Options{Patterns: patterns, Analyzers: analyzers})
	if err != nil {
		return c.fail(err)
	}
	for _, p := range result.Problems {
		c.problem(p)
	}
	err = c.printer().Print(c.stdout, printer.Report{Findings: result.Findings, Problems: result.Problems})
	if err != nil {
		return c.fail(fmt.Errorf("write the findings: %w", err))
	}
	if !c.json && (c.stderrIsTerm || len(result.Findings) > 0 || len(result.Problems) > 0) {
		fmt.Fprintln(c.stderr, summary(result))
	}
	switch {
	case len(result.Problems) > 0:
		return exitFailure
	case len(result.Findings) > 0:
		return exitFindings
	default:
		return exitClean
	}
}

// readConfig reads the configuration, and applies the flags to it.
func (c *command) readConfig() (errlint.Config, error) {
	file := c.config
	switch {
	case file == "":
		var err error
		if file, err = errlint.FindConfig(c.dir); err != nil {
			return errlint.Config{}, err
		}
	case !filepath.IsAbs(file):
		file = filepath.Join(c.dir, file)
	}
	var cfg errlint.Config
	if file != "" {
		var err error
		if cfg, err = errlint.ReadConfig(file); err != nil {
			return errlint.Config{}, err
		}
	}
	if c.enable != nil {
		cfg.Enable, cfg.Disable = c.enable, nil
	}
	cfg.Disable = append(cfg.Disable, c.disable...)
	return cfg, nil
}

// errInterrupted is the error of a run that a signal has ended.
var errInterrupted = errors.New("interrupted")

// grace is how long an interrupted run may take to end the programs that it
// has started.
const grace = 200 * time.Millisecond

// drive runs the driver, with the options that are flags, and shows its
// progress. When ctx is cancelled it returns [errInterrupted] at once, even if
// the driver does not.
func (c *command) drive(ctx context.Context, o driver.Options) (*driver.Result, error) {
	o.Dir = c.dir
	o.Env = c.env
	o.Tags = c.tags
	o.Tests = c.tests
	if c.stderrIsTerm && c.getenv("TERM") != "dumb" {
		bar := newProgress(c.stderr, progressDelay)
		o.Progress = bar.update
		defer bar.close()
	}
	type outcome struct {
		result *driver.Result
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := driver.Run(ctx, o)
		done <- outcome{r, err}
	}()
	select {
	case out := <-done:
		if ctx.Err() != nil {
			return nil, errInterrupted
		}
		return out.result, out.err
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(grace):
		}
		return nil, errInterrupted
	}
}

// printer returns the printer that the flags and the terminal ask for.
func (c *command) printer() printer.Printer {
	if c.json {
		return printer.JSON{Dir: c.dir}
	}
	color := c.color == "always" ||
		c.color == "auto" && c.stdoutIsTerm && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
	return printer.Text{Dir: c.dir, Rich: color || c.stdoutIsTerm, Color: color}
}

// summary returns "2 findings in 35 packages; 1 problem".
func summary(r *driver.Result) string {
	s := count(len(r.Findings), "finding") + " in " + count(r.Packages, "package")
	if n := len(r.Problems); n > 0 {
		s += "; " + count(n, "problem")
	}
	return s
}

// count returns "no findings", "1 finding", "2 findings".
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
