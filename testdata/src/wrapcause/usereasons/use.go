// Package usereasons has causes from the helpers of another package.
package usereasons

import (
	"fmt"

	"wrapcause/reasons"
)

func decode(s string) error {
	if _, err := reasons.Decode(s); err != nil {
		return fmt.Errorf("not base64: %v", err) // shape: wrapcause/not-parser
	}
	return nil
}
