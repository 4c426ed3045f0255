package format_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/format"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		format string
		want   []format.Verb
	}{
		{"", nil},
		{"none", nil},
		{"%v", []format.Verb{{Off: 0, Len: 2, VerbOff: 1, Rune: 'v'}}},
		{"a %s: %w", []format.Verb{
			{Off: 2, Len: 2, VerbOff: 3, Rune: 's'},
			{Off: 6, Len: 2, VerbOff: 7, Rune: 'w', Operand: 1},
		}},
		{"100%% of %v", []format.Verb{
			{Off: 3, Len: 2, VerbOff: 4, Rune: '%', Operand: -1},
			{Off: 9, Len: 2, VerbOff: 10, Rune: 'v'},
		}},
		{"%+v %#x", []format.Verb{
			{Off: 0, Len: 3, VerbOff: 2, Rune: 'v', Flags: "+"},
			{Off: 4, Len: 3, VerbOff: 6, Rune: 'x', Flags: "#", Operand: 1},
		}},
		{"%-08.3f", []format.Verb{{Off: 0, Len: 7, VerbOff: 6, Rune: 'f', Flags: "-0", Width: true, Prec: true}}},
		{"%.f", []format.Verb{{Off: 0, Len: 3, VerbOff: 2, Rune: 'f', Prec: true}}},
		{"%[2]v %v %[1]v", []format.Verb{
			{Off: 0, Len: 5, VerbOff: 4, Rune: 'v', Index: 2, Operand: 1},
			{Off: 6, Len: 2, VerbOff: 7, Rune: 'v', Operand: 2},
			{Off: 9, Len: 5, VerbOff: 13, Rune: 'v', Index: 1, Operand: 0},
		}},
		{"%*.*d%v", []format.Verb{
			{Off: 0, Len: 5, VerbOff: 4, Rune: 'd', Stars: []int{0, 1}, Width: true, Prec: true, Operand: 2},
			{Off: 5, Len: 2, VerbOff: 6, Rune: 'v', Operand: 3},
		}},
		{"%[3]*.[2]*[1]f", []format.Verb{
			{Off: 0, Len: 14, VerbOff: 13, Rune: 'f', Stars: []int{2, 1}, Width: true, Prec: true, Index: 1, Operand: 0},
		}},
		{"%.[2]3d", []format.Verb{{Off: 0, Len: 7, VerbOff: 6, Rune: 'd', Prec: true, Index: 2, Operand: 1}}},
		{"é%é%v", []format.Verb{
			{Off: 2, Len: 3, VerbOff: 3, Rune: 'é'},
			{Off: 5, Len: 2, VerbOff: 6, Rune: 'v', Operand: 1},
		}},
	} {
		got, err := format.Parse(test.format)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.format, err)
		}
		if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("Parse(%q) (-want +got)\n%s", test.format, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for format_, want := range map[string]string{
		"a %":         `format "%" has no verb at its end`,
		"%-":          `format "%-" has no verb at its end`,
		"%5.":         `format "%5." has no verb at its end`,
		"%[":          `format "%[" has a bad argument index`,
		"%[]v":        `format "%[]v" has a bad argument index`,
		"%[0]v":       `format "%[0]v" has a bad argument index`,
		"%[x]v":       `format "%[x]v" has a bad argument index`,
		"%[-1]v":      `format "%[-1]v" has a bad argument index`,
		"%[1]5d":      `format "%[1]5d" has a bad argument index`,
		"%[1].2d":     `format "%[1].2d" has a bad argument index`,
		"%123456789d": `format "%123456789" has a number that is too large`,
	} {
		if got, err := format.Parse(format_); err == nil || err.Error() != want {
			t.Errorf("Parse(%q) = %v, %v, want the error %q", format_, got, err, want)
		}
	}
}

func TestUses(t *testing.T) {
	verbs, err := format.Parse("%*v")
	if err != nil {
		t.Fatal(err)
	}
	for operand, want := range []bool{true, true, false} {
		if got := verbs[0].Uses(operand); got != want {
			t.Errorf("%%*v uses operand %d: %v, want %v", operand, got, want)
		}
	}
}

// An operand records that it was formatted. It is an integer, so that it can
// be a width, and an error, so that it can be wrapped.
type operand int

// formatted is a list of operands and the verbs they were formatted with.
var formatted []string

func (o operand) Error() string { return "" }

func (o operand) Format(s fmt.State, verb rune) {
	formatted = append(formatted, fmt.Sprintf("%d%c", int(o), verb))
}

const operands = 12

// check compares the verbs of a format with what fmt.Errorf makes of it.
func check(t *testing.T, f string) {
	t.Helper()
	verbs, err := format.Parse(f)
	if err != nil {
		return
	}
	var want []string
	end := 0
	for _, v := range verbs {
		if v.Off < end || v.Off+v.Len > len(f) || v.VerbOff < v.Off+1 || v.VerbOff >= v.Off+v.Len || f[v.Off] != '%' {
			t.Fatalf("Parse(%q) has a verb at impossible offsets: %+v", f, v)
		}
		end = v.Off + v.Len
		if slices.ContainsFunc(append(v.Stars, v.Operand), func(i int) bool { return i >= operands }) {
			return // there are not so many operands, which fmt minds and Parse does not
		}
		switch v.Rune {
		case '%', 'T', 'p': // these do not call Format
		case 'w':
			want = append(want, fmt.Sprintf("%d%c", v.Operand, 'v'))
		default:
			want = append(want, fmt.Sprintf("%d%c", v.Operand, v.Rune))
		}
	}

	args := make([]any, operands)
	for i := range args {
		args[i] = operand(i)
	}
	formatted = nil
	// An explicit index keeps fmt from formatting the surplus operands.
	err = fmt.Errorf(f+"%[1]%", args...)
	got := formatted
	if !slices.Equal(got, want) {
		t.Errorf("Parse(%q) = %+v, which formats %v, but fmt formats %v (%v)", f, verbs, want, got, err)
	}
}

func TestParseLikeFmt(t *testing.T) {
	for _, f := range []string{
		"", "%v", "%s %w %v", "%[3]v %v %[1]w", "%*d %v", "%[3]*.[2]*[6]f %v", "%%%v", "%[5]%%v", "%.[2]3d",
		"%é%v", "%!%v", "%\xff%v", "%6.2f", "% +-#0v", "%[2]*[1]v%v", "%.*v", "%T%p%v",
	} {
		check(t, f)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"%v", "%[3]*.[2]*[6]f %v", "%-+#08.3d%%", "%[1]5d", "%\xff", "%.", "%[", "%5000000000d"} {
		f.Add(s)
	}
	f.Fuzz(check)
}

// checkExpr type-checks an expression in a package with some constants.
func checkExpr(t *testing.T, expr string) (fset *token.FileSet, src string, e ast.Expr, info *types.Info, ok bool) {
	t.Helper()
	src = "package p\n\nconst name = \"näme %v\"\n\nvar x = " + expr + "\n"
	fset = token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil || len(file.Decls) != 2 {
		return nil, "", nil, nil, false
	}
	decl, _ := file.Decls[1].(*ast.GenDecl)
	if decl == nil || len(decl.Specs) != 1 {
		return nil, "", nil, nil, false
	}
	spec, _ := decl.Specs[0].(*ast.ValueSpec)
	if spec == nil || len(spec.Values) != 1 {
		return nil, "", nil, nil, false
	}
	info = &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	cases.GOROOT(t)
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	if _, err := conf.Check("p", fset, []*ast.File{file}, info); err != nil {
		return nil, "", nil, nil, false
	}
	return fset, src, spec.Values[0], info, true
}

// source returns a Source of a text that was parsed under a file set.
func source(fset *token.FileSet, src string) format.Source {
	return func(pos, end token.Pos) ([]byte, error) {
		return []byte(src[fset.Position(pos).Offset:fset.Position(end).Offset]), nil
	}
}

func TestReplaceVerb(t *testing.T) {
	for _, test := range []struct {
		expr, want string // want has the last verb replaced, and is empty if that is refused
	}{
		{`"%v"`, `"%w"`},
		{`"%s: %v"`, `"%s: %w"`},
		{`"\t%s: %v"`, `"\t%s: %w"`},
		{`"\u00e9\x41\101\U0001F600\n\"é %v"`, `"\u00e9\x41\101\U0001F600\n\"é %w"`},
		{`"\xff\377 %v"`, `"\xff\377 %w"`},
		{`"%\x76"`, `"%w"`},
		{`"%\166!"`, `"%w!"`},
		{`"%[1]v"`, `"%[1]w"`},
		{`"%[2]s"`, `"%[2]w"`},
		{"`%s\t\\t %v`", "`%s\t\\t %w`"},
		{"`%s\r\n%v\r\n`", "`%s\r\n%w\r\n`"},
		{"`\r\r%\rv\n\n`", "`\r\r%\rw\n\n`"},
		{`"a: " + "%v"`, `"a: " + "%w"`},
		{`"%s: " + ("b" + "%v" + "c") + "d"`, `"%s: " + ("b" + "%w" + "c") + "d"`},
		{`name + ": %v"`, `name + ": %w"`},
		{`"%" + "v"`, `"%" + "w"`},
		{`"%v: " + "\t" + name`, ``}, // the last verb is in name
		{`"a: " + name + "%v"`, `"a: " + name + "%w"`},
		{`name`, ``},
		{`"%+v"`, `"%+w"`},
		{`"%5s"`, ``},
		{`"%.3s"`, ``},
		{`"%q"`, ``},
		{`"%w"`, ``},
		{`string("%v")`, ``},
	} {
		fset, src, e, info, ok := checkExpr(t, test.expr)
		if !ok {
			t.Fatalf("%s does not compile", test.expr)
		}
		value := constant.StringVal(info.Types[e].Value)
		verbs, err := format.Parse(value)
		if err != nil {
			t.Fatal(err)
		}
		edit, ok := format.ReplaceVerb(verbs[len(verbs)-1], e, info, source(fset, src))
		got := ""
		if ok {
			at := fset.Position(e.Pos()).Offset
			got = src[at:fset.Position(edit.Pos).Offset] + string(edit.NewText) + src[fset.Position(edit.End).Offset:fset.Position(e.End()).Offset]
		}
		if got != test.want {
			t.Errorf("replacing the last verb of %q gives %q, want %q", test.expr, got, test.want)
		}
	}
}

func TestLocateRefuses(t *testing.T) {
	for _, test := range []struct {
		expr   string
		off, n int
	}{
		{`"abc"`, -1, 1},
		{`"abc"`, 0, 0},
		{`"abc"`, 3, 1},
		{`"abc"`, 2, 2},
		{`"é"`, 0, 1},         // half a character
		{`"é"`, 1, 1},         // the other half
		{`"\u00e9x"`, 1, 2},   // from within an escape sequence
		{`"ab" + "cd"`, 1, 2}, // across literals
		{`name + "x"`, 1, 1},  // in a constant
		{`"ab" + "cd"`, 4, 1},
	} {
		_, _, e, info, ok := checkExpr(t, test.expr)
		if !ok {
			t.Fatalf("%s does not compile", test.expr)
		}
		if pos, end, ok := format.Locate(e, info, nil, test.off, test.n); ok {
			t.Errorf("Locate(%s, %d, %d) = [%d, %d), want a refusal", test.expr, test.off, test.n, pos-e.Pos(), end-e.Pos())
		}
	}

	// Without types, a constant's length is unknown. Without the source, and with one that is not it,
	// where carriage returns were is unknown.
	_, _, e, _, _ := checkExpr(t, `name + "x"`)
	if _, _, ok := format.Locate(e, nil, nil, len("näme %v"), 1); ok {
		t.Error("Locate knows the length of a constant without types")
	}
	_, _, e, info, _ := checkExpr(t, "`\r\n%v`")
	for _, src := range []format.Source{
		nil,
		func(_, _ token.Pos) ([]byte, error) { return nil, errors.New("no source") },
		func(_, _ token.Pos) ([]byte, error) { return []byte("`\n%v`x"), nil },
		func(_, _ token.Pos) ([]byte, error) { return []byte("`\n\r%s`"), nil },
	} {
		if _, _, ok := format.Locate(e, info, src, 2, 1); ok {
			t.Error("Locate knows where carriage returns were")
		}
	}
}

func TestPassSource(t *testing.T) {
	content := "package p\r\n"
	fset := token.NewFileSet()
	file := fset.AddFile("p.go", -1, len(content))
	pass := &analysis.Pass{
		Fset: fset,
		ReadFile: func(name string) ([]byte, error) {
			if name != "p.go" {
				return nil, errors.New("no such file")
			}
			return []byte(content), nil
		},
	}
	src := format.PassSource(pass)
	if got, err := src(file.Pos(8), file.Pos(10)); string(got) != "p\r" || err != nil {
		t.Errorf("source is %q, %v, want %q", got, err, "p\r")
	}
	if _, err := src(file.Pos(8), file.Pos(11)+1); err == nil {
		t.Error("there is source beyond the end")
	}
	if _, err := src(token.NoPos, token.NoPos); err == nil {
		t.Error("there is source at no position")
	}
	content += "changed"
	if _, err := src(file.Pos(8), file.Pos(9)); err == nil {
		t.Error("a file that changed was not noticed")
	}
	other := fset.AddFile("q.go", -1, 10)
	if _, err := src(other.Pos(0), other.Pos(1)); err == nil {
		t.Error("a file that cannot be read has source")
	}
}

// FuzzLocate replaces each byte range of each length up to 3 that can be located, and each plain verb, in any constant
// string expression, and checks that the expression has then the string with the same replacement as its value.
func FuzzLocate(f *testing.F) {
	for _, s := range []string{
		`"%v"`, `"\t%s: %v"`, `"\u00e9\x41\101\U0001F600\n\"é %v"`, "`a\r\n%v`", "`\r%v\r\r\n`", `"a" + "%[1]v" + name + "é%s"`,
		`("%" + "v") + ("\377%\x76")`, `name`, `string("%v")`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		if len(expr) > 60 {
			return // quadratic work, and nothing new
		}
		fset, src, e, info, ok := checkExpr(t, expr)
		if !ok || info.Types[e].Value == nil || info.Types[e].Value.Kind() != constant.String {
			return
		}
		value := constant.StringVal(info.Types[e].Value)
		read := source(fset, src)

		// evaluate returns the value of the expression after an edit.
		evaluate := func(pos, end token.Pos, text string) string {
			t.Helper()
			at, p, q, to := fset.Position(e.Pos()).Offset, fset.Position(pos).Offset, fset.Position(end).Offset, fset.Position(e.End()).Offset
			if !(at <= p && p < q && q <= to) {
				t.Fatalf("in %q, [%d, %d) is located outside", expr, p-at, q-at)
			}
			edited := src[at:p] + text + src[q:to]
			_, _, e, info, ok := checkExpr(t, edited)
			if !ok {
				t.Fatalf("%q was edited to %q, which does not compile", expr, edited)
			}
			return constant.StringVal(info.Types[e].Value)
		}

		_, isLit := e.(*ast.BasicLit)
		for off := range value {
			for n := 1; n <= 3 && off+n <= len(value); n++ {
				pos, end, ok := format.Locate(e, info, read, off, n)
				if !ok {
					// In a single literal, whole characters are always found.
					if isLit && wholeChars(value, off, n) {
						t.Errorf("in %q, [%d, %d) cannot be located", expr, off, off+n)
					}
					continue
				}
				if got, want := evaluate(pos, end, "w"), value[:off]+"w"+value[off+n:]; got != want {
					t.Errorf("in %q, replacing [%d, %d) gives %q, want %q", expr, off, off+n, got, want)
				}
			}
		}
		verbs, _ := format.Parse(value)
		for _, v := range verbs {
			if edit, ok := format.ReplaceVerb(v, e, info, read); ok {
				got := evaluate(edit.Pos, edit.End, string(edit.NewText))
				if want := value[:v.VerbOff] + "w" + value[v.VerbOff+1:]; got != want {
					t.Errorf("in %q, replacing the verb at %d gives %q, want %q", expr, v.VerbOff, got, want)
				}
			}
		}
	})
}

// wholeChars reports whether a range of a string surely begins and ends between characters.
func wholeChars(s string, off, n int) bool {
	return strconv.CanBackquote(s[off:off+n]) && !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 })
}
