// Package errdoc reads which errors a doc comment mentions, and edits that part of the comment. It also tells whether
// a comment says that a cause is hidden on purpose ([HidesCause]).
//
// # What is read
//
// [Parse] finds every identifier in a doc comment, with its exact position in the source: [ErrX], [*E], [pkg.ErrX],
// pkg.E in prose, `ErrX` in quotes, an item of a list. Identifiers are whole words: ErrXY does not mention ErrX. Most
// of them are ordinary words. [Resolve] finds out, from types and the imports of the file, which of them are errors.
// This way nothing has to be guessed from the spelling, and an alias, a dot import or an error called EOF is
// understood.
//
// # Sections
//
// The structure of a comment is that of go/doc/comment. A section about errors begins with a heading
//
//	# Errors
//
// and extends to the next heading, or it begins with a label at the start of a line
//
//	Errors: ErrNotFound, ErrClosed
//
// and consists of the rest of the paragraph and the list, code block or, if there is neither text nor list yet,
// paragraph that follows. The labels are Errors, Raises, Returns, and some phrases with the same meaning, in any case.
// A line that ends in a colon, with a list after it, also begins a section if its sentence mentions both errors and
// returning, "It returns one of these errors:", or is a label: "F opens. Possible errors:". Within sections, some lines
// that are not a list for go/doc/comment are read as their author meant them: unindented items, and indented lines
// without bullets.
//
// In the style of the serum project an item may name an error code in place of an identifier:
//
//   - not-found -- the file does not exist
//
// and a section may say that there are no errors: "Errors: none".
//
// # What is not read
//
// A sentence that says what a function panics with does not say what it returns; see [Mention.Panics]. A word in prose
// claims that there is such an error only if it looks like ErrX, and the sentence plainly says that the function
// returns it: "It returns ErrX if"; see [Mention.Claim].
//
// # Fixes
//
// [AppendFix] and [Doc.RemoveFix] edit sections in the style in which they are written, including errors among what
// "Returns:" lists. [RenameFix] changes nothing but a name. Every addition is tried on a copy of the comment before it
// is offered. A carriage return within a line of a comment, which no editor writes, makes the positions after it wrong,
// because the scanner drops it.
package errdoc
