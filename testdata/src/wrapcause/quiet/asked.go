package quiet

import (
	"fmt"
)

type rows struct{ err error }

func (r *rows) Err() error { return r.err }

type batch interface{ Error() error }

type cursor struct{ rows *rows }

func askedTwice(r *rows, b batch, c *cursor) error { // shape: wrapcause/not-asked-twice
	if r.Err() != nil {
		return fmt.Errorf("rows: %w", r.Err())
	}
	if c.rows.Err() != nil {
		return fmt.Errorf("cursor: %w", c.rows.Err())
	}
	if b.Error() != nil {
		return fmt.Errorf("batch: %w", b.Error())
	}
	return nil
}

func askedOnce(r *rows) error {
	if r.Err() != nil {
		return fmt.Errorf("rows: %v", r.Err()) // want `fmt.Errorf formats r.Err\(\) with %v`
	}
	return nil
}

func certain() (bool, error) { return false, nil }

func nilFormatted() error { // shape: wrapcause/not-nil-formatted
	ok, err := certain()
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("not certain: %v", err) // category: nil-cause // want `fmt.Errorf formats err, which is nil here`
	}
	return nil
}
