package fix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/errlint/errlint/internal/atomicfile"
)

// ErrChanged is the error of [Write] for a file that is not what it was when the
// fixes were made.
var ErrChanged = errors.New("the file has changed in the meantime")

// Write replaces the contents of files, which must be in dir, or in one of more, or below it. Each is
// replaced at once, by a new file with the same permissions, and where possible the same owner. It is
// not replaced if its contents are not [File.Old] any longer, if it is no regular file, or if
// it may not be written. All files are looked at before the first one is replaced.
//
// Write returns the names of the files that it has replaced, also if there
// is an error, which names the file that it is about.
//
// Errors:
//   - ErrChanged, if one of the files is not what it was.
//   - *fs.PathError and *os.LinkError, of the file system.
func Write(dir string, files []File, more ...string) (written []string, err error) {
	if len(files) == 0 {
		return nil, nil
	}
	rs, err := resolveRoots(append([]string{dir}, more...)...)
	if err != nil {
		return nil, err
	}
	// Within an os.Root, nobody can lead a name elsewhere by a symbolic link.
	dirs := make([]*os.Root, len(rs))
	for i, r := range rs {
		if dirs[i], err = os.OpenRoot(r.name); err != nil {
			return nil, fmt.Errorf("directory to fix: %w", err)
		}
		defer dirs[i].Close()
	}
	in := make([]*os.Root, len(files))
	names := make([]string, len(files))
	for i, f := range files {
		// One that is in none is refused by the first.
		k := max(0, slices.IndexFunc(rs, func(r root) bool { return inside(r.name, f.Name) }))
		in[i] = dirs[k]
		if names[i], err = filepath.Rel(rs[k].name, f.Name); err == nil {
			_, err = unchanged(in[i], names[i], f.Old)
		}
		if err != nil {
			return nil, fmt.Errorf("fix %s: %w", f.Name, err)
		}
	}
	for i, f := range files {
		if err := replace(in[i], names[i], f); err != nil {
			return written, fmt.Errorf("fix %s: %w", f.Name, err)
		}
		written = append(written, f.Name)
	}
	return written, nil
}

// unchanged returns what is known of a file whose contents are still the old ones, and
// which may be written.
func unchanged(dir *os.Root, name string, old []byte) (fs.FileInfo, error) {
	info, err := dir.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "replace", Path: name, Err: errors.New("not a regular file")}
	}
	// A directory that may be written does not make up for a file that may not.
	f, err := dir.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := make([]byte, len(old)+1)
	n, err := f.ReadAt(text, 0)
	if n <= len(old) && err == nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("short read")}
	}
	if !bytes.Equal(text[:n], old) {
		return nil, ErrChanged
	}
	return info, nil
}

// replace replaces the contents of a file.
func replace(dir *os.Root, name string, f File) error {
	info, err := unchanged(dir, name, f.Old)
	if err != nil {
		return err
	}
	return atomicfile.Replace(dir, name, info, func(w io.Writer) error {
		_, err := w.Write(f.New)
		return err
	})
}
