// Package envelope may hold errors in two of its types.
package envelope

import "os"

// Envelope is allowed to.
type Envelope struct {
	Error string
}

// Reply is allowed to.
type Reply map[string]any

// Elsewhere is allowed to, in another package.
type Elsewhere struct {
	Error string
}

func structure(name string) (*Envelope, error) {
	if _, err := os.Stat(name); err != nil {
		return &Envelope{Error: err.Error()}, nil // shape: noerrordict/not-envelope
	}
	return nil, nil
}

func dict(name string) (Reply, error) {
	if _, err := os.Stat(name); err != nil {
		return Reply{"error": err.Error()}, nil // shape: noerrordict/not-envelope-map
	}
	return nil, nil
}

func elsewhere(name string) (*Elsewhere, error) {
	if _, err := os.Stat(name); err != nil {
		return &Elsewhere{Error: err.Error()}, nil // shape: noerrordict/envelope-elsewhere // want `elsewhere returns Elsewhere with field Error set from err`
	}
	return nil, nil
}
