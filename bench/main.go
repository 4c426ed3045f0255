package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/errlint/errlint/bench/modgen"
)

// The root of the repository, and the pages and other files that are made, relative to the directory of this module, where the command is run.
const (
	root        = ".."
	wholePage   = "README.md"
	figureDir   = "results"
	resultsFile = figureDir + "/results.json"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// errUsage is that of a command line that makes no sense.
var errUsage = errors.New("usage: bench [flags] | bench render [FILE] | bench repos | bench generate N DIR | bench floor DIR")

// run runs the command.
//
// Errors:
//   - [flag.ErrHelp] if that is all that was asked for
//   - [errUsage] if the command line makes no sense
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return runMeasure(ctx, args, stderr)
	}
	command, args := args[0], args[1:]
	switch {
	case command == "render" && len(args) <= 1:
		file := resultsFile
		if len(args) == 1 {
			file = args[0]
		}
		return renderFiles(file, []string{wholePage}, figureDir)
	case command == "repos" && len(args) == 0:
		printRepositories(stdout)
		return nil
	case command == "generate" && len(args) == 2:
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 {
			return fmt.Errorf("%q is not a number of packages: %w", args[0], errUsage)
		}
		return modgen.New(n).Write(args[1])
	case command == "floor" && len(args) == 1:
		if args[0] == "-version" {
			fmt.Fprintln(stdout, runtime.Version())
			return nil
		}
		return floor(args[0])
	}
	return errUsage
}

// runMeasure measures what the flags say.
func runMeasure(ctx context.Context, args []string, stderr io.Writer) (err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var (
		repos     = flags.String("repos", "", "take repositories from the directories of their names in `DIR`; see bench repos")
		names     = flags.String("names", "", "of the repositories, measure these `NAMES` only; - for none")
		sizes     = flags.String("sizes", "10,100,500,1000,5000", "generate modules of these `NUMBERS` of packages; - for none")
		rounds    = flags.Int("rounds", 3, "run each command `N` times in each scenario")
		toolNames = flags.String("tools", strings.Join(toolIDs(), ","), "run these `TOOLS`")
		scenarios = flags.String("scenarios", strings.Join(scenarioIDs(), ","), "measure in these `SCENARIOS`")
		timeout   = flags.Duration("timeout", 10*time.Minute, "stop a command after this `TIME`, and do not run it again in the scenario")
		maxPeer   = flags.Int("max-peer", 1000, "run golangci-lint, staticcheck and go vet on generated modules of at most `N` packages; 0: on all")
		errlint   = flags.String("errlint", "", "measure this `FILE` (default: ./cmd/errlint as it is now)")
		golangci  = flags.String("golangci-lint", "golangci-lint", "run this `FILE` as golangci-lint")
		static    = flags.String("staticcheck", "staticcheck", "run this `FILE` as staticcheck")
		out       = flags.String("o", resultsFile, "write the results to `FILE`")
		add       = flags.Bool("add", false, "keep the results for other subjects that are in the file; machine and versions must be the same")
		keep      = flags.String("built", "", "keep the compiled dependencies of the subjects in `DIR`, for the next time")
		tmp       = flags.String("tmp", "", "work in a temporary directory in `DIR`, which takes several gigabytes")
	)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *rounds < 1 {
		return errUsage
	}
	subjects, err := chooseSubjects(*repos, *names, *sizes)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(*tmp, "errlint-bench-")
	if err != nil {
		return fmt.Errorf("temporary directory: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return fmt.Errorf("temporary directory: %w", err)
	}

	if *keep != "" {
		if *keep, err = filepath.Abs(*keep); err != nil {
			return fmt.Errorf("compiled dependencies: %w", err)
		}
	}
	l := &lab{
		dir:       dir,
		keep:      *keep,
		rounds:    *rounds,
		timeout:   *timeout,
		maxPeer:   *maxPeer,
		log:       stderr,
		buildDeps: buildDeps,
	}
	if l.scenarios, err = choose(*scenarios, allScenarios, func(s scenario) string { return s.id }); err != nil {
		return err
	}
	if l.tools, err = choose(*toolNames, allTools, func(t *tool) string { return t.id }); err != nil {
		return err
	}
	if l.env, err = environment(ctx, dir); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	files := map[string]string{"errlint": *errlint, "golangci-lint": *golangci, "staticcheck": *static, "vet": "go", "list": "go", "floor": self}
	machine, err := thisMachine(ctx)
	if err != nil {
		return err
	}
	results := &Results{
		Version: resultsVersion,
		Date:    time.Now().UTC().Format(time.DateOnly),
		Machine: machine,
		Limit:   timeout.Seconds(),
	}
	for _, t := range l.tools {
		version, err := t.find(ctx, files[t.id], dir)
		if err != nil {
			return err
		}
		results.Tools = append(results.Tools, ToolVersion{Name: t.id, Version: version})
	}
	if *add {
		if results, err = results.addTo(*out); err != nil {
			return err
		}
	}
	// Written after each subject, so that hours are not lost to the last one.
	for _, s := range subjects {
		measured, err := l.measure(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		results.put(measured)
		if err := results.write(*out); err != nil {
			return err
		}
	}
	fmt.Fprintf(stderr, "wrote %s; now run: go run -C bench . render\n", *out)
	return nil
}

// choose returns those of all that a comma-separated list names, in the order of all.
func choose[T any](list string, all []T, name func(T) string) ([]T, error) {
	names := strings.Split(list, ",")
	var chosen []T
	for _, v := range all {
		if slices.Contains(names, name(v)) {
			chosen = append(chosen, v)
			names = slices.DeleteFunc(names, func(s string) bool { return s == name(v) })
		}
	}
	if len(names) > 0 {
		var known []string
		for _, v := range all {
			known = append(known, name(v))
		}
		return nil, fmt.Errorf("%q is none of %s", names[0], strings.Join(known, ", "))
	}
	return chosen, nil
}
