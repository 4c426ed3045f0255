// Package mixeduse makes values of a type of which pointers leave its own package.
package mixeduse

import "domainerr/mixed"

func Own() error {
	// shape: domainerr/mixed-cross-package
	return mixed.Shared{Op: "b"} // want `Shared leaves as an error here and \*Shared elsewhere`
}

func Same() error { return &mixed.Shared{Op: "c"} }
