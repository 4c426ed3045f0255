// Package makeflow describes how errors are made: what a function does with the errors and texts that are its parameters, what a new error wraps and
// what it has only the text of, and how it leaves the function that makes it. It is a domain over packages flow and errflow, and reports nothing.
//
// # One description of a function
//
// A [Func] describes a function. For its results, it says whether they are new errors, always or sometimes; for each parameter, what becomes of it. A
// parameter that is an error may be in the chain of the new error ([errflow.Model.Wraps] tells so for each call), be in its text only (Flattens), be
// ignored (Ignores), or be stored in a field, a variable, a container or a channel (Keeps). A parameter that is a text may be in the message of the
// new error (Texts), be its format (Format), or be in the text that the function returns (InText). All functions have the same description: those of
// the package, for which it is inferred; those of other packages of the module, of which it is the fact; those outside the module that errflow knows;
// and those that the configuration names.
//
// # One system of equations
//
// The description of a function depends on those of its callees. Whether an error is new depends on the functions that make it and on the errors that
// it wraps. Both are unknowns of one system, which the solver of package flow solves: the unknown of a function is its Func, and that of any other
// value is the set of what it may be (nil, new, made elsewhere, a parameter, new around a parameter). The bottom element for a function is one that
// returns nothing, as a recursive function does as far as its own calls go; the top element is a function of which nothing is known. Both lattices
// are finite, since a Func has sets of at most 64 parameters. A Func must hold for everything that the function may return, so the join of two
// intersects their sets of lost errors, and unites their sets of kept ones.
//
// Texts and ways out are found by walks over the values of one function. Each walk has a worklist of its own and looks at no value twice. Where a value
// goes by a use that is the same for all values, such as a conversion or a store in a variable, is told once (onward); each walk judges the others.
//
// # Reasons
//
// That an error is at hand ([errflow.Model.LiveAt]) does not make it the reason why another one is made. That depends on the conditions between the
// one that found it not to be nil and the place in question, and on where their other outcomes lead: whether a condition looks at the error, or at
// the outcome of something that was tried since, whether the time was up, whether the function fails without the error, too. These are questions
// about dominators and reachability; each is bounded by the blocks of one function.
//
// # Who asks
//
// Whether any code could find out which error a new one is ([Model.Asked]) depends on its uses, in the functions that return it and their callers, in
// the functions that have it as a parameter, and in the errors that wrap it or have its text. The unknowns are the values of the package. A value is
// asked about if one of its uses asks, or passes it to code that is not seen, or makes a value of it that is asked about. That is a least solution
// again, of a second system (isAsked). Comparisons with nil, printing and logging do not ask. All other uses do, and so does what is not known: a
// field, a channel, a panic that may be recovered, a function that can be called from elsewhere or that nothing calls, a function of another package
// that is not known to print. Tests do not count: if a test asks for an error, the error is not lost.
//
// The callers of a function that is used as a value, or of a method that is called through an interface, are found by following that value through
// the variables, fields and containers that only the package reads, and through its own functions (type hands). If other code gets it, it can be
// called from elsewhere. What a function of the module does with a parameter that is an error or a function is part of its fact (Tells); what a few
// other modules do with the results of functions and the arguments of methods was read in their sources (commands, takers, walkers, exits,
// recorders).
//
// # What it does not see
//
// Texts are not followed through fields, since a field may be set by any other code before it is read. What unknown code does with an error is not
// guessed.
package makeflow
