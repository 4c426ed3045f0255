package cache

import (
	"runtime/debug"
	"testing"
)

func TestIsExact(t *testing.T) {
	clean := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}
	dirty := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}
	sum := []*debug.Module{{Path: "a", Version: "v1.0.0", Sum: "h1:x"}}
	local := []*debug.Module{{Path: "a", Version: "v1.0.0", Replace: &debug.Module{Path: "../a"}}}
	fork := []*debug.Module{{Path: "a", Version: "v1.0.0", Replace: &debug.Module{Path: "b", Version: "v1.0.0", Sum: "h1:y"}}}
	for _, test := range []struct {
		name string
		info debug.BuildInfo
		want bool
	}{
		{"nothing is known", debug.BuildInfo{}, false},
		{"installed", debug.BuildInfo{Main: debug.Module{Sum: "h1:z"}, Deps: sum}, true},
		{"a commit", debug.BuildInfo{Settings: clean, Deps: sum}, true},
		{"not committed", debug.BuildInfo{Settings: dirty, Deps: sum}, false},
		{"a module on disk", debug.BuildInfo{Settings: clean, Deps: local}, false},
		{"a fork", debug.BuildInfo{Settings: clean, Deps: fork}, true},
	} {
		if got := isExact(&test.info); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
