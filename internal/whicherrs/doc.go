// Package whicherrs answers questions about the errors of functions: which may leave one, on which ways, where an error is lost on the way to a
// caller, and which error is returned by nothing. It is what the commands whicherrs, why and contract of errlint show.
//
// # Tables
//
// The model (package errflow) knows the set of each function, in facts, which have no positions: so the results of a package
// can be kept although lines move in another. What a path needs is therefore told by each package of its own functions, in a [Table]: for each function, and each error that may leave it,
// the ways by which it gets there within this function, and the function, of whichever package, that hands it over. A [Program] joins the tables of a
// run, and a path is a walk from function to function. A table is made of everything in the package at once, for
// that costs little beside the model itself, and then all questions have one answer to be kept.
//
// The tables come from [Analyzer], as the driver's findings, one for each package, whose message is the table, packed: so they are kept between runs
// as findings are, and become invalid when these do. (What becomes of the errors that calls return is in tables of their own, from [Fates]: they are large, and one question needs them.)
// Of a table that is read, each function's part is decoded when somebody asks for it. Files are named without their directory there, for what is kept may be used on another machine; the
// directory is that of the finding.
//
// # Functions
//
// A function is known by an ID: [types.Func.FullName], "(*example.com/store.Store).Get"; a literal by that of the function it is in and its number,
// "example.com/store.Open$1". Package-level initialisation is the function "init".
//
// # Paths
//
// A node is a part of what a function returns: one of the named errors, the errors without a name, or those that are
// what its parameters are or return. An edge is a [Way]. The path of an error is the shortest, by the number of functions and then of steps, from a
// function's node to an end: a way that comes from no function, or from one that is in no table. That is what is meant by where knowledge ends: a
// function outside of what was analysed, of which at most its documentation is known (see errflow's table of the standard library).
//
// # Where an error is lost
//
// Why is errors.Is(F(), E) false? [Program.Lost] looks for the calls, below F, of a function that E leaves, in a function that it does not
// leave. What becomes of the error that such a call returns is in a table too ([Call]): it is put in the text of another error, another one is returned in its place, a
// condition on the way has taken it out, nobody looks at it.
//
// # What nothing returns
//
// An exported sentinel or error type is returned by nothing if it is in no function's set, and if no code mentions it but
// to ask for it: else it might leave in a way that the model does not see. It may still be meant for others to return.
package whicherrs
