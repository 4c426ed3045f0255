// Package gitbase finds the commit of a git repository that a working tree is to
// be compared with, and exports its files to another directory.
//
// # Nothing is changed
//
// The files of a commit are written to a directory outside of the repository, by
// reading git's objects one by one. A worktree of git's own (git worktree add)
// would be simpler, but it is registered in the repository, and stays registered if the
// process is killed; it also takes locks, writes an index, and needs a
// repository that can be written to. This package writes nothing to the
// repository: neither a ref nor an index nor an object. So any number of
// runs may go on at once, in the main worktree or in linked ones, whatever the state of
// the index and of the files, and whatever git commands run at the same time.
//
// # Nothing is executed
//
// A repository may name programs for git to run:
// hooks, filters (smudge, process), a file system monitor, a credential helper, an
// ssh command, the program at the other end of a transport. That is why the files
// are not checked out by git at all. The commands used are rev-parse, merge-base, ls-tree and
// cat-file --batch, which read refs and objects and nothing else; attributes and
// filters do not affect them. Hooks and the file system monitor are
// switched off all the same. In a partial clone, git would fetch a missing object from
// wherever the configuration says; that is switched off, too, so
// a missing object is an error.
//
// So the files are those of the commit, byte by byte: no line ends
// are converted, no keywords are expanded, a file of git-lfs is its pointer.
// None of this matters to the analysis of Go code. Files with the attribute export-ignore
// are included.
//
// The repository is the one that git finds in the directory or above it, except for directories that look like a
// bare repository: a commit may contain such a directory, which could then choose its own base. Environment
// variables that name a repository (GIT_DIR and the like, which git sets for
// its hooks) are ignored; replacement objects are, too, so
// that the name of a commit always stands for the same files.
//
// # Nothing escapes
//
// A tree may contain any names. Files are written by way of [os.Root], and symbolic links are made
// last, so that no write follows one. A link that leads out of the
// exported tree, directly or by way of others, is left out: the base consists of files of the commit,
// not of this machine. A name that git itself would refuse to
// check out (.git, for one) is an error. A submodule is an empty directory, for its files
// are not the commit's.
//
// # Which commit
//
// The base is the merge base of HEAD and a ref, so that later commits on the ref's
// branch count neither for the change nor against it. A shallow clone
// may lack the merge base; then the commit that the ref names is used instead, and
// [Base.Note] says so. Histories without a common commit are an error.
package gitbase
