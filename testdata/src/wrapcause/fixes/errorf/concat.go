package errorf

import (
	"fmt"
)

func concat(name string, g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("ping failed: " + err.Error()) // want `text of err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("100%% of " + name + ": " + err.Error()) // want `text of err`
	}
	// The verb has no operand, and is none that would come to be one.
	if err := g(); err != nil {
		return fmt.Errorf("at %d: " + err.Error()) // want `text of err`
	}
	return nil
}
