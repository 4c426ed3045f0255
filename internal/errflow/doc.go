// Package errflow is the error-flow model of errlint. It infers which errors may leave each function, where an error
// value comes from, and whether an error carries its cause. Rules query the model; the model itself reports nothing.
//
// # The question
//
// A caller can tell errors apart in three ways: with errors.Is against a package-level variable (a sentinel), with
// errors.As for a concrete type, and by a code that a type provides. An [Atom] is one of these names. For each function
// the model infers a [Set]: the atoms that some error which leaves the function may be, or may wrap.
//
// Errors without a name leave as well: errors.New in a function body, the result of an unknown callee, or a text made
// with %v. They make a set opaque. The fields of Set say more about them:
//
//   - An error that is made of text is not an unknown error. It is neither a sentinel nor of a type that anybody can ask
//     for, so it never makes [Model.MayBe] true.
//   - For each atom and each Ref, a set records whether the error leaves as itself, where == finds it, or within another
//     error. For errors that are not in the set by name, a single bit says whether one of them may leave as itself.
//     Wrapping with %w, or in a field that an Unwrap method returns, clears this bit.
//   - Another bit says whether the unnamed errors may include one that a program declares. It is not set for os.Open,
//     whose remaining errors are declared by the standard library.
//
// # The lattice
//
// A Set consists of atoms, of parametric parts, and of the opaque bit. A parametric part is a [Ref]: "whatever
// parameter i is" or "whatever parameter i returns". A Ref may exclude some atoms, or admit only what one pattern
// matches. The order is inclusion, and a Ref with fewer exclusions is greater. Bottom is "no error leaves": nil, or
// unreachable code. Top is "too many errors to name".
//
// # Why it terminates
//
// The sets are the least fixpoint of a system of equations (infer.go). The solver, [flow.Solver], knows nothing about
// errors. The fixpoint exists and is reached for four reasons:
//
//   - Transfer functions are monotone. They consist of unions, of narrowing by a fixed set of atoms, and of the values of
//     other unknowns.
//   - A package can mention finitely many atoms: its own and its imports' variables, types and constants. Patterns that
//     refer to parameters are finite too, since there are no more of them than parameters.
//   - There are finitely many unknowns. An unknown is a part of an SSA value, at a block of its function or at a place
//     where a variable in memory changes. A part is a path of selections, and these are finite because selections within
//     recursive types are folded ([flow.Path]).
//   - Nothing recurses as deep as the program. The solver has a stack of its own, and so has each walk over values,
//     blocks, calls and types.
//
// Bounds keep the time short as well as finite. A set names at most maxAtoms atoms. Each function has a budget of steps
// in proportion to its size; when the budget is spent, what the function returns becomes top. Then its callers lose
// names, but the run goes on. The host is told how many functions spent their budget.
//
// The solution does not depend on the order of queries, declarations or files, because unknowns are equations and not
// memos of calls in progress. Neither does a provenance (explain.go): it is the shortest path, and it is computed on
// demand.
//
// "May" is the only useful direction. "Must return X" is undecidable where it is interesting, and no rule asks for it.
// The one must-question, "is there certainly an error at hand here?" ([Model.Live]), is answered by dominance, not by
// sets.
//
// # How a set is computed
//
// The model works on the SSA form of the package's own function bodies, and on value flow as package flow defines it:
//
//   - infer.go has the equations. They are the value-flow relation, lifted to sets, plus what is particular to errors:
//     wrapping (%w, Join, fields that an Unwrap method returns), concrete types and codes, summaries of callees
//     (transfer.go), and guards.
//   - guard.go reads conditions. On the true edge of errors.Is(err, E), err is narrowed to E and what E is wrapped in. On
//     the false edge it is anything but E. An unknown error stays opaque on the true edge, since it may contain more than
//     E, and so does an error whose Is method may answer. If err depends on a parameter, the narrowing is kept for the
//     callers to apply. errors.As, errors.AsType, ==, type switches, comparisons with nil and package os's predicates are
//     treated likewise. So are the program's own predicates, which are summarized in the same terms across packages. What
//     they ask for may be given by a parameter or a type parameter (target.go).
//   - The set of a value at a block is the union of its sets at the predecessors, each narrowed by the edge. This is a
//     dataflow, not only dominance, so "if errors.Is(err, A) || errors.Is(err, B)" narrows too. It is computed on demand,
//     and only for values that some condition is about.
//
// Variables in memory (memory.go) are followed backwards, from a load to the stores that reach it. Most of them are
// named results that deferred functions change. A deferred closure is a transfer function from the result before it
// runs to the result after.
//
// If the address of a variable is stored, or given to a function of the package, the model only asks whether the
// variable can hold more than text, by looking at everything that the package stores through pointers (pointer.go). If
// a channel, container or struct is used by one function and its literals only, what they put in it is all that is in
// it (local.go). Others may hold more. If code that is not seen may put errors there, the set says so ([Set.Open], shared.go).
//
// Summaries are parametric, so a helper is analysed once, however many callers it has, and wrap(err) adds to each call
// no more than what that call wraps. A summary is an unknown like any other, so recursion is solved along with the rest
// and never given up on.
//
// Where a function tests whether a parameter is true, nil, or equal to another constant, and a call passes such a
// value, the call gets a summary of its own, restricted to the paths that are open then ([flow.Premise]): create(name,
// true) returns what create returns if its second parameter is true. This extends to the function's literals through
// the variables that they capture, so values inside the function are separate unknowns for such calls.
//
// # Across packages
//
// What importers need is exported as facts (fact.go): summaries of exported functions and methods, what the doc
// comments of interface methods declare, what sentinels wrap, and how error types unwrap. Facts are made of sorted
// slices of strings, without maps or positions, so their encoding is deterministic.
//
// Each package that errlint analyses is marked by a fact of its own. An error belongs to the module if its package has
// the mark. This needs no knowledge of modules, and so works in every host. A function of a marked package without a
// fact returns opaque errors.
//
// # What is sound, and what is not
//
// A set is an over-approximation, as long as the program does none of the following, which the model does not see:
//
//   - it reassigns an exported error variable of another package, or a variable that is another name of a function that
//     makes errors
//   - it fills a variable by reflection, unsafe or assembly
//   - it stores through a pointer that two variables share (a store through p is attributed to the variable that p was
//     computed from)
//   - it copies a container of errors and changes the copy
//
// An unexported sentinel is named like any other. Whether anybody can ask for it is a question of its own
// ([Model.IsPrivate], private.go), whose answer is a fact on the package.
//
// Opaque is always an admissible answer for what cannot be followed, so no name is ever invented. Each atom has a
// provenance: the chain of [Step] values from the function's return to the place where the error is named.
//
// On a walk through a recursive structure, the first selection is exact and the others are merged: n.next.next.err is
// whatever may be in err of any node after n.next.
//
// A set is larger than the truth in these cases:
//
//   - a condition is about something other than the error: a function that fails only for n < 0 is called with n > 0, or
//     the condition is on something that is computed from a constant argument, or in a function that it is passed on to
//   - the elements of a table are told apart by their keys
//   - several structs of one type hold different errors in a field
//   - more than 32 deferred closures assign a variable
//
// # Limits
//
// The sentinel in "x == E" has to be a package-level variable that is assigned once, at its declaration.
//
// A method of an interface returns what its doc comment lists, and opaque errors where it lists none. Implementations
// are not consulted, since callers may not rely on them, unless they are known to be complete (transfer.go). That is so
// for values in a variable, field or table of the package that nobody else can assign, for results of the package's
// functions, and for unexported methods of the package. Even then, only the absence of names is used: whether the
// implementations all make their errors of text. A method that gives its receiver to a function of another package, which
// calls other methods of it, is not such an implementation.
//
// A function value in a field that nobody else can assign is what the package stores in that field of any struct. A
// literal that the function around it returned calls what any of the calls of that function passed, not only those whose
// result is at hand.
//
// A call that leaves the module is opaque, except for
//
//   - a small table of the standard library, taken from its documentation (known.go)
//   - functions that read or produce a text and cannot ask for anything else, judging by name and signature (input.go):
//     their error means that the text is bad
//   - functions that the callee is given: a callee that takes a func() error may return what that function returns, and so
//     may a method of a value that was given one before, as errgroup's Go and Wait do
//   - JSON encoding, which fails by the type of the value or by what is stored in its interfaces (encode.go); data that is
//     bad in itself, such as a NaN, is disregarded, since that is not the fault of any handler
//
// Package foreign reads the source of such functions, for rules that ask whether there is anything to find in an error. The sets do not have
// that: the source would have to be read for each call, and not only for those that a finding is about.
//
// # What was tried and dropped
//
//   - Dominance alone for guards: it loses "||", early "continue", and switch cases with several values, which is how real
//     code classifies errors.
//   - A points-to analysis: it needs the whole program.
//   - Rapid type analysis (RTA) over interfaces: its sets grow with each implementation that a package happens to import,
//     so adding an import changed the findings of functions that had not been touched.
//   - Looking only at the implementations in an interface's own package to learn that all errors are made of text: an
//     importing package may have other implementations, even where the interface has an unexported method, because
//     embedding provides that method, as in gRPC's servers.
//   - Inlining closures at each call: a summary with refs to the enclosing function's parameters gives the same precision
//     once.
package errflow
