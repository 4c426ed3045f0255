// Package pack writes plain values as texts that are short and quick to read: their fields one after the other, in the order of the types, with
// each text once. Results are kept between runs so: as JSON, reading them was most of what a run takes that has nothing to do.
//
// Plain are structs all of whose fields are exported, pointers to such, slices, maps by string, arrays of bytes, strings, integers and booleans. A text is for
// the type that it was written of: who keeps it, keeps it by a key that says of which. Pack also takes fields that are not exported, and writes
// nothing of functions and interfaces.
package pack

import (
	"encoding/binary"
	"maps"
	"reflect"
	"slices"
)

// Pack returns a plain value as text.
func Pack(v any) []byte {
	p := packer{texts: map[string]uint64{"": 0}}
	p.value(reflect.ValueOf(v))
	return p.out
}

type packer struct {
	out   []byte
	texts map[string]uint64 // the number of each that has been written
}

func (p *packer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		bit := uint64(0)
		if v.Bool() {
			bit = 1
		}
		p.number(bit)
	case reflect.Int:
		p.out = binary.AppendVarint(p.out, v.Int())
	case reflect.String:
		p.text(v.String())
	case reflect.Uint8:
		p.out = append(p.out, byte(v.Uint()))
	case reflect.Array:
		for i := range v.Len() {
			p.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			p.value(v.Field(i))
		}
	case reflect.Slice:
		if v.IsNil() {
			p.number(0)
			return
		}
		p.number(uint64(v.Len()) + 1)
		for i := range v.Len() {
			p.value(v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			p.number(0)
			return
		}
		p.number(1)
		p.value(v.Elem())
	case reflect.Map:
		elems := make(map[string]reflect.Value)
		for key, elem := range v.Seq2() {
			elems[key.String()] = elem
		}
		p.number(uint64(len(elems)))
		for _, key := range slices.Sorted(maps.Keys(elems)) {
			p.text(key)
			p.value(elems[key])
		}
	}
}

func (p *packer) number(n uint64) { p.out = binary.AppendUvarint(p.out, n) }

func (p *packer) text(s string) {
	n, ok := p.texts[s]
	if !ok {
		n = uint64(len(p.texts))
		p.texts[s] = n
	}
	p.number(n)
	if !ok {
		p.number(uint64(len(s)))
		p.out = append(p.out, s...)
	}
}

// Unpack is the inverse of Pack, into what v, a pointer to a zero value, points to. It reports whether the text is one of a value of that type.
func Unpack[T string | []byte](text T, v any) bool {
	u := unpacker{in: string(text), texts: make([]string, 1, 64)}
	u.value(reflect.ValueOf(v).Elem())
	return !u.bad && len(u.in) == 0
}

// maxPrepared is how many elements room is made for before they are read: a text that is damaged may promise any number.
const maxPrepared = 1024

type unpacker struct {
	in    string
	texts []string // parts of what was in
	bad   bool
}

func (u *unpacker) value(v reflect.Value) {
	if u.bad {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(u.number() == 1)
	case reflect.Int:
		n := u.number() // as binary.AppendVarint has it
		v.SetInt(int64(n>>1) ^ -int64(n&1))
	case reflect.String:
		v.SetString(u.text())
	case reflect.Array:
		reflect.Copy(v, reflect.ValueOf([]byte(u.take(uint64(v.Len())))))
	case reflect.Struct:
		for i := range v.NumField() {
			u.value(v.Field(i))
		}
	case reflect.Slice:
		n := u.length()
		if n == 0 || u.bad {
			return
		}
		prepared := min(n-1, maxPrepared)
		v.Set(reflect.MakeSlice(v.Type(), prepared, prepared))
		for i := 0; i < n-1 && !u.bad; i++ {
			if i >= prepared {
				v.Grow(1)
				v.SetLen(i + 1)
			}
			u.value(v.Index(i))
		}
	case reflect.Pointer:
		if u.number() == 1 {
			v.Set(reflect.New(v.Type().Elem()))
			u.value(v.Elem())
		}
	case reflect.Map:
		n := u.length()
		if n == 0 || u.bad {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for i := 0; i < n && !u.bad; i++ {
			key, elem := reflect.ValueOf(u.text()), reflect.New(v.Type().Elem()).Elem()
			u.value(elem)
			v.SetMapIndex(key, elem)
		}
	}
}

func (u *unpacker) number() uint64 {
	if !u.bad && len(u.in) > 0 && u.in[0] < 0x80 { // as most are
		n := u.in[0]
		u.in = u.in[1:]
		return uint64(n)
	}
	n, size := binary.Uvarint([]byte(u.in[:min(len(u.in), binary.MaxVarintLen64)]))
	if u.bad = u.bad || size <= 0; u.bad {
		return 0
	}
	u.in = u.in[size:]
	return n
}

// length is a number of elements, of which each takes a byte or more.
func (u *unpacker) length() int {
	n := u.number()
	if n > uint64(len(u.in))+1 {
		u.bad = true
		return 0
	}
	return int(n)
}

func (u *unpacker) take(n uint64) string {
	if u.bad = u.bad || n > uint64(len(u.in)); u.bad {
		return ""
	}
	part := u.in[:n]
	u.in = u.in[n:]
	return part
}

func (u *unpacker) text() string {
	n := u.number()
	switch {
	case u.bad:
	case n < uint64(len(u.texts)):
		return u.texts[n]
	case n == uint64(len(u.texts)):
		s := u.take(u.number())
		u.texts = append(u.texts, s)
		return s
	default:
		u.bad = true
	}
	return ""
}
