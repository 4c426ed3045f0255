// Package transport must not know the errors of tools.
package transport

import (
	"errors"

	"domainerr/mcperr"
)

var ErrClosed = errors.New("closed")

func match(err error) bool {
	// shape: domainerr/layer-type
	var t *mcperr.ToolError // want `ToolError is an error of domainerr/mcperr, which this package must not know`
	return errors.As(err, &t) || errors.Is(err, &mcperr.ToolError{})
}

// Send lets an error out that the package does not name.
// shape: domainerr/layer-out
func Send() error { // want `Send may return mcperr.ErrTool, an error of a package that this one must not know`
	return run()
}

func run() error { return mcperr.Run() }

func Version() int { return mcperr.Version } // shape: domainerr/not-layer-other

func Close() error { return ErrClosed } // shape: domainerr/not-layer-own

var _ = match
