// Package toolflow finds the tools that a program registers on an MCP server, with their
// names, their handlers and the error decorators around those. The rules on
// tools are queries of it; it reports nothing.
//
// # Handlers
//
// The unit is the leaf: one function that a handler may be in the end, or a part of a parameter
// (a path of fields, elements and calls), where only the callers know. The leaves
// of a value are found by [errflow.Model.Origins], with one difference: calls whose results
// carry handlers are not entered but summarised, because a wrapper, and not
// only what comes out of it, is of interest. A summary is the leaves of
// one part of a function's result, in terms of its parameters. It is
// instantiated at each call, and exported as a fact. So a table, a loop, a factory, a
// struct that pairs a tool with its handler, and a function that is handed such a
// factory are all the same: a longer path.
//
// A function that calls a handler (a function value of a handler's type) is
// around it. What it does to the errors is one of three:
//
//   - it converts: on every way from the call on which the error may be there, it returns a nil error
//     and some result. Its leaves are those of the handler, decorated.
//   - it passes on, with no errors of its own. Its leaves are those of the handler.
//   - it passes on, and fails in ways of its own. It is then a leaf itself, besides
//     those of the handler: no decorator inside it converts its own errors.
//
// What a wrapper does that cannot be looked at (a parameter, a method of an interface, a
// function of another module) is unknown, and so is, then, everything inside of it, even
// if the same handler is seen without the wrapper on another way: that is what a loop over
// middleware looks like.
//
// # Converting
//
// That the engine's set for a function's error result is empty would be too strong a criterion,
// because decorators decode arguments and encode results, and may fail at that; and
// that it does not have the handler's error too weak, as a wrapper may put it into a new
// one. So the returns are looked at that are reachable from the call of the handler by edges
// on which its error is not known to be nil. Each must return a nil error, and something besides nil.
// Exempt are returns behind a condition that establishes which error it is: a decorator that leaves
// some errors to the protocol still is one, as the author of those conditions decided so. For a
// function that is declared to be a decorator these exceptions are noted too.
//
// Handlers that are called through package reflect are known by the
// value that reflect.ValueOf is given. There, only the returns count at which
// the error is certainly there: the others are about what can go wrong with reflection.
//
// # Registration
//
// A registrar is a function with a parameter for handlers. The SDKs' are known by name and shape,
// the program's follow: where a leaf of a registered value is a parameter of a
// declared function, that function is a registrar, its calls in the package
// are registrations, and so on, and those in other packages by a fact. Where the SDK itself, or a fork
// of it, is analysed from source, its registrars are facts as well.
//
// The place of a registration is where the handler is named: in the table, or in the argument of the
// outermost registrar. The name is the tool's in the same call or,
// where there are several, in the same struct literal.
//
// # Servers
//
// Servers are told apart by where they come from: the call that made them, a
// parameter, a global, a field. A server is covered if converting middleware was given to
// its constructor, or is added to it anywhere. Whether the tools came
// first does not matter, as it does not for the SDKs.
//
// # Limits
//
// Errors that reach a decorator through a channel are not followed: such a decorator must be
// declared. Methods that are called through interfaces of the program do not lead to
// the types that implement them.
package toolflow
