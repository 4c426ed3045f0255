// Errlint checks how Go code handles errors, by the rules of package
// github.com/errlint/errlint.
//
//	errlint [flags] [packages]
//
// checks the packages, by default ./..., and exits with 0 if it finds nothing,
// 1 if it finds something, and 2 if it could not do all of its job. "errlint
// -h" lists the flags and the other commands; docs/command.md describes them.
package main
