package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pack"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/toolflow"
)

// A tool is one line of the inventory.
type tool struct {
	Name       string   `json:"name,omitempty"`
	Server     string   `json:"server,omitempty"`
	Handler    string   `json:"handler,omitempty"`
	Decorators []string `json:"decorators"` // outermost first
	Verdict    string   `json:"verdict"`
	Reason     string   `json:"reason,omitempty"` // why it is not judged
	Package    string   `json:"package"`
	File       string   `json:"file,omitempty"`
	Line       int      `json:"line,omitempty"`
	Column     int      `json:"-"`
	List       bool     `json:"list,omitempty"` // it is not a tool, but a list of unknown tools
	From       string   `json:"-"`              // the package whose function returns it; see toolflow.Registration
	Part       string   `json:"-"`              // what is known of a name that is not, for display
	Maker      string   `json:"-"`              // the function that the handler is a literal in
	Given      string   `json:"-"`              // the function whose callers know more of the handler
	By         string   `json:"-"`              // the function that registers it
}

// neverFails is the verdict on a tool whose handler returns no errors.
const neverFails = "never fails"

// notJudged is the verdict on a tool whose decorators are not known.
const notJudged = "not judged"

func (c *command) toolsFlags() {
	c.forms = []string{"text", "json", "markdown"}
	c.as = c.forms[0]
	c.flags.Func("as", "print the tools as `FORM`: text, json or markdown", oneOf(&c.as, c.forms...))
}

// tools lists the tools that the packages register, and what turns their errors into results.
func (c *command) tools(ctx context.Context, patterns []string) int {
	cfg, err := c.readConfig()
	if err != nil {
		return c.fail(err)
	}
	patterns, _, err = c.allPackages(patterns)
	if err != nil {
		return c.fail(err)
	}
	result, err := c.drive(ctx, driver.Options{
		Patterns:  patterns,
		Analyzers: []*analysis.Analyzer{inventory(errlint.ToolFlow(cfg))},
		ConfigKey: cfg.Key(),
	})
	if err != nil {
		return c.fail(err)
	}
	all, unread, err := splitTools(result)
	if err != nil {
		return c.fail(err)
	}
	for i := range all {
		if rel, err := filepath.Rel(c.dir, all[i].File); err == nil {
			all[i].File = filepath.ToSlash(rel)
		}
	}
	text, err := listTools(all, unread, c.as)
	if err != nil {
		return c.fail(err)
	}
	return c.say(result.Problems, text)
}

// inventoryRule is the name of the analyzer of [inventory].
const inventoryRule = "inventory"

// inventory returns an analyzer that reports the tools that a package registers, or that the package makes a server and registers
// none. It reports them as diagnostics, because these are cached; they are for [splitTools] only. There is
// one for all tools, at a package clause, because for each finding the driver makes a digest of the code around it.
func inventory(tools *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     inventoryRule,
		Doc:      "list the tools that are registered",
		Requires: []*analysis.Analyzer{tools},
		Run: func(pass *analysis.Pass) (any, error) {
			found, ok := pass.ResultOf[tools].(*toolflow.Tools)
			if !ok {
				return nil, fmt.Errorf("%s yields %T", tools.Name, pass.ResultOf[tools])
			}
			report := func(category, message string, related ...analysis.RelatedInformation) {
				pass.Report(analysis.Diagnostic{Pos: flow.PackageClause(pass), Category: category, Message: message, Related: related})
			}
			var tools []tool
			var places []analysis.RelatedInformation
			for _, r := range found.Distinct() {
				for _, n := range namesOf(r) {
					places = append(places, analysis.RelatedInformation{Pos: n.Pos, Message: strconv.Itoa(len(tools))})
					tools = append(tools, newTool(pass, r, n))
				}
			}
			if tools != nil {
				report("tools", string(pack.Pack(tools)), places...)
			} else if made := makesServer(pass); made != "" {
				report("server", made)
			}
			if found.Registrar != nil {
				report("registrar", "")
			}
			return nil, nil
		},
	}
}

// toolsOf returns the analyzer of registrations that the rule decorated requires; nil if the rule is not one of the analyzers.
func toolsOf(analyzers []*analysis.Analyzer) *analysis.Analyzer {
	for _, a := range analyzers {
		i := slices.IndexFunc(a.Requires, func(req *analysis.Analyzer) bool { return req.ResultType == reflect.TypeFor[*toolflow.Tools]() })
		if a.Name == "decorated" && i >= 0 {
			return a.Requires[i]
		}
	}
	return nil
}

// makesServer returns what there is to say of a package without tools in which a call, outside of tests, returns a server of an SDK in another module; "" if
// none does.
func makesServer(pass *analysis.Pass) string {
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(file.FileStart).Filename, "_test.go") {
			continue
		}
		for n := range ast.Preorder(file) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				continue
			}
			t := pass.TypesInfo.TypeOf(call)
			old := toolflow.IsOldServer(t)
			if !old && !toolflow.IsServer(t) {
				continue
			}
			switch fn := typeutil.StaticCallee(pass.TypesInfo, call); {
			case fn == nil || inModule(pass, fn):
			case old:
				return "uses an SDK that is too old: errlint knows mcp-go from v0.8 on, and the official SDK from v0.3 on"
			default:
				return "makes a server, but " + noTools + ": option decorated.registrars names functions that register"
			}
		}
	}
	return ""
}

// splitTools removes the reports of [inventory] from the findings of a run, and returns the tools, sorted by place, none twice, and
// what there is to say of packages that make servers without tools; nothing if the module has a function by which others register tools.
func splitTools(r *driver.Result) (all []tool, unread []string, err error) {
	registrar := false
	for i := range r.Findings {
		switch f := &r.Findings[i]; {
		case f.Rule != inventoryRule:
		case f.Category == "server":
			unread = append(unread, f.Package+" "+f.Message)
		case f.Category == "registrar":
			registrar = true
		default:
			var tools []tool
			sound := pack.Unpack(f.Message, &tools)
			for _, at := range f.Related {
				i, err := strconv.Atoi(at.Message)
				if sound = sound && err == nil && 0 <= i && i < len(tools); !sound {
					break
				}
				tools[i].File, tools[i].Line, tools[i].Column = at.Pos.File, at.Pos.Line, at.Pos.Column
				all = append(all, tools[i])
			}
			if !sound {
				return nil, nil, errors.New("the inventory of tools is damaged")
			}
		}
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return f.Rule == inventoryRule })
	slices.SortFunc(all, func(a, b tool) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Verdict, b.Verdict))
	})
	// A package with tests is analysed twice.
	all = slices.CompactFunc(all, func(a, b tool) bool {
		return a.File == b.File && a.Line == b.Line && a.Column == b.Column && a.Name == b.Name && a.Part == b.Part && a.Verdict == b.Verdict
	})
	// A package that registers everything that another one returns registers only tools that are listed there.
	listed := make(map[string]bool)
	for _, t := range all {
		listed[t.Package] = listed[t.Package] || t.Name != ""
	}
	all = slices.DeleteFunc(all, func(t tool) bool {
		return t.Name == "" && t.Handler == "" && t.Verdict == notJudged && listed[t.From] && t.From != t.Package
	})
	// A function that registers handlers which it is given registers tools that are listed where it is called.
	type given struct{ by, name string }
	known := make(map[given]bool)
	for _, t := range all {
		known[given{t.By, t.Name}] = true
	}
	all = slices.DeleteFunc(all, func(t tool) bool { return t.Given != "" && t.Name != "" && known[given{t.Given, t.Name}] })
	if registrar {
		unread = nil
	}
	slices.Sort(unread)
	return all, slices.Compact(unread), nil
}

// namesOf returns the names and places under which a registration is listed: one, or one for each call of a function that registers the
// same handler under the name that it is given.
func namesOf(r toolflow.Registration) []toolflow.Named {
	if len(r.Named) > 0 {
		return r.Named
	}
	return []toolflow.Named{{Pos: r.Pos, Name: r.Name, Part: r.Part}}
}

func newTool(pass *analysis.Pass, r toolflow.Registration, n toolflow.Named) tool {
	pkg, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	t := tool{Name: n.Name, Part: n.Part, Server: r.Server, Handler: r.Label, Decorators: []string{}, Reason: r.Reason, Package: pkg, List: r.List, From: r.From}
	if r.Maker != nil {
		t.Maker = errflow.FuncName(r.Maker, pass.Pkg)
	}
	if r.Given != nil {
		t.Given = r.Given.Origin().FullName()
	}
	if fn := flow.Called(r.Call.Common()); fn != nil {
		t.By = fn.Origin().FullName()
	}
	for _, d := range r.Decorators {
		name := "a function literal"
		if d.Decorator != nil {
			name = errflow.FuncName(d.Decorator, pass.Pkg)
		}
		t.Decorators = append(t.Decorators, name)
	}
	switch {
	case r.State == toolflow.Decorated:
		t.Verdict = "decorated"
	case r.State == toolflow.Covered:
		t.Verdict = "covered by middleware"
	case r.Typed:
		t.Verdict, t.Reason = "covered by the SDK", ""
	case r.State == toolflow.Unknown:
		t.Verdict = notJudged
	case r.Safe:
		t.Verdict = neverFails
	case r.Coded:
		t.Verdict = "protocol errors by choice"
	default:
		t.Verdict = "undecorated"
	}
	return t
}

// listTools returns the inventory in one of the forms.
func listTools(all []tool, unread []string, form string) (string, error) {
	var b strings.Builder
	switch form {
	case "json":
		if all == nil {
			all = []tool{}
		}
		return printer.Indented(all)
	case "markdown":
		b.WriteString("| tool | server | handler | decorators | verdict | where |\n| --- | --- | --- | --- | --- | --- |\n")
		for _, t := range all {
			row := strings.Join([]string{cmp.Or(t.Name, t.Part), t.Server, t.handler(), strings.Join(t.Decorators, ", "), t.verdict(), t.place()}, "\x00")
			row = strings.NewReplacer("|", "\\|", "\x00", " | ").Replace(row)
			fmt.Fprintf(&b, "| %s |\n", row)
		}
		b.WriteString("\n")
	default:
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, t := range all {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.place(), cmp.Or(t.Name, t.Part, "?"), t.handler(), t.verdict())
		}
		_ = w.Flush()
	}
	if len(all) == 0 && len(unread) > 0 {
		b.WriteString(unread[0] + "\n")
	} else {
		b.WriteString(sumTools(all) + "\n")
	}
	return cleanLines(b.String()), nil
}

func (t tool) place() string { return fmt.Sprintf("%s:%d", t.File, t.Line) }

func (t tool) handler() string {
	switch {
	case t.List:
		return "a list of tools"
	case t.Handler == "" && t.Maker != "":
		return "a function literal in " + t.Maker
	}
	return cmp.Or(t.Handler, "a function literal")
}

// verdict returns the verdict with its reason or decorators.
func (t tool) verdict() string {
	switch {
	case t.Reason != "":
		return t.Verdict + ": " + t.Reason
	case len(t.Decorators) > 0:
		return t.Verdict + " by " + strings.Join(t.Decorators, ", ")
	}
	return t.Verdict
}

const noTools = "no registration of a tool was recognised"

// sumTools returns the number of tools and of their verdicts, in words.
func sumTools(all []tool) string {
	n := make(map[string]int)
	var verdicts []string
	tools := countTools(all)
	for _, t := range all {
		if t.List {
			continue
		}
		if n[t.Verdict]++; n[t.Verdict] == 1 {
			verdicts = append(verdicts, t.Verdict)
		}
	}
	slices.Sort(verdicts)
	for i, v := range verdicts {
		if verdicts[i] = fmt.Sprintf("%d %s", n[v], v); v == neverFails && n[v] > 1 {
			verdicts[i] = fmt.Sprintf("%d never fail", n[v])
		}
	}
	lists := countLists(len(all) - tools)
	switch {
	case len(all) == 0:
		return noTools
	case tools == 0:
		return lists + ": not judged"
	case len(all) > tools:
		verdicts = append(verdicts, lists+" not judged")
	}
	return printer.Count(tools, "tool") + ": " + strings.Join(verdicts, ", ")
}

func countLists(n int) string {
	if n == 1 {
		return "1 list of tools"
	}
	return fmt.Sprintf("%d lists of tools", n)
}

// toldTools returns the line about tools at the end of a run. It is "" if all is well, unless always is set.
// That a server has no tools is known only if everything was analysed.
func toldTools(all []tool, unread []string, everything, always bool) string {
	tools := countTools(all)
	lists, unknown := len(all)-tools, 0
	for _, t := range all {
		if t.Verdict == notJudged && !t.List {
			unknown++
		}
	}
	switch {
	case unknown+lists > 0:
		said := printer.Count(tools, "tool") + ", "
		switch {
		case tools == 0:
			said = countLists(lists)
		case lists == 0:
			said += fmt.Sprintf("%d of them", unknown)
		case unknown == 0:
			said += countLists(lists)
		default:
			said += fmt.Sprintf("%d of them and %s", unknown, countLists(lists))
		}
		return said + " not judged: errlint tools says why"
	case len(all) > 0 && always:
		return sumTools(all)
	case len(all) == 0 && len(unread) > 0 && everything:
		return unread[0]
	}
	return ""
}

// countTools counts the tools that are not lists of unknown ones.
func countTools(all []tool) int {
	n := 0
	for _, t := range all {
		if !t.List {
			n++
		}
	}
	return n
}
