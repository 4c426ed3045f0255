package apperr

import (
	"errors"
	"io/fs"
)

// instanceBase is what every instance URN begins with.
const instanceBase = "urn:codeintel:"

// ProblemDetails tell a client about an error, as in RFC 9457.
type ProblemDetails struct {
	Type       string         `json:"type" jsonschema:"URI of the kind of error"`
	Title      string         `json:"title" jsonschema:"summary of the kind of error"`
	Status     int            `json:"status" jsonschema:"HTTP status code"`
	Detail     string         `json:"detail" jsonschema:"what went wrong in this call"`
	Instance   string         `json:"instance" jsonschema:"URN of the operation"`
	Code       Code           `json:"code" jsonschema:"the kind of error in kebab case"`
	Extensions map[string]any `json:"extensions,omitempty" jsonschema:"the input that failed"`
}

// NewProblem returns the problem details of err, which left the operation op
// ("files:open_file").
//
// The outermost [Error] in err's tree decides. Without one, an error of the
// standard library may stand for a code; every other error is
// [CodeInternal], with a text that is the same for all.
func NewProblem(op string, err error) *ProblemDetails {
	if e, ok := errors.AsType[Error](err); ok {
		return problem(op, e.Code(), e.Message(), e.Context())
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return problem(op, CodeFileNotFound, "File not found", nil)
	case errors.Is(err, fs.ErrInvalid):
		return problem(op, CodeInvalidParameter, "Invalid parameter", nil)
	default:
		return problem(op, CodeInternal, "An internal error occurred", nil)
	}
}

func problem(op string, code Code, detail string, context map[string]any) *ProblemDetails {
	return &ProblemDetails{
		Type:       code.TypeURI(),
		Title:      code.Title(),
		Status:     code.Status(),
		Detail:     detail,
		Instance:   instanceBase + op,
		Code:       code,
		Extensions: context,
	}
}

// BaseErrorFields are the fields of the error envelope. The result type of each
// tool embeds them, last; a successful result leaves them empty, and then they
// are not in its JSON.
type BaseErrorFields struct {
	Error   string          `json:"error,omitempty" jsonschema:"what went wrong; absent on success"`
	Problem *ProblemDetails `json:"problem,omitempty" jsonschema:"RFC 9457 problem details; absent on success"`
}

// Fail makes an error envelope of the result that f is embedded in.
func (f *BaseErrorFields) Fail(p *ProblemDetails) {
	f.Error = p.Detail
	f.Problem = p
}

// Envelope is satisfied by a pointer to a type that embeds [BaseErrorFields].
type Envelope[Out any] interface {
	*Out
	Fail(*ProblemDetails)
}
