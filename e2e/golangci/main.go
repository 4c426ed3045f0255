// Golangci is golangci-lint with errlint in it: what "golangci-lint custom"
// makes of .custom-gcl.yml at the root of the repository. That command clones
// golangci-lint's repository; this is the same program, built from modules
// alone.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/errlint/errlint/gclplugin"
)

func main() {
	// Without a version, golangci-lint takes the hash of the executable as the
	// key of its cache, so that a new errlint never shows an old one's findings.
	if err := commands.Execute(commands.BuildInfo{}); err != nil {
		fmt.Fprintln(os.Stderr, "golangci:", err)
		os.Exit(exitcodes.Failure)
	}
}
