package lsp

import (
	"io"
	"sync"
	"time"
)

// flushTime is how long Close waits for the client to read pending messages.
const flushTime = time.Second

// A sender is a stream whose Write does not block. The goroutine that reads messages answers some of them itself; if it waited for the client to
// read an answer, while the client, which may be built in the same way, waits for the server to read one, that would be a deadlock.
type sender struct {
	io.ReadWriteCloser

	mu      sync.Mutex
	changed *sync.Cond // of mu
	pending []byte     // still to be written
	writing bool
	closed  bool
	err     error // of the last attempt to write
}

func newSender(stream io.ReadWriteCloser) *sender {
	s := &sender{ReadWriteCloser: stream}
	s.changed = sync.NewCond(&s.mu)
	go s.run()
	return s
}

// Write queues a copy of data. The error is that of an earlier write.
func (s *sender) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil && s.closed {
		s.err = io.ErrClosedPipe
	}
	if s.err != nil {
		return 0, s.err
	}
	s.pending = append(s.pending, data...)
	s.changed.Broadcast()
	return len(data), nil
}

func (s *sender) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.err == nil {
		if len(s.pending) == 0 {
			if s.closed {
				return
			}
			s.changed.Wait()
			continue
		}
		data := s.pending
		s.pending, s.writing = nil, true
		s.mu.Unlock()
		_, err := s.ReadWriteCloser.Write(data)
		s.mu.Lock()
		s.writing, s.err = false, err
		s.changed.Broadcast()
	}
}

// Close closes the stream once everything is written, or flushTime has passed.
func (s *sender) Close() error {
	late := false
	timer := time.AfterFunc(flushTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		late = true
		s.changed.Broadcast()
	})
	defer timer.Stop()
	s.mu.Lock()
	s.closed = true
	s.changed.Broadcast()
	for s.err == nil && !late && (len(s.pending) > 0 || s.writing) {
		s.changed.Wait()
	}
	s.mu.Unlock()
	return s.ReadWriteCloser.Close()
}
