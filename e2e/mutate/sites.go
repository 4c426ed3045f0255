package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// find returns all mutations of a file.
func (f *file) find() []*mutation {
	var ms []*mutation
	for c := range f.root.Preorder((*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			if fn := typeutil.StaticCallee(f.pkg.TypesInfo, n); fn != nil && fn.FullName() == "fmt.Errorf" {
				ms = append(ms, f.formats(c, n)...)
			}
		case *ast.ReturnStmt:
			ms = append(ms, f.returns(c, n)...)
		case *ast.FuncDecl:
			ms = append(ms, f.unlisted(c, n)...)
		}
	}
	return ms
}

// mutation returns one at a node, without its edits; nil outside of a declaration that can have one.
func (f *file) mutation(k kind, c inspector.Cursor) *mutation {
	decl := c.Node()
	for d := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.GenDecl)(nil)) {
		decl = d.Node() // the outermost is the last
	}
	start := decl.Pos()
	if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil {
		start = fn.Doc.Pos()
	}
	pos := f.fset.Position(c.Node().Pos())
	lineStart := strings.LastIndexByte(string(f.src[:pos.Offset]), '\n') + 1
	line, _, _ := strings.Cut(string(f.src[lineStart:]), "\n")
	return &mutation{
		kind: k, file: f.name, pos: pos, source: strings.TrimSpace(line),
		decl: span{f.line(start), f.line(decl.End())},
	}
}

// A verbAt is a verb of a format: that of one operand.
type verbAt struct {
	start, end int // of %…w in the file
	operand    int // its index among the operands
	letter     byte
}

// verbs returns the verbs of a format that is one literal, and whether that is all there is to it.
func (f *file) verbs(format ast.Expr) ([]verbAt, bool) {
	lit, ok := ast.Unparen(format).(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return nil, false
	}
	var out []verbAt
	base := f.offset(lit.Pos())
	for i := 0; i < len(lit.Value); i++ {
		if lit.Value[i] != '%' {
			continue
		}
		start := i
		for i++; i < len(lit.Value) && strings.IndexByte("+-# 0123456789.", lit.Value[i]) >= 0; i++ {
		}
		if i == len(lit.Value) || strings.IndexByte("[*\\", lit.Value[i]) >= 0 {
			return nil, false
		}
		if lit.Value[i] != '%' {
			out = append(out, verbAt{base + start, base + i + 1, len(out), lit.Value[i]})
		}
	}
	return out, true
}

// formats returns the mutations of a call of fmt.Errorf: two for each operand that it wraps.
func (f *file) formats(c inspector.Cursor, call *ast.CallExpr) []*mutation {
	if tv := f.pkg.TypesInfo.Types[call.Args[0]]; tv.Value == nil || !strings.Contains(constant.StringVal(tv.Value), "%w") {
		return nil
	}
	vs, ok := f.verbs(call.Args[0])
	if !ok || len(vs) != len(call.Args)-1 {
		m := f.mutation(verb, c)
		m.exempt = "not mutated: the format is no single literal with a verb for each operand"
		o := f.mutation(operand, c)
		o.exempt = m.exempt
		return []*mutation{m, o}
	}
	wrapped := 0
	for _, v := range vs {
		if v.letter == 'w' {
			wrapped++
		}
	}
	var ms []*mutation
	for _, v := range vs {
		if v.letter != 'w' {
			continue
		}
		at := c.ChildAt(edge.CallExpr_Args, v.operand+1)
		place := f.place(at)
		leaves, fate := f.fate(c)
		shape := fmt.Sprintf("%s, %s, the operand is %s", fate, place.guard, place.what)

		m := f.mutation(verb, c)
		m.shape = shape
		m.edits = []edit{{v.end - 1, v.end, "v"}}
		switch {
		case !leaves:
			m.exempt = fate
		case place.parsed != "":
			m.exempt = place.parsed
		case place.looked != "" && wrapped > 1:
			m.exempt = "a translation of an error that is " + place.looked
		}
		ms = append(ms, m)

		o := f.mutation(operand, c)
		o.shape = shape
		o.edits = append(f.withoutVerb(call.Args[0], v), f.withoutOperand(call, v.operand+1))
		o.tail = f.keep(call.Args[v.operand+1])
		if !leaves {
			o.exempt = fate
		} else {
			o.exempt = place.unknown()
		}
		ms = append(ms, o)
	}
	return ms
}

// withoutVerb takes a verb out of a literal, with the punctuation before it.
func (f *file) withoutVerb(lit ast.Expr, v verbAt) []edit {
	start := v.start
	first := f.offset(ast.Unparen(lit).Pos()) + 1
	for start > first && strings.IndexByte(" :", f.src[start-1]) >= 0 {
		start--
	}
	end := v.end
	for start == first && end < len(f.src) && strings.IndexByte(" :", f.src[end]) >= 0 {
		end++
	}
	return []edit{{start, end, ""}}
}

// withoutOperand takes an argument, not the first, out of a call, and leaves each line where it is.
func (f *file) withoutOperand(call *ast.CallExpr, i int) edit {
	arg := call.Args[i]
	start, end := f.offset(arg.Pos()), f.offset(arg.End())
	before := f.offset(call.Args[i-1].End())
	lines := strings.Repeat("\n", strings.Count(string(f.src[start:end]), "\n"))
	if i+1 < len(call.Args) {
		// With the comma after it.
		for f.src[end] != ',' {
			end++
		}
		return edit{start, end + 1, lines}
	}
	if strings.Contains(string(f.src[before:start]), "\n") || lines != "" {
		// The comma before it ends the line, or there is one at the end.
		for end < len(f.src) && strings.IndexByte(" \t", f.src[end]) >= 0 {
			end++
		}
		if f.src[end] == ',' {
			end++
		}
		return edit{start, end, lines}
	}
	return edit{before, end, ""}
}

// keep returns declarations that use the imports that an expression uses, which may be their last use.
func (f *file) keep(n ast.Node) []string {
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		if _, ok := f.pkg.TypesInfo.Uses[id].(*types.PkgName); !ok {
			return true
		}
		switch obj := f.pkg.TypesInfo.Uses[sel.Sel].(type) {
		case *types.Func:
			if obj.Signature().TypeParams() == nil {
				out = append(out, "var _ = "+id.Name+"."+obj.Name())
			}
		case *types.Var:
			out = append(out, "var _ = &"+id.Name+"."+obj.Name())
		case *types.Const:
			out = append(out, "const _ = "+id.Name+"."+obj.Name())
		case *types.TypeName:
			if named, ok := types.Unalias(obj.Type()).(*types.Named); !ok || named.TypeParams() == nil {
				out = append(out, "type _ "+id.Name+"."+obj.Name())
			}
		}
		return true
	})
	return out
}

// results returns the results of the function that a node is in.
func (f *file) results(c inspector.Cursor) *ast.FieldList {
	for fn := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			return fn.Type.Results
		case *ast.FuncLit:
			return fn.Type.Results
		}
	}
	return nil
}

// returns returns the mutations of a return statement that returns an error that is known not to be nil, as it came.
func (f *file) returns(c inspector.Cursor, ret *ast.ReturnStmt) []*mutation {
	results := f.results(c)
	if results == nil || len(ret.Results) != results.NumFields() || len(ret.Results) == 0 {
		return nil
	}
	last := len(ret.Results) - 1
	err := ret.Results[last]
	if !isError(f.pkg.TypesInfo.TypeOf(results.List[len(results.List)-1].Type)) || !isError(f.pkg.TypesInfo.TypeOf(err)) {
		return nil
	}
	switch ast.Unparen(err).(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return nil
	}
	at := c.ChildAt(edge.ReturnStmt_Results, last)
	place := f.place(at)
	if place.kept || !place.nonNil {
		return nil
	}
	start, end := f.offset(err.Pos()), f.offset(err.End())
	id := fmt.Sprintf("%x", uint32(hash(f.rel()))^uint32(start))
	errText := f.text(err)
	shape := fmt.Sprintf("returned, %s, the error is %s", place.guard, place.what)
	var ms []*mutation
	add := func(k kind, imports, tail []string, edits ...edit) *mutation {
		m := f.mutation(k, c)
		m.imports, m.tail, m.edits, m.shape = imports, tail, edits, shape
		ms = append(ms, m)
		return m
	}
	// What follows may be the only use of an import.
	keep := f.keep(err)
	list := func(specs ...string) []string { return specs }
	declare := func(decls ...string) []string { return append(decls, keep...) }
	const errorsPkg, fmtPkg = `mutErrors "errors"`, `mutFmt "fmt"`

	m := add(fresh, list(errorsPkg), keep, edit{start, end, `mutErrors.New("failed")`})
	m.exempt = place.unknown()
	m = add(sentinel, list(errorsPkg), declare("var errMut"+id+` = mutErrors.New("failed")`), edit{start, end, "errMut" + id})
	m.exempt = place.unknown()

	if reason, ok := f.documents(c); ok {
		m = add(raise, list(errorsPkg, fmtPkg), []string{
			"var ErrMut" + id + ` = mutErrors.New("failed")`,
			"// DocMut" + id + " returns [ErrMut" + id + "].\nfunc DocMut" + id + "() error { return ErrMut" + id + " }",
		}, edit{start, end, `mutFmt.Errorf("%w: %w", ErrMut` + id + ", " + errText + ")"})
		m.exempt, m.raises = reason, "ErrMut"+id
	}

	// Nothing from here on is a fault.
	ms = append(ms, f.handled(c, ret, err, id, shape, keep)...)
	return ms
}

// handled returns what does no harm where an error is returned.
func (f *file) handled(c inspector.Cursor, ret *ast.ReturnStmt, err ast.Expr, id, shape string, keep []string) []*mutation {
	if behindLabel(c) {
		return nil
	}
	var ms []*mutation
	start, end := f.offset(err.Pos()), f.offset(err.End())
	before := f.offset(ret.Pos())
	e := f.text(err)
	if strings.Contains(e, "\n") {
		return nil
	}
	instead, oneLine := f.instead(c, ret)
	const errorsPkg, fmtPkg, ioPkg, fsPkg, logPkg, slogPkg = `mutErrors "errors"`, `mutFmt "fmt"`, `mutIO "io"`, `mutFS "io/fs"`, `mutLog "log"`, `mutSlog "log/slog"`
	add := func(name string, imports, tail []string, edits ...edit) {
		m := f.mutation(handled, c)
		m.name, m.imports, m.tail, m.edits, m.shape = name, imports, append(tail, keep...), edits, shape
		ms = append(ms, m)
	}
	insert := func(text string) edit { return edit{before, before, text} }
	replace := func(text string) edit { return edit{start, end, text} }
	// What is put before the return must not hide what that uses.
	if oneLine {
		add("errors.Is, then nil", []string{errorsPkg, ioPkg}, nil,
			insert("if mutErrors.Is("+e+", mutIO.EOF) { "+instead("nil")+" }; "))
		add("errors.Is, then another sentinel", []string{errorsPkg, ioPkg}, []string{"var errMut" + id + ` = mutErrors.New("translated")`},
			insert("if mutErrors.Is("+e+", mutIO.EOF) { "+instead("errMut"+id)+" }; "))
		add("a switch of errors.Is, then nil", []string{errorsPkg, ioPkg, fsPkg}, nil,
			insert("switch { case mutErrors.Is("+e+", mutIO.EOF), mutErrors.Is("+e+", mutFS.ErrNotExist): "+instead("nil")+" }; "))
		add("errors.As, then a new error", []string{errorsPkg, fsPkg}, nil,
			insert("if mut := (*mutFS.PathError)(nil); mutErrors.As("+e+", &mut) { "+instead(`mutErrors.New("bad path")`)+" }; "))
		add("compared, then nil", []string{ioPkg}, nil,
			insert("if "+e+" == mutIO.EOF { "+instead("nil")+" }; "))
		add("errors.Is or wrapped", []string{errorsPkg, ioPkg, fmtPkg}, nil,
			insert("if !mutErrors.Is("+e+", mutIO.EOF) { "+instead(`mutFmt.Errorf("op: %w", `+e+")")+" }; "))
	}
	add("logged, then returned", []string{logPkg}, nil, insert(`mutLog.Printf("op: %v", `+e+"); "))
	add("its text logged, then returned", []string{slogPkg}, nil, insert(`mutSlog.Error("op", "error", `+e+".Error()); "))
	add("its text kept for a log, then wrapped", []string{fmtPkg, logPkg}, nil,
		insert(`mutText := mutFmt.Sprintf("op: %v", `+e+"); mutLog.Print(mutText); "), replace(`mutFmt.Errorf("op: %w", `+e+")"))
	add("wrapped", []string{fmtPkg}, nil, replace(`mutFmt.Errorf("op: %w", `+e+")"))
	add("wrapped by one operand, formatted by another", []string{fmtPkg}, nil, replace(`mutFmt.Errorf("op %v: %w", `+e+", "+e+")"))
	add("wrapped in a variable", []string{fmtPkg}, nil,
		insert(`mutErr := mutFmt.Errorf("op: %w", `+e+"); "), replace("mutErr"))
	add("joined", []string{errorsPkg}, nil, replace(`mutErrors.Join(mutErrors.New("op"), `+e+")"))
	ms[len(ms)-1].adds = true
	add("wrapped by a helper", []string{fmtPkg}, []string{"func wrapMut" + id + `(err error) error { return mutFmt.Errorf("op: %w", err) }`},
		replace("wrapMut"+id+"("+e+")"))
	add("wrapped by a type", nil, []string{"type errorMut" + id + " struct{ err error }\n" +
		"func (e *errorMut" + id + `) Error() string { return "op: " + e.err.Error() }` + "\n" +
		"func (e *errorMut" + id + ") Unwrap() error { return e.err }"},
		replace("&errorMut"+id+"{"+e+"}"))
	if m := f.renamed(c, err); m != nil {
		m.shape = shape
		ms = append(ms, m)
	}
	return ms
}

// behindLabel reports whether a statement has no place before it for another one.
func behindLabel(c inspector.Cursor) bool {
	switch c.Parent().Node().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return false
	}
	return true
}

// instead returns the source of a return of another error, or nil, in place of the last result of ret; ok is false where that is no
// statement of one line, or where none can be put before ret.
func (f *file) instead(c inspector.Cursor, ret *ast.ReturnStmt) (source func(err string) string, ok bool) {
	var zeros []string
	results := f.results(c)
	for i := range ret.Results[:len(ret.Results)-1] {
		zeros = append(zeros, "*new("+typeOfResult(f, results, i)+")")
	}
	source = func(err string) string {
		return "return " + strings.Join(append(zeros[:len(zeros):len(zeros)], err), ", ")
	}
	err := f.text(ret.Results[len(ret.Results)-1])
	return source, !behindLabel(c) && !strings.Contains(source(err), "\n")
}

// renamed gives the local variable that is returned another name.
func (f *file) renamed(c inspector.Cursor, err ast.Expr) *mutation {
	id, ok := ast.Unparen(err).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := f.pkg.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == f.pkg.Types.Scope() || v.IsField() {
		return nil
	}
	m := f.mutation(handled, c)
	m.name, m.renamed = "renamed", v.Name()
	for c := range f.root.Preorder((*ast.Ident)(nil)) {
		id := c.Node().(*ast.Ident)
		if f.pkg.TypesInfo.Defs[id] == v || f.pkg.TypesInfo.Uses[id] == v {
			m.edits = append(m.edits, edit{f.offset(id.Pos()), f.offset(id.End()), "mutRenamed"})
		}
	}
	// A variable of a type switch has an object for each case: leave such alone.
	if len(m.edits) < 2 {
		return nil
	}
	return m
}

// typeOfResult returns the source of the type of result i.
func typeOfResult(f *file, results *ast.FieldList, i int) string {
	for _, field := range results.List {
		n := max(1, len(field.Names))
		if i < n {
			return f.text(field.Type)
		}
		i -= n
	}
	return ""
}

func isError(t types.Type) bool {
	return t != nil && types.Identical(types.Unalias(t), types.Universe.Lookup("error").Type())
}

// hash is FNV-1a.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
