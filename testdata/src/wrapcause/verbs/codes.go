package verbs

import (
	"errors"
	"fmt"
	"syscall"
)

// A Status is an error that is a number: zero stands for success.
type Status int32

const (
	StatusOK Status = iota
	StatusBusy
	StatusGone
)

func (s Status) Error() string { return fmt.Sprint("status ", int32(s)) }

// A Complaint is an error that is a text: an empty one stands for success.
type Complaint string

func (c Complaint) Error() string { return string(c) }

type device interface {
	Open() Status
	Minor() (int, Status)
	Complain() Complaint
}

func opened(d device) (int, error) {
	if st := d.Open(); st != StatusOK {
		return 0, fmt.Errorf("open: %v", st) // shape: wrapcause/code // want `fmt.Errorf formats st with %v`
	}
	minor, st := d.Minor()
	if st != StatusOK {
		return 0, errors.New("minor: " + st.Error()) // want `errors.New takes only the text of st`
	}
	if c := d.Complain(); c != "" {
		return 0, fmt.Errorf("open: %s", c) // want `fmt.Errorf formats c with %s`
	}
	var err error = d.Open()
	if err != StatusOK {
		return 0, fmt.Errorf("open: %v", err) // want `fmt.Errorf formats err with %v`
	}
	if 0 == d.Open() {
		return minor, nil
	}
	return 0, fmt.Errorf("open: %v", d.Open()) // want `fmt.Errorf formats d.Open\(\) with %v`
}

func traced(call func(pid int) (uintptr, syscall.Errno), pid int) error {
	if _, errno := call(pid); errno != 0 {
		return fmt.Errorf("trace: %v", errno) // want `fmt.Errorf formats errno with %v`
	}
	return nil
}

// A condition has told which code it is.
func told(d device) error {
	st := d.Open()
	if st == StatusBusy {
		return fmt.Errorf("open: %v, try again", st) // shape: wrapcause/not-code
	}
	if st == StatusGone || st == -1 {
		return fmt.Errorf("open: %v, and do not try again", st)
	}
	switch st {
	case StatusOK:
		return nil
	case 7:
		return fmt.Errorf("open: %v, which is odd", st)
	default:
		return fmt.Errorf("open: %v", st) // want `fmt.Errorf formats st with %v`
	}
}

// It may be zero, and it is not what is asked for.
func perhaps(d device) error {
	minor, st := d.Minor()
	if st != StatusOK || minor == 0 {
		return fmt.Errorf("minor: %d, %v", minor, st) // shape: wrapcause/not-code-zero
	}
	if st := d.Open(); st != StatusBusy {
		return fmt.Errorf("open: want busy, got %v", st)
	}
	if st := d.Open(); st == StatusOK {
		return fmt.Errorf("open: %v, where it should be busy", st)
	}
	if st := d.Open(); st != StatusOK {
		return fmt.Errorf("open: %d", st) // the number, not the text
	}
	return nil
}
