// Package pkg is one of adapters.
//
//errlint:adapter
package pkg

import "os"

func stat(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/adapter-package // want `stat returns a map with the key "error"`
	}
	return nil, nil
}
