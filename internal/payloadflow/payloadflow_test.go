package payloadflow

import "testing"

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{"Error": "error", "SetError": "set_error", "IsError": "is_error", "ERR": "err", "HTTPError": "http_error", "lastErr": "last_err"} {
		if got := snake(name); got != want {
			t.Errorf("snake(%q) = %q, want %q", name, got, want)
		}
	}
}
