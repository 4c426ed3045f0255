// Package strictyaml reads YAML into structs that follow the conventions of
// package ruledoc, and is strict about it: whatever in the text the struct
// does not ask for is a problem, reported with its line, its column and its
// key, and all problems are reported at once. The same struct yields a commented
// file to begin with ([Template]) and, in a test, the JSON schema of what
// [Decode] accepts.
//
// The text comes with whatever repository errlint is run on, so it is not
// trusted: its size, its depth and the number of values that its aliases
// expand to are bounded. Merge keys (<<) and several documents in one file
// are not supported.
//
// A value has exactly the type of its field: no number is a string. A null
// stands for "not set" where a mapping or a list is wanted, which is what is
// left of one when all keys below it are commented out.
package strictyaml
