// Package errmatch reports errors told apart by text, and matches that cannot succeed.
//
// A text is written for people, and it changes when somebody improves it. Code
// that looks for words in it breaks then, without a word from the compiler:
//
//	if strings.Contains(err.Error(), "not found") { // ErrNotFound has a name
//		return nil
//	}
//
// So do tests, which fail when a message gets better and pass when another
// error happens to have the same words:
//
//	assert.EqualError(t, err, "not found")
//
// Remedy: errors.Is(err, ErrNotFound), assert.ErrorIs(t, err, ErrNotFound). The
// error needs a name for that, and whether it has one is what the rule finds
// out: it knows which errors may leave the function that was called, in
// whatever package of the module, and what their texts are.
//
// Names can be asked for in vain, too. Load returns a *ParseError, and the
// target of errors.As is a ParseError: no error ever matches, the program
// compiles, and go vet has nothing against it:
//
//	var parse ParseError // should be *ParseError
//	if errors.As(Load(), &parse) {
//
// The same goes for == with an error that only ever arrives wrapped, where
// errors.Is finds it.
//
// # Why
//
// ADR 001 of CowGnition, §7: tests assert with errors.Is and errors.As, never on
// the text of Error(); and errors.As gets a pointer to what is returned. A server
// maps errors to the codes of its replies; one that is matched by its text,
// or never matched, gets the code of an unknown error.
//
// # Found
//
//   - text, preview, unsafe fix: the text of an error that has a name is compared: with == and !=,
//     in a switch, by functions of strings, slices and regexp, and by
//     assertions: of testify, gotest.tools, quicktest, gocheck, gomega and
//     go-cmp, and of packages whose functions have the same shape. The other
//     text is ErrX.Error(); or ErrX is the only error that may be there and has
//     such a text.
//   - unnamed: the same where the error has no name, and a function of the
//     module made it. The remedy is in that function: a package-level variable,
//     or a type. Off by default: often a text is all that a caller needs.
//   - identity, preview, unsafe fix: an error is asked for with ==, in a switch, by a type
//     assertion or by an assertion of equality, and it is always wrapped when it
//     gets there. Option identity: all reports every == of an error that may
//     be wrapped.
//   - never, preview, unsafe fix: errors.Is, errors.As, errors.AsType, ErrorIs, ErrorAs, == or a
//     type assertion asks for an error that cannot be there. Above all *E where
//     E is returned, and the reverse.
//
// A text in a table of cases, such as tt.wantErr, is one finding, at the
// comparison, if all texts in the table are those of errors that have names. The
// rows are related information.
//
// # Not found
//
//   - A text of an error that may be something else as well, of which nothing is
//     known, unless the comparison is with the whole text of an error that is
//     known to get there.
//   - Assertions that a text is absent, and conditions under which a test fails:
//     if errors.Is(err, ErrX) { t.Fatal() }.
//   - An error that a test has made itself, by a literal or a constructor: what
//     its Error method says is what is tested.
//   - A text beside errors.Is, errors.As, a code, or a function that is given the same
//     error and answers with a value: the text is one question more.
//   - A column of texts in a table that has one for errors, too.
//   - Texts of replies, logs and processes: they are not those of errors.
//   - A match against a type that has a method Is or As, or where an error with
//     one may be there: they decide for themselves.
//   - Interfaces as targets of errors.As: any error may implement them.
//   - Matches of what a method of an interface returns, by its doc comment:
//     implementations may return more. And of what functions return that are
//     declared in files with a build constraint: other builds may have others.
//   - Matches where an error of an unknown callee may be there, or one that a
//     parameter is, or that comes from a channel, a field or a container, which others
//     may fill.
//   - Matches in test files: a test that demands what cannot be fails, so
//     one that passes knows better.
//   - Errors of packages in option texts.
//
// # Fix
//
// A comparison becomes errors.Is(err, ErrX), an assertion the ErrorIs of
// its library, if it has one and ErrX can be named there. Where an error matches that did
// not before, or the reverse, the program does something else then, so these fixes are
// applied with -unsafe. The variable that errors.As fills becomes *E or E where its uses
// allow for that.
//
// Where there is none:
//
//   - text: the error cannot be named there, or the text is one of a table
//   - unnamed: how the error is to be called is for its author to say
//   - identity, never: its uses do not allow for it, or what was meant is for the author to say
//
// # Suppress
//
// By //errlint:ignore errmatch REASON on the line of the comparison, or on a declaration.
//
// # Limits
//
// Test files are checked with tests: true in the configuration, or -tests. The
// text of a package-level variable is known if it is made of a constant, by
// errors.New and its like, or of a format with constants and such variables.
package errmatch
