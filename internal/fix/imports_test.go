package fix_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
)

// TestImports checks what becomes of imports. Each fix is a list of edits, as in "old => new"; "\n" stands for
// a line break.
func TestImports(t *testing.T) {
	const use = "\nvar _ = f\n"
	tests := []struct {
		name    string
		text    string
		fixes   []string // edits separated by " ;; "
		want    string
		skipped int
	}{
		{
			name:  "added twice, by different edits",
			text:  "package p\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar a, b = fmt.Sprint(1), os.Args\n\nvar c = 1\n",
			fixes: []string{"import ( => import (\n\t\"errors\" ;; = 1 => = errors.New", `"fmt" => "errors"` + "\n\t\"fmt\" ;; os.Args => errors.Is"},
			want:  "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\nvar a, b = fmt.Sprint(1), errors.Is\n\nvar c = errors.New\n",
		},
		{
			name:  "one is added, another is replaced",
			text:  "package p\n\nimport (\n\t\"errors\"\n\t\"os\"\n)\n\nvar a, b = errors.New, os.Args\n\nvar c = 1\n",
			fixes: []string{`"errors" => "fmt" ;; errors.New => fmt.Sprint`, `"errors" => "errors"` + "\n\t\"io\" ;; = 1 => = io.EOF"},
			want:  "package p\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"os\"\n)\n\nvar a, b = fmt.Sprint, os.Args\n\nvar c = io.EOF\n",
		},
		{
			name:  "what one fix removes another needs",
			text:  "package p\n\nimport \"errors\"\n\nvar a = errors.New\n\nvar c = 1\n",
			fixes: []string{`import "errors" =>  ;; errors.New => nil`, "= 1 => = errors.Is"},
			want:  "package p\n\nimport \"errors\"\n\nvar a = nil\n\nvar c = errors.Is\n",
		},
		{
			name:  "two fixes together make it unused",
			text:  "package p\n\nimport (\n\t\"errors\"\n\t\"os\"\n)\n\nvar a, b, c = errors.New, errors.Is, os.Args\n",
			fixes: []string{"errors.New => nil", "errors.Is => nil"},
			want:  "package p\n\nimport (\n\t\"os\"\n)\n\nvar a, b, c = nil, nil, os.Args\n",
		},
		{
			name:  "removed with its comments",
			text:  "package p\n\nimport (\n\t\"os\"\n\n\t// for New\n\t\"errors\" // errors\n\n\t\"example.com/x\"\n)\n\nvar a, b, c = errors.New, os.Args, x.X\n",
			fixes: []string{"errors.New => nil"},
			want:  "package p\n\nimport (\n\t\"os\"\n\n\t\"example.com/x\"\n)\n\nvar a, b, c = nil, os.Args, x.X\n",
		},
		{
			name:  "the last one is removed",
			text:  "package p\n\n// a\nimport \"errors\" // b\n\n// c\nvar a = errors.New\n",
			fixes: []string{"errors.New => nil"},
			want:  "package p\n\n// c\nvar a = nil\n",
		},
		{
			name:  "a loose comment keeps the declaration",
			text:  "package p\n\nimport (\n\t// loose\n\n\t\"errors\"\n)\n\nvar a = errors.New\n",
			fixes: []string{"errors.New => nil"},
			want:  "package p\n\nimport (\n// loose\n\n)\n\nvar a = nil\n",
		},
		{
			name:  "renamed",
			text:  "package p\n\nimport (\n\terr \"errors\"\n\tstd \"fmt\"\n)\n\nvar a, b = err.New, std.Sprint\n",
			fixes: []string{"err.New => nil"},
			want:  "package p\n\nimport (\n\tstd \"fmt\"\n)\n\nvar a, b = nil, std.Sprint\n",
		},
		{
			name:  "a local variable is no use of it",
			text:  "package p\n\nimport \"errors\"\n\nvar a = errors.New\n\nfunc f(errors struct{ x int }) int { return errors.x }\n",
			fixes: []string{"errors.New => nil"},
			want:  "package p\n\nvar a = nil\n\nfunc f(errors struct{ x int }) int { return errors.x }\n",
		},
		{
			name:  "blank and C stay",
			text:  "package p\n\n// int x;\nimport \"C\"\n\nimport _ \"errors\"\n\nvar a = C.x\n",
			fixes: []string{"C.x => 1"},
			want:  "package p\n\n// int x;\nimport \"C\"\n\nimport _ \"errors\"\n\nvar a = 1\n",
		},
		{
			name:  "C stays if a fix would remove it",
			text:  "package p\n\nimport \"C\"\n\nvar a = C.x\n",
			fixes: []string{"import \"C\" => import \"fmt\" ;; C.x => fmt.Sprint"},
			// That is not what import edits are read for; it is made as text.
			want: "package p\n\nimport \"fmt\"\n\nvar a = fmt.Sprint\n",
		},
		{
			name:  "beside C",
			text:  "package p\n\n// int x;\nimport \"C\"\n\nvar a = C.x\n",
			fixes: []string{"package p => package p\n\nimport \"fmt\" ;; = C.x => = fmt.Sprint(C.x)"},
			want:  "package p\n\nimport \"fmt\"\n\n// int x;\nimport \"C\"\n\nvar a = fmt.Sprint(C.x)\n",
		},
		{
			name:  "beside C, with others",
			text:  "package p\n\n// int x;\nimport \"C\"\n\nimport \"os\"\n\nvar a, b = C.x, os.Args\n",
			fixes: []string{"package p => package p\n\nimport \"fmt\" ;; = C.x => = fmt.Sprint(C.x)"},
			want:  "package p\n\n// int x;\nimport \"C\"\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar a, b = fmt.Sprint(C.x), os.Args\n",
		},
		{
			name:  "a dot import that a fix removes",
			text:  "package p\n\nimport . \"errors\"\n\nvar a = New\n",
			fixes: []string{"import . \"errors\" =>  ;; New => nil"},
			want:  "package p\n\nvar a = nil\n",
		},
		{
			name:  "a dot import stays otherwise",
			text:  "package p\n\nimport . \"errors\"\n\nvar a, b = New, Is\n",
			fixes: []string{"New => nil"},
			want:  "package p\n\nimport . \"errors\"\n\nvar a, b = nil, Is\n",
		},
		{
			name:    "one name for two packages",
			text:    "package p\n\nvar a = 1\n\nvar b = 2\n",
			fixes:   []string{"package p => package p\n\nimport \"errors\" ;; 1 => errors.New", "package p => package p\n\nimport \"github.com/pkg/errors\" ;; 2 => errors.Wrap"},
			want:    "package p\n\nimport \"errors\"\n\nvar a = errors.New\n\nvar b = 2\n",
			skipped: 1,
		},
		{
			name:  "names that the path does not give",
			text:  "package p\n\nimport (\n\t\"github.com/x/go-yaml\"\n\t\"gopkg.in/y.v3\"\n\t\"m.org/z/v2\"\n)\n\nvar a, b, c = yaml.A, y.B, z.C\n",
			fixes: []string{"yaml.A => 1", "y.B => 2", "z.C => 3"},
			want:  "package p\n\nvar a, b, c = 1, 2, 3\n",
		},
		{
			name:  "nobody knows which it was",
			text:  "package p\n\nimport (\n\t\"github.com/x/go-yaml\"\n\t\"gopkg.in/yaml.v3\"\n)\n\nvar a, b = yaml.A, strange.B\n",
			fixes: []string{"yaml.A => 1"},
			want:  "package p\n\nimport (\n\t\"github.com/x/go-yaml\"\n\t\"gopkg.in/yaml.v3\"\n)\n\nvar a, b = 1, strange.B\n",
		},
		{
			name:  "one with no known name, which the fix removes",
			text:  "package p\n\nimport (\n\t\"example.com/x\"\n\t\"os\"\n)\n\nvar a, b = strange.A, os.Args\n",
			fixes: []string{"\t\"example.com/x\"\n =>  ;; strange.A => 1"},
			want:  "package p\n\nimport (\n\t\"os\"\n)\n\nvar a, b = 1, os.Args\n",
		},
		{
			name:  "no imports yet, after the package clause's comment",
			text:  "// Package p.\npackage p // import \"p\"\n" + use,
			fixes: []string{"package p => package p\n\nimport \"errors\" ;; = f => = errors.New"},
			want:  "// Package p.\npackage p // import \"p\"\n\nimport \"errors\"\n\nvar _ = errors.New\n",
		},
		{
			name:  "before the first declaration",
			text:  "package p\n\n// doc\nvar _ = f\n",
			fixes: []string{"// doc => import \"errors\"\n\n// doc ;; = f => = errors.New"},
			want:  "package p\n\nimport \"errors\"\n\n// doc\nvar _ = errors.New\n",
		},
		{
			name:  "into a group of its kind",
			text:  "package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/a/b\"\n\n\t\"github.com/x/y\"\n)\n\nvar a, c, d = fmt.X, b.X, y.X\n\nvar e, f = 1, 2\n",
			fixes: []string{"import ( => import (\n\t\"strings\" ;; = 1 => = strings.X", "import ( => import (\n\t\"github.com/x/z\" ;; , 2 => , z.X"},
			want:  "package p\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\n\t\"example.com/a/b\"\n\n\t\"github.com/x/y\"\n\t\"github.com/x/z\"\n)\n\nvar a, c, d = fmt.X, b.X, y.X\n\nvar e, f = strings.X, z.X\n",
		},
		{
			name:  "a group of its own",
			text:  "package p\n\nimport (\n\t\"example.com/a/b\"\n)\n\nvar c = b.X\n\nvar e, f = 1, 2\n",
			fixes: []string{"import ( => import (\n\t\"strings\" ;; = 1 => = strings.X", "import ( => import (\n\t\"github.com/x/z\" ;; , 2 => , z.X"},
			want:  "package p\n\nimport (\n\t\"strings\"\n\n\t\"example.com/a/b\"\n\n\t\"github.com/x/z\"\n)\n\nvar c = b.X\n\nvar e, f = strings.X, z.X\n",
		},
		{
			name:  "several declarations",
			text:  "package p\n\nimport \"fmt\"\nimport \"strings\"\n\nvar c, d = fmt.X, strings.X\n\nvar e, f = 1, 2\n",
			fixes: []string{"import \"fmt\" => import \"errors\"\nimport \"fmt\" ;; = 1 => = errors.X", "import \"fmt\" => import \"time\"\nimport \"fmt\" ;; , 2 => , time.X"},
			want:  "package p\n\nimport \"errors\"\nimport \"fmt\"\nimport \"strings\"\nimport \"time\"\n\nvar c, d = fmt.X, strings.X\n\nvar e, f = errors.X, time.X\n",
		},
		{
			name:  "a declaration with a comment",
			text:  "package p\n\n// doc\nimport \"fmt\" // comment\n\nvar c = fmt.X\n\nvar e, f = 1, 2\n",
			fixes: []string{"// doc => import \"errors\"\n\n// doc ;; = 1 => = errors.X", "package p => package p\n\nimport \"time\" ;; , 2 => , time.X"},
			want:  "package p\n\nimport \"errors\"\n\n// doc\nimport \"fmt\" // comment\nimport \"time\"\n\nvar c = fmt.X\n\nvar e, f = errors.X, time.X\n",
		},
		{
			name:  "not formatted",
			text:  "package p;import (\"fmt\"; \"os\")\nvar a,b=fmt.X,os.X\nvar c=1\n",
			fixes: []string{"\"fmt\"; => \"errors\";\"fmt\"; ;; c=1 => c=errors.X", "fmt.X => 2"},
			want:  "package p;import (\"errors\"\n\"os\")\nvar a,b=2,os.X\nvar c=errors.X\n",
		},
		{
			name:  "not formatted, none yet",
			text:  "package p;var a=1\n",
			fixes: []string{"package p; => package p;import \"fmt\"; ;; =1 => =fmt.X"},
			want:  "package p; import \"fmt\";var a=fmt.X\n",
		},
		{
			name:  "the comment of an import is text",
			text:  "package p\n\nimport (\n\t\"fmt\" //errlint:ignore x\n\t\"os\"\n)\n\nvar a, b = fmt.X, os.X\n\nvar c = 1\n",
			fixes: []string{" //errlint:ignore x => ", "import ( => import (\n\t\"errors\" ;; = 1 => = errors.X"},
			want:  "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"os\"\n)\n\nvar a, b = fmt.X, os.X\n\nvar c = errors.X\n",
		},
		{
			name:  "CRLF",
			text:  "package p\r\n\r\nimport \"os\"\r\n\r\nvar a = os.X\r\n\r\nvar c = 1\r\n",
			fixes: []string{"import \"os\" => import \"errors\"\nimport \"os\" ;; = 1 => = errors.X"},
			want:  "package p\r\n\r\nimport (\r\n\t\"errors\"\r\n\t\"os\"\r\n)\r\n\r\nvar a = os.X\r\n\r\nvar c = errors.X\r\n",
		},
		{
			name:  "edits that make sense together",
			text:  "package p\n\nimport \"os\"\n\nvar a = os.X\n\nvar c = 1\n",
			fixes: []string{"import => import (\"errors\"; ;; \"os\" => \"os\") ;; = 1 => = errors.X"},
			want:  "package p\n\nimport (\n\t\"errors\"\n\t\"os\"\n)\n\nvar a = os.X\n\nvar c = errors.X\n",
		},
		{
			name:  "there already, by another name",
			text:  "package p\n\nimport errors \"errors\"\n\nvar a = errors.X\n\nvar c = 1\n",
			fixes: []string{"package p => package p\n\nimport \"errors\" ;; = 1 => = errors.New"},
			want:  "package p\n\nimport errors \"errors\"\n\nvar a = errors.X\n\nvar c = errors.New\n",
		},
		{
			name:  "by two names, if need be",
			text:  "package p\n\nimport _ \"errors\"\n\nvar c = 1\n",
			fixes: []string{"import _ => import \"errors\"\nimport _ ;; = 1 => = errors.New"},
			want:  "package p\n\nimport (\n\t\"errors\"\n\t_ \"errors\"\n)\n\nvar c = errors.New\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			file := write(t, dir, "p.go", test.text)
			var findings []finding.Finding
			for _, edits := range test.fixes {
				var es []finding.Edit
				for e := range strings.SplitSeq(edits, " ;; ") {
					old, by, ok := strings.Cut(e, " => ")
					if !ok {
						t.Fatalf("not an edit: %q", e)
					}
					edit := swap(t, file, test.text, old, by)
					// An insertion has no business to replace what is there.
					if rest, ok := strings.CutPrefix(by, old); ok {
						edit.Pos, edit.New = edit.End, rest
					} else if rest, ok := strings.CutSuffix(by, old); ok {
						edit.End, edit.New = edit.Pos, rest
					}
					es = append(es, edit)
				}
				findings = append(findings, found("f", es...))
			}
			res := apply(t, dir, findings...)
			if _, skipped := messages(res); len(skipped) != test.skipped {
				t.Errorf("skipped %q", skipped)
			}
			if len(res.Files) != 1 {
				t.Fatalf("files %v", res.Files)
			}
			got := string(res.Files[0].New)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if isFormatted([]byte(test.text)) && !isFormatted([]byte(got)) {
				t.Error("it is not formatted")
			}
		})
	}
}
