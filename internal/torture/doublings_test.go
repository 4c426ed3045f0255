//go:build unix

package torture

import "strings"

// doublings are families of programs in which each of n steps uses what comes before it twice: what a walk would see n times if it
// remembered where it has been, and else 2ⁿ times.
var doublings = []nest{
	// Texts.
	{"double-sum", 2500, in("func F(s string) error {", "\ts = s + s", "\treturn errors.New(s)\n}")},
	{"double-format", 1250, in("func F(s string) error {", "\ts = fmt.Sprintf(\"%%s %%s\", s, s)", "\treturn errors.New(s)\n}")},
	{"double-text", 2500, in("func F(err error) error {\n\ts := err.Error()", "\ts += s", "\tslog.Error(s)\n\treturn errors.New(s)\n}")},
	{"double-text-format", 1250, in("func F(err error) error {\n\ts := err.Error()", "\ts = fmt.Sprintf(\"%%s %%s\", s, s)", "\tslog.Error(s)\n\treturn errors.New(s)\n}")},
	{"double-text-reply", 1250, in("func F(w http.ResponseWriter, err error) {\n\ts := err.Error()", "\ts = fmt.Sprint(s, s)", "\thttp.Error(w, s, 500)\n}")},
	{"double-text-empty", 1250, in("func F(w http.ResponseWriter) {\n\ts := fmt.Sprint()", "\ts = s + s", "\thttp.Error(w, s, 500)\n}")},
	{"double-text-join", 1250, in("func F(err error) error {\n\ts := err.Error()", "\ts = strings.Join([]string{s, s}, s)", "\treturn fmt.Errorf(\"x: %%s\", s)\n}")},
	{"double-text-replace", 1250, in("func F(err error) error {\n\ts := err.Error()", "\ts = strings.ReplaceAll(s, s, strings.TrimPrefix(s, s))", "\treturn fmt.Errorf(\"x: %%s\", s)\n}")},
	{"double-text-builder", 1250, in("func F(err error) error {\n\ts := err.Error()", "\tvar b%[1]d strings.Builder\n\tb%[1]d.WriteString(s)\n\tfmt.Fprintf(&b%[1]d, \"%%s %%s\", s, s)\n\ts = b%[1]d.String()", "\treturn fmt.Errorf(\"x: %%s\", s)\n}")},
	{"double-bytes", 1250, in("func F(err error) ([]byte, error) {\n\tb := []byte(err.Error())", "\tb = append(b, b...)", "\treturn b, nil\n}")},
	{"double-json", 1250, in("func F(err error) (string, error) {\n\ts := `{\"error\": \"` + err.Error() + `\"}`", "\ts = `{\"error\": ` + s + `, \"cause\": ` + s + `}`", "\treturn s, nil\n}")},
	{"double-json-format", 1250, in("func F(err error) (string, error) {\n\ts := fmt.Sprintf(`{\"error\": %%q}`, err)", "\ts = fmt.Sprintf(`{\"error\": %%s, \"cause\": %%s}`, s, s)", "\treturn s, nil\n}")},
	{"double-json-marshal", 1250, in("func F(err error) ([]byte, error) {\n\tb := []byte(err.Error())", "\tb, _ = encoding_json.Marshal(map[string]any{\"error\": b, \"cause\": string(b)})", "\treturn b, nil\n}")},
	{"double-text-phi", 1250, in("func F(err error, c bool) error {\n\ts := err.Error()", "\tif c {\n\t\ts = s + \"a\"\n\t} else {\n\t\ts = \"b\" + s\n\t}", "\treturn errors.New(s)\n}")},
	{"double-helper", 1250, func(s *source, n int) {
		s.line("func twice(s, t string) string { return s + t }")
		in("func F(err error) error {\n\ts := err.Error()", "\ts = twice(s, s)", "\tslog.Error(s)\n\treturn errors.New(s)\n}")(s, n)
	}},

	// Errors.
	{"double-join", 1250, in("func F(err error) error {", "\terr = errors.Join(err, err)", "\treturn err\n}")},
	{"double-wrap", 1250, in("func F(err error) error {", "\terr = fmt.Errorf(\"%%w %%w\", err, err)", "\treturn err\n}")},
	{"double-verbs", 1250, in("func F(err error) error {", "\terr = fmt.Errorf(\"%%v %%v\", err, err)", "\treturn err\n}")},
	{"double-wrap-verb", 1250, in("func F(err error) error {", "\terr = fmt.Errorf(\"%%w: %%v: %%s\", err, err, err.Error())", "\treturn err\n}")},
	{"double-wrap-called", 1250, in("func G() error { return errors.New(\"g\") }\nfunc F() error {\n\terr := G()", "\terr = fmt.Errorf(\"%%w %%w\", err, errors.Join(err, G()))", "\tslog.Error(\"x\", \"err\", err)\n\treturn err\n}")},
	{"double-causes", 1250, func(s *source, n int) {
		s.line("%s", twoCauses)
		in("func F(err error) error {", "\terr = &pair{err, err}", "\tslog.Error(\"x\", \"err\", err)\n\treturn err\n}")(s, n)
	}},
	{"double-causes-unwrapped", 1250, func(s *source, n int) {
		s.line("%s", twoCauses)
		in("func F(err error) error {", "\terr = fmt.Errorf(\"%%w %%w\", errors.Unwrap(err), errors.Unwrap(err))", "\treturn err\n}")(s, n)
	}},
	{"double-causes-types", 250, func(s *source, n int) {
		s.line("type T0 struct{ err error }\nfunc (t *T0) Error() string { return t.err.Error() }\nfunc (t *T0) Unwrap() error { return t.err }")
		s.lines(n, "type T%[2]d struct{ a, b *T%[1]d }\nfunc (t *T%[2]d) Error() string { return t.a.Error() + t.b.Error() }\nfunc (t *T%[2]d) Unwrap() []error { return []error{t.a, t.b} }")
		s.line("func F(t *T%[1]d) error { return t }\nfunc G(t *T%[1]d) error { return fmt.Errorf(\"%%v\", t) }", n)
	}},
	{"double-phi", 1250, in("func F(c bool, a, b error) error {\n\terr := a", "\tif c {\n\t\terr = fmt.Errorf(\"%[1]d: %%w\", err)\n\t} else {\n\t\terr = fmt.Errorf(\"%[1]d %%w\", err)\n\t}", "\treturn err\n}")},
	{"double-phi-slices", 1250, in("func F(c bool, xs []error) error {", "\tif c {\n\t\txs = append(xs[:1], xs...)\n\t} else {\n\t\txs = append(xs, xs[0])\n\t}", "\treturn errors.Join(xs...)\n}")},
	{"double-append", 1250, in("func F(err error) error {\n\txs := []error{err}", "\txs = append(xs, xs...)", "\treturn errors.Join(xs...)\n}")},
	{"double-stores", 1250, in("type box struct{ a, b error }\nfunc F(x *box) error {", "\tx.a, x.b = errors.Join(x.a, x.b), errors.Join(x.b, x.a)", "\treturn x.a\n}")},
	{"double-cells", 1250, func(s *source, n int) {
		s.line("func F(err error) error {\n\te0 := err")
		s.lines(n, "\te%[2]d := errors.Join(e%[1]d, e%[1]d)\n\tdefer func() { e%[2]d = e%[1]d; println(e%[2]d) }()")
		s.line("\treturn e%d\n}", n)
	}},

	// Values.
	{"double-structs", 1250, in("type pair struct{ a, b any }\nfunc F(err error) (any, error) {\n\tvar p any = err", "\tp = pair{p, p}", "\treturn p, nil\n}")},
	{"double-structs-members", 1250, in("type pair struct{ Error, Cause any }\nfunc F(err error) (any, error) {\n\tvar p any = err.Error()", "\tp = &pair{Error: p, Cause: p}", "\treturn p, nil\n}")},
	{"double-slices", 1250, in("func F(err error) (any, error) {\n\tvar x any = err", "\tx = []any{x, x}", "\treturn x, nil\n}")},
	{"double-maps", 1250, in("func F(err error) (map[string]any, error) {\n\tm := map[string]any{\"error\": err.Error()}", "\tm = map[string]any{\"error\": m, \"cause\": m}", "\treturn m, nil\n}")},
	{"double-maps-stored", 1250, in("func F(err error) (map[string]any, error) {\n\tm := map[string]any{\"error\": err.Error()}", "\tm%[1]d := make(map[string]any)\n\tm%[1]d[\"error\"], m%[1]d[\"cause\"] = m, m\n\tm = m%[1]d", "\treturn m, nil\n}")},
	{"double-attributes", 625, in("func F(err error) {\n\ta := slog.Any(\"err\", err)", "\ta = slog.Group(\"g\", a, a)", "\tslog.Error(\"x\", a)\n}")},
	{"double-loggers", 625, in("func F(l *slog.Logger, err error) {", "\tif err != nil {\n\t\tl = l.With(\"a%[1]d\", err)\n\t} else {\n\t\tl = l.With(\"b%[1]d\", err)\n\t}", "\tl.Error(\"x\", \"err\", err)\n}")},
	{"double-contexts", 625, in("func F(ctx context.Context, err error) error {", "\tctx = context.WithValue(ctx, \"%[1]d\", ctx)", "\treturn fmt.Errorf(\"%%w: %%v\", context.Cause(ctx), err)\n}")},
	{"double-conditions", 1250, in("func F(c, d bool, err error) error {", "\tc = c && d || d && !c", "\tif c && err != nil {\n\t\treturn fmt.Errorf(\"x: %%v\", err)\n\t}\n\treturn nil\n}")},
	{"double-conditions-errors", 625, func(s *source, n int) {
		sentinels(s, n)
		in("func F(err error) error {\n\tc := err != nil", "\tc = c && errors.Is(err, E%[1]d) || !c && err != E%[1]d", "\tif c {\n\t\treturn fmt.Errorf(\"x: %%v\", err)\n\t}\n\treturn err\n}")(s, n)
	}},
	{"double-ifs", 1250, in("func F(c bool, err error) error {", "\tif c && err != nil || !c && err == nil {\n\t\tc = !c\n\t} else {\n\t\tc = c == c\n\t}", "\tif c {\n\t\treturn fmt.Errorf(\"x: %%v\", err)\n\t}\n\treturn err\n}")},
	{"double-methods", 1250, in("type b struct{ err error }\nfunc (x b) with(y b) b { return b{errors.Join(x.err, y.err)} }\nfunc F(x b) error {", "\tx = x.with(x)", "\treturn x.err\n}")},
	{"double-methods-chain", 625, func(s *source, n int) {
		s.line("type b struct{ err error }")
		s.line("func (x *b) with(y *b) *b { x.err = errors.Join(x.err, y.err); return x }")
		s.WriteString("func F(x *b) error { return x")
		s.WriteString(strings.Repeat(".with(x).with(x)", n))
		s.line(".err }")
	}},

	// Functions.
	{"double-closures", 625, func(s *source, n int) {
		in("func F(err error) error {\n\tf0 := func() error { return err }", "\tf%[2]d := func() error { return errors.Join(f%[1]d(), f%[1]d()) }", "")(s, n)
		s.line("\treturn f%d()\n}", n)
	}},
	{"double-closures-texts", 625, func(s *source, n int) {
		in("func F(err error) error {\n\tf0 := func() string { return err.Error() }", "\tf%[2]d := func() string { return f%[1]d() + f%[1]d() }", "")(s, n)
		s.line("\treturn errors.New(f%d())\n}", n)
	}},
	{"double-functions", 625, func(s *source, n int) {
		s.line("func f0(err error) error { return err }")
		s.lines(n, "func f%[2]d(err error) error { return errors.Join(f%[1]d(err), f%[1]d(err)) }")
		s.line("func F(err error) error { return f%d(err) }", n)
	}},
	{"double-functions-sentinels", 250, func(s *source, n int) {
		sentinels(s, n+1)
		s.line("func f0() error { return E0 }")
		s.lines(n, "func f%[2]d() error {\n\tif err := f%[1]d(); err != E%[1]d {\n\t\treturn err\n\t}\n\tif err := f%[1]d(); err != nil {\n\t\treturn fmt.Errorf(\"x: %%v\", err)\n\t}\n\treturn E%[2]d\n}")
		s.line("func F() error { return f%d() }", n)
	}},
	{"double-functions-texts", 625, func(s *source, n int) {
		s.line("func f0(s string) string { return s }")
		s.lines(n, "func f%[2]d(s string) string { return f%[1]d(s) + f%[1]d(s) }")
		s.line("func F(err error) error { return errors.New(f%d(err.Error())) }", n)
	}},
	{"double-functions-arguments", 625, func(s *source, n int) {
		s.line("func f0(a, b error) error { return errors.Join(a, b) }")
		s.lines(n, "func f%[2]d(a, b error) error { return f%[1]d(f%[1]d(a, b), f%[1]d(b, a)) }")
		s.line("func F(err error) error { return f%d(err, err) }", n)
	}},
	{"double-functions-maps", 625, func(s *source, n int) {
		s.line("func f0(err error) map[string]any { return map[string]any{\"error\": err.Error()} }")
		s.lines(n, "func f%[2]d(err error) map[string]any { return map[string]any{\"error\": f%[1]d(err), \"cause\": f%[1]d(err)} }")
		s.line("func F(err error) (map[string]any, error) { return f%d(err), nil }", n)
	}},
	{"double-functions-values", 625, func(s *source, n int) {
		s.line("func f0(f func() error) error { return f() }")
		s.lines(n, "func f%[2]d(f func() error) error { return errors.Join(f%[1]d(f), f%[1]d(func() error { return f%[1]d(f) })) }")
		s.line("func F(err error) error { return f%d(func() error { return err }) }", n)
	}},
	{"double-functions-pairs", 625, func(s *source, n int) {
		s.line("func f0(err error) (error, error) { return err, err }")
		s.lines(n, "func f%[2]d(err error) (error, error) {\n\ta, b := f%[1]d(err)\n\tc, d := f%[1]d(b)\n\treturn errors.Join(a, c), errors.Join(b, d)\n}")
		s.line("func F(err error) error { a, _ := f%d(err); return a }", n)
	}},
	{"double-functions-stores", 625, func(s *source, n int) {
		s.line("type box struct{ err error }\nfunc (b *box) m0(err error) { b.err = errors.Join(b.err, err) }")
		s.lines(n, "func (b *box) m%[2]d(err error) { b.m%[1]d(err); b.m%[1]d(b.err) }")
		s.line("func F(b *box, err error) error { b.m%d(err); return b.err }", n)
	}},
	{"double-functions-logs", 625, func(s *source, n int) {
		s.line("func f0(err error) { slog.Error(\"x\", \"err\", err) }")
		s.lines(n, "func f%[2]d(err error) { f%[1]d(err); f%[1]d(fmt.Errorf(\"%[1]d: %%w\", err)) }")
		s.line("func F(err error) error { f%d(err); return err }", n)
	}},
	{"double-functions-replies", 625, func(s *source, n int) {
		s.line("func f0(w http.ResponseWriter, err error) { http.Error(w, err.Error(), 500) }")
		s.lines(n, "func f%[2]d(w http.ResponseWriter, err error) {\n\tif err != nil {\n\t\tf%[1]d(w, err)\n\t} else {\n\t\tf%[1]d(w, errors.New(\"x\"))\n\t}\n}")
		s.line("func F(w http.ResponseWriter, err error) { f%d(w, err) }", n)
	}},
	{"double-functions-panics", 625, func(s *source, n int) {
		s.line("func f0(err error) { panic(err) }")
		s.lines(n, "func f%[2]d(err error) {\n\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\tf%[1]d(r.(error))\n\t\t}\n\t}()\n\tf%[1]d(err)\n}")
		s.line("func F(err error) error { f%d(err); return err }", n)
	}},
	{"double-functions-generic", 250, func(s *source, n int) {
		s.line("func f0[T any](x T, err error) error { return err }")
		s.lines(n, "func f%[2]d[T any](x T, err error) error { return errors.Join(f%[1]d(x, err), f%[1]d(&x, err)) }")
		s.line("func F(err error) error { return errors.Join(f%[1]d(1, err), f%[1]d(\"\", err)) }", n)
	}},
	{"double-iterators", 250, func(s *source, n int) {
		s.line("func f0(yield func(error) bool) { yield(errors.New(\"x\")) }")
		s.lines(n, "func f%[2]d(yield func(error) bool) {\n\tfor err := range f%[1]d {\n\t\tif !yield(err) {\n\t\t\treturn\n\t\t}\n\t}\n\tfor err := range f%[1]d {\n\t\tif !yield(fmt.Errorf(\"%[1]d: %%w\", err)) {\n\t\t\treturn\n\t\t}\n\t}\n}")
		s.line("func F() error {\n\tfor err := range f%d {\n\t\treturn err\n\t}\n\treturn nil\n}", n)
	}},
	{"double-handlers", 250, func(s *source, n int) {
		s.line("func h0(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }")
		s.lines(n, "func h%[2]d(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\tif r, err := h%[1]d(ctx, r); err == nil {\n\t\treturn r, nil\n\t}\n\treturn h%[1]d(ctx, r)\n}")
		s.line("func F(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), h%d) }", n)
	}},
	{"double-decorators", 250, func(s *source, n int) {
		s.line("%s", decorator)
		s.line("func d0(h server.ToolHandlerFunc) server.ToolHandlerFunc { return decorate(\"cat:tool\", h) }")
		s.lines(n, "func d%[2]d(h server.ToolHandlerFunc) server.ToolHandlerFunc { return d%[1]d(d%[1]d(h)) }")
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"tool\"), d%d(h)) }", n)
	}},
	{"double-registrars", 250, func(s *source, n int) {
		s.line("func add0(s *server.MCPServer, h server.ToolHandlerFunc) { s.AddTool(mcp.NewTool(\"tool\"), h) }")
		s.lines(n, "func add%[2]d(s *server.MCPServer, h server.ToolHandlerFunc) { add%[1]d(s, h); add%[1]d(s, h) }")
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { add%d(s, h) }", n)
	}},
	{"double-factories", 250, func(s *source, n int) {
		s.line("func f0() []server.ServerTool { return []server.ServerTool{{Tool: mcp.NewTool(\"tool\"), Handler: h}} }")
		s.lines(n, "func f%[2]d() []server.ServerTool { return append(f%[1]d(), f%[1]d()...) }")
		s.line("func h(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(\"x\") }\nfunc F(s *server.MCPServer) { s.AddTools(f%d()...) }", n)
	}},

	// Types.
	{"double-types", 20, func(s *source, n int) {
		s.line("type t0 struct{ err error }")
		s.lines(n, "type t%[2]d struct{ a, b *t%[1]d }")
		s.line("func F(x *t%d) error { return x%s.err }", n, strings.Repeat(".a", n))
	}},
	{"double-types-maps", 250, func(s *source, n int) {
		s.line("type t0 struct{ Error error }")
		s.lines(n, "type t%[2]d map[*t%[1]d][]t%[1]d")
		s.line("func F(x t%d) (any, error) { return x, nil }", n)
	}},
	{"double-types-functions", 250, func(s *source, n int) {
		s.line("type t0 struct{ Error error }")
		s.lines(n, "type t%[2]d func(t%[1]d) (t%[1]d, error)")
		s.line("func F(x t%d) (any, error) { return x, nil }", n)
	}},
	{"double-interfaces", 250, func(s *source, n int) {
		s.line("type i0 interface { Error() string; Unwrap() error }")
		s.lines(n, "type i%[2]d interface { a%[1]d() i%[1]d; b%[1]d() (i%[1]d, error); Error() string }")
		s.line("func F(x i%d) error { return x }", n)
	}},
	{"double-embedding", 100, func(s *source, n int) {
		s.line("type t0 struct{ err error }\nfunc (t *t0) Error() string { return \"\" }\nfunc (t *t0) Unwrap() error { return t.err }")
		s.lines(n, "type u%[1]d struct{ *t%[1]d }\ntype v%[1]d struct{ *t%[1]d }\ntype t%[2]d struct{ *u%[1]d; *v%[1]d }")
		s.line("func F(x *t%d) any { return x }", n)
	}},
}

// twoCauses is an error with two causes.
const twoCauses = `type pair struct{ a, b error }
func (p *pair) Error() string { return p.a.Error() + ": " + p.b.Error() }
func (p *pair) Unwrap() []error { return []error{p.a, p.b} }`
