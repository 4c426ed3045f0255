package nameless

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/x509"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"

	"example.com/values"
	"gopkg.in/yaml.v3"
)

// What cannot be encoded is a mistake of the program, of which the error only tells.

type tree struct {
	Name     string
	Addr     netip.Addr // has a method of another module
	Children []*tree
}

type shown struct{ N int }

func (s shown) MarshalText() ([]byte, error) { // made of text
	if s.N < 0 {
		return nil, errors.New("negative")
	}
	return []byte("n"), nil
}

type sealed struct{ Key string }

func (s sealed) MarshalJSON() ([]byte, error) {
	if s.Key == "" {
		return nil, errInput
	}
	return json.Marshal(s.Key)
}

func (s *sealed) MarshalYAML() (any, error) { // want MarshalYAML:`acts`
	key, err := os.ReadFile(s.Key)
	return string(key), err
}

func encoded(t tree, key any) error {
	if _, err := json.Marshal(t); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // shape: wrapcause/nameless-encoded // want `fmt.Errorf formats err with %v`
	}
	if _, err := json.MarshalIndent(map[string]any{"tree": &t, "shown": shown{1}}, "", " "); err != nil {
		return errors.New("json: " + err.Error()) // category: nameless // shape: wrapcause/nameless-encoded // want `errors.New takes only the text of err`
	}
	if _, err := yaml.Marshal(&t); err != nil {
		return fmt.Errorf("yaml: %v", err) // category: nameless // shape: wrapcause/nameless-encoded // want `fmt.Errorf formats err with %v`
	}
	if _, err := x509.MarshalPKCS8PrivateKey(key); err != nil {
		return fmt.Errorf("key: %v", err) // category: nameless // shape: wrapcause/nameless-encoded // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A method of the module hands on errors that have names.
func encodedByMethods(s sealed, all map[string][]sealed) error {
	if _, err := json.Marshal(s); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // shape: wrapcause/nameless-not-by-method // want `fmt.Errorf formats err with %v`
	}
	if _, err := json.Marshal(all); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := yaml.Marshal(&s); err != nil {
		return fmt.Errorf("yaml: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := json.Marshal(map[string]any{"tree": tree{}, "sealed": s}); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := json.Marshal(struct{ Open, Sealed any }{interface{ Any() }(nil), s}); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Nothing is known of a value of any type that has a name.
func encodedUnknown[T any](v any, open struct{ Any any }, of T, byName map[string]any) error {
	if _, err := json.Marshal(v); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // shape: wrapcause/nameless-unknown // want `fmt.Errorf formats err with %v`
	}
	if _, err := yaml.Marshal(v); err != nil {
		return fmt.Errorf("yaml: %v", err) // category: nameless // shape: wrapcause/nameless-unknown // want `fmt.Errorf formats err with %v`
	}
	if _, err := json.Marshal(open); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if _, err := json.MarshalIndent(of, "", " "); err != nil {
		return errors.New("json: " + err.Error()) // category: nameless // want `errors.New takes only the text of err`
	}
	if _, err := encodeAs("yaml", byName); err != nil {
		return fmt.Errorf("encode: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(v); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func encodeAs(format string, v any) ([]byte, error) {
	switch format {
	case "json":
		return json.Marshal(v)
	case "yaml":
		return yaml.Marshal(v)
	}
	return nil, errors.New("unknown format")
}

// What callers pass is known.
func saved(s sealed) error {
	if err := save(tree{}); err != nil {
		return err
	}
	return save(s)
}

func save(v any) error {
	data, err := yaml.Marshal(v)
	if err != nil {
		return fmt.Errorf("yaml: %v", err) // category: format // shape: wrapcause/nameless-not-by-caller // want `fmt.Errorf formats err with %v`
	}
	return os.WriteFile("v.yaml", data, 0o666)
}

// A value of another module that turns itself into a text.
func encodedByItself(v values.Values, o *values.Object, resp *values.Response) error {
	if _, err := v.YAML(); err != nil {
		return fmt.Errorf("values: %v", err) // category: nameless // shape: wrapcause/nameless-by-itself // want `fmt.Errorf formats err with %v`
	}
	if _, err := o.MarshalJSON(); err != nil {
		return fmt.Errorf("object: %v", err) // category: nameless // shape: wrapcause/nameless-by-itself // want `fmt.Errorf formats err with %v`
	}
	if _, err := o.Load(); err != nil {
		return fmt.Errorf("object: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := resp.JSON(); err != nil { // it may read first
		return fmt.Errorf("response: %v", err) // category: format // shape: wrapcause/nameless-not-by-itself // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A value of an interface type may be the module's.
func encodedByAny(m json.Marshaler) error {
	if _, err := m.MarshalJSON(); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // shape: wrapcause/nameless-not-by-itself // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func encodedTo(w http.ResponseWriter, t tree) error {
	var buf bytes.Buffer
	if err := yaml.NewEncoder(&buf).Encode(t); err != nil {
		return fmt.Errorf("yaml: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	enc := json.NewEncoder(&buf)
	if err := enc.Encode(t); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := json.NewEncoder(w).Encode(t); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // shape: wrapcause/nameless-not-stream // want `fmt.Errorf formats err with %v`
	}
	if err := yaml.NewEncoder(w).Encode(t); err != nil {
		return fmt.Errorf("yaml: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// What is packed in memory cannot fail for another reason than what it is.
func packed(header *tar.Header, data []byte) ([]byte, error) {
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	tw := tar.NewWriter(zw)
	if err := tw.WriteHeader(header); err != nil {
		return nil, fmt.Errorf("header: %v", err) // category: nameless // shape: wrapcause/nameless-in-memory // want `fmt.Errorf formats err with %v`
	}
	if _, err := tw.Write(data); err != nil {
		return nil, fmt.Errorf("content: %v", err) // category: nameless // shape: wrapcause/nameless-in-memory // want `fmt.Errorf formats err with %v`
	}
	if _, err := io.Copy(tw, bytes.NewReader(data)); err != nil {
		return nil, fmt.Errorf("copy: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := zw.Close(); err != nil {
		return nil, errors.New("close: " + err.Error()) // category: nameless // want `errors.New takes only the text of err`
	}
	return buf.Bytes(), nil
}

func unpacked(data []byte) (string, error) {
	zr, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", fmt.Errorf("gzip: %v", err) // category: nameless // shape: wrapcause/nameless-in-memory // want `fmt.Errorf formats err with %v`
	}
	inner, err := zlib.NewReader(zr)
	if err != nil {
		return "", fmt.Errorf("zlib: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	text, err := io.ReadAll(inner)
	if err != nil {
		return "", fmt.Errorf("read: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return string(text), nil
}

var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func others(text string, file *os.File) error {
	var b strings.Builder
	archive := zip.NewWriter(&b)
	entry, err := archive.Create("text")
	if err != nil {
		return fmt.Errorf("create: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if _, err := entry.Write([]byte(text)); err != nil {
		return fmt.Errorf("write: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := csv.NewWriter(&b).Write([]string{text}); err != nil {
		return fmt.Errorf("csv: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	form := multipart.NewWriter(&b)
	if err := form.WriteField("text", text); err != nil {
		return fmt.Errorf("form: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	part, err := form.CreateFormFile("file", "name")
	if err != nil {
		return fmt.Errorf("form: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if _, err := io.Copy(part, file); err != nil {
		return fmt.Errorf("copy: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	pooled := writers.Get().(*gzip.Writer)
	pooled.Reset(&b)
	if err := pooled.Close(); err != nil {
		return fmt.Errorf("close: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A file, a connection or a directory fails for reasons of its own.
func streamed(w io.Writer, file *os.File, header *tar.Header, dir fs.FS) error {
	zw := gzip.NewWriter(file)
	tw := tar.NewWriter(zw)
	if err := tw.WriteHeader(header); err != nil {
		return fmt.Errorf("header: %v", err) // category: format // shape: wrapcause/nameless-not-stream // want `fmt.Errorf formats err with %v`
	}
	if err := zw.Close(); err != nil {
		return fmt.Errorf("close: %v", err) // category: format // shape: wrapcause/nameless-not-stream // want `fmt.Errorf formats err with %v`
	}
	if _, err := gzip.NewReader(file); err != nil {
		return fmt.Errorf("gzip: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if err := bufio.NewWriter(w).Flush(); err != nil {
		return fmt.Errorf("flush: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	var buf bytes.Buffer
	archive := zip.NewWriter(&buf)
	if err := archive.AddFS(dir); err != nil {
		return fmt.Errorf("add: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	pooled := writers.Get().(*gzip.Writer)
	if err := pooled.Close(); err != nil {
		return fmt.Errorf("close: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	reset := gzip.NewWriter(&buf)
	reset.Reset(w)
	if err := reset.Close(); err != nil {
		return fmt.Errorf("close: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	both := gzip.NewWriter(io.MultiWriter(&buf, w))
	if err := both.Close(); err != nil {
		return fmt.Errorf("close: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// What is in memory and cannot be decoded is bad, and there is nothing more to find; a reader may fail, and so may a method that decodes.
func read(data []byte, from io.Reader, into any) error {
	var t tree
	if err := json.Unmarshal(data, &t); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // shape: wrapcause/nameless-decoded // want `fmt.Errorf formats err with %v`
	}
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&t); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	var rest map[string]any
	if err := json.Unmarshal(data, &rest); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := json.NewDecoder(from).Decode(&t); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("json: %v", err) // category: nameless // shape: wrapcause/nameless-unknown // want `fmt.Errorf formats err with %v`
	}
	var l linked
	if err := json.Unmarshal(data, &l); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // shape: wrapcause/nameless-not-by-decoder // want `fmt.Errorf formats err with %v`
	}
	if _, err := csv.NewReader(bytes.NewReader(data)).Read(); err != nil {
		return fmt.Errorf("csv: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func readInto(data []byte) (l linked, err error) {
	return l, decodeInto(data, &l)
}

func decodeInto(data []byte, into any) error {
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("json: %v", err) // category: format // shape: wrapcause/nameless-not-by-caller // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A linked is what is in the file of that name.
type linked struct{ Text []byte }

func (l *linked) UnmarshalText(name []byte) (err error) { // want UnmarshalText:`acts`
	l.Text, err = os.ReadFile(string(name))
	return err
}

// What is left out is judged as before.
func replaced(file *os.File, t tree) error {
	if _, err := json.Marshal(t); err != nil {
		return errors.New("cannot encode") // category: translated // want `errors.New makes an error in place of err`
	}
	var buf bytes.Buffer
	if _, err := io.Copy(&buf, file); err != nil {
		return errors.New("cannot copy") // category: dropped // want `errors.New makes an error in place of err`
	}
	return nil
}
