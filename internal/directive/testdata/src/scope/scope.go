// Package scope has directives in all the places where they can stand. The test's
// analyzer reports each call of bad, each field and type with bad in its name,
// and each call of hide that is not covered by an opaque directive.
package scope

import "errors"

func bad(...any) error { return nil }
func hide() error      { return errors.New("x") }

func lines() error {
	bad() // want "bad"
	bad() //errlint:ignore wrapcause it is fine
	bad() // want "bad"
	//errlint:ignore wrapcause it is fine
	bad()
	bad() // want "bad"

	//errlint:ignore wrapcause it is fine
	// and a word on it.
	bad()

	//errlint:ignore opname,wrapcause two rules
	bad()
	//errlint:ignore opname, wrapcause two rules, spaced
	bad()
	//errlint:ignore opname another rule
	bad() // want "bad"
	//errlint:ignore wrapcause // the remark is the reason
	bad()

	// A directive without a reason suppresses nothing.
	// want +1 "bad"
	bad() //errlint:ignore wrapcause
	// want +1 "bad"
	bad() //errlint:ignore wrapcause --
	// Neither does one with a space, nor one that is far off.
	// errlint:ignore wrapcause not a directive
	bad() // want "bad"
	//errlint:ignore wrapcause too far off

	bad() // want "bad"
	// An unknown rule in a list does not disable the others.
	//errlint:ignore wrapcuase,wrapcause half right
	bad()
	return nil
}

func statements() error {
	//errlint:ignore wrapcause the whole statement
	_ = []error{
		bad(),
		bad(),
	}
	_ = []error{ //errlint:ignore wrapcause the whole statement
		bad(),
	}
	_ = []error{
		bad(),
	} //errlint:ignore wrapcause the whole statement
	_ = []error{
		bad(), //errlint:ignore wrapcause one line
		bad(), // want "bad"
		//errlint:ignore wrapcause one line
		bad(),
		bad(), // want "bad"
	}
	_ = [][]error{
		//errlint:ignore wrapcause one element
		{
			bad(),
		},
		{
			bad(), // want "bad"
		},
		{
			bad(),
		}, //errlint:ignore wrapcause one element
	}
	bad( // want "bad"
		bad(), // want "bad"
		//errlint:ignore wrapcause one argument
		bad(
			bad(),
		),
	)

	return bad(
		bad(),
	) //errlint:ignore wrapcause the whole statement
}

func blocks() {
	//errlint:ignore wrapcause only the condition
	if bad(
		bad(),
	) != nil {
		bad() // want "bad"
	} else if bad() != nil { // want "bad"
		bad() // want "bad"
	} //errlint:ignore wrapcause closing braces are nobody's business

	if bad() != nil { //errlint:ignore wrapcause only the condition
		bad() // want "bad"
	}

	//errlint:ignore wrapcause not the function literal's body
	bad(bad(), func() {
		bad() // want "bad"
	}, bad())

	bad(func() { //errlint:ignore wrapcause not the function literal's body
		bad() // want "bad"
	}, bad())

	bad(bad(), func() { // want "bad" "bad"
		bad() // want "bad"
	})
	//errlint:ignore wrapcause only the tag
	switch bad() {
	//errlint:ignore wrapcause only the case
	case bad(), func() error {
		bad() // want "bad"
		return nil
	}(), bad():
		bad() // want "bad"
	case bad(): // want "bad"
	default:
		bad() // want "bad"
	}
	select {
	//errlint:ignore wrapcause only the case
	case <-func() chan int { return nil }():
		bad() // want "bad"
	}
}

// function is wholly covered.
//
//errlint:ignore wrapcause it is fine
func function() {
	bad()
	bad(func() { bad() })
}

func header( //errlint:ignore wrapcause the signature alone
	_ struct{ badField int },
) {
	bad() // want "bad"
}

//errlint:ignore wrapcause it is fine
type badType struct {
	badField int
}

type badOther struct { // want "badOther"
	badField int //errlint:ignore wrapcause it is fine
	badNext  int // want "badNext"
	//errlint:ignore wrapcause it is fine
	badFields struct {
		badField int
	}
}

//errlint:ignore wrapcause the group
type (
	badA struct{ badField int }
	badB struct{ badField int }
)

type (
	//errlint:ignore wrapcause the specification
	badC struct {
		badField int
	}
	badD struct{} // want "badD"
	badE struct{} //errlint:ignore wrapcause it is fine
)

//errlint:ignore wrapcause the whole variable
var x = func() error {
	return bad()
}

var y = bad() //errlint:ignore wrapcause it is fine
var (
	z = bad() // want "bad"
	//errlint:ignore wrapcause it is fine
	zz = bad()
)

func nolint() {
	bad() //nolint
	bad() //nolint:all
	bad() //nolint:errlint
	bad() //nolint:gosec,errlint // with a reason
	bad() // nolint:errlint
	// want +1 "bad"
	bad() //nolint:gosec
	// want +1 "bad"
	bad() //nolint:gosec // errlint
	// want +1 "bad"
	bad() //nolintlint
	//nolint:errlint
	if bad() != nil {
		bad()
	}
	bad() // want "bad"
	_ = 1 //nolint:errlint
	bad() // want "bad"
}

//nolint:errlint
func nolintFunc() {
	bad()
}

// nolintDoc has its suppression in its doc.
//
//nolint:errlint // reason
func nolintDoc() {
	bad()
}

func opaques() (err error) {
	hide() // want "hide"
	if err != nil {
		return hide() //errlint:opaque the client must not see it
	}
	if err != nil {
		//errlint:opaque the client must not see it
		return hide()
	}
	if err != nil {
		return bad( // want "bad"
			hide(), //errlint:opaque the client must not see it
			hide(),
		)
	}
	if err != nil {
		//errlint:opaque the client must not see it
		return bad(func() { // want "bad"
			hide()
		}, hide())
	}
	if err != nil {
		return bad(func() error { // want "bad"
			return hide() //errlint:opaque the client must not see it
		}, hide()) // want "hide"
	}
	_ = func() error { return hide() } //errlint:opaque the client must not see it
	f := func() error {                //errlint:opaque the client must not see it
		return hide()
	}
	//errlint:opaque the client must not see it
	f = func() error {
		return hide()
	}
	// No reason, no effect.
	//errlint:opaque
	return bad(f, hide()) // want "bad" "hide"
}

// opaqueFunc hides it all.
//
//errlint:opaque the client must not see it
func opaqueFunc() error {
	return func() error { return hide() }()
}

func opaqueHeader( //errlint:opaque the client must not see it
) error {
	return hide()
}
