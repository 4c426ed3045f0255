//go:build unix

package torture

import "strings"

// wide are families of what is generated, or written for years: many declarations of one kind that know of each other, in forms in which real
// programs have them.
var wide = []nest{
	{"wide-files", 250, func(s *source, n int) {
		s.line("type store struct{ err error }\nvar ErrBase = errors.New(\"base\")")
		for i := range n {
			s.file()
			s.line("// ErrX%d is.\nvar ErrX%[1]d = fmt.Errorf(\"x%[1]d: %%w\", ErrBase)\n// Do%[1]d does.\n//\n// Errors: [ErrX%[1]d].\nfunc (s *store) Do%[1]d(ctx context.Context) error { if s.err != nil { return fmt.Errorf(\"%[1]d: %%v\", s.err) }; if ctx.Err() != nil { return ErrX%[1]d }; return nil }", i)
		}
	}},
	{"wide-register", 1250, func(s *source, n int) {
		s.lines(n, "func h%[1]d(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { if err := do(ctx, %[1]d); err != nil { return nil, fmt.Errorf(\"%[1]d: %%w\", err) }; return mcp.NewToolResultText(\"ok\"), nil }")
		s.line("func do(ctx context.Context, i int) error { if i > 3 { return errors.New(\"x\") }; return ctx.Err() }")
		in("func F(s *server.MCPServer) {", "\ts.AddTool(mcp.NewTool(\"tool_%[1]d\"), h%[1]d)", "}")(s, n)
	}},
	{"wide-register-methods", 625, func(s *source, n int) {
		s.line("type client struct { err error }\ntype tools struct { c *client }\nfunc (c *client) get(ctx context.Context, p string) (string, error) { if c.err != nil { return \"\", c.err }; return p, nil }")
		s.lines(n, "func (t *tools) h%[1]d(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\tx, err := t.c.get(ctx, \"/%[1]d\")\n\tif err != nil {\n\t\treturn mcp.NewToolResultError(\"failed: \" + err.Error()), nil\n\t}\n\treturn mcp.NewToolResultText(x), nil\n}")
		in("func (t *tools) register(s *server.MCPServer) {", "\ts.AddTool(mcp.NewTool(\"tool_%[1]d\"), t.h%[1]d)", "}")(s, n)
	}},
	{"wide-register-closures", 625, func(s *source, n int) {
		s.line("func get(p string) (string, error) { if p == \"\" { return \"\", errors.New(\"empty\") }; return p, nil }")
		in("func F(s *server.MCPServer, p string) {", "\ts.AddTool(mcp.NewTool(\"tool_%[1]d\"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\t\tx, err := get(p)\n\t\tif err != nil {\n\t\t\treturn nil, fmt.Errorf(\"%[1]d: %%v\", err)\n\t\t}\n\t\treturn mcp.NewToolResultText(x), nil\n\t})", "}")(s, n)
	}},
	{"wide-code-constructors", 625, func(s *source, n int) {
		s.line("type E struct { code string; msg string; cause error }\nfunc (e *E) Error() string { return e.msg }\nfunc (e *E) Code() string { return e.code }\nfunc (e *E) Unwrap() error { return e.cause }\nfunc mk(code, msg string, cause error) *E { return &E{code, msg, cause} }")
		s.lines(n, "const Code%[1]d = \"code_%[1]d\"\n// NewE%[1]d returns.\nfunc NewE%[1]d(cause error) error { return mk(Code%[1]d, \"m%[1]d\", cause) }\n// IsE%[1]d reports.\nfunc IsE%[1]d(err error) bool { var e *E; return errors.As(err, &e) && e.Code() == Code%[1]d }\n// Use%[1]d does.\nfunc Use%[1]d(err error) error { if IsE%[1]d(err) { return nil }; return NewE%[1]d(err) }")
	}},
	{"wide-errors-if-is", 1250, func(s *source, n int) {
		sentinels(s, n)
		in("func status(err error) int {", "\tif errors.Is(err, E%[1]d) {\n\t\treturn 40%[1]d\n\t}", "\treturn 500\n}\nfunc W(w http.ResponseWriter, err error) { http.Error(w, \"x\", status(err)) }")(s, n)
	}},
	{"wide-errors-case-list", 1250, func(s *source, n int) {
		sentinels(s, n)
		s.WriteString("func status(err error) int {\n\tswitch err {\n\tcase ")
		s.join(n, "E%d", ", ")
		s.line(":\n\t\treturn 400\n\t}\n\treturn 500\n}\nfunc W(w http.ResponseWriter, err error) { http.Error(w, \"x\", status(err)) }")
	}},
	{"wide-errors-hierarchy", 250, func(s *source, n int) {
		s.line("type T0 struct{ err error }\nfunc (t *T0) Error() string { return \"\" }\nfunc (t *T0) Unwrap() error { return t.err }")
		for i := range n {
			s.line("type T%d struct { *T%d; detail string }\nfunc (t *T%[1]d) Is(target error) bool { _, ok := target.(*T%[1]d); return ok }\nfunc New%[1]d(err error) error { return &T%[1]d{detail: err.Error()} }", i+1, i/2)
		}
		in("func F(i int, err error) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn New%[2]d(err)", "\t}\n\treturn nil\n}")(s, n)
		in("func G(err error) int {", "\tif e := (*T%[2]d)(nil); errors.As(err, &e) {\n\t\treturn %[1]d\n\t}", "\treturn 0\n}\nfunc H(i int, err error) int { return G(F(i, err)) }")(s, n)
	}},
	{"wide-errors-wrapping-tree", 625, func(s *source, n int) {
		s.line("var E0 = errors.New(\"e\")")
		for i := 1; i <= n; i++ {
			s.line("var E%d = fmt.Errorf(\"%[1]d: %%w\", E%d)", i, (i-1)/2)
		}
		in("func F(i int) error {\n\tswitch i {", "\tcase %[1]d:\n\t\treturn E%[2]d", "\t}\n\treturn nil\n}\nfunc G(i int) int {\n\terr := F(i)")(s, n)
		s.lines(n, "\tif errors.Is(err, E%[2]d) {\n\t\treturn %[1]d\n\t}")
		s.line("\treturn 0\n}")
	}},
	{"wide-repository", 250, func(s *source, n int) {
		s.line("var ErrNotFound = errors.New(\"not found\")\ntype db struct{}\nfunc (d *db) query(ctx context.Context, q string) (int, error) { if q == \"\" { return 0, ErrNotFound }; return 1, ctx.Err() }")
		in("// R is.\ntype R interface {", "\t// Get%[1]d gets. It returns [ErrNotFound].\n\tGet%[1]d(ctx context.Context, id int) (int, error)", "}\ntype repo struct { db *db }\nvar _ R = (*repo)(nil)\ntype cached struct { R; next R }")(s, n)
		s.lines(n, "// Get%[1]d gets.\nfunc (r *repo) Get%[1]d(ctx context.Context, id int) (int, error) {\n\tx, err := r.db.query(ctx, \"%[1]d\")\n\tif errors.Is(err, ErrNotFound) {\n\t\treturn 0, fmt.Errorf(\"get %[1]d: %%w\", err)\n\t}\n\tif err != nil {\n\t\treturn 0, fmt.Errorf(\"get: %%v\", err)\n\t}\n\treturn x, nil\n}\nfunc (c *cached) Get%[1]d(ctx context.Context, id int) (int, error) { return c.next.Get%[1]d(ctx, id) }")
		in("func Use(ctx context.Context, r R) error {", "\tif _, err := r.Get%[1]d(ctx, %[1]d); err != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%w\", err)\n\t}", "\treturn nil\n}")(s, n)
	}},
	{"wide-mock", 625, func(s *source, n int) {
		in("type mock struct {", "\tf%[1]d func(context.Context) error", "}")(s, n)
		s.lines(n, "func (m *mock) M%[1]d(ctx context.Context) error {\n\tif m.f%[1]d == nil {\n\t\tpanic(\"M%[1]d\")\n\t}\n\tif err := m.f%[1]d(ctx); err != nil {\n\t\treturn fmt.Errorf(\"%[1]d: %%v\", err)\n\t}\n\treturn nil\n}")
		in("func New(err error) *mock {\n\treturn &mock{", "\t\tf%[1]d: func(context.Context) error { return err },", "\t}\n}")(s, n)
	}},
	{"wide-unmarshal", 1250, func(s *source, n int) {
		in("type T struct {", "\tF%[1]d string `json:\"f%[1]d\"`", "}")(s, n)
		in("func (t *T) UnmarshalJSON(b []byte) error {\n\tvar raw map[string]encoding_json.RawMessage\n\tif err := encoding_json.Unmarshal(b, &raw); err != nil {\n\t\treturn err\n\t}", "\tif err := encoding_json.Unmarshal(raw[\"f%[1]d\"], &t.F%[1]d); err != nil {\n\t\treturn fmt.Errorf(\"f%[1]d: %%v\", err)\n\t}", "\treturn nil\n}")(s, n)
	}},
	{"wide-validate", 1250, func(s *source, n int) {
		in("type T struct {", "\tF%[1]d string", "}")(s, n)
		in("func (t *T) Validate() error {\n\tvar errs []error", "\tif t.F%[1]d == \"\" {\n\t\terrs = append(errs, errors.New(\"f%[1]d is empty\"))\n\t}", "\treturn errors.Join(errs...)\n}")(s, n)
	}},
	{"wide-validate-first", 1250, func(s *source, n int) {
		s.line("func check(s string) error { if s == \"\" { return errors.New(\"empty\") }; return nil }")
		in("type T struct {", "\tF%[1]d string", "}")(s, n)
		in("func (t *T) Validate() error {", "\tif err := check(t.F%[1]d); err != nil {\n\t\treturn errors.New(\"f%[1]d is wrong\")\n\t}", "\treturn nil\n}")(s, n)
	}},
	{"wide-loop-body", 625, in("func g(i int) error { return fmt.Errorf(\"%%d\", i) }\nfunc F(xs []int) error {\n\tfor _, x := range xs {", "\t\tif err := g(x); err != nil {\n\t\t\tif x == %[1]d {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\treturn errors.New(\"%[1]d failed\")\n\t\t}", "\t}\n\treturn nil\n}")},
	{"wide-flags", 625, in("type S struct{ flag bool }\nfunc g(ctx context.Context) error { return ctx.Err() }\nfunc F(ctx context.Context, s *S) error {\n\tif err := g(ctx); err != nil {", "\t\tif s.flag {\n\t\t\treturn errors.New(\"%[1]d failed\")\n\t\t}", "\t\treturn fmt.Errorf(\"failed: %%w\", err)\n\t}\n\treturn nil\n}")},
	{"wide-loop-retry", 250, in("func g(i int) error { return fmt.Errorf(\"%%d\", i) }\nfunc F(n int) (err error) {", "\tfor i := range n {\n\t\tif err = g(i); err == nil {\n\t\t\tbreak\n\t\t}\n\t\tslog.Warn(\"again %[1]d\", \"err\", err)\n\t}\n\tif err != nil {\n\t\treturn errors.New(\"gave up\")\n\t}", "\treturn nil\n}")},
	{"wide-cleanup-goto", 625, func(s *source, n int) {
		s.line("func g(i int) error { return fmt.Errorf(\"%%d\", i) }\nfunc F() (err error) {")
		s.lines(n, "\tif err = g(%[1]d); err != nil {\n\t\terr = fmt.Errorf(\"%[1]d: %%v\", err)\n\t\tgoto fail\n\t}")
		s.line("\treturn nil\nfail:\n\tif e := g(0); e != nil {\n\t\treturn fmt.Errorf(\"cleanup: %%v (%%w)\", e, err)\n\t}\n\treturn err\n}")
	}},
	{"wide-cleanup-nested", 250, in("func g(i int) error { return fmt.Errorf(\"%%d\", i) }\nfunc F() (err error) {", "\tif err := g(%[1]d); err != nil {\n\t\tif cerr := g(-%[1]d); cerr != nil {\n\t\t\treturn fmt.Errorf(\"%%w (and %%v)\", err, cerr)\n\t\t}\n\t\treturn err\n\t}\n\tdefer func() {\n\t\tif err != nil {\n\t\t\t_ = g(%[1]d)\n\t\t}\n\t}()", "\treturn nil\n}")},
	{"wide-defer-named", 250, in("func c() error { return errors.New(\"c\") }\nfunc F() (err error) {", "\tdefer func() {\n\t\tif cerr := c(); cerr != nil && err == nil {\n\t\t\terr = fmt.Errorf(\"%[1]d: %%v\", cerr)\n\t\t}\n\t}()\n\tif err = c(); err != nil {\n\t\treturn err\n\t}", "\treturn nil\n}")},
	{"wide-select-loop", 250, in("type m struct{ err error }\nfunc F(ctx context.Context, c []chan m) error {\n\tfor {\n\t\tselect {", "\t\tcase x := <-c[%[1]d]:\n\t\t\tif x.err != nil {\n\t\t\t\tif errors.Is(x.err, context.Canceled) {\n\t\t\t\t\tcontinue\n\t\t\t\t}\n\t\t\t\treturn fmt.Errorf(\"%[1]d: %%v\", x.err)\n\t\t\t}", "\t\tcase <-ctx.Done():\n\t\t\treturn ctx.Err()\n\t\t}\n\t}\n}")},
	{"wide-inits", 1250, func(s *source, n int) {
		s.line("var table = map[string]func() error{}\nvar last error\nfunc add(name string, f func() error) error { if table[name] != nil { return errors.New(\"twice\") }; table[name] = f; return nil }\nfunc Run(name string) error { return table[name]() }")
		s.lines(n, "func init() { if err := add(\"x%[1]d\", func() error { return fmt.Errorf(\"%[1]d: %%w\", last) }); err != nil { last = err } }")
	}},
	{"wide-literal-nested", 1250, func(s *source, n int) {
		s.line("type S struct { Name string; Kids []*S; Check func(string) error; Err error; Props map[string]*S }")
		in("var schema = &S{Name: \"root\", Kids: []*S{", "\t{Name: \"k%[1]d\", Check: func(s string) error { if s == \"\" { return errors.New(\"empty %[1]d\") }; return nil }, Props: map[string]*S{\"a\": {Name: \"a\", Err: errors.New(\"a\")}}},", "}}\nfunc (s *S) Validate(x string) error { if s.Check != nil { if err := s.Check(x); err != nil { return fmt.Errorf(\"%%s: %%v\", s.Name, err) } }; for _, k := range s.Kids { if err := k.Validate(x); err != nil { return err } }; return s.Err }\nfunc F(x string) error { return schema.Validate(x) }")(s, n)
	}},
	{"wide-embedded-interfaces", 100, func(s *source, n int) {
		s.lines(n, "// I%[1]d is.\ntype I%[1]d interface {\n\t// M%[1]d does.\n\tM%[1]d(ctx context.Context) error\n}")
		s.line("type All interface {")
		s.lines(n, "\tI%[1]d")
		s.line("}\ntype impl struct{ err error }")
		s.lines(n, "func (x *impl) M%[1]d(ctx context.Context) error { return x.err }\nvar _ I%[1]d = (*impl)(nil)\nfunc use%[1]d(a All, i I%[1]d) error { if err := a.M%[1]d(nil); err != nil { return err }; return i.M%[1]d(nil) }")
		s.line("var _ All = (*impl)(nil)")
	}},
	{"wide-types-functions-mutual", 250, func(s *source, n int) {
		for i := range n {
			s.line("type N%d struct { l *N%d; r *N%d; err error }\nfunc (x *N%[1]d) walk(d int) error { if d == 0 { return x.err }; if err := x.l.walk(d-1); err != nil { return fmt.Errorf(\"%[1]d: %%v\", err) }; return x.r.walk(d-1) }", i, (i+1)%n, (i*3+1)%n)
		}
	}},
	{"wide-parser", 250, func(s *source, n int) {
		s.line("type parser struct { err error; pos int }\nfunc (p *parser) fail(f string, a ...any) error { if p.err == nil { p.err = fmt.Errorf(f, a...) }; return p.err }")
		for i := range n {
			s.line("func (p *parser) rule%d() (any, error) {\n\tx, err := p.rule%d()\n\tif err != nil {\n\t\treturn nil, p.fail(\"rule %[1]d: %%v\", err)\n\t}\n\tif p.pos > %[1]d {\n\t\treturn p.rule%d()\n\t}\n\tif x == nil {\n\t\treturn nil, p.fail(\"nothing\")\n\t}\n\treturn x, nil\n}", i, (i+1)%n, (i*5+2)%n)
		}
	}},
	{"wide-long-lines", 250, func(s *source, n int) {
		s.WriteString("func F(err error) error {")
		s.join(n, " if err != nil { slog.Error(\"a%d\", \"err\", err); return fmt.Errorf(\"%%v\", err) };", "")
		s.line(" return nil }")
		s.line("const blob = \"%s\"", strings.Repeat("\\x00ab'\\\"", n*100))
	}},
	{"wide-shadowed", 625, func(s *source, n int) {
		sentinels(s, n)
		in("func status(err error) int {\n\tswitch {", "\tcase errors.Is(err, E%[1]d), errors.Is(err, E0):\n\t\treturn 40%[1]d", "\t}\n\treturn 500\n}\nfunc W(w http.ResponseWriter, err error) { http.Error(w, \"x\", status(err)) }")(s, n)
	}},
}
