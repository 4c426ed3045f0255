// Package factory has an envelope and its factory.
package factory

// An Envelope is one.
//
//errlint:envelope
type Envelope struct {
	Code string `json:"code"`
}

// New makes one.
func New(code string) Envelope { return Envelope{Code: code} }

func other(code string) Envelope {
	return Envelope{Code: code} // want `a Envelope is made here, and not by a factory of it`
} // shape: envelope/factory
