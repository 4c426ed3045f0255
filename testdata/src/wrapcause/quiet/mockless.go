package quiet

import "fmt"

// A file that is named so and takes no test may do anything.
func drain(next func() error) error {
	if err := next(); err != nil {
		return fmt.Errorf("drain: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}
