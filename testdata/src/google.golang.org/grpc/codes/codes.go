// Package codes stands in for gRPC's package of this name.
package codes

// A Code is a status code of gRPC.
type Code uint32

// Some of the codes.
const (
	InvalidArgument Code = 3
	NotFound        Code = 5
	Internal        Code = 13
	Unavailable     Code = 14
)
