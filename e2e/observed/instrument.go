package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

//go:embed recorder/hook.go.txt
var hookSource string

//go:embed recorder/recorder.go.txt
var recorderSource string

// A function is one whose errors are observed.
type function struct {
	name    string // (*types.Func).FullName
	pkg     string // import path
	place   string // FILE:LINE, relative to the module
	results []int  // those of type error
}

// A subject is a program with instruments: an overlay, and what it observes.
type subject struct {
	dir      string
	env      []string
	patterns []string
	packages []string // with tests, by import path
	funcs    []function
	overlay  string // the file for go test -overlay
}

// instrument writes an overlay for the packages that match the patterns into a directory.
func instrument(dir string, patterns []string, tmp string) (*subject, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("directory of the module: %w", err)
	}
	s := &subject{dir: dir, patterns: patterns, env: append(os.Environ(), "GOWORK=off", "PWD="+dir), overlay: filepath.Join(tmp, "overlay.json")}
	cmd := exec.Command("go", append([]string{"list", "-e", "-deps", "-test"}, patterns...)...)
	cmd.Dir, cmd.Env = dir, s.env
	if _, err := output(cmd); err != nil { // downloads what is missing
		return nil, err
	}
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
		Dir: dir, Env: s.env, Fset: fset,
	}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", dir, err)
	}
	pkgs = slices.DeleteFunc(pkgs, func(p *packages.Package) bool {
		return len(p.Errors) > 0 || len(p.GoFiles) == 0 || neverObserved[p.PkgPath]
	})
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("no package of %s loads", dir)
	}
	// The instruments live in the module, so that its internal packages are within reach.
	hook, hookDir, err := home(pkgs[0], dir)
	if err != nil {
		return nil, err
	}
	replace := make(map[string]string)
	put := func(name string, text []byte) error {
		file := filepath.Join(tmp, strconv.Itoa(len(replace))+"-"+filepath.Base(name))
		replace[name] = file
		return os.WriteFile(file, text, 0o666)
	}
	for _, p := range pkgs {
		var vars bytes.Buffer
		fmt.Fprintf(&vars, "package %s\n\nimport errlintobs %q\n\nfunc init() {\n", p.Name, hook)
		scope := p.Types.Scope()
		before := vars.Len()
		for _, name := range scope.Names() {
			if v, ok := scope.Lookup(name).(*types.Var); ok && name != "_" && isErrorValue(v.Type()) {
				fmt.Fprintf(&vars, "\terrlintobs.Sentinel(%q, func() error { return %s })\n", p.PkgPath+"."+name, name)
			}
		}
		found := vars.Len() > before
		vars.WriteString("}\n")
		pkgDir := filepath.Dir(p.GoFiles[0])
		if found {
			if err := put(filepath.Join(pkgDir, "zz_errlintobs.go"), vars.Bytes()); err != nil {
				return nil, fmt.Errorf("instrument: %w", err)
			}
		}
		for i, file := range p.Syntax {
			name := p.CompiledGoFiles[i]
			if filepath.Dir(name) != pkgDir || slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` }) {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("source: %w", err)
			}
			text, funcs := wrap(p, fset, file, src, hook, len(s.funcs))
			if len(funcs) == 0 {
				continue
			}
			for i := range funcs {
				if rel, err := filepath.Rel(dir, name); err == nil {
					funcs[i].place = strings.Replace(funcs[i].place, name, filepath.ToSlash(rel), 1)
				}
			}
			s.funcs = append(s.funcs, funcs...)
			if err := put(name, text); err != nil {
				return nil, fmt.Errorf("instrument: %w", err)
			}
		}
		has, err := hasTests(pkgDir)
		if err != nil {
			return nil, err
		}
		if has {
			s.packages = append(s.packages, p.PkgPath)
			text := fmt.Sprintf("package %s_test\n\nimport _ %q\n", p.Name, hook+"/recorder")
			if err := put(filepath.Join(pkgDir, "zz_errlintobs_test.go"), []byte(text)); err != nil {
				return nil, fmt.Errorf("instrument: %w", err)
			}
		}
	}
	if err := put(filepath.Join(hookDir, "hook.go"), []byte(hookSource)); err != nil {
		return nil, fmt.Errorf("instrument: %w", err)
	}
	if err := put(filepath.Join(hookDir, "recorder", "recorder.go"), recorder(pkgs, hook)); err != nil {
		return nil, fmt.Errorf("instrument: %w", err)
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(s.overlay, text, 0o666)
	}
	if err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	return s, nil
}

// neverObserved are packages that the recorder itself lives on.
var neverObserved = map[string]bool{"errors": true, "reflect": true, "strconv": true, "strings": true, "sync": true, "syscall": true, "unsafe": true, "runtime": true}

// home returns the import path of the instruments, and their directory.
func home(p *packages.Package, dir string) (hook, hookDir string, err error) {
	if p.Module != nil {
		return path.Join(p.Module.Path, "internal/errlintobs"), filepath.Join(p.Module.Dir, "internal", "errlintobs"), nil
	}
	cmd := exec.Command("go", "env", "GOROOT")
	cmd.Dir = dir
	out, err := output(cmd)
	if err != nil {
		return "", "", err
	}
	return "internal/errlintobs", filepath.Join(strings.TrimSpace(string(out)), "src", "internal", "errlintobs"), nil
}

// wrap returns a file in which each function that returns an error has another name, and a function of its old name that
// calls it and hands over what it returns. No line moves.
func wrap(p *packages.Package, fset *token.FileSet, file *ast.File, src []byte, hook string, id int) ([]byte, []function) {
	offset := func(pos token.Pos) int { return fset.Position(pos).Offset }
	text := func(n ast.Node) string { return string(src[offset(n.Pos()):offset(n.End())]) }
	var out, tail bytes.Buffer
	var funcs []function
	at := offset(file.Name.End())
	out.Write(src[:at])
	fmt.Fprintf(&out, "; import errlintobs %q", hook)
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || !observable(p.TypesInfo, fn) {
			continue
		}
		obj := p.TypesInfo.Defs[fn.Name].(*types.Func)
		results := errorResults(obj.Signature())
		if len(results) == 0 {
			continue
		}
		end := offset(fn.Name.Pos())
		out.Write(src[at:end])
		out.WriteString("errlintobs_")
		at = end

		call, recv := "errlintobs_"+fn.Name.Name, ""
		if fn.Recv != nil {
			recv = "(obsR " + text(fn.Recv.List[0].Type) + ") "
			call = "obsR." + call
		}
		typeParams, typeArgs := "", ""
		if fn.Type.TypeParams != nil {
			typeParams = text(fn.Type.TypeParams)
			var names []string
			for _, field := range fn.Type.TypeParams.List {
				for _, name := range field.Names {
					names = append(names, name.Name)
				}
			}
			typeArgs = "[" + strings.Join(names, ", ") + "]"
		}
		var params, args, errs []string
		for i, t := range fields(fn.Type.Params) {
			name := fmt.Sprintf("obsP%d", i)
			params = append(params, name+" "+text(t))
			if isErrorType(p.TypesInfo.TypeOf(t)) {
				errs = append(errs, name)
			}
			if _, ok := t.(*ast.Ellipsis); ok {
				name += "..."
			}
			args = append(args, name)
		}
		var types, values []string
		for i, t := range fields(fn.Type.Results) {
			types = append(types, text(t))
			values = append(values, fmt.Sprintf("obsV%d", i))
		}
		fmt.Fprintf(&tail, "\nfunc %s%s%s(%s) (%s) {\n\t%s := %s%s(%s)\n", recv, fn.Name.Name, typeParams, strings.Join(params, ", "), strings.Join(types, ", "),
			strings.Join(values, ", "), call, typeArgs, strings.Join(args, ", "))
		for _, i := range results {
			fmt.Fprintf(&tail, "\terrlintobs.Return(%s)\n", strings.Join(append([]string{strconv.Itoa(id + len(funcs)), strconv.Itoa(i), values[i]}, errs...), ", "))
		}
		fmt.Fprintf(&tail, "\treturn %s\n}\n", strings.Join(values, ", "))
		pos := fset.Position(fn.Name.Pos())
		funcs = append(funcs, function{name: obj.FullName(), pkg: p.PkgPath, place: fmt.Sprintf("%s:%d", pos.Filename, pos.Line), results: results})
	}
	out.Write(src[at:])
	out.WriteString("\n")
	out.Write(tail.Bytes())
	return out.Bytes(), funcs
}

// fields returns the types of a list's fields, one for each name.
func fields(list *ast.FieldList) []ast.Expr {
	var out []ast.Expr
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for range max(1, len(f.Names)) {
			out = append(out, f.Type)
		}
	}
	return out
}

// observable reports whether another function may stand before a function without changing what it does.
func observable(info *types.Info, fn *ast.FuncDecl) bool {
	if fn.Body == nil || fn.Name.Name == "_" || fn.Recv == nil && (fn.Name.Name == "init" || fn.Name.Name == "main") {
		return false
	}
	if fn.Recv != nil && slices.Contains([]string{"Unwrap", "Is", "As", "Error", "Code", "ErrorCode"}, fn.Name.Name) {
		return false // the recorder calls them
	}
	if fn.Type.TypeParams != nil {
		for _, f := range fn.Type.TypeParams.List {
			for _, name := range f.Names {
				if name.Name == "_" {
					return false
				}
			}
		}
	}
	if fn.Doc != nil {
		for _, c := range fn.Doc.List {
			if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export ") {
				return false
			}
		}
	}
	// recover works in the deferred function only, and Caller counts calls.
	ok := true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			switch obj := info.Uses[n].(type) {
			case *types.Builtin:
				ok = ok && obj.Name() != "recover"
			case *types.Func:
				ok = ok && (obj.Pkg() == nil || obj.Pkg().Path() != "runtime" || !strings.HasPrefix(obj.Name(), "Caller"))
			}
		}
		return ok
	})
	return ok
}

func errorResults(sig *types.Signature) []int {
	var out []int
	for i := range sig.Results().Len() {
		if isErrorType(sig.Results().At(i).Type()) {
			out = append(out, i)
		}
	}
	return out
}

var errorType = types.Universe.Lookup("error").Type()

func isErrorType(t types.Type) bool {
	return t != nil && types.Identical(types.Unalias(t), errorType)
}

// isErrorValue reports whether a variable of a type holds an error as it is.
func isErrorValue(t types.Type) bool {
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}

// hasTests reports whether there are test files in a directory.
func hasTests(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, fmt.Errorf("package: %w", err)
	}
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), "_test.go") }), nil
}

// recorder returns the source of the recorder, with the exported errors of the packages that those observed import.
func recorder(pkgs []*packages.Package, hook string) []byte {
	observed := make(map[string]bool)
	for _, p := range pkgs {
		observed[p.PkgPath] = true
	}
	found := make(map[string]*types.Package)
	for _, p := range pkgs {
		for _, imp := range p.Imports {
			if imp.Types != nil && !observed[imp.PkgPath] && !strings.Contains("/"+imp.PkgPath+"/", "/internal/") && !strings.HasPrefix(imp.PkgPath, "vendor/") && imp.PkgPath != "C" && imp.PkgPath != "unsafe" {
				found[imp.PkgPath] = imp.Types
			}
		}
	}
	var imports, sentinels strings.Builder
	for i, path := range slices.Sorted(maps.Keys(found)) {
		scope := found[path].Scope()
		used := false
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || !v.Exported() || !isErrorValue(v.Type()) {
				continue
			}
			fmt.Fprintf(&sentinels, "\t\t{%q, func() error { return p%d.%s }},\n", path+"."+name, i, name)
			used = true
		}
		if used {
			fmt.Fprintf(&imports, "\tp%d %q\n", i, path)
		}
	}
	return []byte(strings.NewReplacer("HOOK", hook, "IMPORTS", imports.String(), "SENTINELS", sentinels.String()).Replace(recorderSource))
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
