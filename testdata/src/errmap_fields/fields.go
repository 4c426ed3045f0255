// Package fields has replies whose members depend on the error.
package fields

import "errors"

// Data is what a client is told.
type Data struct {
	ID      string `json:"id"`
	Gate    string `json:"gate,omitempty"`
	Tool    string `json:"tool,omitempty"`
	Details any    `json:"details,omitempty"`
}

// A NotExposedError is of the first gate.
type NotExposedError struct{ Tool string }

func (e *NotExposedError) Error() string { return "not exposed" }

// A DeniedError is of the third gate.
type DeniedError struct{ Gate, Tool string }

func (e *DeniedError) Error() string { return "denied" }

// A RejectedError is of the last gate.
type RejectedError struct{ Gate string }

func (e *RejectedError) Error() string { return "rejected" }

var (
	ErrQuota   = errors.New("quota")
	ErrMissing = errors.New("missing")
	ErrBusy    = errors.New("busy")
)

func code(int, Data) {}

func reply(err error, tool string) {
	if e, ok := errors.AsType[*NotExposedError](err); ok {
		code(1, Data{Gate: "visibility", Tool: e.Tool})
		return
	}
	if e, ok := errors.AsType[*DeniedError](err); ok {
		code(2, Data{ID: "2", Gate: e.Gate, Tool: e.Tool, Details: e}) // want `the reply for \*DeniedError has details, which the configuration wants to be unset`
		return
	}
	if e, ok := errors.AsType[*RejectedError](err); ok {
		code(3, Data{Gate: e.Gate}) // want `the reply for \*RejectedError has gate "rejection", where the configuration has "approval"` `the reply for \*RejectedError has no tool, which the configuration wants to be set`
		return
	}
	switch {
	case errors.Is(err, ErrQuota):
		code(4, Data{Gate: "quota"}) // want `the reply for ErrQuota has gate, which the configuration wants to be unset`
	case errors.Is(err, ErrMissing):
		code(5, Data{ID: tool})
	case errors.Is(err, ErrBusy):
		d := Data{} // want `the reply for ErrBusy has tool, which the configuration wants to be unset`
		d.Tool = tool
		code(6, d)
	default:
		code(7, Data{Gate: "default", Tool: tool})
	}
	// shape: errmap/fields-value
	// shape: errmap/fields-unset
	// shape: errmap/fields-set
	// shape: errmap/not-fields-default
}

func unset(err error) {
	if e, ok := errors.AsType[*DeniedError](err); ok {
		code(2, Data{Tool: e.Tool}) // want `the reply for \*DeniedError has no gate, where the configuration has "policy"`
	} else if errors.Is(err, ErrQuota) {
		code(4, Data{})
	}
	// After both, it is of no error in particular.
	code(8, Data{Gate: "both"})
}

var table = []struct {
	err  error
	gate string
}{{ErrQuota, "quota"}, {ErrMissing, ""}}

func rows(err error) {
	for _, r := range table {
		if errors.Is(err, r.err) {
			code(1, Data{Gate: r.gate}) // want `the reply for ErrQuota has gate, which the configuration wants to be unset`
			return
		}
	}
}

func fail(n int) error {
	switch n {
	case 1:
		return &DeniedError{Gate: "policy", Tool: "t"}
	case 2:
		return &RejectedError{Gate: "rejection"}
	}
	return &NotExposedError{Tool: "t"}
}

var _ = []any{reply, unset, rows, fail}

//errlint:mapping
func mapped(err error) Data {
	if errors.Is(err, ErrMissing) {
		return Data{ID: "1"}
	}
	if err != nil {
		return Data{Gate: "visibility"} // want `the reply for an error without a case has gate, which the configuration wants to be unset`
	}
	return Data{Gate: "none"}
	// shape: errmap/fields-default
}

//errlint:mapping
func mappedRight(err error) Data {
	d := Data{ID: "2"}
	if errors.Is(err, ErrMissing) {
		d.ID = "1"
	}
	d.Tool = "both"
	return d
}

var _ = []any{mapped, mappedRight}
