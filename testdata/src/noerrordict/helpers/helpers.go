// Package helpers builds replies for other packages, which are to answer for
// what they do with them.
package helpers

import "encoding/json"

// ErrorMap is what a caller returns, or writes out.
func ErrorMap(err error) map[string]any { // want ErrorMap:`helper\(result 0: error-map "error"\)`
	return map[string]any{"ok": false, "error": err.Error()}
}

// Message is the same for a text.
func Message(msg string) map[string]any { // want Message:`helper\(result 0: error-map "error"\)`
	m := map[string]any{}
	m["error"] = msg
	return m
}

// Unavailable always says the same.
func Unavailable() map[string]string { // want Unavailable:`helper\(result 0: error-map "error"\)`
	return map[string]string{"error": "unavailable"}
}

// Failure is a reply.
type Failure struct {
	Error string `json:"error"`
}

// Fail fills in a reply.
func Fail(msg string) Failure { // want Fail:`helper\(result 0: error-struct "error"\)`
	return Failure{Error: msg}
}

// Wrapped builds on another helper.
func Wrapped(err error) string { // want Wrapped:`helper\(result 0: error-map "error"\)`
	return JSON(ErrorMap(err))
}

// JSON is v as a text.
func JSON(v any) string { // want JSON:`helper\(result 0: param 0\)`
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return "{}"
	}
	return string(b)
}

// A Text is content.
type Text struct {
	URI  string
	Text string
}

// Content is v as content.
func Content(uri string, v any) ([]any, error) { // want Content:`helper\(result 0: param 1\)`
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return []any{Text{URI: uri, Text: string(b)}}, nil
}

// Identity is v.
func Identity[T any](v T) T { return v } // want Identity:`helper\(result 0: param 0\)`

// A Kit has helpers for methods.
type Kit struct{}

// Error is the text of an error map.
func (Kit) Reply(err error) []byte { // want Reply:`helper\(result 0: error-map "error"\)`
	b, _ := json.Marshal(map[string]string{"error": err.Error()})
	return b
}

// SetError sets the error of a reply.
func SetError(m map[string]any, err error) { // want SetError:`helper\(param 0: "error"\)`
	m["error"] = err.Error()
}

// Payload is an event for another system: that it is told of an error is not how it fails.
func Payload(job string, err error) ([]byte, error) { // want Payload:`helper\(result 0: error-map "error"\)`
	return json.Marshal(map[string]any{"event": "failed", "job": job, "error": "job failed: " + err.Error()})
}
