// Package cache keeps results between runs, in files of one directory.
//
// An entry is bytes under a key. A key is a digest of everything that the bytes depend
// on, so an entry never changes, nothing is ever invalidated, and any number of
// processes may share a directory without a lock: two processes that write the same entry
// write the same bytes.
//
// # Trust
//
// An entry is a file with a header (the version of this format, and the digest
// of key and bytes) and the bytes. It is written to a temporary file that is renamed, so the
// entry is either missing or complete. An entry that does not check out when it is read (cut
// short, altered, of another version, under another key's name) counts as missing, and is
// written anew. A directory may be copied to another machine
// or path: entries have neither paths nor times in them, or the key has the paths, too ([Cache.Local]).
//
// Whoever can write to the directory can add entries that check out. A directory
// from a place where untrusted code ran (for instance, the cache of a pull request's job)
// is to be trusted as much as that code.
//
// # Programs
//
// A cache may have a program ([Cache.Through]) that speaks the protocol of the go command's GOCACHEPROG. It is asked for
// entries that the directory does not have, and gets new entries. Its answers are checked like files of the directory, and copied there. If it
// fails or takes too long, it is not used any longer ([Cache.ProgramErr]). [Cache.ReadOnly] is for
// jobs that may read the results of others, and whose own results are not to be trusted.
//
// # In memory
//
// [Cache.InMemory] is for results that only this process will use, such as those for a text that is being
// typed: it keeps them in memory, and reads other entries from a directory.
//
// # Failures
//
// Nothing depends on the cache but time. If it cannot be written, for want of
// space or rights, [Cache.Err] returns the first error, and nothing more is written; reads go on.
//
// # Size
//
// Reading an entry renews its age. Once a day, whoever closes a cache
// removes the entries that have not been read for [MaxAge], and the oldest
// of the rest until at most [MaxSize] is left.
package cache
