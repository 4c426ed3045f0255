//go:build unix

package torture

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/baseline"
	"github.com/errlint/errlint/internal/contract"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errsite"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/whicherrs"
)

// A cost is what a run took. It does not count the go command.
type cost struct {
	CPU    time.Duration // of all threads
	Allocs uint64        // objects
	Bytes  uint64        // allocated, in all
	Peak   uint64        // bytes of memory at the most

	Findings int
	Hidden   int
	Checked  int // packages
	Problems []string
}

// What a child does in place of the tests, by the value of this variable of its environment.
const childVariable = "ERRLINT_TORTURE"

const (
	childAll   = "all"   // all rules with all categories, and what may be done with what they find
	childAsk   = "ask"   // all questions that there are commands for, about all functions
	childFloor = "floor" // what others do before errlint begins: the types and the SSA form
)

func TestMain(m *testing.M) {
	mode := os.Getenv(childVariable)
	if mode == "" {
		os.Exit(m.Run())
	}
	var l limits
	if err := json.Unmarshal([]byte(os.Args[1]), &l); err != nil {
		panic(err)
	}
	go l.watch()
	c, err := measure(mode, os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(c)
}

// limits are what a child may take.
type limits struct {
	CPU    time.Duration // of all threads
	Memory uint64        // in bytes
}

// watch ends the process when it has taken more than that.
func (l limits) watch() {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for range time.Tick(50 * time.Millisecond) {
		metrics.Read(sample)
		if got := sample[0].Value.Uint64() - sample[1].Value.Uint64(); got > l.Memory {
			fmt.Fprintf(os.Stderr, "out of memory: over %d MiB\n", l.Memory>>20)
			os.Exit(3)
		}
		if processorTime() > l.CPU {
			fmt.Fprintf(os.Stderr, "out of time: over %v\n", l.CPU)
			os.Exit(3)
		}
	}
}

// processorTime returns how long the process has kept processors busy.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// measure runs errlint on the packages that the patterns match in the module in dir.
func measure(mode, dir string, patterns []string) (*cost, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	analyzers := map[string][]*analysis.Analyzer{
		childAll: errlint.Analyzers(errlint.Config{Enable: rules.IDs()}),
		childAsk: {whicherrs.Analyzer, whicherrs.Fates},
		childFloor: {{
			Name:     "floor",
			Doc:      "has the SSA form built",
			Requires: []*analysis.Analyzer{buildssa.Analyzer},
			Run:      func(*analysis.Pass) (any, error) { return nil, nil },
		}},
	}[mode]
	ctx := context.Background()
	result, err := driver.Run(ctx, driver.Options{Dir: dir, Patterns: patterns, Analyzers: analyzers})
	if err != nil {
		return nil, err
	}
	c := &cost{Findings: len(result.Findings), Hidden: len(result.Hidden), Checked: len(result.Checked)}
	for _, p := range result.Problems {
		c.Problems = append(c.Problems, printer.Problem(dir, p))
	}
	switch mode {
	case childAll:
		err = consume(dir, result)
	case childAsk:
		err = ask(result)
	}
	if err != nil {
		return nil, err
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	c.CPU = processorTime()
	c.Allocs, c.Bytes = mem.Mallocs, mem.TotalAlloc
	c.Peak = peak()
	return c, nil
}

// ask asks the questions, and makes the contract and the site.
func ask(result *driver.Result) error {
	joined, err := whicherrs.Join(result.Findings)
	if err != nil {
		return err
	}
	q := &whicherrs.Asker{
		Program: joined,
		Name:    func(file string) string { return file },
		Line:    func(string, int) string { return "" },
	}
	funcs := slices.Collect(q.All())
	var answers []whicherrs.Answer
	for i, f := range funcs {
		answers = append(answers, q.Answer(f))
		if i < 100 { // one is asked about, and a way may be as long as there are functions
			whicherrs.TraceText(q.Whys(f, nil, false))
		}
	}
	whicherrs.Text(answers)
	whicherrs.Markdown(answers)
	whicherrs.NeverText(q.Never(func(*whicherrs.Table) bool { return true }))
	if now := contract.Of(funcs); len(contract.Delta(now, now)) > 0 {
		return errors.New("a contract differs from itself")
	}
	contract.Text(contract.Changes(q, q, func(*whicherrs.Table) bool { return true }))
	_, err = errsite.Page(q, "x", funcs)
	return err
}

// peak returns how much memory the process has had at the most, in bytes, as far as the system tells.
func peak() uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "\nVmHWM:")
	var kib uint64
	fmt.Sscan(rest, &kib)
	return kib << 10
}

// consume does with a result what a user may ask for: prints it in all formats, compares it
// with an earlier one and with a baseline, and applies the fixes.
func consume(dir string, result *driver.Result) error {
	report := printer.Report{Findings: result.Findings, Hidden: result.Hidden, Problems: result.Problems, Packages: result.Packages}
	for _, f := range printer.Formats() {
		if err := f.New(printer.Options{Dir: dir}).Print(io.Discard, report); err != nil {
			return fmt.Errorf("format %s: %w", f.Name, err)
		}
	}
	rich := printer.Text{Dir: dir, Rich: true}
	if err := rich.Print(io.Discard, report); err != nil {
		return err
	}
	fresh, _, gone := finding.Diff(result.Findings, result.Findings)
	if len(fresh)+len(gone) > 0 {
		return fmt.Errorf("compared with itself, a result has %d new findings and lacks %d", len(fresh), len(gone))
	}
	if fresh, _, _ := baseline.New(result.Findings).Hide(result.Findings); len(fresh) > 0 {
		return fmt.Errorf("a baseline of all findings lacks %d", len(fresh))
	}
	_, err := fix.Apply(result.Findings, fix.Options{Root: dir})
	return err
}

// An ending is how a child ended that has no cost to tell.
type ending struct{ what string }

func (e *ending) Error() string { return e.what }

// run measures in a process of its own, so that nothing that happens there ends the tests. The process may
// take only so much processor time. How long it takes by the clock is of no interest: others share the machine.
func run(ctx context.Context, mode, dir string, l limits, patterns ...string) (*cost, error) {
	limits, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, os.Args[0], append([]string{string(limits), dir}, patterns...)...)
	cmd.Env = append(os.Environ(), childVariable+"="+mode, "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		first := ""
		for line := range strings.Lines(errs.String()) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "panic: ") || first == "" {
				first = line
			}
		}
		return nil, &ending{cmp.Or(first, err.Error())}
	}
	c := new(cost)
	if err := json.Unmarshal(out.Bytes(), c); err != nil {
		return nil, fmt.Errorf("the child's answer: %w", err)
	}
	return c, nil
}
