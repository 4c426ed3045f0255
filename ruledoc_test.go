package errlint

import (
	"fmt"
	"go/doc/comment"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/ruledoc"
)

// maxSummary is the greatest length of a rule's summary, in characters: with
// the name before it, it fits on a line of a terminal.
const maxSummary = 70

// sections are the headings of a rule's doc, in their order. All but Limits
// are required.
var sections = []string{"Why", "Found", "Not found", "Fix", "Suppress", "Limits"}

// checkDoc reports, through report, every way in which the Doc of a rule
// departs from the conventions of package ruledoc.
func checkDoc(doc string, report func(problem string)) {
	if doc == "" {
		report(`the package comment does not begin "Package <rule> reports"`)
		return
	}
	summary := ruledoc.Summary(doc)
	if n := utf8.RuneCountInString(summary); n > maxSummary {
		report(fmt.Sprintf("the summary %q is %d characters long, %d at most are allowed", summary, n, maxSummary))
	}
	if strings.Contains(summary, ". ") {
		report(fmt.Sprintf("the summary %q is more than one sentence", summary))
	}
	var have []string
	for _, b := range new(comment.Parser).Parse(doc).Content {
		if h, ok := b.(*comment.Heading); ok {
			have = append(have, fmt.Sprint(h.Text[0]))
		}
	}
	next := 0
	for _, h := range have {
		i := slices.Index(sections, h)
		switch {
		case h == "Options":
			report("section Options is generated, not written")
		case i < 0:
			report(fmt.Sprintf("unknown section %q; the sections are %s", h, strings.Join(sections, ", ")))
		case i < next:
			report(fmt.Sprintf("section %q is out of order; the order is %s", h, strings.Join(sections, ", ")))
		default:
			next = i + 1
		}
	}
	for _, c := range ruledoc.Categories(doc) {
		if c.NoFix == "" {
			report(fmt.Sprintf("the list under Fix does not say why a finding of category %q may have none", c.Name))
		}
	}
	for _, h := range sections {
		if h != "Limits" && !slices.Contains(have, h) {
			report(fmt.Sprintf("section %q is missing", h))
		}
	}
}

// checkOptions reports, through report, every option whose doc departs from
// the conventions of package ruledoc.
func checkOptions(opts []ruledoc.Option, report func(problem string)) {
	ruledoc.Walk(opts, func(path string, o ruledoc.Option) {
		switch {
		case o.Doc == "":
			report(fmt.Sprintf("%s: there is no doc tag", path))
		case strings.ContainsAny(o.Doc, "\n\r"):
			report(fmt.Sprintf("%s: the doc tag has several lines", path))
		case strings.HasSuffix(o.Doc, ".") && !strings.HasSuffix(o.Doc, "..."):
			report(fmt.Sprintf("%s: the doc tag ends in a full stop", path))
		}
	})
}

func TestCheckDoc(t *testing.T) {
	text, err := os.ReadFile("internal/ruledoc/testdata/doc.txt")
	if err != nil {
		t.Fatal(err)
	}
	keptDoc := string(text)
	checkDoc(keptDoc, func(problem string) { t.Errorf("checkDoc: %s", problem) })
	for name, test := range map[string]struct{ doc, want string }{
		"none":          {"", "does not begin"},
		"long":          {strings.Replace(keptDoc, "a function", strings.Repeat("very ", 20), 1), "70 at most"},
		"two sentences": {strings.Replace(keptDoc, "reports errors", "reports. Errors", 1), "more than one sentence"},
		"missing":       {strings.Replace(keptDoc, "# Fix\n\n", "", 1), `section "Fix" is missing`},
		"unknown":       {strings.Replace(keptDoc, "# Why", "# Because", 1), `unknown section "Because"`},
		"order":         {strings.Replace(keptDoc, "# Why", "# Limits\n\nMany.\n\n# Why", 1), `section "Why" is out of order`},
		"no reason":     {strings.Replace(keptDoc, "# Not found", "  - dropped: it is gone\n\n# Not found", 1), `does not say why a finding of category "dropped" may have none`},
		"by hand":       {strings.Replace(keptDoc, "# Fix", "# Options\n\nMany.\n\n# Fix", 1), "Options is generated"},
	} {
		var got []string
		checkDoc(test.doc, func(problem string) { got = append(got, problem) })
		if !strings.Contains(strings.Join(got, "\n"), test.want) {
			t.Errorf("%s: checkDoc reports %q, want %q", name, got, test.want)
		}
	}
}

func TestCheckOptions(t *testing.T) {
	opts, err := ruledoc.Options(reflect.TypeFor[struct {
		A string `yaml:"a"`
		B string `yaml:"b" doc:"a full stop."`
		C string `yaml:"c" doc:"globs with ..."`
		D []struct {
			E int `yaml:"e" doc:"two\nlines"`
		} `yaml:"d" doc:"x"`
	}]())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	checkOptions(opts, func(problem string) { got = append(got, problem) })
	want := []string{"a: there is no doc tag", "b: the doc tag ends in a full stop", "d[].e: the doc tag has several lines"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("checkOptions (-want +got):\n%s", diff)
	}
}
