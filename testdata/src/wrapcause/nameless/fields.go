package nameless

import (
	"errors"
	"fmt"
	"os"
)

// What is in a field that no other package can set is what this one stores there, wherever the struct comes from.

type Codec struct {
	name   string
	encode func(text string) (string, error)
	decode func(text string) (string, error)
	load   func(name string) (string, error)
	patch  func(text string) (string, error)
	test   func(text string) (string, error)
	Hook   func(text string) (string, error)
}

var codecs = make(map[string]*Codec)

func newCodec(name string) *Codec {
	c := &Codec{
		name:   name,
		encode: checked(encodeText),
		decode: func(text string) (string, error) {
			if len(text) < 2 {
				return "", errors.New("too short")
			}
			return text[1:], nil
		},
		load:  traced(loadText),
		patch: encodeText,
		Hook:  encodeText,
	}
	codecs[name] = c
	if name == "upper" {
		c.encode = limited(c.encode, 9)
	}
	replace(&c.patch)
	return c
}

func replace(fn *func(string) (string, error)) { *fn = loadText }

func encodeText(text string) (string, error) {
	if text == "" {
		return "", fmt.Errorf("nothing to encode")
	}
	return "x" + text, nil
}

func loadText(name string) (string, error) {
	data, err := os.ReadFile(name)
	return string(data), err
}

// A function that is given to another is called by the result.
func checked(fn func(string) (string, error)) func(string) (string, error) {
	return func(text string) (string, error) {
		text, err := fn(text)
		if err != nil {
			return "", err
		}
		if text == "x" {
			return "", errors.New("only the mark")
		}
		return text, nil
	}
}

func limited(fn func(string) (string, error), n int) func(string) (string, error) {
	return func(text string) (string, error) {
		if len(text) > n {
			return "", fmt.Errorf("more than %d bytes", n)
		}
		return fn(text)
	}
}

func traced(fn func(string) (string, error)) func(string) (string, error) {
	return func(text string) (string, error) {
		println(text)
		return fn(text)
	}
}

func coded(all map[string]*Codec, c *Codec, text string) error {
	if _, err := c.encode(text); err != nil {
		return fmt.Errorf("encode: %v", err) // category: nameless // shape: wrapcause/nameless-function-field // want `fmt.Errorf formats err with %v`
	}
	if _, err := all[text].decode(text); err != nil {
		return fmt.Errorf("decode: %v", err) // category: nameless // shape: wrapcause/nameless-function-field // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func codedAsGiven(c *Codec, text string) error {
	if _, err := c.load(text); err != nil {
		return fmt.Errorf("load: %v", err) // category: format // shape: wrapcause/nameless-not-function-field // want `fmt.Errorf formats err with %v`
	}
	if _, err := c.patch(text); err != nil { // its address was given away
		return fmt.Errorf("patch: %v", err) // category: format // shape: wrapcause/nameless-not-function-field // want `fmt.Errorf formats err with %v`
	}
	if _, err := c.Hook(text); err != nil { // others may set it
		return fmt.Errorf("hook: %v", err) // category: format // shape: wrapcause/nameless-not-function-field // want `fmt.Errorf formats err with %v`
	}
	if c.test != nil { // set under other build tags
		if _, err := c.test(text); err != nil {
			return fmt.Errorf("test: %v", err) // category: format // want `fmt.Errorf formats err with %v`
		}
	}
	return nil
}

// A function that others can call may be given whatever there is.
func Guarded(fn func(string) error) func(string) error {
	return func(text string) error {
		if text == "" {
			return errors.New("no text")
		}
		return fn(text)
	}
}

type guard struct{ run func(string) error }

func guarded(g *guard, text string) error {
	if err := g.run(text); err != nil {
		return fmt.Errorf("guard: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func newGuard() *guard {
	return &guard{Guarded(func(text string) error { return errors.New(text) })}
}

// A parameter that all calls are known of returns what they pass.
func tried(fn func() error) error {
	if err := fn(); err != nil {
		return fmt.Errorf("tried: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func triedRemoval(fn func() error) error {
	if err := fn(); err != nil {
		return fmt.Errorf("tried: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func triedByPointer(fn *func() error) error {
	if err := (*fn)(); err != nil {
		return fmt.Errorf("tried: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func triesAll(name string) error {
	remove := func() error { return os.Remove(name) }
	if err := triedByPointer(&remove); err != nil {
		return err
	}
	if err := tried(func() error { return errors.New(name) }); err != nil {
		return err
	}
	if err := triedRemoval(func() error { return errors.New(name) }); err != nil {
		return err
	}
	return triedRemoval(func() error { return os.Remove(name) })
}

// An interface holds what the function returned that it comes from.

type kind interface {
	Seal(text string) (string, error)
	Keep(name string) error
}

type short struct{}

func (short) Seal(text string) (string, error) {
	if len(text) > 8 {
		return "", errors.New("too long")
	}
	return text, nil
}

func (short) Keep(name string) error { return errors.New("kept nowhere") } // want Keep:`makes`

type long struct{ max int }

func (l *long) Seal(text string) (string, error) {
	if len(text) > l.max {
		return "", fmt.Errorf("longer than %d", l.max)
	}
	return text, nil
}

func (l *long) Keep(name string) error { return os.WriteFile(name, nil, 0o600) } // want Keep:`acts`

func kindOf(n int) (kind, error) {
	switch n {
	case 1:
		var k short
		return k, nil
	case 2:
		return &long{64}, nil
	}
	return nil, fmt.Errorf("no kind %d", n)
}

func kindOr(n int, other kind) kind {
	if k, err := kindOf(n); err == nil {
		return k
	}
	return other
}

type sealer struct{ of kind }

func newSealer(n int) (*sealer, error) {
	k, err := kindOf(n)
	if err != nil {
		return nil, err
	}
	return &sealer{k}, nil
}

func (s *sealer) seal(text string) error {
	if _, err := s.of.Seal(text); err != nil {
		return fmt.Errorf("seal: %v", err) // category: nameless // shape: wrapcause/nameless-interface-field // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func sealedBy(n int, text string, other kind) error {
	k, err := kindOf(n)
	if err != nil {
		return err
	}
	if _, err := k.Seal(text); err != nil {
		return fmt.Errorf("seal: %v", err) // category: nameless // shape: wrapcause/nameless-interface-result // want `fmt.Errorf formats err with %v`
	}
	if _, err := kindOr(n, short{}).Seal(text); err != nil {
		return fmt.Errorf("seal: %v", err) // category: nameless // shape: wrapcause/nameless-interface-result // want `fmt.Errorf formats err with %v`
	}
	if err := k.Keep(text); err != nil {
		return fmt.Errorf("keep: %v", err) // category: format // shape: wrapcause/nameless-not-interface-result // want `fmt.Errorf formats err with %v`
	}
	if _, err := kindOr(n, other).Seal(text); err != nil {
		return fmt.Errorf("seal: %v", err) // category: format // shape: wrapcause/nameless-not-interface-result // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A struct that embeds the interface has the methods of whatever is in it.

type embedding struct{ kind }

func embedded(inner kind) kind { return embedding{inner} }

func sealedIn(inner kind, text string) error {
	if _, err := embedded(inner).Seal(text); err != nil {
		return fmt.Errorf("seal: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}
