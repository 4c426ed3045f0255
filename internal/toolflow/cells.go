package toolflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// NameCell returns the cell of a table from which the name of the tool that a call registers is loaded, in every row; ok is false if there
// is none. An operation in the same table belongs to the tool in its row.
func (t *Tools) NameCell(call ssa.CallInstruction) (c flow.Cell, ok bool) {
	e := t.engine
	for _, arg := range call.Common().Args {
		if !isTool(arg.Type()) {
			continue
		}
		fields, known := path{"Name"}.fields(arg.Type())
		if !known {
			return flow.Cell{}, false
		}
		isCell := func(v ssa.Value) bool {
			_, ok := e.m.CellOf(v)
			return ok && flow.IsString(v.Type())
		}
		v := arg
		if made, isCall := flow.Strip(arg).(*ssa.Call); isCall {
			fn := flow.Called(made.Common())
			if fn == nil || !isNewTool(fn) {
				return flow.Cell{}, false
			}
			v, fields = made.Call.Args[0], nil
		}
		origins := e.m.Origins(v, flow.OriginOptions{Fields: fields, Local: true, Stop: isCell})
		if len(origins) != 1 || origins[0].Kind != flow.OriginStop {
			return flow.Cell{}, false
		}
		return e.m.CellOf(origins[0].Value)
	}
	return flow.Cell{}, false
}
