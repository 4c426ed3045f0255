// Package lsp is a language server: it shows an editor what errlint finds in the text as it is being typed, and offers the
// fixes. It implements the protocol, keeps the state of the documents, and decides when to check what. The check
// itself is [Options.Check]: a function from a directory and an overlay to findings, which the command implements by a
// run like any other.
//
// # Roots
//
// A root is what one run covers: a Go workspace (the directory of go.work), a module, or a single file that is in
// neither. There is a root for each folder of the editor's workspace and for each opened file. Each root has a
// goroutine, which does one run at a time, until its last document is closed and no folder contains it.
//
// # After a keystroke
//
// An edit cancels the current run, whose result would be out of date. The next run begins when typing has paused for a
// moment. In a burst of keystrokes that overtake each run, the moment grows up to a fraction of the time that a run
// takes, so that the processors are not kept busy with runs that are cancelled. A run has two parts. The first checks the packages that were edited, because the user waits
// for it; the second checks everything, because an edit may affect other packages. As the driver caches results, the second part
// analyses no package whose imports have the same facts and types as before.
//
// Results are stored under the lock that edits take, and only if there was no edit since the run began. So stored
// results always belong to the current text, or have been moved along by later edits: see [document].
//
// # Broken code
//
// Most of the time while the user types, a package does not compile. The findings of its last check that compiled stay, moved along with
// the text, without their fixes; findings at a place that is edited are dropped. For checks of all other packages, its text is the one that last compiled: so
// its dependents are not analysed against half a declaration. The reason why it does not compile is not shown: gopls shows it in every editor.
// Problems that are not about Go code (a mistake in .errlint.yml) are diagnostics of the file that they are in.
//
// # Push and pull
//
// A client that asks for diagnostics (protocol 3.17) gets an answer when the diagnostics are those of its text, and is told when
// to ask again. Its request for the diagnostics of all files is answered when there is something new, as the protocol
// suggests, so the client need not poll. To other clients diagnostics are sent when they change, for open files and others.
//
// # Positions
//
// Findings count bytes. The protocol counts UTF-16 code units, unless the client offers UTF-8, which is then used.
//
// # Actions
//
// All edits come from package fix, as with -fix: imports are merged, fixes that do not parse are not offered, generated files are not edited. The editor gets
// the difference between the two texts.
//
// # What was considered
//
//   - Of the libraries for the protocol, go.lsp.dev/protocol is generated from the specification's own model, of 3.18, and was
//     last released in 2026; tliron/glsp ends at 3.17 and 2024; creachadair/jrpc2 is well maintained, but has none of the types. gopls' own are internal.
//   - Runs by function instead of by package are not possible, because go/types checks packages.
package lsp
