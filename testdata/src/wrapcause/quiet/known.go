package quiet

import (
	"bytes"
	"context"
	"crypto/cipher"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"k8s.io/utils/forked"
	netutils "k8s.io/utils/net"
)

// What the failed call was given to fill came with the error.

type streams struct {
	In       io.Reader
	Out, Err io.Writer
}

type executor interface{ Stream(streams) error }

func whatItSaid(e executor) error { // shape: wrapcause/not-what-it-filled
	var errBuf bytes.Buffer
	opts := &streams{Err: &errBuf}
	if err := e.Stream(*opts); err != nil {
		if strings.Contains(errBuf.String(), "Invalid argument") {
			return fmt.Errorf("invalid argument: %s", errBuf.String())
		}
		return fmt.Errorf("stream: %w", err)
	}
	return nil
}

func exitStatus(name string) error { // shape: wrapcause/not-what-it-filled
	cmd := exec.Command(name)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		if strings.HasPrefix(stderr.String(), "no such") {
			return ErrNotFound
		}
		if cmd.ProcessState.ExitCode() == 3 {
			return ErrInvalid
		}
		if stderr.Len() > 0 {
			return errors.New("failed") // want `errors.New makes an error in place of err`
		}
		return errors.New("failed") // want `errors.New makes an error in place of err`
	}
	return nil
}

func captured(walk func(func(string)) error) error { // shape: wrapcause/not-what-it-filled
	found := false
	if err := walk(func(s string) { found = found || s == "x" }); err != nil {
		if !found {
			return ErrNotFound
		}
		return fmt.Errorf("walk: %w", err)
	}
	return nil
}

type upload struct{ cancelled bool }

func (u *upload) Cancelled() bool { return u.cancelled }

type settings struct{ strict bool }

func cancelled(g func() *upload, run func(*upload, settings) error, s settings) error { // shape: wrapcause/not-what-it-filled
	u := g()
	if err := run(u, s); err != nil {
		if u.Cancelled() {
			return ErrNotFound
		}
		if s.strict {
			return ErrInvalid // want `ErrInvalid is returned in place of err`
		}
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

// A later attempt decides.

type manager interface {
	Load(string) (int, error)
	Names(filter any) ([]string, error)
	Remove(string) error
}

func laterAttempt(m manager, name string, force bool) (int, error) { // shape: wrapcause/not-later-attempt
	n, err := m.Load(name)
	if err == nil {
		return n, nil
	}
	names, err := m.Names(nil)
	if err != nil {
		return 0, err
	}
	known := false
	var matched []string
	for _, s := range names {
		if s == name {
			known = true
			break
		}
		matched = append(matched, s)
	}
	if known {
		return 1, nil
	}
	if force {
		return 0, fmt.Errorf("unknown %q", name)
	}
	switch len(matched) {
	case 0:
		return 0, errors.New("there are none")
	}
	return 2, nil
}

func cleanedUp(m manager, name string, force bool) (int, error) {
	n, err := m.Load(name)
	if err == nil {
		return n, nil
	}
	if rerr := m.Remove(name); rerr != nil {
		return 0, fmt.Errorf("remove: %w", rerr)
	}
	if force {
		return 0, errors.New("removed") // want `errors.New makes an error in place of err`
	}
	return 0, errors.New("failed to load") // want `errors.New makes an error in place of err`
}

// The error is handed over beside its text.

type authError struct { // want `authError holds an error in its field Cause but has no Unwrap method`
	Kind, Message string
	Cause         error
}

func (e *authError) Error() string { return e.Message }

func newAuthError(kind, message string, cause error) *authError {
	return &authError{Kind: kind, Message: message, Cause: cause}
}

func handedOver(g func() error) error { // shape: wrapcause/not-handed-over
	if err := g(); err != nil {
		return newAuthError("exec", fmt.Sprintf("failed: %v", err), err)
	}
	return nil
}

type outcome struct {
	err     error
	message string
}

func (r *outcome) fail(err error, message string) { r.err, r.message = err, message }

func toldBeside(g func() error, r *outcome) (string, error) { // shape: wrapcause/not-handed-over
	if err := g(); err != nil {
		r.fail(ErrInvalid, err.Error())
	}
	if err := g(); err != nil {
		r.fail(ErrInvalid, "g") // want `ErrInvalid is returned in place of err`
	}
	if err := g(); err != nil {
		return "failed: " + err.Error(), ErrInvalid
	}
	return "", nil
}

// There may be none.

func mayBeNone(g func() (string, error), ctx context.Context, last func() error) error { // shape: wrapcause/not-maybe-none
	s, err := g()
	if err != nil || s == "" {
		return fmt.Errorf("nothing found: %v", err)
	}
	first := last()
	if first == nil {
		if err := last(); err == nil {
			return nil
		}
	}
	if second := last(); second != nil {
		return fmt.Errorf("first: %v; second: %v", first, second) // want `fmt.Errorf formats second with %v`
	}
	if s == "x" {
		return fmt.Errorf("not done: %v", ctx.Err())
	}
	<-ctx.Done()
	return fmt.Errorf("done: %v", ctx.Err()) // want `fmt.Errorf formats ctx.Err\(\) with %v`
}

// What a command says decides, and it may have gone well.
func said(run func() error, says *strings.Builder) error { // shape: wrapcause/not-maybe-none
	err := run()
	if says.Len() > 0 {
		return fmt.Errorf("%s (%v)", says.String(), err)
	}
	return err
}

// What errors.As has taken apart is told again.

type statusError struct{ code int }

func (e *statusError) Error() string { return "failed" }

func (e *statusError) Code() int { return e.code }

func fromStatus(err error) error { // shape: wrapcause/not-known-status
	var found *statusError
	if !errors.As(err, &found) {
		return err
	}
	switch found.Code() {
	case 4:
		return errors.New("not found: " + found.Error())
	case 5:
		return errors.New("gone: " + found.Error())
	}
	return err
}

type typeError struct {
	Field, Value string
	Offset       int
}

func (e *typeError) Error() string { return e.Field }

func retold(g func() error) error { // shape: wrapcause/not-text-field
	err := g()
	var found *typeError
	if errors.As(err, &found) {
		if found.Offset > 0 {
			return fmt.Errorf("offset %d: %s", found.Offset, found.Value)
		}
		if found.Field != "" {
			return fmt.Errorf("field %s: cannot use %s", found.Field, fmt.Sprintf("%q", found.Value))
		}
		return errors.New("bad value " + found.Value)
	}
	return err
}

// A failure to clean up after the time was up is one of its own. It is not found: that it is about nothing but err is in its words alone.

func cleanUp(done, late chan bool, name string) error {
	cmd := exec.Command(name)
	select {
	case <-late:
		if cmd.Process != nil {
			if err := cmd.Process.Kill(); err != nil {
				return fmt.Errorf("%s: failed to kill", name) // shape: wrapcause/not-anyway
			}
		}
		<-done
		return fmt.Errorf("%s: did not finish", name)
	case <-done:
		return nil
	}
}

func cleanUpQuietly(late chan bool, kill func() error, name string) error { // shape: wrapcause/not-anyway
	select {
	case <-late:
		if err := kill(); err != nil {
			return fmt.Errorf("%s: did not finish", name)
		}
		return fmt.Errorf("%s: did not finish", name)
	default:
		return nil
	}
}

// What a comment says further up in the branch, or above it.
func hiddenAbove(g func() error, log func(...any), n int) error { // shape: wrapcause/not-on-purpose
	if err := g(); err != nil {
		// Don't pass the detailed error back to the user: it could tell about the file system.
		log("g failed", err)
		return errors.New("internal error")
	}
	// don't return detailed errors to the client
	if err := g(); err != nil {
		log("g failed", err)
		return errors.New("internal error")
	}
	err := g()
	switch {
	case err != nil && n > 0: // must not be wrapped
		return fmt.Errorf("g: %v", err)
	case err != nil:
		return fmt.Errorf("g: %v", err) // want `fmt.Errorf formats err with %v`
	}
	// The cause is hidden in what follows.
	if err := g(); err != nil {
		if err := g(); err != nil {
			return fmt.Errorf("g: %v", err) // want `fmt.Errorf formats err with %v`
		}
	}
	if err := g(); err != nil {
		log("g failed")
		return fmt.Errorf("g: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

type causeError struct{ Err error }

func (e causeError) Error() string { return "cause" }
func (e causeError) Unwrap() error { return e.Err }

func notFound(g func() error) error { // shape: wrapcause/not-maybe-none
	err := g()
	var found causeError
	if errors.As(err, &found) {
		return fmt.Errorf("failed: %v", found.Err) // want `fmt.Errorf formats found.Err with %v`
	}
	var maybe causeError
	_ = errors.As(err, &maybe)
	return fmt.Errorf("failed: %v", maybe.Err)
}

// What a cipher says is nothing, on purpose.

func decrypt(aead cipher.AEAD, data []byte) ([]byte, error) { // shape: wrapcause/not-parser
	plain, err := aead.Open(nil, data[:12], data[12:], nil)
	if err != nil {
		return nil, errors.New("cannot decrypt: wrong password?")
	}
	return plain, nil
}

// A parser by another name: it makes errors of its own in place of those of a parser.

func bounds(s string) (int, int, error) {
	low, high, ok := strings.Cut(s, "-")
	if !ok {
		return 0, 0, errors.New("no range")
	}
	from, err := strconv.Atoi(low)
	if err != nil {
		return 0, 0, errors.New("no number")
	}
	to, err := strconv.Atoi(high)
	if err != nil || to < from {
		return 0, 0, ErrInvalid
	}
	return from, to, nil
}

func pages(s string) error { // shape: wrapcause/not-parser
	if _, _, err := bounds(s); err != nil {
		return errors.New("invalid --pages")
	}
	if _, _, err := bounds(s); err != nil {
		return ErrNotFound
	}
	if _, err := sized(s); err != nil {
		return errors.New("invalid --size") // want `errors.New makes an error in place of err`
	}
	return nil
}

func sized(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, errors.New("no number")
	}
	if info, err := os.Stat(s); err != nil {
		return 0, err
	} else if info.Size() < int64(n) {
		return 0, errors.New("too small")
	}
	return n, nil
}

// What a user answers, after something has failed, is no part of that.

func editUntilRight(read func() error) error { // shape: wrapcause/not-later-attempt
	for {
		err := read()
		if err == nil {
			return nil
		}
		fmt.Println("again?", err)
		var answer string
		_, _ = fmt.Scanf("%s", &answer)
		if strings.HasPrefix(answer, "n") {
			return errors.New("aborted")
		}
	}
}

func answered(read func() error) error {
	var answer string
	_, _ = fmt.Scanf("%s", &answer)
	if err := read(); err != nil {
		if strings.HasPrefix(answer, "n") {
			return errors.New("aborted") // want `errors.New makes an error in place of err`
		}
		return err
	}
	return nil
}

// What came with an error may be beside it in a struct.

type ran struct {
	Stdout   string
	TimedOut bool
	Err      error
	retries  []string
}

func login(run func(string) ran) error { // shape: wrapcause/not-what-it-filled
	r := run("whoami")
	if r.Err != nil {
		if r.TimedOut {
			return errors.New("timed out")
		}
		if strings.Contains(r.Stdout, "log in") {
			return ErrInvalid
		}
		if len(r.retries) > 0 {
			return errors.New("failed at last") // want `errors.New makes an error in place of r.Err`
		}
		return errors.New("failed") // want `errors.New makes an error in place of r.Err`
	}
	return nil
}

func loginAt(run func(string) *ran, verbose bool) error { // shape: wrapcause/not-what-it-filled
	r := run("whoami")
	if r.Err != nil {
		if r.TimedOut {
			return errors.New("timed out")
		}
		if verbose {
			return errors.New("failed") // want `errors.New makes an error in place of r.Err`
		}
		return r.Err
	}
	return nil
}

// A parser's error is one, too, with words around it.

func wrappedParser(s string) error { // shape: wrapcause/not-parser
	_, err := strconv.Atoi(s)
	if err != nil {
		err = fmt.Errorf("page %q: %w", s, err)
	}
	if err != nil {
		return fmt.Errorf("list: %v", err)
	}
	if _, err := os.Stat(s); err != nil {
		err = fmt.Errorf("page %q: %w", s, err)
		return fmt.Errorf("list: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Tests replace it.
// A function in an exempt package is exempt in a variable of that package, too.
func sloppy(text string) error {
	if _, _, err := netutils.ParseCIDRSloppy(text); err != nil {
		return fmt.Errorf("range %q: %v", text, err) // shape: wrapcause/not-exempt-variable
	}
	if _, _, err := forked.ParseCIDR(text); err != nil {
		return fmt.Errorf("range %q: %v", text, err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

var lookPath = exec.LookPath

// What has one meaning.
func oneMeaning(text string) error { // shape: wrapcause/not-parser
	if _, err := exec.LookPath("git"); err != nil {
		return errors.New("git is not installed")
	}
	if _, err := lookPath("git"); err != nil {
		return errors.New("git is not installed")
	}
	if _, err := exec.LookPath("git"); err != nil {
		return fmt.Errorf("git is not installed: %v", err) // want `fmt.Errorf formats err with %v`
	}
	if _, err := regexp.Compile(text); err != nil {
		return ErrInvalid
	}
	if _, err := regexp.Compile(text); err != nil {
		return errors.New("bad pattern: " + err.Error())
	}
	if _, err := filepath.Rel(text, "x"); err != nil {
		return fmt.Errorf("%s is outside of the directory", text)
	}
	var word string
	if err := json.Unmarshal([]byte(text), &word); err != nil {
		return fmt.Errorf("%s is no JSON string", text)
	}
	var words []string
	if err := json.Unmarshal([]byte(text), &words); err != nil {
		return fmt.Errorf("%s is no list of words", text) // want `fmt.Errorf makes an error in place of err`
	}
	if ok, err := path.Match(text, "x"); err != nil || !ok {
		return ErrInvalid
	}
	return nil
}

// A function that never succeeds fails where it is called.

func restart() error {
	if err := exec.Command("x").Start(); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	os.Exit(0)
	return nil
}

func always(daemon bool) error {
	if daemon {
		if err := restart(); err != nil {
			return errors.New("failed to restart") // want `errors.New makes an error in place of err`
		}
	}
	return nil
}

// One that can still go wrong afterwards is no last attempt.

func notTheLast(first, second func() (string, error), use func(string) error) error {
	var err error
	var s string
	if s, err = first(); err == nil {
		return nil
	}
	if s, err = second(); err != nil {
		return errors.New("no second") // want `errors.New makes an error in place of err`
	}
	return use(s)
}

// What is joined with others is judged where it is joined.

func joinedAlong(g, h func() error) error {
	var err error
	if gerr := g(); gerr != nil {
		err = errors.Join(err, errors.New("g failed")) // want `errors.Join makes an error in place of gerr`
	}
	if herr := h(); herr != nil {
		err = errors.Join(err, fmt.Errorf("h: %w", herr))
	}
	return err
}

// A comment says so where a function of the package makes the error.
func denied(name string) error {
	if _, err := os.ReadFile(name); err != nil {
		return refuse("not read") // shape: wrapcause/not-on-purpose
	}
	return nil
}

func refuse(reason string) error {
	log.Print("refused: ", reason)

	// Return a generic error (don't reveal details to an attacker).
	return errors.New("invalid grant")
}
