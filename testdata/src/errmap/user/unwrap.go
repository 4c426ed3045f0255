package user

import (
	"errors"

	"errmap/app"
)

func ruled(err error) int {
	var rule *app.RuleError
	var late *app.LateError
	switch {
	case errors.Is(err, app.ErrDenied):
		return 403
	case errors.As(err, &late): // some of them are expired
		return 410
	case errors.As(err, &rule): // want `the case of \*app.RuleError is never reached: the case of app.ErrDenied takes it before`
		return 422
	}
	return 500
	// shape: errmap/shadowed-unwrapped
}

var _ = ruled
