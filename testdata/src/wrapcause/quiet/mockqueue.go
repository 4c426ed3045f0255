package quiet

import (
	"fmt"
	"testing"
)

// A mockQueue stands in for a queue, in a file that is named so and takes a test.
type mockQueue struct{ t *testing.T }

func newMockQueue(t *testing.T) *mockQueue { return &mockQueue{t} }

func (q *mockQueue) Run(setup func() error) error { // shape: wrapcause/not-mock
	if err := setup(); err != nil {
		return fmt.Errorf("set up: %v", err)
	}
	return nil
}
