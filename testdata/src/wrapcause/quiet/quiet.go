// Package quiet has what looks like a lost cause and is none.
package quiet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	ErrNotFound = errors.New("not found")
	ErrInvalid  = errors.New("invalid")
)

func noCause(name string) error {
	if name == "" {
		return ErrInvalid // shape: wrapcause/not-no-cause
	}
	if err := check(name); err != nil {
		return err
	}
	return errors.New("not implemented") // shape: wrapcause/not-no-cause
}

func check(name string) error {
	if !strings.HasPrefix(name, "/") {
		return fmt.Errorf("relative name %q", name) // shape: wrapcause/not-no-cause
	}
	return nil
}

func isNil(g func() error) error {
	if err := g(); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("g: %w", err)
	}
	return nil // shape: wrapcause/not-is-nil
}

func joined(g func() error) error {
	if err := g(); err != nil {
		return errors.Join(ErrInvalid, err) // shape: wrapcause/not-join
	}
	if err := g(); err != nil {
		return errors.Join(ErrInvalid, fmt.Errorf("g: %w", err)) // shape: wrapcause/not-join
	}
	return nil
}

func helper(g func() error) error {
	if err := g(); err != nil {
		return wrap("g", err) // shape: wrapcause/not-helper
	}
	return nil
}

func wrap(op string, err error) error { return fmt.Errorf("%s: %w", op, err) }

type result struct {
	IsError bool
	Text    string
}

func errorResult(text string) *result { return &result{true, text} }

func tool(g func() error) (*result, error) {
	if err := g(); err != nil {
		return errorResult(fmt.Sprintf("failed: %v", err)), nil // shape: wrapcause/not-boundary
	}
	return &result{}, nil
}

type apiError struct{ Status int }

func (e *apiError) Error() string { return strconv.Itoa(e.Status) }

func printedAgain(g func() error) error {
	err := g()
	if err != nil {
		return fmt.Errorf("%w (%v)", err, err) // shape: wrapcause/not-printed-again
	}
	err = g()
	var api *apiError
	if errors.As(err, &api) {
		return fmt.Errorf("%w: status %v", err, api) // shape: wrapcause/not-printed-again
	}
	if inner := errors.Unwrap(err); inner != nil {
		return fmt.Errorf("%w: %s", err, inner.Error()) // shape: wrapcause/not-printed-again
	}
	return nil
}

func logged(g func() error) error {
	if err := g(); err != nil {
		msg := "failed: " + err.Error()
		log.Print(msg)
		return fmt.Errorf("g: %w", err) // shape: wrapcause/not-logged
	}
	return nil
}

func parsers(s string) error {
	if _, err := strconv.Atoi(s); err != nil {
		return fmt.Errorf("%q is no number", s) // shape: wrapcause/not-parser
	}
	if _, err := time.ParseDuration(s); err != nil {
		return ErrInvalid // shape: wrapcause/not-parser
	}
	if _, err := number(s); err != nil {
		return ErrInvalid // shape: wrapcause/not-parser
	}
	return nil
}

func number(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }

func known(name string, do func() (*http.Response, error)) error {
	if _, err := os.Stat(name); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return ErrNotFound // shape: wrapcause/not-known
		}
		return err
	}
	if _, err := os.Stat(name); err != nil {
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			return ErrNotFound // shape: wrapcause/not-known
		}
		return err
	}
	if _, err := os.Stat(name); os.IsNotExist(err) || strings.Contains(name, "x") {
		return ErrNotFound // shape: wrapcause/not-known
	}
	if _, err := os.Stat(name); err != nil {
		if strings.Contains(err.Error(), "no such") {
			return ErrNotFound // shape: wrapcause/not-known
		}
		return err
	}
	resp, err := do()
	if err != nil {
		if resp != nil && resp.StatusCode == http.StatusNotFound {
			return ErrNotFound // shape: wrapcause/not-known
		}
		return err
	}
	for range 3 {
		if resp, err = do(); err == nil || resp == nil || resp.StatusCode != http.StatusServiceUnavailable {
			break
		}
	}
	if err != nil {
		if resp != nil && resp.StatusCode == http.StatusNotFound {
			return ErrNotFound // shape: wrapcause/not-known
		}
		return err
	}
	if err := check(name); err == sql.ErrNoRows {
		return fmt.Errorf("%w: %v", ErrNotFound, err) // shape: wrapcause/not-known
	}
	if err := check(name); err != nil {
		var api *apiError
		if errors.As(err, &api) && api.Status == 404 {
			return fmt.Errorf("no %s", name) // shape: wrapcause/not-known
		}
		switch err := err.(type) {
		case *apiError:
			return ErrNotFound // shape: wrapcause/not-known
		default:
			return err
		}
	}
	return nil
}

func elsewhere(t *testing.T, g func() error, span interface{ RecordError(error) }) {
	if err := g(); err != nil {
		span.RecordError(fmt.Errorf("g: %v", err)) // shape: wrapcause/not-elsewhere
		log.Print(fmt.Errorf("g: %v", err))        // shape: wrapcause/not-elsewhere
		t.Fatal(fmt.Errorf("g: %v", err))          // shape: wrapcause/not-elsewhere
	}
}

func panics(g func() error) {
	if err := g(); err != nil {
		panic(fmt.Errorf("g: %v", err)) // shape: wrapcause/not-elsewhere
	}
}

func fallback(cache, load func(string) (string, error), compute func(string) (string, bool)) (string, error) {
	v, err := cache("k")
	if err != nil {
		log.Print(err)
		computed, ok := compute("k")
		if !ok {
			return "", ErrNotFound // shape: wrapcause/not-fallback
		}
		v = computed
	}
	if v, err := cache("k"); err != nil {
		return load(v) // shape: wrapcause/not-fallback
	}
	return v, nil
}

func retry(g func() error) error {
	var last error
	for range 3 {
		err := g()
		if err == nil {
			return nil
		}
		last = err
	}
	return fmt.Errorf("three times: %w", last) // shape: wrapcause/not-retry
}

func exhausted(g func() error) error {
	for range 3 {
		if err := g(); err != nil {
			continue
		}
		return nil
	}
	return errors.New("three times") // shape: wrapcause/not-retry
}

func alternatives(asObject, asArray func() error) error {
	if err := asObject(); err == nil {
		return nil
	}
	if err := asArray(); err == nil {
		return nil
	}
	return errors.New("neither object nor array") // shape: wrapcause/not-alternatives
}

func anyway(resp *http.Response) error {
	if resp.StatusCode >= 400 {
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return fmt.Errorf("status %d", resp.StatusCode) // shape: wrapcause/not-anyway
		}
		return fmt.Errorf("status %d: %s", resp.StatusCode, body)
	}
	return nil
}

func anywayDeferred(resp *http.Response) (*result, error) {
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode >= 400 {
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, fmt.Errorf("status %d", resp.StatusCode) // shape: wrapcause/not-anyway
		}
		return nil, fmt.Errorf("status %d: %s", resp.StatusCode, body)
	}
	return &result{}, nil
}

type wireError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *wireError) Error() string { return e.Message }

func newWire(msg string) error { return &wireError{1, msg} }

func wire(g func() error) error {
	if err := g(); err != nil {
		return &wireError{Code: 1, Message: err.Error()} // shape: wrapcause/not-wire
	}
	if err := g(); err != nil {
		return &wireError{Code: 1, Message: "internal"} // shape: wrapcause/not-wire
	}
	if err := g(); err != nil {
		return newWire(err.Error()) // shape: wrapcause/not-wire
	}
	return nil
}

func contexts(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return errors.New("stopped") // shape: wrapcause/not-context
	}
	if ctx.Err() != nil {
		return ErrInvalid // shape: wrapcause/not-context
	}
	return nil
}

func signals(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir // shape: wrapcause/not-signal
		}
		if d.IsDir() {
			return filepath.SkipAll // shape: wrapcause/not-signal
		}
		return nil
	})
}

func lookup(g func() error) (string, bool) {
	if err := g(); err != nil {
		return "", false // shape: wrapcause/not-no-error-result
	}
	ok := g() == nil
	return "x", ok // shape: wrapcause/not-no-error-result
}

func readAll(r io.Reader) error {
	for {
		_, err := r.Read(nil)
		if err == io.EOF {
			return io.ErrUnexpectedEOF // shape: wrapcause/not-known
		}
		if err != nil {
			return err
		}
	}
}

// The errors of an Error method are text.
type joinedText struct{ msg string }

func (j *joinedText) Error() string { return fmt.Errorf("%s: %w", j.msg, ErrInvalid).Error() }
