// Package reasons has errors at hand that are the reason of a failure, and some that are not.
package reasons

import (
	"context"
	"encoding/base64"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/httperr"
)

var (
	ErrFailed   = errors.New("failed")
	ErrNotFound = errors.New("not found")
	ErrNone     = errors.New("none of them worked")
)

type config struct{ strict bool }

func (c *config) Optional() bool { return c.strict }

type asker interface{ Optional() bool }

// A condition on the way that asks about something else settles nothing.
func question(c *config, a asker, ctx context.Context, work func() error) error {
	if err := work(); err != nil {
		if c.Optional() {
			return nil
		}
		return ErrFailed // shape: wrapcause/dropped-past-question // want `ErrFailed is returned in place of err`
	}
	if err := work(); err != nil {
		if a.Optional() {
			return nil
		}
		return ErrFailed // shape: wrapcause/dropped-past-question // want `ErrFailed is returned in place of err`
	}
	err := work()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, context.Canceled) {
			return err
		}
		return fmt.Errorf("work failed") // shape: wrapcause/dropped-past-question // want `fmt.Errorf makes an error in place of err`
	}
	if err := work(); err != nil {
		if cerr := work(); cerr != nil {
			return fmt.Errorf("clean up: %w", cerr)
		}
		return ErrFailed // shape: wrapcause/dropped-past-question // want `ErrFailed is returned in place of err`
	}
	return nil
}

// What was tried since decides.
func attempts(load func(string) (string, error), find func(string) (string, bool), names []string) (string, error) {
	v, err := load("a")
	if err != nil {
		for _, name := range names {
			if v, err := load(name); err == nil {
				return v, nil
			}
		}
		return "", ErrNone // shape: wrapcause/not-fallback
	}
	if _, err := load("b"); err != nil {
		if v, ok := find("b"); ok {
			return v, nil
		}
		return "", ErrNotFound // shape: wrapcause/not-fallback
	}
	if _, err := load("c"); err != nil {
		if _, probe := load("d"); probe == nil {
			return "", errors.New("c is not supported where d is") // shape: wrapcause/not-fallback
		}
		return "", fmt.Errorf("load: %w", err)
	}
	return v, nil
}

// What the call was given tells what is wrong with it.
func input(parse func(string) error, line string) error {
	if err := parse(line); err != nil {
		if strings.HasPrefix(line, "age1") {
			return errors.New("a recipient in a file of identities") // shape: wrapcause/not-known
		}
		return fmt.Errorf("line: %w", err)
	}
	return nil
}

// A helper that is given a response with the error.
func translate(resp *http.Response, err error) error {
	if err == nil {
		return nil
	}
	if resp != nil && resp.StatusCode == http.StatusNotFound {
		return ErrNotFound // shape: wrapcause/not-known
	}
	return err
}

// The variable of the error is set in a literal, too, that sets the one of the response.
func repeated(call func() (*http.Response, error), repeat func(func() (bool, error)) error) error {
	var resp *http.Response
	var err error
	err = repeat(func() (bool, error) {
		resp, err = call()
		return false, err
	})
	if err != nil {
		if resp != nil {
			if resp.StatusCode == http.StatusBadRequest {
				return errors.New("wrong password") // shape: wrapcause/not-known
			}
		}
		return err
	}
	return nil
}

// Which error the condition asks for is another one: that of a later call.
func repeatedTwice(first func() (*http.Response, error), second func() error, repeat func(func() error) error) error {
	var resp *http.Response
	err := repeat(func() (err error) {
		resp, err = first()
		return err
	})
	if err != nil {
		return err
	}
	if err = repeat(func() error { err = second(); return err }); err != nil {
		if resp.StatusCode == http.StatusNoContent {
			return ErrFailed // want `ErrFailed is returned in place of err`
		}
		return err
	}
	return nil
}

func timedOut(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// Who gets the error is to tell the one from all others.
func ready(ctx context.Context, several bool, wait func(context.Context) error) error {
	if err := wait(ctx); err != nil {
		if several && timedOut(err) {
			return fmt.Errorf("not ready: %v", err) // shape: wrapcause/not-set-apart
		}
		return fmt.Errorf("not ready: %w", err)
	}
	return nil
}

// What the operation was given says nothing of the error.
func removed(name string) error {
	err := os.Remove(name)
	if err != nil {
		if name == "" {
			err = fmt.Errorf("no name: %v", err) // shape: wrapcause/set-apart-input // want `formats err with %v`
		}
		return err
	}
	if n, err := os.Stdin.WriteString(name); err != nil {
		if n == 1 {
			err = fmt.Errorf("one byte: %v", err)
		}
		return err
	}
	return nil
}

// Here nobody can.
func readyAtAll(ctx context.Context, wait func(context.Context) error) error {
	if err := wait(ctx); err != nil {
		if timedOut(err) {
			return fmt.Errorf("not ready in time: %v", err) // want `formats err with %v`
		}
		return fmt.Errorf("not ready: %v", err) // want `formats err with %v`
	}
	return nil
}

func status(resp *http.Response) error {
	if resp.StatusCode >= 400 {
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return fmt.Errorf("status %d (no body: %s)", resp.StatusCode, err.Error()) // shape: wrapcause/not-anyway
		}
		return fmt.Errorf("status %d: %s", resp.StatusCode, body)
	}
	return nil
}

// A loop that only an error ends does not fail anyway.
func serve(accept func() error) error {
	for {
		if err := accept(); err != nil {
			return ErrFailed // shape: wrapcause/dropped-sentinel // want `ErrFailed is returned in place of err`
		}
	}
}

func poll(ctx context.Context, ready func() error, deadline time.Time) error {
	var last error
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("not ready in time: %v", last) // shape: wrapcause/not-poll
		case <-time.After(time.Second):
		}
		if last = ready(); last == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return ErrFailed // shape: wrapcause/not-poll
		}
	}
}

func tryAll(names []string, load func(string) error) error {
	var last error
	for _, name := range names {
		if err := load(name); err != nil {
			last = err
			continue
		}
		return nil
	}
	return fmt.Errorf("tried %d (last error: %s)", len(names), last) // shape: wrapcause/verb // want `fmt.Errorf formats last with %s`
}

// Assertions.
func check(code func(error) int, do func() error) error {
	err := do()
	if code(err) != 5 {
		return fmt.Errorf("want 5, got: %s", err.Error()) // shape: wrapcause/not-assertion
	}
	if err := do(); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("want not found, got %v", err) // shape: wrapcause/not-assertion
	}
	return nil
}

func translated(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return fmt.Errorf("other: %v", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %v`
}

// What shapes a text is not in it.
func shapes(text string, g func() error) error {
	err := g()
	if err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	rest := strings.TrimPrefix(text, ErrNotFound.Error())
	rest = strings.ReplaceAll(rest, ErrFailed.Error(), "")
	return fmt.Errorf("remote: %s", rest) // shape: wrapcause/not-shape
}

// The errors of parsers say that the input is bad, in any category.
func parsers(s string) error {
	if _, err := strconv.Atoi(s); err != nil {
		return fmt.Errorf("port %q: %v", s, err) // shape: wrapcause/not-parser
	}
	if _, err := url.Parse(s); err != nil {
		return fmt.Errorf("%w: %v", ErrFailed, err) // shape: wrapcause/not-parser
	}
	if _, err := decode(s); err != nil {
		return errors.New("not base64: " + err.Error()) // shape: wrapcause/not-parser
	}
	if _, _, err := net.SplitHostPort(s); err != nil {
		return ErrFailed // shape: wrapcause/not-parser
	}
	var n int
	if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
		return ErrFailed // shape: wrapcause/not-parser
	}
	return nil
}

func decode(s string) ([]byte, error) { return base64.StdEncoding.DecodeString(s) }

// Decode is a wrapper that other packages call.
func Decode(s string) ([]byte, error) { // want Decode:`exempt`
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Comments that say that it is on purpose.
func hidden(g func() error) (err error) {
	defer func() { _ = g() }()
	if err := g(); err != nil {
		return fmt.Errorf("%v", err) // Do not expose error types.
	}
	if err := g(); err != nil {
		// Hide the error since it might leak the contents of confidential files.
		return ErrFailed // shape: wrapcause/not-on-purpose
	}
	if err := g(); err != nil {
		return fmt.Errorf("g: %v", err) // deliberately not wrapped
	}
	if err := g(); err != nil {
		// The context of the failure.
		return fmt.Errorf("g: %v", err) /* shape: wrapcause/verb */ // want `fmt.Errorf formats err with %v`
	}
	return nil
}

type caused struct {
	op    string
	Cause error
}

func (c *caused) Error() string { return c.op }
func (c *caused) Unwrap() error { return c.Cause }

func newCaused(op string) *caused { return &caused{op: op} }

func storedLater(g func() error) error {
	if err := g(); err != nil {
		e := newCaused("g")
		e.Cause = err
		return e // shape: wrapcause/not-stored-later
	}
	return nil
}

// What went wrong while the message of another failure was put together is lost like any other, if the message is about that.
func unreadable(resp *http.Response) error {
	if resp.StatusCode >= 400 {
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return fmt.Errorf("could not read the response: %v", err) // shape: wrapcause/reading-anyway // want `fmt.Errorf formats err with %v`
		}
		return fmt.Errorf("status %d: %s", resp.StatusCode, body)
	}
	return nil
}

// Nobody gets what a deferred function literal returns.
func released(unlock func() error) {
	defer func() error {
		if err := unlock(); err != nil {
			return fmt.Errorf("failed to unlock: %v", err) // shape: wrapcause/not-returned
		}
		return nil
	}()
	func() error {
		if err := unlock(); err != nil {
			return ErrNotFound // shape: wrapcause/not-returned
		}
		return nil
	}()
}

// The last of several attempts is not at fault in particular.
func lastAttempt(asInt, asFloat, asText func() error) error {
	var err error
	if err = asInt(); err == nil {
		return nil
	} else if err = asFloat(); err == nil {
		return nil
	} else if err = asText(); err == nil {
		return nil
	} else {
		return errors.New("neither a number nor a text") // shape: wrapcause/not-alternatives
	}
}

// A sentinel in the message was not found to be anything: that the function fails without it, too, says nothing.
func goneByName(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		if strings.HasSuffix(err.Error(), "gone") {
			return nil, fmt.Errorf("%v: %s", ErrNone, name) // shape: wrapcause/verb-sentinel-told-apart // want `fmt.Errorf formats ErrNone with %v`
		}
		return nil, fmt.Errorf("read: %w", err)
	}
	return data, nil
}

// A server goes on until something fails: that it does is no failure of before.
func serveUntil(name string, each func(*os.File) error) error {
	f, err := os.Open(name)
	if err != nil {
		return errors.New("cannot open it") // shape: wrapcause/dropped-never-ends-well // want `errors.New makes an error in place of err`
	}
	for {
		if _, err := f.Write([]byte("x")); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
}

func replyOf(resp *http.Response) error {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("status %d", resp.StatusCode) // shape: wrapcause/not-anyway
	}
	return fmt.Errorf("status %d: %s", resp.StatusCode, body)
}

// After one of several attempts failed, something went well, and then something failed.
func secondStep(fromHere, open, load func() error) error {
	if err := fromHere(); err == nil {
		return nil
	}
	if err := open(); err != nil {
		return errors.New("cannot open it") // want `errors.New makes an error in place of err`
	}
	if err := load(); err != nil {
		return errors.New("cannot load it") // shape: wrapcause/dropped-second-step // want `errors.New makes an error in place of err`
	}
	return nil
}

// A check that comes first, and fails where there is no error, is no attempt.
func checkedFirst(reserved, load func() error) error {
	if err := reserved(); err == nil {
		return errors.New("it is reserved")
	}
	if err := load(); err != nil {
		return errors.New("failed to load") // shape: wrapcause/dropped-past-check // want `errors.New makes an error in place of err`
	}
	return nil
}

// Whether an error is of some kind is a question, whoever answers it.
func listed(list func() error) error {
	if err := list(); err != nil {
		if errors.Is(err, fs.ErrNotExist) || httperr.IsNotFound(err) {
			return nil
		}
		return errors.New("cannot list") // shape: wrapcause/dropped-past-question // want `errors.New makes an error in place of err`
	}
	return nil
}

// To hand an error to the consumer of an iterator is to do something.
func yielded(yield func(error) bool, g func() error) error {
	if err := g(); err != nil {
		if !yield(err) {
			return ErrNotFound // shape: wrapcause/not-fallback
		}
	}
	return nil
}

// What errors.As has found is known, by its fields and as a whole.
func ofParts(open func() error) error {
	if err := open(); errors.Is(err, ErrNotFound) {
		return nil
	} else if err != nil {
		if found := (*fs.PathError)(nil); errors.As(err, &found) {
			return errors.New("bad path " + found.Path) // shape: wrapcause/not-text-field
		}
		if found := (*fs.PathError)(nil); errors.As(err, &found) {
			return errors.New("bad path: " + found.Error()) // shape: wrapcause/not-text-field
		}
		return err
	}
	return nil
}

// Both are there, and the one does not make the other known.
func neither(id string, asDomain, asIP func(string) error) error {
	if domainErr := asDomain(id); domainErr != nil {
		if ipErr := asIP(id); ipErr != nil {
			return fmt.Errorf("%q is neither a domain (%v) nor an IP address (%w)", id, domainErr, ipErr) // shape: wrapcause/second-cause // want `fmt.Errorf wraps ipErr but formats domainErr with %v`
		}
	}
	return nil
}

func closing(g, stop func() error) (err error) {
	defer func() {
		if stopErr := stop(); stopErr != nil && err != nil {
			err = fmt.Errorf("%w; also while stopping: %v", err, stopErr) // shape: wrapcause/second-cause // want `fmt.Errorf wraps err but formats stopErr with %v`
		}
	}()
	return g()
}

type transaction interface {
	Commit() error
	Rollback() error
}

// The one that is formatted is what the deferred function found, not what it makes of it; to roll back on another way is something else.
func transact(tx transaction, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if e := tx.Rollback(); e != nil {
				err = fmt.Errorf("recovered from %#v, roll back: %w", p, e)
			}
		} else if err != nil {
			if e := tx.Rollback(); e != nil {
				err = fmt.Errorf("transaction: %s, roll back: %w", err, e) // shape: wrapcause/second-cause-deferred // want `fmt.Errorf wraps e but formats err with %s`
			}
		} else {
			err = tx.Commit()
		}
	}()
	return do()
}

// What it wraps was made of what it formats.
func around(do func() error) (err error) {
	defer func() {
		if err != nil {
			e := fmt.Errorf("again: %w", err)
			err = fmt.Errorf("%v: %w", err, e) // shape: wrapcause/not-printed-again
		}
	}()
	return do()
}

type apiError struct{ status int }

func (e *apiError) Error() string { return strconv.Itoa(e.status) }

func notThere(get func() error) error {
	if err := get(); err != nil {
		found, ok := errors.AsType[*apiError](err)
		if !ok || found.status != 404 {
			return errors.New("cannot get it") // shape: wrapcause/dropped-past-question // want `errors.New makes an error in place of err`
		}
	}
	return nil
}

// A sentinel in place of itself, or of what a parser says, is none the less found.

func number(v any) (int, error) {
	if n, ok := v.(int); ok {
		return n, nil
	}
	return 0, ErrNotFound
}

func duration(v any) (time.Duration, error) {
	switch v := v.(type) {
	case time.Duration:
		return v, nil
	case string:
		return time.ParseDuration(v)
	}
	return 0, ErrNotFound
}

func arguments(v []any) error {
	if _, err := number(v[0]); err != nil {
		return ErrNotFound // shape: wrapcause/not-in-place-of-itself
	}
	if _, err := duration(v[1]); err != nil {
		return fmt.Errorf("duration: %w", ErrNotFound) // shape: wrapcause/not-in-place-of-itself
	}
	if _, err := number(v[2]); err != nil {
		return ErrNone // shape: wrapcause/dropped-sentinel // want `ErrNone is returned in place of err`
	}
	return nil
}

// What a parser of the module says of its own is no cause either.

func positive(v any) (int, error) {
	s, ok := v.(string)
	if !ok {
		return 0, fmt.Errorf("expected a string, got %T", v)
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, err
	}
	if n <= 0 {
		return 0, errors.New("must be positive")
	}
	return n, nil
}

func fresh(v any) error {
	if v == nil {
		return errors.New("nothing there")
	}
	return nil
}

func limits(v any) error {
	if _, err := positive(v); err != nil {
		return errors.New("bad limit") // shape: wrapcause/not-parser
	}
	if _, err := positive(v); err != nil {
		return fmt.Errorf("%w: %v", ErrFailed, err) // shape: wrapcause/not-parser
	}
	if _, err := positive(v); err != nil {
		return fmt.Errorf("limit: %v", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %v`
	}
	if err := fresh(v); err != nil {
		return fmt.Errorf("limit: %v", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// rpcError is sent by encoding/gob: it has no place for a cause.
type rpcError struct{ Text string }

func (r rpcError) Error() string { return r.Text }

// textError is not.
type textError struct{ Text string } // category: no-field // shape: wrapcause/text-literal // want `textError has no field for an error`

func (t textError) Error() string { return t.Text }

func init() { gob.Register(new(rpcError)) }

func remote(call func() error) error {
	if err := call(); err != nil {
		return rpcError{Text: fmt.Sprintf("call: %s", err)} // shape: wrapcause/not-wire
	}
	if err := call(); err != nil {
		return textError{Text: fmt.Sprintf("call: %s", err)}
	}
	return nil
}

// What is made of an error is no other attempt.
func retried(open func() error, again func(error) error) error {
	for {
		if err := open(); err != nil {
			if againErr := again(err); againErr != nil {
				return errors.New("too many attempts") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of againErr`
			}
			continue
		}
		return nil
	}
}

// A named result is a variable in memory where something is deferred.
func named(load func() (string, error)) (v string, err error) {
	defer func() { v = strings.TrimSpace(v) }()
	if v, err = load(); err != nil {
		switch kindOf(err) {
		case 1, 2:
			return "", fmt.Errorf("%w: %v", ErrNotFound, err) // shape: wrapcause/not-known
		}
		return "", fmt.Errorf("load: %v", err) // want `fmt.Errorf formats err with %v`
	}
	if kindOf(err) == 0 {
		if _, err = load(); err != nil {
			return "", fmt.Errorf("%w: %v", ErrFailed, err) // want `fmt.Errorf wraps ErrFailed but formats err with %v`
		}
	}
	return v, nil
}

func kindOf(err error) int {
	if errors.Is(err, ErrNone) {
		return 1
	}
	return 3
}

// Where the first was not tried, there is no error of it; after attempts there is one.
func either(first bool, load func() (string, error)) (string, error) {
	var earlier error
	if first {
		if _, earlier = load(); earlier == nil {
			return "", nil
		}
	}
	v, err := load()
	if err != nil {
		return "", fmt.Errorf("load: %v, and before: %v", err, earlier) // want `fmt.Errorf formats err with %v`
	}
	var last error
	for range 3 {
		if _, last = load(); last == nil {
			return v, nil
		}
	}
	return "", fmt.Errorf("three times: %v", last) // want `fmt.Errorf formats last with %v`
}

// What fails while cleaning up after a failure is not its reason; what fails in another attempt is one of two.
func undo(change, restore func() error) error {
	if err := change(); err != nil {
		if undoErr := restore(); undoErr != nil {
			return fmt.Errorf("%w (and restoring failed: %v)", err, undoErr) // shape: wrapcause/not-clean-up
		}
		return err
	}
	if err := change(); err != nil {
		if otherErr := restore(); otherErr != nil {
			return fmt.Errorf("%w, nor otherwise: %v", err, otherErr) // shape: wrapcause/second-cause // want `fmt.Errorf wraps err but formats otherErr with %v`
		}
	}
	err := change()
	otherErr := restore()
	if err != nil && otherErr != nil {
		return fmt.Errorf("%w and %v", err, otherErr) // shape: wrapcause/second-cause // want `fmt.Errorf wraps err but formats otherErr with %v`
	}
	return nil
}

func useAfter(change, restore func() error) error {
	if err := change(); err != nil {
		return after(err, restore)
	}
	return instead(change(), restore)
}

func after(failed error, restore func() error) error {
	if err := restore(); err != nil {
		return fmt.Errorf("%w (and restoring failed: %v)", failed, err)
	}
	return failed
}

func instead(failed error, restore func() error) error {
	if err := restore(); err != nil {
		return fmt.Errorf("%w, nor otherwise: %v", failed, err) // want `fmt.Errorf wraps failed but formats err with %v`
	}
	return nil
}

// What is wrapped is no failure here, but what errors of this function are to be told by.
func as(kind error, load func() (string, error)) (string, error) {
	v, err := load()
	if err != nil {
		return "", fmt.Errorf("%w: %v", kind, err) // want `fmt.Errorf wraps kind but formats err with %v`
	}
	if v == "" {
		return "", errors.New("nothing there")
	}
	return v, nil
}

func useAs(load func() (string, error)) (string, error) { return as(ErrNotFound, load) }

// What a deferred function fails to clean up is said beside the error that it is about, which stays.
func cleanUp(name string, write func() error) (err error) {
	defer func() {
		if err != nil {
			if rerr := os.Remove(name); rerr != nil {
				err = fmt.Errorf("%w (remove: %v)", err, rerr) // shape: wrapcause/not-cleanup-deferred
			}
		}
	}()
	return write()
}

// Another attempt is none.
func tryAgain(name string, write, again func() error) (err error) {
	defer func() {
		if err != nil {
			if rerr := again(); rerr != nil {
				err = fmt.Errorf("%w (again: %v)", err, rerr) // shape: wrapcause/second-cause // want `fmt.Errorf wraps err but formats rerr with %v`
				return
			}
			err = nil
		}
	}()
	return write()
}

// The time is up, whether or not the last attempt failed.
func pollState(get func() (string, error), late func() bool) error {
	for {
		state, err := get()
		if late() {
			return fmt.Errorf("state %q, error: %v", state, err) // shape: wrapcause/not-unchecked
		}
		if state == "done" {
			return nil
		}
	}
}

// That there is nothing says that it failed.
func companion(get func() (*string, error)) error {
	state, err := get()
	if state == nil {
		return fmt.Errorf("no state: %v", err) // shape: wrapcause/unchecked-beside // want `fmt.Errorf formats err with %v`
	}
	return nil
}

type process struct {
	exit error
	done bool
}

// It is compared elsewhere in the function, and may be nil here.
func (p *process) wait() error {
	for {
		if p.done {
			break
		}
		if p.exit != nil {
			break
		}
	}
	return fmt.Errorf("no match, exit: %v", p.exit) // shape: wrapcause/not-unchecked
}

func split(s string) (string, error) {
	if s == "" {
		return "", errors.New("empty")
	}
	return s, nil
}

// The literal assigns the variable later.
func later(s string, run func(func() error) error) error {
	name, err := split(s)
	if err != nil {
		return fmt.Errorf("bad name %q", s) // shape: wrapcause/not-later-assigned // category: translated // want `fmt.Errorf makes an error in place of err`
	}
	err = run(func() error {
		_, err = os.ReadFile(name)
		return err
	})
	if err != nil {
		return errors.New("cannot run") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of err`
	}
	return nil
}

// What is removed after a failure is no reason of it: without that the same error is returned.
func renamed(from, to string) error {
	err := os.Rename(from, to)
	good := err == nil
	defer func() {
		if !good {
			_ = os.Remove(to)
		}
	}()
	if good {
		return nil
	}
	if rerr := os.Remove(from); rerr != nil {
		return fmt.Errorf("rename: %w, remove: %s", err, rerr.Error()) // shape: wrapcause/not-clean-up
	}
	return err
}

// Nobody has looked at what the clean-up says.
func cleaned(make, clean func() error) error {
	if err := make(); err != nil {
		left := clean()
		return fmt.Errorf("make: %w", fmt.Errorf("%v, %v", err, left)) // shape: wrapcause/not-unchecked // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A field of a variable of the package is none of the function's.
var current process

func failed() error {
	return fmt.Errorf("failed: %v", current.exit) // want `fmt.Errorf formats current.exit with %v`
}
