// Command bench measures errlint beside golangci-lint, staticcheck and go vet,
// and makes parts of its README.md of the results.
//
//	go run -C bench . [flags]        measure, and write results/results.json
//	go run -C bench . render         write the page and figures from that file
//	go run -C bench . repos          say how to get the repositories for -repos
//	go run -C bench . generate N DIR write a generated module of N packages
//	go run -C bench . floor DIR      read and hash the Go files of a module
//
// It is a module of its own. It also has the benchmarks of package driver.
//
// # What is measured
//
// The subjects are public repositories, each at one commit ([repositories]), and generated
// modules (package modgen). A subject is copied or written into a temporary directory. Each tool has there
// its own home, build cache and cache of results; the module cache is the user's, and
// the network is off (GOPROXY=off). So nothing of the user's is changed, and
// no tool profits from another.
//
// The scenarios are:
//
//   - fresh: the build cache and the tool's cache are empty; modules are downloaded.
//   - cold: the build cache has the dependencies, compiled, and nothing of the module. The tool's
//     cache is empty.
//   - body: the tool has run before; then a statement was added to a function.
//   - api: the tool has run before; then an exported function was added to a package low in the
//     import graph.
//   - same: the tool has run before, and nothing has changed.
//
// The body edit is in a library package that depends on most packages of its
// module, of several the one with the most lines, in its longest function: where programs are put
// together, and where most edits are. The API edit is in the package that most packages depend on. Which these
// are is part of the results.
//
// A round runs all tools, one after the other, in the same state of the subject, and each round begins with
// another tool. The edit of each round is another one, and is undone at its end; what a tool
// has to know beforehand it learns in a run that is not measured. Results are medians over the rounds,
// and a ratio is one of medians; with the smallest and the largest, for ratios those of
// two runs of one round.
//
// # What the numbers are
//
// Time is that from the start of the process to its end. Memory is what wait4 says: the
// largest resident set of any one process among the command and all its descendants, not
// their sum. So for errlint, golangci-lint and staticcheck, which start go list, it is the largest of them
// and go list (and, for those that have something compiled, the compiler);
// for go vet, it is the largest compiler or vet process. On Linux the figure cannot be lower
// than what this program itself uses, which is less than the go command does.
//
// "Floor" is what it takes to read and hash all Go files of the module ([floor]): a run that is to notice whatever has changed cannot do with
// less.
//
// golangci-lint runs errorlint, wrapcheck, err113, nilerr and errcheck only. Tests are
// left out where that is possible, which is not so for go vet.
package main
