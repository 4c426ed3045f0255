//go:build unix

package torture

import (
	"strings"
)

// toolHandler is a handler that the programs of some families register.
const toolHandler = "func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }"

// shapes are families that were made to be unlike the others: comments that are read as text, values in values, generic
// types, sharing in the domains of tools, codes and logs, many types by many interfaces. Those in which go/types takes 2ⁿ steps are small.
var shapes = []nest{
	// Comments that say that a cause is hidden.
	{"purpose", 1250, func(s *source, n int) {
		s.lines(n, "func f%[1]d(err error) error {\n\tif err != nil {\n\t\t// %[1]d: do not leak the error.\n\t\treturn errors.New(\"x\")\n\t}\n\treturn nil\n}")
	}},
	{"purpose-once", 1250, func(s *source, n int) {
		s.line("// do not leak the error.")
		s.lines(n, "func f%[1]d(err error) error {\n\tif err != nil {\n\t\treturn errors.New(\"x\")\n\t}\n\treturn nil\n}")
	}},
	{"purpose-one-branch", 500, in("func F(c bool, g func() error) error {\n\tif c {\n", "\t\t// %[1]d: do not leak the error.\n\t\tprintln(1)\n\t\tif err := g(); err != nil {\n\t\t\tprintln(2)\n\t\t\treturn errors.New(\"x\")\n\t\t}", "\t}\n\treturn nil\n}")},
	{"purpose-one-block", 500, in("func F(c bool, g func() error) error {\n\tvar err error\n\tif err = g(); err != nil {\n", "\t\t// %[1]d: do not leak the error.\n\n\t\tprintln(1)\n\n\t\tif c { return errors.New(\"x\") }", "\t}\n\treturn nil\n}")},
	{"purpose-words", 5000, func(s *source, n int) {
		s.line("// %s\nfunc f(err error) error {\n\tif err != nil {\n\t\t// %s\n\t\treturn errors.New(\"x\")\n\t}\n\treturn nil\n}", strings.Repeat("not hidden not ", n), strings.Repeat("hide not leak ", n))
	}},

	// Values nested by value.
	{"values-double", 4, func(s *source, n int) {
		s.line("type t0 struct{ err error }")
		s.lines(n, "type t%[2]d struct{ a, b t%[1]d }")
		s.line("func F(x t%d) error { y := x; return y%s.err }\nfunc G(x *t%[1]d) (t%[1]d, error) { y := *x; y.a = y.b; return y, y%[2]s.err }", n, strings.Repeat(".a", n))
	}},
	{"values-double-replies", 4, func(s *source, n int) {
		s.line("type t0 struct{ Error string `json:\"error\"`; List []string }")
		s.lines(n, "type t%[2]d struct{ A, B t%[1]d }")
		s.line("func F(err error) (t%d, error) { var x t%[1]d; x%[2]s.Error = err.Error(); return x, nil }\nfunc G() (any, error) { return t%[1]d{}, nil }", n, strings.Repeat(".A", n))
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { b, err := encoding_json.Marshal(t%d{}); if err != nil { return nil, err }; return mcp.NewToolResultText(string(b)), nil }\nfunc M(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), h) }", n)
	}},
	{"values-embedded", 4, func(s *source, n int) {
		s.line("type t0 struct{ err error }\nfunc (t t0) Error() string { return \"\" }\nfunc (t t0) Unwrap() error { return t.err }")
		s.lines(n, "type u%[1]d struct{ t%[1]d }\ntype v%[1]d struct{ t%[1]d }\ntype t%[2]d struct{ u%[1]d; v%[1]d }")
		s.line("func F(x t%d) any { return x }", n)
	}},
	{"values-arrays", 5, func(s *source, n int) {
		s.line("type t0 struct{ err error }")
		s.lines(n, "type t%[2]d [2]t%[1]d")
		s.line("func F(x t%d) error { y := x; return y%s.err }", n, strings.Repeat("[1]", n))
	}},
	{"values-types-wide", 625, func(s *source, n int) {
		s.line("type t0 struct{ err error }")
		s.WriteString("type t struct {")
		s.lines(n, "\ta%[1]d [3]t0; b%[1]d struct { c, d t0 }")
		s.line("}\nfunc F(x, z t) error { y := x; if y == z { return y.a0[0].err }; return y.b0.c.err }")
	}},
	{"values-literal-struct", 1250, func(s *source, n int) {
		in("type T struct {", "\tF%[1]d []string `json:\"f%[1]d\"`", "\tError string `json:\"error\"`\n}")(s, n)
		in("func F(err error) (T, error) { return T{Error: err.Error(),", "\tF%[1]d: nil,", "}, nil }")(s, n)
	}},

	// Sharing in other domains.
	{"double-operations", 625, in(decorator+"\n"+toolHandler+"\nfunc F(s *server.MCPServer) {\n\top := \"cat:tool\"", "\top = op + op", "\ts.AddTool(mcp.NewTool(\"tool\"), decorate(op, h))\n}")},
	{"double-operations-phi", 625, in(decorator+"\n"+toolHandler+"\nfunc F(s *server.MCPServer, c bool) {\n\top := \"cat:tool\"", "\tif c {\n\t\top = op + \"a\"\n\t} else {\n\t\top += \"b\"\n\t}", "\ts.AddTool(mcp.NewTool(op), decorate(op, h))\n}")},
	{"double-names", 625, in(toolHandler+"\nfunc F(s *server.MCPServer, c bool) {\n\tname := \"tool\"", "\tname = fmt.Sprintf(\"%%s_%%s\", name, name)", "\ts.AddTool(mcp.NewTool(name), h)\n}")},
	{"double-decorated", 625, in(decorator+"\n"+toolHandler+"\nfunc F(s *server.MCPServer, c bool) {\n\tvar x server.ToolHandlerFunc = h", "\tif c {\n\t\tx = decorate(\"cat:a\", x)\n\t} else {\n\t\tx = decorate(\"cat:b\", x)\n\t}", "\ts.AddTool(mcp.NewTool(\"tool\"), x)\n}")},
	{"double-handlers-literal", 250, in(toolHandler+"\nfunc F(s *server.MCPServer, c bool) {\n\tvar x server.ToolHandlerFunc = h", "\ty%[1]d := x\n\tx = func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\t\tif a, err := y%[1]d(ctx, r); err == nil { return a, nil }\n\t\treturn y%[1]d(ctx, r)\n\t}", "\ts.AddTool(mcp.NewTool(\"tool\"), x)\n}")},
	{"double-tables", 625, in(toolHandler+"\nfunc F(s *server.MCPServer, c bool) {\n\txs := []server.ServerTool{{Tool: mcp.NewTool(\"tool\"), Handler: h}}", "\txs = append(xs, xs...)", "\ts.AddTools(xs...)\n}")},
	{"double-results", 625, in("func F(ctx context.Context, err error) (*mcp.CallToolResult, error) {\n\tr := mcp.NewToolResultError(err.Error())", "\tr = &mcp.CallToolResult{Content: append(r.Content, r.Content...), IsError: r.IsError || !r.IsError}", "\treturn r, nil\n}\nfunc M(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"x\"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return F(ctx, nil) }) }")},
	{"double-codes", 625, in("type E struct { code string }\nfunc (e *E) Error() string { return e.code }\nfunc (e *E) Code() string { return e.code }\nfunc F() error {\n\tc := \"code\"", "\tc = c + c", "\treturn &E{c}\n}")},
	{"double-codes-phi", 625, in("type E struct { code string }\nfunc (e *E) Error() string { return e.code }\nfunc (e *E) Code() string { return e.code }\nfunc F(b bool) error {\n\tc := \"code\"", "\tif b {\n\t\tc = \"code-%[1]d\"\n\t} else if c == \"x\" {\n\t\tc = c + \"y\"\n\t}", "\treturn &E{c}\n}")},
	{"double-codes-functions", 50, func(s *source, n int) {
		s.line("type E struct { code string; err error }\nfunc (e *E) Error() string { return e.code }\nfunc (e *E) Code() string { return e.code }\nfunc (e *E) Unwrap() error { return e.err }\nfunc f0(c string) error { return &E{c, nil} }")
		s.lines(n, "func f%[2]d(c string) error { if c == \"a\" { return &E{c, f%[1]d(\"c-%[1]d\")} }; return &E{\"d-%[1]d\", f%[1]d(c)} }")
		s.line("func F() error { return f%d(\"x\") }", n)
	}},
	{"double-status", 625, in("func F(w http.ResponseWriter, c bool, err error) {\n\tcode := 500", "\tif c {\n\t\tcode = code + 1\n\t} else {\n\t\tcode = 40%[1]d\n\t}", "\tw.WriteHeader(code)\n\thttp.Error(w, err.Error(), code)\n}")},
	{"double-formats", 625, in("func F(err error) error {\n\tf := \"%%v\"", "\tf = f + \"%%v\" + f", "\treturn fmt.Errorf(f, err, err)\n}")},
	{"double-formats-constants", 4, func(s *source, n int) {
		s.line("const c0 = \"%%v\"")
		s.lines(n, "const c%[2]d = c%[1]d + c%[1]d")
		s.line("func F(err error) error { return fmt.Errorf(c%d, err, err) }", n)
	}},
	{"double-formats-phi", 625, in("func F(c bool, err error) error {\n\tf := \"%%v\"", "\tif c { f = f + \": %%v\" } else { f = \"%%w\" + f }", "\treturn fmt.Errorf(f, err, err)\n}")},
	{"double-guards-functions", 250, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")\nfunc is0(err error) bool { return errors.Is(err, E) }")
		s.lines(n, "func is%[2]d(err error) bool { return is%[1]d(err) || is%[1]d(errors.Unwrap(err)) }")
		s.line("func G() error { return E }\nfunc F() error { err := G(); if is%[1]d(err) && !is%[1]d(err) { return fmt.Errorf(\"%%v\", err) }; return err }", n)
	}},
	{"double-deferred", 250, in("func g() error { return errors.New(\"x\") }\nfunc F() (err error) {\n\tfor range 3 {", "\t\tdefer func() {\n\t\t\tif e := g(); err == nil {\n\t\t\t\terr = errors.Join(err, e, err)\n\t\t\t}\n\t\t}()", "\t}\n\treturn g()\n}")},
	{"double-channels", 250, in("func F(err error) error {\n\tc0 := make(chan error)\n\tgo func() { c0 <- err }()", "\tc%[2]d := make(chan error)\n\tgo func() { c%[2]d <- errors.Join(<-c%[1]d, <-c%[1]d) }()", "\treturn <-c0\n}")},
	{"double-captures", 250, in("func F(err error) error {\n\tf := func() error { return err }", "\tg%[1]d := f\n\tf = func() error { if err := g%[1]d(); err != nil { return fmt.Errorf(\"%%w\", g%[1]d()) }; return nil }", "\treturn f()\n}")},
	{"double-captures-nested", 100, func(s *source, n int) {
		s.line("func F(err error) error {")
		for i := range n {
			s.line("e%d := errors.Join(err, err); return func() error { if e%[1]d == nil { return err }; err = errors.Join(e%[1]d, err)", i)
		}
		s.WriteString("return err")
		s.line("%s\n}", strings.Repeat(" }()", n))
	}},
	{"double-interfaces-calls", 250, func(s *source, n int) {
		s.line("type I interface { Do() error }\ntype t0 struct{}\nfunc (t0) Do() error { return errors.New(\"x\") }")
		s.lines(n, "type t%[2]d struct { a, b I }\nfunc (t t%[2]d) Do() error { if err := t.a.Do(); err != nil { return err }; return t.b.Do() }\nfunc new%[2]d() I { return t%[2]d{t%[1]d{}, t%[1]d{}} }")
		s.line("func F() error { return new%d().Do() }", n)
	}},
	{"double-fields-functions", 250, func(s *source, n int) {
		s.line("type T struct { f func() error; a, b *T }")
		s.line("func f0() *T { return &T{f: func() error { return errors.New(\"x\") }} }")
		s.lines(n, "func f%[2]d() *T { return &T{f: f%[1]d().f, a: f%[1]d(), b: f%[1]d()} }")
		s.line("func F() error { return f%d().a.b.a.f() }", n)
	}},
	{"double-logs-with", 250, func(s *source, n int) {
		s.line("func l0(l *slog.Logger, err error) *slog.Logger { return l.With(\"err\", err) }")
		s.lines(n, "func l%[2]d(l *slog.Logger, err error) *slog.Logger { return l%[1]d(l%[1]d(l, err), err) }")
		s.line("func F(l *slog.Logger, err error) { l%d(l, err).Error(\"x\") }", n)
	}},
	{"double-logs-args", 250, in("func F(l *slog.Logger, err error) {\n\targs := []any{\"err\", err}", "\targs = append(args, args...)", "\tl.Error(\"x\", args...)\n}")},
	{"double-switch-errors", 250, func(s *source, n int) {
		sentinels(s, n)
		in("func G() error { return E0 }\nfunc F() error {\n\terr := G()", "\tswitch {\n\tcase errors.Is(err, E%[1]d):\n\t\terr = errors.Join(err, E%[1]d)\n\tcase err == E%[1]d:\n\t\terr = fmt.Errorf(\"%%w\", err)\n\tdefault:\n\t\terr = G()\n\t}", "\treturn err\n}")(s, n)
	}},

	// Generics.
	{"generic-recursive", 100, func(s *source, n int) {
		s.lines(n, "type L%[1]d[T any] struct { next *L%[1]d[T]; v T; err error }\nfunc (l *L%[1]d[T]) Last() error { for l.next != nil { l = l.next }; return l.err }\nfunc F%[1]d(x *L%[1]d[*L%[1]d[error]]) error { return x.v.Last() }")
	}},
	{"generic-methods-instances", 250, func(s *source, n int) {
		s.line("type E[T any] struct { err error; v T }\nfunc (e *E[T]) Error() string { return \"\" }\nfunc (e *E[T]) Unwrap() error { return e.err }")
		s.lines(n, "type t%[1]d struct{}\nfunc F%[1]d(err error) error { return &E[t%[1]d]{err: err} }\nfunc G%[1]d(err error) bool { var e *E[t%[1]d]; return errors.As(err, &e) }")
		in("func F(err error, i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn F%[1]d(err)", "\t}\n\treturn nil\n}")(s, n)
	}},
	{"generic-union", 25, func(s *source, n int) {
		s.lines(n, "type u%[1]d struct{ err error }\nfunc (u u%[1]d) Error() string { return \"\" }")
		s.WriteString("type U interface { Error() string; ")
		s.join(n, "u%[1]d", " | ")
		s.line(" }\nfunc F[T U](x T) error { return x }\nfunc G[T U](err error) error { var t T; if errors.As(err, &t) { return t }; return err }\nfunc H(err error) error { return G[u0](err) }")
	}},
	{"generic-union-interfaces", 20, func(s *source, n int) {
		s.line("type i0 interface { ~int | ~string }")
		s.lines(n, "type i%[2]d interface { i%[1]d | int%[2]dx }")
		s.lines(n+1, "type int%[1]dx struct{ a int }")
		s.line("func F[T i%d](x T) error { return fmt.Errorf(\"%%%%v\", x) }", n)
	}},
	{"generic-parameters-errors", 625, func(s *source, n int) {
		s.lines(n, "func f%[1]d[E error, P interface { *Q; error }, Q any](e E, p P) error {\n\tif p != nil {\n\t\treturn fmt.Errorf(\"%%v\", p)\n\t}\n\tvar t E\n\tif errors.As(e, &t) {\n\t\treturn t\n\t}\n\treturn e\n}")
	}},
	{"generic-instances-nested", 3, func(s *source, n int) {
		s.line("type P[A, B any] struct { a A; b B; err error }\nfunc (p P[A, B]) Error() string { return \"\" }\nfunc (p P[A, B]) Unwrap() error { return p.err }")
		s.line("type t0 = P[int, int]")
		s.lines(n, "type t%[2]d = P[t%[1]d, t%[1]d]")
		s.line("func F(err error) error { return t%d{err: err} }", n)
	}},
	{"generic-aliases", 250, func(s *source, n int) {
		s.line("type A0[T any] = interface{ error; M() T }")
		s.lines(n, "type A%[2]d[T any] = A%[1]d[T]")
		s.line("func F(e A%d[error]) error { return fmt.Errorf(\"%%v\", e) }", n)
	}},
	{"generic-aliases-double", 3, func(s *source, n int) {
		s.line("type A0[T any] = map[string]T")
		s.lines(n, "type A%[2]d[T any] = struct { a, b A%[1]d[T]; err error }")
		s.line("func F(e A%d[error]) error { return fmt.Errorf(\"%%v\", e.err) }", n)
	}},
	{"generic-recursion", 100, func(s *source, n int) {
		s.lines(n, "func f%[1]d[T any](i int, x T, err error) error {\n\tif i > 0 {\n\t\treturn f%[1]d(i-1, x, fmt.Errorf(\"%%v\", err))\n\t}\n\treturn err\n}\nfunc F%[1]d(err error) error { return errors.Join(f%[1]d(1, 1, err), f%[1]d(1, []int{}, err), f%[1]d(1, \"\", err)) }")
	}},
	{"iterators-nested", 50, func(s *source, n int) {
		s.line("func seq(yield func(error) bool) { yield(errors.New(\"x\")) }\nfunc F() error {")
		s.lines(n, "for e%[1]d := range seq { if e%[1]d != nil { return fmt.Errorf(\"%%v\", e%[1]d) }")
		s.line("%s\n\treturn nil\n}", strings.Repeat("}", n))
	}},
	{"iterators-returning", 60, in("func seq(yield func(error) bool) { yield(errors.New(\"x\")) }\nfunc F() (err error) {", "\tfor err = range seq {\n\t\tif err != nil {\n\t\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t\t}\n\t\tdefer func() { err = errors.Join(err, err) }()\n\t}", "\treturn err\n}")},
	{"iterators-functions", 250, func(s *source, n int) {
		s.line("func s0() func(func(int, error) bool) { return func(yield func(int, error) bool) { yield(0, errors.New(\"x\")) } }")
		s.lines(n, "func s%[2]d() func(func(int, error) bool) {\n\treturn func(yield func(int, error) bool) {\n\t\tfor i, err := range s%[1]d() {\n\t\t\tif !yield(i, fmt.Errorf(\"%[1]d: %%w\", err)) {\n\t\t\t\treturn\n\t\t\t}\n\t\t}\n\t}\n}")
		s.line("func F() error {\n\tfor _, err := range s%d() {\n\t\treturn err\n\t}\n\treturn nil\n}", n)
	}},

	// Big things.
	{"big-select", 1250, in("func F(c []chan error, ctx context.Context) (err error) {\n\tfor {\n\t\tselect {", "\t\tcase err = <-c[%[1]d]:\n\t\t\tif err != nil { slog.Error(\"%[1]d\", \"err\", err) }", "\t\tcase <-ctx.Done():\n\t\t\treturn err\n\t\t}\n\t}\n}")},
	{"big-iota", 12500, func(s *source, n int) {
		s.line("type Code int\nfunc (c Code) Error() string { return \"\" }\nconst (\n\tC0 Code = iota")
		s.lines(n, "\tC%[2]d")
		s.line(")\nfunc F(c bool) error { if c { return C1 }; return C2 }\nfunc G(err error) bool { return err == C1 || errors.Is(err, C2) }")
	}},
	{"big-iota-codes", 1250, func(s *source, n int) {
		s.line("type Code int\ntype E struct { code Code }\nfunc (e *E) Error() string { return \"\" }\nfunc (e *E) Code() Code { return e.code }\nconst (\n\tC0 Code = iota")
		s.lines(n, "\tC%[2]d")
		s.line(")")
		in("func F(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn &E{C%[1]d}", "\t}\n\treturn nil\n}")(s, n)
	}},
	{"big-codes-switch", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("func toCode(err error) string {\n\tswitch {", "\tcase errors.Is(err, E%[1]d):\n\t\treturn \"code_%[1]d\"", "\t}\n\treturn \"internal\"\n}")(s, n)
		s.line("func W(w http.ResponseWriter, err error) { w.Write([]byte(`{\"code\":\"` + toCode(err) + `\"}`)) }")
	}},
	{"big-status-switch", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("func status(err error) int {\n\tswitch {", "\tcase errors.Is(err, E%[1]d):\n\t\treturn 400", "\t}\n\treturn 500\n}")(s, n)
		s.line("func W(w http.ResponseWriter, err error) { http.Error(w, \"x\", status(err)) }")
		in("func G(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn E%[1]d", "\t}\n\treturn nil\n}\nfunc H(w http.ResponseWriter) { if err := G(1); err != nil { W(w, err) } }")(s, n)
	}},
	{"big-status-types", 625, func(s *source, n int) {
		errorTypes(s, n)
		in("func status(err error) int {\n\tswitch err.(type) {", "\tcase *T%[1]d:\n\t\treturn 400", "\t}\n\treturn 500\n}")(s, n)
		s.line("func W(w http.ResponseWriter, err error) { http.Error(w, \"x\", status(err)) }")
		in("func as(err error) int {", "\tif e := (*T%[1]d)(nil); errors.As(err, &e) {\n\t\treturn 40%[1]d\n\t}", "\treturn 500\n}")(s, n)
	}},
	{"big-map-handlers", 1250, func(s *source, n int) {
		s.line(toolHandler)
		in("var handlers = map[string]server.ToolHandlerFunc{", "\t\"tool_%[1]d\": func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"%[1]d\") },", "}\nfunc F(s *server.MCPServer) { for name, h := range handlers { s.AddTool(mcp.NewTool(name), h) } }")(s, n)
	}},
	{"big-map-status", 2500, func(s *source, n int) {
		sentinels(s, n)
		in("var status = map[error]int{", "\tE%[1]d: 40%[1]d,", "}\nfunc F(w http.ResponseWriter, err error) { http.Error(w, \"x\", status[err]) }")(s, n)
	}},
	{"big-table-errors", 5000, in("type E struct { code string; err error }\nfunc (e E) Error() string { return e.code }\nfunc (e E) Code() string { return e.code }\nvar table = []struct{ name string; err error }{", "\t{\"%[1]d\", &E{code: \"c-%[1]d\"}},", "}\nfunc F(i int) error { for _, t := range table { if t.name == \"x\" { return t.err } }; return nil }\nfunc (e *E) x() {}")},
	{"big-table-loop", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("var table = []struct{ err error; code int }{", "\t{E%[1]d, %[1]d},", "}\nfunc F(err error) int { for _, t := range table { if errors.Is(err, t.err) { return t.code } }; return 0 }\nfunc G(err error) error { for _, t := range table { if errors.Is(err, t.err) { return fmt.Errorf(\"%%v: %%w\", err, t.err) } }; return nil }")(s, n)
	}},
	{"big-assign", 1250, func(s *source, n int) {
		s.WriteString("func F(err error) error {\n\tvar ")
		s.join(n, "e%d", ", ")
		s.WriteString(" error\n\t")
		s.join(n, "e%d", ", ")
		s.WriteString(" = ")
		s.join(n, "err", ", ")
		s.WriteString("\n\treturn errors.Join(")
		s.join(n, "e%d", ", ")
		s.line(")\n}")
	}},
	{"big-labels", 250, func(s *source, n int) {
		s.line("func F(err error, i int, g func() error) error {")
		for i := range n {
			s.line("L%d:\n\tif err = g(); i == %[1]d {\n\t\tgoto L%d\n\t} else if err != nil {\n\t\tgoto L%d\n\t} else if i == 7 {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}", i, (i*7+3)%n, (i*i+5)%n)
		}
		s.line("\treturn err\n}")
	}},
	{"big-irreducible", 250, func(s *source, n int) {
		s.line("func F(err error, i int, g func() error) (e error) {\n\tswitch i {")
		for i := range n {
			s.line("\tcase %d: goto L%[1]d", i)
		}
		s.line("\t}")
		for i := range n {
			s.line("L%d:\n\te = fmt.Errorf(\"%[1]d: %%w\", e)\n\tif i--; i == %d { goto L%d }", i, i, n-1-i)
		}
		s.line("\treturn e\n}")
	}},
	{"big-labels-loops", 60, func(s *source, n int) {
		s.line("func F(x []error) (err error) {")
		s.lines(n, "L%[1]d: for _, e := range x { if err = e; err != nil { continue L%[1]d }")
		s.line("break L0\n%s\n\treturn err\n}", strings.Repeat("}", n))
	}},
	{"big-if-init-chain", 1250, func(s *source, n int) {
		s.line("func g() error { return errors.New(\"x\") }\nfunc F() error {\n\tvar err error\n\t")
		s.lines(n, "if err = g(); err == nil { println(%[1]d) } else")
		s.line("{ return fmt.Errorf(\"x: %%v\", err) }\n\treturn err\n}")
	}},
	{"big-defers-loops", 250, in("func g() error { return errors.New(\"x\") }\nfunc F(xs []int) (err error) {", "\tfor range xs {\n\t\tdefer func(e *error) { if x := g(); x != nil { *e = fmt.Errorf(\"%[1]d: %%v\", x) } }(&err)\n\t}", "\treturn g()\n}")},
	{"big-recover-types", 250, func(s *source, n int) {
		errorTypes(s, n)
		in("func F() (err error) {\n\tdefer func() {\n\t\tswitch r := recover().(type) {", "\t\tcase *T%[1]d:\n\t\t\terr = fmt.Errorf(\"%%v\", r)", "\t\t}\n\t}()\n\tpanic(&T0{})\n}")(s, n)
	}},
	{"ifs-logged", 625, in("func g() error { return errors.New(\"g\") }\nfunc F(i int) (err error) {", "\tif err = g(); err != nil && i > %[1]d {\n\t\tslog.Error(\"x\", \"i\", i)\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}", "\treturn nil\n}")},
	{"ifs-logged-twice", 625, in("func g() error { return errors.New(\"g\") }\nfunc F(i int) (err error) {", "\tif err = g(); err != nil {\n\t\tslog.Error(\"x\", \"err\", err)\n\t\tif i == %[1]d {\n\t\t\treturn err\n\t\t}\n\t}", "\treturn nil\n}")},
	{"ifs-or", 625, in("func g() error { return errors.New(\"g\") }\nfunc F(i int, c bool) (err error) {", "\tif err = g(); err != nil || c {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}", "\treturn nil\n}")},
	{"ifs-continue", 625, in("func g() error { return errors.New(\"g\") }\nfunc F(i int, c bool) (err error) {\n\tfor {", "\t\tif err = g(); err != nil {\n\t\t\tslog.Warn(\"x\")\n\t\t\tcontinue\n\t\t}", "\t}\n}")},
	{"ifs-lost", 625, in("func g() error { return errors.New(\"g\") }\nfunc F(i int, c bool) error {", "\tif err := g(); err != nil {\n\t\tif c { return errors.New(\"%[1]d\") }\n\t\tprintln(err.Error())\n\t}", "\treturn errors.New(\"last\")\n}")},
	{"ifs-lost-nested", 100, func(s *source, n int) {
		s.line("func g() error { return errors.New(\"g\") }\nfunc F(i int, c bool) error {")
		s.lines(n, "if err := g(); err != nil && c { i++")
		s.line("return errors.New(\"x\") %s\n\treturn errors.New(\"last\")\n}", strings.Repeat("} else if c { return errors.New(\"y\") }\n", n))
	}},

	// Many by many.
	{"implements", 250, func(s *source, n int) {
		for i := range n {
			s.line("// I%d is.\ntype I%[1]d interface {\n\t// M does.\n\tM() error\n\t// N%d does. Errors: none.\n\tN%[2]d() error\n}", i, i%5)
			s.line("// T%d is.\ntype T%[1]d struct{ err error }\n// M does.\nfunc (t T%[1]d) M() error { return t.err }", i)
			for j := range 5 {
				s.line("// N%[2]d does.\nfunc (t T%[1]d) N%[2]d() error { return errors.New(\"x\") }", i, j)
			}
		}
	}},
	{"implements-errors", 625, func(s *source, n int) {
		errorTypes(s, n)
		s.lines(n, "type I%[1]d interface { error; M%[1]d() }\nfunc (*T%[1]d) M%[1]d() {}\nfunc F%[1]d(err error) bool { var i I%[1]d; return errors.As(err, &i) }")
		in("func F(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn &T%[1]d{}", "\t}\n\treturn nil\n}\nfunc G(i int) bool { return F0(F(i)) }")(s, n)
	}},
	{"implements-calls", 250, func(s *source, n int) {
		s.line("type I interface { M() error }")
		s.lines(n, "type T%[1]d struct{ i I }\nfunc (t *T%[1]d) M() error { if err := t.i.M(); err != nil { return fmt.Errorf(\"%[1]d: %%w\", err) }; return nil }\nvar _ I = (*T%[1]d)(nil)\nfunc New%[1]d(i I) I { return &T%[1]d{i} }")
	}},
	{"is-methods", 200, func(s *source, n int) {
		errorTypes(s, n)
		s.lines(n, "func (t *T%[1]d) Is(target error) bool { return target == E%[1]d }\nfunc (t *T%[1]d) As(x any) bool { if p, ok := x.(**T0); ok { *p = nil; return true }; return false }")
		sentinels(s, n)
		in("func G(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn &T%[1]d{}", "\t}\n\treturn nil\n}")(s, n)
		in("func F(i int) error {\n\terr := G(i)", "\tif errors.Is(err, E%[1]d) { return nil }", "\treturn err\n}")(s, n)
	}},
	{"embedding-interfaces-lattice", 4, func(s *source, n int) {
		s.line("type i0 interface { error; M() error }")
		s.lines(n, "type a%[1]d interface { i%[1]d }\ntype b%[1]d interface { i%[1]d }\ntype i%[2]d interface { a%[1]d; b%[1]d }")
		s.line("func F(x i%d) error { return x.M() }\nfunc G(err error) bool { var i i%[1]d; return errors.As(err, &i) }", n)
	}},
	{"handlers-http", 625, func(s *source, n int) {
		s.lines(n, "func h%[1]d(w http.ResponseWriter, r *http.Request) {\n\tif err := g(%[1]d); err != nil {\n\t\thttp.Error(w, err.Error(), 500)\n\t\treturn\n\t}\n\tw.WriteHeader(200)\n}")
		s.line("func g(i int) error { return fmt.Errorf(\"%%d\", i) }")
		in("func F(m *http.ServeMux) {", "\tm.HandleFunc(\"/%[1]d\", h%[1]d)", "}")(s, n)
	}},
	{"handlers-one", 625, in("func g(i int) error { return fmt.Errorf(\"%%d\", i) }\nfunc H(w http.ResponseWriter, r *http.Request) {", "\tif err := g(%[1]d); err != nil {\n\t\thttp.Error(w, fmt.Sprintf(\"%[1]d: %%v\", err), 500)\n\t\treturn\n\t}", "}")},
	{"replies-json", 625, in("func g(i int) error { return fmt.Errorf(\"%%d\", i) }\nfunc H(w http.ResponseWriter, r *http.Request) {", "\tif err := g(%[1]d); err != nil {\n\t\tencoding_json.NewEncoder(w).Encode(map[string]any{\"error\": err.Error(), \"code\": \"c%[1]d\"})\n\t\treturn\n\t}", "}")},
	{"results-tool", 625, in("func g(i int) error { return fmt.Errorf(\"%%d\", i) }\nfunc h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {", "\tif err := g(%[1]d); err != nil {\n\t\treturn mcp.NewToolResultError(fmt.Sprintf(\"%[1]d: %%v\", err)), nil\n\t}", "\treturn nil, nil\n}\nfunc F(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), h) }")},
	{"problems", 625, func(s *source, n int) {
		s.line("type Problem struct { Type string `json:\"type\"`; Title string `json:\"title\"`; Status int `json:\"status\"`; Detail string `json:\"detail\"`; Instance string `json:\"instance\"` }")
		in("func H(w http.ResponseWriter, err error, i int) {\n\tswitch i {", "\tcase %[1]d:\n\t\tw.WriteHeader(40%[1]d)\n\t\tencoding_json.NewEncoder(w).Encode(Problem{Type: \"urn:x:%[1]d\", Title: \"x\", Status: 40%[1]d, Detail: err.Error()})", "\t}\n}")(s, n)
	}},

	// Texts of the source.
	{"comment-line", 100000, func(s *source, n int) {
		s.line("// %s\nfunc F(err error) error { return fmt.Errorf(\"x: %%v\", err) } // %[1]s", strings.Repeat("aÿ ", n))
	}},
	{"comment-block", 25000, func(s *source, n int) {
		s.line("/*\n%s*/\nfunc F(err error) error { /* %[1]s */ return fmt.Errorf(\"x: %%v\", err) }", strings.Repeat("*\n", n))
	}},
	{"comment-groups", 10000, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")")
		s.lines(n, "// c %[1]d E\n")
		s.line("func F(err error) error { return E }")
	}},
	{"doc-list-nested", 2500, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")\n// F does. Errors:\n//")
		for i := range n {
			s.line("// %s- [E]: %s", strings.Repeat(" ", i%50), strings.Repeat("x ", i%7))
		}
		s.line("func F() error { return E }")
	}},
	{"doc-line", 25000, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")\n// F returns %s.\nfunc F() error { return E }", strings.Repeat("E, ErrX, or [E] ", n))
	}},
	{"doc-line-list", 5000, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")\n// F does.\n//\n// Errors: %sE\nfunc F() error { return E }", strings.Repeat("ErrNope, ", n))
	}},
	{"doc-quotes", 25000, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")\n// F returns %s.\nfunc F() error { return E }", strings.Repeat("`'(\"", n))
	}},
	{"doc-links", 10000, func(s *source, n int) {
		s.line("var E = errors.New(\"e\")\n// F returns [a], see [b].\n//")
		s.lines(n, "// [b%[1]d]: http://x/%[1]d")
		s.line("func F() error { return E }")
	}},
	{"doc-serum", 2500, func(s *source, n int) {
		s.line("type E struct { code string }\nfunc (e *E) Error() string { return e.code }\nfunc (e *E) Code() string { return e.code }")
		in("// F does.\n//\n// Errors:\n//", "//   - code-%[1]d -- when %[1]d", "func F() error { return &E{\"code-1\"} }")(s, n)
	}},
	{"doc-methods", 625, func(s *source, n int) {
		sentinels(s, n)
		in("type I interface {", "\t// M%[1]d does. Errors: [E%[1]d], [E0].\n\tM%[1]d() error", "}\ntype T struct{}")(s, n)
		s.lines(n, "// M%[1]d does.\nfunc (T) M%[1]d() error { if E%[1]d == nil { return E0 }; return E%[1]d }")
	}},
	{"directive-line", 25000, func(s *source, n int) {
		s.line("func F(err error) error {\n\treturn fmt.Errorf(\"x: %%v\", err) //errlint:ignore %swrapcause reason\n}", strings.Repeat("wrapcause,", n))
	}},
	{"directive-reason", 100000, func(s *source, n int) {
		s.line("func F(err error) error {\n\treturn fmt.Errorf(\"x: %%v\", err) //errlint:ignore wrapcause %s\n}", strings.Repeat("reason ", n))
	}},
	{"directive-nested-functions", 250, around("func F(err error) error { ", "//errlint:ignore wrapcause reason\nreturn func() error {\n", "return fmt.Errorf(\"x: %v\", err)\n", "}()\n", "}")},
	{"directive-operands", 5000, func(s *source, n int) {
		s.line("//errlint:decorator %s\nfunc d(op string, h func() error) func() error { return h }", strings.Repeat("op=op empty=h ", n))
	}},
	{"nolint-line", 25000, func(s *source, n int) {
		s.line("func F(err error) error {\n\treturn fmt.Errorf(\"x: %%v\", err) //nolint:%serrlint // reason\n}", strings.Repeat("a,", n))
	}},
	{"format-long", 25000, func(s *source, n int) {
		s.line("func F(err error) error { return fmt.Errorf(\"%s%%v\", err) }", strings.Repeat("%[1]v%%-+ #0*.*", n))
	}},
	{"format-escapes", 25000, func(s *source, n int) {
		s.line("func F(err error) error { return fmt.Errorf(\"%s%%v\", err) }", strings.Repeat("\\x25v\\u00e9\\n", n))
	}},
	{"format-index", 2500, func(s *source, n int) {
		s.line("func F(err error) error { return fmt.Errorf(\"%s%%v\", err, %serr) }", strings.Repeat("%[2]v %[1]s %[3]*.[2]*[1]f", n), strings.Repeat("err, ", n))
	}},
	{"tags", 5000, func(s *source, n int) {
		s.line("type T struct { Error string `%s json:\"error\"` }\nfunc F(err error) (*T, error) { return &T{Error: err.Error()}, nil }", strings.Repeat("a:\"b\" ", n))
	}},
	{"json-deep-array", 12500, func(s *source, n int) {
		s.line("func F(err error) (string, error) { return fmt.Sprintf(`%s{\"error\": %%%%q}`, err.Error()), nil }", strings.Repeat("[", n))
	}},
	{"json-concat", 1250, func(s *source, n int) {
		s.WriteString("func F(err error) (string, error) { return ")
		s.join(n, "`{\"a\": \"` + err.Error() + `\", `", " + ")
		s.line(" + `\"error\": \"` + err.Error() + `\"}`, nil }")
	}},
	{"line-directives", 2500, func(s *source, n int) {
		for i := range n {
			s.line("//line /etc/passwd:%d:7\nfunc f%d(err error) error { return fmt.Errorf(\"x: %%v\", err) }", 1<<29+i, i)
		}
	}},
	{"shadowed", 250, func(s *source, n int) {
		s.line("type string int\ntype any interface{ F() }\nfunc append(x ...int) int { return len(x) }\nfunc panic(err error) {}\nfunc recover() error { return nil }\nvar nil2 error\nconst true = 1 == 2\nvar iota error\nfunc new(err error) error { return err }\nfunc len(x []int) int { return 0 }")
		s.lines(n, "func f%[1]d(err error) error { panic(err); if err != recover() { return fmt.Errorf(\"x: %%v\", new(err)) }; return iota }")
	}},
	{"shadowed-error", 250, func(s *source, n int) {
		s.line("type error struct{ cause any }\nfunc (e error) Error() string { return \"\" }\nfunc (e error) Unwrap() any { return e.cause }\nvar nil *error")
		s.lines(n, "func f%[1]d(err error) error { if err.cause != (any)(nil) { return error{fmt.Errorf(\"%%v\", err)} }; return err }")
	}},
	{"blanks", 2500, in("type _ struct{}\nfunc _() error { return errors.New(\"x\") }\nfunc F(_ error, _ error) (_ error, _ error) {", "\t_, _ = errors.New(\"%[1]d\"), func(_ error) error { return nil }\n\tvar _ = fmt.Errorf(\"%%v\", errors.New(\"x\"))\n\tconst _ = %[1]d", "\treturn\n}\nvar _, _ = F(nil, nil)")},
	{"blank-functions", 1250, func(s *source, n int) {
		s.lines(n, "func _(err error) error { return fmt.Errorf(\"%[1]d: %%v\", err) }\nfunc init() { _ = fmt.Errorf(\"%[1]d: %%v\", errors.New(\"x\")) }\nfunc (_ *T) _() error { return nil }\nvar _ error = &T{}")
		s.line("type T struct{ _ error; err error; _ error }\nfunc (*T) Error() string { return \"\" }")
	}},
	{"semicolons", 25000, func(s *source, n int) {
		s.line("func F(err error) error { %s; return fmt.Errorf(\"x: %%v\", err) }", strings.Repeat(";", n))
	}},
	{"minmax", 250, func(s *source, n int) {
		s.line("func F(i int) error { return fmt.Errorf(\"x: %%d\", %si%s) }", strings.Repeat("min(1, max(2, ", n), strings.Repeat("))", n))
	}},
	{"funcs-in-types", 100, func(s *source, n int) {
		s.line("func F(x %sinterface{ M() error }%s) error { return nil }", strings.Repeat("interface { M(", n), strings.Repeat(") error }", n))
	}},
	{"structs-anonymous", 250, func(s *source, n int) {
		s.line("var x %sstruct { Error string `json:\"error\"` }%s\nfunc F(err error) (any, error) { x%s.Error = err.Error(); return x, nil }", strings.Repeat("struct { A ", n), strings.Repeat("}", n), strings.Repeat(".A", n))
	}},
	{"method-values", 625, func(s *source, n int) {
		s.line("type t struct{ err error }\nfunc (x *t) e() error { return x.err }\nfunc F(x *t) error {\n\tf0 := x.e")
		s.lines(n, "\tf%[2]d := (&t{f%[1]d()}).e")
		s.line("\treturn f%d()\n}", n)
	}},
	{"method-expressions", 625, in("type t struct{ err error }\nfunc (x *t) e(y error) error { return errors.Join(x.err, y) }\nfunc F(x *t, err error) error {", "\terr = (*t).e(x, err)", "\treturn err\n}")},
	{"errgroup", 625, in("type group struct { err error; fs []func() error }\nfunc (g *group) Go(f func() error) { g.fs = append(g.fs, f); if err := f(); err != nil && g.err == nil { g.err = err } }\nfunc (g *group) Wait() error { return g.err }\nfunc F(err error) error {\n\tg := new(group)", "\tg.Go(func() error { return fmt.Errorf(\"%[1]d: %%w\", err) })", "\treturn g.Wait()\n}")},
	{"options", 150, func(s *source, n int) {
		s.line("type T struct { err error }\ntype option func(*T) error")
		s.lines(n, "func with%[1]d(err error) option { return func(t *T) error { t.err = errors.Join(t.err, err); return t.err } }")
		in("func New(opts ...option) (*T, error) { t := new(T); for _, o := range opts { if err := o(t); err != nil { return nil, err } }; return t, t.err }\nfunc F(err error) (*T, error) { return New(", "\twith%[1]d(err),", ") }")(s, n)
	}},
	{"visitors", 250, func(s *source, n int) {
		s.line("type V interface { Visit(n N) error }\ntype N interface { Accept(v V) error }")
		for i := range n {
			s.line("type n%d struct { kids []N }\nfunc (x *n%[1]d) Accept(v V) error { for _, k := range x.kids { if err := k.Accept(v); err != nil { return fmt.Errorf(\"%[1]d: %%w\", err) } }; return v.Visit(x) }", i)
		}
		in("type v struct{}\nfunc (v) Visit(n N) error {\n\tswitch n := n.(type) {", "\tcase *n%[1]d:\n\t\treturn n.Accept(v{})", "\t}\n\treturn errors.New(\"x\")\n}")(s, n)
	}},
	{"state-machine", 250, func(s *source, n int) {
		s.line("type state func(*M) state\ntype M struct { err error; st state }\nfunc (m *M) errorf(f string, a ...any) state { m.err = fmt.Errorf(f, a...); return nil }")
		for i := range n {
			s.line("func s%d(m *M) state { if m.err != nil { return m.errorf(\"%[1]d: %%v\", m.err) }; if m.st == nil { return s%d }; return s%d }", i, (i+1)%n, (i*7+3)%n)
		}
		s.line("func (m *M) Run() error { for m.st = s0; m.st != nil; { m.st = m.st(m) }; return m.err }")
	}},
	{"callback-registry", 250, func(s *source, n int) {
		s.line("var hooks []func(error) error\nfunc on(f func(error) error) { hooks = append(hooks, f) }\nfunc fire(err error) error { for _, f := range hooks { if e := f(err); e != nil { err = e } }; return err }")
		s.lines(n, "func init() { on(func(err error) error { return fire(fmt.Errorf(\"%[1]d: %%w\", err)) }) }")
	}},
	{"globals", 625, func(s *source, n int) {
		s.lines(n, "var g%[1]d error\nfunc set%[1]d(err error) { g%[1]d = errors.Join(err, g%[2]d) }")
		s.line("var g%d = errors.New(\"x\")\nfunc F() error { return g0 }", n)
	}},
	{"globals-one", 625, func(s *source, n int) {
		s.line("var g error")
		s.lines(n, "func f%[1]d(err error) error { if g != nil { return g }; g = fmt.Errorf(\"%[1]d: %%w\", g); return g }")
	}},
	{"fields-crosswise", 100, func(s *source, n int) {
		in("type T struct {", "\te%[1]d error", "}")(s, n)
		for i := range n {
			s.line("func (t *T) f%d() error { t.e%[1]d = errors.Join(t.e%d, t.e%d); return t.e%[1]d }", i, (i+1)%n, (i*7+3)%n)
		}
	}},
	{"swap", 625, in("func F(a, b error, i int) error {\n\tfor range i {", "\t\ta, b = b, a\n\t\tif i == %[1]d { a, b = errors.Join(b), fmt.Errorf(\"%%w\", a) }", "\t}\n\treturn a\n}")},
	{"arrays", 625, in("func F(err error) error {\n\tvar a [1000000]error\n\tvar i int", "\ta[%[1]d] = fmt.Errorf(\"%[1]d: %%w\", a[i])", "\treturn a[i]\n}")},
	{"builders", 625, in("func F(err error) error {\n\tvar b strings.Builder", "\tb.WriteString(\"%[1]d\")\n\tb.WriteString(err.Error())\n\tfmt.Fprintf(&b, \"%%v %%s\", err, b.String())", "\treturn errors.New(b.String())\n}")},
	{"unwrap-loops", 250, func(s *source, n int) {
		s.line("type c struct { next *c; err error }\nfunc (x *c) Error() string { return \"\" }\nfunc (x *c) Unwrap() error { if x.next == nil { return x.err }; return x.next }")
		in("func F(err error) error {", "\tfor { var x *c; if !errors.As(err, &x) { break }; if err = x.Unwrap(); err == nil { return errors.New(\"%[1]d\") } }", "\treturn err\n}")(s, n)
	}},
}
