package unwrap

type Pointer struct { // want `no Unwrap method`
	Op  string
	Err error
}

func (e *Pointer) Error() string {
	return e.Op
}

type Value[T any] struct { // want `no Unwrap method`
	Val T
	Err error
}

func (Value[T]) Error() string { return "value" }

type Many struct { // want `no Unwrap method`
	Errs []error
}

func (m *Many) Error() string { return "many" }

type List []error // want `no Unwrap method`

func (l List) Error() string { return "list" }

type Embedded struct { // want `no Unwrap method`
	error
}

// Two errors: which is the cause is not for a tool to say.
type Two struct { // want `no Unwrap method`
	Kind, Err error
}

func (t *Two) Error() string { return "two" }
