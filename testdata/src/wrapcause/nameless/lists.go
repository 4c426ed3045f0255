package nameless

import (
	"errors"
	"fmt"
	"os"

	"github.com/hashicorp/go-multierror"
)

// A list of errors is asked for what is in it, not for its type.

type settings struct{ name, dir string }

func (s settings) validate() error {
	var errs *multierror.Error
	if s.name == "" {
		errs = multierror.Append(errs, errors.New("name is missing"))
	}
	if s.dir == "" {
		errs = multierror.Append(errs, fmt.Errorf("%s: dir is missing", s.name))
	}
	return errs.ErrorOrNil()
}

func (s settings) check() error {
	errs := multierror.Append(nil, s.validate())
	if _, err := os.Stat(s.dir); err != nil {
		errs = multierror.Append(errs, err)
	}
	return errs.ErrorOrNil()
}

func validated(all []settings) error {
	var errs *multierror.Error
	for _, s := range all {
		if err := s.validate(); err != nil {
			errs = multierror.Append(errs, multierror.Prefix(err, s.name+":"))
		}
	}
	if errs != nil {
		return fmt.Errorf("invalid: %v", errs) // category: nameless // shape: wrapcause/nameless-list // want `fmt.Errorf formats errs with %v`
	}
	return nil
}

func prepared(s settings) error {
	if err := s.validate(); err != nil {
		if list, ok := err.(*multierror.Error); ok {
			return multierror.Append(errors.New("invalid"), list)
		}
		return fmt.Errorf("invalid: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := s.check(); err != nil {
		return fmt.Errorf("check: %v", err) // category: format // shape: wrapcause/format-list // want `fmt.Errorf formats err with %v`
	}
	if err := multierror.Prefix(s.check(), "check"); err != nil {
		return fmt.Errorf("check again: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// What is added to a list in place leaves with it.

func removedAll(names []string) error {
	var errs multierror.Error
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			_ = multierror.Append(&errs, fmt.Errorf("remove %s: %v", name, err)) // category: format // shape: wrapcause/appended // want `fmt.Errorf formats err with %v`
		}
	}
	return errs.ErrorOrNil()
}

func removedSome(names []string) int {
	var errs multierror.Error
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			_ = multierror.Append(&errs, fmt.Errorf("remove %s: %v", name, err)) // shape: wrapcause/not-appended
		}
	}
	return len(errs.Errors)
}
