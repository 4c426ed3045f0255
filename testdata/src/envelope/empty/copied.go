package empty

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type Tally struct {
	Names  []string       `json:"names"`
	Counts map[string]int `json:"counts"`
}

func tally(ctx context.Context, req mcp.CallToolRequest) (any, error) {
	if req.Params.Name == "" {
		return nil, errNone
	}
	return Tally{Names: []string{}, Counts: map[string]int{}}, nil
}

func names() Tally { return Tally{Names: []string{}} } // want `Counts of the empty result is nil`

func literalAndField() Tally {
	t := Tally{Names: []string{}}
	t.Counts = map[string]int{}
	return t
}

func variable() Tally {
	var t Tally
	t.Names, t.Counts = []string{}, map[string]int{}
	return t
}

func resultAndField() Tally {
	t := onlyNames()
	t.Counts = map[string]int{}
	return t
}

func onlyNames() Tally { return Tally{Names: []string{}} }

func nilReplaced() Tally {
	t := Tally{Names: nil, Counts: map[string]int{}}
	t.Names = []string{}
	return t
}

func nilLater() Tally {
	t := Tally{Names: []string{}, Counts: map[string]int{}} // shape: envelope/empty-null-copy // want `Names of the empty result is nil`
	t.Names = nil
	return t
}

func oneOfTwo() Tally {
	t := Tally{Names: []string{}} // shape: envelope/empty-null-copy // want `Counts of the empty result is nil`
	t.Names = append(t.Names, "x")
	return t
}

func copied() []handler {
	return []handler{
		handleErrors("tally:a", names(), tally),           // shape: envelope/empty-null
		handleErrors("tally:b", literalAndField(), tally), // shape: envelope/not-filled-copy
		handleErrors("tally:c", variable(), tally),        // shape: envelope/not-filled
		handleErrors("tally:d", resultAndField(), tally),  // shape: envelope/not-filled-copy
		handleErrors("tally:e", nilReplaced(), tally),     // shape: envelope/not-filled-copy
		handleErrors("tally:f", nilLater(), tally),
		handleErrors("tally:g", oneOfTwo(), tally),
	}
}

var _ = copied
