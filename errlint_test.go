package errlint

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/strictyaml"
)

var update = flag.Bool("update", false, "write the generated files in docs")

// generated compares the file with what it should hold, or writes it.
func generated(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%v; run go test -run %s -update .", err, t.Name())
		return
	}
	if diff := cmp.Diff(string(want), strings.ReplaceAll(string(have), "\r\n", "\n")); diff != "" {
		t.Errorf("%s is out of date; run go test -run %s -update . (-want +have):\n%s", file, t.Name(), diff)
	}
}

func TestRulePages(t *testing.T) {
	for _, r := range suite() {
		t.Run(r.name, func(t *testing.T) {
			a := r.make(Config{}, ToolFlow(Config{}))
			ruledoc.Check(a.Doc, func(problem string) { t.Errorf("doc: %s", problem) })
			page := ruledoc.Page(a.Name, a.Doc, optionsOf(a.Name))
			generated(t, filepath.Join("docs", "rules", a.Name+".md"), []byte(page))
		})
	}
	pages, err := filepath.Glob("docs/rules/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if name := strings.TrimSuffix(filepath.Base(page), ".md"); !slices.Contains(RuleNames(), name) {
			t.Errorf("%s is the page of no rule", page)
		}
	}
}

func TestSuite(t *testing.T) {
	as := Analyzers(Config{})
	if err := analysis.Validate(as); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range as {
		names = append(names, a.Name)
		if want := "/docs/rules/" + a.Name + ".md"; !strings.HasSuffix(a.URL, want) {
			t.Errorf("%s: the URL %q does not end in %s", a.Name, a.URL, want)
		}
	}
	if diff := cmp.Diff(RuleNames(), names); diff != "" {
		t.Errorf("the names in the suite are not those of the analyzers (-suite +analyzers):\n%s", diff)
	}
	for _, r := range Rules() {
		if r.Summary == "" || r.URL == "" || !strings.HasPrefix(r.Text, r.Name+" "+r.Summary) {
			t.Errorf("incomplete rule: %+v", r)
		}
	}
}

func TestEnable(t *testing.T) {
	all := RuleNames()
	for _, test := range []struct {
		enable, disable, want []string
	}{
		{nil, nil, all},
		{[]string{"opname", "wrapcause"}, nil, []string{"wrapcause", "opname"}},
		{nil, []string{"directive"}, all[:len(all)-1]},
		{[]string{"opname", "wrapcause"}, []string{"opname"}, []string{"wrapcause"}},
		{nil, all, nil},
	} {
		var got []string
		for _, a := range Analyzers(Config{Enable: test.enable, Disable: test.disable}) {
			got = append(got, a.Name)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("enable %v, disable %v: got %v, want %v", test.enable, test.disable, got, test.want)
		}
	}
}

func TestConfigTags(t *testing.T) {
	opts, err := ruledoc.Options(reflect.TypeFor[Config]())
	if err != nil {
		t.Fatal(err)
	}
	ruledoc.CheckOptions(opts, func(problem string) { t.Error(problem) })
	names := RuleNames()
	for _, o := range opts {
		if o.Key == "enable" || o.Key == "disable" {
			if !slices.Equal(o.Enum, names) {
				t.Errorf("%s takes %v, the rules are %v", o.Key, o.Enum, names)
			}
		} else if !slices.Contains(names, o.Key) {
			t.Errorf("%s is no rule", o.Key)
		}
	}
}

func TestSchemaFile(t *testing.T) {
	schema, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	generated(t, filepath.Join("docs", "errlint.schema.json"), schema)
}

// TestConfigurationPage checks docs/configuration.md for a section per key at
// the root, and for the option tables.
func TestConfigurationPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), "\r\n", "\n")
	opts, err := ruledoc.Options(reflect.TypeFor[Config]())
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- begin options: generated -->\n", "<!-- end options -->\n"
	before, rest, ok := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("docs/configuration.md lacks %q or %q", begin, end)
	}
	generated(t, filepath.Join("docs", "configuration.md"), []byte(before+begin+"\n"+ruledoc.Table(opts)+"\n"+end+after))
}

func TestParseConfig(t *testing.T) {
	c, err := ParseConfig("x.yml", []byte("enable: [wrapcause]\n"))
	if err != nil || !slices.Equal(c.Enable, []string{"wrapcause"}) {
		t.Errorf("ParseConfig = %+v, %v", c, err)
	}
	c, err = ParseConfig("x.yml", []byte("disable: [wrapcuase]\nwrapcauses: {}\n"))
	const want = `x.yml:1:11: key "disable[0]": "wrapcuase" is not one of noerrordict, decorated, wrapcause, opname, raisesdoc, directive; did you mean "wrapcause"?
x.yml:2:1: key "wrapcauses": unknown key; did you mean "wrapcause"?`
	if err == nil || err.Error() != want || !reflect.DeepEqual(c, Config{}) {
		t.Errorf("ParseConfig = %+v,\n%v, want\n%s", c, err, want)
	}
}

// TestDefaults sets every option to its documented default: the decoder
// accepts it.
func TestDefaults(t *testing.T) {
	text, err := Template(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := ParseConfig("template", text); err != nil || !reflect.DeepEqual(c, Config{}) {
		t.Errorf("the template of the zero Config means %+v, %v", c, err)
	}
	var all strings.Builder
	for line := range strings.Lines(string(text)) {
		trimmed := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(trimmed)]
		if rest, ok := strings.CutPrefix(trimmed, "#"); ok && rest[0] != ' ' && rest[0] != '\n' {
			line = indent + rest
		}
		all.WriteString(line)
	}
	if _, err := ParseConfig("template with the defaults set", []byte(all.String())); err != nil {
		t.Error(err)
	}
}

// TestTemplateTellsApart sets each option by itself: the template is another one each time,
// for what is kept between runs is kept under it.
func TestTemplateTellsApart(t *testing.T) {
	seen := make(map[string]string)
	template := func(what string, c Config) {
		text, err := Template(c)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if old, ok := seen[string(text)]; ok {
			t.Errorf("%s and %s have one template", what, old)
		}
		seen[string(text)] = what
	}
	template("nothing", Config{})
	var c Config
	var visit func(key string, v reflect.Value)
	visit = func(key string, v reflect.Value) {
		was := reflect.New(v.Type()).Elem()
		was.Set(v)
		defer v.Set(was)
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if name := v.Type().Field(i).Tag.Get("yaml"); name != "" && name != "-" {
					visit(key+"."+name, v.Field(i))
				}
			}
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			if v.Index(0).Kind() == reflect.Struct {
				template(key, c)
			}
			visit(key+"[0]", v.Index(0))
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			template(key, c)
			visit(key, v.Elem())
		case reflect.String:
			v.SetString("some: \"text\"\n# of several lines")
			template(key, c)
			v.SetString("other")
			template(key+" (other)", c)
		case reflect.Bool:
			v.SetBool(true)
			template(key, c)
		case reflect.Int:
			v.SetInt(7)
			template(key, c)
		default:
			t.Errorf("%s is of type %v, which this test does not know", key, v.Type())
		}
	}
	visit("", reflect.ValueOf(&c).Elem())
	if len(seen) < 30 {
		t.Errorf("there are only %d options", len(seen))
	}
}

func TestReadConfig(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadConfig(dir); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := ReadConfig(filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("no file: %v", err)
	}
	file := filepath.Join(dir, "big")
	if err := os.WriteFile(file, slices.Repeat([]byte("#"), 2*strictyaml.MaxSize), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadConfig(file); err == nil || !strings.Contains(err.Error(), "at most are read") {
		t.Errorf("a big file: %v", err)
	}
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if c, err := ReadConfig(file); err != nil || !reflect.DeepEqual(c, Config{}) {
		t.Errorf("an empty file: %+v, %v", c, err)
	}
}

func TestFindConfig(t *testing.T) {
	top := t.TempDir()
	write := func(name string) {
		t.Helper()
		file := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(".errlint.yml") // above the modules: never found from inside
	write("a/go.mod")
	write("a/b/c/x.go")
	write("a/d/.errlint.yml")
	write("a/d/e/x.go")
	write("f/go.mod")
	write("f/.errlint.yml")
	write("f/g/x.go")
	write("w/go.work")
	write("w/.errlint.yml")
	write("w/x/x.go")
	write("n/go.mod")
	write("n/.errlint.yaml")
	write("n/o/x.go")
	for dir, want := range map[string]string{
		"a": "", "a/b/c": "", "a/d": "a/d", "a/d/e": "a/d", "f": "f", "f/g": "f", "w/x": "w",
	} {
		if want != "" {
			want = filepath.Join(top, want, ConfigName)
		}
		if got, err := FindConfig(filepath.Join(top, dir)); got != want || err != nil {
			t.Errorf("%s: FindConfig = %q, %v, want %q", dir, got, err, want)
		}
	}
	if _, err := FindConfig(filepath.Join(top, "n/o")); err == nil || !strings.Contains(err.Error(), "is named .errlint.yml") {
		t.Errorf("FindConfig beside .errlint.yaml: %v", err)
	}
}

func FuzzParseConfig(f *testing.F) {
	for _, s := range []string{"", "enable: [wrapcause]\n", "decorated:\n  registrars: [{function: x}]\n", "opname: {pattern: '('}\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ParseConfig("x.yml", text)
		if err == nil {
			Analyzers(c)
		}
	})
}
