// Package adapters is none, but for one function.
package adapters

import "os"

// marked is an adapter.
//
//errlint:adapter
func marked(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/adapter-function // want `marked returns a map with the key "error"`
	}
	return nil, nil
}

func unmarked(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/not-adapter
	}
	return nil, nil
}
