// Package codes has mappings with a table beside them.
package codes

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
)

var (
	ErrNotFound = errors.New("not found")
	ErrQuota    = errors.New("quota")
	ErrDenied   = errors.New("denied")
)

// A LimitError has one code for some, and another for others.
type LimitError struct{ Max int }

func (e *LimitError) Error() string { return "limit" }

// Code is one of two.
func (e *LimitError) Code() string { // want `\(\*LimitError\).Code returns more or less than one code: limit, quota`
	if e.Max > 0 {
		return "limit"
	}
	return "quota"
	// shape: errmap/conflict-method
}

// A TimeoutError has one, and none that is a code.
type TimeoutError struct{ code string }

func (e *TimeoutError) Error() string { return "timeout" }

// Code is always the same.
func (e *TimeoutError) Code() string { return "timeout" }

// ErrorCode passes on what it was made with.
func (e *TimeoutError) ErrorCode() string {
	return e.code
	// shape: errmap/not-conflict-passed
}

// A ReadError says itself what the reply is.
type ReadError struct{ Path string }

func (e *ReadError) Error() string { return "read " + e.Path }

// Problem returns what a client is told.
func (e *ReadError) Problem() *Problem {
	return &Problem{
		Title:  "Cannot be read",
		Status: http.StatusNotFound, // want `Problem gives \*ReadError the status 404, where the configuration has 415`
		Code:   "encoding",
	}
	// shape: errmap/code-method
}

// A Problem is a reply.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
}

// Error makes a Problem an error.
func (p *Problem) Error() string { return p.Title }

// ErrorCode is its code.
func (p *Problem) ErrorCode() string { return p.Code }

//errlint:mapping
func status(err error) int { // want `status gives an error without a case the status 502, where the configuration has 500`
	switch {
	case errors.Is(err, ErrNotFound):
		return http.StatusNotFound
	case errors.Is(err, ErrQuota): // want `status gives ErrQuota the status 503, where the configuration has 429`
		return http.StatusServiceUnavailable
	case errors.Is(err, fs.ErrPermission): // want `status gives fs.ErrPermission the status 401, where the configuration has 403 or 404`
		return http.StatusUnauthorized
	case errors.Is(err, context.Canceled):
		return 499
	}
	return http.StatusBadGateway
	// shape: errmap/code-status
	// shape: errmap/code-default
}

//errlint:mapping
func assigned(err error) int {
	code := http.StatusInternalServerError
	if errors.Is(err, ErrQuota) { // want `assigned gives ErrQuota the status 404, where the configuration has 429` `assigned gives ErrQuota the code 404, status gives it 503`
		code = http.StatusNotFound
	} else if errors.Is(err, ErrNotFound) {
		code = http.StatusNotFound
	}
	return code
	// shape: errmap/conflict
}

//errlint:mapping
func problem(err error) *Problem {
	switch {
	case errors.Is(err, ErrQuota):
		return &Problem{Title: "Quota", Code: "quota"}
	case errors.Is(err, ErrNotFound): // want `problem gives ErrNotFound the code missing, where the configuration has not-found`
		return &Problem{Title: "Not found", Code: "missing"}
	}
	return &Problem{Title: "Internal error", Code: "internal-error"}
	// shape: errmap/code-field
}

var rows = []struct {
	target error
	status int
	code   string
}{
	{target: ErrNotFound, status: http.StatusNotFound, code: "not-found"}, // want `byRow gives ErrNotFound the code not-found, problem gives it missing`
	{target: ErrQuota, status: http.StatusTooManyRequests, code: "many"},  // want `byRow gives ErrQuota the code 429, status gives it 503` `byRow gives ErrQuota the code many, where the configuration has quota or limit`
	// shape: errmap/code-row
}

//errlint:mapping
func byRow(err error) *Problem {
	for _, row := range rows {
		if errors.Is(err, row.target) {
			return &Problem{Title: "Known", Status: row.status, Code: row.code}
		}
	}
	return &Problem{Title: "Internal error", Status: http.StatusInternalServerError, Code: "internal-error"}
}

func serve(w http.ResponseWriter, err error) {
	if errors.Is(err, ErrDenied) { // want `the code 403 is chosen here, and not by a marked mapping`
		w.WriteHeader(http.StatusForbidden)
		return
	}
	w.WriteHeader(status(err))
	w.WriteHeader(assigned(err))
	// shape: errmap/central
}

// It chooses what is done, and no code.
func retry(err error, again func(int)) {
	if errors.Is(err, ErrQuota) {
		again(3)
	} else if errors.Is(err, ErrDenied) {
		again(0)
	}
	// shape: errmap/not-code
}

var _ = []any{serve, retry, problem, byRow}
