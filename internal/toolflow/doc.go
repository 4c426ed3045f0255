// Package toolflow finds the tools that a program registers on an MCP server, with their
// names, their handlers and the error decorators around those. The rules on
// tools query it; it reports nothing.
//
// # Handlers
//
// The unit is the leaf: one function that a handler may turn out to be, or a part of a parameter
// (a path of fields, elements and calls), of which only the callers know what it is. The leaves
// of a value are found by [errflow.Model.Origins], with one difference: calls whose results
// carry handlers are not entered but summarised, because the wrapper matters, and not
// only what comes out of it. A summary is the leaves of one part of a function's result,
// in terms of its parameters. It is instantiated at each call, and exported as a fact. So a table,
// a loop, a factory, a struct that pairs a tool with its handler, and a function that is given such a
// factory are all the same: a longer path.
//
// # Equations
//
// A question asks about a part of a value, or of a result of a function; its answer is a set of leaves. Answers depend on
// each other: on that for what is stored in the part, for what the callee of a call returns, and for what the callee's parameters are
// given. The solver of package flow solves these equations, so recursion needs no special treatment, and an answer
// does not depend on who asks first. The names of tools are found in the same way.
//
//   - The equations are monotone: what one member of an answer adds to another answer does not depend on the other members, and nothing is
//     ever removed. A leaf that only stands for a missing answer, such as one for a nil handler, is dropped by those who read the
//     solution if there is another leaf. What any code stores in a field is used only if it is certain that nothing else is
//     known: for one leaf, or for a part that is set nowhere.
//   - There are finitely many unknowns and members. A path has at most maxPath steps. A leaf consists of functions, parameters, reasons and
//     positions of the program, each position once, and at most maxApplications decorators. An answer with
//     more than maxMembers leaves is full, as is any answer that depends on it, and says that nothing is known.
//   - Evidence (the trail, which the rules show, and by which a name finds its handler) is not part of what a leaf says, but is solved with
//     it: of all ways to a leaf, the one with the fewest steps is kept or, among equals, the first in the order of positions. Adding the same
//     steps before two ways, or behind them, keeps their order, and a way round a cycle is longer than the same way without the cycle.
//     So the least way is made of least ways, as in any shortest-path problem.
//
// Two smaller systems, of a few bits for each function, are solved before: which parameters a function calls as handlers, by itself or
// through its helpers, and in which ways it fails them.
//
// # Wrappers
//
// A function that calls a handler (a function value of a handler's type) is
// around it. It treats errors in one of three ways:
//
//   - It converts them: on every path from the call on which the error may be non-nil, it returns a nil error
//     and some result. Its leaves are those of the handler, decorated. A literal that is registered where it stands, and fails
//     in ways of its own, is a leaf itself, too.
//   - It passes them on, and adds none of its own. Its leaves are those of the handler.
//   - It passes them on, and fails in ways of its own. It is then a leaf itself, in addition
//     to those of the handler: no decorator inside it converts its own errors.
//
// If a parameter is called, only the callers know what it does to the handlers that it is given: the call is part of the leaf, and is
// applied once the parameter is known. In a loop over middleware, the argument may be the result of the round before, and the
// handler is then inside the middleware of all rounds.
//
// A wrapper that cannot be examined (a parameter whose callers are not known, a method of an interface, a
// function of another module) makes everything inside of it unknown, even
// if the same handler is seen without the wrapper on another path: that is what a loop over
// middleware looks like.
//
// A decorator whose result is stored where its argument is read (t.Handler = decorate(t.Handler)) replaces what is there: a loop over a list of
// tools does this for each of them. Since elements and orders are not told apart, the bare handler is a leaf of the place, too, marked with
// the call that replaces it. It counts only if that call has no decorated leaf with the same handler, named at the same position. A call that
// control may bypass replaces nothing. If control bypasses it in some rounds of a loop only, the handler becomes unknown.
//
// # Converting
//
// It would be too strict to demand that the engine's set for a function's error result is empty,
// because decorators decode arguments and encode results, and may fail at that. It would be
// too lax to demand that the set does not contain the handler's error, as a wrapper may put the error into a new
// one. So toolflow looks at the returns that are reachable from the call of the handler by edges
// on which its error is not known to be nil. Each must return a nil error, and something besides nil.
// Returns behind a condition that establishes which error it is are exempt: a decorator that leaves
// some errors to the protocol still is one, as the author of those conditions decided so. For a
// function that is declared to be a decorator, these exceptions are recorded, too.
//
// A result that is certainly not an error result (NewToolResultText, a literal without IsError) converts nothing: the wrapper masks the
// error. What is inside is not judged then, as no error leaves: the mistake is in the wrapper.
//
// Handlers that are called through package reflect are known by the
// argument of reflect.ValueOf. For these, only the returns count at which
// the error is certainly non-nil: the others are about what can go wrong with reflection.
//
// # Registration
//
// A registrar is a function with a parameter for handlers. The SDKs' registrars are known by name and shape,
// the program's follow: if a leaf of a registered value is a parameter of a
// declared function, that function is a registrar, and its calls
// are registrations, and so on; in other packages they are known by a fact. If the SDK itself, or a fork
// of it, is analysed from source, its registrars are facts as well.
//
// If the leaf is an element of a list that the package keeps in a field which nobody else can assign, as in a set of tools that
// one method fills and another registers, the functions that put something into the list are registrars, wherever they are called,
// instead of those that register all of it. What is around a handler and is not known (middleware that is a parameter) goes with it: then
// at least the tools are known, and why they are not judged.
//
// The position of a registration is where the handler is named: in the table, or in the argument of the
// outermost registrar. The name is the tool's in the same call or,
// if there are several, in the same struct literal.
//
// # Servers
//
// Servers are told apart by where they come from: the call that made them, a
// parameter, a global, a field. A parameter stands for what all callers give, if they are known: functions, and methods of what holds a server,
// that register tools on the same servers belong together. A server is covered if converting middleware is given to
// its constructor, or is added to it anywhere. Whether the tools are added before the
// middleware makes no difference, as it makes none for the SDKs.
//
// # Limits
//
// Factories that call each other in all ways, and put what they get into structs, have as many
// ways through them as there are orders of them: from about seven on, the answer is full.
//
// Errors that reach a decorator through a channel are not followed: such a decorator must be
// declared. Methods that are called through interfaces of the program do not lead to
// the types that implement them, except for unexported methods, which only the package's own types have, and for values that are known.
package toolflow
