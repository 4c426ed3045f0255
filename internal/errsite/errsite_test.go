package errsite_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/errsite"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/whicherrs"
)

// hostile is a text that would be a script in HTML, in an attribute, in an address, and in a comment.
const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'--><!-- javascript:alert(3) %2F # ` + "\u2028{alert(4)}"

// page is the page on two functions whose names, files, codes and source are hostile.
func page(t testing.TB) []byte {
	t.Helper()
	at := whicherrs.Place{File: hostile + ".go", Line: 1}
	code := whicherrs.Atom{Kind: whicherrs.Code, Pkg: "example.com/a", Name: "E", Ptr: true, Code: hostile}
	table := whicherrs.Table{
		Path: "example.com/a", Module: "example.com",
		Funcs: []whicherrs.Func{
			{
				ID: "example.com/a.F", Name: "F", At: at, Exported: true, Fails: true,
				Body: whicherrs.Body{
					Errors: []whicherrs.Leaving{{Atom: code, Bare: true, Ways: []whicherrs.Way{{Steps: []whicherrs.Step{{Place: at, Kind: whicherrs.Calls, Text: "calls " + hostile}}, From: "example.com/a.G"}}}},
					Params: []whicherrs.FromArgs{{Param: hostile}},
					Opaque: []whicherrs.Way{{Steps: []whicherrs.Step{{Place: at, Kind: whicherrs.Makes, Text: hostile}}}},
				},
			},
			{
				ID: "example.com/a.G", Name: hostile, At: at, Exported: true, Fails: true,
				Body: whicherrs.Body{
					Errors: []whicherrs.Leaving{{Atom: code, Bare: true, Ways: []whicherrs.Way{{Steps: []whicherrs.Step{{Place: at, Kind: whicherrs.Names, Text: "returns it"}}}}}},
				},
			},
		},
	}
	p, err := whicherrs.Join([]finding.Finding{{Rule: whicherrs.Analyzer.Name, Message: table.Encode(), Pos: finding.Position{File: filepath.Join("a", "a.go")}}})
	if err != nil {
		t.Fatal(err)
	}
	q := &whicherrs.Asker{Program: p, Name: filepath.Base, Line: func(string, int) string { return hostile }}
	out, err := errsite.Page(q, "Errors of "+hostile, q.In(func(*whicherrs.Table) bool { return true }, false))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestHostile checks that nothing of what the page is about is anything but text and data in it.
func TestHostile(t *testing.T) {
	out := string(page(t))
	if n := strings.Count(out, "</script>"); n != 2 {
		t.Errorf("%d scripts end in the page, want its data and its script", n)
	}
	for _, bad := range []string{"<script>alert", "<img", "<!--"} {
		if strings.Contains(out, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	_, text, _ := strings.Cut(out, `id="data">`)
	text, _, _ = strings.Cut(text, "</script>")
	if strings.ContainsAny(text, "<>&\u2028") {
		t.Error("the data has characters that mean something in HTML")
	}
	var data struct {
		Title string
		Funcs []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	if data.Title != "Errors of "+hostile || len(data.Funcs) != 2 {
		t.Errorf("the data are %q and %d functions", data.Title, len(data.Funcs))
	}
}

// TestAlone checks that the page names nothing to be loaded.
func TestAlone(t *testing.T) {
	out := strings.ReplaceAll(string(page(t)), "http://www.w3.org/2000/svg", "")
	before, rest, _ := strings.Cut(out, `id="data">`)
	_, after, _ := strings.Cut(rest, "</script>")
	for _, bad := range []string{"http:", "https:", "src=", "@import", "url(", "fetch(", "innerHTML", "eval("} {
		if strings.Contains(strings.ReplaceAll(before, "img src=x", ""), bad) || strings.Contains(after, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	if !strings.Contains(before, "default-src 'none'") {
		t.Error("the page has no policy")
	}
}
