package errlog

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/importedit"
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/replyflow"
)

// withoutError reports a log that leaves out the current error, if the error goes nowhere else.
func (c *checker) withoutError(l *logflow.Log) {
	call, ok := l.Call.(*ssa.Call)
	if !ok || l.Form == logflow.Helper && l.Message == nil || len(c.logs.Errors(l)) > 0 {
		return
	}
	err := c.atHand(call)
	if err == nil || c.model.GoesOn(err, call) || c.failsOtherwise(call) || c.logs.Implies(l, err) || c.logs.Repeats(l, err) {
		return
	}
	c.lost = append(c.lost, err)
	d := c.at(l, CategoryWithoutError, "the log leaves out "+c.name(err)+", and nothing else has it")
	d.SuggestedFixes = c.addError(l, err)
	c.report.Report(d)
}

// atHand returns the error that was last found to be non-nil at an instruction, or nil. It returns nil, too, if a condition has
// distinguished the error, if a later attempt has succeeded, or if the error says nothing except that it is there.
func (c *checker) atHand(at ssa.Instruction) ssa.Value {
	live := c.model.LiveAt(at)
	if len(live) == 0 || live[0].Classified {
		return nil
	}
	err := live[0].Value
	for cond := range flow.Conditions(at.Block()) {
		if v, isNil := cond.ComparedWithNil(); v != nil && errflow.IsError(v.Type()) {
			if isNil {
				return nil
			}
			break
		}
	}
	if _, w := c.logs.ReturnedLogged(err); w != nil || c.logs.CauseLogged(err) || c.saysLittle(err, at.Block()) {
		return nil
	}
	return err
}

// saysLittle reports whether an error says nothing except that it is there: it comes from a context or is about bad input, or it is always
// the same error.
func (c *checker) saysLittle(err ssa.Value, b *ssa.BasicBlock) bool {
	if call, _ := flow.ResultOf(err); call != nil && !call.Call.IsInvoke() {
		if set := c.model.ErrorsAt(err, b); set.Known() {
			atoms := slices.Collect(set.Atoms())
			if len(atoms) == 1 && atoms[0].Kind == errflow.Sentinel {
				if _, wrapped := set.Forms(atoms[0]); !wrapped {
					return true
				}
			}
		}
	}
	var only []ssa.Value
	for _, o := range c.model.Origins(err, flow.OriginOptions{}) {
		switch call := o.Call(); {
		case o.Kind == flow.OriginConst:
		case o.Kind == flow.OriginGlobal && o.Whole:
			only = append(only, o.Value)
		case call != nil:
			fn := flow.Callee(call.Common())
			if fn == nil || fn.Pkg() == nil {
				return false
			}
			if n := flow.Receiver(fn); n != nil && n.Obj().Name() == "CallToolRequest" {
				continue // an argument that is not there
			}
			if fn.Pkg().Path() == "context" || errflow.Listed(c.opts.InputErrors, fn.Pkg().Path(), fn.FullName()) {
				continue
			}
			b, known := errflow.Builder(fn)
			if !known || b.Kind != errflow.BuildsFresh || len(call.Call.Args) != 1 {
				return false
			}
			if _, constant := flow.StringConst(call.Call.Args[0]); !constant {
				return false
			}
			only = append(only, call)
		default:
			return false
		}
	}
	slices.SortFunc(only, func(a, b ssa.Value) int { return int(a.Pos() - b.Pos()) })
	return len(slices.Compact(only)) <= 1
}

// failsOtherwise reports whether the function returns an error after an instruction, other than one of replying. That this error has lost
// the current one is for rule wrapcause to report.
func (c *checker) failsOtherwise(at ssa.Instruction) bool {
	for ret := range flow.Returns(at.Parent()) {
		if !at.Block().Dominates(ret.Block()) {
			continue
		}
		for _, r := range ret.Results {
			if errflow.IsError(r.Type()) && !c.model.KnownNil(flow.Strip(r), ret.Block()) && !c.replied(r) {
				return true
			}
		}
	}
	return false
}

// unlogged reports the replies to a failure that say nothing of the error, if nothing else has it.
func (c *checker) unlogged() {
	for _, r := range c.replies.All {
		// A handler that returns another error is for rule wrapcause.
		if _, returned := r.Instr.(*ssa.Return); returned || !c.asks(r) || !c.replies.Fixed(r) {
			continue
		}
		err := c.atHand(r.Instr)
		if err == nil || c.model.GoesOn(err, r.Instr) || c.ofReply(err) || c.answers(r, err) ||
			slices.ContainsFunc(c.lost, func(v ssa.Value) bool { return c.model.SameError(v, err) }) {
			continue
		}
		c.lost = append(c.lost, err) // one reply may be several calls
		c.report.ReportAt(r.Pos, token.NoPos, CategoryUnlogged,
			c.name(err)+" is neither logged nor kept, and the reply says nothing of it")
	}
}

// asks reports whether the options demand that the error behind a reply can be found.
func (c *checker) asks(r replyflow.Reply) bool {
	switch r.Kind {
	case replyflow.HTTP:
		return r.Constant && r.Status >= 500 && slices.Contains(c.opts.Unlogged, unloggedHTTP)
	case replyflow.JSONRPC:
		return r.Constant && r.Status == -32603 && slices.Contains(c.opts.Unlogged, unloggedJSONRPC)
	case replyflow.Tool:
		return slices.Contains(c.opts.Unlogged, unloggedTool)
	}
	return false
}

// statusUnavailable is [net/http.StatusServiceUnavailable]. Importing net/http for one number would add a web server and TLS to errlint.
const statusUnavailable = 503

// answers reports whether a reply reports the failure because that is what was asked, as a health probe does. Either its status says that
// something that the server needs is unavailable, and no other reply has what the failed call returns, or its body has a type that other
// replies of the function have, too.
func (c *checker) answers(r replyflow.Reply, err ssa.Value) bool {
	if r.Kind != replyflow.HTTP {
		return false
	}
	failed, _ := flow.ResultOf(err)
	unavailable := r.Status == statusUnavailable
	for _, other := range c.replies.In(r.Fn) {
		if other.Kind != replyflow.HTTP || other.Constant && other.Status >= 400 {
			continue
		}
		for _, p := range other.Body {
			for v := range flow.Slice(p.Value) {
				result, ok := v.(*ssa.Extract)
				unavailable = unavailable && (!ok || failed == nil || result.Tuple != failed)
			}
		}
		if !other.Constant {
			continue
		}
		for _, a := range other.Made {
			_, named := types.Unalias(flow.Deref(a.Type())).(*types.Named)
			if named && slices.ContainsFunc(r.Made, func(b ssa.Value) bool { return types.Identical(flow.Deref(a.Type()), flow.Deref(b.Type())) }) {
				return true
			}
		}
	}
	return unavailable
}

// ofReply reports whether an error is that of writing or encoding a reply: there is nobody left to tell.
func (c *checker) ofReply(err ssa.Value) bool {
	if c.replied(err) {
		return true
	}
	call, _ := flow.ResultOf(err)
	if call == nil {
		return false
	}
	fn := flow.Callee(call.Common())
	switch path := flow.PkgPath(fn); {
	case strings.HasPrefix(path, "encoding/"):
		return strings.HasPrefix(fn.Name(), "Marshal") || fn.Name() == "Encode"
	case path == "text/template" || path == "html/template":
		return strings.HasPrefix(fn.Name(), "Execute")
	}
	return false
}

// replied reports whether an error is what a reply returns.
func (c *checker) replied(err ssa.Value) bool {
	call, _ := flow.ResultOf(flow.Strip(err))
	return call != nil && slices.ContainsFunc(c.replies.In(call.Parent()), func(r replyflow.Reply) bool { return r.Instr == ssa.Instruction(call) })
}

// addError returns the fix that adds the error to a log.
func (c *checker) addError(l *logflow.Log, err ssa.Value) []analysis.SuggestedFix {
	expr := c.model.CallExpr(l.Call)
	id, ok := c.model.Compared(err).(*ast.Ident)
	if expr == nil || !ok || expr.Ellipsis.IsValid() || l.Formatted || !c.hasPlace(l) {
		return nil
	}
	// The name must mean the error where the log is written, too.
	scope := c.pass.Pkg.Scope().Innermost(expr.Pos())
	if scope == nil {
		return nil
	}
	if _, obj := scope.LookupParent(id.Name, expr.Pos()); obj == nil || obj != c.pass.TypesInfo.ObjectOf(id) {
		return nil
	}
	sel, isSel := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
	replace := func(pos, end token.Pos, text string) []analysis.SuggestedFix {
		return []analysis.SuggestedFix{{
			Message:   "Add " + id.Name + " to the log",
			TextEdits: []analysis.TextEdit{{Pos: pos, End: end, NewText: []byte(text)}},
		}}
	}
	fix := func(pos token.Pos, text string) []analysis.SuggestedFix { return replace(pos, pos, text) }
	last := func() token.Pos { return expr.Args[len(expr.Args)-1].End() }
	switch {
	case len(expr.Args) == 0 && l.Form != logflow.Chain:
		return nil
	case l.Form == logflow.Fields:
		if pkg, ok := c.qualifier(expr, l.Library); ok {
			return fix(last(), ", "+pkg+".Error("+id.Name+")")
		}
	case l.Form == logflow.Pairs && (l.Callee.Name() == "LogAttrs" || flow.QualifiedName(c.pass.TypesInfo.TypeOf(expr.Args[len(expr.Args)-1])) == "log/slog.Attr"):
		if pkg, ok := c.qualifier(expr, l.Library); ok {
			return fix(last(), ", "+pkg+".Any("+strconv.Quote(c.errorKey())+", "+id.Name+")")
		}
	case l.Form == logflow.Pairs && (l.Callee.Name() == "ErrorS" || l.Library == "github.com/go-logr/logr" && l.Callee.Name() == "Error"):
		if arg, ok := ast.Unparen(expr.Args[0]).(*ast.Ident); ok && arg.Name == "nil" {
			return replace(arg.Pos(), arg.End(), id.Name)
		}
	case l.Form == logflow.Pairs:
		return fix(last(), ", "+strconv.Quote(c.errorKey())+", "+id.Name)
	case l.Form == logflow.Chain && l.Library == "github.com/sirupsen/logrus" && isSel:
		return fix(sel.X.End(), ".WithError("+id.Name+")")
	case l.Form == logflow.Chain && l.Library == "github.com/rs/zerolog" && isSel:
		return fix(sel.X.End(), ".Err("+id.Name+")")
	}
	return nil
}

// hasPlace reports whether the error can be added under its key: no attribute has that, and in a list of keys and values each key is known
// and has a value.
func (c *checker) hasPlace(l *logflow.Log) bool {
	key := "error" // which zap.Error, WithError, Err and logr determine
	if l.Form == logflow.Pairs && l.Library != "github.com/go-logr/logr" {
		key = c.errorKey()
	}
	if l.Callee.Name() == "ErrorS" {
		key = "err"
	}
	if slices.ContainsFunc(l.Attrs, func(a logflow.Attr) bool { return a.Key == key }) {
		return false
	}
	return l.Form != logflow.Pairs || !slices.ContainsFunc(l.Rest, func(v ssa.Value) bool { return flow.IsString(v.Type()) })
}

// qualifier returns the name by which the file around an expression imports a package.
func (c *checker) qualifier(e ast.Expr, path string) (string, bool) {
	name, edits, ok := importedit.Use(c.pass, path, "", e.Pos())
	return name, ok && edits == nil
}

// errorKey returns the key under which errors are logged: the configured one, or the one that the package uses most.
func (c *checker) errorKey() string {
	if c.key = cmp.Or(c.key, c.opts.Key); c.key != "" {
		return c.key
	}
	c.key = "error"
	count := make(map[string]int)
	for _, l := range c.logs.All {
		for _, a := range l.Attrs {
			if a.Key != "" && errflow.IsError(flow.Strip(a.Value).Type()) {
				if count[a.Key]++; count[a.Key] > count[c.key] || count[a.Key] == count[c.key] && a.Key < c.key && c.key != "error" {
					c.key = a.Key
				}
			}
		}
	}
	return c.key
}
