// Command unaskedclix has commands of other packages than cobra.
package main

import (
	"fmt"
	"os"

	"github.com/go-clix/cli"
	old "github.com/urfave/cli"
)

func command() *cli.Command {
	cmd := &cli.Command{Use: "tool"}
	cmd.Run = func(cmd *cli.Command, args []string) error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: unasked // want `formats os.Remove\("a"\) with %v`
	}
	return cmd
}

// around runs what is in the field itself.
func around(cmd *cli.Command) {
	run := cmd.Run
	cmd.Run = func(cmd *cli.Command, args []string) error {
		if err := run(cmd, args); err != nil {
			return fmt.Errorf("run: %w", err)
		}
		return nil
	}
}

func act(*old.Context) error {
	return fmt.Errorf("remove: %v", os.Remove("b")) // category: unasked // want `formats os.Remove\("b"\) with %v`
}

type options struct{ level string }

func (o *options) before(*old.Context) error {
	return fmt.Errorf("remove: %v", os.Remove(o.level)) // category: unasked // want `formats os.Remove\(o.level\) with %v`
}

func main() {
	cmd := command()
	around(cmd)
	if err := cmd.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	app := &old.App{
		Action: act,
		Before: func(*old.Context) error {
			return fmt.Errorf("remove: %v", os.Remove("c")) // category: unasked // want `formats os.Remove\("c"\) with %v`
		},
	}
	second := &old.App{Action: act}
	second.Before = (&options{}).before
	if err := second.Run(nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err := app.Run(os.Args); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
