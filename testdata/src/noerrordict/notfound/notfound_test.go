package notfound

import "testing"

func fixture(t *testing.T) (map[string]any, error) {
	t.Helper()
	_, err := load("x")
	return map[string]any{"error": err.Error()}, nil // shape: noerrordict/not-test
}

func TestFixture(t *testing.T) {
	if _, err := fixture(t); err != nil {
		t.Fatal(err)
	}
}
