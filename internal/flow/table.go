package flow

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Table is an array, slice or map that a literal makes and that nothing assigns to afterwards.
type Table struct {
	Rows []Row // in the order of the literal
	Map  bool  // the rows have no order
}

// A Row is an element of a table.
type Row struct {
	Pos   token.Pos // of its first cell; of the colon if that has a key
	cells map[int]ssa.Value
	holes bool // fields that are not in cells are unknown, not zero
}

// Columns other than the fields of a struct.
const (
	WholeRow = -1 // the element itself
	RowKey   = -2 // of a map
)

// Cell returns the value that a row has in a column, nil for the zero value. ok is false if it is not known.
func (r Row) Cell(column int) (ssa.Value, bool) {
	v, ok := r.cells[column]
	return v, ok || column >= 0 && !r.holes
}

// A Cell is a column of a table, in the row that a loop or a lookup chooses.
type Cell struct {
	Table  *Table
	Column int
	// Chooses is the index, the step of the iteration, or the lookup. Cells with the same Chooses are in the same row.
	Chooses ssa.Value
}

// maxRows bounds the number of rows of a table.
const maxRows = 512

// CellOf returns the cell that a value is loaded from. ok is false if it is not a cell of a table.
func (x *Program) CellOf(v ssa.Value) (c Cell, ok bool) {
	c.Column = WholeRow
	var container ssa.Value
	for range 8 { // a field of an element of a variable, and what that was converted to
		switch u := Strip(v).(type) {
		case *ssa.Field:
			if c.Column != WholeRow {
				return Cell{}, false
			}
			c.Column, v = u.Field, u.X
			continue
		case *ssa.UnOp:
			if u.Op != token.MUL {
				return Cell{}, false
			}
			addr := u.X
			if f, ok := addr.(*ssa.FieldAddr); ok {
				if c.Column != WholeRow {
					return Cell{}, false
				}
				c.Column, addr = f.Field, f.X
			}
			switch a := addr.(type) {
			case *ssa.Alloc:
				if v = x.Held(a); v == nil {
					return Cell{}, false
				}
				continue
			case *ssa.IndexAddr:
				container, c.Chooses = a.X, a.Index
			default: // an element that is a pointer
				v = addr
				continue
			}
		case *ssa.Index:
			container, c.Chooses = u.X, u.Index
		case *ssa.Lookup:
			container, c.Chooses = u.X, u
		case *ssa.Extract:
			switch t := u.Tuple.(type) {
			case *ssa.Lookup:
				container, c.Chooses = t.X, t
			case *ssa.Next:
				if r, ok := t.Iter.(*ssa.Range); ok {
					container, c.Chooses = r.X, t
				}
				if u.Index == 1 {
					if c.Column != WholeRow {
						return Cell{}, false
					}
					c.Column = RowKey
				}
			}
		}
		break
	}
	if container == nil {
		return Cell{}, false
	}
	c.Table = x.TableOf(container)
	return c, c.Table != nil
}

// Held returns the one value that a variable ever has: it is assigned once, as a whole, at its declaration if it is a
// package-level one, and a local variable is not shared. Held returns nil for other variables.
func (x *Program) Held(a ssa.Value) ssa.Value {
	stores := x.StoresTo(a)
	if len(stores) != 1 || stores[0].At != nil {
		return nil
	}
	switch a := a.(type) {
	case *ssa.Global:
		if stores[0].Instr.Parent() != x.Pkg.Func("init") {
			return nil
		}
	case *ssa.Alloc:
		if x.Shared(a) {
			return nil
		}
	}
	return stores[0].Val
}

// TableOf returns the table that a container is, nil if it is not a table.
func (x *Program) TableOf(container ssa.Value) *Table {
	for range 8 { // a variable, what is in it, and what that is a slice of
		switch v := container.(type) {
		case *ssa.UnOp:
			if v.Op != token.MUL {
				return nil
			}
			switch a := v.X.(type) {
			case *ssa.FreeVar:
				if bound := x.Bindings(a); len(bound) != 1 || x.Held(bound[0]) == nil {
					return nil
				} else {
					container = x.Held(bound[0])
				}
				continue
			case *ssa.Global, *ssa.Alloc:
				if container = x.Held(a); container != nil {
					continue
				}
				container = a
			default:
				return nil
			}
		case *ssa.ChangeType:
			container = v.X
			continue
		case *ssa.Slice:
			if v.Low != nil || v.High != nil {
				return nil
			}
			container = v.X
			continue
		case *ssa.Alloc:
			if in := x.Held(v); in != nil {
				container = in
				continue
			}
		}
		break
	}
	return x.tables.Get(container, x.readTable)
}

// readTable reads the instruction that makes a container.
func (x *Program) readTable(container ssa.Value) *Table {
	switch v := container.(type) {
	case *ssa.MakeMap:
		return x.mapTable(v)
	case *ssa.Alloc, *ssa.Global:
		return x.arrayTable(v)
	}
	return nil
}

// mapTable reads a map that is filled by its literal only.
func (x *Program) mapTable(m *ssa.MakeMap) *Table {
	entries := x.Entries(m)
	if len(entries) == 0 || len(entries) > maxRows {
		return nil
	}
	t := &Table{Map: true}
	for _, e := range entries {
		if e.Update.Block() != m.Block() {
			return nil // conditionally, or elsewhere
		}
		r := x.row(e.Value)
		r.Pos = e.Update.Pos()
		r.cells[RowKey] = e.Key
		t.Rows = append(t.Rows, r)
	}
	return t
}

// arrayTable reads the elements of an array, each of which is stored once, at a constant index.
func (x *Program) arrayTable(array ssa.Value) *Table {
	stores := x.StoresTo(array)
	if len(stores) == 0 || len(stores) > maxRows {
		return nil
	}
	rows := make(map[int64]Row)
	for _, s := range stores {
		st, ok := s.Instr.(*ssa.Store)
		if !ok {
			return nil
		}
		addr, ok := st.Addr.(*ssa.IndexAddr)
		if !ok || addr.X != array {
			return nil
		}
		k, ok := addr.Index.(*ssa.Const)
		if !ok || k.Value == nil {
			return nil
		}
		i, exact := constant.Int64Val(k.Value)
		if _, again := rows[i]; again || !exact {
			return nil
		}
		r := x.row(st.Val)
		if !r.Pos.IsValid() {
			r.Pos = st.Pos()
		}
		rows[i] = r
	}
	t := new(Table)
	for i := range int64(len(rows)) {
		r, ok := rows[i]
		if !ok {
			return nil // an element that the literal leaves out
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// row reads an element: a struct that is made in a variable, a pointer to one, or any other value.
func (x *Program) row(v ssa.Value) Row {
	r := Row{cells: map[int]ssa.Value{WholeRow: v}, holes: true}
	made := v
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		made = load.X
	}
	lit, ok := made.(*ssa.Alloc)
	if !ok {
		return r
	}
	fields := make(map[int]ssa.Value)
	for _, s := range x.StoresTo(lit) {
		st, ok := s.Instr.(*ssa.Store)
		if !ok {
			return r
		}
		f, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || f.X != ssa.Value(lit) || fields[f.Field] != nil {
			return r
		}
		fields[f.Field] = st.Val
		if !r.Pos.IsValid() || st.Pos() < r.Pos {
			r.Pos = st.Pos()
		}
	}
	maps.Copy(r.cells, fields)
	r.holes = false
	return r
}

// A TableLoop is a range loop.
type TableLoop struct {
	Chooses ssa.Value       // the index, or the step of the iteration
	Head    *ssa.BasicBlock // ends in the condition that there is another element
	Body    *ssa.BasicBlock // follows if there is one
	Done    *ssa.BasicBlock // follows if there is none
}

// LoopOver returns the range loop over an array, slice or map whose head is a block. ok is false if there is none.
func LoopOver(head *ssa.BasicBlock) (loop TableLoop, ok bool) {
	cond, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok {
		return TableLoop{}, false
	}
	loop = TableLoop{nil, head, head.Succs[0], head.Succs[1]}
	switch c := cond.Cond.(type) {
	case *ssa.BinOp:
		// The index begins at -1 and is incremented each time.
		next, ok := c.X.(*ssa.BinOp)
		if !ok || c.Op != token.LSS || next.Op != token.ADD || next.Block() != head {
			return TableLoop{}, false
		}
		phi, ok := next.X.(*ssa.Phi)
		if !ok || phi.Block() != head || !slices.ContainsFunc(phi.Edges, isMinusOne) ||
			slices.ContainsFunc(phi.Edges, func(v ssa.Value) bool { return v != c.X && !isMinusOne(v) }) {
			return TableLoop{}, false
		}
		loop.Chooses = next
	case *ssa.Extract:
		next, ok := c.Tuple.(*ssa.Next)
		if !ok || c.Index != 0 || next.Block() != head {
			return TableLoop{}, false
		}
		loop.Chooses = next
	default:
		return TableLoop{}, false
	}
	return loop, true
}

func isMinusOne(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.ExactString() == "-1"
}

// AsksAll reports whether the condition at the end of block b, in the loop, is evaluated for each row until it is true,
// and whether the loop is then left for good by edge yes. After such a loop, the condition was false for all rows.
func (l TableLoop) AsksAll(b, yes *ssa.BasicBlock) bool {
	if !l.Body.Dominates(b) || Reaches(yes, l.Head, nil) || yes == l.Head {
		return false
	}
	for _, p := range l.Head.Preds {
		if l.Head.Dominates(p) && !b.Dominates(p) {
			return false
		}
	}
	return true
}
