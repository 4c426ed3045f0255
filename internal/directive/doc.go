// Package directive reads the comments by which a program speaks to errlint,
// and reports findings with those comments taken into account.
//
// # Syntax
//
// A directive is a Go directive comment: a line comment with no space after
// the slashes, the tool's name, a colon, and the kind of directive. What
// follows a further "//" in the same comment is a remark and is not read,
// unless nothing else gives the reason, in which case it is the reason.
//
//	//errlint:opaque REASON
//
// says that the cause or the detail of an error is hidden on purpose. It
// stands on a return statement's line or on the line above it, in a function's
// doc comment, or on (or above) the line on which a function or a function
// literal begins. It covers the return statement, or the whole function.
//
//	//errlint:ignore RULE[,RULE...] REASON
//
// suppresses the findings of the named rules. In the doc comment of a function,
// type, variable or constant, or of a whole declaration group, it covers that
// declaration with its comment. On a line of its own elsewhere it covers the statement, struct
// field, or element of a composite literal that begins on the next line;
// at the end of a line it covers that line and the statement, specification,
// field or element that begins or ends there. A covered statement does not
// include the blocks in it: a directive above an if statement is about its
// condition, not about what happens inside, and one above a call is not about
// the body of a function literal among the arguments.
//
//	//errlint:decorator [op=PARAM] [empty=PARAM]
//
// in a function's doc comment declares it an error decorator of tool handlers,
// and names the parameters that take the operation's name and the empty result.
//
//	//errlint:adapter
//
// before a package clause, or in a function's doc comment, declares adapters:
// code that must return Go errors and document them.
//
//	//errlint:operation
//
// on a type declares that its values are operation names.
//
//	//errlint:envelope
//
// on a type declares that it is the reply to a call that has failed.
//
//	//errlint:mapping
//
// in a function's doc comment declares that it gives errors their codes.
//
//	//errlint:secret
//	//errlint:private
//
// on a type or a field declare that its values are for nobody's eyes, or not for those of clients.
//
// Besides its own, the package reads golangci-lint's suppressions, with that
// program's own scoping, so that a suppression works the same whether errlint
// runs alone or inside golangci-lint: //nolint, //nolint:all and a list with
// errlint in it, such as
//
//	//nolint:errlint,gosec // remark
//
// cover their comment's lines, and if a syntax node begins on the line below in
// the same column, that node as a whole.
//
// # Mistakes
//
// A directive with a mistake is still returned by [Parse], with the mistakes
// listed in [Directive.Problems], so that the directive rule can report them and no
// other rule has to. What a mistaken directive still does is chosen such that
// a typing error never hides a finding: without a reason, or where it cannot
// apply, it suppresses nothing; an unknown rule in a list does not disable
// the other names in it.
//
// # Reporting
//
// A [Reporter] stands between a rule and its pass: it drops what lies in
// generated files or is suppressed, gives each diagnostic its URL, and at the
// end reports the suppressions of this rule that suppressed nothing. It works
// through pass.Report alone, so any host of the go/analysis framework can run it.
package directive
