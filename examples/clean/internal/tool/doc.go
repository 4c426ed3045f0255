// Package tool offers the adapters as MCP tools.
//
// A handler is a few lines that call an adapter and return its result or its
// error. Every handler is registered through a decorator, [handleErrors] for
// the official SDK and [handleMCPGoErrors] for mcp-go, and so an error can
// reach the client in one form only: the tool's result with empty fields, plus
// error and problem, in a reply that is marked as an error.
package tool
