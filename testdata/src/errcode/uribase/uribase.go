// Package uribase makes the types of problems for others.
package uribase

import "fmt"

const base = "https://example.com/problems/"

// TypeOf returns the type of the problem with a code.
func TypeOf(code string) string { return base + code } // want TypeOf:`builds\(https://example.com/problems/, param 0\)`

// Old is TypeOf as it was.
func Old(code string) string { return fmt.Sprintf("%s%s", "https://example.org/problems/", code) } // want Old:`builds\(https://example.org/problems/, param 0\)`

// A Code is what clients tell errors apart by.
type Code string

// The codes.
const (
	NotFound Code = "not-found"
	Gone     Code = "gone"
)

// URI returns the type of the problem with that code.
func (c Code) URI() string { return base + string(c) } // want URI:`builds\(https://example.com/problems/, param -1\)`

// Join puts two texts together; neither is the code alone.
func Join(a, b string) string { return a + "/" + b } // want Join:`builds\(, param 1\)`
