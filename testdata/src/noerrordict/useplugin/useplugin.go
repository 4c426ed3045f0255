// Package useplugin implements interfaces of another package.
package useplugin

import (
	"errors"

	"noerrordict/plugin"
)

type provider struct{}

var _ plugin.Provider = provider{}

func (provider) Metadata(metric string) map[string]string { // shape: noerrordict/not-fixed-signature
	if _, err := find(metric); err != nil {
		return map[string]string{"error": err.Error()}
	}
	return nil
}

func (provider) Query(metric string) (map[string]any, error) {
	if _, err := find(metric); err != nil {
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/signature-with-error // want `provider.Query returns a map with the key "error" set from err`
	}
	return nil, nil
}

// Other is no method of the interface.
func (provider) Other(metric string) map[string]string {
	if _, err := find(metric); err != nil {
		return map[string]string{"error": err.Error()} // want `provider.Other returns a map with the key "error" set from err`
	}
	return nil
}

type screen struct {
	text string
	err  string
}

func (s screen) Update(key string) (plugin.Model, int) { // shape: noerrordict/not-state // want Update:"helper"
	if _, err := find(key); err != nil {
		s.err = "not found: " + err.Error()
		return s, 0
	}
	return s, 1
}

func find(name string) (int, error) {
	if name == "" {
		return 0, errors.New("no name")
	}
	return len(name), nil
}
