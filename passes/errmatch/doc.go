// Package errmatch reports errors matched by text, and matches that cannot succeed.
//
// Code that searches an error's text breaks when the wording changes. Match errors by
// sentinel or type.
//
// # Why
//
// ADR 001 of CowGnition, §7: "avoid relying on matching substrings within the
// error.Error() string output".
//
// # Found
//
//   - text, unsafe fix: the text of an error that has a name is compared, by ==, a
//     switch, strings, slices, regexp, or assertions of test libraries.
//   - unnamed, off: the text of an error that the module made without a name is
//     compared.
//   - identity, unsafe fix: ==, a switch or a type assertion looks for an error that
//     is always wrapped at this point.
//   - never, unsafe fix: a match looks for an error that is impossible at this point,
//     such as *E where E is returned, or the reverse, or its arguments are swapped.
//
// Bad above good, where Load returns fmt.Errorf("load: %w", ErrNotFound):
//
//	if strings.Contains(err.Error(), "not found") // text
//	if err == ErrNotFound                         // identity
//	if errors.Is(err, ErrClosed)                  // never
//	if errors.Is(err, ErrNotFound)                // good
//
//	assert.ErrorContains(t, err, "not found")     // text
//	assert.ErrorIs(t, err, ErrNotFound)           // good
//
// Test files are checked with tests: true, or -tests.
//
// # Not found
//
//   - Texts of errors that may be others, but for io.EOF.Error() and the like, or that
//     only another package can name; texts that say more than the error's own, or
//     beside errors.Is, errors.As or a code.
//   - In tests: absent texts, errors that the test made, identity, never.
//   - Matches against interfaces or types with a method Is or As, and matches of
//     unknown errors that nothing wraps.
//
// # Fix
//
// A comparison becomes errors.Is(err, ErrX), an assertion becomes the library's
// ErrorIs, and the target of errors.As becomes *E or E. All fixes are unsafe, because
// they change what matches.
//
// Where there is none:
//
//   - text: the error cannot be named there, or the text is one of a table
//   - unnamed: the author has to name the error
//   - identity, never: the uses of the target do not allow it, or the author has to
//     say what was meant
//
// # Suppress
//
// Use //errlint:ignore errmatch REASON. For packages whose errors have no useful
// names, set option texts.
package errmatch
