// Package stored keeps handlers in the entries of a set, and registers them
// later, or never.
package stored

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type Entry struct {
	Tool mcp.Tool
	Make func(any) mcp.ToolHandler
}

func (e *Entry) Register(s *mcp.Server) {
	t := e.Tool
	s.AddTool(&t, e.Make(nil))
}

func NewEntry(t mcp.Tool, h mcp.ToolHandler) Entry {
	return Entry{t, func(any) mcp.ToolHandler { return h }}
}

type Set struct{ entries []Entry }

func (b *Set) Put(entries []Entry) *Set {
	b.entries = entries
	return b
}

func (b *Set) All(s *mcp.Server) {
	for _, e := range b.entries {
		e.Register(s)
	}
}

func (b *Set) Names() (names []string) {
	for _, e := range b.entries {
		names = append(names, e.Tool.Name)
	}
	return names
}

func raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }

func hello() Entry {
	return NewEntry(mcp.Tool{Name: "hello"}, raw) // want `handler of tool "hello" never fails`
}

func Main(s *mcp.Server) {
	new(Set).Put([]Entry{hello()}).All(s)
}

// Names registers nothing.
func Names() []string {
	return new(Set).Put([]Entry{hello()}).Names() // shape: decorated/not-stored
}
