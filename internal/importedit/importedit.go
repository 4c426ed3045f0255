// Package importedit edits imports. Its functions on text ([Insert], [Remove], [Swap]) are what package fix does to files in the
// end; the others make of them the edits that go with a rule's suggested fix.
package importedit

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/format"
)

func fileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	i := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	if i < 0 {
		return nil
	}
	return pass.Files[i]
}

// Use returns the name by which the file that pos is in refers to a package there, and the edit that imports it, if it does not
// yet; ok is false where it cannot be referred to. The name is the package's, "" if that is the last element of its path.
func Use(pass *analysis.Pass, path, name string, pos token.Pos) (as string, edits []analysis.TextEdit, ok bool) {
	file := fileOf(pass, pos)
	if file == nil {
		return "", nil, false
	}
	scope := pass.TypesInfo.Scopes[file].Innermost(pos)
	if scope == nil {
		return "", nil, false
	}
	for _, spec := range file.Imports {
		if Of(spec).Path != path {
			continue
		}
		imported := pass.TypesInfo.PkgNameOf(spec)
		if imported == nil || imported.Name() == "." || imported.Name() == "_" {
			return "", nil, false
		}
		_, obj := scope.LookupParent(imported.Name(), pos)
		return imported.Name(), nil, obj == imported
	}
	name = cmp.Or(name, path[strings.LastIndexByte(path, '/')+1:])
	if _, obj := scope.LookupParent(name, pos); obj != nil {
		return "", nil, false // the name is taken
	}
	edits = change(pass, file, nil, &Import{Path: path})
	return name, edits, len(edits) > 0
}

// Drop returns the edit that removes the import of a package that nothing but
// expr uses in its file. Where other fixes together make it unused, tools that
// apply several remove it.
func Drop(pass *analysis.Pass, path string, expr ast.Expr) []analysis.TextEdit {
	if file, i := droppable(pass, path, expr); i != nil {
		return change(pass, file, i, nil)
	}
	return nil
}

// Exchange returns the edits of the imports for a fix after which expr uses package path in place of old; add is what
// [Use] says of path.
func Exchange(pass *analysis.Pass, add []analysis.TextEdit, old, path string, expr ast.Expr) []analysis.TextEdit {
	file, i := droppable(pass, old, expr)
	switch {
	case i == nil:
		return add
	case len(add) == 0:
		return change(pass, file, i, nil)
	}
	return change(pass, file, i, &Import{Path: path})
}

// droppable is the import of a package that nothing but expr uses, once, in its file, nil if there is none.
func droppable(pass *analysis.Pass, path string, expr ast.Expr) (*ast.File, *Import) {
	file := fileOf(pass, expr.Pos())
	if file == nil {
		return nil, nil
	}
	for _, spec := range file.Imports {
		i := Of(spec)
		obj := pass.TypesInfo.PkgNameOf(spec)
		if i.Path == path && spec.Doc == nil && spec.Comment == nil && obj != nil && !usedOutside(pass, file, obj, expr) {
			return file, &i
		}
	}
	return nil, nil
}

// usedOutside reports whether the file refers to an import other than once, in expr.
func usedOutside(pass *analysis.Pass, file *ast.File, obj *types.PkgName, expr ast.Expr) bool {
	inside, all := 0, 0
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && pass.TypesInfo.Uses[id] == obj {
			all++
			if expr.Pos() <= id.Pos() && id.Pos() < expr.End() {
				inside++
			}
		}
		return true
	})
	return inside != 1 || all != 1
}

// change returns the edit that removes an import and adds another, either of which may be nil: the lines that differ
// then. There is none where the file's source cannot be had.
func change(pass *analysis.Pass, file *ast.File, drop, add *Import) []analysis.TextEdit {
	end := file.Name.End()
	for _, decl := range file.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
			end = gen.End()
		}
	}
	end = withComments(file, end, func(pos token.Pos) int { return pass.Fset.PositionFor(pos, false).Line })
	old, err := format.PassSource(pass)(file.FileStart, end)
	if err != nil {
		return nil
	}
	eol := "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		eol = "\r\n"
	}
	text, swapped := old, false
	if drop != nil && add != nil {
		if text, swapped = Swap(old, *drop, *add); !swapped {
			text = old
		}
	}
	if add != nil && !swapped {
		if text, err = Insert(text, *add, eol); err != nil {
			return nil
		}
	}
	if drop != nil && !swapped {
		if text, err = Remove(text, *drop, false); err != nil {
			return nil
		}
	}
	// What is the same at the beginning and at the end stays.
	start := 0
	for start < min(len(old), len(text)) && old[start] == text[start] {
		start++
	}
	tail := 0
	for tail < min(len(old), len(text))-start && old[len(old)-1-tail] == text[len(text)-1-tail] {
		tail++
	}
	return []analysis.TextEdit{{
		Pos:     file.FileStart + token.Pos(start),
		End:     file.FileStart + token.Pos(len(old)-tail),
		NewText: text[start : len(text)-tail],
	}}
}
