package whicherrs

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/pack"
)

// A Program is the tables of a run, joined. It is not for several goroutines at a time.
type Program struct {
	Tables []*Table // by path, none twice
	funcs  map[string]*Func
	calls  map[string][]Call // of a function, by its ID; see [Fates]
}

// Join joins the tables that the findings of [Analyzer] and [Fates] are; other findings do not matter.
func Join(findings []finding.Finding) (*Program, error) {
	p := &Program{funcs: make(map[string]*Func), calls: make(map[string][]Call)}
	for _, f := range findings {
		if f.Rule == Fates.Name {
			var calls map[string][]Call
			if !pack.Unpack(f.Message, &calls) {
				return nil, fmt.Errorf("the calls of %s: %w", f.Package, errDamaged)
			}
			maps.Copy(p.calls, calls)
		}
		if f.Rule != Analyzer.Name {
			continue
		}
		t, err := decode(f.Message)
		if err != nil {
			return nil, fmt.Errorf("the table of %s: %w", f.Package, err)
		}
		t.Dir = filepath.Dir(f.Pos.File)
		p.Tables = append(p.Tables, t)
	}
	// A package may be analysed once more with its tests: then there is more of it.
	slices.SortStableFunc(p.Tables, func(a, b *Table) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), -cmp.Compare(len(a.Funcs), len(b.Funcs)))
	})
	p.Tables = slices.CompactFunc(p.Tables, func(a, b *Table) bool { return a.Path == b.Path })
	for _, t := range p.Tables {
		for i := range t.Funcs {
			f := &t.Funcs[i]
			if p.funcs[f.ID] == nil {
				p.funcs[f.ID] = f
			}
		}
	}
	return p, nil
}

// Func returns the function of an ID; nil if it is in no table.
func (p *Program) Func(id string) *Func {
	f := p.funcs[id]
	if f != nil {
		f.load()
	}
	return f
}

// All yields all functions, in the order of packages.
func (p *Program) All() iter.Seq[*Func] {
	return func(yield func(*Func) bool) {
		for _, t := range p.Tables {
			for i := range t.Funcs {
				if !yield(t.Funcs[i].load()) {
					return
				}
			}
		}
	}
}

// Table returns the table of a package; nil if there is none.
func (p *Program) Table(path string) *Table {
	i, ok := slices.BinarySearchFunc(p.Tables, path, func(t *Table, path string) int { return cmp.Compare(t.Path, path) })
	if !ok {
		return nil
	}
	return p.Tables[i]
}

// Table returns the table that f is in.
func (f *Func) Table() *Table { return f.table }

// Own reports whether an error is declared in one of the packages that were analysed.
func (p *Program) Own(a Atom) bool { return p.Table(a.Pkg) != nil }

// maxNames is how many names one sentinel is followed through.
const maxNames = 16

// Same returns the sentinel whose value a has, or the type that it is: a itself, unless a table says that it is another name of one.
func (p *Program) Same(a Atom) Atom {
	for range maxNames {
		t := p.Table(a.Pkg)
		if t == nil {
			break
		}
		i := slices.IndexFunc(t.load().Names, func(d Declared) bool { return d.Atom == a && d.Same != nil })
		if i < 0 {
			break
		}
		a = *t.Names[i].Same
	}
	return a
}

// literal reports whether f is a function literal, or package initialisation.
func (f *Func) literal() bool {
	return strings.ContainsRune(f.Name, '$') || f.Name == "init" || strings.HasPrefix(f.Name, "init#")
}

// Shown is f as it is shown: with its package's path, as a user names it: "example.com/store.Store.Get". An expression is as it is written.
func (f *Func) Shown() string {
	if f.ID == expression {
		return f.Name
	}
	return f.table.Path + "." + plain(f.Name)
}

// call reports whether f is a function, or the call of one: what it returns is asked for, and not what a variable is.
func (f *Func) call() bool { return f.ID != expression || strings.HasSuffix(f.Name, ")") }

// May says that f may return an error or, if it is a variable, be one.
func (f *Func) May() string {
	if f.call() {
		return f.Shown() + " may return"
	}
	return f.Shown() + " may be"
}

// MayNot says that f does not return an error or, if it is a variable, is none.
func (f *Func) MayNot() string {
	if f.call() {
		return f.Shown() + " does not return"
	}
	return f.Shown() + " is not"
}

// Expression reports whether f is an expression at a place.
func (f *Func) Expression() bool { return f.ID == expression }

// Plain is f as it is shown within its package: "Store.Get".
func (f *Func) Plain() string { return plain(f.Name) }

// expression is the ID of what is an expression, and no function.
const expression = "$"

// plain is a name without what marks a pointer: "Store.Get" for "(*Store).Get".
func plain(name string) string {
	if !strings.ContainsAny(name, "(*)") {
		return name
	}
	return pointerMarks.Replace(name)
}

var pointerMarks = strings.NewReplacer("(", "", "*", "", ")", "")

// A NameError is why a name stands for no function, or for several.
type NameError struct {
	Name  string
	Near  string   // what may be meant; empty if nothing is like it
	Those []string // the functions it may stand for; nil if there is none
}

func (e *NameError) Error() string {
	switch {
	case len(e.Those) > 0:
		return fmt.Sprintf("%q may be any of %s", e.Name, strings.Join(e.Those, ", "))
	case e.Near != "":
		return fmt.Sprintf("no function %q; did you mean %q?", e.Name, e.Near)
	}
	return fmt.Sprintf("no function %q", e.Name)
}

// Find returns the function that a name stands for: an ID, or a function or method behind its package's import path, the
// end of that path, its name, or nothing. A name for more than one function stands for the one in package near, if there is one. The error is a [*NameError].
func (p *Program) Find(name, near string) (*Func, error) {
	if f := p.Func(name); f != nil {
		return f, nil
	}
	want := plain(name)
	last := want[strings.LastIndexByte(want, '.')+1:]
	var exact, found, methods []*Func
	for _, t := range p.Tables {
		for i := range t.Funcs {
			f := &t.Funcs[i]
			if !strings.HasSuffix(f.Name, last) || p.passedOver(f, want) {
				continue
			}
			shown := f.Shown()
			switch {
			case shown == want:
				exact = append(exact, f)
			case strings.HasSuffix(shown, "/"+want), plain(f.Name) == want, t.Name+"."+plain(f.Name) == want:
				found = append(found, f)
			case strings.HasSuffix(plain(f.Name), "."+want):
				methods = append(methods, f)
			}
		}
	}
	if len(exact) > 0 {
		found = exact
	} else if len(found) == 0 {
		found = methods
	}
	// What returns no errors is seldom asked about.
	if failing := slices.DeleteFunc(slices.Clone(found), func(f *Func) bool { return !f.Fails }); len(failing) > 0 {
		found = failing
	}
	if len(found) > 1 {
		if here := slices.DeleteFunc(slices.Clone(found), func(f *Func) bool { return f.table.Path != near }); len(here) == 1 {
			return here[0].load(), nil
		}
		e := &NameError{Name: name}
		for _, f := range found {
			e.Those = append(e.Those, f.Shown())
		}
		return nil, e
	}
	if len(found) == 1 {
		return found[0].load(), nil
	}
	var names []string
	for _, t := range p.Tables {
		for i := range t.Funcs {
			if f := &t.Funcs[i]; !p.passedOver(f, want) {
				names = append(names, f.Shown())
			}
		}
	}
	slices.Sort(names)
	return nil, &NameError{Name: name, Near: p.near(want, names)}
}

// passedOver reports whether f is none that a name may stand for: a literal, unless that is what is named, or one that another table has, too.
func (p *Program) passedOver(f *Func, name string) bool {
	return f.literal() && !strings.ContainsRune(name, '$') || p.funcs[f.ID] != f
}

// near is the name that a mistyped one is most like, in as many of its last elements as that has.
func (p *Program) near(want string, names []string) string {
	whole := make(map[string]string) // by what it is compared as
	for _, shown := range names {
		short := shown
		for range strings.Count(shown, "/") - strings.Count(want, "/") {
			_, short, _ = strings.Cut(short, "/")
		}
		whole[short] = shown
		// Without its package, and a method without its type.
		if dot := strings.IndexByte(short[strings.LastIndexByte(short, '/')+1:], '.'); dot >= 0 {
			short = short[strings.LastIndexByte(short, '/')+1+dot+1:]
			for range 2 {
				if _, taken := whole[short]; !taken {
					whole[short] = shown
				}
				short = short[strings.LastIndexByte(short, '.')+1:]
			}
		}
	}
	return whole[nearest.Of(want, slices.Sorted(maps.Keys(whole)))]
}

// FindError returns the error that a name stands for, as it is shown or without the beginning of its path, its package or its star: of those
// that leave f or, if it is none of them, that the tables speak of.
func (p *Program) FindError(f *Func, name string) (Atom, error) {
	var own []Atom
	for _, l := range f.Errors {
		own = append(own, l.Atom)
	}
	found := named(own, name)
	if len(found) != 1 {
		all := p.errors()
		if found = named(all, name); len(found) == 0 {
			return Atom{}, unknownError(all, name)
		}
	}
	if len(found) == 1 {
		return p.Same(found[0]), nil
	}
	var those []string
	for _, a := range found {
		those = append(those, a.String())
	}
	return Atom{}, fmt.Errorf("%q may be any of %s", name, strings.Join(those, ", "))
}

// FindDeclared returns the error that a name stands for, as for [Program.FindError], of those that the packages declare.
func (p *Program) FindDeclared(name string) (Atom, bool) {
	var all []Atom
	for _, t := range p.Tables {
		for _, d := range t.load().Names {
			all = append(all, d.Atom)
		}
	}
	found := named(all, name)
	if len(found) != 1 {
		return Atom{}, false
	}
	return p.Same(found[0]), true
}

// named is the errors that a name may stand for.
func named(all []Atom, name string) []Atom {
	want := strings.TrimPrefix(name, "*")
	var exact, found []Atom
	for _, a := range all {
		text := strings.TrimPrefix(a.String(), "*")
		switch {
		case text == want, a.Kind == Code && a.Code == name:
			exact = append(exact, a)
		case strings.HasSuffix(text, "/"+want), a.Name == want && a.Kind != Code && a.Kind != UnknownCode:
			found = append(found, a)
		}
	}
	if len(exact) > 0 {
		found = exact
	}
	// Where both a type and pointers to it are errors, the star tells.
	pointer := strings.HasPrefix(name, "*")
	if as := slices.DeleteFunc(slices.Clone(found), func(a Atom) bool { return a.Ptr != pointer }); len(as) > 0 {
		return as
	}
	return found
}

// unknownError is the error of a name that stands for none.
func unknownError(all []Atom, name string) error {
	want := strings.TrimPrefix(name, "*")
	shown := make(map[string]string) // by what it is compared as
	for _, a := range all {
		if a.Kind == UnknownCode {
			continue
		}
		shown[a.Name] = a.String()
		text := strings.TrimPrefix(a.String(), "*")
		for range strings.Count(text, "/") - strings.Count(want, "/") {
			_, text, _ = strings.Cut(text, "/")
		}
		shown[text] = a.String()
	}
	if near := shown[nearest.Of(want, slices.Sorted(maps.Keys(shown)))]; near != "" {
		return fmt.Errorf("no error %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("no error %q in these packages", name)
}

// errors is all errors that the tables speak of, sorted.
func (p *Program) errors() []Atom {
	seen := make(map[Atom]bool)
	for f := range p.All() {
		for _, l := range f.Errors {
			seen[l.Atom] = true
		}
		for _, a := range f.Asks {
			seen[a.Atom] = true
		}
	}
	for _, t := range p.Tables {
		for _, d := range t.load().Names {
			seen[d.Atom] = true
		}
		for _, a := range t.Uses {
			seen[a] = true
		}
	}
	return slices.SortedFunc(maps.Keys(seen), compareAtoms)
}

// A node is a part of what a function returns.
type node struct {
	fn   string
	part Part
}

// A Hop is a way in one function, as a part of a [Path].
type Hop struct {
	Func *Func
	Way
}

// A Path is how an error comes to leave a function: hop by hop, from the function to where the error is named or made, or to a function of which nothing is known.
type Path []Hop

// Beyond is the ID of the function that a path ends before, since it is in no table; empty if the path ends where the error is
// named or made.
func (p Path) Beyond() string { return p[len(p)-1].From }

// In reports whether the error is wrapped in a on the way.
func (p Path) In(a Atom) bool {
	name := a.String()
	for _, hop := range p {
		if slices.ContainsFunc(hop.Steps, func(s Step) bool { return s.In == name }) {
			return true
		}
	}
	return false
}

// ways is the ways out of a node, for the error that is asked for.
func (f *Func) ways(part Part, a Atom) []Way {
	switch part {
	case Opaque:
		return f.Opaque
	case Args:
		return f.Args
	}
	if l := f.Find(a); l != nil {
		return l.Ways
	}
	return nil
}

// A reached is a function that a search has come to.
type reached struct {
	node
	cost int // the steps of the way there
	from *reached
	via  Way // in the function of from
	end  bool
}

// Paths returns the ways by which a part of what f returns comes about, the shortest first, at most max of them: one for each place where it is named or made.
func (p *Program) Paths(f *Func, part Part, a Atom, max int) []Path {
	var out []Path
	ends := make(map[Place]bool) // with the directory in the file's name
	seen := make(map[node]bool)
	// Hop by hop; of those that are as many hops away, the ones with the fewest steps first.
	for level := []*reached{{node: node{f.ID, part}}}; len(level) > 0; {
		slices.SortStableFunc(level, func(a, b *reached) int { return cmp.Compare(a.cost, b.cost) })
		var next []*reached
		for _, r := range level {
			if len(out) == max {
				return out
			}
			if r.end {
				path := p.path(r)
				last := path[len(path)-1]
				var end Place
				if n := len(last.Steps); n > 0 {
					end = last.Steps[n-1].Place
				}
				end.File = last.Func.table.Path + "/" + end.File
				if !ends[end] {
					ends[end] = true
					out = append(out, path)
				}
				continue
			}
			if seen[r.node] {
				continue
			}
			seen[r.node] = true
			for _, w := range p.Func(r.fn).ways(r.part, a) {
				to := &reached{cost: r.cost + len(w.Steps), from: r, via: w, end: true}
				if callee := p.Func(w.From); callee != nil && len(callee.ways(w.Part, a)) > 0 {
					to.node, to.end = node{w.From, w.Part}, false
				}
				next = append(next, to)
			}
		}
		level = next
	}
	return out
}

func (p *Program) path(r *reached) Path {
	var out Path
	for ; r.from != nil; r = r.from {
		out = append(out, Hop{p.Func(r.from.fn), r.via})
	}
	slices.Reverse(out)
	return out
}
