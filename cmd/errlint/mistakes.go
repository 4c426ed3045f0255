package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/lazyregexp"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/rules"
)

// aWord matches arguments that are probably not meant as a pattern of packages, but may be a package of the standard library.
var aWord = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_-]*$`)

// notCommand returns an error if the first argument, which is not a command, was probably meant as one, or as a flag or a rule.
func (c *command) notCommand(ctx context.Context, word string, names []string) error {
	isFlag := c.flags.Lookup(word) != nil
	if near := nearest.Of(word, names); near != "" && !isFlag {
		return fmt.Errorf("unknown command %q; did you mean %q? (a package in that directory is ./%s)", word, near, word)
	}
	if slices.Contains([]string{"all", "cmd", "std", "tool", "work"}, word) {
		return nil // a pattern of the go command
	}
	if !aWord().MatchString(word) && !rules.Known(word) || c.listed(ctx, word) {
		return nil
	}
	switch {
	case isFlag:
		return fmt.Errorf("no command %q; that is a flag: errlint -%s", word, word)
	case rules.Known(word):
		return fmt.Errorf("no command %q; errlint explain %s says what that finds", word, word)
	case c.isDir(word):
		return fmt.Errorf("no command %q; a package in that directory is ./%s", word, word)
	}
	return fmt.Errorf("no command %q; errlint ./... checks packages", word)
}

// checkPatterns returns an error if a pattern does not mean to the go command what the user probably meant: a
// directory without ./, or one in another module.
func (c *command) checkPatterns(ctx context.Context, patterns []string) error {
	for _, p := range patterns {
		dir := strings.TrimSuffix(strings.TrimSuffix(p, "..."), "/")
		if dir == "" || strings.Contains(dir, "...") || !c.isDir(dir) {
			continue
		}
		if !local(p) {
			// From another module, internal/... is not meant as that of the standard library.
			if root, ok := errlint.ModuleRoot(c.dir); ok && strings.HasPrefix(p, "internal/") && modulePath(root) != "std" || !c.listed(ctx, p) {
				return fmt.Errorf("no package %s; did you mean ./%s?", p, p)
			}
			continue
		}
		at := c.abs(filepath.FromSlash(dir))
		other, ok := errlint.ModuleRoot(at)
		if own, _ := errlint.ModuleRoot(c.dir); !ok || other == own {
			continue
		}
		if root, _ := errlint.WorkspaceRoot(c.dir); isFile(filepath.Join(root, "go.work")) && within(root, at) || c.listed(ctx, p) {
			continue // it may well be a module of the workspace, or one that go.mod replaces another with
		}
		rel, err := filepath.Rel(other, at)
		if err != nil {
			continue
		}
		inside := "./" + path.Join(filepath.ToSlash(rel), strings.TrimPrefix(p[len(dir):], "/"))
		return fmt.Errorf("%s is in another module: errlint -C %s %s", p, c.relative(other), inside)
	}
	return nil
}

// local reports whether a pattern names a directory, and not the path of a package.
func local(pattern string) bool {
	return pattern == "." || pattern == ".." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../") || filepath.IsAbs(pattern)
}

// relative returns the name of a directory relative to the working directory.
func (c *command) relative(dir string) string {
	if rel, err := filepath.Rel(c.dir, dir); err == nil {
		return rel
	}
	return dir
}

// isDir reports whether name is a directory.
func (c *command) isDir(name string) bool {
	info, err := os.Stat(c.abs(filepath.FromSlash(name)))
	return err == nil && info.IsDir()
}

// isFile reports whether name, which is absolute, is a regular file.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// listed reports whether the go command knows packages that match a pattern. It returns true if ctx is done.
func (c *command) listed(ctx context.Context, pattern string) bool {
	found, err := c.goList(ctx, c.dir, "-find", "--", pattern)
	return err == nil && len(found) > 0 || ctx.Err() != nil
}
