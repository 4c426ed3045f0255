// Package httperr stands for one of another module.
package httperr

type coded struct {
	code int
	err  error
}

func (c *coded) Error() string { return c.err.Error() }
func (c *coded) Unwrap() error { return c.err }

// WithCode gives an error a status.
func WithCode(err error, code int) error { return &coded{code, err} }

// IsNotFound reports whether an error has the status 404.
func IsNotFound(err error) bool {
	c, ok := err.(*coded)
	return ok && c.code == 404
}
