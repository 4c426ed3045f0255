// Package cli has the signatures of github.com/go-clix/cli that test cases use.
package cli

type Command struct {
	Use string
	Run func(cmd *Command, args []string) error
}

func (c *Command) AddCommand(children ...*Command) {}
func (c *Command) Execute() error                  { return nil }
