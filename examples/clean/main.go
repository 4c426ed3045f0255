// Command clean is a code-intelligence MCP server: it opens, lists and searches
// the files of a repository and tells their git history, over stdin and stdout.
// It shows what errlint wants of error handling.
//
//	go run . -repo DIR [-sdk official|mcp-go]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/clean/internal/adapter"
	"github.com/errlint/errlint/examples/clean/internal/tool"
)

func main() {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, flag.ErrHelp) {
		slog.Error("server ended", "error", err)
		os.Exit(1)
	}
}

// run serves one client until it hangs up or ctx is done.
func run(ctx context.Context, args []string, stdin io.ReadCloser, stdout io.WriteCloser, stderr io.Writer) error {
	flags := flag.NewFlagSet("clean", flag.ContinueOnError)
	flags.SetOutput(stderr)
	repo := flags.String("repo", ".", "directory of the repository")
	sdk := flags.String("sdk", "official", `SDK to serve with: "official" or "mcp-go", which has search_text only`)
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("flags: %w", err)
	}
	r, err := adapter.Open(*repo)
	if err != nil {
		return err
	}
	defer r.Close()
	switch *sdk {
	case "official":
		return tool.NewServer(r).Run(ctx, &mcp.IOTransport{Reader: stdin, Writer: stdout})
	case "mcp-go":
		return server.NewStdioServer(tool.NewMCPGoServer(r)).Listen(ctx, stdin, stdout)
	default:
		return fmt.Errorf("no such SDK: %q", *sdk)
	}
}
