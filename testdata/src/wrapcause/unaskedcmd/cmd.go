// Package unaskedcmd has commands that are executed by a function which only prints their errors.
package unaskedcmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

var root = &cobra.Command{
	Use: "tool",
	PreRunE: func(cmd *cobra.Command, args []string) error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // shape: wrapcause/unasked-command // category: unasked // want `formats os.Remove\("a"\) with %v`
	},
	RunE: run,
}

func run(cmd *cobra.Command, args []string) error {
	return fmt.Errorf("remove: %v", os.Remove("b")) // category: unasked // want `formats os.Remove\("b"\) with %v`
}

// A function that is a value elsewhere, too, is for whoever has that.
func both(cmd *cobra.Command, args []string) error {
	return fmt.Errorf("remove: %v", os.Remove("c")) // category: format // want `formats os.Remove\("c"\) with %v`
}

var Both = both // want Both:`makes\(always\)`

func init() {
	root.AddCommand(&cobra.Command{Use: "both", RunE: both})
}

// Execute runs the command.
func Execute() {
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
