package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
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

// TestScripts runs the whole command, in modules and git repositories that the
// scripts make. See commands for what they have besides testscript's own.
func TestScripts(t *testing.T) {
	goenv := make(map[string]string)
	// What is built with -trimpath does not know GOROOT by itself.
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT"} {
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
			env.Setenv("ERRLINT_CACHE", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				env.Setenv("GIT_"+who+"_NAME", "nobody")
				env.Setenv("GIT_"+who+"_EMAIL", "nobody@example.com")
			}
			return nil
		},
		Cmds: commands(),
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Getuid() == 0, nil // to whom permissions mean nothing
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}

// commands returns what scripts may call:
//
//	code N errlint ...
//
// runs a command and wants the exit code N.
//
//	pause DURATION
//	await FILE
//
// wait, for some time or until there is a file.
//
//	snapshot DIR FILE
//
// writes to FILE all that there is in DIR, with contents, permissions and
// times, so that nothing can have been written there, not even for a while, if
// two of them are equal.
//
//	lock DIR
//
// takes away the permission to write in DIR until the end of the script, if
// the file system cares.
//
//	vacant DIR
//
// wants an empty directory.
func commands() map[string]func(*testscript.TestScript, bool, []string) {
	usage := func(ts *testscript.TestScript, neg bool, args []string, n int, text string) {
		if neg || len(args) != n {
			ts.Fatalf("usage: %s", text)
		}
	}
	return map[string]func(*testscript.TestScript, bool, []string){
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
			usage(ts, neg, args, 1, "pause DURATION")
			d, err := time.ParseDuration(args[0])
			ts.Check(err)
			time.Sleep(d)
		},
		"await": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, neg, args, 1, "await FILE")
			for range 600 {
				if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
			ts.Fatalf("there is no %s after a minute", args[0])
		},
		"snapshot": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, neg, args, 2, "snapshot DIR FILE")
			var b strings.Builder
			ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(name string, d fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				info, err := d.Info()
				if err != nil {
					return err
				}
				var text []byte
				if info.Mode().IsRegular() {
					if text, err = os.ReadFile(name); err != nil {
						return err
					}
				}
				fmt.Fprintf(&b, "%s %v %v %x\n", name, info.Mode(), info.ModTime(), sha256.Sum256(text))
				return nil
			}))
			ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o666))
		},
		"lock": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, neg, args, 1, "lock DIR")
			ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.Type()&fs.ModeSymlink != 0 {
					return err
				}
				info, err := d.Info()
				if err != nil {
					return err
				}
				ts.Defer(func() { _ = os.Chmod(name, info.Mode().Perm()) })
				return os.Chmod(name, info.Mode().Perm()&^0o222)
			}))
		},
		"vacant": func(ts *testscript.TestScript, neg bool, args []string) {
			usage(ts, neg, args, 1, "vacant DIR")
			entries, err := os.ReadDir(ts.MkAbs(args[0]))
			ts.Check(err)
			if len(entries) > 0 {
				ts.Fatalf("%s has %v", args[0], entries)
			}
		},
	}
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

// TestLeftOut checks that a terminal is told of files that build constraints exclude, whatever they are called.
func TestLeftOut(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                      "module example.com/m\n\ngo 1.24\n",
		"a.go":                        "package m\n",
		"a_\x1b[31m##[group]_wasm.go": "package m\n\nconst _ = 0\n",
		"b.go":                        "//go:build ＡＢ && !plan9\n\npackage m\n\nconst _ = 0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	h, stdout, stderr := testHost(dir)
	h.env = append(h.env, "GOFLAGS=", "GOWORK=off", "GOOS=linux", "GOARCH=amd64", "TERM=dumb", "ERRLINT_CACHE=off")
	h.stderrIsTerm = true
	const want = "no findings in 1 package\n2 Go files left out by build constraints: 1 wasm, 1 ＡＢ\n"
	if code := run(t.Context(), nil, h); code != exitClean || stdout.Len() > 0 || stderr.String() != want {
		t.Errorf("code %d, stdout %q, stderr %q, want %q", code, stdout, stderr, want)
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

func TestOutputs(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Mkdir(file("dir"), 0o777); err != nil {
		t.Fatal(err)
	}
	plain := output{printer: printer.Text{Dir: dir}}
	rich := output{printer: printer.Text{Dir: dir, Rich: true}}
	colored := output{printer: printer.Text{Dir: dir, Rich: true, Color: true}}
	github := output{printer: printer.GitHub{Root: dir}}
	json := output{alone: true, gone: true, printer: printer.JSON{Dir: dir}}
	summary := output{gone: true, printer: printer.Summary{Root: dir}}
	in := func(name string, o output) output {
		o.named, o.alone = name, false
		if name != "-" && !strings.HasPrefix(name, "/dev/") {
			o.file = file(name)
		}
		return o
	}
	for _, test := range []struct {
		args     []string
		terminal bool
		env      string
		want     []output
		bad      string
	}{
		{nil, false, "", []output{plain}, ""},
		{nil, true, "", []output{colored}, ""},
		{nil, true, "NO_COLOR=1", []output{rich}, ""},
		{nil, true, "NO_COLOR=", []output{colored}, ""},
		{nil, true, "TERM=dumb", []output{rich}, ""},
		{[]string{"-color=never"}, true, "", []output{rich}, ""},
		{[]string{"-color=always"}, false, "", []output{colored}, ""},
		{[]string{"-color=always"}, true, "NO_COLOR=1", []output{colored}, ""},
		{[]string{"-format=json"}, true, "", []output{json}, ""},
		{[]string{"-format=json", "-color=always"}, false, "", []output{json}, ""},

		// A file is no terminal. Files come first, and the terminal gets nothing that it is not given.
		{[]string{"-format=text,text=a,json=b"}, true, "", []output{in("a", plain), in("b", json), colored}, ""},
		{[]string{"-format=json=a", "-color=always"}, true, "", []output{in("a", json)}, ""},
		{[]string{"-format=text", "-format", "github"}, false, "", []output{plain, github}, ""},
		{[]string{"-format=json", "-format", "text"}, false, "", nil, "standard output"},
		{[]string{"-format=json=" + file("a")}, false, "", []output{{file: file("a"), named: file("a"), gone: true, printer: json.printer}}, ""},

		{[]string{"-summary=a"}, false, "", []output{in("a", summary), plain}, ""},
		{[]string{"-summary=-"}, false, "", []output{in("-", summary)}, ""},
		{[]string{"-summary=-", "-format=text"}, false, "", []output{plain, in("-", summary)}, ""},
		{[]string{"-summary=-", "-format=json"}, false, "", nil, "the standard output is for one format, unless it is text or github"},
		{[]string{"-summary=-", "-format=json=a"}, false, "", []output{in("a", json), in("-", summary)}, ""},
		{[]string{"-summary=a", "-format=json=./a"}, false, "", nil, "a is to be written twice"},

		{[]string{"-format=text,json=/dev/stdout"}, false, "", nil, "the standard output is for one format, unless it is text or github"},
		{[]string{"-format=text,github=/dev/stdout"}, false, "", []output{plain, in("/dev/stdout", github)}, ""},
		{[]string{"-summary=/dev/stdout"}, false, "", []output{plain, in("/dev/stdout", summary)}, ""},

		{[]string{"-diff"}, true, "", nil, ""},
		{[]string{"-diff", "-format=json=a", "-summary=b"}, true, "", []output{in("a", json), in("b", summary)}, ""},
		{[]string{"-diff", "-format=text"}, true, "", nil, "-diff has the standard output to itself"},
		{[]string{"-diff", "-summary=-"}, true, "", nil, "-diff has the standard output to itself"},

		{[]string{"-format=json=dir"}, false, "", nil, "dir cannot be written: is a directory"},
		{[]string{"-format=json=none/a"}, false, "", nil, "none/a cannot be written: no such file or directory"},
		{[]string{"-summary=none/a"}, false, "", nil, "none/a cannot be written: no such file or directory"},
	} {
		h, _, _ := testHost(dir)
		h.stdoutIsTerm = test.terminal
		h.env = append(h.env, test.env)
		c := newCommand(h)
		c.dir = dir
		err := c.flags.Parse(test.args)
		var got []output
		if err == nil {
			got, err = c.outputs()
		}
		if (err == nil) != (test.bad == "") || err != nil && !strings.Contains(err.Error(), test.bad) {
			t.Errorf("%v: error %v, want %q", test.args, err, test.bad)
			continue
		}
		for i, o := range got {
			if o.file == "" && o.stream != h.stdout {
				t.Errorf("%v: %+v does not go to the standard output", test.args, o)
			}
			got[i].stream = nil
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v, terminal %v, %q: %+v, want %+v", test.args, test.terminal, test.env, got, test.want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("looking whether files can be written left %v, %v", entries, err)
	}
}

func TestProgress(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b, time.Hour)
	p.draw() // nothing is known yet
	p.update(driver.Progress{Phase: driver.PhaseLoading, Done: 0, Total: 2})
	p.draw()
	p.draw() // no news
	p.update(driver.Progress{Phase: driver.PhaseAnalysing, Done: 3, Total: 9})
	p.update(driver.Progress{Phase: driver.PhaseAnalysing, Done: 4, Total: 9})
	p.draw()
	p.close()
	p.update(driver.Progress{Phase: driver.PhaseAnalysing, Done: 9, Total: 9}) // from a run that was interrupted
	const want = "\r\x1b[Kerrlint: loading 0/2\r\x1b[Kerrlint: analysing 4/9\r\x1b[K"
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

// rows returns the code with which the items and the rows of the lists and tables in a section begin.
func rows(t *testing.T, text, heading string) []string {
	t.Helper()
	_, section, ok := strings.Cut(text, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("there is no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var cells []string
	for _, m := range regexp.MustCompile("(?m)^[|-] `([^`]*)`").FindAllStringSubmatch(section, -1) {
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
	all, ofSeveral, _ := strings.Cut(text, "\nFlags of several commands:\n")
	if got := rows(t, all+"\n## ", "Commands"); !slices.Equal(got, want) {
		t.Errorf("the commands are %q, documented are %q", want, got)
	}

	want = nil
	for _, code := range []int{exitClean, exitFindings, exitFailure} {
		want = append(want, strconv.Itoa(code))
	}
	if got := rows(t, text, "Exit codes"); !slices.Equal(got, want) {
		t.Errorf("the exit codes are %q, documented are %q", want, got)
	}

	// The item of a command says what its own flags are, but for those that several have.
	ofSeveral, _, _ = strings.Cut(ofSeveral, "\n## ")
	for _, sub := range subcommands() {
		if sub.flags == nil {
			continue
		}
		c := newCommand(h)
		common := make(map[string]bool)
		c.flags.VisitAll(func(f *flag.Flag) { common[f.Name] = true })
		sub.flags(c)
		want = nil
		c.flags.VisitAll(func(f *flag.Flag) {
			if !common[f.Name] {
				want = append(want, "-"+f.Name)
			}
		})
		for _, name := range c.redefined {
			want = append(want, "-"+name)
		}
		slices.Sort(want)
		_, item, _ := strings.Cut(all, "\n- `errlint "+sub.name+" ")
		item, _, _ = strings.Cut(item, "\n- ")
		var got []string
		for _, m := range regexp.MustCompile("`(-[a-z]+)`:").FindAllStringSubmatch(item, -1) {
			got = append(got, m[1])
		}
		for _, m := range regexp.MustCompile("(?m)^- `(-[a-z]+)` \\([^)]*`"+sub.name+"`[^)]*\\): ").FindAllStringSubmatch(ofSeveral, -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("the flags of %s are %q, documented are %q", sub.name, want, got)
		}
	}

	// Those that are for checking are said to be.
	h, stdout, _ := testHost("/")
	run(t.Context(), []string{"-h"}, h)
	for _, name := range checkFlags {
		if newCommand(h).flags.Lookup(name) == nil {
			t.Errorf("there is no flag -%s", name)
		}
		if !regexp.MustCompile("(?m)^Only for checking.*`-" + name + "`").MatchString(strings.ReplaceAll(text, "\n`", " `")) {
			t.Errorf("-%s is not documented as only for checking", name)
		}
	}
	for _, f := range printer.Formats() {
		if !strings.Contains(stdout.String(), "\n  "+f.Name) {
			t.Errorf("the usage lacks the format %s", f.Name)
		}
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

func TestCount(t *testing.T) {
	report := func(packages, findings, problems int, hidden ...finding.Hider) printer.Report {
		r := printer.Report{
			Packages: packages,
			Findings: make([]finding.Finding, findings),
			Problems: make([]finding.Problem, problems),
		}
		for _, h := range hidden {
			r.Hidden = append(r.Hidden, finding.Hidden{By: h})
		}
		return r
	}
	compared := func(r printer.Report) printer.Report {
		r.Compared = true
		return r
	}
	for want, r := range map[string]printer.Report{
		"no findings in 1 package":                                       report(1, 0, 0),
		"1 finding in 2 packages; 1 problem":                             report(2, 1, 1, finding.ByDirective),
		"nothing was checked; 1 problem":                                 report(0, 0, 1),
		"30 findings in 10 packages; 100 problems":                       report(10, 30, 100),
		"no new findings in 2 packages":                                  compared(report(2, 0, 0)),
		"2 new findings in 2 packages; 1 in the baseline; 2 at the base": compared(report(2, 2, 0, finding.ByBase, finding.ByBaseline, finding.ByBase)),
		"1 new finding in 2 packages; 1 at the base; 1 problem":          compared(report(2, 1, 1, finding.ByBase, finding.ByDirective)),
	} {
		if got := (&verdict{Report: r}).count(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
