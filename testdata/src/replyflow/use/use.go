// Package use replies by what another package has for it.
package use

import (
	"errors"
	"net/http"

	"replyflow/kit"
)

var errLoad = errors.New("load")

func load() error { return errLoad }

func handle(w http.ResponseWriter, r *http.Request) {
	if err := load(); err != nil {
		kit.WriteError(w, http.StatusNotFound, err) // reply: http 404 error
		return
	}
	kit.WriteJSON(w, map[string]string{"a": "b"}) // reply: http ? const
	kit.Internal(w)                               // reply: http 500
	kit.Serve(w, r)
	kit.Outer(w, "text", load()) // reply: http ? const error
}
