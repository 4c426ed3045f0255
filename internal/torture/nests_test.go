//go:build unix

package torture

import (
	"fmt"
	"strings"
)

// A nest is a family of programs that get bigger in one way.
type nest struct {
	name string

	// n is the size at which growth is measured first; then come twice that, and four times that. It is large
	// enough for what is not linear to show, and what go/types takes for it is not much.
	n int

	// write writes the program of size n: all but the package clause and the imports, which are found by their use.
	write func(s *source, n int)
}

// program returns the program of size n.
func (nest nest) program(n int) program {
	var body source
	nest.write(&body, n)
	files := make(map[string]string)
	for i, text := range strings.Split(body.String(), fileEnd) {
		files[fmt.Sprintf("p%d.go", i)] = withImports(text)
	}
	return program{nest.name, files}
}

// importable are the packages that programs use, by the text that shows it.
var importable = []struct{ use, path string }{
	{"context.", "context"},
	{"encoding_json.", "encoding/json"},
	{"errors.", "errors"},
	{"fmt.", "fmt"},
	{"http.", "net/http"},
	{"mcp.", sdk + "/mcp"},
	{"server.", sdk + "/server"},
	{"slog.", "log/slog"},
	{"strings.", "strings"},
}

// withImports puts a package clause and the imports before declarations.
func withImports(body string) string {
	var s source
	s.line("package p\n")
	for _, imp := range importable {
		if !strings.Contains(body, imp.use) {
			continue
		}
		if imp.path == "encoding/json" {
			s.line("import encoding_json %q", imp.path)
		} else {
			s.line("import %q", imp.path)
		}
	}
	s.line("")
	s.WriteString(body)
	return s.String()
}

// sentinels declares n of them: E0, E1 ...
func sentinels(s *source, n int) {
	s.lines(n, `var E%[1]d = errors.New("e%[1]d")`)
}

// errorTypes declares n of them: T0, T1 ..., with a cause each.
func errorTypes(s *source, n int) {
	for i := range n {
		s.line("type T%[1]d struct{ cause error }\nfunc (t *T%[1]d) Error() string { return \"t\" }\nfunc (t *T%[1]d) Unwrap() error { return t.cause }", i)
	}
}

// in returns a function that writes items between two lines. All three are formats, but only that of an item has arguments.
func in(head, item, tail string) func(s *source, n int) {
	return func(s *source, n int) {
		s.line("%s", strings.ReplaceAll(head, "%%", "%"))
		s.lines(n, item)
		s.line("%s", strings.ReplaceAll(tail, "%%", "%"))
	}
}

// around returns a function that writes a nest on one line.
func around(before, open, middle, close, after string) func(s *source, n int) {
	return func(s *source, n int) {
		s.WriteString(before)
		s.nest(n, open, middle, close)
		s.line("%s", after)
	}
}

// nests are all families.
var nests = []nest{
	// Expressions.
	{"parens", 10000, around("func F(err error) error { return fmt.Errorf(\"x: %v\", ", "(", "err", ")", ") }")},
	{"parens-types", 2500, around("func F(err ", "(", "error", ")", ") error { return err }")},
	{"literals", 2500, around("func F(err error) any { return ", "[]any{", "err", "}", " }")},
	{"literals-maps", 1250, around("func F(err error) (map[string]any, error) { return ", "map[string]any{\"error\": ", "err.Error()", "}", ", nil }")},
	{"literals-structs", 1250, around("type node struct { next *node; err error }\nfunc F(err error) error { return (", "&node{next: ", "&node{err: err}", "}", ").next.err }")},
	{"concatenation", 12500, func(s *source, n int) {
		s.WriteString("func F(a string, err error) error { return errors.New(")
		s.join(n, "a", " + ")
		s.line(" + err.Error()) }")
	}},
	{"concatenation-right", 2500, around("func F(a string, err error) error { return errors.New(", "a + (", "err.Error()", ")", ") }")},
	{"concatenation-lines", 5000, in("func F(a string, err error) error {\n\tx := a", "\tx += \"%[1]d\" + a", "\treturn errors.New(x + err.Error())\n}")},
	{"constants", 12500, func(s *source, n int) {
		s.WriteString("func F(err error) error { return fmt.Errorf(")
		s.join(n, `"a"`, " + ")
		s.line(" + \"%%v\", err) }")
	}},
	{"constant-table", 5000, func(s *source, n int) {
		s.line("const (")
		s.lines(n, "\tC%[1]d = \"category:operation_%[1]d\"")
		s.line(")\nfunc F(err error) error { return fmt.Errorf(C0 + \": %%v\", err) }")
	}},
	{"constant-chain", 2500, func(s *source, n int) {
		s.lines(n, "const C%[1]d = C%[2]d")
		s.line("const C%d = \"x: %%v\"\nfunc F(err error) error { return fmt.Errorf(C0, err) }", n)
	}},
	{"disjunction", 2500, func(s *source, n int) {
		sentinels(s, n)
		s.WriteString("func F(err error) error {\n\tif ")
		s.join(n, "errors.Is(err, E%d)", " || ")
		s.line(" {\n\t\treturn err\n\t}\n\treturn nil\n}")
	}},
	{"disjunction-compare", 2500, func(s *source, n int) {
		sentinels(s, n)
		s.line("func G() error { return E0 }\nfunc F() error {\n\terr := G()")
		s.WriteString("\tif ")
		s.join(n, "err == E%d", " || ")
		s.line(" {\n\t\treturn err\n\t}\n\treturn errors.New(\"x\")\n}")
	}},
	{"conjunction", 2500, func(s *source, n int) {
		s.WriteString("func F(err error, b bool) error {\n\tif ")
		s.join(n, "b", " && ")
		s.line(" && err != nil {\n\t\treturn fmt.Errorf(\"x: %%v\", err)\n\t}\n\treturn nil\n}")
	}},
	{"negations", 10000, around("func F(err error) error {\n\tif ", "!", "(err != nil)", "", " {\n\t\treturn errors.New(\"x\")\n\t}\n\treturn err\n}")},
	{"dereferences", 10000, around("func F(err error) error { return ", "*&", "err", "", " }")},
	{"conversions", 2500, around("func F(err error) error { return fmt.Errorf(\"x: %v\", ", "error(", "err", ")", ") }")},
	{"assertions", 2500, around("func F(err error) error { return err", ".(error)", "", "", " }")},
	{"calls", 2500, around("func wrap(err error) error { return fmt.Errorf(\"x: %v\", err) }\nfunc F(err error) error { return ", "wrap(", "err", ")", " }")},
	{"calls-errorf", 2500, around("func F(err error) error { return ", "fmt.Errorf(\"x: %w\", ", "err", ")", " }")},
	{"calls-join", 2500, around("func F(err error) error { return ", "errors.Join(", "err", ")", " }")},
	{"calls-types", 2500, func(s *source, n int) {
		errorTypes(s, 1)
		around("func F(err error) error { return ", "&T0{", "err", "}", " }")(s, n)
	}},
	{"arguments", 2500, func(s *source, n int) {
		s.WriteString("func F(err error) error { return fmt.Errorf(\"" + strings.Repeat("%v ", n) + "\"")
		s.WriteString(strings.Repeat(", err", n) + ") }\n")
	}},
	{"arguments-join", 2500, func(s *source, n int) {
		sentinels(s, n)
		s.WriteString("func F() error { return errors.Join(")
		s.join(n, "E%d", ", ")
		s.line(") }")
	}},
	{"builder", 2500, around("type b struct{ err error }\nfunc (x *b) with(err error) *b { x.err = err; return x }\nfunc F(x *b, err error) error { return x", ".with(err)", "", "", ".err }")},
	{"selectors", 2500, around("type node struct { next *node; err error }\nfunc F(n *node) error { return n", ".next", "", "", ".err }")},
	{"indices", 2500, around("type list []list\ntype pair struct { l list; err []error }\nfunc F(x list, e []error) error { if len(x", "[0]", "", "", ") > 0 { return e[0] }; return nil }")},
	{"slices", 2500, around("func F(e []error) error { return e", "[:1]", "", "", "[0] }")},
	{"long-string", 100000, func(s *source, n int) {
		s.line("func F(err error) error { return fmt.Errorf(\"%s%%v\", err) }", strings.Repeat("a", n))
	}},
	{"long-name", 100000, func(s *source, n int) {
		s.line("func F%[1]s(%[1]s error) error { return fmt.Errorf(\"%%v\", %[1]s) }", strings.Repeat("a", n))
	}},

	// Statements.
	{"closures", 250, around("func F(err error) error { return ", "func() error { return ", "fmt.Errorf(\"x: %v\", err)", " }()", " }")},
	{"closures-returned", 250, func(s *source, n int) {
		s.WriteString("func F(err error) error { return (")
		for i := range n {
			s.WriteString("func() " + strings.Repeat("func() ", n-1-i) + "error { return ")
		}
		s.WriteString("err" + strings.Repeat(" }", n) + ")" + strings.Repeat("()", n) + " }\n")
	}},
	{"closures-variables", 1250, func(s *source, n int) {
		in("func F(err error) error {\n\tf0 := func() error { return err }", "\tf%[2]d := func() error { return f%[1]d() }", "")(s, n)
		s.line("\treturn f%d()\n}", n)
	}},
	{"closures-table", 2500, in("func F(i int) error { return []func() error{", "\tfunc() error { return errors.New(\"%[1]d\") },", "}[i]() }")},
	{"blocks", 10000, around("func F(err error) error { ", "{", "err = fmt.Errorf(\"x: %v\", err)", "}", "; return err }")},
	{"ifs", 1250, around("func F(err error) error { ", "if err != nil {", "return fmt.Errorf(\"x: %v\", err)", "}", "; return nil }")},
	{"ifs-is", 1250, func(s *source, n int) {
		sentinels(s, n)
		s.line("func F(err error) error {")
		s.lines(n, "\tif !errors.Is(err, E%d) {")
		s.line("\treturn err")
		s.line("%s\treturn nil\n}", strings.Repeat("}\n", n))
	}},
	{"else-ifs", 1250, func(s *source, n int) {
		sentinels(s, n)
		s.WriteString("func F(err error) error {\n\t")
		s.lines(n, "if errors.Is(err, E%[1]d) { return fmt.Errorf(\"%[1]d: %%v\", err) } else ")
		s.line("{ return err }\n}")
	}},
	{"ifs-sequence", 2500, in("func G() error { return errors.New(\"x\") }\nfunc F() error {", "\tif err := G(); err != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}", "\treturn nil\n}")},
	{"ifs-one-variable", 2500, in("func G() error { return errors.New(\"x\") }\nfunc F() error {\n\tvar err error", "\tif err = G(); err != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%w\", err)\n\t}", "\treturn err\n}")},
	{"switch", 1250, func(s *source, n int) {
		sentinels(s, n)
		s.line("func F(err error) error {\n\tswitch {")
		s.lines(n, "\tcase errors.Is(err, E%[1]d):\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)")
		s.line("\t}\n\treturn err\n}")
	}},
	{"switch-values", 1250, func(s *source, n int) {
		sentinels(s, n)
		s.line("func F(err error) error {\n\tswitch err {")
		s.lines(n, "\tcase E%[1]d:\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)")
		s.line("\t}\n\treturn err\n}")
	}},
	{"switch-types", 1250, func(s *source, n int) {
		errorTypes(s, n)
		s.line("func F(err error) error {\n\tswitch err := err.(type) {")
		s.lines(n, "\tcase *T%[1]d:\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)")
		s.line("\t}\n\treturn err\n}")
	}},
	{"switches", 625, func(s *source, n int) {
		s.WriteString("func F(err error, i int) error { ")
		for i := range n {
			fmt.Fprintf(s, "switch i { case %d: ", i)
		}
		s.WriteString("return fmt.Errorf(\"x: %v\", err)" + strings.Repeat("}", n) + "; return nil }\n")
	}},
	{"select", 1250, in("func F(c chan error) error {\n\tselect {", "\tcase err := <-c:\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)", "\t}\n}")},
	{"loops", 500, around("func F(err error, x []error) error { ", "for _, e := range x { if e != nil { err = e }; ", "err = fmt.Errorf(\"x: %w\", err)", "}", "; return err }")},
	{"loops-sequence", 1250, in("func F(err error, x []error) error {", "\tfor _, e := range x {\n\t\tif e != nil {\n\t\t\terr = fmt.Errorf(\"%[1]d: %%w\", e)\n\t\t}\n\t}", "\treturn err\n}")},
	{"gotos", 1250, func(s *source, n int) {
		s.line("func F(err error, i int) error {")
		s.lines(n, "L%[1]d:\n\tif i > %[1]d {\n\t\ti--\n\t\terr = fmt.Errorf(\"%[1]d: %%w\", err)\n\t\tgoto L%[2]d\n\t}\n\tif i < -%[1]d {\n\t\ti++\n\t\tgoto L0\n\t}")
		s.line("L%d:\n\treturn err\n}", n)
	}},
	{"phis", 2500, in("func F(c bool, a, b error) error {\n\terr := a", "\tif c {\n\t\terr = fmt.Errorf(\"%[1]d: %%w\", b)\n\t}", "\treturn err\n}")},
	{"phis-sentinels", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("func F(c bool) (err error) {", "\tif c {\n\t\terr = E%[1]d\n\t}", "\treturn err\n}")(s, n)
	}},
	{"phis-used", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("func F(c bool) (err error) {", "\tif c {\n\t\terr = E%[1]d\n\t}\n\tif err != nil {\n\t\tprintln(err.Error())\n\t}", "\treturn err\n}")(s, n)
	}},
	{"phis-guarded", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("func G() error { return errors.New(\"g\") }\nfunc F() error {\n\terr := G()", "\tif errors.Is(err, E%[1]d) {\n\t\terr = G()\n\t}", "\treturn err\n}")(s, n)
	}},
	{"returns", 2500, in("func F(err error, i int) error {", "\tif i == %[1]d {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}", "\treturn nil\n}")},
	{"stores", 2500, in("type box struct{ err error }\nfunc F(b *box, err error) error {", "\tb.err = fmt.Errorf(\"%[1]d: %%w\", err)", "\treturn b.err\n}")},
	{"stores-loads", 1250, in("type box struct{ err error }\nfunc F(b *box, err error) error {", "\tb.err = fmt.Errorf(\"%[1]d: %%w\", b.err)", "\treturn b.err\n}")},
	{"stores-methods", 1250, func(s *source, n int) {
		s.line("type box struct{ err error }\nfunc (b *box) Err() error { return b.err }")
		s.lines(n, "func (b *box) set%[1]d(err error) { b.err = fmt.Errorf(\"%[1]d: %%w\", err) }")
	}},
	{"defers", 500, in("func F() (err error) {", "\tdefer func() {\n\t\tif err != nil {\n\t\t\terr = fmt.Errorf(\"%[1]d: %%w\", err)\n\t\t}\n\t}()", "\treturn errors.New(\"x\")\n}")},
	{"defers-close", 500, in("func G() error { return errors.New(\"x\") }\nfunc F() (err error) {", "\tdefer func() {\n\t\tif cerr := G(); err == nil {\n\t\t\terr = cerr\n\t\t}\n\t}()", "\treturn errors.New(\"x\")\n}")},
	{"defers-returns", 250, in("func G() error { return errors.New(\"x\") }\nfunc F() (err error) {", "\tdefer func() {\n\t\tif cerr := G(); err == nil {\n\t\t\terr = cerr\n\t\t}\n\t}()\n\tif err := G(); err != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%w\", err)\n\t}", "\treturn nil\n}")},
	{"goroutines", 1250, in("func F(c chan error) error {\n\tvar err error", "\tgo func() { err = fmt.Errorf(\"%[1]d: %%w\", err); c <- err }()", "\treturn <-c\n}")},
	{"recovers", 500, in("func F() (err error) {", "\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\terr = fmt.Errorf(\"%[1]d: %%v\", r)\n\t\t}\n\t}()", "\treturn nil\n}")},
	{"variables", 2500, func(s *source, n int) {
		in("func F(err error) error {\n\te0 := err", "\te%[2]d := fmt.Errorf(\"%[1]d: %%w\", e%[1]d)", "")(s, n)
		s.line("\treturn e%d\n}", n)
	}},
	{"variables-copied", 5000, func(s *source, n int) {
		in("func F(err error) error {\n\te0 := fmt.Errorf(\"x: %v\", err)", "\te%[2]d := e%[1]d", "")(s, n)
		s.line("\treturn e%d\n}", n)
	}},
	{"variables-address", 1250, func(s *source, n int) {
		s.line("func use(*error) {}\nfunc F(err error) error {")
		s.lines(n, "\tvar e%[1]d error\n\tuse(&e%[1]d)\n\tif e%[1]d != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", e%[1]d)\n\t}")
		s.line("\treturn nil\n}")
	}},
	{"one-line", 1250, func(s *source, n int) {
		s.WriteString("func F(err error, i int) error { ")
		for i := range n {
			fmt.Fprintf(s, "if i == %[1]d { return fmt.Errorf(\"%[1]d: %%v\", err) }; ", i)
		}
		s.line("return nil }")
	}},

	// Functions.
	{"chain", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(i int) error {\n\tif i == %[1]d {\n\t\treturn errors.New(\"x\")\n\t}\n\treturn f%[2]d(i)\n}")
		s.line("func f%d(int) error { return errors.New(\"x\") }", n)
	}},
	{"chain-upwards", 1250, func(s *source, n int) {
		s.line("func f0(int) error { return errors.New(\"x\") }")
		s.lines(n, "func f%[2]d(i int) error {\n\tif i == %[1]d {\n\t\treturn errors.New(\"x\")\n\t}\n\treturn f%[1]d(i)\n}")
	}},
	{"chain-sentinels", 250, func(s *source, n int) {
		sentinels(s, n)
		s.lines(n, "func f%[1]d(i int) error {\n\tif i == %[1]d {\n\t\treturn E%[1]d\n\t}\n\treturn f%[2]d(i)\n}")
		s.line("func f%d(int) error { return errors.New(\"x\") }", n)
	}},
	{"chain-exported", 250, func(s *source, n int) {
		sentinels(s, n)
		s.lines(n, "// F%[1]d does.\nfunc F%[1]d(i int) error {\n\tif i == %[1]d {\n\t\treturn E%[1]d\n\t}\n\treturn F%[2]d(i)\n}")
		s.line("func F%d(int) error { return errors.New(\"x\") }", n)
	}},
	{"chain-types", 250, func(s *source, n int) {
		errorTypes(s, n)
		s.lines(n, "func f%[1]d(i int) error {\n\treturn &T%[1]d{f%[2]d(i)}\n}")
		s.line("func f%d(int) error { return errors.New(\"x\") }", n)
	}},
	{"chain-wraps", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(i int) error {\n\tif err := f%[2]d(i); err != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%w\", err)\n\t}\n\treturn nil\n}")
		s.line("func f%d(int) error { return errors.New(\"x\") }", n)
	}},
	{"chain-flattens", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(i int) error {\n\tif err := f%[2]d(i); err != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}\n\treturn nil\n}")
		s.line("func f%d(int) error { return errors.New(\"x\") }", n)
	}},
	{"chain-parameters", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error { return f%[2]d(err) }")
		s.line("func f%d(err error) error { return fmt.Errorf(\"x: %%v\", err) }\nfunc F(err error) error { return f0(err) }", n)
	}},
	{"chain-texts", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(s string) string { return \"%[1]d\" + f%[2]d(s) }")
		s.line("func f%d(s string) string { return s }\nfunc F(err error) error { return errors.New(f0(err.Error())) }", n)
	}},
	{"chain-closures", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(f func() error) error { return f%[2]d(func() error { return f() }) }")
		s.line("func f%d(f func() error) error { return f() }", n)
	}},
	{"chain-functions", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d() func() error { return f%[2]d() }")
		s.line("func f%d() func() error { return func() error { return errors.New(\"x\") } }\nfunc F() error { return f0()() }", n)
	}},
	{"chain-methods", 1250, func(s *source, n int) {
		s.line("type t struct{ err error }")
		s.lines(n, "func (t *t) f%[1]d() error {\n\tif t.err == nil {\n\t\treturn errors.New(\"%[1]d\")\n\t}\n\treturn t.f%[2]d()\n}")
		s.line("func (t *t) f%d() error { return t.err }", n)
	}},
	{"chain-maps", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) map[string]any { return f%[2]d(err) }")
		s.line("func f%d(err error) map[string]any { return map[string]any{\"error\": err.Error()} }\nfunc F(err error) (map[string]any, error) { return f0(err), nil }", n)
	}},
	{"chain-predicates", 1250, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")")
		s.lines(n, "func is%[1]d(err error) bool { return is%[2]d(err) }")
		s.line("func is%d(err error) bool { return errors.Is(err, E) }\nfunc F(err error) error { if is0(err) { return err }; return nil }", n)
	}},
	{"mutual", 1250, func(s *source, n int) {
		for i := range n {
			s.line("func f%[1]d(i int) error {\n\tif i == %[1]d {\n\t\treturn f%[2]d(i)\n\t}\n\treturn f%[3]d(i)\n}", i, (i+1)%n, (i*7+3)%n)
		}
	}},
	{"mutual-sentinels", 250, func(s *source, n int) {
		sentinels(s, n)
		for i := range n {
			s.line("func f%[1]d(i int) error {\n\tif i == %[1]d {\n\t\treturn E%[1]d\n\t}\n\tif i == 7 {\n\t\treturn f%[2]d(i)\n\t}\n\treturn f%[3]d(i)\n}", i, (i+1)%n, (i*7+3)%n)
		}
	}},
	{"mutual-parameters", 625, func(s *source, n int) {
		for i := range n {
			s.line("func f%[1]d(err error, i int) error {\n\tif i == %[1]d {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}\n\tif i == 7 {\n\t\treturn f%[2]d(err, i)\n\t}\n\treturn f%[3]d(err, i)\n}", i, (i+1)%n, (i*7+3)%n)
		}
	}},
	{"mutual-texts", 625, func(s *source, n int) {
		for i := range n {
			s.line("func f%[1]d(t string, i int) string {\n\tif i == %[1]d {\n\t\treturn t + \"%[1]d\"\n\t}\n\treturn f%[2]d(t, i) + f%[3]d(t, i)\n}", i, (i+1)%n, (i*7+3)%n)
		}
		s.line("func F(err error) error { return errors.New(f0(err.Error(), 1)) }")
	}},
	{"mutual-maps", 625, func(s *source, n int) {
		for i := range n {
			s.line("func F%[1]d(err error, i int) map[string]any {\n\tif i == %[1]d {\n\t\treturn map[string]any{\"error\": err.Error()}\n\t}\n\tif i == 7 {\n\t\treturn F%[2]d(err, i)\n\t}\n\treturn F%[3]d(err, i)\n}", i, (i+1)%n, (i*7+3)%n)
		}
	}},
	{"mutual-closures", 250, func(s *source, n int) {
		s.line("func F(i int) error {")
		for i := range n {
			s.line("\tvar f%d func(int) error", i)
		}
		for i := range n {
			s.line("\tf%[1]d = func(i int) error { if i == %[1]d { return errors.New(\"x\") }; return f%[2]d(i) }", i, (i+1)%n)
		}
		s.line("\treturn f0(i)\n}")
	}},
	{"self-recursive", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(i int, err error) error {\n\tif i == 0 {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}\n\treturn f%[1]d(i-1, err)\n}")
	}},
	{"callers", 1250, func(s *source, n int) {
		s.line("func g(err error) error { return fmt.Errorf(\"x: %%v\", err) }")
		s.lines(n, "func f%[1]d(err error) error { return g(err) }")
	}},
	{"callees", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d() error { return errors.New(\"x\") }")
		in("func F() error {", "\tif err := f%[1]d(); err != nil {\n\t\treturn err\n\t}", "\treturn nil\n}")(s, n)
	}},
	{"sentinels", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("func F(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn E%[1]d", "\t}\n\treturn nil\n}")(s, n)
	}},
	{"sentinels-table", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("var table = []error{", "\tE%[1]d,", "}\nfunc F(i int) error { return table[i] }")(s, n)
	}},
	{"sentinels-map", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("var table = map[int]error{", "\t%[1]d: E%[1]d,", "}\nfunc F(i int) error { return table[i] }")(s, n)
	}},
	{"sentinels-narrowed", 250, func(s *source, n int) {
		sentinels(s, n)
		in("func g(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn E%[1]d", "\t}\n\treturn nil\n}")(s, n)
		in("func F(i int) error {\n\terr := g(i)", "\tif errors.Is(err, E%[1]d) {\n\t\treturn nil\n\t}", "\treturn err\n}")(s, n)
	}},
	{"sentinels-wrapped", 625, func(s *source, n int) {
		s.lines(n, "var E%[1]d = fmt.Errorf(\"%[1]d: %%w\", E%[2]d)")
		s.line("var E%d = errors.New(\"x\")\nfunc F() error { return E0 }", n)
	}},
	{"doc-list", 250, func(s *source, n int) {
		sentinels(s, n)
		in("// F does. Errors:\n//", "//   - [E%[1]d]", "func F(i int) error {\n\tswitch i {")(s, n)
		in("", "\tcase %[1]d:\n\t\treturn E%[1]d", "\t}\n\treturn nil\n}")(s, n)
	}},
	{"doc-list-missing", 250, func(s *source, n int) {
		sentinels(s, n)
		in("// F does. Errors:\n//\n//   - [E0]\nfunc F(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn E%[1]d", "\t}\n\treturn nil\n}")(s, n)
	}},
	{"doc-list-stale", 250, func(s *source, n int) {
		sentinels(s, n)
		in("// F does. Errors:\n//", "//   - [ErrGone%[1]d]", "func F(i int) error { return E0 }")(s, n)
	}},
	{"doc-lists", 625, func(s *source, n int) {
		sentinels(s, n)
		s.lines(n, "// F%[1]d does. Errors:\n//\n//   - [E%[1]d]\nfunc F%[1]d() error { return E%[1]d }")
	}},
	{"doc-lists-missing", 625, func(s *source, n int) {
		sentinels(s, n)
		s.lines(n, "// F%[1]d does.\nfunc F%[1]d() error { return E%[1]d }")
	}},
	{"doc-text", 2500, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")")
		in("// F does.\n//", "// And %[1]d it may return E, or [E], or ErrOther%[1]d.", "func F(i int) error { return E }")(s, n)
	}},
	{"doc-brackets", 10000, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")\n// F does %s\nfunc F(i int) error { return E }", strings.Repeat("[", n)+"E"+strings.Repeat("]", n))
	}},
	{"doc-paragraphs", 2500, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")")
		in("// F does.\n//", "// # Errors\n//\n// Paragraph %[1]d on [E].\n//", "func F(i int) error { return E }")(s, n)
	}},
	{"comments", 10000, func(s *source, n int) {
		in("func F(err error) error {", "\t// comment %[1]d", "\treturn fmt.Errorf(\"x: %%v\", err)\n}")(s, n)
	}},

	// Packages.
	{"findings", 2500, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error { return fmt.Errorf(\"x: %%v\", err) }")
	}},
	{"findings-alike", 2500, func(s *source, n int) {
		in("func F(err error) (error) {\n\tvar e error", "\te = fmt.Errorf(\"x: %%v\", err)\n\tprintln(e)", "\treturn e\n}")(s, n)
	}},
	{"findings-dropped", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error {\n\tif err != nil {\n\t\treturn errors.New(\"x\")\n\t}\n\treturn nil\n}")
	}},
	{"findings-maps", 1250, func(s *source, n int) {
		s.lines(n, "func F%[1]d(err error) (map[string]any, error) { return map[string]any{\"error\": err.Error()}, nil }")
	}},
	{"error-types", 1250, func(s *source, n int) {
		s.lines(n, "type T%[1]d struct{ cause error }\nfunc (t *T%[1]d) Error() string { return \"t\" }")
	}},
	{"error-types-unwrap", 1250, errorTypes},
	{"error-types-returned", 625, func(s *source, n int) {
		errorTypes(s, n)
		s.lines(n, "func F%[1]d(err error) error { return &T%[1]d{err} }")
	}},
	{"error-types-unset", 625, func(s *source, n int) {
		errorTypes(s, n)
		s.lines(n, "func f%[1]d(err error) error {\n\tif err != nil {\n\t\treturn &T%[1]d{}\n\t}\n\treturn nil\n}")
	}},
	{"suppressions", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error {\n\treturn fmt.Errorf(\"x: %%v\", err) //errlint:ignore wrapcause reason %[1]d\n}")
	}},
	{"suppressions-above", 1250, func(s *source, n int) {
		s.lines(n, "//errlint:ignore wrapcause reason %[1]d\nfunc f%[1]d(err error) error {\n\treturn fmt.Errorf(\"x: %%v\", err)\n}")
	}},
	{"suppressions-unused", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error {\n\treturn err //errlint:ignore wrapcause reason %[1]d\n}")
	}},
	{"suppressions-opaque", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error {\n\treturn fmt.Errorf(\"x: %%v\", err) //errlint:opaque reason %[1]d\n}")
	}},
	{"suppressions-nolint", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error {\n\treturn fmt.Errorf(\"x: %%v\", err) //nolint:errlint // reason %[1]d\n}")
	}},
	{"suppressions-nested", 250, func(s *source, n int) {
		s.line("func F(err error) error {")
		s.lines(n, "\tif err != nil { //errlint:ignore wrapcause reason %[1]d")
		s.line("\treturn fmt.Errorf(\"x: %%v\", err)\n%s\treturn nil\n}", strings.Repeat("}\n", n))
	}},
	{"suppressions-one-place", 1250, func(s *source, n int) {
		s.lines(n, "//errlint:ignore wrapcause reason %[1]d")
		s.line("func F(err error) error { return fmt.Errorf(\"x: %%v\", err) }")
	}},
	{"suppressions-bad", 1250, func(s *source, n int) {
		s.lines(n, "//errlint:ignor wrapcause reason %[1]d\nfunc f%[1]d(err error) error { return err }")
	}},
	{"nested-lines", 1250, func(s *source, n int) {
		s.line("func F(err error) error { //errlint:ignore wrapcause here")
		s.line("%s", strings.Repeat("\tif err != nil {\n", n)+"\treturn fmt.Errorf(\"x: %v\", err) //errlint:ignore wrapcause here\n"+strings.Repeat("}\n", n)+"\treturn nil\n}")
	}},
	{"variables-package", 2500, func(s *source, n int) {
		sentinels(s, n)
	}},
	{"initialisers", 625, func(s *source, n int) {
		s.lines(n, "var v%[1]d = v%[2]d")
		s.line("var v%d = errors.New(\"x\")\nfunc F() error { return v0 }", n)
	}},

	// Types.
	{"fields", 2500, func(s *source, n int) {
		in("type t struct {", "\tf%[1]d error", "}\nfunc F(x *t) error { return x.f0 }")(s, n)
	}},
	{"fields-read", 1250, func(s *source, n int) {
		in("type t struct {", "\tf%[1]d error", "}\nfunc F(x *t, i int) error {")(s, n)
		in("", "\tif i == %[1]d {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", x.f%[1]d)\n\t}", "\treturn nil\n}")(s, n)
	}},
	{"structs", 625, func(s *source, n int) {
		around("type t ", "struct { f ", "struct{ err error }", " }", "")(s, n)
		s.line("func F(x *t) error { return x%s.err }", strings.Repeat(".f", n))
	}},
	{"structs-values", 250, func(s *source, n int) {
		s.line("type t0 struct{ err error }")
		s.lines(n, "type t%[2]d struct{ f t%[1]d; g error }")
		s.line("func F(x t%d) error { return x%s.err }", n, strings.Repeat(".f", n))
	}},
	{"structs-wide", 20, func(s *source, n int) {
		s.line("type t0 struct{ err error }")
		s.lines(n, "type t%[2]d struct{ f, g *t%[1]d }")
		s.line("func F(x *t%d) error { return x%s.err }\nfunc G(x *t%[1]d) *t%[1]d { y := *x; y.f = y.g; return &y }", n, strings.Repeat(".f", n))
	}},
	{"embedding", 250, func(s *source, n int) {
		s.line("type t0 struct{ err error }\nfunc (t *t0) Error() string { return \"\" }\nfunc (t *t0) Unwrap() error { return t.err }")
		s.lines(n, "type t%[2]d struct{ *t%[1]d }")
		s.line("func F(err error) error { return &t%d{} }", n)
	}},
	{"embedding-interfaces", 250, func(s *source, n int) {
		s.line("type i0 interface { Error() string; m0() error }")
		s.lines(n, "type i%[2]d interface { i%[1]d; m%[2]d() error }")
		s.line("func F(x i%d) error { return x.m0() }", n)
	}},
	{"methods", 1250, func(s *source, n int) {
		in("type i interface {", "\tm%[1]d() error", "}\nfunc F(x i) error { return x.m0() }")(s, n)
	}},
	{"methods-documented", 250, func(s *source, n int) {
		sentinels(s, n)
		in("// I is.\ntype I interface {", "\t// M%[1]d does. Errors: [E%[1]d].\n\tM%[1]d() error", "}\n// F does.\nfunc F(x I) error {")(s, n)
		in("", "\tif err := x.M%[1]d(); err != nil {\n\t\treturn err\n\t}", "\treturn nil\n}")(s, n)
	}},
	{"implementations", 250, func(s *source, n int) {
		s.line("// I is.\ntype I interface {\n\t// M does.\n\tM() error\n}\nvar E = errors.New(\"e\")")
		s.lines(n, "// T%[1]d is.\ntype T%[1]d struct{}\n// M does.\nfunc (T%[1]d) M() error { return E }\nvar _ I = T%[1]d{}")
	}},
	{"interfaces", 250, func(s *source, n int) {
		s.lines(n, "// I%[1]d is.\ntype I%[1]d interface {\n\t// M%[1]d does.\n\tM%[1]d() error\n}\n// T%[1]d is.\ntype T%[1]d struct{}\n// M%[1]d does.\nfunc (T%[1]d) M%[1]d() error { return errors.New(\"x\") }")
	}},
	{"pointers", 2500, func(s *source, n int) {
		s.line("func F(p %serror) error { return %sp }", strings.Repeat("*", n), strings.Repeat("*", n))
	}},
	{"functions-types", 1250, func(s *source, n int) {
		s.line("func F(f %serror) error { return f%s }", strings.Repeat("func() ", n), strings.Repeat("()", n))
	}},
	{"slices-types", 2500, func(s *source, n int) {
		s.line("func F(x %serror) error { return x%s }", strings.Repeat("[]", n), strings.Repeat("[0]", n))
	}},
	{"channels-types", 2500, func(s *source, n int) {
		s.line("func F(c %serror) error { return %sc }", strings.Repeat("chan ", n), strings.Repeat("<-", n))
	}},
	{"maps-types", 1250, func(s *source, n int) {
		s.line("func F(x %serror) error { return x%s }", strings.Repeat("map[int]", n), strings.Repeat("[0]", n))
	}},
	{"defined-types", 1250, func(s *source, n int) {
		s.lines(n, "type t%[1]d t%[2]d")
		s.line("type t%d struct{ err error }\nfunc F(x t0) error { return x.err }", n)
	}},
	{"aliases", 1250, func(s *source, n int) {
		s.lines(n, "type t%[1]d = t%[2]d")
		s.line("type t%d = error\nfunc F(x t0) t0 { return fmt.Errorf(\"x: %%v\", x) }", n)
	}},
	{"generics", 100, func(s *source, n int) {
		s.line("type box[T any] struct { v T; err error }\nfunc F(x %sint%s) error { return x%s.err }", strings.Repeat("box[", n), strings.Repeat("]", n), strings.Repeat(".v", n-1))
	}},
	{"generics-instances", 625, func(s *source, n int) {
		s.line("func g[T any](x T, err error) error { return fmt.Errorf(\"x: %%v\", err) }")
		s.lines(n, "type t%[1]d struct{}\nfunc f%[1]d(err error) error { return g(t%[1]d{}, err) }")
	}},
	{"generics-chain", 625, func(s *source, n int) {
		s.lines(n, "func f%[1]d[T any](x T, err error) error { return f%[2]d(x, err) }")
		s.line("func f%d[T any](x T, err error) error { return fmt.Errorf(\"x: %%v\", err) }\nfunc F(err error) error { return f0(1, err) }", n)
	}},
	{"generics-parameters", 250, func(s *source, n int) {
		s.WriteString("func f[")
		s.join(n, "T%d any", ", ")
		s.WriteString("](err error")
		s.join(n, ", x%[1]d T%[1]d", "")
		s.line(") error { return fmt.Errorf(\"x: %%v\", err) }")
	}},
	{"parameters", 1250, func(s *source, n int) {
		s.WriteString("func f(")
		s.join(n, "e%d error", ", ")
		s.line(") error {")
		s.lines(n, "\tif e%[1]d != nil {\n\t\treturn fmt.Errorf(\"x: %%v\", e%[1]d)\n\t}")
		s.WriteString("\treturn nil\n}\nfunc F(err error) error { return f(")
		s.join(n, "err", ", ")
		s.line(") }")
	}},
	{"results", 625, func(s *source, n int) {
		s.WriteString("func f() (")
		s.join(n, "e%d error", ", ")
		s.line(") {")
		s.lines(n, "\te%[1]d = errors.New(\"%[1]d\")")
		s.WriteString("\treturn\n}\nfunc F() error {\n\t")
		s.join(n, "e%d", ", ")
		s.WriteString(" := f()\n\treturn errors.Join(")
		s.join(n, "e%d", ", ")
		s.line(")\n}")
	}},
	{"table-slice", 5000, in("var table = []error{", "\terrors.New(\"%[1]d\"),", "}\nfunc F(i int) error { return table[i] }")},
	{"table-map", 2500, in("var table = map[string]error{", "\t\"%[1]d\": errors.New(\"%[1]d\"),", "}\nfunc F(k string) error { return table[k] }")},
	{"table-structs", 2500, in("var table = []struct { name string; err error; f func() error }{", "\t{\"%[1]d\", errors.New(\"%[1]d\"), func() error { return errors.New(\"f%[1]d\") }},", "}\nfunc F(i int) error { if err := table[i].f(); err != nil { return err }; return table[i].err }")},
	{"table-local", 1250, in("func F(err error, i int) error { return []error{", "\tfmt.Errorf(\"%[1]d: %%v\", err),", "}[i] }")},
	{"codes", 625, func(s *source, n int) {
		s.line("type T struct{ code string }\nfunc (t *T) Error() string { return t.code }\nfunc (t *T) Code() string { return t.code }")
		in("// F does.\nfunc F(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn &T{\"code-%[1]d\"}", "\t}\n\treturn nil\n}")(s, n)
	}},

	// Tools and replies.
	{"tools", 625, in("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) {", "\ts.AddTool(mcp.NewTool(\"tool_%[1]d\"), h)", "}")},
	{"tools-literals", 625, in("func F(s *server.MCPServer) {", "\ts.AddTool(mcp.Tool{Name: \"tool_%[1]d\"}, func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") })", "}")},
	{"tools-table", 625, in("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTools([]server.ServerTool{", "\t{Tool: mcp.NewTool(\"tool_%[1]d\"), Handler: h},", "}...) }")},
	{"tools-factories", 250, func(s *source, n int) {
		s.lines(n, "func tool%[1]d() (mcp.Tool, server.ToolHandlerFunc) {\n\treturn mcp.NewTool(\"tool_%[1]d\"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\n}")
		in("func F(s *server.MCPServer) {", "\ts.AddTool(tool%[1]d())", "}")(s, n)
	}},
	{"tools-decorated", 250, func(s *source, n int) {
		s.line("%s", decorator)
		in("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) {", "\ts.AddTool(mcp.NewTool(\"tool_%[1]d\"), decorate(\"cat:tool_%[1]d\", h))", "}")(s, n)
	}},
	{"decorators", 625, func(s *source, n int) {
		s.line("%s", decorator)
		around("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), ", "decorate(\"cat:tool\", ", "h", ")", ") }")(s, n)
	}},
	{"decorators-chain", 625, func(s *source, n int) {
		s.lines(n, "func d%[1]d(h server.ToolHandlerFunc) server.ToolHandlerFunc { return d%[2]d(h) }")
		s.line("func d%d(h server.ToolHandlerFunc) server.ToolHandlerFunc {\n\treturn func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\t\tx, err := h(ctx, r)\n\t\tif err != nil {\n\t\t\treturn new(mcp.CallToolResult), nil\n\t\t}\n\t\treturn x, nil\n\t}\n}", n)
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), d0(h)) }")
	}},
	{"factories-chain", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d() server.ServerTool { return server.ServerTool{Tool: mcp.NewTool(\"tool\"), Handler: f%[2]d().Handler} }")
		s.line("func f%d() server.ServerTool { return server.ServerTool{Tool: mcp.NewTool(\"tool\"), Handler: h} }", n)
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTools(f0()) }")
	}},
	{"factories-knot", 8, func(s *source, n int) { // each calls all, so four times the nest has sixteen times the calls
		for i := range n {
			s.line("func f%d(n int) server.ServerTool {\n\tswitch n {", i)
			s.lines(n, "\tcase %[1]d:\n\t\treturn server.ServerTool{Tool: mcp.NewTool(\"tool\"), Handler: decorate(\"cat:tool_%[1]d\", f%[1]d(n-1).Handler)}")
			s.line("\t}\n\treturn server.ServerTool{Handler: h}\n}")
		}
		s.line("%s", decorator)
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTools(f0(1)) }")
	}},
	{"helpers-chain", 1250, func(s *source, n int) {
		s.lines(n, "func run%[1]d(ctx context.Context, r mcp.CallToolRequest, h server.ToolHandlerFunc) (*mcp.CallToolResult, error) { return run%[2]d(ctx, r, h) }")
		s.line("func run%d(ctx context.Context, r mcp.CallToolRequest, h server.ToolHandlerFunc) (*mcp.CallToolResult, error) {\n\tx, err := h(ctx, r)\n\tif err != nil {\n\t\treturn new(mcp.CallToolResult), nil\n\t}\n\treturn x, nil\n}", n)
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }")
		s.line("func F(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return run0(ctx, r, h) }) }")
	}},
	{"handlers-chain", 625, func(s *source, n int) {
		s.lines(n, "func h%[1]d(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return h%[2]d(ctx, r) }")
		s.line("func h%d(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), h0) }", n)
	}},
	{"registrars-chain", 625, func(s *source, n int) {
		s.lines(n, "func add%[1]d(s *server.MCPServer, h server.ToolHandlerFunc) { add%[2]d(s, h) }")
		s.line("func add%d(s *server.MCPServer, h server.ToolHandlerFunc) { s.AddTool(mcp.NewTool(\"tool\"), h) }", n)
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { add0(s, h) }")
	}},
	{"map-stores", 1250, in("func F(err error) (map[string]any, error) {\n\tm := make(map[string]any)", "\tm[\"error_%[1]d\"] = err.Error()", "\treturn m, nil\n}")},
	{"map-keys", 2500, in("func F(err error) (map[string]any, error) { return map[string]any{", "\t\"key%[1]d\": err.Error(),", "\t\"error\": err.Error()}, nil\n}")},
	{"map-phis", 625, in("func F(err error, c bool) (map[string]any, error) {\n\tm := make(map[string]any)", "\tif c {\n\t\tm = map[string]any{\"%[1]d\": m}\n\t}", "\tm[\"error\"] = err.Error()\n\treturn m, nil\n}")},
	{"json-text", 2500, func(s *source, n int) {
		s.line("func F(err error) (string, error) { return fmt.Sprintf(`{%s\"error\": %%q}`, err.Error()), nil }", strings.Repeat("\"a\": 1, ", n))
	}},
	{"json-nest", 2500, func(s *source, n int) {
		s.line("func F(err error) (string, error) { return fmt.Sprintf(`%s{\"error\": %%q}%s`, err.Error()), nil }", strings.Repeat("{\"a\": ", n), strings.Repeat("}", n))
	}},
	{"json-marshal", 625, func(s *source, n int) {
		s.lines(n, "func F%[1]d(err error) ([]byte, error) { return encoding_json.Marshal(map[string]any{\"error\": err.Error()}) }")
	}},
	{"structs-replies", 625, func(s *source, n int) {
		s.lines(n, "type R%[1]d struct { Error string `json:\"error\"` }\nfunc F%[1]d(err error) (*R%[1]d, error) { return &R%[1]d{Error: err.Error()}, nil }")
	}},
}

// decorator is a decorator that the programs of some families use.
const decorator = `func decorate(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		x, err := h(ctx, r)
		if err != nil {
			return new(mcp.CallToolResult), nil
		}
		return x, nil
	}
}`
