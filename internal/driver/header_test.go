package driver

import (
	"bytes"
	"go/build"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHeader(t *testing.T) {
	t.Parallel()
	const imports = "// Package p.\npackage p // import \"example.com/p\"\n\nimport \"a\"\nimport (\n\t. \"b\"\n\tc \"c/d\"; _ `e`\n)\n\n// cgo\nimport \"C\" // and so on"
	for _, test := range []struct {
		name, head, rest, imports string
		settled                   bool
	}{
		{"all", imports, "\n\n// F does.\nfunc F() {}\n", "a b c/d e C", true},
		{"no imports", "//go:build linux\n\npackage p", "\n\ntype T int\n", "", true},
		{"one line", "package p; import \"a\"; var V = a.V; const import_ = 1", "\n", "a", true},
		{"nothing else", "package p\n\nimport \"a\"", "\n", "a", false},
		{"no line", "package p", "", "", false},
		{"empty list", "package p\n\nimport ()", "\n\nconst C = 1", "", true},
		{"a comment", "package p /* import \"x\n\" */\n\n// F does.\n", "func F() {}\n", "", true},
		{"embed without a directive", "package p\n\nimport \"embed\"", "\n\nvar fs embed.FS", "embed", false},
		{"embed", "package p\n\nimport \"embed\"\n\n//go:embed x\nvar fs embed.FS", "", "embed", false},
		{"a directive without embed", "package p", "\n\n//go:embed x\nvar fs embed.FS", "", true},
		// In what follows something is odd.
		{"empty", "", "", "", false},
		{"text", "What is this?\n", "", "", false},
		{"no package", "import \"a\"\n\nfunc F() {}\n", "", "a", false},
		{"not a path", "package p\n\nimport a", "\n\nfunc F() {}\n", "", true},
		{"not closed", "package p\n\nimport (\n\t\"a\"", "\n\nfunc F() {}\n", "a", true},
		{"open comment", "package p\n\n/* func F() {}\n", "", "", false},
		{"illegal character", "package p\n\nimport \"a\" # \"b\"\n\nfunc F() {}\n", "", "a", false},
		{"statement", "package p\n\nif true {}\n", "", "", false},
		{"identifier", "package p\n\nimported \"a\"", "\n", "a", false},
		{"late import", "package p", "\n\nvar x int\n\nimport \"a\"\n", "", true},
	} {
		h := header([]byte(test.head + test.rest))
		if string(h.text) != test.head {
			t.Errorf("%s: the header is %q, want %q", test.name, h.text, test.head)
		}
		if got := strings.Join(h.imports, " "); got != test.imports {
			t.Errorf("%s: imports %s, want %s", test.name, got, test.imports)
		}
		if h.settled != test.settled {
			t.Errorf("%s: settled is %t", test.name, h.settled)
		}
	}
}

// TestHeaderDots checks when all names of a package may be imported.
func TestHeaderDots(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"package p\n\nimport (\n\t\"a\"\n\tb \"b\"\n\t_ \"c\"\n)\n\n// D is a . dot.\nvar D = b.D\n": false,
		"package p\n\nimport/* a comment */.\"a\"\n":                                                 true,
		"package p\n\nimport (\n\t\"a\"\n\t. // b\n\t`b`\n)\n":                                       true,
		"package p\n\nimport what?\n":                                                                true,
		"":                                                                                           true,
	} {
		if got := header([]byte(text)).dots; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// listed returns what go/build makes of a directory whose Go files are as f has them.
func listed(dir string, f func(text []byte) []byte) (*build.Package, error) {
	ctx := build.Default
	ctx.OpenFile = func(name string) (io.ReadCloser, error) {
		text, err := os.ReadFile(name)
		if err == nil && strings.HasSuffix(name, ".go") {
			text = f(text)
		}
		return io.NopCloser(bytes.NewReader(text)), err
	}
	return ctx.ImportDir(dir, 0)
}

// TestHeaderSuffices checks of all files of Go that go/build, and so the go command, learns from their headers
// what it learns from all of them.
func TestHeaderSuffices(t *testing.T) {
	t.Parallel()
	n := 0
	err := filepath.WalkDir(filepath.Join(goroot(), "src"), func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		n++
		if !*full && n%10 > 0 {
			return nil
		}
		all, allErr := listed(dir, func(text []byte) []byte { return text })
		short, shortErr := listed(dir, func(text []byte) []byte {
			return slices.Clip(header(text).text)
		})
		other, otherErr := listed(dir, func(text []byte) []byte {
			head := header(text).text
			if len(head) == len(text) {
				return text
			}
			return append(slices.Clip(head), "\nfunc _() { \"\n//go:build never\nimport \"x\"\n"...)
		})
		if diff := cmp.Diff(all, short); diff != "" || text(allErr) != text(shortErr) {
			t.Errorf("%s, headers only:\n%s%v, %v", dir, diff, allErr, shortErr)
		}
		if diff := cmp.Diff(all, other); diff != "" || text(allErr) != text(otherErr) {
			t.Errorf("%s, headers and something else:\n%s%v, %v", dir, diff, allErr, otherErr)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 500 {
		t.Errorf("%d directories; there should be more", n)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// FuzzHeader checks of any text that go/build learns from its header all that it learns from it.
func FuzzHeader(f *testing.F) {
	for _, text := range []string{
		"package p\n\nimport \"a\"\n\nfunc F() {}\n",
		"//go:build linux\n\npackage p; import (\"a\"; b \"c\")\n\nvar X = 1\n",
		"package p\n\nimport \"embed\"\n\n//go:embed x\nvar X embed.FS\n",
		"package p\n\n/*\n#cgo LDFLAGS: -lm\n*/\nimport \"C\"\n\ntype T int\n",
		"//go:debug x=1\npackage main\n\nimport (\n\t. \"a\"\n)\nconst C = 1",
		"\ufeffpackage p\nimport`a`;var x\n",
	} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		h := header(text)
		head, imports := h.text, h.imports
		for cut := range len(text) {
			if begin := header(text[:cut]); begin.settled && (!bytes.Equal(begin.text, head) || !slices.Equal(begin.imports, imports) || begin.dots != h.dots) {
				t.Fatalf("%q is not settled by its first %d bytes", text, cut)
			}
		}
		if !bytes.HasPrefix(text, head) {
			t.Fatalf("%q does not begin with %q", text, head)
		}
		of := func(text []byte) (*build.Package, string) {
			ctx := build.Default
			ctx.IsDir = func(string) bool { return true }
			ctx.ReadDir = func(string) ([]fs.FileInfo, error) { return []fs.FileInfo{fakeFile{}}, nil }
			ctx.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
			p, err := ctx.ImportDir(dir, 0)
			if err != nil {
				return p, err.Error()
			}
			return p, ""
		}
		want, wantErr := of(text)
		got, gotErr := of(slices.Clip(head))
		if wantErr == "" || gotErr == "" {
			if diff := cmp.Diff(want, got); diff != "" || wantErr != gotErr {
				t.Errorf("%q and its header %q differ:\n%s\n%s\n%s", text, head, diff, wantErr, gotErr)
			}
		}
		for _, path := range want.Imports {
			if wantErr == "" && path != "" && !slices.Contains(imports, path) {
				t.Errorf("%q imports %q, not only %q", text, path, imports)
			}
		}
	})
}

// A fakeFile is a Go file of which it does not matter what it is called.
type fakeFile struct{ fs.FileInfo }

func (fakeFile) Name() string      { return "file.go" }
func (fakeFile) Mode() fs.FileMode { return 0o666 }
func (fakeFile) IsDir() bool       { return false }
