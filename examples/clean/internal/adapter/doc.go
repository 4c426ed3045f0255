// Package adapter is where the code-intelligence server meets the world: the
// files of a repository, their text, and git.
//
// Each function returns a result or an error of package apperr, never a result
// that holds an error; its doc comment lists the errors. How an error is told
// to a client is no concern of an adapter.
//
//errlint:adapter
package adapter
