package noerrordict

import (
	"errors"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// checkGlob reports what is wrong with a pattern of packages or of keys.
func checkGlob(glob string) error {
	if glob == "" {
		return errors.New("the pattern is empty")
	}
	if _, err := path.Match(glob, ""); err != nil {
		return errors.New("the pattern is malformed")
	}
	return nil
}

// inPackages reports whether one of the patterns matches the package of a
// pass. A pattern that begins with "./" is relative to the module's root, and
// matches nothing where there is no module.
func inPackages(globs []string, pass *analysis.Pass) bool {
	// The path of a package's test variant goes on with the test's in brackets.
	pkg, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	for _, glob := range globs {
		if glob == "." || strings.HasPrefix(glob, "./") {
			if pass.Module == nil || pass.Module.Path == "" {
				continue
			}
			glob = path.Join(pass.Module.Path, glob)
		}
		if matchElements(strings.Split(glob, "/"), strings.Split(pkg, "/")) {
			return true
		}
	}
	return false
}

// matchElements matches a path element by element; "..." and "**" stand for
// any number of elements.
func matchElements(glob, elems []string) bool {
	if len(glob) == 0 {
		return len(elems) == 0
	}
	if glob[0] == "..." || glob[0] == "**" {
		return matchElements(glob[1:], elems) || len(elems) > 0 && matchElements(glob, elems[1:])
	}
	if len(elems) == 0 {
		return false
	}
	ok, err := path.Match(glob[0], elems[0])
	return err == nil && ok && matchElements(glob[1:], elems[1:])
}
