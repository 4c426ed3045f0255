// Package driver loads Go packages and runs analyzers on them, in this
// process: a function from [Options] to a [Result], which is a plain value. It
// has no flags, prints nothing, changes no global state, and never exits.
//
// # Why not go/packages alone
//
// packages.Load with type information asks the go command for export data of
// every dependency, and export data is a product of compilation. So after each
// edit, every package above the edited one is compiled before the first line of
// it is analysed, and the user waits for that; and on a machine whose build
// cache is empty, all dependencies are compiled. This package compiles nothing,
// and does not even look at what has not changed.
//
// # The phases of a run
//
// [request.run] goes through the phases. Each makes a value out of the values of
// the phases before it, and changes none of these. Phases 5 to 7 concern single
// packages; [plan.settle] goes through those.
//
//		Options → request → survey → listing → plan → world → outcomes → Result
//		                       └─ nothing has changed ─────────────────────┘
//
//	 1. [newRequest] checks the options and gets the settings of the go command
//	    ([goCommand.queryEnv]), which are cached under a key of everything that the go
//	    command derives them from. All questions to the go command are in gocmd.go.
//	 2. [request.survey] looks at what the go command looks at when it lists packages: its
//	    environment, go.mod and its like, which files there are, and the text of each
//	    up to the end of its imports. A digest of that and of the contents of all files
//	    is the key of the result. If nothing has changed, [survey.lookup] returns the
//	    cached result, and the run ends here. So is what the caller makes of the result,
//	    if that is all that it wants ([Options.Summarize]).
//	 3. [request.list] returns the packages that match the patterns, and what they
//	    import. The go command knows (go/packages, as a graph without types), but asking
//	    it takes longer than everything else when little has changed. So its answer is
//	    cached under the digest of the survey. In a first run, the same question asks
//	    for the export data that there is.
//	 4. [request.plan] decides what each package is to the run. Packages of the main
//	    modules and those that the patterns name are [own]: they are analysed. Packages
//	    of other modules that depend on own ones, such as the variants that a test brings
//	    about, are [above]. The rest is [external]. Of packages that are not own, only the
//	    types are needed.
//	 5. [settling.probe] looks the results up. The cache has the result of a package's
//	    last analysis, under a key made of the package's files and the sums of its
//	    imports. The sum of an external package is made of its module's version and the
//	    sums of its imports. That of an own package is made of its types, variables and
//	    constants and the facts about these, as the last analysis left them ([apiSum]),
//	    and of the sums of its imports: so it covers everything that an analyzer can
//	    reach from the package's imports, except for functions. Of these, the key has
//	    those that the package can name: functions of its imports whose names are words
//	    of its files ([files.words]). There are no facts about other functions (see
//	    facts.covers), with the cache and without. So a change has no effect beyond the
//	    packages whose types and facts it changes. What analyzers read of the source of
//	    external packages (package foreign) is in the sums of these. If all own packages are settled in
//	    this way, there is nothing to analyse.
//	 6. [settling.loadExternal] finds the types of external packages. The go command is
//	    asked for the export data that it happens to have for external packages that the
//	    unsettled ones import, and for their dependencies; with -n, it compiles nothing.
//	    Export data describes what it refers to in other packages, so that is enough.
//	    External packages without export data are type-checked from source, without
//	    function bodies, and their types are cached as export data.
//	 7. [settling.analyse] parses, type-checks and analyses the unsettled packages in the
//	    order of their imports, each when its imports are settled, as many at a time as
//	    there are processors. (The change of an import may turn out not to reach a
//	    package: then its result is in the cache after all.) If an analysed package
//	    imports a settled one, the types of that come from export data in the cache, where
//	    the run that analysed it left them.
//	 8. [plan.result] puts the results together, and [plan.leftOut] counts the files that
//	    build constraints exclude.
//
// # One world of types
//
// A run has one incarnation of each package, whether from source or from export
// data, and all analyses share it ([world]). Export data describes types of other
// packages, too. So packages that come from source must be in the world before any
// export data that refers to them is read, which the order of the imports ensures.
// A lock keeps export data from being read while types are in use.
//
// Runs in a language server can share a [Memory]. Such a run begins with the
// packages that the run before had loaded from export data, if none of them has
// changed and it needs no others; with the syntax of the files that have not
// changed; and with the listing. Results of analyzers are shared only through the
// cache. This requires that analyzers do not change syntax.
//
// Facts pass from package to package as they do in go vet, as text under names of
// objects (package objectpath), in memory and in the cache alike. So what an
// analyzer sees does not depend on what was in the cache. Positions are the
// exception: export data has only the line of a declaration. So a place in another
// package is always reported by its line; and a result that points there is used
// again only while the files there are unchanged.
//
// # What is not cached
//
// The results of packages that an analyzer failed on; of those that are part of an
// import cycle; of those whose files cannot be read or changed during the run; of
// those whose cgo output is analysed, for it depends on what is installed on the
// machine; and of packages that depend on such, if it shows in their types.
// Results of packages that do not type-check or lack an import are cached, because
// the cause is part of the key.
//
// # Tests
//
// A package with test files of its own is analysed twice: as it is imported, and
// with its tests. A single analysis would have to include the tests, and importers
// would see its facts. But a test may implement an interface, set a variable that
// holds a function, or add a method, and so change what is known of functions that
// are not in test files, in ways that only the analyzers know. So with tests a run
// costs the lines of the tests, and the lines of the packages that have tests of
// their own once more.
//
// # Failures
//
// Everything that keeps a package from being analysed is a Problem of the result,
// and the other packages are still analysed. A package that does not type-check is
// not analysed; a package that imports it is, unless it uses a declaration whose
// type is broken. An analyzer that returns an error or panics fails for one package:
// the other analyzers, the package's dependents and all other packages carry on. A
// panic in the driver costs the package at hand. Run returns an error only if it can
// do nothing at all: there is no go command or no module, go.mod does not parse, the
// analyzers contradict each other, or the context is cancelled.
//
// # Determinism
//
// A result depends on the source alone, not on scheduling or the contents of the
// cache: the files of a package get their places in the [token.FileSet] in a fixed
// order although they are parsed in parallel, so even an analyzer that compares
// positions of two files sees the same order each time; and findings and problems
// are gathered in a fixed order before they are sorted.
//
// # Positions
//
// Positions ignore //line comments: a finding is in the file that was analysed, at
// an offset where an edit can be made, and no comment in the code can move it
// elsewhere. The exception are packages that use cgo, with [Options.Cgo]. They are
// analysed in the form that the cgo command gives them, and cgo's own line comments
// lead back to the file that was written. A fix is kept only if each stretch that
// it replaces is the same there.
//
// # Memory
//
// The syntax and type information of a package exist while it is analysed, and the
// result of an analyzer (such as an SSA form) until the last analyzer that requires
// it is done. So memory is bounded by the work in flight, one package for each
// processor, and the types of the packages that were looked at. The command tunes
// the garbage collector.
//
// # Trust
//
// Running this on code that is not trusted, such as a pull request, executes
// nothing that the code contains or names: neither tests nor generators run, nor
// cgo, pkg-config or a C compiler, and GOPACKAGESDRIVER is switched off. Nor does
// the go command look at the state of the repository. It may download modules and
// the toolchain that go.mod names; GOFLAGS, GOTOOLCHAIN and GOPROXY are the user's
// own and say how far that goes.
//
// So in packages that use cgo, the declarations of C are not known. Declarations that
// depend on C are taken out before the analysis (see dropC). With [Options.Cgo], the
// go command runs the C toolchain.
package driver
