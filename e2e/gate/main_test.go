package gate

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "errlint-gate-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	install.dir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
