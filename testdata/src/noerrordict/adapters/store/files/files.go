// Package files is one of adapters, by the configuration.
package files

import "os"

func stat(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/adapter-configured // want `stat returns a map with the key "error"`
	}
	return nil, nil
}
