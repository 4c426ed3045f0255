// Package spec has the clauses of the documents whose error handling errlint enforces, and the rules that hold each of them. It is
// what "errlint spec" reports on; docs/spec.md is the same table for readers, and a test compares the two.
package spec

import (
	"slices"
	"strings"
)

// A Document is one of the five, with its clauses in the order in which it has them.
type Document struct {
	Name    string // that of its preset
	Short   string // in docs/spec.md
	Title   string
	Clauses []Clause
}

// A Clause is one thing that a document asks for.
type Clause struct {
	ID    string
	Text  string   // what a Go program must do
	Holds []string // the categories that enforce it; none for a clause that no source can show to be kept
	Needs Surface  // what a module must have for the clause to apply; "" for any
	Marks []string // the kinds of directives that some of it is decided by
	Why   string   // without Holds: why it cannot be decided from the source
}

// A Surface is something that a module has or has not.
type Surface string

const (
	Tools   Surface = "tools"   // it registers tools
	Codes   Surface = "codes"   // it has codes of errors
	Replies Surface = "replies" // it replies to clients

	Problems   Surface = "problems"   // it has a type for problem details
	Mappings   Surface = "mappings"   // it has functions that map errors to codes
	Decorators Surface = "decorators" // it declares decorators
	Tests      Surface = "tests"      // it has tests

	Operations Surface = "operations" // it gives operations to decorators, or marks types of them
	Empties    Surface = "empties"    // it gives empty results to decorators
	Base       Surface = "base"       // it has the type that results embed
	Layers     Surface = "layers"     // it has packages of a layer
	Published  Surface = "published"  // it has constants for published codes
)

// Absent returns why a clause that needs s does not apply to a module without it.
func (s Surface) Absent() string {
	switch s {
	case Tools:
		return "the packages register no tools"
	case Codes:
		return "the packages have no codes of errors"
	case Replies:
		return "the packages reply to no client"
	case Problems:
		return "the packages have no type for problem details"
	case Mappings:
		return "the packages have no function that maps errors to codes"
	case Decorators:
		return "no function of the packages is marked or configured as a decorator"
	case Tests:
		return "the packages have no tests, or tests are not checked"
	case Operations:
		return "the packages give no operation to a decorator"
	case Empties:
		return "the packages give no empty result to a decorator"
	case Base:
		return "the packages do not have the type of option base"
	case Layers:
		return "no package is of a layer of option layers"
	case Published:
		return "no published code has a constant"
	}
	return ""
}

// options are the options that switch on a category which is off without them: any one of the keys does. Of a category with a key of
// its own name (errmap/central), that is the option.
var options = map[string][]string{
	"decorated/panic":     {"catch-panics"},
	"domainerr/hierarchy": {"base", "methods"},
	"domainerr/layer":     {"layers"},
	"envelope/member":     {"members"},
	"envelope/factory":    {"factories"},
	"errlog/level":        {"levels"},
	"errlog/unstructured": {"structured", "logger"},
	"errmap/code":         {"table", "default"},
	"raisesdoc/listed":    {"level"},
	"raisesdoc/presence":  {"adapter-level", "level"},
}

// Options returns the keys of a rule's options that may switch on a category: any one of them does. Which of these there are is for
// the caller to know.
func Options(id string) []string {
	if keys, ok := options[id]; ok {
		return keys
	}
	_, category, _ := strings.Cut(id, "/")
	return []string{category}
}

// Find returns the document with that name, or short name in either case.
func Find(name string) (Document, bool) {
	i := slices.IndexFunc(Documents, func(d Document) bool { return d.Name == name || strings.EqualFold(d.Short, name) })
	if i < 0 {
		return Document{}, false
	}
	return Documents[i], true
}

const (
	runtime = "it shows only when the program runs"
	reader  = "it needs a reader"
)

// Documents are the documents.
var Documents = []Document{
	{"codeintel", "CI", "the code-intelligence error envelope", []Clause{
		{ID: "FR-ERR-001", Text: "error replies are one envelope type; success replies carry no error key", Holds: []string{"noerrordict/error-map", "noerrordict/error-struct", "noerrordict/error-json", "envelope/shape"}},
		{ID: "FR-ERR-002", Text: "problem details carry their members; the type is the base and the code; the instance names the operation", Holds: []string{"errcode/uri", "envelope/member", "envelope/status", "envelope/instance"}, Needs: Problems},
		{ID: "FR-ERR-003", Text: "adapters return a Go error, never an error map; the errors are typed and documented", Holds: []string{"noerrordict/error-map", "noerrordict/error-struct", "noerrordict/error-json", "noerrordict/error-lost", "raisesdoc/listed", "raisesdoc/presence", "raisesdoc/stale", "domainerr/untyped"}, Marks: []string{"adapter"}},
		{ID: "FR-ERR-004", Text: "every tool handler goes through the error decorator, which converts every error and passes none on", Holds: []string{"decorated/undecorated", "decorated/decorator", "safemsg/foreign", "safemsg/unknown"}, Needs: Tools},
		{ID: "FR-ERR-005", Text: "domain errors form one hierarchy with structured context", Holds: []string{"domainerr/hierarchy", "domainerr/context", "domainerr/mixed"}},
		{ID: "FR-ERR-006", Text: "every error is logged once, structured, with nothing sensitive in it", Holds: []string{"errlog/without-error", "errlog/unlogged", "errlog/twice", "errlog/log-and-return", "errlog/unstructured", "errlog/fields", "errlog/level", "safemsg/secret"}},
		{ID: "FR-ERR-007", Text: "each error type maps to its HTTP status; unknown errors to 500", Holds: []string{"errmap/missing", "errmap/code"}, Needs: Mappings},
		{ID: "FR-ERR-008", Text: "codes are kebab-case, equal to the type URI's suffix, defined once", Holds: []string{"errcode/style", "errcode/uri", "errcode/literal", "errcode/duplicate", "errcode/documented"}, Needs: Codes},
		{ID: "FR-ERR-009", Text: "the cause chain is kept; context is filled in and holds no secrets", Holds: []string{"wrapcause/format", "wrapcause/text", "wrapcause/dropped", "wrapcause/second-cause", "wrapcause/no-unwrap", "domainerr/context", "safemsg/secret"}},
		{ID: "FR-ERR-010", Text: "result fields are present, and empty, on error", Holds: []string{"envelope/omitted", "envelope/empty-null", "envelope/nullable"}, Needs: Tools},
		{ID: "FR-ERR-011", Text: "the empty result given to the decorator is the tool's own result type, with empty slices", Holds: []string{"envelope/empty-type", "envelope/empty-null"}, Needs: Empties},
		{ID: "FR-ERR-012", Text: "operations are category:operation; the operation is the tool's name", Holds: []string{"opname/constant", "opname/format", "opname/category", "opname/tool", "opname/duplicate"}, Needs: Operations},
		{ID: "FR-ERR-013", Text: "tool responses embed the base error fields", Holds: []string{"envelope/base"}, Needs: Base},
		{ID: "FR-ERR-014", Text: "messages say what failed and leak no internals", Holds: []string{"safemsg/trace", "safemsg/foreign", "safemsg/detail"}, Needs: Replies},
		{ID: "FR-ERR-015", Text: "the decorator's doc comment explains its parameters, the empty result, and gives an example", Holds: []string{"raisesdoc/decorator"}, Needs: Decorators},
		{ID: "metrics", Text: "a counter labelled by code, operation and status", Why: runtime},
	}},
	{"compounddocs", "CD", "the standardized error response", []Clause{
		{ID: "model", Text: "one response type, built by its factory only", Holds: []string{"noerrordict/error-map", "noerrordict/error-struct", "noerrordict/error-json", "envelope/shape", "envelope/factory"}},
		{ID: "codes", Text: "SCREAMING_SNAKE_CASE constants, each defined once, no literals at their uses", Holds: []string{"errcode/style", "errcode/literal", "errcode/duplicate", "errcode/published"}, Needs: Codes},
		{ID: "domain errors", Text: "each domain error yields exactly one code and keeps its inner error", Holds: []string{"wrapcause/dropped", "wrapcause/no-unwrap", "domainerr/hierarchy", "errmap/conflict"}},
		{ID: "mapping", Text: "known errors to their codes; cancelled and unknown ones to an internal error with a sanitised message, logged in full", Holds: []string{"errmap/missing", "errmap/code", "safemsg/foreign", "safemsg/unknown", "errlog/unlogged"}, Needs: Mappings},
		{ID: "validation", Text: "field errors are gathered in one response", Why: runtime},
		{ID: "guidance", Text: "messages are actionable", Why: reader},
	}},
	{"thoughtgate", "TG", "the core error requirements", []Clause{
		{ID: "5.1, 5.2", Text: "the standard JSON-RPC codes with their meaning; own codes in −32099…−32000, unique, named", Holds: []string{"errcode/style", "errcode/table", "errcode/literal", "errcode/duplicate", "errcode/reserved"}, Needs: Codes},
		{ID: "5.3, NFR-002", Text: "no stack traces, configuration, arguments or credentials in a reply", Holds: []string{"safemsg/trace", "safemsg/secret", "safemsg/foreign", "safemsg/upstream", "safemsg/detail", "safemsg/private"}, Needs: Replies, Marks: []string{"private"}},
		{ID: "6.3", Text: "gate, tool and details are filled in by error kind", Holds: []string{"errmap/fields", "errcode/allowed", "envelope/member"}, Needs: Mappings},
		{ID: "6.4", Text: "the mapping covers every error kind", Holds: []string{"errmap/missing", "errmap/panic", "errmap/shadowed"}, Needs: Mappings},
		{ID: "F-003", Text: "every error is logged with its correlation id, at a level by kind", Holds: []string{"errlog/without-error", "errlog/unlogged", "errlog/fields", "errlog/level"}},
		{ID: "F-004", Text: "metrics by code and gate", Why: runtime},
		{ID: "EC-ERR-002, 003", Text: "long messages are cut, invalid UTF-8 is replaced", Why: runtime},
	}},
	{"cowgnition", "CG", "ADR 001 of a Go server", []Clause{
		{ID: "decision 1", Text: "errors are wrapped at every boundary, with %w or cockroachdb/errors; own types keep the chain", Holds: []string{"wrapcause/format", "wrapcause/text", "wrapcause/dropped", "wrapcause/second-cause", "wrapcause/no-unwrap"}},
		{ID: "decision 2", Text: "validation errors map to −32700, −32600, −32602", Holds: []string{"errmap/code"}, Needs: Mappings},
		{ID: "decision 3", Text: "errors within tools/call become a result with isError, sanitised and logged", Holds: []string{"decorated/undecorated", "decorated/decorator", "safemsg/foreign", "safemsg/unknown", "errlog/unlogged"}, Needs: Tools},
		{ID: "decision 4", Text: "everything else goes through one central mapping", Holds: []string{"errmap/central", "errmap/missing", "errmap/shadowed", "errmap/code"}, Needs: Mappings},
		{ID: "decision 5", Text: "slog with the agreed fields", Holds: []string{"errlog/unstructured", "errlog/text"}},
		{ID: "§7 testing", Text: "tests assert with errors.Is and errors.As, never on the text of Error()", Holds: []string{"errmatch/text", "errmatch/unnamed", "errmatch/identity", "errmatch/never"}, Needs: Tests},
		{ID: "layers", Text: "transport errors do not import or return MCP errors, and the other way round", Holds: []string{"domainerr/layer"}, Needs: Layers},
	}},
	{"bb-mcp-server", "BB", "the bb-mcp-server error design", []Clause{
		{ID: "taxonomy", Text: "the code table, each code named and unique", Holds: []string{"errcode/style", "errcode/table", "errcode/literal", "errcode/duplicate", "errcode/reserved"}, Needs: Codes},
		{ID: ":type", Text: "the error category is one of a closed set", Holds: []string{"errcode/allowed"}},
		{ID: "middleware", Text: "every handler is wrapped by the exception middleware, which catches panics too", Holds: []string{"decorated/undecorated", "decorated/decorator", "decorated/panic"}, Needs: Tools},
		{ID: "validation", Text: "arguments are validated before the handler runs", Why: runtime},
		{ID: "telemetry", Text: "every error is logged with its data, less the trace", Holds: []string{"errlog/without-error", "errlog/unlogged", "errlog/fields"}},
		{ID: "trace", Text: "at most a filtered, shortened trace in a reply", Holds: []string{"safemsg/trace"}, Needs: Replies},
	}},
}
