// Package flow is the kernel of errlint's analyses: a package in SSA form, where its values come from, and a
// solver for what functions do with them. It knows nothing of errors. What is particular to a question is a domain of its
// own over it: the errors that may leave a function (package errflow), the handlers of tools (toolflow), and so on.
//
// # Step
//
// [Program.Step] is one step of value flow, backwards: a phi's edges, what a load may
// read, an element of a container, a field. A [Node] is a value and a [Path] of
// selections; all elements of a container are one. Imports are declared but not
// built, so no dependency is ever parsed for its bodies. [Program.Origins] closes the relation over
// a package's own calls, with their arguments bound: what a call returns is looked for in that call. What is
// stored in a field by code that has nothing to do with the value asked for ([Program.FieldsOf]) is a last resort,
// where a value comes from somewhere that is not known.
//
// # What ends, and why
//
// The selections of a path are folded where types are recursive (path.go), so there are finitely many
// nodes. Nothing recurses as deep as the program: walks over values, blocks, calls and types
// have lists of their own. Queries that could visit many nodes have bounds ([MaxOrigins]), behind which the
// answer is that it is not known.
//
// # Solver
//
// A summary of a function depends on those of its callees, and recursion makes that a
// system of equations. There is one [Solver] for all of them: a domain gives keys, a monotone
// transfer function and a join, and gets the least solution, whoever asks first. A memo that is
// filled while a recursion is under way would not do: what it answers depends on where the recursion was entered.
package flow
