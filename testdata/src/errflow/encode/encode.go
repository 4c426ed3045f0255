// want package:"own"

// Package encode has errors of encoding data that can be encoded whatever they are: there are none.
package encode

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

var ErrEncode = errors.New("encode") // want ErrEncode:`wraps\(\) "encode"`

type Level int

func (l Level) MarshalText() ([]byte, error) { return []byte(fmt.Sprint(int(l))), nil } // want MarshalText:`{}`

type Odd struct{}

func (Odd) MarshalJSON() ([]byte, error) { return nil, ErrEncode } // want MarshalJSON:`result 1: {errflow/encode.ErrEncode}`

type Plain struct {
	Name   string            `json:"name"`
	Scores map[string]int    `json:"scores"`
	Parts  []Part            `json:"parts"`
	When   time.Time         `json:"when"`
	Level  Level             `json:"level"`
	Labels map[int64]*string `json:"labels"`
	Notify func()            `json:"-"`
	done   chan struct{}
}

type Part struct {
	Raw  []byte
	Rate float64
}

type Tree struct {
	Up *Tree
}

type Open struct {
	Name string
	Any  any
}

func Struct(p Plain) ([]byte, error) { return json.Marshal(p) } // want Struct:`result 1: {}`

func Pointer(p *Plain) ([]byte, error) { return json.MarshalIndent(p, "", "\t") } // want Pointer:`result 1: {}`

func Cyclic(t *Tree) ([]byte, error) { return json.Marshal(t) } // want Cyclic:`result 1: {input}`

func Method(o Odd) ([]byte, error) { return json.Marshal(o) } // want Method:`result 1: {opaque}`

func Chan(c chan int) ([]byte, error) { return json.Marshal(c) } // want Chan:`result 1: {input}`

func Func(c struct{ F func() }) ([]byte, error) { return json.Marshal(c) } // want Func:`result 1: {input}`

func Keys(m map[Level]int) ([]byte, error) { return json.Marshal(m) } // want Keys:`result 1: {input}`

func Float(m map[bool]int) ([]byte, error) { return json.Marshal(m) } // want Float:`result 1: {input}`

func Complex(c complex128) ([]byte, error) { return json.Marshal(c) } // want Complex:`result 1: {input}`

func Raw(m json.RawMessage) ([]byte, error) { return json.Marshal(m) } // want Raw:`result 1: {input}`

func Number(n json.Number) ([]byte, error) { return json.Marshal(n) } // want Number:`result 1: {input}`

// What an interface holds is what is stored there.
func Map(p Plain, n int) ([]byte, error) { // want Map:`result 1: {}`
	m := map[string]any{"plain": p, "list": []string{"a"}, "inner": map[string]any{"n": n}}
	if n > 0 {
		m["count"] = n
	}
	return json.Marshal(m)
}

func MapOfOdd(o Odd) ([]byte, error) { // want MapOfOdd:`result 1: {opaque}`
	return json.Marshal(map[string]any{"inner": map[string]any{"odd": o}})
}

func List(p Plain) ([]byte, error) { return json.Marshal([]any{p, "text", 1, nil}) } // want List:`result 1: {}`

func Field(n int) ([]byte, error) { return json.Marshal(Open{Name: "x", Any: n}) } // want Field:`result 1: {}`

func FieldOfOdd(o Odd) ([]byte, error) { return json.Marshal(Open{Name: "x", Any: o}) } // want FieldOfOdd:`result 1: {opaque}`

func Elsewhere(o Open) ([]byte, error) { return json.Marshal(o) } // want Elsewhere:`result 1: {opaque}`

// What package json has decoded is plain data.
func Filled(data []byte) ([]byte, error) { // want Filled:`result 1: {}`
	var v any
	if json.Unmarshal(data, &v) != nil {
		return nil, nil
	}
	return json.Marshal(v)
}

func decode(r io.Reader) (any, error) {
	var v any
	if err := json.NewDecoder(r).Decode(&v); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return v, nil
}

func object(v any) map[string]any {
	switch v := v.(type) {
	case nil:
		return map[string]any{"ok": true}
	case map[string]any:
		return v
	case []any:
		return map[string]any{"result": v}
	default:
		return map[string]any{"result": v}
	}
}

func structured(v any) (string, error) {
	text, err := json.Marshal(object(v))
	return string(text), err
}

func FilledByCallee(r io.Reader) (string, error) { // want FilledByCallee:`result 1: {}`
	v, err := decode(r)
	if err != nil {
		return "", nil
	}
	return structured(v)
}

func FilledWithOdd(o Odd) (string, error) { return structured(o) } // want FilledWithOdd:`result 1: {opaque}`

func FilledWithOddEntry(o Odd) (string, error) { // want FilledWithOddEntry:`result 1: {opaque}`
	return structured(map[string]any{"odd": o})
}

func FilledWithOddElement(o Odd) (string, error) { return structured([]any{o}) } // want FilledWithOddElement:`result 1: {opaque}`

// What holds itself is looked at once.
func nested(v any, depth int) map[string]any {
	if depth == 0 {
		return map[string]any{"v": []any{v}}
	}
	return map[string]any{"v": nested(v, depth-1), "in": []any{nested(v, depth-2)}}
}

func NestedPlain(p Plain) ([]byte, error) { return json.Marshal(nested(p, 3)) } // want NestedPlain:`result 1: {opaque}`

func FilledField(data []byte) ([]byte, error) { // want FilledField:`result 1: {}`
	var v struct {
		Args map[string]any
		Raw  json.RawMessage
		When time.Time
	}
	if json.Unmarshal(data, &v) != nil {
		return nil, nil
	}
	return json.Marshal(v.Args)
}

func FilledMap(data []byte) ([]byte, error) { // want FilledMap:`result 1: {}`
	args := map[string]any{}
	if json.Unmarshal(data, &args) != nil {
		return nil, nil
	}
	return json.Marshal(args)
}

func FilledAndOdd(data []byte, o Odd) ([]byte, error) { // want FilledAndOdd:`result 1: {opaque}`
	var args map[string]any
	if json.Unmarshal(data, &args) != nil {
		return nil, nil
	}
	args["odd"] = o
	return json.Marshal(args)
}

// A decoder of another kind, or a function, may put anything there.
func FilledByOther(r io.Reader) ([]byte, error) { // want FilledByOther:`result 1: {opaque}`
	var v any
	if gob.NewDecoder(r).Decode(&v) != nil {
		return nil, nil
	}
	return json.Marshal(v)
}

func FilledByBoth(data []byte) ([]byte, error) { // want FilledByBoth:`result 1: {opaque}`
	var v any
	if json.Unmarshal(data, &v) != nil {
		return nil, gob.NewDecoder(bytes.NewReader(data)).Decode(&v)
	}
	return json.Marshal(v)
}

// A type that decodes itself may hold anything.
type Tagged struct{ V any }

func (t *Tagged) UnmarshalJSON([]byte) error { // want UnmarshalJSON:`{}`
	t.V = Odd{}
	return nil
}

func FilledBySelf(data []byte) ([]byte, error) { // want FilledBySelf:`result 1: {opaque}`
	var v struct{ T []Tagged }
	if json.Unmarshal(data, &v) != nil {
		return nil, nil
	}
	return json.Marshal(v)
}

// Of a parameter, the callers know.
func Text(v any) (string, error) { // want Text:`result 1: {encoded param 0}`
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode: %w", err)
	}
	return string(b), nil
}

func Generic[T any](v T) (string, error) { return Text(v) } // want Generic:`result 1: {encoded param 0}`

func Entry(v any) (string, error) { return Text(map[string]any{"v": v}) } // want Entry:`result 1: {encoded param 0}`

func TextOfPlain(p Plain) (string, error) { return Text(p) } // want TextOfPlain:`result 1: {}`

func TextOfOdd(o Odd) (string, error) { return Text(o) } // want TextOfOdd:`result 1: {opaque}`

func GenericOfPlain(p Plain) (string, error) { return Generic(p) } // want GenericOfPlain:`result 1: {}`

func GenericOfOdd(o Odd) (string, error) { return Generic(o) } // want GenericOfOdd:`result 1: {opaque}`

// Behind the failure of what never fails, there is no way.
func Never(p Plain) (string, error) { // want Never:`result 1: {}`
	b, err := json.Marshal(p)
	if err != nil {
		return "", ErrEncode
	}
	return string(b), nil
}

func Sometimes(o Odd) (string, error) { // want Sometimes:`result 1: {errflow/encode.ErrEncode}`
	b, err := json.Marshal(o)
	if err != nil {
		return "", ErrEncode
	}
	return string(b), nil
}

func Buffered(p Plain) (string, error) { // want Buffered:`result 1: {}`
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		return "", err
	}
	return b.String(), nil
}

func Written(w io.Writer, p Plain) error { return json.NewEncoder(w).Encode(p) } // want Written:`{opaque}`

func Built(text string) (string, error) { // want Built:`result 1: {}`
	var b strings.Builder
	if _, err := b.WriteString(text); err != nil {
		return "", err
	}
	return b.String(), nil
}

func Hash(text []byte) error { // want Hash:`{}`
	h := sha256.New()
	_, err := h.Write(text)
	return err
}

func Write(w io.Writer, text []byte) error { // want Write:`{opaque}`
	_, err := w.Write(text)
	return err
}
