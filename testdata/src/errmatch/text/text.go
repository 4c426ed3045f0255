// Package text has texts of errors that have names.
package text

import (
	"bufio"
	"fmt"
	"io"
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

// The error that a parameter is may be any.
func given(err error) bool {
	return strings.Contains(err.Error(), "not found")
}

var _ = []any{compared, switched, functions, patterns, listed, notAllListed, variables, ofAnother, standard, opaque, wrapping, hidden,
	ambiguous, typed, whole, reply, given}
