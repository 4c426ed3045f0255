package toolflow

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A root tells one server from another. It is the value that the server began as (a call, a parameter, a global), or the field that holds
// it.
type root struct {
	value ssa.Value
	field *types.Var
}

// roots returns where server v may come from. For a method value, that is where its receiver comes from.
func (e *engine) roots(v ssa.Value) []root {
	var out worklist.List[root]
	values := worklist.Of(v)
	for v := range values.All() {
		for _, o := range e.m.Origins(v, flow.OriginOptions{}) {
			var r root
			switch o.Kind {
			case flow.OriginConst, flow.OriginZero:
				continue
			case flow.OriginFunc:
				if _, bound := o.Func(); bound != nil {
					values.Push(bound)
					continue
				}
			case flow.OriginCall, flow.OriginParam, flow.OriginGlobal, flow.OriginMake:
				r.value = o.Value
				if call := o.Call(); call != nil {
					r.value = call
				}
				for _, f := range slices.Backward(o.Fields) {
					if f != nil {
						r = root{field: f.Origin()}
						break
					}
				}
			}
			out.Push(r)
		}
	}
	return slices.Collect(out.All())
}

// serversAt returns where a server comes from in the end. If a function is only called by the package, the servers that its callers give
// replace its parameter. serversAt returns nil if some are not known.
func (e *engine) serversAt(server ssa.Value) (set []root) {
	roots := worklist.Of(e.withoutFields(e.roots(server))...)
	for r := range roots.All() {
		if r == (root{}) {
			return nil
		}
		if given := e.givenFor(r); given != nil {
			roots.Push(given...)
		} else {
			set = append(set, r)
		}
	}
	return set
}

// givenFor returns the servers that a parameter stands for, or nil if they are not all known.
func (e *engine) givenFor(r root) (given []root) {
	p, ok := r.value.(*ssa.Parameter)
	if !ok {
		return nil
	}
	calls, all := e.m.CallsOf(p.Parent())
	if !all {
		return nil
	}
	for _, call := range calls {
		v := argumentOf(call, slices.Index(p.Parent().Params, p))
		if v == nil {
			return nil
		}
		rs := e.withoutFields(e.roots(v))
		if len(rs) == 0 {
			return nil
		}
		given = append(given, rs...)
	}
	return given
}

// groupOf returns a text that is the same for all registrations on the same servers, also by several functions, or by methods of what holds
// the server. It is empty if the servers are not known.
func (e *engine) groupOf(server ssa.Value) string { return e.groups.Get(server, e.findGroup) }

func (e *engine) findGroup(server ssa.Value) string {
	var ids []int
	for _, r := range e.serversAt(server) {
		if _, ok := e.serverIDs[r]; !ok {
			e.serverIDs[r] = len(e.serverIDs)
		}
		ids = append(ids, e.serverIDs[r])
	}
	if ids == nil {
		return ""
	}
	slices.Sort(ids)
	return fmt.Sprint(slices.Compact(ids))
}

// findCovered finds the servers that have converting middleware.
func (e *engine) findCovered() {
	for _, call := range e.m.Calls() {
		common := call.Common()
		callee := flow.Called(common)
		if callee == nil {
			continue
		}
		sig := callee.Signature()
		switch {
		case sig.Recv() != nil && (callee.Name() == "Use" || callee.Name() == "AddReceivingMiddleware") && sig.Variadic():
			// s.Use(decorate)
			args := arguments(common)
			if mw := args[len(args)-1]; isMiddleware(flow.ElemType(mw.Type())) && e.convertsAny(mw) {
				e.cover(args[0])
			}
		default:
			for _, i := range e.factElsewhere(callee).Covers {
				if v := argumentOf(call, i); v != nil {
					e.cover(v)
				}
			}
		}
	}
	// A function that covers a parameter covers the servers that it is called with.
	for p := range e.coveredParams.All() {
		for _, v := range e.passed(p.Parent(), slices.Index(p.Parent().Params, p)) {
			e.cover(v)
		}
	}
}

func (e *engine) cover(server ssa.Value) {
	for _, r := range e.roots(server) {
		if r == (root{}) || e.covered[r] {
			continue
		}
		e.covered[r] = true
		if p, ok := r.value.(*ssa.Parameter); ok {
			e.coveredParams.Push(p)
		}
	}
}

// convertsAny reports whether one of the elements of a slice of middleware is a decorator.
func (e *engine) convertsAny(slice ssa.Value) bool {
	return e.isConverting(slice, path{elem})
}

// isConverting reports whether part p of v is middleware that decorates handlers. A parameter counts if any call of the package gives such
// middleware for it.
func (e *engine) isConverting(v ssa.Value, p path) bool {
	values := worklist.Of(question{v: v, path: p.plus(result(0)).key()})
	for q := range values.All() {
		for _, l := range e.leaves(q.v, pathOfKey(q.path)) {
			if l.State == Decorated || l.Why == masked {
				return true
			}
			if l.owner == nil || l.Arg || len(l.Path) > maxPath {
				continue
			}
			for _, given := range e.passed(l.owner, l.Param) {
				values.Push(question{v: given, path: l.Path.key()})
			}
		}
	}
	return false
}

// isCovered reports whether every server that v may be has converting middleware.
func (e *engine) isCovered(v ssa.Value) bool {
	return all(e.withoutFields(e.roots(v)), e.rootCovered)
}

// all reports whether there are items and something holds for each of them.
func all[T any](items []T, holds func(T) bool) bool {
	return len(items) > 0 && !slices.ContainsFunc(items, func(item T) bool { return !holds(item) })
}

// withoutFields returns rs without the fields whose stored values are in rs, too.
func (e *engine) withoutFields(rs []root) []root {
	if !slices.ContainsFunc(rs, func(r root) bool { return r.value != nil }) {
		return rs
	}
	return slices.DeleteFunc(rs, func(r root) bool {
		return r.field != nil && r.field.Pkg() == e.pass.Pkg && len(e.m.FieldStores(r.field)) > 0
	})
}

// rootCovered reports whether a server has converting middleware.
func (e *engine) rootCovered(r root) bool {
	if e.covered[r] {
		return true
	}
	if r.field != nil {
		return r.field.Pkg() != nil && r.field.Pkg() != e.pass.Pkg && e.pass.ImportObjectFact(r.field, new(coveredFact))
	}
	switch v := r.value.(type) {
	case *ssa.Call:
		return e.madeCovered(v)
	case *ssa.Global:
		obj, ok := v.Object().(*types.Var)
		return ok && obj.Pkg() != e.pass.Pkg && e.pass.ImportObjectFact(obj, new(coveredFact))
	case *ssa.Parameter:
		return e.handedServers.Get(v)
	}
	return false
}

// givenCovered is the transfer function for whether every server that the package's own calls give for a parameter has converting
// middleware. These calls stand for all.
func (e *engine) givenCovered(p *ssa.Parameter) bool {
	return all(e.passed(p.Parent(), slices.Index(p.Parent().Params, p)), func(v ssa.Value) bool { return all(e.roots(v), e.rootCovered) })
}

// madeCovered reports whether a call makes a server with converting middleware: NewMCPServer with that option, or a
// function of another package known to return such a server; those of this package are looked into.
func (e *engine) madeCovered(call *ssa.Call) bool {
	callee := flow.Called(call.Common())
	if callee == nil || callee.Pkg() == nil {
		return false
	}
	var fact funcFact
	if callee.Pkg() != e.pass.Pkg && e.pass.ImportObjectFact(callee, &fact) && fact.MakesCovered {
		return true
	}
	sig := callee.Signature()
	if !sig.Variadic() || len(call.Call.Args) == 0 {
		return false
	}
	options := call.Call.Args[len(call.Call.Args)-1]
	if flow.ElemType(options.Type()) == nil {
		return false
	}
	elements := []*types.Var{nil}
	origins := e.m.Origins(options, flow.OriginOptions{Fields: elements})
	// Functions that are given the struct with the options may append to them: b.secure().
	origins = append(origins, e.m.Origins(options, flow.OriginOptions{Fields: elements, Local: true})...)
	for _, o := range origins {
		opt := o.Call()
		if o.Kind != flow.OriginCall || opt == nil || !o.Whole {
			continue
		}
		fn := flow.Called(opt.Common())
		if fn == nil || fn.Name() != "WithToolHandlerMiddleware" || len(opt.Call.Args) != 1 {
			continue
		}
		if mw := opt.Call.Args[0]; isMiddleware(mw.Type()) && e.isConverting(mw, nil) {
			return true
		}
	}
	return false
}

// someCovered reports whether one of the package's servers is covered. A session may belong to that server, and so may a list of tools that
// is filled here.
func (e *engine) someCovered() bool {
	for _, call := range e.m.Calls() {
		if v := call.Value(); v != nil && isServer(v.Type()) && e.isCovered(v) {
			return true
		}
	}
	return len(e.covered) > 0
}

// isForeign reports whether v may be a server that the package is given, or gets from another package. The SDK, which makes all servers,
// does not count.
func (e *engine) isForeign(v ssa.Value) bool {
	if !isServer(v.Type()) && signature(v.Type()) == nil {
		return false
	}
	return slices.ContainsFunc(e.roots(v), func(r root) bool {
		switch root := r.value.(type) {
		case nil:
			return true
		case *ssa.Parameter:
			fn := root.Parent()
			return fn.Object() == nil || fn.Object().Exported() || len(e.callsOf(fn)) == 0
		case *ssa.Call:
			callee := flow.Called(root.Common())
			if callee == nil || callee.Pkg() == nil {
				return true
			}
			made, _ := namedStruct(root.Call.Signature().Results().At(0).Type())
			return made == nil || made.Obj().Pkg() != callee.Pkg()
		}
		return false
	})
}
