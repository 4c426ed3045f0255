// Package render stands in for chi's package of this name.
package render

import "net/http"

// JSON writes v as the response.
func JSON(w http.ResponseWriter, r *http.Request, v any) {}

// PlainText writes a text as the response.
func PlainText(w http.ResponseWriter, r *http.Request, v string) {}

// Status sets the status of the response.
func Status(r *http.Request, status int) {}
