package gitbase

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// The modes of tree entries.
const (
	modeExec    = "100755"
	modeLink    = "120000"
	modeGitlink = "160000"
)

// maxLink is the length of the longest target of a symbolic link, in bytes.
const maxLink = 4096

// A treeEntry is a file of a commit.
type treeEntry struct {
	mode string
	id   string // of the blob
	path string // with slashes
}

// Export writes the files of a commit to a directory, which must not exist or be
// empty. It changes nothing in the repository, and executes nothing that the repository names.
//
// The error says what could not be read or written; files that have been written
// before stay. If ctx is done, it is ctx's own.
func (r *Repo) Export(ctx context.Context, commit, dir string) (err error) {
	if !objectName().MatchString(commit) {
		return fmt.Errorf("export %s: %w: it is not the name of a commit", show(commit), fs.ErrInvalid)
	}
	entries, err := r.entries(ctx, commit)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("export %s: %w", short(commit), err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("export %s: %w", short(commit), err)
	}
	defer root.Close()
	if list, err := fs.ReadDir(root.FS(), "."); err != nil {
		return fmt.Errorf("export %s: %w", short(commit), err)
	} else if len(list) > 0 {
		return fmt.Errorf("export %s: directory %s is not empty", short(commit), dir)
	}
	w := &writer{root: root, made: map[string]bool{".": true}}
	if err := r.write(ctx, entries, w); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("export %s: %w", short(commit), err)
	}
	return nil
}

// entries lists the files of a commit.
func (r *Repo) entries(ctx context.Context, commit string) ([]treeEntry, error) {
	out, err := r.run(ctx, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, explain(err)
	}
	var entries []treeEntry
	for record := range strings.SplitSeq(out, "\x00") {
		if record == "" {
			continue // behind the last one
		}
		// "100644 blob 0123…\tinternal/store/store.go"
		meta, name, ok := strings.Cut(record, "\t")
		fields := strings.Fields(meta)
		if !ok || len(fields) != 3 {
			return nil, fmt.Errorf("git ls-tree: unexpected output %q", record)
		}
		if !checkable(name) {
			return nil, fmt.Errorf("commit %s has a file that must not be checked out: %q", short(commit), name)
		}
		entries = append(entries, treeEntry{mode: fields[0], id: fields[2], path: name})
	}
	return entries, nil
}

// checkable reports whether git would check out a file of this name.
func checkable(name string) bool {
	if !filepath.IsLocal(filepath.FromSlash(name)) || path.Clean(name) != name {
		return false
	}
	if runtime.GOOS == "windows" && strings.ContainsAny(name, `\:`) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		// As on file systems that ignore case, or some characters.
		plain := strings.Map(func(r rune) rune {
			if r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x206a && r <= 0x206f || r == 0xfeff {
				return -1
			}
			return r
		}, part)
		plain = strings.TrimRight(plain, ". ")
		if strings.EqualFold(plain, ".git") || strings.EqualFold(plain, "git~1") {
			return false
		}
	}
	return true
}

// write writes the files, whose contents it gets from one git command.
func (r *Repo) write(ctx context.Context, entries []treeEntry, w *writer) error {
	reading, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := r.command(reading, "cat-file", "--batch", "--buffer")
	var stderr limited
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		defer stdin.Close()
		buf := bufio.NewWriter(stdin)
		for _, e := range entries {
			if e.mode != modeGitlink {
				buf.WriteString(e.id + "\n")
			}
		}
		buf.Flush() // if that fails, git has ended, which the reader notices
	}()

	err = w.all(bufio.NewReaderSize(stdout, 1<<16), entries)
	if err != nil {
		cancel() // otherwise git would block on the rest of its output
	}
	<-asked
	werr := cmd.Wait()
	if werr == nil || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return explain(err)
	}
	// The output is incomplete because git has failed, and its message says why.
	ferr := failure(ctx, "cat-file", werr, stderr.String())
	if gerr, ok := errors.AsType[*gitError](ferr); err == nil || ok && gerr.msg != "" {
		return explain(ferr)
	}
	return err
}

// A missingError is the error for an object that is not in the repository.
type missingError struct{ id string }

func (e *missingError) Error() string { return "object " + short(e.id) + " is missing" }

// explain adds to an error about missing objects what to do about it.
func explain(err error) error {
	_, lacks := errors.AsType[*missingError](err)
	if gerr, ok := errors.AsType[*gitError](err); ok {
		// The messages of git when it would have to fetch the object.
		lacks = lacks || strings.Contains(gerr.msg, "promisor remote") || strings.Contains(gerr.msg, "lazy fetch") ||
			strings.HasPrefix(gerr.msg, "transport '")
	}
	if lacks {
		return fmt.Errorf("%w; a partial clone does not have the files of all commits: clone without --filter, or get them by git fetch --refetch --no-filter", err)
	}
	return err
}

// A writer writes the files of a commit.
type writer struct {
	root *os.Root
	made map[string]bool // directories
}

// all writes the files, whose contents it reads from the output of git cat-file.
func (w *writer) all(contents *bufio.Reader, entries []treeEntry) error {
	type link struct{ path, target string }
	var links []link
	for _, e := range entries {
		if e.mode == modeGitlink {
			if err := w.mkdir(e.path); err != nil {
				return err
			}
			continue
		}
		size, err := header(contents, e.id)
		if err != nil {
			return err
		}
		content := io.LimitReader(contents, size)
		if e.mode == modeLink {
			target, err := io.ReadAll(io.LimitReader(content, maxLink))
			if err == nil {
				_, err = io.Copy(io.Discard, content)
			}
			if err != nil {
				return fmt.Errorf("git cat-file: %w", err)
			}
			links = append(links, link{e.path, string(target)})
		} else if err := w.file(e, content, size); err != nil {
			return err
		}
		if c, err := contents.ReadByte(); err != nil || c != '\n' {
			return fmt.Errorf("git cat-file: object %s is not as long as it says: %w", short(e.id), io.ErrUnexpectedEOF)
		}
	}
	// Links are made last, so that nothing is written through one.
	for _, l := range links {
		if err := w.link(l.path, l.target); err != nil {
			return err
		}
	}
	// Where a link leads may depend on the others.
	for _, l := range links {
		if _, err := w.root.Stat(l.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			if err := w.root.Remove(l.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("remove a symbolic link that leads out of the tree: %w", err)
			}
		}
	}
	return nil
}

// header reads the line before an object: "0123… blob 42".
func header(contents *bufio.Reader, id string) (size int64, err error) {
	line, err := contents.ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("git cat-file: %w: %w", io.ErrUnexpectedEOF, err)
	}
	fields := strings.Fields(line)
	if len(fields) == 2 && fields[1] == "missing" {
		return 0, &missingError{id}
	}
	if len(fields) != 3 || fields[0] != id || fields[1] != "blob" {
		return 0, fmt.Errorf("git cat-file: unexpected output %q", line)
	}
	n, err := strconv.ParseUint(fields[2], 10, 63)
	if err != nil {
		return 0, fmt.Errorf("git cat-file: unexpected output %q: %w", line, err)
	}
	return int64(n), nil
}

func (w *writer) file(e treeEntry, content io.Reader, size int64) error {
	if err := w.mkdir(path.Dir(e.path)); err != nil {
		return err
	}
	perm := fs.FileMode(0o644)
	if e.mode == modeExec {
		perm = 0o755
	}
	// On file systems that ignore case, the file may exist already: the last one stays, as in git.
	f, err := w.root.OpenFile(filepath.FromSlash(e.path), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return fmt.Errorf("write a file: %w", err)
	}
	n, err := io.Copy(f, content)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("write %q: %w", e.path, err)
	}
	if n < size {
		return fmt.Errorf("git cat-file: %w", io.ErrUnexpectedEOF)
	}
	return nil
}

func (w *writer) link(name, target string) error {
	if err := w.mkdir(path.Dir(name)); err != nil {
		return err
	}
	if err := w.root.Symlink(target, filepath.FromSlash(name)); err != nil {
		if runtime.GOOS == "windows" || target == "" {
			return nil // on Windows, it takes a privilege; an empty link is impossible anywhere
		}
		return fmt.Errorf("write a symbolic link: %w", err)
	}
	return nil
}

// mkdir makes a directory with its parents.
func (w *writer) mkdir(dir string) error {
	if w.made[dir] {
		return nil
	}
	if err := w.root.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
		return fmt.Errorf("make a directory: %w", err)
	}
	w.made[dir] = true
	return nil
}
