// Package prose speaks of directives. A comment line that happens to begin with
// errlint:ignore is not one, nor is one that begins with
// errlint:adapter not being at the right place.
package prose

// errlint:ignore wrapcause the file is a copy // want `a directive has no space after its slashes`
var _ = 0
