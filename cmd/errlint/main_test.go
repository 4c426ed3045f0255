package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"errlint": main})
}

// TestScripts runs the whole command. In the scripts,
//
//	code N errlint ...
//
// runs it and wants the exit code N, and
//
//	pause DURATION
//
// waits.
func TestScripts(t *testing.T) {
	goenv := make(map[string]string)
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		goenv[name] = strings.TrimSpace(string(out))
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for name, value := range goenv {
				env.Setenv(name, value)
			}
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOTOOLCHAIN", "local")
			env.Setenv("GOFLAGS", "")
			env.Setenv("GOWORK", "")
			env.Setenv("GOENV", "off")
			env.Setenv("NO_COLOR", "")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: code N command...")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				err = ts.Exec(args[1], args[2:]...)
				got := 0
				if exit, ok := errors.AsType[*exec.ExitError](err); ok {
					got = exit.ExitCode()
				} else {
					ts.Check(err)
				}
				if got != want {
					ts.Fatalf("exit code %d, want %d", got, want)
				}
			},
			"pause": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 1 {
					ts.Fatalf("usage: pause DURATION")
				}
				d, err := time.ParseDuration(args[0])
				ts.Check(err)
				time.Sleep(d)
			},
		},
	})
}

// testHost returns a host in dir, and where its output goes.
func testHost(dir string) (h host, stdout, stderr *bytes.Buffer) {
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	return host{
		stdout: stdout,
		stderr: stderr,
		env:    append(os.Environ(), "NO_COLOR=", "TERM=xterm"),
		getwd:  func() (string, error) { return dir, nil },
	}, stdout, stderr
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	h, stdout, stderr := testHost(dir)
	start := time.Now()
	code := run(ctx, []string{"std"}, h)
	if code != exitFailure || stdout.Len() > 0 || stderr.String() != "errlint: interrupted\n" {
		t.Errorf("code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v to stop", d)
	}
}

func TestNoWorkingDirectory(t *testing.T) {
	h, _, stderr := testHost("")
	h.getwd = func() (string, error) { return "", os.ErrNotExist }
	if code := run(t.Context(), nil, h); code != exitFailure || !strings.Contains(stderr.String(), "find the working directory") {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestOutputFails(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"rules"}, {"version"}, {"explain", "opname"}} {
		h, _, stderr := testHost(t.TempDir())
		h.stdout = full{}
		if code := run(t.Context(), args, h); code != exitFailure || stderr.String() != "errlint: write the output: disk full\n" {
			t.Errorf("%v: code %d, stderr %q", args, code, stderr)
		}
	}
}

func TestPrinter(t *testing.T) {
	const dir = "/dir"
	for _, test := range []struct {
		args     []string
		terminal bool
		env      string
		want     printer.Printer
	}{
		{nil, false, "", printer.Text{Dir: dir}},
		{nil, true, "", printer.Text{Dir: dir, Rich: true, Color: true}},
		{nil, true, "NO_COLOR=1", printer.Text{Dir: dir, Rich: true}},
		{nil, true, "NO_COLOR=", printer.Text{Dir: dir, Rich: true, Color: true}},
		{nil, true, "TERM=dumb", printer.Text{Dir: dir, Rich: true}},
		{[]string{"-color=never"}, true, "", printer.Text{Dir: dir, Rich: true}},
		{[]string{"-color=always"}, false, "", printer.Text{Dir: dir, Rich: true, Color: true}},
		{[]string{"-color=always"}, true, "NO_COLOR=1", printer.Text{Dir: dir, Rich: true, Color: true}},
		{[]string{"-json"}, true, "", printer.JSON{Dir: dir}},
		{[]string{"-json", "-color=always"}, false, "", printer.JSON{Dir: dir}},
	} {
		h, _, _ := testHost(dir)
		h.stdoutIsTerm = test.terminal
		h.env = append(h.env, test.env)
		c := newCommand(h)
		if err := c.flags.Parse(test.args); err != nil {
			t.Fatal(err)
		}
		c.dir = dir
		if got := c.printer(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v, terminal %v, %q: %+v, want %+v", test.args, test.terminal, test.env, got, test.want)
		}
	}
}

func TestProgress(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b, time.Hour)
	p.draw() // nothing is known yet
	p.update(driver.Progress{Phase: driver.PhaseLoading, Done: 0, Total: 2})
	p.draw()
	p.draw() // no news
	p.update(driver.Progress{Phase: driver.PhaseChecking, Done: 3, Total: 9})
	p.update(driver.Progress{Phase: driver.PhaseChecking, Done: 4, Total: 9})
	p.draw()
	p.close()
	p.update(driver.Progress{Phase: driver.PhaseAnalysing, Done: 1, Total: 1}) // from a run that was interrupted
	const want = "\r\x1b[Kerrlint: loading 0/2\r\x1b[Kerrlint: type-checking 4/9\r\x1b[K"
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
}

func TestProgressOfALongRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		p := newProgress(&b, progressDelay)
		p.update(driver.Progress{Phase: driver.PhaseLoading, Total: 2})
		time.Sleep(progressDelay - time.Millisecond)
		synctest.Wait()
		p.mu.Lock()
		early := b.String()
		p.mu.Unlock()
		if early != "" {
			t.Errorf("progress of a short run: %q", early)
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		p.close()
		if want := "\r\x1b[Kerrlint: loading 0/2\r\x1b[K"; b.String() != want {
			t.Errorf("got %q, want %q", b.String(), want)
		}
	})
}

// page returns a page of the documentation.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// rows returns the code in the first column of the tables in a section.
func rows(t *testing.T, text, heading string) []string {
	t.Helper()
	_, section, ok := strings.Cut(text, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("there is no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var cells []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]*)`").FindAllStringSubmatch(section, -1) {
		cells = append(cells, m[1])
	}
	slices.Sort(cells)
	return cells
}

func TestCommandPage(t *testing.T) {
	text := page(t, "command.md")
	h, _, _ := testHost("/")

	want := []string{"-h"}
	newCommand(h).flags.VisitAll(func(f *flag.Flag) {
		arg, _ := flag.UnquoteUsage(f)
		want = append(want, strings.TrimSpace("-"+f.Name+" "+arg))
	})
	slices.Sort(want)
	if got := rows(t, text, "Flags"); !slices.Equal(got, want) {
		t.Errorf("the flags are %q, documented are %q", want, got)
	}

	want = []string{"errlint [flags] [packages]"}
	for _, sub := range subcommands() {
		want = append(want, strings.TrimSpace("errlint "+sub.name+" "+sub.args))
	}
	slices.Sort(want)
	if got := rows(t, text, "Commands"); !slices.Equal(got, want) {
		t.Errorf("the commands are %q, documented are %q", want, got)
	}

	want = nil
	for _, code := range []int{exitClean, exitFindings, exitFailure} {
		want = append(want, strconv.Itoa(code))
	}
	if got := rows(t, text, "Exit codes"); !slices.Equal(got, want) {
		t.Errorf("the exit codes are %q, documented are %q", want, got)
	}

	if v := fmt.Sprintf("version %d", printer.Version); !strings.Contains(text, v) {
		t.Errorf("the page does not name %q of the JSON object", v)
	}
}

func TestUsageIsComplete(t *testing.T) {
	h, stdout, _ := testHost("/")
	if code := run(t.Context(), []string{"-h"}, h); code != exitClean {
		t.Errorf("code %d", code)
	}
	for _, sub := range subcommands() {
		if !strings.Contains(stdout.String(), "\n  "+sub.name) {
			t.Errorf("the usage lacks %s", sub.name)
		}
	}
	newCommand(h).flags.VisitAll(func(f *flag.Flag) {
		if !strings.Contains(stdout.String(), "\n  -"+f.Name) {
			t.Errorf("the usage lacks -%s", f.Name)
		}
	})
}

func TestRuleFlags(t *testing.T) {
	for _, test := range []struct {
		args, enable, disable []string
		bad                   string
	}{
		{[]string{"-enable=opname,wrapcause"}, []string{"opname", "wrapcause"}, nil, ""},
		{[]string{"-enable=opname", "-enable", "wrapcause"}, []string{"opname", "wrapcause"}, nil, ""},
		{[]string{"-disable=opname, wrapcause"}, nil, []string{"opname", "wrapcause"}, ""},
		{[]string{"-enable="}, nil, nil, "want the name of a rule"},
		{[]string{"-enable=opnmae"}, nil, nil, `unknown rule "opnmae"; did you mean "opname"?`},
		{[]string{"-disable=all"}, nil, nil, `unknown rule "all"; the rules are ` + strings.Join(errlint.RuleNames(), ", ")},
	} {
		h, _, _ := testHost("/")
		c := newCommand(h)
		err := c.flags.Parse(test.args)
		if (err == nil) != (test.bad == "") || err != nil && !strings.HasSuffix(err.Error(), test.bad) {
			t.Errorf("%v: error %v, want %q", test.args, err, test.bad)
		}
		if !slices.Equal(c.enable, test.enable) || !slices.Equal(c.disable, test.disable) {
			t.Errorf("%v: enable %q, disable %q", test.args, c.enable, c.disable)
		}
	}
}

func TestSummary(t *testing.T) {
	for want, r := range map[string]*driver.Result{
		"no findings in 1 package":                 {Packages: 1},
		"1 finding in 2 packages; 1 problem":       {Packages: 2, Findings: make([]finding.Finding, 1), Problems: make([]finding.Problem, 1)},
		"30 findings in 10 packages; 100 problems": {Packages: 10, Findings: make([]finding.Finding, 30), Problems: make([]finding.Problem, 100)},
	} {
		if got := summary(r); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
