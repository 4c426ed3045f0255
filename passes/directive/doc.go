// Package directive reports errlint comments that do not do what they say.
//
// A finding that is right as it is gets a comment with the reason, on the line, on the
// line above it, or in the doc comment of a declaration:
//
//	//errlint:ignore decorated the health check must fail loudly
//	//errlint:ignore wrapcause/format,raisesdoc predates the rules
//	return errHidden //errlint:opaque the cause names internal hosts
//
// ignore silences rules or categories. opaque, at a return statement or a function, says
// that a cause is hidden on purpose, for callers of a helper too. golangci-lint's
// //nolint:errlint works as well.
//
// Marks declare what a rule cannot know: decorator, mapping and adapter (functions; adapter
// also above a package clause), operation and envelope (types), secret and private (types
// and fields). A decorator may name its parameters: //errlint:decorator op=PARAM empty=PARAM.
//
// # Why
//
// A suppression with a typing error suppresses nothing, and looks as if it worked. The
// reason stands beside the exception, so that a reviewer can judge it.
//
// # Found
//
//   - unknown-kind: a kind that does not exist: //errlint:ingore.
//   - unknown-rule: a rule that does not exist; it still applies to the others that
//     it names: //errlint:ignore wrapcuase REASON.
//   - missing-rule: ignore without a rule.
//   - missing-reason: ignore or opaque without a reason. It has no effect then.
//   - unknown-argument: an argument other than op=PARAM and empty=PARAM, or no
//     parameter of that name.
//   - misplaced: a directive that is not at what it is for.
//   - not-directive: a space before errlint, which makes it a plain comment:
//     // errlint:ignore.
//
// A suppression that suppresses nothing is reported by the rule that it names, with the
// category unused-directive.
//
// # Not found
//
//   - Whether //nolint comments are in order: that is for golangci-lint's nolintlint.
//   - Comments that only speak of directives; generated files.
//
// # Fix
//
// A misspelt word is corrected, if only one is similar to it; the space is removed.
//
// Where there is none:
//
//   - missing-rule, missing-reason, misplaced: what is meant, and why, only its author knows
//   - any: nothing that exists is similar to it, or more than one thing is
//
// # Suppress
//
// By //errlint:ignore directive REASON, on the line above the directive.
package directive
