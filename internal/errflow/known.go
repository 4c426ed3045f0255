package errflow

import (
	_ "embed"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// known returns the errors of functions outside the module that the model knows: those that make and wrap errors, and a
// small part of the standard library, taken from its documentation.
func (e *engine) known(fn *types.Func, args []ssa.Value, call *ssa.Call) (Set, bool) {
	if fn.Pkg() == nil || fn.Pkg() == e.m.pass.Pkg && !call.Call.IsInvoke() {
		return Set{}, false
	}
	if IsOrNil(fn) && len(args) > 0 {
		s := e.at(e.errorsIn(args[0]), call.Block())
		if a, ok := typeAtom(args[0].Type()); ok && !s.Empty() {
			s = s.union(e.atom(a, call.Pos(), Returns, a))
		}
		return e.step(s, call.Pos(), Calls, fn), true
	}
	b, ok := Builder(fn)
	if ok {
		switch b.Kind {
		case BuildsFresh:
			return e.unnamed(call.Pos(), Makes, call), true
		case BuildsFormat:
			if b.Operands < len(args) {
				return e.errorf(args[b.Format], args[b.Operands], call), true
			}
		case BuildsWrap:
			var parts []node
			for _, c := range b.Causes {
				if c >= len(args) {
					continue
				}
				if vals, ok := flow.Variadic(args[c]); ok {
					for _, v := range vals {
						parts = append(parts, whole(v))
					}
				} else {
					parts = append(parts, e.errorsIn(args[c]))
				}
			}
			if unwraps(fn) {
				var s Set
				for _, n := range parts {
					s = s.union(e.at(n, call.Block()))
				}
				return e.step(e.unwrapped(s), call.Pos(), UnwrapsIt, nil), true
			}
			s := e.wrapsAll(parts, call)
			if b.Keeps {
				for _, n := range parts {
					s = s.union(e.step(e.at(n, call.Block()), call.Pos(), Calls, fn))
				}
			}
			return s, true
		case BuildsFlat:
			return e.unnamed(call.Pos(), Hides, nil), true
		}
	}
	if IsErrorsFunc(fn, "AsType") {
		// The type argument is the type of what is found.
		if t := call.Call.Signature().Results().At(0).Type(); !types.IsInterface(t) {
			s := e.at(whole(args[0]), call.Block())
			return e.found(s, t, false, call.Pos()), true
		}
		return e.at(whole(args[0]), call.Block()), true
	}
	if fn.Signature().Recv() == nil && (fn.Pkg().Path() == "path/filepath" && (fn.Name() == "Walk" || fn.Name() == "WalkDir") || fn.FullName() == "io/fs.WalkDir") {
		return e.step(e.withoutSkips(e.results(args[len(args)-1], call)), call.Pos(), Calls, fn), true
	}
	if s, ok := e.encodes(fn, args, call); ok {
		return s, true
	}
	if s, ok := e.decodes(args, call); ok {
		return s, true
	}
	entry, ok := standard()[fn.FullName()]
	if !ok {
		return e.inMemory(fn, args, call)
	}
	var s Set
	for _, a := range entry.atoms {
		one := e.atom(a, call.Pos(), Calls, fn)
		if first := entry.atoms[0]; first.Kind == Type && a.Kind == Sentinel {
			one = e.wrapped(one, first) // os.Open's fs.ErrNotExist is what its *fs.PathError wraps
		}
		s = s.union(one)
	}
	if entry.opaque {
		others := e.notKnown(fn)
		if entry.within {
			others = e.wrapped(others, entry.atoms[0])
			others.own = !entry.std
		}
		s = s.union(e.step(others, call.Pos(), Calls, fn))
	}
	return s, true
}

// withoutSkips returns s without the signals by which a callback tells a function that walks a tree to skip a part of
// it. Any other error of the callback ends the walk and is returned by the walking function.
func (e *engine) withoutSkips(s Set) Set {
	s.elems = slices.DeleteFunc(slices.Clone(s.elems), func(id elemID) bool {
		x := e.table.elems[id]
		return x.form == isBare && x.in == 0 && x.IsSignal() && (x.Name == "SkipDir" || x.Name == "SkipAll")
	})
	return e.pruned(s)
}

// isHash reports whether t is an interface of package hash. Their Write never fails.
func isHash(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "hash"
}

// unwraps reports whether a function that [Builder] knows returns what its argument wraps.
func unwraps(fn *types.Func) bool {
	switch fn.Name() {
	case "Unwrap", "UnwrapAll", "UnwrapOnce", "Cause":
		return true
	}
	return false
}

// BuilderKind says what a function that makes errors does with its arguments.
type BuilderKind uint8

const (
	BuildsFresh  BuilderKind = iota + 1 // a new error from a text: errors.New
	BuildsFormat                        // a new error from a format, in which %w wraps: fmt.Errorf
	BuildsWrap                          // an error that wraps the causes: errors.Join, errors.Wrap
	BuildsFlat                          // an error that hides the causes on purpose: errors.Handled
)

// A BuilderFunc describes a function outside the module that makes errors. Its indices count the arguments of a call
// from 0.
type BuilderFunc struct {
	Kind     BuilderKind
	Text     int   // BuildsFresh, BuildsWrap: the argument that is the message; -1 if there is none
	Format   int   // BuildsFormat: the format
	Operands int   // BuildsFormat: the variadic slice of operands
	Causes   []int // the arguments that are causes, or slices of causes
	Joins    bool  // the result is an error if any cause is one
	Keeps    bool  // the result may be a cause itself, if there is nothing to add to it
}

// wraps returns the arguments of a call, or slices, that the resulting error wraps. known is false if there may be
// others.
func (b BuilderFunc) wraps(args []ssa.Value) (wrapped []ssa.Value, known bool) {
	for _, c := range b.Causes {
		if c < len(args) && b.Kind != BuildsFlat {
			wrapped = append(wrapped, args[c])
		}
	}
	if b.Kind != BuildsFormat || b.Operands >= len(args) {
		return wrapped, true
	}
	operands, known := WrappedOperands(args[b.Format], args[b.Operands])
	return append(wrapped, operands...), known
}

// Builder describes fn if it is one of the functions outside the module that are known to make errors.
func Builder(fn *types.Func) (BuilderFunc, bool) {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return BuilderFunc{}, false
	}
	name, path := fn.Name(), fn.Pkg().Path()
	switch path {
	case "errors", "fmt", "golang.org/x/xerrors", "github.com/pkg/errors", "github.com/cockroachdb/errors", "github.com/pingcap/errors":
		switch name { // each package has some of these
		case "New", "NewNoStackError", "NewNoStackErrorf":
			return BuilderFunc{Kind: BuildsFresh, Text: 0}, true
		case "Errorf", "Newf", "AssertionFailedf":
			if path == "github.com/pkg/errors" || path == "github.com/pingcap/errors" {
				// These format with fmt.Sprintf: their %w wraps nothing.
				return BuilderFunc{Kind: BuildsFresh, Text: 0}, true
			}
			return BuilderFunc{Kind: BuildsFormat, Format: 0, Operands: 1}, true
		case "Wrap", "Annotate", "WithMessage", "WithHint", "WithDetail", "WithAssertionFailure", "WithTelemetry", "WithDomain", "WithContextTags", "WithSafeDetails":
			return BuilderFunc{Kind: BuildsWrap, Text: 1, Causes: []int{0}, Keeps: name == "WithContextTags" || name == "WithSafeDetails"}, true
		case "Wrapf", "Annotatef", "WithMessagef", "WithHintf", "WithDetailf", "NewAssertionErrorWithWrappedErrf":
			return BuilderFunc{Kind: BuildsWrap, Text: 1, Causes: []int{0}}, true
		case "WithStack", "AddStack", "SuspendStack", "Trace", "WithStackDepth", "Cause", "Unwrap", "UnwrapAll", "UnwrapOnce":
			return BuilderFunc{Kind: BuildsWrap, Text: -1, Causes: []int{0}, Keeps: path == "github.com/pingcap/errors"}, true
		case "WrapWithDepth":
			return BuilderFunc{Kind: BuildsWrap, Text: 2, Causes: []int{1}}, true
		case "Mark": // the package's own Is finds the mark
			return BuilderFunc{Kind: BuildsWrap, Text: -1, Causes: []int{0, 1}}, true
		case "WithSecondaryError":
			return BuilderFunc{Kind: BuildsWrap, Text: -1, Causes: []int{0}, Keeps: true}, true
		case "CombineErrors":
			return BuilderFunc{Kind: BuildsWrap, Text: -1, Causes: []int{0, 1}, Joins: true, Keeps: true}, true
		case "Join":
			return BuilderFunc{Kind: BuildsWrap, Text: -1, Causes: []int{0}, Joins: true}, true
		case "Handled", "Opaque":
			return BuilderFunc{Kind: BuildsFlat, Text: -1, Causes: []int{0}}, true
		case "HandledWithMessage", "HandledWithMessagef", "HandledInDomain", "HandledInDomainWithMessage":
			return BuilderFunc{Kind: BuildsFlat, Text: 1, Causes: []int{0}}, true
		}
	case "go.uber.org/multierr", "github.com/hashicorp/go-multierror":
		switch name {
		case "Append":
			return BuilderFunc{Kind: BuildsWrap, Text: -1, Causes: []int{0, 1}, Joins: true, Keeps: true}, true
		case "Combine":
			return BuilderFunc{Kind: BuildsWrap, Text: -1, Causes: []int{0}, Joins: true, Keeps: true}, true
		case "Prefix":
			return BuilderFunc{Kind: BuildsWrap, Text: 1, Causes: []int{0}, Keeps: true}, true
		}
	}
	return BuilderFunc{}, false
}

// IsOrNil reports whether fn is the method of a list of errors that returns the list, or nil if it is empty.
func IsOrNil(fn *types.Func) bool {
	return fn != nil && fn.FullName() == "(*github.com/hashicorp/go-multierror.Error).ErrorOrNil"
}

// IsList reports whether an atom is the type of what other modules make lists of errors: that there is a list says nothing of what is in it.
func IsList(a Atom) bool {
	return a.Kind == Type && (a.Pkg == "go.uber.org/multierr" || a.Pkg == "github.com/hashicorp/go-multierror")
}

// decoders lists functions that fill the variable in their SSA argument 1 from JSON.
var decoders = []string{"encoding/json.Unmarshal", "(*encoding/json.Decoder).Decode"}

// standardText is a curated part of the standard library: functions, each followed by the errors that its documentation
// names. Types and variables are written as errors.As and errors.Is are asked for them. Variables after a type are what
// an error of that type wraps. "…" says that there are other errors, "(…)" that the others are always wrapped in the
// first type, "(std)" that the others are also declared by the standard library, and "-" that the error is always nil.
const standardText = `
(*bytes.Buffer).Write -
(*bytes.Buffer).WriteString -
(*bytes.Buffer).WriteByte -
(*bytes.Buffer).WriteRune -
(*strings.Builder).Write -
(*strings.Builder).WriteString -
(*strings.Builder).WriteByte -
(*strings.Builder).WriteRune -
(*math/rand.Rand).Read -
crypto/rand.Read -
(*bytes.Buffer).Read io.EOF
(*bytes.Buffer).ReadByte io.EOF
(*bytes.Buffer).ReadBytes io.EOF
(*bytes.Buffer).ReadString io.EOF
(*strings.Reader).Read io.EOF
(*strings.Reader).ReadByte io.EOF
(*bufio.Reader).Read io.EOF …
(*bufio.Reader).ReadByte io.EOF …
(*bufio.Reader).ReadBytes io.EOF …
(*bufio.Reader).ReadString io.EOF …
(*bufio.Reader).ReadRune io.EOF …
(*bufio.Scanner).Err bufio.ErrTooLong …
(io.Reader).Read io.EOF …
(net.Conn).Read io.EOF …
(*os.File).Read io.EOF …
(*os.File).ReadAt io.EOF …
io.ReadFull io.EOF io.ErrUnexpectedEOF …
io.ReadAtLeast io.EOF io.ErrUnexpectedEOF io.ErrShortBuffer …
(context.Context).Err context.Canceled context.DeadlineExceeded
context.Cause context.Canceled context.DeadlineExceeded …
strconv.Atoi *strconv.NumError strconv.ErrSyntax strconv.ErrRange
strconv.ParseInt *strconv.NumError strconv.ErrSyntax strconv.ErrRange
strconv.ParseUint *strconv.NumError strconv.ErrSyntax strconv.ErrRange
strconv.ParseFloat *strconv.NumError strconv.ErrSyntax strconv.ErrRange
strconv.ParseBool *strconv.NumError strconv.ErrSyntax
strconv.Unquote strconv.ErrSyntax
time.Parse *time.ParseError
time.ParseInLocation *time.ParseError
net/url.Parse *net/url.Error (std)
net/url.ParseRequestURI *net/url.Error (std)
os.Open *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission (std)
os.Create *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission (std)
os.OpenFile *io/fs.PathError io/fs.ErrNotExist io/fs.ErrExist io/fs.ErrPermission (std)
os.ReadFile *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission (std)
os.WriteFile *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission …
os.ReadDir *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission (std)
os.Stat *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission (std)
os.Lstat *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission (std)
os.Mkdir *io/fs.PathError io/fs.ErrExist io/fs.ErrNotExist io/fs.ErrPermission (std)
os.MkdirAll *io/fs.PathError io/fs.ErrPermission (std)
os.Remove *io/fs.PathError io/fs.ErrNotExist io/fs.ErrPermission (std)
os.RemoveAll *io/fs.PathError io/fs.ErrPermission (std)
os.Rename *os.LinkError io/fs.ErrNotExist io/fs.ErrPermission (std)
os/exec.LookPath *os/exec.Error os/exec.ErrNotFound os/exec.ErrDot (std)
(*os/exec.Cmd).Run *os/exec.ExitError *os/exec.Error …
(*os/exec.Cmd).Wait *os/exec.ExitError …
(*os/exec.Cmd).Output *os/exec.ExitError *os/exec.Error …
(*os/exec.Cmd).CombinedOutput *os/exec.ExitError *os/exec.Error …
(*database/sql.Row).Scan database/sql.ErrNoRows …
(*database/sql.Tx).Commit database/sql.ErrTxDone …
(*database/sql.Tx).Rollback database/sql.ErrTxDone …
(*net/http.Server).ListenAndServe net/http.ErrServerClosed …
(*net/http.Server).Serve net/http.ErrServerClosed …
(*net/http.Request).Cookie net/http.ErrNoCookie
(*net/http.Client).Do *net/url.Error (…)
(*net/http.Client).Get *net/url.Error (…)
`

//go:embed nameless.txt
var namelessText string

// nameless returns the functions of the standard library that make their errors of text, sorted. TestNameless derives
// the list from the library's source, except for the functions added here, which are called through an interface or are
// methods of one.
var nameless = sync.OnceValue(func() []string {
	all := append(strings.Fields(namelessText), "(crypto/cipher.AEAD).Open", "crypto/cipher.NewGCM", "crypto/cipher.NewGCMWithNonceSize", "crypto/cipher.NewGCMWithTagSize")
	slices.Sort(all)
	return all
})

// MadeOfText reports whether a function of the standard library, by its full name, makes its errors of text.
func MadeOfText(name string) bool {
	_, ok := slices.BinarySearch(nameless(), name)
	return ok
}

// Standard returns the errors that the documentation of a function or method of the standard library names, sorted.
// name is its full name. ok is false for functions that are not in the table.
func Standard(name string) (atoms []Atom, ok bool) {
	entry, ok := standard()[name]
	return slices.SortedFunc(slices.Values(entry.atoms), CompareAtoms), ok
}

type standardEntry struct {
	atoms  []Atom
	opaque bool
	within bool // other errors are wrapped in the first type
	std    bool // and declared by the standard library
}

// standard returns standardText, parsed. The map is not changed.
var standard = sync.OnceValue(func() map[string]standardEntry {
	table := make(map[string]standardEntry)
	for line := range strings.Lines(standardText) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		var entry standardEntry
		for _, f := range fields[1:] {
			switch f {
			case "-":
			case "…":
				entry.opaque = true
			case "(…)", "(std)":
				entry.opaque, entry.within, entry.std = true, true, f == "(std)"
			default:
				entry.atoms = append(entry.atoms, standardAtom(f))
			}
		}
		table[fields[0]] = entry
	}
	return table
})

// standardAtoms returns the errors in standardText. None of the types has a method Is or As, which could not be looked
// up in a package that does not import the type's package.
var standardAtoms = sync.OnceValue(func() map[Atom]bool {
	found := make(map[Atom]bool)
	for _, entry := range standard() {
		for _, a := range entry.atoms {
			found[a] = true
		}
	}
	return found
})

func standardAtom(s string) Atom {
	name, ptr := strings.CutPrefix(s, "*")
	dot := strings.LastIndexByte(name, '.')
	a := Atom{Kind: Sentinel, Pkg: name[:dot], Name: name[dot+1:], Ptr: ptr}
	if ptr {
		a.Kind = Type
	}
	return a
}

// IsFresh reports whether an error is made of text where it is, so that there is nothing to find in it.
func IsFresh(v ssa.Value) bool {
	call, ok := flow.Strip(v).(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := Builder(flow.Callee(call.Common()))
	if !ok || b.Kind != BuildsFresh && b.Kind != BuildsFormat {
		return false
	}
	wrapped, known := b.wraps(call.Call.Args)
	return known && len(wrapped) == 0
}
