package noerrordict

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/textflow"
)

func TestMembers(t *testing.T) {
	err := part{verb: 'q', text: textflow.Text{Error: true}}
	plain := part{verb: 's', text: textflow.Text{Error: true}}
	data := part{verb: 's'}
	lit := func(s string) part { return part{lit: s} }
	tests := []struct {
		name  string
		parts []part
		want  []string // keys; "!" for a text, "*" for the text of an error
	}{
		{"empty", nil, nil},
		{"prose", []part{lit("error: x")}, nil},
		{"no keys", []part{lit("{}")}, nil},
		{"not JSON", []part{lit("{error: x}")}, nil},
		{"constant", []part{lit(`{"error": "x"}`)}, []string{"error!"}},
		{"space", []part{lit(" {\n\t\"a\" : 1 ,\r\n\"error\":\"x\"")}, []string{"a", "error!"}},
		{"containers", []part{lit(`{"a": [1, {"error": "no"}], "b": {"error": "no", "c": "}"}, "error": "x"}`)}, []string{"a", "b", "error!"}},
		{"escapes", []part{lit(`{"a": "\",\"error\":\"x", "b": "y"}`)}, []string{"a!", "b!"}},
		{"quoted value", []part{lit(`{"error":`), err, lit(`,"a":null}`)}, []string{"error!*", "a"}},
		{"value in quotes", []part{lit(`{"error":"cannot: `), plain, lit(`","a":true}`)}, []string{"error!*", "a"}},
		{"bare value", []part{lit(`{"error":`), plain, lit(`}`)}, []string{"error!*"}},
		{"bare data", []part{lit(`{"error":`), data, lit(`}`)}, []string{"error"}},
		{"key is a value", []part{lit(`{`), err, lit(`:"x"}`)}, nil},
		{"cut off", []part{lit(`{"error":"`)}, []string{"error!"}},
		{"cut off after a key", []part{lit(`{"a":1,"error"`)}, []string{"a"}},
		{"array", []part{lit(`[{"error":"x"}]`)}, nil},
	}
	for _, test := range tests {
		ms, ok := members(test.parts)
		var got []string
		for _, m := range ms {
			key := m.key
			if m.isText {
				key += "!"
			}
			if m.text.FromError() {
				key += "*"
			}
			got = append(got, key)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if ok != (len(test.want) > 0) {
			t.Errorf("%s: ok is %v", test.name, ok)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add(`{"error": "`, `", "a": [1, {"b": "c\"d"}]}`)
	f.Add("{", `"error":`)
	f.Fuzz(func(t *testing.T, before, after string) {
		ms, ok := members([]part{{lit: before}, {verb: 'q', text: textflow.Text{Error: true}}, {lit: after}})
		if !ok && len(ms) > 0 {
			t.Errorf("%q %q: members of no object: %v", before, after, ms)
		}
	})
}

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{"Error": "error", "SetError": "set_error", "IsError": "is_error", "ERR": "err", "HTTPError": "http_error", "lastErr": "last_err"} {
		if got := snake(name); got != want {
			t.Errorf("snake(%q) = %q, want %q", name, got, want)
		}
	}
}
