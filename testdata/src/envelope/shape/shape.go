// Package shape has envelopes.
package shape

import "encoding/json"

// An Envelope is as it should be.
//
//errlint:envelope
type Envelope struct {
	Error   bool   `json:"error"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Details any    `json:"details,omitempty"` // shape: envelope/not-optional
}

// A Short one lacks a member.
//
//errlint:envelope
type Short struct { // want `envelope Short has no member message`
	Error bool   `json:"error"`
	Code  string `json:"code"`
} // shape: envelope/shape-missing

// A Wrong one has others.
//
//errlint:envelope
type Wrong struct { // want `envelope Wrong may leave out code, has string for the boolean error`
	Error   string `json:"error"`
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
} // shape: envelope/shape-type // shape: envelope/shape-omits

type head struct {
	Error bool `json:"error"`
}

type level int

func (level) MarshalText() ([]byte, error) { return []byte("x"), nil }

// Promoted has the members of structs that it embeds.
//
//errlint:envelope
type Promoted struct {
	head
	Code    level  `json:"code"`
	Message []byte `json:"message"`
} // shape: envelope/not-promoted // shape: envelope/not-text

// A Nested one has them in another member.
//
//errlint:envelope
type Nested struct { // want `envelope Nested has no member error`
	head    `json:"head"`
	Code    string `json:"code"`
	Message string `json:"message"`
} // shape: envelope/shape-nested

// Plain is no envelope.
type Plain struct{ Code string }

func made(code string) []Envelope {
	full := Envelope{Error: true, Code: code}
	full.Message = "later"                                // shape: envelope/not-assigned
	return []Envelope{full, {Error: true, Message: code}} // want `the Envelope has no code`
} // shape: envelope/member

func (e *Envelope) withCode(code string) *Envelope {
	e.Code = code
	return e
}

func chained() *Envelope {
	return (&Envelope{Error: true, Message: "x"}).withCode("y") // shape: envelope/not-set-by-method
}

func decoded(body []byte) (*Envelope, error) {
	e := &Envelope{Error: true, Message: "unknown"} // shape: envelope/not-decoded-over
	return e, json.Unmarshal(body, e)
}

func printed() Envelope {
	e := Envelope{Error: true, Message: "x"} // want `the Envelope has no code`
	show(&e)
	return e
}

func show(e *Envelope) { println(e.Message) }
