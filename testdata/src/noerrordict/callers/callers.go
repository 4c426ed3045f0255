// Package callers returns what the helpers of another package build.
package callers

import (
	"os"

	"noerrordict/helpers"
)

func errorMap(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return helpers.ErrorMap(err), nil // shape: noerrordict/helper-cross-package // want `^errorMap returns what helpers\.ErrorMap builds, a map with the key "error": return the error instead$`
	}
	return nil, nil
}

func message(name string) (any, error) {
	_, err := os.Stat(name)
	if err != nil {
		return helpers.Message("cannot stat " + name), nil // want `message returns what helpers\.Message builds, a map with the key "error": return an error instead`
	}
	return nil, nil
}

func unavailable() (map[string]string, error) {
	return helpers.Unavailable(), nil // want `unavailable returns what helpers\.Unavailable builds`
}

func fail(name string) (helpers.Failure, error) {
	if _, err := os.Stat(name); err != nil {
		return helpers.Fail(err.Error()), nil // want `fail returns what helpers\.Fail builds, a struct with an error in it: return the error instead`
	}
	return helpers.Fail(""), nil
}

func wrapped(name string) (string, error) {
	if _, err := os.Stat(name); err != nil {
		return helpers.Wrapped(err), nil // want `wrapped returns what helpers\.Wrapped builds`
	}
	return "", nil
}

func passed(name string) (string, error) {
	if _, err := os.Stat(name); err != nil {
		return helpers.JSON(map[string]any{"error": err.Error()}), nil // shape: noerrordict/helper-pass-cross-package // want `passed returns a map with the key "error" set from err`
	}
	return helpers.JSON(map[string]any{"name": name}), nil
}

func content(name string) ([]any, error) {
	if _, err := os.Stat(name); err != nil {
		return helpers.Content("file:"+name, map[string]any{"error": err.Error()}) // want `content returns a map with the key "error" set from err`
	}
	return nil, nil
}

func method(k helpers.Kit, name string) ([]byte, error) {
	if _, err := os.Stat(name); err != nil {
		return k.Reply(err), nil // want `method returns what helpers\.Kit\.Reply builds`
	}
	return nil, nil
}

func withError(name string) (map[string]any, error) {
	if _, err := os.Stat(name); err != nil {
		return helpers.ErrorMap(err), err // shape: noerrordict/not-helper-with-error
	}
	return nil, nil
}

// Again is a helper of a helper.
func Again(err error) map[string]any { // want Again:`helper\(result 0: error-map "error"\)`
	return helpers.ErrorMap(err)
}

func forwarded(name string) ([]byte, error) {
	if _, err := os.Stat(name); err != nil {
		return helpers.Payload(name, err) // want `forwarded returns what helpers\.Payload builds, a map with the key "error": return the error instead`
	}
	return nil, nil
}

func posted(name string, post func([]byte) error) error {
	if _, err := os.Stat(name); err != nil {
		b, err := helpers.Payload(name, err)
		if err != nil {
			return err
		}
		return post(b)
	}
	return nil
}
