// Package payloadflow finds the values that tell of an error in place of an error, and by which results of which functions
// they leave: maps and structs with an error key, texts that spell out JSON with one, and texts that a tool's result shows, alone or in a
// map. It is a domain over packages flow, textflow and errflow, and reports nothing.
//
// # Payloads
//
// A [Payload] is such a value, one for each place where one is made, however many ways it takes from there. It has the error
// keys that are set in it: in its literal, by assignments wherever it is held, and by functions that it is given to
// (setters). Package textflow says what each of them tells.
//
// # Three systems of equations
//
// The solver of package flow solves all of them, so answers do not depend on who asks first, and recursion needs no special treatment.
//
//   - For a result of a function: which payloads flow into it at returns where no other result says that the call has failed, what they tell
//     in terms of the function's parameters, which parameters are passed on, and whether there is anything else. The equation is a walk over
//     the values that flow into the result, within the function; what a callee builds or passes on is the callee's unknown.
//   - For a parameter: which error keys are set in it.
//   - For a result: what the package's calls do with it. What is only put into records, or passed to other
//     functions, is no answer to a caller.
//
// The values of the first two are sets of things in the package, each with a [textflow.Text], which is a union of finitely many
// kinds; the third has two bits. A result that takes over more than maxTaken payloads, and a parameter in which more than maxSettings
// keys are set, are given up: nothing is said of them.
//
// # Answers
//
// A function has not failed with every error whose text it returns. An error that a condition has told from others, one that a validator was
// to find, and one about what is left over when the work is done are answers (isAnswer), and do not make a payload. Neither does an error
// beside a result that is there with or without it (madeUpFor), or below data in a text (opensWithData). The question is the same for all kinds of payloads. It is asked where the key
// is set, or where the text is returned.
//
// # Across packages
//
// [Fact] says what callers in other packages must know of an exported function: what it builds
// that was not reported where it is built, what it passes on, and what it sets.
//
// # What it does not see
//
// JSON that is written to a buffer piece by piece, results of interface methods, texts that a template makes, keys that are
// not constant where they are set, entries that a loop copies, and maps in fields of structs. A struct that a function is given, or gets from
// a function that does not make it, is a record of somebody else's: what is set in it is not looked at.
package payloadflow
