// Package status has problem details with a status.
package status

import (
	"encoding/json"
	"net/http"
)

// A Problem is problem details.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

func made() []Problem {
	return []Problem{
		{Type: "about:blank", Title: "ok?", Status: 200}, // want `the problem has status 200, which is none of a failure`
		// shape: envelope/status-range
		{Type: "about:blank", Title: "not found", Status: http.StatusNotFound},
		{}, // shape: envelope/not-zero
	}
}

func handle(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusInternalServerError)
	_ = json.NewEncoder(w).Encode(Problem{Type: "about:blank", Title: "not found", Status: 404}) // want `the problem has status 404, and is sent with 500`
} // shape: envelope/status-differs

func write(w http.ResponseWriter, status int, p *Problem) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(p)
}

func helped(w http.ResponseWriter, r *http.Request) {
	if r.Method != "GET" {
		write(w, 405, &Problem{Title: "method", Status: http.StatusMethodNotAllowed})
		return
	}
	write(w, 503, &Problem{Title: "busy", Status: 500}) // want `the problem has status 500, and is sent with 503`
} // shape: envelope/status-helper
