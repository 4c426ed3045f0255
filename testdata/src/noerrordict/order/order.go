// Package order has functions whose findings do not depend on who calls them, nor on what is declared first.
package order

import "os"

// unrelated calls a recursive helper before anybody else does.
func unrelated() string { return retry(nil, 3) }

func retry(err error, n int) string {
	if n > 0 {
		return retry(err, n-1)
	}
	return describe(err, n)
}

func describe(err error, n int) string {
	if n < 0 {
		return retry(err, -n)
	}
	return "failed: " + err.Error()
}

func text(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return map[string]any{"error": retry(err, 2)}, nil // shape: noerrordict/recursive-text // want `text returns a map with the key "error" set from err: return the error instead`
	}
	return nil, nil
}

// even and odd build a map in mutual recursion.
func even(n int, err error) map[string]any {
	if n == 0 {
		return map[string]any{"error": err.Error()} // shape: noerrordict/recursive-mutual // want `even returns a map with the key "error" set from err`
	}
	return odd(n-1, err)
}

func odd(n int, err error) map[string]any { return even(n-1, err) }

func build(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return odd(3, err), nil
	}
	return nil, nil
}
