// Package keys has keys of its own.
package keys

import "os"

// Reply is a reply.
type Reply struct {
	FailureReason string
	Oops          string `json:"failure"`
}

func configured(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"failure": err.Error()}, nil // shape: noerrordict/key-configured // want `configured returns a map with the key "failure"`
	}
	return nil, nil
}

func field(name string) (Reply, error) {
	if _, err := os.Stat(name); err != nil {
		return Reply{FailureReason: err.Error()}, nil // want `field returns Reply with field FailureReason set from err`
	}
	return Reply{}, nil
}

func tagged(name string) (Reply, error) {
	if _, err := os.Stat(name); err != nil {
		return Reply{Oops: err.Error()}, nil // shape: noerrordict/key-tag // want `tagged returns Reply with field Oops set from err`
	}
	return Reply{}, nil
}

func other(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/not-key
	}
	return nil, nil
}
