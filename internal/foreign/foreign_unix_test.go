//go:build unix

package foreign_test

import (
	"go/token"
	"go/types"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/errlint/errlint/internal/foreign"
)

// TestHostile asks for a function whose file, as a line directive says, is something else.
func TestHostile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.go"), 0o666); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	for _, name := range []string{filepath.Join(dir, "pipe.go"), filepath.Join(dir, "none", "f.go"), "f.go", "/etc/passwd", ""} {
		file := fset.AddFile(name, -1, 10)
		fn := types.NewFunc(file.Pos(0), types.NewPackage("example.com/m/p", "p"), "F", types.NewSignatureType(nil, nil, nil, nil, nil, false))
		if foreign.MadeOfText(fset, fn, func(string, string) bool { return true }) {
			t.Errorf("%q is read", name)
		}
	}
}
