// Package gitbase finds the commit of a git repository that a working tree is to
// be compared with, and brings its files to light elsewhere.
//
// # Nothing is changed
//
// The files of a commit are written to a directory outside of the repository, by
// reading git's objects one by one. A worktree of git's own (git worktree add)
// would be simpler, but it is registered in the repository, and stays so if the
// process is killed; it also takes locks, writes an index, and needs a
// repository that can be written to. Here nothing is ever written to the
// repository: neither a ref nor an index nor an object. So any number of
// runs may go on at once, in the main worktree or in linked ones, whatever the state of
// the index and of the files, and whatever git command runs beside them.
//
// # Nothing is executed
//
// A repository is a place where somebody else may name programs for git to run:
// hooks, filters (smudge, process), a file system monitor, a credential helper, an
// ssh command, the program at the other end of a transport. That is why the files
// are not checked out by git at all. The commands used are rev-parse, merge-base, ls-tree and
// cat-file --batch, which read refs and objects and nothing else; attributes and
// filters have no part in them. Hooks and the file system monitor are
// switched off all the same. In a partial clone git would fetch an object that is missing from
// wherever the configuration says; that is switched off too, and
// is an error that says so.
//
// So the files are what the commit has, byte by byte: no line ends
// are converted, no keywords are expanded, a file of git-lfs is its pointer.
// None of this matters to the analysis of Go code. What export-ignore would
// leave out is there.
//
// The repository is the one that git finds from the directory up, but for a directory that only looks like one (a
// bare repository): a commit may have such a directory, which would say of itself what its base is. What the
// environment says of it (GIT_DIR and the like, which git sets for
// its hooks) is ignored; replacement objects are, too, so
// that what a commit's name stands for is always the same.
//
// # Nothing escapes
//
// A tree may have any names in it. Files are written by way of [os.Root], and symbolic links are made after
// all else, so that none is followed in writing. One that leads out of the
// exported tree, in whatever roundabout way, is left out: the base is what the commit has,
// and no file of this machine is part of that. A name that git itself would refuse to
// check out (.git, for one) is an error. A submodule is an empty directory, for its files
// are not the commit's.
//
// # Which commit
//
// The base is the merge base of HEAD and a ref, so that what has happened on the ref's
// branch since is not counted in favour of the change or against it. A shallow clone
// may lack the merge base; then the commit that the ref names is taken instead, and
// [Base.Note] says so. Histories that have nothing in common are an error, since there is no
// state that both come from.
package gitbase
