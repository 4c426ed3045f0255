// Package whicherrs answers questions about the errors of functions: which errors may leave a function and on which
// paths, where an error is lost on the way to a caller, and which errors nothing returns. The commands whicherrs, why
// and contract of errlint show its answers.
//
// # Tables
//
// The model (package errflow) knows the set of each function in other packages from facts. Facts have no positions, so
// the results of a package can be kept although lines move in another package. Therefore each package reports the steps
// within its own functions, in a [Table]: for each function, and for each error that may leave it, the ways by which
// the error gets there within this function, and the function that it comes from, which may belong to another package.
// A [Program] joins the tables of a run, and a path is a walk from function to function. A table has everything about
// its package at once, because that costs little beside the model itself, and then one result serves all questions.
//
// [Analyzer] reports the table of a package as the message of a single diagnostic, packed. So the driver keeps tables
// between runs as it keeps findings, and they become invalid when findings do. What becomes of the errors that calls
// return is in separate tables, from [Fates], because these are large and only one question needs them. When a table is
// read, the part of a function is decoded on demand. Tables name files without their directory, since a cache may be
// used on another machine; the directory is that of the finding.
//
// # Functions
//
// A function is identified by [types.Func.FullName], "(*example.com/store.Store).Get". A literal is identified by its
// enclosing function and a number, "example.com/store.Open$1". Package-level initialization is the function "init".
//
// # Paths
//
// A node is a part of what a function returns: one of the named errors, the errors without a name, what its parameters
// are or return, or what code that is not seen may add. An edge is a [Way]. The path of an error is the shortest one, by the number of functions
// and then of steps, from a function's node to an end. A way ends if it does not come from another function, or if that
// function is in no table because it was not analysed. Of such a function, at most the documentation is known (see
// errflow's table of the standard library).
//
// # Where an error is lost
//
// Why is errors.Is(F(), E) false? [Program.Lost] looks for calls below F of functions that return E, in functions that
// do not. What becomes of the error that such a call returns is in a table too ([Call]): its text is put in another
// error, another error is returned in its place, a condition on the way has filtered it out, or nobody looks at it.
//
// # What nothing returns
//
// An exported sentinel or error type counts as never returned if it is in no function's set, and no code mentions it
// except to ask for it. Other mentions may be ways out that the model does not see. The error may still be meant for
// other modules to return.
package whicherrs
