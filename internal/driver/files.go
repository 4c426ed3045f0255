package driver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// A digest is a SHA-256 checksum.
type digest [sha256.Size]byte

// files has the digests of the files that the run has read. A file has the contents that it had when it was first read: later changes are errors. Its methods may be called concurrently.
type files struct {
	overlay map[string][]byte // see Options
	changed atomic.Bool       // a file has changed during the run

	layouts sync.Map // of *layout, by name

	mu    sync.Mutex
	known map[string]*source
}

// A source describes the contents of a file.
type source struct {
	sum     digest
	size    int
	mayUseC bool  // necessary for an import of "C"
	err     error // of reading it
}

func newFiles(overlay map[string][]byte) *files {
	return &files{overlay: overlay, known: make(map[string]*source)}
}

// read returns the contents of a file as they are now.
func (f *files) read(name string) ([]byte, error) {
	if text, ok := f.overlay[name]; ok {
		return text, nil
	}
	return os.ReadFile(name)
}

// buffers are for files whose contents are not retained: a run in which nothing has changed does little but read files.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// whole is the limit of a file of which all is read.
const whole = math.MaxInt64 - 1

// use calls g with the first bytes of a file as it is now, limit or fewer, which g must not retain. complete is set if these are all. If they are not, and
// g reports that it needs more, use calls it once more with all.
func (f *files) use(name string, limit int64, g func(text []byte, complete bool) (more bool)) error {
	if text, ok := f.overlay[name]; ok {
		g(text, true)
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	n, err := b.ReadFrom(io.LimitReader(file, limit))
	if err != nil {
		return err
	}
	if !g(b.Bytes(), n < limit) || n < limit {
		return nil
	}
	if _, err := b.ReadFrom(file); err != nil {
		return err
	}
	g(b.Bytes(), true)
	return nil
}

// get returns the description of a file, which it reads if necessary.
func (f *files) get(name string) *source {
	if known := f.lookup(name); known != nil {
		return known
	}
	text, err := f.read(name)
	return f.learn(name, text, text, err)
}

// lookup returns the description of a file, or nil if it has not been read.
func (f *files) lookup(name string) *source {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known[name]
}

// learn records the contents of a file, unless they are known already; head is the part with the imports.
func (f *files) learn(name string, text, head []byte, err error) *source {
	is := &source{
		sum:     sha256.Sum256(text),
		size:    len(text),
		mayUseC: bytes.Contains(head, []byte(`"C"`)),
		err:     err,
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.known[name]; known != nil {
		return known
	}
	f.known[name] = is
	return is
}

// load reads files in parallel.
func (f *files) load(ctx context.Context, names []string) {
	parallel(ctx, len(names), func(i int) { f.get(names[i]) })
}

// errChanged is the error for a file that changed during the run.
var errChanged = errors.New("the file has changed while errlint was at work")

// text returns the contents of a file, if they have not changed during the run.
func (f *files) text(name string) ([]byte, error) {
	known := f.get(name)
	text, err := f.read(name)
	if err = cmp.Or(known.err, err); err == nil && sha256.Sum256(text) != known.sum {
		err = errChanged
		f.changed.Store(true)
	}
	return text, err
}

// sum returns a digest of the base names and contents of files, and whether all of them can be read. The digest depends
// on which list a file is in.
func (f *files) sum(lists ...[]string) (sum digest, ok bool) {
	h := sha256.New()
	ok = true
	for _, names := range lists {
		writeStrings(h, strconv.Itoa(len(names)))
		for _, name := range slices.Sorted(slices.Values(names)) {
			src := f.get(name)
			if src.err != nil {
				ok = false
				continue
			}
			writeStrings(h, filepath.Base(name))
			h.Write(src.sum[:])
		}
	}
	return digest(h.Sum(nil)), ok
}
