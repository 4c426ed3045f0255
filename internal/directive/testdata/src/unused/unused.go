package unused

func bad() error  { return nil }
func hide() error { return nil }

func f() {
	_ = 1 /* want "errlint:ignore wrapcause suppresses nothing" */ //errlint:ignore wrapcause it was bad once
	// want +1 "errlint:ignore wrapcause suppresses nothing"
	//errlint:ignore wrapcause it was bad once
	_ = 2
	// want +1 "errlint:ignore wrapcause suppresses nothing"
	_ = 3 //errlint:ignore wrapcause,opname it was bad once
	// want +1 "errlint:ignore wrapcause suppresses nothing"
	_ = 4 //errlint:ignore opname,wrapcause it was bad once
	_ = 5 //errlint:ignore opname it was bad once

	// One that is not valid is the directive rule's business.
	_ = 6 //errlint:ignore wrapcause
	bad() //errlint:ignore wrapcause this one is used
	//nolint:errlint
	_ = 7 //errlint:ignore wrapcause the finding on this is suppressed

	bad() //errlint:ignore wrapcause/format one category
	// want +1 "errlint:ignore wrapcause/text suppresses nothing"
	bad() //errlint:ignore wrapcause/format,wrapcause/text one of two
	// want +1 "bad" "errlint:ignore wrapcause/text suppresses nothing"
	bad() //errlint:ignore wrapcause/text another one
}

func g() error {
	if true {
		return hide() //errlint:opaque used
	}
	// want +1 "errlint:opaque hides nothing"
	return nil //errlint:opaque unused
}

// h is fine.
//
// want +2 "errlint:ignore wrapcause suppresses nothing"
//
//errlint:ignore wrapcause it was bad once
func h() {}
