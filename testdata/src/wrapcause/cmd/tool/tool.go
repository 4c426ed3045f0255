// Package tool is one of a command: other packages of that print what it fails with.
package tool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Load is called by main.
func Load(name string) error {
	if err := load(name); err != nil {
		return err
	}
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("load: %v", err) // shape: wrapcause/unasked-cmd // category: unasked // want `fmt.Errorf formats err with %v`
	}
	if err := optional(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func load(name string) error {
	if _, err := os.ReadFile(name); err != nil {
		return fmt.Errorf("read: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Here somebody asks.
func optional(name string) error {
	if _, err := os.ReadFile(name + ".local"); err != nil {
		return fmt.Errorf("read: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A Tool has a method that main calls.
type Tool struct{ name string }

// Run runs it.
func (t *Tool) Run() error {
	if _, err := os.ReadFile(t.name); err != nil {
		return fmt.Errorf("run: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Missing leaves the cause out, which nobody can print.
func Missing(name string) error {
	if _, err := os.ReadFile(name); err != nil {
		return errors.New("no such file") // want `errors.New makes an error in place of err`
	}
	return nil
}

// A Step is what main runs.
type Step interface{ Do() error }

type remove struct{ name string }

func (r *remove) Do() error {
	if err := os.Remove(r.name); err != nil {
		return fmt.Errorf("remove: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// NewStep returns a step to main.
func NewStep(name string) Step { return &remove{name} }

type check struct{ name string }

func (c *check) Do() error {
	if _, err := os.ReadFile(c.name); err != nil {
		return fmt.Errorf("check: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func newCheck(name string) Step { return &check{name} }

// Check has a function that is returned by another one, which is also handed to others.
func Check(do func(func(name string) Step)) Step {
	do(newCheck)
	return newCheck("a")
}
