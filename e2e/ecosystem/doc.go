// Package ecosystem has no code of its own: its test runs errlint on well-known modules, those that
// modules.go imports, at the versions in go.mod, and holds the findings to those on record in
// testdata/findings.txt. So a change of a rule shows in its own diff what it does to code that its
// author had not in mind.
//
// When they differ on purpose,
//
//	cd e2e/ecosystem && go test -update
//
// writes the record anew. Read its diff: the counts by rule come first.
//
// errlint judges only the module that it runs in, so each of them is copied out of the module cache and checked
// where it is then, as its own authors would: with its own go.mod, hence its own
// dependencies, and without configuration. Test files are left out, and so is what is in a module of
// its own within the repository, such as examples; the module proxy has neither.
package ecosystem
