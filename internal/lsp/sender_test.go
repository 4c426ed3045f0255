package lsp

import (
	"errors"
	"io"
	"strings"
	"testing"
)

type oneWay struct {
	io.Reader
	io.WriteCloser
}

// TestSender writes to a stream that nobody reads yet.
func TestSender(t *testing.T) {
	r, w := io.Pipe()
	s := newSender(oneWay{strings.NewReader(""), w})
	buf := []byte("one ")
	for _, text := range []string{"one ", "two ", "six "} {
		copy(buf, text) // as a stream uses it again
		if n, err := s.Write(buf); n != len(text) || err != nil {
			t.Fatalf("wrote %d bytes: %v", n, err)
		}
	}
	got := make(chan string)
	go func() {
		all, _ := io.ReadAll(r)
		got <- string(all)
	}()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if all := <-got; all != "one two six " {
		t.Errorf("the other end has %q", all)
	}
	if _, err := s.Write(buf); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("after the end: %v", err)
	}
}

// TestSenderAlone ends a connection whose other end reads nothing.
func TestSenderAlone(t *testing.T) {
	_, w := io.Pipe()
	s := newSender(oneWay{strings.NewReader(""), w})
	if _, err := s.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSenderFails tells who writes that an earlier message could not be written.
func TestSenderFails(t *testing.T) {
	r, w := io.Pipe()
	broken := errors.New("broken")
	if err := r.CloseWithError(broken); err != nil {
		t.Fatal(err)
	}
	s := newSender(oneWay{strings.NewReader(""), w})
	for err := error(nil); !errors.Is(err, broken); {
		_, err = s.Write([]byte("x"))
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
