package second

import "fmt"

func join(g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("%w (%v)", ErrX, err) // want `wraps ErrX but formats err`
	}
	return nil
}
