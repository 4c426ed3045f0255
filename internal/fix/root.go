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
	r, rel, ok := rs.of(real)
	if !ok {
		return "", name + " is outside of " + rs[0].name
	}
	if isVendored(rel) {
		return "", filepath.Base(name) + " is vendored"
	}
	// A symbolic link in a vendor directory leads to what is vendored, too.
	if rel, err := filepath.Rel(r.name, name); err == nil && isVendored(rel) {
		return "", filepath.Base(name) + " is vendored"
	}
	return filepath.Join(r.name, rel), ""
}

// of returns the first of the roots that a file without symbolic links in its name is in, and its name there.
func (rs roots) of(real string) (r root, rel string, ok bool) {
	for _, r := range rs {
		if rel, err := filepath.Rel(r.real, real); err == nil && filepath.IsLocal(rel) {
			return r, rel, true
		}
	}
	return root{}, "", false
}

func isVendored(rel string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(filepath.Dir(rel)), "/"), "vendor")
}

// because says on one line why a file cannot be read.
func because(name string, err error) string {
	var perr *fs.PathError
	if errors.As(err, &perr) {
		err = perr.Err
	}
	return fmt.Sprintf("%s cannot be read: %v", filepath.Base(name), err)
}
