// Package all has mappings that are recognised, and errors that are declared.
package all

import "errors"

var (
	ErrNotFound = errors.New("not found")
	ErrQuota    = errors.New("quota")
	ErrDenied   = errors.New("denied")
)

// A LimitError is declared, too.
type LimitError struct{}

func (LimitError) Error() string { return "limit" }

func status(err error) int { // want `status has no case for ErrDenied and LimitError`
	switch {
	case errors.Is(err, ErrNotFound):
		return 404
	case errors.Is(err, ErrQuota):
		return 429
	}
	return 500
	// shape: errmap/missing-declared
}

func configured(err error) (text string) { // want `configured has no case for ErrDenied, ErrQuota and LimitError`
	if errors.Is(err, ErrNotFound) {
		return "not found"
	}
	return "internal error"
	// shape: errmap/missing-configured
}

// It tells, and gives no code.
func retryable(err error) bool {
	switch {
	case errors.Is(err, ErrNotFound):
		return false
	case errors.Is(err, ErrQuota):
		return true
	}
	return false
	// shape: errmap/not-classifier
}

var _ = []any{status, configured, retryable}
