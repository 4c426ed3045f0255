// Package foreign reads the source of functions of other modules, as far as it tells that all errors that they return are made of text.
//
// errlint does not analyse other modules: that would cost more than the analysis of a module itself. So nothing is known of
// their functions' errors, but for tables (package errflow). Of a function such as
//
//	func ParseLevel(s string) (Level, error) {
//		…
//		return 0, fmt.Errorf("no level %q", s)
//	}
//
// however, a reader sees at a glance that errors.Is and errors.As can find nothing in its errors. This package does what such a reader does: it looks for
// the function in its file, which the compiler's export data name, and reads its return statements, by syntax alone.
//
// # What is read
//
// An error is made of text if it is nil; what errors.New, fmt.Errorf, or a function of pkg/errors or x/xerrors like them makes, and wraps nothing but
// such errors; what a function of the same package returns that is declared there, or a method of the same receiver, if all of its errors are such;
// what a function returns whose errors say only that its input is bad (a list of the caller's, such as strconv's); or a variable that is assigned
// nothing else. Everything else is not: parameters, fields, sentinels, other packages' functions, function values, conversions, and variables whose
// address is used. Functions that call each other are made of text if none of them returns something else. What a variable is whose
// methods are called is known if it is declared with a type of the package, or is a literal of one.
//
// Calls of other packages are followed as long as their directories stand where their paths say, next to the one at hand: those of the same module, or
// all of a vendor directory.
//
// All declarations of a name count that the build constraints of this machine allow. Names are taken at their word: a package that
// declares a function named errors is not understood.
//
// # Bounds
//
// A package is read only if a rule asks, which it does for errors that a finding is about, and only up to maxSource bytes, and for one question up to
// maxPackages. What it says is kept for the process as long as its files have the same sizes and times. If a file is not there, as in a sandbox, or
// is no regular file, nothing is known.
package foreign

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/errlint/errlint/internal/worklist"
)

// maxSource is the size in bytes of the Go files of a package, without tests, beyond which it is not read: about a tenth of a second. Generated clients of large
// services have more, and their functions make requests.
const maxSource = 2 << 20

// maxPackages is the maximum number of packages that are read for one question.
const maxPackages = 8

// MadeOfText reports whether all errors that a declared function or method returns are known to be made of text. fset has its position. textual
// reports whether a function of another package, by its full name, makes its errors of text.
func MadeOfText(fset *token.FileSet, fn *types.Func, textual func(pkg, full string) bool) bool {
	file := fset.Position(fn.Pos()).Filename
	if !filepath.IsAbs(file) || !strings.HasSuffix(file, ".go") {
		return false
	}
	at := place{filepath.Dir(file), fn.Pkg().Path()}
	packages := map[string]*source{at.path: readPackage(at.dir, fn.Pkg().Name())}
	type function struct {
		place
		funcName
	}
	todo := worklist.Of(function{at, nameOf(fn)})
	for f := range todo.All() {
		p, ok := packages[f.path]
		if !ok {
			if len(packages) == maxPackages {
				return false
			}
			p = readPackage(f.dir, "")
			packages[f.path] = p
		}
		if p == nil {
			return false
		}
		does, ok := p.funcs[f.funcName]
		if !ok || does.unknown {
			return false
		}
		for _, name := range does.calls {
			todo.Push(function{f.place, name})
		}
		for _, called := range does.outside {
			if !textual(called.pkg, called.pkg+"."+called.name) {
				next, ok := f.place.next(called.pkg)
				if !ok {
					return false
				}
				todo.Push(function{next, funcName{name: called.name}})
			}
		}
	}
	return true
}

// A place is the directory of a package, and the package's path.
type place struct{ dir, path string }

// next returns the place of another package, if the directories of both end like their paths. It need not exist.
func (p place) next(path string) (place, bool) {
	here, there := strings.Split(p.path, "/"), strings.Split(path, "/")
	same := 0
	for same < min(len(here), len(there)) && here[same] == there[same] {
		same++
	}
	dir := p.dir
	for i := len(here) - 1; i >= same; i-- {
		if filepath.Base(dir) != here[i] {
			return place{}, false
		}
		dir = filepath.Dir(dir)
	}
	return place{filepath.Join(dir, filepath.Join(there[same:]...)), path}, same > 0
}

// A funcName names a function of a package, or a method by its receiver's type.
type funcName struct{ recv, name string }

// An outsider names a function of another package, by its path.
type outsider struct{ pkg, name string }

// A summary is what the errors of a function are made of, besides text.
type summary struct {
	unknown bool       // something that is not understood
	calls   []funcName // functions of the package whose errors it returns
	outside []outsider // functions of other packages whose errors it returns
}

// A source is a package, as far as it has been read.
type source struct{ funcs map[funcName]summary }

// sources are the packages that have been read, by their directories, names, and the names, sizes and times of their files.
var sources worklist.SharedMemo[string, *source]

// nameOf returns the name by which a function is declared.
func nameOf(fn *types.Func) funcName {
	name := funcName{name: fn.Name()}
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if named, ok := t.(*types.Named); ok {
			name.recv = named.Obj().Name()
		}
	}
	return name
}

// readPackage returns the package of a name, or of any name if it is empty, in a directory, or nil if it cannot be read. The export data that
// name the directory may come from a hostile module, whose line directives name any: what is no regular file is not opened.
func readPackage(dir, name string) *source {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var (
		files []string
		size  int64
		stamp strings.Builder
	)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		files = append(files, e.Name())
		size += info.Size()
		fmt.Fprintf(&stamp, "\x00%s\x00%d\x00%d", info.Name(), info.Size(), info.ModTime().UnixNano())
	}
	if size > maxSource {
		return nil
	}
	key := dir + "\x00" + name + stamp.String()
	return sources.Get(key, func(string) *source { return read(dir, files, name) })
}

// read reads the files of package name in a directory. It returns nil if one of them is not understood.
func read(dir string, files []string, name string) *source {
	p := &source{funcs: make(map[funcName]summary)}
	fset := token.NewFileSet()
	for _, f := range files {
		if match, err := build.Default.MatchFile(dir, f); err != nil {
			return nil
		} else if !match {
			continue
		}
		file, err := parser.ParseFile(fset, filepath.Join(dir, f), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		if name == "" && file.Name.Name != "main" {
			name = file.Name.Name
		}
		if file.Name.Name != name {
			continue // such as a program beside it
		}
		imports := importsOf(file)
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				p.add(imports, decl)
			}
		}
	}
	return p
}

// importsOf returns the paths of a file's imports by the names that it has for them. Where it gives none, the last element of the path that is no
// version is taken for the package's name.
func importsOf(file *ast.File) map[string]string {
	imports := make(map[string]string)
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := lastElement(path)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = path
	}
	return imports
}

func lastElement(path string) string {
	dir, last, found := strings.Cut(path, "/")
	for found && strings.Contains(last, "/") {
		dir, last, found = strings.Cut(last, "/")
	}
	if !found {
		return path
	}
	if len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		return dir
	}
	return strings.TrimPrefix(last, "go-")
}

// add adds what a declaration says to what other declarations of the same name say.
func (p *source) add(imports map[string]string, decl *ast.FuncDecl) {
	name := funcName{name: decl.Name.Name}
	r := reader{imports: imports, vars: make(map[string][]ast.Expr), types: make(map[string]string)}
	if decl.Recv != nil && len(decl.Recv.List) == 1 {
		field := decl.Recv.List[0]
		name.recv = namedType(field.Type)
		if len(field.Names) == 1 {
			r.types[field.Names[0].Name] = name.recv
		}
	}
	does := r.function(decl)
	if old, ok := p.funcs[name]; ok {
		does = summary{old.unknown || does.unknown, append(old.calls, does.calls...), append(old.outside, does.outside...)}
	}
	p.funcs[name] = does
}

// namedType returns the name of a type of the package, of a pointer to one, or of an instance; "" for other types.
func namedType(t ast.Expr) string {
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}
