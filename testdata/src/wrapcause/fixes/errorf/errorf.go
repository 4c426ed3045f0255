package errorf

import "fmt"

const prefix = "more"

func fixes(name string, g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("a: %v", err) // want `formats err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("\ta\u00e4 %%: %s", err.Error()) // want `text of err`
	}
	if err := g(); err != nil {
		return fmt.Errorf(`a
%s: %v`, name, err) // want `formats err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("a "+prefix+": %v", err) // want `formats err`
	}
	if err := g(); err != nil {
		return fmt.Errorf(name+": %s", err) // want `formats err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("%[2]v of %[1]s", name, err) // want `formats err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("a: %+v", err) // want `formats err`
	}
	// No fix: a verb that is not plain, one that is used twice, a format that stands elsewhere.
	if err := g(); err != nil {
		return fmt.Errorf("a: %10s", err) // want `formats err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("%[1]v: %[1]v", err) // want `formats err`
	}
	const format = "a: %v"
	if err := g(); err != nil {
		return fmt.Errorf(format, err) // want `formats err`
	}
	if n, err := len(name), g(); err != nil || n < 1 {
		return fmt.Errorf("%d: %v", n, err) // it may be nil
	}
	msg := ""
	if err := g(); err != nil {
		msg = err.Error()
		return fmt.Errorf("a: %s", msg) // want `text of err`
	}
	return nil
}

func both(a, b error) error {
	return fmt.Errorf("%v, then %v", a, b) // want `formats a` `formats b`
}
