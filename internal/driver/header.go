package driver

import (
	"bytes"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
)

// header returns the part of a Go file that go list reads, and the file's imports: the
// text up to the end of the imports, with build constraints, package clause, and the comments
// for cgo and the go command. An edit below it does not change what go list says, with one
// exception: if a file imports "embed", the go command looks for directives in the rest of it, too, so
// the header is the whole file. So is the header of a file with unexpected syntax. header also reports whether the file
// may have an import with a dot.
//
// The header ends before the first token that import declarations do not have. Whether its tokens make sense is left to the go command: if
// they do not, it reads no further either, and answers with errors are not cached. See readGoInfo in go/build.
func header(text []byte) (head []byte, imports []string, dots bool) {
	var s scanner.Scanner
	odd := false
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, func(token.Position, string) { odd = true }, 0)
	end := 0 // of the last token other than a semicolon
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
			// A comment in the line of the package clause may be a directive, too.
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
