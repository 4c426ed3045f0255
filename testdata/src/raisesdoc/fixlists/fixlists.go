// Package fixlists has lists of other forms.
package fixlists

import "errors"

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
	ErrC = errors.New("c")
)

func fail(n int) error {
	switch n {
	case 0:
		return ErrA
	case 1:
		return ErrB
	}
	return ErrC
}

// Label stands after a sentence. Possible errors:
//   - ErrA
//   - ErrB
func Label(n int) error { return fail(n) } // want `Label may return ErrC, which its doc comment does not list`

// Paragraph has items without indentation.
//
// The following errors may be returned:
//
// * ErrA - if n is 0
// * ErrB - if n is 1
func Paragraph(n int) error { return fail(n) } // want `Paragraph may return ErrC, which`

// Results has errors among what is returned.
//
// Returns:
//   - `ErrA` if n is 0
//   - nil otherwise
func Results(n int) error { return fail(n) } // want `Results may return ErrB and ErrC, which`

// Sentence names one. It returns [ErrA] if n is 0.
func Sentence(n int) error { return fail(n) } // want `Sentence may return ErrB and ErrC, which`

// Heading has a sentence in its section.
//
// # Errors
//
// [ErrA] is returned if n is 0.
func Heading(n int) error { return fail(n) } // want `Heading may return ErrB and ErrC, which`
