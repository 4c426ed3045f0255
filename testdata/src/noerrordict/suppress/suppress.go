// Package suppress has findings that are suppressed, and a directive that suppresses none.
package suppress

import "os"

func line(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		//errlint:ignore noerrordict the protocol wants it in the body
		return map[string]any{"error": err.Error()}, nil // shape: noerrordict/not-suppressed
	}
	return nil, nil
}

// whole is suppressed as a whole.
//
//errlint:ignore noerrordict the protocol wants it in the body
func whole(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": err.Error()}, nil
	}
	return nil, nil
}

func nolint(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": err.Error()}, nil //nolint:errlint // the protocol
	}
	return nil, nil
}

func unused(name string) (map[string]any, error) {
	//errlint:ignore noerrordict there is nothing here // want `errlint:ignore noerrordict suppresses nothing`
	return map[string]any{"name": name}, nil
}
