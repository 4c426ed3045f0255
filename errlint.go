package errlint

import (
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/spec"
	"github.com/errlint/errlint/internal/toolflow"
)

// Analyzers returns the analyzers of the rules that c enables, in a fixed
// order. They share one analyzer of tool registrations, made from the options
// of the rule decorated.
func Analyzers(c Config) []*analysis.Analyzer {
	c.share(ToolFlow(c))
	for _, id := range c.Enable {
		c.switchOn(id)
	}
	var as []*analysis.Analyzer
	for _, r := range suite() {
		if c.enables(r) {
			as = append(as, c.limit(r.make(c)))
		}
	}
	return as
}

// ToolFlow returns the analyzer that finds the tool registrations and the
// decorators, as c configures it.
func ToolFlow(c Config) *analysis.Analyzer {
	return toolflow.New(toolflow.Options{
		Registrars: c.Decorated.Registrars,
		Decorators: c.Decorated.Decorators,
	})
}

// WithAll returns c with all rules enabled, those in preview included. Of
// their categories those are on that are on in c, or would be if c enabled the
// rule.
func (c Config) WithAll() Config {
	enable := slices.Clone(c.Enable)
	for _, r := range suite() {
		if !slices.ContainsFunc(enable, func(id string) bool { return ruleOf(id) == r.name }) {
			enable = append(enable, r.name)
		}
	}
	c.Enable = enable
	c.Disable = slices.DeleteFunc(slices.Clone(c.Disable), func(id string) bool { return ruleOf(id) == id })
	return c
}

func ruleOf(id string) string {
	name, _, _ := strings.Cut(id, "/")
	return name
}

// enables reports whether c has the rule run: as a whole, or some categories of it.
func (c Config) enables(r rule) bool {
	switch {
	case slices.Contains(c.Disable, r.name):
		return false
	case len(c.Enable) > 0:
		return slices.ContainsFunc(c.Enable, func(id string) bool { return ruleOf(id) == r.name })
	}
	return r.stage == rules.Stable || c.Preview
}

// shows reports whether c has findings of a category shown, of a rule that runs.
// The category of suppressions that suppress nothing goes with the rule.
func (c Config) shows(rule, category string) bool {
	id := rule + "/" + category
	switch {
	case slices.Contains(c.Disable, id):
		return false
	case category == rules.Unused:
		return len(c.Enable) == 0 || slices.Contains(c.Enable, rule) || slices.Contains(c.Enable, id)
	case slices.Contains(c.Enable, id):
		return true
	case len(c.Enable) > 0 && !slices.Contains(c.Enable, rule):
		return false
	}
	r, _ := rules.Find(rule)
	known, _ := r.Category(category)
	// Who asks for a rule in preview means what is in preview of it.
	return known.Stage != rules.Preview || c.Preview || r.Stage == rules.Preview && slices.Contains(c.Enable, rule)
}

// Off says why findings of a category are not looked for: its rule or it does not run, or what switches it on is not set. It is ""
// if they are.
func (c Config) Off(id string) string {
	name, category, _ := strings.Cut(id, "/")
	i := slices.IndexFunc(suite(), func(r rule) bool { return r.name == name })
	if i < 0 || !c.enables(suite()[i]) {
		return name + " is not switched on"
	}
	if !c.shows(name, category) {
		return id + " is not switched on"
	}
	options, ok := fieldOf(reflect.ValueOf(c), name)
	if !ok {
		return ""
	}
	var keys []string
	for _, key := range spec.Options(id) {
		for i := range options.NumField() {
			if f := options.Type().Field(i); f.Tag.Get("yaml") == key {
				if isOn(options.Field(i), f.Tag.Get("default")) {
					return ""
				}
				keys = append(keys, name+"."+key)
			}
		}
	}
	if keys == nil {
		return "" // nothing switches it off
	}
	return id + " needs " + strings.Join(keys, " or ")
}

// isOn reports whether the value of an option switches on what it is about, given the default as its tag has it.
func isOn(v reflect.Value, byDefault string) bool {
	switch {
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return v.Elem().Bool()
	case v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0:
		return byDefault != "" && byDefault != "[]" && byDefault != "false" && byDefault != "off" && !strings.HasPrefix(byDefault, "(")
	case v.Kind() == reflect.String:
		return !slices.Contains([]string{"off", "any", "stale"}, v.String())
	}
	return true
}

// switchOn sets the option that switches on a category, if there is one: the
// boolean whose key is the category's name, or what the options' method Enable does.
func (c *Config) switchOn(id string) {
	rule, category, ok := strings.Cut(id, "/")
	if !ok {
		return
	}
	options, ok := fieldOf(reflect.ValueOf(c).Elem(), rule)
	if !ok {
		return
	}
	if e, ok := options.Addr().Interface().(interface{ Enable(category string) }); ok {
		e.Enable(category)
	}
	if f, ok := fieldOf(options, category); ok {
		on := reflect.ValueOf(true)
		if f.Type() == on.Type() {
			f.Set(on)
		} else if f.Type() == reflect.TypeFor[*bool]() {
			f.Set(reflect.ValueOf(new(true)))
		}
	}
}

// fieldOf returns the field of a struct that has the key.
func fieldOf(v reflect.Value, key string) (reflect.Value, bool) {
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("yaml") == key {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// A Rule describes a rule of the suite.
type Rule struct {
	Name    string // "wrapcause"
	Stage   string // "stable", or "preview" if it is off by default
	Summary string // what it reports, in a few words: "reports errors that ..."
	URL     string // of its page

	doc string
}

// Text returns the rule's page for a terminal, with its options.
func (r Rule) Text() string { return ruledoc.Text(r.Name, r.doc, optionsOf(r.Name)) }

// CategoryText returns what the rule's page says of one of its categories, for a terminal.
func (r Rule) CategoryText(category string) string {
	return ruledoc.CategoryText(r.Name, category, r.doc, optionsOf(r.Name))
}

// Markdown returns the rule's page.
func (r Rule) Markdown() string { return ruledoc.Markdown(r.Name, r.doc, optionsOf(r.Name)) }

// Rules describes all rules, in the order of [Analyzers].
func Rules() []Rule {
	var rs []Rule
	for _, r := range suite() {
		a := r.make(Config{})
		rs = append(rs, Rule{Name: a.Name, Stage: string(r.stage), Summary: ruledoc.Summary(a.Doc), URL: a.URL, doc: a.Doc})
	}
	return rs
}

// RuleNames returns the names of all rules, in the order of [Analyzers].
func RuleNames() []string {
	var names []string
	for _, r := range suite() {
		names = append(names, r.name)
	}
	return names
}

// optionsOf returns the options of the rule; none if it has none.
func optionsOf(name string) []ruledoc.Option {
	opts, err := ruledoc.Options(reflect.TypeFor[Config]())
	if err != nil {
		return nil // impossible: TestConfigTags
	}
	if i := slices.IndexFunc(opts, func(o ruledoc.Option) bool { return o.Key == name }); i >= 0 {
		return opts[i].Fields
	}
	return nil
}
