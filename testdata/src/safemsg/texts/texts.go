// Package texts has texts that come a long way to a reply.
package texts

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	pkgerrors "github.com/pkg/errors"

	"safemsg/store"
)

func crossPackage(w http.ResponseWriter) {
	if err := store.Load("x"); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/foreign-cross-package // want `the reply has the text of an error that store.Load returns, which this module has not written`
	}
	if err := store.Open("x"); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/not-foreign-hidden
	}
	_, err := os.ReadFile("x")
	http.Error(w, store.Wrap(err).Error(), 500)                     // shape: safemsg/foreign-helper-cross-package // want `the reply has the text of an error that os.ReadFile made`
	http.Error(w, (&store.Hidden{"x", err}).Error(), 500)           // shape: safemsg/not-foreign-unprinted
	http.Error(w, (&store.Shown{Page: "x", Err: err}).Error(), 500) // shape: safemsg/foreign-printed // want `the reply has the text of an error that os.ReadFile made`
	fmt.Fprintln(w, store.Where())                                  // shape: safemsg/trace-cross-package // want `the reply has a stack, which store.Where returns`
}

// A Failure tells its cause.
type Failure struct { // want Failure:`contains\(text foreign; Cause foreign\)`
	What  string
	Cause error
}

func (f *Failure) Error() string { return f.What + ": " + f.Cause.Error() } // want Error:`contains\(field 0 field 1\)`

func fail(what string, cause error) error { return &Failure{what, cause} }

func told(w http.ResponseWriter, err error) {
	var f *Failure
	if errors.As(err, &f) {
		http.Error(w, f.Error(), 500) // shape: safemsg/foreign-guarded // want `the reply has the text of an error that os.ReadFile made`
		http.Error(w, f.What, 500)    // shape: safemsg/not-foreign-field
	}
	_, failed := os.ReadFile("x")
	http.Error(w, fail("x", failed).Error(), 500) // shape: safemsg/foreign-constructor // want `the reply has the text of an error that os.ReadFile made`
	var p *os.PathError
	if errors.As(err, &p) {
		http.Error(w, p.Path, 500) // shape: safemsg/foreign-field // want `the reply has the text of an error that this module has not written`
	}
	http.Error(w, sql.ErrNoRows.Error(), 500) // shape: safemsg/foreign-sentinel // want `the reply has the text of sql.ErrNoRows, which this module has not written`
}

func buffers(w http.ResponseWriter, r *http.Request) {
	_, err := os.ReadFile("x")
	var b strings.Builder
	b.WriteString("failed: ")
	b.WriteString(err.Error())
	http.Error(w, b.String(), 500) // shape: safemsg/foreign-builder // want `the reply has the text of an error that os.ReadFile made`
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%s", debug.Stack())
	w.Write(buf.Bytes()) // shape: safemsg/trace-buffer // want `the reply has a stack`
	text, _ := json.Marshal(map[string]string{"error": err.Error()})
	http.Error(w, "it says "+string(text), 500)                        // shape: safemsg/foreign-json // want `the reply has the text of an error that os.ReadFile made`
	http.Error(w, strings.Join([]string{"a", err.Error()}, ", "), 500) // shape: safemsg/foreign-joined // want `the reply has the text of an error that os.ReadFile made`
	var parts []string
	for range 3 {
		parts = append(parts, err.Error())
	}
	http.Error(w, strings.Join(parts, ", "), 500) // shape: safemsg/foreign-loop // want `the reply has the text of an error that os.ReadFile made`
	if err := r.Context().Err(); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/not-foreign-context
	}
	if err := run(r.Context(), func() error { return store.ErrMissing }); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/not-foreign-sentinel
	}
}

func run(_ context.Context, f func() error) error { return f() }

func passwords(w http.ResponseWriter, r *http.Request) {
	_, password, _ := r.BasicAuth()
	text := "it says " + password
	fmt.Fprintln(w, strings.ReplaceAll(text, password, "***")) // shape: safemsg/not-secret-replaced
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	fmt.Fprintln(w, scheme)                                                       // shape: safemsg/not-secret-part
	fmt.Fprintln(w, password[:2])                                                 // shape: safemsg/not-secret-slice
	fmt.Fprintln(w, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")) // shape: safemsg/secret-trimmed // want `the reply has the header Authorization of a request`
}

// mask shows how a secret begins.
func mask(secret string) string {
	if len(secret) < 8 {
		return "***"
	}
	return secret[:2] + strings.Repeat("*", len(secret)-2)
}

// redact hides a header in the dump of a request.
func redact(dump string) string {
	lines := strings.Split(dump, "\r\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "Authorization:") {
			lines[i] = "Authorization: *"
		}
	}
	return strings.Join(lines, "\r\n")
}

func masked(w http.ResponseWriter, r *http.Request) {
	auth := r.Header.Get("Authorization")
	fmt.Fprintln(w, mask(password()), redact(auth)) // shape: safemsg/not-secret-masked-part
	fmt.Fprintln(w, auth[len("Bearer "):])          // shape: safemsg/secret-behind // want `the reply has the header Authorization of a request`
	_, token, _ := strings.Cut(auth, " ")
	fmt.Fprintln(w, token) // shape: safemsg/secret-behind // want `the reply has the header Authorization of a request`
}

// A tool has an environment.
type tool struct{ of process }

type process struct {
	dir string
	env []string
}

func (t *tool) fail() error { return errors.New("failed in " + t.of.dir) }

func run2() error {
	t := &tool{of: process{"x", os.Environ()}}
	return fmt.Errorf("run: %v", t.fail().Error()) // shape: safemsg/not-secret-beside
}

var _ = []any{masked, run2}

func formattedErrors(err error) error {
	if err == nil {
		return pkgerrors.Errorf("no user with %s", password()) // shape: safemsg/secret-formatted // want `the error has the password of a request`
	}
	return pkgerrors.Wrapf(err, "no user with %s", password()) // shape: safemsg/secret-formatted // want `the error has the password of a request`
}

var _ = formattedErrors

func frames(w http.ResponseWriter) {
	pcs := make([]uintptr, 10)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	frame, _ := frames.Next()
	fmt.Fprintln(w, frame.Function) // shape: safemsg/trace-frames // want `the reply has a stack`
	_, file, _, _ := runtime.Caller(0)
	http.Error(w, "failed in "+file, 500)                // shape: safemsg/detail-position // want `the reply has a position in the program's source`
	http.Error(w, fmt.Sprintf("%p %#v", w, frames), 500) // shape: safemsg/detail-pointer // want `the reply has a type, an address or a value of the program`
}

// A Traced prints its stack.
type Traced struct { // want Traced:`contains\(text verbose; stack stack\)`
	text  string
	stack []byte
}

func (t *Traced) Error() string { return t.text } // want Error:`contains\(field 0\)`

func (t *Traced) Format(s fmt.State, verb rune) {
	io.WriteString(s, t.text)
	if s.Flag('+') {
		s.Write(t.stack)
	}
}

func traced() error { return &Traced{"failed", debug.Stack()} }

// A Denied says with what somebody came.
type Denied struct{ Page, User string } // want Denied:`contains\(text secret foreign; Page foreign\)`

func (d *Denied) Error() string { // want Error:`contains\(secret field 0\)`
	return "no " + d.Page + " with " + password() // shape: safemsg/secret-method // want `the error has the password of a request`
}

func password() string {
	_, password, _ := new(http.Request).BasicAuth()
	return password
}

func deny() (string, error) {
	_, err := os.ReadFile("x")
	// shape: safemsg/not-beside-join
	return string(debug.Stack()), errors.Join(&Denied{Page: err.Error()}, err)
}

func fieldsOfErrors(w http.ResponseWriter) {
	text, err := deny()
	if denied, ok := errors.AsType[*Denied](err); ok {
		http.Error(w, denied.Page, 500) // shape: safemsg/foreign-field-found // want `the reply has the text of an error that os.ReadFile made`
		http.Error(w, denied.User, 500)
		return
	}
	fmt.Fprintln(w, text)
	panic("no page for " + password()) // shape: safemsg/secret-panic // want `the panic has the password of a request`
}

// handle replies to what its parameter returns.
func handle(load func() error) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if err := load(); err != nil {
			http.Error(w, err.Error(), 500) // shape: safemsg/foreign-handed // want `the reply has the text of an error that os.ReadFile made, which this module has not written`
		}
	}
}

func readPage() error {
	_, err := os.ReadFile("x")
	return err
}

var _ = []any{fieldsOfErrors, handle(readPage)}

func verbose(w http.ResponseWriter) {
	fmt.Fprintf(w, "%+v", traced())                                // shape: safemsg/trace-format // want `the reply has a stack`
	fmt.Fprintf(w, "%v", traced())                                 // shape: safemsg/not-trace-format
	fmt.Fprintf(w, "%+v", fmt.Errorf("x: %w", pkgerrors.New("y"))) // shape: safemsg/not-trace-wrapped
	http.Error(w, shown(pkgerrors.New("y")), 500)                  // shape: safemsg/trace-verbose-helper // want `the reply has a stack, which %\+v prints of this error`
}

func shown(err error) string { return fmt.Sprintf("failed: %+v", err) }

var _ = []any{crossPackage, told, buffers, passwords, frames, verbose}

var replyWith = func(w http.ResponseWriter, text string) { http.Error(w, text, 500) }

type responder struct{ w http.ResponseWriter }

func (r responder) fail(code int, text string) { http.Error(r.w, text, code) }

func byValue(w http.ResponseWriter, next func(string), code int) {
	fail := func(status int, err error) {
		if status == 0 {
			status = code
		}
		http.Error(w, err.Error(), status)
	}
	_, err := os.ReadFile("x")
	fail(500, err)                      // shape: safemsg/foreign-closure // want `the reply has the text of an error that os.ReadFile made`
	fail(404, err)                      // shape: safemsg/not-foreign-closure
	fail(500, store.ErrMissing)         // shape: safemsg/not-foreign-closure
	replyWith(w, string(debug.Stack())) // shape: safemsg/trace-value // want `the reply has a stack`
	write := w.Write
	write(debug.Stack()) // shape: safemsg/trace-method-value // want `the reply has a stack`
	failed := responder{w}.fail
	failed(500, string(debug.Stack())) // want `the reply has a stack`
	next(string(debug.Stack()))        // shape: safemsg/not-trace-unknown
}

var _ = byValue
