package flow

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// typesOf type-checks declarations and returns what the package declares.
func typesOf(t *testing.T, src string) *types.Scope {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", "package p\n"+src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Scope()
}

// selectAll selects fields (and [] for elements) of a type, one after the other, the way that flow does: from the last.
func selectAll(t *testing.T, table *PathTable, from types.Type, steps string) Path {
	t.Helper()
	var of []types.Type
	var fields []*types.Var
	for step := range strings.FieldsSeq(steps) {
		of = append(of, from)
		if step == "[]" {
			fields, from = append(fields, nil), ElemType(from)
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(from, true, nil, step)
		f, ok := obj.(*types.Var)
		if !ok {
			if f = behind(from, step); f == nil {
				t.Fatalf("no field %s in %s", step, from)
			}
		}
		fields, from = append(fields, f), f.Type()
	}
	var p Path
	for i := len(fields) - 1; i >= 0; i-- {
		if fields[i] == nil {
			p = table.Elem(of[i], p)
		} else {
			p = table.Field(of[i], fields[i], p)
		}
	}
	return p
}

// behind finds a field of a type that a value of interface type from may hold, in the same package.
func behind(from types.Type, field string) *types.Var {
	named, ok := from.(*types.Named)
	if !ok || !types.IsInterface(from) {
		return nil
	}
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		obj, _, _ := types.LookupFieldOrMethod(scope.Lookup(name).Type(), true, named.Obj().Pkg(), field)
		if f, ok := obj.(*types.Var); ok {
			return f
		}
	}
	return nil
}

func (p *Selection) String() string {
	var parts []string
	for ; p != nil; p = p.Rest {
		switch p.Kind {
		case SelectField:
			parts = append(parts, p.Field.Name())
		case SelectElem:
			parts = append(parts, "[]")
		case SelectRecursive:
			parts = append(parts, "~")
		case SelectAny:
			parts = append(parts, "*")
		}
	}
	return strings.Join(parts, " ")
}

const recursiveTypes = `
type Node struct { Next, Prev *Node; Kids []*Node; Err error; Val Pair }
type Pair struct { A, B error }
type Nodes []Nodes
type Holder struct { List *Node; Deep D1 }
type D1 struct { F D2 }
type D2 struct { F D3 }
type D3 struct { F D4 }
type D4 struct { F D5 }
type D5 struct { F D6 }
type D6 struct { F D7 }
type D7 struct { F D8 }
type D8 struct { F D9 }
type D9 struct { E error }
type Any interface{ M() }
type Wrap struct { Cause Any; Text string }
func (Wrap) M() {}
type Other struct { Inner Any }
func (Other) M() {}
`

func TestPathsFold(t *testing.T) {
	scope := typesOf(t, recursiveTypes)
	for _, test := range []struct{ of, steps, want string }{
		{"Node", "Err", "Err"},
		{"Node", "Next Err", "Next Err"},
		{"Node", "Next Next Err", "Next ~ Err"},
		{"Node", "Next Prev Next Next Err", "Next ~ Err"},
		{"Node", "Kids [] Err", "Kids [] Err"},
		{"Node", "Kids [] Kids [] Err", "Kids ~ Err"},
		{"Node", "Kids [] Next Val A", "Kids ~ Val A"},
		{"Holder", "List Next Err", "List Next Err"},
		{"Holder", "List Next Next Err", "List Next ~ Err"},
		{"Nodes", "[] [] []", "~"},
		{"Wrap", "Cause Text", "Cause Text"},
		{"Wrap", "Cause Cause Text", "Cause * Text"},
		{"Wrap", "Cause Inner Cause Text", "Cause * Text"},
		{"Holder", "Deep F F F F F F F F E", "Deep F F F F F F *"},
	} {
		table := newPathTable()
		got := selectAll(t, table, scope.Lookup(test.of).Type(), test.steps).String()
		if got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.of, test.steps, got, test.want)
		}
	}
}

// TestPathsAreFinite selects fields in all orders, and counts the paths.
func TestPathsAreFinite(t *testing.T) {
	scope := typesOf(t, recursiveTypes)
	table := newPathTable()
	Node := scope.Lookup("Node").Type()
	st := Node.Underlying().(*types.Struct)
	known := map[Path]bool{selectAll(t, table, Node, "Err"): true, selectAll(t, table, Node, "Val A"): true}
	for grew := true; grew; {
		grew = false
		for p := range known {
			for i := range 3 { // Next, Prev, Kids
				q := p
				if i == 2 {
					q = table.Elem(st.Field(i).Type(), p)
				}
				if q = table.Field(Node, st.Field(i), q); !known[q] {
					known[q], grew = true, true
				}
			}
		}
		if len(known) > 100 {
			t.Fatalf("%d paths", len(known))
		}
	}
	// Of each of two parts: itself; behind Next, Prev or Kids; behind one of these and any more.
	if want := 2 * (1 + 3 + 3); len(known) != want {
		t.Errorf("%d paths, want %d", len(known), want)
	}
}

func TestCut(t *testing.T) {
	scope := typesOf(t, recursiveTypes)
	for _, test := range []struct{ of, steps, at, want string }{
		{"Node", "Next Err", "Next", "Err"},
		{"Node", "Next Err", "Prev", ""},
		{"Node", "Next Err", "Next Err", "."},
		{"Node", "Err", "Next Err", ""},
		{"Node", "Next Next Err", "Next", "~ Err"},
		{"Node", "Next Next Err", "Next Err", ""},
		{"Node", "Next Next Err", "Next Prev", "Err|~ Err"},
		{"Node", "Next Next Err", "Next Prev Err", "."},
		{"Node", "Next Next Err", "Next Prev Prev Err", "."},
		{"Wrap", "Cause Cause Text", "Cause Text", "Text|* Text"}, // which no value has
		{"Wrap", "Cause Cause Text", "Cause", "* Text"},
	} {
		table := newPathTable()
		of := scope.Lookup(test.of).Type()
		var got []string
		for _, rest := range table.cut(selectAll(t, table, of, test.steps), selectAll(t, table, of, test.at)) {
			s := rest.String()
			if rest == nil {
				s = "."
			}
			if len(got) == 0 || got[len(got)-1] != s {
				got = append(got, s)
			}
		}
		if got := strings.Join(got, "|"); !sameSet(got, test.want) {
			t.Errorf("%s: %s within %s is %q, want %q", test.of, test.steps, test.at, got, test.want)
		}
	}
}

func sameSet(a, b string) bool {
	set := func(s string) map[string]bool {
		m := make(map[string]bool)
		for part := range strings.SplitSeq(s, "|") {
			m[part] = true
		}
		return m
	}
	x, y := set(a), set(b)
	if len(x) != len(y) {
		return false
	}
	for k := range x {
		if !y[k] {
			return false
		}
	}
	return true
}
