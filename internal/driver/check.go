package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"go/version"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/worklist"
)

// maxProblems is the maximum number of problems reported for one package. The
// compiler, too, stops at ten.
const maxProblems = 10

// A checking is the type-check of one package.
type checking struct {
	s          *settling
	n          *node
	pkg        *types.Package
	files      []*ast.File
	info       *types.Info       // nil if only declarations are checked
	problems   []finding.Problem // syntax errors, and failures of errlint
	typeErrors []typeError
	fakeC      bool // types may be missing because they depend on C
	withoutC   int  // the number of functions and variables that are not analysed for that reason
}

// check parses and type-checks a package whose dependencies have types: with the bodies of its
// functions, for its analysis, or only the declarations, for the packages that import it. The
// caller holds the world's lock.
func (s *settling) check(ctx context.Context, n *node, bodies bool) *checking {
	c := &checking{s: s, n: n, pkg: types.NewPackage(n.meta.PkgPath, n.meta.Name)}
	names := n.meta.GoFiles
	if n.made != nil {
		names = n.made
	}
	c.files, c.problems = s.w.parse(ctx, n, names)
	parsed := len(c.problems) == 0
	if bodies {
		size := 0 // bytes
		for _, f := range c.files {
			size += int(f.FileEnd - f.FileStart)
		}
		// In code with few comments, these maps have about one entry for so many bytes. A map that has to grow moves all its entries.
		c.info = &types.Info{
			Types:        make(map[ast.Expr]types.TypeAndValue, size/14),
			Instances:    make(map[*ast.Ident]types.Instance),
			Defs:         make(map[*ast.Ident]types.Object, size/90),
			Uses:         make(map[*ast.Ident]types.Object, size/20),
			Implicits:    make(map[ast.Node]types.Object, size/400),
			Selections:   make(map[*ast.SelectorExpr]*types.Selection, size/120),
			Scopes:       make(map[ast.Node]*types.Scope, size/110),
			FileVersions: make(map[*ast.File]string),
		}
	}
	conf := types.Config{
		Importer:         importerFunc(func(path string) (*types.Package, error) { return s.importPackage(n, path) }),
		Sizes:            s.sizes(),
		IgnoreFuncBodies: !bodies,
		FakeImportC:      n.fakeC || n.kind != own,
		Error:            c.error,
	}
	conf.GoVersion, _ = languageVersion(goVersionOf(n.meta))
	c.run(&conf)
	c.fakeC = n.fakeC || n.kind != own && cImport(c.files...) != nil ||
		slices.ContainsFunc(n.deps, func(dep *node) bool { return s.state(dep).FakeC })
	// If a dependency is broken, missing types are its fault, unless this package uses C itself.
	if bodies && (n.fakeC || c.fakeC && !s.onBroken(n)) {
		s.w.forget(n)
		c.withoutC = c.dropC()
	}
	if n.kind == external && c.fakeC && !s.onBroken(n) {
		// A released package compiles. Errors about types that C declares, such as that one has no constants, are not its fault.
		c.typeErrors = slices.DeleteFunc(c.typeErrors, func(e typeError) bool { return !strings.HasPrefix(e.Message, "could not import ") })
	}
	if parsed {
		// After syntax errors, the rest is noise.
		for _, e := range c.typeErrors {
			c.problems = append(c.problems, e.Problem)
		}
	}
	return c
}

// stateOf returns the result of a type-check, without the problems.
func (s *settling) stateOf(c *checking) result {
	state := kept{Broken: len(c.problems) > 0, Shaky: s.onBroken(c.n), FakeC: c.fakeC}
	if !state.Broken {
		state.WithoutC = c.withoutC // a broken package is not analysed at all
	}
	return result{kept: state}
}

// onBroken reports whether a package depends on one that does not type-check.
func (s *settling) onBroken(n *node) bool {
	return slices.ContainsFunc(n.deps, func(dep *node) bool {
		state := s.state(dep)
		return state.Broken || state.Shaky
	})
}

// declare type-checks the declarations of a package whose dependencies have types, and registers its types. The caller holds the world's lock.
func (s *settling) declare(ctx context.Context, n *node) *checking {
	c := s.check(ctx, n, false)
	s.w.register(n, c.pkg)
	return c
}

// declareOnly is declare for a package that is not analysed. The result has only the first problem.
func (s *settling) declareOnly(ctx context.Context, n *node) result {
	c := s.declare(ctx, n)
	problems := c.all()
	res := s.stateOf(c)
	res.Problems = problems[:min(1, len(problems))]
	return res
}

// A typeError is an error of the type checker.
type typeError struct {
	finding.Problem
	pos token.Pos // may be invalid
}

// all returns the problems, sorted, at most maxProblems.
func (c *checking) all() []finding.Problem {
	for i := range c.problems {
		c.problems[i].Package = c.n.meta.PkgPath
	}
	problems := sortProblems(c.problems)
	return problems[:min(maxProblems, len(problems))]
}

// run runs the type checker. A panic of it becomes a problem.
func (c *checking) run(conf *types.Config) {
	defer func() {
		if v := recover(); v != nil {
			c.problems = append(c.problems, finding.Problem{
				Message: fmt.Sprintf("package is not analysed: the type checker panicked: %v", v),
			})
		}
	}()
	err := types.NewChecker(conf, c.s.w.fset, c.pkg, c.info).Files(c.files)
	if err != nil && len(c.typeErrors) == 0 {
		c.error(err)
	}
}

// error records an error of the type checker.
func (c *checking) error(err error) {
	var terr types.Error
	if !errors.As(err, &terr) {
		c.typeErrors = append(c.typeErrors, typeError{Problem: finding.Problem{Message: oneLine(err.Error())}})
		return
	}
	pos, _ := c.s.w.position(terr.Pos)
	msg := terr.Msg
	if rest, ok := strings.CutPrefix(msg, "\t"); ok && len(c.typeErrors) > 0 {
		// The continuation of the previous error, at another place. A place in another package is left out: it may change without a change of the key.
		last := &c.typeErrors[len(c.typeErrors)-1]
		last.Message += "; " + oneLine(rest)
		if slices.Contains(c.n.meta.GoFiles, pos.File) {
			last.Message += fmt.Sprintf(" at %s:%d:%d", filepath.Base(pos.File), pos.Line, pos.Column)
		}
		return
	}
	c.typeErrors = append(c.typeErrors, typeError{finding.Problem{Pos: pos, Message: oneLine(msg)}, terr.Pos})
}

// An importerFunc is a types.Importer.
type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// sizes returns the sizes of types for the target architecture.
func (q *request) sizes() types.Sizes {
	if s := types.SizesFor("gc", q.goenv.GOARCH); s != nil {
		return s
	}
	return types.SizesFor("gc", "amd64")
}

// languageVersion returns the language version to type-check a module with,
// given that of its go.mod ("1.24"), and whether it is the module's own.
// If it is newer than this program, the newest that this program knows is used, for the type checker
// rejects a module with an unknown version.
func languageVersion(mod string) (string, bool) {
	if mod == "" {
		return "", true
	}
	v := "go" + mod
	if newest := newestVersion(); version.IsValid(v) && version.Compare(version.Lang(v), newest) > 0 {
		return newest, false
	}
	return v, true
}

// newestVersion returns the newest language version that this program knows.
func newestVersion() string {
	tags := build.Default.ReleaseTags
	return tags[len(tags)-1]
}

// unusable looks for a use of an object that has no valid type, because the package
// that declares it does not type-check. The type checker accepts such uses
// silently, and leaves them without a type, which an analyzer may not expect.
func (c *checking) unusable() (finding.Problem, bool) {
	var (
		first token.Pos
		what  types.Object
	)
	for id, obj := range c.info.Uses {
		if first.IsValid() && id.Pos() >= first {
			continue
		}
		if _, builtin := obj.(*types.Builtin); builtin {
			continue // unsafe.String has no type
		}
		if obj.Pkg() != nil && obj.Pkg() != c.pkg && isInvalid(obj.Type()) {
			first, what = id.Pos(), obj
		}
	}
	if what == nil {
		return finding.Problem{}, false
	}
	pos, _ := c.s.w.position(first)
	return finding.Problem{
		Pos: pos,
		Message: fmt.Sprintf("package is not analysed: it uses %s of package %s, which does not type-check",
			what.Name(), what.Pkg().Path()),
	}, true
}

// isInvalid reports whether a part of a type is invalid. It does not look
// into named types: their fields and methods are checked where they are used.
func isInvalid(t types.Type) bool {
	found := false
	eachPart(t, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Basic:
			found = found || t.Kind() == types.Invalid
		case *types.Named:
			found = found || t.Underlying() == types.Typ[types.Invalid]
		}
		return !found
	})
	return found
}

// eachPart calls f for a type and each type that it consists of, as long as f returns true. Of named types, it visits only
// the type arguments. It is iterative because types may be nested at any depth.
func eachPart(t types.Type, f func(types.Type) bool) {
	parts := worklist.Of(t)
	add := func(t types.Type) { parts.Push(t) }
	for t := range parts.All() {
		if t == nil {
			continue
		}
		if !f(t) {
			return
		}
		switch t := t.(type) {
		case *types.Alias:
			for arg := range t.TypeArgs().Types() {
				add(arg)
			}
			add(types.Unalias(t))
		case *types.Named:
			for arg := range t.TypeArgs().Types() {
				add(arg)
			}
		case *types.Map:
			add(t.Key())
			add(t.Elem())
		case interface{ Elem() types.Type }: // pointer, slice, array, channel
			add(t.Elem())
		case *types.Tuple:
			for v := range t.Variables() {
				add(v.Type())
			}
		case *types.Signature:
			for p := range t.TypeParams().TypeParams() {
				add(p.Constraint())
			}
			add(t.Params())
			add(t.Results())
		case *types.Struct:
			for f := range t.Fields() {
				add(f.Type())
			}
		case *types.Interface:
			for m := range t.ExplicitMethods() {
				add(m.Type())
			}
			for e := range t.EmbeddedTypes() {
				add(e)
			}
		case *types.Union:
			for term := range t.Terms() {
				add(term.Type())
			}
		}
	}
}
