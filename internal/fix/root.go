package fix

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// A root is the directory below which files may be edited.
type root struct {
	name string // as it was given, but absolute
	real string // without symbolic links
}

// roots are the directories below which files may be edited.
type roots []root

func resolveRoots(dirs ...string) (roots, error) {
	var all roots
	for _, dir := range dirs {
		name, err := filepath.Abs(dir)
		real := ""
		if err == nil {
			real, err = filepath.EvalSymlinks(name)
		}
		if err != nil {
			return nil, fmt.Errorf("directory to fix: %w", err)
		}
		all = append(all, root{name, real})
	}
	return all, nil
}

// locate returns the one name that a file in one of the roots has in this package, or
// the reason why it is not to be edited.
func (rs roots) locate(name string) (canonical, reason string) {
	if !filepath.IsAbs(name) {
		return "", "its place is not known"
	}
	if !strings.HasSuffix(name, ".go") {
		return "", filepath.Base(name) + " is not a Go file"
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", because(name, err)
	}
	i := slices.IndexFunc(rs, func(r root) bool { return inside(r.real, real) })
	if i < 0 {
		return "", name + " is outside of " + rs[0].name
	}
	r := rs[i]
	// A symbolic link in a vendor directory leads to what is vendored, too.
	if isVendored(r.real, real) || isVendored(r.name, name) {
		return "", filepath.Base(name) + " is vendored"
	}
	rel, _ := filepath.Rel(r.real, real)
	return filepath.Join(r.name, rel), ""
}

// inside reports whether a file is in a directory or below.
func inside(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

func isVendored(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && slices.Contains(strings.Split(filepath.ToSlash(filepath.Dir(rel)), "/"), "vendor")
}

// because says on one line why a file cannot be read.
func because(name string, err error) string {
	if perr, ok := errors.AsType[*fs.PathError](err); ok {
		err = perr.Err
	}
	return fmt.Sprintf("%s cannot be read: %v", filepath.Base(name), err)
}
