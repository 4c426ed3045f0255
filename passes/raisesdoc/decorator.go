package raisesdoc

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/prose"
	"github.com/errlint/errlint/internal/toolflow"
)

// The values of option decorator.
const (
	decoratorOff        = "off"
	decoratorParameters = "parameters"
	decoratorExample    = "example"
)

// decorators reports the declared decorators whose doc comments do not say how they are used.
func (c *checker) decorators() {
	if c.opts.Decorator != decoratorParameters && c.opts.Decorator != decoratorExample {
		return
	}
	var declared []*ast.FuncDecl
	for _, file := range c.pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				_, marked := directive.FuncDirective(decl, directive.Decorator)
				if marked || slices.ContainsFunc(c.tools.Declared, func(d toolflow.Declared) bool { return c.model.DeclOf(d.Func) == decl }) {
					declared = append(declared, decl)
				}
			}
		}
	}
	for _, decl := range declared {
		text := decl.Doc.Text()
		words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		var missing []string
		for _, field := range decl.Type.Params.List {
			for _, id := range field.Names {
				if id.Name != "_" && !slices.Contains(words, id.Name) {
					missing = append(missing, id.Name)
				}
			}
		}
		var lacks []string
		switch {
		case len(missing) > 1:
			lacks = append(lacks, "does not name its parameters "+prose.List(missing, "and"))
		case len(missing) == 1:
			lacks = append(lacks, "does not name its parameter "+missing[0])
		}
		if c.opts.Decorator == decoratorExample && !c.hasExample(decl, text) {
			lacks = append(lacks, "has no example that calls it")
		}
		if len(lacks) > 0 {
			c.report.ReportAt(decl.Name.Pos(), decl.Name.End(), CategoryDecorator,
				fmt.Sprintf("the doc comment of decorator %s %s", decl.Name.Name, strings.Join(lacks, " and ")))
		}
	}
}

// hasExample reports whether a code block of a doc comment calls the function, or an Example function of the package's
// tests is about it, if tests are analyzed.
func (c *checker) hasExample(decl *ast.FuncDecl, text string) bool {
	call := regexp.MustCompile(`\b` + regexp.QuoteMeta(decl.Name.Name) + `(\[.*\])?\(`)
	for _, block := range new(comment.Parser).Parse(text).Content {
		if code, ok := block.(*comment.Code); ok && call.MatchString(code.Text) {
			return true
		}
	}
	for _, file := range c.pass.Files {
		for _, other := range file.Decls {
			fn, ok := other.(*ast.FuncDecl)
			if ok && directive.InTest(c.pass.Fset, file.FileStart) && fn.Recv == nil &&
				(fn.Name.Name == "Example"+decl.Name.Name || strings.HasPrefix(fn.Name.Name, "Example"+decl.Name.Name+"_")) {
				return true
			}
		}
	}
	return false
}
