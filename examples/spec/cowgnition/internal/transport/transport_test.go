package transport_test

import (
	"errors"
	"testing"

	"github.com/errlint/errlint/examples/spec/cowgnition/internal/transport"
)

func TestDecode(t *testing.T) {
	var into map[string]any
	if err := transport.Decode(make([]byte, 2000), &into); !errors.Is(err, transport.ErrTooLarge) {
		t.Errorf("Decode of a long message: %v", err)
	}
	if err := transport.Decode([]byte(`{"a":1}`), &into); err != nil {
		t.Errorf("Decode: %v", err)
	}
}
