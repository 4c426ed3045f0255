package errdoc

import "testing"

func TestSaysOnPurpose(t *testing.T) {
	for _, comment := range []string{
		"do not leak the cause",
		"Do not expose error types.",
		"deliberately not wrapped",
		"don't return detailed errors to client",
		"err is explicitly not wrapped since it may contain credentials in the response.",
		"Don't pass detailed error back to the user because it could give information about host filesystem",
		"The error is hidden from the caller.",
		"Hide the error since it might leak the contents of confidential files.",
		"Never send the original error over the wire.",
		"We don’t want to reveal whether the account exists.",
		"Redact the underlying error: it has the URL in it.",
		"Sanitize the error message for the model.",
		"A generic message, so as to not disclose internals",
		"intentionally opaque",
		"Not found, as far as the client knows; avoid leaking.",
		"%v rather than %w: callers should not be able to unwrap it",
		"Use %v, not %w.",
		"A single %w keeps the message in one piece.",
		"Answer without showing the cause.",
		"do not tell\nthe caller the details",
		"We turn the error into an errors error so that it works across RPC",
	} {
		if !HidesCause(comment) {
			t.Errorf("%q is not understood", comment)
		}
	}
	for _, comment := range []string{
		"",
		"The context of the failure.",
		"Do not leak the connection.",
		"avoid leaking goroutines",
		"don't return an error if it is not there",
		"do not mask the original error",
		"never hide the cause",
		"explicitly wrap the error for errors.Is",
		"return a generic error",
		"This must not fail.",
		"not found",
		"the error is returned as it is, not logged",
		"Pass the error on. Not now.",
		"should not happen",
		"without it the request cannot be sent",
		"There is nothing to hide.",
		"pkg/errors does not wrap it",
		"this hides the error, FIXME",
		"errors.Is cannot find the error",
		"report the error",
		"only the first is wrapped with %w",
		"turn the result into an error",
		"errors of the RPC are returned",
	} {
		if HidesCause(comment) {
			t.Errorf("%q is taken to hide an error", comment)
		}
	}
}

// FuzzSaysOnPurpose checks that what one sentence says, others beside it do not take back.
func FuzzSaysOnPurpose(f *testing.F) {
	f.Add("Do not leak the error’s details.")
	f.Add("hide not %w, mask\n\n. ;!? \x00\xff")
	f.Fuzz(func(t *testing.T, comment string) {
		const other = "It opens the file."
		if HidesCause(comment) && !HidesCause(other+"\n\n"+comment+"\n\n"+other) {
			t.Errorf("%q no longer says so behind %q", comment, other)
		}
	})
}
