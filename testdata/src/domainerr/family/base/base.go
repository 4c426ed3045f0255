// Package base has the base of the family.
package base

// Base is what all of them embed.
type Base struct{ Code string }

func (b *Base) Error() string { return b.Code }

func (b *Base) ProblemDetails() map[string]any { return nil }
