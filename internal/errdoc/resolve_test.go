package errdoc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/errdoc"
)

// packages has the source of some packages that import each other.
var packages = map[string]string{
	"deep": `package deep
type Error struct{}
func (*Error) Error() string { return "" }
var ErrDeep error = &Error{}
`,
	"example.com/go-lib.v2": `package lib
import "deep"
var ErrLib, errLib error = deep.ErrDeep, nil
type LibError struct{ Field int }
func (LibError) Error() string { return "" }
func (LibError) Code() string { return "" }
var NotError = 1
`,
	"syscall": `package syscall
var EIO error
`,
	"dotted": `package dotted
var ErrDot error
`,
	"p": `package p

import (
	alias "example.com/go-lib.v2"
	. "dotted"
	"syscall"
)

var ErrX error
var errX error
const ErrCode = 1
const Errno0 Errno = 1
type Errno int
func (Errno) Error() string { return "" }
type Ptr struct{ Err error }
func (*Ptr) Error() string { return "" }
func (*Ptr) Unwrap() error { return nil }
type Generic[T any] struct{ x T }
func (*Generic[T]) Error() string { return "" }
type Inst = Generic[int]
type Alias = Ptr
type Iface interface { error; Code() string }
type Wrong struct{}
func (Wrong) Error() int { return 0 }
var Value Ptr
func NewError() error { _, _ = alias.ErrLib, syscall.EIO; return ErrDot }

func F(ctx int) (err error) { return nil }
`,
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func TestResolve(t *testing.T) {
	fset := token.NewFileSet()
	done := make(map[string]*types.Package)
	var (
		info  = &types.Info{Scopes: make(map[ast.Node]*types.Scope), Defs: make(map[*ast.Ident]types.Object)}
		scope *types.Scope
		load  importerFunc
	)
	load = func(path string) (*types.Package, error) {
		if p := done[path]; p != nil {
			return p, nil
		}
		file, err := parser.ParseFile(fset, path+".go", packages[path], 0)
		if err != nil {
			return nil, err
		}
		conf := types.Config{Importer: load}
		p, err := conf.Check(path, fset, []*ast.File{file}, info)
		if path == "p" {
			scope = info.Scopes[file]
		}
		done[path] = p
		return p, err
	}
	pkg, err := load("p")
	if err != nil {
		t.Fatal(err)
	}
	fn := pkg.Scope().Lookup("F").(*types.Func)

	names := map[errdoc.Meaning]string{
		errdoc.Unresolved: "unresolved", errdoc.UnknownPackage: "unknown package", errdoc.Sentinel: "sentinel",
		errdoc.ErrorType: "error type", errdoc.Member: "member", errdoc.Other: "other",
	}
	for _, test := range []struct{ name, want string }{
		{"ErrX", "sentinel p.ErrX"},
		{"errX", "sentinel p.errX"},
		{"p.ErrX", "sentinel p.ErrX"},
		{"ErrY", "unresolved"},
		{"ErrLib", "sentinel example.com/go-lib.v2.ErrLib"},
		{"p.ErrY", "unresolved"},
		{"ErrCode", "other p.ErrCode"},
		{"Errno0", "sentinel p.Errno0"},
		{"Errno", "error type p.Errno"},
		{"Ptr", "error type p.Ptr"},
		{"Alias", "error type p.Ptr"},
		{"Generic", "error type p.Generic"},
		{"Inst", "error type p.Generic"},
		{"Iface", "error type p.Iface"},
		{"Wrong", "other p.Wrong"},
		{"Value", "sentinel p.Value"},
		{"NewError", "other p.NewError"},
		{"error", "other error"},
		{"err", "other p.err"},
		{"ctx", "other p.ctx"},
		{"nil", "other nil"},
		{"Ptr.Err", "member p.Err"},
		{"Ptr.Unwrap", "member p.Unwrap"},
		{"Ptr.Error", "member p.Error"},
		{"Ptr.ErrNone", "unresolved"},
		{"Ptr.Err.Error", "unresolved"},
		{"alias", "other alias"},
		{"alias.ErrLib", "sentinel example.com/go-lib.v2.ErrLib"},
		{"alias.LibError", "error type example.com/go-lib.v2.LibError"},
		{"alias.LibError.Field", "member example.com/go-lib.v2.Field"},
		{"alias.NotError", "other example.com/go-lib.v2.NotError"},
		{"alias.errLib", "unresolved"},
		{"alias.ErrNone", "unresolved"},
		{"lib.ErrLib", "sentinel example.com/go-lib.v2.ErrLib"},
		{"lib.ErrNone", "unknown package"},
		{"[example.com/go-lib.v2.ErrLib]", "sentinel example.com/go-lib.v2.ErrLib"},
		{"[example.com/go-lib.v2.LibError.Code]", "member example.com/go-lib.v2.Code"},
		{"[example.com/other.ErrLib]", "unknown package"},
		{"ErrDot", "sentinel dotted.ErrDot"},
		{"dotted.ErrDot", "sentinel dotted.ErrDot"},
		{"deep.ErrDeep", "sentinel deep.ErrDeep"},
		{"deep.Error", "error type deep.Error"},
		{"unknown.ErrX", "unknown package"},
		{"syscall.EIO", "sentinel syscall.EIO"},
		{"syscall.ERROR_ACCESS_DENIED", "unknown package"},
	} {
		doc := parse(t, comment("F returns "+test.name+" if so.")).doc
		m := doc.Mentions[2]
		if m.String() != strings.Trim(test.name, "[]") {
			t.Fatalf("%s was read as %s", test.name, m)
		}
		obj, meaning := errdoc.Resolve(m, pkg, scope, fn)
		got := names[meaning]
		if obj != nil {
			name := obj.Name()
			if obj.Pkg() != nil && name != "alias" {
				name = obj.Pkg().Path() + "." + name
			}
			got += " " + name
		}
		if got != test.want {
			t.Errorf("%s resolves to %s, want %s", test.name, got, test.want)
		}
	}

	// Without the file and the function, only what the package declares is known.
	doc := parse(t, comment("F returns alias.ErrLib, ErrX, err.")).doc
	for i, want := range map[int]errdoc.Meaning{2: errdoc.UnknownPackage, 3: errdoc.Sentinel, 4: errdoc.Unresolved} {
		if _, got := errdoc.Resolve(doc.Mentions[i], pkg, nil, nil); got != want {
			t.Errorf("%s resolves to %s without a file, want %s", doc.Mentions[i], names[got], names[want])
		}
	}
}

// TestReturned checks which sentences say that the function returns an error that is named like a variable.
func TestReturned(t *testing.T) {
	for text, want := range map[string]string{
		"F returns ErrA.": "ErrA",
		"F opens. It returns ErrA if so, ErrB if not.":                     "ErrA ErrB",
		"Returns ErrA if there is none, and ErrB\nif it is gone.":          "ErrA ErrB",
		"F opens.\nReturns an error ErrA, ErrB or ErrC.":                   "ErrA ErrB ErrC",
		"F opens, and may return ErrA.":                                    "ErrA",
		"F. If x is 0, it returns ErrA.":                                   "ErrA",
		"F. Possible errors are ErrA and ErrB.":                            "ErrA ErrB",
		"F. ErrA is returned if so.":                                       "ErrA",
		"F. If so, it fails with ErrA; otherwise, ErrB.":                   "ErrA",
		"F. ErrA is returned by G.":                                        "",
		"F. If ErrA is returned, go on.":                                   "",
		"F never returns ErrA.":                                            "",
		"F does not return ErrA, or ErrB if not.":                          "",
		"F calls g until it is done. If g returns ErrA, it goes on.":       "",
		"F calls g, which returns ErrA.":                                   "",
		"F returns ErrA if err is nil or ErrB.":                            "ErrA",
		"F returns an error that is ErrA.":                                 "",
		"F returns ErrA if err is of ErrB, ErrC or another.":               "ErrA",
		"G returns ErrA.":                                                  "ErrA", // the comment is about G
		"F does. G returns ErrA.":                                          "",
		"F panics with ErrA.":                                              "",
		"F returns aErr, MyError or errA.":                                 "",
		"F.\n\nReturns:\n  - ErrA if so\n  - ErrB goes on\n  - nil if not": "ErrA",
		"F.\n\n\tF returns ErrA.":                                          "",
	} {
		var got []string
		for _, m := range parse(t, comment(text)).doc.Mentions {
			if why, ok := errdoc.Stale(m, errdoc.Unresolved); ok && why == "does not resolve" {
				got = append(got, m.String())
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q says that %q are returned, want %q", text, got, want)
		}
	}
}

func TestStale(t *testing.T) {
	const text = `
F returns ErrProse, [ErrLink] or [http.Error].

Errors:
  - ErrItem
  - [http.Listed] of ErrLater
  - [http.Apart], of ErrLater
  - when ErrWhen
  - HeaderName is missing
  - http.Header is missing
  - http.Status: is missing
  - HeaderValue

It returns an error if:
  - ErrCondition is set
  - *Config is nil
  - [Config] has no name
  - http.Config: is nil
  - [ErrLinked] is set

It returns one of these errors if it fails:
  - ErrThese
`
	want := map[string]string{
		// unresolved, unknown package, member, other
		"ErrProse":    "does ---- ---- ----",
		"ErrLink":     "does ---- ---- ----",
		"http.Error":  "---- ---- ---- ----",
		"ErrItem":     "does ---- ---- is",
		"http.Listed": "does ---- ---- ----",
		"http.Apart":  "does ---- ---- is",
		"http.Status": "does ---- ---- is",
		"ErrLinked":   "does ---- ---- ----",
		"ErrThese":    "does ---- ---- is",
		"ErrLater":    "---- ---- ---- ----",
		"ErrWhen":     "---- ---- ---- ----",
	}
	for _, m := range parse(t, comment(text)).doc.Mentions {
		var got []string
		for _, meaning := range []errdoc.Meaning{errdoc.Unresolved, errdoc.UnknownPackage, errdoc.Member, errdoc.Other} {
			why, ok := errdoc.Stale(m, meaning)
			word, _, _ := strings.Cut(why, " ")
			if !ok {
				word = "----"
			}
			got = append(got, word)
		}
		w, ok := want[m.String()]
		if !ok {
			w = "---- ---- ---- ----"
		}
		if got := strings.Join(got, " "); got != w {
			t.Errorf("%s is stale: %s, want %s", m, got, w)
		}
		for _, meaning := range []errdoc.Meaning{errdoc.Sentinel, errdoc.ErrorType} {
			if why, ok := errdoc.Stale(m, meaning); ok {
				t.Errorf("%s is an error, but %s", m, why)
			}
		}
	}
}
