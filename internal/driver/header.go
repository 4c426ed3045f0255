package driver

import (
	"bytes"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
)

// A heading is the part of a Go file that go list reads, and what it says.
//
// It is the text up to the end of the imports, with build constraints, package clause, and the comments
// for cgo and the go command. An edit below it does not change what go list says, with one
// exception: if a file imports "embed", the go command looks for directives in the rest of it, too, so
// the heading is the whole file. So is the heading of a file with unexpected syntax.
type heading struct {
	text    []byte
	imports []string
	dots    bool // the file may have an import with a dot
	settled bool // the heading stays the same whatever is added to the file
}

// header returns the heading of a Go file.
//
// The heading ends before the first token that import declarations do not have. Whether its tokens make sense is left to the go command: if
// they do not, it reads no further either, and answers with errors are not cached. See readGoInfo in go/build.
func header(text []byte) (h heading) {
	h.text = text
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
			h.dots = true
		case token.STRING:
			path, err := strconv.Unquote(lit)
			odd = odd || err != nil
			h.imports = append(h.imports, path)
		case token.CONST, token.FUNC, token.TYPE, token.VAR, token.EOF:
			h.dots = h.dots || odd
			embeds := slices.Contains(h.imports, "embed")
			if odd || embeds && bytes.Contains(text, []byte("//go:embed")) {
				return h
			}
			at := file.Offset(pos)
			line, _, ends := bytes.Cut(text[end:], []byte("\n"))
			// The last token might be longer than what there is of it.
			h.settled = ends && !embeds && tok != token.EOF && at+len(tok.String()) < len(text)
			// A comment in the line of the package clause may be a directive, too.
			if bytes.Contains(line, []byte("/*")) {
				h.text = text[:at]
			} else {
				h.text = text[:end+len(line)]
			}
			return h
		default:
			h.dots = true
			return h
		}
		if lit == "" {
			lit = tok.String()
		}
		end = file.Offset(pos) + len(lit)
	}
}
