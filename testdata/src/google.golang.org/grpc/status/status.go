// Package status stands in for gRPC's package of this name.
package status

import "google.golang.org/grpc/codes"

// Error returns an error that becomes a status of the call.
func Error(c codes.Code, msg string) error { return nil }

// Errorf returns Error(c, fmt.Sprintf(format, a...)).
func Errorf(c codes.Code, format string, a ...any) error { return nil }
