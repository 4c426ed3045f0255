package format

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"strconv"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
)

// A Source returns the source text between two positions of one file.
type Source func(pos, end token.Pos) ([]byte, error)

// errChanged says that a file on disk is not the one that was parsed.
var errChanged = errors.New("the file has changed since it was parsed")

// Written is an expression as it is written in a file of a pass.
func Written(pass *analysis.Pass, expr ast.Expr) (string, bool) {
	text, err := PassSource(pass)(expr.Pos(), expr.End())
	return string(text), err == nil
}

// PassSource returns a Source that reads the files of a pass.
func PassSource(pass *analysis.Pass) Source {
	return func(pos, end token.Pos) ([]byte, error) {
		file := pass.Fset.File(pos)
		if file == nil || pos > end || int(end) > file.Base()+file.Size() {
			return nil, errors.New("no such range of a file")
		}
		read := pass.ReadFile
		if read == nil {
			read = os.ReadFile // Bazel's nogo provides no function
		}
		content, err := read(file.Name())
		if err != nil {
			return nil, err
		}
		if len(content) != file.Size() {
			return nil, errChanged
		}
		return content[file.Offset(pos):file.Offset(end)], nil
	}
}

// Locate returns the source range that spells the n bytes at offset off of
// the constant string that expr denotes. The result is false if expr is no literal or
// concatenation, if the bytes do not lie within one literal of it, or if they
// start or end within an escape sequence.
//
// The types are needed only for the length of named constants in a concatenation.
// The source is needed only for raw strings that lost carriage returns
// when they were scanned; it may be nil, and then such literals are refused.
func Locate(expr ast.Expr, info *types.Info, src Source, off, n int) (pos, end token.Pos, ok bool) {
	if off < 0 || n <= 0 {
		return token.NoPos, token.NoPos, false
	}
	switch expr := expr.(type) {
	case *ast.ParenExpr:
		return Locate(expr.X, info, src, off, n)
	case *ast.BinaryExpr:
		if expr.Op != token.ADD {
			break
		}
		left, ok := length(expr.X, info)
		switch {
		case !ok:
		case off+n <= left:
			return Locate(expr.X, info, src, off, n)
		case off >= left:
			return Locate(expr.Y, info, src, off-left, n)
		}
	case *ast.BasicLit:
		if expr.Kind == token.STRING {
			return locateInLit(expr, src, off, n)
		}
	}
	return token.NoPos, token.NoPos, false
}

// length returns the length in bytes of a constant string.
func length(expr ast.Expr, info *types.Info) (int, bool) {
	switch expr := expr.(type) {
	case *ast.ParenExpr:
		return length(expr.X, info)
	case *ast.BinaryExpr:
		x, ok := length(expr.X, info)
		y, ok2 := length(expr.Y, info)
		return x + y, ok && ok2 && expr.Op == token.ADD
	case *ast.BasicLit:
		s, err := strconv.Unquote(expr.Value)
		return len(s), err == nil && expr.Kind == token.STRING
	}
	if info == nil {
		return 0, false
	}
	if tv := info.Types[expr]; tv.Value != nil && tv.Value.Kind() == constant.String {
		return len(constant.StringVal(tv.Value)), true
	}
	return 0, false
}

// locateInLit is Locate for one string literal.
func locateInLit(lit *ast.BasicLit, src Source, off, n int) (pos, end token.Pos, ok bool) {
	if _, err := strconv.Unquote(lit.Value); err != nil {
		return token.NoPos, token.NoPos, false
	}
	text := lit.Value
	if int(lit.End()-lit.Pos()) != len(text) {
		// The scanner removed carriage returns from a raw string. Only the
		// source can tell where they were.
		if src == nil {
			return token.NoPos, token.NoPos, false
		}
		content, err := src(lit.Pos(), lit.End())
		if err != nil {
			return token.NoPos, token.NoPos, false
		}
		text = string(content)
		if got, err := strconv.Unquote(text); err != nil || "`"+got+"`" != lit.Value {
			return token.NoPos, token.NoPos, false
		}
	}

	// Have: text is the literal's spelling in the source, and valid.
	quote := text[0]
	at := 1      // offset in the spelling
	decoded := 0 // offset in the string
	start := -1  // where the range starts in the spelling
	last := len(text) - 1
	for at < last {
		width, size := 1, 1 // bytes of this character in the spelling and in the string
		switch {
		case quote == '`':
			if text[at] == '\r' {
				size = 0
			}
		default:
			r, multibyte, tail, err := strconv.UnquoteChar(text[at:last], quote)
			if err != nil {
				return token.NoPos, token.NoPos, false
			}
			width = len(text[at:last]) - len(tail)
			if multibyte {
				size = utf8.RuneLen(r)
			}
		}
		if decoded == off && size > 0 {
			start = at
		}
		decoded += size
		at += width
		if decoded >= off+n {
			if decoded == off+n && start >= 0 {
				return lit.Pos() + token.Pos(start), lit.Pos() + token.Pos(at), true
			}
			break
		}
	}
	return token.NoPos, token.NoPos, false
}

// ReplaceVerb returns the edit that turns a plain %v or %s, with or without
// an explicit index, into %w, and a %v with flags or a width into a %w with the same: fmt.Errorf formats both alike
// (fmt/print.go, doPrintf). The verb must come from parsing the value of expr.
// It returns false for any other verb, and where Locate does.
func ReplaceVerb(verb Verb, expr ast.Expr, info *types.Info, src Source) (analysis.TextEdit, bool) {
	if verb.Rune != 'v' && (verb.Rune != 's' || !verb.Plain()) {
		return analysis.TextEdit{}, false
	}
	// Only the letter is replaced: the rest of the directive may be written in another literal.
	pos, end, ok := Locate(expr, info, src, verb.VerbOff, 1)
	if !ok {
		return analysis.TextEdit{}, false
	}
	return analysis.TextEdit{Pos: pos, End: end, NewText: []byte("w")}, true
}
