package errorf

import "fmt"

func many(errs []error) error {
	return fmt.Errorf("all failed: %v", errs) // want `formats errs`
}
