package errflow

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/types"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
)

// plain reports whether v, the initial value of a sentinel, whose set is s, is an error that is made there and of which
// everything is known. The value of another sentinel is not: both are the same error.
func (e *engine) plain(v ssa.Value, s Set) bool {
	if IsFresh(v) {
		return true
	}
	switch v := flow.Strip(v).(type) {
	case *ssa.Call:
		b, ok := Builder(flow.Callee(v.Common()))
		if ok && b.Kind == BuildsFormat {
			_, known := b.wraps(v.Call.Args)
			return known && s.Known()
		}
	case *ssa.Alloc: // a pointer to a literal
		return s.Known() && IsError(v.Type())
	}
	return false
}

// findTexts finds the texts of the package's sentinels. A text that is composed from those of others is found after
// them, whatever their order in the source. At the end of a chain longer than maxTextChain there is no text.
func (e *engine) findTexts() {
	const maxTextChain = 8
	for range maxTextChain {
		changed := false
		for _, name := range e.m.pass.Pkg.Scope().Names() {
			g, ok := e.m.Pkg.Members[name].(*ssa.Global)
			if !ok {
				continue
			}
			a, ok := e.sentinel(g)
			if !ok || !e.sentinels[a].Plain || e.sentinels[a].Text != "" {
				continue
			}
			if text, ok := e.builtText(e.m.StoresTo(g)[0].Val); ok && text != "" {
				e.sentinels[a].Text, changed = text, true
			}
		}
		if !changed {
			break
		}
	}
}

// builtText returns the text of an error that a call makes of a constant text or format.
func (e *engine) builtText(v ssa.Value) (string, bool) {
	call, ok := flow.Strip(v).(*ssa.Call)
	if !ok {
		return "", false
	}
	fn := flow.Callee(call.Common())
	b, ok := Builder(fn)
	if !ok || b.Kind != BuildsFresh && b.Kind != BuildsFormat {
		return "", false
	}
	return formatted(call.Call.Args, b.Text+b.Format, func(verb format.Verb, v ssa.Value) string { // one of them is 0
		if v == nil || !verb.Plain() || !strings.ContainsRune("wvs", verb.Rune) {
			return ""
		}
		if a, ok := e.sentinelLoad(v); ok {
			return e.textOf(a)
		}
		text, _ := flow.StringConst(flow.Strip(v))
		return text
	})
}

// formatted returns the text that a call makes of argument i, which has to be constant. If it is a format, operand
// returns the text of each operand in the last argument, "" if that is not known. The value that operand gets is nil if
// there is no operand for the verb. ok is false if the text is not known.
func formatted(args []ssa.Value, i int, operand func(verb format.Verb, v ssa.Value) string) (text string, ok bool) {
	text, ok = flow.StringConst(args[i])
	if !ok || i == len(args)-1 {
		return text, ok
	}
	verbs, err := format.Parse(text)
	vals, known := flow.Variadic(args[len(args)-1])
	if err != nil || !known {
		return "", false
	}
	for _, verb := range slices.Backward(verbs) {
		with := "%"
		if verb.Rune != '%' {
			var v ssa.Value
			if verb.Operand >= 0 && verb.Operand < len(vals) {
				v = vals[verb.Operand]
			}
			if with = operand(verb, v); with == "" {
				return "", false
			}
		}
		text = text[:verb.Off] + with + text[verb.Off+verb.Len:]
	}
	return text, true
}

// textOf returns the text of a sentinel, "" if it is not known.
func (e *engine) textOf(a Atom) string {
	if f := e.sentinelFactOf(a); f != nil && f.Text != "" {
		return f.Text
	}
	return standardTexts[a.Pkg+"."+a.Name]
}

// standardTexts has the texts of the sentinels of the standard library that programs ask for. Each is an error of its
// own.
var standardTexts = map[string]string{
	"bufio.ErrTooLong":         "bufio.Scanner: token too long",
	"context.Canceled":         "context canceled",
	"context.DeadlineExceeded": "context deadline exceeded",
	"database/sql.ErrConnDone": "sql: connection is already closed",
	"database/sql.ErrNoRows":   "sql: no rows in result set",
	"database/sql.ErrTxDone":   "sql: transaction has already been committed or rolled back",
	"errors.ErrUnsupported":    "unsupported operation",
	"io.EOF":                   "EOF",
	"io.ErrClosedPipe":         "io: read/write on closed pipe",
	"io.ErrNoProgress":         "multiple Read calls return no data or error",
	"io.ErrShortBuffer":        "short buffer",
	"io.ErrShortWrite":         "short write",
	"io.ErrUnexpectedEOF":      "unexpected EOF",
	"io/fs.ErrClosed":          "file already closed",
	"io/fs.ErrExist":           "file already exists",
	"io/fs.ErrInvalid":         "invalid argument",
	"io/fs.ErrNotExist":        "file does not exist",
	"io/fs.ErrPermission":      "permission denied",
	"net.ErrClosed":            "use of closed network connection",
	"net/http.ErrNoCookie":     "http: named cookie not present",
	"net/http.ErrServerClosed": "http: Server closed",
	"os/exec.ErrDot":           "cannot run executable found relative to current directory",
	"os/exec.ErrNotFound":      "executable file not found in $PATH",
	"strconv.ErrRange":         "value out of range",
	"strconv.ErrSyntax":        "invalid syntax",
}

// TextOf returns the text of sentinel a. ok is false if it is not constant or not known.
func (m *Model) TextOf(a Atom) (text string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	text = m.eng.textOf(a)
	return text, text != ""
}

// MadeTexts returns the texts of the unnamed errors of s, and of what wraps them, sorted. "\x00" stands for each value
// in a text. ok is false if not all texts are known.
func (m *Model) MadeTexts(s Set) (texts []string, ok bool) {
	if s.from == nil || s.from.m != m {
		return nil, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.madeTexts(s, s.from.keys...)
}

// madeTexts is MadeTexts for s, the union of the values of some keys.
func (e *engine) madeTexts(s Set, keys ...evalKey) (texts []string, ok bool) {
	if !s.opaque || !s.TellsAll() {
		return nil, false
	}
	const maxTexts = 32
	looked := 0
	for t := range e.trails(keys, Atom{}, PartOpaque, maxLooked, func(*trail) bool { looked++; return false }) {
		links := t.links()
		known := false // whether the text at the end of the way is known
		if fn := handsOver(links); fn != nil {
			if fact := e.factFor(fn); fact != nil {
				texts, known = append(texts, fact.Texts...), len(fact.Texts) > 0
			}
		}
		for _, l := range links {
			if l.act == Makes || l.act == WrapsIt {
				call, _ := l.of.(*ssa.Call)
				text, ok := literalText(call)
				if !ok {
					return nil, false
				}
				texts, known = append(texts, text), known || l.act == Makes
			} else if l.act == WrapsItIn {
				return nil, false
			}
		}
		if !known || len(texts) > maxTexts {
			return nil, false
		}
	}
	if looked == maxLooked {
		return nil, false
	}
	slices.Sort(texts)
	return slices.Compact(texts), true
}

// literalText returns the text that a call puts in an error, with "\x00" for each value in it. ok is false if the text
// is not constant, or if the text of another error may be among the values.
func literalText(call *ssa.Call) (text string, ok bool) {
	if call == nil {
		return "", false
	}
	args := call.Call.Args
	b, ok := Builder(flow.Callee(call.Common()))
	i := b.Text
	if b.Kind == BuildsFormat {
		i = b.Format
	}
	if !ok || i < 0 || i >= len(args) {
		return "", ok && i < 0
	}
	return formatted(args, i, func(verb format.Verb, v ssa.Value) string {
		if verb.Rune == 'w' || verb.Rune == 'T' || v != nil && isPlainValue(flow.Strip(v)) {
			return "\x00"
		}
		return ""
	})
}

// isPlainValue reports whether v is a number, or a string that is not computed. The text of an error is neither.
func isPlainValue(v ssa.Value) bool {
	b, ok := types.Unalias(v.Type()).Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsString == 0 {
		return ok
	}
	switch v.(type) {
	case *ssa.Const, *ssa.Parameter, *ssa.FreeVar, *ssa.UnOp, *ssa.Field, *ssa.Lookup, *ssa.Index:
		return true
	}
	return false
}

// SentinelOf returns the sentinel that v is a load of.
func (m *Model) SentinelOf(v ssa.Value) (Atom, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.sentinelLoad(v)
}

// TypeAtom returns the atom of a concrete error type. ok is false for types without a package-level name.
func TypeAtom(t types.Type) (a Atom, ok bool) {
	if types.IsInterface(t) || !IsError(t) {
		return Atom{}, false
	}
	return typeAtom(t)
}

// MayBe reports whether an error of s may be a itself, which == and type assertions find, and whether errors.Is, or
// errors.As for a type, may find a in it. Each is true if it cannot be ruled out: where s is incomplete, where a
// parameter decides, or where an error has a method that may answer. An error that is made of text is neither a nor of
// its type, and contains nothing.
func (m *Model) MayBe(s Set, a Atom) (itself, found bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	if a.Kind == Type && makesErrors(a.Pkg) {
		return true, true
	}
	plain := a.Kind != Sentinel || e.isPlain(a)
	if !s.tellsAll() && (s.own || !plain || e.isStandard(a)) {
		itself, found = s.itself, true
	}
	for _, r := range s.refs {
		itself, found = itself || r.form == isBare, true
	}
	self := []elemID{e.table.id(element{Atom: a, form: isBare})}
	any := []elemID{e.table.id(element{Atom: a, form: anyForm})}
	for _, id := range s.elems {
		x := e.table.elems[id]
		isAny := e.matches(x, any)
		isSelf := e.matches(x, self)
		switch {
		case x.Kind == Sentinel && !e.isPlain(x.Atom), !plain && e.mayEqual(x.Atom, a):
			// Its value may be a, or of type a.
			isAny, isSelf = true, x.form == isBare
		case e.answers(x.Atom):
			isAny = true
		}
		itself, found = itself || isSelf, found || isAny
	}
	return itself, found
}

// isStandard reports whether the standard library declares an error.
func (e *engine) isStandard(a Atom) bool {
	pkg := e.m.findPackage(a.Pkg)
	return pkg == nil || e.m.standard(pkg)
}

// mayEqual reports whether error x may have the value of sentinel a, of which not everything is known. A sentinel
// outside the module does not have the value of one inside it.
func (e *engine) mayEqual(x, a Atom) bool {
	if x.Kind == Sentinel {
		return e.m.Own(a) || !e.m.Own(x)
	}
	return !x.Ptr
}

// isPlain reports whether everything is known about a sentinel.
func (e *engine) isPlain(a Atom) bool {
	f := e.sentinelFactOf(a)
	return f != nil && f.Plain || f == nil && standardTexts[a.Pkg+"."+a.Name] != ""
}

// answers reports whether an error has a method Is or As, or is a sentinel that wraps an error which has one.
func (e *engine) answers(a Atom) bool {
	if a.Kind == Sentinel {
		return slices.ContainsFunc(e.sentinelFactOf(a).wraps(), func(b Atom) bool { return b.Kind != Sentinel && e.answers(b) })
	}
	if standardAtoms()[a] {
		return false
	}
	obj, ok := e.m.Object(a).(*types.TypeName)
	if !ok {
		return true
	}
	for _, name := range []string{"Is", "As"} {
		if m, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), false, obj.Pkg(), name); m != nil {
			if _, isMethod := m.(*types.Func); isMethod {
				return true
			}
		}
	}
	return false
}

// constrained reports whether the file that declares fn belongs to certain builds only. Other builds may have another
// function of that name.
func (m *Model) constrained(fn *ssa.Function) bool {
	file := flow.FileAt(m.pass.Files, fn.Pos())
	return file != nil && m.constraints.Get(file, m.hasConstraint)
}

func (m *Model) hasConstraint(f *ast.File) bool {
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			break
		}
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) {
				return true
			}
		}
	}
	// A file name has the name of a system in it if a system with an unknown name does not build the file.
	none := build.Context{GOOS: "none", GOARCH: "none", Compiler: "gc", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p\n")), nil
	}}
	match, err := none.MatchFile("", filepath.Base(m.pass.Fset.PositionFor(f.FileStart, false).Filename))
	return err == nil && !match
}
