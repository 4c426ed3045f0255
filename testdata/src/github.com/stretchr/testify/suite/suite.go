// Package suite has the signatures of github.com/stretchr/testify/suite that test cases use.
package suite

import "github.com/stretchr/testify/assert"

type Suite struct{ *assert.Assertions }
