// Package errdoc reads which errors a doc comment names, and edits its lists of errors. It also tells whether a comment says that a cause is hidden
// on purpose ([HidesCause]).
//
// # What is read
//
// [Parse] finds every identifier in a doc comment, wherever it stands, with its exact place in the source: [ErrX], [*E], [pkg.ErrX], pkg.E in prose,
// `ErrX` in quotes, an item of a list. Identifiers are whole: ErrX is not mentioned by ErrXY. Most of them are words of a sentence; [Resolve] tells,
// through types and the imports of the file, which are errors. So there is no need to guess from the spelling, and an alias, a dot import or an error
// called EOF is understood.
//
// # Sections
//
// The structure is that of go/doc/comment. A section about errors is a heading
//
//	# Errors
//
// up to the next heading, or a label at the start of a line
//
//	Errors: ErrNotFound, ErrClosed
//
// with the rest of its paragraph and the list, code block or, if there is neither text nor list yet, paragraph that follows. The labels are Errors,
// Raises and Returns, and some phrases of the same meaning; case does not matter. A line that ends in a colon, with a list after it, is a section too
// if its sentence mentions both errors and returning, "It returns one of these errors:", or is a label: "F opens. Possible errors:". Within sections,
// some lists that go/doc/comment does not recognize are read as well: unindented items, and indented lines without bullets.
//
// In the style of the serum project, an item may name an error code instead of an identifier:
//
//   - not-found -- the file does not exist
//
// and a section may say that there are none: "Errors: none".
//
// # What is not read
//
// A sentence that says what a function panics with does not say what it returns; see [Mention.Panics]. A word of prose is a claim that there is such
// an error only if it looks like ErrX, and the sentence plainly says that the function returns it: "It returns ErrX if"; see [Mention.Claim].
//
// # Fixes
//
// [AppendFix] and [Doc.RemoveFix] edit sections in the style in which they are written, also those of "Returns:" that list errors among others.
// [RenameFix] changes nothing but a name. Every addition is tried on a copy of the comment before it is offered. A carriage return within a line of a
// comment, which no editor writes, makes the positions after it wrong, since the scanner drops it.
package errdoc
