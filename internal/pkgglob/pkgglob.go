// Package pkgglob matches packages with the patterns that configurations name
// them by.
//
// A pattern is an import path whose elements may be patterns of [path.Match];
// an element "..." or "**" stands for any number of elements, none included. A
// pattern that is "." or begins with "./" is relative to the root of the module:
// "./internal/..." is the module's internal packages.
package pkgglob

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Check returns an error that says what is wrong with a pattern, or nil.
func Check(glob string) error {
	if glob == "" {
		return errors.New("the pattern is empty")
	}
	if _, err := path.Match(glob, ""); err != nil {
		return fmt.Errorf("the pattern is malformed: %w", err)
	}
	return nil
}

// CheckAll reports what is wrong with the patterns of a list, each with its key: "adapters[2]".
func CheckAll(key string, globs []string, report func(key, problem string)) {
	for i, g := range globs {
		if err := Check(g); err != nil {
			report(fmt.Sprintf("%s[%d]", key, i), err.Error())
		}
	}
}

// MatchPass reports whether one of the patterns matches the package of a pass.
func MatchPass(globs []string, pass *analysis.Pass) bool {
	return MatchIn(globs, pass.Pkg.Path(), pass)
}

// MatchIn reports whether one of the patterns matches an import path, for the package of a pass. Relative patterns are of the
// pass's module; they match nothing where the host does not tell of one.
func MatchIn(globs []string, pkg string, pass *analysis.Pass) bool {
	// The path of a package's test variant goes on with the test's in brackets.
	pkg, _, _ = strings.Cut(pkg, " ")
	module := ""
	if pass.Module != nil {
		module = pass.Module.Path
	}
	return slices.ContainsFunc(globs, func(glob string) bool {
		if glob == "." || strings.HasPrefix(glob, "./") {
			return module != "" && MatchPath(path.Join(module, glob), pkg)
		}
		return MatchPath(glob, pkg)
	})
}

// MatchPath reports whether a pattern that is not relative matches an import path.
func MatchPath(glob, pkg string) bool {
	return matchElements(strings.Split(glob, "/"), strings.Split(pkg, "/"))
}

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
