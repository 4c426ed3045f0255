// Package duplicate has codes of one value.
package duplicate

// A Code is a code.
type Code string

// Codes.
const (
	NotFound Code = "not-found"
	Missing  Code = "not-found" // want `code Missing has the value of NotFound, "not-found": two errors cannot be told apart by it`
	// shape: errcode/duplicate

	Gone = NotFound // shape: errcode/not-alias

	// Deprecated: use NotFound.
	NoSuch Code = "not-found" // shape: errcode/not-deprecated
)

// A Reason is something else.
type Reason string

// Reasons. // shape: errcode/not-reason
const (
	ReasonNotFound Reason = "not-found"
	ReasonMissing  Reason = "not-found"
	ErrorCode             = "not-found"
	ErrorReason           = "not-found"
)

// A Number is a code of another type. // shape: errcode/not-other-type
type Number int

// Numbers.
const (
	One Number = 1
	Uno Number = 1 // want `code Uno has the value of One, 1`
)

// An Error has a code.
type Error struct {
	code   Code
	reason Reason
}

func (e *Error) Error() string { return string(e.reason) }

// Code is the code.
func (e *Error) Code() Code { return e.code }

// Two errors may have one code. // shape: errcode/not-errors
func errs() []error { return []error{&Error{code: NotFound}, &Error{code: NotFound, reason: "x"}} }

// A Numbered has a code.
type Numbered struct{ number Number }

func (e *Numbered) Error() string { return "numbered" }

// ErrorCode is the code.
func (e *Numbered) ErrorCode() Number { return e.number }

// Repeated constants have what the line above has.
const (
	Full   Code = "full"
	Fuller      // want `code Fuller has the value of Full, "full"`
) // shape: errcode/duplicate-repeated

// Counted numbers.
const (
	_ Number = iota + 10
	Eleven
	Twelve
	Dozen Number = 12 // want `code Dozen has the value of Twelve, 12`
) // shape: errcode/duplicate-counted

const Thirteen = Twelve + 1

const BakersDozen Number = 13

const (
	Split  Code = "sp" + "lit"
	Halved Code = "split" // want `code Halved has the value of Split, "split"`
)
