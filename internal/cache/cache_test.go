package cache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func key(i int) Key { return Key(sha256.Sum256(fmt.Appendf(nil, "key %d", i))) }

func open(t testing.TB) *Cache {
	t.Helper()
	return Open(filepath.Join(t.TempDir(), "below", "cache"))
}

func put(t testing.TB, c *Cache, i int, data string) string {
	t.Helper()
	c.Put(key(i), []byte(data))
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	return c.file(key(i))
}

// has returns which of the first n keys have entries.
func has(c *Cache, n int) []int {
	var is []int
	for i := range n {
		if _, ok := c.Get(key(i)); ok {
			is = append(is, i)
		}
	}
	return is
}

// age sets the time at which a file was used last.
func age(t testing.TB, name string, used time.Time) {
	t.Helper()
	if err := os.Chtimes(name, used, used); err != nil {
		t.Fatal(err)
	}
}

func TestGetPut(t *testing.T) {
	t.Parallel()
	c := open(t)
	if _, ok := c.Get(key(0)); ok {
		t.Error("there is an entry in a cache without a directory")
	}
	for i, data := range []string{"", "x", strings.Repeat("long\x00", 100_000)} {
		put(t, c, i, "something else")
		put(t, c, i, data)
		got, ok := c.Get(key(i))
		if !ok || string(got) != data {
			t.Errorf("%d: got %t, %d bytes; want %d bytes", i, ok, len(got), len(data))
		}
		if got, ok := Open(c.dir).Get(key(i)); !ok || string(got) != data {
			t.Errorf("%d: another process got %t, %d bytes", i, ok, len(got))
		}
	}
	if n, size := c.Size(); n != 3 || size != int64(3*headerLen+1+500_000) {
		t.Errorf("%d entries of %d bytes", n, size)
	}
}

func TestNil(t *testing.T) {
	t.Parallel()
	var c *Cache
	c.Put(key(0), nil)
	if _, ok := c.Get(key(0)); ok || c.Err() != nil || c.Trim() != nil {
		t.Error("a nil cache is not empty")
	}
}

// TestUnsound checks that whatever does not check out is not there.
func TestUnsound(t *testing.T) {
	t.Parallel()
	c := open(t)
	sound := func() []byte {
		t.Helper()
		text, err := os.ReadFile(put(t, c, 0, "some data"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := sound()
	name := c.file(key(0))
	other, err := os.ReadFile(put(t, c, 1, "some data"))
	if err != nil {
		t.Fatal(err)
	}
	unsound := [][]byte{nil, []byte("foreign"), other, append(slices.Clone(text), 0), bytes.Replace(text, []byte("cache 1"), []byte("cache 2"), 1)}
	for i := range text {
		unsound = append(unsound, text[:i])
		changed := slices.Clone(text)
		changed[i] ^= 1 << (i % 8)
		unsound = append(unsound, changed)
	}
	for _, text := range unsound {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if data, ok := c.Get(key(0)); ok {
			t.Errorf("%q is taken for an entry of %q", text, data)
		}
		if sound(); !slices.Contains(has(c, 1), 0) {
			t.Errorf("%q is not replaced", text)
		}
	}

	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get(key(0)); ok {
		t.Error("a directory is taken for an entry")
	}
	c.Put(key(0), nil)
	if c.Err() == nil {
		t.Error("a directory has been replaced by a file")
	}
}

// TestErr checks that the first failure is kept, and that nothing more is written.
func TestErr(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	c := Open(file)
	c.Put(key(0), nil)
	first := c.Err()
	if first == nil {
		t.Fatal("an entry has been written below a file")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	c.Put(key(1), nil)
	if _, err := os.Stat(file); c.Err() != first || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after a failure, another write was tried: %v, then %v, %v", first, c.Err(), err)
	}
	if c := Open(file); put(t, c, 1, "") == "" || len(has(c, 2)) != 1 {
		t.Error("another process cannot write either")
	}
}

// TestConcurrent has many goroutines, and several caches as of several processes, read and write the same entries.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "cache")
	data := func(i int) string { return strings.Repeat(fmt.Sprint(i, " "), 1+1000*i) }
	var wg sync.WaitGroup
	for range 4 {
		c := Open(dir)
		for g := range 4 {
			wg.Go(func() {
				for i := range 50 {
					i = (i*7 + g) % 20
					if got, ok := c.Get(key(i)); ok && string(got) != data(i) {
						t.Errorf("%d: got %d bytes, want %d", i, len(got), len(data(i)))
					}
					c.Put(key(i), []byte(data(i)))
				}
				if g == 0 {
					if err := c.trim(time.Now(), MaxAge, 30_000); err != nil {
						t.Error(err)
					}
				}
			})
		}
		t.Cleanup(func() {
			if err := c.Err(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, tempExt) {
			t.Errorf("%s has been left behind", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTrim(t *testing.T) {
	t.Parallel()
	now := time.Now()
	if err := open(t).Trim(); err != nil {
		t.Errorf("a cache without a directory: %v", err)
	}

	c := open(t)
	for i, used := range []time.Duration{0, -time.Hour, -9 * 24 * time.Hour, -11 * 24 * time.Hour, 3 * time.Hour, 11 * 24 * time.Hour} {
		age(t, put(t, c, i, "data"), now.Add(used))
	}
	sub := filepath.Dir(c.file(key(0)))
	old, young, foreign := filepath.Join(sub, "old"+tempExt), filepath.Join(sub, "young"+tempExt), filepath.Join(sub, "foreign")
	for _, name := range []string{old, young, foreign} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if name != young {
			age(t, name, now.Add(-20*24*time.Hour))
		}
	}
	if err := c.Trim(); err != nil {
		t.Fatal(err)
	}
	if got, want := has(c, 6), []int{0, 1, 2, 4}; !slices.Equal(got, want) {
		t.Errorf("after trimming there are %v, want %v", got, want)
	}
	for name, want := range map[string]bool{old: false, young: true, foreign: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
	}

	// Once a day will do, whatever the clock says.
	stamp := filepath.Join(c.dir, trimStamp)
	for _, test := range []struct {
		stamp time.Duration
		trims bool
	}{{0, false}, {-23 * time.Hour, false}, {-25 * time.Hour, true}, {23 * time.Hour, false}, {25 * time.Hour, true}, {20 * 365 * 24 * time.Hour, true}} {
		age(t, put(t, c, 3, "data"), now.Add(-11*24*time.Hour))
		age(t, stamp, now.Add(test.stamp))
		if err := c.Trim(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(c.file(key(3))); (err != nil) != test.trims {
			t.Errorf("trimmed %v ago: %v", -test.stamp, err)
		}
	}
}

// TestTrimSize checks that the entries stay that were used last.
func TestTrimSize(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := open(t)
	for i := range 10 {
		age(t, put(t, c, i, strings.Repeat("x", 1000-headerLen)), now.Add(-time.Duration((i*7)%10)*2*time.Hour))
	}
	if _, ok := c.Get(key(7)); !ok { // the oldest but one; now it is the youngest
		t.Fatal("no entry")
	}
	if err := c.trim(now, MaxAge, 3500); err != nil {
		t.Fatal(err)
	}
	if got, want := has(c, 10), []int{0, 3, 7}; !slices.Equal(got, want) {
		t.Errorf("after trimming there are %v, want %v", got, want)
	}
	if n, size := c.Size(); n != 3 || size != 3000 {
		t.Errorf("%d entries of %d bytes", n, size)
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	c := open(t)
	if err := c.Clean(); err != nil {
		t.Errorf("a cache without a directory: %v", err)
	}
	for i := range 20 {
		put(t, c, i, "data")
	}
	foreign := []string{filepath.Join(c.dir, "foreign.entry"), filepath.Join(filepath.Dir(c.file(key(0))), "foreign.txt")}
	for _, name := range foreign {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Clean(); err != nil {
		t.Fatal(err)
	}
	if n, size := c.Size(); n != 0 || size != 0 {
		t.Errorf("%d entries of %d bytes are left", n, size)
	}
	for _, name := range foreign {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
	if put(t, c, 0, "data"); len(has(c, 1)) != 1 {
		t.Error("a clean cache takes no entries")
	}
}

// FuzzGet checks that no file but the one that was written is an entry.
func FuzzGet(f *testing.F) {
	c := open(f)
	text, err := os.ReadFile(put(f, c, 0, "data"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(magic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		c := Open(t.TempDir())
		name := c.file(key(0))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file, 0o666); err != nil {
			t.Fatal(err)
		}
		data, ok := c.Get(key(0))
		if !ok {
			return
		}
		c.Put(key(0), data)
		if again, err := os.ReadFile(name); err != nil || !bytes.Equal(again, file) {
			t.Errorf("%q was taken for an entry of %q, which is written as %q, %v", file, data, again, err)
		}
	})
}
