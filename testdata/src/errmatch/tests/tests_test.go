package tests

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/fork/check"
	quicktest "github.com/frankban/quicktest"
	"github.com/google/go-cmp/cmp"
	"github.com/onsi/gomega"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/suite"
	gocheck "gopkg.in/check.v1"
	gotest "gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func name() string { return os.Args[0] }

func TestTesting(t *testing.T) {
	err := validate(name())
	if err == nil || err.Error() != "empty name" { // want `ErrEmpty is told apart by its text`
		t.Fatalf("validate: %v", err)
	}
	if !strings.Contains(err.Error(), "empty") { // want `ErrEmpty is told apart by its text`
		t.Errorf("validate: %v", err)
	}
	// shape: errmatch/text-testing
}

func TestTestify(t *testing.T) {
	err := validate(name())
	assert.Equal(t, "empty name", err.Error())            // want `ErrEmpty is told apart by its text`
	assert.Equalf(t, err.Error(), "empty name", "%d", 1)  // want `ErrEmpty is told apart by its text`
	assert.Contains(t, err.Error(), "too long", "why")    // want `ErrLong is told apart by its text`
	assert.Regexp(t, "^empty", err.Error())               // want `ErrEmpty is told apart by its text`
	assert.EqualError(t, err, "empty name")               // want `ErrEmpty is told apart by its text`
	assert.EqualErrorf(t, err, "empty name", "%d", 1)     // want `ErrEmpty is told apart by its text`
	assert.ErrorContains(t, err, "empty")                 // want `ErrEmpty is told apart by its text`
	assert.EqualError(t, err, ErrEmpty.Error())           // want `ErrEmpty is told apart by its text`
	assert.True(t, strings.Contains(err.Error(), "long")) // want `ErrLong is told apart by its text`
	// shape: errmatch/text-testify
}

type NameSuite struct{ suite.Suite }

func (s *NameSuite) TestSuite() {
	err := validate(name())
	s.EqualError(err, "empty name") // want `ErrEmpty is told apart by its text`
	// shape: errmatch/text-suite
}

func TestAssertions(t *testing.T) {
	a := assert.New(t)
	a.Equal("empty name", validate(name()).Error()) // want `ErrEmpty is told apart by its text`
	a.ErrorContains(validate(name()), "empty")      // want `ErrEmpty is told apart by its text`
	// shape: errmatch/text-assertions
}

func TestFork(t *testing.T) {
	err := validate(name())
	check.ErrorContains(t, err, "empty")    // want `ErrEmpty is told apart by its text`
	check.Contains(t, err.Error(), "empty") // want `ErrEmpty is told apart by its text`
	// shape: errmatch/text-fork
}

func TestGotest(t *testing.T) {
	err := validate(name())
	gotest.Error(t, err, "empty name")                 // want `ErrEmpty is told apart by its text`
	gotest.ErrorContains(t, err, "empty")              // want `ErrEmpty is told apart by its text`
	gotest.Assert(t, is.ErrorContains(err, "empty"))   // want `ErrEmpty is told apart by its text`
	gotest.Assert(t, is.Contains(err.Error(), "name")) // both have it
	gotest.Equal(t, err.Error(), "empty name")         // want `ErrEmpty is told apart by its text`
	// shape: errmatch/text-gotest
}

func TestQuicktest(t *testing.T) {
	c := quicktest.New(t)
	err := validate(name())
	c.Assert(err, quicktest.ErrorMatches, "empty.*")                   // want `ErrEmpty is told apart by its text`
	quicktest.Assert(t, err, quicktest.ErrorMatches, `empty name`)     // want `ErrEmpty is told apart by its text`
	c.Check(err.Error(), quicktest.Equals, "empty name")               // want `ErrEmpty is told apart by its text`
	c.Assert(err, quicktest.Not(quicktest.ErrorMatches), "name is .*") // absent
	c.Assert(err, quicktest.ErrorMatches, "empty")                     // of the whole text
	// shape: errmatch/text-quicktest
}

func gocheckSuite(c *gocheck.C) {
	c.Assert(validate(name()), gocheck.ErrorMatches, "empty .*") // want `ErrEmpty is told apart by its text`
	// shape: errmatch/text-gocheck
}

func TestGomega(t *testing.T) {
	err := validate(name())
	gomega.Expect(err).To(gomega.MatchError("empty name"))                       // want `ErrEmpty is told apart by its text`
	gomega.Expect(err).To(gomega.MatchError(gomega.ContainSubstring("empty")))   // want `ErrEmpty is told apart by its text`
	gomega.ExpectWithOffset(1, err.Error()).To(gomega.ContainSubstring("empty")) // want `ErrEmpty is told apart by its text`
	gomega.Expect(err).ToNot(gomega.MatchError("name is too long"))              // absent
	// shape: errmatch/text-gomega
	g := gomega.NewWithT(t)
	g.Expect(err).To(gomega.MatchError("empty name"))                       // want `ErrEmpty is told apart by its text`
	g.ExpectWithOffset(1, err.Error()).To(gomega.ContainSubstring("empty")) // want `ErrEmpty is told apart by its text`
	func(g gomega.Gomega) {
		g.Expect(err).To(gomega.MatchError(gomega.ContainSubstring("empty"))) // want `ErrEmpty is told apart by its text`
	}(g)
	// shape: errmatch/text-gomega-test
}

func TestGomegaError(t *testing.T) {
	err := validate(name())
	gomega.Expect(err).To(gomega.MatchError(ErrEmpty))
	gomega.Expect(err).To(gomega.MatchError(errOther))
}

func TestCmp(t *testing.T) {
	err := validate(name())
	if diff := cmp.Diff("empty name", err.Error()); diff != "" { // want `ErrEmpty is told apart by its text`
		t.Error(diff)
	}
	// shape: errmatch/text-cmp
}

// A method of package cmp is none of its functions.
func report(r cmp.Result) bool { return r.Equal() }

func TestTable(t *testing.T) {
	for _, tt := range []struct {
		name, wantErr string
	}{
		{name: ""},
		{name: "", wantErr: "empty"},
		{name: "a very long name", wantErr: "too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := validate(tt.name)
			if tt.wantErr != "" && !strings.Contains(err.Error(), tt.wantErr) { // want `ErrEmpty and ErrLong are told apart by their texts`
				t.Errorf("validate: %v", err)
			}
		})
	}
	// shape: errmatch/text-table
}

func TestTableOfErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		want error
	}{
		{"", ErrEmpty},
		{"a very long name", ErrLong},
	} {
		err := validate(tt.name)
		if err.Error() != tt.want.Error() { // want `ErrEmpty and ErrLong are told apart by their texts`
			t.Errorf("validate: %v", err)
		}
	}
	// shape: errmatch/text-table-of-errors
}

// One of the texts is nobody's.
func TestTableOfOthers(t *testing.T) {
	for _, tt := range []struct{ name, wantErr string }{
		{"", "empty"},
		{"x", "something else"},
	} {
		err := validate(tt.name)
		assert.ErrorContains(t, err, tt.wantErr)
	}
}

func TestTableWithErrors(t *testing.T) {
	for _, tt := range []struct {
		name, wantErr string
		wantIs        error
	}{
		{"", "empty", ErrEmpty},
	} {
		err := validate(tt.name)
		assert.ErrorContains(t, err, tt.wantErr)
	}
	for _, tt := range []struct {
		name, wantErr string
		is            func(error) bool
	}{
		{"", "empty", isLong},
	} {
		err := validate(tt.name)
		assert.ErrorContains(t, err, tt.wantErr)
	}
	// shape: errmatch/not-error-column
}

func TestAbsent(t *testing.T) {
	err := validate(name())
	assert.NotContains(t, err.Error(), "too long")
	assert.NotEqual(t, "name is too long", err.Error())
	assert.False(t, strings.Contains(err.Error(), "too long"))
	if strings.Contains(err.Error(), "too long") {
		t.Error("the name is not too long")
	}
	if !(err.Error() != "empty name") {
		t.Fatal("the name is not empty")
	}
	// shape: errmatch/not-absent
}

func TestOwn(t *testing.T) {
	assert.EqualError(t, fmt.Errorf("name: %w", ErrEmpty), "name: empty name")
	err := fmt.Errorf("name: %w", ErrEmpty)
	assert.ErrorContains(t, err, "empty")
	assert.EqualError(t, newRangeError("x"), "x is out of range")
	assert.EqualError(t, ErrEmpty, "empty name")
	e := &rangeError{"x"}
	assert.Equal(t, "x is out of range", e.Error())
	// shape: errmatch/not-own
}

func TestBesideIs(t *testing.T) {
	err := validate(name())
	assert.ErrorIs(t, err, ErrEmpty)
	assert.ErrorContains(t, err, "empty")
	// shape: errmatch/not-beside
}

func TestBesideCode(t *testing.T) {
	err := validate("a very long name")
	if !isLong(err) {
		t.Fatal(err)
	}
	assert.ErrorContains(t, err, "too long")
	// shape: errmatch/not-beside-code
}

func requireIs(t *testing.T, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatal(err)
	}
}

func TestBesideHelper(t *testing.T) {
	err := validate(name())
	requireIs(t, err, ErrEmpty)
	assert.ErrorContains(t, err, "empty")
	// shape: errmatch/not-beside-helper
}

func TestNotNever(t *testing.T) {
	err := validate(name())
	if errors.Is(err, errOther) {
		t.Fatal("it is another error")
	}
	assert.False(t, errors.Is(err, errOther))
	assert.NotErrorIs(t, err, errOther)
	for _, want := range []bool{false} {
		if got := errors.Is(err, errOther); got != want {
			t.Error(got)
		}
		assert.Equal(t, want, errors.Is(err, errOther))
	}
	// shape: errmatch/not-negated
}

// A test that passes knows better.
func TestPasses(t *testing.T) {
	err := validate(name())
	assert.ErrorIs(t, err, errOther)
	// shape: errmatch/not-in-test
}

func checkError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want { // want `ErrEmpty is told apart by its text`
		t.Errorf("got %v, want %s", err, want)
	}
}

// Who is given an error to compare with has no need of the text.
func checkBoth(t *testing.T, err, want error, text string) {
	if !errors.Is(err, want) || err.Error() != text {
		t.Errorf("got %v, want %s", err, text)
	}
}

func TestHelpers(t *testing.T) {
	checkError(t, validate(name()), "empty name")
	checkBoth(t, validate(name()), ErrEmpty, "empty name")
	check := func(in, want string) {
		got := ""
		if err := validate(in); err != nil {
			got = err.Error()
		}
		if got != want { // want `ErrEmpty is told apart by its text`
			t.Error(got)
		}
	}
	check("x", "")
	check("", "empty name")
	// shape: errmatch/text-helper
}
