package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// Program returns what identifies this program, so that entries of another one, or of
// another version, are not taken for its own: what it is made of, if that is known exactly,
// as with a release; else the digest of its file.
var Program = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok && isExact(info) {
		return info.String(), nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
})

// isExact reports whether what a program is made of stands for it: modules with
// digests, and the main one with one or built from a commit as it is.
func isExact(info *debug.BuildInfo) bool {
	for _, m := range info.Deps {
		for m.Replace != nil {
			m = m.Replace
		}
		if m.Sum == "" {
			return false
		}
	}
	if info.Main.Sum != "" {
		return true
	}
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	return settings["vcs.revision"] != "" && settings["vcs.modified"] == "false"
}
