package guards

import (
	"errors"
	"io"
	"strings"
)

// A scan keeps the error that it ended with.
type scan struct {
	err  error
	text string
	next *scan
	errc chan error
}

func (s *scan) fail(n int) {
	s.err = abc(n)
}

func (s *scan) read(r io.Reader, buf []byte) { // its callers see io.EOF
	if len(buf) == 0 {
		s.err = io.EOF
		return
	}
	s.err = ErrA
}

// A field that is loaded twice holds what the condition on the first load has found out.
func (s *scan) Err() error { // want Err:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

func (s *scan) IsB() error { // want IsB:`{errflow/guards.ErrB}`
	if errors.Is(s.err, ErrB) && strings.HasPrefix(s.text, "x") && s.text != s.err.Error() {
		s.text = ""
		return s.err
	}
	return nil
}

// The pointer on the way is the same, too.
func (s *scan) Next() error { // want Next:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	if s.next == nil || s.next.err == io.EOF {
		return nil
	}
	return s.next.err
}

// Something is stored between the loads, or may be.

func (s *scan) Stored(n int) error { // want Stored:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub io.EOF}`
	if s.err == io.EOF {
		return nil
	}
	if n > 0 {
		s.err = abc(n)
	}
	return s.err
}

func (s *scan) Called(buf []byte) error { // want Called:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub io.EOF}`
	if s.err == io.EOF {
		s.read(nil, buf)
	}
	return s.err
}

func (s *scan) Looped(buf []byte) error { // want Looped:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub io.EOF}`
	if s.err == io.EOF {
		return nil
	}
	for range 3 {
		if len(buf) > 0 {
			return s.err
		}
		s.read(nil, buf)
	}
	return nil
}

func (s *scan) Moved() error { // want Moved:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub io.EOF}`
	if s.err == io.EOF {
		s = s.next
	}
	return s.err
}

func (s *scan) Copied(other *scan) error { // want Copied:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub io.EOF}`
	if s.err == io.EOF {
		*s = *other
	}
	return s.err
}
