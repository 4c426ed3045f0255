package errflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

type node = flow.Node

// whole returns the node of all of v.
func whole(v ssa.Value) node { return node{V: v} }

// part returns the node of part p of v.
func part(v ssa.Value, p flow.Path) node { return node{V: v, P: p} }
