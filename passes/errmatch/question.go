package errmatch

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A question is a place where code asks which error a value is.
type question struct {
	how     how
	subject ssa.Value       // the error
	at      ssa.Instruction // the comparison, assertion or call
	negated bool            // a test fails, or may fail, where the answer is yes

	// A question for an error.
	atom errflow.Atom
	call string // the name of the function that is called, "" for none

	// A question for a text.
	op     textOp
	fold   bool      // letters are compared without regard to case
	wanted ssa.Value // the text, or regular expression, or a slice of texts
	many   bool      // it is such a slice
	form   form      // of a call
}

type how uint8

const (
	byText   how = iota
	byEqual      // err == ErrX
	byAssert     // err.(*E), case *E
	byIs         // errors.Is
	byAs         // errors.As, errors.AsType
)

// block returns the block in which the question is asked, if that is in the function that has the subject.
func (q *question) block() *ssa.BasicBlock {
	if in := flow.FuncOf(q.subject); in != nil && in != q.at.Parent() {
		return nil
	}
	return q.at.Block()
}

// itself reports whether the question is about the error itself, and not about what it wraps.
func (q *question) itself() bool { return q.how == byEqual || q.how == byAssert }

// words returns the name of the question in a message.
func (q *question) words() string {
	switch {
	case q.call != "":
		return q.call
	case q.how == byEqual:
		if cmp, ok := q.at.(*ssa.BinOp); ok {
			return cmp.Op.String() // != asks the same
		}
		return "=="
	}
	return "the type assertion"
}

// ask finds the questions of the package, in source order.
func (c *checker) ask() {
	for fn := range c.model.Funcs() {
		for instr := range flow.LiveInstrs[ssa.Instruction](c.model.Program, fn) {
			switch instr := instr.(type) {
			case *ssa.BinOp:
				if instr.Op == token.EQL || instr.Op == token.NEQ {
					c.comparison(instr)
				}
			case *ssa.TypeAssert:
				if a, ok := errflow.TypeAtom(instr.AssertedType); ok && errflow.IsErrorInterface(instr.X.Type()) {
					c.add(&question{how: byAssert, subject: flow.Strip(instr.X), at: instr, atom: a})
				}
			case *ssa.Call:
				c.callQuestion(instr)
			}
		}
	}
}

func (c *checker) add(q *question) {
	if v, ok := q.at.(ssa.Value); ok && !q.negated {
		q.negated = c.refuted(v)
	}
	c.questions = append(c.questions, q)
}

func (c *checker) comparison(cmp *ssa.BinOp) {
	x, y := cmp.X, cmp.Y
	for range 2 {
		if a, ok := c.model.SentinelOf(y); ok && errflow.IsErrorInterface(x.Type()) {
			c.add(&question{how: byEqual, subject: flow.Strip(x), at: cmp, atom: a})
			return
		}
		if err, fold, ok := c.textOf(x); ok {
			c.add(&question{how: byText, subject: err, at: cmp, op: equal, fold: fold, wanted: y})
			return
		}
		if errflow.IsErrorInterface(x.Type()) && c.madeFor(y, cmp) && !c.inTest(cmp.Pos()) {
			if expr, ok := c.node(cmp.Pos()).(ast.Expr); ok {
				c.report.ReportAt(expr.Pos(), expr.End(), CategoryNever, "== never finds an error that is made for it: no other is the same")
			}
			return
		}
		x, y = y, x
	}
}

func (c *checker) callQuestion(call *ssa.Call) {
	fn := c.model.Callee(call.Common())
	if fn == nil || fn.Pkg() == nil {
		return
	}
	c.target(call, fn)
	if asks := c.model.Asks(call); len(asks) > 0 && !isAssertion(call.Common()) {
		for _, a := range asks {
			c.asked(call, fn, a)
		}
	}
	switch path := fn.Pkg().Path(); {
	case path == "regexp" && fn.Name() == "MatchString" && fn.Signature().Recv() != nil:
		c.texts(call, call.Call.Args[1], call.Call.Args[0], matches, formNone)
	case fn.Signature().Recv() == nil && !call.Call.IsInvoke() && (path == "strings" || path == "slices" || path == "regexp"):
		c.standard(call, fn.Name())
	case path != "regexp":
		c.assertion(call, fn)
	}
}

// asked adds the question of a call of fn, if it is about one error: by errors.Is and the like, or by a function that uses these.
func (c *checker) asked(call *ssa.Call, fn *types.Func, a errflow.Asked) {
	q := &question{how: byIs, subject: a.Subject, at: call, call: errflow.FuncName(fn, c.pass.Pkg)}
	if !a.Yes || a.Cell.Table != nil {
		return
	}
	switch {
	case a.Type != nil:
		t, ok := errflow.TypeAtom(a.Type)
		if !ok {
			return
		}
		q.how, q.atom = byAs, t
	case len(a.Atoms) == 1:
		q.atom = a.Atoms[0]
	default:
		return
	}
	c.add(q)
}

func (c *checker) is(call *ssa.Call, name string, err, target ssa.Value) {
	if a, ok := c.model.SentinelOf(target); ok {
		c.add(&question{how: byIs, subject: flow.Strip(err), at: call, atom: a, call: name})
	}
}

func (c *checker) as(call *ssa.Call, name string, err, target ssa.Value) {
	if p, ok := types.Unalias(flow.Strip(target).Type()).Underlying().(*types.Pointer); ok {
		if a, ok := errflow.TypeAtom(p.Elem()); ok {
			c.add(&question{how: byAs, subject: flow.Strip(err), at: call, atom: a, call: name})
		}
	}
}

// standard reads the calls of functions of the standard library that compare texts.
func (c *checker) standard(call *ssa.Call, name string) {
	args := call.Call.Args
	switch name {
	case "Contains", "Index":
		if len(args) == 2 && !flow.IsString(args[0].Type()) {
			if err, fold, ok := c.textOf(args[1]); ok {
				c.add(&question{how: byText, subject: err, at: call, op: equal, fold: fold, wanted: args[0], many: true})
			}
			return
		}
		form := formNone
		if name == "Contains" {
			form = formReplace
		}
		c.texts(call, args[0], args[1], contains, form)
	case "LastIndex":
		c.texts(call, args[0], args[1], contains, formNone)
	case "HasPrefix":
		c.texts(call, args[0], args[1], hasPrefix, formReplace)
	case "HasSuffix":
		c.texts(call, args[0], args[1], hasSuffix, formReplace)
	case "EqualFold":
		for i := range 2 {
			if err, _, ok := c.textOf(args[i]); ok {
				c.add(&question{how: byText, subject: err, at: call, op: equal, fold: true, wanted: args[1-i], form: formReplace})
				return
			}
		}
	case "MatchString": // of package regexp
		c.texts(call, args[1], args[0], matches, formNone)
	}
}

// texts adds a question for a text, if got is the text of an error.
func (c *checker) texts(call *ssa.Call, got, wanted ssa.Value, op textOp, f form) {
	if err, fold, ok := c.textOf(got); ok {
		c.add(&question{how: byText, subject: err, at: call, op: op, fold: fold, wanted: wanted, form: f})
	}
}

// refuted reports whether v, the answer to a question, makes a test fail if it is yes, or is compared with what
// the test expects.
func (c *checker) refuted(v ssa.Value) bool {
	if !c.inTest(v.Pos()) {
		return false
	}
	yes := true // v, rather than its negation
	if cmp, ok := v.(*ssa.BinOp); ok && cmp.Op == token.NEQ {
		yes = false
	}
	var result ssa.Value = v
	if ta, ok := v.(*ssa.TypeAssert); ok {
		if !ta.CommaOk {
			return false
		}
		result = second(ta)
	} else if call, ok := v.(*ssa.Call); ok {
		if call.Call.Signature().Results().Len() == 2 {
			result = second(call) // errors.AsType
		} else if !flow.IsBasic(v.Type(), types.IsBoolean) {
			return false // an assertion of a library
		}
	}
	for hops := 0; result != nil && result.Referrers() != nil && hops < 8; hops++ {
		var next ssa.Value
		for _, ref := range *result.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp:
				if ref.Op == token.NOT {
					next, yes = ref, !yes
				}
			case *ssa.If:
				on, off := ref.Block().Succs[0], ref.Block().Succs[1]
				if !yes {
					on, off = off, on
				}
				if fails(on) && !fails(off) {
					return true
				}
			case *ssa.BinOp:
				return true // got != tt.want
			case ssa.CallInstruction:
				name := ""
				if fn := flow.Callee(ref.Common()); fn != nil {
					name = fn.Name()
				}
				switch name {
				case "True", "Truef", "Assert", "Check":
					if !yes {
						return true
					}
				case "False", "Falsef":
					if yes {
						return true
					}
				default:
					return true // assert.Equal(t, tt.want, errors.Is(err, ErrX))
				}
			case *ssa.MakeInterface:
				next = ref
			}
		}
		result = next
	}
	return false
}

// second returns the second result of a call or of a type assertion.
func second(v ssa.Value) ssa.Value {
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 1 {
			return e
		}
	}
	return nil
}

// fails reports whether a block makes a test fail.
func fails(b *ssa.BasicBlock) bool {
	if len(b.Preds) != 1 {
		return false
	}
	for _, instr := range b.Instrs {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		fn := flow.Callee(call.Common())
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "testing" {
			continue
		}
		switch fn.Name() {
		case "Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow":
			return true
		}
	}
	return false
}

// expr returns the syntax of a question; nil if it has none.
func (c *checker) expr(q *question) ast.Expr {
	if call, ok := q.at.(*ssa.Call); ok {
		return c.model.Assignment(call)
	}
	switch n := c.node(q.at.Pos()).(type) {
	case *ast.CaseClause: // of a type switch
		assert := q.at.(*ssa.TypeAssert)
		for _, e := range n.List {
			if t := c.pass.TypesInfo.TypeOf(e); t != nil && types.Identical(t, assert.AssertedType) {
				return e
			}
		}
		return nil
	case ast.Expr:
		return n
	}
	return nil
}

// node returns the comparison, case or assertion at the position of an instruction.
func (c *checker) node(pos token.Pos) ast.Node {
	if c.nodes == nil {
		c.nodes = make(map[token.Pos]ast.Node)
		for _, file := range c.pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BinaryExpr:
					c.nodes[n.OpPos] = n
				case *ast.CaseClause:
					c.nodes[n.Case] = n
					for _, e := range n.List {
						c.nodes[e.Pos()] = e
					}
				case *ast.TypeAssertExpr:
					c.nodes[n.Lparen] = n
				}
				return true
			})
		}
	}
	return c.nodes[pos]
}
