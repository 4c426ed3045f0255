package unasked

import (
	"errors"
	"io/fs"
	"testing"
)

func TestTested(t *testing.T) {
	for _, f := range []func(string) error{tested} {
		if err := f("a"); errors.Is(err, fs.ErrPermission) {
			t.Error(err)
		}
	}
	if errors.Is(tested("a"), fs.ErrPermission) {
		t.Error("asks")
	}
}
