// Package factoryuse makes an envelope itself.
package factoryuse

import "envelope/factory"

func made() factory.Envelope {
	return factory.Envelope{Code: "x"} // want `a Envelope is made here, and not by a factory of it`
} // shape: envelope/factory-cross-package

func good() factory.Envelope { return factory.New("x") }
