package errlint

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/worklist"
)

// ownLists are the functions that have a list of their own that grows while they loop over it: what they need that a [worklist.List] does not do,
// and what ends the loop.
var ownLists = map[string]string{
	// The order is that of the code.
	"internal/flow.Origins":          "a stack, with the frame and the trail of each value; MaxOrigins, and what has been seen in a frame",
	"internal/flow.Literals":         "a tree",
	"internal/makeflow.Concatenated": "a tree, of an expression",
	"internal/makeflow.collect":      "a stack; what merges values is looked into once",
	"internal/makeflow.walk":         "a stack; maxText, and what has been seen",
	"internal/textflow.Pieces":       "each piece as often as it is in the text; maxPieces",
	"internal/worklist.Postorder":    "a walk in depth, each item once",

	// The list has more than what makes an item the same.
	"internal/flow.effects":               "a value with the calls that led to it; MaxOrigins",
	"internal/toolflow.findRegistrations": "calls of registrars, which are compared part by part; each once",
	"internal/whicherrs.Lost":             "functions, each once, with the call that led there",
	"internal/errflow.trails":             "ways, by their cost; each place is looked through once, and not more than the limit",
	"internal/errflow.dynamicParts":       "parts of a type, with the fields that lead there; maxEncoded",
	"internal/errsite.make":               "functions, each once, with their places in the list",
	"internal/driver.rest":                "types, each once, those included that were written before",
	"passes/errmap.coming":                "what comes by a call, each once, and maxComing",

	// Short ones.
	"internal/flow.cut":              "two paths, of which one gets shorter; where they are folded, each pair of ends once",
	"internal/makeflow.family":       "one error leads to one; maxTaken",
	"internal/payloadflow.membersOf": "structs in each other; maxEmbedded",
	"internal/payloadflow.storedIn":  "as many steps as the path has fields",
	"passes/domainerr.set":           "a tree, of a literal",
}

// ownPackages are those that the tests of the code read.
var ownPackages = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "./internal/...", "./passes/...", "./cmd/...")
})

// TestWorklists checks that a loop that takes items from a list that it adds items to is over a [worklist.List], which takes each item once:
// what is shared, as x in x+x, is else visited as often as there are ways to it, of which there may be 2ⁿ.
func TestWorklists(t *testing.T) {
	pkgs, err := ownPackages()
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, p := range pkgs {
		appends := make(map[types.Object][]growth)
		calls := make(map[types.Object][]types.Object)
		for _, file := range p.Syntax {
			collectAppends(file, p.TypesInfo, appends)
			collectCalls(file, p.TypesInfo, calls)
		}
		for _, file := range p.Syntax {
			for _, decl := range file.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok {
					continue
				}
				for _, at := range growingLoops(p.TypesInfo, fn, appends, calls) {
					name := strings.TrimPrefix(p.PkgPath, module+"/") + "." + fn.Name.Name
					found[name] = true
					if ownLists[name] == "" {
						t.Errorf("%s: %s takes from a list that it adds to: want a worklist.List", p.Fset.Position(at), name)
					}
				}
			}
		}
	}
	for name := range ownLists {
		if !found[name] {
			t.Errorf("%s has no list of its own: it need not be listed", name)
		}
	}
}

// growingLoops returns the loops of a function over a slice that grows meanwhile. A loop is over a slice whose length its condition asks for, or
// of which an unconditional one takes off an end. It grows if the loop, a function literal, or for a field a function that the loop calls, appends
// to it.
func growingLoops(info *types.Info, fn *ast.FuncDecl, appends map[types.Object][]growth, calls map[types.Object][]types.Object) (at []token.Pos) {
	ast.Inspect(fn, func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if !ok {
			return true
		}
		called := worklist.Of[types.Object]()
		taken := worklist.Of[types.Object]()
		ast.Inspect(loop, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if f, ok := info.Uses[n].(*types.Func); ok {
					called.Push(f.Origin())
				}
			case *ast.AssignStmt: // list = list[1:]
				for i, rhs := range n.Rhs {
					if s, ok := rhs.(*ast.SliceExpr); ok && loop.Cond == nil && isEnd(s) && variable(info, s.X) == variable(info, n.Lhs[i]) {
						taken.Push(variable(info, s.X))
					}
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "len" && loop.Cond != nil && within(n, loop.Cond) {
					taken.Push(variable(info, n.Args[0]))
				}
			}
			return true
		})
		for f := range called.All() {
			called.Push(calls[f]...)
		}
		for list := range taken.All() {
			if slices.ContainsFunc(appends[list], func(g growth) bool {
				return within(g.at, loop.Body) || loop.Post != nil && within(g.at, loop.Post) || g.literal && within(g.at, fn) || slices.Contains(slices.Collect(called.All()), g.fn)
			}) {
				at = append(at, loop.Pos())
				break
			}
		}
		return true
	})
	return at
}

// A growth is an assignment that appends to a slice: where it is, the function around, and whether it is in a literal there.
type growth struct {
	at      ast.Node
	fn      types.Object
	literal bool
}

// collectAppends adds those of a file, by the variable or field that they append to.
func collectAppends(file *ast.File, info *types.Info, appends map[types.Object][]growth) {
	ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for i, rhs := range assign.Rhs {
			call, ok := rhs.(*ast.CallExpr)
			if !ok {
				continue
			}
			list := variable(info, assign.Lhs[i])
			if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "append" || list == nil {
				continue
			}
			g := growth{at: n}
			for _, a := range above {
				switch a := a.(type) {
				case *ast.FuncDecl:
					g.fn = info.Defs[a.Name]
				case *ast.FuncLit:
					g.literal = true
				}
			}
			appends[list] = append(appends[list], g)
		}
		return true
	})
}

// isEnd reports whether a slice expression takes off one end: list[1:], list[:len(list)-1].
func isEnd(s *ast.SliceExpr) bool {
	if s.High == nil {
		_, ok := s.Low.(*ast.BasicLit)
		return ok
	}
	b, ok := s.High.(*ast.BinaryExpr)
	return ok && b.Op == token.SUB && s.Low == nil
}

func within(n, in ast.Node) bool { return in.Pos() <= n.Pos() && n.End() <= in.End() }

// variable returns the variable or field that an expression names, nil if it does not.
func variable(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return info.ObjectOf(e)
	case *ast.SelectorExpr:
		return info.ObjectOf(e.Sel)
	case *ast.StarExpr:
		return variable(info, e.X)
	}
	return nil
}
