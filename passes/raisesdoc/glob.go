package raisesdoc

import (
	"errors"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// checkGlob reports what is wrong with a pattern of packages.
func checkGlob(glob string) error {
	if glob == "" {
		return errors.New("the pattern is empty")
	}
	if _, err := path.Match(glob, ""); err != nil {
		return errors.New("the pattern is malformed")
	}
	return nil
}

// matchPackage reports whether one of the patterns matches the package of a pass. A pattern
// that begins with ./ is relative to the module.
func matchPackage(globs []string, pass *analysis.Pass) bool {
	pkg, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	for _, glob := range globs {
		if rest, ok := strings.CutPrefix(glob, "."); ok && (rest == "" || rest[0] == '/') {
			if pass.Module == nil || pass.Module.Path == "" {
				continue
			}
			if of, ok := strings.CutPrefix(pkg, pass.Module.Path); ok && matchElements(split(rest), split(of)) {
				return true
			}
			continue
		}
		if matchElements(split(glob), split(pkg)) {
			return true
		}
	}
	return false
}

// matchPath reports whether one of the patterns matches an import path.
func matchPath(globs []string, pkg string) bool {
	for _, glob := range globs {
		if matchElements(split(glob), split(pkg)) {
			return true
		}
	}
	return false
}

func split(s string) []string {
	s = strings.Trim(s, "/")
	if s == "" {
		return nil
	}
	return strings.Split(s, "/")
}

// matchElements reports whether a pattern matches a path, element by element; an
// element "..." of the pattern matches any number of them.
func matchElements(glob, elems []string) bool {
	for len(glob) > 0 {
		if glob[0] == "..." || glob[0] == "**" {
			for i := range len(elems) + 1 {
				if matchElements(glob[1:], elems[i:]) {
					return true
				}
			}
			return false
		}
		if len(elems) == 0 {
			return false
		}
		if ok, err := path.Match(glob[0], elems[0]); err != nil || !ok {
			return false
		}
		glob, elems = glob[1:], elems[1:]
	}
	return len(elems) == 0
}
