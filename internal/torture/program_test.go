//go:build unix

// Package torture runs errlint on programs that are made to make it hang, crash or grow: every nest and chain that
// the Go language allows, as long as one likes, and recursive types of all kinds with walks over them. Whatever a
// package contains, a run has to end, in time and memory that grow with the package and not faster.
package torture

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A source is the text of a file that is being written.
type source struct{ strings.Builder }

// line writes a line.
func (s *source) line(format string, args ...any) {
	fmt.Fprintf(s, format, args...)
	s.WriteByte('\n')
}

// lines writes a line for each i from 0 to n-1. In the format, %[1]d is i and %[2]d is i+1.
func (s *source) lines(n int, format string) {
	for i := range n {
		s.WriteString(numbered(format, i))
		s.WriteByte('\n')
	}
}

// numbered formats the number i, and what follows it if the format asks for that.
func numbered(format string, i int) string {
	switch {
	case strings.Contains(format, "%[2]d"):
		return fmt.Sprintf(format, i, i+1)
	case strings.Contains(format, "%[1]d"), strings.Contains(format, "%d"):
		return fmt.Sprintf(format, i)
	}
	return strings.ReplaceAll(format, "%%", "%")
}

// nest writes what is opened n times around what is in the middle, and closed.
func (s *source) nest(n int, open, middle, close string) {
	s.WriteString(strings.Repeat(open, n))
	s.WriteString(middle)
	s.WriteString(strings.Repeat(close, n))
}

// file begins another file.
func (s *source) file() { s.WriteString(fileEnd) }

const fileEnd = "\x00"

// join writes n items, each a format of its number, with what separates them.
func (s *source) join(n int, format, separator string) {
	for i := range n {
		if i > 0 {
			s.WriteString(separator)
		}
		s.WriteString(numbered(format, i))
	}
}

// A program is a package: its name, and its files by name.
type program struct {
	name  string
	files map[string]string
}

// sdk is the module whose declarations stand for those of an SDK for MCP servers.
const sdk = "github.com/mark3labs/mcp-go"

// writeModule writes a module with a package for each program to a new directory.
func writeModule(t testing.TB, programs ...program) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", fmt.Sprintf("module example.com/m\n\ngo 1.26\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => ./sdk\n", sdk))
	write("sdk/go.mod", "module "+sdk+"\n\ngo 1.26\n")
	stubs := filepath.Join("..", "..", "testdata", "src", filepath.FromSlash(sdk))
	for _, name := range []string{"mcp/mcp.go", "server/server.go"} {
		text, err := os.ReadFile(filepath.Join(stubs, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		write("sdk/"+name, string(text))
	}
	for _, p := range programs {
		for name, text := range p.files {
			write(p.name+"/"+name, text)
		}
	}
	return dir
}
