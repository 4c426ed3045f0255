package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/errlint/errlint/internal/errflow"
)

// A node is an error in the tree of one that was returned.
type node struct {
	depth int
	typ   string   // *io/fs.PathError
	names []string // package-level variables that hold it
	code  string
	given bool // it came by a parameter
}

// An observation is what was seen of a result: a tree, in preorder, and at least how often.
type observation struct {
	result result
	tree   []node
	times  int
}

// read reads what the recorders of all test programs wrote.
func read(dir string, funcs []function) ([]observation, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("observations: %w", err)
	}
	times := make(map[string]int)
	for _, f := range files {
		if err := readFile(filepath.Join(dir, f.Name()), times); err != nil {
			return nil, err
		}
	}
	var out []observation
	for _, line := range slices.Sorted(maps.Keys(times)) {
		fields := strings.Split(line, "\t")
		id, err := strconv.Atoi(fields[0])
		index, err2 := strconv.Atoi(fields[1])
		if err := errors.Join(err, err2); err != nil || id >= len(funcs) {
			return nil, fmt.Errorf("observation %q: %w", line, err)
		}
		o := observation{result: result{funcs[id].name, index}, times: times[line]}
		for _, text := range fields[2:] {
			parts := strings.SplitN(text, " ", 4)
			if len(parts) != 4 {
				return nil, fmt.Errorf("observation %q: no tree", line)
			}
			var n node
			n.depth, err = strconv.Atoi(parts[0])
			n.typ, n.given = strings.CutPrefix(parts[1], "@")
			if parts[2] != "" {
				n.names = strings.Split(parts[2], "|")
			}
			if err == nil {
				n.code, err = strconv.Unquote(parts[3])
			}
			if err != nil {
				return nil, fmt.Errorf("observation %q: %w", line, err)
			}
			o.tree = append(o.tree, n)
		}
		out = append(out, o)
	}
	return out, nil
}

// readFile adds what is in a file: of each line, the largest number.
func readFile(name string, times map[string]int) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("observations: %w", err)
	}
	most := make(map[string]int)
	for line := range strings.Lines(string(text)) {
		line, whole := strings.CutSuffix(line, "\n")
		if !whole {
			break // the program was killed
		}
		number, line, _ := strings.Cut(line, "\t")
		n, err := strconv.Atoi(number)
		if err != nil || strings.Count(line, "\t") < 2 {
			return fmt.Errorf("%s has a line %q", name, line)
		}
		most[line] = max(most[line], n)
	}
	for line, n := range most {
		times[line] += n
	}
	return nil
}

// transparent are the types that say nothing but what they wrap.
var transparent = map[string]bool{
	"*fmt.wrapError": true, "*fmt.wrapErrors": true, "*errors.joinError": true, "*golang.org/x/xerrors.wrapError": true,
	"*github.com/pkg/errors.withStack": true, "*github.com/pkg/errors.withMessage": true,
	"*go.uber.org/multierr.multiError": true, "*github.com/hashicorp/go-multierror.Error": true,
	"github.com/hashicorp/go-multierror.chain":                    true,
	"*github.com/cockroachdb/errors/withstack.withStack":          true,
	"*github.com/cockroachdb/errors/errutil.withPrefix":           true,
	"*github.com/cockroachdb/errors/secondary.withSecondaryError": true,
}

// nameless are the types of errors that are nothing but a text.
var nameless = map[string]bool{
	"*errors.errorString": true, "*github.com/pkg/errors.fundamental": true, "*golang.org/x/xerrors.errorString": true,
	"*golang.org/x/xerrors.noWrapError": true,
}

// A verdict says how a set accounts for an identity, the best first.
type verdict int

const (
	predicted  verdict = iota // the set has it
	given                     // the set has the parameter that it came by
	parametric                // the set has what a parameter is or returns, and it may be that
	opaque                    // the set is opaque
	unknown                   // the model knows nothing of the function
	missing                   // the set is wrong
)

var verdicts = []string{"predicted", "given", "parametric", "opaque", "unknown", "missing"}

// An identity is one that was seen, in words.
type identity struct {
	result   result
	identity string
}

// A seen identity has the verdict on it, and an observation that it was seen in.
type seen struct {
	verdict verdict
	times   int
	in      observation
}

// judge compares observations with predictions. Where an identity was seen in several trees, the worst verdict counts.
func judge(obs []observation, predictions map[result]prediction) map[identity]seen {
	out := make(map[identity]seen)
	for _, o := range obs {
		p, ok := predictions[o.result]
		// Whatever a sentinel wraps comes with it.
		sentinelAt := -1
		for _, n := range o.tree {
			if sentinelAt >= 0 && n.depth > sentinelAt {
				continue
			}
			sentinelAt = -1
			for _, id := range n.identities() {
				v := unknown
				if ok {
					v = p.accounts(n, id)
				}
				key := identity{o.result, id.String()}
				s, dup := out[key]
				if !dup || v > s.verdict {
					s.verdict, s.in = v, o
				}
				s.times += o.times
				out[key] = s
			}
			if len(n.names) > 0 {
				sentinelAt = n.depth
			}
		}
	}
	return out
}

// An id is an identity: the atoms of which one will do; none is for an error without a name.
type id struct {
	atoms []errflow.Atom
	text  string
}

func (i id) String() string { return i.text }

// identities returns what a node is known by.
func (n node) identities() []id {
	switch {
	case len(n.names) > 0:
		var atoms []errflow.Atom
		for _, name := range n.names {
			dot := strings.LastIndexByte(name, '.')
			atoms = append(atoms, errflow.Atom{Kind: errflow.Sentinel, Pkg: name[:dot], Name: name[dot+1:]})
		}
		return []id{{atoms, strings.Join(n.names, "|")}}
	case transparent[n.typ]:
		return nil
	case nameless[n.typ]:
		return []id{{nil, "an error without a name"}}
	}
	name, ptr := strings.CutPrefix(n.typ, "*")
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return []id{{nil, "an error of a type without a name"}}
	}
	typ := errflow.Atom{Kind: errflow.Type, Pkg: name[:dot], Name: name[dot+1:], Ptr: ptr}
	if n.code == "" {
		return []id{{[]errflow.Atom{typ}, n.typ}}
	}
	code := typ
	code.Kind, code.Code = errflow.Code, n.code
	return []id{{[]errflow.Atom{typ, code}, fmt.Sprintf("%s with the code %q", n.typ, n.code)}}
}

// accounts returns how a set accounts for an identity of a node.
func (p prediction) accounts(n node, i id) verdict {
	for _, a := range i.atoms {
		if p.atoms[a] {
			return predicted
		}
		// A set that has some code of a type need not have the type.
		if a.Kind == errflow.Type && n.code == "" {
			for b := range p.atoms {
				if b.Kind == errflow.Code && b.Pkg == a.Pkg && b.Name == a.Name && b.Ptr == a.Ptr {
					return predicted
				}
			}
		}
	}
	switch {
	case n.given && p.value:
		return given
	case p.value || p.call:
		return parametric
	case p.opaque && (!p.text || len(i.atoms) == 0):
		return opaque
	}
	return missing
}

// sortedIdentities returns the identities with a verdict, sorted.
func sortedIdentities(all map[identity]seen, v verdict) []identity {
	var out []identity
	for id, s := range all {
		if s.verdict == v {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b identity) int {
		return cmp.Or(cmp.Compare(a.result.function, b.result.function), cmp.Compare(a.result.index, b.result.index), cmp.Compare(a.identity, b.identity))
	})
	return out
}
