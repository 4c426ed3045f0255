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

func Panic(err error) { panic(err) }
