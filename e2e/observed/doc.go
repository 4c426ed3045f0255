// Observed compares what errlint's model says of functions with what they return.
//
//	go run . [flags] [NAME=]DIR [PATTERN...]
//
// DIR is in the module whose packages match the patterns, by default ./..., and whose tests are run. Nothing in it is changed: the
// instruments are an overlay of the go command. The packages of the standard library are named as patterns in any DIR.
//
// # What is observed
//
// Each declared function with a result of type error gets another name, and a function of its old name calls it and hands
// over each error that is not nil. So what is seen is what callers see, after all deferred functions, and
// not what is in a variable when the function panics. No line moves. Left alone are functions that call recover or ask for their callers,
// those with directives, the methods Unwrap, Is, As, Error and Code, function literals, and cgo's files.
//
// Of each error the tree is written down that Unwrap spans: the type of each node, the package-level variables that hold it (those
// of the packages observed, and the exported ones of those that they import), the code that a method Code or ErrorCode
// returns, and whether it is a node of an error that the function was given.
//
// # How it is compared
//
// An identity is one of these nodes in one result of a function: a package-level variable, or else a type or code; nothing where
// the node only wraps others, such as those of fmt.Errorf with %w and errors.Join; what a variable wraps is part of it. An error that has
// nothing but a text has no name, so a set that accounts for it is opaque. For each identity, the verdict is:
//
//   - predicted: the inferred set has it.
//   - given: the set has the parameter that the error came by.
//   - parametric: the set has what a parameter is or returns, and it may be that.
//   - opaque: the set is opaque, which is true of everything, and answers nothing. If all that has no name in it is known to be text, that
//     is true of errors without a name only.
//   - unknown: the model does not know the function.
//   - missing: the set is wrong.
//
// The number of returns is a lower bound: each test program counts on, but writes only when a number has doubled.
//
// With -codes, nothing is run: the codes that the model infers are compared with those in the comments of the test cases of
// github.com/serum-errors/go-serum-analyzer, in its analysis/testdata/src. The cases write true and false where they mean some condition; a
// variable stands for them, for errlint knows that what never runs returns nothing.
//
// # Programs made at random
//
// TestGenerated does the same with programs that it makes: of all that moves errors about (closures, deferred functions, pointers, channels, generics,
// iterators and so on), with decisions that are bits, so that with many patterns of them most ways are taken. Nothing may be
// missing. What wrapcause says is nil must be nil. TestGeneratedFixes applies the fixes of wrapcause to programs that compare errors with nil only:
// errors.Is and errors.As find all that they found before. The flags -generated.programs, -generated.first and -generated.seed say
// how many and which; -generated.keep leaves them.
//
// Left out, since the model is known not to see it: an error of a type that is no pointer and equals a sentinel, but is not made as that.
// That an atom is never seen is no mistake: conditions on anything but errors may be taken either way.
//
// Tests fail that count allocations or depths of calls, since there are more; the report names the packages.
package main
