// Package cobra is a stub of what the tests use of the real one.
package cobra

type Command struct {
	Use      string
	RunE     func(cmd *Command, args []string) error
	PreRunE  func(cmd *Command, args []string) error
	commands []*Command
}

func (c *Command) AddCommand(cmds ...*Command) { c.commands = append(c.commands, cmds...) }

func (c *Command) Execute() error { return c.RunE(c, nil) }
