// Package driver loads Go packages and runs analyzers on them, in this
// process: a function from [Options] to a [Result], which is a plain value. It
// has no flags, prints nothing, changes no global state, and never exits.
//
// # Why not go/packages alone
//
// packages.Load with type information asks the go command for export data of
// every dependency, and the export data of a package is what compiling it
// leaves behind. So after each edit, every package above the edited one is
// compiled before the first line of it is analysed, which is what one waits
// for. This driver never has a package of the user's own compiled:
//
//  1. The go command is asked for the packages that match the patterns and for
//     what they import: metadata only (go/packages, as a graph without types).
//  2. Packages of the main modules, and those that the patterns name, are
//     [own] packages. They are parsed and type-checked from source, in parallel,
//     in import order. Packages that depend on an own package, such as the
//     variants that a test brings about, are type-checked from source too, for
//     their export data would need the compiled own package, and would speak
//     of another incarnation of its types.
//  3. Export data is asked for the external packages that those import
//     directly. That is enough: the export data of a package describes whatever
//     it refers to in other packages. The go command has it in its build cache
//     unless a dependency changed.
//  4. The analyzers run on the own packages in dependency order, so that facts
//     flow, by way of [golang.org/x/tools/go/analysis/checker]. It is given
//     a graph of own packages only: an external package has no syntax here,
//     hence no facts, and an analyzer never sees it.
//
// An external package that cannot be compiled, as when a C header is missing,
// is type-checked from source as well, without its function bodies.
//
// # What goes wrong, and what then
//
// Everything that keeps a package from being analysed is a Problem of the
// result, and the rest of the packages are still analysed. A package that does not
// type-check is not analysed; a package that imports it is, unless it uses a
// declaration whose type is broken. An analyzer that returns an error or
// panics does so for one package: its other packages, its dependents and the
// other analyzers carry on. Run returns an error only if there is nothing to do
// the work with or on: no go command, no module, a go.mod that does not
// parse, analyzers that contradict each other, a context that is cancelled.
//
// # Determinism
//
// A result depends on the source alone, not on scheduling: files get their
// place in the [token.FileSet] in a fixed order although they are parsed in
// parallel, so even an analyzer that compares positions of two files sees the same
// order each time, and findings and problems are gathered in a fixed order
// before they are sorted.
//
// # Positions
//
// Positions ignore //line comments: a finding is in the file that was
// analysed, at an offset where an edit can be made, and no comment in the
// code can move it elsewhere. The exception are packages that use cgo. They are
// analysed in the form that the cgo command gives them, and cgo's own line
// comments lead back to the file that was written. A fix is kept only if each
// stretch that it replaces is the same there.
//
// # Memory
//
// The syntax and type information of a package is dropped when its last
// analyzer is done, and the result of an analyzer (such as an SSA form) when
// the last analyzer that requires it is done. At most GOMAXPROCS analyzers run at
// once. Tuning the garbage collector is left to the command.
//
// # Trust
//
// Running this on code that is not trusted, such as a pull request, executes
// nothing that the code brings: neither tests nor generators run, and
// GOPACKAGESDRIVER is switched off. The go command itself compiles external
// dependencies, runs the cgo command and the C compiler for packages that use
// cgo (with the flags that it deems safe), and may download modules and the
// toolchain that go.mod names; GOFLAGS, GOTOOLCHAIN and GOPROXY are the
// user's own and say how far that goes. CGO_ENABLED=0 keeps the C compiler out.
package driver
