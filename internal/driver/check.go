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
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
)

// maxProblems is the number of problems that are reported of one package. The
// compiler, too, stops at ten.
const maxProblems = 10

// parseNodes parses the files of the nodes that have none yet.
func (r *run) parseNodes(ctx context.Context, nodes []*node) {
	var names []string
	for _, n := range nodes {
		names = append(names, n.meta.GoFiles...)
	}
	r.sources.read(ctx, names)
	for _, n := range nodes {
		if n.files == nil {
			n.files = r.sources.parse(ctx, n.meta.GoFiles)
		}
	}
}

// check type-checks the nodes in the order of their imports, as many at a time as
// there are processors.
func (r *run) check(ctx context.Context, g *graph) {
	r.sources.forget()
	r.progress.begin(PhaseChecking, len(g.nodes))
	found := make([][]finding.Problem, len(g.nodes))
	sem := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i, n := range g.nodes {
		wg.Go(func() {
			defer close(n.done)
			for _, dep := range n.deps {
				<-dep.done
			}
			sem <- struct{}{}
			defer func() { <-sem }()
			if ctx.Err() != nil {
				return
			}
			found[i] = r.checkNode(g, n)
			r.progress.step()
		})
	}
	wg.Wait()
	for i, n := range g.nodes {
		if n.own {
			r.listErrors(n.meta)
		}
		r.problems = append(r.problems, found[i]...)
	}
}

// checkNode type-checks one package, and returns what is wrong with it.
func (r *run) checkNode(g *graph, n *node) []finding.Problem {
	c := &checking{r: r, n: n}
	for _, name := range n.meta.GoFiles {
		if src := r.sources.byName[name]; src != nil {
			c.problems = append(c.problems, src.errs...)
		}
	}
	parsed := len(c.problems) == 0

	n.types = types.NewPackage(n.meta.PkgPath, n.meta.Name)
	n.info = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
	if !n.own {
		n.info = nil
	}
	conf := types.Config{
		Importer:         importerFunc(func(path string) (*types.Package, error) { return r.importPackage(g, n, path) }),
		Sizes:            r.sizes(),
		IgnoreFuncBodies: !n.own,
		FakeImportC:      n.fakeC || !n.own,
		Error:            c.error,
	}
	if m := n.meta.Module; m != nil {
		conf.GoVersion, _ = languageVersion(m.GoVersion)
	}
	c.run(&conf)

	if parsed {
		// After syntax errors, the rest is noise.
		c.problems = append(c.problems, c.typeErrors...)
	}
	n.broken = n.broken || len(c.problems) > 0
	for _, dep := range n.deps {
		n.shaky = n.shaky || dep.shaky || dep.broken
	}
	if n.own && n.shaky && !n.broken {
		if p, ok := r.unusable(n); ok {
			n.broken = true
			c.problems = append(c.problems, p)
		}
	}

	problems := c.problems
	for i := range problems {
		problems[i].Package = n.meta.PkgPath
	}
	problems = sortProblems(problems)
	limit := maxProblems
	if !n.own {
		limit = 1
	}
	if n.broken {
		n.files, n.info = nil, nil
	}
	return problems[:min(limit, len(problems))]
}

// A checking is the type-check of one package.
type checking struct {
	r          *run
	n          *node
	problems   []finding.Problem // of its syntax, and of errlint
	typeErrors []finding.Problem
}

// run runs the type checker, and survives its bugs.
func (c *checking) run(conf *types.Config) {
	defer func() {
		if v := recover(); v != nil {
			c.problems = append(c.problems, finding.Problem{
				Message: fmt.Sprintf("package is not analysed: the type checker panicked: %v", v),
			})
		}
	}()
	err := types.NewChecker(conf, c.r.fset, c.n.types, c.n.info).Files(c.n.files)
	if err != nil && len(c.typeErrors) == 0 {
		c.error(err)
	}
}

// error takes an error of the type checker.
func (c *checking) error(err error) {
	var terr types.Error
	if !errors.As(err, &terr) {
		c.typeErrors = append(c.typeErrors, finding.Problem{Message: oneLine(err.Error())})
		return
	}
	pos, _ := c.r.sources.position(terr.Pos)
	msg := terr.Msg
	if rest, ok := strings.CutPrefix(msg, "\t"); ok && len(c.typeErrors) > 0 {
		// The continuation of the error before, elsewhere.
		last := &c.typeErrors[len(c.typeErrors)-1]
		last.Message += fmt.Sprintf("; %s at %s:%d:%d", oneLine(rest), filepath.Base(pos.File), pos.Line, pos.Column)
		return
	}
	c.typeErrors = append(c.typeErrors, finding.Problem{Pos: pos, Message: oneLine(msg)})
}

// An importerFunc is a types.Importer.
type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// sizes returns the sizes of types on the machine that the packages are for.
func (r *run) sizes() types.Sizes {
	if s := types.SizesFor("gc", r.goenv.GOARCH); s != nil {
		return s
	}
	return types.SizesFor("gc", "amd64")
}

// languageVersion returns the language version to type-check a module with,
// given that of its go.mod ("1.24"), and whether it is the module's own.
// The type checker rejects versions that it does not know, and all of the
// module with them.
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

// explainVersions adds a problem for each thing that is newer than this program,
// for that may be what the other problems come from.
func (r *run) explainVersions(g *graph) {
	newest := newestVersion()
	said := make(map[string]bool)
	for _, n := range g.nodes {
		m := n.meta.Module
		if m == nil || said[m.Path] {
			continue
		}
		said[m.Path] = true
		if _, ok := languageVersion(m.GoVersion); !ok {
			r.problems = append(r.problems, finding.Problem{
				Pos:     finding.Position{File: m.GoMod, Line: 1, Column: 1},
				Package: m.Path,
				Message: fmt.Sprintf("module needs go%s, but errlint was built with %s: rebuild it with a newer Go", m.GoVersion, newest),
			})
		}
	}
	if v := r.goenv.GOVERSION; version.IsValid(v) && version.Compare(version.Lang(v), newest) > 0 {
		r.problems = append(r.problems, finding.Problem{
			Message: fmt.Sprintf("the go command is %s, but errlint was built with %s: rebuild it with a newer Go", v, newest),
		})
	}
}

// listErrors adds what the go command says is wrong with a package. Import cycles
// are left to the type checker, which gives the places of the imports.
func (r *run) listErrors(p *packages.Package) {
	for _, e := range p.Errors {
		if strings.HasPrefix(e.Msg, "import cycle not allowed:") {
			continue
		}
		msg := oneLine(e.Msg)
		if strings.HasSuffix(p.PkgPath, ".go") && len(p.GoFiles) == 0 {
			msg = "no such file" // taken for an import path, for it is no file
		}
		r.problems = append(r.problems, finding.Problem{
			Pos:     r.sources.parsePosition(r.dir, e.Pos),
			Package: p.PkgPath,
			Message: msg,
		})
	}
}

// oneLine returns a message of the go command as a single line.
func oneLine(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if b.Len() > 0 {
			if s := b.String(); !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, ";") {
				b.WriteByte(';')
			}
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return strings.TrimPrefix(b.String(), "go: ")
}

// unusable looks for a use of something that has no valid type, because the package
// that declares it does not type-check. The type checker accepts such uses
// silently, and leaves them without a type, which an analyzer may not expect.
func (r *run) unusable(n *node) (finding.Problem, bool) {
	var (
		first token.Pos
		what  types.Object
	)
	for id, obj := range n.info.Uses {
		if first.IsValid() && id.Pos() >= first {
			continue
		}
		if obj.Pkg() != nil && obj.Pkg() != n.types && isInvalid(obj.Type(), make(map[types.Type]bool)) {
			first, what = id.Pos(), obj
		}
	}
	if what == nil {
		return finding.Problem{}, false
	}
	pos, _ := r.sources.position(first)
	return finding.Problem{
		Pos: pos,
		Message: fmt.Sprintf("package is not analysed: it uses %s of package %s, which does not type-check",
			what.Name(), what.Pkg().Path()),
	}, true
}

// isInvalid reports whether a part of a type is invalid. It does not look
// into named types: what is used of those is looked at by itself.
func isInvalid(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	in := func(t types.Type) bool { return isInvalid(t, seen) }
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Alias:
		return in(types.Unalias(t))
	case *types.Named:
		return slices.ContainsFunc(slices.Collect(t.TypeArgs().Types()), in) || t.Underlying() == types.Typ[types.Invalid]
	case *types.Pointer:
		return in(t.Elem())
	case *types.Slice:
		return in(t.Elem())
	case *types.Array:
		return in(t.Elem())
	case *types.Chan:
		return in(t.Elem())
	case *types.Map:
		return in(t.Key()) || in(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if in(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return in(t.Params()) || in(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if in(f.Type()) {
				return true
			}
		}
	}
	return false
}

// exports are the external packages, read from export data.
type exports struct {
	fset *token.FileSet

	// imports has every package that any export data mentions. Those that
	// nobody imports directly are incomplete.
	imports map[string]*types.Package
	errs    map[string]error
}

func newExports(fset *token.FileSet) *exports {
	return &exports{fset: fset, imports: make(map[string]*types.Package), errs: make(map[string]error)}
}

// read reads the package from a file, which is empty if there is none.
func (e *exports) read(path, file string) {
	if pkg := e.imports[path]; pkg != nil && pkg.Complete() {
		return
	}
	if err := e.readFile(path, file); err != nil {
		e.errs[path] = err
	}
}

func (e *exports) readFile(path, file string) error {
	if file == "" {
		return errors.New("it does not compile")
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	//lint:ignore SA1019 The go command writes archives until Go 1.27, and this is how to read either.
	rd, err := gcexportdata.NewReader(f)
	if err != nil {
		return fmt.Errorf("export data: %w", err)
	}
	_, err = gcexportdata.Read(rd, e.fset, e.imports, path)
	if err != nil {
		return fmt.Errorf("export data: %w", err)
	}
	return nil
}

// get returns the package. It is safe for concurrent use once all are read.
func (e *exports) get(path string) (*types.Package, error) {
	if err := e.errs[path]; err != nil {
		return nil, err
	}
	pkg := e.imports[path]
	if pkg == nil || !pkg.Complete() {
		return nil, errors.New("no export data")
	}
	return pkg, nil
}
