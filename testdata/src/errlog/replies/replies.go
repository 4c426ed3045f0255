// Package replies answers failures with fixed texts.
package replies

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"os"

	"github.com/go-chi/render"
	"github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/exp/jsonrpc2"
)

func work() error { return os.Remove("x") }

type server struct{ last error }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := work(); err != nil {
		http.Error(w, "internal error", http.StatusInternalServerError) // shape: errlog/unlogged // want `err is neither logged nor kept, and the reply says nothing of it`
		return
	}
	if err := work(); err != nil {
		w.WriteHeader(http.StatusInternalServerError) // shape: errlog/unlogged-empty // want `err is neither logged nor kept`
		return
	}
	if err := work(); err != nil {
		fail(w, "internal error", 500) // shape: errlog/unlogged-helper // want `err is neither logged nor kept`
		return
	}
	if err := json.NewEncoder(w).Encode(r.URL); err != nil {
		http.Error(w, "cannot encode", 500) // shape: errlog/not-unlogged-write
	}
	if data, err := json.Marshal(r.URL); err != nil {
		http.Error(w, "cannot encode", 500)
	} else {
		w.Write(data)
	}
	if err := work(); err != nil {
		slog.Error("failed", "error", err)
		http.Error(w, "internal error", 500) // shape: errlog/not-unlogged-logged
		return
	}
	if err := work(); err != nil {
		s.last = err
		http.Error(w, "internal error", 500) // shape: errlog/not-unlogged-kept
		return
	}
	if err := work(); err != nil {
		http.Error(w, "no such page", http.StatusBadRequest) // shape: errlog/not-unlogged-client
		return
	}
	if err := work(); err != nil {
		http.Error(w, err.Error(), 500) // shape: errlog/not-unlogged-text
		return
	}
	if err := work(); err != nil {
		slog.Error("failed")                 // want `the log leaves out err`
		http.Error(w, "internal error", 500) // shape: errlog/not-unlogged-log
	}
}

func (s *server) kinds(w http.ResponseWriter, _ *http.Request) {
	switch err := work(); {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, fs.ErrNotExist):
		http.Error(w, "there is none", http.StatusNotFound)
	case os.IsPermission(err):
		http.Error(w, "it is locked", http.StatusInternalServerError) // shape: errlog/not-unlogged-known
	default:
		http.Error(w, "internal error", http.StatusInternalServerError) // shape: errlog/unlogged-another // want `err is neither logged nor kept`
	}
}

const page = "internal error"

var (
	text       = "internal error"
	errGeneral = errors.New("internal error")
)

func (s *server) texts(w http.ResponseWriter, r *http.Request) {
	if err := work(); err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), 500) // shape: errlog/unlogged-status-text // want `err is neither logged nor kept`
		return
	}
	if err := work(); err != nil {
		w.WriteHeader(500)
		w.Write([]byte(`{"error": "` + page + `"}`)) // shape: errlog/unlogged-bytes // want `err is neither logged nor kept`
		return
	}
	if err := work(); err != nil {
		http.Error(w, text, 500) // shape: errlog/unlogged-variable // want `err is neither logged nor kept`
		return
	}
	if err := work(); err != nil {
		http.Error(w, errGeneral.Error(), 500) // want `err is neither logged nor kept`
		return
	}
	if err := work(); err != nil {
		answer := "cannot read"
		if r.Method == http.MethodPost {
			answer = "cannot write"
		}
		http.Error(w, answer, 500) // want `err is neither logged nor kept`
		return
	}
	if err := work(); err != nil {
		render.Status(r, 500)
		render.JSON(w, r, map[string]string{"error": page}) // shape: errlog/unlogged-render // want `err is neither logged nor kept`
		return
	}
	if err := work(); err != nil {
		w.WriteHeader(500)
		w.Write([]byte(err.Error()))
	}
}

// A health is what a probe reads.
type health struct {
	Database string `json:"database"`
}

func (s *server) health(w http.ResponseWriter, _ *http.Request) {
	if err := work(); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		json.NewEncoder(w).Encode(health{Database: "red"}) // shape: errlog/not-unlogged-answer
		return
	}
	w.WriteHeader(http.StatusOK)
	json.NewEncoder(w).Encode(health{Database: "green"})
}

func (s *server) ready(w http.ResponseWriter, _ *http.Request) {
	if err := work(); err != nil {
		http.Error(w, "not ready", http.StatusServiceUnavailable) // shape: errlog/not-unlogged-unavailable
	}
}

func (s *server) load(w http.ResponseWriter, _ *http.Request) {
	data, err := os.ReadFile("x")
	if err != nil {
		http.Error(w, "not there", http.StatusServiceUnavailable) // shape: errlog/unlogged-unavailable // want `err is neither logged nor kept`
		return
	}
	w.Write(data)
}

func (s *server) probe(w http.ResponseWriter, _ *http.Request) {
	response, err := http.Get("http://localhost/")
	if err != nil || response.StatusCode != http.StatusOK {
		http.Error(w, "not there", http.StatusServiceUnavailable)
		return
	}
	if _, err := os.ReadFile("x"); err != nil {
		http.Error(w, "not there", http.StatusServiceUnavailable)
		return
	}
	w.Write([]byte("ready"))
}

func fail(w http.ResponseWriter, text string, status int) { http.Error(w, text, status) }

func call() error {
	if err := work(); err != nil {
		return jsonrpc2.NewError(-32603, "internal error") // shape: errlog/unlogged-jsonrpc // want `err is neither logged nor kept`
	}
	return nil
}

func argument(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := req.RequireString("id"); err != nil {
		return mcp.NewToolResultError("which one?"), nil // shape: errlog/not-unlogged-argument
	}
	return mcp.NewToolResultText("done"), nil
}

func typed(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, struct{}, error) {
	if err := work(); err != nil {
		res := new(sdk.CallToolResult)
		res.SetError(errors.New("it did not work")) // shape: errlog/unlogged-set-error // want `err is neither logged nor kept`
		return res, struct{}{}, nil
	}
	if err := work(); err != nil {
		return nil, struct{}{}, errors.New("it did not work") // shape: errlog/not-unlogged-returned
	}
	return nil, struct{}{}, nil
}

func register(s *sdk.Server) { sdk.AddTool(s, &sdk.Tool{Name: "typed"}, typed) }

func tool() (*mcp.CallToolResult, error) {
	if err := work(); err != nil {
		return mcp.NewToolResultError("it did not work"), nil // shape: errlog/unlogged-tool // want `err is neither logged nor kept`
	}
	return mcp.NewToolResultText("done"), nil
}

var _ = []any{call, tool, argument, register, (*server).kinds, (*server).texts, (*server).health, (*server).ready, (*server).load, (*server).probe}
