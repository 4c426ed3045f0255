package checked

import "testing"

// Check helps tests.
func Check(t *testing.T) error { return ErrA } // shape: raisesdoc/not-test-support
