package ruledoc_test

import (
	_ "embed"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/ruledoc"
)

const source = `// Copyright 2026 The errlint Authors. All rights reserved.

// Package wrapcause reports errors that leave a function without
// their cause.
//
// An error that is printed into another is lost to [errors.Is].
//
//	return fmt.Errorf("open: %v", err)
//
// # Why
//
// FR-ERR-009 asks for the chain.
//
// # Found
//
//   - fmt.Errorf with no %w
//   - an error | dropped
//
// # Not found
//
// Joined errors.
//
// # Fix
//
// %v becomes %w.
//
// # Suppress
//
//	//errlint:opaque REASON
package wrapcause
`

// doc is what is extracted from it. It keeps the conventions.
//
//go:embed testdata/doc.txt
var doc string

func TestExtract(t *testing.T) {
	if diff := cmp.Diff(doc, ruledoc.Extract(source)); diff != "" {
		t.Errorf("Extract (-want +got):\n%s", diff)
	}
	if got, want := ruledoc.Summary(doc), "reports errors that leave a function without their cause"; got != want {
		t.Errorf("Summary = %q, want %q", got, want)
	}
}

func TestNoFix(t *testing.T) {
	doc := strings.NewReplacer("  - an error | dropped\n", "  - a: x\n  - b: x\n  - c, preview: x\n",
		"%v becomes %w.\n", "%v becomes %w.\n\n  - a, c: for A and\n    C\n  - any: for others\n").Replace(doc)
	var got []string
	for _, c := range ruledoc.Categories(doc) {
		got = append(got, c.Name+": "+c.NoFix)
	}
	if want := []string{"a: for A and C", "b: for others", "c: for A and C"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestExtractFails(t *testing.T) {
	for name, src := range map[string]string{
		"empty":      "",
		"no Go":      "not Go",
		"no comment": "package x",
		"detached":   "// Package x reports y.\n\npackage x",
		"other name": "// Package y reports z.\npackage x",
		"longer":     "// Package xy reports z.\npackage x",
		"only name":  "// Package x\npackage x",
		"NUL":        "\x00",
	} {
		if got := ruledoc.Extract(src); got != "" {
			t.Errorf("%s: Extract = %q, want none", name, got)
		}
	}
}

func TestExtractSummaryOnly(t *testing.T) {
	if got, want := ruledoc.Extract("// Package x reports\n// y.\npackage x"), "reports y"; got != want {
		t.Errorf("Extract = %q, want %q", got, want)
	}
}

type level string

type registrar struct {
	Function string `yaml:"function" doc:"the qualified name"`
	Handler  int    `yaml:"handler" doc:"which argument"`
}

type options struct {
	Level       level                `yaml:"level" doc:"how much" default:"listed" enum:"stale,listed"`
	Keys        []string             `yaml:"keys" doc:"the keys a|b" default:"[error, err]"`
	Packages    []string             `yaml:"packages" doc:"globs" default:"(all of the module)"`
	SecondCause *bool                `yaml:"second-cause" doc:"report it" default:"true"`
	Registrars  []registrar          `yaml:"registrars" doc:"functions that register"`
	Layers      map[string]registrar `yaml:"layers" doc:"by layer"`
	Tools       any                  `yaml:"-"`
}

func fixture(t *testing.T) []ruledoc.Option {
	t.Helper()
	opts, err := ruledoc.Options(reflect.TypeFor[options]())
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

func TestOptions(t *testing.T) {
	var got []string
	ruledoc.Walk(fixture(t), func(path string, o ruledoc.Option) {
		got = append(got, path+": "+o.TypeName()+": "+o.Default)
	})
	want := []string{
		"level: one of stale, listed: listed",
		"keys: list of strings: [error, err]",
		"packages: list of strings: (all of the module)",
		"second-cause: boolean: true",
		"registrars: list of mappings: []",
		`registrars[].function: string: ""`,
		"registrars[].handler: integer: 0",
		"layers: mapping to mappings: {}",
		`layers.*.function: string: ""`,
		"layers.*.handler: integer: 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Walk (-want +got):\n%s", diff)
	}
}

func TestOptionsRejects(t *testing.T) {
	for name, typ := range map[string]reflect.Type{
		"no struct":   reflect.TypeFor[int](),
		"no yaml tag": reflect.TypeFor[struct{ A string }](),
		"camel case": reflect.TypeFor[struct {
			A string `yaml:"camelCase" doc:"x"`
		}](),
		"unexported": reflect.TypeFor[struct {
			a string `yaml:"a" doc:"x"`
		}](),
		"embedded": reflect.TypeFor[struct {
			options `yaml:"a" doc:"x"`
		}](),
		"func": reflect.TypeFor[struct {
			A func() `yaml:"a" doc:"x"`
		}](),
		"float": reflect.TypeFor[struct {
			A float64 `yaml:"a" doc:"x"`
		}](),
		"pointer": reflect.TypeFor[struct {
			A *[]string `yaml:"a" doc:"x"`
		}](),
		"map key": reflect.TypeFor[struct {
			A map[int]string `yaml:"a" doc:"x"`
		}](),
		"enum of numbers": reflect.TypeFor[struct {
			A int `yaml:"a" doc:"x" enum:"1,2"`
		}](),
		"twice": reflect.TypeFor[struct {
			A int `yaml:"a" doc:"x"`
			B int `yaml:"a" doc:"x"`
		}](),
		"below": reflect.TypeFor[struct {
			A []struct{ B string } `yaml:"a" doc:"x"`
		}](),
	} {
		if opts, err := ruledoc.Options(typ); err == nil {
			t.Errorf("%s: Options = %v, want an error", name, opts)
		}
	}
}

const markdown = `# wrapcause

Reports errors that leave a function without their cause.

An error that is printed into another is lost to [errors.Is](https://pkg.go.dev/errors#Is).

	return fmt.Errorf("open: %v", err)

## Why

FR-ERR-009 asks for the chain.

## Found

  - fmt.Errorf with no %w
  - an error | dropped

## Not found

Joined errors.

## Options

In ` + "`.errlint.yml`, under `wrapcause`" + `:

- ` + "`level`" + ` (one of stale, listed; default ` + "`listed`" + `): how much
- ` + "`keys`" + ` (list; default ` + "`[error, err]`" + `): the keys a|b
- ` + "`packages`" + ` (list; default all of the module): globs
- ` + "`second-cause`" + ` (default ` + "`true`" + `): report it
- ` + "`registrars`" + ` (list): functions that register
- ` + "`registrars[].function`" + `: the qualified name
- ` + "`registrars[].handler`" + ` (integer; default ` + "`0`" + `): which argument
- ` + "`layers`" + ` (mapping to mappings): by layer
- ` + "`layers.*.function`" + `: the qualified name
- ` + "`layers.*.handler`" + ` (integer; default ` + "`0`" + `): which argument

## Fix

%v becomes %w.

## Suppress

	//errlint:opaque REASON
`

func TestMarkdown(t *testing.T) {
	if diff := cmp.Diff(markdown, ruledoc.Markdown("wrapcause", doc, fixture(t))); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
	// The switch of a category is said by its name.
	categories := strings.Replace(doc, "# Not found", "  - second-cause: it is gone\n\n# Not found", 1)
	if got := ruledoc.Markdown("wrapcause", categories, fixture(t)); !strings.Contains(got, "(default `true`): report the category\n") {
		t.Errorf("Markdown with the switch of a category:\n%s", got)
	}
	reasons := strings.Replace(doc, "%v becomes %w.\n", "%v becomes %w.\n\nWhere there is none:\n\n  - any: for a reason\n", 1)
	if diff := cmp.Diff(ruledoc.Markdown("wrapcause", doc, nil), ruledoc.Markdown("wrapcause", reasons, nil)); diff != "" {
		t.Errorf("Markdown with reasons (-without +with):\n%s", diff)
	}
	if got := ruledoc.Text("wrapcause", reasons, nil); !strings.Contains(got, "any: for a reason") {
		t.Errorf("Text lacks a reason:\n%s", got)
	}
	if got := ruledoc.Markdown("opname", "reports x", nil); !strings.Contains(got, "The rule has no options.") {
		t.Errorf("Markdown without options:\n%s", got)
	}
}

func TestCategoryText(t *testing.T) {
	doc := strings.NewReplacer(
		"  - fmt.Errorf with no %w\n  - an error | dropped\n", `A new error is returned.

  - format, unsafe fix: an error is printed.
  - second-cause, off: an error is printed beside
    one that is wrapped.

The others:

	return fmt.Errorf("%v", err) // format
	return fmt.Errorf("%w: %v", ErrX, err) // second-cause, where err is an error
	return fmt.Errorf("%w", err) // good

	return // format
	return // nothing

And:

  - dropped, preview, fix: an error is left out.
`,
		"%v becomes %w.\n", "%v becomes %w.\n\n  - format: of nil\n  - any: for others\n",
		"//errlint:opaque REASON", "//errlint:ignore wrapcause REASON").Replace(doc)
	for category, want := range map[string]string{
		"format": `wrapcause/format: an error is printed.

A new error is returned.

    return fmt.Errorf("%v", err) // format
    return fmt.Errorf("%w", err) // good

    return // format
    return // nothing

# Stage

Stable, and on by default.

# Fix

Unsafe: errlint -fix -unsafe applies it. Some findings have none: of nil.

# Suppress

    //errlint:ignore wrapcause/format REASON

More, with what is not reported and all options: errlint explain wrapcause
`,
		"second-cause": `wrapcause/second-cause: an error is printed beside one that is wrapped.

A new error is returned.

    return fmt.Errorf("%w: %v", ErrX, err) // second-cause, where err is an error
    return fmt.Errorf("%w", err) // good

# Stage

Stable, but off unless enable or an option asks for it.

Option second-cause (boolean; default true)
    report it

# Fix

There is none: for others.

# Suppress

    //errlint:ignore wrapcause/second-cause REASON

More, with what is not reported and all options: errlint explain wrapcause
`,
		"dropped": `wrapcause/dropped: an error is left out.

And:

# Stage

In preview: off unless preview: true or enable asks for it.

# Fix

Safe: errlint -fix applies it. Some findings have none: for others.

# Suppress

    //errlint:ignore wrapcause/dropped REASON

More, with what is not reported and all options: errlint explain wrapcause
`,
		"none": "",
	} {
		if diff := cmp.Diff(want, ruledoc.CategoryText("wrapcause", category, doc, fixture(t))); diff != "" {
			t.Errorf("CategoryText of %s (-want +got):\n%s", category, diff)
		}
	}
}

// TestLongDefault checks that a default is in lines that can be read on a terminal, and on the page not at all.
func TestLongDefault(t *testing.T) {
	long := ruledoc.Option{Key: "causes", Doc: "what need not be wrapped", Default: "[" + strings.Repeat("example.com/p, ", 20) + "x]", Type: reflect.TypeFor[[]string]()}
	text := ruledoc.Text("wrapcause", doc, []ruledoc.Option{long})
	for line := range strings.Lines(text) {
		if len(line) > 81 {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
	if !strings.Contains(text, "\n    causes (list of strings)\n        what need not be wrapped; default [example.com/p, ") {
		t.Errorf("Text with a long default:\n%s", text)
	}
	if got := ruledoc.Markdown("wrapcause", doc, []ruledoc.Option{long}); !strings.Contains(got, "- `causes` (list; default listed by `errlint explain wrapcause`): what need not be wrapped\n") {
		t.Errorf("Markdown with a long default:\n%s", got)
	}
}

func TestText(t *testing.T) {
	got := ruledoc.Text("wrapcause", doc, fixture(t))
	at := 0
	for _, want := range []string{
		"wrapcause reports errors that leave a function without their cause.\n\nAn error",
		"# Why\n", "# Not found\n",
		"# Options\n\nIn .errlint.yml, under wrapcause:\n",
		"\n    keys (list of strings; default [error, err])\n        the keys a|b\n",
		"\n    packages (list of strings; default all of the module)\n        globs\n",
		"\n    registrars[].function (string)\n        the qualified name\n",
		"# Fix\n", "# Suppress\n",
	} {
		i := strings.Index(got[at:], want)
		if i < 0 {
			t.Fatalf("Text lacks %q, in its order:\n%s", want, got)
		}
		at += i
	}
}

// A checked is options that are checked.
type checked struct {
	On     bool     `yaml:"on" doc:"a switch"`
	Off    *bool    `yaml:"off" doc:"a switch that is on by default" default:"true"`
	Count  int      `yaml:"count" doc:"a number"`
	Level  string   `yaml:"level" doc:"a word" enum:"low,high"`
	Names  []string `yaml:"names" doc:"words"`
	Nested []struct {
		Name string `yaml:"name" doc:"a word"`
	} `yaml:"nested" doc:"has no plain form"`
}

func (c checked) Check(report func(key, problem string)) {
	for i, n := range c.Names {
		if n == "bad" {
			report(fmt.Sprintf("names[%d]", i), "is bad")
		}
	}
}

func TestFlags(t *testing.T) {
	var opts checked
	var fs flag.FlagSet
	ruledoc.Flags(&fs, &opts)
	if opts.Off != nil {
		t.Error("to make flags sets an option")
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name+"="+f.DefValue) })
	if want := []string{"count=0", "level=", "names=", "off=true", "on=false"}; !slices.Equal(names, want) {
		t.Errorf("flags with their defaults are %q, want %q", names, want)
	}
	if err := fs.Parse([]string{"-on", "-off=false", "-count=3", "-level=high", "-names=a, b,"}); err != nil {
		t.Fatal(err)
	}
	if !opts.On || *opts.Off || opts.Count != 3 || opts.Level != "high" || !slices.Equal(opts.Names, []string{"a", "b"}) {
		t.Errorf("options are %+v", opts)
	}
	for flag, value := range map[string]string{"on": "perhaps", "count": "many", "level": "middle", "names": "c,bad"} {
		if err := fs.Set(flag, value); err == nil {
			t.Errorf("-%s=%s is accepted", flag, value)
		}
	}
	if !opts.On || opts.Count != 3 || opts.Level != "high" || !slices.Equal(opts.Names, []string{"a", "b"}) {
		t.Errorf("what is refused changes the options to %+v", opts)
	}
	if err := fs.Set("names", ""); err != nil || opts.Names == nil || len(opts.Names) > 0 {
		t.Errorf("-names= leaves %#v, %v; want an empty list, which is no default", opts.Names, err)
	}
}
