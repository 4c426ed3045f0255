package cache

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// progPatience is how long a program may take for an answer before it is considered dead.
const progPatience = 30 * time.Second

// A prog is a program that stores entries, such as those of other machines. It speaks the protocol of the go command's GOCACHEPROG: see
// cmd/go/internal/cacheprog. Its objects have the same bytes as the files in the directory.
type prog struct {
	line  string    // of the command
	once  sync.Once // starts it
	cmd   *exec.Cmd // nil until it has been started
	known []string  // the commands that it knows

	writing sync.Mutex // held while a request is written
	in      io.WriteCloser
	w       *bufio.Writer

	puts sync.WaitGroup // those without an answer yet

	mu      sync.Mutex
	err     error // the first failure, after which it is not used
	nextID  int64
	waiting map[int64]chan progResponse
}

type progRequest struct {
	ID       int64
	Command  string
	ActionID []byte `json:",omitempty"`
	OutputID []byte `json:",omitempty"`
	BodySize int64  `json:",omitempty"`
}

type progResponse struct {
	ID            int64
	Err           string
	KnownCommands []string
	Miss          bool
	DiskPath      string
}

// knows reports whether the program knows a command. It starts the program if necessary.
func (p *prog) knows(command string) bool {
	p.once.Do(func() {
		if err := p.start(); err != nil {
			p.fail(err)
		}
	})
	return slices.Contains(p.known, command)
}

func (p *prog) start() error {
	args, err := splitCommand(p.line)
	if err != nil || len(args) == 0 {
		return cmp.Or(err, errors.New("no program is named"))
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if p.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	p.w = bufio.NewWriter(p.in)
	first := make(chan progResponse, 1)
	p.waiting[0], p.nextID = first, 1
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd = cmd
	go p.read(out)
	hello, err := p.await(first)
	p.known = hello.KnownCommands
	return err
}

// splitCommand splits a command line at spaces outside of quotes.
func splitCommand(line string) ([]string, error) {
	var args []string
	for line = strings.TrimLeft(line, " \t\r\n"); line != ""; line = strings.TrimLeft(line, " \t\r\n") {
		arg, rest := line, ""
		if q := line[:1]; q == `"` || q == "'" {
			var ok bool
			if arg, rest, ok = strings.Cut(line[1:], q); !ok {
				return nil, fmt.Errorf("%s is not closed in %s", q, line)
			}
		} else if i := strings.IndexAny(line, " \t\r\n"); i >= 0 {
			arg, rest = line[:i], line[i:]
		}
		args, line = append(args, arg), rest
	}
	return args, nil
}

// read sends the answers to the waiting requests, until there are no more.
func (p *prog) read(out io.Reader) {
	dec := json.NewDecoder(out)
	for {
		var res progResponse
		if err := dec.Decode(&res); err != nil {
			p.fail(fmt.Errorf("no answer: %w", err))
			return
		}
		p.mu.Lock()
		c := p.waiting[res.ID]
		delete(p.waiting, res.ID)
		p.mu.Unlock()
		if c != nil {
			c <- res
		}
	}
}

// fail ends the use of the program.
func (p *prog) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
		if p.cmd != nil {
			_ = p.cmd.Process.Kill() // so that no write to it blocks
		}
	}
	for id, c := range p.waiting {
		delete(p.waiting, id)
		close(c)
	}
}

func (p *prog) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// send sends a request, and returns the channel for the answer.
func (p *prog) send(req progRequest, body []byte) (chan progResponse, error) {
	c := make(chan progResponse, 1)
	p.mu.Lock()
	if p.err != nil {
		defer p.mu.Unlock()
		return nil, p.err
	}
	req.ID = p.nextID
	p.nextID++
	p.waiting[req.ID] = c
	p.mu.Unlock()

	head, err := json.Marshal(req)
	p.writing.Lock()
	defer p.writing.Unlock()
	p.w.Write(append(head, '\n'))
	if len(body) > 0 {
		p.w.WriteByte('"')
		enc := base64.NewEncoder(base64.StdEncoding, p.w)
		enc.Write(body)
		enc.Close()
		p.w.WriteString("\"\n")
	}
	// Flush returns the error of an earlier write, too.
	if err = cmp.Or(err, p.w.Flush()); err != nil {
		p.fail(err)
	}
	return c, err
}

func (p *prog) await(c chan progResponse) (progResponse, error) {
	select {
	case res, ok := <-c:
		if !ok {
			return res, p.failure()
		}
		return res, nil
	case <-time.After(progPatience):
		err := fmt.Errorf("no answer within %v", progPatience)
		p.fail(err)
		return progResponse{}, err
	}
}

// get returns the text of an entry, if the program has it.
func (p *prog) get(k Key) ([]byte, bool) {
	if !p.knows("get") {
		return nil, false
	}
	c, err := p.send(progRequest{Command: "get", ActionID: k[:]}, nil)
	if err != nil {
		return nil, false
	}
	res, err := p.await(c)
	if err != nil || res.Err != "" || res.Miss || res.DiskPath == "" {
		return nil, false
	}
	text, err := os.ReadFile(res.DiskPath)
	return text, err == nil
}

// put sends the text of an entry. It does not wait for the answer.
func (p *prog) put(k Key, text []byte) {
	if !p.knows("put") {
		return
	}
	sum := sha256.Sum256(text)
	c, err := p.send(progRequest{Command: "put", ActionID: k[:], OutputID: sum[:], BodySize: int64(len(text))}, text)
	if err == nil {
		p.puts.Go(func() { _, _ = p.await(c) })
	}
}

// close waits until all entries have been stored, and ends the program.
func (p *prog) close() {
	p.once.Do(func() {}) // from here on, it is not started
	if p.cmd == nil {
		return
	}
	p.puts.Wait()
	if slices.Contains(p.known, "close") {
		if c, err := p.send(progRequest{Command: "close"}, nil); err == nil {
			_, _ = p.await(c)
		}
	}
	p.writing.Lock()
	_ = p.in.Close()
	p.writing.Unlock()
	late := time.AfterFunc(time.Second, func() { _ = p.cmd.Process.Kill() })
	_ = p.cmd.Wait()
	late.Stop()
}
