package canary

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// A variant is a copy of a server with a canary in one of its texts.
type variant struct {
	server *server
	dir    string // in the module
	leak   *leak
	at     string // what has been replaced, for messages
}

// pkg returns the directory of a server in the module.
func (s *server) pkg() string { return strings.ReplaceAll(s.name, "-", "") }

// A tree is the files of a server, by their names in its directory.
type tree map[string]string

// write writes a tree to a directory of the module.
func (files tree) write(t *testing.T, root string, s *server, dir string) {
	t.Helper()
	for name, text := range files {
		text = strings.ReplaceAll(text, "github.com/errlint/errlint/examples/spec/"+s.name, "example.com/app/"+filepath.ToSlash(dir))
		write(t, filepath.Join(root, dir, name), text)
	}
}

// original returns the files of a server, with the failing dependency.
func original(t *testing.T, s *server) tree {
	t.Helper()
	files := make(tree)
	dir := filepath.Join("..", "..", "examples", "spec", s.name)
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		files[rel] = read(t, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := files["server.go"]
	for _, p := range s.plant {
		if strings.Count(text, p[0]) != 1 {
			t.Fatalf("%s has %q %d times", s.name, p[0], strings.Count(text, p[0]))
		}
		text = strings.Replace(text, p[0], p[1], 1)
	}
	files["server.go"] = importing(text, "example.com/dep")
	return files
}

// importing returns the text of a file that imports a package, too.
func importing(text, path string) string {
	if strings.Contains(text, strconv.Quote(path)) {
		return text
	}
	if !strings.Contains(text, "import (\n") {
		start := strings.Index(text, "\nimport ")
		if start < 0 {
			return text // and it does not compile with the canary
		}
		line, rest, _ := strings.Cut(text[start+1:], "\n")
		text = text[:start+1] + "import (\n\t" + strings.TrimPrefix(line, "import ") + "\n)\n" + rest
	}
	return strings.Replace(text, "import (\n", "import (\n\t"+strconv.Quote(path)+"\n", 1)
}

// plant writes a server with the failing dependency as v0, a variant of it for each of its texts and each leak, and one that is any of
// the variants as "all", which asks package creds for the texts.
func plant(t *testing.T, root string, s *server) []variant {
	t.Helper()
	files := original(t, s)
	base := filepath.Join(s.pkg(), "v0")
	files.write(t, root, s, base)
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports, Dir: root,
	}, "./"+base+"/...", "./creds", "runtime/debug", "fmt")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(loaded) > 0 {
		t.Fatalf("%s does not compile", s.name)
	}
	known := make(importer)
	for _, p := range loaded {
		known.add(p.Types)
	}
	var out []variant
	all := make(tree)
	for _, p := range loaded {
		if !strings.HasPrefix(p.PkgPath, "example.com/app/"+s.pkg()) {
			continue
		}
		for n, file := range p.Syntax {
			name := p.Fset.Position(file.FileStart).Filename
			rel, err := filepath.Rel(filepath.Join(root, base), name)
			if err != nil {
				t.Fatal(err)
			}
			text := read(t, name)
			chosen, offset := "", 0 // the file of the server that is all variants
			needs := make(map[string]bool)
			for _, lit := range texts(p, file) {
				at := p.Fset.Position(lit.Pos())
				ways := ""
				for i := range leaks {
					l := &leaks[i]
					expr := fmt.Sprintf(l.expr, lit.Value)
					if strings.Contains(expr, "ERR") {
						err := errorAt(p, lit.Pos())
						if err == "" {
							continue
						}
						expr = strings.ReplaceAll(expr, "ERR", err)
					}
					src := text[:at.Offset] + expr + text[at.Offset+len(lit.Value):]
					for _, need := range l.needs {
						src = importing(src, need)
					}
					if !known.compiles(p, n, src) {
						continue // there has to be a constant
					}
					v := variant{s, filepath.Join(s.pkg(), fmt.Sprintf("v%d", len(out)+1)), l, fmt.Sprintf("%s:%d, %s in place of %s", rel, at.Line, expr, lit.Value)}
					out = append(out, v)
					ways += fmt.Sprintf(", %q, func() string { return %s }", filepath.ToSlash(v.dir), expr)
					for _, need := range l.needs {
						needs[need] = true
					}
					copied := make(tree)
					for other, text := range files {
						copied[other] = text
					}
					copied[rel] = strings.ReplaceAll(src, "example.com/app/"+filepath.ToSlash(base), "github.com/errlint/errlint/examples/spec/"+s.name)
					copied.write(t, root, s, v.dir)
				}
				if ways != "" {
					chosen += text[offset:at.Offset] + "creds.Choose(" + lit.Value + ways + ")"
					offset = at.Offset + len(lit.Value)
				}
			}
			chosen += text[offset:]
			if len(needs) > 0 {
				needs["example.com/app/creds"] = true
			}
			for need := range needs {
				chosen = importing(chosen, need)
			}
			all[rel] = strings.ReplaceAll(chosen, "example.com/app/"+filepath.ToSlash(base), "github.com/errlint/errlint/examples/spec/"+s.name)
		}
	}
	all.write(t, root, s, filepath.Join(s.pkg(), "all"))
	return out
}

// An importer has the packages that texts with canaries may need.
type importer map[string]*types.Package

func (m importer) add(p *types.Package) {
	todo := []*types.Package{p}
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		if m[p.Path()] == nil {
			m[p.Path()] = p
			todo = append(todo, p.Imports()...)
		}
	}
}

// Import implements [types.Importer].
func (m importer) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("no package " + path)
}

// compiles reports whether a package compiles with src as file n.
func (m importer) compiles(p *packages.Package, n int, src string) bool {
	file, err := parser.ParseFile(p.Fset, "variant.go", src, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	files := slices.Clone(p.Syntax)
	files[n] = file
	conf := types.Config{Importer: m, Error: func(error) {}}
	_, err = conf.Check(p.PkgPath, p.Fset, files, nil)
	return err == nil
}

// texts returns the literals of a file that may be part of what a client reads, in the order of the source: not constants, which have
// to be that, and not what a server says of itself.
func texts(p *packages.Package, file *ast.File) []*ast.BasicLit {
	var out []*ast.BasicLit
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR
		case *ast.Field:
			return n.Tag == nil
		case *ast.CompositeLit:
			named, _ := types.Unalias(p.TypesInfo.TypeOf(n)).(*types.Named)
			return named == nil || !slices.Contains([]string{"Implementation", "Tool", "ResourceTemplate"}, named.Obj().Name())
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				out = append(out, n)
			}
		}
		return true
	})
	return out
}

// errorAt returns the name of a variable that holds an error at a place, "" if there is none.
func errorAt(p *packages.Package, pos token.Pos) string {
	for scope := p.Types.Scope().Innermost(pos); scope != nil && scope != p.Types.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if ok && v.Pos() < pos && name != "_" && types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
				return name
			}
		}
	}
	return ""
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
