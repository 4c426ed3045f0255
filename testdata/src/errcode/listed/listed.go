// Package listed has codes, and a document that lists codes.
package listed

// A Code is what clients tell errors apart by.
type Code string

const (
	NotFound Code = "not-found" // want `errors.md lists old-name, for which there is no constant`
	// shape: errcode/documented-unknown
	Gone    Code = "gone"
	Missing Code = "missing" // want `code Missing, "missing", is in no table of .*errors.md`
	// shape: errcode/documented-unlisted
	Block Code = "in-a-block" // want `code Block, "in-a-block", is in no table of .*errors.md`
)

// An Error has a code.
type Error struct{ code Code }

func (e *Error) Error() string { return string(e.code) }

// Code returns the code.
func (e *Error) Code() string { return string(e.code) }

func fails(n int) error {
	switch n {
	case 0:
		return &Error{NotFound}
	case 1:
		return &Error{Gone}
	case 2:
		return &Error{Missing}
	case 3:
		return &Error{Block}
	case 4:
		return &Error{"unheard-of"} // want `the code "unheard-of" is in no table of .*errors.md`
		// shape: errcode/documented-literal
	}
	return nil
}
