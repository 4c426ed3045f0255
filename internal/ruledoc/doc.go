// Package ruledoc turns the source of a rule into its documentation, so that
// nothing is written twice: the package comment of a rule's doc.go is the
// analyzer's Doc, the text of "errlint explain" and the page in docs/rules;
// the tags of its Options are the list of options in all three, the JSON schema
// and the comments that "errlint init" writes.
//
// # The package comment
//
// Each rule embeds its own doc.go and extracts the Doc from it:
//
//	//go:embed doc.go
//	var doc string
//
//	func New(o Options) *analysis.Analyzer {
//		return ruledoc.Rule("wrapcause", doc, &o, ...)
//	}
//
// The comment begins "Package <rule> reports ...": one sentence that, less
// the words "Package <rule>", is at most 70 characters long. It is
// the summary in every list of rules. A paragraph or two on the mistake may
// follow, with an example. Then come the sections, in this order:
//
//	# Why         the clause of the spec, and what goes wrong without the rule
//	# Found       the shapes that are reported, with a list of the categories
//	# Not found   the deliberate silences, each with its reason
//	# Fix         what the suggested fixes do, with a list of why a finding of which category has none
//	# Suppress    which directives apply
//	# Limits      what the rule cannot see (optional)
//
// An item of the list under Found is "name: ...", or "name, preview: ..." for a
// category that is in its preview stage, "name, off: ..." for one that an option
// or the enabling of its name turns on, "name, fix: ..." for one whose findings have fixes, or
// "name, unsafe fix: ..." where these change what a program does; the section Fix then says how. [Categories]
// reads it, and the items under Fix: "name, name: why there is no fix", where "any" stands for the categories that no
// item before it names. The page leaves that list out, with the line "Where there is none:" before it.
//
// The comment "// name", or "// name, where ...", at the end of a line of code marks what the category
// reports. The lines around it, up to blank ones, belong to the example, but for those in the first column
// that another category reports: what several report may share the line that is good. [CategoryText] shows a
// category with the paragraphs before its list, and with its examples; so an item of the list does not depend on the others.
//
// The section Options is not written by hand: it is generated from the
// struct and stands between "Not found" and "Fix". TestRulePages of the suite
// enforces all of this.
//
// # The options
//
// A rule's Options is a struct of exported fields, whose zero value is the
// default. Each field has the tags
//
//	yaml:"handler-types"           the key, in kebab-case; "-" for a field that is not configuration
//	doc:"types that are handlers"  one line, lower-case, without a full stop
//
// and may have
//
//	default:"[error, err]"         what the zero value means, as YAML in flow style, or else
//	default:"(all of the module)"  in words, in parentheses
//	enum:"stale,listed,exact"      the values that a string may take; @rules: all rules and categories
//	names:"function"               what the values are names of: package, import, anypackage (either), function, param, type, field, part (a type
//	                               or a field), cause or error; one that matches nothing is a problem (package confignames)
//	keys:"error"                   the same for the keys of a map
//	single:"true"                  of a list: one value may stand for a list of it
//
// A field's type is bool, int, string (or a named type of these), a pointer
// to one of them (to tell "not set" from the zero value), a struct that
// follows the same rules, a slice or a map from string of any of these but
// pointers, or a map from string to slices of scalars or structs.
//
// A boolean whose key is that of a category is that category's switch.
//
// A rule whose options can be wrong in ways that their types do not exclude
// (a glob, a regular expression, a name) has the method
//
//	func (o Options) Check(report func(key, problem string))
//
// which reports each with its key, as in "registrars[1].function".
package ruledoc
