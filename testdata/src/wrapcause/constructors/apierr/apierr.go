// Package apierr stands for a module that is not analysed: its functions have no bodies here that tell anything.
package apierr

type Code int

var make func(code Code, msg string, cause error) error

func New(code Code, msg string, cause error) error { return make(code, msg, cause) }

func Plain(msg string) error { return make(0, msg, nil) }

type Factory struct{}

func (Factory) Newf(cause error, format string, args ...any) error { return make(0, format, cause) }
