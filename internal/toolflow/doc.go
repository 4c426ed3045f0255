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
// # Equations
//
// A question is a part of a value, or of a result of a function; its answer is a set of leaves. An answer is found in terms of others:
// of what is stored in the part, of what the callee of a call returns, of what that is given for the parameters that
// the callee's leaves speak of. These equations are solved by the solver of package flow, so recursion is no case of its own, and an answer
// is the same whoever asks first. Names of tools are found in the same way.
//
//   - They are monotone: what one member of an answer adds to another answer does not depend on the other members, and nothing is ever
//     taken out. What is only there for want of something else (that a handler is nil) is a leaf that
//     those who read the solution drop, if there is something else. What any code stores in a field takes the place of a part
//     of which it is certain that nothing else is known: of one leaf, or of a part that is set nowhere.
//   - They have finitely many unknowns and members. A path has at most maxPath steps. A leaf has functions, parameters, reasons and
//     places of the program; each place once, and at most maxApplications decorators. An answer with
//     more than maxMembers leaves is full, and so is one that depends on it: it says that it is not known.
//   - Evidence (the trail, which the rules show and by which a name finds its handler) is no part of what a leaf says, but is solved with it: of all
//     ways to a leaf, the one of the fewest steps is kept, and of equal ones, the first in the order of their places. Putting the same steps before two
//     ways, or behind them, keeps their order, and a way round a cycle is longer than one that is not.
//     So the least way is a way through least ways, as in any problem of shortest paths.
//
// Which parameters a function calls as handlers, by itself or by way of its helpers, and in which ways
// it fails them are systems of a few bits for each function, solved before.
//
// # Wrappers
//
// A function that calls a handler (a function value of a handler's type) is
// around it. What it does to the errors is one of three:
//
//   - it converts: on every way from the call on which the error may be there, it returns a nil error
//     and some result. Its leaves are those of the handler, decorated. A literal that is registered where it stands, and fails
//     in ways of its own, is a leaf itself, too.
//   - it passes on, with no errors of its own. Its leaves are those of the handler.
//   - it passes on, and fails in ways of its own. It is then a leaf itself, besides
//     those of the handler: no decorator inside it converts its own errors.
//
// What a parameter that is called does to the handlers which it is given, the callers know: the call is part of the leaf, and done where the parameter is
// put. In a loop over middleware what is given may be what was returned before, and what is around the handler then is that of all rounds.
//
// What a wrapper does that cannot be looked at (a parameter whose callers are not known, a method of an interface, a
// function of another module) is unknown, and so is, then, everything inside of it, even
// if the same handler is seen without the wrapper on another way: that is what a loop over
// middleware looks like.
//
// A decorator whose result is stored where its argument is read (t.Handler = decorate(t.Handler)) replaces what is there: a loop over a list of
// tools does so for each of them. Where elements and orders are not told apart, the bare handler is a leaf of the place, too, and is known by
// the call that replaces it; it counts where no decorated leaf of that call has the same handler, named at the same place. A call that control may pass by
// replaces nothing and, where it does so in some rounds of a loop only, makes the handler unknown.
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
// A result that is certainly none of an error (NewToolResultText, a literal without IsError) converts nothing: the wrapper masks the error. What it is
// around is not judged then, as no error leaves: what is wrong is in the wrapper.
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
// Where the leaf is an element of a list that the package keeps in a field which nobody else can assign, as in a set of tools that
// is filled by one method and registered by another, the functions that put something into the list are registrars, wherever they are called,
// in place of those that register all of it. What is around a handler and is not known (middleware that is a parameter) goes with it: the
// tools are known then, and why they are not judged.
//
// The place of a registration is where the handler is named: in the table, or in the argument of the
// outermost registrar. The name is the tool's in the same call or,
// where there are several, in the same struct literal.
//
// # Servers
//
// Servers are told apart by where they come from: the call that made them, a
// parameter, a global, a field. A parameter stands for what all callers give, if they are known: functions, and methods of what holds a server, that
// register tools on the same servers are one. A server is covered if converting middleware was given to
// its constructor, or is added to it anywhere. Whether the tools came
// first does not matter, as it does not for the SDKs.
//
// # Limits
//
// Factories that call each other in all ways, and put what they get into structs, have as many
// ways through them as there are orders of them: from seven or so on, the answer is full.
//
// Errors that reach a decorator through a channel are not followed: such a decorator must be
// declared. Methods that are called through interfaces of the program do not lead to
// the types that implement them, but for unexported ones, which only the package's own types have, and values that are known.
package toolflow
