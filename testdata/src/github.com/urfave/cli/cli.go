// Package cli has the signatures of github.com/urfave/cli that test cases use.
package cli

type Context struct{}

type BeforeFunc func(*Context) error

type App struct {
	Action interface{}
	Before BeforeFunc
}

func (a *App) Run(arguments []string) error { return nil }

type ExitError struct {
	exitCode int
	message  interface{}
}

func (e *ExitError) Error() string { return "" }

func NewExitError(message interface{}, exitCode int) *ExitError {
	return &ExitError{exitCode, message}
}
