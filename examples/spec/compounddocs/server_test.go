package compounddocs_test

import (
	"strings"
	"testing"

	"github.com/errlint/errlint/examples/spec/compounddocs"
	"github.com/errlint/errlint/examples/spec/internal/client"
)

func TestReplies(t *testing.T) {
	session := client.Connect(t, compounddocs.New(map[string]string{"a": "text", "b": ""}))
	for id, want := range map[string]string{
		"a": `"text":"text"`,
		"b": `{\"error\":true,\"code\":\"INTERNAL_ERROR\",\"message\":\"an internal error occurred\"}`,
		"c": `{\"error\":true,\"code\":\"DOCUMENT_NOT_FOUND\",\"message\":\"document c is not there\"}`,
	} {
		if got := client.Call(t, session, "show", map[string]any{"id": id}); !strings.Contains(got, want) {
			t.Errorf("%s: the reply has no %s: %s", id, want, got)
		}
	}
}
