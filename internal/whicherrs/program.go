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

// A Program is the joined tables of a run. It is not for concurrent use.
type Program struct {
	Tables []*Table // sorted by path, without duplicates
	funcs  map[string]*Func
	calls  map[string][]Call // by the ID of the function that they are in; see [Fates]
}

// Join joins the tables in the findings of [Analyzer] and [Fates]. It disregards other findings.
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
	// A package may be analysed again with its tests. Then the larger table counts.
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

// Func returns the function with an ID, nil if it is in no table.
func (p *Program) Func(id string) *Func {
	f := p.funcs[id]
	if f != nil {
		f.load()
	}
	return f
}

// All yields all functions, by package.
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

// Table returns the table of a package, nil if there is none.
func (p *Program) Table(path string) *Table {
	i, ok := slices.BinarySearchFunc(p.Tables, path, func(t *Table, path string) int { return cmp.Compare(t.Path, path) })
	if !ok {
		return nil
	}
	return p.Tables[i]
}

// Table returns the table that f is in.
func (f *Func) Table() *Table { return f.table }

// Own reports whether one of the analysed packages declares an error.
func (p *Program) Own(a Atom) bool { return p.Table(a.Pkg) != nil }

// maxNames bounds how many names a sentinel is followed through.
const maxNames = 16

// Same returns the sentinel whose value a has, or the type that a is. That is a itself, unless a table says that a is
// another name.
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

// literal reports whether f is a function literal or package initialization.
func (f *Func) literal() bool {
	return strings.ContainsRune(f.Name, '$') || f.Name == "init" || strings.HasPrefix(f.Name, "init#")
}

// Shown returns f as it is shown: with its package's path, as a user names it: "example.com/store.Store.Get". An
// expression is shown as it is written.
func (f *Func) Shown() string {
	if f.ID == expression {
		return f.Name
	}
	return f.table.Path + "." + plain(f.Name)
}

// call reports whether f is a function or a call, rather than a variable.
func (f *Func) call() bool { return f.ID != expression || strings.HasSuffix(f.Name, ")") }

// May returns the beginning of a sentence that f may return an error or, for a variable, that it may be one.
func (f *Func) May() string {
	if f.call() {
		return f.Shown() + " may return"
	}
	return f.Shown() + " may be"
}

// MayNot returns the beginning of a sentence that f does not return an error or, for a variable, that it is not one. If
// unsure is set, that is not known.
func (f *Func) MayNot(unsure bool) string {
	switch {
	case unsure && f.call():
		return f.Shown() + " is not known to return"
	case unsure:
		return f.Shown() + " is not known to be"
	case f.call():
		return f.Shown() + " does not return"
	}
	return f.Shown() + " is not"
}

// Expression reports whether f stands for an expression at a place.
func (f *Func) Expression() bool { return f.ID == expression }

// Plain returns f as it is shown within its package: "Store.Get".
func (f *Func) Plain() string { return plain(f.Name) }

// expression is the ID of an expression.
const expression = "$"

// plain returns a name without the marks of a pointer: "Store.Get" for "(*Store).Get".
func plain(name string) string {
	if !strings.ContainsAny(name, "(*)") {
		return name
	}
	return pointerMarks.Replace(name)
}

var pointerMarks = strings.NewReplacer("(", "", "*", "", ")", "")

// A NameError says why a name does not identify a function.
type NameError struct {
	Name  string
	Near  string   // what may be meant; empty if nothing is similar
	Those []string // the functions that it may stand for; nil if there is none
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

// Find returns the function that a name stands for. The name is an ID, or a function or method with its package's
// import path, the end of that path, its name, or nothing in front. If it stands for several functions, Find returns
// the one in package near, if there is just one. The error is a [*NameError].
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
	// Questions are seldom about functions that return no errors.
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

// passedOver reports whether a name cannot stand for f: f is a literal and the name is not that of one, or another
// table has f too.
func (p *Program) passedOver(f *Func, name string) bool {
	return f.literal() && !strings.ContainsRune(name, '$') || p.funcs[f.ID] != f
}

// near returns the name that is most similar to a mistyped one, by as many last elements as that has.
func (p *Program) near(want string, names []string) string {
	whole := make(map[string]string) // by the form that is compared
	for _, shown := range names {
		short := shown
		for range strings.Count(shown, "/") - strings.Count(want, "/") {
			_, short, _ = strings.Cut(short, "/")
		}
		whole[short] = shown
		// Compare it also without its package and, for a method, without its type.
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

// FindError returns the error that a name stands for. The name is the error as it is shown, possibly without the
// beginning of its path, its package or its star. Errors that leave f come first, then all that the tables mention.
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

// FindDeclared returns the error that a name stands for, as [Program.FindError] does, among those that the packages
// declare.
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

// named returns the errors that a name may stand for.
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
	// If both a type and pointers to it are errors, the star decides.
	pointer := strings.HasPrefix(name, "*")
	if as := slices.DeleteFunc(slices.Clone(found), func(a Atom) bool { return a.Ptr != pointer }); len(as) > 0 {
		return as
	}
	return found
}

// unknownError returns the error about a name that stands for no error.
func unknownError(all []Atom, name string) error {
	want := strings.TrimPrefix(name, "*")
	shown := make(map[string]string) // by the form that is compared
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

// errors returns all errors that the tables mention, sorted.
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

// A Hop is a way within one function, as a part of a [Path].
type Hop struct {
	Func *Func
	Way
}

// A Path is how an error leaves a function, hop by hop from that function to where the error is named or made, or to a
// function about which nothing is known.
type Path []Hop

// Beyond returns the ID of the function that the path would continue in if it were in a table. It is empty if the path
// ends where the error is named or made.
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

// Leaving returns how an error leaves a function, by the name that it was declared with or, if it does not, by another name; nil if it does not leave.
func (p *Program) Leaving(f *Func, a Atom) *Leaving {
	if l := f.Find(a); l != nil {
		return l
	}
	if i := slices.IndexFunc(f.Errors, func(l Leaving) bool { return p.Same(l.Atom) == a }); i >= 0 {
		return &f.Errors[i]
	}
	return nil
}

// ways returns the ways of a part out of a function. a is the error if the part is Named.
func (p *Program) ways(f *Func, part Part, a Atom) []Way {
	switch part {
	case Opaque:
		return f.Opaque
	case Others:
		return f.Others
	case Args:
		return f.Args
	}
	if l := p.Leaving(f, a); l != nil {
		return l.Ways
	}
	return nil
}

// A reached is a function that a search has come to.
type reached struct {
	node
	cost int // the number of steps to it
	from *reached
	via  Way // in the function of from
	end  bool
}

// Paths returns the paths of a part of what f returns, the shortest first, at most max of them. There is one for each
// place where an error is named or made.
func (p *Program) Paths(f *Func, part Part, a Atom, max int) []Path {
	var out []Path
	ends := make(map[Place]bool) // with the directory in the file's name
	seen := make(map[node]bool)
	// Breadth first by hops. Within a level, the ones with the fewest steps come first.
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
			for _, w := range p.ways(p.Func(r.fn), r.part, a) {
				to := &reached{cost: r.cost + len(w.Steps), from: r, via: w, end: true}
				if callee := p.Func(w.From); callee != nil && len(p.ways(callee, w.Part, a)) > 0 {
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
