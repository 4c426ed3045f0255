// want package:"own"

// Package useofencode hands data to another package that encodes them.
package useofencode

import "errflow/encode"

func Plain(p encode.Plain) (string, error) { return encode.Text(p) } // want Plain:`result 1: {}`

func Odd(o encode.Odd) (string, error) { return encode.Text(o) } // want Odd:`result 1: {opaque}`

func Map(n int) (string, error) { // want Map:`result 1: {}`
	return encode.Generic(map[string]any{"n": n, "text": "text"})
}
