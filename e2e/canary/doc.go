// Package canary checks rule safemsg by running what it judges.
//
// The example servers of the five documents (examples/spec) get a dependency that fails with texts of its own, and secrets, private
// values, stacks, types and bodies of other servers' responses to hand: canaries. Each text of a server, in any of its packages, is then
// replaced by one that has a canary in it, in a copy of the server that the rule judges. What is run is one more copy, in which a
// text is chosen when the program starts: the same expressions, in the same places, compiled once.
//
// Each tool is called until each statement of each server has run, which is measured, and what comes over the connection is
// compared with what the rule has reported. A canary that came to a client without a report is missed; a report without a canary at a
// client is false.
//
// It is a module of its own, so that errlint does not depend on an SDK.
package canary
