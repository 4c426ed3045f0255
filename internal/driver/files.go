package driver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// A digest identifies what it was made of.
type digest [sha256.Size]byte

// files are what files contain, as far as anybody has asked: each is read once, and is what it was then. Its methods may be called concurrently.
type files struct {
	overlay map[string][]byte // what to take for the contents of files
	changed atomic.Bool       // one was not what it had been

	layouts sync.Map // of *layout, by name

	mu    sync.Mutex
	known map[string]*source
}

// A source is what there is to know of a file's contents.
type source struct {
	sum     digest
	size    int
	mayUseC bool  // a necessary condition
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

// buffers are for files that nobody holds on to: a run in which nothing has changed does hardly more than read files.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// use calls f with the contents of a file as they are now, which are not f's to keep.
func (f *files) use(name string, g func(text []byte)) error {
	if text, ok := f.overlay[name]; ok {
		g(text)
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
	if _, err := b.ReadFrom(file); err != nil {
		return err
	}
	g(b.Bytes())
	return nil
}

// get returns what there is to know of a file.
func (f *files) get(name string) *source {
	if known := f.lookup(name); known != nil {
		return known
	}
	text, err := f.read(name)
	return f.learn(name, text, text, err)
}

// lookup returns what is known of a file; nil if nothing is.
func (f *files) lookup(name string) *source {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known[name]
}

// learn takes the contents of a file, unless they are known; head is the beginning of them which has the imports.
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

// load reads files, on all processors.
func (f *files) load(ctx context.Context, names []string) {
	parallel(ctx, len(names), func(i int) { f.get(names[i]) })
}

// errChanged says that a file is not what it was when the run began.
var errChanged = errors.New("the file has changed while errlint was at work")

// text returns the contents of a file, if they are still what they were.
func (f *files) text(name string) ([]byte, error) {
	known := f.get(name)
	text, err := f.read(name)
	if err = cmp.Or(known.err, err); err == nil && sha256.Sum256(text) != known.sum {
		err = errChanged
		f.changed.Store(true)
	}
	return text, err
}

// sum returns a digest of the names and contents of files, less their directories, and whether all
// of them can be read. The files come in lists, and which list one is in is part of the digest.
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
