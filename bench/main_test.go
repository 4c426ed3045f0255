package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what was got as what is wanted in testdata; of docs, see bench render")

// TestMain lets the test binary be a tool that is measured.
func TestMain(m *testing.M) {
	if role := os.Getenv(fakeEnv); role != "" {
		if err := fake(role, os.Args[1:]); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) (stdout string, err error) {
		var out, log bytes.Buffer
		err = run(context.Background(), args, &out, &log)
		return out.String(), err
	}
	for _, args := range [][]string{
		{"rendre"}, {"render", "a", "b"}, {"repos", "x"}, {"generate", "0", dir}, {"generate", "many", dir}, {"-rounds", "0"}, {"-rounds=1", "x"},
	} {
		if _, err := run(args...); !errors.Is(err, errUsage) {
			t.Errorf("%q: got %v", args, err)
		}
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-sizes", "10,x"}, `size "x" is not a number`},
		{[]string{"-sizes", "-", "-names", "nowhere"}, `"nowhere" is none of cowgnition, github-mcp-server, prometheus`},
		{[]string{"-sizes", "-", "-names", "cowgnition"}, "no checkout of dkoosis/cowgnition"},
		{[]string{"-sizes", "1", "-tools", "errlint,lint"}, `"lint" is none of errlint,`},
		{[]string{"-sizes", "1", "-scenarios", "warm"}, `"warm" is none of fresh, cold, body, api, same`},
		{[]string{"-sizes", "1", "-tools", "staticcheck", "-staticcheck", filepath.Join(dir, "none")}, "or say where it is with -staticcheck"},
		{[]string{"render", filepath.Join(dir, "none.json")}, "none.json"},
	} {
		if _, err := run(test.args...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got error %v, want %q", test.args, err, test.want)
		}
	}
	if _, err := run("-h"); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: got %v", err)
	}
	out, err := run("repos")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range repositories {
		if want := "git -C repos/" + r.name + " checkout " + r.commit; !strings.Contains(out, want) {
			t.Errorf("repos does not say %q:\n%s", want, out)
		}
	}
	module := filepath.Join(dir, "m")
	if _, err := run("generate", "3", module); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(module, "go.mod")); err != nil {
		t.Error(err)
	}
}
