// Package mcperr is the errors of a layer.
package mcperr

import "errors"

var ErrTool = errors.New("tool")

type ToolError struct{ Name string }

func (e *ToolError) Error() string { return e.Name }

// Run is no error.
func Run() error { return ErrTool }

const Version = 1
