package errflow

import "github.com/errlint/errlint/internal/flow"

// Names of the kernel that rules still know by this package.
type (
	Origin        = flow.Origin
	OriginKind    = flow.OriginKind
	OriginOptions = flow.OriginOptions
	Target        = flow.Target
	Entry         = flow.Entry
)

const (
	OriginUnknown = flow.OriginUnknown
	OriginConst   = flow.OriginConst
	OriginFunc    = flow.OriginFunc
	OriginParam   = flow.OriginParam
	OriginGlobal  = flow.OriginGlobal
	OriginCall    = flow.OriginCall
	OriginMake    = flow.OriginMake
	OriginZero    = flow.OriginZero
	OriginOp      = flow.OriginOp
	OriginStop    = flow.OriginStop
)

var (
	Strip       = flow.Strip
	StringConst = flow.StringConst
	Variadic    = flow.Variadic
	ElemType    = flow.ElemType
	Outermost   = flow.Outermost
	Returns     = flow.Returns
	Recovers    = flow.Recovers
	Callee      = flow.Callee
	InScope     = flow.InScope
)
