// Package trace has the signatures of go.opentelemetry.io/otel/trace that test cases use.
package trace

type EventOption interface{ applyEvent() }

type Span interface {
	RecordError(err error, options ...EventOption)
	SetStatus(code uint32, description string)
}
