// Command broken is a code-intelligence MCP server over stdin and stdout whose
// error handling is wrong in the ways that people really write. See README.md.
//
//	go run . [-mcp-go] [DIR]
package main

import (
	"context"
	"flag"
	"log"

	mcpgo "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/broken/internal/server"
)

func main() {
	useMCPGo := flag.Bool("mcp-go", false, "serve with mcp-go")
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	var err error
	if *useMCPGo {
		err = mcpgo.ServeStdio(server.NewMCPGo(root))
	} else {
		err = server.New(root).Run(context.Background(), &mcp.StdioTransport{})
	}
	if err != nil {
		log.Fatal(err)
	}
}
