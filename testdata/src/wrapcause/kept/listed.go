package kept

import "errors"

type report struct {
	errs   []error
	byName map[string]error
}

// A list or a table leaves with the errors in it.

func listed(g func() error) []error {
	if err := g(); err != nil {
		return []error{ErrFailed, errors.New("x")} // want `ErrFailed is returned in place of err` `errors.New makes an error in place of err`
	}
	return nil
}

func (r *report) tabled(g func() error) {
	if err := g(); err != nil {
		r.byName = map[string]error{"a": errors.New("x")} // want `errors.New makes an error in place of err`
	}
}

func (r *report) reported(g func() error) {
	if err := g(); err != nil {
		r.errs = []error{errors.New("x")} // want `errors.New makes an error in place of err`
	}
}

func joinedList(g func() error) error {
	if err := g(); err != nil {
		return errors.Join([]error{errors.New("x")}...) // want `errors.Join makes an error in place of err`
	}
	return nil
}
