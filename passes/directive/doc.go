// Package directive reports errlint comments that do not do what they say.
//
// A finding that is right as it is gets a comment with the reason, on its line, the line
// above, or a declaration's doc comment:
//
//	//errlint:ignore decorated the health check must fail loudly
//	//errlint:ignore wrapcause/format,raisesdoc predates the rules
//	return errHidden //errlint:opaque the cause names internal hosts
//
// ignore silences rules or categories. opaque, at a return statement or a function, says
// that a cause is hidden on purpose. golangci-lint's //nolint:errlint works, too.
//
// Marks tell rules what they cannot know: //errlint:decorator (op=PARAM empty=PARAM
// names parameters), mapping and adapter of functions, adapter also of packages,
// operation and envelope of types, secret and private of types and fields.
//
// # Why
//
// A mistyped suppression looks as if it worked. A reviewer judges an exception by its
// reason.
//
// # Found
//
//   - unknown-kind: //errlint:ingore.
//   - unknown-rule: //errlint:ignore wrapcuase REASON.
//   - missing-rule: ignore without a rule.
//   - missing-reason: ignore or opaque without a reason. It has no effect.
//   - unknown-argument: other than op=PARAM and empty=PARAM, or no parameter of that
//     name.
//   - misplaced: a directive that is not at what it is for.
//   - not-directive: // errlint:ignore, a plain comment for its space.
//
// What suppresses nothing is reported by its rule, with the category unused-directive.
//
// # Not found
//
//   - //nolint comments (see nolintlint); generated files.
//
// # Fix
//
// A misspelt word is corrected, if only one is similar; the space is removed.
//
// Where there is none:
//
//   - missing-rule, missing-reason, misplaced: what is meant, and why, only its author
//     knows
//   - any: nothing that exists is similar to it, or more than one thing is
//
// # Suppress
//
// //errlint:ignore directive REASON on the line above the directive.
package directive
