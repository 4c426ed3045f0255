package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/atomicfile"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/nearest"
)

// maxSize is the size of the largest file that is read, in bytes: some
// hundred thousand entries.
const maxSize = 64 << 20

// Read reads the file.
//
// Errors:
//   - *[fs.PathError]: the file cannot be read; it is [fs.ErrNotExist] if there is none
//   - any other error says what is wrong with the text, and where:
//     `.errlint-baseline.json:12: key "findings[7].count": it is -1, but there is at least 1 finding`
func Read(file string) (*Baseline, error) {
	r, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	b, err := parse(data)
	if err != nil {
		var serr *syntaxError
		if errors.As(err, &serr) {
			return nil, fmt.Errorf("%s:%d: %w", file, serr.line, serr)
		}
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return b, nil
}

// A syntaxError is something wrong at a line of the text.
type syntaxError struct {
	line int // 1-based
	key  string
	err  error
}

func (e *syntaxError) Error() string {
	if e.key == "" {
		return e.err.Error()
	}
	return fmt.Sprintf("key %q: %s", e.key, e.err)
}

func (e *syntaxError) Unwrap() error { return e.err }

// A reader reads the text token by token, for that is how keys that are there
// twice or in another case can be seen.
type reader struct {
	data []byte
	dec  *json.Decoder
}

// parse reads the text of a file. The error is a *syntaxError where the
// place is known.
func parse(data []byte) (*Baseline, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("it is larger than %d MB", maxSize>>20)
	}
	r := &reader{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	r.dec.UseNumber()
	if err := r.checkText(); err != nil {
		return nil, err
	}

	var b *Baseline
	known := []string{"version", "findings"}
	err := r.object("", known, func(key string) error {
		switch key {
		case "version":
			return r.version()
		default:
			var err error
			b, err = r.findings()
			return err
		}
	})
	if err != nil {
		return nil, err
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return nil, r.failAt(r.next(), "", "there is something behind the end of the object")
	}
	return b, nil
}

// checkText looks for what a JSON decoder lets pass, or has no good word for.
func (r *reader) checkText() error {
	line := 0
	for text := range bytes.Lines(r.data) {
		line++
		if bytes.HasPrefix(text, []byte("<<<<<<< ")) || bytes.HasPrefix(text, []byte(">>>>>>> ")) {
			return &syntaxError{line: line, err: errors.New("a merge conflict is not resolved")}
		}
		if !utf8.Valid(text) {
			return &syntaxError{line: line, err: errors.New("the text is not UTF-8")}
		}
	}
	return nil
}

func (r *reader) version() error {
	n, err := r.number("version")
	switch {
	case err != nil:
		return err
	case n > version:
		return r.fail("version", "it is %d, but this errlint knows no version after %d: update errlint", n, version)
	case n < 1:
		return r.fail("version", "there is no version %d", n)
	}
	return nil
}

func (r *reader) findings() (*Baseline, error) {
	const at = "findings"
	if err := r.delim('[', at, "a list"); err != nil {
		return nil, err
	}
	b := New(nil)
	for r.dec.More() {
		e, err := r.entry(fmt.Sprintf("%s[%d]", at, len(b.counts)))
		if err != nil {
			return nil, err
		}
		if b.counts[e.key()] > 0 {
			return nil, r.fail(fmt.Sprintf("%s[%d]", at, len(b.counts)), "there is an entry before it for the same findings")
		}
		b.counts[e.key()] = e.Count
	}
	return b, r.delim(']', at, "the end of the list")
}

func (r *reader) entry(at string) (Entry, error) {
	var e Entry
	known := []string{"package", "rule", "message", "count", "decl", "test"}
	err := r.object(at, known[:4], func(key string) (err error) {
		name := at + "." + key
		switch key {
		case "package":
			e.Package, err = r.text(name)
		case "decl":
			e.Decl, err = r.text(name)
		case "rule":
			e.Rule, err = r.text(name)
		case "message":
			e.Message, err = r.text(name)
			e.Message = finding.NormalMessage(e.Message)
		case "count":
			e.Count, err = r.number(name)
			if err == nil && e.Count < 1 {
				err = r.fail(name, "it is %d, but there is at least 1 finding", e.Count)
			}
		case "test":
			e.Test, err = r.bool(name)
		}
		return err
	}, known[4:]...)
	return e, err
}

// object reads an object. The keys of required must all be there, those of
// optional may, each at most once. It calls value to read the value of a key.
func (r *reader) object(at string, required []string, value func(key string) error, optional ...string) error {
	if err := r.delim('{', at, "an object"); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for r.dec.More() {
		key, err := r.text(at)
		if err != nil {
			return err
		}
		name := key
		if at != "" {
			name = at + "." + key
		}
		all := slices.Concat(required, optional)
		if !slices.Contains(all, key) {
			return r.fail(name, "there is no such key%s", nearest.Hint(key, all))
		}
		if seen[key] {
			return r.fail(name, "it is there twice")
		}
		seen[key] = true
		if err := value(key); err != nil {
			return err
		}
	}
	if err := r.delim('}', at, "the end of the object"); err != nil {
		return err
	}
	for _, key := range required {
		if !seen[key] {
			return r.fail(at, "the key %q is missing", key)
		}
	}
	return nil
}

func (r *reader) delim(want json.Delim, at, what string) error {
	tok, err := r.token(at)
	if err != nil {
		return err
	}
	if tok != want {
		return r.fail(at, "there is %s where %s has to be", describe(tok), what)
	}
	return nil
}

func (r *reader) text(at string) (string, error) {
	tok, err := r.token(at)
	if err != nil {
		return "", err
	}
	s, ok := tok.(string)
	if !ok {
		return "", r.fail(at, "there is %s where a text has to be", describe(tok))
	}
	return s, nil
}

func (r *reader) number(at string) (int, error) {
	tok, err := r.token(at)
	if err != nil {
		return 0, err
	}
	num, ok := tok.(json.Number)
	if !ok {
		return 0, r.fail(at, "there is %s where a number has to be", describe(tok))
	}
	n, err := strconv.ParseInt(num.String(), 10, 32)
	if err != nil {
		return 0, r.fail(at, "%s is no whole number, or too large", num)
	}
	return int(n), nil
}

func (r *reader) bool(at string) (bool, error) {
	tok, err := r.token(at)
	if err != nil {
		return false, err
	}
	b, ok := tok.(bool)
	if !ok {
		return false, r.fail(at, "there is %s where true or false has to be", describe(tok))
	}
	return b, nil
}

func describe(tok json.Token) string {
	switch tok := tok.(type) {
	case nil:
		return "null"
	case string:
		return "a text"
	case json.Number:
		return "a number"
	case bool:
		return strconv.FormatBool(tok)
	default:
		return fmt.Sprintf("%q", fmt.Sprint(tok))
	}
}

// token returns the next token. At the end of the text, which is nowhere one of
// the places where it may be, the error says so.
func (r *reader) token(at string) (json.Token, error) {
	tok, err := r.dec.Token()
	if err == nil {
		return tok, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, r.failAt(int64(len(r.data)), at, "the text ends too early")
	}
	var serr *json.SyntaxError
	if errors.As(err, &serr) {
		return nil, r.failAt(max(r.next(), serr.Offset), at, "%w", serr)
	}
	return nil, r.fail(at, "%w", err)
}

// next returns the offset of what comes behind the place that has been read to.
func (r *reader) next() int64 {
	offset := r.dec.InputOffset()
	rest := r.data[offset:]
	return offset + int64(len(rest)-len(bytes.TrimLeft(rest, " \t\r\n,:")))
}

// fail returns an error at the place that has been read to.
func (r *reader) fail(at, format string, args ...any) error {
	return r.failAt(r.dec.InputOffset(), at, format, args...)
}

func (r *reader) failAt(offset int64, at, format string, args ...any) error {
	offset = max(0, min(offset, int64(len(r.data))))
	before := r.data[:offset]
	if len(before) == len(r.data) {
		before = bytes.TrimRight(before, "\r\n") // there is no line behind the last one
	}
	return &syntaxError{line: 1 + bytes.Count(before, []byte("\n")), key: at, err: fmt.Errorf(format, args...)}
}

// Write writes the file as a whole or not at all: it replaces a file that is there, and
// keeps its permissions. A symbolic link stays, and what it names is replaced. What is no
// regular file, such as a pipe, is written to directly.
//
// Errors:
//   - *[fs.PathError], *[os.LinkError]: the file cannot be written
func (b *Baseline) Write(file string) error {
	text, err := b.Text()
	if err != nil {
		return err
	}
	return atomicfile.Write(file, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
