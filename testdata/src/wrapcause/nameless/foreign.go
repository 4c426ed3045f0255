package nameless

import (
	"fmt"

	"example.com/levels"
)

// Functions of another module whose source shows that nothing can be found in their errors.
func madeElsewhere(s string, l *levels.Level) error {
	if _, err := levels.Of(s); err != nil {
		return fmt.Errorf("level: %v", err) // category: nameless // shape: wrapcause/nameless-source // want `fmt.Errorf formats err with %v`
	}
	if err := l.Check(); err != nil {
		return fmt.Errorf("check: %v", err) // category: nameless // shape: wrapcause/nameless-source // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// And others of the same package, which return variables, errors of files, of their callers, of fields, and of what they were given.
func namedElsewhere(s string, into *levels.Into, set levels.Set, pick func() (levels.Level, error)) error {
	if _, err := levels.First(nil); err != nil {
		return fmt.Errorf("first: %v", err) // category: format // shape: wrapcause/format-named-in-source // want `fmt.Errorf formats err with %v`
	}
	if _, err := levels.From(s); err != nil {
		return fmt.Errorf("from: %v", err) // category: format // shape: wrapcause/format-named-in-source // want `fmt.Errorf formats err with %v`
	}
	if _, err := levels.By(pick); err != nil {
		return fmt.Errorf("by: %v", err) // category: format // shape: wrapcause/format-named-in-source // want `fmt.Errorf formats err with %v`
	}
	if _, err := levels.Named(s); err != nil {
		return fmt.Errorf("named: %v", err) // category: format // shape: wrapcause/format-named-in-source // want `fmt.Errorf formats err with %v`
	}
	if err := into.Add(0); err != nil {
		return fmt.Errorf("into: %v", err) // category: format // shape: wrapcause/format-named-in-source // want `fmt.Errorf formats err with %v`
	}
	if err := set.Add(0); err != nil {
		return fmt.Errorf("set: %v", err) // category: format // shape: wrapcause/format-named-in-source // want `fmt.Errorf formats err with %v`
	}
	if err := levels.Filled(); err != nil {
		return fmt.Errorf("filled: %v", err) // category: format // shape: wrapcause/format-named-in-source // want `fmt.Errorf formats err with %v`
	}
	return nil
}
