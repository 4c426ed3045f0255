// Package allowed has closed sets of values.
package allowed

import "fmt"

// A GateError has a gate.
type GateError struct {
	Gate string `json:"gate"`
	Text string `json:"text"`
}

func (e *GateError) Error() string { return e.Text }

// A Gate in something that is no error.
type config struct {
	Gate string `json:"gate"`
}

// A Kind is closed.
type Kind string

// Kinds.
const (
	Parse   Kind = "parse-error"
	Network Kind = "network" // want `constant Network is "network", which is none of parse-error, not-found`
) // shape: errcode/allowed-type

func gates(name string) []error {
	bad := &GateError{Gate: "firewall"} // want `field Gate is "firewall", which is none of policy, approval`
	// shape: errcode/allowed-member
	bad.Gate = "door" // want `field Gate is "door", which is none of policy, approval`
	// shape: errcode/allowed-assigned
	return []error{
		bad,
		&GateError{Gate: "policy", Text: "anything"},
		&GateError{Gate: fmt.Sprintf("gate-%s", name)}, // want `field Gate is put together, and must be one of policy, approval`
		// shape: errcode/allowed-computed
		&GateError{Gate: name},
	}
}

func other() any { return config{Gate: "open"} }
