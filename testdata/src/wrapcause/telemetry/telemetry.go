// Package telemetry has functions of a module that are given the errors of its other packages.
package telemetry

import (
	"errors"
	"io/fs"
	"log"

	"go.opentelemetry.io/otel/trace"
)

func FailSpan(span trace.Span, err error) { // want FailSpan:`tells \[1\]`
	span.RecordError(err)
	span.SetStatus(1, err.Error())
}

func Must(err error) { // want Must:`tells \[0\]`
	if err != nil {
		FailSpan(nil, err)
		log.Fatal(err)
	}
}

func Ask(err error) bool { return errors.Is(err, fs.ErrNotExist) }

func Both(shown, asked error) bool { // want Both:`tells \[0\]`
	log.Print(shown, asked)
	return Ask(asked)
}

func Text(err error) string { // want Text:`tells \[0\]`
	return "failed: " + err.Error()
}

// What a function is given is a function whose errors it logs, or asks for, or keeps.

func Run(run func() error, asked func() error, done func()) { // want Run:`tells \[0\]`
	defer done()
	if err := run(); err != nil {
		log.Print(err)
	}
	log.Print(Ask(asked()))
}

var kept func() error

func Later(run func() error) { // want Later:`tells \[0\]`
	kept = run
	log.Print(kept())
}

var Kept func() error

func Keep(run func() error) {
	Kept = run
	log.Print(run())
}

func Panic(err error) { panic(err) }
