package cache

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// Program returns a string that identifies this program, so that it does not use entries of another program, or of
// another version: the build information, if that is exact,
// as with a release; else a digest of the executable.
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
	return contents(f)
})

// isExact reports whether build information identifies a program: all modules have
// digests, except that the main one may be an unmodified commit.
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

// contents returns a string that identifies the contents of an executable: the go command's build ID,
// which ends with a digest of the contents, or else such a digest, which
// takes as long to compute as a run in which nothing has changed.
func contents(f *os.File) (string, error) {
	if id := buildID(f); strings.Count(id, "/") == 3 && !strings.HasSuffix(id, "/") {
		return "build ID " + id, nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, 1<<62)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// buildID returns the build ID of an executable, which the go command puts into a note of an ELF file,
// or near the beginning of files of other formats; "" if there is none. See cmd/internal/buildid.
func buildID(f io.ReaderAt) string {
	if file, err := elf.NewFile(f); err == nil {
		s := file.Section(".note.go.buildid")
		if s == nil {
			return ""
		}
		note, err := s.Data()
		if err != nil || len(note) < 16 || string(note[12:16]) != "Go\x00\x00" {
			return ""
		}
		size := int64(file.ByteOrder.Uint32(note[4:]))
		return string(note[16:min(16+size, int64(len(note)))])
	}
	head := make([]byte, 64<<10)
	n, _ := f.ReadAt(head, 0)
	_, id, ok := bytes.Cut(head[:n], []byte("\xff Go build ID: \""))
	id, _, end := bytes.Cut(id, []byte("\"\n \xff"))
	if !ok || !end {
		return ""
	}
	return string(id)
}
