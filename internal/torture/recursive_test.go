//go:build unix

package torture

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A world is a program of recursive types that is being made up. Each type may refer to each, also to those that come
// later, through every kind of type that the language has.
type world struct {
	source
	rng   *rand.Rand
	types []*shape
}

// A shape is a named type of a world.
type shape struct {
	name    string
	kind    string // struct, slice, map, chan, func, interface, pointer
	generic bool
	fields  []slot // of a struct: those that lead on; of another kind: what it is made of
}

// A slot is a field, element or result, and how it holds the type that it leads to.
type slot struct {
	name string
	to   *shape
	via  string // "", "*", "[]", "map[string]", "chan ", "func() ", "[4]", "*[]" ...
}

// recursive returns a program of recursive types and walks over them, made up from a seed.
func recursive(seed uint64) program {
	w := &world{rng: rand.New(rand.NewPCG(seed, 1))}
	w.line("var errEnd = errors.New(\"end\")\n")
	w.line("type wrapped struct{ cause error; next *wrapped }\nfunc (w *wrapped) Error() string { return \"w\" }")
	if w.rng.IntN(2) == 0 {
		w.line("func (w *wrapped) Unwrap() error { return w.cause }")
	}
	w.declare(1 + w.rng.IntN(5))
	for i := range 2 + w.rng.IntN(5) {
		w.walk(i)
	}
	for i := range w.rng.IntN(3) {
		w.chain(i)
	}
	return program{fmt.Sprintf("recursive%d", seed), map[string]string{"p.go": withImports(w.String())}}
}

// pick returns one of several.
func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

// declare declares n types.
func (w *world) declare(n int) {
	for i := range n {
		s := &shape{name: fmt.Sprintf("t%d", i), kind: pick(w.rng, "struct", "struct", "struct", "struct", "slice", "map", "chan", "func", "interface")}
		s.generic = s.kind == "struct" && w.rng.IntN(4) == 0
		w.types = append(w.types, s)
	}
	// One of them is a struct, so that there is something to walk over.
	w.types[0].kind, w.types[0].generic = "struct", w.rng.IntN(4) == 0
	for _, s := range w.types {
		n := 1
		if s.kind == "struct" {
			n += w.rng.IntN(3)
		}
		for i := range n {
			f := slot{name: fmt.Sprintf("f%d", i), to: pick(w.rng, w.types...)}
			f.via = pick(w.rng, "*", "*", "*", "[]", "[]*", "map[string]", "map[string]*", "chan ", "chan *", "func() ", "func() *", "*[4]", "**", "[]map[int]*", "func() func() *")
			if f.to.kind == "interface" && w.rng.IntN(2) == 0 {
				f.via = ""
			}
			s.fields = append(s.fields, f)
		}
	}
	for _, s := range w.types {
		w.typeDecl(s)
	}
	// What implements the interfaces.
	for _, s := range w.types {
		if s.kind != "struct" {
			continue
		}
		recv := "*" + s.name
		if s.generic {
			recv += "[P]"
		}
		w.line("func (x %s) err2() error { return x.err }", recv)
		for _, i := range w.types {
			if i.kind == "interface" {
				f := i.fields[0]
				w.line("func (x %s) next_%s() %s { panic(x.err) }", recv, i.name, w.typeOf(f))
			}
		}
	}
}

// ref returns a type as it is written where it is used.
func (s *shape) ref() string {
	if s.generic {
		return s.name + "[error]"
	}
	return s.name
}

func (w *world) typeOf(f slot) string { return f.via + f.to.ref() }

func (w *world) typeDecl(s *shape) {
	switch s.kind {
	case "struct":
		params := ""
		if s.generic {
			params = "[P any]"
		}
		w.line("type %s%s struct {\n\terr error", s.name, params)
		if s.generic {
			w.line("\tval P\n\tself *%s[P]", s.name)
		}
		if w.rng.IntN(3) == 0 {
			w.line("\terrs []error")
			s.fields = append(s.fields, slot{name: "errs"})
		}
		for _, f := range s.fields {
			if f.to != nil {
				w.line("\t%s %s", f.name, w.typeOf(f))
			}
		}
		w.line("}")
	case "slice":
		w.line("type %s []%s", s.name, w.typeOf(s.fields[0]))
	case "map":
		w.line("type %s map[string]%s", s.name, w.typeOf(s.fields[0]))
	case "chan":
		w.line("type %s chan %s", s.name, w.typeOf(s.fields[0]))
	case "func":
		w.line("type %s func() %s", s.name, w.typeOf(s.fields[0]))
	case "interface":
		w.line("type %s interface {\n\terr2() error\n\tnext_%s() %s\n}", s.name, s.name, w.typeOf(s.fields[0]))
	}
}

// A path is an expression, with what it leads to: via is what is yet to be taken off to get at the type.
type path struct {
	expr string
	via  string
	to   *shape
}

// steps returns what can be selected from a path.
func (w *world) steps(p path) []path {
	switch {
	case strings.HasPrefix(p.via, "[]"):
		return []path{{p.expr + pick(w.rng, "[0]", "[i]", "[len("+p.expr+")-1]"), p.via[2:], p.to}}
	case strings.HasPrefix(p.via, "map[string]"):
		return []path{{p.expr + `["k"]`, p.via[len("map[string]"):], p.to}}
	case strings.HasPrefix(p.via, "map[int]"):
		return []path{{p.expr + "[i]", p.via[len("map[int]"):], p.to}}
	case strings.HasPrefix(p.via, "chan "):
		return []path{{"(<-" + p.expr + ")", p.via[len("chan "):], p.to}}
	case strings.HasPrefix(p.via, "func() "):
		return []path{{p.expr + "()", p.via[len("func() "):], p.to}}
	case strings.HasPrefix(p.via, "[4]"):
		return []path{{p.expr + "[1]", p.via[3:], p.to}}
	case strings.HasPrefix(p.via, "*"):
		return []path{{"(*" + p.expr + ")", p.via[1:], p.to}}
	case p.to.kind == "struct":
		var out []path
		for _, f := range p.to.fields {
			if f.to != nil {
				out = append(out, path{p.expr + "." + f.name, f.via, f.to})
			}
		}
		if p.to.generic {
			out = append(out, path{p.expr + ".self", "*", p.to})
		}
		return out
	case p.to.kind == "interface":
		f := p.to.fields[0]
		return []path{{p.expr + ".next_" + p.to.name + "()", f.via, f.to}}
	}
	f := p.to.fields[0]
	via := map[string]string{"slice": "[]", "map": "map[string]", "chan": "chan ", "func": "func() "}[p.to.kind] + f.via
	return w.steps(path{p.expr, via, f.to})
}

// cycle returns the shortest way that goes from a variable of a type back to the type, or some way that ends elsewhere.
func (w *world) way(from path, same func(path) bool, most int) (path, bool) {
	queue := []path{from}
	for range most {
		var next []path
		for _, p := range queue {
			for _, q := range w.steps(p) {
				if same(q) {
					return q, true
				}
				if len(next) < 64 {
					next = append(next, q)
				}
			}
		}
		w.rng.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
		queue = next
	}
	return path{}, false
}

// walk writes a function that walks over a type and returns an error that it finds.
func (w *world) walk(i int) {
	s := pick(w.rng, w.types...)
	if s.kind != "struct" {
		s = w.types[0]
	}
	ptr := w.rng.IntN(3) > 0
	start := path{"x", "", s}
	typ := s.ref()
	if ptr {
		start.via = "*"
		typ = "*" + typ
	}
	back, ok := w.way(start, func(p path) bool { return p.to == s && p.via == start.via }, 12)
	if !ok {
		back = path{"x", start.via, s}
	}
	field := "x.err"
	if s.generic && w.rng.IntN(2) == 0 {
		field = "x.val"
	}
	result := pick(w.rng, field, field, "fmt.Errorf(\"x: %w\", "+field+")", "fmt.Errorf(\"x: %v\", "+field+")", "&wrapped{cause: "+field+"}", "errors.Join("+field+", errEnd)")
	w.line("func F%d(x %s, i int, y %s) error {", i, typ, typ)
	switch w.rng.IntN(9) {
	case 0: // the last of a list
		w.line("\tfor i > 0 {\n\t\ti--\n\t\tx = %s\n\t}\n\treturn %s\n}", back.expr, result)
	case 1: // the value itself is overwritten
		if ptr {
			inner := path{"(*x)", "", s}
			if q, ok := w.way(inner, func(p path) bool { return p.to == s && p.via == "*" }, 12); ok {
				w.line("\tn := *x\n\tfor i > 0 {\n\t\ti--\n\t\tx = &n\n\t\tn = *%s\n\t}\n\treturn %s\n}", q.expr, strings.ReplaceAll(result, "x.", "n."))
				return
			}
		}
		w.line("\tfor range i {\n\t\tx, y = %s, x\n\t}\n\treturn %s\n}", back.expr, result)
	case 2: // recursion
		w.line("\tif i == 0 {\n\t\treturn %s\n\t}\n\treturn F%d(%s, i-1, x)\n}", result, i, back.expr)
	case 3: // a package-level variable
		w.line("\tfor cur%[1]d = x; i > 0; i-- {\n\t\tx = cur%[1]d\n\t\tcur%[1]d = %[2]s\n\t}\n\tx = cur%[1]d\n\treturn %[3]s\n}\nvar cur%[1]d %[4]s", i, back.expr, result, typ)
	case 4: // a closure
		w.line("\tstep := func(x %s) %s { return %s }\n\tfor i > 0 {\n\t\ti--\n\t\tx = step(x)\n\t}\n\treturn %s\n}", typ, typ, back.expr, result)
	case 5: // a work list
		w.line("\ttodo := []%s{x}\n\tfor len(todo) > 0 {\n\t\tx := todo[len(todo)-1]\n\t\ttodo = todo[:len(todo)-1]\n\t\tif i--; i > 0 {\n\t\t\ttodo = append(todo, %s)\n\t\t}\n\t\tif x.err != nil {\n\t\t\treturn %s\n\t\t}\n\t}\n\treturn nil\n}", typ, back.expr, result)
	case 6: // a helper that goes one step, generic or not
		w.line("\tfor i > 0 {\n\t\ti--\n\t\tx = next%d(x, i)\n\t}\n\treturn %s\n}\nfunc next%d(x %s, i int) %s { return %s }", i, result, i, typ, typ, back.expr)
	case 7: // stored in itself
		w.line("\tz := x\n\tfor range i {\n\t\tz = x\n\t\tx = %s\n\t\tif i > 3 {\n\t\t\tx = y\n\t\t}\n\t\tx.err = z.err\n\t}\n\treturn %s\n}", back.expr, result)
	default: // a range over a channel, a map, a slice, on the way
		w.line("\tqueue := make(chan %s)\n\tgo func() { queue <- x }()\n\tfor x := range queue {\n\t\tif i--; i == 0 {\n\t\t\treturn %s\n\t\t}\n\t\tqueue <- %s\n\t}\n\treturn nil\n}", typ, result, back.expr)
	}
}

// chain writes a function that walks along the causes of an error.
func (w *world) chain(i int) {
	w.line("func G%d(err error, i int) error {", i)
	switch w.rng.IntN(6) {
	case 0:
		w.line("\tfor {\n\t\tw, ok := err.(*wrapped)\n\t\tif !ok {\n\t\t\treturn err\n\t\t}\n\t\terr = w.cause\n\t}\n}")
	case 1:
		w.line("\tfor err != nil {\n\t\tnext := errors.Unwrap(err)\n\t\tif next == nil {\n\t\t\tbreak\n\t\t}\n\t\terr = next\n\t}\n\treturn fmt.Errorf(\"root: %%v\", err)\n}")
	case 2:
		w.line("\tvar w *wrapped\n\tfor errors.As(err, &w) {\n\t\terr = w.cause\n\t}\n\treturn err\n}")
	case 3:
		w.line("\tfor range i {\n\t\terr = &wrapped{cause: err}\n\t}\n\treturn err\n}")
	case 4:
		w.line("\tfor range i {\n\t\terr = fmt.Errorf(\"again: %%w\", err)\n\t}\n\treturn err\n}")
	default:
		w.line("\tvar top *wrapped\n\tfor range i {\n\t\ttop = &wrapped{cause: err, next: top}\n\t}\n\tfor top.next != nil {\n\t\ttop = top.next\n\t}\n\tif i == 0 {\n\t\treturn top.cause\n\t}\n\treturn top\n}")
	}
}
