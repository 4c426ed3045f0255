package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/errlint/errlint/internal/driver"
)

const (
	progressDelay    = time.Second            // a shorter run shows no progress
	progressInterval = 100 * time.Millisecond // between two looks at the state
)

// A progress is a line on a terminal that shows the progress of a run. Its methods
// may be called from several goroutines.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	state driver.Progress
	shown driver.Progress // what the line says; zero if there is none

	stop chan struct{}
	done sync.WaitGroup
}

// newProgress returns a progress that is shown on w after the delay. It must
// be closed.
func newProgress(w io.Writer, delay time.Duration) *progress {
	p := &progress{w: w, stop: make(chan struct{})}
	p.done.Go(func() {
		for wait := delay; ; wait = progressInterval {
			select {
			case <-p.stop:
				return
			case <-time.After(wait):
				p.draw()
			}
		}
	})
	return p
}

// update records the state of the run.
func (p *progress) update(state driver.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = state
}

// draw shows the state, if it has changed.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == p.shown {
		return
	}
	p.shown = p.state
	fmt.Fprintf(p.w, "\r\x1b[Kerrlint: %s %d/%d", p.state.Phase, p.state.Done, p.state.Total)
}

// close erases the line, for good.
func (p *progress) close() {
	close(p.stop)
	p.done.Wait()
	if p.shown != (driver.Progress{}) {
		io.WriteString(p.w, "\r\x1b[K")
	}
}
