package fix_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
)

// FuzzApply applies made-up fixes to real and broken files. Whatever they are: what comes out parses,
// is formatted if it was, and has each fix as a whole or not at all; a diff of it does what
// writing it does.
//
// The edits are read from bytes: offset, length and replacement of each, in groups that make up a fix.
func FuzzApply(f *testing.F) {
	sources := []string{
		body,
		"package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\nvar a, b = errors.New(\"a\"), fmt.Sprint\n",
		"package p\r\n\r\nimport \"errors\"\r\n\r\nvar a = errors.New(\"a\")\r\n",
		"\uFEFFpackage p\n\n// x\nimport \"C\"\n\nimport e \"errors\"\n\nvar a = e.New(\"a\")",
		"package p; import (\"errors\"; . \"fmt\"); var a = errors.New(Sprint())",
		"package p\n\nimport \"errors\"\nimport \"fmt\"\n\n/* d */ import \"os\" // e\n\nvar _, _, _ = errors.New, fmt.Sprint, os.Args\n",
	}
	for _, src := range sources {
		f.Add(src, []byte{1, 12, 0, 0, 2, 40, 3, 1, 0, 11, 8, 2, 1, 60, 5, 3, 0, 61, 0, 4})
		f.Add(src, []byte{0, 13, 0, 5, 1, 13, 0, 6, 0, 80, 1, 0, 1, 10, 14, 7})
		f.Add(src, []byte{0, 0, 255, 0, 1, 200, 200, 1, 2, 13, 0, 8, 0, 22, 9, 0, 1, 22, 9, 9})
	}
	inserts := []string{
		"", "x", "(", ")", "\"fmt\"\n\t", "\n\nimport \"fmt\"", "\n\nimport \"errors\"", "fmt.Sprint", "\n\nimport \"io\"\n",
		"\"io\"", "`", "/*", "*/", "// x\n", "\n", "\r\n", "\r", "nil", "\nvar x = 1\n", "import \"os\"\n", "_ ", ";", "\x00", "\xff", "ü",
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, src string, data []byte) {
		file := filepath.Join(dir, "p.go")
		if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		var findings []finding.Finding
		for len(data) >= 4 && len(findings) < 12 {
			offset, length := int(data[1]), int(data[2])
			if len(src) > 200 {
				offset = offset * len(src) / 200
			}
			if data[0]&0x80 == 0 { // else it may be beyond the file
				offset = min(offset, len(src))
				length = min(length, len(src)-offset)
			}
			e := finding.Edit{
				Pos: finding.Position{File: file, Offset: offset},
				End: finding.Position{File: file, Offset: offset + length},
				New: inserts[int(data[3])%len(inserts)],
			}
			if n := len(findings) - 1; data[0]&1 == 0 && n >= 0 {
				findings[n].Fixes[0].Edits = append(findings[n].Fixes[0].Edits, e)
			} else {
				findings = append(findings, found(string(rune('a'+len(findings))), e))
			}
			data = data[4:]
		}

		res, err := fix.Apply(findings, fix.Options{Root: dir})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Applied)+len(res.Skipped) != len(findings) {
			t.Fatalf("%d applied, %d skipped of %d", len(res.Applied), len(res.Skipped), len(findings))
		}
		again, err := fix.Apply(findings, fix.Options{Root: dir})
		if err != nil || !reflect.DeepEqual(res, again) {
			t.Fatalf("another run: %v\n%v\n%v", err, res, again)
		}
		if len(res.Files) == 0 {
			return
		}
		fixed := res.Files[0]
		if string(fixed.Old) != src || bytes.Equal(fixed.Old, fixed.New) {
			t.Fatalf("old %q, new %q", fixed.Old, fixed.New)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", fixed.New, parser.ParseComments); err != nil {
			t.Fatalf("%v: %q", err, fixed.New)
		}
		if isFormatted(fixed.Old) && !isFormatted(fixed.New) {
			t.Fatalf("not formatted: %q", fixed.New)
		}
		if crlf := strings.Count(src, "\r\n"); crlf > 0 && crlf == strings.Count(src, "\n") && crlf == strings.Count(src, "\r") {
			// What is inserted may have a lone carriage return of its own.
			if n := bytes.Count(fixed.New, []byte("\n")); n != bytes.Count(fixed.New, []byte("\r\n")) {
				t.Fatalf("line ends: %q", fixed.New)
			}
		}
		// Only the fixes that were applied, applied again, are the same.
		only, err := fix.Apply(res.Applied, fix.Options{Root: dir})
		if err != nil || len(only.Files) != 1 || !bytes.Equal(only.Files[0].New, fixed.New) || len(only.Skipped) > 0 {
			t.Fatalf("those that were applied alone: %v %v, not %q", err, only, fixed.New)
		}
		checkDiff(t, dir, res.Files)
	})
}
