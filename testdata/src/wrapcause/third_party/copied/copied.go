// Package copied is a copy of what others wrote.
package copied

import (
	"fmt"
	"os"
)

func Remove(name string) error { // want Remove:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove(name)) // shape: wrapcause/not-third-party
}
