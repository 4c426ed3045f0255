// Package transport reads messages. It knows nothing of MCP.
package transport

import (
	"encoding/json"
	"errors"
	"fmt"
)

// ErrTooLarge says that a message is longer than is allowed.
var ErrTooLarge = errors.New("message too large")

const maxMessage = 1 << 10

// Check says whether a message may be read.
//
// Errors:
//   - [ErrTooLarge]: it is too long
func Check(raw []byte) error {
	if len(raw) > maxMessage {
		return fmt.Errorf("%d bytes: %w", len(raw), ErrTooLarge)
	}
	return nil
}

// Decode reads a message.
//
// Errors:
//   - [ErrTooLarge]: it is too long
func Decode(raw []byte, into any) error {
	if err := Check(raw); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	return nil
}
