package codes

import (
	"errors"

	grpc "google.golang.org/grpc/codes"
	rpc "google.golang.org/grpc/status"
)

// This file has mappings to codes of gRPC.

//errlint:mapping
func codeOf(err error) grpc.Code {
	switch {
	case errors.Is(err, ErrDenied):
		return grpc.NotFound // so that nobody learns that it exists
	case errors.Is(err, ErrNotFound):
		return grpc.NotFound
	}
	return grpc.Internal
}

func statusOf(err error) error {
	switch err {
	case ErrNotFound: // want `the code codes.NotFound is chosen here, and not by a marked mapping`
		return rpc.Error(grpc.NotFound, "not found")
	case ErrDenied: // want `statusOf gives ErrDenied the code codes.Internal, codeOf gives it codes.NotFound`
		return rpc.Error(grpc.Internal, "denied")
	}
	return rpc.Error(grpc.Internal, "internal")
	// shape: errmap/conflict-grpc
	// shape: errmap/conflict-compared
}

var _ = []any{codeOf, statusOf}
