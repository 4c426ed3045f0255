// Package directive reports errlint comments that do not do what they say.
//
// A comment with a reason suppresses findings on its line, on the next line, or in the
// declaration whose doc comment has it:
//
//	//errlint:ignore decorated the health check must fail loudly
//	//errlint:ignore wrapcause/format,raisesdoc predates the rules
//	return errHidden //errlint:opaque the cause names internal hosts
//
// ignore suppresses rules or categories. opaque, on a return statement or a function,
// says that a cause is hidden on purpose. golangci-lint's //nolint:errlint works, too.
//
// Other comments mark declarations: //errlint:decorator (with parameters, as in
// op=PARAM empty=PARAM) and mapping mark functions, adapter functions or packages,
// operation and envelope types, secret and private types or fields.
//
// # Why
//
// A mistyped suppression looks as if it worked. Reviewers need the reason to judge an
// exception.
//
// # Found
//
//   - unknown-kind, fix: there is no such comment, as in //errlint:ingore.
//   - unknown-rule, fix: there is no such rule, as in //errlint:ignore wrapcuase
//     REASON.
//   - missing-rule: ignore names no rule.
//   - missing-reason: ignore or opaque gives no reason, and has no effect.
//   - unknown-argument, fix: an argument is not op=PARAM or empty=PARAM, or the
//     function has no parameter of that name.
//   - misplaced: the comment is not on a declaration or statement that it can apply
//     to.
//   - not-directive, fix: // errlint:ignore is a plain comment, because of the space.
//
// Every rule reports its own suppressions that suppress nothing, as category
// unused-directive.
//
// # Not found
//
//   - //nolint comments, which nolintlint checks.
//   - Generated files.
//
// # Fix
//
// A misspelt word is corrected if exactly one known word is similar. The space is
// removed.
//
// Where there is none:
//
//   - missing-rule, missing-reason, misplaced: only the author knows what is meant,
//     and why
//   - unknown-kind, unknown-rule, unknown-argument: nothing that exists is similar, or
//     more than one thing is
//   - any: no correction is known
//
// # Suppress
//
// Put //errlint:ignore directive REASON on the line above the directive.
package directive
