// Package makeflow says how errors are made: what a function does with the errors and texts that it is given, what a
// new error wraps and what it has only the text of, and how it leaves the function that makes it. It is a domain over packages flow
// and errflow, and reports nothing.
//
// # One description of a function
//
// A [Func] describes a function: for what it returns, whether that is a new error, always or sometimes; for each parameter, what
// becomes of it. An error may be in the chain of the new one ([errflow.Model.Wraps] says so of each call), have its text
// there only (Flattens), be ignored (Ignores), or stay behind in a field, a variable, a container or a channel
// (Keeps). A text may be in the message of the new error (Texts), be its format (Format), or be in the text that
// the function returns (InText). The same description serves for functions of the package, which are inferred; for those of other
// packages of the module, of which it is the fact; for those outside of it that errflow knows; and for
// those that the configuration names.
//
// # One system of equations
//
// The description of a function depends on those of its callees, and whether an error is a new one on those of the functions
// that make it and on the errors that it wraps. Both are unknowns of one system, found by the solver of package flow: a function's
// unknown is its Func, any other value's the set of what it may be (nil, new, made elsewhere, a parameter, new around
// a parameter). The bottom of the first is a function that returns nothing, which a recursive function is as far as its own calls go;
// the top, one of which nothing is known. Both are finite: a Func has sets of at most 64 parameters. What holds of a Func
// must hold of all that it may return, so joining two of them intersects what they say of lost errors, and unites
// what they keep.
//
// Texts and ways out are walks over the values of one function, each with a list of its own and no value looked at twice.
//
// # Reasons
//
// That an error is at hand ([errflow.Model.LiveAt]) does not make it the reason why another one is made. What decides is the
// conditions between the one that found it not to be nil and the place in question, and where their other outcomes lead: whether
// one looks at the error, or at the outcome of something that was tried since, whether the time was up, whether
// there is a failure without the error, too. These are questions about dominators and about what
// is reachable; each is bounded by the blocks of one function.
//
// # Who asks
//
// Whether anybody could find out which error a new one is ([Model.Asked]) is a question about what becomes of it, in the functions that
// return it and their callers, in the functions that are given it, and in the errors that wrap it or have its text. Its unknowns are the values of
// the package: for a value somebody asks if one of its uses asks, or hands it to code that is not seen, or makes a value of it for which
// somebody asks. That is a least solution again, but one over an or of others; so it is found by walking forwards from what a question is
// about, each value once for all questions, and back from where somebody asks. To be compared with nil, printed and logged are the uses
// that do not ask. All others do, and so does what is not known: a field, a channel, a panic that may be recovered, a function that can be called from elsewhere
// or that nothing calls, a function of another package that is not known to print. Tests do not count: in one that asks for an error, this is
// none that is lost.
//
// Who calls a function that is a value somewhere, or a method by way of an interface, is found by following that value through the variables,
// fields and containers that only the package reads, and its own functions (type hands). Where it gets into other hands, it can be called from
// elsewhere. What a function of the module does with an error, or a function, that it is given is told to the packages that import it (Tells); what a few other modules do
// with what a function returns, or a method is given, was read in their sources (commands, takers, walkers, exits, recorders).
//
// # What it does not see
//
// Texts are not followed through fields, since what is in a field now is not what some code somewhere stores in it.
// What unknown code does with an error is not guessed.
package makeflow
