package errflow

import "testing"

func TestListed(t *testing.T) {
	entries := []string{"strconv", "time.Parse*", "github.com/robfig/cron*", "(*example.com/p.T)*"}
	for _, test := range []struct {
		pkg, full string
		want      bool
	}{
		{"strconv", "strconv.Atoi", true},
		{"time", "time.ParseDuration", true},
		{"time", "time.Now", false},
		{"time", "(*time.Time).UnmarshalText", false},
		{"github.com/robfig/cron/v3", "github.com/robfig/cron/v3.ParseStandard", true},
		{"github.com/robfig/cron/v3", "(github.com/robfig/cron/v3.Parser).Parse", true},
		{"github.com/robfig/other", "github.com/robfig/other.Parse", false},
		{"example.com/p", "(*example.com/p.T).M", true},
		{"example.com/p", "(*example.com/p.U).M", false},
	} {
		if got := Listed(entries, test.pkg, test.full); got != test.want {
			t.Errorf("%s of %s: listed: %t, want %t", test.full, test.pkg, got, test.want)
		}
	}
}
