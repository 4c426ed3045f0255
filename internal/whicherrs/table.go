package whicherrs

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/errlint/errlint/internal/pack"
)

// A Table is what a package reports about its functions.
type Table struct {
	Path   string
	Name   string // of the package, which may differ from the last element of its path
	Module string // path of its module; "std" for the standard library
	Funcs  []Func
	Errors

	Dir string // of the package's files

	text string // Errors, until they are needed
}

// Errors is the errors that a package declares and mentions.
type Errors struct {
	Names []Declared // exported sentinels and error types
	Uses  []Atom     // sentinels and error types, of any package, that its code mentions other than to ask for them
}

// A Func is a function of a package, or a method of one of its interfaces. A Func from a [Program] has its Body.
type Func struct {
	ID       string
	Name     string // within the package: "Open", "(*Store).Get"
	At       Place
	Exported bool // other packages can name it
	Fails    bool // a result is an error by its type, and it is not an Unwrap method
	Abstract bool // a method of an interface, whose errors are those that its doc comment lists
	Body

	text  string // Body, until it is needed
	table *Table
}

// A Body is what is known about a function.
type Body struct {
	Errors []Leaving
	Params []FromArgs
	Opaque []Way // the ways of errors without a name; empty if none leave
	Others []Way // the ways of errors that code which is not seen may add; empty if there is no such code
	Std    bool  // errors that are not known can only be ones that the standard library declares
	Args   []Way // the ways of what parameters are or return
	Asks   []Ask
}

// A stored is a table in the form in which it is kept. What most questions do not need is packed by itself, so that
// reading a table does not decode it.
type stored struct {
	Path, Name, Module string
	Errors             string
	Funcs              []storedFunc
}

type storedFunc struct {
	ID, Name                  string
	At                        Place
	Exported, Fails, Abstract bool
	Body                      string
}

// errDamaged is the error for a table that Encode has not written.
var errDamaged = errors.New("it is damaged")

// Encode returns a table as text.
func (t *Table) Encode() string {
	s := stored{Path: t.Path, Name: t.Name, Module: t.Module, Errors: string(pack.Pack(t.Errors))}
	for i := range t.Funcs {
		f := &t.Funcs[i]
		s.Funcs = append(s.Funcs, storedFunc{f.ID, f.Name, f.At, f.Exported, f.Fails, f.Abstract, string(pack.Pack(f.Body))})
	}
	return string(pack.Pack(s))
}

// decode is the inverse of Encode.
func decode(text string) (*Table, error) {
	var s stored
	if !pack.Unpack(text, &s) {
		return nil, errDamaged
	}
	t := &Table{Path: s.Path, Name: s.Name, Module: s.Module, Funcs: make([]Func, len(s.Funcs)), text: s.Errors}
	for i, f := range s.Funcs {
		t.Funcs[i] = Func{ID: f.ID, Name: f.Name, At: f.At, Exported: f.Exported, Fails: f.Fails, Abstract: f.Abstract, text: f.Body, table: t}
	}
	return t, nil
}

// load decodes the errors of t if that has not been done.
func (t *Table) load() *Table {
	if t.text != "" {
		pack.Unpack(t.text, &t.Errors)
		t.text = ""
	}
	return t
}

// load decodes the body of f if that has not been done. One that cannot be decoded is left empty, which does not happen
// to what Encode wrote.
func (f *Func) load() *Func {
	if f.text != "" {
		pack.Unpack(f.text, &f.Body)
		f.text = ""
	}
	return f
}

// A Leaving is a named error that may leave a function.
type Leaving struct {
	Atom
	Bare    bool     // as itself, where == finds it
	Wrapped bool     // within another error, where only errors.Is and errors.As find it
	In      []Atom   // the named types that it is wrapped in
	If      []string // conditions on parameters under which alone it leaves: "force is true"
	Ways    []Way
}

// An Atom is a named error, as in package errflow, with its kind as a word.
type Atom struct {
	Kind Kind
	Pkg  string
	Name string
	Ptr  bool
	Code string
}

// A Kind says what an [Atom] names.
type Kind string

const (
	Sentinel Kind = "sentinel" // a package-level variable
	Type     Kind = "type"     // a concrete error type
	Code     Kind = "code"     // a code that a type provides

	UnknownCode Kind = "unknown-code" // an error of a type that provides codes, whose code is not known
)

// String returns the error as it is shown: "io.EOF", "*io/fs.PathError", `"not-found" (*example.com/apperr.Error)`,
// "*example.com/apperr.Error with a code that is not known".
func (a Atom) String() string {
	name := a.Pkg + "." + a.Name
	if a.Ptr {
		name = "*" + name
	}
	switch {
	case a.Kind == Code && a.Name == "":
		return strconv.Quote(a.Code)
	case a.Kind == Code:
		return strconv.Quote(a.Code) + " (" + name + ")"
	case a.Kind == UnknownCode:
		return name + " with a code that is not known"
	}
	return name
}

func compareAtoms(a, b Atom) int {
	ptr := func(a Atom) string { return map[bool]string{true: "*"}[a.Ptr] }
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Code, b.Code), cmp.Compare(ptr(a), ptr(b)))
}

// A FromArgs says that a function may return what one of its parameters is or returns, or an error whose code the
// parameter is.
type FromArgs struct {
	Param   string   `json:"param"`
	Result  bool     `json:"result,omitempty"` // what the parameter, a function, returns
	Code    string   `json:"code,omitempty"`   // the type of the error whose code it is
	Wrapped bool     `json:"wrapped,omitempty"`
	Only    string   `json:"only,omitempty"` // the error leaves only if it is this: "parameter target", "of type T"
	Less    []string `json:"less,omitempty"` // it does not leave if it is one of these: "io.EOF", "one of parameter targets"
}

// Contract returns f as a contract has it: "err unless it is io.EOF", "find returns, wrapped", "code is the code of
// *example.com/apperr.Error".
func (f FromArgs) Contract() string {
	s := f.contract()
	if f.Wrapped && f.Code == "" {
		s += ", wrapped"
	}
	return s
}

// Same reports whether f and g stand for the same errors, wrapped or not.
func (f FromArgs) Same(g FromArgs) bool { return f.contract() == g.contract() }

func (f FromArgs) contract() string {
	s := f.Param
	switch {
	case f.Code != "":
		s += " is the code of " + f.Code
	case f.Result:
		s += " returns"
	}
	return s + f.lets("")
}

// String returns f in words.
func (f FromArgs) String() string {
	s := f.Errors()
	if f.Wrapped {
		s += ", wrapped"
	}
	return s + f.lets(",")
}

// Errors returns the errors of f in words, without how they leave.
func (f FromArgs) Errors() string {
	s := "whatever its parameter " + f.Param
	switch {
	case f.Code != "":
		return f.Code + " with the code that its parameter " + f.Param + " is"
	case f.Result:
		return s + " returns"
	}
	return s + " is"
}

// lets returns the conditions in words, each preceded by comma.
func (f FromArgs) lets(comma string) string {
	var s string
	if f.Only != "" {
		s = comma + " if it is " + f.Only
	}
	if len(f.Less) > 0 {
		s += comma + " unless it is " + strings.Join(f.Less, " or ")
	}
	return s
}

// A Way is how an error gets into what a function returns, within this function.
type Way struct {
	Steps []Step // outermost first
	From  string // the ID of the function that it comes from; empty if it is named or made at the last step
	Part  Part   // the part of what that function returns
}

// A Part is a part of a function's errors.
type Part string

const (
	Named  Part = ""       // the error that is asked for
	Opaque Part = "opaque" // those without a name
	Others Part = "others" // those that code which is not seen may add
	Args   Part = "args"   // what parameters are or return
)

// A Place is in a file of the table's package.
type Place struct {
	File string
	Line int
	Col  int
}

func comparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// A Step is a place that an error passes.
type Step struct {
	Place
	Kind StepKind
	Text string // a clause: "calls load", "wraps it in *E"
	In   string // the type that it is wrapped in, as [Atom.String] writes it
	Of   string // the ID of the function that is called
}

// A StepKind says what is done with the error at a step.
type StepKind string

const (
	Return  StepKind = "return"  // the function returns it
	Calls   StepKind = "call"    // a function returns it to this one
	Wraps   StepKind = "wrap"    // it is wrapped
	Unwraps StepKind = "unwrap"  // it is taken out of what wraps it
	Passes  StepKind = "guard"   // a condition on it lets it pass
	Stored  StepKind = "store"   // it is stored, or passed to a function, and read elsewhere
	Names   StepKind = "name"    // the end: it is named
	Makes   StepKind = "make"    // the end: an error without a name is made
	Unknown StepKind = "unknown" // the end: its origin is not known
	Param   StepKind = "param"   // the end: it is what a parameter is or returns
)

// A Call is a call in a function that returns errors, with what becomes of them.
type Call struct {
	Place
	To    []string // the IDs of the functions that it may run
	Fates []Fate
}

// A Fate is what becomes, at one place, of the error that a call returns.
type Fate struct {
	Place
	Kind FateKind
	Text string // a clause: "nil is returned in its place"
}

// A FateKind says what becomes of an error.
type FateKind string

const (
	Kept     FateKind = "kept"     // the function returns it, or an error that wraps it
	Replaced FateKind = "replaced" // the function returns another error where this one is not nil
	Dropped  FateKind = "dropped"  // the function returns nil where this one is not nil
	Ignored  FateKind = "ignored"  // nobody looks at it
)

// An Ask is a condition that asks for an error.
type Ask struct {
	Place
	Atom
	From  []string // the IDs of the functions whose results it asks, if they are called in this function
	Never bool     // it cannot be that error
}

// A Declared is an exported sentinel or error type.
type Declared struct {
	Atom
	At   Place
	Same *Atom // the sentinel or type that it is another name of

	// Shared is set for a sentinel that is not made where it is declared: its value may have other names.
	Shared bool
}

// Find returns how a leaves f, nil if it does not.
func (f *Func) Find(a Atom) *Leaving {
	i, ok := slices.BinarySearchFunc(f.Errors, a, func(l Leaving, a Atom) int { return compareAtoms(l.Atom, a) })
	if !ok {
		return nil
	}
	return &f.Errors[i]
}
