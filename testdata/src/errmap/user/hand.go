package user

import "errmap/app"

func writes(n int, to func(int, string)) {
	if err := mine(n); err != nil {
		app.Write(err, to) // want `app.StatusOf has no case for app.ErrDenied and ErrMine, which may arrive there by app.Write` `app.CodeOf panics for app.ErrDenied and ErrMine, which may arrive there by app.Write`
	}
	// shape: errmap/missing-helper
	// shape: errmap/panic-helper
}

// Other hands on what it is given.
func Other(to func(int), err error) { app.WriteOther(to, err) } // want Other:`by app.StatusOf maps parameter 1 less .*ErrDenied.*, complete`

func others(n int, to func(int)) {
	app.WriteOther(to, mine(n)) // want `app.StatusOf has no case for ErrMine, which may arrive there by app.WriteOther`
	app.WriteOther(to, app.Deny(n))
	// shape: errmap/not-known-before
}

var _ = []any{writes, others}
