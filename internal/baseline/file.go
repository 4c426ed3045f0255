package baseline

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
//     `.errlint-baseline.json:12: /findings/7: it wants a count from 1 to 2147483647`
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
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	return b, nil
}

// A syntaxError is something wrong at a line of the text.
type syntaxError struct {
	line int    // 1-based; 0: not known
	at   string // a JSON pointer; "": the text as a whole
	err  error
}

func (e *syntaxError) Error() string {
	var place string
	if e.line > 0 {
		place = fmt.Sprintf("%d:", e.line)
	}
	if e.at != "" {
		place += " " + e.at + ":"
	}
	return place + " " + e.err.Error()
}

func (e *syntaxError) Unwrap() error { return e.err }

// A formatVersion is a version of the format that this errlint knows.
type formatVersion int

// parse reads the text of a file. The error is a *syntaxError.
func parse(data []byte) (*Baseline, error) {
	if len(data) > maxSize {
		return nil, &syntaxError{err: fmt.Errorf("it is larger than %d MB", maxSize>>20)}
	}
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if bytes.HasPrefix(text, []byte("<<<<<<< ")) || bytes.HasPrefix(text, []byte(">>>>>>> ")) {
			return nil, &syntaxError{line: line, err: errors.New("a merge conflict is not resolved")}
		}
	}
	b := New(nil)
	// What a value says is checked where it is read, so that an error has its place.
	values := json.JoinUnmarshalers(json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *formatVersion) error {
		switch err := json.UnmarshalDecode(dec, (*int)(v)); {
		case err != nil:
			return err
		case *v > version:
			return fmt.Errorf("it is %d, but this errlint knows no version after %d: update errlint", *v, version)
		case *v < 1:
			return fmt.Errorf("there is no version %d", *v)
		}
		return nil
	}), json.UnmarshalFromFunc(func(dec *jsontext.Decoder, e *Entry) error {
		type plain Entry
		if err := json.UnmarshalDecode(dec, (*plain)(e)); err != nil {
			return err
		}
		k := e.times(0)
		k.Message = finding.NormalMessage(e.Message)
		switch {
		case e.Rule == "" || e.Message == "": // what is wrong with the configuration is in no package
			return errors.New("it wants a rule and a message")
		case e.Count < 1 || e.Count > math.MaxInt32:
			return fmt.Errorf("it wants a count from 1 to %d", math.MaxInt32)
		case b.counts[k] > 0:
			return errors.New("there is an entry before it for the same findings")
		}
		b.counts[k] = e.Count
		return nil
	}))
	var text struct {
		Version  formatVersion `json:"version"`
		Findings []Entry       `json:"findings"`
	}
	err := json.Unmarshal(data, &text, json.RejectUnknownMembers(true), json.WithUnmarshalers(values))
	switch {
	case err != nil:
		return nil, placed(data, err)
	case text.Version == 0 || text.Findings == nil:
		return nil, &syntaxError{line: 1, err: errors.New("it wants a version and a list of findings")}
	}
	return b, nil
}

// placed returns an error of package json with its line.
func placed(data []byte, err error) error {
	out, offset := &syntaxError{err: err}, int64(0)
	if e, ok := errors.AsType[*json.SemanticError](err); ok {
		offset, out.at = e.ByteOffset, string(e.JSONPointer)
		switch {
		case errors.Is(e.Err, json.ErrUnknownName):
			known := []string{"version", "findings", "package", "decl", "rule", "message", "count", "test"}
			out.err = fmt.Errorf("there is no such key%s", nearest.Hint(e.JSONPointer.LastToken(), known))
		case e.Err != nil && e.JSONValue != nil:
			out.err = fmt.Errorf("%s: %w", e.JSONValue, e.Err)
		case e.Err != nil:
			out.err = e.Err
		default:
			kind := strings.NewReplacer("{", "object", "[", "array").Replace(e.JSONKind.String())
			out.err = fmt.Errorf("a JSON %s does not belong there", kind)
		}
	} else if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset, out.at, out.err = e.ByteOffset, string(e.JSONPointer), e.Err
	}
	before := data[:min(offset, int64(len(data)))]
	if len(before) == len(data) {
		before = bytes.TrimRight(before, "\r\n") // there is no line behind the last one
	}
	out.line = 1 + bytes.Count(before, []byte("\n"))
	return out
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
