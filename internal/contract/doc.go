// Package contract records which errors the exported functions of packages may return, in a file that is committed, and
// reports what a change does to this contract.
//
// # The file
//
// Like Go's own api/*.txt, the file is sorted and has one line for each function and error, so that a change of the
// contract is a change of lines:
//
//	example.com/shop/store.Open bare example.com/shop/store.ErrClosed
//	example.com/shop/store.Open wrapped io/fs.ErrNotExist
//	example.com/shop/store.Open unnamed
//	example.com/shop/store.Store.Get param find returns
//
// A line has the function, how the error leaves, and the error. An error leaves bare, wrapped, or in both forms; it is
// "documented" if only the function's documentation says that it leaves. "unnamed" says that other errors may leave,
// which have no name or an unexported one, or are not known. "param" says that what a parameter is or returns may
// leave, "if" or "unless" it is one of certain errors, or an error whose code the parameter is; "wrapped" follows if it does not
// leave as it is. "*apperr.Error with a code that is not known" is an error of its own, because callers that distinguish codes have to
// expect it.
//
// The file does not say that an error leaves only for certain arguments. Which of these a condition tests is a matter
// of implementation, and changes when nothing else does.
//
// Lines that begin with "#" are comments. A function that returns no error has no line.
//
// # What breaks whom
//
// Go's types show none of this, so apidiff and gorelease cannot see it. This package uses their terms. A change is
// incompatible if a correct caller may become incorrect:
//
//   - an error is no longer returned, under any name: callers that match it wait in vain
//   - an error is no longer bare: callers that compare with == or assert the type no longer see it
//   - an error is new, and all errors had names before: callers that told all of them apart do not know it
//   - errors without a name are new, and all errors had names before: likewise
//
// If a new error is wrapped in a type that such a caller knows, the caller recognizes it by that type. If an error is
// no longer seen to leave, but the function now returns unknown errors that it did not return before, the error may
// still be there; the change says no more than that.
//
// Everything else is compatible: an error that is new where there were errors without a name already, because callers
// had to expect some; an error that may now leave bare as well; a function whose errors now all have names. Whether a
// function is new or gone is for apidiff to report.
package contract
