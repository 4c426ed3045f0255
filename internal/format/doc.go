// Package format reads printf formats, and edits them where they are written.
//
// [Parse] splits a format string into its verbs in the way the fmt package
// does, and says which operands each verb consumes. It is exact where it matters
// for an edit: a format that fmt itself would complain about
// (a missing verb, a bad argument index) is an error, and nothing is edited.
//
// [Locate] answers the question that the decoded string cannot: where in the
// source does this byte stand? A Go string literal spells a byte in several
// ways, in "\t%s: %v" the verb at offset 5 of the string is six bytes into the
// literal, and a raw string has lost its carriage returns. It also looks through
// parentheses and concatenations of literals and constants, and refuses ranges that
// cross from one literal to another or that lie in a constant declared elsewhere.
//
// [ReplaceVerb] is the edit that is built on both.
package format
