// Package errmatch reports errors told apart by text, and matches that cannot succeed.
//
// A text is written for people, and changes when somebody improves it; code that looks
// for words in it breaks then. Ask for the error instead, by a name that may be there.
//
// # Why
//
// ADR 001 of CowGnition, §7: "avoid relying on matching substrings within the
// error.Error() string output".
//
// # Found
//
//   - text, preview, unsafe fix: the text of an error that has a name is compared:
//     with ==, in a switch, by functions of strings, slices and regexp, and by
//     assertions of test libraries.
//   - unnamed: the same where a function of the module made the error and gave it no
//     name. Off.
//   - identity, preview, unsafe fix: an error is asked for with ==, in a switch or by
//     a type assertion, and it is always wrapped there.
//   - never, preview, unsafe fix: a match asks for an error that cannot be there.
//     Above all *E where E is returned, and the reverse.
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
// Test files are checked with tests: true, or -tests.
//
// # Not found
//
//   - A text of an error that may be something else, too; a text beside errors.Is,
//     errors.As or a code.
//   - Assertions that a text is absent; errors that a test has made itself; matches in
//     test files.
//   - Matches against interfaces, or types with a method Is or As; of what an unknown
//     callee, a parameter, a field or a container yields.
//
// # Fix
//
// A comparison becomes errors.Is(err, ErrX), an assertion the ErrorIs of its library;
// the variable that errors.As fills becomes *E or E. These fixes are unsafe: what
// matches changes.
//
// Where there is none:
//
//   - text: the error cannot be named there, or the text is one of a table
//   - unnamed: how the error is to be called is for its author to say
//   - identity, never: its uses do not allow for it, or what was meant is for the
//     author to say
//
// # Suppress
//
// //errlint:ignore errmatch REASON. Packages whose errors have no names worth asking
// for belong in the option texts.
//
// # Limits
//
// The text of a package-level variable is known if it is made of constants.
package errmatch
