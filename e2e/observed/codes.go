package main

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/errflow"
)

// A codeCase is what a comment says of the function that is declared in its line.
type codeCase struct {
	file     string // absolute
	line     int
	function string
	codes    []string // sorted
}

var codeComment = regexp.MustCompile(`^func .*// want ([A-Za-z0-9_]+):"ErrorCodes:([^"]*)"`)

// compareCodes compares the codes that the model infers with those in the comments of the packages in a directory, each
// of whose directories is copied into a module of its own name. It returns an error unless all could be analysed.
func compareCodes(ctx context.Context, dir string, w io.Writer) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("cases: %w", err)
	}
	tmp, err := os.MkdirTemp("", "errlint-codes-")
	if err != nil {
		return fmt.Errorf("temporary directory: %w", err)
	}
	defer os.RemoveAll(tmp)
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return fmt.Errorf("temporary directory: %w", err)
	}
	agree, all := 0, 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		module := filepath.Join(tmp, e.Name())
		if err := os.CopyFS(module, os.DirFS(filepath.Join(dir, e.Name()))); err != nil {
			return fmt.Errorf("cases: %w", err)
		}
		if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module "+e.Name()+"\n\ngo 1.21\n"), 0o666); err != nil {
			return fmt.Errorf("cases: %w", err)
		}
		if err := undecide(module); err != nil {
			return err
		}
		s := &subject{dir: module, patterns: []string{"./..."}, env: append(os.Environ(), "GOWORK=off", "PWD="+module)}
		predictions, problems, err := predict(ctx, s, errflow.IsError)
		if err != nil {
			return err
		}
		for _, p := range problems {
			fmt.Fprintf(w, "- problem in %s: %s\n", e.Name(), p)
		}
		cases, err := readCodes(module)
		if err != nil {
			return err
		}
		good := 0
		for _, c := range cases {
			got, opaque, ok := codesAt(predictions, c)
			if ok && slices.Equal(got, c.codes) {
				good++
				continue
			}
			rel, err := filepath.Rel(tmp, c.file)
			if err != nil {
				return fmt.Errorf("cases: %w", err)
			}
			fmt.Fprintf(w, "- %s:%d: %s: want %v, have %v, opaque %v\n", rel, c.line, c.function, c.codes, got, opaque)
		}
		fmt.Fprintf(w, "%s: %d of %d agree\n", e.Name(), good, len(cases))
		agree, all = agree+good, all+len(cases)
	}
	fmt.Fprintf(w, "all: %d of %d agree\n", agree, all)
	if all == 0 {
		return errors.New("there are no cases")
	}
	return nil
}

// undecide has true and false, in the bodies of functions in the files below a directory, be a variable: the cases mean some
// condition by them, but errlint knows that what never runs returns nothing.
func undecide(dir string) error {
	variables := make(map[string]string) // by directory; in packages that are imported into others' scopes names must differ
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		in := filepath.Dir(name)
		variable, ok := variables[in]
		if !ok {
			variable = fmt.Sprintf("ErrlintUndecided%d", len(variables))
			variables[in] = variable
			source := fmt.Sprintf("package %s\n\nvar %s bool\n", file.Name.Name, variable)
			if err := os.WriteFile(filepath.Join(in, "zz_undecided.go"), []byte(source), 0o666); err != nil {
				return err
			}
		}
		var out []byte
		at := 0
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && (id.Name == "false" || id.Name == "true") {
					out = append(append(out, text[at:fset.Position(id.Pos()).Offset]...), variable...)
					at = fset.Position(id.End()).Offset
				}
				return true
			})
		}
		return os.WriteFile(name, append(out, text[at:]...), 0o666)
	})
	if err != nil {
		return fmt.Errorf("cases: %w", err)
	}
	return nil
}

// readCodes returns the cases in the files of a directory.
func readCodes(dir string) ([]codeCase, error) {
	var out []codeCase
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := codeComment.FindStringSubmatch(line); m != nil {
				codes := strings.Fields(m[2])
				slices.Sort(codes)
				out = append(out, codeCase{name, i + 1, m[1], codes})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cases: %w", err)
	}
	return out, nil
}

// codesAt returns the codes of the function that is declared in a line.
func codesAt(predictions map[result]prediction, c codeCase) (codes []string, opaque, ok bool) {
	for _, p := range predictions {
		if p.file != c.file || p.line != c.line {
			continue
		}
		ok = true
		opaque = opaque || p.opaque
		for a := range p.atoms {
			if a.Kind == errflow.Code && !slices.Contains(codes, a.Code) {
				codes = append(codes, a.Code)
			}
		}
	}
	slices.Sort(codes)
	return codes, opaque, ok
}
