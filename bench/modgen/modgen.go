package modgen

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Path is the module's path.
const Path = "example.com/generated"

// A Package is one package of a module.
type Package struct {
	Index   int
	Name    string     // of the package; "main" if it is a command
	Dir     string     // with slashes, relative to the module's root
	Layer   int        // above those of all Imports
	Imports []*Package // of the module

	ident string // Name, or that of the directory if the package is a command
	noun  string // what it keeps, exported: "Ledger"
}

// ImportPath returns the import path.
func (p *Package) ImportPath() string { return path.Join(Path, p.Dir) }

// File returns the name of the package's only file, relative to the module's root, with slashes.
func (p *Package) File() string { return path.Join(p.Dir, p.ident+".go") }

// A Module is a generated module.
type Module struct {
	Packages []*Package // those with imports after what they import
	Layers   int
}

// nouns are what packages keep.
var nouns = []string{
	"Account", "Badge", "Cart", "Device", "Event", "Folder", "Grant", "Host", "Invoice", "Job", "Key", "Ledger",
	"Message", "Note", "Order", "Policy", "Quota", "Report", "Session", "Ticket", "User", "Voucher", "Widget", "Zone",
}

// New returns a module of n packages, of which there is at least one.
func New(n int) *Module {
	n = max(n, 1)
	m := &Module{}
	layers := layers(n)
	m.Layers = layers[n-1] + 1
	byLayer := make([][]*Package, m.Layers)
	for i, layer := range layers {
		r := newRandom(uint64(i))
		noun := nouns[r.intn(len(nouns))]
		p := &Package{Index: i, Layer: layer, noun: noun, ident: fmt.Sprintf("%s%04d", lower(noun), i)}
		p.Name, p.Dir = p.ident, fmt.Sprintf("layer%02d/%s", layer, p.ident)
		if layer > 0 && layer == m.Layers-1 {
			p.Name, p.Dir = "main", "cmd/"+p.ident
		}
		if layer > 0 {
			p.Imports = imports(r, byLayer[:layer])
		}
		byLayer[layer] = append(byLayer[layer], p)
		m.Packages = append(m.Packages, p)
	}
	return m
}

// layers returns the layers of n packages, in ascending order.
func layers(n int) []int {
	if n == 1 {
		return []int{0}
	}
	low, high := max(1, n/40), max(1, n/50)
	middle := n - low - high
	between := min(middle, 2*bits.Len(uint(n))-2)
	layers := make([]int, n)
	for i := range layers {
		switch {
		case i < low:
		case i < low+middle:
			layers[i] = 1 + (i-low)*between/middle
		default:
			layers[i] = 1 + between
		}
	}
	return layers
}

// imports chooses what a package imports, given those of each layer below. The
// first is of the layer just below.
func imports(r *random, below [][]*Package) []*Package {
	pick := func(layer int) *Package { return below[layer][r.intn(len(below[layer]))] }
	list := []*Package{pick(len(below) - 1)}
	add := func(p *Package) {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	if r.intn(3) == 0 {
		add(pick(0))
	} else {
		add(below[0][0])
	}
	for range r.intn(6) / 2 {
		// The larger of two choices, since most imports are of a near layer.
		add(pick(max(r.intn(len(below)), r.intn(len(below)))))
	}
	return list
}

// Files returns the names of the module's files, relative to its root and with
// slashes, and what is in them.
func (m *Module) Files() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		if !yield("go.mod", []byte("module "+Path+"\n\ngo 1.24\n")) {
			return
		}
		for _, p := range m.Packages {
			if !yield(p.File(), p.source()) {
				return
			}
		}
	}
}

// Write writes the module's files into a directory, which is made if need be.
//
// Errors:
//   - [fs.ErrExist] if the directory has a module
//   - [*fs.PathError] if a file cannot be written
func (m *Module) Write(dir string) error {
	mod := filepath.Join(dir, "go.mod")
	if _, err := os.Lstat(mod); !errors.Is(err, os.ErrNotExist) {
		if err == nil {
			err = &os.PathError{Op: "create", Path: mod, Err: os.ErrExist}
		}
		return fmt.Errorf("write module: %w", err)
	}
	for name, text := range m.Files() {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return fmt.Errorf("write module: %w", err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return fmt.Errorf("write module: %w", err)
		}
	}
	return nil
}

// A random is a sequence of numbers that look random, and are the same everywhere
// and for all time (SplitMix64).
type random struct{ state uint64 }

func newRandom(seed uint64) *random { return &random{state: seed * 0xbf58476d1ce4e5b9} }

// intn returns a number from 0 to n-1.
func (r *random) intn(n int) int {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	hi, _ := bits.Mul64(z^z>>31, uint64(n))
	return int(hi)
}
