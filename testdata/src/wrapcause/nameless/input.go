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
	Path() (string, error)
	Check(string) error
	Load(string) error
}

type plain struct{}

func (plain) Path() (string, error)   { return "plain", nil }
func (plain) Check(name string) error { return nil }
func (plain) Load(name string) error  { return nil }

type nested struct{ depth int }

func (n *nested) Path() (string, error) { return "nested", nil }

func (n *nested) Check(name string) error {
	if n.depth == 0 {
		return fmt.Errorf("%s has no depth", name)
	}
	return nil
}

func (n *nested) Load(name string) error { // want Load:`\(acts\)`
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
	if _, err := d.Path(); err != nil {
		return fmt.Errorf("path: %v", err)
	}
	if err := d.Check(name); err != nil {
		return fmt.Errorf("check: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := d.Load(name); err != nil {
		return fmt.Errorf("load: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Others may put something in an exported variable, and give anything.
func given(d decoder) error {
	if _, err := Decoders["plain"].Path(); err != nil {
		return fmt.Errorf("path: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := d.Path(); err != nil {
		return fmt.Errorf("path: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Whoever gives a step, its method is one of these: another package can only embed what has it.

type Step interface {
	start(name string) error
	Stop() error
}

type wait struct{}

func (wait) start(name string) error {
	if name == "" {
		return errors.New("nothing to wait for")
	}
	return nil
}

func (wait) Stop() error { return nil }

type Repeat struct{ Step }

func (r Repeat) start(name string) error {
	if err := r.Step.start(name); err != nil {
		return fmt.Errorf("again: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func runStep(s Step) error {
	if err := s.start("a"); err != nil {
		return fmt.Errorf("start: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := s.Stop(); err != nil {
		return fmt.Errorf("stop: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

type reader interface{ read(name string) error }

type files struct{}

func (files) read(name string) error {
	_, err := os.ReadFile(name)
	return err
}

type nothing struct{}

func (nothing) read(string) error { return nil }

func readBy(r reader) error {
	if err := r.read("a"); err != nil {
		return fmt.Errorf("read: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}
