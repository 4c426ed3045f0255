// Package found returns values that tell of errors in place of errors, in all
// the ways that are found.
package found

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"

	"noerrordict/mcp"
)

func load(name string) ([]byte, error) { return os.ReadFile(name) }

func literal(name string) (map[string]any, error) {
	b, err := load(name)
	if err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/map-literal // want `^literal returns a map with the key "error" set from err: return the error instead$`
	}
	return map[string]any{"size": len(b)}, nil
}

func index(name string) map[string]any {
	result := map[string]any{"name": name}
	b, err := load(name)
	if err != nil {
		result["error"] = err.Error() // shape: noerrordict/map-index // want `index returns a map with the key "error" set from err`
		return result
	}
	result["size"] = len(b)
	return result
}

func fallsThrough(name string) (map[string]any, error) {
	result := make(map[string]any)
	if _, err := load(name); err != nil {
		result["error"] = fmt.Sprintf("cannot load %s: %v", name, err) // shape: noerrordict/local // want `fallsThrough returns a map with the key "error" set from err`
	}
	return result, nil
}

type reply map[string]any

func named(name string) (reply, error) {
	if _, err := load(name); err != nil {
		return reply{"error": "cannot load: " + err.Error()}, nil // shape: noerrordict/map-named // want `named returns a map with the key "error" set from err`
	}
	return nil, nil
}

func ginH(name string) (any, error) {
	if name == "" {
		return gin.H{"error": "no name"}, nil // shape: noerrordict/map-gin // want `ginH returns a map with the key "error": return an error instead`
	}
	return gin.H{"name": name}, nil
}

func pointer(name string) (*map[string]string, error) {
	if _, err := load(name); err != nil {
		m := map[string]string{"error": err.Error()} // want `pointer returns a map`
		return &m, nil
	}
	return nil, nil
}

// Summary is a reply.
type Summary struct {
	Size  int
	Error string `json:"error,omitempty"`
}

func structLiteral(name string) (Summary, error) {
	b, err := load(name)
	if err != nil {
		return Summary{Error: err.Error()}, nil // shape: noerrordict/struct-field // want `^structLiteral returns Summary with field Error set from err: return the error instead$`
	}
	return Summary{Size: len(b)}, nil
}

func structLater(name string) *Summary {
	out := &Summary{}
	b, err := load(name)
	if err != nil {
		out.Error = err.Error() // want `structLater returns Summary with field Error set from err`
		return out
	}
	out.Size = len(b)
	return out
}

// Base is what replies have in common.
type Base struct {
	Error string `json:"error"`
}

// Embedding is a reply.
type Embedding struct {
	Base
	Size int
}

func embedded(name string) (*Embedding, error) {
	b, err := load(name)
	if err != nil {
		return &Embedding{Base: Base{Error: err.Error()}}, nil // shape: noerrordict/struct-embedded // want `embedded returns Embedding with field Error set from err`
	}
	return &Embedding{Size: len(b)}, nil
}

func sprintf(name string) (string, error) {
	if _, err := load(name); err != nil {
		return fmt.Sprintf(`{"files": [], "error": %q}`, err.Error()), nil // shape: noerrordict/json-sprintf // want `^sprintf returns JSON with the key "error" set from err: return the error instead$`
	}
	return "{}", nil
}

func sprintfQuoted(name string) ([]byte, error) {
	if _, err := load(name); err != nil {
		return []byte(fmt.Sprintf("{\"name\":%q,\"error\":\"%v\"}", name, err)), nil // want `sprintfQuoted returns JSON with the key "error" set from err`
	}
	return nil, nil
}

func concat(name string) (string, error) {
	_, err := load(name)
	if err != nil {
		return `{"error": "` + err.Error() + `"}`, nil // shape: noerrordict/json-concat // want `concat returns JSON with the key "error" set from err`
	}
	return "{}", nil
}

func concatQuoted(name string) (string, error) {
	_, err := load(name)
	if err != nil {
		return `{"ok":false,"error":` + strconv.Quote(err.Error()) + `}`, nil // want `concatQuoted returns JSON with the key "error" set from err`
	}
	return "{}", nil
}

const internalError = `{"error": "internal error"}`

func constant(name string) (string, error) {
	if _, err := load(name); err != nil {
		return internalError, nil // shape: noerrordict/json-constant // want `^constant returns JSON with the key "error": return an error instead$`
	}
	return "{}", nil
}

func marshalString(name string) string {
	if _, err := load(name); err != nil {
		b, _ := json.Marshal(map[string]string{"error": err.Error()}) // shape: noerrordict/marshal-string // want `marshalString returns a map with the key "error" set from err`
		return string(b)
	}
	return "{}"
}

func marshalDirect(name string) ([]byte, error) {
	if _, err := load(name); err != nil {
		return json.Marshal(map[string]string{"error": err.Error()}) // shape: noerrordict/marshal-direct // want `marshalDirect returns a map with the key "error" set from err`
	}
	return nil, nil
}

func marshalStruct(name string) (string, error) {
	if _, err := load(name); err != nil {
		b, err := json.Marshal(Summary{Error: err.Error()}) // want `marshalStruct returns Summary with field Error set from err`
		if err != nil {
			return "", err
		}
		return string(b), nil
	}
	return "{}", nil
}

func marshalRaw(name string) (json.RawMessage, error) {
	if _, err := load(name); err != nil {
		b, err := json.MarshalIndent(map[string]string{"error": err.Error()}, "", "\t") // shape: noerrordict/marshal-raw // want `marshalRaw returns a map with the key "error" set from err`
		return json.RawMessage(b), err
	}
	return nil, nil
}

// TextResource is content.
type TextResource struct {
	URI  string
	Text string
}

type service struct{ ready bool }

func (s *service) read(uri string) ([]any, error) {
	if !s.ready {
		return s.notReady(uri), nil
	}
	return nil, errors.New("nothing to read")
}

func (s *service) notReady(uri string) []any {
	content := map[string]any{
		"error":   "not_ready", // shape: noerrordict/marshal-content // want `\(\*service\)\.notReady returns a map with the key "error": return an error instead`
		"message": "wait a little",
	}
	b, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return []any{TextResource{uri, "Error: not ready."}}
	}
	return []any{TextResource{URI: uri, Text: string(b)}}
}

func toolText(name string) (*mcp.CallToolResult, error) {
	if _, err := load(name); err != nil {
		b, err := json.Marshal(map[string]string{"error": err.Error()}) // shape: noerrordict/tool-result // want `toolText returns a map with the key "error" set from err`
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(string(b)), nil
	}
	return mcp.NewToolResultText("fine"), nil
}

func toolContent(name string) (*mcp.CallToolResult, any, error) {
	if name == "" {
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: `{"error": "no name"}`}}, // want `toolContent returns JSON with the key "error"`
		}, nil, nil
	}
	return nil, nil, nil
}

func toolStructured(name string) (*mcp.CallToolResult, error) {
	if _, err := load(name); err != nil {
		return &mcp.CallToolResult{StructuredContent: map[string]any{"error": err.Error()}}, nil // want `toolStructured returns a map with the key "error" set from err`
	}
	return nil, nil
}

func errorResponse(message string) map[string]any {
	return map[string]any{
		"error":   message, // shape: noerrordict/helper // want `errorResponse returns a map with the key "error" set from message: return an error instead`
		"success": false,
	}
}

func throughHelper(name string) (map[string]any, error) {
	_, err := load(name)
	if errors.Is(err, os.ErrNotExist) {
		return errorResponse(fmt.Sprintf("no file %s", name)), nil
	}
	if err != nil {
		return errorResponse(err.Error()), nil
	}
	return nil, nil
}

func fromError(err error) map[string]any {
	return map[string]any{"error": err.Error()} // want `fromError returns a map with the key "error" set from err: return the error instead`
}

// shape: noerrordict/helper-of-helper
func twoHelpers(err error) string { return toJSON(fromError(err)) }

func toJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func throughTwoHelpers(name string) (string, error) {
	if _, err := load(name); err != nil {
		return twoHelpers(err), nil
	}
	return "", nil
}

func jsonResult(v any) (*mcp.CallToolResult, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("marshal: %w", err)
	}
	return mcp.NewToolResultText(string(b)), nil
}

func throughPass(name string) (*mcp.CallToolResult, error) {
	b, err := load(name)
	if err != nil {
		return jsonResult(map[string]any{"error": err.Error()}) // shape: noerrordict/helper-pass // want `throughPass returns a map with the key "error" set from err`
	}
	return jsonResult(map[string]any{"size": len(b)})
}

func phi(name string, quiet bool) (map[string]any, error) {
	var m map[string]any
	if quiet {
		m = map[string]any{}
	} else {
		m = map[string]any{"error": "not quiet"} // shape: noerrordict/phi // want `phi returns a map with the key "error"`
	}
	return m, nil
}

func keyErr(name string) (map[string]any, error) {
	_, err := load(name)
	if err != nil {
		return map[string]any{"err": err.Error()}, nil // shape: noerrordict/key-err // want `key "err" set from err`
	}
	return nil, nil
}

func keyErrors(name string) (map[string]any, error) {
	_, err := load(name)
	if err != nil {
		return map[string]any{"errors": []string{err.Error()}}, nil // shape: noerrordict/key-errors // want `key "errors" set from err`
	}
	return nil, nil
}

func keyProblem(name string) (map[string]string, error) {
	return map[string]string{"problem": "no such thing as " + name}, nil // shape: noerrordict/key-problem // want `key "problem"`
}

func keyIsError(name string) (map[string]any, error) {
	_, err := load(name)
	if err != nil {
		return map[string]any{"isError": err.Error()}, nil // shape: noerrordict/key-iserror // want `key "isError" set from err`
	}
	return map[string]any{"is_error": "no"}, nil // want `key "is_error"`
}

func several(name string) map[string]any {
	results := make(map[string]any)
	_, getErr := load(name)
	results["get_success"] = getErr == nil
	if getErr != nil {
		results["get_error"] = getErr.Error() // shape: noerrordict/key-suffix // shape: noerrordict/several-keys // want `several returns a map with the key "get_error" set from getErr`
		return results
	}
	if setErr := os.WriteFile(name, nil, 0); setErr != nil {
		results["set_error"] = setErr.Error()
	}
	return results
}

var handlers = map[string]func(string) (any, error){
	"size": func(name string) (any, error) {
		b, err := load(name)
		if err != nil {
			return map[string]any{"error": err.Error()}, nil // shape: noerrordict/closure // want `^a function literal returns a map with the key "error" set from err`
		}
		return len(b), nil
	},
}

func factory() func(string) (any, error) {
	return func(name string) (any, error) {
		if name == "" {
			return map[string]any{"error": "no name"}, nil // want `^a function literal in factory returns a map`
		}
		return nil, nil
	}
}

func generic[T any](v T, check func(T) error) (map[string]any, error) {
	if err := check(v); err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/generic // want `generic returns a map with the key "error" set from err`
	}
	return nil, nil
}

func namedResult(name string) (m map[string]any, err error) {
	if _, e := load(name); e != nil {
		m = map[string]any{"error": e.Error()} // shape: noerrordict/named-result // want `namedResult returns a map with the key "error" set from e`
		return
	}
	return
}

func redact(err error) string { return "failed: " + err.Error() }

func redacted(name string) (map[string]any, error) {
	if _, err := load(name); err != nil {
		return map[string]any{"error": redact(err)}, nil // shape: noerrordict/text-helper // want `redacted returns a map with the key "error" set from err: return the error instead`
	}
	return nil, nil
}

func called(name string) (Summary, error) {
	_, err := load(name)
	return Summary{
		Error: func() string { // want `called returns Summary with field Error set from an error: return the error instead`
			if err != nil {
				return err.Error() // shape: noerrordict/called-literal
			}
			return ""
		}(),
	}, nil
}

func recursive(name string, n int) (map[string]any, error) {
	if n > 0 {
		return recursive(name, n-1)
	}
	return map[string]any{"error": "no depth"}, nil // shape: noerrordict/recursive // want `recursive returns a map with the key "error"`
}

func failed(name string, err error) (map[string]any, error) {
	if name == "" {
		return nil, errors.New("no name")
	}
	return map[string]any{"name": name, "error": err.Error()}, nil // shape: noerrordict/given-error // want `failed returns a map with the key "error" set from err`
}

func throughFailed(name string) (map[string]any, error) {
	if _, err := load(name); err != nil {
		return failed(name, err)
	}
	return nil, nil
}

func failf(format string, args ...any) map[string]any {
	return map[string]any{"error": fmt.Sprintf(format, args...)} // shape: noerrordict/helper-printf // want `failf returns a map with the key "error" set from format: return the error instead`
}

func throughFailf(name string) (map[string]any, error) {
	if _, err := load(name); err != nil {
		return failf("cannot load: %v", err), nil
	}
	return nil, nil
}

func (s *service) failf(format string, args ...any) map[string]any {
	return map[string]any{"ready": s.ready, "error": fmt.Sprintf(format, args...)} // want `\(\*service\)\.failf returns a map with the key "error" set from format`
}

func (s *service) check(name string) (map[string]any, error) {
	if name == "" {
		return s.failf("no name"), nil
	}
	return nil, nil
}

func closureFailf(name string) (map[string]any, error) {
	fail := func(format string, args ...any) (map[string]any, error) {
		return map[string]any{"error": fmt.Sprint(args...)}, nil // want `a function literal in closureFailf returns a map with the key "error": return an error instead`
	}
	if _, err := load(name); err != nil {
		return fail("%v", err)
	}
	return nil, nil
}

func encoded(name string) (string, error) {
	var buf bytes.Buffer
	if _, err := load(name); err != nil {
		if err := json.NewEncoder(&buf).Encode(map[string]any{"error": err.Error()}); err != nil { // shape: noerrordict/encoded // want `encoded returns a map with the key "error" set from err`
			return "", err
		}
		return buf.String(), nil
	}
	err := json.NewEncoder(&buf).Encode(map[string]any{"name": name})
	return buf.String(), err
}

func encodedBytes(name string) ([]byte, error) {
	var sb bytes.Buffer
	enc := json.NewEncoder(&sb)
	enc.SetIndent("", "\t")
	if _, err := load(name); err != nil {
		_ = enc.Encode(map[string]any{"error": err.Error()}) // want `encodedBytes returns a map with the key "error" set from err`
		return sb.Bytes(), nil
	}
	return nil, nil
}

func toldBefore(names []string) (map[string]any, error) {
	result := make(map[string]any)
	for _, name := range names {
		b, err := load(name)
		if err != nil {
			result["error"] = err.Error() // shape: noerrordict/told-before // want `toldBefore returns a map with the key "error" set from err`
			continue
		}
		result["size"] = len(b)
		return result, nil
	}
	return nil, nil
}

// One whose error is what the function fails with: nothing else is put in after it.
func reported(name string) (map[string]any, error) {
	out := map[string]any{"name": name}
	info, err := os.Stat(name)
	if err != nil {
		out["size_error"] = err.Error() // want `reported returns a map with the key "size_error" set from err`
		return out, nil
	}
	out["size"] = info.Size()
	return out, nil
}
