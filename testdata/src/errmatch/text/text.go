// Package text has texts of errors that have names.
package text

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"errmatch/dep"
)

func compared(key string) int {
	err := dep.Get(key)
	if err.Error() == "not found" { // want `dep.ErrNotFound is told apart by its text`
		return 1
	}
	if "not found" != err.Error() { // want `dep.ErrNotFound is told apart by its text`
		return 2
	}
	return 0
	// shape: errmatch/text-compared
}

func switched(key string) int {
	switch dep.Get(key).Error() {
	case "not found": // want `dep.ErrNotFound is told apart by its text`
		return 1
	case "something else":
		return 2
	}
	return 0
	// shape: errmatch/text-switch
}

func functions(key string) int {
	err := dep.Get(key)
	switch {
	case strings.Contains(err.Error(), "found"): // want `dep.ErrNotFound is told apart by its text`
		return 1
	case strings.HasPrefix(err.Error(), "not"): // want `dep.ErrNotFound is told apart by its text`
		return 2
	case strings.HasSuffix(err.Error(), "is closed"): // want `dep.ErrClosed is told apart by its text`
		return 3
	case strings.Index(err.Error(), "closed") >= 0: // want `dep.ErrClosed is told apart by its text`
		return 4
	case strings.EqualFold(err.Error(), "NOT FOUND"): // want `dep.ErrNotFound is told apart by its text`
		return 5
	}
	return 0
	// shape: errmatch/text-strings
}

var closed = regexp.MustCompile(`is (closed|shut)$`)

func patterns(key string) bool {
	err := dep.Get(key)
	if ok, _ := regexp.MatchString("^not .*", err.Error()); ok { // want `dep.ErrNotFound is told apart by its text`
		return true
	}
	return closed.MatchString(err.Error()) // want `dep.ErrClosed is told apart by its text`
	// shape: errmatch/text-regexp
}

// The receiver of a method value is no argument of its calls.
func methodValue(names []string) bool {
	isClosed := closed.MatchString
	return slices.ContainsFunc(names, func(name string) bool { return isClosed(name) }) || regexp.MustCompile("^x").MatchString(names[0]) || isClosed(names[0])
}

var known = []string{"not found", "store is closed"}

func listed(key string) bool {
	return slices.Contains([]string{"not found"}, dep.Get(key).Error()) // want `dep.ErrNotFound is told apart by its text`
	// shape: errmatch/text-slices
}

// Only one of the two may be there as it is; the other is always wrapped.
func notAllListed(key string) bool { return slices.Contains(known, dep.Get(key).Error()) }

func variables(key string) bool {
	err := dep.Get(key)
	msg := strings.ToLower(fmt.Sprint(err))
	want := "NOT FOUND"
	found := func() bool {
		return strings.Contains(msg, strings.TrimSpace("found")) || strings.Contains(msg, "found") // want `dep.ErrNotFound is told apart by its text`
	}
	return found() || fmt.Sprintf("%v", err) == want
	// shape: errmatch/text-variables
}

func ofAnother(key string) bool {
	err := dep.Get(key)
	return err.Error() == dep.ErrNotFound.Error() || // want `dep.ErrNotFound is told apart by its text`
		strings.Contains(err.Error(), dep.ErrClosed.Error()) // want `dep.ErrClosed is told apart by its text`
	// shape: errmatch/text-of-sentinel
}

func standard(r *bufio.Reader, b []byte) bool {
	_, err := r.Read(b)
	return err != nil && err.Error() != "EOF" // want `io.EOF is told apart by its text`
	// shape: errmatch/text-standard
}

func ofConn(conn net.Conn, f *os.File, b []byte) bool {
	_, err := conn.Read(b)
	if err == nil {
		_, err = f.Read(b)
	}
	return err != nil && err.Error() == "EOF" // want `io.EOF is told apart by its text`
}

// What an undocumented method returns may have the same text, but the whole text of an error that may be there is hers.
func opaque(r io.Reader, b []byte) bool {
	_, err := r.Read(b)
	if err.Error() == "EOF" { // want `io.EOF is told apart by its text`
		return true
	}
	return strings.Contains(err.Error(), "EOF")
	// shape: errmatch/not-opaque
}

// ErrClosed is in ErrExpired, so a part of its text says that it may be both.
func wrapping(age int) bool {
	err := dep.Expired(age)
	return strings.Contains(err.Error(), "closed") || // want `dep.ErrClosed is told apart by its text`
		strings.Contains(err.Error(), "too old") // want `dep.ErrExpired is told apart by its text`
}

// Only its package can name the error.
func hidden(n int) bool {
	return dep.Hide(n).Error() == "hidden" // shape: errmatch/not-hidden
}

// The text of ErrNotFound is not the only one with these words.
func ambiguous(key string) bool {
	return strings.Contains(dep.Get(key).Error(), "o")
}

// The text of a *ParseError is not known.
func typed(key string) bool {
	return strings.Contains(dep.Load(key).Error(), "found")
}

// The whole text is not that of the error, which is wrapped.
func whole(key string) bool {
	return dep.Get(key).Error() == "store is closed"
}

// A text that is none of an error.
func reply(body, log string) bool {
	return body == "not found" || strings.Contains(log, dep.ErrNotFound.Error())
	// shape: errmatch/not-reply
}

// What implementations return is what the doc comment says.
func ofContext(ctx context.Context) bool {
	return strings.Contains(ctx.Err().Error(), "deadline exceeded") || // want `context.DeadlineExceeded is told apart by its text`
		strings.Contains(ctx.Err().Error(), "context")
	// shape: errmatch/text-documented
}

// Who has the name at hand can ask by it, whatever error it is.
func ofUnknown(f func() error) bool {
	err := f()
	return err.Error() == context.Canceled.Error() || // want `context.Canceled is told apart by its text`
		strings.Contains(err.Error(), net.ErrClosed.Error()) || // want `net.ErrClosed is told apart by its text`
		err.Error() == fs.ErrInvalid.Error() ||
		err.Error() == dep.ErrClosed.Error() ||
		dep.Check("").Error() == dep.ErrClosed.Error()
	// shape: errmatch/text-of-unknown
}

// The words of an operating system are for errors with a name.
func ofSystem(name string, r io.Reader) int {
	_, err := os.ReadFile(name)
	if strings.Contains(err.Error(), "no such file or directory") { // want `fs.ErrNotExist is told apart by its text`
		return 1
	}
	if strings.HasSuffix(err.Error(), ": permission denied") { // want `fs.ErrPermission is told apart by its text`
		return 2
	}
	if err := os.Mkdir(name, 0o777); err != nil {
		err = fmt.Errorf("make: %w", err)
		if strings.Contains(strings.ToLower(err.Error()), "file exists") { // want `fs.ErrExist is told apart by its text`
			return 3
		}
	}
	if _, err := exec.LookPath(name); strings.Contains(err.Error(), "executable file not found") { // want `exec.ErrNotFound is told apart by its text`
		return 4
	}
	return 0
	// shape: errmatch/text-of-system
}

// Others may have the same words, without being that error; and a part of them is in other texts.
func notOfSystem(name string, r io.Reader) bool {
	err := readOr(name, r)
	if strings.Contains(err.Error(), "no such file or directory") {
		return true
	}
	if _, err = r.Read(nil); strings.Contains(err.Error(), "no such file or directory") {
		return true
	}
	if err = flattened(name); strings.Contains(err.Error(), "no such file or directory") {
		return true
	}
	_, err = os.Stat(name)
	return strings.Contains(err.Error(), "no such")
	// shape: errmatch/not-of-system
}

func readOr(name string, r io.Reader) error {
	_, err := os.ReadFile(name)
	if err != nil {
		_, err = r.Read(nil)
	}
	_, other := os.ReadFile(name)
	if other != nil {
		return other
	}
	return err
}

func flattened(name string) error {
	if _, err := os.Stat(name); err != nil {
		return err
	}
	_, err := os.ReadFile(name)
	return fmt.Errorf("read: %v", err)
}

// All that it is given is known.
func isClosed(err error) bool {
	return err != nil && strings.Contains(err.Error(), "closed") // want `dep.ErrClosed is told apart by its text`
	// shape: errmatch/text-parameter
}

func asksClosed(key string) bool { return isClosed(dep.Get(key)) || isClosed(dep.Expired(len(key))) }

// It is given an error that may be any, too.
func isNotFound(err error) bool {
	return strings.Contains(err.Error(), "not found")
	// shape: errmatch/not-any-parameter
}

func asksNotFound(key string, r io.Reader) bool {
	_, err := r.Read(nil)
	return isNotFound(dep.Get(key)) || isNotFound(err)
}

// The error that a parameter is may be any.
func given(err error) bool {
	return strings.Contains(err.Error(), "not found")
}

var errGone = errors.New("gone for good")

func find(key string) error {
	switch len(key) {
	case 0:
		return errors.New("empty key")
	case 1:
		return fmt.Errorf("find %q: %w", key, errGone)
	}
	return dep.Take(key, len(key))
}

// The others have texts that are none of these.
func besideOthers(key string) int {
	err := find(key)
	if strings.Contains(err.Error(), "gone for") { // want `errGone is told apart by its text`
		return 1
	}
	if err = dep.Take(key, 1); strings.HasSuffix(err.Error(), "closed") {
		return 2 // as may be a key
	}
	if strings.Contains(find(key).Error(), "gone") || strings.Contains(dep.Flat(key).Error(), "closed") || strings.Contains(dep.Parse(key).Error(), "input") {
		return 3
	}
	return 0
	// shape: errmatch/text-beside-others
}

func besideOther(key string) bool {
	return strings.Contains(dep.Parse(key).Error(), "not found") // want `dep.ErrNotFound is told apart by its text`
}

// The text may be that of an error without a name, or of what is around one.
func ofOthers(key string, f func() error) bool {
	return strings.Contains(findOr(key, f).Error(), "gone for good") || strings.Contains(around(key).Error(), "gone for good") ||
		strings.Contains(decode(key).Error(), "gone for good")
	// shape: errmatch/not-of-others
}

func findOr(key string, f func() error) error {
	if err := f(); err != nil {
		return err
	}
	return find(key)
}

func decode(key string) error {
	if _, err := hex.DecodeString(key); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	return errGone
}

func around(key string) error {
	if err := dep.Check(key); err != nil {
		return fmt.Errorf("gone for good: %w", err)
	}
	return errGone
}

// The text is empty where there is no error.
func orEmpty(key string) int {
	msg := ""
	if err := dep.Get(key); err != nil {
		msg = err.Error()
	}
	if strings.Contains(msg, "closed") { // want `dep.ErrClosed is told apart by its text`
		return 1
	}
	switch textOrEmpty(dep.Get(key)) {
	case "not found": // want `dep.ErrNotFound is told apart by its text`
		return 2
	}
	if strings.Contains(detail(dep.Get(key), key), "closed") || textOfEither(dep.Get(key), dep.Other(key)) == "closed" {
		return 3
	}
	return 0
	// shape: errmatch/text-or-empty
}

func textOrEmpty(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func detail(err error, key string) string {
	if err == nil {
		return key
	}
	return err.Error()
}

func textOfEither(err, other error) string {
	if err == nil {
		return other.Error()
	}
	return err.Error()
}

// All texts that it is given are known, and are of an error that it is given.
func hasText(err error, text string) bool {
	return err != nil && strings.Contains(err.Error(), text) // want `dep.ErrClosed and dep.ErrNotFound are told apart by their texts`
	// shape: errmatch/text-given
}

func asksHasText(key string) bool {
	return hasText(dep.Get(key), "closed") || hasText(dep.Get(key), "not found") || hasText(dep.Get(key), "")
}

// It is given others, too.
func hasAny(err error, text string) bool {
	return err != nil && strings.Contains(err.Error(), text)
	// shape: errmatch/not-given
}

func asksHasAny(key string) bool {
	return hasAny(dep.Get(key), "closed") || hasAny(dep.Get(key), "key "+key)
}

var _ = []any{besideOthers, besideOther, ofOthers, orEmpty, asksHasText, asksHasAny, compared, switched, functions, patterns, listed, notAllListed, variables, ofAnother, standard, opaque, wrapping, hidden,
	ambiguous, typed, whole, reply, given, ofContext, ofUnknown, ofSystem, notOfSystem, asksClosed, asksNotFound}
