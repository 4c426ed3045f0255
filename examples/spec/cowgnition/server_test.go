package cowgnition_test

import (
	"strings"
	"testing"

	"github.com/errlint/errlint/examples/spec/cowgnition"
	"github.com/errlint/errlint/examples/spec/internal/client"
)

func TestReplies(t *testing.T) {
	session := client.Connect(t, cowgnition.New())
	for raw, want := range map[string]string{
		`{"name":"milk"}`: `"text":"milk"`,
		``:                `"isError":true`,
		`{`:               `"text":"the task cannot be read"`,
	} {
		if got := client.Call(t, session, "task", map[string]any{"raw": raw}); !strings.Contains(got, want) {
			t.Errorf("%q: the reply has no %s: %s", raw, want, got)
		}
	}
}
