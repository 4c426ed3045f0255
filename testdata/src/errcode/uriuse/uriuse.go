// Package uriuse has problem details whose types another package makes.
package uriuse

import "errcode/uribase"

// A Problem is problem details.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
}

func problems(code, other string) []Problem {
	return []Problem{
		{Type: uribase.TypeOf(code), Code: code},
		{Type: uribase.TypeOf(other), Code: code}, // want `the type of the problem does not end in its code`
		// shape: errcode/uri-builder-cross-package
		{Type: uribase.Old(code), Code: code}, // want `the type of the problem begins with "https://example.org/problems/"`
		{Type: uribase.NotFound.URI(), Code: string(uribase.NotFound)},
		{Type: uribase.NotFound.URI(), Code: string(uribase.Gone)}, // want `the type of the problem does not end in its code`
		// shape: errcode/uri-method-cross-package
		{Type: uribase.Code.URI(uribase.NotFound), Code: string(uribase.NotFound)},
		{Type: uribase.Join(other, code), Code: code}, // what it begins with is not known here
	}
}
