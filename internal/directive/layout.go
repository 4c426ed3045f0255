package directive

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

func spanOf(n ast.Node) span { return span{n.Pos(), n.End()} }

// A layout knows what stands on which line of a file. Lines are those of the
// file as it is, whatever line directives say.
type layout struct {
	file  *ast.File
	tok   *token.File
	first map[int]token.Pos              // by line: where the first syntax node begins or ends
	begin map[int][]ast.Node             // by line: the nodes that begin there, outermost first
	begun map[int][]ast.Node             // by line: the targets that begin there
	ended map[int][]ast.Node             // by line: the targets that end there
	heads map[int][]ast.Node             // by line: the functions whose head is on it, from "func" to the brace
	rets  []*ast.ReturnStmt              // all return statements, in source order
	docs  map[*ast.CommentGroup]ast.Node // what the doc and line comments of declarations belong to

	scopes map[spot]*scope // those of the directives placed so far

	// Return statements that begin before the line of the directive placed last, outer ones first, and how many
	// have been added so far. Directives are placed in source order.
	around []*ast.ReturnStmt
	passed int
}

// A spot is what the scope of a directive follows from.
type spot struct {
	kind   Kind
	line   int  // that the directive is about
	trails bool // it stands on that line
}

// newLayout makes the layout of a file. A target is a node that an ignore directive may
// be about: a statement, declaration, specification or field, or an
// element of a composite literal or argument list.
func newLayout(fset *token.FileSet, file *ast.File) *layout {
	lay := &layout{
		file:  file,
		tok:   fset.File(file.FileStart),
		first: make(map[int]token.Pos),
		begin: make(map[int][]ast.Node),
		begun: make(map[int][]ast.Node),
		ended: make(map[int][]ast.Node),
		heads: make(map[int][]ast.Node),
		docs:  make(map[*ast.CommentGroup]ast.Node),

		scopes: make(map[spot]*scope),
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.CommentGroup, *ast.Comment:
			return false
		case *ast.File:
			line := lay.line(n.Package)
			lay.begin[line] = append(lay.begin[line], n)
			lay.note(n.Package)
			return true
		case *ast.FuncDecl:
			lay.doc(n, n.Doc)
			lay.head(n, n.Body)
			lay.target(n)
		case *ast.FuncLit:
			lay.head(n, n.Body)
		case *ast.ReturnStmt:
			lay.rets = append(lay.rets, n)
			lay.target(n)
		case *ast.GenDecl:
			lay.doc(n, n.Doc)
			lay.target(n)
		case *ast.TypeSpec:
			lay.doc(n, n.Doc, n.Comment)
			lay.target(n)
		case *ast.StructType:
			for _, f := range n.Fields.List {
				lay.doc(f, f.Doc, f.Comment)
			}
		case *ast.CompositeLit:
			for _, elt := range n.Elts {
				lay.target(elt)
			}
		case *ast.CallExpr:
			for _, arg := range n.Args {
				lay.target(arg)
			}
		case *ast.BlockStmt:
			// Not a target: what a block begins with is a target of its own.
		case ast.Stmt, ast.Spec, *ast.Field:
			lay.target(n)
		}
		if lay.has(n) {
			lay.begin[lay.line(n.Pos())] = append(lay.begin[lay.line(n.Pos())], n)
			lay.note(n.Pos())
			lay.note(n.End() - 1)
		}
		return true
	})
	return lay
}

// has reports whether a node has source text in the file: an implicit
// statement and an absent parameter list have none.
func (lay *layout) has(n ast.Node) bool {
	return n.Pos().IsValid() && n.Pos() < n.End() &&
		lay.file.FileStart <= n.Pos() && n.End() <= lay.file.FileEnd
}

func (lay *layout) target(n ast.Node) {
	if lay.has(n) {
		from, to := lay.line(n.Pos()), lay.line(n.End()-1)
		lay.begun[from] = append(lay.begun[from], n)
		lay.ended[to] = append(lay.ended[to], n)
	}
}

// head notes the lines of a function's head.
func (lay *layout) head(fn ast.Node, body *ast.BlockStmt) {
	from := lay.line(fn.Pos())
	to := from
	if body != nil {
		to = lay.line(body.Lbrace)
	}
	for line := from; line <= to; line++ {
		lay.heads[line] = append(lay.heads[line], fn)
	}
}

func (lay *layout) doc(n ast.Node, groups ...*ast.CommentGroup) {
	for _, group := range groups {
		if group != nil {
			lay.docs[group] = n
		}
	}
}

func (lay *layout) note(pos token.Pos) {
	line := lay.line(pos)
	if old, ok := lay.first[line]; !ok || pos < old {
		lay.first[line] = pos
	}
}

func (lay *layout) line(pos token.Pos) int { return lay.tok.PositionFor(pos, false).Line }

func (lay *layout) column(pos token.Pos) int { return lay.tok.PositionFor(pos, false).Column }

// lines returns the span of some whole lines.
func (lay *layout) lines(from, to int) span {
	s := span{lay.tok.LineStart(from), lay.file.FileEnd}
	if to < lay.tok.LineCount() {
		s.end = lay.tok.LineStart(to + 1)
	}
	return s
}

// place determines what a directive in the given comment group covers, or adds the problem
// that it can cover nothing there.
func (lay *layout) place(d *Directive, group *ast.CommentGroup) {
	if !d.Valid() && d.Kind != Opaque && d.Kind != Ignore {
		return
	}
	switch d.Kind {
	case Nolint:
		at := spot{Nolint, lay.line(group.Pos()), false}
		if d.scope = lay.scopes[at]; d.scope == nil {
			d.scope = newScope(lay.nolintScope(group))
			lay.scopes[at] = d.scope
		}
	case Opaque:
		d.scope = lay.scopeAt(d, group, lay.opaqueScope)
		if len(*d.scope) == 0 {
			d.misplaced("errlint:opaque is about a return statement or a function, and there is none here")
		}
	case Ignore:
		d.scope = lay.scopeAt(d, group, lay.ignoreScope)
		if len(*d.scope) == 0 {
			d.misplaced("errlint:ignore is about a line or a declaration, and there is none here")
		}
	default:
		f, known := formOf(d.Kind)
		fn, isFunc := lay.docs[group].(*ast.FuncDecl)
		switch {
		case !known:
		case f.at&lay.at(group) == 0:
			d.misplaced("errlint:" + string(d.Kind) + " belongs " + f.at.String())
		case isFunc:
			d.checkParams(fn)
		}
	}
}

// A place is a set of places where a mark may stand.
type place int

const (
	onPackage place = 1 << iota
	onFunc
	onType
	onField
)

// String returns the places in words.
func (at place) String() string {
	var words []string
	if at&onPackage != 0 {
		words = append(words, "before a package clause")
	}
	of := ""
	for _, doc := range []struct {
		at   place
		what string
	}{{onFunc, "a function"}, {onType, "a type"}, {onField, "a field"}} {
		if at&doc.at != 0 {
			of += " or of " + doc.what
		}
	}
	if of != "" {
		words = append(words, "in the doc comment"+strings.TrimPrefix(of, " or"))
	}
	return strings.Join(words, " or ")
}

// at returns the place of a comment group; 0 if it is none for a mark.
func (lay *layout) at(group *ast.CommentGroup) place {
	switch n := lay.docs[group].(type) {
	case *ast.FuncDecl:
		return onFunc
	case *ast.TypeSpec:
		return onType
	case *ast.GenDecl:
		if n.Tok == token.TYPE {
			return onType
		}
	case *ast.Field:
		return onField
	case nil:
		if group.Pos() < lay.file.Package {
			return onPackage
		}
	}
	return 0
}

// misplaced adds a problem, unless the comment is none of the directives anyway.
func (d *Directive) misplaced(message string) {
	if !slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Code == NotDirective }) {
		d.Problems = append(d.Problems, Problem{Code: Misplaced, Message: message, Pos: d.Pos, End: d.End})
	}
}

// checkParams adds a problem for each argument of a decorator directive whose
// value names no parameter of the function.
func (d *Directive) checkParams(fn *ast.FuncDecl) {
	var params []string
	for _, field := range fn.Type.Params.List {
		for _, id := range field.Names {
			params = append(params, id.Name)
		}
	}
	for _, n := range d.names {
		if slices.Contains(params, n.text) {
			continue
		}
		p := Problem{
			Code:    UnknownArgument,
			Message: fn.Name.Name + " has no parameter " + n.text,
			Pos:     n.pos,
			End:     n.end,
		}
		if len(params) > 0 {
			p.suggest(n.text, params, "")
		}
		d.Problems = append(d.Problems, p)
	}
}

// trails reports whether there is code before a comment on its line.
func (lay *layout) trails(pos token.Pos) bool {
	first, ok := lay.first[lay.line(pos)]
	return ok && first < pos
}

// next returns the line below a comment group, if something begins on it: a closing
// brace is not what a comment is about.
func (lay *layout) next(group *ast.CommentGroup) (line int, ok bool) {
	line = lay.line(group.End()) + 1
	return line, len(lay.begin[line]) > 0
}

// scopeAt returns the scope that a directive has in its place, as of determines it.
func (lay *layout) scopeAt(d *Directive, group *ast.CommentGroup, of func(spot, *ast.CommentGroup) []span) *scope {
	at := spot{d.Kind, lay.line(d.Pos), lay.trails(d.Pos)}
	if !at.trails {
		var ok bool
		if at.line, ok = lay.next(group); !ok {
			return new(scope)
		}
	}
	s := lay.scopes[at]
	if s == nil {
		s = newScope(of(at, group))
		lay.scopes[at] = s
	}
	return s
}

func (lay *layout) ignoreScope(at spot, group *ast.CommentGroup) []span {
	if group.Pos() < lay.file.Package {
		return nil
	}
	line := lay.lines(at.line, at.line)
	if at.trails {
		targets := slices.Clone(lay.begun[at.line])
		for _, n := range lay.ended[at.line] {
			if !isBlocky(n) {
				targets = append(targets, n)
			}
		}
		return append(parts(targets, own), line)
	}
	spans := parts(lay.begun[at.line], func(n ast.Node) []span {
		switch n.(type) {
		case ast.Decl, ast.Spec, *ast.Field:
			return []span{spanOf(n)}
		}
		return own(n)
	})
	// A doc comment is part of what it documents: there may be findings in it, too.
	return append(spans, line, spanOf(group))
}

func (lay *layout) opaqueScope(at spot, _ *ast.CommentGroup) []span {
	// Have: a line on which a return statement or the head of a function may stand.
	candidates := lay.begun[at.line]
	if at.trails {
		candidates = slices.Concat(candidates, lay.ended[at.line])
	}
	var returns []ast.Node
	for _, n := range candidates {
		if _, ok := n.(*ast.ReturnStmt); ok {
			returns = append(returns, n)
		}
	}
	spans := parts(returns, own)
	for _, fn := range lay.heads[at.line] {
		if at.trails || lay.line(fn.Pos()) == at.line {
			spans = append(spans, spanOf(fn))
		}
	}
	if len(spans) == 0 && at.trails {
		if ret := lay.returnAround(at.line); ret != nil {
			return own(ret)
		}
	}
	return spans
}

// returnAround returns the innermost return statement that begins before a line and ends
// after it, or nil. The lines of successive calls do not decrease.
func (lay *layout) returnAround(line int) *ast.ReturnStmt {
	for ; lay.passed < len(lay.rets) && lay.line(lay.rets[lay.passed].Pos()) < line; lay.passed++ {
		lay.around = append(lay.around, lay.rets[lay.passed])
	}
	for i := len(lay.around) - 1; i >= 0; i-- {
		if line < lay.line(lay.around[i].End()-1) {
			return lay.around[i]
		}
		lay.around = lay.around[:i]
	}
	return nil
}

// nolintScope follows golangci-lint: the lines of the comment group, and any node
// that begins on the line below in the group's column.
func (lay *layout) nolintScope(group *ast.CommentGroup) []span {
	from, to := lay.line(group.Pos()), lay.line(group.End())
	scope := []span{lay.lines(from, to)}
	for _, n := range lay.begin[to+1] {
		s := spanOf(n)
		if file, ok := n.(*ast.File); ok {
			s = span{file.Package, file.FileEnd}
		}
		if lay.column(s.pos) == lay.column(group.Pos()) {
			scope = append(scope, lay.lines(to+1, lay.line(s.end-1)))
		}
	}
	return scope
}

// isBlocky reports whether a statement or declaration ends in a block, so
// that a comment after it is not about it as a whole.
func isBlocky(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt,
		*ast.SelectStmt, *ast.CaseClause, *ast.CommClause, *ast.LabeledStmt:
		return true
	}
	return false
}

// parts returns what of gives for each of the nodes, which may be within each other. It does not ask for
// what is part of an outer one, so that no node is looked at more than once, however deep they nest.
func parts(nodes []ast.Node, of func(ast.Node) []span) []span {
	nodes = slices.Clone(nodes)
	slices.SortStableFunc(nodes, func(a, b ast.Node) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(b.End(), a.End()))
	})
	type outer struct {
		end   token.Pos
		parts scope
	}
	var (
		out    []span
		outers []outer // innermost last
	)
	for _, n := range nodes {
		for len(outers) > 0 && outers[len(outers)-1].end <= n.Pos() {
			outers = outers[:len(outers)-1]
		}
		if len(outers) > 0 && outers[len(outers)-1].parts.contains(n.Pos()) {
			continue
		}
		spans := of(n)
		outers = append(outers, outer{n.End(), spans})
		out = append(out, spans...)
	}
	return out
}

// own returns the parts of a node that are not within a block, case or else branch in it.
func own(n ast.Node) []span {
	var (
		out  []span
		from = n.Pos()
	)
	cut := func(s span) {
		if from < s.pos {
			out = append(out, span{from, s.pos})
		}
		from = s.end
	}
	ast.Inspect(n, func(c ast.Node) bool {
		switch c := c.(type) {
		case *ast.BlockStmt:
			cut(span{c.Lbrace + 1, c.Rbrace})
			return false
		case *ast.IfStmt:
			// Visit by hand: an "else if" is not this statement's own.
			if c != n {
				cut(spanOf(c))
				return false
			}
		case *ast.CaseClause:
			if c == n && len(c.Body) > 0 {
				for _, e := range c.List {
					ast.Inspect(e, func(e ast.Node) bool {
						if b, ok := e.(*ast.BlockStmt); ok {
							cut(span{b.Lbrace + 1, b.Rbrace})
							return false
						}
						return true
					})
				}
				cut(span{c.Colon + 1, c.End()})
				return false
			}
		case *ast.CommClause:
			if c == n && len(c.Body) > 0 {
				cut(span{c.Colon + 1, c.End()})
				return false
			}
		}
		return true
	})
	if from < n.End() {
		out = append(out, span{from, n.End()})
	}
	return out
}
