// Package unaskedelsewhere has commands that are executed by another package.
package unaskedelsewhere

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// Remove returns a command.
func Remove() *cobra.Command {
	return &cobra.Command{
		Use: "remove",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.Remove(args[0]); err != nil {
				return fmt.Errorf("remove: %v", err) // shape: wrapcause/unasked-elsewhere // category: unasked // want `formats err with %v`
			}
			return remove(args[1])
		},
	}
}

func remove(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `formats os.Remove\(name\) with %v`
}

// A function that others may call, too, is not only for the command.
func Open(name string) error {
	if _, err := os.Open(name); err != nil {
		return fmt.Errorf("open: %v", err) // category: format // want `formats err with %v`
	}
	return nil
}

// Look returns a command.
func Look() *cobra.Command {
	return &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error { return Open(args[0]) }}
}
