package fix

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
)

// Diff writes what changes as a unified diff that "git apply" and "patch -p1"
// accept in dir: files are named relative to it, with slashes, and quoted
// as git does. It writes nothing if there are no files.
//
// An error is that of w, or that a file has no name relative to dir.
func Diff(w io.Writer, dir string, files []File) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("directory of the diff: %w", err)
	}
	files = slices.SortedFunc(slices.Values(files), func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range files {
		name, err := relative(dir, f.Name)
		if err != nil {
			return err
		}
		// By lines, of which as few change as can be: a diff that is anchored at lines which
		// are there once, as that of package diff of Go itself, takes out and puts back more.
		text, err := udiff.ToUnified("old", "new", string(f.Old), lineEdits(string(f.Old), string(f.New), maxSteps), udiff.DefaultContextLines)
		if err != nil {
			return fmt.Errorf("diff of %s: %w", name, err)
		}
		// Have: a header of two lines, with names that are not quoted.
		_, hunks, _ := strings.Cut(text, "\n")
		_, hunks, _ = strings.Cut(hunks, "\n")
		if hunks == "" {
			continue
		}
		old, new := quoteName("a/"+name), quoteName("b/"+name)
		end := "\n"
		if strings.Contains(name, " ") {
			end = "\t\n" // so that nothing after a space is taken for a time
		}
		// No "diff --git" line: with one, git takes the names for relative to the top of
		// the repository, and passes over the files silently where dir is below that.
		if _, err := fmt.Fprintf(w, "--- %s%s+++ %s%s%s", old, end, new, end, hunks); err != nil {
			return err
		}
	}
	return nil
}

// relative returns the name of a file relative to dir, with slashes.
func relative(dir, name string) (string, error) {
	rel, err := filepath.Rel(dir, name)
	if err != nil || !filepath.IsLocal(rel) {
		// One of them may be named by way of a symbolic link.
		if d, derr := filepath.EvalSymlinks(dir); derr == nil {
			if n, nerr := filepath.EvalSymlinks(name); nerr == nil {
				rel, err = filepath.Rel(d, n)
			}
		}
	}
	if err != nil {
		return "", fmt.Errorf("diff of %s: %w", name, err)
	}
	if !filepath.IsLocal(rel) {
		return "", fmt.Errorf("diff of %s: it is not below %s", name, dir)
	}
	return filepath.ToSlash(rel), nil
}

// quoteName quotes a name as git does: if it has a quote, a backslash, a control
// character, or a byte that is not ASCII.
func quoteName(name string) string {
	var b strings.Builder
	quoted := false
	for i := range len(name) {
		c := name[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			b.WriteByte(c)
			continue
		}
		quoted = true
		b.WriteByte('\\')
		if at := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); at >= 0 {
			b.WriteByte(`abtnvfr"\`[at])
		} else {
			fmt.Fprintf(&b, "%03o", c)
		}
	}
	if !quoted {
		return name
	}
	return `"` + b.String() + `"`
}
