// Mainpkg is a command: nobody calls its functions.
package main

import "errors"

var ErrA = errors.New("a")

// Run says nothing.
func Run() error { return ErrA } // shape: raisesdoc/not-main

// Adapt is marked.
//
//errlint:adapter
func Adapt() error { return ErrA } // shape: raisesdoc/presence-func // want `Adapt may return ErrA, which its doc comment does not list`

// Errors:
//   - [ErrGone]
func stale() error { return nil } // shape: raisesdoc/not-main

func main() {
	if Run() != nil || stale() != nil || Adapt() != nil {
		return
	}
}
