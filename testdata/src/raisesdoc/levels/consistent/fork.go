// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package consistent

import "io"

// ReadToken returns the next token. At the end of the input, it returns [io.EOF].
func ReadToken(n int) error { // shape: raisesdoc/not-fork
	if n > 0 {
		return ErrQuiet
	}
	return io.EOF
}
