package app

import "testing"

func TestStatusOf(t *testing.T) {
	if StatusOf(ErrDenied) != 500 {
		t.Error("the default is not 500")
	}
	// shape: errmap/not-test
}
