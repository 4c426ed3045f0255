// Package directive reports errlint comments that do not do what they say.
//
// A suppression with a typing error suppresses nothing, and a declaration in the
// wrong place declares nothing. Neither fails to compile, and both look as if they worked.
//
//	//errlint:ignore wrapcuase the client must not see it
//	return fmt.Errorf("query failed: %v", err)
//
// # Why
//
// The escapes of the other rules are comments, so that the reason for each exception
// stands next to it, and a reviewer can judge it. That holds only if each comment
// takes effect, and if none is without a reason.
//
// # Found
//
//   - unknown-kind: there is no directive of that kind. The kinds are opaque,
//     ignore, decorator, adapter, operation, envelope, mapping, secret and private.
//   - unknown-rule: errlint:ignore names a rule that does not exist. It still
//     applies to the others that it names.
//   - missing-rule: errlint:ignore names no rule.
//   - missing-reason: errlint:ignore or errlint:opaque gives no reason. It has no effect then.
//   - unknown-argument: errlint:decorator has an argument other than op=PARAM and
//     empty=PARAM, or the function has no parameter of that name; another mark
//     has an argument at all.
//   - misplaced: errlint:opaque is neither at a return statement nor at a function,
//     errlint:ignore is not next to any code, errlint:decorator or errlint:mapping is not in the doc comment of a function,
//     errlint:adapter not there and not before the package clause, errlint:operation or errlint:envelope not
//     at a type, or errlint:secret or errlint:private not at a type or a field.
//   - not-directive: there is a space between the slashes and errlint, which makes it a plain
//     comment.
//
// A suppression that is in order but suppresses nothing is reported by the rule that
// it names, with the category unused-directive.
//
// # Not found
//
//   - The suppressions of golangci-lint, such as //nolint:errlint. They are
//     respected, but whether they are in order is for its nolintlint to say.
//   - Comments that speak of directives, such as this one: only a comment that begins with
//     errlint, a colon and a kind can be meant as one.
//   - Generated files.
//
// # Fix
//
// A misspelt kind, rule, argument or parameter is corrected, if only one is similar to it; the space in front
// of a directive is removed.
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
