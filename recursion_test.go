package errlint

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// recursive are the functions of the kernel, of its domains and of the rules that may call themselves, by way of others or not, with
// what bounds the depth: something that is written on one line, say, and not the size of the analysed program.
var recursive = map[string]string{
	"internal/codeflow.flow":      "literals in each other, of which there are maxElems at most",
	"internal/errflow.answers":    "a sentinel, and the types that it wraps",
	"internal/errflow.certain":    "errors.Join, and what it is given",
	"internal/flow.Callees":       "a query that enters calls, and one that enters none",
	"internal/flow.Origins":       "as flow.Callees",
	"internal/flow.Targets":       "as flow.Callees",
	"internal/flow.enter":         "as flow.Callees",
	"internal/flow.findTargets":   "as flow.Callees",
	"internal/flow.visit":         "as flow.Callees",
	"internal/toolflow.add":       "as toolflow.parts",
	"internal/toolflow.parts":     "types, three deep",
	"internal/whicherrs.id":       "a literal, and the function that it is in",
	"passes/errmap.answers":       "a sentinel, and the types that it wraps",
	"passes/raisesdoc.covers":     "a code, and the type that it is of",
	"internal/makeflow.inPlaceOf": "an error, and what it was made in place of",
	"internal/makeflow.onlyFrom":  "as makeflow.inPlaceOf",
}

// TestRecursion checks that no walk of the kernel, of a domain or of a rule recurses as deep as the analysed program is: they have lists
// of their own. Nor can a memo then depend on where a recursion was entered: answers that depend on each other are the solver's.
func TestRecursion(t *testing.T) {
	pkgs, err := ownPackages()
	if err != nil {
		t.Fatal(err)
	}
	calls := make(map[types.Object][]types.Object)
	for _, p := range pkgs {
		if path := strings.TrimPrefix(p.PkgPath, module+"/"); !strings.HasSuffix(path, "flow") && !strings.HasPrefix(path, "passes/") && path != "internal/whicherrs" {
			continue
		}
		for _, file := range p.Syntax {
			collectCalls(file, p.TypesInfo, calls)
		}
	}
	found := make(map[string]bool)
	for fn := range calls {
		if reaches(calls, fn) {
			name := strings.TrimPrefix(fn.Pkg().Path(), module+"/") + "." + fn.Name()
			found[name] = true
			if recursive[name] == "" {
				t.Errorf("%s recurses", name)
			}
		}
	}
	for name := range recursive {
		if !found[name] {
			t.Errorf("%s does not recurse: it need not be listed", name)
		}
	}
}

// collectCalls adds what the declared functions of a file, and the literals that its variables are, call by name.
func collectCalls(file *ast.File, info *types.Info, calls map[types.Object][]types.Object) {
	ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		to := info.Uses[id]
		switch to := to.(type) {
		case *types.Func:
		case *types.Var:
			if _, isFunc := to.Type().Underlying().(*types.Signature); !isFunc || to.IsField() {
				return true
			}
		default:
			return true
		}
		// The innermost literal that is assigned to a variable, and what is around it.
		for i, node := range slices.Backward(above) {
			switch node := node.(type) {
			case *ast.FuncDecl:
				from := info.Defs[node.Name]
				calls[from] = append(calls[from], origin(to))
			case *ast.FuncLit:
				if i == 0 {
					continue
				}
				if assign, ok := above[i-1].(*ast.AssignStmt); ok {
					at := slices.IndexFunc(assign.Rhs, func(e ast.Expr) bool { return e == node })
					if lhs, ok := assign.Lhs[at].(*ast.Ident); ok {
						if from := info.ObjectOf(lhs); from != nil {
							calls[from] = append(calls[from], origin(to))
						}
					}
				}
			}
		}
		return true
	})
}

func origin(obj types.Object) types.Object {
	if fn, ok := obj.(*types.Func); ok {
		return fn.Origin()
	}
	return obj
}

// reaches reports whether fn may call itself.
func reaches(calls map[types.Object][]types.Object, fn types.Object) bool {
	seen := make(map[types.Object]bool)
	todo := slices.Clone(calls[fn])
	for len(todo) > 0 {
		to := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if to == fn {
			return true
		}
		if !seen[to] {
			seen[to] = true
			todo = append(todo, calls[to]...)
		}
	}
	return false
}
