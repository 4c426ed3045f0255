package module

import "testing"

func TestAll(t *testing.T) {
	Sentinel()
	Outer()
	Zero()
	Typed()
	Code()
	Fresh()
	Open()
	Same(ErrPlain)
	Same(nil)
	Do(Sentinel)
	Join()
	(&E{}).Method(1, 2, "a", "b")
	Generic(map[string]int{"a": 1}, "b")
	Generic(map[string]int{"a": 1}, "a")
	func() {
		defer func() { recover() }()
		Panics()
	}()
}
