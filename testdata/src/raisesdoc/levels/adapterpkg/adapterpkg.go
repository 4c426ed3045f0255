// Package adapterpkg is one of adapters.
//
//errlint:adapter
package adapterpkg

import "errors"

// Do says nothing.
func Do() error { return errors.New("x") } // shape: raisesdoc/presence-package // want `the doc comment of Do has no section on the errors that it returns`

func do() error { return Do() } // shape: raisesdoc/not-unexported-func

// Never fails.
func Never() error { _ = do(); return nil } // shape: raisesdoc/not-presence-never
