package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"
)

// A module is a copy of one, loaded.
type module struct {
	dir  string
	env  []string
	fset *token.FileSet
	pkgs []*packages.Package
	src  map[string][]byte // of each file that is looked at, by absolute name
	end  map[string]int    // where its package clause ends
	in   map[string]*packages.Package
	std  map[string]*types.Package // those that mutations import
	// decls are the functions of the module; see declared.
	decls map[*types.Func]declaration
	// interfaces are those that other modules and the standard library export, by the names of their methods.
	interfaces map[string][]*types.Interface
}

// imported are the packages that mutations import.
var imported = []string{"errors", "fmt", "io", "io/fs", "log", "log/slog"}

// copyModule copies a module into a directory, without what version control keeps. Symbolic links are left out.
func copyModule(dir, from string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("copying %s: %w", from, err)
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return fmt.Errorf("copying %s: %w", from, err)
		}
		to := filepath.Join(dir, rel)
		switch {
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir():
			if err := os.MkdirAll(to, 0o777); err != nil {
				return fmt.Errorf("copying %s: %w", from, err)
			}
		case d.Type().IsRegular():
			data, err := os.ReadFile(name)
			if err == nil {
				err = os.WriteFile(to, data, 0o666)
			}
			if err != nil {
				return fmt.Errorf("copying %s: %w", from, err)
			}
		}
		return nil
	})
}

// load loads the packages of the module in a directory, with types. Nothing is compiled.
func load(dir string) (*module, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("directory of the module: %w", err)
	}
	m := &module{
		dir:  dir,
		env:  append(os.Environ(), "GOWORK=off", "PWD="+dir),
		fset: token.NewFileSet(),
		src:  make(map[string][]byte),
		end:  make(map[string]int),
		in:   make(map[string]*packages.Package),
		std:  make(map[string]*types.Package),
	}
	// What is missing of the dependencies is downloaded, which errlint does not do.
	cmd := exec.Command("go", "list", "-e", "-deps", "./...")
	cmd.Dir, cmd.Env = dir, m.env
	if _, err := output(cmd); err != nil {
		return nil, err
	}
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
		Dir:  dir,
		Env:  m.env,
		Fset: m.fset,
	}, append([]string{"./..."}, imported...)...)
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", dir, err)
	}
	for _, p := range all {
		if slices.Contains(imported, p.PkgPath) {
			m.std[p.PkgPath] = p.Types
			continue
		}
		if len(p.Errors) > 0 || p.Types == nil {
			continue // errlint says so itself
		}
		m.pkgs = append(m.pkgs, p)
		for i, file := range p.Syntax {
			name := p.CompiledGoFiles[i]
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("source: %w", err)
			}
			m.src[name] = src
			m.end[name] = m.fset.Position(file.Name.End()).Offset
			m.in[name] = p
		}
	}
	if len(m.pkgs) == 0 {
		return nil, fmt.Errorf("no package of %s loads", dir)
	}
	return m, nil
}

// foreign returns the interfaces that packages outside of the module export, of those that it imports, directly or not, by the
// names of their methods.
func (m *module) foreign() map[string][]*types.Interface {
	if m.interfaces != nil {
		return m.interfaces
	}
	m.interfaces = make(map[string][]*types.Interface)
	packages.Visit(m.pkgs, nil, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main || p.Types == nil {
			return
		}
		for _, name := range p.Types.Scope().Names() {
			obj, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || !obj.Exported() {
				continue
			}
			it, ok := obj.Type().Underlying().(*types.Interface)
			if named, isNamed := types.Unalias(obj.Type()).(*types.Named); !ok || isNamed && named.TypeParams() != nil {
				continue
			}
			for method := range it.Methods() {
				m.interfaces[method.Name()] = append(m.interfaces[method.Name()], it)
			}
		}
	})
	return m.interfaces
}

// output runs a command and returns what it prints. An error has what it says.
func output(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	if err != nil {
		text := ""
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			text = string(exit.Stderr)
		}
		return out, fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(text))
	}
	return out, nil
}

// A file is one that mutations are looked for in.
type file struct {
	*module
	pkg  *packages.Package
	ast  *ast.File
	name string
	src  []byte
	root inspector.Cursor
}

// files returns the files of the module that people wrote and that are no tests, and the number of those that
// were generated.
func (m *module) files() (written []*file, generated int) {
	for _, p := range m.pkgs {
		for i, f := range p.Syntax {
			name := p.CompiledGoFiles[i]
			if rel, err := filepath.Rel(m.dir, name); err != nil || strings.HasPrefix(rel, "..") {
				continue // cgo's
			}
			if ast.IsGenerated(f) {
				generated++
				continue
			}
			written = append(written, &file{
				module: m, pkg: p, ast: f, name: name, src: m.src[name],
				root: inspector.New([]*ast.File{f}).Root(),
			})
		}
	}
	return written, generated
}

// text returns the source of a node.
func (f *file) text(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

func (f *file) offset(pos token.Pos) int { return f.fset.Position(pos).Offset }

func (f *file) line(pos token.Pos) int { return f.fset.Position(pos).Line }

// compile type-checks the packages that some mutations change, and returns those mutations in whose
// declarations there are errors then, with the first of each.
func (m *module) compile(ms []*mutation) map[*mutation]types.Error {
	byFile := make(map[string][]*mutation)
	var order []*packages.Package
	for _, mu := range ms {
		byFile[mu.file] = append(byFile[mu.file], mu)
		if p := m.in[mu.file]; !slices.Contains(order, p) {
			order = append(order, p)
		}
	}
	bad := make(map[*mutation]types.Error)
	for _, p := range order {
		fset := token.NewFileSet()
		var files []*ast.File
		for _, name := range p.CompiledGoFiles {
			src, err := apply(m.src[name], m.end[name], byFile[name])
			if err == nil {
				var f *ast.File
				if f, err = parser.ParseFile(fset, name, src, parser.SkipObjectResolution); err == nil {
					files = append(files, f)
				}
			}
			if err != nil {
				// Found out one by one.
				for _, mu := range byFile[name] {
					src, err := apply(m.src[name], m.end[name], []*mutation{mu})
					if err == nil {
						_, err = parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
					}
					if err != nil {
						bad[mu] = types.Error{Msg: err.Error()}
					}
				}
			}
		}
		if len(files) < len(p.CompiledGoFiles) {
			continue
		}
		config := types.Config{
			Importer:  importerFunc(func(path string) (*types.Package, error) { return m.importOf(p, path) }),
			Sizes:     p.TypesSizes,
			GoVersion: goVersion(p),
			Error: func(err error) {
				var te types.Error
				if !errors.As(err, &te) {
					return
				}
				at := te.Fset.Position(te.Pos)
				for _, mu := range byFile[at.Filename] {
					if _, ok := bad[mu]; !ok && mu.decl.has(at.Line) {
						bad[mu] = te
						return
					}
				}
				// An import that is not used any more, or a tail.
				for _, mu := range byFile[at.Filename] {
					if _, ok := bad[mu]; !ok && (len(mu.tail) > 0 || len(mu.imports) > 0) {
						bad[mu] = te
					}
				}
			},
		}
		_, _ = config.Check(p.PkgPath, fset, files, nil) // what it returns, Error has been given
	}
	return bad
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// importOf returns a package as another one imports it, or one that a mutation makes it import.
func (m *module) importOf(p *packages.Package, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if dep := p.Imports[path]; dep != nil && dep.Types != nil {
		return dep.Types, nil
	}
	if pkg := m.std[path]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

func goVersion(p *packages.Package) string {
	if p.Module == nil || p.Module.GoVersion == "" {
		return ""
	}
	return "go" + p.Module.GoVersion
}

// rel returns the file's name in the module, with slashes.
func (f *file) rel() string {
	rel, err := filepath.Rel(f.dir, f.name)
	if err != nil {
		return f.name
	}
	return filepath.ToSlash(rel)
}
