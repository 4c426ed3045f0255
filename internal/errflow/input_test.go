package errflow

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

func TestListed(t *testing.T) {
	entries := []string{"strconv", "time.Parse*", "github.com/robfig/cron*", "(*example.com/p.T)*"}
	for _, test := range []struct {
		pkg, full string
		want      bool
	}{
		{"strconv", "strconv.Atoi", true},
		{"time", "time.ParseDuration", true},
		{"time", "time.Now", false},
		{"time", "(*time.Time).UnmarshalText", false},
		{"github.com/robfig/cron/v3", "github.com/robfig/cron/v3.ParseStandard", true},
		{"github.com/robfig/cron/v3", "(github.com/robfig/cron/v3.Parser).Parse", true},
		{"github.com/robfig/other", "github.com/robfig/other.Parse", false},
		{"example.com/p", "(*example.com/p.T).M", true},
		{"example.com/p", "(*example.com/p.U).M", false},
	} {
		if got := Listed(entries, test.pkg, test.full); got != test.want {
			t.Errorf("%s of %s: listed: %t, want %t", test.full, test.pkg, got, test.want)
		}
	}
}

func TestTranscodes(t *testing.T) {
	const src = `package codec

import (
	"context"
	"io"
)

type (
	Value  struct{}
	Codec  struct{}
	Option func(*Value)
	Text   string
	Key    interface{ Public() any }
	Source interface{ Get(string) string }
)

// In memory: what they are given says all.

func ParseWithOptions(text string, opts ...Option) (*Value, error) // yes
func ParseText(text Text, strict bool) (*Value, error)             // yes
func Unmarshal(data []byte, v any) error                           // yes
func MarshalKey(key Key) ([]byte, error)                           // yes
func EncodeValue(v *Value) (string, error)                         // yes
func Compile(text string) (*Value, error)                          // yes
func (*Codec) Parse(text string) (*Value, error)                   // yes

// What could ask for more, has another name, or has no text at hand.

func ParseFile(name string) (*Value, error)
func ParseFor(text string, ctx context.Context) (*Value, error)
func ParseClaims(text string, key func(string) (Key, error)) (*Value, error)
func ParseFrom(text string, s Source) (*Value, error)
func ParseArgs() (*Value, error)
func DecodeAll(r io.Reader) (*Value, error)
func EncodeTo(v any, w io.Writer) (string, error)
func Encode(v any) (int, error)
func Parser(text string) (*Value, error)
func Marshaled(v any) ([]byte, error)
func Get(text string) (*Value, error)
func (*Codec) Decode(v any) error
func (*Codec) Compile(name string) (*Value, error)
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "codec.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("example.com/codec", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	yes := make(map[int]bool) // lines
	for _, group := range file.Comments {
		if group.Text() == "yes\n" {
			yes[fset.Position(group.Pos()).Line] = true
		}
	}
	if len(yes) != 7 {
		t.Fatalf("%d functions are said to do nothing but to transcode, want 7", len(yes))
	}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			want := yes[fset.Position(d.Pos()).Line]
			if got := transcodes(info.Defs[d.Name].(*types.Func)); got != want {
				t.Errorf("%s: %t, want %t", d.Name.Name, got, want)
			}
		}
	}
}
