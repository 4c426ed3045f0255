// Package success has tools that fail and say that they have succeeded, and some that only seem to.
package success

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"noerrordict/mcp"
)

func text(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return mcp.NewToolResultText("failed: " + err.Error()), nil // shape: noerrordict/success-text // want `^text returns the text of err as a tool result without IsError: set IsError, or return the error$`
	}
	return mcp.NewToolResultText("fine"), nil
}

func formatted(name string) (*mcp.CallToolResult, error) {
	_, err := os.Stat(name)
	if err != nil {
		msg := fmt.Sprintf("cannot stat %s: %v", name, err)
		return mcp.NewToolResultText(msg), nil // want `formatted returns the text of err as a tool result`
	}
	return mcp.NewToolResultText("fine"), nil
}

func literal(name string) (*mcp.CallToolResult, any, error) {
	if _, err := os.Stat(name); err != nil {
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: "failed: " + err.Error()}}, // shape: noerrordict/success-literal // want `literal returns the text of err as a tool result`
		}, nil, nil
	}
	return nil, nil, nil
}

func textResult(format string, args ...any) *mcp.CallToolResult {
	return mcp.NewToolResultText(fmt.Sprintf(format, args...))
}

func result(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func helped(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return result(err.Error()), nil // shape: noerrordict/success-helper // want `helped returns the text of err as a tool result`
	}
	return result("fine"), nil
}

func failure(err error) *mcp.CallToolResult {
	return mcp.NewToolResultText("Error: " + err.Error()) // shape: noerrordict/success-error-helper // want `failure returns the text of err as a tool result`
}

func told(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return failure(err), nil
	}
	return result("fine"), nil
}

// What is no success, and no failure of the tool.

func marked(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}, IsError: true}, nil // shape: noerrordict/not-success-marked
	}
	return nil, nil
}

func markedLater(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		res := mcp.NewToolResultText(err.Error()) // shape: noerrordict/not-success-marked-later
		res.IsError = true
		return res, nil
	}
	return nil, nil
}

func classified(name string) (*mcp.CallToolResult, error) {
	_, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return mcp.NewToolResultText("there is none: " + err.Error()), nil // shape: noerrordict/not-success-classified
	}
	return nil, err
}

func warned(name string) (*mcp.CallToolResult, error) {
	out := "saved"
	if _, err := os.Stat(name); err != nil {
		out = "saved, but not found again: " + err.Error() // shape: noerrordict/not-success-goes-on
	}
	return mcp.NewToolResultText(out), nil
}

// What is tried then goes well, or fails as well.
func retried(name string) (*mcp.CallToolResult, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		if again, err2 := os.ReadFile(name + ".bak"); err2 == nil {
			return mcp.NewToolResultText(fmt.Sprintf("from the copy (%v): %s", err, again)), nil // shape: noerrordict/not-success-goes-on
		}
		return mcp.NewToolResultText("neither: " + err.Error()), nil // want `retried returns the text of err as a tool result without IsError`
	}
	return mcp.NewToolResultText(string(data)), nil
}

func maybe(name string) (*mcp.CallToolResult, error) {
	_, err := os.Stat(name)
	return mcp.NewToolResultText(fmt.Sprintf("stat says %v", err)), nil // shape: noerrordict/not-success-maybe
}

func batch(names []string) (*mcp.CallToolResult, error) {
	out := ""
	var lines []string
	for _, name := range names {
		if _, err := os.Stat(name); err != nil {
			out += name + ": " + err.Error() + "\n" // shape: noerrordict/not-success-batch
			lines = append(lines, err.Error())
		}
	}
	return mcp.NewToolResultText("failed:\n" + out + strings.Join(lines, "\n")), nil
}

// Diagnostic is what is wrong with a file.
type Diagnostic struct{ Message string }

func diagnostics(names []string) (*mcp.CallToolResult, error) {
	var ds []Diagnostic
	for _, name := range names {
		if _, err := os.Stat(name); err != nil {
			ds = append(ds, Diagnostic{err.Error()}) // shape: noerrordict/not-success-diagnostics
		}
	}
	b, err := json.Marshal(ds)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(b)), nil
}

func kept(job *Job) (*mcp.CallToolResult, error) {
	if job.Err != nil {
		return mcp.NewToolResultText("the job has failed: " + job.Err.Error()), nil // shape: noerrordict/not-success-kept
	}
	return nil, nil
}

// Job keeps what became of it.
type Job struct{ Err error }

// Results that are marked, and do not say what has failed.

func silent(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return &mcp.CallToolResult{IsError: true}, nil // shape: noerrordict/lost // want `^silent returns a tool result with IsError and no content, so the error is lost: return the error instead$`
	}
	return nil, nil
}

func meta(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return &mcp.CallToolResult{ // shape: noerrordict/lost-meta // want `meta returns a tool result with IsError and no content`
			IsError: true,
			Content: []mcp.Content{},
			Meta:    map[string]any{"error": err.Error()},
		}, nil
	}
	return nil, nil
}

func filled(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		res := &mcp.CallToolResult{IsError: true} // shape: noerrordict/not-lost-filled
		fill(res, err)
		return res, nil
	}
	return nil, nil
}

func fill(res *mcp.CallToolResult, err error) {
	res.Content = []mcp.Content{&mcp.TextContent{Text: err.Error()}}
}

func silentLater(name string) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	b, err := os.ReadFile(name)
	if err != nil {
		res.IsError = true
		return res, nil // shape: noerrordict/lost-assigned // want `silentLater returns a tool result with IsError and no content`
	}
	res.Content = append(res.Content, &mcp.TextContent{Text: string(b)})
	return res, nil
}

func failed() *mcp.CallToolResult { return &mcp.CallToolResult{IsError: true} }

func silentHelper(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return failed(), nil // shape: noerrordict/lost-helper // want `silentHelper returns a tool result with IsError and no content`
	}
	return nil, nil
}

func filledHelper(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		res := failed() // shape: noerrordict/not-lost-filled-helper
		res.Content = []mcp.Content{&mcp.TextContent{Text: err.Error()}}
		return res, nil
	}
	if _, err := os.ReadFile(name); err != nil {
		res := failed()
		fill(res, err)
		return res, nil
	}
	return nil, nil
}

func silentText(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return mcp.NewToolResultError(""), nil // shape: noerrordict/lost-empty // want `silentText returns a tool result with IsError and no content`
	}
	return nil, nil
}

func filledBefore(name string) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "not found"}}} // shape: noerrordict/not-lost-before
	if _, err := os.Stat(name); err != nil {
		res.IsError = true
		return res, nil
	}
	res.Content = nil
	return res, nil
}

// A Probe is what became of the call of a tool of somebody else's.
type Probe struct {
	Tool    string
	Detail  string
	IsError bool
}

func probe(name string) Probe {
	if _, err := os.Stat(name); err != nil {
		return Probe{Tool: name, Detail: "no such tool", IsError: true} // shape: noerrordict/not-lost-record
	}
	return Probe{Tool: name}
}

func flaggedElsewhere(name string, check func() bool) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	if !check() {
		res.IsError = true
	}
	if _, err := os.Stat(name); err != nil {
		return res, nil
	}
	return res, nil
}

func silentAlone(name string) (*mcp.CallToolResult, error) {
	if name == "" {
		return &mcp.CallToolResult{IsError: true}, nil // shape: noerrordict/not-lost-none
	}
	return nil, nil
}

// What became of the jobs is data of those who ask for it, wherever it is kept.

type job struct {
	done bool
	err  error
}

var jobs = map[string]*job{}

var last job

var lastErr error

func start(name string) {
	j := &job{}
	jobs[name] = j
	go func() {
		_, j.err = os.Stat(name)
		last, lastErr = *j, j.err
	}()
}

func lookedUp(name string) (*mcp.CallToolResult, error) {
	j, ok := jobs[name]
	if !ok {
		return nil, errors.New("no such job")
	}
	if j.err != nil {
		return mcp.NewToolResultText("job failed: " + j.err.Error()), nil // shape: noerrordict/not-success-looked-up
	}
	return mcp.NewToolResultText("job runs"), nil
}

func lookedUpMap(name string) (map[string]any, error) {
	out := map[string]any{}
	if j := jobs[name]; j != nil && j.err != nil {
		out["error"] = j.err.Error()
	}
	return out, nil
}

func lastJob() (*mcp.CallToolResult, error) {
	if last.err != nil {
		return mcp.NewToolResultText("the last job has failed: " + last.err.Error()), nil // shape: noerrordict/not-success-variable
	}
	if lastErr != nil {
		return mcp.NewToolResultText("the last job has failed: " + lastErr.Error()), nil
	}
	return mcp.NewToolResultText("fine"), nil
}

// An error that no function sets is as good as one that is made here.

var errClosed = errors.New("closed")

func sentinel(open bool) (map[string]any, error) {
	if !open {
		return map[string]any{"error": errClosed.Error()}, nil // want `sentinel returns a map with the key "error" set from errClosed`
	}
	return nil, nil
}

// An error that is made of nothing but a text of the request is that text.

func explained(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, _ := req.Arguments["error"].(string)
	err := errors.New(text)
	return mcp.NewToolResultText("The error " + err.Error() + " means that it is late"), nil // shape: noerrordict/not-success-given
}

func formattedOnly(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := fmt.Errorf("%v: %v", req.Arguments["operation"], req.Name)
	return mcp.NewToolResultText(err.Error()), nil
}

func ownWords(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Name == "" {
		err := fmt.Errorf("no tool %q", req.Name)
		return mcp.NewToolResultText(err.Error()), nil // want `ownWords returns the text of err as a tool result`
	}
	return nil, nil
}

// A decorator is there to make something of errors, and that is no success.

type handler func(req mcp.CallToolRequest) (*mcp.CallToolResult, error)

// asText is a decorator.
//
//errlint:decorator
func asText(h handler) handler {
	return func(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(req)
		if err != nil {
			return mcp.NewToolResultText("Error: " + err.Error()), nil // shape: noerrordict/decorator-success // want `a function literal in asText returns the text of err as a tool result`
		}
		return res, nil
	}
}

// asResult is a decorator.
//
//errlint:decorator
func asResult(h handler) handler {
	return func(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(req)
		if err != nil {
			return resultOf(req.Name, err), nil
		}
		return res, nil
	}
}

func resultOf(tool string, err error) *mcp.CallToolResult {
	if errors.Is(err, os.ErrPermission) {
		return mcp.NewToolResultText("not allowed: " + err.Error())
	}
	return mcp.NewToolResultText(tool + ": " + err.Error()) // want `resultOf returns the text of err as a tool result`
}

// asError is a decorator.
//
//errlint:decorator
func asError(h handler) handler {
	return func(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(req)
		if err != nil {
			res = mcp.NewToolResultText("Error: " + err.Error()) // shape: noerrordict/not-decorator-marked
			res.IsError = true
		}
		return res, nil
	}
}

// asJSON is a decorator.
//
//errlint:decorator
func asJSON(h handler) handler {
	return func(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(req)
		if err != nil {
			return mcp.NewToolResultText(fmt.Sprintf(`{"error": %q}`, err)), nil // shape: noerrordict/not-decorator-json
		}
		return res, nil
	}
}

func adapted(do func(name string) (string, error)) handler {
	return func(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s, err := do(req.Name)
		if err != nil {
			return mcp.NewToolResultText("Error: " + err.Error()), nil // shape: noerrordict/adapter-success // want `a function literal in adapted returns the text of err as a tool result`
		}
		return mcp.NewToolResultText(s), nil
	}
}

// Helpers that format what they are told.

func formattedBy(name string) (*mcp.CallToolResult, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return textResult("cannot read %s: %v", name, err), nil // shape: noerrordict/success-printf // want `^formattedBy returns the text of err as a tool result without IsError: set IsError, or return the error$`
	}
	return textResult("%s", b), nil
}

func prefixed(text string) *mcp.CallToolResult { return mcp.NewToolResultText("Note: " + text) }

func prefixedBy(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return prefixed("no file: " + err.Error()), nil // want `prefixedBy returns the text of err as a tool result`
	}
	return prefixed("fine"), nil
}

func answerf(format string, args ...any) (*mcp.CallToolResult, error) {
	return textResult("Answer: "+format, args...), nil
}

func inTurn(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return answerf("%v", err) // want `inTurn returns the text of err as a tool result`
	}
	return answerf("fine")
}

type teller struct{ prefix string }

func (t teller) tell(format string, args ...any) *mcp.CallToolResult {
	return mcp.NewToolResultText(t.prefix + fmt.Sprintf(format, args...))
}

func (t teller) stat(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return t.tell("failed: %v", err), nil // want `teller.stat returns the text of err as a tool result`
	}
	return t.tell("fine"), nil
}

func closure(name string) (*mcp.CallToolResult, error) {
	tell := func(format string, args ...any) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprintf(format, args...)), nil
	}
	if _, err := os.Stat(name); err != nil {
		return tell("failed: %v", err) // want `closure returns the text of err as a tool result`
	}
	return tell("fine")
}

// What is told is no failure.

func toldOther(name string) (*mcp.CallToolResult, error) {
	_, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return textResult("there is none: %v", err), nil // shape: noerrordict/not-success-printf
	}
	if err != nil {
		log(err, "no %s", name)
		return nil, err
	}
	return textResult("stat says %v", err), nil
}

func log(err error, format string, args ...any) *mcp.CallToolResult {
	fmt.Fprintln(os.Stderr, err)
	return textResult(format, args...)
}

func logged(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return log(err, "there is no %s", name), nil
	}
	return nil, nil
}

func markedBy(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		res := textResult("failed: %v", err)
		res.IsError = true
		return res, nil
	}
	return nil, nil
}

// What is appended to the content.

func appended(name string) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	b, err := os.ReadFile(name)
	if err != nil {
		res.Content = append(res.Content, &mcp.TextContent{Text: "failed: " + err.Error()}) // shape: noerrordict/success-append // want `appended returns the text of err as a tool result`
		return res, nil
	}
	res.Content = append(res.Content, &mcp.TextContent{Text: string(b)})
	return res, nil
}

func appendedTo(name string) (*mcp.CallToolResult, any, error) {
	content := []mcp.Content{&mcp.TextContent{Text: "Result of " + name}}
	if _, err := os.Stat(name); err != nil {
		content = append(content, &mcp.TextContent{Text: err.Error()}) // want `appendedTo returns the text of err as a tool result`
		return &mcp.CallToolResult{Content: content}, nil, nil
	}
	return &mcp.CallToolResult{Content: content}, nil, nil
}

func appendedEach(names []string) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	for _, name := range names {
		if _, err := os.Stat(name); err != nil {
			res.Content = append(res.Content, &mcp.TextContent{Text: fmt.Sprintf(`{"error": %q}`, err)}) // shape: noerrordict/not-success-append
		}
	}
	return res, nil
}

// Attempts in a loop, of which the first that goes well is the last.

func attempts(name string) (*mcp.CallToolResult, error) {
	var err error
	for range 3 {
		if _, err = os.Stat(name); err == nil {
			return mcp.NewToolResultText("fine"), nil
		}
	}
	return mcp.NewToolResultText("giving up: " + err.Error()), nil // shape: noerrordict/success-attempts // want `attempts returns the text of err as a tool result`
}

func attemptsLast(name string, stop func() bool) (*mcp.CallToolResult, error) {
	var last error
	for i := 0; i < 3; i++ {
		b, err := os.ReadFile(name)
		if err == nil {
			return mcp.NewToolResultText(string(b)), nil
		}
		last = err
		if stop() {
			break
		}
	}
	return mcp.NewToolResultText(fmt.Sprintf("giving up: %v", last)), nil // want `attemptsLast returns the text of last as a tool result`
}

// Of many items, some may have gone well.
func lastOfMany(names []string) (*mcp.CallToolResult, error) {
	var last error
	n := 0
	for _, name := range names {
		if _, err := os.Stat(name); err != nil {
			last = err
			continue
		}
		n++
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d are there; last error: %v", n, last)), nil // shape: noerrordict/not-success-attempts
}

func lastOfThree(name string) (*mcp.CallToolResult, error) {
	var last error
	for i := range 3 {
		if _, err := os.Stat(fmt.Sprint(name, i)); err != nil {
			last = err
		}
	}
	return mcp.NewToolResultText(fmt.Sprintf("last error: %v", last)), nil
}

// A deferred function changes the result.

func deferred(name string) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			res, err = mcp.NewToolResultText("error: "+err.Error()), nil // shape: noerrordict/success-deferred // want `^deferred returns the text of err as a tool result`
		}
	}()
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(b)), nil
}

func deferredMarked(name string) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			res, err = mcp.NewToolResultError("error: "+err.Error()), nil // shape: noerrordict/not-success-deferred
		}
	}()
	_, err = os.Stat(name)
	return nil, err
}

func deferredTold(name string) (res *mcp.CallToolResult, err error) {
	defer func() {
		if errors.Is(err, os.ErrNotExist) {
			res, err = mcp.NewToolResultText("there is none: "+err.Error()), nil
		}
	}()
	_, err = os.Stat(name)
	return nil, err
}

// A text that is written piece by piece.

func written(name string) (*mcp.CallToolResult, error) {
	var sb strings.Builder
	sb.WriteString("# Result\n\n")
	b, err := os.ReadFile(name)
	if err != nil {
		sb.WriteString("Failed: ")
		sb.WriteString(err.Error())
		return mcp.NewToolResultText(sb.String()), nil // shape: noerrordict/success-builder // want `written returns the text of err as a tool result`
	}
	sb.Write(b)
	return mcp.NewToolResultText(sb.String()), nil
}

func printed(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		var buf bytes.Buffer
		fmt.Fprintf(&buf, "Failed: %v\n", err)
		fmt.Fprintln(&buf, "Try again.")
		return mcp.NewToolResultText(buf.String()), nil // want `printed returns the text of err as a tool result`
	}
	return mcp.NewToolResultText("fine"), nil
}

func joined(name string) (*mcp.CallToolResult, error) {
	lines := []string{"Result of " + name}
	if _, err := os.Stat(name); err != nil {
		lines = append(lines, "Failed:", err.Error())
		return mcp.NewToolResultText(strings.Join(lines, "\n")), nil // shape: noerrordict/success-joined // want `joined returns the text of err as a tool result`
	}
	return mcp.NewToolResultText(strings.Join(lines, "\n")), nil
}

// A report on many items, and texts that others write.

func report(names []string) (*mcp.CallToolResult, error) {
	var sb strings.Builder
	var lines []string
	for _, name := range names {
		if _, err := os.Stat(name); err != nil {
			fmt.Fprintf(&sb, "%s: %v\n", name, err) // shape: noerrordict/not-success-builder
			lines = append(lines, err.Error())
		}
	}
	if _, err := os.Stat("names"); err != nil {
		sb.WriteString("no names: " + err.Error())
		lines = append(lines, err.Error())
		if len(lines) > 1 {
			return mcp.NewToolResultText(strings.Join(lines, "\n")), nil // shape: noerrordict/not-success-joined
		}
		return mcp.NewToolResultText(sb.String()), nil
	}
	return mcp.NewToolResultText(sb.String()), nil
}

func writtenByOthers(name string, write func(*strings.Builder)) (*mcp.CallToolResult, error) {
	var sb strings.Builder
	write(&sb)
	if _, err := os.Stat(name); err != nil {
		sb.WriteString("not found: " + err.Error())
		return mcp.NewToolResultText(sb.String()), nil
	}
	return mcp.NewToolResultText(sb.String()), nil
}

func writtenAfter(name string) (*mcp.CallToolResult, error) {
	var sb strings.Builder
	if _, err := os.Stat(name); err != nil {
		sb.WriteString("none")
		res := mcp.NewToolResultText(sb.String())
		sb.WriteString(err.Error())
		fmt.Fprintln(os.Stderr, sb.String())
		return res, nil
	}
	return mcp.NewToolResultText("fine"), nil
}

// A function that gives a text, or the text of an error in its place.

func contents(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		return fmt.Sprintf("Error reading %s: %v", name, err) // shape: noerrordict/success-worker // want `contents returns the text of err as a tool result`
	}
	return string(b)
}

func shown(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(contents(req.Name)), nil
}

func state(name string) string {
	if _, err := os.Stat(name); err != nil {
		return "down: " + err.Error() // shape: noerrordict/not-success-state
	}
	return "up"
}

func shownState(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(state(req.Name)), nil
}

func summary(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		return fmt.Sprintf("# %s\n\nThere is no summary: %v", name, err)
	}
	return string(b)
}

func other(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// Of several texts each may have failed.
func shownAll(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Name == "" {
		return mcp.NewToolResultText(summary(req.Name)), nil
	}
	var all []string
	for i := range 3 {
		all = append(all, other(fmt.Sprint(req.Name, i))) // shape: noerrordict/not-success-worker
	}
	return mcp.NewToolResultText(strings.Join(all, "\n") + other(req.Name)), nil
}

// A map without an error key, whose only news is the error.

func structured(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(req.Name); err != nil {
		return &mcp.CallToolResult{StructuredContent: map[string]any{
			"status":  "failed",
			"name":    req.Name,
			"message": err.Error(), // shape: noerrordict/success-map // want `structured returns the text of err as a tool result`
		}}, nil
	}
	return nil, nil
}

func marshalled(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		b, err := json.Marshal(map[string]any{"success": false, "name": name, "message": "failed: " + err.Error()}) // want `marshalled returns the text of err as a tool result`
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(string(b)), nil
	}
	return nil, nil
}

func partly(name string) (*mcp.CallToolResult, error) {
	names, err := os.ReadDir(name)
	if err != nil {
		return &mcp.CallToolResult{StructuredContent: map[string]any{"names": len(names), "warning": err.Error()}}, nil // shape: noerrordict/not-success-map
	}
	return nil, nil
}

func markedMap(name string) (*mcp.CallToolResult, error) {
	if _, err := os.Stat(name); err != nil {
		return &mcp.CallToolResult{StructuredContent: map[string]any{"message": err.Error()}, IsError: true}, nil
	}
	if _, err := os.ReadFile(name); err != nil {
		return &mcp.CallToolResult{StructuredContent: map[string]any{"isError": true, "message": err.Error()}}, nil
	}
	if err := os.Remove(name); errors.Is(err, os.ErrNotExist) {
		return &mcp.CallToolResult{StructuredContent: map[string]any{"status": "missing", "message": err.Error()}}, nil
	}
	return nil, nil
}

// Every error of load is a *loadError: where a switch has told that apart, no other is left, and the error that is returned is none that is nil.

type loadError struct{ name string }

func (e *loadError) Error() string { return "cannot load " + e.name }

func isLoadError(err error) bool {
	var load *loadError
	return errors.As(err, &load)
}

func load(name string) error {
	if name == "" {
		return &loadError{name}
	}
	return nil
}

func exhausted(name string) (*mcp.CallToolResult, error) {
	if err := load(name); err != nil {
		switch {
		case isLoadError(err):
			return mcp.NewToolResultText("load: " + err.Error()), err
		default:
			return mcp.NewToolResultText(err.Error()), err // shape: noerrordict/not-told-apart
		}
	}
	return mcp.NewToolResultText("fine"), nil
}

// Errors after which the tool goes on: it returns what it has got first.

func loadFile(name string) ([]byte, error) { return os.ReadFile(name) }

func parse([]byte) (string, error) { return "", errors.New("no values") }

func fallback(data []byte, err error) (string, string) {
	return string(data[:len(data)/2]), fmt.Sprintf("not parsed (%v): showing the first half", err)
}

func raw(name string) (*mcp.CallToolResult, error) {
	data, err := loadFile(name)
	if err != nil {
		return nil, err
	}
	values, err := parse(data)
	if err != nil {
		shown, warning := fallback(data, err)
		if name == "schema" {
			shown += "\n\n--- schema ---\n" + name
		}
		shown += "\n\n--- warning ---\n# " + warning
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: shown}}}, nil // shape: noerrordict/not-success-data
	}
	return mcp.NewToolResultText(values), nil
}

func rawWritten(name string) (*mcp.CallToolResult, error) {
	data, err := loadFile(name)
	if err != nil {
		return nil, err
	}
	if _, err := parse(data); err != nil {
		var sb strings.Builder
		sb.Write(data)
		fmt.Fprintf(&sb, "\nNot parsed: %v", err)
		return mcp.NewToolResultText(sb.String()), nil // shape: noerrordict/not-success-data-builder
	}
	return mcp.NewToolResultText("fine"), nil
}

// What is about the failure comes first, or what is given, or what the failed call itself returned.
func notRaw(name string) (*mcp.CallToolResult, error) {
	data, err := loadFile(name)
	if err != nil {
		return mcp.NewToolResultText(fmt.Sprintf("%s\nnot read: %v", data, err)), nil // shape: noerrordict/success-output // want `notRaw returns the text of err as a tool result`
	}
	if _, err := parse(data); err != nil {
		return mcp.NewToolResultText(fmt.Sprintf("not parsed: %v\n%s", err, data)), nil // shape: noerrordict/success-data-after // want `notRaw returns the text of err as a tool result`
	}
	if values, err := parse(data[1:]); err != nil {
		return mcp.NewToolResultText(values + "\nnot parsed: " + err.Error()), nil // want `notRaw returns the text of err as a tool result`
	}
	if _, err := parse(data[2:]); err != nil {
		return mcp.NewToolResultText(name + "\nnot parsed: " + err.Error()), nil // shape: noerrordict/success-given-first // want `notRaw returns the text of err as a tool result`
	}
	return mcp.NewToolResultText("fine"), nil
}

// A report of which an error is a part, if there is one. It may be made on one of several ways, and is there on that one only.

type problem struct{ text, next string }

func (p *problem) Error() string { return render(p) }

func newProblem(text string, err error) *problem {
	return &problem{text + ": " + err.Error(), err.Error()}
}

func render(p *problem) string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Problem: %s\n", p.text)
	return b.String()
}

func status(name string) *mcp.CallToolResult {
	state := "up"
	var p *problem
	if _, err := os.Stat(name); err != nil {
		state, p = "down", newProblem("not found", err)
	}
	next := "go on"
	if p != nil {
		next = p.next
	}
	text := "State: " + state + "\n"
	if p == nil {
		text += "Problem: none\nNext: " + next + "\n"
	} else {
		text += render(p)
	}
	return mcp.NewToolResultText(text) // shape: noerrordict/not-success-part
}

// An error that is there on each of the ways.
func eitherWay(name string) (*mcp.CallToolResult, error) {
	var p *problem
	if _, err := os.Stat(name); err != nil {
		p = newProblem("not found", err)
	} else if _, err := os.ReadFile(name); err != nil {
		p = newProblem("not read", err)
	} else {
		return mcp.NewToolResultText("fine"), nil
	}
	return mcp.NewToolResultText("State: down\n" + p.Error()), nil // shape: noerrordict/success-made // want `eitherWay returns the text of .* as a tool result`
}
