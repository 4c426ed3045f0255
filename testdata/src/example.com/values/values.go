// Package values has values that turn themselves into texts.
package values

import (
	"errors"
	"io"
	"net/http"
)

type Values map[string]any

func (v Values) YAML() (string, error) { return "", errors.New("unsupported value") }

type Object struct{ fields map[string]any }

func (o *Object) MarshalJSON() ([]byte, error) { return nil, errors.New("unsupported value") }

func (o *Object) Load() ([]byte, error) { return nil, io.ErrUnexpectedEOF }

type Response struct{ Raw *http.Response }

func (r *Response) JSON() (string, error) {
	text, err := io.ReadAll(r.Raw.Body)
	return string(text), err
}
