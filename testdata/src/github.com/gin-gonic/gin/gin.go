// Package gin stands in for the web framework of this name: the little of it
// that the cases need.
package gin

// H is a shortcut for map[string]any.
type H map[string]any

// A Context is a request and the response to it.
type Context struct{}

// JSON writes obj as the response.
func (c *Context) JSON(code int, obj any) {}

// AbortWithStatusJSON writes obj as the response and calls no further handlers.
func (c *Context) AbortWithStatusJSON(code int, obj any) {}

// A HandlerFunc handles a request.
type HandlerFunc func(*Context)

// GetHeader returns a header of the request.
func (c *Context) GetHeader(key string) string { return "" }
