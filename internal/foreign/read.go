package foreign

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"

	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/worklist"
)

// A reader reads one function.
type reader struct {
	imports map[string]string     // paths by name
	vars    map[string][]ast.Expr // what is assigned to variables
	types   map[string]string     // of parameters and the receiver, where they are types of the package
	lost    []string              // variables that may hold anything: parameters, those whose address is used, and those of a range
	todo    worklist.List[ast.Expr]
	does    summary
}

// function returns what the errors of a function are made of.
func (r *reader) function(decl *ast.FuncDecl) summary {
	if decl.Body == nil || decl.Type.Results == nil {
		return summary{unknown: true}
	}
	r.parameters(decl)
	results, names := errorResults(decl.Type.Results)
	if len(results) == 0 {
		return summary{unknown: true}
	}
	r.assignments(decl.Body)
	for _, name := range names {
		r.todo.Push(&ast.Ident{Name: name}) // a return without values, or a deferred function, may give it another value
	}
	for _, ret := range returnsOf(decl.Body) {
		switch {
		case len(ret.Results) == 1 && decl.Type.Results.NumFields() > 1:
			r.todo.Push(ret.Results[0]) // return f()
		default:
			for _, i := range results {
				if i < len(ret.Results) {
					r.todo.Push(ret.Results[i])
				}
			}
		}
	}
	for e := range r.todo.All() {
		r.value(e)
	}
	return r.does
}

// parameters adds the parameters to the variables that may hold anything, and the results to those that are nil at first.
func (r *reader) parameters(decl *ast.FuncDecl) {
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			r.lost = append(r.lost, name.Name)
			r.types[name.Name] = namedType(field.Type)
		}
	}
	for _, field := range decl.Type.Results.List {
		for _, name := range field.Names {
			r.vars[name.Name] = append(r.vars[name.Name], &ast.Ident{Name: "nil"})
		}
	}
	if decl.Recv != nil {
		for _, field := range decl.Recv.List {
			for _, name := range field.Names {
				r.lost = append(r.lost, name.Name)
			}
		}
	}
}

// errorResults returns the places of the results that are errors, and their names.
func errorResults(list *ast.FieldList) (results []int, names []string) {
	i := 0
	for _, field := range list.List {
		t, ok := field.Type.(*ast.Ident)
		isError := ok && t.Name == "error"
		for _, name := range field.Names {
			if isError {
				results, names = append(results, i), append(names, name.Name)
			}
			i++
		}
		if len(field.Names) == 0 {
			if isError {
				results = append(results, i)
			}
			i++
		}
	}
	return results, names
}

// returnsOf returns the return statements of a function, without those of the literals in it.
func returnsOf(body *ast.BlockStmt) (returns []*ast.ReturnStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			returns = append(returns, n)
		}
		return true
	})
	return returns
}

// assignments records what the variables of a function are assigned, by their names: those of one name count as one.
func (r *reader) assignments(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			r.assign(n)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				switch {
				case len(n.Values) == len(n.Names):
					r.vars[name.Name] = append(r.vars[name.Name], n.Values[i])
				case len(n.Values) == 1:
					r.vars[name.Name] = append(r.vars[name.Name], n.Values[0])
				case namedType(n.Type) == "error":
					r.vars[name.Name] = append(r.vars[name.Name], &ast.Ident{Name: "nil"})
				default:
					r.vars[name.Name] = append(r.vars[name.Name], &ast.CompositeLit{Type: n.Type}) // the zero value
				}
			}
		case *ast.RangeStmt:
			r.lose(n.Key, n.Value)
			r.retype(n.Key, n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				r.lose(n.X)
			}
		case *ast.FuncLit:
			for _, field := range n.Type.Params.List {
				for _, name := range field.Names {
					r.lose(name)
					r.retype(name)
				}
			}
		}
		return true
	})
}

// assign records an assignment. Where one call gives several variables their values, each stands for it: only errors are asked for.
func (r *reader) assign(n *ast.AssignStmt) {
	for i, left := range n.Lhs {
		name, ok := left.(*ast.Ident)
		if !ok {
			continue
		}
		right := n.Rhs[0]
		if len(n.Rhs) == len(n.Lhs) {
			right = n.Rhs[i]
		}
		r.vars[name.Name] = append(r.vars[name.Name], right)
	}
}

// lose records that variables may hold anything.
func (r *reader) lose(exprs ...ast.Expr) {
	for _, e := range exprs {
		if name, ok := e.(*ast.Ident); ok {
			r.lost = append(r.lost, name.Name)
		}
	}
}

// retype records that there are variables of these names whose types are not known, next to parameters, perhaps.
func (r *reader) retype(exprs ...ast.Expr) {
	for _, e := range exprs {
		if name, ok := e.(*ast.Ident); ok {
			delete(r.types, name.Name)
		}
	}
}

// value adds what an error is made of to what the function does.
func (r *reader) value(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		r.todo.Push(e.X)
	case *ast.Ident:
		assigned := r.vars[e.Name]
		switch {
		case e.Name == "nil":
		case len(assigned) == 0 || slices.Contains(r.lost, e.Name):
			r.does.unknown = true
		default:
			r.todo.Push(assigned...)
		}
	case *ast.CallExpr:
		r.call(e)
	default:
		r.does.unknown = true
	}
}

// call adds what the error of a call is made of.
func (r *reader) call(call *ast.CallExpr) {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		if r.isVar(fun.Name) {
			r.does.unknown = true
			return
		}
		r.does.calls = append(r.does.calls, funcName{name: fun.Name})
	case *ast.SelectorExpr:
		of, ok := fun.X.(*ast.Ident)
		switch {
		case !ok:
			r.does.unknown = true
		case r.typeOf(of.Name) != "":
			r.does.calls = append(r.does.calls, funcName{r.typeOf(of.Name), fun.Sel.Name})
		case r.isVar(of.Name) || r.imports[of.Name] == "":
			r.does.unknown = true
		default:
			r.outside(r.imports[of.Name], fun.Sel.Name, call)
		}
	default:
		r.does.unknown = true
	}
}

// typeOf returns the name of the type of a variable, if it is one of the package, and all variables of that name have it.
func (r *reader) typeOf(name string) string {
	of := r.types[name]
	for _, e := range r.vars[name] {
		if and, ok := e.(*ast.UnaryExpr); ok && and.Op == token.AND {
			e = and.X
		}
		lit, ok := e.(*ast.CompositeLit)
		if !ok || lit.Type == nil {
			return ""
		}
		t := namedType(lit.Type)
		if t == "" || of != "" && of != t {
			return ""
		}
		of = t
	}
	return of
}

func (r *reader) isVar(name string) bool {
	return len(r.vars[name]) > 0 || slices.Contains(r.lost, name)
}

// outside adds what the error of a call of another package's function is made of.
func (r *reader) outside(pkg, name string, call *ast.CallExpr) {
	switch pkg + "." + name {
	case "errors.New", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf", "golang.org/x/xerrors.New":
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef", "github.com/pkg/errors.WithStack":
		r.argument(call, 0)
	case "fmt.Errorf":
		if len(call.Args) == 1 {
			return // whatever the format is, there is nothing to wrap
		}
		text, ok := constant(call)
		verbs, err := format.Parse(text)
		if !ok || err != nil || call.Ellipsis != token.NoPos {
			r.does.unknown = true
			return
		}
		for _, v := range verbs {
			if v.Rune == 'w' {
				r.argument(call, v.Operand+1)
			}
		}
	default:
		r.does.outside = append(r.does.outside, outsider{pkg, name})
	}
}

// argument adds what an argument of a call is made of, which the call wraps.
func (r *reader) argument(call *ast.CallExpr, i int) {
	if i < 0 || i >= len(call.Args) {
		r.does.unknown = true
		return
	}
	r.todo.Push(call.Args[i])
}

// constant returns the format of a call, if it is written there.
func constant(call *ast.CallExpr) (text string, ok bool) {
	if len(call.Args) == 0 {
		return "", false
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
