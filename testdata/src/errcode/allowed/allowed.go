// Package allowed has closed sets of values.
package allowed

import (
	"encoding/json"
	"fmt"
	"strings"
)

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
	Network Kind = "network" // want `Kind is "network", which is none of parse-error, not-found`
) // shape: errcode/allowed-type

func gates(name string) []error {
	bad := &GateError{Gate: "firewall"} // want `field Gate is "firewall", which is none of policy, approval`
	// shape: errcode/allowed-member
	bad.Gate = "door" // want `field Gate is "door", which is none of policy, approval`
	// shape: errcode/allowed-assigned
	return []error{
		bad,
		&GateError{Gate: "policy", Text: "anything"},
		&GateError{Gate: fmt.Sprintf("gate-%s", name)}, // want `field Gate is computed, and must be one of policy, approval`
		// shape: errcode/allowed-computed
		&GateError{Gate: name},
	}
}

func other() any { return config{Gate: "open"} }

// A data is that of a fault.
type data struct {
	Gate string `json:"gate"`
	Tool string `json:"tool"`
}

type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    *data  `json:"data"`
	More    any    `json:"more"`
}

type response struct {
	JSONRPC string `json:"jsonrpc"`
	Result  any    `json:"result"`
	Error   *fault `json:"error"`
}

type details struct {
	Gate string `json:"gate"`
}

func replies(text string) []response {
	return []response{
		{JSONRPC: "2.0", Error: &fault{Code: -32003, Data: &data{Gate: "firewall", Tool: "anything"}}}, // want `field Gate is "firewall", which is none of`
		// shape: errcode/allowed-data
		{JSONRPC: "2.0", Error: &fault{Code: -32003, Data: &data{Gate: "policy"}}},
		{JSONRPC: "2.0", Error: &fault{Code: -32003, More: details{"firewall"}}},                        // want `field Gate is "firewall", which is none of`
		{JSONRPC: "2.0", Error: &fault{Code: -32003, More: map[string]any{"gate": "firewall", "a": 1}}}, // want `member gate is "firewall", which is none of`
		// shape: errcode/allowed-map
		{JSONRPC: "2.0", Result: config{Gate: "open"}},
		{JSONRPC: "2.0", Error: given(strings.ToLower(text))},
		{JSONRPC: "2.0", Error: given("ajar")}, // want `field Gate is "ajar", which is none of`
		// shape: errcode/allowed-parameter
	}
}

func given(gate string) *fault { return &fault{Code: -32003, Data: &data{Gate: gate}} }

func lower(text string) *data {
	return &data{Gate: strings.ToLower(text)} // want `field Gate is computed, and must be one of policy, approval`
}

func message() map[string]any {
	return map[string]any{"jsonrpc": "2.0", "error": map[string]any{"code": -32003, "message": "m", "data": map[string]any{
		"gate": "firewall", // want `member gate is "firewall", which is none of`
		"tool": "anything",
	}}}
}

func newFault(code int, more any) *fault { return &fault{Code: code, More: more} }

func called() []*fault {
	return []*fault{
		newFault(-32003, map[string]any{"gate": "firewall"}), // want `member gate is "firewall", which is none of`
		// shape: errcode/allowed-argument
		newFault(-32003, details{Gate: "policy"}),
	}
}

func state() map[string]any { return map[string]any{"gate": "open"} }

func chosen(approve bool) *data {
	gate := "policy"
	if approve {
		gate = "approved" // want `field Gate is "approved", which is none of`
	} // shape: errcode/allowed-variable
	return &data{Gate: gate}
}

// A notice is an envelope.
//
//errlint:envelope
type notice struct {
	Error bool   `json:"error"`
	Gate  string `json:"gate"`
}

func noticed() notice {
	return notice{true, "firewall"} // want `field Gate is "firewall", which is none of`
} // shape: errcode/allowed-marked

const untyped = "untyped"

func take(Kind) {}

func kinds(byKind map[Kind]int, sent chan Kind, text string) Kind {
	take("parse-error")
	take(Network)
	take("")
	take("parse" + "-err")              // want `Kind is "parse-err", which is none of`
	take(untyped)                       // want `Kind is "untyped", which is none of`
	take(Kind("other"))                 // want `Kind is "other", which is none of`
	sent <- "sent"                      // want `Kind is "sent", which is none of`
	_ = byKind["key"]                   // want `Kind is "key", which is none of`
	_ = map[Kind]int{"k": 1}            // want `Kind is "k", which is none of`
	if k := Kind(text); k == "legacy" { // shape: errcode/not-compared-kind
		return "not-found"
	}
	return "return" // want `Kind is "return", which is none of`
} // shape: errcode/allowed-value

// decoded is what another server has sent. // shape: errcode/not-decoded-member
func decoded(body []byte) (d data, err error) {
	err = json.Unmarshal(body, &d)
	return data{Gate: d.Gate}, err
}
