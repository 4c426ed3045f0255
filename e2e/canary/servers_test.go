package canary

// A server is one of the examples, with what is planted in it and the calls that make it give each of its replies.
type server struct {
	name  string
	plant [][2]string // texts of server.go, and what takes their place: calls of the dependency
	arg   string      // of the function New
	tool  string
	key   string   // the name of the tool's argument
	args  []string // its values
}

// failing returns from a function as a server does whose dependency has failed.
const failing = "if err := dep.Fail(); err != nil {\n\t\t\treturn \"\", err\n\t\t}\n"

// joined returns from a function of thoughtgate with an error of its own that has the dependency's beside it.
func joined(do, own string) string {
	return "\tcase \"" + do + "\":\n\t\treturn \"\", errors.Join(" + own + ", dep.Fail())\n"
}

var servers = []server{
	{
		name:  "codeintel",
		plant: [][2]string{{"os.ReadFile(path)", "dep.ReadFile(path)"}, {"\t\"os\"\n", ""}},
		tool:  "open_file", key: "path", args: []string{"good", "missing", "dep", "../x"},
	},
	{
		name: "compounddocs",
		plant: [][2]string{{
			"\ttext, ok := documents[id]\n",
			"\tif id == \"dep\" {\n\t\t" + failing + "\t}\n" +
				"\tif id == \"wrap\" {\n\t\treturn \"\", errors.Join(&DocumentError{ID: id, Err: errNoEntry}, dep.Fail())\n\t}\n\ttext, ok := documents[id]\n",
		}},
		arg: `map[string]string{"good": "text", "empty": ""}`, tool: "show", key: "id", args: []string{"good", "missing", "empty", "dep", "wrap"},
	},
	{
		name: "thoughtgate",
		plant: [][2]string{{
			"\tcase \"work\":\n",
			"\tcase \"dep\":\n\t\t" + failing +
				"\tcase \"wrap\":\n\t\treturn \"\", fmt.Errorf(\"%w: %w\", ErrUpstream, dep.Fail())\n" +
				joined("wrap-hide", "&ToolNotExposed{Tool: in.Tool}") +
				joined("wrap-rule", "&GovernanceRuleDenied{Tool: in.Tool, Rule: \"no writes\"}") +
				joined("wrap-deny", "&PolicyDenied{Tool: in.Tool, Gate: \"policy\"}") +
				joined("wrap-reject", "&ApprovalRejected{Tool: in.Tool}") +
				joined("wrap-wait", "&ApprovalTimeout{Tool: in.Tool}") +
				joined("wrap-ask", "&WorkflowNotFound{Workflow: \"eyes\"}") +
				"\tcase \"work\":\n",
		}},
		tool: "call", key: "do", args: []string{
			"work", "hide", "rule", "deny", "reject", "wait", "ask", "drift", "change", "connect", "timeout", "fail", "find", "expire",
			"cancel", "flood", "inspect", "load", "configure", "other", "dep", "wrap",
			"wrap-hide", "wrap-rule", "wrap-deny", "wrap-reject", "wrap-wait", "wrap-ask",
		},
	},
	{
		name:  "cowgnition",
		plant: [][2]string{{"func task(raw string) (string, error) {\n", "func task(raw string) (string, error) {\n\tif raw == \"dep\" {\n\t\t" + failing + "\t}\n"}},
		tool:  "task", key: "raw", args: []string{`{"name": "a"}`, "", "{", "{}", "dep", "LONG"},
	},
	{
		name: "bb-mcp-server", plant: [][2]string{{"\tcase \"find\":\n", "\tcase \"dep\":\n\t\treturn nil, nil, dep.Fail()\n\tcase \"find\":\n"}},
		tool: "run", key: "do", args: []string{"work", "", "panic", "find", "start", "check", "configure", "dep"},
	},
}

// notRun are the methods of the examples' errors that no call of a tool runs: a client reads nothing of what they return.
var notRun = []string{"*FileOperationError.Unwrap", "*DocumentError.Unwrap", "*Error.Unwrap", "*Error.Code"}

// A leak is what takes the place of a text, and how it is seen.
type leak struct {
	name   string
	expr   string // with the text for %s, and the error at hand for ERR
	canary string // in the reply
	finds  []string
	needs  []string // packages to import
	failed bool     // it is only for replies to calls that have failed that the rule asks
}

var leaks = []leak{
	{"error", `%s + creds.Text(ERR)`, "CANARY-FOREIGN", []string{"foreign", "unknown"}, []string{"example.com/app/creds"}, true},
	{"format", `fmt.Sprintf("%%s: %%v", %s, ERR)`, "CANARY-FOREIGN", []string{"foreign", "unknown"}, []string{"fmt"}, true},
	{"secret", `%s + creds.Password()`, "CANARY-SECRET", []string{"secret"}, []string{"example.com/app/creds"}, false},
	{"private", `%s + creds.Current().Max`, "CANARY-PRIVATE", []string{"private"}, []string{"example.com/app/creds"}, false},
	{"upstream", `%s + creds.Body()`, "CANARY-UPSTREAM", []string{"upstream"}, []string{"example.com/app/creds"}, true},
	{"trace", `%s + string(debug.Stack())`, "goroutine ", []string{"trace"}, []string{"runtime/debug"}, false},
	{"detail", `fmt.Sprintf("%%s%%T", %s, creds.Current())`, "creds.Limits", []string{"detail"}, []string{"fmt", "example.com/app/creds"}, true},
}
