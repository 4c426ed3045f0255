// Package nilcause has errors that are wrapped where there is none.
package nilcause

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/hashicorp/go-multierror"
	pkgerrors "github.com/pkg/errors"

	"wrapcause/helpers"
)

// In place of another it is that one which is lost.
func wrong(name string) error {
	data, e := os.ReadFile(name)
	if e != nil {
		return e
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return fmt.Errorf("decode %s: %w", name, e) // category: dropped // want `fmt.Errorf wraps e, which is nil here, in place of err`
	}
	return nil
}

func notDir(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("stat: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no directory: %v", name, err) // shape: wrapcause/nil-cause // category: nil-cause // want `fmt.Errorf formats err, which is nil here`
	}
	if err != nil || info.Size() == 0 {
		return fmt.Errorf("nothing in %s: %v", name, err) // category: nil-cause // want `fmt.Errorf formats err, which is nil here`
	}
	return nil
}

func never() error {
	var err error
	return fmt.Errorf("a: %w", err) // category: nil-cause // want `fmt.Errorf wraps err, which is nil here`
}

// A variable that is nil on all ways that lead to the condition.
func merged(kind, name string) error {
	var err error
	switch kind {
	case "remove":
		if err = os.Remove(name); err != nil {
			return fmt.Errorf("remove: %w", err)
		}
	case "":
		return errors.New("no kind")
	}
	if err != nil {
		return fmt.Errorf("%s: %v", kind, err) // shape: wrapcause/not-merged-nil
	}
	for range 3 {
		if kind == "again" {
			if err = os.Remove(name); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("%s: %w", kind, err) // shape: wrapcause/nil-cause-merged // category: nil-cause // want `fmt.Errorf wraps err, which is nil here`
}

type named struct{}

func (*named) Error() string { return "named" }

// On one way it is not nil, or is a nil pointer in an interface.
func mergedWith(kind, name string, n *named) error {
	var err error
	switch kind {
	case "remove":
		err = os.Remove(name)
	case "":
		return errors.New("no kind")
	}
	if err != nil {
		return fmt.Errorf("%s: %v", kind, err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if kind == "named" {
		err = (*named)(nil)
	}
	return fmt.Errorf("%s: %w", kind, err)
}

// Here it may be there, or is another one, or nil is what is said.
func fine(name string) error {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return fmt.Errorf("%s: %w", name, err) // shape: wrapcause/not-nil-cause
	}
	if err = os.Remove(name); err != nil {
		return fmt.Errorf("%s: %w", name, err) // shape: wrapcause/not-nil-cause
	}
	if name == "" {
		return fmt.Errorf("%v: %v", errors.New("no name"), nil) // shape: wrapcause/not-nil-cause
	}
	return nil
}

func choose(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", pkgerrors.Wrap(err, "read")
	}
	if len(text) == 0 {
		return "", pkgerrors.Wrap(err, "nothing there") // category: nil-cause // want `errors.Wrap wraps err, which is nil here, so it returns nil`
	}
	return string(text), nil
}

// wrap returns nil for nil, so it must not be given an error that is known to be nil.
func wrap(op string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", op, err)
}

func wrapped(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return wrap("read", err)
	}
	if len(text) == 0 {
		return wrap("nothing there", err) // shape: wrapcause/nil-cause-given // category: nil-cause // want `wrap returns nil, since err is nil here`
	}
	if len(text) == 1 {
		return helpers.Keep("only one", err) // shape: wrapcause/nil-cause-given // category: nil-cause // want `helpers.Keep returns nil, since err is nil here`
	}
	if len(text) == 2 {
		return wrap("two", nil) // shape: wrapcause/not-nil-cause
	}
	return nil
}

// That it has gone well is said by the same function: there is no other way out.
func done(name string) error {
	err := os.Remove(name)
	if err != nil {
		return wrap("remove", err)
	}
	return wrap("done", err) // shape: wrapcause/not-nil-cause
}

// Without words there is nothing that it means to say.
func settled(name string, settle func(error) error) error {
	err := os.Remove(name)
	if err != nil {
		return err
	}
	if name == "" {
		return noWords(err) // shape: wrapcause/not-nil-cause
	}
	return nil
}

func noWords(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("settle: %w", err)
}

// A condition on an error that is known to be nil is meant for the one that was just found.
func other(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if decodeErr := json.Unmarshal(data, new(any)); err != nil { // shape: wrapcause/nil-cause-asked // category: nil-cause // want `err is always nil here, so the error of json.Unmarshal is not examined`
		return fmt.Errorf("decode: %w", decodeErr)
	}
	removeErr := os.Remove(name)
	if nil != err { // shape: wrapcause/nil-cause-asked // category: nil-cause // want `err is always nil here, so the error of os.Remove is not examined`
		return removeErr
	}
	if _, statErr := os.Stat(name); err == nil { // shape: wrapcause/not-nil-cause
		return statErr
	}
	return nil
}

// Here it is looked at elsewhere, too, or the condition may hold.
func asked(name string, again bool) error {
	data, err := os.ReadFile(name)
	if err != nil && !again {
		return err
	}
	if decodeErr := json.Unmarshal(data, new(any)); err != nil { // shape: wrapcause/not-nil-cause
		return fmt.Errorf("decode: %w", decodeErr)
	}
	if err != nil {
		return err
	}
	removeErr := os.Remove(name)
	if err != nil { // shape: wrapcause/not-nil-cause
		return removeErr
	}
	return removeErr
}

// One that is added to a list may be nil: others are added, too.
func added(name string, others []error) error {
	_, err := os.Stat(name)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		err = multierror.Append(err, others...) // shape: wrapcause/not-nil-cause
	}
	return err
}

// Nothing is ever assigned to the result, and what stands behind its condition is never reached: another error was meant.
func shadowed(names []string) (texts []string, err error) {
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	if err != nil { // shape: wrapcause/nil-cause-unset // category: nil-cause // want `nothing is assigned to err, which is always nil here`
		return nil, pkgerrors.WithMessagef(err, "list %v: %s", names, err) // shape: wrapcause/not-nil-cause
	}
	return texts, nil
}

// It may be assigned on one of the ways, or elsewhere.
func unset(name string, again bool, run func(func())) error {
	var err error
	if again {
		err = os.Remove(name)
	}
	if err != nil { // shape: wrapcause/not-nil-cause
		return err
	}
	var kept error
	run(func() { kept = os.Remove(name) })
	if kept != nil { // shape: wrapcause/not-nil-cause
		return kept
	}
	return nil
}

// The first of several errors is kept, and each of them is asked for in the same way.
func closeAll(a, b *os.File) error {
	var first error
	if err := a.Close(); err != nil && first == nil { // shape: wrapcause/not-nil-cause
		first = err
	}
	if err := b.Close(); err != nil && first == nil {
		first = err
	}
	return first
}
