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
// for; and on a machine whose build cache is empty, all dependencies are. Here
// nothing is compiled, and what has not changed is not even looked at.
//
// # The phases of a run
//
// Each phase makes a value out of those of the phases before it, and changes none of these. They follow each other in [request.run], and
// what concerns single packages, 5 to 7, in [plan.settle].
//
//		Options → request → survey → listing → plan → world → outcomes → Result
//		                       └─ nothing has changed ─────────────────────┘
//
//	 1. What is asked for ([newRequest])? Options, checked, and the settings of the go command ([goCommand.queryEnv]), which are kept under a
//	    key of all that it makes them of. What else the go command is ever asked is in gocmd.go.
//	 2. What does the answer depend on ([request.survey])? A look at what the go command looks at when it lists packages: its environment, go.mod and its like,
//	    which files there are, and the text of each up to the end of its imports. A digest of that, and of the contents of all files, stands for the
//	    whole result: if nothing has changed, it is looked up ([survey.lookup]), and the run ends here.
//	 3. Which packages match the patterns, and what do they import ([request.list])? The go command
//	    knows (go/packages, as a graph without types), but its answer takes longer than everything else
//	    when little has changed. So it is kept, under the digest of the survey.
//	 4. What is each package to the run ([request.plan])? Packages of the main modules, and those that the
//	    patterns name, are [own]: they are analysed. Packages of others that depend on own ones,
//	    such as the variants that a test brings about, are [above]. The rest is
//	    [external]. Of those that are not own only the types are needed.
//	 5. What is known ([settling.probe])? The result of a package's last analysis is in the cache, under a key made of the package's files and
//	    of the sums of what it imports. The sum of an external package is made of its module's
//	    version and of the sums of what it imports in turn. That of an own package is made of its types, variables and constants and of the facts about these, as
//	    the last analysis left them ([apiSum]), and of the sums of what it imports: so it covers what an analyzer may come to
//	    on any way from the package's imports, but for functions. Of these, the key has those that the package can name: functions of what it imports
//	    whose names are words of its files ([files.words]). About others there are no facts (see facts.covers), with the cache and without. A change stops where types and facts are as they
//	    were. If all own packages are settled in this way, there is nothing to analyse.
//	 6. Where do types of others come from ([settling.loadExternal])? The go command is asked for the export data that it happens to
//	    have for external packages that the unsettled ones import, and for what these depend on; with -n, it
//	    compiles nothing. That is enough, for the export data of a package describes whatever
//	    it refers to in other packages. What there is none of is type-checked from source,
//	    without function bodies, and kept as export data in the cache.
//	 7. What is found ([settling.analyse])? The unsettled packages are parsed, type-checked and analysed in
//	    the order of their imports, each when those are settled, as many at a time as
//	    there are processors. (The change of an import may turn out not to reach a package: then
//	    its result is in the cache after all.) The types of a settled package, if one that is
//	    analysed imports it, come from export data in the cache, where the run that analysed it left them.
//	 8. All of it together ([plan.result]), and what was not looked at ([plan.leftOut]).
//
// # One world of types
//
// In a run there is one incarnation of each package, whether from source or from
// export data, and all analyses share it ([world]). Export data speaks of the types
// of other packages, too. So what is known of those from source must be in the world before
// that data is read, which the order of the imports sees to; and nothing is read
// while anybody looks at types, which a lock sees to.
//
// Runs of text that somebody types in can have a [Memory] in common. Such a run begins with the packages that the one before had loaded from export data, if all of
// them are what they were and it needs no others; with the syntax of the files that are as they were; and with the listing. Of what analyzers come to nothing is taken over but by way of
// the cache. It holds as long as analyzers do not change syntax.
//
// Facts pass from package to package as they do in go vet, as text under names of objects
// (package objectpath), in memory and in the cache alike. So what an analyzer sees does not depend
// on what was in the cache. Positions are the exception: export data knows
// the line of a declaration only. So a place in another package is reported by its line in any case; and a
// result that points there is used again only while the files there are as they were.
//
// # What is not kept
//
// Results of packages that an analyzer failed on, that are part of an import cycle, whose files cannot be read or changed during the run, or that
// use cgo and are analysed as it makes them, for its output depends on what is installed on the machine; and of
// packages that depend on such, as far as it shows in their types. What does not type-check, or lacks
// an import, is kept like everything else: why it does not is part of the key.
//
// # Tests
//
// A package that has test files of its own is analysed twice: as it is imported, and with its tests. One analysis for both would be
// that with the tests, and the facts that importers see would be of it, too. But a test may implement an interface, set
// a variable that holds a function, or add a method, and so change what is known of functions that are not in test files, in ways that only the analyzers know.
// So tests cost what their lines do, and those of the packages that have tests of their own once more: where more than half of a module is
// tests, no sharing would make them cost less than the module does without.
//
// # What goes wrong, and what then
//
// Everything that keeps a package from being analysed is a Problem of the
// result, and the rest of the packages are still analysed. A package that does not
// type-check is not analysed; a package that imports it is, unless it uses a
// declaration whose type is broken. An analyzer that returns an error or
// panics does so for one package: its other packages, its dependents and the
// other analyzers carry on. What panics in the driver itself costs the package at hand. Run returns an error only if there is nothing to do
// the work with or on: no go command, no module, a go.mod that does not
// parse, analyzers that contradict each other, a context that is cancelled.
//
// # Determinism
//
// A result depends on the source alone, not on scheduling, nor on what is in the cache:
// the files of a package get their places in the [token.FileSet] in a fixed order although they are parsed
// on several processors, so even an analyzer that compares positions of two files sees the same
// order each time, and findings and problems are gathered in a fixed order
// before they are sorted.
//
// # Positions
//
// Positions ignore //line comments: a finding is in the file that was
// analysed, at an offset where an edit can be made, and no comment in the
// code can move it elsewhere. The exception are packages that use cgo, with [Options.Cgo]. They are
// analysed in the form that the cgo command gives them, and cgo's own line
// comments lead back to the file that was written. A fix is kept only if each
// stretch that it replaces is the same there.
//
// # Memory
//
// The syntax and type information of a package exist while it is analysed, and the result of
// an analyzer (such as an SSA form) until the last analyzer that requires it is done.
// So memory is bounded by the work in flight, which is as many packages as there are processors, and the types of the
// packages that were looked at. Tuning the garbage collector is left to the command.
//
// # Trust
//
// Running this on code that is not trusted, such as a pull request, executes
// nothing that the code brings or names: neither tests nor generators run, nor cgo, pkg-config or a C compiler, and
// GOPACKAGESDRIVER is switched off. Nor does the go command look at the state of the repository. It
// may download modules and the toolchain that go.mod names; GOFLAGS, GOTOOLCHAIN and GOPROXY are the
// user's own and say how far that goes.
//
// So of packages that use cgo the declarations of C are not known. What C has a part in
// is taken out before the analysis (see dropC). With [Options.Cgo], the go command runs the C toolchain.
package driver
