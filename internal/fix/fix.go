package fix

import (
	"bytes"
	"maps"
	"os"
	"slices"

	"github.com/errlint/errlint/internal/finding"
)

// Options say where fixes may be applied.
type Options struct {
	// Root is the directory whose files may be edited, with those below it. It
	// may be relative to the current directory of the process, or empty for it.
	Root string

	// More are other such directories.
	More []string

	// ReadFile reads a file as it was analysed, by the name that it has as a [File]. Nil
	// means [os.ReadFile].
	ReadFile func(name string) ([]byte, error)
}

func (o Options) roots() (roots, error) { return resolveRoots(append([]string{o.Root}, o.More...)...) }

func (o Options) readFile(name string) ([]byte, error) {
	if o.ReadFile != nil {
		return o.ReadFile(name)
	}
	return os.ReadFile(name)
}

// A File is a file whose contents change.
type File struct {
	// Name is absolute. No part of it below the root is a symbolic link, so it
	// may differ from the name in the findings.
	Name     string
	Old, New []byte // contents; they differ
}

// A Skipped finding is one whose fix was not applied, although it has one.
type Skipped struct {
	Finding finding.Finding
	Reason  string // a clause: "the file is generated"
}

// A Result is what applying fixes comes to.
type Result struct {
	Files   []File            // sorted by name
	Applied []finding.Finding // those whose fix is in Files, in their order
	Skipped []Skipped         // those with a fix that is not, in their order
}

// Apply applies the first fix of each finding, as far as they agree with each
// other. It changes nothing on disk.
//
// An error means that there is no such root. What keeps a single fix from being applied
// is the reason of a [Skipped] finding.
func Apply(findings []finding.Finding, opts Options) (*Result, error) {
	r, err := opts.roots()
	if err != nil {
		return nil, err
	}
	s := newSources(r, opts.readFile, make(packageNames))
	p := s.plan(findings, nil)
	return &Result{
		Files:   changed(p.texts, func(name string) []byte { return s.byName[name].text }),
		Applied: p.of(p.changes),
		Skipped: p.skipped(),
	}, nil
}

// changed returns the files whose contents are not the old ones, sorted.
func changed(texts map[string][]byte, old func(name string) []byte) []File {
	var files []File
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if f := (File{Name: name, Old: old(name), New: texts[name]}); !bytes.Equal(f.Old, f.New) {
			files = append(files, f)
		}
	}
	return files
}
