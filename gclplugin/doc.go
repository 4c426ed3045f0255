// Package gclplugin is errlint as a module plugin of golangci-lint. Importing
// it registers a linter named errlint, whose settings are a
// [github.com/errlint/errlint.Config]; docs/hosts.md says how to build and
// configure a golangci-lint with it.
//
// # One line per finding
//
// golangci-lint has its own idea of a diagnostic: a related location becomes
// an issue of its own (at a wrong place, if it is in another file), and
// categories and URLs are dropped. So a finding's evidence is not handed over
// here, only the finding, which stands alone by the house rules for messages. The rule
// is in the text that golangci-lint makes, "wrapcause: ... (errlint)", because
// the analyzers keep the rules' names.
//
// # Suppression
//
// Standing alone, errlint honours //nolint:errlint comments itself. Here
// that is golangci-lint's job, and it has to see what such a comment suppresses,
// or else its linter nolintlint would call the comment unused. The analyzers
// require [directive.HostNolint] to say so. errlint's own comments
// (//errlint:ignore and so on) work as everywhere.
//
// # One analyzer with facts
//
// For each analyzer with facts and each package, the standard library's
// included, golangci-lint writes a file to its cache. With six such analyzers and
// the 500 packages that a server is made of, that took as long as all of
// errlint's analysis. So one analyzer, which has all the facts, does all the
// work, and those that golangci-lint is given only report what it has found.
//
// # Load mode
//
// The rules need types, hence the mode typesinfo. golangci-lint then loads
// dependencies from source, because the analyzers have facts. Of that errlint uses
// nothing (a package out of scope is left at once), but the standard linters
// of golangci-lint have facts as well, and share the load.
package gclplugin
