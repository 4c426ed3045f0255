// Command unaskedwrapped runs what is in the field of a command itself, and asks for its errors.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/go-clix/cli"
)

func main() {
	cmd := &cli.Command{
		Run: func(cmd *cli.Command, args []string) error {
			return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `formats os.Remove\("a"\) with %v`
		},
	}
	run := cmd.Run
	cmd.Run = func(cmd *cli.Command, args []string) error {
		if err := run(cmd, args); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return nil
	}
	if err := cmd.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
