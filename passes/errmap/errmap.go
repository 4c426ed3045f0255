package errmap

import (
	_ "embed" // for doc.go
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/ruledoc"
)

//go:embed doc.go
var doc string

const url = "https://github.com/errlint/errlint/blob/main/docs/rules/errmap.md"

// CategoryPanic is the category of the rule's diagnostics.
const CategoryPanic = "panic"

// Options are the options of the rule. The zero Options are the default.
type Options struct{}

// Analyzer is the rule with its default options.
var Analyzer = New(Options{})

// New returns the rule with the given options.
func New(Options) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "errmap",
		Doc:      ruledoc.Extract(doc),
		URL:      url,
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      run,
	}
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func run(pass *analysis.Pass) (any, error) {
	reporter := directive.NewReporter(pass, url)
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		fun, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok || pass.TypesInfo.Uses[fun] != types.Universe.Lookup("panic") || len(call.Args) != 1 {
			continue
		}
		if !types.Implements(pass.TypesInfo.TypeOf(call.Args[0]), errorType) {
			continue
		}

		// Have: panic(err)
		reporter.Report(analysis.Diagnostic{
			Pos:      call.Pos(),
			End:      call.End(),
			Category: CategoryPanic,
			Message:  "panic takes an error past the callers",
		})
	}
	reporter.Finish()
	return nil, nil
}
