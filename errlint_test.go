package errlint

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/strictyaml"
	"github.com/errlint/errlint/passes/errcode"
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
		t.Errorf("%v; run go generate .", err)
		return
	}
	if diff := cmp.Diff(string(want), strings.ReplaceAll(string(have), "\r\n", "\n")); diff != "" {
		t.Errorf("%s is out of date; run go generate . (-want +have):\n%s", file, diff)
	}
}

// generatedPart is generated for what a file has between begin and end.
func generatedPart(t *testing.T, file, begin, end, want string) {
	t.Helper()
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(strings.ReplaceAll(string(have), "\r\n", "\n"), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s lacks %q or %q", file, begin, end)
	}
	generated(t, file, []byte(before+begin+want+end+after))
}

func TestRulePages(t *testing.T) {
	for _, r := range suite() {
		t.Run(r.name, func(t *testing.T) {
			a := r.make(Config{})
			checkDoc(a.Doc, func(problem string) { t.Errorf("doc: %s", problem) })
			page := fmt.Sprintf("<!--generated:passes/%s/doc.go-->\n\n", a.Name) + ruledoc.Markdown(a.Name, a.Doc, optionsOf(a.Name))
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
	as := Analyzers(Config{Preview: true})
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
		if r.Summary == "" || r.Stage == "" || r.URL == "" || !strings.HasPrefix(r.Text(), r.Name+" "+r.Summary) {
			t.Errorf("incomplete rule: %+v", r)
		}
	}
}

func TestEnable(t *testing.T) {
	list := suite()
	stable := RuleNames()
	stable = slices.DeleteFunc(stable, func(name string) bool { return rules.StageOf(name) != rules.Stable })
	last := stable[len(stable)-1]
	for _, test := range []struct {
		config Config
		want   []string
	}{
		{Config{}, stable},
		{Config{Preview: true}, RuleNames()},
		{Config{Enable: []string{"opname", "wrapcause"}}, []string{"wrapcause", "opname"}},
		{Config{Enable: []string{"opname/format", "wrapcause"}}, []string{"wrapcause", "opname"}},
		{Config{Disable: []string{last}}, stable[:len(stable)-1]},
		{Config{Disable: []string{last + "/" + rules.Unused}}, stable},
		{Config{Enable: []string{"opname", "wrapcause"}, Disable: []string{"opname"}}, []string{"wrapcause"}},
		{Config{Disable: stable}, nil},
		{Config{Enable: []string{"opname"}, Disable: []string{"wrapcause"}}.WithAll(), RuleNames()},
		{Config{Enable: []string{list[0].name}}, []string{list[0].name}},
	} {
		var got []string
		for _, a := range Analyzers(test.config) {
			got = append(got, a.Name)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("enable %v, disable %v: got %v, want %v", test.config.Enable, test.config.Disable, got, test.want)
		}
	}
}

// TestCategories checks which categories are shown.
func TestCategories(t *testing.T) {
	for _, test := range []struct {
		config         Config
		rule, category string
		want           bool
	}{
		{Config{}, "wrapcause", "format", true},
		{Config{}, "wrapcause", rules.Unused, true},
		{Config{Disable: []string{"wrapcause/format"}}, "wrapcause", "format", false},
		{Config{Disable: []string{"wrapcause/format"}}, "wrapcause", "text", true},
		{Config{Disable: []string{"wrapcause/format"}}, "opname", "format", true},
		{Config{Enable: []string{"wrapcause/format"}}, "wrapcause", "format", true},
		{Config{Enable: []string{"wrapcause/format"}}, "wrapcause", "text", false},
		{Config{Enable: []string{"wrapcause/format"}}, "wrapcause", rules.Unused, false},
		{Config{Enable: []string{"wrapcause"}, Disable: []string{"wrapcause/" + rules.Unused}}, "wrapcause", rules.Unused, false},
		{Config{Enable: []string{"wrapcause", "wrapcause/format"}}, "wrapcause", "text", true},
		{Config{Enable: []string{"wrapcause"}}, "wrapcause", "translated", false},
		{Config{Enable: []string{"wrapcause/translated"}}, "wrapcause", "translated", true},
		{Config{Enable: []string{"errmap"}}, "errmap", "shadowed", true},
		{Config{Enable: []string{"errmap"}, Disable: []string{"errmap/shadowed"}}, "errmap", "shadowed", false},
		{Config{Enable: []string{"errmap/panic"}}, "errmap", "shadowed", false},
	} {
		if got := test.config.shows(test.rule, test.category); got != test.want {
			t.Errorf("enable %v, disable %v: %s/%s is shown: %t", test.config.Enable, test.config.Disable, test.rule, test.category, got)
		}
	}

	for _, r := range rules.All() {
		if c := (Config{Enable: []string{r.Name}}); !slices.ContainsFunc(r.Categories, func(k rules.Category) bool { return c.Off(r.Name+"/"+k.Name) == "" }) {
			t.Errorf("enable %v finds nothing", c.Enable)
		}
	}

	c := Config{Enable: []string{"wrapcause/swallowed", "noerrordict/error-text", "wrapcause/dropped"}}
	for _, id := range c.Enable {
		c.switchOn(id)
	}
	if !c.WrapCause.Swallowed || !c.NoErrorDict.ErrorText || c.WrapCause.Dropped == nil || !*c.WrapCause.Dropped {
		t.Errorf("enable %v does not switch on their options: %+v, %+v", c.Enable, c.WrapCause, c.NoErrorDict)
	}
}

// TestRuleList generates what the packages below the rules know of them.
func TestRuleList(t *testing.T) {
	var b strings.Builder
	b.WriteString("// Code generated by go test -run TestRuleList -update . in the root; DO NOT EDIT.\n\npackage rules\n\nvar list = []Rule{\n")
	stage := map[rules.Stage]string{rules.Preview: "Preview", rules.Stable: "Stable"}
	for _, r := range suite() {
		fmt.Fprintf(&b, "\t{%q, %s, []Category{\n", r.name, stage[r.stage])
		categories := ruledoc.Categories(r.make(Config{}).Doc)
		if len(categories) == 0 {
			t.Errorf("the doc of %s lists no category", r.name)
		}
		for _, c := range categories {
			fmt.Fprintf(&b, "\t\t{%q, %s, %t, %t, %q},\n", c.Name, stage[c.Stage], c.Fix, c.UnsafeFix, c.NoFix)
		}
		b.WriteString("\t}},\n")
	}
	b.WriteString("}\n")
	generated(t, filepath.Join("internal", "rules", "list.go"), []byte(b.String()))
}

// TestRulePackages checks that each directory of passes is a rule in the list,
// and that each has the variable that other hosts refer to.
func TestRulePackages(t *testing.T) {
	dirs, err := os.ReadDir("passes")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, dir := range dirs {
		names = append(names, dir.Name())
		files, err := filepath.Glob(filepath.Join("passes", dir.Name(), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(file string) bool {
			src, err := os.ReadFile(file)
			return err == nil && bytes.Contains(src, []byte("\nvar Analyzer = directive.Stable(New(Options{}))\n"))
		}) {
			t.Errorf("passes/%s does not declare var Analyzer = directive.Stable(New(Options{}))", dir.Name())
		}
	}
	listed := RuleNames()
	slices.Sort(listed)
	if !slices.Equal(names, listed) {
		t.Errorf("the packages in passes are %v, the rules %v", names, listed)
	}
}

// TestLists generates the lists of rules in pages for readers, and checks that of the
// spec, which is not generated.
func TestLists(t *testing.T) {
	var rows, targets strings.Builder
	for _, r := range Rules() {
		stage := ""
		if r.Stage != string(rules.Stable) {
			stage = " (" + r.Stage + ")"
		}
		fmt.Fprintf(&rows, "- [%s](docs/rules/%[1]s.md): %s%s\n", r.Name, strings.TrimPrefix(r.Summary, "reports "), stage)
		if r.Stage == string(rules.Stable) {
			fmt.Fprintf(&targets, "        \"@com_github_errlint_errlint//passes/%s\",\n", r.Name)
		}
	}
	// What is not generated: which clause a rule enforces.
	spec, err := os.ReadFile(filepath.Join("docs", "spec.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range RuleNames() {
		if !bytes.Contains(spec, []byte("["+name+"](rules/"+name+".md)")) {
			t.Errorf("docs/spec.md does not say which clause %s enforces", name)
		}
	}
	generatedPart(t, "README.md", "<!--begin-rules:generated-->\n\n", "\n<!--end-rules-->\n", rows.String())
	generatedPart(t, filepath.Join("docs", "hosts.md"), "    deps = [\n", "    ],\n", targets.String())
}

func TestConfigTags(t *testing.T) {
	opts, err := ruledoc.Options(reflect.TypeFor[Config]())
	if err != nil {
		t.Fatal(err)
	}
	checkOptions(opts, func(problem string) { t.Error(problem) })
	var keys []string // in the order of the fields
	for _, o := range opts {
		if o.Type.Kind() == reflect.Struct {
			keys = append(keys, o.Key)
		}
	}
	// A rule without options has no field.
	names := slices.DeleteFunc(RuleNames(), func(name string) bool { return !slices.Contains(keys, name) })
	if !slices.Equal(keys, names) {
		t.Errorf("the fields of Config are %v, in the order of the rules they would be %v", keys, names)
	}
}

// TestConfigurationPage checks that the file that docs/configuration.md shows is one, and sets every option that is of no rule. The
// page of each rule has its own.
func TestConfigurationPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(strings.ReplaceAll(string(page), "\r\n", "\n"), "```yaml\n")
	example, _, _ = strings.Cut(example, "```")
	dir := t.TempDir()
	file := filepath.Join(dir, "module", ".errlint.yml")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(example), 0o666),
		os.WriteFile(filepath.Join(dir, "common.yml"), []byte("errlog: {key: problem}\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	c, err := ReadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Enable, []string{"wrapcause", "decorated", "opname", "errmatch/text"}) || c.ErrLog.Key != "problem" {
		t.Errorf("the example is read as %+v", c)
	}
	opts, err := ruledoc.Options(reflect.TypeFor[Config]())
	if err != nil {
		t.Fatal(err)
	}
	set := reflect.ValueOf(c)
	for _, o := range opts {
		// What is read in is not said to have been.
		there := !set.Field(o.Index).IsZero() || strings.HasPrefix(example, o.Key+": ") || strings.Contains(example, "\n"+o.Key+": ")
		if o.Type.Kind() != reflect.Struct && !there {
			t.Errorf("the example does not set %s", o.Key)
		}
	}
	for _, e := range c.Exclude {
		if v := reflect.ValueOf(e); v.Field(0).IsZero() || v.Field(1).IsZero() || v.Field(2).IsZero() {
			t.Errorf("the example leaves something out of %+v", e)
		}
	}
}

func TestParseConfig(t *testing.T) {
	c, err := ParseConfig("x.yml", []byte("enable: [wrapcause]\n"))
	if err != nil || !slices.Equal(c.Enable, []string{"wrapcause"}) {
		t.Errorf("ParseConfig = %+v, %v", c, err)
	}
	c, err = ParseConfig("x.yml", []byte("disable: [wrapcuase]\nwrapcauses: {}\n"))
	const want = `x.yml:1:11: key "disable[0]": "wrapcuase" is no rule or category; did you mean "wrapcause"?
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
	c, err := ParseConfig("template", text)
	c.places, c.file = nil, ""
	if err != nil || !reflect.DeepEqual(c, Config{}) {
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
		case reflect.Map:
			e := reflect.New(v.Type().Elem()).Elem()
			switch e.Kind() {
			case reflect.String:
				e.SetString("some")
			case reflect.Slice:
				e.Set(reflect.MakeSlice(e.Type(), 1, 1))
			}
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.ValueOf("key"), e)
			template(key, c)
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

// TestPresets checks that each preset is a configuration of its own, and says
// in a comment whom it is for.
func TestPresets(t *testing.T) {
	for _, name := range Presets() {
		text, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := ParseConfig(name, text)
		if err != nil {
			t.Error(err)
		}
		if !bytes.HasPrefix(text, []byte("# ")) || len(Analyzers(c)) == 0 || len(c.Extends)+len(c.Preset) > 0 {
			t.Errorf("preset %s: no comment, or no rule, or not by itself", name)
		}
	}
}

func TestExtends(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("base.yml", "preset: mcp\nseverity: {opname: note, wrapcause: warning}\nopname: {categories: [a, b]}\n")
	file := write("sub/own.yml", "extends: ../base.yml\npreset: [library, minimal]\nseverity: {opname: warning}\nopname: {categories: [c]}\nraisesdoc: {adapter-level: exact}\n")
	c, err := ReadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"wrapcause", "directive"}; !slices.Equal(c.Enable, want) || !slices.Contains(c.Disable, "opname") {
		t.Errorf("enable: %v, disable %v, want those of the presets", c.Enable, c.Disable)
	}
	if !slices.Equal(c.OpName.Categories, []string{"c"}) {
		t.Errorf("the categories are %v: a list is replaced", c.OpName.Categories)
	}
	if c.SeverityOf("opname", "format") != finding.Warning || c.SeverityOf("wrapcause", "x") != finding.Warning || c.SeverityOf("decorated", "x") != finding.Error {
		t.Errorf("severities: %v", c.Severity)
	}
	if c.RaisesDoc.Level != "listed" || c.RaisesDoc.AdapterLevel != "exact" {
		t.Errorf("the levels are %s and %s", c.RaisesDoc.Level, c.RaisesDoc.AdapterLevel)
	}
	if !slices.Equal(c.Preset, []string{"library", "minimal"}) {
		t.Errorf("the presets are %v", c.Preset)
	}
	for key, want := range map[string]string{
		"opname.categories[0]": file + ":4",
		"severity.wrapcause":   filepath.Join(dir, "base.yml") + ":2",
		"raisesdoc.level":      file + ":5",
	} {
		if name, line, _ := c.Place(key); fmt.Sprintf("%s:%d", name, line) != want {
			t.Errorf("%s is at %s:%d, want %s", key, name, line, want)
		}
	}

	for text, want := range map[string]string{
		"extends: none.yml\n":         "x.yml:1:10: key \"extends[0]\": stat ",
		"extends: [x.yml]\n":          "x.yml:1:11: key \"extends[0]\": more than 10 files extend each other",
		"preset: [minimal, libary]\n": `x.yml:1:19: key "preset[1]": unknown preset "libary"; did you mean "library"?`,
		"extends: bad.yml\n":          `bad.yml:1:1: key "zzz": unknown key`,
	} {
		write("bad.yml", "zzz: 1\n")
		_, err := ReadConfig(write("x.yml", text))
		if err == nil || !strings.HasPrefix(err.Error(), filepath.Join(dir, want)) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := ParseConfig("-config", []byte("extends: x.yml\n")); err == nil || !strings.Contains(err.Error(), "hand over all of its text") {
		t.Errorf("a text extends a file: %v", err)
	}
}

func TestExclusions(t *testing.T) {
	c, err := ParseConfig("x.yml", []byte(`exclude:
  - {paths: [./internal/legacy/..., ./api/*_gen.go], reason: old}
  - {paths: [./cmd], rules: [wrapcause/format, opname], reason: why}
`))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "sub/go.mod"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	x := NewExclusions(c)
	for _, test := range []struct {
		id, file string
		want     []int
	}{
		{"decorated/x", "internal/legacy/a.go", []int{0}},
		{"decorated/x", "internal/legacy/a/b.go", []int{0}},
		{"decorated/x", "sub/internal/legacy/a/b.go", []int{0}},
		{"decorated/x", "internal/legacy.go", nil},
		{"decorated/x", "api/a_gen.go", []int{0}},
		{"decorated/x", "api/a/a_gen.go", nil},
		{"wrapcause/format", "cmd/main.go", []int{1}},
		{"wrapcause/text", "cmd/main.go", nil},
		{"opname/tool", "cmd/main.go", []int{1}},
		{"opname/tool", "cmd/x/main.go", nil},
		{"opname/tool", "main.go", nil},
	} {
		rule, category, _ := strings.Cut(test.id, "/")
		if got := x.Find(rule, category, filepath.Join(dir, filepath.FromSlash(test.file))); !slices.Equal(got, test.want) {
			t.Errorf("%s in %s: %v, want %v", test.id, test.file, got, test.want)
		}
	}

	_, err = ParseConfig("x.yml", []byte("exclude:\n  - {paths: [cmd, './[', /data/...]}\nseverity: {opnam: error, opname: bad}\n"))
	const want = `x.yml:2:5: key "exclude[0]": there is no reason
x.yml:2:14: key "exclude[0].paths[0]": a path begins with ./, for the root of the module: ./cmd
x.yml:2:19: key "exclude[0].paths[1]": the pattern is malformed: syntax error in pattern
x.yml:2:26: key "exclude[0].paths[2]": a path begins with ./, for the root of the module: ./data/...
x.yml:3:12: key "severity.opnam": "opnam" is no rule or category; did you mean "opname"?
x.yml:3:34: key "severity.opname": "bad" is not one of error, warning, note`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
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
	if c, err := ReadConfig(file); err != nil || !reflect.DeepEqual(c, Config{file: file}) {
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
	write("v/go.work")
	write("v/.errlint.yml")
	write("v/one/go.mod")
	write("v/one/x/x.go")
	write("v/two/go.mod")
	write("v/two/.errlint.yml")
	write("n/go.mod")
	write("n/.errlint.yaml")
	write("n/o/x.go")
	for dir, want := range map[string]string{
		"a": "", "a/b/c": "", "a/d": "a/d", "a/d/e": "a/d", "f": "f", "f/g": "f", "w/x": "w", "v/one/x": "v", "v/two": "v/two",
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

// TestKey checks that each option counts in the key of a configuration.
func TestKey(t *testing.T) {
	seen := map[string]string{Config{}.Key(): "nothing"}
	note := func(what string, c Config) {
		k := c.Key()
		if before, ok := seen[k]; ok {
			t.Errorf("%s has the key of %s", what, before)
		}
		seen[k] = what
	}
	note("errcode.document", Config{ErrCode: errcode.Options{Document: []byte("text")}})
	var each func(path string, opts []ruledoc.Option, root *Config, v reflect.Value)
	each = func(path string, opts []ruledoc.Option, root *Config, v reflect.Value) {
		for _, o := range opts {
			f := v.Field(o.Index)
			if f.Kind() == reflect.Struct {
				each(path+o.Key+".", o.Fields, root, f)
				continue
			}
			fill(f)
			note(path+o.Key, *root)
			f.SetZero()
		}
	}
	opts, err := ruledoc.Options(reflect.TypeFor[Config]())
	if err != nil {
		t.Fatal(err)
	}
	var c Config
	each("", opts, &c, reflect.ValueOf(&c).Elem())
}

// fill sets v to a value that is not the zero value of any part of it.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.String:
		v.SetString("x")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		elem := reflect.New(v.Type().Elem()).Elem()
		fill(elem)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("x").Convert(v.Type().Key()), elem)
	case reflect.Struct:
		for _, f := range v.Fields() {
			if f.CanSet() {
				fill(f)
			}
		}
	}
}
