// Package empty has empty results, which decorators return in place of a handler's.
package empty

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// A Match is one.
type Match struct{ Line int }

// A SearchReply is the result of a tool.
type SearchReply struct {
	Matches []Match        `json:"matches"`
	ByFile  map[string]int `json:"byFile"`
	Notes   []string       `json:"notes,omitempty"` // shape: envelope/not-omitted
	Total   int            `json:"total,omitempty"`
	Pages   []int          `json:"pages,omitempty"`
	Hidden  []string       `json:"-"` // shape: envelope/not-encoded
	Raw     json.RawMessage
}

// Another is the result of no tool.
type Another struct{}

// A Custom makes its JSON itself.
type Custom struct{ Items []string }

// MarshalJSON makes it.
func (Custom) MarshalJSON() ([]byte, error) { return []byte(`{"items":[]}`), nil }

// A Page is the result of another tool.
type Page struct {
	At    time.Time       `json:"at,omitempty"`
	Pair  [2]int          `json:"pair,omitempty"`
	Size  struct{ W int } `json:"size,omitempty"`
	Limit *int            `json:"limit,omitempty"`
	Next  string          `json:"next,omitempty"`
	Until time.Time       `json:"until,omitzero"`
}

func page(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	n := 1
	return Page{At: time.Now(), Pair: [2]int{1, 2}, Size: struct{ W int }{1}, Limit: &n, Next: "x", Until: time.Now()}, nil
}

// A Listing is the result of yet another.
type Listing struct {
	Lines []int `json:"lines"`
}

func listing(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	return Listing{Lines: []int{1}}, nil
}

func filled() Listing {
	none := Listing{}
	none.Lines = []int{}
	return none
}

type handler func(ctx context.Context, req mcp.CallToolRequest) (any, error)

// handleErrors is the decorator.
//
//errlint:decorator op=op empty=empty
func handleErrors(op string, empty any, h handler) handler {
	return func(ctx context.Context, req mcp.CallToolRequest) (any, error) {
		res, err := h(ctx, req)
		if err != nil {
			return empty, nil
		}
		return res, nil
	}
}

var errNone = errors.New("none")

func search(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	if req.Params.Name == "" {
		return nil, errNone
	}
	return SearchReply{Matches: []Match{{1}}, ByFile: map[string]int{}, Total: 1, Pages: []int{1}}, nil
}

type service struct{}

func (s *service) search(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	return s.find(ctx, req.Params.Name)
}

func (s *service) find(ctx context.Context, name string) (any, error) {
	if name == "" {
		return nil, errNone
	}
	return SearchReply{Matches: []Match{{1}}, Total: 1, Pages: []int{1}}, nil
}

func custom(ctx context.Context, req mcp.CallToolRequest) (any, error) { return Custom{}, nil }

var none = SearchReply{ByFile: map[string]int{}} // want `Matches of the empty result is nil, which is null in JSON, and not empty` `the empty result has no total`
// shape: envelope/empty-null-variable

func tools(given SearchReply) []handler {
	return []handler{
		handleErrors("search:a", SearchReply{Matches: []Match{}, ByFile: map[string]int{}, Total: 3, Pages: []int{1}}, search),
		handleErrors("search:b", SearchReply{ByFile: map[string]int{}, Total: 3, Pages: []int{1}}, search), // want `Matches of the empty result is nil`
		// shape: envelope/empty-null
		handleErrors("search:c", SearchReply{Matches: nil, ByFile: map[string]int{}, Total: 3, Pages: []int{1}}, search), // want `Matches of the empty result is nil`
		// shape: envelope/empty-null-set
		handleErrors("search:d", &SearchReply{Matches: []Match{}, Total: 3, Pages: []int{1}}, search), // want `ByFile of the empty result is nil`
		// shape: envelope/empty-null-map
		handleErrors("search:e", none, search),
		handleErrors("search:f", Another{}, search), // want `the empty result is a empty.Another, and the tool's result a empty.SearchReply`
		// shape: envelope/empty-type
		handleErrors("search:g", SearchReply{Matches: []Match{}, ByFile: map[string]int{}}, search), // want `the empty result has no total, which omitempty leaves out, and a success has one`
		// shape: envelope/omitted
		handleErrors("search:j", SearchReply{Matches: []Match{}, ByFile: map[string]int{}, Total: 3, Pages: []int{}}, search), // want `the empty result has no pages`
		// shape: envelope/omitted-empty
		handleErrors("search:k", Another{}, (&service{}).search), // want `the empty result is a empty.Another, and the tool's result a empty.SearchReply`
		// shape: envelope/empty-type-delegate
		handleErrors("search:l", Page{Limit: new(int), Next: "none", Until: time.Unix(0, 0)}, page),
		// shape: envelope/not-omitted-struct
		handleErrors("search:m", Page{Limit: new(int), Next: "", Until: time.Unix(0, 0)}, page), // want `the empty result has no next, which omitempty leaves out, and a success has one`
		handleErrors("search:n", Page{Limit: new(int), Next: "none"}, page),                     // want `the empty result has no until, which omitzero leaves out, and a success has one`
		handleErrors("search:o", Page{Next: "none", Until: time.Unix(0, 0)}, page),              // want `the empty result has no limit, which omitempty leaves out`
		// shape: envelope/omitted-zero
		handleErrors("search:p", Listing{}, listing), // want `Lines of the empty result is nil`
		// shape: envelope/empty-null-zero
		handleErrors("search:q", filled(), listing),
		// shape: envelope/not-filled
		handleErrors("search:h", Custom{}, custom), // shape: envelope/not-marshaler
		handleErrors("search:i", given, search),    // shape: envelope/not-parameter
	}
}
