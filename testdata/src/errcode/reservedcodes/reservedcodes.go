// Package reservedcodes has constants, of which it does not show that they are codes.
package reservedcodes

// Numbers.
const (
	Busy  = -32050
	Other = -32010
)
