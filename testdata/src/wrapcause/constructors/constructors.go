// Package constructors makes errors by functions that the options name.
package constructors

import "wrapcause/constructors/apierr"

func use(g func() error, f apierr.Factory) error {
	if err := g(); err != nil {
		return apierr.New(1, "a", err)
	}
	if err := g(); err != nil {
		return apierr.New(1, "a", nil) // shape: wrapcause/constructor // want `apierr.New makes an error in place of err`
	}
	if err := g(); err != nil {
		return apierr.New(1, err.Error(), nil) // shape: wrapcause/constructor // want `apierr.New takes only the text of err`
	}
	if err := g(); err != nil {
		return apierr.Plain("a") // shape: wrapcause/constructor // want `apierr.Plain makes an error in place of err`
	}
	if err := g(); err != nil {
		return f.Newf(err, "a: %v", err) // shape: wrapcause/not-printed-again
	}
	if err := g(); err != nil {
		return f.Newf(nil, "a: %v", err) // shape: wrapcause/constructor // want `apierr.Factory.Newf formats err with %v`
	}
	return nil
}
