// Package atomicfile writes files as a whole or not at all: by way of a new file
// beside the old one, which takes its name. Nobody ever sees half of a file, and on error
// there is what was there before.
package atomicfile

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrDirectory is the error of writing to a directory, in an [fs.PathError].
var ErrDirectory = errors.New("is a directory")

// Replace gives the file of that name in dir what write writes. The new file has the
// permissions of the old one and, where possible, its owner; or else, if old is nil,
// those that any new file has. Errors are those of write and of the file system.
func Replace(dir *os.Root, name string, old fs.FileInfo, write func(io.Writer) error) (err error) {
	// The go command ignores files that begin with a dot.
	temp := filepath.Join(filepath.Dir(name), ".errlint-"+rand.Text()+".tmp")
	f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, dir.Remove(temp))
		}
	}()
	err = fill(f, write)
	if err == nil && old != nil {
		keepOwner(f, old)
		err = f.Chmod(old.Mode().Perm())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return dir.Rename(temp, name)
}

func fill(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// Write gives a file what write writes. Where the name is a symbolic link, it is
// the file that the link leads to. What is no regular file, as a device or a pipe, is
// written straight into.
//
// Errors:
//   - [ErrDirectory], if it is a directory
//   - *[fs.PathError] and *[os.LinkError], of the file system
//   - those of write
func Write(name string, write func(io.Writer) error) error {
	name, old, err := resolve(name)
	if err != nil {
		return err
	}
	if isDirect(name, old) {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		return errors.Join(fill(f, write), f.Close())
	}
	dir, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer dir.Close()
	return Replace(dir, filepath.Base(name), old, write)
}

// Check returns an error if [Write] is sure to fail: [ErrDirectory], or one of the
// file system.
func Check(name string) error {
	name, old, err := resolve(name)
	if err != nil || isDirect(name, old) {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".errlint-*.tmp")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// resolve returns the file that a name stands for, and what is known of it: nil
// if it is not there.
func resolve(name string) (string, fs.FileInfo, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if link, err := os.Readlink(name); err == nil {
			return "", nil, fmt.Errorf("it is a symbolic link to %s, which is not there", link)
		}
		return name, nil, nil
	case err != nil:
		return "", nil, err
	case info.IsDir():
		return "", nil, &fs.PathError{Op: "write", Path: name, Err: ErrDirectory}
	case isDirect(name, info):
		return name, info, nil
	}
	file, err := filepath.EvalSymlinks(name)
	return file, info, err
}

// isDirect reports whether a file is to be written straight into: it is no regular
// file, or it is reached through what is none, as /dev/stdout is.
func isDirect(name string, info fs.FileInfo) bool {
	return info != nil && (!info.Mode().IsRegular() || strings.HasPrefix(name, "/dev/") || strings.HasPrefix(name, "/proc/"))
}
