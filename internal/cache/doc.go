// Package cache keeps results between runs, in files of one directory.
//
// An entry is bytes under a key. A key is a digest of all that the bytes depend
// on, so an entry never changes, nothing is ever invalidated, and any number of
// processes may share a directory without a lock: who writes an entry that another
// has just written replaces it by the same.
//
// # Trust
//
// An entry is a file with a header (the version of this format, and the digest
// of key and bytes) and the bytes. It is written elsewhere and renamed into its place, so it is
// there as a whole or not at all. Whatever does not check out when it is read back (cut
// short, altered, of another version, under another key's name) is as good as
// not there, and is written anew. A directory may be copied to another machine
// or path: entries have neither paths nor times in them, or the key has the paths, too ([Cache.Local]).
//
// Who can write to the directory can put in entries that check out. A directory
// that comes from where untrusted code ran (the cache of a pull request's job,
// say) is to be trusted as much as that code.
//
// # Programs
//
// A cache may go through a program ([Cache.Through]), which speaks the protocol of the go command's GOCACHEPROG. The program is asked for
// what the directory does not have, and is given what is new. What it answers is checked like a file of the directory, and copied there. If it
// fails, or takes too long, it is not used any longer ([Cache.ProgramErr]). [Cache.ReadOnly] is for
// jobs that may read what others have kept, and whose own results nobody is to rely on.
//
// # In memory
//
// [Cache.InMemory] is for results that nobody asks for again but the process that they are of, as those of a text that is being
// typed are: they are kept in memory, above the entries of a directory.
//
// # When it fails
//
// Nothing depends on the cache but time. If it cannot be written, for want of
// space or rights, the first such error is kept for [Cache.Err], later writes are not
// tried, and reads go on.
//
// # Size
//
// Reading an entry makes it young again. Once a day, whoever closes a cache
// removes the entries that have not been read for [MaxAge], and beyond that the oldest
// ones until what is left is at most [MaxSize].
package cache
