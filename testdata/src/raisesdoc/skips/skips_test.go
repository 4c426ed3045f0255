package skips

import "testing"

// Helper says nothing.
func Helper() error { return ErrA } // shape: raisesdoc/not-test

func TestHelper(t *testing.T) {
	if Helper() == nil || staleGenerated() == nil {
		t.Fatal("no error")
	}
}
