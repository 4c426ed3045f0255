// Package instance has problem details with an instance.
package instance

import (
	"context"
	"encoding/json"
	"fmt"
)

// A Problem is problem details.
type Problem struct {
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Detail   string `json:"detail"`
	Instance string `json:"instance"`
}

func made(op string) []Problem {
	return []Problem{
		{Title: "a", Instance: "urn:codeintel:files:open"},
		{Title: "b", Instance: "urn:codeintel:" + op},
		{Title: "c", Instance: fmt.Sprintf("urn:codeintel:%s", op)},
		{Title: "d", Instance: "urn:codeintel:open"}, // want `the instance "urn:codeintel:open" is not urn:codeintel:{operation}`
		// shape: envelope/instance-constant
		{Title: "e", Instance: "urn:other:" + op}, // want `the instance begins with "urn:other:", and not with "urn:codeintel:"`
		// shape: envelope/instance-prefix
	}
}

type handler func(ctx context.Context, args map[string]any) (any, error)

// decorate is a decorator.
//
//errlint:decorator op=op
func decorate(op, title string, h handler) handler {
	bad := Problem{Title: title, Instance: "urn:codeintel:" + title} // want `the instance ends in title, and not in the operation, op`
	// shape: envelope/instance-operation
	good := Problem{Title: title, Instance: "urn:codeintel:" + op}
	return func(ctx context.Context, args map[string]any) (any, error) {
		res, err := h(ctx, args)
		if err != nil {
			return []Problem{bad, good}, nil
		}
		return res, nil
	}
}

func search(ctx context.Context, args map[string]any) (any, error) {
	if len(args) == 0 {
		return Problem{Title: "f", Instance: "urn:codeintel:files:list"}, nil // want `the instance names files:list, and the decorator of its function files:search`
		// shape: envelope/instance-other
	}
	return Problem{Title: "g", Instance: "urn:codeintel:files:search"}, nil
}

func both(ctx context.Context, args map[string]any) (any, error) {
	return Problem{Title: "h", Instance: "urn:codeintel:files:list"}, nil // shape: envelope/not-instance-other
}

func handlers(op string) []handler {
	return []handler{
		decorate("files:search", "search", search),
		decorate("files:open", "open", both),
		decorate("files:list", "list", both),
		decorate("files:read", "read", func(ctx context.Context, args map[string]any) (any, error) {
			return &Problem{Title: "i", Instance: "urn:codeintel:files:open"}, nil // want `the instance names files:open, and the decorator of its function files:read`
		}),
		decorate(op, "read", func(ctx context.Context, args map[string]any) (any, error) {
			return &Problem{Title: "j", Instance: "urn:codeintel:files:open"}, nil
		}),
	}
}

// decoded is what another server has said.
func decoded(body []byte) (p Problem, err error) {
	err = json.Unmarshal(body, &p) // shape: envelope/not-decoded
	return p, err
}
