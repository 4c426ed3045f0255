// Contracts shows, for each change between two tags of a library that errlint contract -base calls incompatible, that a client notices it.
//
//	go run . [flags] REPOSITORY...
//
// A repository is a directory; its last tags are checked out in clones of it, in a temporary directory. What is reported is counted by what becomes of it:
//
//   - shown: a program that is made from a template compiles against both versions, and does something else: before,
//     it matches what the function returns, and after it never does; or before it tells all errors that the function returns apart, and after it meets one that it does not know.
//   - gone: the error is declared no more, so the program does not compile against the new version, which go build tells by itself.
//   - not shown: the program does the same.
//
// # What is run
//
// The program calls the function, and asks what it returns with errors.Is, errors.As or ==. So that errors are returned at all, the library
// is built with an overlay, of both versions in the same way, which knows nothing of errlint's answers: each way through a function that returns errors, to each of its
// return statements and by each assignment of an error before it, becomes a function of its own. On such a way
//
//   - what is done with errors is done as it is written: they are made, wrapped, given to other functions, asserted, and returned through deferred literals;
//   - a condition that is about errors alone must hold for the error at hand, or the way is not taken;
//   - any other condition is taken to be whatever leads along the way, and any other value has none: it is the zero of its type;
//   - a call that may fail returns each of the errors that the function called was found to return, one after the other, one call on a way at a time;
//   - a field that holds an error has each of those that some function of the module was found to assign to it, those that it was given included.
//
// The errors of all functions are found together, as a fixpoint, at most 200 of one function. A function outside the module fails only if it is one that
// errlint's path leads to, and then with the error in question, or with one without a name; the same function fails in both versions.
//
// # What that proves
//
// It proves that the code hands the error through, or does not, whichever way it takes among those above. It does not prove that there are arguments for which it takes that way,
// nor anything of what is left out: function literals that are no deferred ones, generic functions, calls of interface methods and of function values within the module, loops
// that do something else the second time. Ways that do not compile by themselves are counted.
package main
