// Package kit has helpers that reply.
package kit

import (
	"encoding/json"
	"net/http"
)

type body struct {
	Error string `json:"error"`
	Code  string `json:"code"`
}

// WriteError is the writeError of most modules.
func WriteError(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body{Error: err.Error(), Code: "x"}) // reply: http ? const errtext
}

// WriteJSON replies with a value.
func WriteJSON(w http.ResponseWriter, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "internal error", http.StatusInternalServerError) // reply: http 500 const
		return
	}
	w.Write(data) // reply: http ? any
}

// Internal always says the same.
func Internal(w http.ResponseWriter) {
	http.Error(w, "internal error", http.StatusInternalServerError) // reply: http 500 const
}

// Serve is a handler, and no helper.
func Serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != "GET" {
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed) // reply: http 405 const
		return
	}
	_, _ = w.Write([]byte("ok")) // reply: http ? text
}

// Outer hands on what it is given.
func Outer(w http.ResponseWriter, msg string, err error) {
	if err == nil {
		fail(w, msg) // reply: http 500 text
		return
	}
	WriteError(w, http.StatusBadRequest, err) // reply: http 400 error
}

// fail replies with a text, and calls itself, which must come to an end.
func fail(w http.ResponseWriter, msg string) {
	if msg == "" {
		fail(w, "no message") // reply: http 500 const
		return
	}
	http.Error(w, "failed: "+msg, 500) // reply: http 500 text
}
