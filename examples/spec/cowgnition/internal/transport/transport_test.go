package transport_test

import (
	"errors"
	"testing"

	"github.com/errlint/errlint/examples/spec/cowgnition/internal/transport"
)

func TestCheck(t *testing.T) {
	if err := transport.Check(make([]byte, 2000)); !errors.Is(err, transport.ErrTooLarge) {
		t.Errorf("Check of a long message: %v", err)
	}
}

func TestDecode(t *testing.T) {
	var into map[string]any
	if err := transport.Decode([]byte(`{"a":1}`), &into); err != nil {
		t.Errorf("Decode: %v", err)
	}
}
