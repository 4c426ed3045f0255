// Package answers has functions whose answer is an error, and some that have failed with one.
package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"noerrordict/mcp"
)

// A condition has told the error from others.

func run(name string) (map[string]any, error) {
	out, err := exec.Command(name).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return map[string]any{"exit_code": exit.ExitCode(), "output": string(out), "error": exit.Error()}, nil // shape: noerrordict/not-told-map
	}
	if err != nil {
		return map[string]any{"error": err.Error()}, nil // want `run returns a map with the key "error" set from err`
	}
	return map[string]any{"output": string(out)}, nil
}

func exited(name string) (map[string]any, error) {
	err := exec.Command(name).Run()
	if exit, ok := err.(*exec.ExitError); ok {
		return map[string]any{"code": exit.ExitCode(), "error": "it has failed: " + exit.Error()}, nil
	}
	return nil, err
}

func missing(name string) (map[string]any, error) {
	out := map[string]any{"name": name}
	_, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		out["error"] = err.Error()
		return out, nil
	}
	return out, err
}

func field(name string) (map[string]any, error) {
	_, err := os.Stat(name)
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return map[string]any{"error": pathError.Op}, nil // shape: noerrordict/not-told-field
	}
	return nil, err
}

// Reply is what a command has put out.
type Reply struct {
	Output string
	Error  string `json:"error"`
}

func reply(name string) (*Reply, error) {
	out, err := exec.Command(name).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return &Reply{Output: string(out), Error: exit.Error()}, nil
	}
	return &Reply{Output: string(out)}, err
}

func built(err error) map[string]any { return map[string]any{"error": err.Error()} }

func set(m map[string]any, err error) { m["error"] = err.Error() }

func helped(name string) (map[string]any, error) {
	_, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return built(err), nil // shape: noerrordict/not-told-helper
	}
	out := make(map[string]any)
	if errors.Is(err, os.ErrPermission) {
		set(out, err)
		return out, nil
	}
	return out, err
}

// That it is none of some errors tells it from nothing.
func none(name string) (map[string]any, error) {
	_, err := os.Stat(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return map[string]any{"error": err.Error()}, nil // want `none returns a map with the key "error" set from err`
	}
	return nil, nil
}

// What a validator is to find out is whether there is an error.

func validate(pattern string) map[string]any {
	if _, err := regexp.Compile(pattern); err != nil {
		return map[string]any{"valid": false, "error": err.Error()} // shape: noerrordict/not-validator-map
	}
	return map[string]any{"valid": true}
}

func validateTool(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, _ := req.Arguments["text"].(string)
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return mcp.NewToolResultText("not valid: " + err.Error()), nil // shape: noerrordict/not-validator-text
	}
	return mcp.NewToolResultText("valid"), nil
}

func check(s string) (valid bool, details map[string]string) {
	if _, err := url.Parse(s); err != nil {
		return false, map[string]string{"error": err.Error()} // shape: noerrordict/not-validator-result
	}
	return true, nil
}

func computed(text string) map[string]any {
	_, err := regexp.Compile(text)
	out := map[string]any{"ok": err == nil}
	if err != nil {
		out["errors"] = []string{err.Error()}
	}
	return out
}

func described(s string) map[string]any {
	u, err := url.Parse(s)
	if err != nil {
		return map[string]any{"valid": false, "error": err.Error()}
	}
	return map[string]any{"valid": true, "host": u.Host}
}

func spelled(pattern string) (string, error) {
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Sprintf(`{"valid": %t, "error": %q}`, false, err), nil // shape: noerrordict/not-validator-json
	}
	return `{"valid": true}`, nil
}

func wellFormed(text string) error {
	if _, err := json.Marshal(text); err != nil {
		return fmt.Errorf("not well formed: %w", err)
	}
	return nil
}

func validateOwn(text string) (map[string]any, error) {
	if err := wellFormed(text); err != nil {
		return map[string]any{"valid": false, "error": err.Error()}, nil // shape: noerrordict/not-validator-own
	}
	return map[string]any{"valid": true}, nil
}

// A text that names a file cannot be said to be invalid where the file cannot be read.
func stored(name string) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return wellFormed(string(b))
}

func validateStored(name string) (map[string]any, error) {
	if err := stored(name); err != nil {
		return map[string]any{"valid": false, "error": err.Error()}, nil // shape: noerrordict/validator-operation // want `validateStored returns a map with the key "error" set from err`
	}
	return map[string]any{"valid": true}, nil
}

func validateWith(text string, check func(string) error) error { return check(text) }

func validateGiven(text string, check func(string) error) (map[string]any, error) {
	if err := validateWith(text, check); err != nil {
		return map[string]any{"valid": false, "error": err.Error()}, nil // want `validateGiven returns a map with the key "error" set from err`
	}
	return map[string]any{"valid": true}, nil
}

// Verdict is what is said of a text.
type Verdict struct {
	Valid bool
	Error string
}

func verdict(pattern string) Verdict {
	if _, err := regexp.Compile(pattern); err != nil {
		return Verdict{Error: err.Error()} // shape: noerrordict/not-validator-struct
	}
	return Verdict{Valid: true}
}

// One that says no more than that it has not succeeded has failed.
func unsuccessful(pattern string) map[string]any {
	if _, err := regexp.Compile(pattern); err != nil {
		return map[string]any{"success": false, "error": err.Error()} // shape: noerrordict/validator // want `unsuccessful returns a map with the key "error" set from err`
	}
	return map[string]any{"success": true}
}

func silent(pattern string) (map[string]any, error) {
	if _, err := regexp.Compile(pattern); err != nil {
		return map[string]any{"error": err.Error()}, nil // want `silent returns a map with the key "error" set from err`
	}
	return nil, nil
}

// What is parsed is wanted for something else.
func host(s string) (*mcp.CallToolResult, error) {
	u, err := url.Parse(s)
	if err != nil {
		return mcp.NewToolResultText("no URL: " + err.Error()), nil // shape: noerrordict/parsed // want `host returns the text of err as a tool result`
	}
	return mcp.NewToolResultText(u.Host), nil
}

func decode(text string) map[string]any {
	var in struct{ Name string }
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return map[string]any{"ok": false, "error": err.Error()} // want `decode returns a map with the key "error" set from err`
	}
	return map[string]any{"ok": true, "name": in.Name}
}

func checked(pattern, name string) (*mcp.CallToolResult, error) {
	if _, err := regexp.Compile(pattern); err != nil {
		return mcp.NewToolResultText("no pattern: " + err.Error()), nil // shape: noerrordict/goes-on-parsed // want `checked returns the text of err as a tool result`
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(b)), nil
}

// The work is done, and files of the program's own are left over.

func saved(name string) (*mcp.CallToolResult, error) {
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		return nil, err
	}
	if err := os.Remove(name + ".tmp"); err != nil {
		return mcp.NewToolResultText("saved, but the temporary file is still there: " + err.Error()), nil // shape: noerrordict/not-cleanup
	}
	return mcp.NewToolResultText("saved"), nil
}

func renamed(dir, name string) (map[string]any, error) {
	tmp, err := os.CreateTemp(dir, "")
	if err != nil {
		return nil, err
	}
	if err := copyTo(tmp, name); err != nil {
		return nil, err
	}
	out := map[string]any{"name": name}
	if err := os.Remove(tmp.Name()); err != nil {
		out["cleanup_error"] = err.Error()
	}
	if err := os.RemoveAll(filepath.Join(dir, "cache")); err != nil {
		return map[string]any{"name": name, "error": "the cache is still there: " + err.Error()}, nil
	}
	return out, nil
}

func copyTo(f *os.File, name string) error {
	b, err := os.ReadFile(f.Name())
	if err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o600)
}

// To remove a file of somebody else's is the work itself.
func removed(name string) (*mcp.CallToolResult, error) {
	if err := os.WriteFile(name+".bak", nil, 0o600); err != nil {
		return nil, err
	}
	if err := os.Remove(name); err != nil {
		return mcp.NewToolResultText("cannot remove it: " + err.Error()), nil // shape: noerrordict/cleanup-main // want `removed returns the text of err as a tool result`
	}
	return mcp.NewToolResultText("removed"), nil
}

func cleared() (*mcp.CallToolResult, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(filepath.Join(dir, "answers")); err != nil {
		return mcp.NewToolResultText("cannot clear the cache: " + err.Error()), nil // want `cleared returns the text of err as a tool result`
	}
	return mcp.NewToolResultText("cleared"), nil
}

// There is a result in spite of the error.

func indented(name string) (map[string]any, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	out := map[string]any{"size": len(text)}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "\t"); err != nil {
		out["text"] = string(text)
		out["indent_error"] = err.Error() // shape: noerrordict/not-made-up-for
	} else {
		out["text"] = b.String()
	}
	return out, nil
}

// Listing is what is in a directory.
type Listing struct {
	Names []string
	Error string
}

func list(dir string, kept []string) *Listing {
	out := new(Listing)
	entries, err := os.ReadDir(dir)
	if err != nil {
		out.Names, out.Error = kept, err.Error()
		return out
	}
	out.Names = namesOf(entries)
	return out
}

func namesOf(entries []os.DirEntry) (names []string) {
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// What is said of the error, or of the way there, is no result.
func said(name string) (map[string]any, error) {
	out := map[string]any{"name": name}
	start := time.Now()
	b, err := os.ReadFile(name)
	if err != nil {
		out["message"] = "cannot read " + filepath.Base(name)
		out["ok"] = false
		out["ms"] = time.Since(start).Milliseconds()
		out["path"] = filepath.Dir(name)
		out["error"] = err.Error() // shape: noerrordict/message-beside // want `said returns a map with the key "error" set from err`
	} else {
		out["message"] = fmt.Sprintf("have read %s", filepath.Base(name))
		out["ok"] = len(b) > 0
		out["ms"] = time.Since(start).Milliseconds()
	}
	return out, nil
}
