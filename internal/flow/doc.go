// Package flow is the kernel of errlint's analyses: it builds a package in SSA form, follows values backwards through
// it, and solves systems of equations over its functions. It knows nothing about errors. Each question has a domain of
// its own on top of the kernel: package errflow for the errors that may leave a function, toolflow for the handlers of
// tools, and so on.
//
// # Value flow
//
// A [Node] is an SSA value together with a [Path] of selections, such as a field or an element of a container. All
// elements of a container are one part of it. [Program.Step] goes one step of value flow backwards from a node: along
// the edges of a phi, to the stores that a load may see, from an element to its container, from a field to its struct.
// Imported packages are declared but not built, so the bodies of a dependency are never parsed.
//
// [Program.Origins] is the transitive closure of Step. It also enters calls of the package's own functions and binds
// their parameters to the arguments of that call. Where a value comes from something unknown, Origins falls back on all
// that the package stores in the same field of any struct ([Program.FieldsOf]), even in code that has nothing to do
// with the value.
//
// # Termination
//
// Paths into recursive types are folded (path.go), so a package has finitely many nodes. No walk over values, blocks,
// calls or types recurses as deep as the program: each keeps a list of its own. Queries that could visit many nodes
// have bounds, such as [MaxOrigins]. A query that reaches its bound answers that the origin is unknown.
//
// # The solver
//
// The summary of a function depends on the summaries of its callees, so recursive functions give a system of equations.
// All domains share one [Solver]. A domain supplies keys, a monotone transfer function and a join, and gets the least
// fixpoint, whichever key is asked for first. Memoizing a recursive computation would not do: what a memo holds while
// the recursion is under way depends on where the recursion was entered.
package flow
