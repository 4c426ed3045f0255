// Package errflow is the error-flow model of errlint: which errors may leave
// each function, where a value comes from, and whether an error carries its
// cause. The rules are written as queries of it; nothing here reports anything.
//
// # The question
//
// A caller can tell errors apart in three ways: errors.Is against a package-level
// variable (a sentinel), errors.As for a concrete type, and by a code that
// a type gives. An [Atom] is one of these. For each function the model infers a [Set]: the atoms
// that some error which leaves the function may be or may wrap. What leaves
// without a name (errors.New in a body, a callee that is not known, a text made with
// %v) is one more element, the opaque bit. What is made of text is told apart from what is not known: it is
// neither a sentinel nor of a type that anybody can ask for, so it rules nothing in ([Model.MayBe]). Of an atom and of a Ref
// a set keeps whether the error leaves as itself, which == finds, or within another. Of what it does not tell, another bit
// says whether that may leave as itself: to wrap it clears the bit, as %w does, and a field that an Unwrap method returns.
// And one says whether it may be an error that a program declares: what is not known of os.Open is of the standard library.
//
// # The lattice
//
// A Set is a set of atoms, a set of parametric parts ([Ref]: "whatever parameter
// i is", "whatever parameter i returns", each less some atoms, or only what one pattern asks for), and the opaque
// bit. The order is inclusion; a Ref with fewer exclusions is the greater one. Bottom is "no
// error leaves": nil, or unreachable code. Top is "too many to name".
//
// # Why it ends
//
// The sets are the least solution of a system of equations (infer.go), found by a solver that
// knows nothing of errors (solve.go). That the solution exists and is reached follows from four things:
//
//   - The transfer functions are monotone: they are made of union, of narrowing by a fixed set of
//     atoms, and of the values of other unknowns.
//   - The atoms that a package can mention are finite: its own and its imports' variables, types and constants. So are
//     the patterns that speak of parameters, of which there are no more than parameters.
//   - The unknowns are finite: a part of an SSA value, at a block of its function or at a place
//     where a variable in memory changes. A part is a path of selections, of
//     which there are finitely many since those of recursive types are folded ([flow.Path]).
//   - Nothing recurses as deep as the program: the solver has a stack of its own, and so has each walk
//     over values, blocks, calls and types.
//
// So time is finite; that it is short follows from bounds. A set names at most maxAtoms
// atoms. Each function has a budget of steps in proportion to its size; when it is spent, what
// the function returns is top, which costs its callers names and nobody the run. [Model.Spent] counts them.
//
// The solution does not depend on the order of questions, declarations or files: unknowns
// are equations, not memos of calls under way. Nor does a provenance (explain.go): it is the
// shortest way, looked for when somebody asks.
//
// "May" is the only useful direction. "Must return X" is undecidable where it
// is interesting, and no rule asks for it; the one must-question ("is there certainly
// an error at hand here?", [Model.Live]) is answered by dominance, not by sets.
//
// # How a set is computed
//
// The engine works on the SSA form of the package's own bodies, and on value flow as package flow
// has it. Three layers of its own, each in a file:
//
//   - infer.go has the equations: the same relation over sets, adding what is particular to errors:
//     wrapping (%w, Join, the field that an Unwrap method returns), concrete types
//     and codes, summaries of callees (transfer.go), and guards.
//   - guard.go reads conditions. Along the true edge of errors.Is(err, E) err is E only, with what it is in, along the
//     false edge it is anything but E; an error of which nothing is known stays opaque on the true edge, since there may
//     be more in it, and one whose Is method may answer stays, too. Of a parameter, the callers know what that is. The same for errors.As, errors.AsType, ==, type
//     switches, nil, package os's predicates, and the program's own predicates, which
//     are summarised in the same terms, of whichever package. What they ask for may be what a parameter
//     or a type parameter says: target.go. A value's set at a block is the union over the block's
//     predecessors of its set there, narrowed by the edge: a dataflow, not only
//     dominance, so that "if errors.Is(err, A) || errors.Is(err, B)" narrows too. It is
//     computed on demand, and only for values that some condition speaks of.
//
// Variables in memory (memory.go), above all named results that deferred functions change,
// are followed from the load backwards to the stores that reach it. A deferred closure is a transfer
// function from the result before to the result after.
// Of a variable whose address is stored or given to a function of the package (pointer.go) it is only asked whether it can hold more than
// text, by all that the package stores through pointers. What is put in a channel, container or struct that only a function and its
// literals have is all that is in it (local.go); in others there may be more.
//
// Summaries are parametric, so a helper costs one computation however many callers it has,
// and wrap(err) says of each call no more than what that call wraps. A summary is an
// unknown like any other, so recursion is solved with the rest. It is never given up.
// Where a function asks whether a parameter is true, nil, or equal to another constant, and a call
// says so, the call is answered by a summary of its own, of the ways that
// are open then (flow.Premise): create(name, true) returns what create returns if its second parameter is true. In the
// literals of the function that holds of what they capture, so what is computed in the function is another unknown for such calls.
//
// # Across packages
//
// What importers need is exported as facts (fact.go): summaries of exported functions
// and methods, what the doc comments of interface methods declare, what sentinels wrap,
// how error types unwrap. Facts are sorted slices of strings: no maps, no positions.
// A package that errlint has analysed is marked by a fact too: an error is "of the
// module" if its package has the mark, which needs no knowledge of modules and so
// holds in every host. A function of such a package without a fact returns opaque errors.
//
// # What is sound, and what is not
//
// A set is an over-approximation, provided that the program does none of the following,
// which the model does not see: it reassigns an exported error variable of another package, or one that is another
// name of a function that makes errors; it fills a variable by reflection, unsafe or assembly; it stores through a pointer that two variables
// share (a store through p is one to whatever variable p was computed from); it keeps
// a copy of a container of errors and changes that.
// Opaque is always a possible answer for what cannot be followed, so that no
// name is ever invented: each atom has a provenance, the chain of [Step] values from the function's
// return to the place where the error is named.
//
// Of what is selected on a walk through a recursive structure, the first step is told apart, the others are not:
// n.next.next.err is what may be in err of any node behind n.next.
//
// A set is larger than the truth where a condition is about something else than
// the error (a function that fails only for n < 0, called with n > 0; or for what a parameter that is
// constant in the call is computed to be, or is passed on to), where the elements of
// a table are told apart by their keys, for a field that several structs of
// one type hold different errors in, and for a variable that more than 32 deferred closures assign.
//
// # What bounds it
//
// The sentinel of "x == E" must be a package-level variable that is assigned once, at its
// declaration. An interface's method returns what its doc comment lists, and opaque errors
// where it lists none: implementations are not consulted, since a caller may not rely
// on them, but for those that are all there is: values in a variable or table of the package that
// nobody else can assign, and methods of the package with a name that is not exported, if none of them returns an error with a name (transfer.go). A call that leaves the module is opaque, but for a small table of the standard library
// from its documentation (known.go), but for what reads or makes a text and can ask for nothing else, to go by its name and signature
// (input.go: what it says is that the text is bad), and but for functions that it is handed: a callee
// that is given a func() error may return what that function returns, and so may a
// method of a value that was given one before (errgroup's Go and Wait). To encode a value as JSON fails by the
// value's type, or by what is stored in its interfaces (encode.go); data that are wrong by themselves, such as
// a float that is no number, are left out of it: no handler is at fault for them.
//
// # What was tried and dropped
//
// Dominance alone for guards: it loses "||", early "continue", and switches with several
// values in a case, which is how real code classifies errors. A points-to analysis: it
// needs the whole program. RTA over interfaces: its sets grow with each implementation
// that a package happens to import, so that adding an import changed the findings of
// functions that had not been touched. The implementations in an interface's own package, to know that all make their
// errors of text: a package that imports it may have others, also where another method of the interface is not exported, which what is
// embedded brings along, as gRPC's servers do. Inlining closures at each call: a summary with
// refs to the enclosing function's parameters gives the same precision once.
package errflow
