package errflow_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

var testdata = cases.Dir

// TestModel checks the inferred sets by the facts that carry them, and what the model answers.
func TestModel(t *testing.T) {
	of := make(map[string]*cases.Result)
	for _, result := range cases.Run(t, testdata(t), errflow.Analyzer,
		"errflow/basic", "errflow/recursive", "errflow/calls", "errflow/guards", "errflow/memory", "errflow/types", "errflow/dep", "errflow/useofdep",
		"errflow/asks", "errflow/useofasks", "errflow/codes", "errflow/useofcodes",
		"errflow/prov", "errflow/query", "errflow/encode", "errflow/useofencode") {
		of[result.Package.PkgPath] = result
	}
	t.Run("Provenance", func(t *testing.T) { testProvenance(t, of["errflow/prov"]) })
	t.Run("Queries", func(t *testing.T) { testQueries(t, of["errflow/query"]) })
}

// testProvenance checks that the chain of an error that passed several
// functions names each of them, from the return to where the error is named.
func testProvenance(t *testing.T, result *cases.Result) {
	m := result.Result.(*errflow.Model)
	fset := result.Package.Fset
	for fn := range m.Funcs() {
		if fn.Name() != "Top" {
			continue
		}
		var got []string
		errs := m.ErrorsOf(fn)
		for atom := range errs.Atoms() {
			for step := range errs.Via(atom).All() {
				if step.What != "" {
					got = append(got, fmt.Sprintf("%s: line %d %s", atom.Name, fset.Position(step.Pos).Line, step.What))
				}
			}
		}
		want := []string{
			"E: line 32 returns *E",
			"ErrDeep: line 32 wraps it in *E",
			"ErrDeep: line 31 calls middle",
			"ErrDeep: line 24 wraps it",
			"ErrDeep: line 23 calls deep",
			"ErrDeep: line 19 returns ErrDeep",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("provenance of Top's errors (-want +got):\n%s", strings.TrimSpace(diff))
		}
		return
	}
	t.Error("no function Top")
}

// testQueries asks the model what package query asks: where values come from, which
// errors are live, and whether errors wrap their causes.
func testQueries(t *testing.T, result *cases.Result) {
	m := result.Result.(*errflow.Model)
	fset := result.Package.Fset
	answers := make(map[int]string)
	for _, group := range result.Package.Syntax[0].Comments {
		for _, c := range group.List {
			answers[fset.Position(c.Pos()).Line] = strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
		}
	}
	asked := 0
	for fn, call := range m.Calls() {
		callee := flow.Callee(call.Common())
		if callee == nil || callee.Pkg() != result.Package.Types {
			continue
		}
		args := call.Common().Args
		var got string
		switch callee.Name() {
		case "origins":
			got = describeOrigins(m, args[0])
		case "live":
			got = describeLive(m, call.Block())
		case "wraps":
			got = map[errflow.Answer]string{errflow.Yes: "yes", errflow.No: "no", errflow.Unknown: "unknown"}[m.Wraps(args[0], args[1])]
		default:
			continue
		}
		asked++
		pos := fset.Position(call.Pos())
		if want := answers[pos.Line]; got != want {
			t.Errorf("%s:%d: in %s, %s: got %s, want %s", filepath.Base(pos.Filename), pos.Line, fn.Name(), callee.Name(), got, want)
		}
	}
	if asked < 50 {
		t.Errorf("asked %d questions only", asked)
	}
}

func describeOrigins(m *errflow.Model, v ssa.Value) string {
	var parts []string
	for _, o := range m.Origins(flow.Strip(v), flow.OriginOptions{}) {
		var s string
		switch o.Kind {
		case flow.OriginConst:
			if c := o.Value.(*ssa.Const); c.IsNil() {
				s = "nil"
			} else {
				s = c.Value.ExactString()
			}
		case flow.OriginFunc:
			fn, _ := o.Func()
			s = "func " + fn.Name()
		case flow.OriginParam:
			s = "param " + o.Value.Name()
		case flow.OriginGlobal:
			s = "global " + o.Value.Name()
		case flow.OriginCall:
			s = "call " + flow.Callee(o.Call().Common()).Name()
		case flow.OriginOp:
			s = "op"
		default:
			s = fmt.Sprintf("kind %d", o.Kind)
		}
		if !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

func describeLive(m *errflow.Model, b *ssa.BasicBlock) string {
	var parts []string
	for _, l := range m.Live(b) {
		name := l.Value.Name()
		if e, ok := l.Value.(*ssa.Extract); ok {
			name = sourceName(e)
		} else if phi, ok := l.Value.(*ssa.Phi); ok {
			name = phi.Comment
		} else if load, ok := l.Value.(*ssa.UnOp); ok {
			switch x := load.X.(type) {
			case *ssa.Alloc:
				name = x.Comment
			case *ssa.FreeVar:
				name = x.Name()
			}
		}
		if l.Classified {
			name += " classified"
		}
		if !slices.Contains(parts, name) {
			parts = append(parts, name)
		}
	}
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, ", ")
}

// sourceName tells the two errors of package query apart: the second one found in a
// function is err2.
func sourceName(e *ssa.Extract) string {
	n := 0
	for _, b := range e.Parent().Blocks {
		for _, instr := range b.Instrs {
			if other, ok := instr.(*ssa.Extract); ok && other.Index == 1 {
				if n++; other == e && n > 1 {
					return fmt.Sprintf("err%d", n)
				} else if other == e {
					return "err"
				}
			}
		}
	}
	return "?"
}
