package noerrordict_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/noerrordict"
)

var testdata = cases.Dir

func Test(t *testing.T) {
	flags := noerrordict.New(noerrordict.Options{})
	for name, value := range map[string]string{"keys": "failure, *_reason", "error-text": "true", "adapters": "noerrordict/keys"} {
		if err := flags.Flags.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	a, packages := cases.Merge(t,
		cases.Of(noerrordict.New(noerrordict.Options{}),
			"noerrordict/found", "noerrordict/notfound", "noerrordict/helpers", "noerrordict/callers", "noerrordict/suppress",
			"noerrordict/order", "noerrordict/sources", "noerrordict/success", "noerrordict/outputs", "noerrordict/useplugin",
			"noerrordict/answers",
		),
		cases.Of(noerrordict.New(noerrordict.Options{ErrorText: true}), "noerrordict/text"),
		cases.Of(noerrordict.New(noerrordict.Options{Adapters: []string{"noerrordict/*/store/..."}}),
			"noerrordict/adapters", "noerrordict/adapters/pkg", "noerrordict/adapters/store/files",
		),
		cases.Of(noerrordict.New(noerrordict.Options{Envelopes: []noerrordict.Envelope{
			{Type: "noerrordict/envelope.Envelope"},
			{Type: "noerrordict/envelope.Reply", In: []string{"noerrordict/envelope"}},
			{Type: "noerrordict/envelope.Elsewhere", In: []string{"noerrordict/found"}},
		}}), "noerrordict/envelope"),
		cases.Of(noerrordict.New(noerrordict.Options{Keys: []string{"failure", "*_reason"}}), "noerrordict/keys"),
	)
	checkDiagnostics(t, cases.Run(t, testdata(t), a, packages...))
	cases.Run(t, testdata(t), flags, "noerrordict/keys")
}

// TestOrder checks that the findings are the same when the declarations of each file come in the opposite order, so
// that functions are looked at before those that call them, and others ask first.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testdata(t))); err != nil {
		t.Fatal(err)
	}
	pkgs := []string{"noerrordict/found", "noerrordict/notfound", "noerrordict/helpers", "noerrordict/order", "noerrordict/sources", "noerrordict/success", "noerrordict/outputs", "noerrordict/answers"}
	for _, pkg := range pkgs {
		files, err := filepath.Glob(filepath.Join(dir, "src", pkg, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(err, files)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, reversed(t, src), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	cases.Run(t, dir, noerrordict.New(noerrordict.Options{}), pkgs...)
}

// reversed is a file with its declarations in the opposite order.
func reversed(t *testing.T, src []byte) []byte {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var decls [][]byte
	head, off := 0, 0
	for _, decl := range file.Decls {
		end := fset.Position(decl.End()).Offset
		if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
			end += i + 1 // with the comment behind it
		}
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			head = end
		} else {
			decls = append(decls, src[off:end])
		}
		off = end
	}
	slices.Reverse(decls)
	return slices.Concat(src[:head], bytes.Join(decls, nil), src[off:])
}

// checkDiagnostics checks what "want" comments do not: the URL and, in two packages, the category, the range and the related information.
func checkDiagnostics(t *testing.T, results []*cases.Result) {
	t.Helper()
	var got []string
	for _, r := range results {
		if path := r.Package.PkgPath; path != "noerrordict/found" && path != "noerrordict/callers" {
			continue
		}
		src := make(map[string][]byte)
		text := func(pos, end token.Pos) string {
			file := r.Package.Fset.Position(pos)
			if src[file.Filename] == nil {
				b, err := os.ReadFile(file.Filename)
				if err != nil {
					t.Fatal(err)
				}
				src[file.Filename] = b
			}
			if !end.IsValid() {
				return filepath.Base(file.Filename)
			}
			return string(src[file.Filename][file.Offset:r.Package.Fset.Position(end).Offset])
		}
		for _, d := range r.Diagnostics {
			if want := "https://github.com/errlint/errlint/blob/main/docs/rules/noerrordict.md"; d.URL != want {
				t.Errorf("%s: URL is %q, want %q", d.Message, d.URL, want)
			}
			name, _, _ := strings.Cut(d.Message, " ")
			if !slices.Contains([]string{"literal", "structLiteral", "sprintf", "several", "(*service).notReady", "errorResponse", "errorMap"}, name) {
				continue
			}
			got = append(got, fmt.Sprintf("%s: %s: %s", name, d.Category, text(d.Pos, d.End)))
			for _, rel := range d.Related {
				got = append(got, fmt.Sprintf("\t%s: %s", rel.Message, text(rel.Pos, rel.End)))
			}
		}
	}
	want := []string{
		"literal: error-map: \"error\": err.Error()",
		"\tliteral returns it here, with a nil error: map[string]any{\"error\": err.Error()}",
		"structLiteral: error-struct: Error: err.Error()",
		"\tstructLiteral returns it here, with a nil error: Summary{Error: err.Error()}",
		"sprintf: error-json: fmt.Sprintf(`{\"files\": [], \"error\": %q}`, err.Error())",
		"(*service).notReady: error-map: \"error\":   \"not_ready\"",
		"\t(*service).read returns it here, with a nil error: s.notReady(uri)",
		"\t(*service).notReady returns it here: []any{TextResource{URI: uri, Text: string(b)}}",
		"errorResponse: error-map: \"error\":   message",
		"\tthroughHelper returns it here, with a nil error: errorResponse(fmt.Sprintf(\"no file %s\", name))",
		"\tthroughHelper returns it here, with a nil error: errorResponse(err.Error())",
		"several: error-map: results[\"get_error\"]",
		"\tkey \"set_error\" is set, too: results[\"set_error\"]",
		"\tseveral returns it here: results",
		"\tseveral returns it here: results",
		"errorMap: error-map: helpers.ErrorMap(err)",
		"\tit is built here: helpers.go",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		opts noerrordict.Options
		want []string
	}{
		{noerrordict.Options{}, nil},
		{noerrordict.Options{
			Keys:     []string{"error", "*_error"},
			Adapters: []string{"./internal/...", "example.com/*/store"},
			Envelopes: []noerrordict.Envelope{
				{Type: "example.com/app.v2/reply.Envelope", In: []string{"./cmd/..."}},
				{Type: "reply.Envelope"},
			},
		}, nil},
		{noerrordict.Options{
			Keys:     []string{"", "error"},
			Adapters: []string{"./internal/...", "a/[b"},
			Envelopes: []noerrordict.Envelope{
				{Type: "Envelope"},
				{Type: "example.com/app"},
				{Type: "*example.com/app.T", In: []string{"[", "./..."}},
			},
		}, []string{
			`keys[0]: the pattern is empty`,
			`adapters[1]: the pattern is malformed: syntax error in pattern`,
			`envelopes[0].type: "Envelope" is no qualified name of a type, such as example.com/app/reply.Envelope`,
			`envelopes[1].type: "example.com/app" is no qualified name of a type, such as example.com/app/reply.Envelope`,
			`envelopes[2].type: "*example.com/app.T" is no qualified name of a type, such as example.com/app/reply.Envelope`,
			`envelopes[2].in[0]: the pattern is malformed: syntax error in pattern`,
		}},
	}
	for _, test := range tests {
		var got []string
		test.opts.Check(func(key, problem string) { got = append(got, key+": "+problem) })
		if diff := gocmp.Diff(test.want, got); diff != "" {
			t.Errorf("Check of %+v (-want +got):\n%s", test.opts, diff)
		}
	}
	if err := noerrordict.New(noerrordict.Options{}).Flags.Set("keys", "error,[x"); err == nil {
		t.Error("flag keys takes a malformed pattern")
	}
}

// TestFlagsBindToCopy checks that two analyzers share no options.
func TestFlagsBindToCopy(t *testing.T) {
	opts := noerrordict.Options{Keys: []string{"failure"}}
	a, b := noerrordict.New(opts), noerrordict.New(opts)
	if err := a.Flags.Set("keys", "oops"); err != nil {
		t.Fatal(err)
	}
	if got := b.Flags.Lookup("keys").Value.String(); got != "failure" || opts.Keys[0] != "failure" {
		t.Errorf("keys of the other analyzer are %q, and of the options %q; want failure", got, opts.Keys)
	}
}

// TestShapes checks that each shape in the list has a case, and each case is in the list.
func TestShapes(t *testing.T) {
	root := filepath.Join(testdata(t), "src", "noerrordict")
	list, err := os.ReadFile(filepath.Join(root, "shapes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	listed := make(map[string]bool)
	for line := range strings.Lines(string(list)) {
		id, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || text == "" || listed[id] {
			t.Errorf("shapes.txt: bad line %q", line)
		}
		listed[id] = true
	}
	cases := make(map[string]bool)
	shape := regexp.MustCompile(`// shape: noerrordict/([a-z-]+)`)
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		for _, m := range shape.FindAllStringSubmatch(string(src), -1) {
			cases[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for id := range listed {
		if !cases[id] {
			t.Errorf("shape %s has no case", id)
		}
	}
	for id := range cases {
		if !listed[id] {
			t.Errorf("shape %s is not in shapes.txt", id)
		}
	}
}
