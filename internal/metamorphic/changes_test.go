package metamorphic

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// A change changes a package in a way that means nothing. It returns the files of the changed package by name.
type change struct {
	name string
	make func(p *pkg) map[string]text
}

// A pkg is a package that is changed.
type pkg struct {
	*packages.Package
	files []*file // parallel to Syntax
	rng   *rand.Rand
}

// changes are all of them.
var changes = []change{
	{"declarations in another order", reorder},
	{"files in another order", renameFiles},
	{"a package split in two files", split},
	{"an unrelated caller added first", addCallers},
	{"a local renamed", renameLocals},
	{"an expression put into a variable", nameExpressions},
	{"a body moved into a helper", func(p *pkg) map[string]text { return moveBodies(p, toHelper) }},
	{"a body moved into a closure", func(p *pkg) map[string]text { return moveBodies(p, toClosure) }},
	{"a helper made generic", makeGeneric},
	{"a helper made recursive", makeRecursive},
}

// chance returns whether a place is changed this time: most are.
func (p *pkg) chance() bool { return p.rng.IntN(4) > 0 }

// isSpoken reports whether a comment in a range, or on the line above it, speaks to errlint or golangci-lint.
func (f *file) isSpoken(from, to int) bool {
	for range 2 { // the line, and the one above
		from = strings.LastIndexByte(string(f.src[:max(0, from-1)]), '\n') + 1
	}
	if i := strings.IndexByte(string(f.src[to:]), '\n'); i >= 0 {
		to += i
	}
	s := string(f.src[from:to])
	return strings.Contains(s, "errlint:") || strings.Contains(s, "nolint")
}

// A chunk is a declaration with the comments before it.
type chunk struct{ from, to int }

// chunks returns where the declarations of a file begin after the imports, each with what comes before it, and the
// end of what comes first. It reports false for a file whose comments cannot be told to which declaration they belong.
func chunks(f *file, syntax *ast.File) (head int, out []chunk, ok bool) {
	head = f.offset(syntax.Name.End())
	for _, d := range syntax.Decls {
		if g, isGen := d.(*ast.GenDecl); isGen && g.Tok == token.IMPORT {
			head = f.lineEnd(f.offset(d.End()))
		}
	}
	head = f.lineEnd(head)
	at := head
	for _, d := range syntax.Decls {
		if f.offset(d.Pos()) < head {
			continue
		}
		end := f.lineEnd(f.offset(d.End()))
		if end <= at {
			return 0, nil, false // two on one line
		}
		out = append(out, chunk{at, end})
		at = end
	}
	return head, out, true
}

// lineEnd returns where the line after an offset begins.
func (f *file) lineEnd(offset int) int {
	if i := strings.IndexByte(string(f.src[offset:]), '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(f.src)
}

// isPlain reports whether the declarations of a file may be moved.
func isPlain(syntax *ast.File) bool {
	for _, imp := range syntax.Imports {
		if imp.Path.Value == `"C"` {
			return false
		}
	}
	return !ast.IsGenerated(syntax)
}

func reorder(p *pkg) map[string]text {
	out := make(map[string]text)
	for i, f := range p.files {
		head, cs, ok := chunks(f, p.Syntax[i])
		if !ok || len(cs) < 2 || !isPlain(p.Syntax[i]) {
			out[f.name] = f.part(0, len(f.src))
			continue
		}
		t := f.original(0, head)
		for _, k := range p.rng.Perm(len(cs)) {
			t = append(t, f.says(cs[k].from, "\n"))
			t = append(t, f.original(cs[k].from, cs[k].to)...)
		}
		out[f.name] = append(t, f.original(cs[len(cs)-1].to, len(f.src))...)
	}
	return out
}

func renameFiles(p *pkg) map[string]text {
	out := make(map[string]text)
	for i, f := range p.files {
		dir, base := splitName(f.name)
		out[fmt.Sprintf("%sv%02d_%s", dir, len(p.files)-i, base)] = f.part(0, len(f.src))
	}
	return out
}

func splitName(name string) (dir, base string) {
	i := strings.LastIndexByte(name, '/') + 1
	return name[:i], name[i:]
}

func split(p *pkg) map[string]text {
	out := make(map[string]text)
	for i, f := range p.files {
		syntax := p.Syntax[i]
		head, cs, ok := chunks(f, syntax)
		if !ok || len(cs) < 2 || !isPlain(syntax) {
			out[f.name] = f.part(0, len(f.src))
			continue
		}
		texts := []text{f.original(0, head), {f.says(0, "package "+syntax.Name.Name+"\n")}}
		used := make([]map[types.Object]bool, 2)
		side := make([]int, len(cs))
		for k := range cs {
			side[k] = p.rng.IntN(2)
		}
		for k := range used {
			used[k] = make(map[types.Object]bool)
		}
		for id, obj := range p.TypesInfo.Uses {
			if _, ok := obj.(*types.PkgName); !ok || id.Pos() < syntax.FileStart || id.Pos() >= syntax.FileEnd {
				continue
			}
			if k := slices.IndexFunc(cs, func(c chunk) bool { return c.from <= f.offset(id.Pos()) && f.offset(id.Pos()) < c.to }); k >= 0 {
				used[side[k]][obj] = true
			}
		}
		dots := false
		for _, spec := range syntax.Imports {
			name := p.TypesInfo.PkgNameOf(spec)
			if name == nil || name.Name() == "." || name.Name() == "_" {
				dots = true
				break
			}
			if used[1][name] {
				texts[1] = append(texts[1], f.says(0, "import "+name.Name()+" "+spec.Path.Value+"\n"))
			}
			if !used[0][name] {
				// What the first file no longer needs is kept in use.
				texts[0] = append(texts[0], f.says(0, ""))
			}
		}
		unused := slices.ContainsFunc(syntax.Imports, func(spec *ast.ImportSpec) bool {
			return p.TypesInfo.PkgNameOf(spec) != nil && !used[0][p.TypesInfo.PkgNameOf(spec)]
		})
		if dots {
			out[f.name] = f.part(0, len(f.src))
			continue
		}
		if unused {
			// The imports of the first file are those that it needs.
			texts[0] = f.original(0, f.offset(syntax.Name.End()))
			texts[0] = append(texts[0], f.says(0, "\n"))
			for _, spec := range syntax.Imports {
				if name := p.TypesInfo.PkgNameOf(spec); used[0][name] {
					texts[0] = append(texts[0], f.says(0, "import "+name.Name()+" "+spec.Path.Value+"\n"))
				}
			}
		}
		for k, c := range cs {
			texts[side[k]] = append(texts[side[k]], f.says(c.from, "\n"))
			texts[side[k]] = append(texts[side[k]], f.original(c.from, c.to)...)
		}
		texts[0] = append(texts[0], f.original(cs[len(cs)-1].to, len(f.src))...)
		dir, base := splitName(f.name)
		out[f.name] = texts[0]
		out[dir+pickName(p.rng, "a_split_", "z_split_")+base] = texts[1]
	}
	return out
}

func pickName(rng *rand.Rand, names ...string) string { return names[rng.IntN(len(names))] }

// funcs calls f for each function declaration with a body.
func (p *pkg) funcs(f func(*file, *ast.File, *ast.FuncDecl, *types.Func)) {
	for i, syntax := range p.Syntax {
		if !isPlain(syntax) {
			continue
		}
		for _, d := range syntax.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				if fn, ok := p.TypesInfo.Defs[d.Name].(*types.Func); ok {
					f(p.files[i], syntax, d, fn)
				}
			}
		}
	}
}

// paramNames returns the arguments by which a function calls itself: its parameters. It reports false if some have no name.
func paramNames(d *ast.FuncDecl) (args []string, ok bool) {
	for _, field := range d.Type.Params.List {
		if len(field.Names) == 0 {
			return nil, false
		}
		for _, id := range field.Names {
			if id.Name == "_" {
				return nil, false
			}
			name := id.Name
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				name += "..."
			}
			args = append(args, name)
		}
	}
	return args, true
}

// recvName returns the name of a method's receiver; it reports false if there is none.
func recvName(d *ast.FuncDecl) (string, bool) {
	if len(d.Recv.List[0].Names) == 0 || d.Recv.List[0].Names[0].Name == "_" {
		return "", false
	}
	return d.Recv.List[0].Names[0].Name, true
}

func addCallers(p *pkg) map[string]text {
	var s strings.Builder
	imports := make(map[string]string)
	taken := make(map[string]bool)
	ok := true
	qualify := func(q *types.Package) string {
		if q == p.Types {
			return ""
		}
		if strings.Contains("/"+q.Path()+"/", "/internal/") {
			ok = false
		}
		name, seen := imports[q.Path()]
		if !seen {
			name = fmt.Sprintf("zz_%d%s", len(imports), q.Name())
			imports[q.Path()] = name
			taken[name] = true
		}
		return name
	}
	used := make(map[types.Object]bool)
	for _, obj := range p.TypesInfo.Uses {
		used[obj] = true
	}
	n := 0
	p.funcs(func(f *file, _ *ast.File, d *ast.FuncDecl, fn *types.Func) {
		sig := fn.Signature()
		if sig.Recv() != nil || sig.TypeParams() != nil || fn.Name() == "init" || fn.Name() == "main" && p.Types.Name() == "main" || !p.chance() {
			return
		}
		saved := len(imports)
		ok = true
		var params, args []string
		for i := range sig.Params().Len() {
			t := sig.Params().At(i).Type()
			text := types.TypeString(t, qualify)
			args = append(args, fmt.Sprintf("a%d", i))
			if sig.Variadic() && i == sig.Params().Len()-1 {
				text = "..." + strings.TrimPrefix(text, "[]")
				args[i] += "..."
			}
			params = append(params, fmt.Sprintf("a%d %s", i, text))
		}
		if !ok || len(imports) > saved && saved > 8 || hidden(sig, p.Types) {
			ok = true
			return
		}
		n++
		// What nobody called may have been for callers that are not seen; the error of the first one is for somebody, too.
		result, body := "", fmt.Sprintf("%s(%s)", fn.Name(), strings.Join(args, ", "))
		if last := sig.Results().Len() - 1; last >= 0 && !used[fn] && types.Identical(sig.Results().At(last).Type(), types.Universe.Lookup("error").Type()) {
			result, body = " error", fmt.Sprintf("%serr := %s; return err", strings.Repeat("_, ", last), body)
		}
		fmt.Fprintf(&s, "\nfunc zzCaller%d(%s)%s { %s }\n", n, strings.Join(params, ", "), result, body)
	})
	out := p.same()
	if n == 0 {
		return out
	}
	body := s.String()
	head := "package " + p.Types.Name() + "\n\n"
	var paths []string
	for path := range imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		if strings.Contains(body, imports[path]+".") {
			head += fmt.Sprintf("import %s %q\n", imports[path], path)
		}
	}
	dir, _ := splitName(p.files[0].name)
	out[dir+"a_callers.go"] = text{{text: head + body}}
	return out
}

// hidden reports whether a signature has a type that other files cannot write, such as one of a function.
func hidden(sig *types.Signature, pkg *types.Package) bool {
	found := false
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg() != pkg && !named.Obj().Exported() {
			found = true
		}
	}
	return found
}

// same returns the files with their edits.
func (p *pkg) same() map[string]text {
	out := make(map[string]text)
	for _, f := range p.files {
		out[f.name] = f.part(0, len(f.src))
	}
	return out
}

func renameLocals(p *pkg) map[string]text {
	params := make(map[types.Object]bool)
	p.funcs(func(_ *file, _ *ast.File, _ *ast.FuncDecl, fn *types.Func) {
		sig := fn.Signature()
		for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
			for v := range tuple.Variables() {
				params[v] = true
			}
		}
		if sig.Recv() != nil {
			params[sig.Recv()] = true
		}
	})
	renamed := make(map[types.Object]bool)
	var ids []*ast.Ident
	for id, obj := range p.TypesInfo.Defs {
		v, ok := obj.(*types.Var)
		if ok && !v.IsField() && v.Parent() != nil && v.Parent() != p.Types.Scope() && !params[v] && id.Name != "_" {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b *ast.Ident) int { return int(a.Pos() - b.Pos()) })
	for _, id := range ids {
		// Parameters of function types have a scope and no uses; they may be renamed, too.
		renamed[p.TypesInfo.Defs[id]] = p.chance()
	}
	rename := func(id *ast.Ident) {
		for i, syntax := range p.Syntax {
			if syntax.FileStart <= id.Pos() && id.Pos() < syntax.FileEnd && isPlain(syntax) {
				p.files[i].insert(p.files[i].offset(id.Pos()), "zz_")
			}
		}
	}
	for _, id := range ids {
		if renamed[p.TypesInfo.Defs[id]] {
			rename(id)
		}
	}
	for id, obj := range p.TypesInfo.Uses {
		if renamed[obj] {
			rename(id)
		}
	}
	return p.same()
}

func nameExpressions(p *pkg) map[string]text {
	n := 0
	for i, syntax := range p.Syntax {
		f := p.files[i]
		if !isPlain(syntax) {
			continue
		}
		astutil.Apply(syntax, func(c *astutil.Cursor) bool {
			ret, ok := c.Node().(*ast.ReturnStmt)
			if !ok || len(ret.Results) == 0 || c.Index() < 0 {
				return true
			}
			from, to := f.offset(ret.Pos()), f.offset(ret.End())
			if f.isSpoken(from, to) || !p.chance() {
				return true
			}
			if _, ok := p.TypesInfo.TypeOf(ret.Results[0]).(*types.Tuple); ok {
				return true
			}
			var before text
			var names []string
			for _, x := range ret.Results {
				tv := p.TypesInfo.Types[x]
				if tv.IsNil() || tv.Value != nil || tv.Type == nil {
					names = append(names, string(f.src[f.offset(x.Pos()):f.offset(x.End())]))
					continue
				}
				if b, ok := tv.Type.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
					names = append(names, string(f.src[f.offset(x.Pos()):f.offset(x.End())]))
					continue
				}
				n++
				name := fmt.Sprintf("zzv%d", n)
				names = append(names, name)
				before = append(before, f.says(f.offset(x.Pos()), name+" := "))
				before = append(before, f.original(f.offset(x.Pos()), f.offset(x.End()))...)
				before = append(before, f.says(from, "; "))
			}
			if len(before) == 0 {
				return true
			}
			before = append(before, f.original(from, from+len("return"))...)
			before = append(before, f.says(from, " "+strings.Join(names, ", ")))
			f.replace(from, to, before...)
			return false // what is inside has been copied as it is
		}, nil)
	}
	return p.same()
}

// The ways to move a body.
const (
	toHelper = iota
	toClosure
)

func moveBodies(p *pkg, how int) map[string]text {
	p.funcs(func(f *file, _ *ast.File, d *ast.FuncDecl, fn *types.Func) {
		from := f.offset(d.Pos())
		if d.Doc != nil {
			from = f.offset(d.Doc.Pos())
		}
		lbrace, rbrace := f.offset(d.Body.Lbrace), f.offset(d.Body.Rbrace)
		if fn.Name() == "init" || f.isSpoken(from, lbrace) || !p.chance() {
			return
		}
		results := ""
		ret := ""
		if d.Type.Results != nil && len(d.Type.Results.List) > 0 {
			results = " " + string(f.src[f.offset(d.Type.Results.Pos()):f.offset(d.Type.Results.End())])
			ret = "return "
		}
		if how == toClosure {
			f.insert(lbrace+1, " "+ret+"func()"+results+" {")
			f.replace(rbrace, rbrace, f.says(rbrace, "}() "))
			return
		}
		args, ok := paramNames(d)
		if !ok {
			return
		}
		name := "zz_" + d.Name.Name
		call, head := name, "func "+name
		if d.Recv != nil {
			recv, ok := recvName(d)
			if !ok {
				return
			}
			call = recv + "." + name
			head = "func " + string(f.src[f.offset(d.Recv.Pos()):f.offset(d.Recv.End())]) + " " + name
		}
		if d.Type.TypeParams != nil {
			head += string(f.src[f.offset(d.Type.TypeParams.Pos()):f.offset(d.Type.TypeParams.End())])
			var names []string
			for tp := range fn.Signature().TypeParams().TypeParams() {
				names = append(names, tp.Obj().Name())
			}
			call += "[" + strings.Join(names, ", ") + "]"
		}
		params := string(f.src[f.offset(d.Type.Params.Pos()):f.offset(d.Type.Params.End())])
		f.insert(lbrace+1, " "+ret+call+"("+strings.Join(args, ", ")+") }\n\n"+head+params+results+" {")
	})
	return p.same()
}

func makeGeneric(p *pkg) map[string]text {
	generic := make(map[types.Object]bool)
	p.funcs(func(f *file, _ *ast.File, d *ast.FuncDecl, fn *types.Func) {
		if d.Recv != nil || d.Type.TypeParams != nil || fn.Exported() || fn.Name() == "main" || fn.Name() == "init" || !p.chance() {
			return
		}
		generic[fn] = true
		f.insert(f.offset(d.Name.End()), "[zzT any]")
	})
	for id, obj := range p.TypesInfo.Uses {
		if !generic[obj] {
			continue
		}
		for i, syntax := range p.Syntax {
			if syntax.FileStart <= id.Pos() && id.Pos() < syntax.FileEnd {
				p.files[i].insert(p.files[i].offset(id.End()), "[int]")
			}
		}
	}
	return p.same()
}

func makeRecursive(p *pkg) map[string]text {
	p.funcs(func(f *file, _ *ast.File, d *ast.FuncDecl, fn *types.Func) {
		args, ok := paramNames(d)
		lbrace := f.offset(d.Body.Lbrace)
		if !ok || fn.Name() == "main" || fn.Name() == "init" || !p.chance() {
			return
		}
		call := fn.Name()
		if d.Recv != nil {
			recv, ok := recvName(d)
			if !ok {
				return
			}
			call = recv + "." + call
		}
		if d.Type.TypeParams != nil {
			var names []string
			for tp := range fn.Signature().TypeParams().TypeParams() {
				names = append(names, tp.Obj().Name())
			}
			call += "[" + strings.Join(names, ", ") + "]"
		}
		call += "(" + strings.Join(args, ", ") + ")"
		if fn.Signature().Results().Len() > 0 {
			f.insert(lbrace+1, " const zzNever = false; if zzNever { return "+call+" }; ")
		} else {
			f.insert(lbrace+1, " const zzNever = false; if zzNever { "+call+"; return }; ")
		}
	})
	return p.same()
}
