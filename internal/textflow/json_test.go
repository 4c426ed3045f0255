package textflow

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestMembers(t *testing.T) {
	err := part{verb: 'q', text: Text{Error: true}}
	plain := part{verb: 's', text: Text{Error: true}}
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
		ms := members(test.parts)
		var got []string
		for _, m := range ms {
			key := m.Key
			if m.IsText {
				key += "!"
			}
			if m.Text.FromError() {
				key += "*"
			}
			got = append(got, key)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// FuzzMembers checks that no text makes members fail to end, and that of a text which is JSON the members are those that
// encoding/json finds.
func FuzzMembers(f *testing.F) {
	f.Add(`{"error": "`, `", "a": [1, {"b": "c\"d"}]}`)
	f.Add(`{"a":[{"b":"}"}], "error": `, ` , "c":null}`)
	f.Add("{", `"error":`)
	f.Fuzz(func(t *testing.T, before, after string) {
		var got []string
		for _, m := range members([]part{{lit: before}, {verb: 'q', text: Text{Error: true}}, {lit: after}}) {
			got = append(got, m.Key)
		}
		text := before + `"value"` + after
		var object map[string]any
		if strings.Contains(text, `\`) || !utf8.ValidString(text) || json.Unmarshal([]byte(text), &object) != nil || before == "" {
			return
		}
		slices.Sort(got)
		want := slices.Sorted(maps.Keys(object))
		if diff := cmp.Diff(want, slices.Compact(got)); diff != "" && slices.Index(want, "value") < 0 {
			t.Errorf("%s: keys (-want +got):\n%s", text, diff)
		}
	})
}
