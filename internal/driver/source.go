package driver

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"

	"github.com/errlint/errlint/internal/finding"
)

// sources are the files that were parsed. A file that belongs to several
// packages, such as a package and its variant for tests, is parsed once.
// The methods that change it are not for concurrent use.
type sources struct {
	fset    *token.FileSet
	goroot  string            // what export data calls "$GOROOT"
	overlay map[string][]byte // what to take for the contents of files
	byName  map[string]*source
	layout  layouts
}

// A source is a file.
type source struct {
	syntax *ast.File // possibly of a part of the file; nil if it could not be read
	tok    *token.File
	lines  int
	errs   []finding.Problem // of reading and parsing it

	made bool // by cgo, from one of the written files or from none
	// The file that it was made from, and all that it may point into.
	origin  string
	written []string
}

func newSources(fset *token.FileSet, overlay map[string][]byte) *sources {
	s := &sources{fset: fset, overlay: overlay, byName: make(map[string]*source)}
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

// parse returns the syntax of files, as far as there is any.
func (s *sources) parse(ctx context.Context, names []string) []*ast.File {
	s.read(ctx, names)
	var files []*ast.File
	for _, name := range names {
		if src := s.byName[name]; src != nil && src.syntax != nil {
			files = append(files, src.syntax)
		}
	}
	return files
}

// read reads and parses the files that have not been.
//
// A parser gives a file the next free place of its FileSet, so the order in
// which files are parsed shows in every token.Pos. To parse in parallel, and
// have the same positions each time, each file is parsed in a FileSet of its own, in
// which only its place is free.
func (s *sources) read(ctx context.Context, names []string) {
	type job struct {
		name string
		text []byte
		err  error
		base int
		src  *source
	}
	var jobs []*job
	for _, name := range names {
		if s.byName[name] == nil {
			src := new(source)
			s.byName[name] = src
			jobs = append(jobs, &job{name: name, src: src})
		}
	}
	parallel(ctx, jobs, func(j *job) { j.text, j.err = s.readFile(j.name) })
	base := s.fset.Base()
	for _, j := range jobs {
		j.base = base
		base += len(j.text) + 1
	}
	parallel(ctx, jobs, func(j *job) {
		if j.err != nil {
			j.src.errs = []finding.Problem{{
				Pos:     finding.Position{File: j.name, Line: 1, Column: 1},
				Message: j.err.Error(),
			}}
			return
		}
		j.src.lines = countLines(j.text)
		private := token.NewFileSet()
		if gap := j.base - private.Base(); gap > 0 {
			private.AddFile("", private.Base(), gap-1)
		}
		file, err := parser.ParseFile(private, j.name, j.text, parser.ParseComments|parser.SkipObjectResolution)
		j.src.syntax = file
		j.src.tok = private.File(token.Pos(j.base))
		list, _ := err.(scanner.ErrorList)
		for _, e := range list {
			// An error's position heeds //line comments, except for its offset.
			offset := min(e.Pos.Offset, len(j.text))
			j.src.errs = append(j.src.errs, finding.Problem{
				Pos:     newLayout(j.text).position(j.name, offset),
				Message: e.Msg,
			})
		}
	})
	for _, j := range jobs {
		if j.src.tok != nil {
			s.fset.AddExistingFiles(j.src.tok)
		}
	}
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

// forget drops the syntax of all files, which the nodes hold themselves.
func (s *sources) forget() {
	for _, src := range s.byName {
		src.syntax = nil
	}
}
