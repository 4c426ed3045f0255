// Package lsp is a language server: it shows an editor what errlint finds in the text as it is being typed, and offers the
// fixes. It knows the protocol, the state of the documents, and when to look at what again. What is
// found is a [Check]'s affair: a function from a directory and an overlay to findings, of which the command makes one
// that does what a run of the command does.
//
// # Roots
//
// A root is what one run covers: a workspace of Go (the directory of go.work), a module, or a file that is in
// neither, by itself. The folders of the editor's workspace, and the files that are opened, say which roots there are. Each has a
// goroutine, which does one run at a time, until its last document is closed and no folder has it.
//
// # After a key
//
// An edit cancels the run under way, for what that finds is out of date. The next one begins when nothing has been typed for a
// moment. In a burst of keys, when each run is overtaken, the moment gets as long as a run of the packages at hand
// makes worth while, so that the processors are not kept busy with runs that are cancelled. It has two parts. The first is of the packages that were edited, since somebody waits
// for it, and the second, of everything, tells what the edit means elsewhere. As the driver keeps results, that one
// does nothing where facts and types are what they were.
//
// Results are stored under the lock that edits take, and only if there was no edit since the run began. So what is
// stored is always of the text that is there, or it has been moved along by edits after it: see [document].
//
// # Code that is broken
//
// Most of the time, while somebody types, a package does not compile. What was found in it when it last did stays, moved along with
// the text, without its fixes; what was found at a place that is being edited goes. For all other packages, its text is the one that last compiled: so what
// depends on it is not analysed against half a declaration. Why it does not compile is not said: every editor of Go has gopls for that.
// Problems that are not about Go code (a mistake in .errlint.yml) are diagnostics of the file that they are in.
//
// # Push and pull
//
// A client that can ask for diagnostics (protocol 3.17) is answered when they are those of its text, and told when
// it should ask again. Its question about all files is answered when there is something new to be told, as the protocol
// suggests: nobody has to poll. To other clients diagnostics are sent as they come, for files that are open and for those that are not.
//
// # Positions
//
// Findings count bytes. The protocol counts UTF-16 code units, unless the client offers UTF-8, which is then what is used.
//
// # Actions
//
// All edits come from package fix, as with -fix: imports are merged, what does not parse is not offered, generated files are let alone. The edit that the editor gets is
// the difference between the two texts.
//
// # What was considered
//
//   - Of the libraries for the protocol, go.lsp.dev/protocol is generated from the specification's own model, of 3.18, and was
//     last released in 2026; tliron/glsp ends at 3.17 and 2024; creachadair/jrpc2 is well kept, but has none of the types. gopls' own are internal.
//   - A run by function, not by package, was not made: go/types checks packages.
package lsp
