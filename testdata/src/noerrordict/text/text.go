// Package text returns the texts of errors as results.
package text

import (
	"fmt"
	"os"
)

func concat(name string) (string, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return name + "\nError reading file: " + err.Error(), nil // shape: noerrordict/error-text // want `^concat returns the text of err with a nil error: return the error instead$`
	}
	return string(b), nil
}

func formatted(name string) (string, error) {
	_, err := os.ReadFile(name)
	if err != nil {
		msg := fmt.Sprintf("cannot read %s: %v", name, err)
		return msg, nil // want `formatted returns the text of err with a nil error`
	}
	return "", nil
}

func helped(name string) (string, error) {
	_, err := os.ReadFile(name)
	if err != nil {
		return describe(err), nil // want `helped returns the text of err with a nil error`
	}
	return "", nil
}

func describe(err error) string { return "failed: " + err.Error() } // shape: noerrordict/not-error-text-helper

func withError(name string) (string, error) {
	_, err := os.ReadFile(name)
	if err != nil {
		return err.Error(), err // shape: noerrordict/not-error-text-sibling
	}
	return "", nil
}

func batch(names []string) (string, error) {
	out := ""
	for _, name := range names {
		if _, err := os.ReadFile(name); err != nil {
			out += fmt.Sprintf("%s: %v\n", name, err)
			continue
		}
		out += name + "\n"
	}
	return out, nil // shape: noerrordict/not-error-text-batch
}

func jsonText(name string) (string, error) {
	if _, err := os.ReadFile(name); err != nil {
		return fmt.Sprintf(`{"error": %q}`, err), nil // want `jsonText returns JSON with the key "error" set from err`
	}
	return "", nil
}

func suppressed(name string) (string, error) {
	if _, err := os.ReadFile(name); err != nil {
		return err.Error(), nil //errlint:ignore noerrordict what is shown is all there is
	}
	return "", nil
}
