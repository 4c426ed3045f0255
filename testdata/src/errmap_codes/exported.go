package codes

import (
	"context"
	"errors"
	"net/http"
)

// This file has mappings that only other packages use.

// StatusOf is for these.
//
//errlint:mapping
func StatusOf(err error) int { // want StatusOf:`maps parameter 0 .*` `StatusOf gives an error without a case the status 503, where the configuration has 500`
	switch {
	case errors.Is(err, ErrNotFound): // want `StatusOf gives ErrNotFound the status 400, where the configuration has 404` `StatusOf gives ErrNotFound the code 400, status gives it 404`
		return 400
	case errors.Is(err, ErrQuota): // want `StatusOf gives ErrQuota the code 429, status gives it 503`
		return 429
	}
	return 503
	// shape: errmap/code-exported
}

// Told has a text beside the status.
//
//errlint:mapping
func Told(err error) (int, string) { // want Told:`maps parameter 0 .*`
	switch {
	case errors.Is(err, ErrNotFound):
		return 404, "gone"
	case errors.Is(err, context.Canceled):
		return 499, "gone"
	}
	return 500, "sorry"
	// shape: errmap/not-message
}

// Unmarked may be about anything.
func Unmarked(err error) int { // want Unmarked:`maps parameter 0 .*`
	switch {
	case errors.Is(err, ErrNotFound):
		return 400
	case errors.Is(err, ErrQuota):
		return 401
	}
	return 402
}

// A Reply has no more than two members.
type Reply struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Text   string `json:"text"`
}

// ReplyTo makes one.
//
//errlint:mapping
func ReplyTo(err error) Reply { // want ReplyTo:`maps parameter 0 .*`
	switch {
	case errors.Is(err, ErrNotFound): // want `ReplyTo gives ErrNotFound the code not-found, problem gives it missing`
		return Reply{404, "not-found", "nothing there"}
	case errors.Is(err, ErrQuota): // want `ReplyTo gives ErrQuota the code many, where the configuration has quota or limit` `ReplyTo gives ErrQuota the code 429, status gives it 503`
		return Reply{429, "many", "wait"}
	}
	return Reply{500, "internal-error", "sorry"}
}

// Pair has a code beside the status: it tells apart what the status does.
//
//errlint:mapping
func Pair(err error) (int, string) { // want Pair:`maps parameter 0 .*`
	switch {
	case errors.Is(err, ErrNotFound): // want `Pair gives ErrNotFound the code gone, where the configuration has not-found` `Pair gives ErrNotFound the code gone, problem gives it missing`
		return 404, "gone"
	case errors.Is(err, context.Canceled):
		return 499, "canceled"
	}
	return 500, "internal-error"
	// shape: errmap/code-pair
}

// ByName is not marked, but nothing but statuses has these names.
func ByName(err error) int { // want ByName:`maps parameter 0 .*`
	switch {
	case errors.Is(err, ErrNotFound): // want `ByName gives ErrNotFound the status 410, where the configuration has 404` `ByName gives ErrNotFound the code 410, status gives it 404` `the code 410 is chosen here, and not by a marked mapping`
		return http.StatusGone
	case errors.Is(err, ErrQuota): // want `ByName gives ErrQuota the code 429, status gives it 503`
		return http.StatusTooManyRequests
	}
	return http.StatusInternalServerError
	// shape: errmap/code-named
}
