package toolflow

import "go/types"

// IsDecorator reports whether fn is an error decorator: marked, configured or
// recognised, in this package or in one that it imports.
func (t *Tools) IsDecorator(fn *types.Func) bool {
	if fn == nil || !t.engine.m.InScope() {
		return false
	}
	return t.engine.declaredDecorator(fn) != nil || t.engine.recognised(fn) != nil
}
