package quiet

import (
	"fmt"
	"os"
)

// An error whose text is JSON has no place for %w, which does not quote.

func asJSON(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("{\"error\":{\"code\":%d,\"message\":%q}}", 7, err.Error()) // shape: wrapcause/not-in-json
	}
	if err := os.Remove(name); err != nil {
		return fmt.Errorf(`{"code": "E-%s", "message": %q}`, name, err) // shape: wrapcause/not-in-json
	}
	return nil
}

// Within quotation marks there is, and so there is where the text only looks like JSON.
func likeJSON(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf(`{"message": "%v"}`, err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("{%s}: %q", name, err) // category: format // want `fmt.Errorf formats err with %q`
	}
	return nil
}
