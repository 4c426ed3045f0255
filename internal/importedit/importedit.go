// Package importedit makes the edits of imports that go with a suggested fix.
package importedit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

func fileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
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
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path {
			continue
		}
		imported := pass.TypesInfo.PkgNameOf(spec)
		if imported == nil || imported.Name() == "." || imported.Name() == "_" {
			return "", nil, false
		}
		_, obj := scope.LookupParent(imported.Name(), pos)
		return imported.Name(), nil, obj == imported
	}
	if name == "" {
		name = path[strings.LastIndexByte(path, '/')+1:]
	}
	if _, obj := scope.LookupParent(name, pos); obj != nil {
		return "", nil, false // the name is taken
	}
	edit, ok := importEdit(pass.Fset, file, path)
	return name, []analysis.TextEdit{edit}, ok
}

// importEdit adds an import where gofmt would have it.
func importEdit(fset *token.FileSet, file *ast.File, path string) (analysis.TextEdit, bool) {
	quoted := strconv.Quote(path)
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT || len(gen.Specs) == 0 {
			break
		}
		first := gen.Specs[0].(*ast.ImportSpec)
		if first.Path.Value == `"C"` {
			continue
		}
		if !gen.Lparen.IsValid() {
			return analysis.TextEdit{Pos: gen.Pos(), End: gen.Pos(), NewText: []byte("import " + quoted + "\n")}, true
		}
		specs, kin := groupFor(fset, gen.Specs, path)
		for _, spec := range specs {
			if spec.Path.Value > quoted || !foreign(path) && foreign(spec.Path.Value[1:]) {
				return analysis.TextEdit{Pos: spec.Pos(), End: spec.Pos(), NewText: []byte(quoted + "\n\t")}, spec.Doc == nil
			}
		}
		last := specs[len(specs)-1]
		end := last.End()
		if last.Comment != nil {
			end = last.Comment.End()
		}
		gap := "\n\t"
		if !kin {
			gap = "\n\n\t"
		}
		return analysis.TextEdit{Pos: end, End: end, NewText: []byte(gap + quoted)}, true
	}
	return analysis.TextEdit{Pos: file.Name.End(), End: file.Name.End(), NewText: []byte("\n\nimport " + quoted)}, true
}

// foreign reports whether a path is that of a package outside the standard library.
func foreign(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// groupFor returns the imports between blank lines that a new one goes with: for a package of the standard library the first,
// for others the one that has most in common with it. It is no kin if the new import is better off on its own.
func groupFor(fset *token.FileSet, specs []ast.Spec, path string) (group []*ast.ImportSpec, kin bool) {
	var groups [][]*ast.ImportSpec
	line := -1
	for _, spec := range specs {
		if at := fset.PositionFor(spec.Pos(), false).Line; line < 0 || at > line+1 {
			groups = append(groups, nil)
		}
		line = fset.PositionFor(spec.End(), false).Line
		groups[len(groups)-1] = append(groups[len(groups)-1], spec.(*ast.ImportSpec))
	}
	if !foreign(path) {
		return groups[0], true
	}
	best, most := groups[len(groups)-1], 0
	for _, g := range groups {
		for _, spec := range g {
			other := strings.Trim(spec.Path.Value, "\"`")
			n := 0
			for n < min(len(other), len(path)) && other[n] == path[n] {
				n++
			}
			if n > most && foreign(other) {
				best, most = g, n
			}
		}
	}
	for _, spec := range best {
		kin = kin || foreign(spec.Path.Value[1:])
	}
	return best, kin
}

// Drop returns the edit that removes the import of a package that nothing but
// expr uses in its file. Where other fixes together make it unused, tools that
// apply several remove it.
func Drop(pass *analysis.Pass, path string, expr ast.Expr) []analysis.TextEdit {
	file := fileOf(pass, expr.Pos())
	if file == nil {
		return nil
	}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			break
		}
		for i, s := range gen.Specs {
			spec := s.(*ast.ImportSpec)
			if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path || spec.Doc != nil || spec.Comment != nil {
				continue
			}
			obj := pass.TypesInfo.PkgNameOf(spec)
			if obj == nil || usedOutside(pass, file, obj, expr) {
				return nil
			}
			if len(gen.Specs) == 1 {
				return []analysis.TextEdit{{Pos: gen.Pos(), End: gen.End()}}
			}
			// Go with the neighbour that is in the same group, so that no two groups become one.
			if i+1 < len(gen.Specs) && (i == 0 || line(pass, gen.Specs[i+1].Pos()) == line(pass, spec.End())+1) {
				return []analysis.TextEdit{{Pos: spec.Pos(), End: gen.Specs[i+1].Pos()}}
			}
			before := gen.Specs[i-1].(*ast.ImportSpec)
			end := before.End()
			if before.Comment != nil {
				end = before.Comment.End()
			}
			return []analysis.TextEdit{{Pos: end, End: spec.End()}}
		}
	}
	return nil
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

// Exchange returns the edits of the imports for a fix after which expr uses package path in place of old.
func Exchange(pass *analysis.Pass, add []analysis.TextEdit, old, path string, expr ast.Expr) []analysis.TextEdit {
	drop := Drop(pass, old, expr)
	if len(add) > 0 && len(drop) > 0 {
		return swapImport(pass, old, path, expr.Pos(), append(add, drop...))
	}
	return append(add, drop...)
}

func line(pass *analysis.Pass, pos token.Pos) int { return pass.Fset.PositionFor(pos, false).Line }

// swapImport makes one edit of one that adds an import and one that removes another: the
// path of the one is replaced by that of the other, where the imports stay sorted.
func swapImport(pass *analysis.Pass, old, path string, pos token.Pos, edits []analysis.TextEdit) []analysis.TextEdit {
	specs := fileOf(pass, pos).Imports
	quoted := strconv.Quote(path)
	for i, spec := range specs {
		if spec.Path.Value != strconv.Quote(old) {
			continue
		}
		adjacent := func(a, b *ast.ImportSpec) bool { return line(pass, b.Pos())-line(pass, a.End()) <= 1 }
		if i > 0 && adjacent(specs[i-1], spec) && specs[i-1].Path.Value > quoted ||
			i+1 < len(specs) && adjacent(spec, specs[i+1]) && specs[i+1].Path.Value < quoted {
			return edits
		}
		return []analysis.TextEdit{{Pos: spec.Pos(), End: spec.End(), NewText: []byte(quoted)}}
	}
	return edits
}
