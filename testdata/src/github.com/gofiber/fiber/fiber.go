// Package fiber stands in for the web framework of this name.
package fiber

// A Ctx is a request and the response to it.
type Ctx struct{}

// Status sets the status.
func (c *Ctx) Status(status int) *Ctx { return c }

// JSON writes data as the response.
func (c *Ctx) JSON(data any) error { return nil }

// SendString writes a text as the response.
func (c *Ctx) SendString(s string) error { return nil }
