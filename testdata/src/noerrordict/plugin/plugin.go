// Package plugin declares what plugins implement.
package plugin

// A Provider tells of metrics.
type Provider interface {
	Metadata(metric string) map[string]string
	Query(metric string) (map[string]any, error)
}

// A Model is the state of a screen.
type Model interface {
	Update(key string) (Model, int)
}
