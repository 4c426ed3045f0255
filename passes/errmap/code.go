package errmap

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/worklist"
)

// A code is a constant, with the type of what it is assigned to.
type code struct {
	constant.Value
	typ types.Type
}

// codesOf returns the codes of the given kinds in an outcome of fn. A zero beside the result false is none: it stands for no code.
func (c *checker) codesOf(fn *ssa.Function, o flow.Outcome, kind codeflow.Kind) []code {
	var out []code
	for _, p := range o.Placed {
		if p.Result >= 0 && o.False && flow.IsZeroConstant(p.Value) {
			continue
		}
		var k codeflow.Kind
		var t types.Type
		switch obj, _ := fn.Object().(*types.Func); {
		case p.Field != nil:
			k, t = c.codes.Var(p.Field), p.Field.Type()
		case p.Param != nil:
			k, t = c.codes.Var(p.Param)|c.written(c.model.ArgExpr(p.Call, p.Arg)), p.Param.Type()
		case p.Result >= 0 && obj != nil:
			k, t = c.codes.Result(obj, p.Result), obj.Signature().Results().At(p.Result).Type()
		}
		if t != nil {
			k |= c.codes.Type(t)
		}
		if k == 0 && c.marked(fn) {
			k = c.returned(fn, p)
		}
		if k&kind != 0 && !slices.ContainsFunc(out, func(v code) bool {
			return v.Kind() == p.Value.Kind() && constant.Compare(v.Value, token.EQL, p.Value)
		}) {
			out = append(out, code{p.Value, t})
		}
	}
	return out
}

// returned returns the kind of a constant that a marked mapping returns, alone or in a struct. The mark makes it a code, wherever it goes.
func (c *checker) returned(fn *ssa.Function, p flow.Placed) codeflow.Kind {
	results := fn.Signature.Results()
	number := p.Value.Kind() == constant.Int
	for r := range results.Variables() {
		switch t := r.Type(); {
		case p.Field != nil && p.Field == replyflow.Member(t, "status") && number:
			return codeflow.HTTP
		case p.Field != nil && p.Field == replyflow.Member(t, "code"):
			return codeflow.Own
		case p.Result >= 0 && !number && flow.IsBasic(t, types.IsInteger) && !tellsApart(fn, p.Result):
			return 0 // it is a message
		}
	}
	switch {
	case p.Result < 0, !number && strings.ContainsRune(constant.StringVal(p.Value), ' '):
		return 0
	case number && constant.Compare(p.Value, token.GEQ, constant.MakeInt64(100)) && constant.Compare(p.Value, token.LSS, constant.MakeInt64(600)):
		return codeflow.HTTP
	case number && constant.Sign(p.Value) < 0:
		return codeflow.JSONRPC
	}
	return codeflow.Own
}

// tellsApart reports whether the texts that a function returns beside numbers can be codes: they are constants, are single words, and differ
// where the numbers do.
func tellsApart(fn *ssa.Function, result int) bool {
	beside := make(map[string]string)
	for ret := range flow.Returns(fn) {
		text, ok := flow.StringConst(ret.Results[result])
		if !ok || strings.ContainsRune(text, ' ') {
			return false
		}
		var numbers []string
		for _, r := range ret.Results {
			if k, ok := r.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Int {
				numbers = append(numbers, k.Value.ExactString())
			}
		}
		all := strings.Join(numbers, " ")
		if before, ok := beside[text]; ok && before != all {
			return false
		}
		beside[text] = all
	}
	return true
}

// written returns the kind of code that an expression is: a constant that becomes a code, or a variable or field that holds codes.
func (c *checker) written(e ast.Expr) codeflow.Kind {
	if e == nil {
		return 0
	}
	if v, ok := flow.Used(c.pass.TypesInfo, e).(*types.Var); ok {
		return c.codes.Var(v)
	}
	if c.uses == nil {
		c.uses = make(map[token.Pos]codeflow.Kind)
		for _, u := range c.codes.Uses {
			if !u.Compared {
				c.uses[u.Expr.Pos()] |= u.Kind
			}
		}
	}
	return c.uses[ast.Unparen(e).Pos()]
}

// text returns a code in the form of the configuration.
func text(v constant.Value) string {
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}

// said returns how messages name a code: by its constant, if it is a number of a defined type.
func (v code) said() string {
	if n, ok := types.Unalias(v.typ).(*types.Named); ok && v.Kind() == constant.Int && n.Obj().Pkg() != nil {
		for obj := range flow.Consts(n.Obj().Pkg()) {
			if types.Identical(obj.Type(), n) && constant.Compare(obj.Val(), token.EQL, v.Value) {
				return obj.Pkg().Name() + "." + obj.Name()
			}
		}
	}
	return text(v.Value)
}

// table compares the codes of a mapping with those of the table, and with those of the other mappings.
func (c *checker) table(m *mapping) {
	for _, q := range m.chain.cases {
		if len(q.Atoms) == 0 || m.obj == nil && c.asNone(m.chain, q) {
			continue
		}
		o := c.outcome(q)
		for _, a := range q.Atoms {
			if m.obj != nil {
				c.conflicts(m, q, a, o)
			}
			if want, ok := c.wanted(a); ok {
				c.compare(m, c.pos(q), c.name(a), o, want)
			}
		}
	}
	for _, q := range m.defaults {
		pos := c.asked(q)
		if m.obj != nil {
			pos = c.model.Decl(m.fn).Name.Pos()
		}
		c.compare(m, pos, "an error without a case", flow.OutcomeOf(q.from, q.no, nil), c.opts.Default)
	}
}

// asNone reports whether an error for which the answer is yes is treated like a nil error: it gets the code of a success.
func (c *checker) asNone(ch *chain, q *question) bool {
	return slices.ContainsFunc(q.yes.Preds, func(p *ssa.BasicBlock) bool {
		cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		return ok && slices.ContainsFunc(c.model.Asks(cond.Cond), func(asked errflow.Asked) bool {
			none := p.Succs[0]
			if !asked.Yes {
				none = p.Succs[1]
			}
			return asked.Nil && asked.Subject == ch.subject && none == q.yes && flow.OutcomeOf(p, none, nil).Text == c.outcome(q).Text
		})
	})
}

func (w Wanted) statuses() []string {
	var out []string
	for _, s := range w.Status {
		out = append(out, strconv.Itoa(s))
	}
	return out
}

// compare reports a code in an outcome that is none of those wanted.
func (c *checker) compare(m *mapping, pos token.Pos, what string, o flow.Outcome, want Wanted) {
	for _, k := range []struct {
		kind codeflow.Kind
		want []string
		noun string
	}{{codeflow.HTTP, want.statuses(), "status"}, {codeflow.Own | codeflow.JSONRPC, want.Code, "code"}} {
		if len(k.want) == 0 || !pos.IsValid() {
			continue
		}
		got := c.codesOf(m.fn, o, k.kind)
		if len(got) == 0 || slices.ContainsFunc(got, func(v code) bool { return slices.Contains(k.want, text(v.Value)) }) {
			continue
		}
		c.report.ReportAt(pos, token.NoPos, CategoryCode,
			fmt.Sprintf("%s gives %s the %s %s, where the configuration has %s", m.name(), what, k.noun, got[0].said(), strings.Join(k.want, " or ")))
	}
}

// wanted returns the table's entry for an error: for its full name, its name alone if it belongs to the module, or its package.
func (c *checker) wanted(a errflow.Atom) (Wanted, bool) {
	if w, ok := c.opts.Table[a.Pkg+"."+a.Name]; ok {
		return w, true
	}
	if !c.model.Own(a) {
		return Wanted{}, false
	}
	if w, ok := c.opts.Table[a.Name]; ok {
		return w, true
	}
	for _, group := range slices.Sorted(maps.Keys(c.opts.Groups)) {
		if w, ok := c.opts.Table[group]; ok && c.named([]string{group}, a) {
			return w, true
		}
	}
	var globs []string
	for key := range c.opts.Table {
		if strings.Contains(key, "/") && pkgglob.MatchIn([]string{key}, a.Pkg, c.pass) {
			globs = append(globs, key)
		}
	}
	if len(globs) == 0 {
		return Wanted{}, false
	}
	slices.Sort(globs)
	return c.opts.Table[globs[len(globs)-1]], true
}

// A givenKey is an error and a kind of code; a constant's kind tells numbers from texts.
type givenKey struct {
	atom errflow.Atom
	kind codeflow.Kind
	of   constant.Kind
}

type givenCode struct {
	value code
	by    *mapping
	pos   token.Pos
}

// conflicts reports a code other than the one that another mapping gives the same error.
func (c *checker) conflicts(m *mapping, q *question, a errflow.Atom, o flow.Outcome) {
	if !c.opts.Conflict {
		return
	}
	for _, kind := range []codeflow.Kind{codeflow.HTTP, codeflow.JSONRPC, codeflow.GRPC, codeflow.Own} {
		got := c.codesOf(m.fn, o, kind)
		if len(got) != 1 {
			continue
		}
		key := givenKey{a, kind, got[0].Kind()}
		before, ok := c.given[key]
		if !ok {
			c.given[key] = givenCode{got[0], m, c.pos(q)}
			continue
		}
		if before.by == m || constant.Compare(before.value.Value, token.EQL, got[0].Value) {
			continue
		}
		c.report.ReportAt(c.pos(q), token.NoPos, CategoryConflict,
			fmt.Sprintf("%s gives %s the code %s, %s gives it %s", m.fn.Name(), c.name(a), got[0].said(), before.by.fn.Name(), before.value.said()),
			analysis.RelatedInformation{Pos: before.pos, Message: "gives it " + before.value.said()})
		return
	}
}

// partOfMarked reports whether a function is marked or configured as a mapping, or only called by such functions.
func (c *checker) partOfMarked(fn *ssa.Function) bool {
	parts := worklist.Of(flow.Outermost(fn))
	for fn := range parts.All() {
		if c.marked(fn) {
			continue
		}
		calls, all := c.model.CallsOf(fn)
		if !all || len(calls) == 0 {
			return false
		}
		for _, call := range calls {
			parts.Push(flow.Outermost(call.Parent()))
		}
	}
	return true
}

// central reports a chain of questions that chooses a code in a function that is neither marked nor configured as a mapping, nor a part of one.
func (c *checker) central(fn *ssa.Function, ch *chain) {
	if !c.opts.Central || c.partOfMarked(fn) {
		return
	}
	for _, q := range ch.cases {
		if q.methods == "" && !slices.ContainsFunc(q.Atoms, c.model.Own) || c.asNone(ch, q) {
			continue
		}
		got := c.codesOf(fn, c.outcome(q), codeflow.Any)
		if pos := c.asked(q); len(got) > 0 && pos.IsValid() {
			c.report.ReportAt(pos, token.NoPos, CategoryCentral,
				fmt.Sprintf("the code %s is chosen here, and not by a marked mapping", got[0].said()))
			return // once for a chain
		}
	}
}

// ownTable compares the codes in a method of an error with the table: an error may determine its reply itself.
func (c *checker) ownTable(fn *ssa.Function) {
	obj, ok := fn.Object().(*types.Func)
	decl := c.model.Decl(fn)
	if !ok || decl == nil || obj.Signature().Recv() == nil {
		return
	}
	a, ok := errflow.TypeAtom(obj.Signature().Recv().Type())
	if !ok || !errflow.IsError(obj.Signature().Recv().Type()) {
		return
	}
	want, ok := c.wanted(a)
	if !ok {
		return
	}
	for _, u := range c.usesIn(decl.Pos(), decl.End()) {
		noun, codes := "code", want.Code
		if u.Kind&codeflow.HTTP != 0 {
			noun, codes = "status", want.statuses()
		}
		if len(codes) == 0 || u.Kind&codeflow.GRPC != 0 || flow.IsZeroConstant(u.Value) || slices.Contains(codes, text(u.Value)) {
			continue
		}
		c.report.ReportAt(u.Expr.Pos(), u.Expr.End(), CategoryCode,
			fmt.Sprintf("%s gives %s the %s %s, where the configuration has %s", fn.Name(), c.name(a), noun, text(u.Value), strings.Join(codes, " or ")))
	}
}

// usesIn returns the codes that are written between two positions.
func (c *checker) usesIn(from, to token.Pos) []codeflow.Use {
	var out []codeflow.Use
	for _, u := range c.codes.Uses {
		if !u.Compared && from <= u.Expr.Pos() && u.Expr.Pos() < to {
			out = append(out, u)
		}
	}
	return out
}

// ownCodes reports a method of an error that returns several codes, or none.
func (c *checker) ownCodes(fn *ssa.Function) {
	obj, ok := fn.Object().(*types.Func)
	decl := c.model.Decl(fn)
	if !c.opts.Conflict || !ok || decl == nil || obj.Name() != "Code" && obj.Name() != "ErrorCode" {
		return
	}
	recv, results := obj.Signature().Recv(), obj.Signature().Results()
	if recv == nil || results.Len() != 1 || !errflow.IsError(recv.Type()) || c.codes.Result(obj, 0) == 0 {
		return
	}
	var codes []string
	for ret := range flow.Returns(fn) {
		for _, o := range c.model.Origins(ret.Results[0], flow.OriginOptions{Local: true}) {
			k, ok := o.Value.(*ssa.Const)
			if o.Kind != flow.OriginConst || !ok {
				continue
			}
			name := "none"
			if k.Value != nil && !flow.IsZeroConstant(k.Value) {
				name = text(k.Value)
			}
			if !slices.Contains(codes, name) {
				codes = append(codes, name)
			}
		}
	}
	if len(codes) > 1 || len(codes) == 1 && codes[0] == "none" {
		c.report.ReportAt(decl.Name.Pos(), decl.Name.End(), CategoryConflict,
			fmt.Sprintf("%s returns more or less than one code: %s", errflow.FuncName(obj, c.pass.Pkg), strings.Join(codes, ", ")))
	}
}
