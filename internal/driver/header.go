package driver

import (
	"bytes"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
)

// header returns the part of a Go file by which the go command knows what to make of it, and what it
// imports: the text up to the end of the imports, with constraints, package clause, and what comments
// say to cgo and the go command. An edit below changes nothing that the go command lists, with one
// exception: where "embed" is imported, it looks for directives in the rest of the file, too, so there the
// header is all of the file. So is that of a file in which something is odd. It also reports whether all names of
// some package may be imported.
//
// It is the tokens that imports are made of, up to the first that declares something else. Whether they make sense is left to the go command: if
// not, it reads no further either, and what it says of errors is not kept. See readGoInfo in go/build.
func header(text []byte) (head []byte, imports []string, dots bool) {
	var s scanner.Scanner
	odd := false
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, func(token.Position, string) { odd = true }, 0)
	end := 0 // of the last token that is no semicolon
	for {
		pos, tok, lit := s.Scan()
		odd = odd || end == 0 && tok != token.PACKAGE
		switch tok {
		case token.SEMICOLON:
			continue
		case token.IDENT, token.LPAREN, token.RPAREN, token.PACKAGE, token.IMPORT:
		case token.PERIOD:
			dots = true
		case token.STRING:
			path, err := strconv.Unquote(lit)
			odd = odd || err != nil
			imports = append(imports, path)
		case token.CONST, token.FUNC, token.TYPE, token.VAR, token.EOF:
			if odd || slices.Contains(imports, "embed") && bytes.Contains(text, []byte("//go:embed")) {
				return text, imports, dots || odd
			}
			// A comment in the line of the package clause may have a meaning, too.
			line, _, _ := bytes.Cut(text[end:], []byte("\n"))
			if bytes.Contains(line, []byte("/*")) {
				return text[:file.Offset(pos)], imports, dots
			}
			return text[:end+len(line)], imports, dots
		default:
			return text, imports, true
		}
		if lit == "" {
			lit = tok.String()
		}
		end = file.Offset(pos) + len(lit)
	}
}
