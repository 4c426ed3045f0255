package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file makes programs at random that do little but make, hand on, tell apart and return errors. Each compiles and ends.
// What is not decided by an error is decided by [rt.Bit], so all ways are taken if it answers in all ways. Each
// has some of the features only (swarm testing): what makes sets opaque would else hide, in nearly all programs, what is missing from them.

// rtSource is the package that programs get their decisions from. Step panics when a call has made too many.
const rtSource = `package rt

var (
	seed, rest uint64
	left, fuel int
)

// Start begins a call with the decisions that are the bits of n, and then others that depend on it.
func Start(n uint64) { seed, rest, left, fuel = n, n, 8, 120 }

// Bit is a decision.
func Bit() bool {
	if left == 0 {
		seed += 0x9e3779b97f4a7c15
		rest = (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
		rest = (rest ^ rest>>27) * 0x94d049bb133111eb
		rest, left = rest^rest>>31, 64
	}
	bit := rest&1 == 1
	rest >>= 1
	left--
	return bit
}

// Int is 0, 1 or 2.
func Int() int {
	n := 0
	for range 2 {
		if Bit() {
			n++
		}
	}
	return n
}

// Step ends a call that takes too long.
func Step() {
	if fuel--; fuel < 0 {
		panic("no fuel")
	}
}

// Most is how many errors Small lets another wrap.
var Most = 50

// Small is err, which is none that wraps so many others that errors.Is would take long.
func Small(err error) error {
	n := 0
	var count func(error)
	count = func(err error) {
		if n++; n > Most {
			panic("too many errors")
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			count(x.Unwrap())
		case interface{ Unwrap() []error }:
			for _, err := range x.Unwrap() {
				count(err)
			}
		}
	}
	count(err)
	return err
}

// Places are those of which it is said that something is nil there, and whether it always was.
var Places = make(map[int]bool)

// Nil notes what an error is at a place.
func Nil(place int, err error) error {
	before, seen := Places[place]
	Places[place] = err == nil && (before || !seen)
	return err
}
`

// A program is the files of one or two packages, p and d, of which p imports d. Every name that is declared at package level ends in its
// number, so that all programs can be compiled as one package.
type program struct {
	number  int
	p, d    string   // d is empty if there is none
	entries []string // functions of p without parameters
	fails   []string // those of them that return an error and nothing else
	asks    []string // functions that look for each sentinel and type in an error
	globals []string // variables that are assigned
}

// A feature is one that a program may have.
type feature int

const (
	fWrap feature = iota
	fJoin
	fCause
	fIs
	fGuards
	fEqual
	fSwitch
	fTypes
	fFind
	fDefer
	fRecover
	fClosures
	fPointers
	fStructs
	fNested
	fContainers
	fMaps
	fChannels
	fInterfaces
	fGenerics
	fVariadics
	fGlobals
	fLoops
	fGoto
	fIterators
	fPanics
	fPredicates
	fImport
	fNameless
	fConstants
	fAny
	fFuncs
	fMethods
	fEmbedding
	fUnwrap
	fMany
	fGo
	features // how many there are
)

// chance is in how many of a hundred programs a feature is; 45 if it is not here.
var chance = map[feature]int{fWrap: 75, fCause: 60, fNameless: 15, fInterfaces: 20, fAny: 25, fUnwrap: 20, fIs: 20, fPanics: 30, fRecover: 30, fGo: 15, fImport: 40}

type variable struct {
	name, typ string
}

// A callable is a declared function. Its reference is what it is called by: "d.F", or "(*T).M" for a method expression.
type callable struct {
	name            string
	params, results []string
	recv            string // the type of a method
	index           int    // of the first that may be called where there is no recursion
}

// An madeType is a type of errors, by pointer or by value.
type madeType struct {
	name  string // without the star
	ptr   bool
	shape shape
	lit   bool   // can be made in the package
	keep  string // a method by which an error gets a cause; empty if there is none
}

type shape int

const (
	sPlain     shape = iota // a field that is no error
	sCause                  // Unwrap returns it
	sCauses                 // Unwrap returns them
	sSometimes              // Unwrap returns it, or nil
	sHidden                 // there is no Unwrap
	sEmbeds                 // the error is embedded
	sText                   // a string
	sList                   // a slice of errors, which Unwrap returns
	numShapes
)

func (t madeType) String() string {
	if t.ptr {
		return "*" + t.name
	}
	return t.name
}

// A frame is a function or literal that is being written.
type frame struct {
	results []string
	named   []*variable // nil if they have no names
	loops   []string    // the labels of the loops around, "" for those that have none
	base    int         // how many variables there were outside of it
}

// A generator writes one package of a program.
type generator struct {
	*rand.Rand
	strings.Builder
	on        [features]bool
	suffix    string
	exported  bool // all names are
	qualifier string
	indent    int
	fresh     int // the number of the next local name

	sentinels []string
	globals   []string
	types     []madeType
	funcs     []*callable
	preds     []string // func(error) bool
	ifaces    bool
	local     map[string]string // kinds of helpers that are declared: their names

	vars   []*variable
	frames []*frame
	used   map[string]bool // labels
}

// newProgram makes the program with a number, from a seed. What says in how many of a hundred programs a feature is; negative if that is the usual.
func newProgram(seed uint64, number int, what func(feature) int) program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(number))), suffix: fmt.Sprintf("x%d", number)}
	for f := range features {
		c, ok := chance[f]
		if !ok {
			c = 45
		}
		if n := what(f); n >= 0 {
			c = n
		}
		g.on[f] = g.IntN(100) < c
	}
	prog := program{number: number}
	if g.on[fImport] {
		g.exported = true
		g.file(g.IntN(2) + 1)
		prog.d = g.String()
		g.Reset()
		for _, name := range g.globals {
			prog.globals = append(prog.globals, "d."+name)
		}
		g.imported()
	}
	g.exported = false
	g.file(g.IntN(3) + 2)
	prog.p = g.String()
	prog.globals = append(prog.globals, g.globals...)
	for _, f := range g.funcs {
		if len(f.params) == 0 && f.recv == "" && !strings.Contains(f.name, ".") {
			prog.entries = append(prog.entries, f.name)
			if slices.Equal(f.results, []string{"error"}) {
				prog.fails = append(prog.fails, f.name)
			}
		}
	}
	for _, s := range g.sentinels {
		prog.asks = append(prog.asks, fmt.Sprintf("func(err error) bool { return errors.Is(err, %s) }", s))
	}
	for _, t := range g.types {
		prog.asks = append(prog.asks, fmt.Sprintf("func(err error) bool { return errors.As(err, new(%s)) }", t))
	}
	return prog
}

// imported makes what the package declares what another one imports.
func (g *generator) imported() {
	for i := range g.sentinels {
		g.sentinels[i] = "d." + g.sentinels[i]
	}
	for i := range g.types {
		g.types[i].name = "d." + g.types[i].name
		g.types[i].lit = false
	}
	g.funcs = slices.DeleteFunc(g.funcs, func(f *callable) bool { return f.recv != "" || strings.Contains(fmt.Sprint(f.params, f.results), "x") })
	for _, f := range g.funcs {
		f.name = "d." + f.name
	}
	for i := range g.preds {
		g.preds[i] = "d." + g.preds[i]
	}
	g.globals = nil
	g.on[fImport] = false
	g.qualifier = "d."
}

// name is one that is declared at package level.
func (g *generator) name(kind string) string {
	g.fresh++
	if g.exported || g.IntN(2) == 0 {
		kind = strings.ToUpper(kind[:1]) + kind[1:]
	} else {
		kind = strings.ToLower(kind[:1]) + kind[1:]
	}
	return fmt.Sprintf("%s%d%s", kind, g.fresh, g.suffix)
}

func (g *generator) line(format string, args ...any) {
	g.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(g, format, args...)
	g.WriteByte('\n')
}

// yes is true in n of a hundred.
func (g *generator) yes(n int) bool { return g.IntN(100) < n }

// one is one of some texts, or "".
func (g *generator) one(texts ...string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[g.IntN(len(texts))]
}

// file writes a package with n functions besides what it makes errors of.
func (g *generator) file(n int) {
	pkg := "d"
	if g.qualifier != "" || !g.exported {
		pkg = "p"
	}
	g.line("package %s\n", pkg)
	g.line("import (\n\t\"errors\"\n\t\"fmt\"\n\t\"iter\"\n")
	if g.qualifier != "" {
		g.line("\td \"IMPORT\"")
	}
	g.line("\t\"example.com/m/rt\"\n)\n")
	g.line("var (\n\t_ = errors.New\n\t_ = fmt.Sprint\n\t_ iter.Seq[int]\n)\n")
	if g.qualifier != "" {
		g.line("var _ = d.Keep%s\n", g.suffix)
	} else if g.exported {
		g.line("const Keep%s = 0\n", g.suffix)
	}
	g.local = make(map[string]string)
	for range g.IntN(3) + 2 {
		name := g.name("err")
		g.line("var %s = errors.New(%q)", name, name)
		g.sentinels = append(g.sentinels, name)
	}
	if g.on[fCause] || g.yes(50) {
		for range g.IntN(3) + 1 {
			g.madeType()
		}
	}
	if g.on[fNested] {
		// Sentinels that wrap others, are of a type of the program, or other names.
		for range g.IntN(2) + 1 {
			name := g.name("err")
			switch g.IntN(3) {
			case 0:
				g.line("var %s = fmt.Errorf(\"%s: %%w\", %s)", name, name, g.one(g.sentinels...))
			case 1:
				g.line("var %s error = %s", name, g.one(g.sentinels...))
			default:
				if t, ok := g.anyType(func(t madeType) bool {
					return t.lit && t.shape != sList && t.shape != sCauses && (t.ptr || t.shape != sEmbeds)
				}); ok {
					g.line("var %s error = %s", name, g.sentinelLiteral(t, name))
				} else {
					continue
				}
			}
			g.sentinels = append(g.sentinels, name)
		}
	}
	if g.on[fGlobals] {
		for range g.IntN(2) + 1 {
			name := g.name("mutable")
			g.line("var %s error", name)
			g.globals = append(g.globals, name)
		}
		if g.yes(50) {
			g.line("\nfunc init() { %s = %s }", g.one(g.globals...), g.expr("error", 1))
		}
	}
	g.helpers()
	// Signatures come first, so that functions may call each other.
	var own []*callable
	for range n {
		f := &callable{name: g.name("f"), results: []string{"error"}}
		if g.yes(40) {
			for range g.IntN(2) + 1 {
				f.params = append(f.params, g.paramType())
			}
			if g.on[fVariadics] && g.yes(30) {
				f.params = append(f.params, "...error")
			}
		}
		switch {
		case g.on[fMany] && g.yes(30):
			f.results = []string{"int", "error"}
		case g.on[fMany] && g.yes(10):
			f.results = []string{"error", "error"}
		case g.on[fCause] && g.yes(8):
			if t, ok := g.anyType(func(t madeType) bool { return t.lit && t.ptr }); ok {
				f.results = []string{t.String()}
			}
		case g.on[fAny] && g.yes(8):
			f.results = []string{"any"}
		case g.on[fFuncs] && g.yes(10):
			f.results = []string{"func() error"}
		case g.on[fContainers] && g.yes(10):
			f.results = []string{"[]error"}
		}
		own = append(own, f)
		g.funcs = append(g.funcs, f)
	}
	if g.on[fPredicates] {
		for range g.IntN(2) + 1 {
			name := g.name("is")
			g.predicate(name)
			g.preds = append(g.preds, name)
		}
	}
	for _, f := range own {
		g.function(f)
	}
	// What has parameters is called by one that has none, which is what is run.
	for _, f := range own {
		if len(f.params) > 0 && f.recv == "" && f.results[0] == "error" {
			e := &callable{name: g.name("entry"), results: []string{"error"}}
			g.line("\nfunc %s() error {", e.name)
			g.indent++
			g.line("rt.Step()")
			if len(f.results) == 1 {
				g.line("return %s", g.callOf(f, 1))
			} else {
				g.line("_, err := %s", g.callOf(f, 1))
				g.line("return err")
			}
			g.indent--
			g.line("}")
			g.funcs = append(g.funcs, e)
		}
	}
}

func (g *generator) paramType() string {
	types := []string{"error", "error", "error"}
	add := func(f feature, more ...string) {
		if g.on[f] {
			types = append(types, more...)
		}
	}
	add(fConstants, "bool", "int", "bool")
	add(fFuncs, "func() error", "func(error) error")
	add(fPointers, "*error")
	add(fContainers, "[]error")
	add(fAny, "any")
	if s := g.local["struct"]; s != "" {
		types = append(types, s, "*"+s)
	}
	if i := g.local["iface"]; i != "" {
		types = append(types, i)
	}
	return g.one(types...)
}

func (g *generator) anyType(ok func(madeType) bool) (madeType, bool) {
	var of []madeType
	for _, t := range g.types {
		if ok(t) {
			of = append(of, t)
		}
	}
	if len(of) == 0 {
		return madeType{}, false
	}
	return of[g.IntN(len(of))], true
}

// madeType declares a type of errors.
func (g *generator) madeType() {
	t := madeType{name: g.name("t"), ptr: g.yes(60), shape: shape(g.IntN(int(numShapes))), lit: true}
	if !g.on[fCause] {
		t.shape = sPlain
	}
	recv := t.String()
	unwrap := ""
	switch t.shape {
	case sPlain:
		g.line("\ntype %s struct{ n int }", t.name)
	case sCause, sHidden:
		g.line("\ntype %s struct {\n\tn     int\n\tcause error\n}", t.name)
		if t.shape == sCause {
			unwrap = "error { return e.cause }"
		}
	case sSometimes:
		g.line("\ntype %s struct {\n\tn     int\n\tcause error\n}", t.name)
		unwrap = "error {\n\tif e.n == 0 {\n\t\treturn nil\n\t}\n\treturn e.cause\n}"
	case sCauses:
		g.line("\ntype %s struct{ causes []error }", t.name)
		unwrap = "[]error { return e.causes }"
		if g.yes(30) {
			unwrap = "[]error { return append([]error(nil), e.causes...) }"
		}
	case sEmbeds:
		g.line("\ntype %s struct{ error }", t.name)
		if g.yes(60) {
			unwrap = "error { return e.error }"
		}
	case sText:
		g.line("\ntype %s string", t.name)
	case sList:
		g.line("\ntype %s []error", t.name)
		unwrap = "[]error { return e }"
		if t.ptr {
			unwrap = "[]error { return *e }"
		}
	}
	g.line("\nfunc (e %s) Error() string { return %q }", recv, t.name)
	if unwrap != "" {
		g.line("\nfunc (e %s) Unwrap() %s", recv, unwrap)
	}
	if g.on[fIs] && g.yes(40) {
		g.line("\nfunc (e %s) Is(target error) bool { return target == %s }", recv, g.one(g.sentinels...))
	}
	if g.on[fIs] && g.yes(20) {
		if other, ok := g.anyType(func(t madeType) bool { return t.lit && t.ptr && t.shape == sPlain }); ok {
			g.line("\nfunc (e %s) As(target any) bool {\n\tp, ok := target.(**%s)\n\tif ok {\n\t\t*p = &%s{}\n\t}\n\treturn ok\n}", recv, other.name, other.name)
		}
	}
	if (t.shape == sCause || t.shape == sSometimes || t.shape == sCauses) && g.on[fMethods] {
		t.keep = g.name("keep")
		if t.shape == sCauses {
			g.line("\nfunc (e *%s) %s(err error) { e.causes = append(e.causes, rt.Small(err)) }", t.name, t.keep)
		} else {
			g.line("\nfunc (e *%[1]s) %[2]s(err error) *%[1]s {\n\te.cause = rt.Small(err)\n\treturn e\n}", t.name, t.keep)
		}
	}
	g.types = append(g.types, t)
}

// literal is an expression that makes an error of a type.
func (g *generator) literal(t madeType, depth int) string {
	ref := ""
	if t.ptr {
		ref = "&"
	}
	switch t.shape {
	case sPlain:
		return ref + t.name + "{}"
	case sCause, sHidden, sSometimes:
		return fmt.Sprintf("%s%s{n: %d, cause: %s}", ref, t.name, g.IntN(2), g.expr("error", depth-1))
	case sCauses:
		return fmt.Sprintf("%s%s{causes: []error{%s, %s}}", ref, t.name, g.expr("error", depth-1), g.second(depth-1))
	case sEmbeds:
		return ref + t.name + "{" + g.expr("error", depth-1) + "}"
	case sText:
		if t.ptr {
			return "new(" + t.name + ")"
		}
		return t.name + `("text")`
	default:
		return fmt.Sprintf("%s%s{%s, %s}", ref, t.name, g.expr("error", depth-1), g.second(depth-1))
	}
}

// second is an expression of an error that another wraps besides a first one. If both were any, errors would double.
func (g *generator) second(depth int) string {
	if len(g.frames) == 0 || g.yes(50) {
		return g.one(append([]string{"nil"}, g.sentinels...)...)
	}
	return "rt.Small(" + g.expr("error", depth) + ")"
}

// sentinelLiteral makes an error that equals no other: the model takes a sentinel for itself only.
func (g *generator) sentinelLiteral(t madeType, name string) string {
	lit := g.literal(t, 0)
	if !t.ptr {
		lit = strings.NewReplacer("{}", fmt.Sprintf("{%d}", g.fresh+10), "n: 0", fmt.Sprintf("n: %d", g.fresh+10), "n: 1", fmt.Sprintf("n: %d", g.fresh+10), `"text"`, fmt.Sprintf("%q", name)).Replace(lit)
	}
	return lit
}

// helpers declares what expressions make use of.
func (g *generator) helpers() {
	declare := func(kind, format string) {
		g.local[kind] = g.name(kind)
		g.line("\n%s", strings.ReplaceAll(format, "NAME", g.local[kind]))
	}
	if g.on[fGenerics] {
		declare("id", "func NAME[T any](x T) T { return x }")
		declare("pick", "func NAME[T any](xs ...T) T {\n\tif rt.Bit() {\n\t\treturn xs[0]\n\t}\n\treturn xs[len(xs)-1]\n}")
		declare("over", "func NAME[E error](e E) error { return fmt.Errorf(\"over: %w\", e) }")
		g.vars = nil
		box := g.name("box")
		g.local["box"] = box
		g.line("\ntype %[1]s[T any] struct{ v T }\n\nfunc (b *%[1]s[T]) Get() T { return b.v }\n\nfunc (b *%[1]s[T]) Set(v T) { b.v = v }", box)
		declare("find", "func NAME[T error](err error) (T, bool) {\n\tvar t T\n\tok := errors.As(err, &t)\n\treturn t, ok\n}")
		if g.yes(50) {
			declare("try", "func NAME[T any](f func() (T, error)) (T, error) {\n\tv, err := f()\n\tif err != nil {\n\t\tvar zero T\n\t\treturn zero, err\n\t}\n\treturn v, nil\n}")
		}
	}
	if g.on[fVariadics] {
		declare("first", "func NAME(errs ...error) error {\n\tfor _, err := range errs {\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t}\n\treturn nil\n}")
	}
	if g.on[fPointers] {
		declare("set", "func NAME(p *error, err error) {\n\tif *p == nil {\n\t\t*p = err\n\t}\n}")
	}
	if g.on[fIterators] {
		declare("seq", "func NAME(xs ...error) iter.Seq2[int, error] {\n\treturn func(yield func(int, error) bool) {\n\t\tfor i, x := range xs {\n\t\t\tif !yield(i, x) {\n\t\t\t\treturn\n\t\t\t}\n\t\t}\n\t}\n}")
	}
	if g.on[fFuncs] {
		declare("call", "func NAME(f func() error) error {\n\tif err := f(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}")
	}
	if g.on[fStructs] {
		name := g.name("s")
		g.local["struct"] = name
		err := g.one("err", "Err")
		g.local["field"] = err
		g.line("\ntype %s struct {\n\t%s error\n\tf func() error\n\tval struct{ err error }\n\tin *%s\n\terrs []error\n}", name, err, name)
		if g.on[fMethods] {
			for range g.IntN(2) + 1 {
				f := &callable{name: g.name("m"), recv: g.one("*", "") + name, results: []string{"error"}}
				if g.yes(40) {
					f.params = []string{g.one("error", "error", "bool")}
				}
				g.funcs = append(g.funcs, f)
				g.function(f)
			}
		}
	}
	if g.on[fInterfaces] {
		name, wide := g.name("i"), g.name("j")
		g.local["iface"], g.local["wide"] = name, wide
		method, other := g.name("m"), g.name("n")
		g.local["method"], g.local["other"] = method, other
		g.line("\ntype %s interface{ %s() error }", name, method)
		g.line("\ntype %s interface {\n\t%s\n\t%s(err error) error\n}", wide, name, other)
		for i := range 2 {
			impl := g.name("impl")
			g.local[fmt.Sprintf("impl%d", i)] = impl
			g.line("\ntype %s struct{ err error }", impl)
		}
		for i := range 2 {
			impl := g.local[fmt.Sprintf("impl%d", i)]
			g.function(&callable{name: method, recv: "*" + impl, results: []string{"error"}})
			g.function(&callable{name: other, recv: "*" + impl, params: []string{"error"}, results: []string{"error"}})
		}
		if g.on[fEmbedding] {
			e := g.name("emb")
			g.local["emb"] = e
			g.line("\ntype %s struct{ *%s }", e, g.local["impl0"])
		}
	}
}

// predicate declares a function that says of an error which it is.
func (g *generator) predicate(name string) {
	g.line("\nfunc %s(err error) bool {", name)
	g.indent++
	g.begin(&frame{results: []string{"bool"}})
	g.declare("err", "error")
	for range g.IntN(2) {
		g.line("if %s {", g.guard(1))
		g.line("\treturn %v", g.yes(50))
		g.line("}")
	}
	g.line("return %s", g.guard(2))
	g.end()
	g.indent--
	g.line("}")
}

func (g *generator) begin(f *frame) {
	f.base = len(g.vars)
	g.frames = append(g.frames, f)
}

func (g *generator) end() {
	g.vars = g.vars[:g.frame().base]
	g.frames = g.frames[:len(g.frames)-1]
}

func (g *generator) frame() *frame { return g.frames[len(g.frames)-1] }

func (g *generator) declare(name, typ string) *variable {
	v := &variable{name, typ}
	g.vars = append(g.vars, v)
	return v
}

// local name is one that is not taken, or now and then one that is.
func (g *generator) localName(kind string) string {
	g.fresh++
	return fmt.Sprintf("%s%d", kind, g.fresh)
}

// visible reports whether a variable is not hidden by one of the same name.
func (g *generator) visible(v *variable) bool {
	for i := len(g.vars) - 1; i >= 0; i-- {
		if g.vars[i].name == v.name {
			return g.vars[i] == v
		}
	}
	return false
}

// of is the names of the variables of a type.
func (g *generator) of(typ string) []string {
	var out []string
	for _, v := range g.vars {
		if v.typ == typ && g.visible(v) {
			out = append(out, v.name)
		}
	}
	return out
}

// some is a variable of a type, of the last ones rather than of others; "" if there is none.
func (g *generator) some(typ string) string {
	names := g.of(typ)
	if len(names) == 0 {
		return ""
	}
	if g.yes(50) {
		return names[len(names)-1]
	}
	return g.one(names...)
}

// function writes a function.
func (g *generator) function(f *callable) {
	g.used = make(map[string]bool)
	fr := &frame{results: f.results}
	g.begin(fr)
	var params, results []string
	for _, t := range f.params {
		name := g.localName("a")
		params = append(params, name+" "+t)
		g.declare(name, strings.Replace(t, "...", "[]", 1))
	}
	recv := ""
	if f.recv != "" {
		recv = "(s " + f.recv + ") "
		g.declare("s", f.recv)
	}
	named := g.on[fDefer] && g.yes(60) || g.yes(10)
	for i, t := range f.results {
		if named {
			name := fmt.Sprintf("res%d", i)
			if t == "error" && len(f.results) == 1 {
				name = "err"
			}
			fr.named = append(fr.named, g.declare(name, t))
			results = append(results, name+" "+t)
		} else {
			results = append(results, t)
		}
	}
	g.line("\nfunc %s%s(%s) (%s) {", recv, f.name, strings.Join(params, ", "), strings.Join(results, ", "))
	g.indent++
	g.line("rt.Step()")
	g.stmts(g.IntN(3)+1, 2)
	g.ret(2)
	g.end()
	g.indent--
	g.line("}")
}

// ret writes a return statement.
func (g *generator) ret(depth int) {
	fr := g.frame()
	if len(fr.results) == 0 {
		g.line("return")
		return
	}
	if fr.named != nil && g.yes(50) && !slices.ContainsFunc(fr.named, func(v *variable) bool { return !g.visible(v) }) {
		g.line("return")
		return
	}
	// What a call returns may be returned as it is.
	if len(fr.results) == 2 && g.yes(25) {
		for _, f := range g.shuffled() {
			if slices.Equal(f.results, fr.results) && (f.recv == "" || g.some(f.recv) != "") {
				g.line("return %s", g.callOf(f, depth))
				return
			}
		}
	}
	var values []string
	for _, t := range fr.results {
		values = append(values, g.expr(t, depth))
	}
	g.line("return %s", strings.Join(values, ", "))
}

func (g *generator) shuffled() []*callable {
	out := slices.Clone(g.funcs)
	g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// block writes statements in a block of their own.
func (g *generator) block(n, depth int) {
	vars := len(g.vars)
	g.indent++
	g.stmts(n, depth)
	g.indent--
	g.vars = g.vars[:vars]
}

func (g *generator) stmts(n, depth int) {
	for range n {
		g.stmt(depth)
	}
}

// A choice is one of several things to write, with a weight.
type choice[T any] struct {
	weight int
	do     func() T
}

func choose[T any](g *generator, choices []choice[T]) T {
	total := 0
	for _, c := range choices {
		total += c.weight
	}
	n := g.IntN(total)
	for _, c := range choices {
		if n -= c.weight; n < 0 {
			return c.do()
		}
	}
	panic("no choice")
}

// let declares a variable.
func (g *generator) let(typ, value string) string {
	name := g.localName("v")
	if g.yes(50) || value == "nil" || typ == "error" {
		g.line("var %s %s = %s", name, typ, value)
	} else {
		g.line("%s := %s", name, value)
	}
	g.line("_ = %s", name)
	g.declare(name, typ)
	return name
}

// an is an expression of type error that is a variable, if there is one.
func (g *generator) an() string {
	if v := g.some("error"); v != "" {
		return v
	}
	return g.let("error", g.expr("error", 2))
}

func (g *generator) stmt(depth int) {
	var choices []choice[struct{}]
	add := func(on bool, weight int, do func()) {
		if on {
			choices = append(choices, choice[struct{}]{weight, func() struct{} { do(); return struct{}{} }})
		}
	}
	fr := g.frame()
	deep := depth > 0
	add(true, 4, func() { g.let("error", g.expr("error", 3)) })
	add(true, 3, func() {
		if v := g.some("error"); v != "" {
			g.line("%s = %s", v, g.expr("error", 3))
		}
	})
	add(deep, 4, func() {
		g.line("if %s {", g.cond(2))
		g.block(g.IntN(2), depth-1)
		if g.yes(70) {
			g.indent++
			g.ret(2)
			g.indent--
		}
		if g.yes(30) {
			g.line("} else {")
			g.block(g.IntN(2)+1, depth-1)
		}
		g.line("}")
	})
	add(deep, 3, func() { // if err := f(); err != nil
		name := "err"
		if g.yes(60) {
			name = g.localName("e")
		}
		g.line("if %s := error(%s); %s != nil {", name, g.expr("error", 2), name)
		vars := len(g.vars)
		g.declare(name, "error")
		g.block(g.IntN(2), depth-1)
		g.indent++
		if g.yes(70) {
			g.ret(2)
		}
		g.indent--
		g.vars = g.vars[:vars]
		g.line("}")
	})
	add(deep && g.on[fNameless] && len(fr.results) > 0, 3, func() { // a new error of one at hand
		v := g.an()
		g.line("if %s %s nil {", v, g.one("!=", "!=", "=="))
		g.block(g.IntN(2), depth-1)
		g.indent++
		e := fmt.Sprintf(g.one(`fmt.Errorf("new: %%v", %s)`, `fmt.Errorf("new: %%s", %s)`, `fmt.Errorf("new: %%w", %s)`,
			`errors.New("new: " + %s.Error())`, `fmt.Errorf("%%w: %%v", `+g.one(g.sentinels...)+`, %s)`), v)
		var values []string
		for _, t := range fr.results {
			if t == "error" {
				values = append(values, e)
			} else {
				values = append(values, g.expr(t, 1))
			}
		}
		g.line("return %s", strings.Join(values, ", "))
		g.indent--
		g.line("}")
	})
	add(g.on[fMany], 3, func() { g.many() })
	add(deep && g.on[fSwitch], 3, func() { g.switches(depth) })
	add(deep && g.on[fTypes], 2, func() { g.typeSwitch(depth) })
	add(deep && g.on[fFind], 3, func() { g.find(depth) })
	add(deep && g.on[fTypes], 2, func() {
		if t, ok := g.anyType(func(madeType) bool { return true }); ok {
			e, v := g.an(), g.localName("t")
			g.line("if %s, ok := %s.(%s); %sok {", v, e, t, g.one("", "", "!"))
			vars := len(g.vars)
			g.line("\t_ = %s", v)
			g.declare(v, t.String())
			g.block(g.IntN(2)+1, depth-1)
			g.vars = g.vars[:vars]
			g.line("}")
		}
	})
	add(deep && g.on[fDefer] && len(fr.named) > 0 && len(fr.loops) == 0, 4, func() { g.deferred(depth) })
	add(deep && g.on[fClosures], 3, func() { g.closure(depth) })
	add(g.on[fPointers], 3, func() { g.pointer() })
	add(g.local["struct"] != "", 4, func() { g.structs() })
	add(g.on[fContainers], 3, func() { g.container(depth) })
	add(g.on[fMaps], 2, func() { g.maps(depth) })
	add(g.on[fChannels], 3, func() { g.channel(depth) })
	add(g.on[fGlobals] && len(g.globals) > 0, 2, func() { g.line("%s = %s", g.one(g.globals...), g.expr("error", 2)) })
	add(deep && g.on[fLoops], 4, func() { g.loop(depth) })
	add(deep && g.on[fGoto], 2, func() {
		label := g.localName("again")
		g.line("%s:", label)
		g.line("rt.Step()")
		g.block0(g.IntN(2)+1, depth-1)
		g.line("if rt.Bit() {\n%s\tgoto %s\n%s}", strings.Repeat("\t", g.indent), label, strings.Repeat("\t", g.indent))
	})
	add(deep && g.on[fIterators], 3, func() { g.iterate(depth) })
	add(g.on[fPanics], 1, func() {
		g.line("if rt.Bit() {\n\t\tpanic(%s)\n\t}", g.one(g.expr("error", 1), `"panic"`))
	})
	add(g.on[fFuncs], 2, func() { g.let(g.one("func() error", "func(error) error", "[]func() error"), "nil") })
	add(g.on[fFuncs], 3, func() {
		t := g.one("func() error", "func(error) error", "[]func() error", "map[string]func() error")
		g.let(t, g.expr(t, 2))
	})
	add(g.on[fAny], 3, func() {
		g.let("any", g.expr("any", 2))
		if a := g.some("any"); g.yes(60) {
			v := g.localName("x")
			g.line("if %s, ok := %s.(error); ok {", v, a)
			vars := len(g.vars)
			g.line("\t_ = %s", v)
			g.declare(v, "error")
			g.block(1, depth-1)
			g.vars = g.vars[:vars]
			g.line("}")
		}
	})
	add(g.local["iface"] != "", 3, func() { g.let(g.local["iface"], g.expr(g.local["iface"], 1)) })
	add(g.local["box"] != "", 2, func() {
		t := "*" + g.local["box"] + "[error]"
		if b := g.some(t); b != "" && g.yes(50) {
			g.line("%s.Set(%s)", b, g.expr("error", 2))
			return
		}
		g.let(t, fmt.Sprintf("&%s[error]{%s}", g.local["box"], g.one("", g.expr("error", 1))))
	})
	add(len(g.types) > 0 && g.on[fCause], 2, func() {
		if t, ok := g.anyType(func(t madeType) bool { return t.lit }); ok {
			v := g.let(t.String(), g.literal(t, 2))
			if t.keep != "" && g.yes(50) {
				g.vars = g.vars[:len(g.vars)-1]
				keep := fmt.Sprintf("%s.%s(%s)", v, t.keep, g.expr("error", 2))
				g.line("%s", g.one(keep, keep, "func() { "+keep+" }()", "defer "+keep))
				g.declare(v, t.String())
			} else if (t.shape == sCause || t.shape == sSometimes) && g.yes(50) {
				// No error wraps itself.
				g.vars = g.vars[:len(g.vars)-1]
				g.line("%s.cause = %s", v, g.expr("error", 2))
				g.declare(v, t.String())
			}
		}
	})
	add(g.on[fGo], 1, func() {
		ch := g.localName("ch")
		g.line("%s := make(chan error, 1)", ch)
		g.line("go func() { %s <- %s }()", ch, g.one(append(g.of("error"), g.sentinels...)...)) // it must not panic
		g.let("error", "<-"+ch)
	})
	choose(g, choices)
}

// block0 writes statements in braces.
func (g *generator) block0(n, depth int) {
	g.line("{")
	g.block(n, depth)
	g.line("}")
}

// many writes a call with several results.
func (g *generator) many() {
	for _, f := range g.shuffled() {
		if len(f.results) != 2 || f.recv != "" && g.some(f.recv) == "" {
			continue
		}
		call := g.callOf(f, 2)
		a, b := g.localName("n"), g.localName("e")
		g.line("%s, %s := %s", a, b, call)
		g.line("_, _ = %s, %s", a, b)
		g.declare(a, f.results[0])
		g.declare(b, f.results[1])
		return
	}
	g.let("error", g.expr("error", 2))
}

// switches writes a switch.
func (g *generator) switches(depth int) {
	n := g.IntN(3) + 1
	if g.yes(50) {
		g.line("switch {")
		for i := range n {
			g.line("case %s:", g.cond(1))
			g.arm(depth, i < n-1)
		}
	} else {
		g.line("switch %s {", g.an())
		for i := range n {
			values := []string{g.one(append([]string{"nil"}, g.sentinels...)...)}
			if other := g.one(g.sentinels...); g.yes(30) && other != values[0] {
				values = append(values, other)
			}
			g.line("case %s:", strings.Join(values, ", "))
			g.arm(depth, i < n-1)
		}
	}
	if g.yes(40) {
		g.line("default:")
		g.arm(depth, false)
	}
	g.line("}")
}

// arm writes what is behind a case.
func (g *generator) arm(depth int, more bool) {
	g.block(g.IntN(2), depth-1)
	g.indent++
	switch n := g.IntN(10); {
	case n < 5:
		g.ret(2)
	case n < 7 && more:
		g.line("fallthrough")
	case n == 9:
		g.line("break")
	}
	g.indent--
}

// typeSwitch writes one.
func (g *generator) typeSwitch(depth int) {
	e, v := g.an(), g.localName("t")
	bind := g.yes(60)
	if bind {
		g.line("switch %s := %s.(type) {", v, e)
	} else {
		g.line("switch %s.(type) {", e)
	}
	seen := make(map[string]bool)
	arm := func(typ string) {
		vars := len(g.vars)
		if bind {
			g.line("\t_ = %s", v)
			g.declare(v, typ)
		}
		g.arm(depth, false)
		g.vars = g.vars[:vars]
	}
	for range g.IntN(2) + 1 {
		t, ok := g.anyType(func(t madeType) bool { return !seen[t.String()] })
		if !ok {
			break
		}
		seen[t.String()] = true
		if other, ok := g.anyType(func(t madeType) bool { return !seen[t.String()] }); ok && g.yes(30) {
			seen[other.String()] = true
			g.line("case %s, %s:", t, other)
			arm("error")
			continue
		}
		g.line("case %s:", t)
		arm(t.String())
	}
	if g.yes(40) {
		g.line("case nil:")
		arm("error")
	}
	if g.yes(40) {
		g.line("case interface{ Unwrap() error }:")
		arm("unwrapper")
	}
	g.line("default:")
	arm("error")
	g.line("}")
}

// find writes errors.As.
func (g *generator) find(depth int) {
	t, ok := g.anyType(func(madeType) bool { return true })
	if !ok {
		return
	}
	e, v := g.an(), g.localName("t")
	vars := len(g.vars)
	switch n := g.IntN(3); {
	case n == 0:
		g.line("if %s, ok := errors.AsType[%s](%s); ok {", v, t, e)
	case n == 1 && g.local["find"] != "":
		g.line("if %s, ok := %s[%s](%s); ok {", v, g.local["find"], t, e)
	default:
		g.line("var %s %s", v, t)
		g.line("if errors.As(%s, &%s) {", e, v)
	}
	g.line("\t_ = %s", v)
	g.declare(v, t.String())
	g.block(g.IntN(2)+1, depth-1)
	if g.yes(50) {
		g.indent++
		g.ret(2)
		g.indent--
	}
	g.vars = g.vars[:vars]
	if g.yes(30) {
		g.line("} else {")
		g.block(1, depth-1)
	}
	g.line("}")
}

// deferred writes a defer that may change a result.
func (g *generator) deferred(depth int) {
	fr := g.frame()
	var results []*variable
	for _, v := range fr.named {
		if v.typ == "error" && g.visible(v) {
			results = append(results, v)
		}
	}
	if len(results) == 0 {
		return
	}
	r := results[g.IntN(len(results))].name
	if set := g.local["set"]; set != "" && g.yes(15) {
		g.line("defer %s(&%s, %s)", set, r, g.expr("error", 1))
		return
	}
	g.line("defer func() {")
	g.indent++
	g.begin(&frame{})
	switch {
	case g.on[fRecover] && g.yes(50):
		g.line("if x := recover(); x != nil {")
		if g.yes(20) {
			g.line("\t%s, _ = x.(error)", r)
		} else {
			g.line("\t%s = %s", r, g.expr("error", 1))
		}
		g.line("}")
	case g.on[fWrap] && g.yes(40):
		g.line("if %s != nil {", r)
		g.line("\t%s = fmt.Errorf(\"deferred: %%w\", %s)", r, r)
		g.line("}")
	case g.on[fJoin] && g.yes(30):
		g.line("%s = errors.Join(%s, %s)", r, r, g.second(1))
	case g.yes(50):
		g.line("if %s {", g.cond(2))
		g.line("\t%s = %s", r, g.expr("error", 2))
		g.line("}")
	default:
		g.stmts(g.IntN(2)+1, depth-1)
		g.line("%s = %s", r, g.expr("error", 1))
	}
	g.end()
	g.indent--
	g.line("}()")
}

// closure writes a function literal that is kept, or called.
func (g *generator) closure(depth int) {
	typ := g.one("func() error", "func(error) error", "func()")
	v := g.localName("fn")
	if g.yes(20) {
		g.line("var %s %s", v, typ)
		g.declare(v, typ)
		g.line("%s = %s", v, g.function0(typ, depth-1))
	} else {
		g.line("%s := %s", v, g.function0(typ, depth-1))
		g.declare(v, typ)
	}
	g.line("_ = %s", v)
	if typ == "func()" {
		if g.yes(70) {
			g.line("%s()", v)
		} else {
			g.line("defer %s()", v)
		}
	}
}

// function0 is a function literal.
func (g *generator) function0(typ string, depth int) string {
	text := g.Builder.String()
	g.Reset()
	fr := &frame{}
	if strings.HasSuffix(typ, ") error") {
		fr.results = []string{"error"}
	}
	g.begin(fr)
	head := typ
	if typ == "func(error) error" {
		p := g.localName("p")
		head = "func(" + p + " error) error"
		g.declare(p, "error")
	}
	if len(fr.results) > 0 && g.on[fDefer] && g.yes(25) {
		r := g.localName("r")
		fr.named = []*variable{g.declare(r, "error")}
		head = strings.TrimSuffix(head, "error") + "(" + r + " error)"
	}
	g.line("%s {", head)
	g.indent++
	g.line("rt.Step()")
	g.stmts(g.IntN(2)+1, depth)
	if len(fr.results) > 0 {
		g.ret(depth)
	}
	g.end()
	g.indent--
	g.WriteString(strings.Repeat("\t", g.indent) + "}")
	lit := strings.TrimLeft(g.Builder.String(), "\t")
	g.Reset()
	g.WriteString(text)
	return lit
}

// pointer writes what has to do with addresses of variables.
func (g *generator) pointer() {
	if p := g.some("*error"); p != "" && g.yes(50) {
		g.line("*%s = %s", p, g.expr("error", 2))
		return
	}
	v := g.an()
	if set := g.local["set"]; g.yes(40) && set != "" {
		g.line("%s(&%s, %s)", set, v, g.expr("error", 2))
		return
	}
	g.let("*error", "&"+v)
}

// structs writes what has to do with the fields of structs.
func (g *generator) structs() {
	s, field := g.local["struct"], g.local["field"]
	typ := g.one(s, "*"+s)
	v := g.some(typ)
	if v == "" || g.yes(30) {
		g.let(typ, g.expr(typ, 2))
		return
	}
	switch g.IntN(6) {
	case 0:
		g.line("%s.val.err = %s", v, g.expr("error", 2))
	case 1:
		g.line("%s.f = %s", v, g.expr("func() error", 1))
	case 2:
		g.line("%s.in = %s", v, g.expr("*"+s, 1))
	case 3:
		g.line("%s.errs = append(%s.errs, %s)", v, v, g.expr("error", 2))
	default:
		g.line("%s.%s = %s", v, field, g.expr("error", 2))
	}
}

// container writes what has to do with slices and arrays.
func (g *generator) container(depth int) {
	typ := g.one("[]error", "[]error", "[2]error")
	v := g.some(typ)
	switch n := g.IntN(5); {
	case v == "" || n == 0:
		g.let(typ, g.expr(typ, 2))
	case n == 1 && typ == "[]error":
		g.line("%s = append(%s, %s)", v, v, g.expr("error", 2))
	case n == 2 && depth > 0:
		e := g.localName("e")
		g.line("for _, %s := range %s {", e, v)
		vars := len(g.vars)
		g.declare(e, "error")
		g.frame().loops = append(g.frame().loops, "")
		g.indent++
		g.line("_ = %s", e)
		g.indent--
		g.block(g.IntN(2)+1, depth-1)
		g.leave()
		g.frame().loops = g.frame().loops[:len(g.frame().loops)-1]
		g.vars = g.vars[:vars]
		g.line("}")
	default:
		g.line("%s[%d] = %s", v, g.IntN(2), g.expr("error", 2))
	}
}

// maps writes what has to do with maps.
func (g *generator) maps(depth int) {
	v := g.some("map[string]error")
	if v == "" || g.yes(20) {
		v = g.let("map[string]error", g.one("map[string]error{}", "make(map[string]error)", fmt.Sprintf("map[string]error{%q: %s}", "a", g.expr("error", 2))))
	}
	switch n := g.IntN(3); {
	case n == 0 && depth > 0:
		e := g.localName("e")
		g.line("if %s, ok := %s[%q]; ok {", e, v, g.one("a", "b"))
		vars := len(g.vars)
		g.line("\t_ = %s", e)
		g.declare(e, "error")
		g.block(1, depth-1)
		g.vars = g.vars[:vars]
		g.line("}")
	default:
		g.line("%s[%q] = %s", v, g.one("a", "b"), g.expr("error", 2))
	}
}

// channel writes what has to do with channels. It never blocks.
func (g *generator) channel(depth int) {
	v := g.some("chan error")
	if v == "" {
		v = g.let("chan error", "make(chan error, 4)")
	}
	e := g.localName("e")
	vars := len(g.vars)
	g.line("select {")
	if g.yes(60) {
		g.line("case %s <- %s:", v, g.expr("error", 2))
		g.block(g.IntN(2), depth-1)
	}
	if g.yes(60) {
		g.line("case %s := <-%s:", e, v)
		g.line("\t_ = %s", e)
		g.declare(e, "error")
		g.arm(depth, false)
		g.vars = g.vars[:vars]
	}
	g.line("default:")
	g.block(g.IntN(2), depth-1)
	g.line("}")
}

// loop writes a loop.
func (g *generator) loop(depth int) {
	label := g.localName("loop")
	text := g.Builder.String()
	g.Reset()
	vars := len(g.vars)
	switch g.IntN(4) {
	case 0:
		g.line("for rt.Bit() {")
	case 1:
		n := g.localName("n")
		g.line("for %s := range 3 {", n)
		g.line("\t_ = %s", n)
		g.declare(n, "int")
	case 2:
		n := g.localName("i")
		g.line("for %[1]s := 0; %[1]s < 2; %[1]s++ {", n)
		g.declare(n, "int")
	default:
		g.line("for %s {", g.guard(1))
	}
	g.indent++
	g.line("rt.Step()")
	g.indent--
	fr := g.frame()
	fr.loops = append(fr.loops, label)
	g.block(g.IntN(3)+1, depth-1)
	g.leave()
	fr.loops = fr.loops[:len(fr.loops)-1]
	g.vars = g.vars[:vars]
	g.line("}")
	body := g.Builder.String()
	g.Reset()
	g.WriteString(text)
	if strings.Contains(body, " "+label+"\n") {
		g.line("%s:", label)
	}
	g.WriteString(body)
}

// leave writes a statement that leaves a loop, or begins the next round.
func (g *generator) leave() {
	g.indent++
	defer func() { g.indent-- }()
	loops := g.frame().loops
	label := loops[g.IntN(len(loops))]
	if label != "" {
		label = " " + label
	}
	switch g.IntN(4) {
	case 0:
		g.line("if %s {\n\t\t\tbreak%s\n\t\t}", g.cond(1), label)
	case 1:
		g.line("if %s {\n\t\t\tcontinue%s\n\t\t}", g.cond(1), label)
	case 2:
		g.line("if %s {", g.cond(1))
		g.indent++
		g.ret(2)
		g.indent--
		g.line("}")
	}
}

// iterate writes a loop over a function.
func (g *generator) iterate(depth int) {
	var args []string
	for range g.IntN(3) + 1 {
		args = append(args, g.expr("error", 2))
	}
	e := g.localName("e")
	g.line("for _, %s := range %s(%s) {", e, g.local["seq"], strings.Join(args, ", "))
	vars := len(g.vars)
	g.line("\t_ = %s", e)
	g.declare(e, "error")
	fr := g.frame()
	fr.loops = append(fr.loops, "")
	g.block(g.IntN(2)+1, depth-1)
	g.leave()
	fr.loops = fr.loops[:len(fr.loops)-1]
	g.vars = g.vars[:vars]
	g.line("}")
}

// cond is a condition.
func (g *generator) cond(depth int) string {
	choices := []choice[string]{
		{4, func() string { return "rt.Bit()" }},
		{4, func() string { return g.guard(depth) }},
	}
	if b := g.some("bool"); b != "" {
		choices = append(choices, choice[string]{5, func() string { return g.one("", "!") + b }})
	}
	if n := g.some("int"); n != "" {
		choices = append(choices, choice[string]{3, func() string { return n + g.one(" == 0", " == 1", " > 1", " != 0") }})
	}
	return choose(g, choices)
}

// guard is a condition on an error.
func (g *generator) guard(depth int) string {
	e := g.some("error")
	if e == "" {
		return "rt.Bit()"
	}
	choices := []choice[string]{{4, func() string { return e + g.one(" == ", " != ") + "nil" }}}
	add := func(on bool, weight int, do func() string) {
		if on {
			choices = append(choices, choice[string]{weight, do})
		}
	}
	add(g.on[fEqual], 4, func() string { return e + g.one(" == ", " != ") + g.one(g.sentinels...) })
	add(g.on[fEqual], 1, func() string { return e + g.one(" == ", " != ") + g.some("error") })
	add(g.on[fGuards], 5, func() string { return fmt.Sprintf("%serrors.Is(%s, %s)", g.one("", "", "!"), e, g.one(g.sentinels...)) })
	add(g.on[fGuards], 1, func() string { return fmt.Sprintf("errors.Is(%s, %s)", e, g.some("error")) })
	add(g.on[fFind] && len(g.types) > 0, 3, func() string {
		t, _ := g.anyType(func(madeType) bool { return true })
		return fmt.Sprintf("errors.As(%s, new(%s))", e, t)
	})
	add(len(g.preds) > 0, 4, func() string { return g.one("", "!") + g.one(g.preds...) + "(" + e + ")" })
	add(depth > 0, 2, func() string { return g.guard(depth-1) + g.one(" && ", " || ") + g.guard(depth-1) })
	add(depth > 0, 1, func() string { return "!(" + g.guard(depth-1) + ")" })
	return choose(g, choices)
}

// callOf is a call of a function.
func (g *generator) callOf(f *callable, depth int) string {
	var args []string
	for _, p := range f.params {
		if p == "...error" {
			if xs := g.some("[]error"); xs != "" && g.yes(30) {
				args = append(args, xs+"...")
				break
			}
			for range g.IntN(3) {
				args = append(args, g.expr("error", depth-1))
			}
			break
		}
		args = append(args, g.expr(p, depth-1))
	}
	name := f.name
	if f.recv != "" {
		recv := g.some(f.recv)
		switch {
		case recv == "":
			recv = g.expr(f.recv, 0)
			fallthrough
		case g.yes(20):
			return fmt.Sprintf("(%s).%s(%s)", f.recv, name, strings.Join(append([]string{recv}, args...), ", "))
		}
		name = recv + "." + name
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// expr is an expression of a type.
func (g *generator) expr(typ string, depth int) string {
	if typ != "error" {
		if v := g.some(typ); v != "" && g.yes(50) {
			return v
		}
		if depth > 0 && g.yes(30) {
			for _, f := range g.shuffled() {
				if slices.Equal(f.results, []string{typ}) && f.recv == "" {
					return g.callOf(f, depth-1)
				}
			}
		}
	}
	s := g.local["struct"]
	switch typ {
	case "error":
		return g.err(depth)
	case "bool":
		return g.one("true", "false", "rt.Bit()")
	case "int":
		return g.one("0", "1", "2", "rt.Int()")
	case "any":
		return "any(" + g.expr("error", depth) + ")"
	case "[]error":
		return fmt.Sprintf("[]error{%s, %s}", g.expr("error", depth-1), g.expr("error", depth-1))
	case "[2]error":
		return fmt.Sprintf("[2]error{%s, %s}", g.expr("error", depth-1), g.expr("error", depth-1))
	case "*error":
		if v := g.some("error"); v != "" && g.yes(60) {
			return "&" + v
		}
		return "new(error)"
	case "func() error", "func(error) error":
		for _, f := range g.shuffled() {
			if "func("+strings.Join(f.params, ", ")+") "+strings.Join(f.results, ", ") != typ || g.yes(30) {
				continue
			}
			if f.recv == "" {
				return f.name
			}
			if v := g.some(f.recv); v != "" {
				return v + "." + f.name
			}
		}
		if typ == "func() error" && g.some(g.local["iface"]) != "" && g.local["iface"] != "" {
			return g.some(g.local["iface"]) + "." + g.local["method"]
		}
		return g.function0(typ, max(0, depth-1))
	case "[]func() error":
		return fmt.Sprintf("[]func() error{%s, %s}", g.expr("func() error", depth-1), g.expr("func() error", depth-1))
	case "map[string]func() error":
		return fmt.Sprintf("map[string]func() error{%q: %s, %q: %s}", "a", g.expr("func() error", depth-1), "b", g.expr("func() error", depth-1))
	case s, "*" + s:
		ref := ""
		if typ != s {
			if v := g.some(s); v != "" && g.yes(40) {
				return "&" + v
			}
			ref = "&"
		} else if v := g.some("*" + s); v != "" && g.yes(40) {
			return "*" + v
		}
		var fields []string
		if g.yes(70) {
			fields = append(fields, g.local["field"]+": "+g.expr("error", depth-1))
		}
		if g.yes(25) {
			fields = append(fields, "f: "+g.expr("func() error", depth-1))
		}
		if depth > 0 && g.yes(20) {
			fields = append(fields, "in: "+g.expr("*"+s, depth-1))
		}
		return ref + s + "{" + strings.Join(fields, ", ") + "}"
	case g.local["iface"], g.local["wide"]:
		if e := g.local["emb"]; e != "" && g.yes(30) {
			return fmt.Sprintf("%s{&%s{%s}}", e, g.local["impl0"], g.expr("error", depth-1))
		}
		return fmt.Sprintf("&%s{%s}", g.local[g.one("impl0", "impl1")], g.expr("error", depth-1))
	}
	if t, ok := g.anyType(func(t madeType) bool { return t.String() == typ && t.lit }); ok {
		return g.literal(t, depth)
	}
	return "nil"
}

// err is an expression of type error.
func (g *generator) err(depth int) string {
	choices := []choice[string]{
		{4, func() string { return g.one(g.sentinels...) }},
		{1, func() string { return "nil" }},
	}
	add := func(on bool, weight int, do func() string) {
		if on {
			choices = append(choices, choice[string]{weight, do})
		}
	}
	deep := depth > 0
	if len(g.frames) > 0 {
		if v := g.some("error"); v != "" {
			add(true, 7, func() string { return v })
		}
	}
	add(len(g.globals) > 0 && len(g.frames) > 0, 1, func() string { return g.one(g.globals...) })
	add(g.on[fNameless], 1, func() string { return `errors.New("nameless")` })
	add(deep && g.on[fNameless], 1, func() string { return fmt.Sprintf(`fmt.Errorf("nameless: %%v", %s)`, g.expr("error", depth-1)) })
	add(deep && g.on[fNameless], 1, func() string {
		return fmt.Sprintf(`fmt.Errorf("%%w: %%v", %s, %s)`, g.expr("error", depth-1), g.expr("error", depth-1))
	})
	if t, ok := g.anyType(func(t madeType) bool { return t.lit }); ok {
		add(deep, 3, func() string { return g.literal(t, depth) })
	}
	add(deep && g.on[fWrap], 3, func() string { return fmt.Sprintf(`fmt.Errorf("wrap: %%w", %s)`, g.expr("error", depth-1)) })
	add(deep && g.on[fWrap] && g.on[fJoin], 1, func() string {
		return fmt.Sprintf(`fmt.Errorf("%%w: %%w", %s, %s)`, g.expr("error", depth-1), g.second(depth-1))
	})
	add(deep && g.on[fJoin], 2, func() string {
		return fmt.Sprintf("errors.Join(%s, %s)", g.expr("error", depth-1), g.second(depth-1))
	})
	if len(g.frames) == 0 {
		return choose(g, choices) // outside of functions
	}
	for _, v := range g.vars {
		if !g.visible(v) {
			continue
		}
		switch v.typ {
		case "func() error":
			add(deep, 2, func() string { return v.name + "()" })
		case "func(error) error":
			add(deep, 2, func() string { return v.name + "(" + g.expr("error", depth-1) + ")" })
		case "[]func() error":
			add(deep, 2, func() string { return fmt.Sprintf("%s[%s]()", v.name, g.one("0", "1")) })
		case "map[string]func() error":
			add(deep, 2, func() string { return fmt.Sprintf("%s[%q]()", v.name, g.one("a", "b")) })
		case "[]error", "[2]error":
			add(true, 2, func() string { return fmt.Sprintf("%s[%s]", v.name, g.one("0", "1")) })
		case "map[string]error":
			add(true, 2, func() string { return fmt.Sprintf("%s[%q]", v.name, g.one("a", "b")) })
		case "*error":
			add(true, 2, func() string { return "*" + v.name })
		case "unwrapper":
			add(true, 2, func() string { return v.name + ".Unwrap()" })
		case g.local["struct"], "*" + g.local["struct"]:
			add(true, 3, func() string { return v.name + g.one("."+g.local["field"], "."+g.local["field"], ".val.err") })
			add(true, 1, func() string { return v.name + ".in." + g.local["field"] })
			add(deep, 1, func() string { return v.name + ".f()" })
			add(true, 1, func() string { return v.name + ".errs[0]" })
		case g.local["iface"]:
			add(deep, 3, func() string { return v.name + "." + g.local["method"] + "()" })
		case "*" + g.local["impl0"], "*" + g.local["impl1"]:
			add(true, 3, func() string { return v.name + ".err" })
		}
		if v.typ == "*"+g.local["box"]+"[error]" {
			add(true, 2, func() string { return v.name + ".Get()" })
		}
		for _, t := range g.types {
			if v.typ != t.String() {
				continue
			}
			add(true, 2, func() string { return "error(" + v.name + ")" })
			if t.lit && (t.shape == sCause || t.shape == sHidden || t.shape == sSometimes) {
				add(true, 2, func() string { return v.name + ".cause" })
			}
			if t.lit && t.shape == sEmbeds {
				add(true, 2, func() string { return v.name + ".error" })
			}
		}
	}
	if deep {
		for _, f := range g.shuffled()[:min(3, len(g.funcs))] {
			if slices.Equal(f.results, []string{"error"}) {
				add(true, 2, func() string { return g.callOf(f, depth-1) })
			}
			if len(f.results) == 1 && strings.HasPrefix(f.results[0], "*t") {
				add(true, 1, func() string { return "error(" + g.callOf(f, depth-1) + ")" })
			}
		}
	}
	add(deep && g.on[fClosures], 1, func() string { return g.function0("func() error", depth-1) + "()" })
	add(deep && g.on[fUnwrap], 2, func() string { return "errors.Unwrap(" + g.expr("error", depth-1) + ")" })
	add(deep && g.local["first"] != "", 1, func() string {
		return fmt.Sprintf("%s(%s, %s)", g.local["first"], g.expr("error", depth-1), g.expr("error", depth-1))
	})
	add(deep && g.local["call"] != "", 1, func() string { return fmt.Sprintf("%s(%s)", g.local["call"], g.expr("func() error", depth-1)) })
	add(deep && g.local["id"] != "", 1, func() string {
		return fmt.Sprintf("%s%s(%s)", g.local["id"], g.one("[error]"), g.expr("error", depth-1))
	})
	add(deep && g.local["pick"] != "", 1, func() string {
		return fmt.Sprintf("%s[error](%s, %s)", g.local["pick"], g.expr("error", depth-1), g.expr("error", depth-1))
	})
	add(deep && g.local["over"] != "", 1, func() string { return fmt.Sprintf("%s[error](%s)", g.local["over"], g.expr("error", depth-1)) })
	if f := g.local["find"]; f != "" && len(g.types) > 0 {
		t, _ := g.anyType(func(madeType) bool { return true })
		add(deep, 1, func() string {
			return fmt.Sprintf("func() error { t, _ := %s[%s](%s); return t }()", f, t, g.expr("error", depth-1))
		})
	}
	return choose(g, choices)
}
