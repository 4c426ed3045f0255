package foreign

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzRead reads a package of one file, whatever is in it.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"package p\n\nfunc F() error { return nil }\n",
		"package p\n\nfunc () F() error { return nil }\n",
		"package p\n\nfunc (t, u T) F() (a, b error) { a, b = b, a; return }\n",
		"package p\n\nimport \"fmt\"\n\nfunc F(err error) error { return fmt.Errorf(\"%[9]w %w %\", err) }\n",
		"package p\n\nimport \"fmt\"\n\nfunc F[T any]() (_ error) { var x, y = fmt.Errorf(), 1; return x }\n",
		"package p\n\nimport e \"errors\"\n\nfunc F() error { return e.New() }\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "f.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		readPackage(dir, "p")
	})
}
