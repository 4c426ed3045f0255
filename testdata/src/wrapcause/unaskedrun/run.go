// Package unaskedrun has commands whose errors somebody asks for.
package unaskedrun

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
)

var root = &cobra.Command{
	RunE: func(cmd *cobra.Command, args []string) error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `formats os.Remove\("a"\) with %v`
	},
}

// Execute runs the command.
func Execute() {
	if err := root.Execute(); errors.Is(err, fs.ErrNotExist) {
		os.Exit(2)
	}
}
