package driver

import (
	"reflect"
	"testing"

	"github.com/errlint/errlint/internal/pack"
)

// TestPack checks that everything in what is kept packed comes back, whatever fields it gets.
func TestPack(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[kept](), reflect.TypeFor[storedRun]()} {
		whole, again := reflect.New(typ), reflect.New(typ)
		n := 0
		different(t, whole.Elem(), &n)
		text := pack.Pack(whole.Elem().Interface())
		if !pack.Unpack(text, again.Interface()) || !reflect.DeepEqual(whole.Interface(), again.Interface()) {
			t.Errorf("%v is read as %+v, want %+v", typ, again.Elem(), whole.Elem())
		}
		for i := range text {
			if pack.Unpack(text[:i], reflect.New(typ).Interface()) {
				t.Errorf("%v: the first %d of %d bytes are read as all", typ, i, len(text))
			}
		}
	}
}

// different sets all parts of v, to values that differ.
func different(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(-*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n % 256))
	case reflect.String:
		v.SetString(string(rune(' '+*n)) + "\xff")
	case reflect.Struct:
		for i := range v.NumField() {
			different(t, v.Field(i), n)
		}
	case reflect.Array:
		for i := range v.Len() {
			different(t, v.Index(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		different(t, v.Index(0), n)
		different(t, v.Index(1), n)
	case reflect.Map:
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		different(t, key, n)
		different(t, elem, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, elem)
	default:
		t.Fatalf("%v is not packed", v.Type())
	}
}
