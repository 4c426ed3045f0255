package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Contexts tell of findings in a package what they are in. There may be as many findings as
// declarations, so nothing is gone through for each. The methods may be called concurrently.
type Contexts struct {
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
	text  func(name string) []byte

	mu     sync.Mutex
	byFile map[*token.File]*fileContext
}

// NewContexts returns the contexts of findings in files, the contents of which text returns, by name. What the names
// in the files are is in info.
func NewContexts(fset *token.FileSet, files []*ast.File, info *types.Info, text func(name string) []byte) *Contexts {
	return &Contexts{fset: fset, files: files, info: info, text: text}
}

// At returns the declaration that the text between two positions is in, and the digest of the
// code there, for [Finding].
func (c *Contexts) At(from, to token.Pos) (decl, code string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byFile == nil {
		c.byFile = make(map[*token.File]*fileContext)
		for _, file := range c.files {
			c.byFile[c.fset.File(file.FileStart)] = &fileContext{file: file}
		}
	}
	f := c.byFile[c.fset.File(from)]
	if f == nil {
		return "", ""
	}
	if f.codes == nil {
		f.index()
	}
	to = max(from, min(to, f.file.FileEnd))
	if i := sort.Search(len(f.file.Decls), func(i int) bool { return declStart(f.file.Decls[i]) > from }); i > 0 {
		if d := f.file.Decls[i-1]; from <= d.End() {
			decl = declName(d, from)
		}
	}
	n := f.enclosing(from, to)
	if n == nil {
		return decl, ""
	}
	code, ok := f.codes[n]
	if !ok {
		code = c.digest(f.file, n)
		f.codes[n] = code
	}
	return decl, code
}

// A fileContext knows which statement, specification or declaration a position is in: the innermost, blocks
// left out. The doc comment of a declaration is in that, and so is a comment at its end, since it moves with it. Any other comment outside
// of declarations is a node like them.
type fileContext struct {
	file   *ast.File
	cuts   []token.Pos            // sorted
	owners []ast.Node             // what there is from each cut to the next; nil: nothing
	outer  map[ast.Node]ast.Node  // the next one around a node
	ends   map[ast.Node]token.Pos // where nodes end
	codes  map[ast.Node]string    // the digests that have been asked for
}

func (f *fileContext) index() {
	f.outer = make(map[ast.Node]ast.Node)
	f.ends = make(map[ast.Node]token.Pos)
	f.codes = make(map[ast.Node]string)
	cut := func(pos token.Pos, owner ast.Node) {
		if last := len(f.cuts) - 1; last >= 0 && f.cuts[last] == pos {
			f.owners[last] = owner
			return
		}
		f.cuts = append(f.cuts, pos)
		f.owners = append(f.owners, owner)
	}
	comments := f.file.Comments // that are still to come
	// alone makes nodes of the comments before a position, which are nobody's.
	alone := func(before token.Pos) {
		for ; len(comments) > 0 && comments[0].Pos() < before; comments = comments[1:] {
			f.ends[comments[0]] = comments[0].End()
			cut(comments[0].Pos(), comments[0])
			cut(comments[0].End(), nil)
		}
	}
	var path []ast.Node       // all nodes around the one that is visited
	around := []ast.Node{nil} // those of them that matter here
	for _, d := range f.file.Decls {
		start := declStart(d)
		alone(start)
		cut(start, d)
		ast.Inspect(d, func(n ast.Node) bool {
			if n == nil {
				last := path[len(path)-1]
				path = path[:len(path)-1]
				if i := len(around) - 1; around[i] == last {
					around = around[:i]
					f.ends[last] = f.endOf(last)
					cut(f.ends[last], around[i-1])
				}
				return true
			}
			path = append(path, n)
			switch n.(type) {
			case *ast.BlockStmt:
			case ast.Stmt, ast.Spec, ast.Decl:
				f.outer[n] = around[len(around)-1]
				around = append(around, n)
				if doc, _ := specComments(n); doc != nil {
					cut(doc.Pos(), n)
				}
				cut(n.Pos(), n)
			}
			return true
		})
		for len(comments) > 0 && comments[0].Pos() < f.ends[d] {
			comments = comments[1:]
		}
	}
	alone(f.file.FileEnd)
}

// endOf returns the end of a node, given those of the nodes in it: the End methods of what may go
// on and on without a block look at all of it each time.
func (f *fileContext) endOf(n ast.Node) token.Pos {
	var last ast.Node
	switch n := n.(type) {
	case *ast.IfStmt:
		if n.Else != nil {
			last = n.Else
		}
	case *ast.LabeledStmt:
		last = n.Stmt
	case *ast.GenDecl:
		if !n.Rparen.IsValid() && len(n.Specs) > 0 {
			last = n.Specs[0]
		}
	case ast.Spec:
		if _, behind := specComments(n); behind != nil {
			return behind.End()
		}
	}
	if end, ok := f.ends[last]; ok {
		return end
	}
	return n.End()
}

// enclosing returns the innermost node that the text between two positions is in, or nil.
func (f *fileContext) enclosing(from, to token.Pos) ast.Node {
	i, found := slices.BinarySearch(f.cuts, from)
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	n := f.owners[i]
	for n != nil && f.ends[n] < to {
		n = f.outer[n]
	}
	return n
}

// declStart returns where a declaration begins, with its doc comment.
func declStart(d ast.Decl) token.Pos {
	if doc := docOf(d); doc != nil {
		return min(doc.Pos(), d.Pos())
	}
	return d.Pos()
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

// specComments returns the doc comment of a specification, and the one at its end.
func specComments(n ast.Node) (doc, behind *ast.CommentGroup) {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return n.Doc, n.Comment
	case *ast.TypeSpec:
		return n.Doc, n.Comment
	case *ast.ValueSpec:
		return n.Doc, n.Comment
	}
	return nil, nil
}

// declName returns the name of the declaration, or in a group of the one that
// the position is in.
func declName(d ast.Decl, pos token.Pos) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || len(d.Recv.List) == 0 {
			return d.Name.Name
		}
		return recvName(d.Recv.List[0].Type) + "." + d.Name.Name
	case *ast.GenDecl:
		i := 0
		if len(d.Specs) > 1 {
			i = sort.Search(len(d.Specs), func(i int) bool { return pos <= d.Specs[i].End() })
		}
		if i == len(d.Specs) {
			return ""
		}
		switch spec := d.Specs[i].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name
		case *ast.ValueSpec:
			// One value each, and the position is in one of the values.
			if len(spec.Values) == len(spec.Names) {
				i := sort.Search(len(spec.Values), func(i int) bool { return pos <= spec.Values[i].End() })
				if i < len(spec.Values) && spec.Values[i].Pos() <= pos {
					return spec.Names[i].Name
				}
			}
			i := sort.Search(len(spec.Names), func(i int) bool { return spec.Names[i].Pos() > pos })
			return spec.Names[max(0, i-1)].Name
		}
	}
	return ""
}

// recvName returns "T" or "(*T)", without type parameters.
func recvName(t ast.Expr) string {
	switch t := ast.Unparen(t).(type) {
	case *ast.StarExpr:
		return "(*" + recvName(t.X) + ")"
	case *ast.IndexExpr:
		return recvName(t.X)
	case *ast.IndexListExpr:
		return recvName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// digest returns a digest of the tokens of a node. Of a statement it leaves out the blocks and else branches in
// it: what happens inside of an if statement or a function literal is not part of the
// code that leads there. Of a declaration it leaves out the name, and what local variables are called makes no difference.
func (c *Contexts) digest(file *ast.File, n ast.Node) string {
	tok := c.fset.File(file.FileStart)
	text := c.text(tok.Name())
	start, end := tok.Offset(n.Pos()), tok.Offset(n.End())
	if len(text) < end {
		return "" // it has changed since
	}
	// What a declaration is called is not its code.
	own := make(map[int]bool)
	nameless := func(spec ast.Spec) {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			own[tok.Offset(spec.Name.Pos())] = true
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				own[tok.Offset(name.Pos())] = true
			}
		}
	}
	type part struct{ from, to int }
	var parts []part // of the text, without the blocks
	from := start
	switch n := n.(type) {
	case *ast.FuncDecl:
		own[tok.Offset(n.Name.Pos())] = true
		if n.Recv != nil {
			for m := range ast.Preorder(n.Recv) {
				if id, ok := m.(*ast.Ident); ok {
					own[tok.Offset(id.Pos())] = true
				}
			}
		}
	case *ast.GenDecl:
		for _, spec := range n.Specs {
			nameless(spec)
		}
	case ast.Spec:
		nameless(n)
	}
	locals := make(map[int]bool)
	_, whole := n.(*ast.FuncDecl) // signatures are often alike; bodies are not
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.Ident:
			if c.isLocal(m) {
				locals[tok.Offset(m.Pos())] = true
			}
		case *ast.BlockStmt, *ast.IfStmt: // the latter after an else
			if m == n || whole {
				break
			}
			parts = append(parts, part{from, tok.Offset(m.Pos())})
			from = tok.Offset(m.End())
			return false
		}
		return true
	})
	parts = append(parts, part{from, end})

	var tokens []string
	order := make(map[string]int) // of the local variables
	for _, p := range parts {
		private := token.NewFileSet().AddFile("", -1, p.to-p.from)
		var sc scanner.Scanner
		sc.Init(private, text[p.from:p.to], nil, 0)
		for pos, t, lit := sc.Scan(); t != token.EOF; pos, t, lit = sc.Scan() {
			switch {
			case t == token.SEMICOLON && lit == "\n":
				continue
			case (t == token.RPAREN || t == token.RBRACE || t == token.RBRACK) && len(tokens) > 0 && tokens[len(tokens)-1] == ",":
				// A list has a comma at its end if it has a line for each element.
				tokens = tokens[:len(tokens)-1]
			}
			switch at := p.from + private.Offset(pos); {
			case own[at]:
				lit = "_"
			case locals[at]:
				if _, ok := order[lit]; !ok {
					order[lit] = len(order)
				}
				lit = fmt.Sprintf("$%d", order[lit])
			}
			if lit == "" || t.IsOperator() {
				lit = t.String()
			}
			tokens = append(tokens, lit)
		}
	}
	if len(tokens) == 0 {
		// A comment is all there is.
		tokens = strings.Fields(string(text[start:end]))
	}
	sum := sha256.Sum256([]byte(strings.Join(tokens, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// isLocal reports whether an identifier names a variable of a function: a parameter, a result or a local one.
func (c *Contexts) isLocal(id *ast.Ident) bool {
	if obj, ok := c.info.Defs[id]; ok && obj == nil {
		return true // the variable of a type switch
	}
	v, ok := c.info.ObjectOf(id).(*types.Var)
	return ok && !v.IsField() && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}
