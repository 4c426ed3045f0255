// Package payloadflow finds the values that tell of an error in place of an error, and by which results of which functions
// they leave: maps and structs with an error key, texts that spell out JSON with one, texts that a tool's result shows, by themselves or in a map. It is a
// domain over packages flow, textflow and errflow, and reports nothing.
//
// # Payloads
//
// A [Payload] is such a value, one for each place where one is made, however many ways it takes from there. It has the error
// keys that are set in it: in its literal, by assignments wherever it is held, and by functions that it is given to
// (setters). Each has what it tells of, as package textflow says it.
//
// # Three systems of equations
//
// All of them are solved by the solver of package flow, so answers do not depend on who asks first, and recursion is no case of its own.
//
//   - Of a result of a function: which payloads flow into it where no other result says that the call has failed, what they tell of in terms of
//     the function's parameters, which parameters are passed on, and whether there is anything else. The equation is a walk over the values
//     that flow into the result, within the function; what a callee builds or passes on is the callee's unknown.
//   - Of a parameter: which error keys are set in it.
//   - Of a result: what the package's calls do with it. What is only put into records, or handed to other
//     functions, is no answer to a caller.
//
// The values of the first two are sets of what the package has, each with a [textflow.Text], which is a union of finitely many
// sorts; the third has two bits. A result that takes over more than maxTaken payloads, and a parameter in which more than maxSettings
// keys are set, are given up: nothing is said of them.
//
// # Answers
//
// Not every error whose text a function returns is one that it has failed with. One that a condition has told from others, what a validator was to find out, and what
// is left over when the work is done are answers (isAnswer), and of no payload. Nor is one beside a result that there is with it as without it (madeUpFor). The question is the same for all kinds of payloads; it is asked where the key is set,
// or the text returned.
//
// # Across packages
//
// [Fact] says of an exported function what of this its callers in other packages must know: what it builds
// that was not reported where it is built, what it passes on, and what it sets.
//
// # What it does not see
//
// JSON that is written to a buffer piece by piece, results of interface methods, texts that a template makes, keys that are
// no constants where they are set, entries that a loop copies, and maps in fields of structs. A struct that a function is given, or gets from a
// function that does not make it, is a record of somebody else's: what is set in it is not looked at.
package payloadflow
