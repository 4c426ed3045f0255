// want +1 "^errlint:ignore is about a line or a declaration, and there is none here$"
//errlint:ignore opname not for a whole file

// Package bad has a mistake in each directive.
package bad

import "errors"

// want +2 "^there is no directive errlint:ignroe; did you mean errlint:ignore\\?$"
//
//errlint:ignroe wrapcause the kind is misspelt
func kind() {}

// want +2 "^there is no directive errlint:suppress; it can be errlint:opaque, errlint:ignore, errlint:decorator, errlint:adapter, errlint:operation, errlint:envelope, errlint:mapping, errlint:secret, errlint:private$"
//
//errlint:suppress wrapcause there is no such kind
func noKind() {}

// want +2 "^errlint:ignore names the unknown rule wrapcuase; did you mean wrapcause\\?$"
//
//errlint:ignore wrapcuase,opname a rule is misspelt
func rule() {}

// want +2 "^errlint:ignore names the unknown rule all; it can be noerrordict, .*, directive$"
//
//errlint:ignore all there is no such rule
func noRule() {}

// want +2 "^errlint:ignore names no rule$" "^errlint:ignore gives no reason$"
//
//errlint:ignore
func nothing() {}

func reasons() error {
	// want +1 "^errlint:ignore gives no reason$"
	_ = errors.New("x") //errlint:ignore wrapcause
	// want +1 "^errlint:opaque gives no reason$"
	return nil //errlint:opaque
}

// want +2 "^decorate has no parameter operation; it can be name, empty$"
//
//errlint:decorator op=operation empty=empty
func decorate(name string, empty any) {}

// want +2 "^errlint:decorator has no argument emtpy; did you mean empty\\?$"
//
//errlint:decorator op=name emtpy=empty
func decorate2(name string, empty any) {}

// want +2 "^decorate3 has no parameter nane; did you mean name\\?$"
//
//errlint:decorator op=nane
func decorate3(name string) {}

// want +2 "^the argument op of errlint:decorator has no value: write op=PARAM$"
//
//errlint:decorator op
func decorate4(op string) {}

// want +2 "^errlint:adapter takes no arguments$"
//
//errlint:adapter internal
func adapter() {}

// want +2 "^errlint:adapter belongs before a package clause or in the doc comment of a function$"
//
//errlint:adapter
type notAdapter struct{}

// want +2 "^errlint:operation belongs in the doc comment of a type$"
//
//errlint:operation
const op = "a:b"

// want +2 "^errlint:decorator belongs in the doc comment of a function$"
//
//errlint:decorator
var decorator = func() {}

// want +2 "^errlint:opaque is about a return statement or a function, and there is none here$"
//
//errlint:opaque there is nothing to hide
var x = 1

// want +1 "^a directive has no space after its slashes: this is not errlint:ignore but a plain comment$"
// errlint:ignore opname this is no directive
func space() {}

func dangling() {
	// want +1 "^errlint:ignore is about a line or a declaration, and there is none here$"
	//errlint:ignore opname nothing follows
}

// want +2 "^errlint:ignore directive suppresses nothing$"
//
//errlint:ignore directive there is nothing to suppress
func unused() {}
