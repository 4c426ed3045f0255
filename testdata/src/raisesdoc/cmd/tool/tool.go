// Package tool is part of a command.
package tool

import "errors"

var ErrA = errors.New("a")

// Run runs the command.
func Run() error { return ErrA } // shape: raisesdoc/not-command
