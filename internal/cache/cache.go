package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// The limits of trimming.
const (
	MaxAge  = 10 * 24 * time.Hour
	MaxSize = 2 << 30 // bytes
)

const (
	magic     = "errlint cache 1\n"
	headerLen = len(magic) + sha256.Size
	ext       = ".entry"
	tempExt   = ".tmp"

	trimInterval = 24 * time.Hour
	trimStamp    = "trimmed" // its modification time is that of the last trim
	youngFor     = time.Hour // the precision of an entry's age
	tempAge      = time.Hour // an older temporary file is left from a process that died
)

// A Key is a digest of everything that an entry depends on.
type Key [sha256.Size]byte

// A Cache is a directory of entries, and optionally a program that has more. Its methods may be called concurrently. A
// nil Cache has no entries and stores none.
type Cache struct {
	*directory // nil if there is none

	// ReadOnly keeps the directory and the program from being changed. It is set
	// before the cache is used.
	ReadOnly bool

	prog   *prog   // nil if there is none
	memory *memory // stores new entries, instead of directory and program; nil if there is none
}

// A directory has entries in files.
type directory struct {
	dir string

	mu  sync.Mutex
	err error // the first failure to write
}

// Open returns the cache in a directory, which the first Put makes.
func Open(dir string) *Cache {
	return &Cache{directory: &directory{dir: dir}}
}

// Through has the cache ask a program for entries that the directory does not have, and give it new entries. The command line
// is as in GOCACHEPROG. The program is started when it is first needed. Through is called
// before the cache is used.
func (c *Cache) Through(command string) {
	c.prog = &prog{line: command, waiting: make(map[int64]chan progResponse)}
}

// Local returns the cache without the program, for entries that are valid on this machine only.
func (c *Cache) Local() *Cache {
	if c == nil {
		return nil
	}
	return &Cache{directory: c.directory, ReadOnly: c.ReadOnly, memory: c.memory}
}

// Close ends the program, if one has been started, after it has stored what it was given.
func (c *Cache) Close() {
	if c != nil && c.prog != nil {
		c.prog.close()
	}
}

// ProgramErr returns the error for which the program is not used any longer, if there was any.
func (c *Cache) ProgramErr() error {
	if c == nil || c.prog == nil {
		return nil
	}
	return c.prog.failure()
}

func (d *directory) file(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(d.dir, name[:2], name[2:]+ext)
}

// Get returns the entry of a key, if there is a valid one.
func (c *Cache) Get(k Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	if c.memory != nil {
		if data, ok := c.memory.get(k); ok {
			return data, true
		}
	}
	if data, ok := c.get(k, !c.ReadOnly); ok || c.prog == nil {
		return data, ok
	}
	text, ok := c.prog.get(k)
	if !ok {
		return nil, false
	}
	data, ok := sound(k, text)
	if ok && !c.ReadOnly {
		c.put(k, text)
	}
	return data, ok
}

// get returns an entry, and with renew makes it young again.
func (d *directory) get(k Key, renew bool) ([]byte, bool) {
	if d == nil {
		return nil, false
	}
	name := d.file(k)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	data, ok := sound(k, text)
	if !ok {
		return nil, false
	}
	if info, err := os.Stat(name); err == nil && renew && time.Since(info.ModTime()).Abs() > youngFor {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // if that fails, it is trimmed early
	}
	return data, true
}

// sound returns the data of an entry's text, if it checks out.
func sound(k Key, text []byte) ([]byte, bool) {
	if len(text) < headerLen || string(text[:len(magic)]) != magic {
		return nil, false
	}
	data := text[headerLen:]
	sum := digest(k, data)
	return data, bytes.Equal(sum[:], text[len(magic):headerLen])
}

// Put makes data the entry of a key.
func (c *Cache) Put(k Key, data []byte) {
	switch {
	case c == nil:
	case c.memory != nil:
		c.memory.put(k, data)
	case !c.ReadOnly:
		sum := digest(k, data)
		text := slices.Concat([]byte(magic), sum[:], data)
		c.put(k, text)
		if c.prog != nil {
			c.prog.put(k, text)
		}
	}
}

// put writes an entry, unless one could not be written before.
func (d *directory) put(k Key, text []byte) {
	if d.failure() != nil {
		return
	}
	name := d.file(k)
	err := write(name, text)
	if err != nil {
		if err = os.MkdirAll(filepath.Dir(name), 0o777); err == nil {
			err = write(name, text)
		}
	}
	if err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.err = cmp.Or(d.err, err)
	}
}

// write writes a file completely or not at all.
func write(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "*"+tempExt)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		// If that fails, the file is trimmed later.
		_ = os.Remove(f.Name())
	}
	return err
}

// Err returns the first failure to write, if there was any.
func (c *Cache) Err() error {
	if c == nil || c.directory == nil {
		return nil
	}
	return c.failure()
}

func (d *directory) failure() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

func digest(k Key, data []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(k[:])
	h.Write(data)
	return [sha256.Size]byte(h.Sum(nil))
}

// An entry is a file of the cache.
type entry struct {
	name string
	size int64
	used time.Time
}

// entries returns the files of the cache, and temporary files that were never
// renamed. It skips what it cannot read.
func (c *Cache) entries() (entries, unfinished []entry) {
	subs, _ := os.ReadDir(c.dir)
	for _, sub := range subs {
		if len(sub.Name()) != 2 || !sub.IsDir() {
			continue
		}
		files, _ := os.ReadDir(filepath.Join(c.dir, sub.Name()))
		for _, f := range files {
			info, err := f.Info()
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			e := entry{filepath.Join(c.dir, sub.Name(), f.Name()), info.Size(), info.ModTime()}
			switch {
			case strings.HasSuffix(f.Name(), ext):
				entries = append(entries, e)
			case strings.HasSuffix(f.Name(), tempExt):
				unfinished = append(unfinished, e)
			}
		}
	}
	return entries, unfinished
}

// Size returns the number of entries and of bytes in them.
func (c *Cache) Size() (entries int, size int64) {
	all, _ := c.entries()
	for _, e := range all {
		size += e.size
	}
	return len(all), size
}

// Clean removes all entries, and no other files.
func (c *Cache) Clean() error {
	entries, unfinished := c.entries()
	var errs []error
	for _, e := range append(entries, unfinished...) {
		if err := os.Remove(e.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Trim removes entries according to [MaxAge] and [MaxSize], unless a process has done so in the last 24 hours.
func (c *Cache) Trim() error {
	if c == nil || c.ReadOnly || c.memory != nil {
		return nil
	}
	return c.trim(time.Now(), MaxAge, MaxSize)
}

func (c *Cache) trim(now time.Time, maxAge time.Duration, maxSize int64) error {
	stamp := filepath.Join(c.dir, trimStamp)
	info, err := os.Stat(stamp)
	switch {
	case err == nil && now.Sub(info.ModTime()).Abs() < trimInterval:
		return nil // Abs, so that a clock that was set back does not delay it for long
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if _, err := os.Stat(c.dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	// The stamp is written first, so that few of many processes do the work.
	err = write(stamp, []byte("Its time is when errlint last looked for old entries.\n"))
	if err == nil {
		err = os.Chtimes(stamp, now, now)
	}
	if err != nil {
		return fmt.Errorf("trim the cache: %w", err)
	}

	entries, unfinished := c.entries()
	for _, e := range unfinished {
		if now.Sub(e.used).Abs() > tempAge {
			_ = os.Remove(e.name)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return b.used.Compare(a.used) })
	var size int64
	for _, e := range entries {
		size += e.size
		// An entry from the future was written when the clock was wrong.
		if now.Sub(e.used).Abs() > maxAge || size > maxSize {
			size -= e.size
			_ = os.Remove(e.name) // another process may have removed it, or the next trim will
		}
	}
	return nil
}
