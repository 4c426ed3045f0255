// Package hosts tests that errlint says the same thing in every host: it runs
// the test cases of all rules, and examples/broken, through the command errlint, go
// vet, golangci-lint and Bazel's nogo, and compares the findings.
//
// # The corpus
//
// testdata/src is a GOPATH. Here it becomes a workspace: each tree of cases a
// module of its name, each stub of a third party's package a module as well. All
// are main modules, as are all packages of a GOPATH, so that errlint finds in
// them what the comments in them say. What it does with true
// third parties, whose source is not its business, examples/broken shows.
//
// # nogo
//
// The nogo that runs here is rules_go's own, at the version in go.mod: its
// builder generates the list of analyzers, and its sources are compiled with that. They
// import an internal package of golang.org/x/tools, as Bazel lets them; the go command
// does so for a module whose path begins with golang.org/x/tools, so that is
// what the temporary module is called. What Bazel would do, the test does: it starts one process
// for each package, in the order of imports, and hands over export
// data and facts in files.
package hosts
