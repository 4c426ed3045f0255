// Package jwt is a stub of what the tests use of the real one.
package jwt

// A ValidationResults is a list of issues.
type ValidationResults struct{ Issues []*ValidationIssue }

// A ValidationIssue is an entry in a list. That it has an Error method makes no error of it.
type ValidationIssue struct{ Description string }

func (i *ValidationIssue) Error() string { return i.Description }
