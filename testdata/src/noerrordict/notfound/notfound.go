// Package notfound has what looks like an error in place of an error, and is none.
package notfound

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/gin-gonic/gin"

	"noerrordict/mcp"
)

func load(name string) ([]byte, error) { return os.ReadFile(name) }

// Per-item records of a batch.

func batchAppend(names []string) ([]map[string]any, error) {
	var out []map[string]any
	for _, name := range names {
		item := map[string]any{"name": name}
		if _, err := load(name); err != nil {
			item["error"] = err.Error() // shape: noerrordict/not-batch-append
		}
		out = append(out, item)
	}
	return out, nil
}

// Item is the record of one of many.
type Item struct {
	Name  string
	Error string `json:"error,omitempty"`
}

func batchIndex(names []string) ([]Item, error) {
	out := make([]Item, len(names))
	for i, name := range names {
		item := Item{Name: name}
		if _, err := load(name); err != nil {
			item.Error = err.Error() // shape: noerrordict/not-batch-index
		}
		out[i] = item
	}
	return out, nil
}

func batchNested(names []string) (map[string]any, error) {
	out := make(map[string]any)
	for _, name := range names {
		if _, err := load(name); err != nil {
			out[name] = map[string]string{"error": err.Error()} // shape: noerrordict/not-batch-nested
		}
	}
	return out, nil
}

// Report is the outcome for all names.
type Report struct {
	First any
	Items []Item
}

func nestedInStruct(name string) (Report, error) {
	var r Report
	if _, err := load(name); err != nil {
		r.First = map[string]any{"error": err.Error()} // shape: noerrordict/not-nested-in-struct
		r.Items = []Item{{Name: name, Error: err.Error()}}
	}
	return r, nil
}

func one(name string) Item {
	if _, err := load(name); err != nil {
		return Item{Name: name, Error: err.Error()} // shape: noerrordict/not-batch-helper
	}
	return Item{Name: name}
}

func batchOfOnes(names []string) (out []Item, failed int) {
	for _, name := range names {
		item := one(name)
		if item.Error != "" {
			failed++
		}
		out = append(out, item)
	}
	return out, failed
}

func batchErrors(names []string) (map[string]any, error) {
	var errs []string
	for _, name := range names {
		if _, err := load(name); err != nil {
			errs = append(errs, err.Error())
		}
	}
	return map[string]any{"errors": errs}, nil // shape: noerrordict/not-batch-errors
}

func batchFirst(names []string) (Item, error) {
	failed, first := 0, ""
	for _, name := range names {
		if _, err := load(name); err != nil {
			failed++
			if first == "" {
				first = err.Error()
			}
		}
	}
	return Item{Name: fmt.Sprint(failed), Error: first}, nil // shape: noerrordict/not-batch-first
}

func marshalledBatch(names []string) (string, error) {
	var out []map[string]any
	for _, name := range names {
		if _, err := load(name); err != nil {
			out = append(out, map[string]any{"error": err.Error()})
		}
	}
	b, err := json.Marshal(map[string]any{"items": out})
	return string(b), err
}

// Values of other types under the key.

func valueError(name string) (map[string]any, error) {
	_, err := load(name)
	return map[string]any{"error": err}, nil // shape: noerrordict/not-value-error
}

func valueBool(name string) (map[string]any, error) {
	_, err := load(name)
	return map[string]any{"error": err != nil, "isError": true}, nil // shape: noerrordict/not-value-bool
}

func valueFunc() (map[string]any, error) {
	return map[string]any{"error": func(text string) string { return text }}, nil // shape: noerrordict/not-value-func
}

func valueCount(n int) (map[string]any, error) {
	return map[string]any{"errors": n, "error": nil}, nil // shape: noerrordict/not-value-count
}

func empty(name string) (map[string]any, error) {
	return map[string]any{"name": name, "error": ""}, nil // shape: noerrordict/not-empty
}

// Protocols.

func rpcFrame(id int, err error) ([]byte, error) {
	return json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": err.Error()}) // shape: noerrordict/not-jsonrpc
}

func rpcText(name string) (string, error) {
	_, err := load(name)
	return fmt.Sprintf(`{"jsonrpc": "2.0", "error": %q}`, err), nil
}

func rpcError(err error) (map[string]any, error) {
	return map[string]any{"error": map[string]any{"code": -32603, "message": err.Error()}}, nil // shape: noerrordict/not-code-message
}

// Frame is a JSON-RPC response.
type Frame struct {
	JSONRPC string `json:"jsonrpc"`
	Error   string `json:"error"`
}

func rpcStruct(name string) (*Frame, error) {
	if _, err := load(name); err != nil {
		return &Frame{JSONRPC: "2.0", Error: err.Error()}, nil // shape: noerrordict/not-jsonrpc-struct
	}
	return nil, nil
}

func schema() (map[string]any, error) {
	return map[string]any{
		"type": "object",
		"properties": map[string]any{
			"error": map[string]any{"type": "string", "description": "what went wrong"}, // shape: noerrordict/not-schema
		},
		"error": "an extension of the schema",
	}, nil
}

func schemaText() (json.RawMessage, error) {
	return json.RawMessage(`{"type": "object", "properties": {"error": {"type": "string"}}}`), nil // shape: noerrordict/not-schema-text
}

func levels() (map[string]string, error) {
	return map[string]string{"error": "red", "warning": "yellow", "info": "blue"}, nil // shape: noerrordict/not-table
}

var captions = map[string]string{"error": "Something went wrong"}

func table() map[string]string { return captions } // shape: noerrordict/not-global-table

// What is written, and not returned.

func serve(w http.ResponseWriter, r *http.Request) {
	if _, err := load(r.URL.Path); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()}) // shape: noerrordict/not-http-response
	}
}

func ginHandler(c *gin.Context) {
	if _, err := load("x"); err != nil {
		c.AbortWithStatusJSON(500, gin.H{"error": err.Error()}) // shape: noerrordict/not-gin-response
		c.JSON(400, errorBody(err))
		c.JSON(400, check("x"))
	}
}

func errorBody(err error) gin.H {
	return gin.H{"error": err.Error()} // shape: noerrordict/not-http-helper
}

func check(name string) gin.H {
	if _, err := load(name); err != nil {
		return gin.H{"error": err.Error()} // shape: noerrordict/not-http-body
	}
	return gin.H{"name": name}
}

func statusAndBody(name string) (int, any) {
	if _, err := load(name); err != nil {
		return http.StatusBadRequest, map[string]string{"error": err.Error()} // shape: noerrordict/not-status-and-body
	}
	return http.StatusOK, nil
}

// ProxyResponse is an HTTP response, as a function service wants it.
type ProxyResponse struct {
	StatusCode int
	Body, Text string
	Error      string
}

func lambda(name string) (ProxyResponse, error) {
	if _, err := load(name); err != nil {
		return ProxyResponse{StatusCode: 500, Text: `{"error": "internal"}`, Error: err.Error()}, nil // shape: noerrordict/not-response-struct
	}
	return ProxyResponse{StatusCode: 200}, nil
}

func logged(name string) ([]byte, error) {
	b, err := load(name)
	if err != nil {
		slog.Error("cannot load", "details", map[string]any{"error": err.Error()}) // shape: noerrordict/not-logged
		slog.Error("cannot load", "details", fields(err))
	}
	return b, err
}

func fields(err error) map[string]any { return map[string]any{"error": err.Error()} }

func rendered(name string) (string, error) {
	_, err := load(name)
	var b strings.Builder
	t := template.Must(template.New("page").Parse("{{.error}}"))
	if err := t.Execute(&b, map[string]any{"error": err.Error()}); err != nil { // shape: noerrordict/not-template
		return "", err
	}
	return b.String(), nil
}

// Methods of the error itself, and forms of a value.

// CodeError is an error.
type CodeError struct {
	Code int
	Msg  string
}

func (e *CodeError) Error() string {
	b, err := json.Marshal(map[string]any{"error": e.Msg})
	if err != nil {
		return fmt.Sprintf(`{"error": %q}`, err) // shape: noerrordict/not-error-method
	}
	return string(b)
}

// MarshalJSON is the error's form in JSON.
func (e *CodeError) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"error": e.Error()}) // shape: noerrordict/not-marshal-method
}

// Page is a page.
type Page struct{ name string }

// MarshalJSON is the page's form in JSON.
func (p *Page) MarshalJSON() ([]byte, error) { return p.body() }

func (p *Page) body() ([]byte, error) {
	if _, err := load(p.name); err != nil {
		return json.Marshal(map[string]any{"error": err.Error()}) // shape: noerrordict/not-marshal-helper
	}
	return json.Marshal(p.name)
}

// Fault is an error with a field for its text.
type Fault struct{ Err string }

func (f Fault) Error() string { return f.Err }

func newFault(name string) (*Fault, bool) {
	if _, err := load(name); err != nil {
		return &Fault{Err: err.Error()}, true // shape: noerrordict/not-error-type
	}
	return nil, false
}

// A decorator, and what it calls.

type handler func(req mcp.CallToolRequest) (*mcp.CallToolResult, error)

// decorate is a decorator.
//
//errlint:decorator op=op
func decorate(op string, h handler) handler {
	return func(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(req)
		if err != nil {
			return &mcp.CallToolResult{StructuredContent: map[string]any{"error": err.Error(), "op": op}}, nil // shape: noerrordict/not-decorator
		}
		return res, nil
	}
}

// decorateToo is another.
//
//errlint:decorator
func decorateToo(h handler) handler {
	return func(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(req)
		if err != nil {
			return envelope(err), nil
		}
		return res, nil
	}
}

func recognized(h toolHandler) toolHandler {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return &mcp.CallToolResult{StructuredContent: map[string]any{"error": err.Error()}}, nil // shape: noerrordict/not-decorator-recognized
		}
		return res, nil
	}
}

type toolHandler func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)

func envelope(err error) *mcp.CallToolResult {
	b, merr := json.Marshal(map[string]any{"error": err.Error()}) // shape: noerrordict/not-decorator-envelope
	if merr != nil {
		return mcp.NewToolResultText(`{"error": "internal error"}`)
	}
	return mcp.NewToolResultText(string(b))
}

// A result that is marked as an error is not mistaken for a success.

func markedResult(name string) (*mcp.CallToolResult, error) {
	if _, err := load(name); err != nil {
		b, _ := json.Marshal(map[string]any{"error": err.Error()}) // shape: noerrordict/not-marked
		return mcp.NewToolResultError(string(b)), nil
	}
	return mcp.NewToolResultText("fine"), nil
}

func markedLiteral(name string) (*mcp.CallToolResult, any, error) {
	if _, err := load(name); err != nil {
		return &mcp.CallToolResult{IsError: true}, map[string]any{"error": err.Error()}, nil // shape: noerrordict/not-marked-sibling
	}
	return nil, nil, nil
}

func markedLater(name string) (*mcp.CallToolResult, error) {
	if _, err := load(name); err != nil {
		res := mcp.NewToolResultText(`{"error": "not loaded"}`) // shape: noerrordict/not-marked-later
		res.IsError = true
		return res, nil
	}
	return nil, nil
}

func markedMap(name string) (map[string]any, error) {
	if _, err := load(name); err != nil {
		return map[string]any{"isError": true, "error": err.Error()}, nil // shape: noerrordict/not-marked-map
	}
	return nil, nil
}

// Data of others.

// Upstream is a reply that is decoded.
type Upstream struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

func (u *Upstream) problem() string { return u.Error }

func decoded(body []byte) (map[string]any, error) {
	var up Upstream
	if err := json.Unmarshal(body, &up); err != nil {
		return nil, err
	}
	return map[string]any{"id": up.ID, "error": up.Error}, nil // shape: noerrordict/not-upstream
}

func decodedParam(up *Upstream) (map[string]any, error) {
	return map[string]any{"error": up.Error, "problem": up.problem()}, nil // shape: noerrordict/not-upstream-param
}

func decodedStruct(up *Upstream) (Item, error) {
	return Item{Name: up.ID, Error: up.Error}, nil // shape: noerrordict/not-upstream-struct
}

func decodedMap(body []byte) (map[string]any, error) {
	var up map[string]string
	if err := json.Unmarshal(body, &up); err != nil {
		return nil, err
	}
	return map[string]any{"error": up["error"]}, nil // shape: noerrordict/not-upstream-lookup
}

func decodedText(up *Upstream) (string, error) {
	return fmt.Sprintf(`{"error": %q}`, up.Error), nil // shape: noerrordict/not-upstream-text
}

// Job keeps what became of it.
type Job struct {
	err error
}

func (j *Job) run(name string) { _, j.err = load(name) }

func (j *Job) status() (map[string]any, error) {
	if j.err != nil {
		return map[string]any{"error": j.err.Error()}, nil // shape: noerrordict/not-kept-error
	}
	return nil, nil
}

// An error beside it.

func withError(name string) (map[string]any, error) {
	if _, err := load(name); err != nil {
		return map[string]any{"error": err.Error()}, err // shape: noerrordict/not-sibling-error
	}
	return nil, nil
}

func maybeError(name string) (map[string]any, error) {
	out := map[string]any{}
	_, err := load(name)
	if err != nil {
		out["error"] = err.Error() // shape: noerrordict/not-sibling-maybe
	}
	return out, err
}

func earlier(name string) (Item, error) {
	var item Item
	if _, err := load(name); err != nil {
		item.Error = err.Error() // shape: noerrordict/not-other-return
		return item, err
	}
	return item, nil
}

func (s *sink) audited(name string) (map[string]any, error) {
	b, err := load(name)
	out := map[string]any{"ok": err == nil, "size": len(b)}
	if err != nil {
		out["error"] = err.Error() // shape: noerrordict/not-told-by-then
	}
	if err := s.post(out); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

func joined(name string) (Item, error) {
	_, err := load(name)
	if err != nil {
		return Item{Error: err.Error()}, errors.Join(err, errors.New("more")) // shape: noerrordict/not-sibling-join
	}
	return Item{}, nil
}

// Text that is no JSON with an error key.

func prose(name string) (string, error) {
	return "{error: " + name + "}", nil // shape: noerrordict/not-prose
}

func nestedText(name string) (string, error) {
	_, err := load(name)
	return fmt.Sprintf(`{"item": {"error": %q}}`, err), nil // shape: noerrordict/not-nested-text
}

func errorText(name string) (string, error) {
	if _, err := load(name); err != nil {
		return "cannot load: " + err.Error(), nil // shape: noerrordict/not-error-text
	}
	return "", nil
}

// A function that is given the error has not failed.

// Event is what another system is told.
func Event(job string, err error) ([]byte, error) { // want Event:`helper\(result 0: error-map "error"\)`
	return json.Marshal(map[string]any{"event": "failed", "job": job, "error": err.Error()}) // shape: noerrordict/not-given-error
}

func (s *sink) report(job string, err error) (map[string]any, error) {
	if job == "" {
		return nil, errors.New("no job")
	}
	return map[string]any{"job": job, "error": fmt.Sprintf("failed: %v", err)}, nil
}

type sink struct{ post func(any) error }

func (s *sink) run(job string, do func() error) error {
	if err := do(); err != nil {
		event, err := s.report(job, err)
		if err != nil {
			return err
		}
		return s.post(event)
	}
	return nil
}

// A line for each item.

func encodedLines(names []string) (string, error) {
	var sb strings.Builder
	enc := json.NewEncoder(&sb)
	for _, name := range names {
		if _, err := load(name); err != nil {
			if err := enc.Encode(map[string]any{"name": name, "error": err.Error()}); err != nil { // shape: noerrordict/not-batch-encoded
				return "", err
			}
		}
	}
	return sb.String(), nil
}

func encodedElsewhere(w http.ResponseWriter, name string) (string, error) {
	var sb strings.Builder
	if _, err := load(name); err != nil {
		_ = json.NewEncoder(w).Encode(map[string]any{"error": err.Error()})
		return sb.String(), nil
	}
	_ = json.NewEncoder(&sb).Encode(map[string]any{"name": name})
	return sb.String(), nil
}

// report has what could be found out, and says of what could not why.
func report(name string) (map[string]any, error) { // shape: noerrordict/not-of-part
	out := map[string]any{"name": name}
	info, err := os.Stat(name)
	if err != nil {
		out["size_error"] = err.Error()
	} else {
		out["size"] = info.Size()
	}
	out["host"], _ = os.Hostname()
	return out, nil
}

// both has what could be read of two files.
func both(first, second string) (map[string]any, error) { // shape: noerrordict/not-of-part
	a, firstErr := os.ReadFile(first)
	b, secondErr := os.ReadFile(second)
	out := map[string]any{"first": a, "second": b}
	if firstErr != nil {
		out["first_error"] = firstErr.Error()
	} else {
		out["first_error"] = ""
	}
	if secondErr != nil {
		out["second_error"] = secondErr.Error()
	} else {
		out["second_error"] = ""
	}
	return out, nil
}

// count has a branch for an error that never comes.
func count(dir string) (map[string]any, error) { // shape: noerrordict/not-occurring
	n := 0
	err := filepath.Walk(dir, func(_ string, _ os.FileInfo, err error) error {
		if err == nil {
			n++
		}
		return nil
	})
	if err != nil {
		return map[string]any{"error": err.Error()}, nil
	}
	return map[string]any{"files": n}, nil
}

// last tells one error from all others, and answers that in words of its own.
func last(name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		if os.IsNotExist(err) {
			return `{"error": "nothing was looked at yet", "hint": "look at something first"}`, nil // shape: noerrordict/not-told-words
		}
		return "", fmt.Errorf("last: %w", err)
	}
	return string(data), nil
}

func lastMap(name string) (map[string]any, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return map[string]any{"error": "nothing was looked at yet"}, nil // shape: noerrordict/not-told-words
	}
	return map[string]any{"data": data}, err
}
