// Package family has error types, of which some are not of the family.
package family

import (
	"encoding/json"

	"domainerr/family/base"
)

type Embeds struct{ base.Base } // shape: domainerr/not-hierarchy-promoted

type Deep struct { // shape: domainerr/not-hierarchy-embedded
	*Embeds
	Path string
}

// shape: domainerr/hierarchy-base
type Stray struct{ Path string } // want `error type Stray neither embeds nor implements Base and has no method ProblemDetails`

func (s *Stray) Error() string { return s.Path }

type Half struct{ base.Base } // has both

// shape: domainerr/hierarchy-method
type Lacking struct{ Inner } // want `error type Lacking neither embeds nor implements Base and has no method ProblemDetails`

type Inner struct{} // want `error type Inner neither`

func (Inner) Error() string { return "" }

type hidden struct{} // shape: domainerr/not-hierarchy-unexported

func (hidden) Error() string { return "" }

type ErrKind int // shape: domainerr/not-hierarchy-enum

// shape: domainerr/not-hierarchy-decoded
type Wire struct{ Message string } // want Wire:`leaves`

func (w *Wire) Error() string { return w.Message }

func decode(data []byte) error {
	var w Wire
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	return &w
}

var _ = []any{hidden{}, decode}
