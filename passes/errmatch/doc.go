// Package errmatch reports errors told apart by text, and matches that cannot succeed.
//
// A text is written for people, and changes when somebody improves it. Code and tests
// that look for words in it break then. Whether the error has a name to ask for is what
// the rule finds out: it knows which errors may leave the function that was called, and
// which ones are asked for in vain.
//
// # Why
//
// ADR 001 of CowGnition, §7: "avoid relying on matching substrings within the
// error.Error() string output"; use errors.Is and errors.As.
//
// # Found
//
//   - text, preview, unsafe fix: the text of an error that has a name is compared: with ==, in a
//     switch, by functions of strings, slices and regexp, and by assertions of the
//     usual test libraries.
//   - unnamed: the same where the error has no name, and a function of the module made
//     it: give it one there. Off; option unnamed.
//   - identity, preview, unsafe fix: an error is asked for with ==, in a switch or by a type
//     assertion, and it is always wrapped when it gets there. With the option identity: all,
//     each == of an error that may be wrapped.
//   - never, preview, unsafe fix: errors.Is, errors.As, ==, a type assertion or their like, or a
//     function that asks with one of these, ask for an error that cannot be there. Above all *E where E is returned, and the reverse.
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
// Texts in a table of cases are one finding, at the comparison. Test files are checked
// with tests: true in the configuration, or -tests.
//
// # Not found
//
//   - A text of an error that may be something else as well, of which nothing is known.
//   - Assertions that a text is absent; errors that a test has made itself.
//   - A text beside errors.Is, errors.As or a code: it is one question more.
//   - Matches against interfaces, or types with a method Is or As.
//   - Matches where an unknown callee, a parameter, a channel, a field or a container
//     may yield the error; those of interface methods; matches in test files.
//
// # Fix
//
// A comparison becomes errors.Is(err, ErrX), an assertion the ErrorIs of its library; the
// variable that errors.As fills becomes *E or E. An error may match then that did not
// before, or the reverse, so these fixes are unsafe.
//
// Where there is none:
//
//   - text: the error cannot be named there, or the text is one of a table
//   - unnamed: how the error is to be called is for its author to say
//   - identity, never: its uses do not allow for it, or what was meant is for the author to say
//
// # Suppress
//
// //errlint:ignore errmatch REASON on the line, or on a declaration. Packages whose
// errors have no names worth asking for belong in the option texts.
//
// # Limits
//
// The text of a package-level variable is known if it is made of constants.
package errmatch
