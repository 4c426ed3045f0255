// Package modgen generates Go modules of any size, to measure tools on.
//
// A module of n packages is the same each time, on every machine, for every version of
// Go, and builds. It imports nothing but the standard library. It is meant to
// look like a server of that size, to a tool that follows types and errors:
//
//   - The packages are in layers, about two for each doubling of their number. A
//     package imports one of the layer below, a foundation of layer 0, and a few of
//     any layer below, so nearly all of them depend on package 0, and
//     the longest chain of imports is as long as there are layers. The last
//     layer is commands.
//   - A package has about a hundred lines: sentinels, an error type with Unwrap, a type
//     that has methods, and functions that get and put such; some have an interface. The
//     foundations read files, ask servers, and decode JSON or text.
//   - Errors flow up. Get and Put wrap what one package below returns; so a
//     package knows the errors of a chain of others, but not of all that it
//     depends on, as where people translate errors at boundaries. Other functions
//     translate what they get, by errors.Is, errors.As, comparisons and switches, join it,
//     or hand it to callbacks and goroutines.
//   - Doc comments list the errors. One package in eight has a mistake of the kinds
//     that linters of errors look for.
package modgen
