package pkgglob

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestMatchPass(t *testing.T) {
	tests := []struct {
		glob, pkg string
		want      bool
	}{
		{"example.com/app", "example.com/app", true},
		{"example.com/app", "example.com/app/store", false},
		{"example.com/*/store", "example.com/app/store", true},
		{"example.com/*", "example.com/app/store", false},
		{"example.com/app/...", "example.com/app", true},
		{"example.com/app/...", "example.com/app/internal/store", true},
		{"example.com/app/...", "example.com/apple", false},
		{"**/store", "example.com/app/internal/store", true},
		{".../internal/...", "example.com/app/internal/store", true},
		{"./...", "example.com/app/internal/store", true},
		{"./internal/*", "example.com/app/internal/store", true},
		{"./internal/*", "example.com/other/internal/store", false},
		{".", "example.com/app", true},
		{".", "example.com/app/store", false},
		{"example.com/app/store", "example.com/app/store [example.com/app/store.test]", true},
	}
	for _, test := range tests {
		pass := &analysis.Pass{
			Pkg:    types.NewPackage(test.pkg, "p"),
			Module: &analysis.Module{Path: "example.com/app"},
		}
		if got := MatchPass([]string{test.glob}, pass); got != test.want {
			t.Errorf("%q matches %q: %v, want %v", test.glob, test.pkg, got, test.want)
		}
	}
	pass := &analysis.Pass{Pkg: types.NewPackage("internal", "p")}
	if MatchPass([]string{"./..."}, pass) {
		t.Error("a relative pattern matches where there is no module")
	}
}

func TestCheck(t *testing.T) {
	for glob, ok := range map[string]bool{"./...": true, "example.com/*": true, "": false, "a/[": false} {
		if err := Check(glob); (err == nil) != ok {
			t.Errorf("Check(%q) = %v", glob, err)
		}
	}
}
