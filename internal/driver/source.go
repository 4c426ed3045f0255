package driver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/errlint/errlint/internal/finding"
)

// A digest identifies what it was made of.
type digest [sha256.Size]byte

// MarshalText and UnmarshalText make it hexadecimal in JSON.
func (d digest) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, d[:]), nil }

func (d *digest) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err == nil && len(b) != len(d) {
		err = errors.New("a digest has 32 bytes")
	}
	copy(d[:], b)
	return err
}

// sources are the files of the packages that are looked at from source.
type sources struct {
	fset    *token.FileSet
	goroot  string            // what export data calls "$GOROOT"
	overlay map[string][]byte // what to take for the contents of files

	changed atomic.Bool // a file has changed in the course of the run

	// byName is filled in by stat, and not changed while packages are analysed.
	byName   map[string]*source
	nextBase int // the next free place
	layout   layouts
}

// A source is a file.
type source struct {
	sum     digest
	size    int
	lines   int
	mayUseC bool  // a necessary condition
	err     error // of reading it

	made bool // by cgo, from one of the written files or from none
	// The file that it was made from, and all that it may point into.
	origin  string
	written []string
}

func newSources(fset *token.FileSet, overlay map[string][]byte) *sources {
	s := &sources{fset: fset, overlay: overlay, byName: make(map[string]*source), nextBase: fset.Base()}
	s.layout.read = s.readFile
	return s
}

// readFile returns what is to be taken for the contents of a file.
func (s *sources) readFile(name string) ([]byte, error) {
	if text, ok := s.overlay[name]; ok {
		return text, nil
	}
	return os.ReadFile(name)
}

// stat looks at the files that it has not yet looked at. It is not for concurrent use.
func (s *sources) stat(ctx context.Context, names []string) {
	type job struct {
		name string
		src  *source
	}
	var jobs []job
	for _, name := range names {
		if s.byName[name] == nil {
			src := new(source)
			s.byName[name] = src
			jobs = append(jobs, job{name, src})
		}
	}
	parallel(ctx, jobs, func(j job) {
		text, err := s.readFile(j.name)
		if err != nil {
			j.src.err = err
			return
		}
		*j.src = *newSource(text)
	})
}

// newSource returns what there is to know of a file's contents.
func newSource(text []byte) *source {
	return &source{
		sum:     sha256.Sum256(text),
		size:    len(text),
		lines:   countLines(text),
		mayUseC: bytes.Contains(text, []byte(`"C"`)),
	}
}

// reserve reserves places for a package's files in the FileSet. It is not for
// concurrent use.
//
// A parser gives a file the next free place of its FileSet, so the order in
// which files are parsed shows in every token.Pos. Here packages are parsed when
// their turn comes, on several processors. For the positions to be the same each time,
// each file is parsed in a FileSet of its own, in which only its place is free.
func (s *sources) reserve(n *node, names []string) {
	if n.bases == nil {
		n.bases = make(map[string]int)
	}
	s.nextBase = max(s.nextBase, s.fset.Base())
	for _, name := range names {
		if _, ok := n.bases[name]; !ok {
			n.bases[name] = s.nextBase
			s.nextBase += s.byName[name].size + 1
		}
	}
}

// seal keeps whatever else is added to the FileSet, such as files of export data, out of the
// places that are reserved.
func (s *sources) seal() {
	if s.nextBase >= s.fset.Base() {
		s.fset.AddFile("", s.nextBase, 0)
	}
}

// errChanged says that a file is not what it was when the run began.
var errChanged = errors.New("the file has changed while errlint was at work")

// parse returns the syntax of a package's files, as far as there is any, and what
// is wrong with it.
func (s *sources) parse(ctx context.Context, n *node, names []string) ([]*ast.File, []finding.Problem) {
	files := make([]*ast.File, len(names))
	problems := make([][]finding.Problem, len(names))
	indexes := make([]int, len(names))
	for i := range indexes {
		indexes[i] = i
	}
	parallel(ctx, indexes, func(i int) { files[i], problems[i] = s.parseFile(n, names[i]) })
	return slices.DeleteFunc(files, func(f *ast.File) bool { return f == nil }), slices.Concat(problems...)
}

func (s *sources) parseFile(n *node, name string) (*ast.File, []finding.Problem) {
	src := s.byName[name]
	text, err := s.readFile(name)
	if err = cmp.Or(src.err, err); err == nil && sha256.Sum256(text) != src.sum {
		err = errChanged
		s.changed.Store(true)
	}
	if err != nil {
		return nil, []finding.Problem{{
			Pos:     finding.Position{File: name, Line: 1, Column: 1},
			Message: err.Error(),
		}}
	}
	base := n.bases[name]
	private := token.NewFileSet()
	if gap := base - private.Base(); gap > 0 {
		private.AddFile("", private.Base(), gap-1)
	}
	file, err := parser.ParseFile(private, name, text, parser.ParseComments|parser.SkipObjectResolution)
	var problems []finding.Problem
	list, _ := err.(scanner.ErrorList)
	for _, e := range list {
		// An error's position heeds //line comments, except for its offset.
		offset := min(e.Pos.Offset, len(text))
		problems = append(problems, finding.Problem{
			Pos:     newLayout(text).position(name, offset),
			Message: e.Msg,
		})
	}
	if tok := private.File(token.Pos(base)); tok != nil && s.fset.File(token.Pos(base)) == nil {
		s.fset.AddExistingFiles(tok)
	}
	return file, problems
}

// lines returns the number of lines of a file.
func (s *sources) lines(name string) int {
	if src := s.byName[name]; src != nil {
		return src.lines
	}
	return 0
}

func countLines(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// fileSum returns a digest of the names and contents of files, less their directories, and whether all
// of them can be read. The files come in lists, and which list one is in is part of the digest.
func (s *sources) fileSum(lists ...[]string) (sum digest, ok bool) {
	h := sha256.New()
	ok = true
	for _, names := range lists {
		writeString(h, strconv.Itoa(len(names)))
		for _, name := range slices.Sorted(slices.Values(names)) {
			src := s.byName[name]
			if src == nil || src.err != nil {
				ok = false
				continue
			}
			writeString(h, filepath.Base(name))
			h.Write(src.sum[:])
		}
	}
	return digest(h.Sum(nil)), ok
}
