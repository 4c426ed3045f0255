// Newrule begins a rule:
//
//	go run ./internal/newrule NAME
//
// in the root of the repository writes the package passes/NAME with its test, a
// case in testdata/src/NAME, the rule's line in the list and its field in the
// configuration (rules.go), and a line in docs/spec.md; then it generates what
// follows from the list. The rule is in its preview stage and reports panics
// with an error: something to replace. All tests pass as it is.
//
// These are the files that are written by hand afterwards, and all of them.
// CONTRIBUTING.md goes on from there.
package main

import (
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "newrule: %s\n", err)
		os.Exit(1)
	}
}

// skeleton has the files of a rule named NAME. A file's name ends in .txt, so
// that the go command does not take it for one of this package.
//
//go:embed skeleton
var skeleton embed.FS

// suite is the file with the list of rules and the configuration.
const suite = "rules.go"

func run(args []string) error {
	if err := begin(args); err != nil {
		return err
	}
	return generate()
}

// generate makes what follows from what is written by hand, and nothing else.
func generate() error {
	cmd := exec.Command("go", "generate", ".")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go generate: %w", err)
	}
	return nil
}

// begin writes all that is written by hand afterwards.
func begin(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: go run ./internal/newrule NAME")
	}
	name := args[0]
	if !regexp.MustCompile(`^[a-z]{3,16}$`).MatchString(name) || token.IsKeyword(name) {
		return fmt.Errorf("%q is no name for a rule: 3 to 16 lower-case letters", name)
	}
	if _, err := os.Stat(filepath.Join("passes", name)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("passes/%s: %w", name, fs.ErrExist)
	}
	src, err := listed(name)
	if err != nil {
		return err
	}
	spec, err := os.ReadFile(filepath.Join("docs", "spec.md"))
	if err != nil {
		return err
	}
	spec = fmt.Appendf(spec, "\nThe rule [%s](rules/%[1]s.md) enforces none of these yet. Its cases are in [`%[1]s`](../testdata/src/%[1]s).\n", name)

	// Nothing is written before here.
	for file, to := range map[string]string{
		"doc.go":       filepath.Join("passes", name, "doc.go"),
		"NAME.go":      filepath.Join("passes", name, name+".go"),
		"NAME_test.go": filepath.Join("passes", name, name+"_test.go"),
		"case.go":      filepath.Join("testdata", "src", name, "basic", "basic.go"),
	} {
		text, err := skeleton.ReadFile("skeleton/" + file + ".txt")
		if err != nil {
			return err
		}
		if err := write(to, []byte(strings.ReplaceAll(string(text), "NAME", name))); err != nil {
			return err
		}
	}
	if err := write(filepath.Join("docs", "spec.md"), spec); err != nil {
		return err
	}
	return write(suite, src)
}

// listed returns the file with the list of rules, with the rule in it: before
// the rule directive, which stays the last one.
func listed(name string) ([]byte, error) {
	text, err := os.ReadFile(suite)
	if err != nil {
		return nil, err
	}
	field := strings.ToUpper(name[:1]) + name[1:]
	src := string(text)
	words := strings.NewReplacer("NAME", name, "FIELD", field)
	for _, insertion := range []struct{ before, text string }{
		{"\t\t{\"directive\", ", "\t\t{\"NAME\", rules.Preview, func(c Config) *analysis.Analyzer { return NAME.New(c.FIELD) }},\n"},
		{"}\n\n// share ", "\tFIELD NAME.Options `yaml:\"NAME\" doc:\"say what NAME holds the code to\"`\n"},
		{"\t\"github.com/errlint/errlint/passes/directive\"\n", "\t\"github.com/errlint/errlint/passes/NAME\"\n"},
	} {
		before, after, ok := strings.Cut(src, insertion.before)
		if !ok {
			return nil, fmt.Errorf("%s has no %q", suite, insertion.before)
		}
		src = before + words.Replace(insertion.text) + insertion.before + after
	}
	return format.Source([]byte(src))
}

func write(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}
