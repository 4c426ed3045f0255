// Package uri has problem details.
package uri

import "fmt"

const base = "https://example.com/problems/"

const otherBase = "https://example.org/problems/"

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
		{Type: base + "not-found", Code: "not-found"},
		{Type: base + code, Code: code},
		{Type: fmt.Sprintf("%s%s", base, code), Code: code},
		{Type: base + "no-such-file", Code: "not-found"}, // want `the type of the problem, "https://example.com/problems/no-such-file", is not https://example.com/problems/ and its code, not-found`
		// shape: errcode/uri-constant
		{Type: otherBase + code, Code: code}, // want `the type of the problem begins with "https://example.org/problems/"`
		// shape: errcode/uri-concatenation
		{Type: fmt.Sprintf("%s%s", base, other), Code: code}, // want `the type of the problem does not end in its code`
		// shape: errcode/uri-format
		{Type: base + "internal", Code: code}, // want `the type of the problem is always "https://example.com/problems/internal", whatever its code`
		// shape: errcode/uri-always
		{Type: "about:blank"}, // want `the type of the problem, "about:blank", does not begin with`
		{Type: typeOf(code), Code: code},
		{Type: typeOf("not-found"), Code: "not-found"},
		{Type: fmt.Sprintf("https://example.com/problems/%s", "not-found"), Code: "not-found"},
		{Type: typeOf(other), Code: code}, // want `the type of the problem does not end in its code`
		// shape: errcode/uri-builder
		{Type: elsewhere("not-found"), Code: "not-found"}, // want `the type of the problem begins with "https://example.org/problems/"`
		// shape: errcode/uri-builder-base
		{Type: notFound.uri(), Code: string(notFound)},
		{Type: notFound.uri(), Code: string(gone)}, // want `the type of the problem does not end in its code`
		// shape: errcode/uri-method
	}
}

func typeOf(code string) string { return base + code }

func elsewhere(code string) string { return fmt.Sprintf("%s%s", otherBase, code) }

type kind string

const (
	notFound kind = "not-found"
	gone     kind = "gone"
)

func (k kind) uri() string { return base + string(k) }

func newProblem(uri, title, code string) *Problem {
	return &Problem{Type: uri, Title: title, Code: code}
}

func given(code string) []*Problem {
	return []*Problem{
		newProblem(base+"not-found", "Not found", "not-found"),
		newProblem(base+code, "Failed", code),
		newProblem(base+"gone", "Not found", "not-found"), // want `the type of the problem, "https://example.com/problems/gone", is not https://example.com/problems/ and its code, not-found`
		// shape: errcode/uri-parameter
	}
}

func assigned(code string) Problem {
	p := Problem{Code: code}
	p.Type = base + code
	if code == "" {
		p.Type = otherBase + code // want `the type of the problem begins with "https://example.org/problems/"`
	} // shape: errcode/uri-assigned
	return p
}
