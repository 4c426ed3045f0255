// Package adapterconf is one of adapters by configuration.
package adapterconf

import "errors"

// Do says nothing.
func Do() error { return errors.New("x") } // shape: raisesdoc/presence-config // want `the doc comment of Do has no section on the errors that it returns`
