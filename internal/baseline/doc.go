// Package baseline keeps the findings that a project has accepted for now, in a
// file beside its go.mod: they do not count, so that the tool can be turned on
// over old code and still stop each new fault.
//
// # The file
//
// The file is one JSON object, written such that it can be read in a diff and
// merged by lines: one line for each entry, in the order of package,
// declaration, rule and message.
//
//	{
//	"version": 1,
//	"findings": [
//	{"package":"example.com/m/store","decl":"(*Store).Get","rule":"wrapcause","message":"…","count":2},
//	{"package":"example.com/m/store","decl":"fake","rule":"opname","message":"…","count":1,"test":true}
//	]
//	}
//
// An entry stands for the findings that agree in all that it says, which is
// their fingerprint less the ordinal, and says how many they are. It has
// neither lines nor file names, so code may be moved about within its package;
// only whether the file is a test's is noted, because a run without tests would
// otherwise take what is in tests for mended. "decl" is left out where a
// finding is in no declaration, "test" where it is false.
//
// # Reading
//
// What a baseline says decides what a gate lets pass, so nothing in it is read
// generously: an unknown or repeated key (also one that differs in case), a
// count below one, two entries for the same findings, an unknown version, or
// what is left of a merge conflict is an error that names file, line and key.
// The order of the entries does not matter, for it is lost in merges; the next
// writing restores it.
//
// # Hiding
//
// A baseline never hides more findings than it counts. Where there are more in
// the code, those that come last do count; that may be the old ones, as
// the file cannot tell.
//
// It also hides what is a part of a finding that it has: of two errors that a doc
// comment did not list, one is left. That stands for the whole until the
// baseline is written again, which then says less.
//
// A baseline has what one configuration finds: one set of build tags, one
// operating system, one configuration file. Under another one, it
// hides what they have in common.
package baseline
