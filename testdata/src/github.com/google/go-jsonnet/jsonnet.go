// Package jsonnet has the shape of a package that runs functions of others.
package jsonnet

// A NativeFunction is what a template can call.
type NativeFunction struct {
	Func func([]any) (any, error)
	Name string
}
