package fixes

import (
	"testing"

	quicktest "github.com/frankban/quicktest"
	"github.com/onsi/gomega"
	"github.com/stretchr/testify/assert"
	gocheck "gopkg.in/check.v1"
	gotest "gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"errmatch/dep"
)

func TestTestify(t *testing.T) {
	err := dep.Get(t.Name())
	assert.Equal(t, "not found", err.Error(), "why")         // want `dep.ErrNotFound is told apart by its text`
	assert.EqualError(t, err, "not found")                   // want `dep.ErrNotFound is told apart by its text`
	assert.EqualErrorf(t, err, "not found", "%d", 1)         // want `dep.ErrNotFound is told apart by its text`
	assert.New(t).ErrorContains(dep.Get(t.Name()), "closed") // want `dep.ErrClosed is told apart by its text`
	assert.EqualError(t, err, dep.ErrNotFound.Error())       // want `dep.ErrNotFound is told apart by its text`
	gotest.ErrorContains(t, err, "closed")                   // want `dep.ErrClosed is told apart by its text`
	gotest.Assert(t, is.ErrorContains(err, "closed"))        // want `dep.ErrClosed is told apart by its text`
	// shape: errmatch/fix-assertion
}

func TestOthers(t *testing.T) {
	err := dep.Get(t.Name())
	c := quicktest.New(t)
	c.Assert(err, quicktest.ErrorMatches, "not.*")        // want `dep.ErrNotFound is told apart by its text`
	gomega.Expect(err).To(gomega.MatchError("not found")) // want `dep.ErrNotFound is told apart by its text`
}

// The library has no ErrorIs.
func gocheckSuite(c *gocheck.C) {
	c.Assert(dep.Get("closed"), gocheck.ErrorMatches, ".*closed") // want `dep.ErrClosed is told apart by its text`
}
