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
// See readGoInfo in go/build.
func header(text []byte) (head []byte, imports []string, dots bool) {
	var s scanner.Scanner
	odd := false
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, func(token.Position, string) { odd = true }, 0)

	var (
		pos  = token.Pos(file.Base())
		tok  token.Token
		lit  string
		last int // the end of the token before
		end  int // of the package clause or of the last import
	)
	next := func() {
		last = file.Offset(pos) + len(lit)
		if pos, tok, lit = s.Scan(); lit == "" {
			lit = tok.String()
		}
	}
	accept := func(want token.Token) bool {
		if tok != want {
			return false
		}
		next()
		return true
	}
	spec := func() bool {
		if tok == token.IDENT || tok == token.PERIOD {
			dots = dots || tok == token.PERIOD
			next()
		}
		path, err := strconv.Unquote(lit)
		if tok != token.STRING || err != nil {
			return false
		}
		imports = append(imports, path)
		next()
		return true
	}
	imported := func() bool { // after "import"
		if !accept(token.LPAREN) {
			return spec()
		}
		for tok != token.RPAREN {
			if !spec() || !accept(token.SEMICOLON) && tok != token.RPAREN {
				return false
			}
		}
		next()
		return true
	}

	terminated := func() bool {
		end = last
		return accept(token.SEMICOLON) || tok == token.EOF
	}

	next()
	ok := accept(token.PACKAGE) && accept(token.IDENT) && terminated()
	for ok && accept(token.IMPORT) {
		ok = imported() && terminated()
	}
	// After the imports, go/build takes an identifier with an "i" for the beginning of another.
	if !ok || odd || !slices.Contains([]token.Token{token.CONST, token.FUNC, token.TYPE, token.VAR, token.EOF}, tok) {
		return text, imports, true
	}
	if slices.Contains(imports, "embed") && bytes.Contains(text, []byte("//go:embed")) {
		return text, imports, dots
	}
	// A comment in the line of the package clause may have a meaning, too.
	line, _, _ := bytes.Cut(text[end:], []byte("\n"))
	if bytes.Contains(line, []byte("/*")) {
		end = file.Offset(pos)
	} else {
		end += len(line)
	}
	return text[:end], imports, dots
}
