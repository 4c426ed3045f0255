package main

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
)

// Both SDKs answer a client over stdin and stdout, and end when it hangs up.
func TestRun(t *testing.T) {
	for _, sdk := range []string{"official", "mcp-go"} {
		t.Run(sdk, func(t *testing.T) {
			stdinReader, stdin := io.Pipe()
			stdout, stdoutWriter := io.Pipe()
			dir := t.TempDir()
			done := make(chan error, 1)
			go func() {
				done <- run(t.Context(), []string{"-repo", dir, "-sdk", sdk}, stdinReader, stdoutWriter, io.Discard)
			}()
			const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
				`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"
			if _, err := io.WriteString(stdin, initialize); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(stdout).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(line, `"name":"codeintel"`) {
				t.Errorf("reply to initialize: %s", line)
			}
			if err := stdin.Close(); err != nil {
				t.Fatal(err)
			}
			if err := <-done; err != nil {
				t.Errorf("run: %v", err)
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	for _, test := range []struct {
		name, want string
		args       []string
	}{
		{"flag", "flag provided but not defined", []string{"-x"}},
		{"repository", "open repository", []string{"-repo", "no/such/directory"}},
		{"SDK", `no such SDK: "x"`, []string{"-sdk", "x"}},
	} {
		err := run(context.Background(), test.args, io.NopCloser(strings.NewReader("")), nil, io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: err = %v, want %q", test.name, err, test.want)
		}
	}
}
