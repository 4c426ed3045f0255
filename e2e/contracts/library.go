package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

//go:embed runtime/runtime.go.txt
var runtimeSource string

// A library is a version of a module, with the functions that force its control flow.
type library struct {
	dir      string
	path     string // of the module
	pkgs     []*packages.Package
	forcers  map[*packages.Package]*forcer
	funcs    map[string]*types.Func // by their names without what marks a pointer
	overlay  map[string]string
	tmp      string
	unforced int // ways that do not compile
}

// open loads the module in a directory; its files are left as they are.
func open(ctx context.Context, dir, tmp string) (*library, error) {
	pkgs, err := packages.Load(&packages.Config{
		Context: ctx,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
		Dir: dir, Env: environment(dir),
	}, "./...")
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", dir, err)
	}
	l := &library{dir: dir, tmp: tmp, forcers: make(map[*packages.Package]*forcer), funcs: make(map[string]*types.Func), overlay: make(map[string]string)}
	for _, p := range pkgs {
		if len(p.Errors) > 0 || p.Module == nil || len(p.CompiledGoFiles) == 0 || p.Name == "main" {
			continue
		}
		l.path = p.Module.Path
		l.pkgs = append(l.pkgs, p)
	}
	if l.path == "" {
		return nil, fmt.Errorf("no package of %s loads", dir)
	}
	for _, p := range l.pkgs {
		l.forcers[p] = &forcer{pkg: p, rt: l.path + "/internal/errlintrt", dropped: make(map[string]bool)}
		for id, obj := range p.TypesInfo.Defs {
			if fn, ok := obj.(*types.Func); ok && id.Pos() == obj.Pos() {
				l.funcs[plain(fn.FullName())] = fn
			}
		}
	}
	return l, nil
}

func environment(dir string) []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "PWD="+dir)
}

// plain is the name of a function without what marks a pointer.
func plain(name string) string { return strings.NewReplacer("(", "", "*", "", ")", "").Replace(name) }

// put has a file of the module be another one.
func (l *library) put(name string, text []byte) error {
	file := filepath.Join(l.tmp, strconv.Itoa(len(l.overlay))+"-"+filepath.Base(name))
	if old, ok := l.overlay[name]; ok {
		file = old
	}
	l.overlay[name] = file
	return os.WriteFile(file, text, 0o666)
}

// instrument writes the functions that force the control flow, has the functions named return what these find, and knows errors to be injected.
func (l *library) instrument(named []*types.Func, injected []named) error {
	hooks := make(map[*types.Func]bool)
	for _, fn := range named {
		hooks[fn] = true
	}
	for _, p := range l.pkgs {
		for i, file := range p.Syntax {
			text, err := l.hook(p, file, p.CompiledGoFiles[i], hooks)
			if err != nil {
				return err
			}
			if text != nil {
				if err := l.put(p.CompiledGoFiles[i], text); err != nil {
					return fmt.Errorf("instrument: %w", err)
				}
			}
		}
		if err := l.put(filepath.Join(filepath.Dir(p.CompiledGoFiles[0]), "zz_errlintforce.go"), l.forcers[p].file()); err != nil {
			return fmt.Errorf("instrument: %w", err)
		}
	}
	home := filepath.Join(l.dir, "internal", "errlintrt")
	if err := l.put(filepath.Join(home, "runtime.go"), []byte(runtimeSource)); err != nil {
		return fmt.Errorf("instrument: %w", err)
	}
	return l.put(filepath.Join(home, "injected.go"), values(injected))
}

// values is the source of the errors that are injected.
func values(injected []named) []byte {
	var imports, b bytes.Buffer
	aliases := make(map[string]string)
	for _, e := range injected {
		if aliases[e.pkg] == "" {
			aliases[e.pkg] = "p" + strconv.Itoa(len(aliases))
			fmt.Fprintf(&imports, "import %s %q\n", aliases[e.pkg], e.pkg)
		}
		fmt.Fprintf(&b, "\t%q: func() error { return %s },\n", e.String(), e.value(aliases[e.pkg]))
	}
	return fmt.Appendf(nil, "//go:build go1.23\n\npackage errlintrt\n\nimport errlintErrors \"errors\"\n%s\n// Injected is the errors that calls of functions outside the module can be made to return.\nvar Injected = map[string]func() error{\n\t\"\": func() error { return errlintErrors.New(\"injected\") },\n%s}\n", &imports, &b)
}

// hook is a file in which functions return what is found by force; nil if none of them is in it.
func (l *library) hook(p *packages.Package, file *ast.File, name string, hooks map[*types.Func]bool) ([]byte, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	offset := func(n ast.Node, end bool) int {
		if end {
			return p.Fset.Position(n.End()).Offset
		}
		return p.Fset.Position(n.Pos()).Offset
	}
	var out bytes.Buffer
	at := offset(file.Name, true)
	out.Write(src[:at])
	fmt.Fprintf(&out, "; import errlintrt %q", l.path+"/internal/errlintrt")
	found := false
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		obj, _ := p.TypesInfo.Defs[fn.Name].(*types.Func)
		if !hooks[obj] {
			continue
		}
		found = true
		open := offset(fn.Body, false) + 1
		out.Write(src[at:open])
		at = open
		fmt.Fprintf(&out, " if errlintrt.On(%q) { ", obj.FullName())
		var results []string
		done := false
		i := 0
		for _, field := range fn.Type.Results.List {
			typ := string(src[offset(field.Type, false):offset(field.Type, true)])
			for range max(1, len(field.Names)) {
				v := fmt.Sprintf("errlintZero%d", i)
				fmt.Fprintf(&out, "var %s %s; ", v, typ)
				if !done && isError(p.TypesInfo.TypeOf(field.Type)) {
					fmt.Fprintf(&out, "%s, _ = errlintrt.Next().(%s); ", v, typ)
					done = true
				}
				results = append(results, v)
				i++
			}
		}
		fmt.Fprintf(&out, "return %s }; ", strings.Join(results, ", "))
	}
	out.Write(src[at:])
	if !found {
		return nil, nil
	}
	return out.Bytes(), nil
}

var compileError = regexp.MustCompile(`(?m)^(.*zz_errlintforce\.go):(\d+):\d+: (.*)$`)

// maxBuilds is how often a program is built, each time without the ways that did not compile.
const maxBuilds = 12

// build builds a program that is a package of the module.
func (l *library) build(ctx context.Context, program []byte, out string) error {
	if err := l.put(filepath.Join(l.dir, "internal", "errlintclient", "main.go"), program); err != nil {
		return fmt.Errorf("client: %w", err)
	}
	text, err := json.Marshal(map[string]any{"Replace": l.overlay})
	if err != nil {
		return fmt.Errorf("overlay: %w", err)
	}
	overlay := filepath.Join(l.tmp, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		return fmt.Errorf("overlay: %w", err)
	}
	for range maxBuilds {
		cmd := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-gcflags=-e -N -l", "-o", out, "./internal/errlintclient")
		cmd.Dir, cmd.Env = l.dir, environment(l.dir)
		output, err := cmd.CombinedOutput()
		if err == nil {
			return nil
		}
		if ok, dropErr := l.drop(string(output)); dropErr != nil {
			return dropErr
		} else if !ok {
			return &buildError{string(output)}
		}
	}
	return errors.New("the forced functions do not compile")
}

// A buildError is why a client does not compile.
type buildError struct{ output string }

func (e *buildError) Error() string { return "go build: " + e.output }

// drop drops the ways that do not compile, and reports whether there were any.
func (l *library) drop(output string) (bool, error) {
	dropped := false
	for _, m := range compileError.FindAllStringSubmatch(output, -1) {
		name := m[1]
		if !filepath.IsAbs(name) {
			name = filepath.Join(l.dir, name)
		}
		for of, file := range l.overlay {
			if file == name {
				name = of
			}
		}
		line, err := strconv.Atoi(m[2])
		if err != nil {
			return false, fmt.Errorf("line of a compiler's message: %w", err)
		}
		for p, f := range l.forcers {
			if filepath.Join(filepath.Dir(p.CompiledGoFiles[0]), "zz_errlintforce.go") != name {
				continue
			}
			text, err := os.ReadFile(l.overlay[name])
			if err != nil {
				return false, fmt.Errorf("forced functions: %w", err)
			}
			lines := strings.Split(string(text), "\n")
			for i := min(line, len(lines)) - 1; i >= 0; i-- {
				if rest, ok := strings.CutPrefix(lines[i], "\tcase "); ok && strings.Contains(rest, ": // \"") {
					_, quoted, _ := strings.Cut(rest, ": // ")
					key, err := strconv.Unquote(quoted)
					if err != nil {
						return false, fmt.Errorf("forced functions: %w", err)
					}
					if !f.dropped[key] {
						f.dropped[key] = true
						l.unforced++
						dropped = true
					}
					break
				}
			}
		}
	}
	if !dropped {
		return false, nil
	}
	for p, f := range l.forcers {
		if err := l.put(filepath.Join(filepath.Dir(p.CompiledGoFiles[0]), "zz_errlintforce.go"), f.file()); err != nil {
			return false, fmt.Errorf("instrument: %w", err)
		}
	}
	return true, nil
}

// ways is how many ways are forced.
func (l *library) ways() int {
	n := 0
	for _, f := range l.forcers {
		n += len(f.ways)
	}
	return n
}

// run runs a client, and returns what it says.
func (l *library) run(ctx context.Context, program string, change int, forced string, outside []string) ([]string, error) {
	cmd := exec.CommandContext(ctx, program, strconv.Itoa(change))
	cmd.Env = append(os.Environ(), "ERRLINT_FORCED="+forced, "ERRLINT_OUTSIDE="+strings.Join(outside, " "))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("client: %w: %s", err, out)
	}
	said := make(map[string]bool)
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(line, "client: "); ok {
			said[strings.TrimSpace(text)] = true
		}
	}
	return slices.Sorted(maps.Keys(said)), nil
}

// named is functions by their names without what marks a pointer.
func (l *library) named(names []string) []*types.Func {
	var out []*types.Func
	for _, name := range names {
		out = append(out, l.funcs[name])
	}
	return out
}

// outside is the functions of other modules that the module calls, by their full names.
func (l *library) outside() map[string]bool {
	out := make(map[string]bool)
	for _, p := range l.pkgs {
		for _, obj := range p.TypesInfo.Uses {
			if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil {
				out[fn.Origin().FullName()] = true
			}
		}
	}
	return out
}
