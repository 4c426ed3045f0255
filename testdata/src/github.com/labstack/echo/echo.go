// Package echo stands in for the web framework of this name.
package echo

// A Context is a request and the response to it.
type Context interface {
	JSON(code int, i any) error
	NoContent(code int) error
}

// An HTTPError is an error that becomes a response.
type HTTPError struct {
	Code    int
	Message any
}

func (e *HTTPError) Error() string { return "" }

// NewHTTPError returns an error that becomes a response.
func NewHTTPError(code int, message ...any) *HTTPError { return nil }
