package nameless

import (
	"bytes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/mail"
	"os"
	"strings"
)

// The errors of an interface of the standard library are made of text.
func opened(aead cipher.AEAD, nonce, data []byte) error {
	if _, err := aead.Open(nil, nonce, data, nil); err != nil {
		return fmt.Errorf("open: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Of what is in memory, only the input may be wrong.
func parsed(text string) error {
	if _, err := mail.ReadMessage(strings.NewReader(text)); err != nil {
		return fmt.Errorf("message: %v", err)
	}
	if _, err := io.ReadAll(strings.NewReader(text)); err != nil {
		return fmt.Errorf("read: %v", err)
	}
	if err := pem.Encode(new(bytes.Buffer), &pem.Block{Type: "X", Bytes: []byte(text)}); err != nil {
		return fmt.Errorf("encode: %v", err)
	}
	if _, err := rand.Int(rand.Reader, big.NewInt(9)); err != nil {
		return fmt.Errorf("random: %v", err)
	}
	if _, err := io.ReadFull(rand.Reader, make([]byte, 8)); err != nil {
		return fmt.Errorf("random: %v", err)
	}
	if err := pem.Encode(os.Stdout, &pem.Block{Type: "X", Bytes: []byte(text)}); err != nil {
		return fmt.Errorf("encode: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := io.WriteString(sha256.New(), text); err != nil {
		return fmt.Errorf("hash: %v", err)
	}
	if _, err := fmt.Fprintln(new(strings.Builder), text); err != nil {
		return fmt.Errorf("print: %v", err)
	}
	if _, err := io.WriteString(os.Stdout, text); err != nil {
		return fmt.Errorf("write: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := mail.ReadMessage(os.Stdin); err != nil {
		return fmt.Errorf("message: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := io.ReadAll(os.Stdin); err != nil {
		return fmt.Errorf("read: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// The address of a Unix socket is checked, that of a host is looked up.
func addresses(addr string, pid int) error {
	if _, err := net.ResolveUnixAddr("unix", addr); err != nil {
		return fmt.Errorf("socket: %v", err)
	}
	if _, err := os.FindProcess(pid); err != nil {
		return fmt.Errorf("process: %v", err)
	}
	if _, err := net.ResolveTCPAddr("tcp", addr); err != nil {
		return fmt.Errorf("address: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

var (
	errInput = errors.New("invalid input")
	errLarge = errors.New("too large")
)

// A helper decodes, and says in its own words what else is wrong with the input.
func decode(b []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("several values")
	}
	return nil
}

func decodeSmall(b []byte, v any) error {
	if len(b) > 1<<20 {
		return errLarge
	}
	return json.Unmarshal(b, v)
}

func decodeFrom(r io.Reader, v any) error {
	return json.NewDecoder(r).Decode(v)
}

func decoded(b []byte, r io.Reader) error {
	var v struct{ Name string }
	if err := decode(b, &v); err != nil {
		return fmt.Errorf("%w: %v", errInput, err)
	}
	if err := decodeSmall(b, &v); err != nil {
		return fmt.Errorf("%w: %v", errInput, err) // category: second-cause // want `fmt.Errorf wraps errInput but formats err with %v`
	}
	if err := decodeFrom(r, &v); err != nil {
		return fmt.Errorf("%w: %v", errInput, err) // category: second-cause // want `fmt.Errorf wraps errInput but formats err with %v`
	}
	return nil
}

// A decoder is an interface here, and all that there are of it are known.

type decoder interface {
	path() (string, error)
	check(string) error
	load(string) error
}

type plain struct{}

func (plain) path() (string, error)   { return "plain", nil }
func (plain) check(name string) error { return nil }
func (plain) load(name string) error  { return nil }

type nested struct{ depth int }

func (n *nested) path() (string, error) { return "nested", nil }

func (n *nested) check(name string) error {
	if n.depth == 0 {
		return fmt.Errorf("%s has no depth", name)
	}
	return nil
}

func (n *nested) load(name string) error {
	_, err := os.ReadFile(name)
	return err
}

var decoders = map[string]decoder{"plain": plain{}, "nested": &nested{1}}

var Decoders = map[string]decoder{"plain": plain{}}

func chosen(name string) error {
	d, ok := decoders[name]
	if !ok {
		return errInput
	}
	if _, err := d.path(); err != nil {
		return fmt.Errorf("path: %v", err)
	}
	if err := d.check(name); err != nil {
		return fmt.Errorf("check: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := d.load(name); err != nil {
		return fmt.Errorf("load: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Others may put something in an exported variable, and give anything.
func given(d decoder) error {
	if _, err := Decoders["plain"].path(); err != nil {
		return fmt.Errorf("path: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := d.path(); err != nil {
		return fmt.Errorf("path: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}
