// Package errmatch reports errors told apart by text, and matches that cannot succeed.
//
// Code that looks for words breaks when these change. Ask by name, for what
// may be there.
//
// # Why
//
// ADR 001 of CowGnition, §7: "avoid relying on matching substrings within the
// error.Error() string output".
//
// # Found
//
//   - text, unsafe fix: the text of an error with a name is compared: by ==, a
//     switch, strings, slices, regexp, or assertions of test libraries.
//   - unnamed: the same where the module made the error and gave it no name. Off.
//   - identity, unsafe fix: ==, a switch or a type assertion asks for an error
//     always wrapped there.
//   - never, unsafe fix: a match asks for an error that cannot be there, above
//     all *E for E or the reverse, or with swapped arguments.
//
// By category, bad and good, where Load returns fmt.Errorf("load: %w", ErrNotFound):
//
//	if strings.Contains(err.Error(), "not found") // text
//	if err == ErrNotFound                         // identity
//	if errors.Is(err, ErrClosed)                  // never
//	if errors.Is(err, ErrNotFound)                // good
//
//	assert.ErrorContains(t, err, "not found")     // text
//	assert.ErrorIs(t, err, ErrNotFound)           // good
//
// Test files need tests: true, or -tests.
//
// # Not found
//
//   - A text other than X.Error() of an error that may be something else, or that only
//     another package can name; a text beside errors.Is, errors.As or a code.
//   - In tests: assertions that a text is absent, errors that the test made, identity
//     and never.
//   - Matches against interfaces, or types with a method Is or As; of unknown errors
//     that nothing wraps.
//
// # Fix
//
// A comparison becomes errors.Is(err, ErrX), an assertion the ErrorIs of its library,
// the variable of errors.As *E or E. All are unsafe: what matches changes.
//
// Where there is none:
//
//   - text: the error cannot be named there, or the text is one of a table
//   - unnamed: how the error is to be called is for its author to say
//   - identity, never: its uses do not allow for it, or what was meant is for the author
//     to say
//
// # Suppress
//
// //errlint:ignore errmatch REASON. For packages whose errors have no useful names:
// option texts.
package errmatch
