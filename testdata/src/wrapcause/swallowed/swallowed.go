// Package swallowed has errors that are lost altogether.
package swallowed

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
)

var ErrX = errors.New("x")

func logged(g func() error) error {
	if err := g(); err != nil {
		log.Print(err)
		return nil // shape: wrapcause/swallowed-nil // want `nil is returned where err is not nil, so the caller takes the failure for a success`
	}
	if err := g(); err != nil {
		if errors.Is(err, ErrX) {
			return nil // shape: wrapcause/not-is-nil
		}
		return err
	}
	return nil
}

func tolerated(g func() error) (int, error) {
	if err := g(); err != nil {
		return 0, nil // nothing is done about it: that is on purpose
	}
	if err := g(); err != nil {
		log.Print(err)
		return 7, nil // a fallback
	}
	if err := g(); err != nil {
		log.Print("g: " + err.Error())
		return 0, nil // shape: wrapcause/swallowed-nil // want `nil is returned where err is not nil`
	}
	return 1, nil
}

type toolResult struct {
	IsError bool
	Text    string
}

func tool(g func() error) (*toolResult, error) {
	if err := g(); err != nil {
		return &toolResult{IsError: true, Text: err.Error()}, nil // shape: wrapcause/not-boundary
	}
	return &toolResult{}, nil
}

func closed(f *os.File, g func() error) (err error) {
	defer func() {
		err = f.Close() // shape: wrapcause/swallowed-defer // want `the deferred function assigns err without a look at it`
	}()
	return g()
}

func closedWell(f *os.File, g func() error) (err error) {
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	defer func() {
		err = errors.Join(err, f.Close())
	}()
	return g()
}

func background(g func() error, c io.Closer) {
	go g()            // shape: wrapcause/swallowed-go // want `the go statement drops the error that g returns`
	go c.Close()      // shape: wrapcause/swallowed-go // want `the go statement drops the error that c.Close returns`
	go func() error { // shape: wrapcause/swallowed-go // want `the go statement drops the error that the function returns`
		return g()
	}()
	go func() { log.Print(g()) }()
}

func recovered(g func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r) // shape: wrapcause/swallowed-recover // want `fmt.Errorf formats r, which was recovered`
		}
	}()
	g()
	return nil
}

func recoveredWell(g func()) (err error) {
	defer func() {
		r := recover()
		if e, ok := r.(error); ok {
			err = fmt.Errorf("panic: %w", e)
		}
	}()
	g()
	return nil
}
