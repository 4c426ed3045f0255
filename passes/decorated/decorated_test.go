package decorated_test

import (
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/passes/decorated"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	each := decorated.New(decorated.Options{EachTool: true, Typed: true, NeverFails: true})
	a, packages := cases.Merge(t, cases.Of(each,
		"decorated/mcpgo",
		"decorated/gosdk",
		"decorated/tables",
		"decorated/inplace",
		"decorated/wrappers",
		"decorated/decorators",
		"decorated/declared",
		"decorated/middleware",
		"decorated/usekit",
		"decorated/usetoolsets",
		"decorated/filled",
		"decorated/usefork",
		"decorated/stored",
		"decorated/calls",
		"decorated/values",
		"decorated/objects",
		"decorated/order",
		"decorated/budget",
	),
		cases.Of(decorated.New(decorated.Options{}), "decorated/servers"), // one finding for each server
		cases.Of(decorated.New(decorated.Options{NotJudged: true}), "decorated/judged"),
	)
	cases.Run(t, testdata(t), a, packages...)
}

func TestOptions(t *testing.T) {
	cases.Run(t, testdata(t), decorated.New(decorated.Options{
		Registrars: []toolflow.Registrar{
			{Function: "(*decorated/options.router).handle", Handler: "h", Name: "name"},
			{Function: "decorated/options.mount", Handler: "routes.Handler", Name: "routes.Name"},
		},
		Decorators:       []toolflow.Decorator{{Function: "decorated/options.convert", Op: "name"}},
		Coded:            true,
		EachTool:         true,
		AssumeMiddleware: true,
		CatchPanics:      true,
	}), "decorated/options")
}

// TestFlags checks that flags change the options of their analyzer only.
func TestFlags(t *testing.T) {
	o := decorated.Options{CatchPanics: true}
	a := decorated.New(o)
	if err := a.Flags.Set("catch-panics", "false"); err != nil {
		t.Fatal(err)
	}
	if got := a.Flags.Lookup("catch-panics").Value.String(); got != "false" {
		t.Errorf("catch-panics is %s", got)
	}
	if got := decorated.New(o).Flags.Lookup("catch-panics").Value.String(); got != "true" {
		t.Errorf("another analyzer's catch-panics is %s", got)
	}
}

func TestCheck(t *testing.T) {
	o := decorated.Options{
		Registrars: []toolflow.Registrar{
			{Function: "example.com/kit.Register", Handler: "h"},
			{Function: "(*example.com/kit.Server).Handle", Handler: "tools.Handler", Name: "tools.Name"},
			{Function: "Register"},
			{Function: "example.com/kit.Register", Handler: "a-b", Name: "x."},
		},
		Decorators: []toolflow.Decorator{
			{Function: "(kit.Kit).Decorate", Op: "op"},
			{Function: "example.com/kit", Op: "op.Name"},
			{Function: "(*kit.Kit).1"},
		},
	}
	var got []string
	o.Check(func(key, problem string) {
		if problem == "" {
			t.Errorf("%s: no problem is named", key)
		}
		got = append(got, key)
	})
	want := []string{
		"registrars[2].function", "registrars[2].handler", "registrars[3].handler", "registrars[3].name",
		"decorators[1].function", "decorators[1].op", "decorators[2].function",
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("Check reports %q, want %q", got, want)
	}
}
