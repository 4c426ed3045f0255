package fields

import "errors"

// This file has replies that are no literals with fields.

func zero(err error) Data {
	if e, ok := errors.AsType[*DeniedError](err); ok {
		_ = e
		return Data{} // want `the reply for \*DeniedError has no gate, where the configuration has "policy"` `the reply for \*DeniedError has no tool, which the configuration wants to be set`
	}
	return Data{}
	// shape: errmap/fields-zero
}

func zeroBeside(err error) (Data, error) {
	if errors.As(err, new(*DeniedError)) {
		return Data{}, err
	}
	return Data{}, nil
	// shape: errmap/not-beside-error
}

func later(err error) (d Data) {
	d.Tool = "tool"
	if _, ok := errors.AsType[*DeniedError](err); ok {
		d.Gate = "visibility" // want `the reply for \*DeniedError has gate "visibility", where the configuration has "policy"`
	} else if errors.Is(err, ErrQuota) {
		d.Gate = "quota" // want `the reply for ErrQuota has gate, which the configuration wants to be unset`
	} else if errors.Is(err, ErrBusy) {
		d.ID = "busy" // what is set before is not known here
	}
	return d
	// shape: errmap/fields-later
}

func inMap(err error) map[string]any {
	switch {
	case errors.Is(err, ErrQuota):
		return map[string]any{"gate": "quota"} // want `the reply for ErrQuota has gate, which the configuration wants to be unset`
	case errors.As(err, new(*DeniedError)):
		return map[string]any{"id": "denied"} // it may be no reply
	}
	return nil
	// shape: errmap/fields-map
}

func made(err error, gate string) Data {
	if _, ok := errors.AsType[*DeniedError](err); ok {
		if gate != "" {
			return with(gate)
		}
		return with("visibility") // want `the reply for \*DeniedError has gate "visibility", where the configuration has "policy"`
	}
	if errors.Is(err, ErrQuota) {
		return with("") // want `the reply for ErrQuota has tool, which the configuration wants to be unset`
	}
	return with("default")
	// shape: errmap/fields-made
	// shape: errmap/not-made-of-given
}

func with(gate string) Data { return Data{Gate: gate, Tool: "tool"} }

var _ = []any{zero, zeroBeside, later, inMap, made}
