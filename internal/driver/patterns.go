package driver

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
	"golang.org/x/tools/go/packages"
)

// isDirPattern reports whether a pattern names directories, which requires a module.
func isDirPattern(pattern string) bool {
	pattern = strings.TrimPrefix(pattern, "pattern=")
	if strings.HasSuffix(pattern, ".go") {
		return false // a package of its own
	}
	return pattern == "." || pattern == ".." || filepath.IsAbs(pattern) ||
		strings.HasPrefix(filepath.ToSlash(pattern), "./") || strings.HasPrefix(filepath.ToSlash(pattern), "../")
}

// unmatched returns a problem for each pattern that matched no package. The go
// command mentions this on its standard error, if at all.
func (q *request) unmatched(roots []*packages.Package) (problems []finding.Problem) {
	for _, pattern := range q.opts.Patterns {
		if !q.matches(pattern, roots) {
			problem := finding.Problem{Package: pattern, Message: "pattern matches no packages"}
			if len(roots) == 0 && q.hasSource(pattern) {
				problem.Message += ": build constraints exclude all Go files"
			}
			problems = append(problems, problem)
		}
	}
	return problems
}

// hasSource reports whether a pattern names a directory with Go files, or those below it.
func (q *request) hasSource(pattern string) bool {
	if !isDirPattern(pattern) {
		return false
	}
	dir, _, _ := strings.Cut(strings.TrimPrefix(pattern, "pattern="), "...")
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(q.dir, dir)
	}
	entries, _ := os.ReadDir(dir) // without entries, nothing is known
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return filepath.Ext(e.Name()) == ".go" && !strings.HasSuffix(e.Name(), "_test.go") && e.Name()[0] != '.' && e.Name()[0] != '_'
	})
}

// matches reports whether a pattern matched any of the packages. It returns true
// for patterns that the go command itself reports if they match nothing and, if other patterns match something,
// for wildcards below a directory that exists: a module of a workspace may have only files that build
// constraints exclude, so the pattern is no mistake.
func (q *request) matches(pattern string, roots []*packages.Package) bool {
	if len(roots) == 0 {
		return false
	}
	if file, ok := strings.CutPrefix(pattern, "file="); ok {
		if !filepath.IsAbs(file) {
			file = filepath.Join(q.dir, file)
		}
		return slices.ContainsFunc(roots, func(p *packages.Package) bool {
			return slices.ContainsFunc(p.GoFiles, func(name string) bool { return sameFile(name, file) })
		})
	}
	pattern = strings.TrimPrefix(pattern, "pattern=")
	if !strings.Contains(pattern, "...") {
		return true
	}
	given := pattern
	key := func(p *packages.Package) string { return p.PkgPath }
	if isDirPattern(pattern) {
		if !filepath.IsAbs(pattern) {
			pattern = filepath.Join(q.dir, pattern)
		}
		pattern = filepath.ToSlash(pattern)
		if dir, ok := strings.CutSuffix(pattern, "/..."); ok && isDir(dir) {
			return true
		}
		key = func(p *packages.Package) string { return filepath.ToSlash(p.Dir) }
	}
	re := wildcard(pattern)
	return slices.ContainsFunc(roots, func(p *packages.Package) bool {
		return p.PkgPath == given || re.MatchString(key(p)) // an error about the pattern, or a package
	})
}

// isDir reports whether name is a directory.
func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	if a == b || filepath.Base(a) != filepath.Base(b) {
		return a == b
	}
	ai, aerr := os.Stat(a)
	bi, berr := os.Stat(b)
	return aerr == nil && berr == nil && os.SameFile(ai, bi)
}

// wildcard returns a regular expression for a pattern with "...", which stands
// for any string. A final "/..." also stands for nothing.
func wildcard(pattern string) *regexp.Regexp {
	re := regexp.QuoteMeta(pattern)
	re = strings.ReplaceAll(re, `\.\.\.`, `.*`)
	if rest, ok := strings.CutSuffix(re, `/.*`); ok {
		re = rest + `(/.*)?`
	}
	return regexp.MustCompile(`^` + re + `$`)
}
