package strictyaml_test

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/errlint/errlint/internal/strictyaml"
)

// config has an option of every type.
type config struct {
	Enable []string          `yaml:"enable" doc:"rules to run" default:"(all)" enum:"wrapcause,opname"`
	Wrap   wrap              `yaml:"wrapcause" doc:"reports lost causes"`
	Layers map[string]layer  `yaml:"layers" doc:"packages by layer"`
	Names  map[string]string `yaml:"names" doc:"anything"`
	Hidden func()            `yaml:"-"`
}

type level string

type wrap struct {
	Level       level       `yaml:"level" doc:"how much" default:"listed" enum:"stale,listed"`
	SecondCause *bool       `yaml:"second-cause" doc:"report the second cause" default:"true"`
	Max         int         `yaml:"max" doc:"how many"`
	Pattern     string      `yaml:"pattern" doc:"what an operation name looks like"`
	Registrars  []registrar `yaml:"registrars" doc:"functions that register tools"`
}

type registrar struct {
	Function string   `yaml:"function" doc:"the qualified name"`
	Handler  int      `yaml:"handler" doc:"index of the argument"`
	Names    []string `yaml:"names" doc:"its names"`
}

type layer struct {
	Package string `yaml:"package" doc:"import path"`
}

func (w wrap) Check(report func(key, problem string)) {
	if _, err := regexp.Compile(w.Pattern); err != nil {
		report("pattern", err.Error())
	}
	for i, r := range w.Registrars {
		if r.Function == "" {
			report(fmt.Sprintf("registrars[%d].function", i), "is required")
		}
	}
}

func decode(t testing.TB, text string) (config, []string) {
	t.Helper()
	var c config
	_, problems, err := strictyaml.Parse([]byte(text)).Decode(&c)
	if err != nil {
		t.Fatal(err)
	}
	var ps []string
	for _, p := range problems {
		ps = append(ps, fmt.Sprintf("%d:%d: %v", p.Line, p.Column, p))
	}
	return c, ps
}

func TestDecode(t *testing.T) {
	got, problems := decode(t, "\ufeff"+`# a comment
enable: [wrapcause]
wrapcause:
  level: stale
  second-cause: false
  max: 0x10
  pattern: "^a:b$"
  registrars:
    - function: &f example.com/x.Add
      handler: 2
    - {function: *f, names: [a, "1"]}
layers:
  domain: {package: a/b}
names: {<3: "true"}
`)
	if problems != nil {
		t.Fatalf("problems: %q", problems)
	}
	no := false
	want := config{
		Enable: []string{"wrapcause"},
		Wrap: wrap{
			Level: "stale", SecondCause: &no, Max: 16, Pattern: "^a:b$",
			Registrars: []registrar{
				{Function: "example.com/x.Add", Handler: 2},
				{Function: "example.com/x.Add", Names: []string{"a", "1"}},
			},
		},
		Layers: map[string]layer{"domain": {Package: "a/b"}},
		Names:  map[string]string{"<3": "true"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Decode (-want +got):\n%s", diff)
	}
}

func TestDecodeNothing(t *testing.T) {
	for _, text := range []string{
		"", "\n", "# only a comment\n", "---\n", "~\n", "{}\n", "\ufeff",
		"enable:\nwrapcause:\n  registrars:\nlayers: ~\n",
	} {
		c, problems := decode(t, text)
		if problems != nil || !reflect.DeepEqual(c, config{}) {
			t.Errorf("%q: problems %q, value %+v", text, problems, c)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"unknown, near", "wrapcuase: {}\n", []string{`1:1: key "wrapcuase": unknown key; did you mean "wrapcause"?`}},
		{"unknown, in another case", "wrapcause:\n  secondCause: true\n", []string{`2:3: key "wrapcause.secondCause": unknown key; did you mean "second-cause"?`}},
		{"unknown, far", "x: 1\n", []string{`1:1: key "x": unknown key; the keys here are enable, wrapcause, layers, names`}},
		{"unknown, in a list", "wrapcause:\n  registrars:\n    - function: f\n      handlr: 1\n", []string{`4:7: key "wrapcause.registrars[0].handlr": unknown key; did you mean "handler"?`}},
		{"not configuration", "hidden: 1\n", []string{`1:1: key "hidden": unknown key; the keys here are enable, wrapcause, layers, names`}},
		{"twice", "names: {}\nenable: []\nnames: {}\n", []string{`3:1: key "names": is already set on line 1`}},
		{"a list at the root", "- a\n", []string{"1:1: want a mapping, have a list"}},
		{"a string at the root", "a\n", []string{"1:1: want a mapping, have a string"}},
		{"a string for a list", "enable: wrapcause\n", []string{`1:9: key "enable": want a list of any of wrapcause, opname, have a string`}},
		{"a mapping for a list", "wrapcause:\n  registrars: {}\n", []string{`2:15: key "wrapcause.registrars": want a list of mappings, have a mapping`}},
		{"a list for a mapping", "wrapcause: []\n", []string{`1:12: key "wrapcause": want a mapping, have a list`}},
		{"a list for a map", "names: []\n", []string{`1:8: key "names": want a mapping, have a list`}},
		{"a number for a string", "names: {a: 1}\n", []string{`1:12: key "names.a": want a string, have an integer`}},
		{"nothing for a string", "names: {a: }\n", []string{`1:12: key "names.a": want a string, have nothing`}},
		{"nothing in a list", "wrapcause: {registrars: [~]}\n", []string{`1:26: key "wrapcause.registrars[0]": want a mapping, have nothing`}},
		{"a date for a string", "names: {a: 2001-01-01}\n", []string{`1:12: key "names.a": want a string, have a date`}},
		{"a tag of its own", "names: {a: !x y}\n", []string{`1:12: key "names.a": want a string, have a value tagged "!x"`}},
		{"a word for a boolean", "wrapcause: {second-cause: yes}\n", []string{`1:27: key "wrapcause.second-cause": want a boolean, have a string`}},
		{"a fraction for an integer", "wrapcause: {max: 1.5}\n", []string{`1:18: key "wrapcause.max": want an integer, have a number`}},
		{"a huge integer", "wrapcause: {max: 9999999999999999999}\n", []string{`1:18: key "wrapcause.max": "9999999999999999999" is not an integer`}},
		{"a lie about a type", "wrapcause: {max: !!int x}\n", []string{`1:18: key "wrapcause.max": "x" is not an integer`}},
		{"not in the enum", "enable: [opnmae]\n", []string{`1:10: key "enable[0]": "opnmae" is not one of wrapcause, opname; did you mean "opname"?`}},
		{"a number as a key", "names: {1: a}\n", []string{`1:9: key "names": a key must be a string, not an integer`}},
		{"a list as a key", "? [a]\n: 1\n", []string{"1:3: a key must be a string, not a list"}},
		{"a merge key", "wrapcause: &w {max: 1}\nlayers:\n  <<: *w\n", []string{`3:3: key "layers": merge keys (<<) are not supported`}},
		{"an alias inside itself", "wrapcause: {registrars: &x [*x]}\n", []string{`1:29: key "wrapcause.registrars[0]": want a mapping, have a list`}},
		{"checked", "wrapcause:\n  pattern: (\n", []string{"2:3: key \"wrapcause.pattern\": error parsing regexp: missing closing ): `(`"}},
		{"checked, a key that is not there", "wrapcause:\n  registrars:\n    - handler: 1\n", []string{`3:7: key "wrapcause.registrars[0].function": is required`}},
		{"not checked where wrong already", "wrapcause:\n  registrars:\n    - function: 1\n", []string{`3:17: key "wrapcause.registrars[0].function": want a string, have an integer`}},
		{"all at once, in order", "wrapcause:\n  pattern: (\n  max: x\ny: 1\n", []string{
			"2:3: key \"wrapcause.pattern\": error parsing regexp: missing closing ): `(`",
			`3:8: key "wrapcause.max": want an integer, have a string`,
			`4:1: key "y": unknown key; the keys here are enable, wrapcause, layers, names`,
		}},
		{"syntax", "a: [1,\n", []string{"2:1: did not find expected node content while parsing a flow node"}},
		{"syntax, at the end", "a: [1", []string{"1:6: did not find expected ',' or ']' while parsing a flow sequence"}},
		{"a tab", "wrapcause:\n\tmax: 1\n", []string{"2:1: found character that cannot start any token while scanning for the next token"}},
		{"an unknown anchor", "enable: *x\n", []string{"1:9: unknown anchor 'x' referenced"}},
		{"two documents", "enable: []\n---\nenable: []\n", []string{"2:1: a second document; one is all that is read"}},
		{"no UTF-8", "enable: []\n# é\xff\n", []string{"2:4: byte 0xff is no part of a text in UTF-8"}},
		{"UTF-16", "\xff\xfee\x00", []string{"1:1: byte 0xff is no part of a text in UTF-8"}},
		{"a control character", "names: {a: \"\x1b[31m\"}\n", []string{"1:13: byte 0x1b is no part of a text in UTF-8"}},
		{"an escape in a key", `"\e[31m\u202e": 1` + "\n", []string{`1:1: key "\x1b[31m\u202e": unknown key; the keys here are enable, wrapcause, layers, names`}},
	} {
		if _, got := decode(t, test.text); !slices.Equal(got, test.want) {
			t.Errorf("%s:\n got %s\nwant %s", test.name, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

func TestBounds(t *testing.T) {
	list := "names:\n  a: &a [" + strings.Repeat("x,", 1000) + "]\n"
	for _, test := range []struct{ name, text, want string }{
		{"size", "# " + strings.Repeat("x", strictyaml.MaxSize), "the file has 1048578 bytes, 1048576 at most are read"},
		{"flow depth", strings.Repeat("[", 20_000), "exceeded max depth of 50"},
		{"block depth", strings.Repeat("- ", 20_000), "exceeded max depth of 50"},
		{"aliases", list + "wrapcause:\n  registrars:\n" + strings.Repeat("    - {function: f, names: *a}\n", 1000), "the file has more than 100000 values"},
	} {
		_, got := decode(t, test.text)
		if !slices.ContainsFunc(got, func(p string) bool { return strings.Contains(p, test.want) }) {
			t.Errorf("%s: got %.300q, want %q", test.name, got, test.want)
		}
	}
	if _, got := decode(t, strings.Repeat("? [a]\n", 1000)); len(got) != 100 {
		t.Errorf("%d problems, want the first 100", len(got))
	}
}

func TestDecodeNeedsAStruct(t *testing.T) {
	for _, v := range []any{nil, config{}, (*config)(nil), new(int), new(struct{ A int })} {
		if _, _, err := strictyaml.Parse(nil).Decode(v); err == nil {
			t.Errorf("Decode into %T: no error", v)
		}
	}
}

// TestSchemaAgrees decodes documents, and validates them by the schema: both
// accept them, or neither does.
func TestSchemaAgrees(t *testing.T) {
	text, err := schemaOf(reflect.TypeFor[config](), "https://example.com/s.json", "configuration")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("s.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		doc string
		ok  bool
	}{
		{"", true},
		{"{}", true},
		{"a", false},
		{"[]", false},
		{"enable:", true},
		{"enable: []", true},
		{"enable: [opname]", true},
		{"enable: [opnam]", false},
		{"enable: [1]", false},
		{"enable: [~]", false},
		{"enable: opname", false},
		{"enable: {}", false},
		{"wrapcause:", true},
		{"wrapcause: []", false},
		{"wrapcause: {level: listed}", true},
		{"wrapcause: {level: ''}", false},
		{"wrapcause: {level: }", false},
		{"wrapcause: {second-cause: true}", true},
		{"wrapcause: {second-cause: 1}", false},
		{"wrapcause: {second-cause: }", false},
		{"wrapcause: {max: -3}", true},
		{"wrapcause: {max: '3'}", false},
		{"wrapcause: {max: 3.5}", false},
		{"wrapcause: {pattern: x}", true},
		{"wrapcause: {pattern: 3}", false},
		{"wrapcause: {pattern: true}", false},
		{"wrapcause: {patterns: x}", false},
		{"wrapcause: {registrars: [{function: f, handler: 1, names: [a]}]}", true},
		{"wrapcause: {registrars: [{function: f, names: }]}", true},
		{"wrapcause: {registrars: [~]}", false},
		{"wrapcause: {registrars: [{function: f, name: a}]}", false},
		{"layers: {a: {package: b}, c: {}}", true},
		{"layers: {a: {package: 1}}", false},
		{"layers: {a: }", false},
		{"names: {a: b}", true},
		{"names: {a: [b]}", false},
		{"hidden: 1", false},
	} {
		var value any
		if test.doc != "" {
			if err := yaml.Load([]byte(test.doc), &value); err != nil {
				t.Fatal(err)
			}
		}
		if _, problems := decode(t, test.doc); (problems == nil) != test.ok {
			t.Errorf("%q: the decoder reports %q; want it accepted: %v", test.doc, problems, test.ok)
		}
		if err := schema.Validate(value); (err == nil) != test.ok {
			t.Errorf("%q: the schema says %v; want it accepted: %v", test.doc, err, test.ok)
		}
	}
}

func TestSchema(t *testing.T) {
	got, err := schemaOf(reflect.TypeFor[struct {
		Enable []string `yaml:"enable" doc:"rules to run" default:"(all)" enum:"a,b"`
		Max    *int     `yaml:"max" doc:"how many" default:"3"`
	}](), "https://example.com/s.json", "configuration")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "$id": "https://example.com/s.json",
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "additionalProperties": false,
  "properties": {
    "enable": {
      "description": "rules to run; default: all",
      "items": {
        "enum": [
          "a",
          "b"
        ],
        "type": "string"
      },
      "type": [
        "array",
        "null"
      ]
    },
    "max": {
      "default": 3,
      "description": "how many",
      "type": "integer"
    }
  },
  "title": "configuration",
  "type": [
    "object",
    "null"
  ]
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("Schema (-want +got):\n%s", diff)
	}
	if _, err := schemaOf(reflect.TypeFor[struct {
		A int `yaml:"a" doc:"x" default:"[" `
	}](), "", ""); err == nil {
		t.Error("Schema of a default that is no YAML: no error")
	}
}

const wantTemplate = `# enable: rules to run
# (list of any of wrapcause, opname)
# default: all
#enable: []

# wrapcause: reports lost causes
wrapcause:
  # level: how much
  # (one of stale, listed)
  #level: listed

  # second-cause: report the second cause
  # (boolean)
  second-cause: false

  # max: how many
  # (integer)
  #max: 0

  # pattern: what an operation name looks like
  # (string)
  pattern: "null"

  # registrars: functions that register tools
  # (list of mappings)
  #   function (string): the qualified name
  #   handler (integer): index of the argument
  #   names (list of strings): its names
  registrars:
    - function: example.com/x.Add
      names:
        - "1"
        - 'x: # y'
    - handler: 2

# layers: packages by layer
# (mapping to mappings)
#   package (string): import path
layers:
  "1":
    package: p
  domain: {}

# names: anything
# (mapping to strings)
#names: {}
`

func TestTemplate(t *testing.T) {
	no := false
	c := config{
		Wrap: wrap{
			SecondCause: &no,
			Pattern:     "null",
			Registrars: []registrar{
				{Function: "example.com/x.Add", Names: []string{"1", "x: # y"}},
				{Handler: 2},
			},
		},
		Layers: map[string]layer{"domain": {}, "1": {"p"}},
	}
	got, err := strictyaml.Template(c)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantTemplate, string(got)); diff != "" {
		t.Errorf("Template (-want +got):\n%s", diff)
	}
	c.Wrap.Registrars[1].Function = "f" // or else it would not pass Check
	got, err = strictyaml.Template(c)
	if err != nil {
		t.Fatal(err)
	}
	again, problems := decode(t, string(got))
	if diff := cmp.Diff(c, again); diff != "" || problems != nil {
		t.Errorf("Decode(Template) has problems %q (-want +got):\n%s", problems, diff)
	}
}

// TestTemplateUncommented removes the "#" from every option.
func TestTemplateUncommented(t *testing.T) {
	text, err := strictyaml.Template(config{})
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`(?m)^( *)#(\S)`).ReplaceAll(text, []byte("$1$2"))
	if bytes.Equal(all, text) {
		t.Fatal("nothing is commented out")
	}
	got, problems := decode(t, string(all))
	if problems != nil {
		t.Errorf("problems: %q", problems)
	}
	if got.Wrap.Level != "listed" || got.Wrap.SecondCause == nil || !*got.Wrap.SecondCause {
		t.Errorf("value: %+v", got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		"", "enable: [wrapcause]\nwrapcause:\n  registrars: [{function: f}]\n", "a: &a [*a]\n", "<<: {}\n",
		"? [a]\n: {b: !!int x}\n", "\ufeff---\n%YAML 1.2\n", "names: {a: |\n  x\n", "- - - a\n", wantTemplate,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var c config
		_, problems, err := strictyaml.Parse(data).Decode(&c)
		if err != nil {
			t.Fatal(err)
		}
		lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) +
			bytes.Count(data, []byte("\u0085")) + bytes.Count(data, []byte("\u2028")) + bytes.Count(data, []byte("\u2029"))
		for _, p := range problems {
			if p.Line < 1 || p.Line > lines || p.Column < 1 || p.Message == "" {
				t.Errorf("problem %d:%d %v of a text of %d lines", p.Line, p.Column, p, lines)
			}
		}
		if problems != nil {
			return
		}
		// What is accepted can be written down and read again.
		out, err := strictyaml.Template(c)
		if err != nil {
			t.Fatal(err)
		}
		var again config
		if _, problems, err := strictyaml.Parse(out).Decode(&again); problems != nil || err != nil {
			t.Fatalf("Decode(Template): %v %v\n%s", problems, err, out)
		}
	})
}
