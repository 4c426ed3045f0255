// Package contract keeps which errors the exported functions of packages may return, as a file that is committed, and says what a change does to it.
//
// # The file
//
// It has a line for each function and error, as Go's own api/*.txt has one for each declaration, sorted, so that a change of the contract is a change of lines:
//
//	example.com/shop/store.Open bare example.com/shop/store.ErrClosed
//	example.com/shop/store.Open wrapped io/fs.ErrNotExist
//	example.com/shop/store.Open unnamed
//	example.com/shop/store.Store.Get param find returns
//
// that is: the function, how the error leaves (bare, wrapped, both, or documented where only the function's documentation says so), and the error. "unnamed" says that others may leave, which have
// no name, or one that is not exported, or are not known; "param" that what a parameter is or returns may leave, "if" or "unless" it is
// one of some, or an error whose code it is. "*apperr.Error with a code that is not known" is an error of its own, for who tells codes apart has to expect it.
// That an error leaves only for some arguments is not said: which of them a condition compares with what is how it is done, and changes when nothing does.
//
// Lines that begin with "#" are comments. A function that returns no error has no line.
//
// # What breaks whom
//
// Go's types do not show any of this, so apidiff and gorelease cannot see it; their words are used. A change is incompatible if a caller that
// was right before may be wrong after:
//
//   - an error that is no longer returned, under whichever name: who matches it waits in vain
//   - one that is no longer bare: who compares with == or asserts the type does not see it any longer
//   - one that is new, where all errors had names before: who told all of them apart does not know this one
//   - errors without a name, where all had names before: the same
//
// An error that is wrapped in one of the types that such a caller knows is told apart by that. An error that is not seen to leave any longer
// may still be there where the function returns errors that are not known and did not before; then no more is said than that.
//
// Everything else is compatible: an error that is new where there were errors without a name already, for a caller had to expect some anyway;
// one that is bare now, too; that all errors have names now. A function that is new or gone is apidiff's affair.
package contract
