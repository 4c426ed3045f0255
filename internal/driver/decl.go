package driver

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// context returns the declaration of a file that the text between two
// positions is in, and the digest of the code there, for [finding.Finding].
func (s *sources) context(file *ast.File, from, to token.Pos) (decl, code string) {
	if from < file.FileStart || from > file.FileEnd {
		return "", ""
	}
	to = max(from, min(to, file.FileEnd))
	for _, d := range file.Decls {
		start := d.Pos()
		if doc := docOf(d); doc != nil {
			start = min(start, doc.Pos())
		}
		if start <= from && from <= d.End() {
			decl = declName(d, from)
			break
		}
	}
	path, _ := astutil.PathEnclosingInterval(file, from, to)
	for _, n := range path {
		switch n.(type) {
		case *ast.BlockStmt, *ast.File:
			continue
		case ast.Stmt, ast.Spec, ast.Decl, *ast.CommentGroup:
			return decl, s.digest(file, n)
		}
	}
	return decl, ""
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
		for _, spec := range d.Specs {
			if len(d.Specs) > 1 && pos > spec.End() {
				continue
			}
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				return spec.Name.Name
			case *ast.ValueSpec:
				name := spec.Names[0].Name
				for _, id := range spec.Names {
					if id.Pos() <= pos {
						name = id.Name
					}
				}
				// One value each, and the position is in one of the values.
				if len(spec.Values) == len(spec.Names) {
					for i, v := range spec.Values {
						if v.Pos() <= pos && pos <= v.End() {
							name = spec.Names[i].Name
						}
					}
				}
				return name
			}
			return ""
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

// digest returns a digest of the tokens of a node. Of a statement it leaves out the blocks in
// it: what happens inside of an if statement or a function literal is not part of the
// code that leads there. Of a declaration it leaves out the name.
func (s *sources) digest(file *ast.File, n ast.Node) string {
	tok := s.fset.File(file.FileStart)
	text := s.layout.of(tok.Name()).text
	start, end := tok.Offset(n.Pos()), tok.Offset(n.End())
	if len(text) < end {
		return "" // it has changed since
	}
	// What a declaration is called is not its code.
	own := make(map[int]bool)
	var blocks [][2]int
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
	case *ast.TypeSpec:
		own[tok.Offset(n.Name.Pos())] = true
	}
	_, whole := n.(*ast.FuncDecl) // signatures are often alike; bodies are not
	ast.Inspect(n, func(m ast.Node) bool {
		if b, ok := m.(*ast.BlockStmt); ok && !whole {
			blocks = append(blocks, [2]int{tok.Offset(b.Pos()), tok.Offset(b.End())})
			return false
		}
		return true
	})

	private := token.NewFileSet().AddFile("", -1, end-start)
	var sc scanner.Scanner
	sc.Init(private, text[start:end], nil, 0)
	var tokens []string
	for {
		pos, t, lit := sc.Scan()
		if t == token.EOF {
			break
		}
		at := start + private.Offset(pos)
		inBlock := slices.ContainsFunc(blocks, func(b [2]int) bool { return b[0] <= at && at < b[1] })
		switch {
		case inBlock || t == token.SEMICOLON && lit == "\n":
			continue
		case (t == token.RPAREN || t == token.RBRACE || t == token.RBRACK) && len(tokens) > 0 && tokens[len(tokens)-1] == ",":
			// A list has a comma at its end if it has a line for each element.
			tokens = tokens[:len(tokens)-1]
		}
		if own[at] {
			lit = "_"
		}
		if lit == "" || t.IsOperator() {
			lit = t.String()
		}
		tokens = append(tokens, lit)
	}
	if len(tokens) == 0 {
		// A comment is all there is.
		tokens = strings.Fields(string(text[start:end]))
	}
	sum := sha256.Sum256([]byte(strings.Join(tokens, "\x00")))
	return hex.EncodeToString(sum[:8])
}
