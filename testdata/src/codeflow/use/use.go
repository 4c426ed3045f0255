// Package use makes errors of another package.
package use

import "codeflow/apperr"

func plain() error { return apperr.New("own-code", "text") } // code: own

func named() error {
	code := apperr.NotFound // code: own NotFound
	return apperr.New(code, "text")
}

func literal() error {
	return &apperr.Error{Kind: apperr.Code("converted"), Plain: "text"} // code: own
}

func is(e *apperr.Error) bool { return e.Code() == apperr.Internal } // code: own Internal compared
