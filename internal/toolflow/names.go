package toolflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
)

// A nameLeaf is one name that a tool may have: a constant, or a part of a parameter.
type nameLeaf struct {
	text  string // constant; "" if it is not known
	owner *ssa.Function
	param int
	path  path
	trail []token.Pos
}

// names is the names that part p of v may be.
func (e *engine) names(v ssa.Value, p path, depth int) []nameLeaf {
	parts, rest := p.cut()
	fields, ok := parts.fields(v.Type())
	if !ok || len(rest) > 0 || depth > maxDepth {
		return []nameLeaf{{}}
	}
	var out []nameLeaf
	for _, o := range e.m.Origins(v, errflow.OriginOptions{Fields: fields}) {
		n := nameLeaf{trail: o.Trail}
		switch o.Kind {
		case errflow.OriginZero:
			continue
		case errflow.OriginConst:
			n.text, _ = errflow.StringConst(o.Value)
		case errflow.OriginParam:
			if e.closed(o.Fields) {
				continue
			}
			param := o.Value.(*ssa.Parameter)
			n.owner, n.param, n.path = param.Parent(), slices.Index(param.Parent().Params, param), pathOf(o.Fields)
		case errflow.OriginCall:
			if call := o.Call(); call != nil && len(o.Fields) == 1 {
				if fn := errflow.Callee(call.Common()); fn != nil && isNewTool(fn) {
					for _, inner := range e.names(call.Call.Args[0], nil, depth+1) {
						inner.trail = slices.Concat(n.trail, inner.trail)
						out = append(out, inner)
					}
					continue
				}
			}
		}
		out = append(out, n)
	}
	return out
}

// A rowIndex finds composite literals by the positions of the stores that they are compiled to:
// the colon of a keyed element, or the beginning of one that has no key.
type rowIndex struct {
	row    map[token.Pos]*ast.CompositeLit // of structs only
	parent map[*ast.CompositeLit]*ast.CompositeLit
	expr   map[token.Pos]ast.Expr // the element, unless it is a literal itself
}

func newRowIndex(files []*ast.File, info *types.Info) rowIndex {
	x := rowIndex{
		make(map[token.Pos]*ast.CompositeLit),
		make(map[*ast.CompositeLit]*ast.CompositeLit),
		make(map[token.Pos]ast.Expr),
	}
	var stack []*ast.CompositeLit
	for _, file := range files {
		ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			stack = stack[:0]
			for _, a := range above {
				switch a := a.(type) {
				case *ast.CompositeLit:
					stack = append(stack, a)
				case *ast.FuncLit:
					stack = stack[:0]
				}
			}
			if len(stack) > 0 {
				x.parent[lit] = stack[len(stack)-1]
			}
			x.add(lit, info)
			return true
		})
	}
	return x
}

func (x rowIndex) add(lit *ast.CompositeLit, info *types.Info) {
	isStruct := false
	if t := info.TypeOf(lit); t != nil {
		_, isStruct = types.Unalias(deref(t)).Underlying().(*types.Struct)
	}
	for _, elt := range lit.Elts {
		pos, value := elt.Pos(), elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			pos, value = kv.Colon, kv.Value
		}
		if isStruct {
			x.row[pos] = lit
		}
		if _, nested := value.(*ast.CompositeLit); !nested {
			x.expr[pos] = value
		}
	}
}

// within yields lit and the literals around it.
func (x rowIndex) within(lit *ast.CompositeLit) iter.Seq[*ast.CompositeLit] {
	return func(yield func(*ast.CompositeLit) bool) {
		for ; lit != nil; lit = x.parent[lit] {
			if !yield(lit) {
				return
			}
		}
	}
}

// pair is the name that belongs to a handler with this trail: the only one
// there is, or the one that stands in the same struct literal.
func (x rowIndex) pair(trail []token.Pos, names []nameLeaf) (nameLeaf, bool) {
	if len(names) == 1 {
		return names[0], true
	}
	var best []nameLeaf
	for _, pos := range trail {
		row := x.row[pos]
		if row == nil {
			continue
		}
		var found []nameLeaf
		for _, n := range names {
			if slices.ContainsFunc(n.trail, func(p token.Pos) bool {
				for lit := range x.within(x.row[p]) {
					if lit == row {
						return true
					}
				}
				return false
			}) {
				found = append(found, n)
			}
		}
		if len(found) > 0 && (best == nil || len(found) < len(best)) {
			best = found
		}
	}
	if len(best) == 1 {
		return best[0], true
	}
	return nameLeaf{}, false
}

// literalNames is the names of the tools in the package's struct literals, where there is just one.
func (e *engine) literalNames() map[*ast.CompositeLit]string {
	if e.litNames != nil {
		return e.litNames
	}
	e.litNames = make(map[*ast.CompositeLit]string)
	note := func(lit *ast.CompositeLit, name string) {
		if old, ok := e.litNames[lit]; ok && old != name {
			name = "" // more than one
		}
		e.litNames[lit] = name
	}
	for fn := range e.m.Funcs() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok || e.rows.row[st.Pos()] == nil {
					continue
				}
				var p path
				switch fa, ok := st.Addr.(*ssa.FieldAddr); {
				case !ok:
					continue
				case isTool(st.Val.Type()):
					p = path{"Name"}
				case !isTool(fa.X.Type()) || fieldName(fa) != "Name":
					continue
				}
				if ns := e.names(st.Val, p, 0); len(ns) == 1 && ns[0].text != "" {
					for lit := range e.rows.within(e.rows.row[st.Pos()]) {
						note(lit, ns[0].text)
					}
				}
			}
		}
	}
	return e.litNames
}

func fieldName(fa *ssa.FieldAddr) string {
	s, ok := types.Unalias(deref(fa.X.Type())).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return s.Field(fa.Field).Name()
}
