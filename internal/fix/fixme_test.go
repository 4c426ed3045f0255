package fix_test

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

// fixmeAnalyzer proposes to replace each call of a function fixme by 0.
var fixmeAnalyzer = &analysis.Analyzer{
	Name: "fixme",
	Doc:  "reports calls of fixme",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "fixme" {
					pass.Report(analysis.Diagnostic{
						Pos:     call.Pos(),
						End:     call.End(),
						Message: "call of fixme",
						SuggestedFixes: []analysis.SuggestedFix{{
							Message:   "Replace it",
							TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte("0")}},
						}},
					})
				}
				return true
			})
		}
		return nil, nil
	},
}
