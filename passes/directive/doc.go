// Package directive reports errlint comments that do not do what they say.
//
// A finding that is right as it is gets a comment with the reason, on the line, on the
// line above it, or in the doc comment of a declaration:
//
//	//errlint:ignore decorated the health check must fail loudly
//	//errlint:ignore wrapcause/format,raisesdoc predates the rules
//	return errHidden //errlint:opaque the cause names internal hosts
//
// ignore silences rules or categories. opaque, at a return statement or a function,
// says that a cause is hidden on purpose, for callers of a helper too. golangci-lint's
// //nolint:errlint works as well.
//
// Marks declare what a rule cannot know: decorator, mapping and adapter (functions;
// adapter also above a package clause), operation and envelope (types), secret and
// private (types and fields). A decorator may name its parameters: //errlint:decorator
// op=PARAM empty=PARAM.
//
// # Why
//
// A suppression with a typing error suppresses nothing, and looks as if it worked. A
// reviewer judges the exception by its reason.
//
// # Found
//
//   - unknown-kind: //errlint:ingore, a kind that does not exist.
//   - unknown-rule: //errlint:ignore wrapcuase REASON; other rules that it names are
//     silenced.
//   - missing-rule: ignore without a rule.
//   - missing-reason: ignore or opaque without a reason. It has no effect then.
//   - unknown-argument: an argument other than op=PARAM and empty=PARAM, or no
//     parameter of that name.
//   - misplaced: a directive that is not at what it is for.
//   - not-directive: // errlint:ignore, where the space makes it a plain comment.
//
// A suppression that suppresses nothing is reported by its rule, with the category
// unused-directive.
//
// # Not found
//
//   - //nolint comments, which golangci-lint's nolintlint checks; generated files.
//
// # Fix
//
// A misspelt word is corrected, if only one is similar to it; the space is removed.
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
