// Package unaskedtold gives errors to functions of another package of the module.
package unaskedtold

import (
	"errors"
	"fmt"
	"os"

	"go.opentelemetry.io/otel/trace"
	"wrapcause/telemetry"
)

func recorded(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Recorded(span trace.Span) {
	if err := recorded("a"); err != nil {
		span.RecordError(err)
		telemetry.FailSpan(span, err)
	}
	telemetry.Must(recorded("b"))
	telemetry.Both(recorded("c"), nil)
}

func asked(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Asked() bool { return telemetry.Ask(asked("a")) }

func both(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Both() bool {
	err := both("a")
	return telemetry.Both(err, err)
}

// What is given is a function, whose errors the other package gets.

func Run() {
	telemetry.Run(func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}, func() error {
		return fmt.Errorf("remove: %v", os.Remove("b")) // category: format // want `fmt.Errorf formats os.Remove\("b"\) with %v`
	}, func() {})
	telemetry.Later(func() error {
		return fmt.Errorf("remove: %v", os.Remove("c")) // category: unasked // want `fmt.Errorf formats os.Remove\("c"\) with %v`
	})
	telemetry.Keep(func() error {
		return fmt.Errorf("remove: %v", os.Remove("d")) // category: format // want `fmt.Errorf formats os.Remove\("d"\) with %v`
	})
}

// Its text is in an error that leaves.

func inText(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func InText() error { // want InText:`makes\(always\)`
	return errors.New(telemetry.Text(inText("a"))) // category: nameless // want `errors.New takes only the text of inText\("a"\)`
}

func panics(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Panics() { telemetry.Panic(panics("a")) }

// What fmt.Errorf makes is of no type that somebody else names, and has no methods but those of an error that wraps another.

func methodOfAnother(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func MethodOfAnother() bool {
	err := methodOfAnother("a")
	if timeout, ok := err.(interface{ Timeout() bool }); ok {
		return timeout.Timeout()
	}
	if path, ok := err.(*os.PathError); ok {
		return path.Timeout()
	}
	return false
}

type timeoutError struct{ error }

func (timeoutError) Timeout() bool { return true }

func (e timeoutError) Unwrap() error { return e.error }

func mayHaveMethod(name string) error {
	return timeoutError{fmt.Errorf("remove: %v", os.Remove(name))} // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func MayHaveMethod() bool {
	timeout, ok := mayHaveMethod("a").(interface{ Timeout() bool })
	return ok && timeout.Timeout()
}
