package baseline

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// FuzzParse checks of whatever is accepted: it is JSON, and its text is a fixed
// point; and of whatever is not that the error names a line that is there.
func FuzzParse(f *testing.F) {
	f.Add([]byte("{\n\"version\": 1,\n\"findings\": [\n{\"package\":\"p\",\"rule\":\"r\",\"message\":\"m\",\"count\":2}\n]\n}\n"))
	f.Add([]byte(`{"findings":[{"count":2147483647,"message":"","rule":"","package":"","test":true,"decl":"\ud800"}],"version":1}`))
	f.Add([]byte("{\"version\":1,\"findings\":[{}]}"))
	f.Add([]byte("{\"version\":1,\"findings\":[[[["))
	f.Add([]byte("<<<<<<< \n"))
	f.Add([]byte("\n\n\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parse(data)
		if err != nil {
			var serr *syntaxError
			if !errors.As(err, &serr) {
				t.Fatalf("an error without a place: %v", err)
			}
			if lines := 1 + strings.Count(string(data), "\n"); serr.line < 1 || serr.line > lines {
				t.Errorf("error at line %d of %d: %v", serr.line, lines, err)
			}
			if strings.ContainsAny(err.Error(), "\n\x00\x1b") {
				t.Errorf("the error is not one clean line: %q", err.Error())
			}
			return
		}
		if !json.Valid(data) {
			t.Errorf("not JSON, but accepted: %q", data)
		}
		first, err := b.Text()
		if err != nil {
			t.Fatal(err)
		}
		c, err := parse(first)
		if err != nil {
			t.Fatalf("what was written is not accepted: %v\n%s", err, first)
		}
		second, err := c.Text()
		if err != nil {
			t.Fatal(err)
		}
		if string(first) != string(second) {
			t.Errorf("the text is no fixed point:\n%s\n%s", first, second)
		}
		n := 0
		for e := range b.Entries() {
			if e.Count < 1 {
				t.Errorf("an entry that counts %d", e.Count)
			}
			n += e.Count
		}
		if n != b.Len() {
			t.Errorf("Len() = %d, want %d", b.Len(), n)
		}
	})
}
