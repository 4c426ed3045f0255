// Package fix applies the fixes of findings to source text: so that what they
// promise holds when all of them are applied at once, and so that nothing is touched
// that is not the user's to edit by this means.
//
// [Apply] is the pure core: findings in, new contents of files out. [All]
// calls it in rounds, with an analysis of the new contents between two of them, until
// nothing is left to apply. [Diff] shows the result and [Write] puts it on disk.
//
// # Which fixes are applied together
//
// The first fix of each finding is considered, in the order of the findings. It is applied as
// a whole, in all of its files, or not at all. It is left out, with a reason, if
//
//   - a file of it is outside of the root, whatever symbolic links say, or in a
//     vendor directory, or generated, or is no Go source. (Directories named
//     testdata are not exempt: no wildcard matches them, so whoever
//     analyses one has named it.)
//   - an edit does not lie within the file, or not at the line and column that
//     it claims: then the file has changed since it was analysed.
//   - it overlaps a fix of an earlier finding. Two edits overlap if they replace a
//     byte in common, and also if one inserts text where the other begins or
//     ends, for what should come first is not known then.
//
// A fix whose edits are exactly those of an earlier one is taken to be done with it. Edits that
// are only in part the same are not merged: two fixes that both insert "f(" here, and
// ")" at different places, would be two halves of a different edit. The later fix is
// left for the next round, where an analysis of what the earlier one made
// of the code decides whether it is still needed. A three-way merge as in
// golang.org/x/tools/internal/diff, which does merge such edits, was considered and
// rejected for that reason.
//
// # Imports
//
// Edits of import declarations are the exception, for they are what fixes of one file have in
// common: one adds "errors" where the other adds "fmt", or replaces "fmt" by "errors". Merging such
// edits as text fails or, worse, succeeds. So the edits of a fix
// in the import declarations are not applied as text. They are read for what they
// mean, imports added and imports removed, provided that this is all they mean, and the sum of
// these is what is done to the imports of the file:
//
//   - Imports that any fix adds are added once, at the sorted place of the group that
//     fits best. Fixes that give one name to two packages overlap.
//   - That a fix removes an import says that it has no use for it. Others may:
//     an import is removed exactly if the file referred to it before and does not
//     any longer, whether or not a fix says so.
//
// What is referred to can be told from syntax alone: it is what stands before the dot of a
// selector and is not declared in the file. The name of a package is not in the source where
// the import does not give it, and is guessed from the path ("gopkg.in/yaml.v3" is yaml). If no
// guess fits, the import stays, the compiler complains, and [All] learns the
// name from the complaint. Blank imports and "C" are left alone.
//
// # Format
//
// A file that was formatted as gofmt does is so afterwards. Another file gets the edits and nothing
// else. Whether its lines end in CRLF, and whether it begins with a byte order mark, does not make
// a file unformatted here, and stays as it is; where all lines of a file end in CRLF, so do
// the inserted ones.
//
// # What does not compile
//
// If a file does not parse with all of its fixes, then one of them is at fault, or two of them
// together. [Apply] drops one if there is one without which the file parses, the last
// such; else each that does not parse together with those kept before it.
//
// [All] asks the same of the compiler. When the analysis of a round reports problems that it
// did not report before, the fixes of the packages with the problems are bisected, all such packages
// at once: the shortest beginning of the list of fixes that has the problems ends in a
// culprit, which is dropped and not tried again. If dropping all fixes of
// the package does not help, the culprit is elsewhere, and all fixes of the round are bisected
// together. So the earlier finding keeps its fix, and the number of analyses per culprit is logarithmic. A round in
// which there are too many of them leaves the rest to the next one.
//
// # The fixed point
//
// A second run of All has nothing to do, since the first only ends when no fix applies. Fixes
// that undo each other's work are noticed when the contents of all files are what they
// were some rounds ago. Then the contents are chosen, of those that the rounds go through, whose
// digest is least. It is the same whichever of them one starts with.
package fix
