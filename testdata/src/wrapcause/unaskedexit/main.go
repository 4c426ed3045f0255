// Command unaskedexit has errors that it makes exit errors of, which its command prints.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"

	"github.com/urfave/cli"
)

func remove(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func toExit(err error) error {
	if exit, ok := err.(*cli.ExitError); ok && exit != nil {
		return exit
	} else if exit, ok := err.(*exec.ExitError); ok && exit != nil {
		return cli.NewExitError(err, exit.ExitCode())
	} else if err != nil {
		return cli.NewExitError(err, 1)
	}
	return nil
}

func main() {
	app := &cli.App{
		Action: func(c *cli.Context) error {
			if err := remove("a"); err != nil {
				return toExit(err)
			}
			return nil
		},
	}
	if err := app.Run(os.Args); err != nil {
		log.Fatal(err)
	}
}
