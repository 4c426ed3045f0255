package errmatch

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/prose"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// A textOp is a way to compare a text with the one that is wanted.
type textOp uint8

const (
	equal textOp = iota
	contains
	hasPrefix
	hasSuffix
	matches      // a regular expression
	matchesWhole // a regular expression that is to match the whole text
)

// textOf returns the error whose text v is if there is an error; fold says that the text is in lower or upper case.
func (c *checker) textOf(v ssa.Value) (err ssa.Value, fold, ok bool) {
	err, call, fold := c.textOrCall(v)
	if err != nil || call == nil {
		return err, fold, err != nil
	}
	// errText(err), which returns "" for none
	body := c.model.Func(flow.Callee(call.Common()))
	if body == nil || call.Call.IsInvoke() || body.Signature.Results().Len() != 1 {
		return nil, false, false
	}
	param := -1
	for ret := range flow.Returns(body) {
		if isNoText(ret.Results[0]) {
			continue
		}
		of, _, f := c.textOrCall(ret.Results[0])
		p, isParam := of.(*ssa.Parameter)
		if !isParam || param >= 0 && body.Params[param] != p {
			return nil, false, false
		}
		param, fold = slices.Index(body.Params, p), fold || f
	}
	if param < 0 {
		return nil, false, false
	}
	return flow.Strip(call.Call.Args[param]), fold, true
}

// isNoText reports whether v is the empty text.
func isNoText(v ssa.Value) bool {
	text, ok := flow.StringConst(v)
	return ok && text == ""
}

// textOrCall returns the error whose text v is, or the call of another function that returns v; neither if v is something else.
func (c *checker) textOrCall(v ssa.Value) (err ssa.Value, other *ssa.Call, fold bool) {
	const maxHops = 16
	n := flow.Node{V: flow.Strip(v)}
	if !flow.IsString(n.V.Type()) {
		return nil, nil, false
	}
	for range maxHops {
		if n.P != nil {
			return nil, nil, false
		}
		if call, isCall := n.V.(*ssa.Call); isCall {
			fn := flow.Callee(call.Common())
			if fn == nil || fn.Pkg() == nil && fn.Name() != "Error" {
				return nil, nil, false
			}
			args := call.Call.Args
			if recv := textflow.Receiver(call.Common()); recv != nil {
				if fn.Name() != "Error" || !errflow.IsErrorInterface(recv.Type()) {
					return nil, call, fold
				}
				return flow.Strip(recv), nil, fold
			}
			switch fn.FullName() {
			case "strings.ToLower", "strings.ToUpper":
				fold = true
				n.V = flow.Strip(args[0])
			case "strings.TrimSpace":
				n.V = flow.Strip(args[0])
			case "fmt.Sprint":
				return printed(args[0]), nil, fold
			case "fmt.Sprintf":
				if text, isConst := flow.StringConst(args[0]); isConst && (text == "%v" || text == "%s") {
					return printed(args[1]), nil, fold
				}
				return nil, nil, false
			default:
				return nil, call, fold
			}
			continue
		}
		srcs, _ := c.model.Step(n)
		srcs = slices.DeleteFunc(slices.Clone(srcs), func(src flow.Source) bool { return isNoText(src.V) })
		if len(srcs) != 1 {
			return nil, nil, false
		}
		n = srcs[0].Node
		n.V = flow.Strip(n.V)
	}
	return nil, nil, false
}

// printed returns the only operand of a function of package fmt, if that is an error; nil otherwise.
func printed(operands ssa.Value) ssa.Value {
	vals, ok := flow.Variadic(operands)
	if !ok || len(vals) != 1 {
		return nil
	}
	for v := vals[0]; ; {
		switch u := v.(type) {
		case *ssa.MakeInterface:
			return nil // an error of a concrete type
		case *ssa.ChangeInterface:
			v = u.X
		default:
			if !errflow.IsErrorInterface(v.Type()) {
				return nil
			}
			return v
		}
	}
}

// A wanted is a text with which the text of an error is compared.
type wanted struct {
	text  string
	whose errflow.Atom // the sentinel whose text it is, where it is written as that
	expr  *ssa.Call    // of its Error method
	pos   token.Pos    // where it is written, if that is elsewhere
}

// wantedFrom returns the origins of the text that an error's text is compared with; for a parameter, in all calls of the function. ok is false if
// not all calls are known, or if they have an error as an argument as well.
func (c *checker) wantedFrom(q *question) (origins []flow.Origin, ok bool) {
	opts := flow.OriginOptions{}
	if q.many {
		opts.Fields = []*types.Var{nil}
	}
	type given struct {
		v    ssa.Value
		call token.Pos
	}
	values := worklist.Of(given{v: flow.Strip(q.wanted)})
	for g := range values.All() {
		for _, o := range c.model.Origins(g.v, opts) {
			if g.call.IsValid() && len(o.Trail) == 0 {
				o.Trail = []token.Pos{g.call}
			}
			p, isParam := o.Value.(*ssa.Parameter)
			if o.Kind != flow.OriginParam || !isParam || len(o.Fields) != len(opts.Fields) {
				origins = append(origins, o)
				continue
			}
			fn := p.Parent()
			calls, all := c.model.CallsOf(fn)
			if !all || slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return p != q.subject && errflow.IsError(p.Type()) }) {
				return nil, false
			}
			for _, call := range calls {
				values.Push(given{flow.Strip(call.Common().Args[slices.Index(fn.Params, p)]), call.Pos()})
			}
		}
	}
	return origins, true
}

// wantedTexts returns the texts that the error's text is compared with; ok is false if not all of them are known. Empty texts, as in
// rows of a table that expect no error, are left out.
func (c *checker) wantedTexts(q *question) (texts []wanted, ok bool) {
	origins, ok := c.wantedFrom(q)
	if !ok {
		return nil, false
	}
	for _, o := range origins {
		w := wanted{}
		if n := len(o.Trail); n > 0 {
			w.pos = o.Trail[n-1]
		}
		switch o.Kind {
		case flow.OriginZero:
			continue
		case flow.OriginConst:
			text, isText := flow.StringConst(o.Value)
			if !isText {
				return nil, false
			}
			w.text = text
		case flow.OriginCall:
			call := o.Call()
			fn := flow.Callee(call.Common())
			if fn == nil || !o.Whole {
				return nil, false
			}
			if recv := textflow.Receiver(call.Common()); recv != nil && fn.Name() == "Error" {
				whose := c.sentinels(recv)
				if len(whose) == 0 {
					return nil, false
				}
				for _, a := range whose {
					texts = append(texts, wanted{whose: a, expr: call, pos: w.pos})
				}
				continue
			}
			if fn.Pkg() == nil || fn.Pkg().Path() != "regexp" || fn.Name() != "MustCompile" {
				return nil, false
			}
			text, isText := flow.StringConst(call.Call.Args[0])
			if !isText {
				return nil, false
			}
			w.text = text
		default:
			return nil, false
		}
		if w.text != "" {
			texts = append(texts, w)
		}
	}
	return texts, true
}

// sentinels returns the package-level variables that an error may be, if it cannot be anything else.
func (c *checker) sentinels(v ssa.Value) []errflow.Atom {
	var out []errflow.Atom
	isSentinel := func(v ssa.Value) bool { _, ok := c.model.SentinelOf(v); return ok }
	for _, o := range c.model.Origins(flow.Strip(v), flow.OriginOptions{NoCalls: true, Stop: isSentinel}) {
		switch {
		case o.Kind == flow.OriginStop:
			a, _ := c.model.SentinelOf(o.Value)
			out = append(out, a)
		case o.Kind == flow.OriginZero || flow.IsNil(o.Value):
		default:
			return nil
		}
	}
	return out
}

// text reports a question for the text of an error that can be told apart in another way.
func (c *checker) text(q *question) {
	if q.wanted == nil || c.tested(q) {
		return
	}
	texts, known := c.wantedTexts(q)
	s := c.model.ErrorsComing(q.subject, q.block())
	var names []errflow.Atom
	named := known && len(texts) > 0
	for _, w := range texts {
		a, ok := c.named(q, w, s)
		named = named && ok
		if ok && !slices.Contains(names, a) {
			names = append(names, a)
		}
	}
	if !named {
		if c.opts.Unnamed && known && len(texts) > 0 && len(names) == 0 && s.Unnamed() && slices.ContainsFunc(texts, func(w wanted) bool { return c.ofUnnamed(q, w.text, s) }) {
			c.unnamed(q)
		}
		return
	}
	expr := c.expr(q)
	if expr == nil || slices.ContainsFunc(names, c.hidden) || slices.ContainsFunc(names, c.contract) || c.otherwise(q) || c.hasErrorColumn(q.wanted) {
		return
	}
	// The calls that pass the texts are in no particular order.
	slices.SortFunc(names, func(a, b errflow.Atom) int { return strings.Compare(a.String(), b.String()) })
	var list []string
	for _, a := range names {
		list = append(list, c.name(a))
	}
	d := analysis.Diagnostic{Pos: expr.Pos(), End: expr.End(), Category: CategoryText}
	if len(names) == 1 {
		d.Message = fmt.Sprintf("%s is told apart by its text", list[0])
	} else {
		d.Message = fmt.Sprintf("%s are told apart by their texts", prose.List(list, "and"))
	}
	if _, given := flow.Strip(q.wanted).(*ssa.Parameter); len(texts) == 1 && !given {
		d.SuggestedFixes = c.textFix(q, texts[0], names[0])
	} else {
		for _, w := range texts {
			if w.pos.IsValid() && w.text != "" {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: w.pos, Message: fmt.Sprintf("wants %q", w.text)})
			}
		}
	}
	d.Related = append(d.Related, s.Via(names[0]).Related()...)
	c.report.Report(d)
}

// named returns the sentinel that a text stands for: the only error of s with such a text.
func (c *checker) named(q *question, w wanted, s errflow.Set) (errflow.Atom, bool) {
	if w.expr != nil {
		_, found := c.model.MayBe(s, w.whose)
		return w.whose, found && (s.TellsAll() || s.Has(w.whose) || c.ownText(w.whose))
	}
	if a, ok := ofSystem(q, w.text); ok && s.Has(a) && !s.AnyItself() && !s.Unnamed() {
		return a, true
	}
	satisfies := satisfier(q, w.text)
	if satisfies == nil {
		return errflow.Atom{}, false
	}
	var candidates []errflow.Atom
	for a := range s.Atoms() {
		if a.Kind == errflow.Code {
			continue
		}
		text, known := c.model.TextOf(a)
		bare, _ := s.Forms(a)
		switch {
		case !known:
			if q.op != equal {
				return errflow.Atom{}, false // its text may be such a text
			}
		case !satisfies(text):
		case q.op == equal && !bare:
		case !s.AllNamed() && (q.op != equal || q.fold) && !c.othersDiffer(q, w.text, s):
			return errflow.Atom{}, false
		default:
			candidates = append(candidates, a)
		}
	}
	for _, a := range candidates {
		if !slices.ContainsFunc(candidates, func(b errflow.Atom) bool { return a != b && !slices.Contains(c.model.WrappedBy(b), a) }) {
			return a, true
		}
	}
	return errflow.Atom{}, false
}

// othersDiffer reports whether no unnamed error of s has a text that satisfies a question. A value in a text may be a word, or match a
// regular expression.
func (c *checker) othersDiffer(q *question, want string, s errflow.Set) bool {
	texts, ok := c.model.MadeTexts(s)
	satisfies := satisfier(q, want)
	anyWord := q.isPattern() || !strings.Contains(want, " ")
	return ok && !slices.ContainsFunc(texts, func(text string) bool {
		return satisfies(text) || anyWord && strings.Contains(text, "\x00")
	})
}

// ofUnnamed reports whether an unnamed error of s may have a text that satisfies a question, by words that the program contains.
func (c *checker) ofUnnamed(q *question, want string, s errflow.Set) bool {
	satisfies := satisfier(q, want)
	for a := range s.Atoms() {
		if text, ok := c.model.TextOf(a); ok && satisfies != nil && satisfies(text) {
			return false
		}
	}
	texts, known := c.model.MadeTexts(s)
	return !known || satisfies == nil || slices.ContainsFunc(texts, func(text string) bool {
		return satisfies(text) || slices.ContainsFunc(strings.Split(text, "\x00"), func(part string) bool {
			part = strings.TrimSpace(part)
			return len(part) > 1 && len(part) < len(text) && (strings.Contains(want, part) || q.isPattern())
		})
	})
}

// ownText reports whether an unknown error with the text of a may be taken for a. The texts of the standard library are for
// the program's own use. Code that compares with the text of another error may have got it as a text from another process; and the text of fs.ErrInvalid
// is also that of EINVAL, which is another error.
func (c *checker) ownText(a errflow.Atom) bool {
	if a.Pkg == "io/fs" && a.Name == "ErrInvalid" || c.model.Own(a) {
		return false
	}
	_, known := c.model.TextOf(a)
	return known
}

// systemTexts has the texts of operating systems for errors that have names. A *fs.PathError ends in one of them.
var systemTexts = map[string]errflow.Atom{
	"no such file or directory":                 {Kind: errflow.Sentinel, Pkg: "io/fs", Name: "ErrNotExist"},
	"the system cannot find the file specified": {Kind: errflow.Sentinel, Pkg: "io/fs", Name: "ErrNotExist"},
	"file exists":                        {Kind: errflow.Sentinel, Pkg: "io/fs", Name: "ErrExist"},
	"permission denied":                  {Kind: errflow.Sentinel, Pkg: "io/fs", Name: "ErrPermission"},
	"operation not permitted":            {Kind: errflow.Sentinel, Pkg: "io/fs", Name: "ErrPermission"},
	"access is denied":                   {Kind: errflow.Sentinel, Pkg: "io/fs", Name: "ErrPermission"},
	"executable file not found":          {Kind: errflow.Sentinel, Pkg: "os/exec", Name: "ErrNotFound"},
	"executable file not found in $path": {Kind: errflow.Sentinel, Pkg: "os/exec", Name: "ErrNotFound"},
}

// ofSystem returns the error with the text that a question asks for a part of, if that is a text of an operating system.
func ofSystem(q *question, text string) (errflow.Atom, bool) {
	if q.op != contains && q.op != hasSuffix {
		return errflow.Atom{}, false
	}
	a, ok := systemTexts[strings.ToLower(strings.Trim(text, ":. "))]
	return a, ok
}

// isPattern reports whether the question uses a regular expression.
func (q *question) isPattern() bool { return q.op == matches || q.op == matchesWhole }

// satisfier returns the predicate for texts of a question; nil if its regular expression does not compile.
func satisfier(q *question, want string) func(string) bool {
	if q.isPattern() {
		if q.op == matchesWhole {
			want = "^(" + want + ")$"
		}
		re, err := regexp.Compile(want)
		if err != nil {
			return nil
		}
		return re.MatchString
	}
	return func(text string) bool {
		if q.fold {
			text, want = strings.ToLower(text), strings.ToLower(want)
		}
		switch q.op {
		case contains:
			return strings.Contains(text, want)
		case hasPrefix:
			return strings.HasPrefix(text, want)
		case hasSuffix:
			return strings.HasSuffix(text, want)
		}
		return text == want
	}
}

// hidden reports whether only another package can name an error, so that there is nothing better than its text.
func (c *checker) hidden(a errflow.Atom) bool {
	return a.Kind == errflow.Sentinel && a.Pkg != c.pass.Pkg.Path() && !token.IsExported(a.Name)
}

// contract reports whether the texts of an error's package are part of its contract.
func (c *checker) contract(a errflow.Atom) bool {
	return pkgglob.MatchIn(c.opts.Texts, a.Pkg, c.pass)
}

// tested reports whether a test made the error itself, so that its text is what is tested.
func (c *checker) tested(q *question) bool {
	if !c.inTest(q.at.Pos()) {
		return false
	}
	for _, o := range c.model.Origins(q.subject, flow.OriginOptions{NoCalls: true}) {
		switch o.Kind {
		case flow.OriginMake, flow.OriginZero, flow.OriginConst:
		case flow.OriginGlobal:
		case flow.OriginCall:
			fn := flow.Callee(o.Call().Common())
			if fn == nil {
				return false
			}
			if _, builds := errflow.Builder(fn); builds || c.pass.ImportObjectFact(fn, new(makesFact)) {
				continue
			}
			if own := c.model.Func(fn); own == nil || !c.makes(own) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// otherwise reports whether the code around a question also tells the error apart by something other than its text: by
// another question, a code, or a function of the module that has the error as an argument.
func (c *checker) otherwise(q *question) bool {
	around := flow.Outermost(q.at.Parent())
	for _, other := range c.questions {
		if other.how != byText && flow.Outermost(other.at.Parent()) == around && c.model.SameError(other.subject, q.subject) {
			return true
		}
	}
	for _, use := range flow.Uses(q.subject) {
		call, ok := use.Instr.(*ssa.Call)
		if !ok || use.Kind != flow.UseArg || call.Call.StaticCallee() == call.Parent() {
			continue
		}
		for _, arg := range call.Call.Args {
			if _, ok := c.model.SentinelOf(arg); ok {
				return true // isError(t, err, ErrX)
			}
		}
		results := call.Call.Signature().Results()
		if results.Len() == 0 {
			continue
		}
		b, ok := types.Unalias(results.At(0).Type()).Underlying().(*types.Basic)
		if ok && b.Info()&types.IsString == 0 && !isAssertion(call.Common()) {
			return true // status.Code(err), isNotFound(err)
		}
	}
	return false
}

// hasErrorColumn reports whether v is a field of a struct that also has a field for an error.
func (c *checker) hasErrorColumn(v ssa.Value) bool {
	v = flow.Strip(v)
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	var row *types.Struct
	switch v := v.(type) {
	case *ssa.FieldAddr:
		row = flow.Struct(v.X.Type())
	case *ssa.Field:
		row = flow.Struct(v.X.Type())
	default:
		return false
	}
	for f := range row.Fields() {
		if errflow.IsError(f.Type()) {
			return true
		}
		if sig, ok := types.Unalias(f.Type()).Underlying().(*types.Signature); ok && flow.HasVar(sig.Params(), errflow.IsError) {
			return true
		}
	}
	return false
}

// unnamed reports a question for the text of an error that cannot be told apart in any other way.
func (c *checker) unnamed(q *question) {
	var from *types.Func
	for _, o := range c.model.Origins(q.subject, flow.OriginOptions{NoCalls: true}) {
		if flow.IsNil(o.Value) || o.Kind == flow.OriginZero {
			continue
		}
		if o.Kind != flow.OriginCall {
			return
		}
		fn := flow.Callee(o.Call().Common())
		if fn == nil || !c.model.OwnPackage(fn.Pkg()) || from != nil && from != fn {
			return
		}
		from = fn
	}
	expr := c.expr(q)
	if from == nil || expr == nil || c.otherwise(q) || c.hasErrorColumn(q.wanted) {
		return
	}
	if pkgglob.MatchIn(c.opts.Texts, from.Pkg().Path(), c.pass) {
		return
	}
	c.report.ReportAt(expr.Pos(), expr.End(), CategoryUnnamed,
		fmt.Sprintf("an error of %s is told apart by its text, as it has no name", errflow.FuncName(from, c.pass.Pkg)))
}
